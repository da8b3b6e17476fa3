//! Binders: loops, tests and bound values.

use std::rc::Rc;

use super::arithmetic::ListOf;
use super::values::{Env, Low, Universe};
use super::{Expr, Lowering, Reg, Stmt, UNROLL, Unsupported};
use crate::analysis::model::{self, Binder, ExprKind, Generator, Pattern};
use crate::ir::affine::mentions;
use crate::ir::fold;
use crate::ir::program::{Interval, Op};
use crate::ir::table::Table;
use crate::library::Builtin;
use crate::value::Value;

/// What is done for every binding.
pub(super) type Inside<'i, 'l> = &'i mut dyn FnMut(&mut Lowering<'l>, &Env) -> Result<(), Unsupported>;

impl<'l> Lowering<'l> {
    /// Lowers binders; `inside` lowers what stands in the innermost block, once for every copy of it.
    pub(super) fn binders(&mut self, binders: &[Binder], env: &Env, inside: Inside<'_, 'l>) -> Result<(), Unsupported> {
        let Some((binder, rest)) = binders.split_first() else { return inside(self, env) };
        match binder {
            Binder::If(written) => {
                let condition = self.condition(written, env)?;
                match condition.as_constant() {
                    Some(0) => Ok(()),
                    Some(_) => self.binders(rest, env, inside),
                    None => {
                        let body = self.nested(&mut |low| {
                            low.supposing(&[written], true, env, &mut |low, env| low.binders(rest, env, &mut *inside))
                        })?;
                        self.push(Stmt::If { condition, body })
                    }
                }
            }
            Binder::Is { pattern, value } => {
                let value = self.value(value, env)?;
                let value = self.named(value)?;
                self.binders(rest, &bind(pattern, value, env)?, inside)
            }
            Binder::In { pattern, domain } => self.at(domain.span, |low| {
                low.domain(domain, env, &mut |low, element, env| {
                    low.binders(rest, &bind(pattern, element, env)?, &mut *inside)
                })
            }),
        }
    }

    /// Puts a computed number into a register, so that it is computed once.
    pub(super) fn named(&mut self, value: Low) -> Result<Low, Unsupported> {
        let keep = |e: &Expr| {
            matches!(
                *e.kind,
                crate::ir::program::ExprKind::Binary(..)
                    | crate::ir::program::ExprKind::Select(..)
                    | crate::ir::program::ExprKind::Popcount(_)
                    | crate::ir::program::ExprKind::Sqrt(_)
                    | crate::ir::program::ExprKind::TrailingZeros(_)
            )
        };
        Ok(match value {
            Low::Int(e) if keep(&e) => Low::Int(self.register(e)?),
            Low::Huge(e) if keep(&e) => Low::Huge(self.register(e)?),
            Low::Mask(u, e) if keep(&e) => Low::Mask(u, self.register(e)?),
            Low::Part(u, e, inside) => Low::Part(u, self.register(e)?, self.register(inside)?),
            Low::Bool(e) if keep(&e) => Low::Bool(self.register(e)?),
            Low::Vector(entries) => Low::Vector(entries.into_iter().map(|e| self.named(e)).collect::<Result<_, _>>()?),
            other => other,
        })
    }

    pub(super) fn register(&mut self, e: Expr) -> Result<Expr, Unsupported> {
        let interval = e.interval;
        let reg = self.fresh();
        self.push(Stmt::Let(reg, e))?;
        Ok(Expr::reg(reg, interval))
    }

