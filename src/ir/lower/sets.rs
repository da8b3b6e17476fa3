//! Sets as masks.

use std::rc::Rc;

use super::masks::{Outside, Within, range_mask, set_op};
use super::tabulate::Entries;
use super::values::{Env, Low, Universe};
use super::{Expr, Lowering, MASK_BITS, Unsupported};
use crate::analysis::model::{self, ExprKind};
use crate::analysis::visit;
use crate::ir::fold;
use crate::ir::program::{Interval, Op};
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::Value;

impl Lowering<'_> {
    /// Whether `a in b`.
    pub(super) fn contains(&mut self, a: &model::Expr, b: &model::Expr, env: &Env) -> Result<Expr, Unsupported> {
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
        env: &Env,
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
                    return Err(Unsupported("a set of more than 64 elements"));
                }
                let full = Expr::constant(universe.full());
                Ok((Rc::new(universe), full))
            }
            Low::Range(low, high) => {
                let (first, last) = (low.interval.low, high.interval.high);
                if last < first || last.abs_diff(first) >= MASK_BITS as u64 {
                    return Err(Unsupported("a range that is too wide for a mask"));
                }
                let universe = Rc::new(Universe::new((first..=last).map(Value::int).collect()));
                let mask = range_mask(&low, &high, first, last)?;
                Ok((universe, mask))
            }
            _ => Err(Unsupported("a set without a mask")),
        }
    }

    /// A set expression whose universe its operands give.
    pub(super) fn set_expression(&mut self, expr: &model::Expr, env: &Env) -> Result<Low, Unsupported> {
        let universe = match self.universe_in(expr, env) {
            Some(universe) => universe,
            None => self.universe_around(expr, env)?,
        };
        let within = self.mask_within(expr, &universe, Outside::Noted, env)?;
        Ok(Low::part(universe, within.mask, within.inside))
    }

    /// A set that depends on a few variables of few values as a table of masks.
    pub(super) fn tabulated_set(&mut self, expr: &model::Expr, env: &Env) -> Result<Low, Unsupported> {
        let all = self.all_elements(expr, env)?;
        let universe = self.universe_in(expr, env).filter(|u| all.iter().all(|v| u.index_of(&v).is_some()));
        let universe = match universe {
            Some(universe) => universe,
            None => Rc::new(Universe::of_set(&Value::Set(all))?),
        };
        if universe.len() > MASK_BITS {
            return Err(Unsupported("a set of more than 64 elements"));
        }
        let mask = self.tabulate(expr, &Entries::Masks(&universe, false), env)?;
        Ok(Low::Mask(universe, mask))
    }

    /// All numbers that the elements of a set can be, where it is written out.
    fn universe_around(&mut self, expr: &model::Expr, env: &Env) -> Result<Rc<Universe>, Unsupported> {
        const UNKNOWN: Unsupported = Unsupported("a set of an unknown universe");
        let mut around = None::<Interval>;
        let mut add = |e: &Expr| around = Some(around.map_or(e.interval, |before| before.join(e.interval)));
        match &expr.kind {
            ExprKind::Set(items) => {
                for item in items {
                    add(&self.value(item, env)?.int()?);
                }
            }
            ExprKind::Comprehension { set: true, generator } => {
                self.unroll(&generator.binders, env, &mut |low, env, _| {
                    add(&low.value(&generator.body, env)?.int()?);
                    Ok(())
                })?;
            }
            _ => return Err(UNKNOWN),
        }
        let Interval { low, high } = around.ok_or(UNKNOWN)?;
        if high.saturating_sub(low) >= i64::try_from(MASK_BITS).unwrap_or(64) {
            return Err(UNKNOWN);
        }
        Ok(Rc::new(Universe::new((low..=high).map(Value::int).collect())))
    }

    /// The variables that an expression reads, those that its `let`s read included; no `let` reads itself.
    fn free_through_lets(&self, expr: &model::Expr) -> Vec<u32> {
        let mut found = visit::free(expr);
        visit::walk(expr, &mut |e| {
            if let ExprKind::Lazy { index, .. } = e.kind
                && let Some(lazy) = self.game.lets.get(index as usize)
            {
                found.extend(self.free_through_lets(&lazy.value));
            }
        });
        found
    }

    /// The universe of the first mask that an expression mentions, else of the first member.
    fn universe_in(&self, expr: &model::Expr, env: &Env) -> Option<Rc<Universe>> {
        let slots = self.free_through_lets(expr);
        let mask = slots.iter().find_map(|slot| env.get(*slot)?.mask().map(|(universe, ..)| universe));
        mask.or_else(|| {
            slots.iter().find_map(|slot| match env.get(*slot) {
                Some(Low::Member(universe, _)) => Some(Rc::clone(universe)),
                _ => None,
            })
        })
    }

    /// An operator on sets.
    pub(super) fn set_operator(&mut self, op: BinaryOp, a: Low, b: Low) -> Result<Low, Unsupported> {
        let universe = universe_of(&a, &b).ok_or(Unsupported("an operator without a machine form"))?;
        let drops = matches!(op, BinaryOp::Sub | BinaryOp::Intersection);
        let mut left = self.low_within(a.clone(), &universe);
        if op == BinaryOp::Intersection && left.as_ref().map_or(true, |l| l.inside.as_constant() != Some(1)) {
            let mask = self.as_mask(a, &universe, Outside::Dropped)?;
            // Only what the other side has is kept.
            let right = self.low_within(b, &universe)?;
            return Ok(Low::part(universe, fold::binary(Op::And, mask, right.mask)?, right.inside));
        }
        let left = left.as_mut().map_err(|reason| *reason)?;
        let right = if drops {
            Within { mask: self.as_mask(b, &universe, Outside::Dropped)?, inside: Expr::constant(1) }
        } else {
            self.low_within(b, &universe)?
        };
        let mask = fold::binary(set_op(op)?, left.mask.clone(), right.mask)?;
        Ok(Low::part(universe, mask, fold::select(left.inside.clone(), right.inside, Expr::constant(0))))
    }

    /// An order or equality of two sets, one of which is written out or made by operators; `None` for other values.
    pub(super) fn built_relation(
        &mut self,
        op: CompareOp,
        a: &model::Expr,
        b: &model::Expr,
        env: &Env,
    ) -> Result<Option<Expr>, Unsupported> {
        let built = |low: &Self, e: &model::Expr, env: &Env| is_built(e) && low.known(e, env).is_none();
        let (left, right) = (built(self, a, env), built(self, b, env));
        if !left && !right {
            return Ok(None);
        }
        let mut universe = self.universe_in(a, env).or_else(|| self.universe_in(b, env));
        if let (false, other) | (other, false) = (left, right)
            && other
        {
            let plain = self.value(if left { b } else { a }, env)?;
            universe = self.as_some_mask(plain).ok().map(|(universe, _)| universe);
        }
        let Some(universe) = universe else { return Ok(None) };
        let mut low = |e: &model::Expr, env: &Env| -> Result<Low, Unsupported> {
            let within = self.mask_within(e, &universe, Outside::Noted, env)?;
            Ok(Low::part(Rc::clone(&universe), within.mask, within.inside))
        };
        let (a, b) = (low(a, env)?, low(b, env)?);
        match op {
            CompareOp::Eq => self.equal_sets(a, b).map(Some),
            CompareOp::Ne => Ok(Some(fold::not(self.equal_sets(a, b)?))),
            _ => self.inclusion(op, a, b).map(Some),
        }
    }

    /// Whether two sets are equal.
    pub(super) fn equal_sets(&mut self, a: Low, b: Low) -> Result<Expr, Unsupported> {
        let universe = universe_of(&a, &b).ok_or(Unsupported("sets without masks"))?;
        let (a, b) = (self.low_within(a, &universe)?, self.low_within(b, &universe)?);
        // What lies outside of a universe is not compared.
        let [one, other] = [&a.inside, &b.inside].map(|inside| inside.as_constant() == Some(1));
        if !one && !other {
            return Err(Unsupported("sets that may both lie outside a domain"));
        }
        let equal = fold::binary(Op::Eq, a.mask, b.mask)?;
        Ok(fold::select(a.inside, fold::select(b.inside, equal, Expr::constant(0)), Expr::constant(0)))
    }

    /// `a <= b` and the like of sets.
    pub(super) fn inclusion(&mut self, op: CompareOp, a: Low, b: Low) -> Result<Expr, Unsupported> {
        let (small, large, strict) = match op {
            CompareOp::Le => (a, b, false),
            CompareOp::Ge => (b, a, false),
            CompareOp::Lt => (a, b, true),
            _ => (b, a, true),
        };
        let universe = universe_of(&small, &large).ok_or(Unsupported("an order without a machine form"))?;
        let small = self.low_within(small, &universe)?;
        let large = self.low_within(large, &universe)?;
        let [one, other] = [&small.inside, &large.inside].map(|inside| inside.as_constant() == Some(1));
        if !one && !other {
            return Err(Unsupported("sets that may both lie outside a domain"));
        }
        let outside = fold::binary(Op::AndNot, small.mask.clone(), large.mask.clone())?;
        let mut result = fold::binary(Op::Eq, outside, Expr::constant(0))?;
        if strict {
            // What the larger one has outside, the smaller one has not.
            let differ = fold::binary(Op::Ne, small.mask, large.mask)?;
            let differ = fold::select(large.inside, differ, Expr::constant(1));
            result = fold::select(result, differ, Expr::constant(0));
        }
        Ok(fold::select(small.inside, result, Expr::constant(0)))
    }
}

/// The universe of one of two sets.
fn universe_of(a: &Low, b: &Low) -> Option<Rc<Universe>> {
    a.mask().or_else(|| b.mask()).map(|(universe, ..)| universe)
}

/// Whether an expression writes out a set, or makes one of such by operators.
pub(super) fn is_built(expr: &model::Expr) -> bool {
    match &expr.kind {
        ExprKind::Set(_) | ExprKind::Comprehension { set: true, .. } => true,
        ExprKind::Binary { first, rest } => {
            rest.iter().all(|(op, ..)| set_op(*op).is_ok())
                && (is_built(first) || rest.iter().any(|(_, _, operand)| is_built(operand)))
        }
        _ => false,
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
