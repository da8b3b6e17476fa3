//! Functions of the library on machine words, which native code calls.

use super::lower::Unsupported;
use super::program::Interval;
use crate::combinatorics::{fibonacci, primes};
use crate::number;

/// A function of one or two words, total: it has a value for any two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Function {
    /// The greatest common divisor.
    Gcd,
    /// The power, or [`i64::MAX`] where it is greater.
    PowerCapped,
    /// Whether the first is a prime; the second does not matter.
    IsPrime,
    /// Whether the first is a Fibonacci number; the second does not matter.
    IsFib,
    /// How many divisors the first has, or 0 for 0; the second does not matter.
    DivisorCount,
    /// The sum of these divisors; the first is below 2^40; the second does not matter.
    DivisorSum,
}

/// As native code calls it.
pub type Call = extern "C" fn(i64, i64) -> i64;

impl Function {
    /// The function.
    #[must_use]
    pub fn call(self) -> Call {
        match self {
            Self::Gcd => gcd,
            Self::PowerCapped => power,
            Self::IsPrime => is_prime,
            Self::IsFib => is_fib,
            Self::DivisorCount => divisor_count,
            Self::DivisorSum => divisor_sum,
        }
    }

    /// What it can be, for numbers of these intervals.
    ///
    /// # Errors
    /// [`Unsupported`] when a number may be negative or too large.
    pub fn interval(self, a: Interval, b: Interval) -> Result<Interval, Unsupported> {
        let far = |i: Interval| i.high.max(i.low.saturating_neg());
        if self == Self::Gcd {
            let some = |i: Interval| i.low > 0 || i.high < 0;
            let most = if some(a) && some(b) { far(a).min(far(b)) } else { far(a).max(far(b)) };
            return Ok(Interval::new(i64::from(some(a) || some(b)), most));
        }
        if a.low < 0 || b.low < 0 {
            return Err(Unsupported("a function of a number that may be negative"));
        }
        Ok(match self {
            Self::Gcd => Interval::new(0, i64::MAX),
            Self::PowerCapped => {
                let low = if a.low == 0 { i64::from(b.high == 0) } else { power(a.low, b.low) };
                Interval::new(low, power(a.high, b.high).max(1))
            }
            Self::IsPrime | Self::IsFib => Interval::BOOL,
            // Each divisor is below the root, or is the quotient by one that is.
            Self::DivisorCount => Interval::new(i64::from(a.low > 0), a.high.isqrt().saturating_mul(2).min(a.high)),
            Self::DivisorSum if a.high < 1 << 40 => {
                Interval::new(a.low, a.high.saturating_mul(a.high.isqrt().saturating_mul(2).min(a.high)))
            }
            Self::DivisorSum => return Err(Unsupported("the divisors of a number that may be too large")),
        })
    }
}

/// What is negative counts as 0: it does not occur where the result matters.
fn natural(n: i64) -> u64 {
    n.max(0).unsigned_abs()
}

fn word(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

extern "C" fn gcd(a: i64, b: i64) -> i64 {
    word(number::gcd(a.unsigned_abs(), b.unsigned_abs()))
}

extern "C" fn power(base: i64, exponent: i64) -> i64 {
    let (mut square, mut rest, mut result) = (base.max(0), natural(exponent), 1i64);
    while rest > 0 {
        if rest & 1 == 1 {
            result = result.saturating_mul(square);
        }
        square = square.saturating_mul(square);
        rest >>= 1;
    }
    result
}

extern "C" fn is_prime(n: i64, _: i64) -> i64 {
    i64::from(primes::is_prime(natural(n)))
}

extern "C" fn is_fib(n: i64, _: i64) -> i64 {
    i64::from(fibonacci::is_small(natural(n)))
}

extern "C" fn divisor_count(n: i64, _: i64) -> i64 {
    let count = |(_, times): (u64, u32)| i64::from(times) + 1;
    if n <= 0 { 0 } else { primes::factorize(natural(n)).into_iter().map(count).product() }
}

extern "C" fn divisor_sum(n: i64, _: i64) -> i64 {
    word(primes::divisors(natural(n)).into_iter().fold(0, u64::saturating_add))
}
