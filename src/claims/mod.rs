//! Floor 9: verdicts on claims. Every instance in binder order, the smallest counterexample, and what was never tried.

mod automatic;
mod check;
mod endless;
mod formula;
mod outcomes;
mod prove;
mod sides;
mod total;

pub use automatic::Grounds;
pub use check::{check_claim, prove_claim};
pub use formula::{Formula, prove_formula};
pub use outcomes::{NoCheck, check_outcomes};
pub use sides::Side;

use std::rc::Rc;

use crate::base::Span;
use crate::eval::Stop;
use crate::value::Value;

/// What was found out about a claim or a `refute`. The verdict is about the *statement*, whichever keyword stands
/// in front of it; [`ClaimReport::as_stated`] compares the two.
#[derive(Debug)]
pub enum Verdict {
    /// True for every instance of an unbounded claim, by a theorem whose conditions were checked.
    Proved {
        /// The theorem and the range that had to be verified, in one sentence.
        theorem: String,
    },
    /// True for every instance, all of which were tried.
    Holds,
    /// False for the instance of [`ClaimReport::counterexample`].
    Refuted,
    /// The guards left nothing to check.
    Empty,
    /// A guard on parameters alone is false.
    Skipped,
    /// Neither proved nor refuted.
    Undecided {
        /// Why, in one sentence.
        reason: String,
        /// What in the file stands in the way; [`Span::NONE`] where nothing does.
        place: Span,
    },
    /// Evaluation ended early: a limit, or a fault of the program.
    Stopped(Stop),
}

/// An instance for which the statement is false.
#[derive(Debug)]
pub struct Counterexample {
    /// Every variable with its value, in binder order.
    pub bindings: Vec<(Rc<str>, Value)>,
    /// Its number among all instances, from 1; 0 where it was found without trying them.
    pub number: u64,
    /// The values of both sides of the top comparison, where there is one.
    pub sides: Vec<Side>,
}

/// The verdict on one claim, with what led to it.
#[derive(Debug)]
pub struct ClaimReport {
    /// `refute` rather than `claim`.
    pub refute: bool,
    /// The verdict on the statement.
    pub verdict: Verdict,
    /// Instances tried.
    pub instances: u64,
    /// All instances there are, where they can be counted without asking about positions.
    pub total: Option<u64>,
    /// The smallest counterexample in binder order.
    pub counterexample: Option<Counterexample>,
    /// Every enumerated variable with the place of its domain.
    pub ranges: Vec<(Rc<str>, Span)>,
    /// What a proof by automata rests on.
    pub grounds: Option<Grounds>,
}

impl ClaimReport {
    /// Whether the keyword's promise was kept: a `claim` that stands, a `refute` that found its counterexample.
    /// `None` when it is undecided or was stopped.
    #[must_use]
    pub fn as_stated(&self) -> Option<bool> {
        match self.verdict {
            Verdict::Proved { .. } | Verdict::Holds => Some(!self.refute),
            Verdict::Refuted => Some(self.refute),
            Verdict::Empty => Some(false),
            Verdict::Skipped => Some(true),
            Verdict::Undecided { .. } | Verdict::Stopped(_) => None,
        }
    }
}
