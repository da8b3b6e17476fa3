//! Real quadratic fields: numbers `(a + b*sqrt(d))/c`.
//!
//! Nothing factors a radicand: `d` is whatever was first met, and two radicands belong to the same field when their
//! product is a square.

use dashu_int::{IBig, UBig};

use super::integer::{self, checked_gcd, div_floor, exact_sqrt, fits, isqrt, mul, mul_natural, signum};
use super::rational::Ratio;
use super::{Kind, MAX_BITS, Number, NumberError, NumberResult};

/// `(a + b*sqrt(d))/c`; between operations `c` is positive and `a`, `b`, `c` share no factor. When `b` is 0 the number is
/// rational and `d` says nothing.
#[derive(Clone, Debug)]
pub(super) struct Surd {
    pub a: IBig,
    pub b: IBig,
    pub c: IBig,
    pub d: UBig,
}

/// The square root of a rational that is at least 0.
pub(super) fn sqrt_of(ratio: &Ratio) -> NumberResult {
    let (num, den) = (ratio.num.clone().into_parts().1, ratio.den.clone().into_parts().1);
    if let (Some(p), Some(q)) = (exact_sqrt(&num), exact_sqrt(&den)) {
        return Ratio { num: p.into(), den: q.into() }.into_number();
    }
    // sqrt(p/q) = sqrt(p*q)/q
    let d = mul_natural(&num, &den)?;
    Surd { a: IBig::ZERO, b: IBig::ONE, c: ratio.den.clone(), d }.into_number()
}

impl Surd {
    /// As a number, reduced.
    pub fn into_number(self) -> NumberResult {
        if self.b.is_zero() {
            return Ratio::reduced(self.a, self.c)?.into_number();
        }
        let s = self.reduced()?;
        fits(s.d.clone().into())?;
        Ok(Number::of_kind(Kind::Surd(Self { a: fits(s.a)?, b: fits(s.b)?, c: fits(s.c)?, d: s.d })))
    }

    fn reduced(self) -> NumberResult<Self> {
        let Self { a, b, c, d } = if signum(&self.c) < 0 { self.neg_parts() } else { self };
        // The denominator first: it is mostly small, and then so is the work.
        let common = checked_gcd(&checked_gcd(&c, &b)?, &a)?;
        if common.is_one() {
            return Ok(Self { a, b, c, d });
        }
        Ok(Self { a: a / &common, b: b / &common, c: c / common, d })
    }

    /// The same number with the sign of the denominator turned.
    fn neg_parts(self) -> Self {
        Self { a: -self.a, b: -self.b, c: -self.c, d: self.d }
    }

    pub fn neg(self) -> Self {
        Self { a: -self.a, b: -self.b, c: self.c, d: self.d }
    }

    /// The sum with an integer: nothing is left to reduce.
    pub fn plus_integer(&self, n: &IBig) -> NumberResult {
        let a = fits(&self.a + mul(n, &self.c)?)?;
        Ok(Number::of_kind(Kind::Surd(Self { a, b: self.b.clone(), c: self.c.clone(), d: self.d.clone() })))
    }

    /// The product with an integer other than 0: only the integer and the denominator may share a factor.
    pub fn times_integer(&self, n: &IBig) -> NumberResult {
        let common = checked_gcd(n, &self.c)?;
        let (n, c) = if common.is_one() { (n.clone(), self.c.clone()) } else { (n / &common, &self.c / &common) };
        let (a, b) = (mul(&self.a, &n)?, mul(&self.b, &n)?);
        Ok(Number::of_kind(Kind::Surd(Self { a, b, c, d: self.d.clone() })))
    }

    /// Both over one radicand, the left one's when it has one.
    fn aligned(self, other: Self) -> NumberResult<(Self, Self)> {
        if self.b.is_zero() {
            let d = other.d.clone();
            return Ok((Self { d, ..self }, other));
        }
        if other.b.is_zero() || self.d == other.d {
            let d = self.d.clone();
            return Ok((self, Self { d, ..other }));
        }
        // sqrt(e) = sqrt(d*e)/d * sqrt(d)
        let root = exact_sqrt(&(&self.d * &other.d)).ok_or_else(|| mixed(&self.d, &other.d))?;
        let factor = Ratio::reduced(root.into(), self.d.clone().into())?;
        let other = Self {
            a: mul(&other.a, &factor.den)?,
            b: mul(&other.b, &factor.num)?,
            c: mul(&other.c, &factor.den)?,
            d: self.d.clone(),
        };
        Ok((self, other))
    }

