//! What can be known about a program before it runs: checks that cannot fail are dropped, and loops stop where a
//! monotone guard says that nothing more will come.

use std::collections::HashMap;

use super::affine::{Affine, Facts, mentions, substitute};
use super::fold::{self, apply};
use super::measure::{self, Options};
use super::mirror::{Alike, Round, middle};
use super::program::{Expr, ExprKind, Image, Interval, Op, Program, Reg, Stmt, words_of};
use super::relax::relaxed;
use super::start::first_value;
use super::trend::{Trend, trend};
use super::unroll::possible;

/// Longer expressions are not put in place of their registers.
pub(super) const LONG: usize = 64;
/// Sums are looked at of so many numbers.
const MOST_SUMMED: u32 = 5;
/// How many positions are tried to see which guard says no more often.
const SAMPLES: u64 = 64;

/// Drops checks that cannot fail, narrows what is known of the words of options, and lets loops stop early. The options
/// stay the same; their order may not.
pub(super) fn tighten(program: &mut Program) {
    let components = program.components.iter().map(|c| (c.reg, Interval::new(c.interval.0, c.interval.1)));
    let mut pass = Pass {
        facts: Facts::ascending(ascents(program)),
        definitions: HashMap::new(),
        variables: components.map(|(reg, i)| (reg, Expr::constant(i.low), Expr::constant(i.high))).collect(),
        words: program
            .components
            .iter()
            .map(|c| measure::Word {
                before: Expr::reg(c.reg, Interval::new(c.interval.0, c.interval.1)),
                number: c.mask_bits.is_none(),
                bag: c.bag.map(|(start, _)| start),
            })
            .collect(),
        shrinks: vec![true; program.components.len()],
        rises: program.components.iter().map(|c| c.mask_bits.is_none()).collect(),
        totals: sums_of_numbers(program),
        options: Options::default(),
        images: program.images.clone(),
    };
    let body = std::mem::take(&mut program.body);
    program.body = pass.block(body);
    // A sum of words that do not grow says nothing new.
    let Pass { shrinks, mut rises, mut totals, words, options, .. } = pass;
    if program.partizan {
        // Where only one player has moves, who moves rises; but tables go through both in order.
        rises.pop();
        rises.push(false);
    }
    totals.retain(|&total| words_of(total).any(|i| !shrinks[i]));
    let down: Vec<bool> =
        rises.iter().zip(&shrinks).map(|(&rises, &shrinks)| rises && !shrinks && totals.is_empty()).collect();
    program.measure = options.measure(&words, &program.images, &shrinks, &down);
    program.maximum = options.maximum(&words, &program.images, &shrinks);
    (program.shrinks, program.rises, program.totals) = (shrinks, rises, totals);
}

/// The pairs of words of a bag: positions come with these in order.
fn ascents(program: &Program) -> Vec<(Expr, Expr)> {
    let word = |i: usize| {
        let component = &program.components[i];
        Expr::reg(component.reg, Interval::new(component.interval.0, component.interval.1))
    };
    let mut pairs = Vec::new();
    for (i, component) in program.components.iter().enumerate() {
        let end = component.bag.map_or(0, |(start, len)| (start + len) as usize);
        pairs.extend((i + 1..end).map(|j| (word(i), word(j))));
    }
    pairs
}

/// All sums of two or more words that are numbers, where there are few; who moves is none.
fn sums_of_numbers(program: &Program) -> Vec<u64> {
    let numbers = |i: usize| program.components[i].mask_bits.is_none();
    let fields = program.components.len() - usize::from(program.partizan);
    let all = (0..fields.min(64)).filter(|&i| numbers(i)).fold(0u64, |all, i| all | 1 << i);
    if all.count_ones() > MOST_SUMMED {
        return Vec::new();
    }
    let next = |sum: &u64| (*sum != 0).then(|| (sum - 1) & all);
    std::iter::successors(Some(all), next).filter(|sum| sum.count_ones() > 1).collect()
}

