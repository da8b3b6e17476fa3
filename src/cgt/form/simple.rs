//! Sums of a number, ups and a nimber: the values that are known by three parts.

use std::cmp::Ordering;
use std::fmt;

use super::FormError;
use super::dyadic::Dyadic;
use crate::cgt::Player;

/// A nimber with more options than this is not taken apart.
const WIDEST: u32 = 1 << 12;

/// `number + ups·↑ + *nimber`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Simple {
    /// The number.
    pub number: Dyadic,
    /// How many ups; downs are negative. Never the least `i32`, so that it has a negative.
    pub ups: i32,
    /// The nimber.
    pub nimber: u32,
}

impl Simple {
    /// Zero.
    pub const ZERO: Self = Self::number(Dyadic::ZERO);

    /// A number.
    #[must_use]
    pub const fn number(number: Dyadic) -> Self {
        Self { number, ups: 0, nimber: 0 }
    }

    /// An infinitesimal `ups·↑ + *nimber`.
    #[must_use]
    pub const fn infinitesimal(ups: i32, nimber: u32) -> Self {
        Self { number: Dyadic::ZERO, ups, nimber }
    }

    /// Whether it is a number.
    #[must_use]
    pub const fn is_number(self) -> bool {
        self.ups == 0 && self.nimber == 0
    }

    /// The sum.
    ///
    /// # Errors
    /// [`FormError::TooLarge`].
    pub fn plus(self, other: Self) -> Result<Self, FormError> {
        Ok(Self {
            number: self.number.plus(other.number)?,
            ups: self.ups.checked_add(other.ups).filter(|u| *u != i32::MIN).ok_or(FormError::TooLarge)?,
            nimber: self.nimber ^ other.nimber,
        })
    }

    /// The negative.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { number: self.number.negated(), ups: -self.ups, nimber: self.nimber }
    }

    /// How the values compare; `None` when they are incomparable. `↑ + *` is fuzzy, every other `n·↑ + *k`, n > 0, is
    /// positive (*Winning Ways*, ch. 3).
    #[must_use]
    pub fn compare(self, other: Self) -> Option<Ordering> {
        let by_number = self.number.cmp(&other.number);
        if by_number != Ordering::Equal {
            return Some(by_number);
        }
        let (ups, nimber) = (i64::from(self.ups) - i64::from(other.ups), self.nimber ^ other.nimber);
        match (ups, nimber) {
            (0, 0) => Some(Ordering::Equal),
            (0, _) | (-1 | 1, 1) => None,
            _ => Some(ups.cmp(&0)),
        }
    }

    /// The length of the longest play of the canonical form.
    #[must_use]
    pub fn birthday(self) -> u64 {
        let (ups, nimber) = (self.ups.unsigned_abs(), self.nimber);
        if ups == 0 {
            return self.number.birthday().saturating_add(nimber.into());
        }
        // Right moves down the ups, each time turning the star; ↑* has one more option than the pattern
        let at_one = nimber ^ ((ups - 1) & 1);
        let below = if at_one == 1 { 1 } else { at_one ^ 1 };
        self.number.birthday().saturating_add(u64::from(ups) + u64::from(below))
    }

    /// How deep a recursion over options goes when numbers are not taken apart.
    #[must_use]
    pub const fn depth(self) -> u32 {
        self.ups.unsigned_abs().saturating_add((self.nimber != 0) as u32)
    }

    /// A player's options of the canonical form.
    ///
    /// # Errors
    /// [`FormError::TooLarge`] for a nimber above 4096.
    pub fn options(self, player: Player) -> Result<Vec<Self>, FormError> {
        let with = |ups: i32, nimber: u32| Self { number: self.number, ups, nimber };
        if self.is_number() {
            let (l, r) = self.number.options()?;
            let own = if player == Player::Left { l } else { r };
            return Ok(own.into_iter().map(Self::number).collect());
        }
        if self.ups == 0 {
            if self.nimber > WIDEST {
                return Err(FormError::TooLarge);
            }
            return Ok((0..self.nimber).map(|k| with(0, k)).collect());
        }
        if (player == Player::Left) == (self.ups > 0) {
            let exception = self.ups.unsigned_abs() == 1 && self.nimber == 1;
            return Ok(if exception { vec![with(0, 0), with(0, 1)] } else { vec![with(0, 0)] });
        }
        if self.ups.unsigned_abs() == 1 && self.nimber == 1 {
            return Ok(vec![with(0, 0)]);
        }
        Ok(vec![with(self.ups - self.ups.signum(), self.nimber ^ 1)])
    }
}

impl PartialOrd for Simple {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By number, then ups, then nimber: an order for listing, not of values.
impl Ord for Simple {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.number, self.ups, self.nimber).cmp(&(other.number, other.ups, other.nimber))
    }
}

impl fmt::Display for Simple {
    /// `3`, `1/2`, `*`, `*2`, `^`, `v`, `^2*3`, `1^*`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.number != Dyadic::ZERO || self.is_number() {
            write!(f, "{}", self.number)?;
        }
        if self.ups != 0 {
            f.write_str(if self.ups > 0 { "^" } else { "v" })?;
            if self.ups.unsigned_abs() > 1 {
                write!(f, "{}", self.ups.unsigned_abs())?;
            }
        }
        match self.nimber {
            0 => Ok(()),
            1 => f.write_str("*"),
            k => write!(f, "*{k}"),
        }
    }
}
