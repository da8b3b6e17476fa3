//! Bits and digits of natural numbers, and the greatest common divisor.

use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem};

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
    /// [`NumberError::NotInteger`]; [`NumberError::TooLarge`] when both have more than 2^22 bits.
    pub fn gcd(&self, other: &Self) -> NumberResult {
        if let (Self::Small(a), Self::Small(b)) = (self, other) {
            return Ok(Self::from(gcd(a.unsigned_abs(), b.unsigned_abs())));
        }
        Ok(Self::of_int(integer::checked_gcd(&*self.int()?, &*other.int()?)?))
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
        let natural = self.natural()?;
        if integer::natural_bits(&natural) / (base.bits() - 1) > 1 << 24 {
            return Err(NumberError::TooLarge);
        }
        Ok(match base.to_u64() {
            Some(base) if base.is_power_of_two() => binary_digits(&natural, base.ilog2()),
            Some(base) => chunked_digits(natural, base),
            None => split(natural, &base.natural()?).into_iter().map(|d| Self::of_int(d.into())).collect(),
        })
    }
}

/// The greatest common divisor; `gcd(0, 0) = 0`. By subtraction, with the factors of 2 apart (Stein 1967).
#[must_use]
pub const fn gcd(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    loop {
        b >>= b.trailing_zeros();
        let less = b < a;
        let (difference, least) = (a.abs_diff(b), if less { b } else { a });
        if difference == 0 {
            return least << twos;
        }
        (a, b) = (least, difference);
    }
}

fn small_digits(mut n: i64, base: i64) -> Vec<Number> {
    let mut digits = Vec::new();
    while n > 0 {
        digits.push(Number::Small(n % base));
        n /= base;
    }
    digits
}

/// Digits of `width` bits each, at most 63.
fn binary_digits(n: &UBig, width: u32) -> Vec<Number> {
    let digit = (1_u128 << width) - 1;
    let (mut digits, mut window, mut held) = (Vec::new(), 0_u128, 0);
    for word in n.as_words() {
        window |= u128::from(*word) << held;
        held += u64::BITS;
        while held >= width {
            digits.push(number_of(window & digit));
            window >>= width;
            held -= width;
        }
    }
    digits.push(number_of(window));
    while digits.last().is_some_and(Number::is_zero) {
        digits.pop();
    }
    digits
}

/// A digit, which is below 2^64.
fn number_of(digit: u128) -> Number {
    Number::from(u64::try_from(digit).unwrap_or(u64::MAX))
}

/// Digits in a base below 2^64: first in its largest power below 2^64, then each of those one by one.
fn chunked_digits(n: UBig, base: u64) -> Vec<Number> {
    let (mut chunk, mut count) = (base, 1);
    while let Some(larger) = chunk.checked_mul(base) {
        (chunk, count) = (larger, count + 1);
    }
    let mut digits = Vec::new();
    for piece in split(n, &UBig::from(chunk)) {
        let mut left = u64::try_from(&piece).unwrap_or(0);
        for _ in 0..count {
            digits.push(Number::from(left % base));
            left /= base;
        }
    }
    while digits.last().is_some_and(Number::is_zero) {
        digits.pop();
    }
    digits
}

/// Digits in a base, by halving: powers of the base, squared until half the number, split it evenly.
fn split(n: UBig, base: &UBig) -> Vec<UBig> {
    let mut powers = vec![base.clone()];
    while let Some(last) = powers.last()
        && 2 * integer::natural_bits(last) <= integer::natural_bits(&n) + 1
    {
        let next = last * last;
        powers.push(next);
    }
    let mut pieces = vec![n];
    for power in powers.iter().rev() {
        let halves = pieces.into_iter().flat_map(|piece| {
            let (high, low) = piece.div_rem(power);
            [low, high]
        });
        pieces = halves.collect();
    }
    while pieces.last().is_some_and(UBig::is_zero) {
        pieces.pop();
    }
    pieces
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
