//! Laws of exact numbers, on random ones.

use std::cmp::Ordering;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use proptest::prelude::*;

use super::{int, root};
use crate::number::{Number, NumberError};

fn get(result: Result<Number, NumberError>) -> Number {
    result.expect("defined")
}

fn hash(x: &Number) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(x)
}

fn bytes(x: &Number) -> Vec<u8> {
    let mut out = Vec::new();
    x.encode(&mut out);
    out
}

/// Integers of all sizes, mostly small.
fn integers() -> impl Strategy<Value = Number> {
    let near = |n: i64| (-2_i64..=2).prop_map(move |k| get(int(n).add(&int(k))));
    prop_oneof![
        6 => (-20_i64..20).prop_map(int),
        1 => near(i64::MAX),
        1 => near(i64::MIN),
        2 => any::<i128>().prop_map(Number::from),
        1 => (-9_i64..9, 20_i64..60).prop_map(|(a, e)| get(int(a).pow(&int(e)))),
    ]
}

fn rationals() -> impl Strategy<Value = Number> {
    (integers(), integers()).prop_map(|(a, b)| a.div(&b).unwrap_or(a))
}

/// Numbers of the field of `sqrt(radicand)`, over radicands that differ from it by a square.
fn surds(radicand: i64) -> impl Strategy<Value = Number> {
    (rationals(), rationals(), 1_i64..5).prop_map(move |(a, b, k)| get(a.add(&get(b.mul(&root(radicand * k * k))))))
}

fn numbers() -> impl Strategy<Value = Number> {
    prop_oneof![integers(), rationals(), surds(2), surds(5), surds(3), surds(1_000_003)]
}