    /// Runs `each` for every element of a domain.
    fn domain(
        &mut self,
        domain: &model::Expr,
        env: &Env,
        each: &mut dyn FnMut(&mut Self, Low, &Env) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        match self.list_of_one(domain, env) {
            Some((ListOf::Divisors, args)) => return self.divisors(args, env, each),
            Some((ListOf::Digits, args)) => {
                for (digit, there) in self.digits(args, env)? {
                    let body = self.nested(&mut |low| each(low, Low::Int(digit.clone()), env))?;
                    self.push(Stmt::If { condition: there, body })?;
                }
                return Ok(());
            }
            None => {}
        }
        match &domain.kind {
            ExprKind::Builtin { function: Builtin::SUBSETS, args } => {
                return self.subsets(args, env, each);
            }
            ExprKind::Aggregate { function: Builtin::CHOICES, generator } => {
                let ranges = self.unrolled(generator, env)?;
                return self.choices(&ranges, Vec::new(), env, each);
            }
            ExprKind::Builtin { function: Builtin::CHOICES, args } => {
                let ranges = args.iter().map(|a| self.value(a, env)).collect::<Result<Vec<_>, _>>()?;
                return self.choices(&ranges, Vec::new(), env, each);
            }
            ExprKind::Comprehension { set: false, generator } if self.known(domain, env).is_none() => {
                let Generator { binders, body } = &**generator;
                return self.binders(binders, env, &mut |low, env| {
                    let element = low.value(body, env)?;
                    let element = low.named(element)?;
                    each(low, element, env)
                });
            }
            _ => {}
        }
        let (block, statements) = (self.block.len(), self.statements);
        let low = self.value(domain, env).or_else(|reason| {
            self.block.truncate(block);
            self.statements = statements;
            self.tabulated_set(domain, env).map_err(|_| reason)
        })?;
        self.elements(low, env, each)
    }

    /// Runs `each` for every element of what a domain lowered to.
    fn elements(
        &mut self,
        domain: Low,
        env: &Env,
        each: &mut dyn FnMut(&mut Self, Low, &Env) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        match domain {
            Low::Range(low, high) => self.range(low, high, env, each),
            Low::Mask(universe, mask) => {
                let reg = self.fresh();
                let top = i64::try_from(universe.len()).unwrap_or(1) - 1;
                let bit = Expr::reg(reg, Interval::new(0, top));
                let element = member(&universe, bit)?;
                let body = self.nested(&mut |low| each(low, element.clone(), env))?;
                self.push(Stmt::ForBits { reg, mask, body })
            }
            Low::Vector(entries) => entries.into_iter().try_for_each(|e| each(self, e, env)),
            Low::Known(Value::List(list)) if list.len() <= UNROLL => {
                list.iter().try_for_each(|v| each(self, Low::Known(v.clone()), env))
            }
            Low::Known(Value::Set(set)) => {
                let universe = Universe::of_set(&Value::Set(set.clone()));
                if let Ok(Some((low, high))) = universe.as_ref().map(Universe::range)
                    && set.len() > 1
                {
                    return self.range(Expr::constant(low), Expr::constant(high), env, each);
                }
                if set.len() <= UNROLL {
                    return set.iter().try_for_each(|v| each(self, Low::Known(v), env));
                }
                self.table_loop(&set.iter().collect::<Vec<_>>(), env, each)
            }
            _ => Err(Unsupported("a domain without a machine form")),
        }
    }

    /// A loop over many known integers.
    fn table_loop(
        &mut self,
        values: &[Value],
        env: &Env,
        each: &mut dyn FnMut(&mut Self, Low, &Env) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        let numbers: Option<Vec<i64>> = values.iter().map(Value::as_i64).collect();
        let table = self.table(numbers.ok_or(Unsupported("a large set of things that are not numbers"))?);
        let top = i64::try_from(values.len()).unwrap_or(1) - 1;
        let reg = self.fresh();
        let element = Low::Int(fold::lookup(&table, Expr::reg(reg, Interval::new(0, top))));
        let body = self.nested(&mut |low| {
            let element = low.named(element.clone())?;
            each(low, element, env)
        })?;
        let (low, high) = (Expr::constant(0), Expr::constant(top));
        self.push(Stmt::For { reg, low, high, down: false, going: None, body })
    }

