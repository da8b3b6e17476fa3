//! Dyadic rationals that need more than a machine word: exact arithmetic, and where the thread keeps them.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::marker::PhantomData;

use hashbrown::HashMap;

use super::FormError;
use crate::base::Meter;
use crate::number::{Number, NumberResult};

/// The most bits of a numerator, and of a denominator.
pub(super) const MOST_BITS: u32 = 1 << 20;

fn fits<T>(result: NumberResult<T>) -> Result<T, FormError> {
    result.map_err(|_| FormError::TooLarge)
}

/// `numerator / 2^exponent`, the numerator an integer, in lowest terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Exact {
    pub numerator: Number,
    pub exponent: u32,
}

fn two_to(exponent: u32) -> Result<Number, FormError> {
    fits(Number::from(2).pow(&exponent.into()))
}

impl Exact {
    /// In lowest terms.
    ///
    /// # Errors
    /// [`FormError::TooLarge`] beyond [`MOST_BITS`].
    pub fn new(numerator: Number, exponent: u32) -> Result<Self, FormError> {
        let twos = if exponent == 0 || numerator.is_zero() {
            exponent
        } else {
            fits(numerator.v2())?
                .to_u64()
                .and_then(|twos| u32::try_from(twos).ok())
                .map_or(exponent, |twos| twos.min(exponent))
        };
        let numerator =
            if twos == 0 || numerator.is_zero() { numerator } else { fits(numerator.floor_div(&two_to(twos)?))? };
        let exponent = exponent - twos;
        if exponent > MOST_BITS || numerator.bits() > MOST_BITS.into() {
            return Err(FormError::TooLarge);
        }
        Ok(Self { numerator, exponent })
    }

    pub fn abs(&self) -> Self {
        Self { numerator: self.numerator.abs(), exponent: self.exponent }
    }

    /// In units of `2^-exponent`, which are at least as fine as its own.
    fn scaled(&self, exponent: u32) -> Result<Number, FormError> {
        fits(self.numerator.mul(&two_to(exponent - self.exponent)?))
    }

    pub fn plus(&self, other: &Self) -> Result<Self, FormError> {
        let exponent = self.exponent.max(other.exponent);
        Self::new(fits(self.scaled(exponent)?.add(&other.scaled(exponent)?))?, exponent)
    }

    /// The greatest integer that is at most this.
    pub fn floor(&self) -> Result<Number, FormError> {
        fits(self.numerator.floor_div(&two_to(self.exponent)?))
    }

    /// The least multiple of `2^-exponent` that is greater, or may be equal.
    pub fn above(&self, exponent: u32, or_equal: bool) -> Result<Self, FormError> {
        let Some(coarser) = self.exponent.checked_sub(exponent).filter(|by| *by > 0) else {
            let scaled = self.scaled(exponent)?;
            return Self::new(if or_equal { scaled } else { fits(scaled.add(&Number::ONE))? }, exponent);
        };
        // in lowest terms it is no multiple itself
        let below = fits(self.numerator.floor_div(&two_to(coarser)?))?;
        Self::new(fits(below.add(&Number::ONE))?, exponent)
    }

    pub fn order(&self, other: &Self) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        match (self.scaled(exponent), other.scaled(exponent)) {
            (Ok(a), Ok(b)) => a.cmp(&b),
            // cannot be: both have at most twice MOST_BITS then
            _ => self.numerator.cmp(&other.numerator),
        }
    }

    pub fn number(&self) -> Number {
        // a power of two is not 0, and both are far below what numbers hold
        two_to(self.exponent).ok().and_then(|unit| self.numerator.div(&unit).ok()).unwrap_or(Number::ZERO)
    }
}

/// Names a number of the thread, so it stays in its thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Id(u32, PhantomData<*const ()>);

/// The positive numbers that the thread keeps; they are freed with it.
#[derive(Default)]
pub(super) struct Large {
    numbers: Vec<Exact>,
    ids: HashMap<Exact, u32>,
    meter: Option<Meter>,
}

thread_local! {
    static LARGE: RefCell<Large> = RefCell::default();
}

impl Large {
    /// The name of a positive number.
    pub fn id(x: Exact) -> Result<Id, FormError> {
        LARGE.with_borrow_mut(|all| {
            if let Some(&id) = all.ids.get(&x) {
                return Ok(Id(id, PhantomData));
            }
            let id = u32::try_from(all.numbers.len()).map_err(|_| FormError::TooLarge)?;
            if let Some(meter) = &all.meter {
                let bytes = 2 * size_of::<Exact>() as u64 + x.numerator.bits() / 8;
                meter.add_bytes(bytes).map_err(FormError::Limit)?;
            }
            all.numbers.push(x.clone());
            all.ids.insert(x, id);
            Ok(Id(id, PhantomData))
        })
    }

    /// The number of a name.
    pub fn get(id: Id) -> Exact {
        LARGE.with_borrow(|all| all.numbers[id.0 as usize].clone())
    }

    /// From now on numbers are charged to this meter.
    pub fn charge(meter: Option<Meter>) {
        LARGE.with_borrow_mut(|all| all.meter = meter);
    }
}
