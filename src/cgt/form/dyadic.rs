//! Dyadic rationals, the numbers among short games.

use std::cmp::Ordering;
use std::fmt;

use super::FormError;
use super::large::{Exact, Id, Large};
use crate::number::Number;

/// `numerator / 2^exponent` in lowest terms, of any size up to [`super::large::MOST_BITS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dyadic(Repr);

/// Every number has one representation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Repr {
    /// The numerator is never the least `i64`, so that every number has a negative; the exponent is at most [`FINEST`].
    Small { numerator: i64, exponent: u8 },
    /// Any other: where its absolute value is kept in the thread, and its sign.
    Large { id: Id, negative: bool },
}

/// The finest denominator that is kept in place is two to this power.
const FINEST: u8 = 60;

impl Dyadic {
    /// Zero.
    pub const ZERO: Self = Self(Repr::Small { numerator: 0, exponent: 0 });

    /// `numerator / 2^exponent`.
    ///
    /// # Errors
    /// [`FormError::TooLarge`], [`FormError::Limit`].
    pub fn new(numerator: i64, exponent: u32) -> Result<Self, FormError> {
        Self::reduced(numerator.into(), exponent)
    }

    fn reduced(numerator: i128, exponent: u32) -> Result<Self, FormError> {
        Self::small(numerator, exponent).map_or_else(|| Self::exact(Exact::new(numerator.into(), exponent)?), Ok)
    }

    /// What is kept in place.
    fn small(numerator: i128, exponent: u32) -> Option<Self> {
        if numerator == 0 {
            return Some(Self::ZERO);
        }
        let twos = numerator.trailing_zeros().min(exponent);
        let exponent = u8::try_from(exponent - twos).ok().filter(|e| *e <= FINEST)?;
        let numerator = i64::try_from(numerator >> twos).ok().filter(|n| *n != i64::MIN)?;
        Some(Self(Repr::Small { numerator, exponent }))
    }

    fn exact(x: Exact) -> Result<Self, FormError> {
        let small = x.numerator.to_i64().and_then(|n| Self::small(n.into(), x.exponent));
        small.map_or_else(
            || {
                let negative = x.numerator.is_negative();
                Ok(Self(Repr::Large { id: Large::id(x.abs())?, negative }))
            },
            Ok,
        )
    }

    fn to_exact(self) -> Exact {
        match self.0 {
            Repr::Small { numerator, exponent } => Exact { numerator: numerator.into(), exponent: exponent.into() },
            Repr::Large { id, negative } => {
                let x = Large::get(id);
                if negative { Exact { numerator: x.numerator.neg(), ..x } } else { x }
            }
        }
    }

    /// The denominator is two to this power.
    #[must_use]
    pub fn exponent(self) -> u32 {
        match self.0 {
            Repr::Small { exponent, .. } => exponent.into(),
            Repr::Large { .. } => self.to_exact().exponent,
        }
    }

    /// -1, 0 or 1.
    #[must_use]
    pub const fn signum(self) -> i64 {
        match self.0 {
            Repr::Small { numerator, .. } => numerator.signum(),
            Repr::Large { negative, .. } => {
                if negative {
                    -1
                } else {
                    1
                }
            }
        }
    }

    /// The integer, if it is one that fits.
    #[must_use]
    pub const fn to_integer(self) -> Option<i64> {
        match self.0 {
            Repr::Small { numerator, exponent: 0 } => Some(numerator),
            _ => None,
        }
    }

    /// Whether it is an integer.
    #[must_use]
    pub fn is_integer(self) -> bool {
        self.exponent() == 0
    }

    /// In units of the finest denominator kept in place; fits because 64 + 60 bits do.
    fn scaled(self) -> Option<i128> {
        match self.0 {
            Repr::Small { numerator, exponent } => Some(i128::from(numerator) << (FINEST - exponent)),
            Repr::Large { .. } => None,
        }
    }

    /// The sum.
    ///
    /// # Errors
    /// [`FormError::TooLarge`], [`FormError::Limit`].
    pub fn plus(self, other: Self) -> Result<Self, FormError> {
        match (self.scaled(), other.scaled()) {
            (Some(a), Some(b)) => Self::reduced(a + b, FINEST.into()),
            _ => Self::exact(self.to_exact().plus(&other.to_exact())?),
        }
    }

