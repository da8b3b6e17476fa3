//! Moves that take an amount from one heap: which amounts there are, and from which heaps each may be taken.
//!
//! Let a move take `f(i)` from a heap of `n` for every `i` of some loops, where `f` does not speak of `n`. When every bound
//! and guard is monotone in `n`, the heaps from which `f(i)` may be taken are an interval, and its ends are found by
//! trying. Squares, primes, powers, an amount up to half of the heap: all are of this kind; divisors of `n` are not.

use std::collections::HashMap;

use super::affine::{Affine, mentions, substitute};
use super::fold::{self, eval};
use super::program::{Expr, ExprKind, Op, Program, Reg, Stmt, rounds};
use super::tighten::conjuncts;
use super::trend::{Trend, trend};
use crate::base::{Exceeded, Meter};
use crate::cgt::heap::Amount;

/// So many choices of the loops' variables are tried for each heap of the range, at most.
const CHOICES: u64 = 4;
/// Choices between looks at the clock.
const TICK: u64 = 1 << 14;

/// The moves of a game on one heap, family by family.
pub struct Families {
    /// The heap, and its least size.
    heap: Reg,
    least: i64,
    list: Vec<Family>,
    registers: usize,
    /// Heaps that are over before any move, over the heap's register.
    pub ends: Option<Expr>,
}

/// `take` for every choice of the variables that the steps allow.
struct Family {
    steps: Vec<Step>,
    take: Expr,
}

#[derive(Clone)]
enum Step {
    For {
        reg: Reg,
        low: Expr,
        high: Expr,
        down: bool,
    },
    /// Where it is false, nothing more comes of the innermost loop.
    While(Condition),
    If(Condition),
}

/// A condition that is monotone in the heap.
#[derive(Clone)]
struct Condition {
    holds: Expr,
    trend: Trend,
}

/// Reads a program as families of amounts.
///
/// # Errors
/// Why it is none, in words.
pub fn families(program: &Program) -> Result<Families, &'static str> {
    let [heap] = &program.components[..] else { return Err("positions of several numbers") };
    if heap.mask_bits.is_some() || !program.images.is_empty() || program.endings.iter().any(|e| e.wins) {
        return Err("no plain game on heaps");
    }
    let mut reader = Reader { program, heap: heap.reg, found: Vec::new(), definitions: HashMap::new() };
    program.body.iter().try_for_each(|stmt| reader.statement(stmt, &[]))?;
    let ends = program.endings.iter().map(|e| e.condition.clone());
    let ends = ends.reduce(|a, b| fold::select(a, Expr::constant(1), b)).filter(|e| e.as_constant() != Some(0));
    Ok(Families {
        heap: heap.reg,
        least: heap.interval.0,
        list: reader.found,
        registers: program.registers as usize,
        ends,
    })
}

struct Reader<'p> {
    program: &'p Program,
    heap: Reg,
    found: Vec<Family>,
    definitions: HashMap<Reg, Expr>,
}

