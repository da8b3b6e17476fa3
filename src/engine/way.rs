//! What is known of a way to answer for a game: a table of heaps, machine code, masks of regions.

use std::fmt;

use crate::ir::Unsupported;

/// How far it has come; before the first question about the game there is nothing.
pub(super) enum Way<T, R> {
    /// The game is looked at: questions about it meanwhile go to the search.
    Looking,
    /// It has no such way.
    Refused(R),
    /// It answers.
    Ready(Box<T>),
}

impl<T, R> Way<T, R> {
    /// What answers.
    pub fn ready(&self) -> Option<&T> {
        if let Self::Ready(way) = self { Some(way) } else { None }
    }
}

/// Why a game is not answered for as one on heaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoHeaps {
    /// Nothing was asked about it yet.
    NotLookedAt,
    /// A question about it came up while it was looked at.
    BeingLookedAt,
    /// Its positions are more than one number, which goes without saying where it has another way.
    NotOneHeap,
    /// Equations, `wins if`, different moves of the players, or positions that may repeat.
    Marks,
    /// A `measure` of its own.
    Measure,
    /// The domain of its field has a least heap above 0, or ends that are not known.
    FirstHeap,
    /// Its field is no number of tokens.
    Field,
    /// What its moves say.
    Moves(Unsupported),
    /// Another game's heaps, another component, or a fault of the rules.
    Leaves,
    /// Read, but by no theorem.
    NoTheorem,
}

impl From<Unsupported> for NoHeaps {
    fn from(reason: Unsupported) -> Self {
        Self::Moves(reason)
    }
}

impl fmt::Display for NoHeaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotLookedAt => "not looked at",
            Self::BeingLookedAt => "being looked at",
            Self::NotOneHeap => "not a game of one heap",
            Self::Marks => "its equations or marks are not those of a game on heaps",
            Self::Measure => "its `measure` is not the size of the heap",
            Self::FirstHeap => "its domain does not begin at 0",
            Self::Field => "its field is no natural number",
            Self::Moves(reason) => reason.0,
            Self::Leaves => "a move leaves something else than its own heaps",
            Self::NoTheorem => "no theorem covers just these moves",
        })
    }
}
