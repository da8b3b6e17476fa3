//! Evaluation over a block: every operator is one loop over columns.

use super::super::compare::decide;
use super::super::{Frame, Machine, Queries};
use super::items::Domains;
use crate::library::Builtin;
use crate::number::gcd;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::terms::{Term, TermId, Terms, small};
use crate::value::Value;

/// There is no short way for some instance of the block: it is taken the long way, which knows what is wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct Irregular;

/// The instances of a block: a column a variable, for the variables bound so far.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub columns: Vec<Vec<i64>>,
    pub count: usize,
}

impl Block {
    /// The instances where `chosen` is not 0.
    fn restricted(&self, chosen: &[i64]) -> Self {
        let pick = |column: &Vec<i64>| column.iter().zip(chosen).filter(|(_, c)| **c != 0).map(|(v, _)| *v).collect();
        let count = chosen.iter().filter(|c| **c != 0).count();
        Self { columns: self.columns.iter().map(pick).collect(), count }
    }

    /// Leaves out the instances where `chosen` is 0.
    pub fn retain(&mut self, chosen: &[i64]) {
        // Where they are, without a branch that would be guessed wrong; then each column moves those alone.
        let mut kept = vec![0; chosen.len() + 1];
        let mut count = 0;
        for (at, chosen) in chosen.iter().enumerate() {
            kept[count] = at;
            count += usize::from(*chosen != 0);
        }
        for column in &mut self.columns {
            for (to, &from) in kept[..count].iter().enumerate() {
                column[to] = column[from];
            }
            column.truncate(count);
        }
        self.count = count;
    }
}

/// One value an instance.
#[derive(Debug)]
pub(super) enum Column<'b> {
    /// The same for all.
    One(i64),
    Shared(&'b [i64]),
    Own(Vec<i64>),
}

pub(super) type Result<'b> = std::result::Result<Column<'b>, Irregular>;

impl Column<'_> {
    /// The values, if they are not all the same.
    pub fn values(&self) -> std::result::Result<&[i64], i64> {
        match self {
            Column::One(value) => Err(*value),
            Column::Shared(values) => Ok(values),
            Column::Own(values) => Ok(values),
        }
    }

    /// The value of instance `at`.
    pub fn at(&self, at: usize) -> i64 {
        self.values().map_or_else(|one| one, |values| values[at])
    }

    /// The values, written out.
    pub fn into_values(self, count: usize) -> Vec<i64> {
        match self {
            Column::One(value) => vec![value; count],
            Column::Shared(values) => values.to_vec(),
            Column::Own(values) => values,
        }
    }

    /// The values as a slice, written out into `space` if they are all the same.
    pub fn slice<'s>(&'s self, count: usize, space: &'s mut Vec<i64>) -> &'s [i64] {
        match self.values() {
            Ok(values) => values,
            Err(one) => {
                space.clear();
                space.resize(count, one);
                space
            }
        }
    }
}

/// A column from one column, where `f` says whether it failed.
fn map(a: Column<'_>, f: impl Fn(i64) -> (i64, bool)) -> Result<'_> {
    let (result, failed) = match a {
        Column::One(x) => {
            let (y, failed) = f(x);
            (Column::One(y), failed)
        }
        a => {
            let mut values = a.into_values(0);
            let failed = change(&mut values, f);
            (Column::Own(values), failed)
        }
    };
    if failed { Err(Irregular) } else { Ok(result) }
}

/// A column from two, where `f` says whether it failed.
fn zip<'b>(a: Column<'b>, b: Column<'b>, f: impl Fn(i64, i64) -> (i64, bool)) -> Result<'b> {
    let (result, failed) = match (a, b) {
        (Column::One(x), Column::One(y)) => {
            let (z, failed) = f(x, y);
            (Column::One(z), failed)
        }
        (Column::One(x), b) => {
            let mut ys = b.into_values(0);
            let failed = change(&mut ys, |y| f(x, y));
            (Column::Own(ys), failed)
        }
        (a, Column::One(y)) => {
            let mut xs = a.into_values(0);
            let failed = change(&mut xs, |x| f(x, y));
            (Column::Own(xs), failed)
        }
        (Column::Shared(xs), Column::Own(mut ys)) => {
            let failed = change_by(&mut ys, xs, |y, x| f(x, y));
            (Column::Own(ys), failed)
        }
        (a, b) => {
            let mut xs = a.into_values(0);
            let failed = change_by(&mut xs, b.values().unwrap_or(&[]), f);
            (Column::Own(xs), failed)
        }
    };
    if failed { Err(Irregular) } else { Ok(result) }
}

/// Changes values in place; whether one failed. That is kept in a register: most of the time of columns goes here.
#[inline]
fn change(values: &mut [i64], f: impl Fn(i64) -> (i64, bool)) -> bool {
    let mut failed = false;
    for value in values {
        let (changed, bad) = f(*value);
        *value = changed;
        failed |= bad;
    }
    failed
}

/// The same with a second value for each.
#[inline]
fn change_by(values: &mut [i64], others: &[i64], f: impl Fn(i64, i64) -> (i64, bool)) -> bool {
    let mut failed = false;
    for (value, &other) in values.iter_mut().zip(others) {
        let (changed, bad) = f(*value, other);
        *value = changed;
        failed |= bad;
    }
    failed
}

/// Evaluates terms in one frame.
pub(super) struct Runner<'m> {
    pub machine: &'m Machine,
    pub terms: &'m Terms,
    pub frame: &'m Frame,
    pub domains: &'m Domains,
    /// What every question's sum is known to be, an instance each.
    pub known: Option<&'m [i64]>,
}

