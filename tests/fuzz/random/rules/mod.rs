//! Typed rules with values at the borders: what `sgi` says of them, asked in every way, is what a plain evaluator says
//! that shares no code with it.

mod ask;
mod build;
mod make;
mod plain;
mod play;
mod tree;
mod truth;

pub use ask::agree;
pub use make::BORDERS;
