//! Integers of any size up to [`MAX_BITS`], over the big-integer crate.

use std::cmp::Ordering;

use dashu_int::ops::{BitTest, DivRem, EstimatedLog2, Gcd, SquareRoot};
use dashu_int::{IBig, Sign, UBig};

use super::{MAX_BITS, NumberError, NumberResult};

/// A natural number of any size.
pub(super) type Natural = UBig;

/// -1, 0 or 1.
pub(super) fn sign_of(ordering: Ordering) -> i32 {
    match ordering {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

/// -1, 0 or 1.
pub(super) fn signum(n: &IBig) -> i32 {
    if n.is_zero() {
        return 0;
    }
    if n.sign() == Sign::Negative { -1 } else { 1 }
}

/// How many bits the absolute value has; 0 for 0.
pub(super) fn bits(n: &IBig) -> u64 {
    n.bit_len() as u64
}

/// How many bits it has; 0 for 0.
pub(super) fn natural_bits(n: &UBig) -> u64 {
    n.bit_len() as u64
}

/// The value, if it has at most [`MAX_BITS`] bits.
pub(super) fn fits(n: IBig) -> NumberResult<IBig> {
    if bits(&n) > MAX_BITS { Err(NumberError::TooLarge) } else { Ok(n) }
}

/// The product, refused before it is computed when it is too large.
pub(super) fn mul(a: &IBig, b: &IBig) -> NumberResult<IBig> {
    if bits(a) + bits(b) > MAX_BITS + 1 && !a.is_zero() && !b.is_zero() {
        return Err(NumberError::TooLarge);
    }
    fits(a * b)
}

/// The product, refused before it is computed when it is too large.
pub(super) fn mul_natural(a: &UBig, b: &UBig) -> NumberResult<UBig> {
    Ok(mul(&IBig::from(a.clone()), &IBig::from(b.clone()))?.into_parts().1)
}

/// The power, refused before it is computed when it is too large.
pub(super) fn pow(base: &IBig, exponent: u64) -> NumberResult<IBig> {
    if bits(base) <= 1 || exponent <= 1 {
        // 0, 1 and -1 have powers of any exponent.
        let odd = exponent % 2 == 1;
        return Ok(match (exponent, signum(base)) {
            (0, _) => IBig::ONE,
            (1, _) => base.clone(),
            (_, 0) => IBig::ZERO,
            (_, sign) if sign > 0 || !odd => IBig::ONE,
            _ => IBig::NEG_ONE,
        });
    }
    // b bits: the power lies between 2^((b-1)*e) and 2^(b*e).
    let least = u128::from(bits(base) - 1) * u128::from(exponent) + 1;
    if least > u128::from(MAX_BITS) {
        return Err(NumberError::TooLarge);
    }
    let exponent = usize::try_from(exponent).map_err(|_| NumberError::TooLarge)?;
    // The logarithm is a lower bound, so nothing that would fit is refused here.
    if estimated_bits(base, exponent) > MAX_BITS {
        return Err(NumberError::TooLarge);
    }
    fits(base.pow(exponent))
}

/// A lower bound of the bits of a power.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a bound between 0 and 2^53")]
#[expect(clippy::cast_precision_loss, reason = "exponents are below 2^27 here")]
fn estimated_bits(base: &IBig, exponent: usize) -> u64 {
    let (low, _) = base.log2_bounds();
    (f64::from(low) * exponent as f64) as u64
}

/// The most bits of the smaller of two integers whose common divisor is sought: the time grows as their square.
const MAX_GCD_BITS: u64 = 1 << 22;

/// The greatest common divisor, refused before it is computed when both integers are so large that it would take long.
pub(super) fn checked_gcd(a: &IBig, b: &IBig) -> NumberResult<IBig> {
    if bits(a).min(bits(b)) > MAX_GCD_BITS { Err(NumberError::TooLarge) } else { Ok(gcd(a, b)) }
}

/// The greatest common divisor, at least 0; 0 only for two zeros.
pub(super) fn gcd(a: &IBig, b: &IBig) -> IBig {
    match (a.is_zero(), b.is_zero()) {
        (true, _) => absolute(b),
        (_, true) => absolute(a),
        _ => IBig::from(a.gcd(b)),
    }
}

/// The absolute value.
pub(super) fn absolute(n: &IBig) -> IBig {
    if signum(n) < 0 { -n } else { n.clone() }
}

/// The floor of the quotient; `b` is not 0.
pub(super) fn div_floor(a: &IBig, b: &IBig) -> IBig {
    let (quotient, remainder) = a.div_rem(b);
    if signum(&remainder) * signum(b) < 0 { quotient - IBig::ONE } else { quotient }
}

/// What [`div_floor`] leaves; `b` is not 0.
pub(super) fn mod_floor(a: &IBig, b: &IBig) -> IBig {
    let remainder = a % b;
    if signum(&remainder) * signum(b) < 0 { remainder + b } else { remainder }
}

/// The floor of the square root.
pub(super) fn isqrt(n: &UBig) -> UBig {
    n.sqrt()
}

/// The square root, if it is an integer.
pub(super) fn exact_sqrt(n: &UBig) -> Option<UBig> {
    // Squares are 0, 1, 4 or 9 modulo 16: most others need no root.
    let low = n.as_words().first().map_or(0, |w| w % 16);
    if !matches!(low, 0 | 1 | 4 | 9) {
        return None;
    }
    let root = n.sqrt();
    (&root * &root == *n).then_some(root)
}

/// The quotient as a floating-point number, roughly.
pub(super) fn ratio_to_f64(num: &IBig, den: &IBig) -> f64 {
    let (n, d) = (bits(num), bits(den));
    // Both are cut to their leading bits, so that neither overflows.
    let shift = n.max(d).saturating_sub(900);
    let shift = usize::try_from(shift).unwrap_or(usize::MAX);
    let (top, bottom) = ((num >> shift).to_f64().value(), (den >> shift).to_f64().value());
    top / bottom
}
