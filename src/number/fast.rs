//! Arithmetic: small integers in a few instructions, everything else out of line.

use super::{Kind, Number, NumberError, NumberResult, integer};

impl Number {
    /// The sum.
    ///
    /// # Errors
    /// [`NumberError::MixedRadicands`], [`NumberError::TooLarge`].
    #[inline]
    pub fn add(&self, other: &Self) -> NumberResult {
        if let (Self::Small(a), Self::Small(b)) = (self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Ok(Self::Small(sum));
        }
        self.add_large(other)
    }

    /// The difference.
    ///
    /// # Errors
    /// As for [`Number::add`].
    #[inline]
    pub fn sub(&self, other: &Self) -> NumberResult {
        if let (Self::Small(a), Self::Small(b)) = (self, other)
            && let Some(difference) = a.checked_sub(*b)
        {
            return Ok(Self::Small(difference));
        }
        self.sub_large(other)
    }

    /// The product.
    ///
    /// # Errors
    /// As for [`Number::add`].
    #[inline]
    pub fn mul(&self, other: &Self) -> NumberResult {
        if let (Self::Small(a), Self::Small(b)) = (self, other)
            && let Some(product) = a.checked_mul(*b)
        {
            return Ok(Self::Small(product));
        }
        self.mul_large(other)
    }

    /// The exact quotient.
    ///
    /// # Errors
    /// [`NumberError::DivisionByZero`], and as for [`Number::add`].
    #[inline]
    pub fn div(&self, other: &Self) -> NumberResult {
        if let (Self::Small(a), Self::Small(b)) = (self, other)
            && let (Some(quotient), Some(0)) = (a.checked_div(*b), a.checked_rem(*b))
        {
            return Ok(Self::Small(quotient));
        }
        self.div_large(other)
    }

    /// The floor of the quotient.
    ///
    /// # Errors
    /// As for [`Number::div`].
    #[inline]
    pub fn floor_div(&self, other: &Self) -> NumberResult {
        if let (Self::Small(a), Self::Small(b)) = (self, other)
            && let (Some(quotient), Some(remainder)) = (a.checked_div(*b), a.checked_rem(*b))
        {
            let below = remainder != 0 && (remainder < 0) != (*b < 0);
            return Ok(Self::Small(quotient - i64::from(below)));
        }
        self.floor_div_large(other)
    }

    /// What [`Number::floor_div`] leaves: `a - b*(a // b)`, of the sign of `b`.
    ///
    /// # Errors
    /// As for [`Number::div`].
    #[inline]
    pub fn modulo(&self, other: &Self) -> NumberResult {
        if let (Self::Small(a), Self::Small(b)) = (self, other)
            && let Some(remainder) = a.checked_rem(*b)
        {
            let below = remainder != 0 && (remainder < 0) != (*b < 0);
            return Ok(Self::Small(if below { remainder + b } else { remainder }));
        }
        self.modulo_large(other)
    }

    /// The number with the other sign.
    #[inline]
    #[must_use]
    pub fn neg(&self) -> Self {
        match self {
            Self::Small(n) if *n != i64::MIN => Self::Small(-n),
            _ => self.neg_large(),
        }
    }

    /// The absolute value.
    #[inline]
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// The largest integer that is at most the number.
    #[inline]
    #[must_use]
    pub fn floor(&self) -> Self {
        match self {
            Self::Small(_) => self.clone(),
            Self::Large(large) => match &large.0 {
                Kind::Int(_) => self.clone(),
                Kind::Ratio(r) => Self::of_int(r.floor()),
                Kind::Surd(s) => Self::of_int(s.floor()),
            },
        }
    }

    /// The least integer that is at least the number.
    #[inline]
    #[must_use]
    pub fn ceil(&self) -> Self {
        if self.is_integer() { self.clone() } else { self.neg().floor().neg() }
    }

    /// The power; a negative exponent gives the reciprocal, and `0**0` is 1.
    ///
    /// # Errors
    /// [`NumberError::NotInteger`] for the exponent, [`NumberError::DivisionByZero`], [`NumberError::TooLarge`].
    #[inline]
    pub fn pow(&self, exponent: &Self) -> NumberResult {
        if let (Self::Small(a), Self::Small(e)) = (self, exponent)
            && let Ok(e) = u32::try_from(*e)
            && let Some(power) = a.checked_pow(e)
        {
            return Ok(Self::Small(power));
        }
        self.pow_large(exponent)
    }

    /// The square root, exact: rational when it can be, else an element of a quadratic field.
    ///
    /// # Errors
    /// [`NumberError::Negative`]; [`NumberError::NotRational`] for the root of an irrational number;
    /// [`NumberError::TooLarge`].
    pub fn sqrt(&self) -> NumberResult {
        if self.signum() < 0 {
            return Err(NumberError::Negative);
        }
        let ratio = self.as_ratio().ok_or(NumberError::NotRational)?;
        super::surd::sqrt_of(&ratio)
    }