/// The walk over a program, outermost statement first.
struct Pass {
    facts: Facts,
    /// What registers stand for, in terms of components and loop variables.
    definitions: HashMap<Reg, Expr>,
    /// Components and the variables of open loops, with their first and last value.
    variables: Vec<(Reg, Expr, Expr)>,
    /// The words of a position.
    words: Vec<measure::Word>,
    /// Whether no option has a greater word here, so far.
    shrinks: Vec<bool>,
    /// Whether it is a number that no option has a lesser one of, so far.
    rises: Vec<bool>,
    /// Sets of words whose sum is not greater in any option, so far.
    totals: Vec<u64>,
    /// The options so far.
    options: Options,
    /// What equations make of positions.
    images: Vec<Image>,
}

impl Pass {
    fn block(&mut self, body: Vec<Stmt>) -> Vec<Stmt> {
        let known = self.facts.len();
        let body = body.into_iter().filter_map(|stmt| self.statement(stmt)).collect();
        self.facts.forget(known);
        body
    }

    /// An expression in terms of components and loop variables.
    fn inlined(&self, e: &Expr) -> Expr {
        let long = size(e) > LONG;
        let inlined = if long { None } else { substitute(e, &|reg| self.definitions.get(&reg).cloned()) };
        inlined.unwrap_or_else(|| e.clone())
    }

    fn statement(&mut self, stmt: Stmt) -> Option<Stmt> {
        Some(match stmt {
            Stmt::Let(reg, e) => {
                let inlined = self.inlined(&e);
                if size(&inlined) <= LONG {
                    self.definitions.insert(reg, inlined);
                }
                Stmt::Let(reg, e)
            }
            Stmt::If { condition, body } if matches!(body[..], [Stmt::Leave]) => {
                let Some(sound) = negated(&condition) else { return Some(Stmt::If { condition, body }) };
                let left = self.undecided(&sound);
                self.facts.holds(&self.inlined(&sound));
                if left.as_constant() == Some(1) {
                    return None;
                }
                Stmt::If { condition: fold::not(left), body }
            }
            Stmt::If { condition, body } => {
                let left = self.undecided(&condition);
                let known = self.facts.len();
                self.facts.holds(&self.inlined(&condition));
                let body = self.block(body);
                self.facts.forget(known);
                Stmt::If { condition: left, body }
            }
            Stmt::For { reg, low, high, body, .. } => self.for_loop(reg, low, high, body),
            Stmt::ForBits { reg, mask, body } => {
                let elements = possible(&mask);
                let (first, last) = (elements.trailing_zeros().min(63), (elements | 1).ilog2());
                let variable = Expr::reg(reg, Interval::new(first.into(), last.max(first).into()));
                let known = self.facts.len();
                self.facts.at_most(&Expr::constant(first.into()), &variable);
                self.facts.at_most(&variable, &Expr::constant(last.into()));
                let body = self.block(body);
                self.facts.forget(known);
                Stmt::ForBits { reg, mask, body }
            }
            Stmt::ForSubsets { reg, mask, low, high, body } => {
                Stmt::ForSubsets { reg, mask, low, high, body: self.block(body) }
            }
            Stmt::Emit { parts } => Stmt::Emit { parts: parts.into_iter().map(|part| self.option(part)).collect() },
            Stmt::Leave => Stmt::Leave,
        })
    }

    /// The parts of a condition that are not known to hold.
    fn undecided(&self, condition: &Expr) -> Expr {
        let parts = conjuncts(condition);
        let left = parts.into_iter().filter(|part| !self.facts.decides(&self.inlined(part)));
        all(left.collect())
    }

    /// Narrows the words of an option to what is known.
    fn option(&mut self, part: Vec<Expr>) -> Vec<Expr> {
        let inlined: Vec<Expr> = part.iter().map(|word| self.inlined(word)).collect();
        self.totals.retain(|&total| {
            let mut left = Affine::default();
            let mut summed = words_of(total);
            let fits =
                summed.all(|i| left.add(&self.words[i].before, 1).and_then(|()| left.add(&inlined[i], -1)).is_some());
            fits && self.facts.prove(&left)
        });
        self.options.note(&self.facts, &inlined);
        let mut words = Vec::new();
        for ((i, mut word), inlined) in part.into_iter().enumerate().zip(inlined) {
            let measure::Word { before, number, .. } = &self.words[i];
            if *number {
                let low = before.interval.low;
                if word.interval.low < low && self.facts.at_least(&inlined, low) {
                    word.interval.low = low;
                }
                self.shrinks[i] &= self.facts.proves_at_most(&inlined, before);
                self.rises[i] &= self.facts.proves_at_most(before, &inlined);
            } else {
                self.shrinks[i] &= is_part(&inlined, before);
            }
            words.push(word);
        }
        words
    }

