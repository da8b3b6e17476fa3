//! Short partizan games in canonical form (Conway, *On Numbers and Games*; Siegel, *CGT*, ch. II).
//!
//! Forms are interned: equal values are the same form, and a form is a few machine words. Those that are no sum of a
//! number, ups and a nimber live in an arena of the thread, which only grows and is freed with the thread.
//!
//! # Notation
//! `Display` follows `CGSuite` in ASCII: numbers `3`, `-1/2`; nimbers `*`, `*2`; `^` is up and `v` down, `^2` twice up; the
//! three are written together, `1/2^*` being 1/2 + up + star. `^<2>` is up-second and `^[2]` the sum of both ups; `+-1` and
//! `+-{1,{3|0}}` have the negatives of Left's options for Right; `Tiny(2)` is `{0||0|-2}` and `Miny(2)` its negative, also beside a
//! number. Everything else is `{L1,L2|R1}`, options in canonical form, by ascending order of [`Form`]. [`Form::from_str`] reads
//! all of it.
//!
//! [`Form::from_str`]: std::str::FromStr::from_str

mod arena;
mod atomic;
mod canonical;
mod compare;
mod cooling;
mod dyadic;
mod large;
mod parse;
mod print;
mod reduced;
mod simple;
mod thermograph;
mod uptimal;

use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;

use arena::{with, with_mut};
pub use dyadic::Dyadic;
use large::Large;
use simple::Simple;

use super::{Outcome, Winner};
use crate::base::{Exceeded, Meter};
use crate::cgt::Player;
use crate::number::Number;

/// A short game in canonical form: equal, and of equal hash, exactly when the values are equal.
///
/// The order (`Ord`) is for listing and sorting; [`Form::compare`] compares values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Form(Repr);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Repr {
    Simple(Simple),
    Node(NodeId),
}

/// Names a node of the thread's arena, so it stays in its thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct NodeId(u32, PhantomData<*const ()>);

/// Why a form cannot be built or compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormError {
    /// A number of more than a million bits, ups or a nimber beyond 32 bits, or a nimber too large to be taken apart.
    TooLarge,
    /// Options within options beyond some ten thousand.
    TooDeep,
    /// Only integers and fractions whose denominator is a power of two are values of short games.
    NotDyadic,
    /// Only all-small games have an atomic weight.
    NotAllSmall,
    /// Nothing is cooled by less than 0.
    BelowZero,
    /// A text that is no form, from this byte on.
    NotRead {
        /// The first byte that could not be read.
        at: usize,
    },
    /// A limit of the meter that the thread's forms are charged to.
    Limit(Exceeded),
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "this value is too large for a canonical form",
            Self::TooDeep => "this value has options within options too deep for a canonical form",
            Self::NotDyadic => "only numbers whose denominator is a power of two are values of short games",
            Self::NotAllSmall => {
                "only all-small values have an atomic weight, and this one leads to a number other than 0"
            }
            Self::BelowZero => "a value is cooled by a temperature of at least 0",
            Self::NotRead { .. } => "this text is no value",
            Self::Limit(_) => "a limit was reached while a canonical form was computed",
        })
    }
}

impl std::error::Error for FormError {}

/// See [`Form::charged_to`]; to be dropped in the order opposite to the making.
#[derive(Debug)]
pub struct Charging {
    before: Option<Meter>,
}

impl Drop for Charging {
    fn drop(&mut self) {
        Large::charge(self.before.clone());
        with_mut(|arena| arena.meter = self.before.take());
    }
}

impl Form {
    /// Zero, `{|}`.
    pub const ZERO: Self = Self::simple(Simple::ZERO);
    /// `{0|*}`.
    pub const UP: Self = Self::simple(Simple::infinitesimal(1, 0));
    /// `{*|0}`.
    pub const DOWN: Self = Self::simple(Simple::infinitesimal(-1, 0));

    const fn simple(simple: Simple) -> Self {
        Self(Repr::Simple(simple))
    }

    /// An integer.
    ///
    /// # Errors
    /// [`FormError::Limit`].
    pub fn integer(n: i64) -> Result<Self, FormError> {
        Self::dyadic(n, 0)
    }

    /// `numerator / 2^exponent`.
    ///
    /// # Errors
    /// [`FormError::TooLarge`] for an exponent beyond a million, [`FormError::Limit`].
    pub fn dyadic(numerator: i64, exponent: u32) -> Result<Self, FormError> {
        Ok(Self::simple(Simple::number(Dyadic::new(numerator, exponent)?)))
    }

    /// The nimber `*n`.
    ///
    /// # Errors
    /// [`FormError::TooLarge`] beyond 32 bits.
    pub fn star(n: u64) -> Result<Self, FormError> {
        let n = u32::try_from(n).map_err(|_| FormError::TooLarge)?;
        Ok(Self::simple(Simple::infinitesimal(0, n)))
    }

    /// The value of `{left|right}`.
    ///
    /// # Errors
    /// [`FormError::TooLarge`], [`FormError::TooDeep`].
    pub fn from_options(left: &[Self], right: &[Self]) -> Result<Self, FormError> {
        with_mut(|arena| arena.canonical(left.to_vec(), right.to_vec()))
    }

