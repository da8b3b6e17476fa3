//! Laws and examples of exact numbers.

mod laws;

use super::{Number, NumberError};

fn n(text: &str) -> Number {
    Number::parse(text).expect("digits")
}

fn int(value: i64) -> Number {
    Number::from(value)
}

fn root(value: i64) -> Number {
    int(value).sqrt().expect("not negative")
}

fn ten_to(exponent: i64) -> Number {
    int(10).pow(&int(exponent)).expect("small enough")
}

fn floored(a: &Number, b: &Number) -> Number {
    a.mul(b).expect("one field").floor()
}

#[test]
fn arithmetic_of_the_contract() {
    let phi = Number::phi();
    assert_eq!(phi.mul(&phi), phi.add(&int(1)));
    assert_eq!(int(1).div(&phi), phi.sub(&int(1)));
    assert_eq!(int(1).add(&root(5)).and_then(|x| x.div(&int(2))), Ok(phi.clone()));
    assert_eq!(root(4), int(2));
    assert_eq!(int(7).div(&int(2)).map(|x| x.to_string()), Ok("7/2".into()));
    assert_eq!(int(6).div(&int(3)), Ok(int(2)));
    assert_eq!(int(-7).floor_div(&int(2)), Ok(int(-4)));
    assert_eq!(int(-7).modulo(&int(3)), Ok(int(2)));
    assert_eq!(int(7).modulo(&int(-3)), Ok(int(-2)));
    assert_eq!(int(1).div(&int(3)).and_then(|x| x.add(&int(1).div(&int(6))?)), int(1).div(&int(2)));
    assert_eq!(root(8), int(2).mul(&root(2)).expect("one field"));
    assert_eq!(root(2).mul(&root(8)), Ok(int(4)));
    assert_eq!(root(12).add(&root(27)), int(5).mul(&root(3)));
    assert_eq!(int(2).pow(&int(-2)), int(1).div(&int(4)));
    assert!(root(7).sub(&int(1)).and_then(|x| x.mul(&root(7).add(&int(1))?)) == Ok(int(6)));
}

#[test]
fn floors_at_any_magnitude() {
    let phi = Number::phi();
    assert_eq!(floored(&ten_to(30), &phi), n("1618033988749894848204586834365"));
    assert_eq!(floored(&ten_to(30).neg(), &phi), n("-1618033988749894848204586834366"));
    assert_eq!(
        ten_to(30).add(&int(7)).and_then(|x| x.div(&phi)).map(|x| x.floor()),
        Ok(n("618033988749894848204586834369"))
    );
    let huge = int(2).pow(&int(200)).expect("fits");
    assert_eq!(floored(&huge, &root(2)), n("2272553576084360916141657902949647315979581976043234410928602"));
    let nines = ten_to(40).sub(&int(1)).and_then(|x| x.sqrt()).expect("a surd");
    assert_eq!(nines.floor(), n("99999999999999999999"));
    assert_eq!(nines.ceil(), ten_to(20));
}

#[test]
fn prints_as_the_language_does() {
    let shown = |x: Result<Number, NumberError>| x.expect("defined").to_string();
    assert_eq!(Number::phi().to_string(), "(1 + sqrt(5))/2");
    assert_eq!(root(8).to_string(), "sqrt(8)");
    assert_eq!(shown(int(2).mul(&root(2))), "2*sqrt(2)");
    assert_eq!(shown(int(1).sub(&root(5))), "1 - sqrt(5)");
    assert_eq!(shown(root(2).neg().div(&int(3))), "-sqrt(2)/3");
    assert_eq!(shown(int(-7).div(&int(2))), "-7/2");
    assert_eq!(shown(int(1).div(&int(2)).and_then(|x| x.sqrt())), "sqrt(2)/2");
}

#[test]
fn what_has_no_result_says_why() {
    assert_eq!(root(2).add(&root(3)), Err(NumberError::MixedRadicands("sqrt(2)".into(), "sqrt(3)".into())));
    assert_eq!(int(1).div(&int(0)), Err(NumberError::DivisionByZero));
    assert_eq!(int(0).pow(&int(-1)), Err(NumberError::DivisionByZero));
    assert_eq!(int(-1).sqrt(), Err(NumberError::Negative));
    assert_eq!(int(-1).bitxor(&int(1)), Err(NumberError::Negative));
    assert_eq!(int(2).pow(&int(1 << 26)), Err(NumberError::TooLarge));
    assert_eq!(int(3).pow(&ten_to(30)), Err(NumberError::TooLarge));
    assert_eq!(Number::phi().pow(&ten_to(15)), Err(NumberError::TooLarge));
    assert_eq!(Number::phi().pow(&int(110_000_000)), Err(NumberError::TooLarge));
    assert_eq!(Number::phi().pow(&int(-110_000_000)), Err(NumberError::TooLarge));
    let (huge, other) = (int(3).pow(&int(3_000_000)), int(7).pow(&int(3_000_000)));
    assert_eq!(huge.and_then(|x| x.gcd(&other?)), Err(NumberError::TooLarge));
}

#[test]
fn powers_of_surds_are_refused_only_when_they_are_too_large() {
    let phi = Number::phi();
    for e in [1000, 1001, 4095, 4096] {
        let (power, next) = (phi.pow(&int(e)).expect("fits"), phi.pow(&int(e + 1)).expect("fits"));
        assert_eq!(power.mul(&phi), Ok(next));
    }
    assert_eq!(root(2).pow(&int(200_000)), int(2).pow(&int(100_000)));
    assert_eq!(root(2).pow(&int(-3)), root(2).div(&int(4)));
}
