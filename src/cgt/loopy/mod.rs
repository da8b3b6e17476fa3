//! Games whose positions may repeat: outcomes and nim-values of finite graphs, by retrograde analysis.
//!
//! Sources: C. A. B. Smith, "Graphs and composite games", J. Combin. Theory 1 (1966); A. S. Fraenkel and Y. Yesha,
//! "The generalized Sprague-Grundy function and its invariance under certain mappings" (1986), algorithm GSG;
//! *Winning Ways*, ch. 12; Siegel, *CGT*, IV.4.

mod graph;
mod nim_values;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::cgt::Outcome;

pub use graph::OptionGraph;
pub use nim_values::NimValue;

/// How it ends for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Status {
    /// Nobody can force an end.
    Draw,
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
}

/// The value of a position of an impartial game that may repeat.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LoopyValue {
    /// It behaves like a Nim heap.
    Nimber(u32),
    /// Infinite, with the nimbers that it can move to, ascending: a draw on its own unless 0 is among them.
    Infinite(Rc<[u32]>),
}

impl LoopyValue {
    /// Who wins the position on its own.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Nimber(n) => Outcome::impartial(*n != 0),
            Self::Infinite(nimbers) if nimbers.contains(&0) => Outcome::N,
            Self::Infinite(_) => Outcome::D,
        }
    }

    /// The value of the sum. Two infinite values make one without a nimber: nobody can force an end, whatever is added.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Nimber(a), Self::Nimber(b)) => Self::Nimber(a ^ b),
            (Self::Infinite(nimbers), Self::Nimber(a)) | (Self::Nimber(a), Self::Infinite(nimbers)) => {
                let mut moved: Vec<u32> = nimbers.iter().map(|n| n ^ a).collect();
                moved.sort_unstable();
                Self::Infinite(moved.into())
            }
            (Self::Infinite(_), Self::Infinite(_)) => Self::Infinite(Rc::from([])),
        }
    }
}
