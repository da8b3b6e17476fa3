//! Rational numbers.

use dashu_int::IBig;

use super::integer::{self, checked_gcd, div_floor, fits, gcd, mul, signum};
use super::{Kind, Number, NumberResult};

/// A fraction; between operations in lowest terms with a positive denominator.
#[derive(Clone, Debug)]
pub(super) struct Ratio {
    /// Numerator.
    pub num: IBig,
    /// Denominator.
    pub den: IBig,
}

impl Ratio {
    /// An integer.
    pub fn whole(num: IBig) -> Self {
        Self { num, den: IBig::ONE }
    }

    /// In lowest terms; the denominator is not 0.
    pub fn reduced(num: IBig, den: IBig) -> NumberResult<Self> {
        let common = checked_gcd(&num, &den)?;
        Ok(Self::divided(num, den, &common))
    }

    /// In lowest terms, however long it takes.
    pub fn lowest(num: IBig, den: IBig) -> Self {
        let common = gcd(&num, &den);
        Self::divided(num, den, &common)
    }

    /// Both divided by a common divisor, with a positive denominator.
    fn divided(num: IBig, den: IBig, common: &IBig) -> Self {
        let (num, den) = if signum(&den) < 0 { (-num, -den) } else { (num, den) };
        if common.is_one() { Self { num, den } } else { Self { num: num / common, den: den / common } }
    }

    /// As a number; the fraction is in lowest terms.
    pub fn into_number(self) -> NumberResult {
        if self.den.is_one() {
            return Number::checked(self.num);
        }
        let (num, den) = (fits(self.num)?, fits(self.den)?);
        Ok(Number::of_kind(Kind::Ratio(Self { num, den })))
    }

    pub fn add(&self, other: &Self) -> NumberResult<Self> {
        if self.den == other.den {
            return Self::reduced(&self.num + &other.num, self.den.clone());
        }
        let num = mul(&self.num, &other.den)? + mul(&other.num, &self.den)?;
        Self::reduced(num, mul(&self.den, &other.den)?)
    }

    pub fn mul(&self, other: &Self) -> NumberResult<Self> {
        // Crosswise reduction keeps the factors small and leaves nothing to reduce afterwards.
        let (left, right) = (checked_gcd(&self.num, &other.den)?, checked_gcd(&other.num, &self.den)?);
        let num = mul(&(&self.num / &left), &(&other.num / &right))?;
        let den = mul(&(&self.den / &right), &(&other.den / &left))?;
        Ok(Self { num, den })
    }

    /// The reciprocal of a number that is not 0.
    pub fn reciprocal(&self) -> Self {
        if signum(&self.num) < 0 {
            Self { num: -&self.den, den: -&self.num }
        } else {
            Self { num: self.den.clone(), den: self.num.clone() }
        }
    }

    pub fn neg(&self) -> Self {
        Self { num: -&self.num, den: self.den.clone() }
    }

    pub fn pow(&self, exponent: u64) -> NumberResult<Self> {
        Ok(Self { num: integer::pow(&self.num, exponent)?, den: integer::pow(&self.den, exponent)? })
    }

    pub fn floor(&self) -> IBig {
        div_floor(&self.num, &self.den)
    }
}
