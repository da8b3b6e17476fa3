//! Linear forms in the heap size `n` and one variable `v`, and bounds on `v`.

use crate::ir::lower::Unsupported;

/// `n * size + v * variable + constant`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Linear {
    /// How often the heap size enters.
    pub n: i64,
    /// How often the variable enters.
    pub v: i64,
    /// The constant.
    pub c: i64,
}

const TOO_LARGE: Unsupported = Unsupported("numbers too large for a heap game");
/// Coefficients beyond this have nothing to do with a heap game; small ones make overflow impossible.
const MOST: i64 = 1 << 40;

impl Linear {
    pub(super) const fn constant(c: i64) -> Self {
        Self { n: 0, v: 0, c }
    }

    pub(super) const SIZE: Self = Self { n: 1, v: 0, c: 0 };
    pub(super) const VARIABLE: Self = Self { n: 0, v: 1, c: 0 };

    pub(super) fn plus(self, other: Self) -> Result<Self, Unsupported> {
        Self { n: self.n + other.n, v: self.v + other.v, c: self.c + other.c }.checked()
    }

    pub(super) fn minus(self, other: Self) -> Result<Self, Unsupported> {
        self.plus(other.times(-1)?)
    }

    pub(super) fn times(self, factor: i64) -> Result<Self, Unsupported> {
        let by = |x: i64| x.checked_mul(factor).filter(|y| y.abs() <= MOST).ok_or(TOO_LARGE);
        Ok(Self { n: by(self.n)?, v: by(self.v)?, c: by(self.c)? })
    }

    fn checked(self) -> Result<Self, Unsupported> {
        if [self.n, self.v, self.c].into_iter().all(|x| x.abs() <= MOST) { Ok(self) } else { Err(TOO_LARGE) }
    }

    pub(super) fn as_constant(self) -> Option<i64> {
        (self.n == 0 && self.v == 0).then_some(self.c)
    }
}

/// A condition on `n` and `v`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    /// The form is at least 0.
    NonNegative(Linear),
    /// The form is not 0.
    NotZero(Linear),
    /// Never true.
    Never,
}

impl Condition {
    /// `a <= b`
    pub(super) fn at_most(a: Linear, b: Linear) -> Result<Self, Unsupported> {
        Ok(Self::NonNegative(b.minus(a)?))
    }
}

/// A bound on `v` for large `n`: `floor((n * half + c) / 2)` with `half` 0 (a constant), 1 (half of `n`) or 2 (`n`
/// itself); constants are doubled, so that all three compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(super) struct Bound {
    /// Twice the slope.
    pub half: i64,
    /// Twice the constant (before rounding, when the slope is a half).
    pub c: i64,
}

impl Bound {
    /// The integer that the bound is, as a form without `v`, unless it is half of something.
    pub(super) fn whole(self) -> Option<Linear> {
        match self.half {
            0 | 2 if self.c % 2 == 0 => Some(Linear { n: self.half / 2, v: 0, c: self.c / 2 }),
            _ => None,
        }
    }
}
