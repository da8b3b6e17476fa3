//! Floor 1: exact numbers. The only folder that names the big-integer crate.
//!
//! A number is an integer, a rational or an element `(a + b*sqrt(d))/c` of a real quadratic field. Small integers stand
//! in place; everything else is shared. Numbers are kept normalised, so that an integer is small exactly when it fits in
//! 64 bits, and a rational or a surd is never an integer or a rational in disguise.

mod bits;
mod fast;
mod integer;
mod order;
mod rational;
mod surd;
mod text;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::rc::Rc;

use dashu_int::{IBig, UBig};

pub use bits::gcd;

use integer::Natural;
use rational::Ratio;
use surd::Surd;

/// The most bits that one integer holds; whatever would exceed it is [`NumberError::TooLarge`], before it is computed.
pub const MAX_BITS: u64 = 1 << 26;

/// An exact number: an integer, a rational, or `(a + b*sqrt(d))/c`.
///
/// Equality, order and hash are exact: `sqrt(8)` and `2*sqrt(2)` are equal and hash alike.
#[derive(Clone, Debug)]
pub enum Number {
    /// An integer that fits; every integer that fits is stored so.
    Small(i64),
    /// Any other number.
    Large(Rc<Large>),
}

/// A number that is not a small integer.
#[derive(Debug)]
pub struct Large(Kind);

/// What a large number is.
#[derive(Clone, Debug)]
enum Kind {
    /// An integer outside the range of `i64`.
    Int(IBig),
    /// A rational that is not an integer.
    Ratio(Ratio),
    /// An irrational number.
    Surd(Surd),
}

/// Why an operation has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NumberError {
    /// Division, or a negative power, of zero.
    DivisionByZero,
    /// Two square roots whose product is not rational, as printed: `sqrt(2)`, `sqrt(3)`.
    MixedRadicands(String, String),
    /// An integer is needed.
    NotInteger,
    /// A number that is at least 0 is needed.
    Negative,
    /// The result has more than [`MAX_BITS`] bits.
    TooLarge,
    /// A rational number is needed.
    NotRational,
    /// A number other than 0 is needed.
    Zero,
}

impl std::fmt::Display for NumberError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::DivisionByZero => f.write_str("division by zero"),
            Self::MixedRadicands(a, b) => write!(f, "{a} and {b} lie in different fields"),
            Self::NotInteger => f.write_str("an integer is needed"),
            Self::Negative => f.write_str("a number that is not negative is needed"),
            Self::TooLarge => f.write_str("the result is too large"),
            Self::NotRational => f.write_str("a rational number is needed"),
            Self::Zero => f.write_str("a number other than 0 is needed"),
        }
    }
}

impl std::error::Error for NumberError {}

/// What an operation gives.
pub type NumberResult<T = Number> = Result<T, NumberError>;

impl Number {
    /// 0.
    pub const ZERO: Self = Self::Small(0);
    /// 1.
    pub const ONE: Self = Self::Small(1);

    fn of_kind(kind: Kind) -> Self {
        Self::Large(Rc::new(Large(kind)))
    }

    /// The number of an integer of any size.
    fn of_int(value: IBig) -> Self {
        match i64::try_from(&value) {
            Ok(small) => Self::Small(small),
            Err(_) => Self::of_kind(Kind::Int(value)),
        }
    }

    /// The number of an integer, if it is not too large.
    fn checked(value: IBig) -> NumberResult {
        integer::fits(value).map(Self::of_int)
    }

    fn kind(&self) -> Option<&Kind> {
        match self {
            Self::Small(_) => None,
            Self::Large(large) => Some(&large.0),
        }
    }

    /// The golden ratio, `(1 + sqrt(5))/2`.
    #[must_use]
    pub fn phi() -> Self {
        let (a, b, c) = (IBig::ONE, IBig::ONE, IBig::from(2));
        Self::of_kind(Kind::Surd(Surd { a, b, c, d: UBig::from(5u8) }))
    }

