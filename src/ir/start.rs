//! Where a loop may start: before that, a linear guard does not hold.

use std::collections::HashMap;

use super::affine::{Affine, mentions, substitute};
use super::fold;
use super::program::{Expr, ExprKind, Interval, Op, Reg, Stmt};
use super::tighten::conjuncts;

/// The first value of a variable, from below or (`down`) from above, for which a linear condition may hold; `None` where
/// it has no end on that side.
pub(super) fn first_value(condition: &Expr, reg: Reg, down: bool) -> Option<Expr> {
    let ExprKind::Binary(op @ (Op::Le | Op::Lt), a, b) = &*condition.kind else { return None };
    // Not negative where the condition holds.
    let mut form = Affine::difference(b, a)?;
    if *op == Op::Lt {
        form.add(&Expr::constant(-1), 1)?;
    }
    let factor = form.coefficient(reg)?;
    form.add(&Expr::reg(reg, Interval::new(0, 0)), factor.checked_neg()?)?;
    // What is left and `factor` times the variable.
    match (factor, down) {
        (1.., false) => {
            let mut bound = Affine::default().minus(&form)?;
            bound.add(&Expr::constant(factor - 1), 1)?;
            divided(bound, factor)
        }
        (..=-1, true) => divided(form, -factor),
        _ => None,
    }
}

/// A form divided by a positive number, rounded down.
fn divided(form: Affine, by: i64) -> Option<Expr> {
    let whole = form.expression()?;
    if by == 1 { Some(whole) } else { fold::binary(Op::FloorDiv, whole, Expr::constant(by)).ok() }
}

/// A value before which, going upwards or (`down`) downwards, a loop does nothing; `None` where its guards do not say.
#[must_use]
pub fn start(reg: Reg, down: bool, body: &[Stmt]) -> Option<Expr> {
    let (last, names) = body.split_last()?;
    let mut definitions: HashMap<Reg, Expr> = HashMap::new();
    for name in names {
        let Stmt::Let(name, e) = name else { return None };
        let e = substitute(e, &|r| definitions.get(&r).cloned())?;
        definitions.insert(*name, e);
    }
    let Stmt::If { condition, .. } = last else { return None };
    let nearest = if down { Op::Min } else { Op::Max };
    let bound = |part: &Expr| {
        let part = substitute(part, &|r| definitions.get(&r).cloned())?;
        first_value(&part, reg, down).filter(|bound| !mentions(bound, &|r| r == reg))
    };
    let bounds = conjuncts(condition).iter().filter_map(bound).collect::<Vec<Expr>>().into_iter();
    bounds.reduce(|a, b| fold::binary(nearest, a.clone(), b).unwrap_or(a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_round_that_does_something() {
        let (heap, taken) = (Expr::reg(Reg(0), Interval::new(0, 90)), Expr::reg(Reg(1), Interval::new(1, 90)));
        let three = fold::binary(Op::Mul, taken.clone(), Expr::constant(3)).expect("small");
        let at_least = fold::binary(Op::Le, heap.clone(), three.clone()).expect("a test");
        let at_most = fold::binary(Op::Lt, three, heap.clone()).expect("a test");
        let body = |condition: &Expr| vec![Stmt::If { condition: condition.clone(), body: Vec::new() }];
        let at = |e: &Option<Expr>, n: i64| {
            let with = |e: &Expr| substitute(e, &|r| (r == Reg(0)).then(|| Expr::constant(n)));
            e.as_ref().and_then(with).and_then(|e| e.as_constant())
        };
        for n in 0..20 {
            assert_eq!(at(&start(Reg(1), false, &body(&at_least)), n), Some((n + 2) / 3), "{n}");
            assert_eq!(at(&start(Reg(1), true, &body(&at_most)), n), Some((n - 1).div_euclid(3)), "{n}");
        }
        assert!(start(Reg(1), true, &body(&at_least)).is_none() && start(Reg(0), false, &body(&taken)).is_none());
    }
}