proptest! {
    #[test]
    fn a_quadratic_field_is_a_field(x in surds(2), y in surds(2), z in surds(2)) {
        prop_assert_eq!(x.add(&y), y.add(&x));
        prop_assert_eq!(x.mul(&y), y.mul(&x));
        prop_assert_eq!(get(x.add(&y)).add(&z), x.add(&get(y.add(&z))));
        prop_assert_eq!(get(x.mul(&y)).mul(&z), x.mul(&get(y.mul(&z))));
        prop_assert_eq!(x.mul(&get(y.add(&z))), get(x.mul(&y)).add(&get(x.mul(&z))));
        prop_assert_eq!(x.sub(&x), Ok(int(0)));
        prop_assert_eq!(get(x.sub(&y)).add(&y), Ok(x.clone()));
        if !y.is_zero() {
            prop_assert_eq!(y.div(&y), Ok(int(1)));
            prop_assert_eq!(get(x.div(&y)).mul(&y), Ok(x.clone()));
            prop_assert_eq!(y.pow(&int(-3)), int(1).div(&get(get(y.mul(&y)).mul(&y))));
        }
    }

    #[test]
    fn small_and_large_integers_agree_with_wide_ones(a in any::<i64>(), b in any::<i64>(), c in -9_i64..9) {
        for (a, b) in [(a, b), (a, c), (c, b), (i64::MIN, c), (a, i64::MIN)] {
            let (x, y, wide, by) = (int(a), int(b), i128::from(a), i128::from(b));
            prop_assert_eq!(x.add(&y), Ok(Number::from(wide + by)));
            prop_assert_eq!(x.sub(&y), Ok(Number::from(wide - by)));
            prop_assert_eq!(x.mul(&y), Ok(Number::from(wide * by)));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.neg(), Number::from(-wide));
            if b != 0 {
                let remainder = (wide % by + by) % by;
                prop_assert_eq!(x.modulo(&y), Ok(Number::from(remainder)));
                prop_assert_eq!(x.floor_div(&y), Ok(Number::from((wide - remainder) / by)));
                prop_assert_eq!(x.div(&y).map(|q| q.mul(&y)), Ok(Ok(x.clone())));
            }
        }
    }

    #[test]
    fn floor_is_the_integer_below(x in numbers()) {
        let floor = x.floor();
        prop_assert!(floor.is_integer());
        prop_assert!(floor <= x && x < get(floor.add(&int(1))));
        let ceil = x.ceil();
        prop_assert!(x <= ceil && get(ceil.sub(&int(1))) < x);
        let near = x.to_f64();
        if near.abs() < 1e9 {
            let far = (near - floor.to_f64()).abs();
            prop_assert!(far <= 1.0 + 1e-6, "{} has floor {} and is about {}", x, floor, near);
        }
    }

    #[test]
    fn division_leaves_a_remainder_of_the_divisors_sign(x in surds(5), y in surds(5)) {
        if !y.is_zero() {
            let (quotient, remainder) = (get(x.floor_div(&y)), get(x.modulo(&y)));
            prop_assert!(quotient.is_integer());
            prop_assert_eq!(get(quotient.mul(&y)).add(&remainder), Ok(x.clone()));
            prop_assert!(remainder.is_zero() || remainder.signum() == y.signum());
            prop_assert!(remainder.abs() < y.abs());
        }
    }

    #[test]
    fn the_order_is_total_and_agrees_with_equality(x in numbers(), y in numbers(), z in numbers()) {
        prop_assert_eq!(x.cmp(&y), y.cmp(&x).reverse());
        prop_assert_eq!(x.cmp(&y) == Ordering::Equal, x == y);
        if x <= y && y <= z {
            prop_assert!(x <= z);
        }
        let (a, b) = (x.to_f64(), y.to_f64());
        if (a - b).abs() > 1e-9 * (a.abs() + b.abs()) {
            prop_assert_eq!(x.cmp(&y), a.total_cmp(&b));
        }
        if x == y {
            prop_assert_eq!(hash(&x), hash(&y));
        }
        prop_assert_eq!(x == y, bytes(&x) == bytes(&y));
        if let Ok(difference) = x.sub(&y) {
            prop_assert_eq!(x.cmp(&y), difference.signum().cmp(&0));
        }
    }

    #[test]
    fn a_number_is_the_same_over_every_radicand(a in rationals(), b in rationals(), d in 2_i64..30, k in 2_i64..9) {
        let x = get(a.add(&get(b.mul(&root(d)))));
        let y = get(a.add(&get(get(b.mul(&root(d * k * k))).div(&int(k)))));
        prop_assert_eq!(&x, &y);
        prop_assert_eq!(hash(&x), hash(&y));
        prop_assert_eq!(bytes(&x), bytes(&y));
        prop_assert_eq!(x.cmp(&y), Ordering::Equal);
    }

    #[test]
    fn roots_square_to_what_they_are_roots_of(x in rationals()) {
        let x = x.abs();
        let root = get(x.sqrt());
        prop_assert!(root.signum() >= 0);
        prop_assert_eq!(root.mul(&root), Ok(x.clone()));
        prop_assert_eq!(get(x.mul(&x)).sqrt(), Ok(x.clone()));
        let below = get(x.isqrt());
        prop_assert_eq!(&below, &root.floor());
    }

    #[test]
    fn integers_print_as_they_are_read(x in integers()) {
        prop_assert_eq!(Number::parse(&x.to_string()), Some(x.clone()));
    }

    #[test]
    fn digits_give_the_number_back(x in integers(), base in 2_i64..70, e in 1_i64..12) {
        let x = x.abs();
        for base in [int(base), get(int(base).pow(&int(e))), int(1 << e)] {
            let digits = x.digits(&base).expect("a natural number");
            prop_assert!(digits.iter().all(|d| !d.is_negative() && *d < base));
            prop_assert!(digits.last().is_none_or(|d| !d.is_zero()));
            let back = digits.iter().rev().fold(int(0), |n, d| get(get(n.mul(&base)).add(d)));
            prop_assert_eq!(&back, &x);
        }
        let bits = x.digits(&int(2)).expect("a natural number");
        let ones = bits.iter().filter(|d| !d.is_zero()).count();
        prop_assert_eq!(x.popcount(), Ok(Number::from(ones)));
        for (place, bit) in (0_u64..).zip(bits.iter().chain([&int(0)])) {
            prop_assert_eq!(x.bit(place), Ok(bit.clone()));
        }
        if !x.is_zero() {
            prop_assert_eq!(x.v2(), Ok(Number::from(bits.iter().take_while(|d| d.is_zero()).count())));
        }
    }

    #[test]
    fn bitwise_operations_are_digitwise(x in integers(), y in integers()) {
        let (x, y) = (x.abs(), y.abs());
        let (and, or, xor) = (get(x.bitand(&y)), get(x.bitor(&y)), get(x.bitxor(&y)));
        prop_assert_eq!(and.add(&or), x.add(&y));
        prop_assert_eq!(and.add(&xor), Ok(or));
        prop_assert_eq!(xor.bitxor(&y), Ok(x));
    }

    #[test]
    fn the_greatest_common_divisor_divides(x in integers(), y in integers()) {
        let common = get(x.gcd(&y));
        if common.is_zero() {
            prop_assert!(x.is_zero() && y.is_zero());
        } else {
            prop_assert!(get(x.modulo(&common)).is_zero() && get(y.modulo(&common)).is_zero());
            let (a, b) = (get(x.div(&common)), get(y.div(&common)));
            prop_assert_eq!(a.gcd(&b), Ok(int(1)));
        }
    }

    #[test]
    fn roots_of_long_integers_are_tight(seed in 2_i64..1_000_000_000, e in 1_i64..400, k in -2_i64..=2) {
        let base = get(int(seed).pow(&int(e)));
        let n = get(get(base.mul(&base)).add(&int(k))).abs();
        for n in [n.clone(), get(n.mul(&base)), get(n.mul(&int(seed)))] {
            let root = get(n.isqrt());
            let next = get(root.add(&int(1)));
            prop_assert!(get(root.mul(&root)) <= n && n < get(next.mul(&next)));
        }
    }

    #[test]
    fn floors_of_multiples_of_phi_are_roots(n in integers()) {
        // floor(n*phi) = floor((n + sqrt(5*n^2))/2) for n >= 0.
        let n = n.abs();
        let root = get(get(int(5).mul(&get(n.mul(&n)))).isqrt());
        let expected = get(get(n.add(&root)).floor_div(&int(2)));
        prop_assert_eq!(get(n.mul(&Number::phi())).floor(), expected);
    }
}
