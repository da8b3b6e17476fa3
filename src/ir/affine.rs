//! Affine forms of expressions, and what follows from inequalities between them.

use super::fold;
use super::program::{Expr, ExprKind, Interval, Op, Reg};
use crate::linear::Linear;

/// How often what is taken away is replaced by something greater.
const ROUNDS: usize = 12;

/// A form whose atoms are the expressions that are not themselves sums.
pub(super) type Affine = Linear<Expr>;

impl Affine {
    /// The form of an expression; `None` when it is too long, or its numbers are too large.
    #[must_use]
    pub fn of(e: &Expr) -> Option<Self> {
        let mut form = Self::default();
        form.add(e, 1)?;
        Some(form)
    }

    /// `a - b`
    #[must_use]
    pub fn difference(a: &Expr, b: &Expr) -> Option<Self> {
        let mut form = Self::of(a)?;
        form.add(b, -1)?;
        Some(form)
    }

    /// Adds `factor * e`; as deep as the expression nests.
    pub fn add(&mut self, e: &Expr, factor: i64) -> Option<()> {
        match &*e.kind {
            ExprKind::Const(n) => self.shift(n.checked_mul(factor)?),
            ExprKind::Binary(Op::Add, a, b) => {
                self.add(a, factor)?;
                self.add(b, factor)
            }
            ExprKind::Binary(Op::Sub, a, b) => {
                self.add(a, factor)?;
                self.add(b, factor.checked_neg()?)
            }
            ExprKind::Binary(Op::Mul, a, b) => match (a.as_constant(), b.as_constant()) {
                (Some(n), _) => self.add(b, factor.checked_mul(n)?),
                (_, Some(n)) => self.add(a, factor.checked_mul(n)?),
                _ => self.add_term(e, factor),
            },
            _ => self.add_term(e, factor),
        }
    }

    /// How often a register enters, if it enters in no other way than linearly.
    #[must_use]
    pub fn coefficient(&self, reg: Reg) -> Option<i64> {
        let mut found = 0;
        for (atom, factor) in &self.terms {
            match *atom.kind {
                ExprKind::Reg(r) if r == reg => found = *factor,
                _ if mentions(atom, &|r| r == reg) => return None,
                _ => {}
            }
        }
        Some(found)
    }

    /// Everything that the form can be.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        let (mut low, mut high) = (self.constant, self.constant);
        for (atom, factor) in &self.terms {
            let ends = [atom.interval.low.checked_mul(*factor)?, atom.interval.high.checked_mul(*factor)?];
            low = low.checked_add(ends[0].min(ends[1]))?;
            high = high.checked_add(ends[0].max(ends[1]))?;
        }
        Some(Interval::new(low, high))
    }

    /// The form as an expression; `None` where it may overflow.
    #[must_use]
    pub fn expression(&self) -> Option<Expr> {
        let mut sum = Expr::constant(self.constant);
        for (atom, factor) in &self.terms {
            let term = fold::binary(Op::Mul, atom.clone(), Expr::constant(*factor)).ok()?;
            sum = fold::binary(Op::Add, sum, term).ok()?;
        }
        Some(sum)
    }

    /// A form that is never greater: remainders and quotients of naturals that are taken away become what they are of.
    /// `None` without any.
    fn lessened(&self) -> Option<Self> {
        let whole = |atom: &Expr| match &*atom.kind {
            ExprKind::Binary(Op::Mod | Op::FloorDiv, x, y) if x.interval.low >= 0 && y.interval.low >= 1 => {
                Some(x.clone())
            }
            _ => None,
        };
        let mut form = Self { terms: Vec::new(), constant: self.constant };
        let mut changed = false;
        for (atom, factor) in &self.terms {
            match whole(atom).filter(|_| *factor < 0) {
                Some(x) => {
                    changed = true;
                    form.add(&x, *factor)?;
                }
                None => form.add_term(atom, *factor)?,
            }
        }
        changed.then_some(form)
    }

    /// A form that is negative wherever this one is: a quotient that is taken away becomes what it is of, and all else is
    /// multiplied by the divisor. (Of whole numbers, what is greater than -1 is not negative.) `None` without any.
    fn multiplied(&self) -> Option<Self> {
        let quotient = |(atom, factor): &(Expr, i64)| match &*atom.kind {
            ExprKind::Binary(Op::FloorDiv, x, y) if *factor < 0 => {
                Some((x.clone(), y.as_constant().filter(|y| *y > 1)?))
            }
            _ => None,
        };
        let (at, (whole, by)) = self.terms.iter().enumerate().find_map(|(at, term)| Some((at, quotient(term)?)))?;
        let mut form = Self::default();
        form.shift(self.constant.checked_mul(by)?.checked_add(by - 1)?)?;
        for (i, (atom, factor)) in self.terms.iter().enumerate() {
            if i == at {
                form.add(&whole, *factor)?;
            } else {
                form.add_term(atom, factor.checked_mul(by)?)?;
            }
        }
        Some(form)
    }
}

