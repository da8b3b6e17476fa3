//! Bits and digits of natural numbers, and the greatest common divisor.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use super::{Kind, Number, NumberError, NumberResult, integer};

impl Number {
    /// Bitwise and.
    ///
    /// # Errors
    /// [`NumberError::NotInteger`], [`NumberError::Negative`].
    #[inline]
    pub fn bitand(&self, other: &Self) -> NumberResult {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) if *a >= 0 && *b >= 0 => Ok(Self::Small(a & b)),
            _ => Ok(Self::of_int((self.natural()? & other.natural()?).into())),
        }
    }

    /// Bitwise or.
    ///
    /// # Errors
    /// As for [`Number::bitand`].
    #[inline]
    pub fn bitor(&self, other: &Self) -> NumberResult {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) if *a >= 0 && *b >= 0 => Ok(Self::Small(a | b)),
            _ => Ok(Self::of_int((self.natural()? | other.natural()?).into())),
        }
    }

    /// Bitwise exclusive or: the nim-sum.
    ///
    /// # Errors
    /// As for [`Number::bitand`].
    #[inline]
    pub fn bitxor(&self, other: &Self) -> NumberResult {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) if *a >= 0 && *b >= 0 => Ok(Self::Small(a ^ b)),
            _ => Ok(Self::of_int((self.natural()? ^ other.natural()?).into())),
        }
    }

    /// The greatest common divisor of two integers, at least 0; of two zeros it is 0.
    ///
    /// # Errors
    /// [`NumberError::NotInteger`].
    pub fn gcd(&self, other: &Self) -> NumberResult {
        if let (Self::Small(a), Self::Small(b)) = (self, other) {
            return Ok(Self::from(small_gcd(a.unsigned_abs(), b.unsigned_abs())));
        }
        Ok(Self::of_int(integer::gcd(&*self.int()?, &*other.int()?)))
    }

    /// How many ones the binary expansion of a natural number has.
    ///
    /// # Errors
    /// As for [`Number::bitand`].
    pub fn popcount(&self) -> NumberResult {
        match self {
            Self::Small(n) if *n >= 0 => Ok(Self::from(n.count_ones())),
            _ => Ok(Self::from(self.natural()?.count_ones())),
        }
    }

    /// How often 2 divides an integer.
    ///
    /// # Errors
    /// [`NumberError::NotInteger`]; [`NumberError::Zero`] for 0, which 2 divides without end.
    pub fn v2(&self) -> NumberResult {
        match self {
            Self::Small(0) => Err(NumberError::Zero),
            Self::Small(n) => Ok(Self::from(n.trailing_zeros())),
            Self::Large(_) => self.int()?.trailing_zeros().map(Self::from).ok_or(NumberError::Zero),
        }
    }

    /// The digit of weight `2**place` of a natural number, 0 or 1.
    ///
    /// # Errors
    /// As for [`Number::bitand`].
    pub fn bit(&self, place: u64) -> NumberResult {
        let set = match self {
            Self::Small(n) if *n >= 0 => place < 63 && n >> place & 1 == 1,
            _ => match (self.natural()?, usize::try_from(place)) {
                (natural, Ok(place)) => natural.bit(place),
                _ => false,
            },
        };
        Ok(Self::Small(i64::from(set)))
    }

    /// The digits of a natural number in a base of at least 2, least significant first; 0 has none.
    ///
    /// # Errors
    /// As for [`Number::bitand`]; [`NumberError::TooLarge`] for more than 2^24 digits; for a base below 2
    /// [`NumberError::Zero`].
    pub fn digits(&self, base: &Self) -> NumberResult<Vec<Self>> {
        if !base.is_integer() || !self.is_integer() {
            return Err(NumberError::NotInteger);
        }
        if self.is_negative() {
            return Err(NumberError::Negative);
        }
        if *base < Self::Small(2) {
            return Err(NumberError::Zero);
        }
        if let (Self::Small(n), Self::Small(base)) = (self, base) {
            return Ok(small_digits(*n, *base));
        }
        let Some(base) = base.to_u64() else { return self.digits_by_division(base) };
        let natural = self.natural()?;
        let least_bits = u64::from(63 - base.leading_zeros());
        if integer::natural_bits(&natural) / least_bits > 1 << 24 {
            return Err(NumberError::TooLarge);
        }
        Ok(split_digits(&natural, base))
    }

    /// Digits in a base of more than 64 bits.
    fn digits_by_division(&self, base: &Self) -> NumberResult<Vec<Self>> {
        let base = base.natural()?;
        Ok(split_large(self.natural()?, &base))
    }
}

fn small_gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn small_digits(mut n: i64, base: i64) -> Vec<Number> {
    let mut digits = Vec::new();
    while n > 0 {
        digits.push(Number::Small(n % base));
        n /= base;
    }
    digits
}

fn split_digits(n: &UBig, base: u64) -> Vec<Number> {
    n.to_digits(base).iter().map(|digit| Number::from(*digit)).collect()
}

/// Digits in a large base, by halving: powers of the base, squared until half the number, split it evenly.
fn split_large(n: UBig, base: &UBig) -> Vec<Number> {
    let mut powers = vec![base.clone()];
    while let Some(last) = powers.last()
        && 2 * integer::natural_bits(last) <= integer::natural_bits(&n) + 1
    {
        let next = last * last;
        powers.push(next);
    }
    let mut pieces = vec![n];
    for power in powers.iter().rev() {
        let halves = pieces.iter().flat_map(|piece| [piece % power, piece / power]);
        pieces = halves.collect();
    }
    while pieces.last().is_some_and(UBig::is_zero) {
        pieces.pop();
    }
    pieces.into_iter().map(|piece| Number::of_int(IBig::from(piece))).collect()
}

impl Number {
    /// Whether it is an integer whose last bit is 1; `None` when it is no integer.
    #[must_use]
    pub fn is_odd(&self) -> Option<bool> {
        match self {
            Self::Small(n) => Some(n & 1 == 1),
            Self::Large(large) => match &large.0 {
                Kind::Int(n) => Some(n.bit(0)),
                _ => None,
            },
        }
    }
}
