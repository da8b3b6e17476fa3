//! Numbers, truth values, lists: what is not a set.

use super::arithmetic::product_or_sum;
use super::tabulate::Entries;
use super::values::{Env, Low};
use super::{Expr, Lowering, Unsupported};
use crate::analysis::model::{self, ExprKind};
use crate::ir::fold;
use crate::ir::program::Op;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::Value;

/// The entries of a list of at most so many numbers are told apart by comparisons.
const COMPARED: usize = 4;

impl Lowering<'_> {
    /// A condition: 0 or 1.
    pub(super) fn condition(&mut self, expr: &model::Expr, env: &Env) -> Result<Expr, Unsupported> {
        self.at(expr.span, |low| low.value(expr, env)?.bool())
    }

    pub(super) fn int(&mut self, expr: &model::Expr, env: &Env) -> Result<Expr, Unsupported> {
        self.at(expr.span, |low| low.value(expr, env)?.int())
    }

    /// Any expression but a position.
    pub(super) fn value(&mut self, expr: &model::Expr, env: &Env) -> Result<Low, Unsupported> {
        if let Some(value) = self.known(expr, env) {
            return Ok(Low::Known(value));
        }
        self.at(expr.span, |low| low.structured(expr, env)).or_else(|reason| {
            // What has no form of its own may still be a small table.
            let blamed = self.blamed;
            self.small_table(expr, env).map_err(|_| {
                self.blamed = blamed;
                reason
            })
        })
    }

    fn small_table(&mut self, expr: &model::Expr, env: &Env) -> Result<Low, Unsupported> {
        if matches!(expr.kind, ExprKind::Local(_) | ExprKind::Lazy { .. }) {
            return Err(Unsupported("a variable"));
        }
        match self.tabulate(expr, &Entries::Ints, env) {
            Ok(table) => Ok(Low::Int(table)),
            Err(_) => Ok(Low::Bool(self.tabulate(expr, &Entries::Bools, env)?)),
        }
    }

    fn structured(&mut self, expr: &model::Expr, env: &Env) -> Result<Low, Unsupported> {
        match &expr.kind {
            ExprKind::Local(slot) => env.get(*slot).cloned().ok_or_else(|| self.unbound(expr.span)),
            ExprKind::Lazy { slot, index } => {
                let game = self.game;
                let lazy = game.lets.get(*index as usize).ok_or(Unsupported("an unknown `let`"))?;
                let value = self.value(&lazy.value, env)?;
                let low = super::binders::bind(&lazy.pattern, value, env)?.get(*slot).cloned();
                low.ok_or_else(|| self.unbound(expr.span))
            }
            ExprKind::Tuple(entries) => Ok(Low::Tuple(self.values(entries, env)?)),
            ExprKind::List(entries) => Ok(Low::Vector(self.values(entries, env)?)),
            ExprKind::Comprehension { set: false, generator } => Ok(Low::Vector(self.unrolled(generator, env)?)),
            ExprKind::Range { low, high: Some(high), inclusive } => {
                let low = self.int(low, env)?;
                let mut high = self.int(high, env)?;
                if !inclusive {
                    high = fold::binary(Op::Sub, high, Expr::constant(1))?;
                }
                Ok(Low::Range(low, high))
            }
            ExprKind::Neg(e) => {
                let e = self.int(e, env)?;
                Ok(Low::Int(fold::binary(Op::Sub, Expr::constant(0), e)?))
            }
            ExprKind::Not(e) => Ok(Low::Bool(fold::not(self.condition(e, env)?))),
            ExprKind::And(parts) => self.all_of(parts, env),
            ExprKind::Or(parts) => self.any_of(parts, env),
            ExprKind::Implies(parts) => {
                let (last, first) = parts.split_last().ok_or(Unsupported("an empty `implies`"))?;
                let mut result = self.part(last, !first.is_empty(), env)?;
                for (at, part) in first.iter().enumerate().rev() {
                    result = fold::select(self.part(part, at > 0, env)?, result, Expr::constant(1));
                }
                Ok(Low::Bool(result))
            }
            ExprKind::Compare { first, rest } => self.compare(first, rest, env),
            ExprKind::If { arms, otherwise } => self.choice(arms, otherwise, env),
            ExprKind::Index(list, index) => self.index(list, index, env),
            ExprKind::With { base, entries, binders } if binders.is_empty() => self.with(base, entries, env),
            ExprKind::Binary { first, rest } => {
                let built = super::sets::is_built(expr).then(|| self.set_expression(expr, env));
                built.and_then(Result::ok).map_or_else(|| self.chain(first, rest, env), Ok)
            }
            ExprKind::Builtin { function, args } => self.builtin(*function, args, env),
            ExprKind::Aggregate { function, generator } => self.aggregate(*function, generator, env),
            ExprKind::Call { function, args } => self.call(*function, args, env),
            ExprKind::Set(_) | ExprKind::Comprehension { .. } => self.set_expression(expr, env),
            _ => Err(Unsupported("an expression without a machine form")),
        }
    }

    pub(super) fn values(&mut self, list: &[model::Expr], env: &Env) -> Result<Vec<Low>, Unsupported> {
        list.iter().map(|e| self.value(e, env)).collect()
    }

    /// A part of a condition, which may not be looked at where others decide.
    fn part(&mut self, expr: &model::Expr, lazily: bool, env: &Env) -> Result<Expr, Unsupported> {
        if lazily { self.lazily(|low| low.condition(expr, env)) } else { self.condition(expr, env) }
    }

    fn all_of(&mut self, parts: &[model::Expr], env: &Env) -> Result<Low, Unsupported> {
        let mut result = Expr::constant(1);
        for (at, part) in parts.iter().enumerate().rev() {
            let before: Vec<&model::Expr> = parts[..at].iter().collect();
            let part = self.supposing(&before, true, env, &mut |low, env| low.part(part, at > 0, env))?;
            result = fold::select(part, result, Expr::constant(0));
        }
        Ok(Low::Bool(result))
    }

    fn any_of(&mut self, parts: &[model::Expr], env: &Env) -> Result<Low, Unsupported> {
        let mut result = Expr::constant(0);
        for (at, part) in parts.iter().enumerate().rev() {
            let before: Vec<&model::Expr> = parts[..at].iter().collect();
            let part = self.supposing(&before, false, env, &mut |low, env| low.part(part, at > 0, env))?;
            result = fold::select(part, Expr::constant(1), result);
        }
        Ok(Low::Bool(result))
    }

    fn compare(
        &mut self,
        first: &model::Expr,
        rest: &[(CompareOp, crate::base::Span, model::Expr)],
        env: &Env,
    ) -> Result<Low, Unsupported> {
        let mut result = Expr::constant(1);
        let operands: Vec<&model::Expr> = std::iter::once(first).chain(rest.iter().map(|(_, _, e)| e)).collect();
        for (at, (pair, (op, ..))) in operands.windows(2).zip(rest).enumerate().rev() {
            let one = match at {
                0 => self.comparison(*op, pair[0], pair[1], env)?,
                _ => self.lazily(|low| low.comparison(*op, pair[0], pair[1], env))?,
            };
            result = fold::select(one, result, Expr::constant(0));
        }
        Ok(Low::Bool(result))
    }

    fn comparison(&mut self, op: CompareOp, a: &model::Expr, b: &model::Expr, env: &Env) -> Result<Expr, Unsupported> {
        match op {
            CompareOp::In => self.contains(a, b, env),
            CompareOp::NotIn => Ok(fold::not(self.contains(a, b, env)?)),
            _ => {
                if let Some(related) = self.built_relation(op, a, b, env)? {
                    return Ok(related);
                }
                let (a, b) = (self.value(a, env)?, self.value(b, env)?);
                self.relation(op, a, b)
            }
        }
    }

    /// An order or equality of two values.
    fn relation(&mut self, op: CompareOp, a: Low, b: Low) -> Result<Expr, Unsupported> {
        if let Some((x, y)) = comparable(&a, &b) {
            return match op {
                CompareOp::Eq => self.compared(Op::Eq, x, y),
                CompareOp::Ne => self.compared(Op::Ne, x, y),
                CompareOp::Lt => self.compared(Op::Lt, x, y),
                CompareOp::Le => self.compared(Op::Le, x, y),
                CompareOp::Gt => self.compared(Op::Lt, y, x),
                _ => self.compared(Op::Le, y, x),
            };
        }
        match op {
            CompareOp::Eq => self.equal(a, b),
            CompareOp::Ne => Ok(fold::not(self.equal(a, b)?)),
            CompareOp::Le | CompareOp::Ge | CompareOp::Lt | CompareOp::Gt => self.inclusion(op, a, b),
            CompareOp::In | CompareOp::NotIn => Err(Unsupported("a membership")),
        }
    }

    /// Whether two values are equal.
    pub(super) fn equal(&mut self, a: Low, b: Low) -> Result<Expr, Unsupported> {
        match (&a, &b) {
            (Low::Member(u, i), Low::Member(v, j)) if u.same(v) => fold::binary(Op::Eq, i.clone(), j.clone()),
            (Low::Member(u, i), Low::Known(value)) | (Low::Known(value), Low::Member(u, i)) => {
                match u.index_of(value) {
                    Some(at) => fold::binary(Op::Eq, i.clone(), Expr::constant(i64::try_from(at).unwrap_or(-1))),
                    None => Ok(Expr::constant(0)),
                }
            }
            (Low::Mask(..) | Low::Part(..), _) | (_, Low::Mask(..) | Low::Part(..)) => self.equal_sets(a, b),
            (Low::Bool(_) | Low::Known(Value::Bool(_)), _) => fold::binary(Op::Eq, a.bool()?, b.bool()?),
            (Low::Int(_) | Low::Known(Value::Number(_)), _) => fold::binary(Op::Eq, a.int()?, b.int()?),
            _ => {
                let (a, b) = (a.entries()?, b.entries()?);
                if a.len() != b.len() {
                    return Ok(Expr::constant(0));
                }
                let mut result = Expr::constant(1);
                for (x, y) in a.into_iter().zip(b).rev() {
                    result = fold::select(self.equal(x, y)?, result, Expr::constant(0));
                }
                Ok(result)
            }
        }
    }

    fn choice(
        &mut self,
        arms: &[(model::Expr, model::Expr)],
        otherwise: &model::Expr,
        env: &Env,
    ) -> Result<Low, Unsupported> {
        let mut conditions = Vec::new();
        // What does not hold where an arm is looked at.
        let mut before: Vec<&model::Expr> = Vec::new();
        let mut last = otherwise;
        for (written, then) in arms {
            let lazily = !before.is_empty();
            let condition = self.supposing(&before, false, env, &mut |low, env| low.part(written, lazily, env))?;
            match condition.as_constant() {
                Some(0) => {}
                Some(_) => {
                    last = then;
                    break;
                }
                None => {
                    conditions.push((condition, written, then));
                    before.push(written);
                }
            }
        }
        let lazily = !before.is_empty();
        let mut result = self.supposing(&before, false, env, &mut |low, env| low.arm(last, lazily, env))?;
        for (condition, written, then) in conditions.into_iter().rev() {
            let then = self.supposing(&[written], true, env, &mut |low, env| low.arm(then, true, env))?;
            result = self.select_low(&condition, then, result)?;
        }
        Ok(result)
    }

    /// What an `if` gives in one case.
    fn arm(&mut self, expr: &model::Expr, lazily: bool, env: &Env) -> Result<Low, Unsupported> {
        if lazily { self.lazily(|low| low.value(expr, env)) } else { self.value(expr, env) }
    }

    /// One of two values of the same form.
    pub(super) fn select_low(&mut self, condition: &Expr, then: Low, otherwise: Low) -> Result<Low, Unsupported> {
        let pick = |a: Expr, b: Expr| fold::select(condition.clone(), a, b);
        Ok(match (&then, &otherwise) {
            (Low::Range(a, b), Low::Range(c, d)) => Low::Range(pick(a.clone(), c.clone()), pick(b.clone(), d.clone())),
            (Low::Part(u, a, within), Low::Mask(v, b)) if u.same(v) => {
                let inside = pick(within.clone(), Expr::constant(1));
                Low::part(std::rc::Rc::clone(u), pick(a.clone(), b.clone()), inside)
            }
            (Low::Mask(u, a), Low::Part(v, b, within)) if u.same(v) => {
                let inside = pick(Expr::constant(1), within.clone());
                Low::part(std::rc::Rc::clone(u), pick(a.clone(), b.clone()), inside)
            }
            (Low::Member(u, i), Low::Member(v, j)) if u.same(v) => {
                Low::Member(std::rc::Rc::clone(u), pick(i.clone(), j.clone()))
            }
            (Low::Member(u, i), Low::Known(value)) if u.index_of(value).is_some() => {
                let at = u.index_of(value).and_then(|i| i64::try_from(i).ok()).unwrap_or(0);
                Low::Member(std::rc::Rc::clone(u), pick(i.clone(), Expr::constant(at)))
            }
            (Low::Mask(u, a), Low::Mask(v, b)) if u.same(v) => {
                Low::Mask(std::rc::Rc::clone(u), pick(a.clone(), b.clone()))
            }
            (Low::Range(a, b), other) | (other, Low::Range(a, b)) => {
                let (c, d) = range_of(other)?;
                if matches!(then, Low::Range(..)) {
                    Low::Range(pick(a.clone(), c), pick(b.clone(), d))
                } else {
                    Low::Range(pick(c, a.clone()), pick(d, b.clone()))
                }
            }
            (Low::Bool(_) | Low::Known(Value::Bool(_)), _) => Low::Bool(pick(then.bool()?, otherwise.bool()?)),
            (Low::Int(_) | Low::Known(Value::Number(_)), _) => Low::Int(pick(then.int()?, otherwise.int()?)),
            _ => {
                let (a, b) = (then.entries()?, otherwise.entries()?);
                if a.len() != b.len() {
                    return Err(Unsupported("lists of different lengths"));
                }
                let entries = a.into_iter().zip(b).map(|(x, y)| self.select_low(condition, x, y));
                Low::Vector(entries.collect::<Result<_, _>>()?)
            }
        })
    }

    fn index(&mut self, list: &model::Expr, index: &model::Expr, env: &Env) -> Result<Low, Unsupported> {
        let list = self.value(list, env)?.entries()?;
        let index = self.int(index, env)?;
        let last = i64::try_from(list.len()).unwrap_or(0) - 1;
        if index.interval.low < 0 || index.interval.high > last {
            return Err(Unsupported("an index that may lie outside its list"));
        }
        if let Some(i) = index.as_constant().and_then(|i| usize::try_from(i).ok()) {
            return Ok(list[i].clone());
        }
        if list.len() > COMPARED
            && let Some(found) = self.looked_up(&list, &index)
        {
            return Ok(found);
        }
        let mut result = list.last().cloned().ok_or(Unsupported("an empty list"))?;
        for (i, entry) in list.into_iter().enumerate().rev().skip(1) {
            let here = fold::binary(Op::Eq, index.clone(), Expr::constant(i64::try_from(i).unwrap_or(0)))?;
            result = self.select_low(&here, entry, result)?;
        }
        Ok(result)
    }

    /// An entry of a list of known numbers, or of lists of them that are all as long.
    fn looked_up(&mut self, list: &[Low], index: &Expr) -> Option<Low> {
        let known = |entry: &Low| entry.int().ok()?.as_constant();
        if let Some(entries) = list.iter().map(known).collect::<Option<Vec<i64>>>() {
            return Some(Low::Int(fold::lookup(&self.table(entries), index.clone())));
        }
        if list.iter().any(|entry| entry.int().is_ok() || entry.bool().is_ok()) {
            return None;
        }
        let rows = list.iter().map(|entry| entry.clone().entries().ok()).collect::<Option<Vec<Vec<Low>>>>()?;
        let len = rows.first()?.len();
        if rows.iter().any(|row| row.len() != len) {
            return None;
        }
        let column = |i: usize| rows.iter().map(|row| row[i].clone()).collect::<Vec<_>>();
        (0..len).map(|i| self.looked_up(&column(i), index)).collect::<Option<_>>().map(Low::Vector)
    }

    fn with(
        &mut self,
        base: &model::Expr,
        entries: &[(model::Expr, model::Expr)],
        env: &Env,
    ) -> Result<Low, Unsupported> {
        let mut list = self.value(base, env)?.entries()?;
        for (index, value) in entries {
            let index = self.int(index, env)?;
            let value = self.value(value, env)?;
            let last = i64::try_from(list.len()).unwrap_or(0) - 1;
            if index.interval.low < 0 || index.interval.high > last {
                return Err(Unsupported("an index that may lie outside its list"));
            }
            for (i, entry) in list.iter_mut().enumerate() {
                let here = fold::binary(Op::Eq, index.clone(), Expr::constant(i64::try_from(i).unwrap_or(0)))?;
                *entry = match here.as_constant() {
                    Some(0) => continue,
                    Some(_) => value.clone(),
                    None => self.select_low(&here, value.clone(), entry.clone())?,
                };
            }
        }
        Ok(Low::Vector(list))
    }

    fn chain(
        &mut self,
        first: &model::Expr,
        rest: &[(BinaryOp, crate::base::Span, model::Expr)],
        env: &Env,
    ) -> Result<Low, Unsupported> {
        if rest.len() > 1 && rest[0].0 == BinaryOp::Pow {
            return Err(Unsupported("a tower of powers"));
        }
        let mut result = self.value(first, env)?;
        for (op, _, operand) in rest {
            let mut value = self.value(operand, env)?;
            if matches!(op, BinaryOp::FloorDiv | BinaryOp::Mod) {
                value = self.divisor(operand, value, env)?;
            }
            result = self.operator(*op, result, value)?;
        }
        Ok(result)
    }

    fn operator(&mut self, op: BinaryOp, a: Low, b: Low) -> Result<Low, Unsupported> {
        if let (Ok(x), Ok(y)) = (a.int(), b.int()) {
            let machine = match op {
                BinaryOp::Add => Op::Add,
                BinaryOp::Sub => Op::Sub,
                BinaryOp::Mul => Op::Mul,
                BinaryOp::FloorDiv => Op::FloorDiv,
                BinaryOp::Mod => Op::Mod,
                BinaryOp::Xor if x.interval.low >= 0 && y.interval.low >= 0 => Op::Xor,
                BinaryOp::Union if x.interval.low >= 0 && y.interval.low >= 0 => Op::Or,
                BinaryOp::Intersection if x.interval.low >= 0 && y.interval.low >= 0 => Op::And,
                BinaryOp::Pow => return self.power(&a, &y),
                _ => return Err(Unsupported("an operator without a machine form")),
            };
            return match machine {
                Op::Add | Op::Mul => product_or_sum(machine, &a, &b),
                _ => Ok(Low::Int(fold::binary(machine, x, y)?)),
            };
        }
        if a.capped().is_ok() && b.capped().is_ok() {
            match op {
                BinaryOp::Add => return product_or_sum(Op::Add, &a, &b),
                BinaryOp::Mul => return product_or_sum(Op::Mul, &a, &b),
                BinaryOp::Pow => return self.power(&a, &b.int()?),
                _ => {}
            }
        }
        if let (Ok(x), Ok(y)) = (a.bool(), b.bool()) {
            return match op {
                BinaryOp::Xor => Ok(Low::Bool(fold::binary(Op::Ne, x, y)?)),
                BinaryOp::Iff => Ok(Low::Bool(fold::binary(Op::Eq, x, y)?)),
                _ => Err(Unsupported("an operator without a machine form")),
            };
        }
        match op {
            BinaryOp::Concat => {
                let mut entries = a.entries()?;
                entries.extend(b.entries()?);
                Ok(Low::Vector(entries))
            }
            BinaryOp::Add | BinaryOp::Sub if matches!(a, Low::Tuple(_)) || matches!(b, Low::Tuple(_)) => {
                let (x, y) = (a.entries()?, b.entries()?);
                let entries = x.into_iter().zip(y).map(|(x, y)| self.operator(op, x, y));
                Ok(Low::Tuple(entries.collect::<Result<_, _>>()?))
            }
            _ => self.set_operator(op, a, b),
        }
    }

    /// A function of the file: its body in place, unless it may come back to itself.
    fn call(&mut self, function: u32, args: &[model::Expr], env: &Env) -> Result<Low, Unsupported> {
        let model = self.model;
        let function = model.functions.get(function as usize).ok_or(Unsupported("an unknown function"))?;
        if function.recursive {
            return Err(Unsupported("a recursive function of the position"));
        }
        let mut inner = Env::new(function.frame_size as usize);
        for (slot, arg) in (0..).zip(args) {
            inner = inner.with(slot, self.value(arg, env)?);
        }
        self.value(&function.body, &inner)
    }
}

/// The ends of a set of consecutive integers.
fn range_of(low: &Low) -> Result<(Expr, Expr), Unsupported> {
    match low {
        Low::Range(a, b) => Ok((a.clone(), b.clone())),
        Low::Known(value @ Value::Set(set)) => {
            if set.is_empty() {
                return Ok((Expr::constant(0), Expr::constant(-1)));
            }
            let ends = super::values::Universe::of_set(value)?.range();
            let (a, b) = ends.ok_or(Unsupported("a scattered set beside a range"))?;
            Ok((Expr::constant(a), Expr::constant(b)))
        }
        _ => Err(Unsupported("a set beside a range")),
    }
}

/// Two numbers whose order is that of two words, if they are numbers and not both beyond 64 bits.
fn comparable(a: &Low, b: &Low) -> Option<(Expr, Expr)> {
    let (x, y) = (a.capped().ok()?, b.capped().ok()?);
    (a.int().is_ok() && b.int().is_ok() || x.interval.high < i64::MAX || y.interval.high < i64::MAX).then_some((x, y))
}
