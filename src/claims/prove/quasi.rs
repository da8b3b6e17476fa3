//! Functions of `n` that are linear on residue classes from some `n` on.

use std::cell::RefCell;

use crate::value::Value;

/// Why an expression has no such form: in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NoForm(pub String);

impl NoForm {
    /// `what` lies beyond the proofs: "a game with more than one field".
    pub(super) fn new(what: impl std::fmt::Display) -> Self {
        Self(format!("the proofs do not cover {what}"))
    }

    /// An expression of none of the kinds that have a form.
    pub(super) fn beyond() -> Self {
        Self::new("an expression that is neither linear arithmetic nor a comparison nor a Grundy value")
    }

    /// A whole sentence.
    pub(super) fn because(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

/// More residue classes than this are not worth a table.
const MOST_CLASSES: i64 = 20_000_000;
/// Numbers beyond this are not worked with: products of two stay within 128 bits.
const MOST: i128 = 1 << 60;

/// What a function is on one residue class.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Piece {
    /// `(slope * n + offset) / denominator`, an integer for every `n` of the class; the denominator is positive.
    Linear { slope: i128, offset: i128, denominator: i128 },
    /// The same value throughout: a truth value, a text.
    Fixed(Value),
}

/// A function of `n`: for `n >= start` it is `pieces[n % pieces.len()]`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Quasi {
    pub start: i128,
    pub pieces: Vec<Piece>,
}

/// Where functions are looked at: for `from <= n < until`. What they are elsewhere does not matter.
#[derive(Debug)]
pub(super) struct Window {
    pub from: i128,
    pub until: Option<i128>,
    /// Where comparisons within it change, first and last place.
    cuts: RefCell<Vec<(i128, i128)>>,
}

impl Window {
    pub(super) const fn new(from: i128, until: Option<i128>) -> Self {
        Self { from, until, cuts: RefCell::new(Vec::new()) }
    }

    /// Notes that a comparison changes between two places, the last one included. Those that overlap are one.
    fn cut(&self, first: i128, last: i128) {
        let mut cuts = self.cuts.borrow_mut();
        let (mut first, mut last) = (first, last);
        cuts.retain(|&(low, high)| {
            let apart = high < first || last < low;
            if !apart {
                (first, last) = (first.min(low), last.max(high));
            }
            apart
        });
        cuts.push((first, last));
    }

    /// The parts between and around the places where comparisons change, from the last one down; none if that does not
    /// make the window smaller.
    pub(super) fn parts(&self) -> Vec<Self> {
        let mut cuts = self.cuts.borrow().clone();
        cuts.sort_unstable();
        let mut ends: Vec<i128> = cuts.into_iter().flat_map(|(first, last)| [first, last + 1]).collect();
        ends.retain(|end| *end > self.from && self.until.is_none_or(|until| *end < until));
        if ends.is_empty() {
            return Vec::new();
        }
        let starts = [self.from].into_iter().chain(ends.iter().copied());
        let parts = starts.zip(ends.iter().copied().map(Some).chain([self.until]));
        let mut parts: Vec<Self> = parts.map(|(from, until)| Self::new(from, until)).collect();
        parts.reverse();
        parts
    }
}

impl Piece {
    pub(super) fn integer(n: i128) -> Self {
        Self::Linear { slope: 0, offset: n, denominator: 1 }
    }

    /// The same value throughout.
    pub(super) fn of(value: Value) -> Self {
        match value.as_i64() {
            Some(n) => Self::integer(i128::from(n)),
            None => Self::Fixed(value),
        }
    }

    /// The integer, when the class has just one value.
    pub(super) fn as_integer(&self) -> Option<i128> {
        match *self {
            Self::Linear { slope: 0, offset, denominator } => Some(offset / denominator),
            _ => None,
        }
    }

    pub(super) fn truth(&self) -> Result<bool, NoForm> {
        match self {
            Self::Fixed(Value::Bool(b)) => Ok(*b),
            _ => Err(NoForm::new("this condition")),
        }
    }

    /// The parts of a linear piece.
    pub(super) fn linear(&self) -> Result<(i128, i128, i128), NoForm> {
        match *self {
            Self::Linear { slope, offset, denominator } => Ok((slope, offset, denominator)),
            Self::Fixed(_) => Err(NoForm::new("this number")),
        }
    }