    fn for_loop(&mut self, reg: Reg, low: Expr, high: Expr, body: Vec<Stmt>) -> Stmt {
        let (first, last) = (self.inlined(&low), self.inlined(&high));
        let variable = Expr::reg(reg, Interval::new(first.interval.low, last.interval.high));
        let known = self.facts.len();
        self.facts.at_most(&first, &variable);
        self.facts.at_most(&variable, &last);
        self.variables.push((reg, first, last));
        let mut body = self.block(body);
        let middle = self.middle(reg, &body);
        let pace = self.pace(reg, &mut body);
        self.variables.pop();
        self.facts.forget(known);
        let high = middle.unwrap_or(high);
        let Some(Pace { down, going, bound }) = pace else {
            return Stmt::For { reg, low, high, down: false, going: None, body };
        };
        let (low, high) = match bound {
            None => (low, high),
            Some(bound) if down => (low, fold::binary(Op::Min, high.clone(), bound).unwrap_or(high)),
            Some(bound) => (fold::binary(Op::Max, low.clone(), bound).unwrap_or(low), high),
        };
        Stmt::For { reg, low, high, down, going: Some(going), body }
    }

    /// Where the innermost open loop may end, if it gives the same from there on.
    fn middle(&self, reg: Reg, body: &[Stmt]) -> Option<Expr> {
        let (_, low, high) = self.variables.last()?;
        let mut round = Round { conditions: Vec::new(), parts: Vec::new() };
        self.round(body, &mut round)?;
        let words: Vec<Reg> = self.variables[..self.words.len()].iter().map(|(reg, ..)| *reg).collect();
        let bags: Vec<Option<u32>> = self.words.iter().map(|word| word.bag).collect();
        middle(reg, (low, high), &round, &Alike { words: &words, bags: &bags, images: &self.images })
    }

    /// The only option of a body, with its conditions, in terms of components and the variables of open loops.
    fn round(&self, body: &[Stmt], into: &mut Round) -> Option<()> {
        let open = |r: Reg| self.variables.iter().any(|(own, ..)| *own == r);
        let known = |e: &Expr| Some(self.inlined(e)).filter(|e| !mentions(e, &|r| !open(r)));
        let mut only = effects(body);
        let stmt = only.next().filter(|_| only.next().is_none())?;
        match stmt {
            Stmt::If { condition, body } => {
                for part in conjuncts(condition) {
                    into.conditions.push(known(&part)?);
                }
                self.round(body, into)
            }
            Stmt::Emit { parts } => {
                let part = |part: &Vec<Expr>| part.iter().map(known).collect::<Option<Vec<Expr>>>();
                into.parts = parts.iter().map(part).collect::<Option<_>>()?;
                Some(())
            }
            _ => None,
        }
    }

    /// How a loop may stop early, and start late. Guards that say when it stops are removed from the body.
    fn pace(&self, reg: Reg, body: &mut [Stmt]) -> Option<Pace> {
        // Only inside another loop: a loop of its own is recognised by its first value and its guards.
        let inside = self.variables.len() > self.words.len() + 1;
        let split = |c: Expr| if inside && trend(&c, reg) == Trend::Unknown { halves(c) } else { vec![c] };
        // What is computed in the body is not known before it.
        let open = |r: Reg| self.variables.iter().any(|(own, ..)| *own == r);
        let known = |c: &Expr| !mentions(c, &|r| !open(r));
        let conditions: Vec<Expr> = self.needed(body).into_iter().filter(known).flat_map(split).collect();
        let of = |wanted: Trend| {
            let found = conditions.iter().filter(|c| trend(c, reg) == wanted).cloned().collect::<Vec<_>>();
            let condition = all(found.clone());
            let misses = if found.is_empty() { 0 } else { self.misses(&condition) };
            (condition, misses)
        };
        let ((falling, below), (rising, above)) = (of(Trend::Falls), of(Trend::Rises));
        if below == 0 && above == 0 {
            return None;
        }
        let (down, going) = if below >= above { (false, falling) } else { (true, rising) };
        let alone = effects(body).count() == 1;
        if let Some(Stmt::If { condition, .. }) = body.last_mut().filter(|_| alone) {
            let parts = conjuncts(condition);
            let taken = conjuncts(&going);
            let left = parts.into_iter().filter(|p| {
                let p = self.inlined(p);
                !taken.contains(&p)
            });
            *condition = all(left.collect());
        }
        let first = |c: &Expr| first_value(c, reg, down);
        let nearest = if down { Op::Min } else { Op::Max };
        let bound = conditions.iter().filter(|_| inside).filter_map(first);
        let bound = bound.reduce(|a, b| fold::binary(nearest, a.clone(), b).unwrap_or(a));
        Some(Pace { down, going, bound })
    }

