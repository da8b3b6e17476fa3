//! Functions of numbers: those that native code calls, or finds in tables; digits and divisors.

use super::divisors::LISTED;
use super::values::{Env, Low};
use super::{Expr, Lowering, Stmt, UNROLL, Unsupported};
use crate::analysis::model::{self, ExprKind};
use crate::ir::fold;
use crate::ir::function::Function;
use crate::ir::program::{ExprKind as Kind, Interval, Op};
use crate::library::Builtin;

/// A function of two numbers is a table if that has at most this many entries ...
const PAIRS: u64 = 1 << 20;
/// ... and a function of one that takes longer if it has at most this many.
const SINGLES: u64 = 1 << 17;
/// Tables with at least this many entries are worth another one of truth values.
const LARGE: usize = 1 << 10;

/// Functions whose value is a list of numbers that depends on one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ListOf {
    /// `digits(n, b)`
    Digits,
    /// `divisors(n)`
    Divisors,
}

impl Lowering<'_> {
    /// What must hold for the rules not to be at fault here: elsewhere the reference engine says what is wrong.
    pub(super) fn require(&mut self, condition: Expr) -> Result<(), Unsupported> {
        match condition.as_constant() {
            Some(1) => Ok(()),
            _ if self.lazy > 0 => Err(Unsupported("a function that may fail, in a part that may not be looked at")),
            _ => self.push(Stmt::If { condition: fold::not(condition), body: vec![Stmt::Leave] }),
        }
    }

    /// Lowers what is looked at only under some condition.
    pub(super) fn lazily<T>(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Result<T, Unsupported>,
    ) -> Result<T, Unsupported> {
        self.lazy += 1;
        let result = inside(self);
        self.lazy -= 1;
        result
    }

    /// A number that must be at least so much.
    pub(super) fn at_least(&mut self, n: Expr, least: i64) -> Result<Expr, Unsupported> {
        let least = Expr::constant(least);
        self.require(fold::binary(Op::Le, least.clone(), n.clone())?)?;
        // It is, wherever the code goes on; now its interval says so.
        fold::binary(Op::Max, n, least)
    }

    /// A function of two numbers: a table where that is small, else a call.
    pub(super) fn function(&mut self, function: Function, a: Expr, b: Expr) -> Result<Expr, Unsupported> {
        let width = |i: Interval| i.high.abs_diff(i.low).saturating_add(1);
        let (rows, columns) = (width(a.interval), width(b.interval));
        let called = fold::binary(Op::Call(function), a.clone(), b.clone())?;
        let most = if function == Function::Gcd { PAIRS } else { SINGLES };
        if called.as_constant().is_some() || rows.saturating_mul(columns) > most {
            return Ok(called);
        }
        let call = function.call();
        let (first, second) = (a.interval, b.interval);
        let entries =
            (first.low..=first.high).flat_map(|x| (second.low..=second.high).map(move |y| call(x, y))).collect();
        let table = self.table(entries);
        let row = fold::binary(Op::Sub, a, Expr::constant(first.low))?;
        let row = fold::binary(Op::Mul, row, Expr::constant(i64::try_from(columns).unwrap_or(i64::MAX)))?;
        let column = fold::binary(Op::Sub, b, Expr::constant(second.low))?;
        Ok(fold::lookup(&table, fold::binary(Op::Add, row, column)?))
    }

    /// A comparison; of an entry of a large table with a constant, as a table of truth values.
    pub(super) fn compared(&mut self, op: Op, a: Expr, b: Expr) -> Result<Expr, Unsupported> {
        let large = |e: &Expr| matches!(&*e.kind, Kind::Lookup(table, _) if table.len() >= LARGE);
        let holds: Box<dyn Fn(i64) -> bool> = match (a.as_constant(), b.as_constant()) {
            (None, Some(n)) if large(&a) => Box::new(move |entry| fold::apply(op, entry, n) != 0),
            (Some(n), None) if large(&b) => Box::new(move |entry| fold::apply(op, n, entry) != 0),
            _ => return fold::binary(op, a, b),
        };
        match (&*a.kind, &*b.kind) {
            (Kind::Lookup(table, index), _) | (_, Kind::Lookup(table, index)) => {
                let truths = self.bits(table.len(), |i| table.get(i).is_some_and(&holds));
                Ok(fold::lookup(&truths, index.clone()))
            }
            _ => fold::binary(op, a, b),
        }
    }

    /// `gcd(a, b, ...)`
    pub(super) fn common_divisor(&mut self, args: &[model::Expr], env: &Env) -> Result<Low, Unsupported> {
        let mut total = None;
        for arg in args {
            let n = self.value(arg, env)?.int()?;
            total = match total {
                None if args.len() > 1 => Some(n),
                // Of one number alone, its absolute value.
                None => Some(self.function(Function::Gcd, n, Expr::constant(0))?),
                Some(total) => Some(self.function(Function::Gcd, total, n)?),
            };
        }
        Ok(Low::Int(total.ok_or(Unsupported("the divisor of nothing"))?))
    }

    /// The Fibonacci number with an index that has few values.
    pub(super) fn fibonacci(&mut self, index: Expr) -> Result<Low, Unsupported> {
        let most = u64::try_from(index.interval.high).unwrap_or(0);
        let entries: Option<Vec<i64>> = if most > 90 {
            None
        } else {
            (0..=most).map(|n| crate::combinatorics::fibonacci::fib(n).ok()?.to_i64()).collect()
        };
        let table = self.table(entries.ok_or(Unsupported("Fibonacci numbers beyond 64 bits"))?);
        Ok(Low::Int(fold::lookup(&table, index)))
    }

    /// A power of natural numbers, capped where it may pass 64 bits.
    pub(super) fn power(&mut self, base: &Low, exponent: &Expr) -> Result<Low, Unsupported> {
        if let Some(n @ 0..=8) = exponent.as_constant() {
            let mut result = Low::Int(Expr::constant(1));
            for _ in 0..n {
                result = product_or_sum(Op::Mul, &result, base)?;
            }
            return Ok(result);
        }
        let base = base.int()?;
        if base.interval.low < 0 || exponent.interval.low < 0 {
            return Err(Unsupported("a power of what may be negative"));
        }
        if base.as_constant() == Some(2) && exponent.interval.high <= 62 {
            return Ok(Low::Int(fold::binary(Op::Shl, Expr::constant(1), exponent.clone())?));
        }
        let power = self.function(Function::PowerCapped, base, exponent.clone())?;
        Ok(if power.interval.high == i64::MAX { Low::Huge(power) } else { Low::Int(power) })
    }

    /// Which list of one number an expression is, if any, and its arguments.
    pub(super) fn list_of_one<'e>(&self, expr: &'e model::Expr, env: &Env) -> Option<(ListOf, &'e [model::Expr])> {
        let ExprKind::Builtin { function, args } = &expr.kind else { return None };
        let of = match (*function, args.len()) {
            (Builtin::DIGITS, 2) => ListOf::Digits,
            (Builtin::DIVISORS, 1) => ListOf::Divisors,
            _ => return None,
        };
        self.known(expr, env).is_none().then_some((of, &args[..]))
    }

    /// The digits of a number, from the least significant, each with the condition under which it is there.
    pub(super) fn digits(&mut self, args: &[model::Expr], env: &Env) -> Result<Vec<(Expr, Expr)>, Unsupported> {
        let base = self.value(&args[1], env)?.int()?.as_constant().filter(|base| *base >= 2);
        let base = base.ok_or(Unsupported("digits in a base that depends on the position"))?;
        let n = self.value(&args[0], env)?.int()?;
        let mut rest = self.at_least(n, 0)?;
        let mut digits = Vec::new();
        while rest.interval.high > 0 {
            if digits.len() == UNROLL {
                return Err(Unsupported("a number of too many digits"));
            }
            let there = fold::binary(Op::Ne, rest.clone(), Expr::constant(0))?;
            let next = fold::binary(Op::FloorDiv, rest.clone(), Expr::constant(base))?;
            let next = if next.as_constant().is_some() { next } else { self.register(next)? };
            let digit = fold::binary(Op::Mod, rest, Expr::constant(base))?;
            digits.push((digit, there));
            rest = next;
        }
        Ok(digits)
    }

    /// A number made of a list of digits or divisors: its length, its sum and the like.
    pub(super) fn of_list(
        &mut self,
        function: Builtin,
        of: ListOf,
        args: &[model::Expr],
        env: &Env,
    ) -> Result<Low, Unsupported> {
        if of == ListOf::Divisors {
            let n = self.value(&args[0], env)?.int()?;
            let n = self.at_least(n, 1)?;
            let one = Expr::constant(0);
            return match function {
                Builtin::LEN => Ok(Low::Int(self.function(Function::DivisorCount, n, one)?)),
                Builtin::SUM => Ok(Low::Int(self.function(Function::DivisorSum, n, one)?)),
                Builtin::MAX => Ok(Low::Int(n)),
                Builtin::MIN => Ok(Low::Int(Expr::constant(1))),
                _ => Err(Unsupported("divisors in a place without a machine form")),
            };
        }
        let digits = self.digits(args, env)?;
        if matches!(function, Builtin::MIN | Builtin::MAX) {
            let some = digits.first().map_or(Expr::constant(0), |(_, there)| there.clone());
            self.require(some)?;
        }
        let (neutral, op) = match function {
            Builtin::LEN | Builtin::SUM => (0, Op::Add),
            Builtin::NIMSUM => (0, Op::Xor),
            Builtin::MAX => (0, Op::Max),
            Builtin::MIN => (i64::MAX, Op::Min),
            _ => return Err(Unsupported("digits in a place without a machine form")),
        };
        let mut result = Expr::constant(neutral);
        for (digit, there) in digits {
            let entry = match function {
                Builtin::LEN => there,
                Builtin::MIN => fold::select(there, digit, Expr::constant(neutral)),
                // Leading zeros do not matter.
                _ => digit,
            };
            result = fold::binary(op, result, entry)?;
        }
        Ok(Low::Int(result))
    }

    /// Runs `each` for every divisor of a number.
    pub(super) fn divisors(
        &mut self,
        args: &[model::Expr],
        env: &Env,
        each: &mut dyn FnMut(&mut Self, Low, &Env) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        let n = self.value(&args[0], env)?.int()?;
        let n = self.at_least(n, 1)?;
        let n = self.register(n)?;
        if n.interval.high <= LISTED {
            return self.listed_divisors(&n, env, each);
        }
        // Each divisor up to the root, and its quotient.
        let (reg, root) = (self.fresh(), fold::sqrt(n.clone())?);
        let d = Expr::reg(reg, Interval::new(1, root.interval.high));
        let rest = fold::binary(Op::Mod, n.clone(), d.clone())?;
        let divides = fold::binary(Op::Eq, rest, Expr::constant(0))?;
        let body = self.nested(&mut |low| {
            let inside = low.nested(&mut |low| {
                each(low, Low::Int(d.clone()), env)?;
                let other = fold::binary(Op::FloorDiv, n.clone(), d.clone())?;
                let other = low.register(other)?;
                let differs = fold::binary(Op::Ne, other.clone(), d.clone())?;
                let body = low.nested(&mut |low| each(low, Low::Int(other.clone()), env))?;
                low.push(Stmt::If { condition: differs, body })
            })?;
            low.push(Stmt::If { condition: divides.clone(), body: inside })
        })?;
        self.push(Stmt::For { reg, low: Expr::constant(1), high: root, down: false, going: None, body })
    }

    /// The divisors of a number by a list.
    fn listed_divisors(
        &mut self,
        n: &Expr,
        env: &Env,
        each: &mut dyn FnMut(&mut Self, Low, &Env) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        let lists = self.divisor_lists(n.interval);
        let (low, high) = lists.ends(n)?;
        let reg = self.fresh();
        let body = self.nested(&mut |low| {
            let divisor = low.register(lists.divisor(reg))?;
            each(low, Low::Int(divisor), env)
        })?;
        self.push(Stmt::For { reg, low, high, down: false, going: None, body })
    }

    /// Whether a number is among digits or divisors.
    pub(super) fn in_list(
        &mut self,
        x: &model::Expr,
        (of, args): (ListOf, &[model::Expr]),
        env: &Env,
    ) -> Result<Expr, Unsupported> {
        let x = self.value(x, env)?.int()?;
        if of == ListOf::Divisors {
            let n = self.value(&args[0], env)?.int()?;
            let n = self.at_least(n, 1)?;
            let one = Expr::constant(1);
            let positive = fold::binary(Op::Le, one.clone(), x.clone())?;
            let rest = fold::binary(Op::Mod, n, fold::binary(Op::Max, x, one)?)?;
            let divides = fold::binary(Op::Eq, rest, Expr::constant(0))?;
            return Ok(fold::select(positive, divides, Expr::constant(0)));
        }
        let mut result = Expr::constant(0);
        for (digit, there) in self.digits(args, env)?.into_iter().rev() {
            let here = fold::select(there, fold::binary(Op::Eq, digit, x.clone())?, Expr::constant(0));
            result = fold::select(here, Expr::constant(1), result);
        }
        Ok(result)
    }
}

/// A sum or product, capped where it may pass 64 bits and the numbers are natural.
pub(super) fn product_or_sum(op: Op, a: &Low, b: &Low) -> Result<Low, Unsupported> {
    let (x, y) = (a.capped()?, b.capped()?);
    let exact = a.int().and_then(|x| fold::binary(op, x, b.int()?));
    let capped = if op == Op::Mul { Op::MulCapped } else { Op::AddCapped };
    match exact {
        Ok(exact) => Ok(Low::Int(exact)),
        Err(reason) => fold::binary(capped, x, y).map(Low::Huge).map_err(|_| reason),
    }
}