    /// A linear piece in lowest terms, if its numbers stay small.
    pub(super) fn reduced(slope: i128, offset: i128, denominator: i128) -> Result<Self, NoForm> {
        let divisor = gcd(gcd(slope.abs(), offset.abs()), denominator).max(1);
        let (slope, offset, denominator) = (slope / divisor, offset / divisor, denominator / divisor);
        if [slope, offset, denominator].into_iter().any(|x| x.abs() > MOST) {
            return Err(NoForm::new("numbers that grow so large"));
        }
        Ok(Self::Linear { slope, offset, denominator })
    }
}

pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// How many classes a common refinement has.
fn common(a: usize, b: usize) -> Result<usize, NoForm> {
    let (x, y) = (a as i128, b as i128);
    let least = x / gcd(x, y) * y;
    if least > i128::from(MOST_CLASSES) {
        return Err(NoForm::new(format!("a common period as long as {least}")));
    }
    usize::try_from(least).map_err(|_| NoForm::new("so long a period"))
}

impl Quasi {
    pub(super) fn constant(piece: Piece) -> Self {
        Self { start: 0, pieces: vec![piece] }
    }

    /// The value at some natural `n >= start`; `None` beyond 64 bits.
    pub(super) fn at(&self, n: i128) -> Option<Value> {
        match self.pieces.get(usize::try_from(n).ok()? % self.pieces.len())? {
            Piece::Fixed(value) => Some(value.clone()),
            Piece::Linear { slope, offset, denominator } => {
                i64::try_from((slope * n + offset) / denominator).ok().map(Value::int)
            }
        }
    }

    /// `n` itself.
    pub(super) fn variable() -> Self {
        Self::constant(Piece::Linear { slope: 1, offset: 0, denominator: 1 })
    }

    /// The same function on `count` classes, a multiple of what it has.
    pub(super) fn refined(&self, count: usize) -> Self {
        let pieces = (0..count).map(|r| self.pieces[r % self.pieces.len()].clone()).collect();
        Self { start: self.start, pieces }
    }

    /// Refines to a multiple of `classes`.
    pub(super) fn refined_by(&self, classes: i128) -> Result<Self, NoForm> {
        let classes = usize::try_from(classes).map_err(|_| NoForm::new("so long a period"))?;
        Ok(self.refined(common(self.pieces.len(), classes)?))
    }

    /// Applies `f` class by class to two functions; it gives the piece and the least `n` from which it holds.
    pub(super) fn zip(
        &self,
        other: &Self,
        f: impl Fn(&Piece, &Piece) -> Result<(Piece, i128), NoForm>,
    ) -> Result<Self, NoForm> {
        let count = common(self.pieces.len(), other.pieces.len())?;
        let mut start = self.start.max(other.start);
        let mut pieces = Vec::with_capacity(count);
        for r in 0..count {
            let (a, b) = (&self.pieces[r % self.pieces.len()], &other.pieces[r % other.pieces.len()]);
            let (piece, from) = f(a, b)?;
            start = start.max(from);
            pieces.push(piece);
        }
        Ok(Self { start, pieces })
    }

    /// Applies `f` class by class.
    pub(super) fn map(&self, f: impl Fn(&Piece) -> Result<Piece, NoForm>) -> Result<Self, NoForm> {
        Ok(Self { start: self.start, pieces: self.pieces.iter().map(f).collect::<Result<_, _>>()? })
    }

    pub(super) fn add(&self, other: &Self, sign: i128) -> Result<Self, NoForm> {
        self.zip(other, |a, b| {
            let ((s, o, d), (t, p, e)) = (a.linear()?, b.linear()?);
            Ok((Piece::reduced(s * e + sign * t * d, o * e + sign * p * d, d * e)?, 0))
        })
    }

    pub(super) fn multiply(&self, other: &Self) -> Result<Self, NoForm> {
        self.zip(other, |a, b| {
            let ((s, o, d), (t, p, e)) = (a.linear()?, b.linear()?);
            if s != 0 && t != 0 {
                return Err(NoForm::new("a product of two growing numbers is not linear"));
            }
            Ok((Piece::reduced(s * p + t * o, o * p, d * e)?, 0))
        })
    }

    /// The quotient by a positive constant, rounded down, and the remainder.
    pub(super) fn divide(&self, by: i128) -> Result<(Self, Self), NoForm> {
        let mut classes = 1i128;
        for piece in &self.pieces {
            let (_, _, d) = piece.linear()?;
            let step = d * by;
            classes = classes / gcd(classes, step) * step;
            if classes > i128::from(MOST_CLASSES) {
                return Err(NoForm::new("so long a period"));
            }
        }
        let fine = self.refined_by(classes)?;
        let (mut quotients, mut remainders) = (Vec::new(), Vec::new());
        for (r, piece) in (0i128..).zip(&fine.pieces) {
            let (s, o, d) = piece.linear()?;
            // On this class `s n + o` is constant modulo `d by`, because the period is a multiple of that.
            let rest = (s * r + o).rem_euclid(d * by);
            quotients.push(Piece::reduced(s, o - rest, d * by)?);
            remainders.push(Piece::integer(rest / d));
        }
        Ok((Self { start: fine.start, pieces: quotients }, Self { start: fine.start, pieces: remainders }))
    }

