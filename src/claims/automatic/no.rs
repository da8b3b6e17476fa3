//! Why there is no proof.

use crate::automata::{Halt, Numeration};
use crate::base::{Exceeded, Span};
use crate::eval::Stop;

/// Why something is not translated, or not decided.
#[derive(Debug)]
pub(super) enum No {
    /// It leaves what the automata decide: in a clause that follows "because", with its place.
    Outside(String, Span),
    /// It is in the class of another numeration.
    Wants(Numeration),
    /// The position is being proved: the games lead to each other.
    Circle,
    /// A limit of the run.
    Limit(Exceeded),
    /// The work on automata ended early.
    Halt(Halt),
}

/// What a translation gives.
pub(super) type Read<T> = Result<T, No>;

impl No {
    pub(super) fn outside<T>(reason: impl Into<String>, span: Span) -> Read<T> {
        Err(Self::Outside(reason.into(), span))
    }
}

impl From<Halt> for No {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Limit(exceeded) => Self::Limit(exceeded),
            other => Self::Halt(other),
        }
    }
}

impl From<Stop> for No {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Limit(exceeded) => Self::Limit(exceeded),
            // All parts of a condition are read, also those that no position comes to.
            Stop::Fault(fault) => Self::Outside("a part of it has no value".to_owned(), fault.span),
        }
    }
}

/// A number beyond what is computed with.
pub(super) fn large<T>(value: Option<T>) -> Read<T> {
    value.ok_or(No::Halt(Halt::Size))
}