    /// The integer square root: the largest integer whose square is at most the number.
    ///
    /// # Errors
    /// [`NumberError::Negative`].
    pub fn isqrt(&self) -> NumberResult {
        if self.signum() < 0 {
            return Err(NumberError::Negative);
        }
        match self {
            Self::Small(n) => Ok(Self::Small(n.isqrt())),
            Self::Large(_) => Ok(Self::of_int(integer::isqrt(&self.floor().natural()?).into())),
        }
    }
}

/// The general cases.
impl Number {
    #[cold]
    fn add_large(&self, other: &Self) -> NumberResult {
        if let (Some(a), Some(b)) = (self.as_int(), other.as_int()) {
            return Self::checked(&*a + &*b);
        }
        if let (Some(a), Some(b)) = (self.as_ratio(), other.as_ratio()) {
            return a.add(&b)?.into_number();
        }
        match (self.kind(), other.kind()) {
            (Some(Kind::Surd(surd)), _) if other.is_integer() => surd.plus_integer(&*other.int()?),
            (_, Some(Kind::Surd(surd))) if self.is_integer() => surd.plus_integer(&*self.int()?),
            _ => self.to_surd().add(other.to_surd())?.into_number(),
        }
    }

    #[cold]
    fn sub_large(&self, other: &Self) -> NumberResult {
        if let (Some(a), Some(b)) = (self.as_int(), other.as_int()) {
            return Self::checked(&*a - &*b);
        }
        self.add_large(&other.neg())
    }

    #[cold]
    fn mul_large(&self, other: &Self) -> NumberResult {
        if let (Some(a), Some(b)) = (self.as_int(), other.as_int()) {
            return Self::checked(integer::mul(&a, &b)?);
        }
        if let (Some(a), Some(b)) = (self.as_ratio(), other.as_ratio()) {
            return a.mul(&b)?.into_number();
        }
        if self.is_zero() || other.is_zero() {
            return Ok(Self::ZERO);
        }
        match (self.kind(), other.kind()) {
            (Some(Kind::Surd(surd)), _) if other.is_integer() => surd.times_integer(&*other.int()?),
            (_, Some(Kind::Surd(surd))) if self.is_integer() => surd.times_integer(&*self.int()?),
            _ => self.to_surd().mul(other.to_surd())?.into_number(),
        }
    }

    #[cold]
    fn div_large(&self, other: &Self) -> NumberResult {
        if other.is_zero() {
            return Err(NumberError::DivisionByZero);
        }
        if let (Some(a), Some(b)) = (self.as_ratio(), other.as_ratio()) {
            return a.mul(&b.reciprocal())?.into_number();
        }
        self.to_surd().mul(other.to_surd().reciprocal()?)?.into_number()
    }

    #[cold]
    fn floor_div_large(&self, other: &Self) -> NumberResult {
        if other.is_zero() {
            return Err(NumberError::DivisionByZero);
        }
        if let (Some(a), Some(b)) = (self.as_int(), other.as_int()) {
            return Self::checked(integer::div_floor(&a, &b));
        }
        Ok(self.div_large(other)?.floor())
    }

    #[cold]
    fn modulo_large(&self, other: &Self) -> NumberResult {
        if other.is_zero() {
            return Err(NumberError::DivisionByZero);
        }
        if let (Some(a), Some(b)) = (self.as_int(), other.as_int()) {
            return Self::checked(integer::mod_floor(&a, &b));
        }
        self.sub(&other.mul(&self.floor_div_large(other)?)?)
    }

    #[cold]
    fn neg_large(&self) -> Self {
        match self {
            Self::Small(n) => Self::from(-i128::from(*n)),
            Self::Large(large) => match &large.0 {
                Kind::Int(n) => Self::of_int(-n),
                Kind::Ratio(r) => Self::of_kind(Kind::Ratio(r.neg())),
                Kind::Surd(s) => Self::of_kind(Kind::Surd(s.clone().neg())),
            },
        }
    }

    #[cold]
    fn pow_large(&self, exponent: &Self) -> NumberResult {
        if !exponent.is_integer() {
            return Err(NumberError::NotInteger);
        }
        match self {
            Self::Small(0) if exponent.is_negative() => return Err(NumberError::DivisionByZero),
            Self::Small(0 | 1) if !exponent.is_zero() => return Ok(self.clone()),
            Self::Small(-1) => {
                let odd = !exponent.modulo(&Self::Small(2))?.is_zero();
                return Ok(Self::Small(if odd { -1 } else { 1 }));
            }
            _ if exponent.is_zero() => return Ok(Self::ONE),
            _ => {}
        }
        let size = exponent.abs().to_u64().ok_or(NumberError::TooLarge)?;
        let power = match self.kind() {
            Some(Kind::Surd(s)) => s.pow(size)?.into_number()?,
            _ => self.as_ratio().ok_or(NumberError::NotRational)?.pow(size)?.into_number()?,
        };
        if exponent.is_negative() { Self::ONE.div(&power) } else { Ok(power) }
    }
}