impl Reader<'_> {
    fn inlined(&self, e: &Expr) -> Result<Expr, &'static str> {
        let e = substitute(e, &|reg| self.definitions.get(&reg).cloned()).ok_or("numbers may be too large")?;
        // Conditions are tried outside of the loops' ranges, too.
        if is_total(&e) { Ok(e) } else { Err("a divisor that may be 0") }
    }

    fn condition(&self, holds: Expr) -> Result<Condition, &'static str> {
        match trend(&holds, self.heap) {
            Trend::Unknown => Err("a condition that is not monotone in the heap"),
            trend => Ok(Condition { holds, trend }),
        }
    }

    /// As deep as the rules' binders nest.
    fn statement(&mut self, stmt: &Stmt, steps: &[Step]) -> Result<(), &'static str> {
        match stmt {
            Stmt::Let(reg, e) => {
                let e = self.inlined(e)?;
                self.definitions.insert(*reg, e);
                Ok(())
            }
            Stmt::If { condition, body } => {
                let mut steps = steps.to_vec();
                for part in conjuncts(&self.inlined(condition)?) {
                    steps.push(Step::If(self.condition(part)?));
                }
                body.iter().try_for_each(|stmt| self.statement(stmt, &steps))
            }
            Stmt::For { reg, low, high, down, going, body } => {
                let (low, high) = (self.inlined(low)?, self.inlined(high)?);
                let variable = Expr::reg(*reg, crate::ir::Interval::new(low.interval.low, high.interval.high));
                let mut steps = steps.to_vec();
                steps.push(Step::For { reg: *reg, low: low.clone(), high: high.clone(), down: *down });
                for (a, b) in [(low, variable.clone()), (variable, high)] {
                    if mentions(&a, &|r| r == self.heap) || mentions(&b, &|r| r == self.heap) {
                        let inside = fold::binary(Op::Le, a, b).map_err(|u| u.0)?;
                        steps.push(Step::If(self.condition(inside)?));
                    }
                }
                if let Some(going) = going {
                    for part in conjuncts(&self.inlined(going)?) {
                        steps.push(Step::While(self.condition(part)?));
                    }
                }
                body.iter().try_for_each(|stmt| self.statement(stmt, &steps))
            }
            Stmt::Emit { parts } => {
                let [part] = &parts[..] else { return Err("options that are sums") };
                let [word] = &part[..] else { return Err("options that are no heaps") };
                let heap = self.program.components[0].interval;
                let heap = Expr::reg(self.heap, crate::ir::Interval::new(heap.0, heap.1));
                let taken = Affine::difference(&heap, &self.inlined(word)?).and_then(|form| form.expression());
                let take = taken.ok_or("numbers may be too large")?;
                if mentions(&take, &|r| r == self.heap) {
                    return Err("an amount that depends on the heap");
                }
                self.found.push(Family { steps: steps.to_vec(), take });
                Ok(())
            }
            Stmt::ForBits { .. } | Stmt::ForSubsets { .. } | Stmt::Leave => Err("moves that are no loops over numbers"),
        }
    }
}

/// Whether an expression has a value whatever its registers hold: no divisor can be 0.
fn is_total(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Const(_) | ExprKind::Reg(_) => true,
        ExprKind::Binary(op, a, b) => {
            is_total(a) && is_total(b) && (!matches!(op, Op::FloorDiv | Op::Mod) || b.interval.low >= 1)
        }
        ExprKind::Popcount(a) | ExprKind::TrailingZeros(a) | ExprKind::Sqrt(a) | ExprKind::Lookup(_, a) => is_total(a),
        ExprKind::Select(a, b, c) => is_total(a) && is_total(b) && is_total(c),
    }
}

impl Families {
    /// All amounts that may be taken from heaps of at most `top`, sizes counted from the least; or why these are no
    /// amounts after all.
    ///
    /// # Errors
    /// A limit.
    pub fn amounts(&self, top: u32, meter: &Meter) -> Result<Result<Vec<Amount>, &'static str>, Exceeded> {
        let top = self.least.saturating_add(i64::from(top));
        let most = top.abs_diff(self.least).saturating_add(64).saturating_mul(CHOICES);
        let registers = vec![0; self.registers];
        let mut search =
            Search { of: self, top, registers, conditions: Vec::new(), found: Vec::new(), left: most, meter };
        for family in &self.list {
            match search.family(&family.steps, &family.take) {
                Ok(_) => {}
                Err(Refused::Limit(exceeded)) => return Err(exceeded),
                Err(Refused::Not(reason)) => return Ok(Err(reason)),
            }
        }
        Ok(Ok(search.found))
    }

    /// Whether a heap, counted from the least, is over before any move.
    #[must_use]
    pub fn is_over(&self, heap: u32, registers: &mut Vec<i64>) -> bool {
        let Some(ends) = &self.ends else { return false };
        registers.resize(self.registers, 0);
        registers[self.heap.0 as usize] = self.least.saturating_add(i64::from(heap));
        eval(ends, registers) != 0
    }
}

enum Refused {
    Not(&'static str),
    Limit(Exceeded),
}

/// The loops, run for all heaps up to one at once.
struct Search<'a> {
    of: &'a Families,
    top: i64,
    registers: Vec<i64>,
    /// Conditions that speak of the heap, for the variables bound so far.
    conditions: Vec<Condition>,
    found: Vec<Amount>,
    /// Choices that may still be made.
    left: u64,
    meter: &'a Meter,
}