/// Forms that are known not to be negative.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    forms: Vec<Affine>,
    /// Pairs of which the first is never greater than the second.
    ascents: Vec<(Expr, Expr)>,
}

impl Facts {
    /// Nothing but that in each pair, the first is never greater than the second.
    pub fn ascending(ascents: Vec<(Expr, Expr)>) -> Self {
        Self { forms: Vec::new(), ascents }
    }

    /// Notes a form, and those where a term is replaced by what is never less.
    fn note(&mut self, form: Affine) {
        for (lesser, greater) in &self.ascents {
            let factor = form.terms.iter().find(|(atom, _)| atom == lesser).map_or(0, |(_, factor)| *factor);
            let mut other = form.clone();
            if factor > 0 && other.add_term(lesser, -factor).is_some() && other.add_term(greater, factor).is_some() {
                self.forms.push(other);
            }
        }
        self.forms.push(form);
    }

    /// How many are known; to forget later ones with [`Facts::forget`].
    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// Forgets all but the first so many.
    pub fn forget(&mut self, len: usize) {
        self.forms.truncate(len);
    }

    /// Notes that `a <= b`. Bounds by a minimum or a quotient are taken apart.
    pub fn at_most(&mut self, a: &Expr, b: &Expr) {
        if let ExprKind::Binary(Op::Min, x, y) = &*b.kind {
            self.at_most(a, x);
            self.at_most(a, y);
            return;
        }
        if let ExprKind::Binary(Op::Max, x, y) = &*a.kind {
            self.at_most(x, b);
            self.at_most(y, b);
            return;
        }
        if let ExprKind::Binary(Op::FloorDiv, x, y) = &*b.kind
            && let Some(n) = y.as_constant()
            && let Some(mut form) = Affine::of(x)
            && form.add(a, -n).is_some()
        {
            self.note(form);
        }
        if let Some(form) = Affine::difference(b, a) {
            self.note(form);
        }
    }

    /// Notes that a condition holds.
    pub fn holds(&mut self, condition: &Expr) {
        match &*condition.kind {
            ExprKind::Binary(Op::Le, a, b) => self.at_most(a, b),
            ExprKind::Binary(Op::Lt, a, b) => {
                if let Some(mut form) = Affine::difference(b, a)
                    && form.shift(-1).is_some()
                {
                    self.note(form);
                }
            }
            ExprKind::Binary(Op::Eq, a, b) => {
                self.at_most(a, b);
                self.at_most(b, a);
            }
            ExprKind::Select(first, second, otherwise) if otherwise.as_constant() == Some(0) => {
                self.holds(first);
                self.holds(second);
            }
            _ => {}
        }
    }

    /// Whether a form cannot be negative.
    pub fn prove(&self, form: &Affine) -> bool {
        let by = |step: fn(&Affine) -> Option<Affine>| std::iter::successors(Some(form.clone()), step).take(ROUNDS);
        by(Affine::lessened).any(|form| self.prove_plain(&form))
            || by(Affine::multiplied).skip(1).any(|form| self.prove_plain(&form))
    }

    /// The same by the form's own interval, or because it is one known form and something that is not negative.
    fn prove_plain(&self, form: &Affine) -> bool {
        let sure = |f: &Affine| f.interval().is_some_and(|i| i.low >= 0);
        sure(form) || self.forms.iter().any(|fact| form.minus(fact).is_some_and(|rest| sure(&rest)))
    }