    fn range(
        &mut self,
        low: Expr,
        high: Expr,
        env: &Env,
        each: &mut dyn FnMut(&mut Self, Low, &Env) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        if let (Some(a), Some(b)) = (low.as_constant(), high.as_constant())
            && b.saturating_sub(a) < 16
        {
            return (a..=b).try_for_each(|n| each(self, Low::Known(Value::int(n)), env));
        }
        if low.interval.low > high.interval.high {
            return Ok(());
        }
        let reg = self.fresh();
        let variable = Expr::reg(reg, Interval::new(low.interval.low, high.interval.high));
        let mut body = self.nested(&mut |lowering| each(lowering, Low::Int(variable.clone()), env))?;
        for fault in apart(&mut body, reg) {
            let some = fold::binary(Op::Le, low.clone(), high.clone())?;
            self.push(Stmt::If { condition: fold::select(some, fault, Expr::constant(0)), body: vec![Stmt::Leave] })?;
        }
        self.push(Stmt::For { reg, low, high, down: false, going: None, body })
    }

    /// `choices(D1, ..., Dn)`: nested loops.
    fn choices(
        &mut self,
        domains: &[Low],
        chosen: Vec<Low>,
        env: &Env,
        each: &mut dyn FnMut(&mut Self, Low, &Env) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        let Some((domain, rest)) = domains.split_first() else { return each(self, Low::Vector(chosen), env) };
        self.elements(domain.clone(), env, &mut |low, element, env| {
            let mut chosen = chosen.clone();
            chosen.push(element);
            low.choices(rest, chosen, env, &mut *each)
        })
    }

    /// `subsets(S, sizes)`.
    fn subsets(
        &mut self,
        args: &[model::Expr],
        env: &Env,
        each: &mut dyn FnMut(&mut Self, Low, &Env) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        let of = self.value(&args[0], env)?;
        let (universe, mask) = self.as_some_mask(of)?;
        let most = i64::try_from(universe.len()).unwrap_or(0);
        let sizes = args.get(1).map(|sizes| self.value(sizes, env)).transpose()?;
        if let (Some(mask), Some(sizes)) = (mask.as_constant(), sizes.as_ref().and_then(known_sizes))
            && self.few_subsets(&universe, mask, &sizes, env, each)?
        {
            return Ok(());
        }
        let (low, high) = match sizes {
            None => (Expr::constant(0), Expr::constant(most)),
            Some(Low::Range(low, high)) => (low, high),
            Some(Low::Known(Value::Set(set))) => match Universe::of_set(&Value::Set(set))?.range() {
                Some((low, high)) => (Expr::constant(low), Expr::constant(high)),
                None => return Err(Unsupported("subsets of scattered sizes")),
            },
            Some(size) => (size.int()?, size.int()?),
        };
        let reg = self.fresh();
        let subset = Low::Mask(universe, Expr::reg(reg, Interval::MASK));
        let body = self.nested(&mut |lowering| each(lowering, subset.clone(), env))?;
        self.push(Stmt::ForSubsets { reg, mask, low, high, body })
    }

    /// Writes the body out for every subset of a known set, none of them empty, where they are few: what depends on the
    /// choice alone is then known. Whether it did.
    fn few_subsets(
        &mut self,
        universe: &Universe,
        mask: i64,
        sizes: &[i64],
        env: &Env,
        each: &mut dyn FnMut(&mut Self, Low, &Env) -> Result<(), Unsupported>,
    ) -> Result<bool, Unsupported> {
        if sizes.iter().any(|&size| size < 1) || mask.count_ones() > UNROLL.ilog2() {
            return Ok(false);
        }
        let below = std::iter::successors(Some(mask), |&subset| (subset != 0).then(|| (subset - 1) & mask));
        let subsets: Vec<i64> = below.filter(|subset| sizes.contains(&i64::from(subset.count_ones()))).collect();
        if subsets.len() * self.copies > UNROLL {
            return Ok(false);
        }
        let (block, statements, copies) = (self.block.len(), self.statements, self.copies);
        self.copies = copies * subsets.len().max(1);
        let written = subsets.into_iter().try_for_each(|subset| {
            let members = (0..universe.len()).filter(|i| subset >> i & 1 == 1).filter_map(|i| universe.value(i));
            each(self, Low::Known(Value::Set(members.collect())), env)
        });
        self.copies = copies;
        if written.is_err() {
            // As a mask it may have a form.
            self.block.truncate(block);
            self.statements = statements;
        }
        Ok(written.is_ok())
    }

