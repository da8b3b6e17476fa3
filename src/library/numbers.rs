//! Functions of numbers.

use super::LibraryError;
use super::args::{Charge, Found, from_size, from_u64, natural, number, number_error, said, wanted};
use crate::base::Meter;
use crate::combinatorics::{fibonacci, primes};
use crate::number::Number;
use crate::value::{Set, Value};

pub(super) fn abs(args: &[Value], _: &Meter) -> Found {
    Ok(Value::Number(number(args, 0)?.abs()))
}

pub(super) fn floor(args: &[Value], _: &Meter) -> Found {
    Ok(Value::Number(number(args, 0)?.floor()))
}

pub(super) fn ceil(args: &[Value], _: &Meter) -> Found {
    Ok(Value::Number(number(args, 0)?.ceil()))
}

pub(super) fn sqrt(args: &[Value], _: &Meter) -> Found {
    let x = number(args, 0)?;
    x.sqrt().map(Value::Number).map_err(|error| number_error(&error, x))
}

pub(super) fn gcd(args: &[Value], _: &Meter) -> Found {
    let mut total = Number::ZERO;
    for place in 0..args.len() {
        let n = number(args, place)?;
        total = total.gcd(n).map_err(|error| number_error(&error, n))?;
    }
    Ok(Value::Number(total))
}

pub(super) fn divisors(args: &[Value], _: &Meter) -> Found {
    match natural(args, 0)? {
        0 => Err(LibraryError::new("every number divides 0")),
        n => Ok(Value::Set(Set::from_values(primes::divisors(n).into_iter().map(from_u64).collect()))),
    }
}

pub(super) fn is_prime(args: &[Value], _: &Meter) -> Found {
    let n = number(args, 0)?;
    if !n.is_integer() {
        return Err(wanted("an integer", &args[0]));
    }
    if n.is_negative() {
        return Ok(Value::Bool(false));
    }
    Ok(Value::Bool(primes::is_prime(natural(args, 0)?)))
}

pub(super) fn prime_index(args: &[Value], _: &Meter) -> Found {
    let p = natural(args, 0)?;
    match primes::prime_index(p) {
        Ok(Some(place)) => Ok(from_u64(place)),
        Ok(None) => Err(LibraryError::new(format!("{p} is not a prime"))),
        Err(beyond) => Err(LibraryError::new(beyond.to_string())),
    }
}

/// Fast doubling: `fib(2k) = f (2 g - f)`, `fib(2k + 1) = f² + g²` for `f = fib(k)`, `g = fib(k + 1)`.
pub(super) fn fib(args: &[Value], meter: &Meter) -> Found {
    let n = natural(args, 0)?;
    let (mut f, mut g) = (Number::ZERO, Number::ONE);
    for place in (0..u64::BITS - n.leading_zeros()).rev() {
        meter.check()?;
        let step = || {
            let even = f.mul(&g.add(&g)?.sub(&f)?)?;
            let odd = f.mul(&f)?.add(&g.mul(&g)?)?;
            if n >> place & 1 == 0 { Ok((even, odd)) } else { Ok((odd.clone(), even.add(&odd)?)) }
        };
        (f, g) = step().map_err(|error: crate::number::NumberError| LibraryError::new(error.to_string()))?;
    }
    Ok(Value::Number(f))
}

/// `n` is a Fibonacci number iff `5 n² + 4` or `5 n² - 4` is a square (Gessel 1972).
pub(super) fn is_fib(args: &[Value], _: &Meter) -> Found {
    let n = number(args, 0)?;
    if let Some(n) = n.to_u64() {
        return Ok(Value::Bool(fibonacci::is_small(n)));
    }
    if !n.is_integer() || n.is_negative() {
        return Ok(Value::Bool(false));
    }
    let test = || {
        let five = Number::from(5).mul(&n.mul(n)?)?;
        let square = |x: Number| x.isqrt().and_then(|root| Ok(root.mul(&root)? == x));
        Ok(square(five.add(&Number::from(4))?)? || square(five.sub(&Number::from(4))?)?)
    };
    test().map(Value::Bool).map_err(|error: crate::number::NumberError| number_error(&error, n))
}

/// The greedy choice: always the largest Fibonacci number that fits.
pub(super) fn zeckendorf(args: &[Value], meter: &Meter) -> Found {
    let n = number(args, 0)?;
    if !n.is_integer() || n.is_negative() {
        return Err(wanted("one of the numbers 0, 1, 2, ...", &args[0]));
    }
    let mut charge = Charge::new(meter);
    let (mut fibs, mut next) = (vec![Number::ONE], Number::from(2));
    let failed = |error: crate::number::NumberError| LibraryError::new(error.to_string());
    while next <= *n {
        charge.add(24 + next.bits() / 8)?;
        let after = next.add(fibs.last().unwrap_or(&next)).map_err(failed)?;
        fibs.push(std::mem::replace(&mut next, after));
    }
    let (mut rest, mut parts) = (n.clone(), Vec::new());
    for part in fibs.into_iter().rev() {
        if part <= rest {
            rest = rest.sub(&part).map_err(failed)?;
            parts.push(Value::Number(part));
        }
    }
    Ok(Value::list(parts))
}

pub(super) fn bit(args: &[Value], _: &Meter) -> Found {
    let (n, place) = (number(args, 0)?, natural(args, 1)?);
    n.bit(place).map(Value::Number).map_err(|error| number_error(&error, n))
}

pub(super) fn digits(args: &[Value], _: &Meter) -> Found {
    let (n, base) = (number(args, 0)?, number(args, 1)?);
    if base.try_cmp(&Number::from(2)).is_ok_and(std::cmp::Ordering::is_lt) {
        return Err(LibraryError::new(format!("a base is at least 2, but this is {}", said(&args[1]))));
    }
    let list = n.digits(base).map_err(|error| number_error(&error, n))?;
    Ok(Value::list(list.into_iter().map(Value::Number).collect()))
}

pub(super) fn popcount(args: &[Value], _: &Meter) -> Found {
    let n = number(args, 0)?;
    n.popcount().map(Value::Number).map_err(|error| number_error(&error, n))
}

pub(super) fn v2(args: &[Value], _: &Meter) -> Found {
    let n = number(args, 0)?;
    n.v2().map(Value::Number).map_err(|error| number_error(&error, n))
}

pub(super) fn octal_digits(args: &[Value], _: &Meter) -> Found {
    let code = super::args::text(args, 0)?;
    match crate::combinatorics::octal_digits(code) {
        Ok(digits) => Ok(Value::list(digits.into_iter().map(|digit| from_size(digit.into())).collect())),
        Err(error) => Err(LibraryError::new(error.to_string())),
    }
}

pub(super) fn period(args: &[Value], _: &Meter) -> Found {
    let mut values = Vec::new();
    for value in super::args::items(args) {
        values.push(value.as_i64().ok_or_else(|| wanted("a list of integers", &value))?);
    }
    Ok(Value::Period(std::rc::Rc::new(crate::cgt::periodicity(&values))))
}