    /// Conditions without which a body emits nothing and changes nothing: of several statements, the weakest of what each
    /// needs.
    fn needed(&self, body: &[Stmt]) -> Vec<Expr> {
        let mut statements = effects(body).map(|stmt| self.necessary(stmt));
        let first = statements.next().unwrap_or_default();
        statements.fold(first, |needed, other| {
            let weakest = |c: &Expr| other.iter().find_map(|o| weaker(c, o));
            if other.is_empty() { Vec::new() } else { needed.iter().filter_map(weakest).collect() }
        })
    }

    /// Conditions without which a statement emits nothing and changes nothing, in terms of components and the variables
    /// of loops that are open where it stands.
    fn necessary(&self, stmt: &Stmt) -> Vec<Expr> {
        match stmt {
            Stmt::If { condition, body } => {
                let mut conditions: Vec<Expr> = conjuncts(condition).iter().map(|c| self.inlined(c)).collect();
                conditions.extend(self.needed(body));
                conditions
            }
            Stmt::For { reg, low, high, going, body, .. } => {
                let mut conditions = Vec::new();
                if let Ok(some) = fold::binary(Op::Le, self.inlined(low), self.inlined(high)) {
                    conditions.push(some);
                }
                let mut inner = self.needed(body);
                inner.extend(going.iter().flat_map(conjuncts));
                let range = (*reg, &self.inlined(low), &self.inlined(high));
                conditions.extend(inner.iter().filter_map(|c| relaxed(c, range)));
                conditions.retain(|c| c.as_constant().is_none() && size(c) <= LONG);
                conditions
            }
            _ => Vec::new(),
        }
    }

    /// How often a condition fails, of [`SAMPLES`] values of the components and loop variables.
    fn misses(&self, condition: &Expr) -> u64 {
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        let mut misses = 0;
        for _ in 0..SAMPLES {
            let mut values: HashMap<Reg, i64> = HashMap::new();
            for (reg, low, high) in &self.variables {
                let (low, high) = (eval(low, &values), eval(high, &values));
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let width = high.saturating_sub(low).saturating_add(1).max(1).unsigned_abs();
                let offset = (state >> 33) % width;
                values.insert(*reg, low.saturating_add_unsigned(offset));
            }
            misses += u64::from(eval(condition, &values) == 0);
        }
        misses
    }
}

/// How a loop runs.
struct Pace {
    down: bool,
    /// It stops where this does not hold.
    going: Expr,
    /// It need not start before this value.
    bound: Option<Expr>,
}

/// A comparison with a greatest or least number as two comparisons.
fn halves(condition: Expr) -> Vec<Expr> {
    let two = |op, (a, b): (&Expr, &Expr), (c, d): (&Expr, &Expr)| {
        let both = [fold::binary(op, a.clone(), b.clone()), fold::binary(op, c.clone(), d.clone())];
        both.into_iter().filter_map(Result::ok).collect()
    };
    if let ExprKind::Binary(op @ (Op::Le | Op::Lt), a, b) = &*condition.kind {
        match (&*a.kind, &*b.kind) {
            (ExprKind::Binary(Op::Max, x, y), _) => return two(*op, (x, b), (y, b)),
            (_, ExprKind::Binary(Op::Min, x, y)) => return two(*op, (a, x), (a, y)),
            _ => {}
        }
    }
    vec![condition]
}

/// The parts of a conjunction.
pub(super) fn conjuncts(condition: &Expr) -> Vec<Expr> {
    match &*condition.kind {
        ExprKind::Select(first, second, otherwise)
            if otherwise.as_constant() == Some(0) && second.interval.low >= 0 && second.interval.high <= 1 =>
        {
            let mut parts = conjuncts(first);
            parts.extend(conjuncts(second));
            parts
        }
        ExprKind::Const(1) => Vec::new(),
        _ => vec![condition.clone()],
    }
}

