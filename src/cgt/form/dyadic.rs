//! Dyadic rationals, the numbers among short games.

use std::cmp::Ordering;
use std::fmt;

use super::FormError;
use crate::number::Number;

/// `numerator / 2^exponent` in lowest terms. The numerator is never the least `i64`, so that every number has a negative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dyadic {
    numerator: i64,
    exponent: u8,
}

/// The finest denominator is two to this power.
pub const FINEST: u8 = 60;

impl Dyadic {
    /// Zero.
    pub const ZERO: Self = Self { numerator: 0, exponent: 0 };

    /// `numerator / 2^exponent`.
    ///
    /// # Errors
    /// [`FormError::TooLarge`] when it does not fit in lowest terms.
    pub fn new(numerator: i64, exponent: u32) -> Result<Self, FormError> {
        Self::reduced(numerator.into(), exponent)
    }

    fn reduced(numerator: i128, exponent: u32) -> Result<Self, FormError> {
        if numerator == 0 {
            return Ok(Self::ZERO);
        }
        let twos = numerator.trailing_zeros().min(exponent);
        let exponent = u8::try_from(exponent - twos).ok().filter(|e| *e <= FINEST).ok_or(FormError::TooLarge)?;
        let numerator = i64::try_from(numerator >> twos).ok().filter(|n| *n != i64::MIN).ok_or(FormError::TooLarge)?;
        Ok(Self { numerator, exponent })
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The denominator is two to this power.
    #[must_use]
    pub const fn exponent(self) -> u32 {
        self.exponent as u32
    }

    /// -1, 0 or 1.
    #[must_use]
    pub const fn signum(self) -> i64 {
        self.numerator.signum()
    }

    /// Whether it is an integer.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// In units of the finest denominator; fits because 64 + 60 bits do.
    fn scaled(self) -> i128 {
        i128::from(self.numerator) << (FINEST - self.exponent)
    }

    /// The sum.
    ///
    /// # Errors
    /// [`FormError::TooLarge`].
    pub fn plus(self, other: Self) -> Result<Self, FormError> {
        Self::reduced(self.scaled() + other.scaled(), FINEST.into())
    }

    /// The negative.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { numerator: -self.numerator, exponent: self.exponent }
    }

    /// The difference.
    ///
    /// # Errors
    /// [`FormError::TooLarge`].
    pub fn minus(self, other: Self) -> Result<Self, FormError> {
        Self::reduced(self.scaled() - other.scaled(), FINEST.into())
    }

    /// Half of it.
    ///
    /// # Errors
    /// [`FormError::TooLarge`].
    pub fn halved(self) -> Result<Self, FormError> {
        Self::reduced(self.numerator.into(), self.exponent() + 1)
    }

    /// The greatest integer that is at most this.
    #[must_use]
    pub const fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The left and right option of its canonical form, where there is one.
    ///
    /// # Errors
    /// [`FormError::TooLarge`].
    pub fn options(self) -> Result<(Option<Self>, Option<Self>), FormError> {
        let step = |by: i128| Self::reduced(i128::from(self.numerator) + by, self.exponent());
        if !self.is_integer() {
            return Ok((Some(step(-1)?), Some(step(1)?)));
        }
        Ok(match self.numerator.cmp(&0) {
            Ordering::Greater => (Some(step(-1)?), None),
            Ordering::Less => (None, Some(step(1)?)),
            Ordering::Equal => (None, None),
        })
    }

    /// The length of the longest play of its canonical form.
    #[must_use]
    pub fn birthday(self) -> u64 {
        if self.is_integer() {
            return self.numerator.unsigned_abs();
        }
        (self.numerator.unsigned_abs() >> self.exponent) + u64::from(self.exponent) + 1
    }

    /// The simplest dyadic between two bounds (`None`: unbounded), each with whether it is allowed itself; `None` when
    /// nothing lies between.
    ///
    /// # Errors
    /// [`FormError::TooLarge`] when it would be too fine or too large.
    pub fn simplest(lower: Option<(Self, bool)>, upper: Option<(Self, bool)>) -> Result<Option<Self>, FormError> {
        let above = |x: i128| lower.is_none_or(|(b, closed)| b.scaled() < x || (closed && b.scaled() == x));
        let below = |x: i128| upper.is_none_or(|(b, closed)| x < b.scaled() || (closed && b.scaled() == x));
        if let (Some((a, a_closed)), Some((b, b_closed))) = (lower, upper)
            && (b.scaled() < a.scaled() || (a == b && !(a_closed && b_closed)))
        {
            return Ok(None);
        }
        if above(0) && below(0) {
            return Ok(Some(Self::ZERO));
        }
        // the nearest to zero that the inner bound allows, at finer and finer denominators
        let positive = lower.is_some_and(|(a, _)| a.signum() >= 0);
        let inner = if positive { lower } else { upper }.map_or(0, |(b, _)| b.scaled());
        for exponent in 0..=FINEST {
            let unit = 1i128 << (FINEST - exponent);
            let mut x = if positive { inner.div_euclid(unit) } else { -(-inner).div_euclid(unit) };
            if positive && !above(x * unit) {
                x += 1;
            }
            if !positive && !below(x * unit) {
                x -= 1;
            }
            if above(x * unit) && below(x * unit) {
                return Self::reduced(x, exponent.into()).map(Some);
            }
        }
        Err(FormError::TooLarge)
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        self.scaled().cmp(&other.scaled())
    }
}

impl fmt::Display for Dyadic {
    /// `3`, `-1/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.numerator)?;
        if self.is_integer() { Ok(()) } else { write!(f, "/{}", 1u64 << self.exponent) }
    }
}

impl TryFrom<&Number> for Dyadic {
    type Error = FormError;

    /// # Errors
    /// [`FormError::NotDyadic`] for other rationals and surds, [`FormError::TooLarge`].
    fn try_from(number: &Number) -> Result<Self, FormError> {
        let (numerator, denominator) = number.rational_parts().ok_or(FormError::NotDyadic)?;
        let exponent = denominator.bits().saturating_sub(1);
        if denominator.popcount().ok() != Some(Number::from(1)) {
            return Err(FormError::NotDyadic);
        }
        let exponent = u32::try_from(exponent).map_err(|_| FormError::TooLarge)?;
        Self::new(numerator.to_i64().ok_or(FormError::TooLarge)?, exponent)
    }
}

impl From<Dyadic> for Number {
    fn from(x: Dyadic) -> Self {
        let unit = Self::from(1i128 << x.exponent);
        // a power of two is not 0, and both parts are small
        Self::from(x.numerator).div(&unit).unwrap_or_else(|_| Self::from(0))
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
        assert_eq!(d(i64::MAX, 0).plus(d(1, 0)), Err(FormError::TooLarge));
        assert_eq!(Dyadic::new(i64::MIN, 0), Err(FormError::TooLarge));
        assert_eq!(d(i64::MAX, 3).negated().negated(), d(i64::MAX, 3));
        assert_eq!(Dyadic::new(1, 61), Err(FormError::TooLarge));
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
        assert_eq!(between(Some((d(0, 0), false)), Some((d(1, 60), false))), Err(FormError::TooLarge));
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
