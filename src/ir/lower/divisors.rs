//! Loops over the divisors of a number, by lists of the divisors of all numbers.

use std::sync::Arc;

use super::{Expr, Interval, Lowering, Unsupported};
use crate::ir::affine::{mentions, substitute};
use crate::ir::fold;
use crate::ir::program::{ExprKind, Op, Reg, Stmt};
use crate::ir::table::Table;
use crate::ir::tighten::{all, conjuncts};

/// Divisors are listed for numbers up to this one.
pub(super) const LISTED: i64 = 1 << 16;

/// Of so few numbers each is tried.
const FEW: i64 = 32;

/// The divisors of the numbers of a range one after the other.
pub(super) struct Lists {
    least: i64,
    /// Where those of each number start, and those after the last.
    starts: Arc<Table>,
    divisors: Arc<Table>,
}

impl Lists {
    /// The first and the last place of the divisors of a number, which lies in the range.
    pub fn ends(&self, n: &Expr) -> Result<(Expr, Expr), Unsupported> {
        let at = fold::binary(Op::Sub, n.clone(), Expr::constant(self.least))?;
        let first = fold::lookup(&self.starts, at.clone());
        let after = fold::lookup(&self.starts, fold::binary(Op::Add, at, Expr::constant(1))?);
        Ok((first, fold::binary(Op::Sub, after, Expr::constant(1))?))
    }

    /// The divisor at the place that a register holds.
    pub fn divisor(&self, place: Reg) -> Expr {
        let last = i64::try_from(self.divisors.len()).unwrap_or(i64::MAX) - 1;
        fold::lookup(&self.divisors, Expr::reg(place, Interval::new(0, last)))
    }
}

