//! Expressions as masks over a given universe. What may lie outside of it is dropped, or told by a condition.

use std::rc::Rc;

use super::tabulate::Entries;
use super::values::{Env, Low, Universe};
use super::{Expr, Lowering, Unsupported};
use crate::analysis::model::{self, Binder, ExprKind, Generator, Pattern};
use crate::ir::fold;
use crate::ir::program::Op;
use crate::syntax::ast::BinaryOp;
use crate::value::Value;

/// Sets are tabulated over at most this many combinations of the variables that they depend on.
const FEW_ENTRIES: i64 = 1 << 12;

/// What becomes of elements outside of a universe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outside {
    /// They are left out.
    Dropped,
    /// They are left out, and a condition says that there are none.
    Noted,
    /// A condition says that there are none; the mask is good for nothing where it does not hold.
    Checked,
}

/// The elements of a set that belong to a universe, and whether those are all.
pub(super) struct Within {
    pub mask: Expr,
    pub inside: Expr,
}

impl Lowering<'_> {
    /// An expression as a mask over a universe, and when that is all of it.
    pub(super) fn mask_within(
        &mut self,
        expr: &model::Expr,
        universe: &Rc<Universe>,
        outside: Outside,
        env: &Env,
    ) -> Result<Within, Unsupported> {
        let before = std::mem::take(&mut self.inside);
        let mask = self.mask_of(expr, universe, outside, env);
        let inside = std::mem::replace(&mut self.inside, before);
        Ok(Within { mask: mask?, inside: all(inside) })
    }

    /// A value as a mask over a universe, and when that is all of it.
    pub(super) fn low_within(&mut self, low: Low, universe: &Rc<Universe>) -> Result<Within, Unsupported> {
        let before = std::mem::take(&mut self.inside);
        let mask = self.as_mask(low, universe, Outside::Noted);
        let inside = std::mem::replace(&mut self.inside, before);
        Ok(Within { mask: mask?, inside: all(inside) })
    }

    /// A value as a mask over the given universe.
    pub(super) fn as_mask(&mut self, low: Low, universe: &Rc<Universe>, outside: Outside) -> Result<Expr, Unsupported> {
        match low {
            Low::Mask(u, mask) if u.same(universe) => Ok(mask),
            Low::Part(u, mask, inside) if u.same(universe) => {
                if outside != Outside::Dropped {
                    self.inside.push(inside);
                }
                Ok(mask)
            }
            Low::Known(Value::Set(set)) => {
                let mut mask = 0i64;
                for element in &set {
                    match universe.index_of(&element) {
                        Some(i) => mask |= 1 << i,
                        None if outside == Outside::Dropped => {}
                        None => return Err(Unsupported("a set outside its domain")),
                    }
                }
                Ok(Expr::constant(mask))
            }
            Low::Range(low, high) => {
                let (first, last) = universe.range().ok_or(Unsupported("a range over another universe"))?;
                if outside != Outside::Dropped && (low.interval.low < first || high.interval.high > last) {
                    let above = fold::binary(Op::Le, Expr::constant(first), low.clone())?;
                    let below = fold::binary(Op::Le, high.clone(), Expr::constant(last))?;
                    let empty = fold::binary(Op::Lt, high.clone(), low.clone())?;
                    let inside = fold::select(above, below, Expr::constant(0));
                    self.inside.push(fold::select(empty, Expr::constant(1), inside));
                }
                range_mask(&low, &high, first, last)
            }
            Low::Mask(u, mask) => self.moved_mask(&u, mask, universe, outside),
            _ => Err(Unsupported("a set without a mask")),
        }
    }

    /// A mask over other numbers.
    fn moved_mask(
        &mut self,
        of: &Universe,
        mask: Expr,
        universe: &Rc<Universe>,
        outside: Outside,
    ) -> Result<Expr, Unsupported> {
        let (Some((a, b)), Some((c, d))) = (of.range(), universe.range()) else {
            return Err(Unsupported("sets over different universes"));
        };
        if b < c || d < a {
            return Err(Unsupported("sets over different numbers"));
        }
        if outside != Outside::Dropped && (a < c || b > d) {
            let kept = (a..=b).filter(|n| (c..=d).contains(n)).fold(0i64, |kept, n| kept | 1 << (n - a));
            let outside = fold::binary(Op::AndNot, mask.clone(), Expr::constant(kept))?;
            self.inside.push(fold::binary(Op::Eq, outside, Expr::constant(0))?);
        }
        let shifted = if a >= c {
            fold::binary(Op::Shl, mask, Expr::constant(a - c))?
        } else {
            fold::binary(Op::Shr, mask, Expr::constant(c - a))?
        };
        if b <= d { Ok(shifted) } else { fold::binary(Op::And, shifted, Expr::constant(universe.full())) }
    }

    /// An expression as a mask over the given universe: literals element by element, the rest by its value.
    pub(super) fn mask_of(
        &mut self,
        expr: &model::Expr,
        universe: &Rc<Universe>,
        outside: Outside,
        env: &Env,
    ) -> Result<Expr, Unsupported> {
        if let Some(value) = self.known(expr, env) {
            return self.as_mask(Low::Known(value), universe, outside);
        }
        match &expr.kind {
            ExprKind::Set(items) => {
                if items.len() > 2
                    && let Ok(table) = self.small_mask_table(expr, universe, outside, env)
                {
                    return Ok(table);
                }
                let mut mask = Expr::constant(0);
                for item in items {
                    let index = self.member_index(item, universe, env)?;
                    let bit = self.bit_of(index, Expr::constant(1), outside)?;
                    mask = fold::binary(Op::Or, mask, bit)?;
                }
                Ok(mask)
            }
            ExprKind::Comprehension { set: true, generator } => {
                let noted = self.inside.len();
                let table = self.small_mask_table(expr, universe, outside, env);
                let table = table.or_else(|_| self.filtered(generator, universe, outside, env));
                if let Ok(mask) = table {
                    return Ok(mask);
                }
                self.inside.truncate(noted);
                self.mask_by_element(generator, universe, outside, env)
            }
            ExprKind::Binary { first, rest } => self.mask_chain(first, rest, universe, outside, env),
            ExprKind::If { arms, otherwise } => {
                let noted = self.inside.len();
                let mut result = self.mask_of(otherwise, universe, outside, env)?;
                for (condition, then) in arms.iter().rev() {
                    let condition = self.condition(condition, env)?;
                    let others = all(self.inside.split_off(noted));
                    let then = self.mask_of(then, universe, outside, env)?;
                    let these = all(self.inside.split_off(noted));
                    self.inside.push(fold::select(condition.clone(), these, others));
                    result = fold::select(condition, then, result);
                }
                Ok(result)
            }
            _ => {
                let noted = self.inside.len();
                let attempt = self.value(expr, env).and_then(|low| self.as_mask(low, universe, outside));
                attempt.or_else(|reason| {
                    self.inside.truncate(noted);
                    self.tabulate(expr, &Entries::Masks(universe, outside == Outside::Dropped), env).map_err(|_| reason)
                })
            }
        }
    }

    /// Operators on sets, from left to right.
    fn mask_chain(
        &mut self,
        first: &model::Expr,
        rest: &[(BinaryOp, crate::base::Span, model::Expr)],
        universe: &Rc<Universe>,
        outside: Outside,
        env: &Env,
    ) -> Result<Expr, Unsupported> {
        let noted = self.inside.len();
        let strict = self.mask_of(first, universe, outside, env);
        let certain = strict.is_ok() && self.inside.len() == noted;
        let (mut mask, rest) = match rest {
            // What lies outside may be dropped from one side of an intersection.
            [(BinaryOp::Intersection, _, operand), rest @ ..] if !certain => {
                self.inside.truncate(noted);
                let first = self.mask_of(first, universe, Outside::Dropped, env)?;
                let operand = self.mask_of(operand, universe, outside, env)?;
                (fold::binary(Op::And, first, operand)?, rest)
            }
            rest => (strict?, rest),
        };
        for (op, _, operand) in rest {
            let drops = matches!(op, BinaryOp::Sub | BinaryOp::Intersection);
            let outside = if drops { Outside::Dropped } else { outside };
            let operand = self.mask_of(operand, universe, outside, env)?;
            mask = fold::binary(set_op(*op)?, mask, operand)?;
        }
        Ok(mask)
    }

    /// A set as a table over the few variables that it depends on, if these have few values together.
    fn small_mask_table(
        &mut self,
        expr: &model::Expr,
        universe: &Rc<Universe>,
        outside: Outside,
        env: &Env,
    ) -> Result<Expr, Unsupported> {
        if self.combinations(expr, env)? > FEW_ENTRIES {
            return Err(Unsupported("a table would be too large"));
        }
        self.tabulate(expr, &Entries::Masks(universe, outside == Outside::Dropped), env)
    }

    /// `{y for y in X if c}` by a table of conditions; other sets made of the elements of one by where each goes.
    fn filtered(
        &mut self,
        generator: &Generator,
        universe: &Rc<Universe>,
        outside: Outside,
        env: &Env,
    ) -> Result<Expr, Unsupported> {
        let is_filter = |slot: &u32| matches!(generator.body.kind, ExprKind::Local(s) if s == *slot);
        let noted = self.inside.len();
        if let [Binder::In { pattern: Pattern::Slot(slot, _), domain }, guards @ ..] = &generator.binders[..]
            && is_filter(slot)
            && guards.iter().all(|g| matches!(g, Binder::If(_)))
            && let Ok(base) = self.mask_of(domain, universe, outside, env)
            // A guard may leave out what lies outside.
            && (guards.is_empty() || self.inside.len() == noted)
        {
            let mut mask = base;
            for guard in guards {
                let Binder::If(condition) = guard else { continue };
                match self.holds_for(condition, *slot, universe, env) {
                    Ok(holds) => mask = fold::binary(Op::And, mask, holds)?,
                    Err(_) => mask = self.filter_each(condition, *slot, mask, universe, env)?,
                }
            }
            return Ok(mask);
        }
        self.inside.truncate(noted);
        self.mapped(generator, universe, outside, env)
    }

    /// Any comprehension, element by element.
    fn mask_by_element(
        &mut self,
        generator: &Generator,
        universe: &Rc<Universe>,
        outside: Outside,
        env: &Env,
    ) -> Result<Expr, Unsupported> {
        let mut mask = Expr::constant(0);
        let universe = Rc::clone(universe);
        self.unroll(&generator.binders, env, &mut |low, env, guard| {
            let index = low.member_index(&generator.body, &universe, env)?;
            let bit = low.bit_of(index, guard, outside)?;
            mask = fold::binary(Op::Or, mask.clone(), bit)?;
            Ok(())
        })?;
        Ok(mask)
    }

    /// Keeps the elements of a mask for which a condition holds, one test an element of the universe.
    fn filter_each(
        &mut self,
        condition: &model::Expr,
        slot: u32,
        mask: Expr,
        universe: &Rc<Universe>,
        env: &Env,
    ) -> Result<Expr, Unsupported> {
        let mut kept = Expr::constant(0);
        for i in 0..universe.len() {
            let element = Low::Known(universe.value(i).ok_or(Unsupported("an empty universe"))?);
            let condition = self.condition(condition, &env.with(slot, element))?;
            let bit = fold::select(condition, Expr::constant(1 << i), Expr::constant(0));
            kept = fold::binary(Op::Or, kept, bit)?;
        }
        fold::binary(Op::And, mask, kept)
    }

    /// The mask of one member, if a condition holds; an index of -1 lies outside.
    fn bit_of(&mut self, index: Expr, guard: Expr, outside: Outside) -> Result<Expr, Unsupported> {
        let (inside, index) = apart(index)?;
        if outside != Outside::Dropped {
            let inside = fold::select(guard.clone(), inside.clone(), Expr::constant(1));
            if inside.as_constant() != Some(1) {
                self.inside.push(inside);
            }
        }
        let wanted = if outside == Outside::Checked { guard } else { fold::select(guard, inside, Expr::constant(0)) };
        let bit = fold::binary(Op::Shl, Expr::constant(1), index)?;
        Ok(fold::select(wanted, bit, Expr::constant(0)))
    }
}