impl Runner<'_> {
    /// The value of a term for every instance of a block.
    pub fn run<'b>(&self, term: TermId, block: &'b Block, queries: &mut dyn Queries) -> Result<'b> {
        match self.terms.get(term) {
            Term::Const(n) => Ok(Column::One(*n)),
            Term::Outer { slot, truth } => self.outer(*slot, *truth).map(Column::One).ok_or(Irregular),
            Term::Global(index) => {
                let known = self.machine.known_global(*index);
                let value = known.or_else(|| self.machine.global(*index, queries).ok()?.as_i64());
                value.map(Column::One).ok_or(Irregular)
            }
            Term::Column(at) => block.columns.get(*at).map(|c| Column::Shared(c)).ok_or(Irregular),
            Term::Arith(op, parts) => {
                let (a, b) = (self.run(parts[0], block, queries)?, self.run(parts[1], block, queries)?);
                arith(*op, a, b)
            }
            Term::Compare(op, parts) => {
                let (a, b) = (self.run(parts[0], block, queries)?, self.run(parts[1], block, queries)?);
                compare(*op, a, b)
            }
            Term::Neg(a) => map(self.run(*a, block, queries)?, i64::overflowing_neg),
            Term::Abs(a) => map(self.run(*a, block, queries)?, i64::overflowing_abs),
            Term::Not(a) => map(self.run(*a, block, queries)?, |x| (1 - x, false)),
            Term::Natural(a) => map(self.run(*a, block, queries)?, |x| (x, x < 0)),
            Term::Bit(parts) => {
                let (n, place) = (self.run(parts[0], block, queries)?, self.run(parts[1], block, queries)?);
                zip(n, place, |n, place| {
                    let shift = u32::try_from(place).unwrap_or(u32::MAX);
                    (n.checked_shr(shift).unwrap_or(0) & 1, n < 0 || place < 0)
                })
            }
            Term::Gcd(parts) => {
                let (a, b) = (self.run(parts[0], block, queries)?, self.run(parts[1], block, queries)?);
                zip(a, b, |a, b| {
                    if a < 0 || b < 0 {
                        (0, true)
                    } else {
                        (gcd(a.unsigned_abs(), b.unsigned_abs()).cast_signed(), false)
                    }
                })
            }
            Term::Least(parts) => self.fold(parts, block, queries, i64::min),
            Term::Greatest(parts) => self.fold(parts, block, queries, i64::max),
            Term::Entry(slot, index) => {
                let index = self.run(*index, block, queries)?;
                let Some(Value::List(list)) = self.frame.get(*slot) else { return Err(Irregular) };
                let entry = |at: i64| usize::try_from(at).ok().and_then(|at| list.get(at)?.as_i64());
                map(index, |at| entry(at).map_or((0, true), |value| (value, false)))
            }
            Term::Pick(first, len, index) => {
                let index = self.run(*index, block, queries)?;
                let columns = block.columns.get(*first..first + len).ok_or(Irregular)?;
                let entry = |at: usize| Some(columns.get(usize::try_from(index.at(at)).ok()?)?[at]);
                Ok(Column::Own((0..block.count).map(entry).collect::<Option<_>>().ok_or(Irregular)?))
            }
            Term::Measure(measure, at) => self.measure(*measure, *at, block),
            Term::Member(element, at) => self.member(element, *at, block, queries),
            Term::Root(a) => map(self.run(*a, block, queries)?, |x| (root(x), x < 0)),
            Term::Library { function, args, truth } => self.library(*function, args, *truth, block, queries),
            Term::Inside(parts) => {
                let element = self.run(parts[0], block, queries)?;
                let (low, high) = (self.run(parts[1], block, queries)?, self.run(parts[2], block, queries)?);
                let element = element.into_values(block.count);
                let above = compare(CompareOp::Ge, Column::Shared(&element), low)?.into_values(block.count);
                let below = compare(CompareOp::Le, Column::Shared(&element), high)?.into_values(block.count);
                Ok(Column::Own(above.iter().zip(&below).map(|(a, b)| a & b).collect()))
            }
            Term::Within(parts) => {
                let element = self.run(parts[0], block, queries)?;
                let (low, high) = (self.run(parts[1], block, queries)?, self.run(parts[2], block, queries)?);
                let mut space = Vec::new();
                let values = element.slice(block.count, &mut space);
                let out = match (low.values(), high.values()) {
                    (Err(low), Err(high)) => values.iter().filter(|n| !(low..=high).contains(*n)).count() > 0,
                    _ => (0..).zip(values).any(|(at, &n)| n < low.at(at) || n > high.at(at)),
                };
                if out { Err(Irregular) } else { Ok(element) }
            }
            Term::All(parts) => self.sequence(parts, true, block, queries),
            Term::Any(parts) => self.sequence(parts, false, block, queries),
            Term::If(parts) => self.choose(parts, block, queries),
            Term::Ask(ask) => self.ask(ask, block, queries),
        }
    }

    fn library<'b>(
        &self,
        function: Builtin,
        args: &[TermId],
        truth: bool,
        block: &'b Block,
        queries: &mut dyn Queries,
    ) -> Result<'b> {
        let columns: Vec<Column<'_>> =
            args.iter().map(|arg| self.run(*arg, block, queries)).collect::<std::result::Result<_, _>>()?;
        let mut values: Vec<Value> = vec![Value::int(0); args.len()];
        let mut results = Vec::with_capacity(block.count);
        for at in 0..block.count {
            for (value, column) in values.iter_mut().zip(&columns) {
                *value = Value::int(column.at(at));
            }
            let result = (function.spec().function)(&values, &self.machine.meter).map_err(|_| Irregular)?;
            let number = if truth { result.as_bool().map(i64::from) } else { result.as_i64() };
            results.push(number.ok_or(Irregular)?);
        }
        Ok(Column::Own(results))
    }

    fn outer(&self, slot: u32, truth: bool) -> Option<i64> {
        let value = self.frame.get(slot)?;
        if truth { value.as_bool().map(i64::from) } else { value.as_i64() }
    }

    fn fold<'b>(
        &self,
        parts: &[TermId],
        block: &'b Block,
        queries: &mut dyn Queries,
        f: impl Fn(i64, i64) -> i64 + Copy,
    ) -> Result<'b> {
        let Some((first, rest)) = parts.split_first() else { return Err(Irregular) };
        let mut total = self.run(*first, block, queries)?;
        for part in rest {
            let next = self.run(*part, block, queries)?;
            total = zip(total, next, |x, y| (f(x, y), false))?;
        }
        Ok(total)
    }

    /// `and` (`all`), or `or`: a later part is looked at only for the instances that the earlier ones leave open.
    fn sequence<'b>(&self, parts: &[TermId], all: bool, block: &'b Block, queries: &mut dyn Queries) -> Result<'b> {
        let mut known: Option<Vec<i64>> = None;
        let decided = i64::from(!all);
        for part in parts {
            let Some(known) = &mut known else {
                match self.run(*part, block, queries)? {
                    Column::One(value) if value == decided => return Ok(Column::One(decided)),
                    Column::One(_) => {}
                    column => known = Some(column.into_values(block.count)),
                }
                continue;
            };
            let open: Vec<i64> = known.iter().map(|k| i64::from(*k != decided)).collect();
            self.where_chosen(*part, &open, block, known, queries)?;
        }
        Ok(known.map_or(Column::One(1 - decided), Column::Own))
    }

    fn choose<'b>(&self, parts: &[TermId; 3], block: &'b Block, queries: &mut dyn Queries) -> Result<'b> {
        let mut condition = match self.run(parts[0], block, queries)? {
            Column::One(holds) => return self.run(parts[if holds == 0 { 2 } else { 1 }], block, queries),
            column => column.into_values(block.count),
        };
        let mut result = vec![0; block.count];
        self.where_chosen(parts[1], &condition, block, &mut result, queries)?;
        for holds in &mut condition {
            *holds = 1 - *holds;
        }
        self.where_chosen(parts[2], &condition, block, &mut result, queries)?;
        Ok(Column::Own(result))
    }

    /// Writes the value of a term where `chosen` is not 0.
    fn where_chosen(
        &self,
        term: TermId,
        chosen: &[i64],
        block: &Block,
        into: &mut [i64],
        queries: &mut dyn Queries,
    ) -> std::result::Result<(), Irregular> {
        let some = chosen.iter().any(|c| *c != 0);
        if !some {
            return Ok(());
        }
        let mut space = Vec::new();
        if self.terms.is_partial(term) && chosen.contains(&0) {
            let smaller = block.restricted(chosen);
            let column = self.run(term, &smaller, queries)?;
            let values = column.slice(smaller.count, &mut space);
            let places = into.iter_mut().zip(chosen).filter(|(_, c)| **c != 0);
            for ((place, _), value) in places.zip(values) {
                *place = *value;
            }
            return Ok(());
        }
        let column = self.run(term, block, queries)?;
        let values = column.slice(block.count, &mut space);
        for ((place, chosen), value) in into.iter_mut().zip(chosen).zip(values) {
            if *chosen != 0 {
                *place = *value;
            }
        }
        Ok(())
    }
}

