//! Equality, order and hash: exact, also across different fields.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use dashu_int::{IBig, UBig};

use super::integer::{gcd, sign_of, signum};
use super::rational::Ratio;
use super::surd::{Surd, mixed, sign_of_sum};
use super::{Kind, Number, NumberResult};

impl Number {
    /// The order, where the language compares: within one field.
    ///
    /// # Errors
    /// [`super::NumberError::MixedRadicands`] for irrational numbers of different fields.
    #[inline]
    pub fn try_cmp(&self, other: &Self) -> NumberResult<Ordering> {
        if let (Self::Small(a), Self::Small(b)) = (self, other) {
            return Ok(a.cmp(b));
        }
        if let (Some(Kind::Surd(x)), Some(Kind::Surd(y))) = (self.kind(), other.kind())
            && !same_field(&x.d, &y.d)
        {
            return Err(mixed(&x.d, &y.d));
        }
        Ok(self.cmp(other))
    }
}

/// Whether two radicands belong to one field.
fn same_field(d: &UBig, e: &UBig) -> bool {
    d == e || super::integer::exact_sqrt(&(d * e)).is_some()
}

impl PartialEq for Number {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => a == b,
            // Numbers are normalised: an integer that fits is stored small.
            (Self::Small(_), Self::Large(_)) | (Self::Large(_), Self::Small(_)) => false,
            (Self::Large(a), Self::Large(b)) => Rc::ptr_eq(a, b) || equal(&a.0, &b.0),
        }
    }
}

impl Eq for Number {}

fn equal(a: &Kind, b: &Kind) -> bool {
    match (a, b) {
        (Kind::Int(a), Kind::Int(b)) => a == b,
        (Kind::Ratio(a), Kind::Ratio(b)) => a.num == b.num && a.den == b.den,
        (Kind::Surd(a), Kind::Surd(b)) => equal_surds(a, b),
        _ => false,
    }
}

fn equal_surds(x: &Surd, y: &Surd) -> bool {
    if x.d == y.d {
        return x.a == y.a && x.b == y.b && x.c == y.c;
    }
    // Equal exactly when the rational parts agree and the irrational parts agree in sign and square.
    signum(&x.b) == signum(&y.b)
        && &x.a * &y.c == &y.a * &x.c
        && square(&x.b, &y.c) * IBig::from(x.d.clone()) == square(&y.b, &x.c) * IBig::from(y.d.clone())
}

fn square(a: &IBig, b: &IBig) -> IBig {
    let product = a * b;
    &product * &product
}

impl Ord for Number {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Self::Small(a), Self::Small(b)) = (self, other) {
            return a.cmp(b);
        }
        compare(self, other)
    }
}

impl PartialOrd for Number {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cold]
#[expect(clippy::many_single_char_names, reason = "named as in the formulas")]
fn compare(x: &Number, y: &Number) -> Ordering {
    if x == y {
        return Ordering::Equal;
    }
    if let (Some(a), Some(b)) = (x.as_int(), y.as_int()) {
        return a.cmp(&b);
    }
    if let (Some(a), Some(b)) = (x.as_ratio(), y.as_ratio()) {
        return (&a.num * &b.den).cmp(&(&b.num * &a.den));
    }
    // The sign of x - y = (a + b*sqrt(d) - e*sqrt(f)) / (a positive number).
    let (x, y) = (x.to_surd(), y.to_surd());
    let a = &x.a * &y.c - &y.a * &x.c;
    let (b, e) = (&x.b * &y.c, &y.b * &x.c);
    sign_to_ordering(sign_of_three(&a, &b, &x.d, &-e, &y.d))
}

fn sign_to_ordering(sign: i32) -> Ordering {
    sign.cmp(&0)
}

/// The sign of `a + b*sqrt(d) + e*sqrt(f)`.
#[expect(clippy::many_single_char_names, reason = "named as in the formulas")]
fn sign_of_three(a: &IBig, b: &IBig, d: &UBig, e: &IBig, f: &UBig) -> i32 {
    if d == f {
        return sign_of_sum(a, &(b + e), d);
    }
    let (d_int, f_int) = (IBig::from(d.clone()), IBig::from(f.clone()));
    let (b_square, e_square) = (b * b * &d_int, e * e * &f_int);
    // The sign of the two roots together: by their squares when they pull apart.
    let (left, right) = (signum(&b_square) * signum(b), signum(&e_square) * signum(e));
    let roots =
        if left * right >= 0 { if left == 0 { right } else { left } } else { sign_of(b_square.cmp(&e_square)) * left };
    let whole = signum(a);
    if whole * roots >= 0 {
        return if whole == 0 { roots } else { whole };
    }
    // They pull apart: compare a^2 with (b*sqrt(d) + e*sqrt(f))^2 = b^2*d + e^2*f + 2*b*e*sqrt(d*f).
    let rest = a * a - b_square - e_square;
    whole * sign_of_sum(&rest, &(b * e * IBig::from(-2)), &(d * f))
}

impl Hash for Number {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Small(n) => state.write_i64(*n),
            Self::Large(large) => hash_kind(&large.0, state),
        }
    }
}

#[cold]
fn hash_kind<H: Hasher>(kind: &Kind, state: &mut H) {
    match kind {
        Kind::Int(n) => n.hash(state),
        Kind::Ratio(r) => (&r.num, &r.den).hash(state),
        Kind::Surd(s) => {
            let Canonical { rational, sign, square } = canonical(s);
            (&rational.num, &rational.den, sign, &square.num, &square.den).hash(state);
        }
    }
}

/// What says which irrational number it is, whatever its radicand: `a/c`, the sign of `b`, and `b^2*d/c^2`.
pub(super) struct Canonical {
    /// `a/c`.
    pub rational: Ratio,
    /// The sign of `b`.
    pub sign: i32,
    /// `b^2*d/c^2`.
    pub square: Ratio,
}

pub(super) fn canonical(s: &Surd) -> Canonical {
    let rational = Ratio::lowest(s.a.clone(), s.c.clone());
    // b/c first, so that only the radicand is left to reduce.
    let common = gcd(&s.b, &s.c);
    let (b, c) = (&s.b / &common, &s.c / &common);
    let square = Ratio::lowest(&b * &b * IBig::from(s.d.clone()), &c * &c);
    Canonical { rational, sign: signum(&s.b), square }
}
