//! Sets as masks.

use std::rc::Rc;

use super::tabulate::Entries;
use super::values::{Env, Low, Universe};
use super::{Expr, Lowering, MASK_BITS, Unsupported};
use crate::analysis::model::{self, Binder, ExprKind, Generator, Pattern};
use crate::ir::fold;
use crate::ir::program::Op;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::Value;

impl Lowering<'_> {
    /// Whether `a in b`.
    pub(super) fn contains(&mut self, a: &model::Expr, b: &model::Expr, env: &mut Env) -> Result<Expr, Unsupported> {
        if let ExprKind::Set(items) | ExprKind::List(items) = &b.kind
            && self.known(b, env).is_none()
        {
            let a = self.value(a, env)?;
            let mut result = Expr::constant(0);
            for item in items.iter().rev() {
                let item = self.value(item, env)?;
                result = fold::select(self.equal(a.clone(), item)?, Expr::constant(1), result);
            }
            return Ok(result);
        }
        if let Some(list) = self.list_of_one(b, env) {
            return self.in_list(a, list, env);
        }
        match self.value(b, env)? {
            Low::Range(low, high) => {
                let x = self.value(a, env)?.int()?;
                let above = fold::binary(Op::Le, low, x.clone())?;
                let below = fold::binary(Op::Le, x, high)?;
                Ok(fold::select(above, below, Expr::constant(0)))
            }
            Low::Mask(universe, mask) => {
                let index = self.member_index(a, &universe, env)?;
                bit_at(mask, index)
            }
            Low::Known(Value::Set(set)) => self.in_known_set(a, &set, env),
            other => {
                let a = self.value(a, env)?;
                let mut result = Expr::constant(0);
                for item in other.entries()?.into_iter().rev() {
                    result = fold::select(self.equal(a.clone(), item)?, Expr::constant(1), result);
                }
                Ok(result)
            }
        }
    }

    /// The index of a value in a universe, -1 when it lies outside.
    pub(super) fn member_index(
        &mut self,
        expr: &model::Expr,
        universe: &Rc<Universe>,
        env: &mut Env,
    ) -> Result<Expr, Unsupported> {
        match self.value(expr, env) {
            Ok(low) => match self.index_of_low(&low, universe) {
                Ok(index) => Ok(index),
                Err(_) => self.tabulate(expr, &Entries::Members(universe), env),
            },
            Err(_) => self.tabulate(expr, &Entries::Members(universe), env),
        }
    }

    fn index_of_low(&mut self, low: &Low, universe: &Rc<Universe>) -> Result<Expr, Unsupported> {
        if let (Some((first, last)), Ok(x)) = (universe.range(), low.int()) {
            let index = fold::binary(Op::Sub, x.clone(), Expr::constant(first))?;
            if x.interval.low >= first && x.interval.high <= last {
                return Ok(index);
            }
            let above = fold::binary(Op::Le, Expr::constant(first), x.clone())?;
            let below = fold::binary(Op::Le, x, Expr::constant(last))?;
            let inside = fold::select(above, below, Expr::constant(0));
            let mut index = index;
            index.interval = crate::ir::program::Interval::new(0, last - first);
            return Ok(fold::select(inside, index, Expr::constant(-1)));
        }
        match low {
            Low::Member(u, index) if u.same(universe) => Ok(index.clone()),
            Low::Member(u, index) => {
                let place = |i: usize| u.value(i).and_then(|v| universe.index_of(&v));
                let entry = |i: usize| place(i).map_or(-1, |at| i64::try_from(at).unwrap_or(-1));
                let entries = (0..u.len()).map(entry).collect();
                let table = self.table(entries);
                Ok(fold::lookup(&table, index.clone()))
            }
            Low::Known(value) => {
                let at = universe.index_of(value).and_then(|i| i64::try_from(i).ok()).unwrap_or(-1);
                Ok(Expr::constant(at))
            }
            _ => Err(Unsupported("a member without an index")),
        }
    }

    /// A value as a mask over a universe of its own.
    pub(super) fn as_some_mask(&mut self, low: Low) -> Result<(Rc<Universe>, Expr), Unsupported> {
        match low {
            Low::Mask(universe, mask) => Ok((universe, mask)),
            Low::Known(value @ Value::Set(_)) => {
                let universe = Universe::of_set(&value)?;
                if universe.len() > MASK_BITS {
                    return Err(Unsupported("a set of more than 63 elements"));
                }
                let full = Expr::constant(universe.full());
                Ok((Rc::new(universe), full))
            }
            Low::Range(low, high) => {
                let (first, last) = (low.interval.low, high.interval.high);
                if last < first || last - first >= i64::try_from(MASK_BITS).unwrap_or(63) {
                    return Err(Unsupported("a range that is too wide for a mask"));
                }
                let universe = Rc::new(Universe::new((first..=last).map(Value::int).collect()));
                let mask = range_mask(&low, &high, first, last)?;
                Ok((universe, mask))
            }
            _ => Err(Unsupported("a set without a mask")),
        }
    }

    /// A value as a mask over the given universe. What lies outside is dropped when `ignore`, else refused.
    fn as_mask(&mut self, low: Low, universe: &Rc<Universe>, ignore: bool) -> Result<Expr, Unsupported> {
        match low {
            Low::Mask(u, mask) if u.same(universe) => Ok(mask),
            Low::Known(Value::Set(set)) => {
                let mut mask = 0i64;
                for element in &set {
                    match universe.index_of(&element) {
                        Some(i) => mask |= 1 << i,
                        None if ignore => {}
                        None => return Err(Unsupported("a set outside its domain")),
                    }
                }
                Ok(Expr::constant(mask))
            }
            Low::Range(low, high) => {
                let (first, last) = universe.range().ok_or(Unsupported("a range over another universe"))?;
                let inside = low.interval.low >= first && high.interval.high <= last;
                if inside || ignore { range_mask(&low, &high, first, last) } else { Err(OUTSIDE) }
            }
            Low::Mask(u, mask) => {
                let (Some((a, b)), Some((c, d))) = (u.range(), universe.range()) else {
                    return Err(Unsupported("sets over different universes"));
                };
                let shifted = if a >= c {
                    fold::binary(Op::Shl, mask, Expr::constant(a - c))?
                } else if ignore {
                    fold::binary(Op::Shr, mask, Expr::constant(c - a))?
                } else {
                    return Err(OUTSIDE);
                };
                if b <= d {
                    Ok(shifted)
                } else if ignore {
                    fold::binary(Op::And, shifted, Expr::constant(universe.full()))
                } else {
                    Err(OUTSIDE)
                }
            }
            _ => Err(Unsupported("a set without a mask")),
        }
    }

    /// An expression as a mask over the given universe: literals element by element, the rest by its value.
    pub(super) fn mask_of(
        &mut self,
        expr: &model::Expr,
        universe: &Rc<Universe>,
        ignore: bool,
        env: &mut Env,
    ) -> Result<Expr, Unsupported> {
        if let Some(value) = self.known(expr, env) {
            return self.as_mask(Low::Known(value), universe, ignore);
        }
        match &expr.kind {
            ExprKind::Set(items) => {
                let mut mask = Expr::constant(0);
                for item in items {
                    let index = self.member_index(item, universe, env)?;
                    mask = fold::binary(Op::Or, mask, bit_of(index, ignore)?)?;
                }
                Ok(mask)
            }
            ExprKind::Comprehension { set: true, generator } => self.filtered(generator, universe, ignore, env),
            ExprKind::Binary { first, rest } => {
                // What lies outside may be dropped from one side of an intersection.
                let strict = self.mask_of(first, universe, ignore, env);
                let (mut mask, rest) = match (strict, &rest[..]) {
                    (Ok(mask), rest) => (mask, rest),
                    (Err(_), [(BinaryOp::Intersection, _, operand), rest @ ..]) => {
                        let first = self.mask_of(first, universe, true, env)?;
                        let operand = self.mask_of(operand, universe, ignore, env)?;
                        (fold::binary(Op::And, first, operand)?, rest)
                    }
                    (Err(reason), _) => return Err(reason),
                };
                for (op, _, operand) in rest {
                    let drops = ignore || matches!(op, BinaryOp::Sub | BinaryOp::Intersection);
                    let operand = self.mask_of(operand, universe, drops, env)?;
                    mask = fold::binary(set_op(*op)?, mask, operand)?;
                }
                Ok(mask)
            }
            ExprKind::If { arms, otherwise } => {
                let mut result = self.mask_of(otherwise, universe, ignore, env)?;
                for (condition, then) in arms.iter().rev() {
                    let condition = self.condition(condition, env)?;
                    let then = self.mask_of(then, universe, ignore, env)?;
                    result = fold::select(condition, then, result);
                }
                Ok(result)
            }
            _ => {
                let attempt = self.value(expr, env).and_then(|low| self.as_mask(low, universe, ignore));
                match attempt {
                    Ok(mask) => Ok(mask),
                    Err(reason) => self.tabulate(expr, &Entries::Masks(universe, ignore), env).map_err(|_| reason),
                }
            }
        }
    }

    /// `{y for y in X if c}` by a table of conditions, any other comprehension element by element.
    fn filtered(
        &mut self,
        generator: &Generator,
        universe: &Rc<Universe>,
        ignore: bool,
        env: &mut Env,
    ) -> Result<Expr, Unsupported> {
        let is_filter = |slot: &u32| matches!(generator.body.kind, ExprKind::Local(s) if s == *slot);
        if let [Binder::In { pattern: Pattern::Slot(slot, _), domain }, guards @ ..] = &generator.binders[..]
            && is_filter(slot)
            && guards.iter().all(|g| matches!(g, Binder::If(_)))
            && let Ok(base) = self.mask_of(domain, universe, ignore, env)
        {
            let mut mask = base;
            for guard in guards {
                let Binder::If(condition) = guard else { continue };
                match self.tabulate_filter(condition, *slot, universe, env) {
                    Ok(table) => mask = fold::binary(Op::And, mask, table)?,
                    Err(_) => mask = self.filter_each(condition, *slot, mask, universe, env)?,
                }
            }
            return Ok(mask);
        }
        let mut mask = Expr::constant(0);
        let universe = Rc::clone(universe);
        self.unroll(&generator.binders, env, &mut |low, env, guard| {
            let index = low.member_index(&generator.body, &universe, env)?;
            let bit = fold::select(guard, bit_of(index, ignore)?, Expr::constant(0));
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
        env: &mut Env,
    ) -> Result<Expr, Unsupported> {
        let mut kept = Expr::constant(0);
        for i in 0..universe.len() {
            env.set(slot as usize, Low::Known(universe.value(i).ok_or(Unsupported("an empty universe"))?));
            let condition = self.condition(condition, env)?;
            let bit = fold::select(condition, Expr::constant(1 << i), Expr::constant(0));
            kept = fold::binary(Op::Or, kept, bit)?;
        }
        fold::binary(Op::And, mask, kept)
    }

    /// A set expression whose universe its operands give.
    pub(super) fn set_expression(&mut self, expr: &model::Expr, env: &mut Env) -> Result<Low, Unsupported> {
        let universe = self.universe_in(expr, env).ok_or(Unsupported("a set of an unknown universe"))?;
        let mask = self.mask_of(expr, &universe, false, env)?;
        Ok(Low::Mask(universe, mask))
    }

    /// The universe of the first mask or member that an expression mentions.
    fn universe_in(&self, expr: &model::Expr, env: &Env) -> Option<Rc<Universe>> {
        let slots = super::tabulate::locals(expr);
        slots.into_iter().find_map(|slot| match env.get(slot) {
            Some(Low::Mask(universe, _) | Low::Member(universe, _)) => Some(Rc::clone(universe)),
            _ => None,
        })
    }

    /// An operator on sets.
    pub(super) fn set_operator(&mut self, op: BinaryOp, a: Low, b: Low) -> Result<Low, Unsupported> {
        let universe = match (&a, &b) {
            (Low::Mask(u, _), _) | (_, Low::Mask(u, _)) => Rc::clone(u),
            _ => return Err(Unsupported("an operator without a machine form")),
        };
        let drops = matches!(op, BinaryOp::Sub | BinaryOp::Intersection);
        let left = self.as_mask(a, &universe, op == BinaryOp::Intersection)?;
        let right = self.as_mask(b, &universe, drops)?;
        Ok(Low::Mask(universe, fold::binary(set_op(op)?, left, right)?))
    }

    /// Whether two sets are equal.
    pub(super) fn equal_sets(&mut self, a: Low, b: Low) -> Result<Expr, Unsupported> {
        let universe = match (&a, &b) {
            (Low::Mask(u, _), _) | (_, Low::Mask(u, _)) => Rc::clone(u),
            _ => return Err(Unsupported("sets without masks")),
        };
        let (a, b) = (self.as_mask(a, &universe, false)?, self.as_mask(b, &universe, false)?);
        fold::binary(Op::Eq, a, b)
    }

    /// `a <= b` and the like of sets.
    pub(super) fn inclusion(&mut self, op: CompareOp, a: Low, b: Low) -> Result<Expr, Unsupported> {
        let (small, large, strict) = match op {
            CompareOp::Le => (a, b, false),
            CompareOp::Ge => (b, a, false),
            CompareOp::Lt => (a, b, true),
            _ => (b, a, true),
        };
        let universe = match (&small, &large) {
            (Low::Mask(u, _), _) | (_, Low::Mask(u, _)) => Rc::clone(u),
            _ => return Err(Unsupported("an order without a machine form")),
        };
        let small = self.as_mask(small, &universe, false)?;
        let large = self.as_mask(large, &universe, true)?;
        let outside = fold::binary(Op::AndNot, small.clone(), large.clone())?;
        let inside = fold::binary(Op::Eq, outside, Expr::constant(0))?;
        if strict {
            let differ = fold::binary(Op::Ne, small, large)?;
            return Ok(fold::select(inside, differ, Expr::constant(0)));
        }
        Ok(inside)
    }
}

const OUTSIDE: Unsupported = Unsupported("a set that may lie outside its domain");

fn set_op(op: BinaryOp) -> Result<Op, Unsupported> {
    match op {
        BinaryOp::Union => Ok(Op::Or),
        BinaryOp::Intersection => Ok(Op::And),
        BinaryOp::Sub => Ok(Op::AndNot),
        BinaryOp::Xor => Ok(Op::Xor),
        _ => Err(Unsupported("an operator that sets do not have")),
    }
}

/// Whether a bit is set; an index of -1 is no.
fn bit_at(mask: Expr, index: Expr) -> Result<Expr, Unsupported> {
    let sure = index.interval.low >= 0;
    let shift = if sure { index.clone() } else { fold::binary(Op::Max, index.clone(), Expr::constant(0))? };
    let bit = fold::binary(Op::And, fold::binary(Op::Shr, mask, shift)?, Expr::constant(1))?;
    if sure {
        return Ok(bit);
    }
    let inside = fold::binary(Op::Le, Expr::constant(0), index)?;
    Ok(fold::select(inside, bit, Expr::constant(0)))
}

/// The mask of one member.
fn bit_of(index: Expr, ignore: bool) -> Result<Expr, Unsupported> {
    if index.interval.low >= 0 {
        return fold::binary(Op::Shl, Expr::constant(1), index);
    }
    if !ignore {
        return Err(OUTSIDE);
    }
    let inside = fold::binary(Op::Le, Expr::constant(0), index.clone())?;
    let shift = fold::binary(Op::Max, index, Expr::constant(0))?;
    Ok(fold::select(inside, fold::binary(Op::Shl, Expr::constant(1), shift)?, Expr::constant(0)))
}

/// The mask of `low..=high` over the integers `first..=last`, clipped to them.
fn range_mask(low: &Expr, high: &Expr, first: i64, last: i64) -> Result<Expr, Unsupported> {
    let low = fold::binary(Op::Max, low.clone(), Expr::constant(first))?;
    let high = fold::binary(Op::Min, high.clone(), Expr::constant(last))?;
    // Bits from `low`, and bits up to `high`; at most 63 elements, so that no shift passes 63.
    let from =
        fold::binary(Op::Min, fold::binary(Op::Sub, low, Expr::constant(first))?, Expr::constant(last - first + 1))?;
    let upto = fold::binary(Op::Max, fold::binary(Op::Sub, high, Expr::constant(first - 1))?, Expr::constant(0))?;
    let below = fold::binary(Op::Sub, power_of_two(from)?, Expr::constant(1))?;
    let through = fold::binary(Op::Sub, power_of_two(upto)?, Expr::constant(1))?;
    fold::binary(Op::AndNot, through, below)
}

/// `2^n` for `n` in `0..=63`, as a mask.
fn power_of_two(n: Expr) -> Result<Expr, Unsupported> {
    if n.interval.low < 0 || n.interval.high > 62 {
        return Err(Unsupported("a range that is too wide for a mask"));
    }
    let high = n.interval.high;
    let mut shifted = fold::binary(Op::Shl, Expr::constant(1), n)?;
    shifted.interval = crate::ir::program::Interval::new(1, 1 << high);
    Ok(shifted)
}