    /// The bodies of a generator whose bindings are all known, in order.
    pub(super) fn unrolled(&mut self, generator: &Generator, env: &Env) -> Result<Vec<Low>, Unsupported> {
        let mut bodies = Vec::new();
        self.unroll(&generator.binders, env, &mut |low, env, guard| {
            if guard.as_constant() != Some(1) {
                return Err(Unsupported("a list whose length depends on the position"));
            }
            bodies.push(low.value(&generator.body, env)?);
            Ok(())
        })?;
        Ok(bodies)
    }

    /// Runs `each` for every binding of binders whose domains have a known number of elements, with the condition under
    /// which the binding exists.
    pub(super) fn unroll(
        &mut self,
        binders: &[Binder],
        env: &Env,
        each: &mut dyn FnMut(&mut Self, &Env, Expr) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        self.unroll_under(binders, Expr::constant(1), env, each)
    }

    fn unroll_under(
        &mut self,
        binders: &[Binder],
        guard: Expr,
        env: &Env,
        each: &mut dyn FnMut(&mut Self, &Env, Expr) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        let Some((binder, rest)) = binders.split_first() else { return each(self, env, guard) };
        match binder {
            Binder::If(condition) => {
                let condition = self.condition(condition, env)?;
                let guard = fold::select(guard, condition, Expr::constant(0));
                match guard.as_constant() {
                    Some(0) => Ok(()),
                    Some(_) => self.unroll_under(rest, guard, env, each),
                    None => self.lazily(|low| low.unroll_under(rest, guard, env, each)),
                }
            }
            Binder::Is { pattern, value } => {
                let value = self.value(value, env)?;
                self.unroll_under(rest, guard, &bind(pattern, value, env)?, each)
            }
            Binder::In { pattern, domain } => {
                for (element, exists) in self.listed(domain, env)? {
                    let env = &bind(pattern, element, env)?;
                    let guard = fold::select(guard.clone(), exists, Expr::constant(0));
                    match guard.as_constant() {
                        Some(0) => {}
                        Some(_) => self.unroll_under(rest, guard, env, each)?,
                        None => self.lazily(|low| low.unroll_under(rest, guard, env, each))?,
                    }
                }
                Ok(())
            }
        }
    }

    /// The elements of a domain that are few and known, each with the condition under which it is there.
    fn listed(&mut self, domain: &model::Expr, env: &Env) -> Result<Vec<(Low, Expr)>, Unsupported> {
        if let Some((ListOf::Digits, args)) = self.list_of_one(domain, env) {
            return Ok(self.digits(args, env)?.into_iter().map(|(digit, there)| (Low::Int(digit), there)).collect());
        }
        let always = Expr::constant(1);
        let plain = |list: Vec<Low>| list.into_iter().map(|e| (e, Expr::constant(1))).collect();
        Ok(match self.value(domain, env)? {
            Low::Range(low, high) => match (low.as_constant(), high.as_constant()) {
                (Some(a), Some(b)) if b.saturating_sub(a) < 64 => {
                    plain((a..=b).map(|n| Low::Known(Value::int(n))).collect())
                }
                _ => return Err(Unsupported("a comprehension over a range that depends on the position")),
            },
            Low::Known(Value::Set(set)) if set.len() <= UNROLL => plain(set.iter().map(Low::Known).collect()),
            Low::Mask(universe, mask) => {
                let mut list = Vec::new();
                for i in 0..universe.len() {
                    let bit = fold::binary(Op::And, mask.clone(), Expr::constant(1 << i))?;
                    let there = fold::binary(Op::Ne, bit, Expr::constant(0))?;
                    list.push((Low::Known(universe.value(i).ok_or(Unsupported("an empty universe"))?), there));
                }
                list
            }
            other => other.entries()?.into_iter().map(|e| (e, always.clone())).collect(),
        })
    }
}