    /// The negative.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self(match self.0 {
            Repr::Small { numerator, exponent } => Repr::Small { numerator: -numerator, exponent },
            Repr::Large { id, negative } => Repr::Large { id, negative: !negative },
        })
    }

    /// The difference.
    ///
    /// # Errors
    /// [`FormError::TooLarge`], [`FormError::Limit`].
    pub fn minus(self, other: Self) -> Result<Self, FormError> {
        self.plus(other.negated())
    }

    /// Half of it.
    ///
    /// # Errors
    /// [`FormError::TooLarge`], [`FormError::Limit`].
    pub fn halved(self) -> Result<Self, FormError> {
        let Exact { numerator, exponent } = self.to_exact();
        Self::exact(Exact::new(numerator, exponent + 1)?)
    }

    /// The greatest integer that is at most this.
    ///
    /// # Errors
    /// [`FormError::TooLarge`] when it does not fit.
    pub fn floor(self) -> Result<i64, FormError> {
        match self.0 {
            Repr::Small { numerator, exponent } => Ok(numerator >> exponent),
            Repr::Large { .. } => self.to_exact().floor()?.to_i64().ok_or(FormError::TooLarge),
        }
    }

    /// The left and right option of its canonical form, where there is one.
    ///
    /// # Errors
    /// [`FormError::TooLarge`], [`FormError::Limit`].
    pub fn options(self) -> Result<(Option<Self>, Option<Self>), FormError> {
        let Exact { numerator, exponent } = self.to_exact();
        let step = |by: i64| -> Result<Self, FormError> {
            let numerator = numerator.add(&by.into()).map_err(|_| FormError::TooLarge)?;
            Self::exact(Exact::new(numerator, exponent)?)
        };
        if exponent > 0 {
            return Ok((Some(step(-1)?), Some(step(1)?)));
        }
        Ok(match self.signum() {
            0 => (None, None),
            1 => (Some(step(-1)?), None),
            _ => (None, Some(step(1)?)),
        })
    }

    /// The length of the longest play of its canonical form; the greatest `u64` stands for all that do not fit.
    #[must_use]
    pub fn birthday(self) -> u64 {
        let size = if self.signum() < 0 { self.negated() } else { self };
        let whole = match size.0 {
            Repr::Small { numerator, exponent } => Some(numerator.unsigned_abs() >> exponent),
            Repr::Large { .. } => size.to_exact().floor().ok().and_then(|n| n.to_u64()),
        };
        let fraction = if self.is_integer() { 0 } else { u64::from(self.exponent()) + 1 };
        whole.map_or(u64::MAX, |whole| whole.saturating_add(fraction))
    }

    /// The simplest dyadic between two bounds (`None`: unbounded), each with whether it is allowed itself; `None` when
    /// nothing lies between.
    ///
    /// # Errors
    /// [`FormError::TooLarge`], [`FormError::Limit`].
    pub fn simplest(lower: Option<(Self, bool)>, upper: Option<(Self, bool)>) -> Result<Option<Self>, FormError> {
        if let (Some((a, a_closed)), Some((b, b_closed))) = (lower, upper)
            && (b < a || (a == b && !(a_closed && b_closed)))
        {
            return Ok(None);
        }
        let positive = lower.is_some_and(|(a, closed)| a.signum() > 0 || (a == Self::ZERO && !closed));
        let negative = upper.is_some_and(|(b, closed)| b.signum() < 0 || (b == Self::ZERO && !closed));
        let mirrored = |bound: Option<(Self, bool)>| bound.map(|(x, closed)| (x.negated(), closed));
        match (positive, negative) {
            (true, _) => Self::nearest(lower, upper).map(Some),
            (_, true) => Self::nearest(mirrored(upper), mirrored(lower)).map(|x| Some(x.negated())),
            _ => Ok(Some(Self::ZERO)),
        }
    }

    /// The simplest positive dyadic above `lower`, which is at least 0, and below `upper`, where there is one.
    fn nearest(lower: Option<(Self, bool)>, upper: Option<(Self, bool)>) -> Result<Self, FormError> {
        let (lower, closed) = lower.unwrap_or((Self::ZERO, false));
        let Some(a) = lower.scaled() else { return Self::nearest_exact(lower, closed, upper) };
        let above = |x: i128| a < x || (closed && a == x);
        let below = |x: i128| {
            upper.is_none_or(|(b, closed)| match b.scaled() {
                Some(b) => x < b || (closed && x == b),
                // the product of the least denominators decides exactly
                None => Self::reduced(x, FINEST.into()).is_ok_and(|x| x < b),
            })
        };
        // the least that the lower bound allows, at finer and finer denominators
        for exponent in 0..=FINEST {
            let unit = 1i128 << (FINEST - exponent);
            let mut x = a.div_euclid(unit);
            if !above(x * unit) {
                x += 1;
            }
            if below(x * unit) {
                return Self::reduced(x, exponent.into());
            }
        }
        Self::nearest_exact(lower, closed, upper)
    }

    /// The same where denominators are finer, or numerators greater. Whether a denominator is fine enough is monotonic, so
    /// the coarsest is found by bisection; of its multiples only one lies between.
    fn nearest_exact(lower: Self, closed: bool, upper: Option<(Self, bool)>) -> Result<Self, FormError> {
        let least = |exponent: u32| -> Result<(Self, bool), FormError> {
            let x = Self::exact(lower.to_exact().above(exponent, closed)?)?;
            Ok((x, upper.is_none_or(|(b, closed)| x < b || (closed && x == b))))
        };
        let finest = upper.map_or(0, |(b, _)| b.exponent()).max(lower.exponent()) + 1;
        let (mut coarse, mut fine) = (0, finest);
        while coarse < fine {
            let middle = coarse.midpoint(fine);
            if least(middle)?.1 {
                fine = middle;
            } else {
                coarse = middle + 1;
            }
        }
        Ok(least(fine)?.0)
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.scaled(), other.scaled()) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => self.signum().cmp(&other.signum()).then_with(|| self.to_exact().order(&other.to_exact())),
        }
    }
}