/// An index that may be -1 as a condition that it is none, and an index that is right where the condition holds.
fn apart(index: Expr) -> Result<(Expr, Expr), Unsupported> {
    if index.interval.low >= 0 {
        return Ok((Expr::constant(1), index));
    }
    if let crate::ir::ExprKind::Select(inside, place, otherwise) = &*index.kind
        && otherwise.as_constant() == Some(-1)
        && place.interval.low >= 0
    {
        return Ok((inside.clone(), place.clone()));
    }
    let inside = fold::binary(Op::Le, Expr::constant(0), index.clone())?;
    Ok((inside, fold::binary(Op::Max, index, Expr::constant(0))?))
}

/// The conjunction of conditions.
pub(super) fn all(parts: Vec<Expr>) -> Expr {
    parts.into_iter().rev().fold(Expr::constant(1), |rest, part| fold::select(part, rest, Expr::constant(0)))
}

/// Why an option may not be built.
pub(super) const OUTSIDE: Unsupported = Unsupported("a set that may lie outside its domain");

/// The operator on masks.
pub(super) fn set_op(op: BinaryOp) -> Result<Op, Unsupported> {
    match op {
        BinaryOp::Union => Ok(Op::Or),
        BinaryOp::Intersection => Ok(Op::And),
        BinaryOp::Sub => Ok(Op::AndNot),
        BinaryOp::Xor => Ok(Op::Xor),
        _ => Err(Unsupported("an operator that sets do not have")),
    }
}

