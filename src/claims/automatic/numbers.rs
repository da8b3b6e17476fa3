//! Arithmetic.

use super::no::{No, Read, large};
use super::reader::{Reader, items};
use super::symbol::{Case, Cases, Count, Real, Sum, Symbol};
use crate::analysis::model::Expr;
use crate::automata::{Digitwise, Formula, Linear, Numeration, Track, beatty};
use crate::base::Span;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::Value;

/// The metallic numerations that are built.
const MOST_METALLIC: u32 = 5;

/// Why what is counted in digits is not computed with.
pub(super) const COUNTED: &str = "what is counted in digits is used for more than its residues";

/// A number that is somebody's value, on a variable: the variables that this takes, and what holds of them.
pub(super) struct Named {
    pub variable: Track,
    pub bound: Vec<Track>,
    pub guard: Formula,
}

/// The linear form that a number is.
pub(super) fn integer(value: &Real, span: Span) -> Read<&Linear> {
    match value.as_linear() {
        Some(form) => Ok(form),
        None if !value.counts.is_empty() => No::outside(COUNTED, span),
        None => No::outside("an integer is wanted", span),
    }
}

impl Reader<'_, '_> {
    pub(super) fn is_zero(&mut self, value: &Real, span: Span) -> Read<Formula> {
        if !value.counts.is_empty() {
            return self.counts_to(value, CompareOp::Eq, span);
        }
        let zero = Linear::default();
        Ok(large(Formula::equal(&value.a, &zero))?.and(&large(Formula::equal(&value.b, &zero))?))
    }

    /// Whether a number is below 0, or at most 0.
    pub(super) fn is_negative(&mut self, value: &Real, strict: bool, span: Span) -> Read<Formula> {
        if !value.counts.is_empty() {
            return self.counts_to(value, if strict { CompareOp::Lt } else { CompareOp::Le }, span);
        }
        if value.d == 0 {
            return large(Formula::at_most(&value.a, &Linear::default(), -i128::from(strict)));
        }
        // a + b w <= 0 iff a <= floor(-b w); both are equal only where both are 0
        let root = self.floor_root(&large(value.b.times(-1))?, value.d, span)?;
        let below = Cases::linear(value.a.clone())
            .relate(&root, &mut |x, y| large(Formula::at_most(integer(x, span)?, integer(y, span)?, 0)))?;
        if strict { Ok(below.and(&self.is_zero(value, span)?.not())) } else { Ok(below) }
    }

    /// The numeration in which `sqrt(d)` times a number can be rounded.
    pub(super) fn wants_root(&mut self, d: i128, span: Span) -> Read<(u32, i128, i128)> {
        let scaled = |r: u32| {
            let whole = i128::from(r * r + 4);
            (1..=12).find_map(|v: i128| (1..=12 * v).find(|u| d * v * v == whole * u * u).map(|u| (r, u, v)))
        };
        match self.decider.numeration() {
            Numeration::Metallic(r) => match scaled(r) {
                Some(found) => Ok(found),
                None => No::outside("square roots need two ways to write numbers at once", span),
            },
            Numeration::Base(_) => match (1..=MOST_METALLIC).find(|r| scaled(*r).is_some()) {
                Some(r) => Err(No::Wants(Numeration::Metallic(r))),
                None => No::outside(format!("no way to write numbers is known for sqrt({d})"), span),
            },
        }
    }

    /// `floor(form * sqrt(d))`.
    fn floor_root(&mut self, form: &Linear, d: i128, span: Span) -> Read<Cases> {
        if form.as_constant() == Some(0) {
            return Ok(Cases::linear(Linear::default()));
        }
        let (r, u, v) = self.wants_root(d, span)?;
        let relation = match self.shelf.beatty.clone() {
            Some(relation) => relation,
            None => match beatty(r, self.decider.budget())? {
                Some(relation) => self.shelf.beatty.insert(relation).clone(),
                None => return No::outside("a Beatty sequence does not prove to be one", span),
            },
        };
        let mut cases = Vec::new();
        for negative in [false, true] {
            let sign = large(form.times(if negative { -1 } else { 1 }))?;
            let mut guard = large(Formula::at_most(&Linear::constant(i128::from(negative)), &sign, 0))?;
            if guard.as_truth() == Some(false) || !self.possible(&guard)? {
                continue;
            }
            // floor(n u sqrt(r^2 + 4)) = F(2 n u) + (r - 2) n u
            let [argument, floor] = [self.fresh(), self.fresh()];
            let scaled = large(sign.times(u))?;
            guard = guard.and(&large(Formula::equal(&Linear::variable(argument), &large(scaled.times(2))?))?);
            guard = guard.and(&Formula::table(relation.clone(), vec![argument, floor]));
            let whole = large(Linear::variable(floor).plus(&scaled, i128::from(r) - 2))?;
            let one = Case { bound: vec![argument, floor], guard, value: Real::linear(whole) };
            let mut divided = self.floor_div(&Cases(vec![one]), v, span)?;
            if negative {
                for case in &mut divided.0 {
                    let value = integer(&case.value, span)?;
                    case.value = Real::linear(large(Linear::constant(-1).plus(value, -1))?);
                }
            }
            cases.extend(divided.0);
        }
        Ok(Cases(cases))
    }