    pub fn add(self, other: Self) -> NumberResult<Self> {
        let (x, y) = self.aligned(other)?;
        if x.c == y.c {
            return Ok(Self { a: x.a + y.a, b: x.b + y.b, c: x.c, d: x.d });
        }
        let a = mul(&x.a, &y.c)? + mul(&y.a, &x.c)?;
        let b = mul(&x.b, &y.c)? + mul(&y.b, &x.c)?;
        Ok(Self { a, b, c: mul(&x.c, &y.c)?, d: x.d })
    }

    #[expect(clippy::many_single_char_names, reason = "named as in the formulas")]
    pub fn mul(self, other: Self) -> NumberResult<Self> {
        let (x, y) = self.aligned(other)?;
        let d = IBig::from(x.d.clone());
        let a = mul(&x.a, &y.a)? + mul(&mul(&x.b, &y.b)?, &d)?;
        let b = mul(&x.a, &y.b)? + mul(&x.b, &y.a)?;
        Ok(Self { a, b, c: mul(&x.c, &y.c)?, d: x.d })
    }

    /// The reciprocal of a number that is not 0: `c*(a - b*sqrt(d)) / (a^2 - b^2*d)`.
    pub fn reciprocal(self) -> NumberResult<Self> {
        let d = IBig::from(self.d.clone());
        let norm = mul(&self.a, &self.a)? - mul(&mul(&self.b, &self.b)?, &d)?;
        let (a, b) = (mul(&self.a, &self.c)?, -mul(&self.b, &self.c)?);
        Self { a, b, c: norm, d: self.d }.reduced()
    }

    /// The power, by squaring; every step is refused when it is too large.
    pub fn pow(&self, exponent: u64) -> NumberResult<Self> {
        let mut power = Self { a: IBig::ONE, b: IBig::ZERO, c: IBig::ONE, d: self.d.clone() };
        for place in (0..u64::BITS - exponent.leading_zeros()).rev() {
            // So far it is the power of `exponent >> (place + 1)`. Its bits grow in proportion to the exponent, up to some
            // that the radicand accounts for: valuations and absolute values are multiplicative.
            let (size, slack) = (power.bits(), 2 * integer::natural_bits(&self.d) + 8);
            if size > 16 * slack && u128::from(size - slack) << (place + 1) > u128::from(MAX_BITS + slack) {
                return Err(NumberError::TooLarge);
            }
            power = power.clone().mul(power)?.reduced()?;
            if exponent >> place & 1 == 1 {
                power = power.mul(self.clone())?.reduced()?;
            }
        }
        Ok(power)
    }

    pub fn floor(&self) -> IBig {
        // floor((a + x)/c) = floor((a + floor(x))/c) for an integer c > 0; b*sqrt(d) is never an integer.
        let square = &self.b * &self.b * IBig::from(self.d.clone());
        let root = IBig::from(isqrt(&square.into_parts().1));
        let floor = if signum(&self.b) < 0 { -(root + IBig::ONE) } else { root };
        div_floor(&(&self.a + floor), &self.c)
    }

    pub fn signum(&self) -> i32 {
        sign_of_sum(&self.a, &self.b, &self.d)
    }

    pub fn bits(&self) -> u64 {
        [&self.a, &self.b, &self.c]
            .into_iter()
            .map(integer::bits)
            .max()
            .unwrap_or(0)
            .max(integer::natural_bits(&self.d))
    }

    /// Roughly.
    pub fn to_f64(&self) -> f64 {
        // 64 bits behind the point are kept before the two parts, which may cancel, are added.
        let scaled = Self { a: &self.a << 128, b: &self.b << 128, c: self.c.clone(), d: self.d.clone() };
        integer::ratio_to_f64(&scaled.floor(), &(IBig::ONE << 128))
    }
}

/// The sign of `a + b*sqrt(d)`.
pub(super) fn sign_of_sum(a: &IBig, b: &IBig, d: &UBig) -> i32 {
    let (left, right) = (signum(a), if d.is_zero() { 0 } else { signum(b) });
    if left * right >= 0 {
        return if left == 0 { right } else { left };
    }
    // Opposite signs: the larger square decides.
    let square = b * b * IBig::from(d.clone());
    match (a * a).cmp(&square) {
        std::cmp::Ordering::Less => right,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => left,
    }
}

/// The error for two fields.
pub(super) fn mixed(d: &UBig, e: &UBig) -> NumberError {
    NumberError::MixedRadicands(root_name(d), root_name(e))
}

/// `sqrt(5)`; the middle of a very long radicand is left out.
fn root_name(d: &UBig) -> String {
    let digits = d.to_string();
    if digits.len() <= 40 {
        return format!("sqrt({digits})");
    }
    format!("sqrt({}...{})", &digits[..15], &digits[digits.len() - 15..])
}