/// Takes out of a loop's body what makes the code leave in every round or in none, and returns the conditions.
fn apart(body: &mut Vec<Stmt>, reg: Reg) -> Vec<Expr> {
    let (mut inner, mut found) = (vec![reg], Vec::new());
    let leaves = |stmt: &Stmt| match stmt {
        Stmt::If { condition, body } if matches!(body[..], [Stmt::Leave]) => Some(condition.clone()),
        _ => None,
    };
    let mut at = 0;
    while let Some(stmt) = body.get(at) {
        match (stmt, leaves(stmt)) {
            (_, Some(fault)) if !mentions(&fault, &|r| inner.contains(&r)) => {
                found.push(fault);
                body.remove(at);
                continue;
            }
            (_, Some(_)) => {}
            (Stmt::Let(reg, _), _) => inner.push(*reg),
            _ => break,
        }
        at += 1;
    }
    found
}

/// The sizes of subsets, where they are known and few.
fn known_sizes(sizes: &Low) -> Option<Vec<i64>> {
    match sizes {
        Low::Known(Value::Set(set)) if set.len() <= UNROLL => set.iter().map(|size| size.as_i64()).collect(),
        Low::Range(low, high) => {
            let (low, high) = (low.as_constant()?, high.as_constant()?);
            (high.saturating_sub(low) < 64).then(|| (low..=high).collect())
        }
        size => Some(vec![size.clone().int().ok()?.as_constant()?]),
    }
}

/// A member of a universe by its index: a number when the universe is a range.
pub(super) fn member(universe: &Rc<Universe>, index: Expr) -> Result<Low, Unsupported> {
    match universe.range() {
        Some((low, _)) => Ok(Low::Int(fold::binary(Op::Add, index, Expr::constant(low))?)),
        None => Ok(Low::Member(Rc::clone(universe), index)),
    }
}

/// The scope of the variables of a pattern.
pub(super) fn bind(pattern: &Pattern, value: Low, env: &Env) -> Result<Env, Unsupported> {
    match pattern {
        Pattern::Slot(slot, _) => Ok(env.with(*slot, value)),
        Pattern::Ignore => Ok(env.clone()),
        Pattern::Tuple(parts, _) => {
            let entries = match &value {
                Low::Member(universe, index) => tuple_of_member(universe, index, parts.len())?,
                other => other.entries()?,
            };
            if entries.len() != parts.len() {
                return Err(Unsupported("a pattern of another length"));
            }
            parts.iter().zip(entries).try_fold(env.clone(), |env, (p, e)| bind(p, e, &env))
        }
    }
}

/// The entries of a member that is a tuple of integers, as tables over its index.
fn tuple_of_member(universe: &Universe, index: &Expr, len: usize) -> Result<Vec<Low>, Unsupported> {
    let mut columns = vec![Vec::new(); len];
    for i in 0..universe.len() {
        let Some(Value::Tuple(entries)) = universe.value(i) else { return Err(Unsupported("not a tuple")) };
        for (column, entry) in columns.iter_mut().zip(entries.iter()) {
            column.push(entry.as_i64().ok_or(Unsupported("a tuple of things that are not numbers"))?);
        }
    }
    // Tables of their own: a lowering numbers them when it sees them.
    let column =
        |entries: Vec<i64>| Low::Int(fold::lookup(&std::sync::Arc::new(Table::new(u32::MAX, entries)), index.clone()));
    Ok(columns.into_iter().map(column).collect())
}