/// The mask of `low..=high` over the integers `first..=last`, clipped to them; at most 64 of them.
pub(super) fn range_mask(low: &Expr, high: &Expr, first: i64, last: i64) -> Result<Expr, Unsupported> {
    let low = fold::binary(Op::Max, low.clone(), Expr::constant(first))?;
    let high = fold::binary(Op::Min, high.clone(), Expr::constant(last))?;
    let some = fold::binary(Op::Le, low.clone(), high.clone())?;
    // Bits from `low` on without those above `high`: no shift passes 63 where there are any.
    let width = last - first;
    let clipped = |e: Expr| {
        let e = fold::binary(Op::Min, e, Expr::constant(width))?;
        fold::binary(Op::Max, e, Expr::constant(0))
    };
    let from = clipped(fold::binary(Op::Sub, low, Expr::constant(first))?)?;
    let above = clipped(fold::binary(Op::Sub, Expr::constant(last), high)?)?;
    let ones = Expr::constant(-1);
    let from = fold::binary(Op::Shl, ones.clone(), from)?;
    let full = fold::binary(Op::Shr, ones, Expr::constant(63 - width))?;
    let upto = fold::binary(Op::Shr, full, above)?;
    let mask = fold::binary(Op::And, from, upto)?;
    Ok(fold::select(some, mask, Expr::constant(0)))
}
