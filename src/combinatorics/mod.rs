//! Floor 2: graphs, grids, subsets and whole numbers, on plain indices. It knows no games and no values of the language.

pub mod codes;
pub mod fibonacci;
pub mod graphs;
pub mod grids;
pub mod primes;
pub mod selections;

use std::fmt;

pub use codes::octal_digits;
pub use selections::{Choices, Subsets, nth_mask, subset_count};

/// Something that grows too fast was asked for with too large an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BeyondLimit {
    /// What the number counts, for a sentence: "vertices".
    pub what: &'static str,
    /// What was asked for.
    pub asked: u64,
    /// The largest that is answered.
    pub limit: u64,
}

impl fmt::Display for BeyondLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} are too many: at most {} are supported", self.asked, self.what, self.limit)
    }
}

impl std::error::Error for BeyondLimit {}
