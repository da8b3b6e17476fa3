//! The guard that keeps a move inside its domain: an affine expression that must not be negative, solved for a binder.

use crate::analysis::model::{Binder, Expr, ExprKind, Move, Pattern, Slot};
use crate::analysis::visit;
use crate::base::{SourceMap, Span};
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

/// One term of a sum: how often, and what.
struct Term {
    factor: i64,
    text: String,
    slot: Option<Slot>,
}

/// A condition under which the expression at `span` in the clause's target is not negative: `k <= n` for `n - k`.
pub(super) fn guard(clause: &Move, span: Span, sources: &SourceMap) -> Option<String> {
    let mut terms = None;
    visit::walk(&clause.target, &mut |expr| {
        if expr.span == span && terms.is_none() {
            let mut sum = Vec::new();
            terms = Some(collect(expr, 1, sources, &mut sum).map(|()| merge(sum)));
        }
    });
    let terms = terms??;
    // What pulls below zero is a binder, or what a field has to make up for.
    let bound: Vec<Slot> = clause.binders.iter().flat_map(bound_slots).collect();
    let (negative, positive): (Vec<&Term>, Vec<&Term>) = terms.iter().partition(|term| term.factor < 0);
    let pulls = negative.iter().any(|term| term.slot.is_some_and(|slot| bound.contains(&slot)));
    if !pulls && !positive.iter().any(|term| term.slot.is_some()) {
        return None;
    }
    Some(format!("{} <= {}", side(&negative), side(&positive)))
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

/// Adds `factor` times an expression to a sum of terms.
fn collect(expr: &Expr, factor: i64, sources: &SourceMap, sum: &mut Vec<Term>) -> Option<()> {
    match &expr.kind {
        ExprKind::Const(value) => {
            let n = value.as_i64()?.checked_mul(factor)?;
            sum.push(Term { factor: n, text: String::new(), slot: None });
        }
        ExprKind::Neg(inner) => collect(inner, factor.checked_neg()?, sources, sum)?,
        ExprKind::Binary { first, rest } if rest.iter().all(|(op, ..)| matches!(op, BinaryOp::Add | BinaryOp::Sub)) => {
            collect(first, factor, sources, sum)?;
            for (op, _, operand) in rest {
                let sign = if *op == BinaryOp::Add { factor } else { factor.checked_neg()? };
                collect(operand, sign, sources, sum)?;
            }
        }
        ExprKind::Binary { first, rest } => {
            let [(BinaryOp::Mul, _, second)] = &rest[..] else { return None };
            match (&first.kind, &second.kind) {
                (ExprKind::Const(n), _) => collect(second, n.as_i64()?.checked_mul(factor)?, sources, sum)?,
                (_, ExprKind::Const(n)) => collect(first, n.as_i64()?.checked_mul(factor)?, sources, sum)?,
                _ => sum.push(Term { factor, text: snippet(expr.span, sources), slot: None }),
            }
        }
        ExprKind::Local(slot) => sum.push(Term { factor, text: snippet(expr.span, sources), slot: Some(*slot) }),
        ExprKind::Lazy { .. } | ExprKind::Global { .. } | ExprKind::Index(..) | ExprKind::Call { .. } => {
            sum.push(Term { factor, text: snippet(expr.span, sources), slot: None });
        }
        _ => return None,
    }
    Some(())
}

/// Joins equal terms.
fn merge(sum: Vec<Term>) -> Vec<Term> {
    let mut merged: Vec<Term> = Vec::new();
    for term in sum {
        match merged.iter_mut().find(|other| other.text == term.text) {
            Some(other) => other.factor = other.factor.saturating_add(term.factor),
            None => merged.push(term),
        }
    }
    merged.retain(|term| term.factor != 0);
    merged
}

/// A side of the inequality, without signs.
fn side(terms: &[&Term]) -> String {
    let shown: Vec<_> = terms
        .iter()
        .map(|term| match (term.factor.unsigned_abs(), term.text.is_empty()) {
            (n, true) => n.to_string(),
            (1, false) => term.text.clone(),
            (n, false) => format!("{n}*{}", term.text),
        })
        .collect();
    if shown.is_empty() { "0".into() } else { shown.join(" + ") }
}
