//! Why rules have no machine form.

use crate::base::Span;

/// Why rules could not be lowered: in words, for `--stats`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unsupported(pub &'static str);

/// Why a game has no machine form, and what is to blame for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obstacle {
    /// In words.
    pub reason: &'static str,
    /// The construct in the rules; [`Span::NONE`] when it is the game as a whole.
    pub at: Span,
    /// It is a mistake of the lowering: whoever asks is told so.
    pub defect: bool,
}

impl From<&'static str> for Obstacle {
    fn from(reason: &'static str) -> Self {
        Self { reason, at: Span::NONE, defect: false }
    }
}

impl From<Unsupported> for Obstacle {
    fn from(unsupported: Unsupported) -> Self {
        unsupported.0.into()
    }
}

/// The last construct that had no lowering.
#[derive(Clone, Copy)]
pub(super) struct Blamed {
    /// How many were before.
    pub number: u64,
    pub reason: Unsupported,
    pub at: Span,
}