    /// Whether a formula does not contradict what is given.
    fn possible(&mut self, formula: &Formula) -> Read<bool> {
        Ok(!self.follows(&formula.not())?)
    }

    pub(super) fn minus_one_times(&mut self, number: &Cases, span: Span) -> Read<Cases> {
        let zero = Cases::linear(Linear::default());
        zero.pairs(number, span, &mut |x, y| Ok(vec![(Formula::truth(true), x.plus(y, -1, span)?)]))
    }

    /// The greatest integer at most a number over `c >= 1`.
    pub(super) fn floor_div(&mut self, number: &Cases, c: i128, span: Span) -> Read<Cases> {
        let mut cases = Vec::new();
        for case in &number.0 {
            if !case.value.counts.is_empty() {
                return No::outside("what is counted in digits is divided", span);
            }
            // (a + b w) / c: rounded twice
            let rounded = if case.value.d == 0 {
                vec![(Vec::new(), Formula::truth(true), case.value.a.clone())]
            } else {
                let root = self.given(case.guard.clone(), |me| me.floor_root(&case.value.b, case.value.d, span))?;
                let mut sums = Vec::new();
                for root in root.0 {
                    let sum = large(case.value.a.plus(integer(&root.value, span)?, 1))?;
                    sums.push((root.bound, root.guard, sum));
                }
                sums
            };
            let divisor = large(c.checked_mul(case.value.c))?;
            for (bound, guard, form) in rounded {
                let bound = [&case.bound[..], &bound[..]].concat();
                self.divide(&bound, &case.guard.and(&guard), &form, divisor, &mut cases)?;
            }
        }
        Ok(Cases(cases))
    }

    fn divide(&mut self, bound: &[Track], guard: &Formula, form: &Linear, c: i128, cases: &mut Vec<Case>) -> Read<()> {
        let mut push = |more: &[Track], guard: Formula, value: Linear| {
            if guard.as_truth() != Some(false) {
                cases.push(Case { bound: [bound, more].concat(), guard, value: Real::linear(value) });
            }
        };
        if form.terms().iter().all(|(_, k)| k % c == 0) {
            let mut value = Linear::constant(form.offset().div_euclid(c));
            for (v, k) in form.terms() {
                value = large(value.plus(&Linear::variable(*v), k / c))?;
            }
            push(&[], guard.clone(), value);
            return Ok(());
        }
        let natural = large(Formula::at_most(&Linear::default(), form, 0))?;
        let plainly = form.offset() >= 0 && form.terms().iter().all(|(_, k)| *k >= 0);
        let always = plainly || self.given(guard.clone(), |me| me.follows(&natural))?;
        let quotient = self.fresh();
        // c q <= form <= c q + c - 1
        let fits = |q: &Linear| {
            let low = q.times(c)?;
            Some(Formula::at_most(&low, form, 0)?.and(&Formula::at_most(form, &low, c - 1)?))
        };
        let q = Linear::variable(quotient);
        push(&[quotient], guard.and(&large(fits(&q))?), q.clone());
        if !always {
            let q = large(Linear::constant(-1).plus(&q, -1))?;
            push(&[quotient], guard.and(&large(fits(&q))?), q);
        }
        Ok(())
    }

