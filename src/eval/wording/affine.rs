//! The guard that keeps a move inside its domain: an affine expression that must not be negative, solved for a binder.

use crate::analysis::linear::form;
use crate::analysis::model::{Binder, Expr, ExprKind, Move, Pattern, Slot};
use crate::analysis::visit;
use crate::base::{SourceMap, Span};
use crate::linear::Linear;
use crate::syntax::ast::BinaryOp;

use super::snippet;

/// The slots that the expression at `span`, somewhere in `root`, mentions.
pub(super) fn slots_at(root: &Expr, span: Span) -> Vec<Slot> {
    let mut found = Vec::new();
    visit::walk(root, &mut |expr| {
        if expr.span == span {
            visit::walk(expr, &mut |inner| {
                if let ExprKind::Local(slot) = inner.kind {
                    found.push(slot);
                }
            });
        }
    });
    found
}

/// A part of a sum as it is written, and the variable that it is.
#[derive(Clone, PartialEq)]
struct Part {
    text: String,
    slot: Option<Slot>,
}

/// A condition under which the expression at `span` in the clause's target is not negative: `k <= n` for `n - k`.
pub(super) fn guard(clause: &Move, span: Span, sources: &SourceMap) -> Option<String> {
    let mut found = None;
    visit::walk(&clause.target, &mut |expr| {
        if expr.span == span && found.is_none() {
            found = Some(form(expr, &mut |part| part_of(part, sources)));
        }
    });
    let sum: Linear<Part> = found??;
    // What pulls below zero is a binder, or what a field has to make up for.
    let bound: Vec<Slot> = clause.binders.iter().flat_map(bound_slots).collect();
    let pulls = |(part, factor): &(Part, i64)| *factor < 0 && part.slot.is_some_and(|slot| bound.contains(&slot));
    let makes_up = |(part, factor): &(Part, i64)| *factor > 0 && part.slot.is_some();
    if !sum.terms.iter().any(|term| pulls(term) || makes_up(term)) {
        return None;
    }
    Some(format!("{} <= {}", side(&sum, -1), side(&sum, 1)))
}

/// What a part of a sum that is no sum is taken for.
fn part_of(expr: &Expr, sources: &SourceMap) -> Option<Part> {
    let slot = match &expr.kind {
        ExprKind::Local(slot) => Some(*slot),
        ExprKind::Lazy { .. } | ExprKind::Global { .. } | ExprKind::Index(..) | ExprKind::Call { .. } => None,
        ExprKind::Binary { rest, .. } if matches!(rest[..], [(BinaryOp::Mul, ..)]) => None,
        _ => return None,
    };
    Some(Part { text: snippet(expr.span, sources), slot })
}

fn bound_slots(binder: &Binder) -> Vec<Slot> {
    fn slots(pattern: &Pattern, found: &mut Vec<Slot>) {
        match pattern {
            Pattern::Slot(slot, _) => found.push(*slot),
            Pattern::Ignore => {}
            Pattern::Tuple(parts, _) => parts.iter().for_each(|part| slots(part, found)),
        }
    }
    let mut found = Vec::new();
    if let Binder::In { pattern, .. } | Binder::Is { pattern, .. } = binder {
        slots(pattern, &mut found);
    }
    found
}

/// A side of the inequality, without signs: what has this one.
fn side(sum: &Linear<Part>, sign: i64) -> String {
    let term = |(part, factor): &(Part, i64)| match factor.unsigned_abs() {
        1 => part.text.clone(),
        n => format!("{n}*{}", part.text),
    };
    let mut shown: Vec<String> = sum.terms.iter().filter(|(_, factor)| factor.signum() == sign).map(term).collect();
    if sum.constant.signum() == sign {
        shown.push(sum.constant.unsigned_abs().to_string());
    }
    if shown.is_empty() { "0".into() } else { shown.join(" + ") }
}