    /// Whether a form is greater than 0.
    pub fn prove_positive(&self, mut form: Affine) -> bool {
        form.shift(-1).is_some() && self.prove(&form)
    }

    /// Whether `low <= e` always.
    pub fn at_least(&self, e: &Expr, low: i64) -> bool {
        match &*e.kind {
            ExprKind::Binary(Op::Min, a, b) => return self.at_least(a, low) && self.at_least(b, low),
            ExprKind::Binary(Op::Max, a, b) => return self.at_least(a, low) || self.at_least(b, low),
            ExprKind::Select(_, a, b) => return self.at_least(a, low) && self.at_least(b, low),
            _ => {}
        }
        let form = Affine::of(e).and_then(|mut form| form.shift(low.checked_neg()?).map(|()| form));
        form.is_some_and(|form| self.prove(&form))
    }

    /// Whether `a <= b` always.
    pub fn proves_at_most(&self, a: &Expr, b: &Expr) -> bool {
        match (&*a.kind, &*b.kind) {
            (ExprKind::Binary(Op::Min, x, y), _) => return self.proves_at_most(x, b) || self.proves_at_most(y, b),
            (_, ExprKind::Binary(Op::Min, x, y)) => return self.proves_at_most(a, x) && self.proves_at_most(a, y),
            (ExprKind::Select(_, x, y), _) => return self.proves_at_most(x, b) && self.proves_at_most(y, b),
            _ => {}
        }
        Affine::difference(b, a).is_some_and(|form| self.prove(&form))
    }

    /// Whether a condition is known to hold.
    pub fn decides(&self, condition: &Expr) -> bool {
        match &*condition.kind {
            ExprKind::Const(n) => *n != 0,
            ExprKind::Binary(Op::Le, a, b) => self.proves_at_most(a, b),
            ExprKind::Binary(Op::Lt, a, b) => Affine::difference(b, a).is_some_and(|form| self.prove_positive(form)),
            _ => false,
        }
    }
}

/// Whether an expression mentions a register for which `f` holds.
pub(super) fn mentions(e: &Expr, f: &dyn Fn(Reg) -> bool) -> bool {
    mentions_in(e, &|reg, _| f(reg))
}

/// The same, where `f` is told what is known of its values, too.
pub(super) fn mentions_in(e: &Expr, f: &dyn Fn(Reg, Interval) -> bool) -> bool {
    match &*e.kind {
        ExprKind::Const(_) => false,
        ExprKind::Reg(r) => f(*r, e.interval),
        ExprKind::Binary(_, a, b) => mentions_in(a, f) || mentions_in(b, f),
        ExprKind::Popcount(a) | ExprKind::TrailingZeros(a) | ExprKind::Sqrt(a) | ExprKind::Lookup(_, a) => {
            mentions_in(a, f)
        }
        ExprKind::Select(a, b, c) => mentions_in(a, f) || mentions_in(b, f) || mentions_in(c, f),
    }
}

/// An expression with registers replaced; `None` where the result may overflow.
pub(super) fn substitute(e: &Expr, with: &dyn Fn(Reg) -> Option<Expr>) -> Option<Expr> {
    Some(match &*e.kind {
        ExprKind::Const(_) => e.clone(),
        ExprKind::Reg(r) => with(*r).unwrap_or_else(|| e.clone()),
        ExprKind::Binary(op, a, b) => fold::binary(*op, substitute(a, with)?, substitute(b, with)?).ok()?,
        ExprKind::Popcount(a) => fold::popcount(substitute(a, with)?, e.interval.high),
        ExprKind::Sqrt(a) => fold::sqrt(substitute(a, with)?).ok()?,
        ExprKind::TrailingZeros(a) => {
            Expr { kind: std::sync::Arc::new(ExprKind::TrailingZeros(substitute(a, with)?)), interval: e.interval }
        }
        ExprKind::Select(c, a, b) => fold::select(substitute(c, with)?, substitute(a, with)?, substitute(b, with)?),
        ExprKind::Lookup(table, i) => {
            let index = substitute(i, with)?;
            let last = i64::try_from(table.len()).ok()? - 1;
            // The index was proved to lie within the table for the registers it was made with.
            if index.interval.low < 0 || index.interval.high > last {
                return None;
            }
            fold::lookup(table, index)
        }
    })
}