    /// The remainder by `m >= 1`; what is counted in digits by its residues.
    pub(super) fn modulo(&mut self, number: &Cases, m: i128, span: Span) -> Read<Cases> {
        let mut split = Vec::new();
        for case in &number.0 {
            let mut open = vec![case.clone()];
            while let Some(mut case) = open.pop() {
                let Some((what, x, factor)) = case.value.counts.pop() else {
                    split.push(case);
                    continue;
                };
                let modulus = u32::try_from(m).ok().filter(|m| *m <= 64);
                let Some(modulus) = modulus else {
                    return No::outside("what is counted in digits is reduced by more than 64", span);
                };
                for residue in 0..modulus {
                    let relation = match what {
                        Count::Sum => Digitwise::DigitSum { modulus, residue },
                        Count::Zeros => Digitwise::Zeros { modulus, residue },
                    };
                    let here = Formula::digits(relation, vec![x]);
                    let more = large(i128::from(residue).checked_mul(factor))?;
                    let mut value = case.value.clone();
                    value.a = large(value.a.plus(&Linear::constant(more), 1))?;
                    open.push(Case { guard: case.guard.and(&here), value, ..case.clone() });
                }
            }
        }
        let mut cases = Vec::new();
        for case in split {
            let one = Cases(vec![case]);
            for quotient in self.floor_div(&one, m, span)?.0 {
                let form = integer(&one.0[0].value, span)?;
                let value = large(form.plus(integer(&quotient.value, span)?, -m))?;
                cases.push(Case { value: Real::linear(value), ..quotient });
            }
        }
        Ok(Cases(cases))
    }

    /// A natural number on a variable of its own.
    pub(super) fn named(&mut self, number: &Cases, reason: &str, span: Span) -> Read<Named> {
        for case in &number.0 {
            let natural = large(Formula::at_most(&Linear::default(), integer(&case.value, span)?, 0))?;
            self.given(case.guard.clone(), |me| me.require(&natural, reason, span))?;
        }
        if let [only] = number.0.as_slice()
            && let Some(variable) = integer(&only.value, span)?.as_variable()
        {
            return Ok(Named { variable, bound: only.bound.clone(), guard: only.guard.clone() });
        }
        let variable = self.fresh();
        let here = Cases::variable(variable);
        let guard = here.relate(number, &mut |x, y| large(Formula::equal(integer(x, span)?, integer(y, span)?)))?;
        Ok(Named { variable, bound: vec![variable], guard })
    }

    /// A relation of digits between numbers and a new one: `None` for the nim-sum.
    pub(super) fn digitwise(&mut self, relation: Digitwise, of: &[Cases], span: Span) -> Read<Cases> {
        if self.decider.numeration() != Numeration::Base(2) {
            return No::outside("binary digits and square roots need two ways to write numbers at once", span);
        }
        let (mut bound, mut guards, mut tracks) = (Vec::new(), Vec::new(), Vec::new());
        for number in of {
            let named = self.named(number, "the binary digits of a number that may be negative are used", span)?;
            bound.extend(named.bound);
            guards.push(named.guard);
            tracks.push(named.variable);
        }
        let result = self.fresh();
        tracks.push(result);
        bound.push(result);
        guards.push(Formula::digits(relation, tracks));
        let value = Real::linear(Linear::variable(result));
        Ok(Cases(vec![Case { bound, guard: Formula::all(guards), value }]))
    }

    pub(super) fn nim_sum(&mut self, of: &[Cases], span: Span) -> Read<Cases> {
        match of {
            [] => Ok(Cases::linear(Linear::default())),
            [one] => Ok(one.clone()),
            _ => self.digitwise(Digitwise::NimSum, of, span),
        }
    }

    pub(super) fn binary(&mut self, first: &Expr, rest: &[(BinaryOp, Span, Expr)], span: Span) -> Read<Symbol> {
        let mut left = self.symbol(first)?;
        for (op, _, operand) in rest {
            let right = self.symbol(operand)?;
            left = self.apply(*op, left, right, span)?;
        }
        Ok(left)
    }

