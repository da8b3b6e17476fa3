//! Values that depend on variables.

use std::rc::Rc;

use super::no::{No, Read, large};
use crate::automata::{Formula, Linear, Track};
use crate::base::Span;
use crate::number::Number;
use crate::value::{Instance, Value};

/// A value that may depend on the variables of a formula.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    /// It does not.
    Known(Value),
    /// A number.
    Number(Cases),
    /// A truth value.
    Truth(Formula),
    /// A list, or a tuple.
    Row(Vec<Symbol>),
    /// A position.
    Position(Sum),
    /// "P" where it holds, else "N".
    Outcome(Formula),
    /// The Zeckendorf parts of a number.
    Parts(Cases),
    /// The place of the digit whose weight is the variable; `None`: a place beyond all digits.
    Place(Option<Track>),
}

/// A sum of positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    pub parts: Vec<Part>,
    pub misere: bool,
    /// It is solved as one position.
    pub whole: bool,
}

/// A component of a position.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub instance: Rc<Instance>,
    pub fields: Vec<Symbol>,
    pub span: Span,
}

/// A number by cases, of which exactly one holds.
#[derive(Clone, Debug)]
pub(super) struct Cases(pub Vec<Case>);

/// A number in one case: some numbers in place of the variables `bound` fulfil the guard, and they are the only ones.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub bound: Vec<Track>,
    pub guard: Formula,
    pub value: Real,
}

/// What is counted in the digits of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    /// Their sum.
    Sum,
    /// The zeros at the end of a number that is not 0.
    Zeros,
}

/// `(a + b * sqrt(d)) / c` with linear forms `a`, `b`, plus multiples of what is counted in digits.
#[derive(Clone, Debug)]
pub(super) struct Real {
    pub a: Linear,
    pub b: Linear,
    /// At least 1.
    pub c: i128,
    /// 0 where `b` is.
    pub d: i128,
    /// What is counted in the binary digits of which numbers, with factors.
    pub counts: Vec<(Count, Track, i128)>,
}

/// More cases than this are not told apart.
const MOST_CASES: usize = 2048;

impl Cases {
    pub(super) fn one(value: Real) -> Self {
        Self(vec![Case { bound: Vec::new(), guard: Formula::truth(true), value }])
    }

    pub(super) fn linear(form: Linear) -> Self {
        Self::one(Real::linear(form))
    }

    pub(super) fn variable(variable: Track) -> Self {
        Self::linear(Linear::variable(variable))
    }

    /// The number that it is, if that is a known integer.
    pub(super) fn as_constant(&self) -> Option<i128> {
        match self.0.as_slice() {
            [only] if only.bound.is_empty() && only.guard.as_truth() == Some(true) => {
                only.value.as_linear()?.as_constant()
            }
            _ => None,
        }
    }

    /// Every pair of cases.
    pub(super) fn pairs(
        &self,
        other: &Self,
        span: Span,
        each: &mut dyn FnMut(&Real, &Real) -> Read<Vec<(Formula, Real)>>,
    ) -> Read<Self> {
        let mut cases = Vec::new();
        for x in &self.0 {
            for y in &other.0 {
                let guard = x.guard.and(&y.guard);
                if guard.as_truth() == Some(false) {
                    continue;
                }
                for (more, value) in each(&x.value, &y.value)? {
                    let guard = guard.and(&more);
                    if guard.as_truth() != Some(false) {
                        let bound = [&x.bound[..], &y.bound[..]].concat();
                        cases.push(Case { bound, guard, value });
                    }
                }
            }
        }
        if cases.len() > MOST_CASES {
            return No::outside(format!("it falls into more than {MOST_CASES} cases"), span);
        }
        Ok(Self(cases))
    }

    /// The truth of a relation between two numbers.
    pub(super) fn relate(
        &self,
        other: &Self,
        relation: &mut dyn FnMut(&Real, &Real) -> Read<Formula>,
    ) -> Read<Formula> {
        let mut any = Vec::new();
        for x in &self.0 {
            for y in &other.0 {
                let guard = x.guard.and(&y.guard);
                if guard.as_truth() == Some(false) {
                    continue;
                }
                let holds = guard.and(&relation(&x.value, &y.value)?);
                any.push(holds.exists([&x.bound[..], &y.bound[..]].concat()));
            }
        }
        Ok(Formula::any(any))
    }

