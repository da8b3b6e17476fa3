//! Heap games: Grundy values of take-and-break and subtraction games, fast, and periods with a proof.
//!
//! [`HeapTable`] is the way in: it computes values on demand, looks for a proved period on the way, and then answers heaps
//! of any size. [`naive`] and [`verify`] share nothing with it.

mod amounts;
mod bits;
pub mod code;
mod dense;
mod hexadecimal;
pub mod naive;
mod octal;
mod period;
mod phased;
mod scan;
mod sparse;
mod subtraction;
mod table;
mod verify;

use std::fmt;

pub use amounts::{Amount, Amounts};
pub use code::TakeAndBreak;
pub use period::{Certificate, Theorem, theorem_for};
pub use phased::Phased;
pub use table::HeapTable;
pub use verify::{Refusal, verify};

use crate::base::Exceeded;

/// A game on single heaps whose sums are played heap by heap.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum HeapGame {
    /// Take counters and break the rest, by a code.
    TakeAndBreak(TakeAndBreak),
    /// Take `s` counters, `s` in a finite set: positive, ascending, without repeats (see [`HeapGame::subtraction`]).
    Subtraction(Vec<u64>),
    /// Take any positive number of counters that is not in a finite set: positive, ascending, without repeats.
    AllBut(Vec<u64>),
    /// Take an amount that the size of the heap allows.
    Phased(Phased),
}

impl HeapGame {
    /// A subtraction game; `None` when 0 is among the amounts.
    #[must_use]
    pub fn subtraction(amounts: impl IntoIterator<Item = u64>) -> Option<Self> {
        positive(amounts).map(Self::Subtraction)
    }

    /// Every amount but these; 0 is never allowed.
    #[must_use]
    pub fn all_but(amounts: impl IntoIterator<Item = u64>) -> Self {
        Self::AllBut(positive(amounts.into_iter().filter(|&s| s > 0)).unwrap_or_default())
    }

    /// The most amounts that its rules list for one heap: those allowed or those forbidden; 0 for codes.
    #[must_use]
    pub fn amounts(&self) -> usize {
        match self {
            Self::TakeAndBreak(_) => 0,
            Self::Subtraction(set) | Self::AllBut(set) => set.len(),
            Self::Phased(game) => game.parts().1.iter().map(Vec::len).max().unwrap_or(0),
        }
    }
}

fn positive(amounts: impl IntoIterator<Item = u64>) -> Option<Vec<u64>> {
    let mut set: Vec<u64> = amounts.into_iter().collect();
    set.sort_unstable();
    set.dedup();
    (set.first() != Some(&0)).then_some(set)
}

impl From<TakeAndBreak> for HeapGame {
    fn from(code: TakeAndBreak) -> Self {
        Self::TakeAndBreak(code)
    }
}

impl fmt::Display for HeapGame {
    /// The code, or `subtract {1, 3, 4}`, `subtract all but {2, 3}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |set: &[u64]| set.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Self::TakeAndBreak(code) => code.fmt(f),
            Self::Subtraction(set) => write!(f, "subtract {{{}}}", list(set)),
            Self::AllBut(set) => write!(f, "subtract all but {{{}}}", list(set)),
            Self::Phased(game) => {
                let (first, cycle) = game.parts();
                let sets = cycle.iter().map(|set| format!("{{{}}}", list(set))).collect::<Vec<_>>().join(", ");
                match cycle.len() {
                    1 => write!(f, "subtract {sets}")?,
                    phases => write!(f, "subtract by remainder modulo {phases}: {sets},")?,
                }
                write!(f, " from heaps of at least {}", first.len())
            }
        }
    }
}

/// Why a value is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeapStop {
    /// A limit of the meter.
    Limit(Exceeded),
    /// A Grundy value beyond 16 bits (32 for all-but games), or an index beyond the machine's.
    TooLarge,
    /// The heap is too large to be reached value by value, and so many values prove no period.
    NoPeriod(usize),
}

impl From<Exceeded> for HeapStop {
    fn from(exceeded: Exceeded) -> Self {
        Self::Limit(exceeded)
    }
}

#[cfg(test)]
mod tests;