    fn apply(&mut self, op: BinaryOp, left: Symbol, right: Symbol, span: Span) -> Read<Symbol> {
        let truth = |symbol: &Symbol| match symbol {
            Symbol::Truth(formula) => Some(formula.clone()),
            Symbol::Known(Value::Bool(truth)) => Some(Formula::truth(*truth)),
            _ => None,
        };
        if let (Some(a), Some(b)) = (truth(&left), truth(&right)) {
            return match op {
                BinaryOp::Iff => Ok(Symbol::Truth(a.iff(&b))),
                BinaryOp::Xor => Ok(Symbol::Truth(a.iff(&b).not())),
                _ => No::outside("truth values are computed with", span),
            };
        }
        match (op, left, right) {
            (BinaryOp::Add, Symbol::Position(a), b) => {
                let b = as_sum(b, span)?;
                Ok(Symbol::Position(Sum { parts: [a.parts, b.parts].concat(), ..a }))
            }
            (BinaryOp::Add, a, Symbol::Position(b)) => {
                let a = as_sum(a, span)?;
                Ok(Symbol::Position(Sum { parts: [a.parts, b.parts].concat(), ..b }))
            }
            (BinaryOp::Mul, Symbol::Known(count), Symbol::Position(sum)) => {
                let count = count.as_i64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n <= 16);
                let Some(count) = count else { return No::outside("a position is taken many times", span) };
                Ok(Symbol::Position(Sum { parts: vec![sum.parts.clone(); count].concat(), ..sum }))
            }
            (BinaryOp::Concat, a, b) => Ok(Symbol::Row([as_row(a, span)?, as_row(b, span)?].concat())),
            (op, a, b) => {
                let (a, b) = (self.as_number(a, span)?, self.as_number(b, span)?);
                Ok(Symbol::Number(self.arithmetic(op, &a, &b, span)?))
            }
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, a: &Cases, b: &Cases, span: Span) -> Read<Cases> {
        let always = |value| Ok(vec![(Formula::truth(true), value)]);
        let positive = |b: &Cases, verb: &str| match b.as_constant() {
            Some(c) if c > 0 => Ok(c),
            Some(_) => No::outside(format!("a number is {verb} by one that is not positive"), span),
            None => No::outside(format!("a number is {verb} by one that varies (each fixed one is covered)"), span),
        };
        match op {
            BinaryOp::Add => a.pairs(b, span, &mut |x, y| always(x.plus(y, 1, span)?)),
            BinaryOp::Sub => a.pairs(b, span, &mut |x, y| always(x.plus(y, -1, span)?)),
            BinaryOp::Mul => a.pairs(b, span, &mut |x, y| always(x.times(y, span)?)),
            BinaryOp::FloorDiv => {
                let c = positive(b, "divided")?;
                self.floor_div(a, c, span)
            }
            BinaryOp::Mod => {
                let m = positive(b, "reduced")?;
                self.modulo(a, m, span)
            }
            BinaryOp::Div => {
                let c = positive(b, "divided")?;
                let part = Real { c, ..Real::linear(Linear::constant(1)) };
                a.pairs(&Cases::one(part), span, &mut |x, y| always(x.times(y, span)?))
            }
            BinaryOp::Xor => self.nim_sum(&[a.clone(), b.clone()], span),
            BinaryOp::Intersection => self.digitwise(Digitwise::Meet, &[a.clone(), b.clone()], span),
            BinaryOp::Union => self.digitwise(Digitwise::Join, &[a.clone(), b.clone()], span),
            _ => No::outside("an operator stands there that is not linear", span),
        }
    }

    pub(super) fn least_of(&mut self, numbers: &[Cases], greatest: bool, span: Span) -> Read<Cases> {
        let Some((first, rest)) = numbers.split_first() else { return No::outside("it may be empty", span) };
        let mut result = first.clone();
        for next in rest {
            let mut cases = Vec::new();
            for x in &result.0 {
                for y in &next.0 {
                    let difference = x.value.plus(&y.value, -1, span)?;
                    let guard = x.guard.and(&y.guard);
                    let at_most = self.is_negative(&difference, false, span)?;
                    let bound = [&x.bound[..], &y.bound[..]].concat();
                    let (low, high) = if greatest { (&y.value, &x.value) } else { (&x.value, &y.value) };
                    for (holds, value) in [(at_most.clone(), low), (at_most.not(), high)] {
                        let guard = guard.and(&holds);
                        if guard.as_truth() != Some(false) {
                            cases.push(Case { bound: bound.clone(), guard, value: value.clone() });
                        }
                    }
                }
            }
            if cases.len() > 2048 {
                return No::outside("a least or greatest number falls into many cases", span);
            }
            result = Cases(cases);
        }
        Ok(result)
    }

    /// Two symbols as numbers, compared: for callers with spans only.
    pub(super) fn at_most(&mut self, a: &Cases, b: &Cases, strict: bool, span: Span) -> Read<Formula> {
        let op = if strict { CompareOp::Lt } else { CompareOp::Le };
        self.related(op, &Symbol::Number(a.clone()), &Symbol::Number(b.clone()), span)
    }
}

/// The entries of a list.
pub(super) fn as_row(symbol: Symbol, span: Span) -> Read<Vec<Symbol>> {
    match symbol {
        Symbol::Row(row) => Ok(row),
        Symbol::Known(value) => Ok(items(&value, span)?.into_iter().map(Symbol::Known).collect()),
        _ => No::outside("a list is wanted", span),
    }
}

/// The sum that a position is; 0 is the empty one.
pub(super) fn as_sum(symbol: Symbol, span: Span) -> Read<Sum> {
    match symbol {
        Symbol::Position(sum) => Ok(sum),
        Symbol::Known(value) if value.as_i64() == Some(0) => Ok(Sum::default()),
        _ => No::outside("a position is wanted", span),
    }
}