fn arith<'b>(op: BinaryOp, a: Column<'b>, b: Column<'b>) -> Result<'b> {
    match (op, &b) {
        (BinaryOp::Add, _) => zip(a, b, i64::overflowing_add),
        (BinaryOp::Sub, _) => zip(a, b, i64::overflowing_sub),
        (BinaryOp::Mul, _) => zip(a, b, i64::overflowing_mul),
        (BinaryOp::Xor, _) => zip(a, b, |x, y| (x ^ y, (x | y) < 0)),
        // Powers of two by a mask; a remainder of small numbers by a short division.
        (BinaryOp::Mod, Column::One(d)) if *d > 0 && d & (d - 1) == 0 => {
            let mask = d - 1;
            map(a, |x| (x & mask, false))
        }
        (BinaryOp::Mod, Column::One(d)) if *d > 0 && i32::try_from(*d).is_ok() => {
            let d = *d;
            map(a, |x| (remainder(x, d), false))
        }
        _ => zip(a, b, |x, y| small(op, x, y).map_or((0, true), |z| (z, false))),
    }
}

/// `x mod d`, by a 32-bit division where the numbers allow it.
#[inline]
fn remainder(x: i64, d: i64) -> i64 {
    match (u32::try_from(x), u32::try_from(d)) {
        (Ok(x), Ok(d)) if d != 0 => i64::from(x % d),
        _ => x.rem_euclid(d),
    }
}

fn compare<'b>(op: CompareOp, a: Column<'b>, b: Column<'b>) -> Result<'b> {
    match op {
        CompareOp::Eq => zip(a, b, |x, y| (i64::from(x == y), false)),
        CompareOp::Ne => zip(a, b, |x, y| (i64::from(x != y), false)),
        CompareOp::Lt => zip(a, b, |x, y| (i64::from(x < y), false)),
        CompareOp::Le => zip(a, b, |x, y| (i64::from(x <= y), false)),
        CompareOp::Gt => zip(a, b, |x, y| (i64::from(x > y), false)),
        CompareOp::Ge => zip(a, b, |x, y| (i64::from(x >= y), false)),
        CompareOp::In | CompareOp::NotIn => zip(a, b, |x, y| (i64::from(decide(op, x.cmp(&y))), true)),
    }
}

/// The integer part of the square root of a natural number.
fn root(x: i64) -> i64 {
    i64::try_from(x.max(0).unsigned_abs().isqrt()).unwrap_or(0)
}
