//! Ways to fill a dense table at once, where that is quicker than to search for one position after the other.
//!
//! [`boxes`] holds the ways that need not look at every option (by lines, bags, amounts or nested options), [`sweep`] the
//! one that looks at each position once, from the least key upwards.

mod amounts;
mod bags;
pub mod boxes;
mod lines;
mod nested;
pub mod sweep;
#[cfg(feature = "jit")]
pub mod sweep_threads;
