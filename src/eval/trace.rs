//! What a fault picks up on its way outwards: where it happened, and under which bindings.

use super::{Fault, FaultKind, Frame, Stop, TraceStep};
use crate::analysis::model::{Binder, Pattern};
use crate::base::Span;
use crate::value::Value;

/// A trace keeps this many steps: the innermost ones, and the outermost one in the last place, with a gap between.
const MAX_STEPS: usize = 8;

fn add(fault: &mut Fault, step: TraceStep) {
    if fault.trace.len() < MAX_STEPS {
        fault.trace.push(step);
    } else if let [.., before, last] = fault.trace.as_mut_slice() {
        // The last place is the outermost step's, the one before it says that others are left out.
        if !before.is_gap() {
            *before = TraceStep::gap();
        }
        *last = step;
    }
}

/// The fault happened inside another construct, which has variables of its own.
#[cold]
pub(super) fn inside(mut stop: Stop, step: impl FnOnce() -> TraceStep) -> Stop {
    if let Stop::Fault(fault) = &mut stop {
        if let FaultKind::IndexOutside { slot, .. } = &mut fault.kind {
            *slot = None;
        }
        add(fault, step());
    }
    stop
}

/// The fault happened in a clause with these binders.
#[cold]
pub(super) fn in_clause(mut stop: Stop, binders: &[Binder], step: impl FnOnce() -> TraceStep) -> Stop {
    if let Stop::Fault(fault) = &mut stop {
        find_domain(fault, binders);
    }
    inside(stop, step)
}

/// The fault happened under the binders of a comprehension.
#[cold]
pub(super) fn under_binders(mut stop: Stop, binders: &[Binder], frame: &Frame) -> Stop {
    if let Stop::Fault(fault) = &mut stop {
        find_domain(fault, binders);
        let bindings = frame.bound_by(binders);
        if !bindings.is_empty() {
            add(fault, TraceStep { what: "".into(), span: Span::NONE, bindings, position: None });
        }
    }
    stop
}

/// Looks for the binder of the variable that is an index outside its list.
fn find_domain(fault: &mut Fault, binders: &[Binder]) {
    let FaultKind::IndexOutside { slot: Some(index), domain, .. } = &mut fault.kind else { return };
    if domain.is_some() {
        return;
    }
    let found = binders.iter().find_map(|binder| match binder {
        Binder::In { pattern: Pattern::Slot(slot, _), domain } if slot == index => Some(domain.span),
        _ => None,
    });
    if found.is_some() {
        *domain = found;
    }
}

/// A fault without a place happened at least here.
pub(super) fn at_least(mut stop: Stop, span: Span) -> Stop {
    if let Stop::Fault(fault) = &mut stop
        && fault.span.is_none()
    {
        fault.span = span;
        if let FaultKind::Said(said) | FaultKind::OutOfReach(said) = &mut fault.kind
            && said.primary.span.is_none()
        {
            said.primary.span = span;
        }
    }
    stop
}

/// Adds an enclosing construct: for statements, which live outside evaluation.
#[must_use]
pub fn within(stop: Stop, what: &str, span: Span, bindings: Vec<(std::rc::Rc<str>, Value)>) -> Stop {
    inside(stop, || TraceStep { what: what.into(), span, bindings, position: None })
}