    /// The cases of one number where a condition holds, and of another where it does not.
    pub(super) fn choose(condition: &Formula, then: &Self, otherwise: &Self) -> Self {
        let guarded = |cases: &Self, condition: &Formula| {
            let guard = |case: &Case| Case { guard: case.guard.and(condition), ..case.clone() };
            cases.0.iter().map(guard).filter(|case| case.guard.as_truth() != Some(false)).collect::<Vec<_>>()
        };
        let mut cases = guarded(then, condition);
        cases.extend(guarded(otherwise, &condition.not()));
        Self(cases)
    }
}

impl Real {
    pub(super) fn linear(a: Linear) -> Self {
        Self { a, b: Linear::default(), c: 1, d: 0, counts: Vec::new() }
    }

    /// A number, if it is small.
    pub(super) fn constant(number: &Number) -> Option<Self> {
        let [a, b, c, d] = number.surd_parts()?.map(i128::from);
        Some(Self { a: Linear::constant(a), b: Linear::constant(b), c, d, counts: Vec::new() })
    }

    /// The linear form that it is, if it is one.
    pub(super) fn as_linear(&self) -> Option<&Linear> {
        (self.c == 1 && self.d == 0 && self.counts.is_empty()).then_some(&self.a)
    }

    pub(super) fn plus(&self, other: &Self, factor: i128, span: Span) -> Read<Self> {
        let d = self.common_root(other, span)?;
        let c = large(self.c.checked_mul(other.c))?;
        let join =
            |x: &Linear, y: &Linear| large(x.times(other.c).and_then(|x| x.plus(y, self.c.checked_mul(factor)?)));
        let (a, b) = (join(&self.a, &other.a)?, join(&self.b, &other.b)?);
        let mut counts = self.counts.clone();
        if c != 1 && !(self.counts.is_empty() && other.counts.is_empty()) {
            return No::outside("what is counted in digits is divided", span);
        }
        for (what, x, k) in &other.counts {
            counts.push((*what, *x, large(k.checked_mul(factor))?));
        }
        Self { a, b, c, d, counts }.reduced()
    }

    pub(super) fn times(&self, other: &Self, span: Span) -> Read<Self> {
        let (constant, form) = if self.is_constant() { (self, other) } else { (other, self) };
        let (Some(p), Some(q), true) = (constant.a.as_constant(), constant.b.as_constant(), constant.counts.is_empty())
        else {
            return No::outside("variables are multiplied", span);
        };
        let d = self.common_root(other, span)?;
        // (a + b w)(p + q w) = a p + b q d + (a q + b p) w
        let join = |x: &Linear, k: i128, y: &Linear, l: i128| large(x.times(k).and_then(|x| x.plus(y, l)));
        let a = join(&form.a, p, &form.b, large(q.checked_mul(d))?)?;
        let b = join(&form.a, q, &form.b, p)?;
        let mut counts = Vec::new();
        if !form.counts.is_empty() {
            if q != 0 || constant.c != 1 {
                return No::outside("what is counted in digits is divided", span);
            }
            for (what, x, k) in &form.counts {
                counts.push((*what, *x, large(k.checked_mul(p))?));
            }
        }
        Self { a, b, c: large(self.c.checked_mul(other.c))?, d, counts }.reduced()
    }

    fn is_constant(&self) -> bool {
        self.a.as_constant().is_some() && self.b.as_constant().is_some() && self.counts.is_empty()
    }

    fn common_root(&self, other: &Self, span: Span) -> Read<i128> {
        match (self.d, other.d) {
            (0, d) | (d, 0) => Ok(d),
            (d, e) if d == e => Ok(d),
            _ => No::outside("square roots of different numbers meet", span),
        }
    }

    /// Without a common factor, and without a root that is not there.
    fn reduced(mut self) -> Read<Self> {
        let parts = [&self.a, &self.b];
        let all = parts.iter().flat_map(|f| f.terms().iter().map(|(_, c)| *c).chain([f.offset()]));
        let common = all.fold(self.c, gcd);
        if common > 1 {
            let divide = |form: &Linear| {
                let start = Linear::constant(form.offset() / common);
                form.terms().iter().try_fold(start, |s, (v, c)| s.plus(&Linear::variable(*v), c / common))
            };
            (self.a, self.b) = (large(divide(&self.a))?, large(divide(&self.b))?);
            self.c /= common;
        }
        if self.b == Linear::default() {
            self.d = 0;
        }
        Ok(self)
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}