impl Lowering<'_> {
    /// Lists for numbers from 1 on, or a later one, up to [`LISTED`] at most.
    pub(super) fn divisor_lists(&mut self, numbers: Interval) -> Lists {
        // Every number is put behind its multiples.
        let multiples =
            |d: i64| (d..=numbers.high).step_by(usize::try_from(d).unwrap_or(1)).filter(|m| *m >= numbers.low);
        let place = |m: i64| usize::try_from(m - numbers.low).unwrap_or(0);
        let mut starts = vec![0i64; place(numbers.high) + 2];
        for m in (1..=numbers.high).flat_map(multiples) {
            starts[place(m) + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut list = vec![0; usize::try_from(next[next.len() - 1]).unwrap_or(0)];
        for (d, m) in (1..=numbers.high).flat_map(|d| multiples(d).map(move |m| (d, m))) {
            let at = &mut next[place(m)];
            list[usize::try_from(*at).unwrap_or(0)] = d;
            *at += 1;
        }
        Lists { least: numbers.low, starts: self.table(starts), divisors: self.table(list) }
    }

    /// Statements whose loops pass over what does not divide a number, where they leave it out anyway. As deep as they nest.
    pub(super) fn over_divisors(&mut self, body: Vec<Stmt>) -> Vec<Stmt> {
        let mut found = Vec::new();
        for stmt in body {
            match stmt {
                Stmt::For { reg, low, high, down, going, body } => {
                    let body = self.over_divisors(body);
                    match self.by_divisors(reg, (&low, &high), &body) {
                        Some(Ok(listed)) => found.extend(listed),
                        _ => found.push(Stmt::For { reg, low, high, down, going, body }),
                    }
                }
                Stmt::ForBits { reg, mask, body } => {
                    found.push(Stmt::ForBits { reg, mask, body: self.over_divisors(body) });
                }
                Stmt::If { condition, body } => found.push(Stmt::If { condition, body: self.over_divisors(body) }),
                other => found.push(other),
            }
        }
        found
    }

    /// A loop whose body does nothing but where its variable divides a positive number, over the divisors of that.
    fn by_divisors(
        &mut self,
        reg: Reg,
        (low, high): (&Expr, &Expr),
        body: &[Stmt],
    ) -> Option<Result<Vec<Stmt>, Unsupported>> {
        let [Stmt::If { condition, body: inside }] = body else { return None };
        let parts = conjuncts(condition);
        let (at, n) = parts.iter().enumerate().find_map(|(at, part)| Some((at, divided(part, reg)?)))?;
        let n = n.clone();
        let few = high.interval.high.saturating_sub(low.interval.low) < FEW;
        if few || low.interval.low < 1 || n.interval.high > LISTED || n.interval.high < 1 {
            return None;
        }
        // The variable by another name, since the old one goes on to hold numbers from both ends on.
        let variable =
            Expr::reg(self.fresh(), Interval::new(low.interval.low, high.interval.high.max(low.interval.low)));
        let ExprKind::Reg(divisor) = *variable.kind else { return None };
        let named = |e: &Expr| substitute(e, &|r| (r == reg).then(|| variable.clone()));
        let rest: Vec<Expr> = parts.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, p)| p.clone()).collect();
        let rest = named(&all(rest))?;
        let inside = renamed(inside, &named)?;
        Some(self.loops((n, low, high), (divisor, variable), (rest, inside), reg, body))
    }

    /// The loop over divisors, and the old one where the number is not positive.
    fn loops(
        &mut self,
        (n, low, high): (Expr, &Expr, &Expr),
        (divisor, variable): (Reg, Expr),
        (rest, inside): (Expr, Vec<Stmt>),
        reg: Reg,
        body: &[Stmt],
    ) -> Result<Vec<Stmt>, Unsupported> {
        let numbers = Interval::new(n.interval.low.max(1), n.interval.high);
        let lists = self.divisor_lists(numbers);
        let positive = fold::binary(Op::Le, Expr::constant(1), n.clone())?;
        let (first, last) = lists.ends(&fold::binary(Op::Max, n.clone(), Expr::constant(numbers.low))?)?;
        let place = self.fresh();
        // Only those that lie in the old loop's range get its name: what is computed from it was made for that.
        let found = self.fresh();
        let raw = Expr::reg(found, Interval::new(1, numbers.high));
        let within = all(vec![
            fold::binary(Op::Le, low.clone(), raw.clone())?,
            fold::binary(Op::Le, raw.clone(), high.clone())?,
        ]);
        let named = Stmt::Let(divisor, Expr { interval: variable.interval, ..raw });
        let inside = vec![named, Stmt::If { condition: rest, body: inside }];
        let round = vec![Stmt::Let(found, lists.divisor(place)), Stmt::If { condition: within, body: inside }];
        let listed = Stmt::For { reg: place, low: first, high: last, down: false, going: None, body: round };
        if n.interval.low >= 1 {
            return Ok(vec![listed]);
        }
        let other = fold::binary(Op::Le, n, Expr::constant(0))?;
        let (low, high) = (low.clone(), high.clone());
        let old = Stmt::For { reg, low, high, down: false, going: None, body: body.to_vec() };
        Ok(vec![Stmt::If { condition: positive, body: vec![listed] }, Stmt::If { condition: other, body: vec![old] }])
    }
}

/// The number that a register divides where a condition holds, and only there.
fn divided(condition: &Expr, reg: Reg) -> Option<&Expr> {
    let ExprKind::Binary(Op::Eq, x, y) = &*condition.kind else { return None };
    let rest = match (x.as_constant(), y.as_constant()) {
        (_, Some(0)) => x,
        (Some(0), _) => y,
        _ => return None,
    };
    let ExprKind::Binary(Op::Mod, n, divisor) = &*rest.kind else { return None };
    let by = matches!(*divisor.kind, ExprKind::Reg(r) if r == reg);
    (by && !mentions(n, &|r| r == reg)).then_some(n)
}

/// Statements with other names; `None` where some are not known to fit a word then.
fn renamed(body: &[Stmt], named: &dyn Fn(&Expr) -> Option<Expr>) -> Option<Vec<Stmt>> {
    let one = |stmt: &Stmt| {
        Some(match stmt {
            Stmt::Let(to, e) => Stmt::Let(*to, named(e)?),
            Stmt::If { condition, body } => Stmt::If { condition: named(condition)?, body: renamed(body, named)? },
            Stmt::Emit { parts } => {
                let part = |part: &Vec<Expr>| part.iter().map(named).collect::<Option<Vec<Expr>>>();
                Stmt::Emit { parts: parts.iter().map(part).collect::<Option<_>>()? }
            }
            Stmt::Leave => Stmt::Leave,
            // A loop inside would be over a name of its own.
            Stmt::For { .. } | Stmt::ForBits { .. } | Stmt::ForSubsets { .. } => return None,
        })
    };
    body.iter().map(one).collect()
}
