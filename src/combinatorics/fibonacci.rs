//! Fibonacci numbers and Zeckendorf's sums, of any size.

use std::cmp::Ordering;

use super::BeyondLimit;
use crate::number::{MAX_BITS, Number, NumberError, NumberResult};

/// The most bits of a number that [`zeckendorf`] takes apart, in about a second.
pub const ZECKENDORF_BITS: u64 = 1 << 18;

/// The pair F(n), F(n + 1), by doubling; F(0) = 0, F(1) = 1.
///
/// # Errors
/// [`NumberError::TooLarge`].
fn pair(n: u64) -> NumberResult<(Number, Number)> {
    let (mut a, mut b) = (Number::ZERO, Number::ONE);
    for i in (0..64 - n.leading_zeros()).rev() {
        // F(2k) = F(k) (2 F(k+1) - F(k)),  F(2k+1) = F(k)^2 + F(k+1)^2
        let double = a.mul(&b.add(&b)?.sub(&a)?)?;
        let next = a.mul(&a)?.add(&b.mul(&b)?)?;
        (a, b) = if n >> i & 1 == 0 { (double, next) } else { (next.clone(), double.add(&next)?) };
    }
    Ok((a, b))
}

/// The Fibonacci number F(n): F(0) = 0, F(1) = F(2) = 1.
///
/// # Errors
/// [`NumberError::TooLarge`].
pub fn fib(n: u64) -> NumberResult {
    // F(n) has more than 0.69 n - 2 bits
    if n / 100 > MAX_BITS / 69 + 1 {
        return Err(NumberError::TooLarge);
    }
    Ok(pair(n)?.0)
}

/// An index `k >= 2`, not more than three too small, of the largest Fibonacci number F(k) that is at most `n >= 1`.
fn index_below(n: &Number) -> u64 {
    // F(k) has about k log2(phi) - log2(sqrt 5) bits; integers are exact here: 0.6942 < log2(phi) < 0.69425
    let bits = u128::from(n.bits());
    let k = (bits * 100_000).saturating_sub(100_000) / 69_425;
    u64::try_from(k).unwrap_or(u64::MAX).max(2)
}

/// The largest Fibonacci number at most `n >= 1`, with the one before it.
fn largest_below(n: &Number) -> NumberResult<(Number, Number)> {
    let (mut before, mut f) = pair(index_below(n).saturating_sub(1))?;
    loop {
        let next = before.add(&f)?;
        if next.cmp(n) == Ordering::Greater {
            return Ok((before, f));
        }
        (before, f) = (f, next);
    }
}

/// Whether a machine-sized number is a Fibonacci number; 0 is one.
#[must_use]
pub const fn is_small(n: u64) -> bool {
    let (mut a, mut b) = (0_u64, 1_u64);
    while a < n {
        (a, b) = (b, a.saturating_add(b));
    }
    a == n
}

/// Whether a number is a Fibonacci number; 0 is one.
///
/// # Errors
/// [`NumberError::TooLarge`] near the largest numbers.
pub fn is_fib(n: &Number) -> NumberResult<bool> {
    if !n.is_integer() || n.is_negative() {
        return Ok(false);
    }
    if n.is_zero() {
        return Ok(true);
    }
    Ok(largest_below(n)?.1 == *n)
}

/// Why a number has no Zeckendorf sum here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ZeckendorfError {
    /// It is not a natural number, or too large.
    Number(NumberError),
    /// It has more than [`ZECKENDORF_BITS`] bits.
    BeyondLimit(BeyondLimit),
}

impl From<NumberError> for ZeckendorfError {
    fn from(error: NumberError) -> Self {
        Self::Number(error)
    }
}

/// The one sum of Fibonacci numbers, no two of them neighbours, that is `n`: largest first; empty for 0.
///
/// # Errors
/// Not a natural number, or too large.
pub fn zeckendorf(n: &Number) -> Result<Vec<Number>, ZeckendorfError> {
    if !n.is_integer() {
        return Err(NumberError::NotInteger.into());
    }
    if n.is_negative() {
        return Err(NumberError::Negative.into());
    }
    if n.bits() > ZECKENDORF_BITS {
        let limit = BeyondLimit { what: "bits of a number", asked: n.bits(), limit: ZECKENDORF_BITS };
        return Err(ZeckendorfError::BeyondLimit(limit));
    }
    let (mut parts, mut rest) = (Vec::new(), n.clone());
    if rest.is_zero() {
        return Ok(parts);
    }
    let (mut before, mut f) = largest_below(&rest)?;
    while !rest.is_zero() {
        if f.cmp(&rest) != Ordering::Greater {
            rest = rest.sub(&f)?;
            parts.push(f.clone());
        }
        let earlier = f.sub(&before)?;
        (before, f) = (earlier, before);
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_fibonacci_numbers() {
        let first: Vec<_> = (0..11).map(|n| fib(n).map(|f| f.to_string())).collect();
        let expected = ["0", "1", "1", "2", "3", "5", "8", "13", "21", "34", "55"].map(|t| Ok(t.to_string()));
        assert_eq!(first, expected);
        assert_eq!(fib(100).map(|f| f.to_string()), Ok("354224848179261915075".into()));
        assert!(fib(u64::MAX).is_err());
    }

    #[test]
    fn membership_by_listing() {
        let mut list = vec![0u64, 1];
        while list[list.len() - 1] < 20_000 {
            list.push(list[list.len() - 1] + list[list.len() - 2]);
        }
        for n in 0..20_000u64 {
            assert_eq!(is_fib(&Number::from(n)), Ok(list.contains(&n)), "{n}");
        }
        for n in [80, 90, 91, 92, 93, 94, 500, 20_000] {
            let f = fib(n).expect("fits");
            assert_eq!(is_fib(&f), Ok(true), "F({n})");
            assert_eq!(is_fib(&f.sub(&Number::ONE).expect("fits")), Ok(false));
            assert_eq!(is_fib(&f.add(&Number::ONE).expect("fits")), Ok(false));
        }
        assert_eq!(is_fib(&Number::from(-1)), Ok(false));
        assert_eq!(is_fib(&Number::phi()), Ok(false));
    }

    #[test]
    fn zeckendorf_parts() {
        let text = |n: u64| {
            let parts = zeckendorf(&Number::from(n)).expect("natural");
            parts.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
        };
        assert_eq!(text(0), "");
        assert_eq!(text(1), "1");
        assert_eq!(text(4), "3+1");
        assert_eq!(text(100), "89+8+3");
        assert_eq!(text(10_000), "6765+2584+610+34+5+2");
        let large = fib(3000).and_then(|f| f.sub(&Number::ONE)).expect("fits");
        let parts = zeckendorf(&large).expect("natural");
        assert_eq!(parts.len(), 1499, "F(3000) - 1 = F(2999) + F(2997) + ... + F(3)");
        let total = parts.iter().try_fold(Number::ZERO, |t, p| t.add(p));
        assert_eq!(total, Ok(large));
        assert!(zeckendorf(&Number::from(-3)).is_err());
    }
}
