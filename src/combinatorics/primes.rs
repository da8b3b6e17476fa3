//! Divisors and primes of machine-sized numbers.

use super::BeyondLimit;

/// The largest argument of [`prime_count`]; takes some seconds and 40 MB.
pub const PRIME_COUNT_LIMIT: u64 = 1_000_000_000_000;

pub use crate::number::gcd;

fn mul_mod(a: u64, b: u64, m: u64) -> u64 {
    let product = u128::from(a) * u128::from(b) % u128::from(m);
    u64::try_from(product).unwrap_or(0)
}

fn pow_mod(mut base: u64, mut exponent: u64, m: u64) -> u64 {
    let mut power = 1 % m;
    base %= m;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = mul_mod(power, base, m);
        }
        base = mul_mod(base, base, m);
        exponent >>= 1;
    }
    power
}

/// The first twelve primes as bases make the strong test exact below 2^64 (Sorenson & Webster 2017).
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// Whether `n` is prime: exact for every `u64`.
#[must_use]
pub fn is_prime(n: u64) -> bool {
    if n < 2 {
        return false;
    }
    if let Some(&p) = BASES.iter().find(|&&p| n.is_multiple_of(p)) {
        return n == p;
    }
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let mut x = pow_mod(base, (n - 1) >> twos, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = mul_mod(x, x, n);
            x == n - 1
        })
    })
}

/// A proper factor of an odd composite number by Pollard's rho method with Brent's batches.
fn factor(n: u64) -> u64 {
    for c in 1.. {
        let step = |x: u64| {
            let next = u128::from(mul_mod(x, x, n)) + c;
            u64::try_from(next % u128::from(n)).unwrap_or(0)
        };
        let (mut slow, mut fast) = (2, 2);
        loop {
            slow = step(slow);
            fast = step(step(fast));
            let d = gcd(slow.abs_diff(fast), n);
            if d == n {
                break;
            }
            if d > 1 {
                return d;
            }
        }
    }
    n
}

/// The prime factors of `n` with their multiplicities, ascending; empty for 0 and 1.
#[must_use]
pub fn factorize(n: u64) -> Vec<(u64, u32)> {
    if n < 2 {
        return Vec::new();
    }
    let (mut primes, mut rest) = (Vec::new(), n);
    let mut p = 2;
    while p < 256 && p * p <= rest {
        while rest.is_multiple_of(p) {
            primes.push(p);
            rest /= p;
        }
        p += 1;
    }
    let mut parts = vec![rest];
    while let Some(part) = parts.pop() {
        if part == 1 {
        } else if is_prime(part) {
            primes.push(part);
        } else {
            let d = factor(part);
            parts.extend([d, part / d]);
        }
    }
    primes.sort_unstable();
    let mut counted: Vec<(u64, u32)> = Vec::new();
    for p in primes {
        match counted.last_mut() {
            Some((last, times)) if *last == p => *times += 1,
            _ => counted.push((p, 1)),
        }
    }
    counted
}

/// The divisors of `n`, ascending; none for 0, which everything divides.
#[must_use]
pub fn divisors(n: u64) -> Vec<u64> {
    if n == 0 {
        return Vec::new();
    }
    let mut found = vec![1];
    for (p, times) in factorize(n) {
        let before = found.len();
        let mut power = 1;
        for _ in 0..times {
            power *= p;
            for i in 0..before {
                found.push(found[i] * power);
            }
        }
    }
    found.sort_unstable();
    found
}

/// How many primes are at most `n`.
///
/// Counts what survives the sieve for all quotients `n / i` at once (Lucy's method, O(n^(3/4))).
///
/// # Errors
/// `n` beyond [`PRIME_COUNT_LIMIT`].
pub fn prime_count(n: u64) -> Result<u64, BeyondLimit> {
    if n > PRIME_COUNT_LIMIT {
        return Err(BeyondLimit { what: "numbers to sieve", asked: n, limit: PRIME_COUNT_LIMIT });
    }
    if n < 2 {
        return Ok(0);
    }
    let root = n.isqrt();
    let at = |i: u64| usize::try_from(i).unwrap_or(usize::MAX);
    // low[i] counts survivors up to i, high[i] up to n / i
    let mut low: Vec<u64> = (0..=root).map(|i| i.saturating_sub(1)).collect();
    let mut high: Vec<u64> = (0..=root).map(|i| n.checked_div(i).map_or(0, |q| q - 1)).collect();
    for p in 2..=root {
        let before = low[at(p) - 1];
        if low[at(p)] == before {
            continue;
        }
        let square = p * p;
        for i in 1..=root.min(n / square) {
            let survivors = if i * p <= root { high[at(i * p)] } else { low[at(n / (i * p))] };
            high[at(i)] -= survivors - before;
        }
        for i in (square..=root).rev() {
            low[at(i)] -= low[at(i / p)] - before;
        }
    }
    Ok(high[1])
}

/// The place of a prime among the primes, from 1: `prime_index(2) = 1`; `None` when `p` is not prime.
///
/// # Errors
/// `p` beyond [`PRIME_COUNT_LIMIT`].
pub fn prime_index(p: u64) -> Result<Option<u64>, BeyondLimit> {
    if is_prime(p) { prime_count(p).map(Some) } else { Ok(None) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_trial(n: u64) -> bool {
        n >= 2 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
    }

    #[test]
    fn small_numbers_by_trial_division() {
        let mut count = 0;
        for n in 0..5000 {
            assert_eq!(is_prime(n), by_trial(n), "{n}");
            count += u64::from(by_trial(n));
            assert_eq!(prime_count(n), Ok(count), "{n}");
            let expected: Vec<u64> = (1..=n).filter(|d| n % d == 0).collect();
            if n % 7 == 0 {
                assert_eq!(divisors(n), expected, "{n}");
            }
        }
    }

    #[test]
    fn strong_pseudoprimes_are_composite() {
        for n in [3_215_031_751, 3_825_123_056_546_413_051, 341_550_071_728_321, 18_446_744_073_709_551_615] {
            assert!(!is_prime(n), "{n}");
        }
        assert!(is_prime(18_446_744_073_709_551_557));
        assert_eq!(factorize(3_825_123_056_546_413_051), [(149_491, 1), (747_451, 1), (34_233_211, 1)]);
        assert_eq!(factorize(4_611_686_014_132_420_609), [(2_147_483_647, 2)]);
        assert_eq!(divisors(1 << 63).len(), 64);
    }

    #[test]
    fn primes_are_counted() {
        assert_eq!(prime_index(2), Ok(Some(1)));
        assert_eq!(prime_index(9), Ok(None));
        assert_eq!(prime_count(100_000_000), Ok(5_761_455));
        assert!(prime_count(PRIME_COUNT_LIMIT + 1).is_err());
    }
}