    /// Left's options of the canonical form, ascending.
    ///
    /// # Errors
    /// [`FormError::TooLarge`] for a nimber above 4096.
    pub fn left_options(&self) -> Result<Vec<Self>, FormError> {
        with(|arena| arena.options(*self, Player::Left)).map(|list| list.to_vec())
    }

    /// Right's options of the canonical form, ascending.
    ///
    /// # Errors
    /// [`FormError::TooLarge`] for a nimber above 4096.
    pub fn right_options(&self) -> Result<Vec<Self>, FormError> {
        with(|arena| arena.options(*self, Player::Right)).map(|list| list.to_vec())
    }

    /// The sum.
    ///
    /// # Errors
    /// [`FormError::TooLarge`], [`FormError::TooDeep`].
    pub fn plus(&self, other: &Self) -> Result<Self, FormError> {
        with_mut(|arena| arena.sum(*self, *other))
    }

    /// The negative: Left and Right exchanged.
    #[must_use]
    pub fn negate(&self) -> Self {
        with_mut(|arena| arena.negative(*self))
    }

    /// The difference.
    ///
    /// # Errors
    /// [`FormError::TooLarge`], [`FormError::TooDeep`].
    pub fn minus(&self, other: &Self) -> Result<Self, FormError> {
        self.plus(&other.negate())
    }

    /// The sum of `n` copies, by doubling.
    ///
    /// # Errors
    /// [`FormError::TooLarge`], [`FormError::TooDeep`].
    pub fn times(&self, n: u64) -> Result<Self, FormError> {
        with_mut(|arena| arena.copies(*self, n))
    }

    /// How the values compare under normal play; `None` when they are incomparable (confused).
    ///
    /// # Errors
    /// [`FormError::TooLarge`] when a huge nimber must be taken apart.
    pub fn compare(&self, other: &Self) -> Result<Option<Ordering>, FormError> {
        let (le, ge) = with_mut(|arena| Ok((arena.le(*self, *other)?, arena.le(*other, *self)?)))?;
        Ok(match (le, ge) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        })
    }

    /// Who wins: by comparison with zero.
    ///
    /// # Errors
    /// As for [`Form::compare`].
    pub fn outcome(&self) -> Result<Outcome, FormError> {
        let (left_first, right_first) = match self.compare(&Self::ZERO)? {
            Some(Ordering::Equal) => (Winner::Right, Winner::Left),
            Some(Ordering::Less) => (Winner::Right, Winner::Right),
            Some(Ordering::Greater) => (Winner::Left, Winner::Left),
            None => (Winner::Left, Winner::Right),
        };
        Ok(Outcome::of(left_first, right_first))
    }

    /// The number, if it is one.
    #[must_use]
    pub const fn as_number(&self) -> Option<Dyadic> {
        match self.0 {
            Repr::Simple(simple) if simple.is_number() => Some(simple.number),
            _ => None,
        }
    }

    /// Whether it is the sum of a number, ups and a nimber.
    #[must_use]
    pub const fn is_named(&self) -> bool {
        matches!(self.0, Repr::Simple(_))
    }

    /// `n` when it is the nimber `*n`; 0 is `*0`.
    #[must_use]
    pub fn as_nimber(&self) -> Option<u64> {
        match self.0 {
            Repr::Simple(s) if s.ups == 0 && s.number == Dyadic::ZERO => Some(s.nimber.into()),
            _ => None,
        }
    }

    /// The length of the longest play of the canonical form, if it fits.
    #[must_use]
    pub fn birthday(&self) -> Option<u64> {
        Some(with(|arena| arena.birthday(*self))).filter(|length| *length < u64::MAX)
    }

    /// The left and the right stop: the number that play reaches when Left, when Right starts.
    #[must_use]
    pub fn stops(&self) -> (Dyadic, Dyadic) {
        with(|arena| arena.stops(*self))
    }

    /// While what comes back lives, this thread's forms are charged to `meter`: bytes when built, and long work looks at
    /// its clock.
    #[must_use]
    pub fn charged_to(meter: &Meter) -> Charging {
        Large::charge(Some(meter.clone()));
        Charging { before: with_mut(|arena| arena.meter.replace(meter.clone())) }
    }
}

impl From<Dyadic> for Form {
    fn from(number: Dyadic) -> Self {
        Self::simple(Simple::number(number))
    }
}

impl TryFrom<&Number> for Form {
    type Error = FormError;

    /// # Errors
    /// [`FormError::NotDyadic`], [`FormError::TooLarge`].
    fn try_from(number: &Number) -> Result<Self, FormError> {
        Dyadic::try_from(number).map(Self::from)
    }
}

impl PartialOrd for Form {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Sums of numbers, ups and nimbers first, by these parts; then by depth and by options. The same in every run.
impl Ord for Form {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.0, other.0) {
            (Repr::Simple(a), Repr::Simple(b)) => a.cmp(&b),
            _ => with(|arena| arena.order(*self, *other)),
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Repr::Simple(simple) => simple.fmt(f),
            Repr::Node(_) => f.write_str(&with_mut(|arena| print::form(arena, *self))),
        }
    }
}

#[cfg(test)]
mod tests;