    /// Whether it is an integer.
    #[inline]
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match self {
            Self::Small(_) => true,
            Self::Large(large) => matches!(large.0, Kind::Int(_)),
        }
    }

    /// Whether it is an integer or a fraction of integers.
    #[must_use]
    pub fn is_rational(&self) -> bool {
        !matches!(self.kind(), Some(Kind::Surd(_)))
    }

    /// Whether it is 0.
    #[inline]
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self, Self::Small(0))
    }

    /// -1, 0 or 1.
    #[must_use]
    pub fn signum(&self) -> i32 {
        match self {
            Self::Small(n) => integer::sign_of(n.cmp(&0)),
            Self::Large(large) => match &large.0 {
                Kind::Int(n) => integer::signum(n),
                Kind::Ratio(r) => integer::signum(&r.num),
                Kind::Surd(s) => s.signum(),
            },
        }
    }

    /// Whether it is below 0.
    #[inline]
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match self {
            Self::Small(n) => *n < 0,
            Self::Large(_) => self.signum() < 0,
        }
    }

    /// The number as an `i64`, if it is an integer that fits.
    #[inline]
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Self::Small(n) => Some(*n),
            Self::Large(_) => None,
        }
    }

    /// The number as a `u64`, if it is an integer that fits.
    #[inline]
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        match self {
            Self::Small(n) => u64::try_from(*n).ok(),
            Self::Large(large) => match &large.0 {
                Kind::Int(n) => u64::try_from(n).ok(),
                _ => None,
            },
        }
    }

    /// The number as a `usize`, if it is an integer that fits.
    #[inline]
    #[must_use]
    pub fn to_usize(&self) -> Option<usize> {
        self.to_u64().and_then(|n| usize::try_from(n).ok())
    }

    /// The nearest floating-point number, roughly: for plots, never for decisions.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "an approximation is what is asked for")]
    pub fn to_f64(&self) -> f64 {
        match self {
            Self::Small(n) => *n as f64,
            Self::Large(large) => match &large.0 {
                Kind::Int(n) => n.to_f64().value(),
                Kind::Ratio(r) => integer::ratio_to_f64(&r.num, &r.den),
                Kind::Surd(s) => s.to_f64(),
            },
        }
    }

    /// Numerator and denominator, if it is rational; the denominator is at least 1 and shares no factor.
    #[must_use]
    pub fn rational_parts(&self) -> Option<(Self, Self)> {
        match self {
            Self::Small(_) => Some((self.clone(), Self::ONE)),
            Self::Large(large) => match &large.0 {
                Kind::Int(_) => Some((self.clone(), Self::ONE)),
                Kind::Ratio(r) => Some((Self::of_int(r.num.clone()), Self::of_int(r.den.clone()))),
                Kind::Surd(_) => None,
            },
        }
    }

    /// `[a, b, c, d]` where the number is `(a + b*sqrt(d))/c` and all four are small; `c` is at least 1, `b` and `d` are 0 when
    /// it is rational.
    #[must_use]
    pub fn surd_parts(&self) -> Option<[i64; 4]> {
        let Surd { a, b, c, d } = self.to_surd();
        let root = if b == IBig::ZERO { IBig::ZERO } else { d.into() };
        let small = |n: &IBig| i64::try_from(n).ok();
        Some([small(&a)?, small(&b)?, small(&c)?, small(&root)?])
    }

    /// How many bits its largest integer has: what it costs to store.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match self {
            Self::Small(n) => u64::from(64 - n.unsigned_abs().leading_zeros()),
            Self::Large(large) => match &large.0 {
                Kind::Int(n) => integer::bits(n),
                Kind::Ratio(r) => integer::bits(&r.num).max(integer::bits(&r.den)),
                Kind::Surd(s) => s.bits(),
            },
        }
    }

    /// The integer, if it is one.
    fn as_int(&self) -> Option<Cow<'_, IBig>> {
        match self {
            Self::Small(n) => Some(Cow::Owned(IBig::from(*n))),
            Self::Large(large) => match &large.0 {
                Kind::Int(n) => Some(Cow::Borrowed(n)),
                _ => None,
            },
        }
    }

    /// The integer.
    fn int(&self) -> NumberResult<Cow<'_, IBig>> {
        self.as_int().ok_or(NumberError::NotInteger)
    }

    /// The natural number.
    fn natural(&self) -> NumberResult<Natural> {
        let value = self.int()?;
        if integer::signum(&value) < 0 {
            return Err(NumberError::Negative);
        }
        Ok(value.into_owned().into_parts().1)
    }

    /// The number as a fraction, if it is rational.
    fn as_ratio(&self) -> Option<Ratio> {
        match self {
            Self::Small(n) => Some(Ratio::whole(IBig::from(*n))),
            Self::Large(large) => match &large.0 {
                Kind::Int(n) => Some(Ratio::whole(n.clone())),
                Kind::Ratio(r) => Some(r.clone()),
                Kind::Surd(_) => None,
            },
        }
    }

    /// The number in the shape `(a + b*sqrt(d))/c`; `b` and `d` are 0 when it is rational.
    fn to_surd(&self) -> Surd {
        if let Some(Kind::Surd(surd)) = self.kind() {
            return surd.clone();
        }
        let Ratio { num, den } = self.as_ratio().unwrap_or_else(|| Ratio::whole(IBig::ZERO));
        Surd { a: num, b: IBig::ZERO, c: den, d: UBig::ZERO }
    }
}

impl Default for Number {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Number {
    #[inline]
    fn from(value: i64) -> Self {
        Self::Small(value)
    }
}

impl From<i32> for Number {
    #[inline]
    fn from(value: i32) -> Self {
        Self::Small(i64::from(value))
    }
}

impl From<u32> for Number {
    #[inline]
    fn from(value: u32) -> Self {
        Self::Small(i64::from(value))
    }
}

impl From<u64> for Number {
    #[inline]
    fn from(value: u64) -> Self {
        match i64::try_from(value) {
            Ok(small) => Self::Small(small),
            Err(_) => Self::of_kind(Kind::Int(IBig::from(value))),
        }
    }
}

impl From<usize> for Number {
    #[inline]
    fn from(value: usize) -> Self {
        Self::from(value as u64)
    }
}

impl From<i128> for Number {
    #[inline]
    fn from(value: i128) -> Self {
        match i64::try_from(value) {
            Ok(small) => Self::Small(small),
            Err(_) => Self::of_kind(Kind::Int(IBig::from(value))),
        }
    }
}