impl Search<'_> {
    fn at(&mut self, heap: i64, e: &Expr) -> i64 {
        self.registers[self.of.heap.0 as usize] = heap;
        eval(e, &self.registers)
    }

    /// Whether a condition holds for some heap.
    fn may_hold(&mut self, condition: &Condition) -> bool {
        let best = if condition.trend == Trend::Falls { self.of.least } else { self.top };
        self.at(best, &condition.holds) != 0
    }

    /// Runs steps; `false` when the innermost open loop is at its end. As deep as the rules' binders nest.
    fn family(&mut self, steps: &[Step], take: &Expr) -> Result<bool, Refused> {
        let Some((step, rest)) = steps.split_first() else { return self.amount(take).map(|()| true) };
        match step {
            Step::If(condition) | Step::While(condition) => {
                if !self.may_hold(condition) {
                    return Ok(!matches!(step, Step::While(_)));
                }
                if condition.trend == Trend::Constant {
                    return self.family(rest, take);
                }
                self.conditions.push(condition.clone());
                let goes_on = self.family(rest, take);
                self.conditions.pop();
                goes_on
            }
            Step::For { reg, low, high, down } => {
                let ends = [self.of.least, self.top];
                let [a, b] = ends.map(|heap| self.at(heap, low));
                let [c, d] = ends.map(|heap| self.at(heap, high));
                let (low, high) = (a.min(b), c.max(d));
                for n in rounds(low, high, *down) {
                    self.tick()?;
                    self.registers[reg.0 as usize] = n;
                    if !self.family(rest, take)? {
                        break;
                    }
                }
                Ok(true)
            }
        }
    }

    fn tick(&mut self) -> Result<(), Refused> {
        self.left = self.left.checked_sub(1).ok_or(Refused::Not("many more choices than heaps"))?;
        if self.left.is_multiple_of(TICK) {
            self.meter.check().map_err(Refused::Limit)?;
        }
        Ok(())
    }

    /// The amount for one choice of the variables, if it may be taken from any heap.
    fn amount(&mut self, take: &Expr) -> Result<(), Refused> {
        let take = self.at(0, take);
        if take < 1 {
            return Err(Refused::Not("a move that takes nothing"));
        }
        let (least, top) = (self.of.least, self.top);
        let from = self.first(least.saturating_add(take), Trend::Rises);
        // The first heap for which a falling condition fails.
        let end = self.first(top.saturating_add(1), Trend::Falls);
        let to = if end > top { None } else { Some(end - 1) };
        if from > top || to.is_some_and(|to| to < from) {
            return Ok(());
        }
        if from.checked_sub(take).is_none_or(|left| left < least) {
            return Err(Refused::Not("an amount that is taken from smaller heaps"));
        }
        let size = |heap: i64| u32::try_from(heap.abs_diff(least)).map_err(|_| Refused::Not("very large heaps"));
        let to = to.map_or(Ok(u32::MAX), size)?;
        self.found.push(Amount { take: size(least.saturating_add(take))?, from: size(from)?, to });
        Ok(())
    }

    /// The first heap for which all rising conditions hold, or some falling one fails; one beyond the last if there is
    /// none. A guess that is right makes it quick.
    fn first(&mut self, guess: i64, trend: Trend) -> i64 {
        let conditions: Vec<Expr> =
            self.conditions.iter().filter(|c| c.trend == trend).map(|c| c.holds.clone()).collect();
        let (mut low, mut high) = (self.of.least, self.top.saturating_add(1));
        let mut reached = |heap: i64| conditions.iter().all(|c| self.at(heap, c) != 0) == (trend == Trend::Rises);
        if (low..=high).contains(&guess) {
            if guess < high && reached(guess) {
                high = guess;
            } else if guess < high {
                low = guess + 1;
            }
            if guess > low && reached(guess - 1) {
                high = guess - 1;
            } else if guess > low {
                low = guess;
            }
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if reached(middle) { high = middle } else { low = middle + 1 }
        }
        low
    }
}