impl fmt::Display for Dyadic {
    /// `3`, `-1/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Number::from(*self).fmt(f)
    }
}

impl TryFrom<&Number> for Dyadic {
    type Error = FormError;

    /// # Errors
    /// [`FormError::NotDyadic`] for other rationals and surds, [`FormError::TooLarge`].
    fn try_from(number: &Number) -> Result<Self, FormError> {
        let (numerator, denominator) = number.rational_parts().ok_or(FormError::NotDyadic)?;
        if denominator.popcount().ok() != Some(Number::ONE) {
            return Err(FormError::NotDyadic);
        }
        let exponent = u32::try_from(denominator.bits() - 1).map_err(|_| FormError::TooLarge)?;
        Self::exact(Exact::new(numerator, exponent)?)
    }
}

impl From<Dyadic> for Number {
    fn from(x: Dyadic) -> Self {
        x.to_exact().number()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(numerator: i64, exponent: u32) -> Dyadic {
        Dyadic::new(numerator, exponent).unwrap_or(Dyadic::ZERO)
    }

    #[test]
    fn arithmetic_in_lowest_terms() {
        assert_eq!(d(6, 2).to_string(), "3/2");
        assert_eq!(d(3, 1).plus(d(1, 1)), Ok(d(2, 0)));
        assert_eq!(d(i64::MAX, 0).plus(d(1, 0)).map(|x| x.to_string()), Ok("9223372036854775808".into()));
        assert_eq!(d(i64::MIN, 0).negated().plus(d(i64::MIN, 1)).and_then(Dyadic::halved), Ok(d(1 << 61, 0)));
        assert_eq!(d(i64::MAX, 3).negated().negated(), d(i64::MAX, 3));
        assert_eq!(d(1, 61).plus(d(1, 61)), Ok(d(1, 60)));
        assert_eq!(Dyadic::new(1, u32::MAX), Err(FormError::TooLarge));
        assert!(d(1, 2) < d(1, 1) && d(-1, 1) < d(-1, 2));
    }

    #[test]
    fn simplest_numbers() {
        let between = |a: Option<(Dyadic, bool)>, b| Dyadic::simplest(a, b).map(|x| x.map(|x| x.to_string()));
        let is = |text: &str| Ok(Some(text.to_string()));
        assert_eq!(between(None, None), is("0"));
        assert_eq!(between(Some((d(5, 0), false)), None), is("6"));
        assert_eq!(between(Some((d(5, 0), true)), None), is("5"));
        assert_eq!(between(None, Some((d(-5, 1), false))), is("-3"));
        assert_eq!(between(Some((d(0, 0), false)), Some((d(1, 0), false))), is("1/2"));
        assert_eq!(between(Some((d(5, 2), false)), Some((d(7, 2), false))), is("3/2"));
        assert_eq!(between(Some((d(-7, 2), false)), Some((d(-5, 2), false))), is("-3/2"));
        assert_eq!(between(Some((d(5, 3), false)), Some((d(3, 2), false))), is("11/16"));
        assert_eq!(between(Some((d(1, 0), false)), Some((d(1, 0), true))), Ok(None));
        assert_eq!(between(Some((d(1, 2), true)), Some((d(1, 2), true))), is("1/4"));
        assert_eq!(between(Some((d(2, 0), true)), Some((d(1, 0), true))), Ok(None));
        assert_eq!(between(Some((d(0, 0), false)), Some((d(1, 60), false))), is(&d(1, 61).to_string()));
        assert_eq!(between(Some((d(-1, 0), false)), Some((d(0, 0), false))), is("-1/2"));
    }

    #[test]
    fn birthdays() {
        for (x, expected) in [(d(0, 0), 0), (d(-3, 0), 3), (d(1, 1), 2), (d(5, 2), 4), (d(-1, 3), 4)] {
            assert_eq!(x.birthday(), expected, "{x}");
        }
    }

    #[test]
    fn numbers_of_the_language() {
        let half = Number::from(1).div(&Number::from(2)).ok().and_then(|h| Dyadic::try_from(&h).ok());
        assert_eq!(half, Some(d(1, 1)));
        let third = Number::from(1).div(&Number::from(3)).map(|t| Dyadic::try_from(&t));
        assert_eq!(third, Ok(Err(FormError::NotDyadic)));
        assert_eq!(Dyadic::try_from(&Number::phi()), Err(FormError::NotDyadic));
        assert_eq!(Dyadic::try_from(&Number::from(-7)), Ok(d(-7, 0)));
    }
}
