//! Why an evaluation ended without a value.

use std::rc::Rc;

use crate::base::{Exceeded, Span};
use crate::cgt::FormError;
use crate::value::Value;

/// Why an evaluation ended without a value.
#[derive(Clone, Debug)]
pub enum Stop {
    /// A limit was reached, or Ctrl-C.
    Limit(Exceeded),
    /// The program is at fault.
    Fault(Box<Fault>),
}

impl From<Exceeded> for Stop {
    fn from(exceeded: Exceeded) -> Self {
        Self::Limit(exceeded)
    }
}

impl From<&Stop> for Option<Exceeded> {
    fn from(stop: &Stop) -> Self {
        if let Stop::Limit(exceeded) = stop { Some(*exceeded) } else { None }
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

impl From<FaultKind> for Stop {
    /// A fault whose place is not known yet.
    fn from(kind: FaultKind) -> Self {
        fault(Span::NONE, kind)
    }
}

/// A fault of the program: what, where, and the bindings of every enclosing binder.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The place.
    pub span: Span,
    /// What is wrong.
    pub kind: FaultKind,
    /// Where it happened, innermost first: filled in as the fault travels outwards.
    pub trace: Vec<TraceStep>,
}

/// One enclosing construct of a fault.
#[derive(Clone, Debug)]
pub struct TraceStep {
    /// `move take`, `claim low`, `function f`, `` `same as` ``; empty for the variables of a comprehension.
    pub what: Rc<str>,
    /// Its place.
    pub span: Span,
    /// Variables bound so far.
    pub bindings: Vec<(Rc<str>, Value)>,
    /// The position that it is about, as printed: `Sub(1)`.
    pub position: Option<Rc<str>>,
}

impl TraceStep {
    /// Stands for steps that are left out.
    pub(super) fn gap() -> Self {
        Self { what: "...".into(), span: Span::NONE, bindings: Vec::new(), position: None }
    }

    /// Whether steps are left out here.
    pub(super) fn is_gap(&self) -> bool {
        &*self.what == "..."
    }
}

/// A fault at a place.
pub(super) fn fault(span: Span, kind: FaultKind) -> Stop {
    Fault { span, kind, trace: Vec::new() }.into()
}

/// What is wrong. Data only: the wording stands in `eval::wording`.
#[derive(Clone, Debug)]
pub enum FaultKind {
    /// Anything that is said in one sentence, with its code and ways out.
    Said(Box<crate::diagnostics::Diagnostic>),
    /// The same, where there is an answer that is out of reach: nothing is at fault, and what was asked stays undecided.
    OutOfReach(Box<crate::diagnostics::Diagnostic>),
    /// A move (or another expression) builds a position outside the game's domain.
    LeavesDomain {
        /// The game's index.
        game: u32,
        /// The place of the rule parameter or field: parameters first, then fields.
        place: u32,
        /// What it would be, or the part of it that is wrong.
        value: Value,
    },
    /// A parameter of a file lies outside its domain.
    ParamOutside {
        /// The global's index.
        global: u32,
        /// The value, or the part of it that is wrong.
        value: Value,
    },
    /// An argument of a function is not what the function's header asks for.
    ArgumentOutside {
        /// The function's index.
        function: u32,
        /// Which parameter.
        param: u32,
        /// The value, or the part of it that is wrong.
        value: Value,
    },
    /// An index outside a list or text.
    IndexOutside {
        /// The index.
        index: Value,
        /// "list", "tuple" or "text".
        what: &'static str,
        /// How many entries there are.
        len: usize,
        /// The place of the list.
        list: Span,
        /// The variable that the index is, if it is one, until its binder is known.
        slot: Option<u32>,
        /// The domain of that variable.
        domain: Option<Span>,
    },
    /// A position repeats in a game that is not `loopy`: the shortest cycle, as positions and the labels between them;
    /// the last label leads back to the first position.
    Cycle {
        /// Positions, as printed.
        positions: Vec<String>,
        /// The label that leads on from each.
        labels: Vec<String>,
    },
    /// A function, a `let` or a query needs its own result.
    SelfReference {
        /// What is computed, as printed, in order; the last needs the first.
        chain: Vec<String>,
        /// An equation leads back, not a call.
        equation: bool,
    },
    /// A `same as` or `equals` is wrong at a position.
    WrongEquation {
        /// `same as` rather than `equals`.
        same: bool,
        /// The position, as printed.
        position: String,
        /// What the equation makes of it, as printed.
        image: String,
        /// What differs, in words: options of both sides, or both values.
        detail: Vec<String>,
        /// The other keyword would have been right at this many positions checked (0: not known).
        other_right_at: u64,
    },
    /// A value has no canonical form within the bounds.
    NoForm(FormError),
    /// A defect of ours.
    Defect(&'static str),
}
