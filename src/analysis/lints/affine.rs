//! Integer combinations of variables, and what follows from a few inequalities between them.

use crate::analysis::model::{Expr, ExprKind, Slot};
use crate::syntax::ast::BinaryOp;

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Atom {
    Local(Slot),
    Global(u32, Vec<u32>),
    /// Anything else, by its text; only within one expression.
    Text(String),
}

/// A constant and multiples of variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Affine {
    terms: Vec<(Atom, i64)>,
    constant: i64,
}

impl Affine {
    pub(super) fn atom(atom: Atom) -> Self {
        Self { terms: vec![(atom, 1)], constant: 0 }
    }

    pub(super) fn constant(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    /// The value, when it has no variable.
    pub(super) fn value(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + factor * other`; `None` when a number grows too large.
    pub(super) fn plus(&self, other: &Self, factor: i64) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (atom, n) in &other.terms {
            let n = n.checked_mul(factor)?;
            match sum.terms.iter_mut().find(|(a, _)| a == atom) {
                Some((_, m)) => *m = m.checked_add(n)?,
                None => sum.terms.push((atom.clone(), n)),
            }
        }
        sum.terms.retain(|(_, n)| *n != 0);
        Some(sum)
    }

    /// The combination that an expression is; `other` turns parts that are none into variables.
    pub(super) fn of(e: &Expr, other: &mut dyn FnMut(&Expr) -> Option<Atom>) -> Option<Self> {
        match &e.kind {
            ExprKind::Const(value) => value.as_i64().map(Self::constant),
            ExprKind::Local(slot) | ExprKind::Lazy { slot, .. } => Some(Self::atom(Atom::Local(*slot))),
            ExprKind::Global { index, path } => Some(Self::atom(Atom::Global(*index, path.clone()))),
            ExprKind::Neg(inner) => Self::default().plus(&Self::of(inner, other)?, -1),
            ExprKind::Binary { first, rest } => {
                let additive = rest.iter().all(|(op, ..)| matches!(op, BinaryOp::Add | BinaryOp::Sub));
                let products = rest.iter().all(|(op, ..)| *op == BinaryOp::Mul);
                if additive {
                    let mut sum = Self::of(first, other)?;
                    for (op, _, e) in rest {
                        sum = sum.plus(&Self::of(e, other)?, if *op == BinaryOp::Add { 1 } else { -1 })?;
                    }
                    return Some(sum);
                }
                if products && let [(_, _, second)] = rest.as_slice() {
                    let (a, b) = (Self::of(first, other)?, Self::of(second, other)?);
                    match (a.value(), b.value()) {
                        (Some(n), _) => return Self::default().plus(&b, n),
                        (_, Some(n)) => return Self::default().plus(&a, n),
                        _ => {}
                    }
                }
                other(e).map(Self::atom)
            }
            _ => other(e).map(Self::atom),
        }
    }
}

/// A combination that is at least 0, or above it.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub(super) form: Affine,
    pub(super) strict: bool,
}

/// With more facts than this only pairs are tried.
const MANY: usize = 24;

/// Whether `new` cannot hold beside `known`: it alone, or with one or two of them, adds up to a negative constant.
pub(super) fn contradicts(new: &Fact, known: &[Fact]) -> bool {
    let absurd = |form: &Affine, strict: bool| form.value().is_some_and(|n| n < 0 || (strict && n == 0));
    if absurd(&new.form, new.strict) {
        return true;
    }
    for (i, a) in known.iter().enumerate() {
        let Some(one) = new.form.plus(&a.form, 1) else { continue };
        let strict = new.strict || a.strict;
        if absurd(&one, strict) {
            return true;
        }
        if known.len() > MANY {
            continue;
        }
        for b in &known[i + 1..] {
            if one.plus(&b.form, 1).is_some_and(|two| absurd(&two, strict || b.strict)) {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x(slot: Slot) -> Affine {
        Affine::atom(Atom::Local(slot))
    }

    #[test]
    fn two_facts_may_contradict_a_third() {
        // k <= n and n <= 3 against k > 3, but not against k > 2.
        let at_least = |form: Option<Affine>| Fact { form: form.unwrap_or_default(), strict: false };
        let known = [at_least(x(1).plus(&x(0), -1)), at_least(Affine::constant(3).plus(&x(1), -1))];
        let above = |n| Fact { form: x(0).plus(&Affine::constant(n), -1).unwrap_or_default(), strict: true };
        assert!(contradicts(&above(3), &known));
        assert!(!contradicts(&above(2), &known));
    }
}