/// The conjunction of conditions.
pub(super) fn all(parts: Vec<Expr>) -> Expr {
    let mut parts = parts.into_iter().rev();
    let Some(last) = parts.next() else { return Expr::constant(1) };
    parts.fold(last, |rest, part| fold::select(part, rest, Expr::constant(0)))
}

/// The condition that another one negates.
pub(super) fn negated(condition: &Expr) -> Option<Expr> {
    match &*condition.kind {
        ExprKind::Binary(Op::Xor, inner, one) if one.as_constant() == Some(1) => Some(inner.clone()),
        _ => None,
    }
}

/// Whether a mask has no bits but those of another.
fn is_part(e: &Expr, of: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Const(0) => true,
        ExprKind::Binary(Op::AndNot, a, _) => is_part(a, of),
        ExprKind::Binary(Op::And, a, b) => is_part(a, of) || is_part(b, of),
        ExprKind::Binary(Op::Or, a, b) => is_part(a, of) && is_part(b, of),
        ExprKind::Select(_, a, b) => is_part(a, of) && is_part(b, of),
        _ => e == of,
    }
}

/// The statements of a body that are more than names.
fn effects(body: &[Stmt]) -> impl Iterator<Item = &Stmt> {
    body.iter().filter(|stmt| !matches!(stmt, Stmt::Let(..)))
}

/// Of two inequalities that differ by a constant, the one that the other implies.
fn weaker(a: &Expr, b: &Expr) -> Option<Expr> {
    let form = |e: &Expr| match &*e.kind {
        ExprKind::Binary(op @ (Op::Le | Op::Lt), x, y) => Some((Affine::difference(y, x)?, i64::from(*op == Op::Lt))),
        _ => None,
    };
    if a == b {
        return Some(a.clone());
    }
    // `a` says that its form is at least 0 or 1, and so does `b`.
    let ((x, strict), (y, other)) = (form(a)?, form(b)?);
    let more = x.minus(&y)?.as_constant()?.checked_sub(strict)?.checked_add(other)?;
    Some(if more >= 0 { a.clone() } else { b.clone() })
}

/// How many operators and operands an expression has, counted up to a little more than [`LONG`].
pub(super) fn size(e: &Expr) -> usize {
    fn count(e: &Expr, left: &mut usize) {
        if *left == 0 {
            return;
        }
        *left -= 1;
        match &*e.kind {
            ExprKind::Const(_) | ExprKind::Reg(_) => {}
            ExprKind::Binary(_, a, b) => {
                count(a, left);
                count(b, left);
            }
            ExprKind::Popcount(a) | ExprKind::TrailingZeros(a) | ExprKind::Sqrt(a) | ExprKind::Lookup(_, a) => {
                count(a, left);
            }
            ExprKind::Select(a, b, c) => {
                count(a, left);
                count(b, left);
                count(c, left);
            }
        }
    }
    let mut left = LONG + 1;
    count(e, &mut left);
    LONG + 1 - left
}

/// The value of an expression whose registers are known; registers that are not count as 0.
fn eval(e: &Expr, values: &HashMap<Reg, i64>) -> i64 {
    match &*e.kind {
        ExprKind::Const(n) => *n,
        ExprKind::Reg(r) => values.get(r).copied().unwrap_or(0),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (eval(a, values), eval(b, values));
            // An unknown register may make a divisor 0.
            if matches!(op, Op::FloorDiv | Op::Mod) && b <= 0 { 0 } else { apply(*op, a, b) }
        }
        ExprKind::Popcount(a) => i64::from(eval(a, values).count_ones()),
        ExprKind::TrailingZeros(a) => i64::from(eval(a, values).trailing_zeros()),
        ExprKind::Sqrt(a) => eval(a, values).max(0).isqrt(),
        ExprKind::Select(c, a, b) => eval(if eval(c, values) != 0 { a } else { b }, values),
        ExprKind::Lookup(table, i) => usize::try_from(eval(i, values)).ok().and_then(|i| table.get(i)).unwrap_or(0),
    }
}