    /// The sign of the difference, class by class, from where it no longer changes within the window: -1, 0 or 1.
    pub(super) fn compare(&self, other: &Self, window: &Window) -> Result<Self, NoForm> {
        self.zip(other, |a, b| {
            let ((s, o, d), (t, p, e)) = (a.linear()?, b.linear()?);
            let (slope, offset) = (s * e - t * d, o * e - p * d);
            if slope == 0 {
                return Ok((Piece::integer(offset.signum()), 0));
            }
            let sign_at = |n: i128| n.checked_mul(slope).and_then(|x| x.checked_add(offset)).map(i128::signum);
            if sign_at(window.from) == Some(slope.signum()) {
                return Ok((Piece::integer(slope.signum()), 0));
            }
            if window.until.is_some_and(|until| sign_at(until - 1) == Some(-slope.signum())) {
                return Ok((Piece::integer(-slope.signum()), 0));
            }
            // slope * n + offset has the sign of the slope once n passes -offset / slope.
            let root = (-offset).div_euclid(slope);
            window.cut(root, root + 1);
            Ok((Piece::integer(slope.signum()), root + 1))
        })
    }

    /// The first of two functions where a condition holds, else the second.
    pub(super) fn choose(&self, then: &Self, otherwise: &Self) -> Result<Self, NoForm> {
        let count = common(common(self.pieces.len(), then.pieces.len())?, otherwise.pieces.len())?;
        let (mut pieces, mut start) = (Vec::with_capacity(count), self.start);
        for r in 0..count {
            let from = if self.pieces[r % self.pieces.len()].truth()? { then } else { otherwise };
            pieces.push(from.pieces[r % from.pieces.len()].clone());
            start = start.max(from.start);
        }
        Ok(Self { start, pieces })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(f: &Quasi, n: i128) -> i128 {
        let (s, o, d) = f.pieces[usize::try_from(n).expect("small") % f.pieces.len()].linear().expect("a number");
        assert_eq!((s * n + o) % d, 0, "an integer");
        (s * n + o) / d
    }

    #[test]
    fn arithmetic_agrees_with_integers() {
        let n = Quasi::variable();
        let five = Quasi::constant(Piece::integer(5));
        let f = n.multiply(&five).and_then(|f| f.add(&Quasi::constant(Piece::integer(-7)), 1)).expect("linear");
        let (q, r) = f.divide(6).expect("linear");
        let (q2, r2) = q.divide(4).expect("linear");
        for k in 0..200 {
            let x = 5 * k - 7;
            assert_eq!(at(&f, k), x);
            assert_eq!(at(&q, k), x.div_euclid(6), "{k}");
            assert_eq!(at(&r, k), x.rem_euclid(6), "{k}");
            assert_eq!(at(&q2, k), x.div_euclid(6).div_euclid(4), "{k}");
            assert_eq!(at(&r2, k), x.div_euclid(6).rem_euclid(4), "{k}");
        }
    }

    #[test]
    fn a_comparison_holds_from_its_start_on() {
        let n = Quasi::variable();
        let (half, _) = n.divide(2).expect("linear");
        let far = half.add(&Quasi::constant(Piece::integer(30)), 1).expect("linear");
        let sign = n.compare(&far, &Window::new(0, None)).expect("linear");
        for k in sign.start..sign.start + 50 {
            assert_eq!(at(&sign, k), (k - (k / 2 + 30)).signum());
        }
        assert!(sign.start <= 70, "not far beyond the crossing at 60: {}", sign.start);
        for (from, until, wanted) in [(0, Some(50), -1), (70, None, 1), (70, Some(90), 1)] {
            let sign = n.compare(&far, &Window::new(from, until)).expect("linear");
            assert!(sign.start <= from && sign.pieces.iter().all(|p| p.as_integer() == Some(wanted)), "{from}");
        }
    }

    #[test]
    fn growing_products_are_refused() {
        assert!(Quasi::variable().multiply(&Quasi::variable()).is_err());
    }
}
