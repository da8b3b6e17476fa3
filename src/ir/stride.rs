//! Loops over numbers of one remainder: they go by steps.

use std::collections::HashMap;

use super::affine::{Affine, mentions, substitute};
use super::fold;
use super::program::{Expr, ExprKind, Op, Reg, Stmt};
use super::tighten::{all, conjuncts};

/// Numbers beyond this are left alone: sums of a few of them stay far from overflow.
const MOST: i64 = 1 << 60;

/// A loop of which only every so many rounds do anything.
#[derive(Debug)]
pub struct Stride {
    /// The first value that does, or one beyond the last.
    pub first: Expr,
    /// How far it is to the next; at least 1.
    pub step: Expr,
    /// The body, without the guard that this takes over.
    pub body: Vec<Stmt>,
}

/// How a loop over `low..=high` may go by steps: its body does nothing unless `e % m == r`, where `m` and `r` stay the same
/// and `e` goes up or down by one with every round.
#[must_use]
pub fn stride(reg: Reg, (low, high): (&Expr, &Expr), body: &[Stmt]) -> Option<Stride> {
    let mut definitions = HashMap::new();
    let (first, step, body) = inside(reg, (low, high), body, &mut definitions)?;
    Some(Stride { first, step, body })
}

/// What is done in a round: names, and one guarded block; as deep as guards nest.
fn inside(
    reg: Reg,
    ends: (&Expr, &Expr),
    body: &[Stmt],
    definitions: &mut HashMap<Reg, Expr>,
) -> Option<(Expr, Expr, Vec<Stmt>)> {
    let (last, names) = body.split_last()?;
    for name in names {
        let Stmt::Let(name, e) = name else { return None };
        let e = substitute(e, &|r| definitions.get(&r).cloned())?;
        definitions.insert(*name, e);
    }
    let Stmt::If { condition, body } = last else { return None };
    let with = |last: Stmt| names.iter().cloned().chain([last]).collect();
    let parts = conjuncts(condition);
    for (at, part) in parts.iter().enumerate() {
        let Some((first, step)) = steps(reg, ends, part, definitions) else { continue };
        let rest = parts.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, part)| part.clone());
        return Some((first, step, with(Stmt::If { condition: all(rest.collect()), body: body.clone() })));
    }
    let (first, step, body) = inside(reg, ends, body, definitions)?;
    Some((first, step, with(Stmt::If { condition: condition.clone(), body })))
}

/// The first value for which a guard holds, and how far it is from one to the next.
fn steps(
    reg: Reg,
    (low, high): (&Expr, &Expr),
    guard: &Expr,
    definitions: &HashMap<Reg, Expr>,
) -> Option<(Expr, Expr)> {
    let ExprKind::Binary(Op::Eq, a, b) = &*guard.kind else { return None };
    let (e, m, r) = match (&*a.kind, &*b.kind) {
        (ExprKind::Binary(Op::Mod, e, m), _) => (e, m, b),
        (_, ExprKind::Binary(Op::Mod, e, m)) => (e, m, a),
        _ => return None,
    };
    let inlined = |e: &Expr| substitute(e, &|r| definitions.get(&r).cloned());
    let (e, m, r) = (inlined(e)?, inlined(m)?, inlined(r)?);
    let changes = |e: &Expr| mentions(e, &|other| other == reg);
    let far = |e: &Expr| e.interval.low < -MOST || e.interval.high > MOST;
    if changes(&m) || changes(&r) || m.interval.low < 1 || [&e, &m, &r, low, high].into_iter().any(far) {
        return None;
    }
    let mut form = Affine::of(&e)?;
    let factor = form.coefficient(reg).filter(|factor| factor.abs() == 1)?;
    form.terms.retain(|(atom, _)| !matches!(*atom.kind, ExprKind::Reg(other) if other == reg));
    let rest = form.expression()?;
    // Of `rest + k` or `rest - k`, with `k` from `low` on.
    let place =
        if factor == 1 { fold::binary(Op::Sub, r.clone(), rest) } else { fold::binary(Op::Sub, rest, r.clone()) };
    let ahead = fold::binary(Op::Sub, place.ok()?, low.clone()).ok()?;
    let ahead = fold::binary(Op::Mod, ahead, m.clone()).ok()?;
    let first = fold::binary(Op::Add, low.clone(), ahead).ok()?;
    // Nothing leaves a remainder that is negative, or not less than what it is divided by.
    let within = fold::binary(Op::Le, Expr::constant(0), r.clone()).ok()?;
    let below = fold::binary(Op::Lt, r, m.clone()).ok()?;
    let possible = fold::select(within, below, Expr::constant(0));
    let none = fold::binary(Op::Add, high.clone(), Expr::constant(1)).ok()?;
    Some((fold::select(possible, first, none), m))
}
