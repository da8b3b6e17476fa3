//! Linear forms in the heap's size, what is taken, the heaps left and the variables of a move; conditions on them.

use crate::ir::lower::Unsupported;
use crate::linear::MOST;
use crate::number::gcd;

/// How many unknowns there are.
pub(super) const UNKNOWNS: usize = 12;
/// The heap's size.
pub(super) const SIZE: usize = 0;
/// How much is taken: the size without what is left.
pub(super) const TAKEN: usize = 1;
/// The first of the heaps left.
pub(super) const PART: usize = 2;
/// How many heaps may be left.
pub(super) const MOST_PARTS: usize = 3;
/// The first variable.
pub(super) const VARIABLE: usize = PART + MOST_PARTS;

/// For numbers beyond it.
pub(super) const TOO_LARGE: Unsupported = Unsupported("numbers too large for a heap game");

/// An integer for each unknown, and a constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Form {
    /// The coefficients.
    pub at: [i64; UNKNOWNS],
    /// The constant.
    pub c: i64,
}

impl Form {
    pub(super) const fn constant(c: i64) -> Self {
        Self { at: [0; UNKNOWNS], c }
    }

    pub(super) const fn unknown(index: usize) -> Self {
        let mut at = [0; UNKNOWNS];
        at[index] = 1;
        Self { at, c: 0 }
    }

    pub(super) fn times(self, factor: i64) -> Result<Self, Unsupported> {
        self.combined(factor, Self::constant(0), 0)
    }

    pub(super) fn plus(self, other: Self) -> Result<Self, Unsupported> {
        self.combined(1, other, 1)
    }

    pub(super) fn minus(self, other: Self) -> Result<Self, Unsupported> {
        self.combined(1, other, -1)
    }

    /// `a * self + b * other`
    pub(super) fn combined(self, a: i64, other: Self, b: i64) -> Result<Self, Unsupported> {
        let one = |x: i64, y: i64| {
            let sum = x.checked_mul(a)?.checked_add(y.checked_mul(b)?)?;
            (sum.unsigned_abs() <= MOST.unsigned_abs()).then_some(sum)
        };
        let mut result = Self::constant(one(self.c, other.c).ok_or(TOO_LARGE)?);
        for (to, (x, y)) in result.at.iter_mut().zip(self.at.into_iter().zip(other.at)) {
            *to = one(x, y).ok_or(TOO_LARGE)?;
        }
        Ok(result)
    }

    pub(super) fn as_constant(self) -> Option<i64> {
        self.at.iter().all(|&a| a == 0).then_some(self.c)
    }

    /// The greatest common divisor of the coefficients; 0 for a constant.
    fn content(self) -> i64 {
        self.at.into_iter().fold(0, |g, a| gcd(g, a.unsigned_abs())).cast_signed()
    }

    /// With every coefficient divided by their greatest common divisor, the constant rounded down: at least 0 for the
    /// same integers.
    pub(super) fn reduced(self) -> Self {
        match self.content() {
            0 | 1 => self,
            g => Self { at: self.at.map(|a| a / g), c: self.c.div_euclid(g) },
        }
    }
}

/// A condition on the unknowns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    /// The form is at least 0.
    NonNegative(Form),
    /// The form is 0.
    Zero(Form),
    /// The form is not 0.
    NotZero(Form),
    /// The form is a multiple of a positive number.
    Multiple(Form, i64),
    /// The form is no multiple of a positive number.
    NoMultiple(Form, i64),
}

impl Condition {
    pub(super) const NEVER: Self = Self::NonNegative(Form::constant(-1));

    /// The form that it speaks of.
    pub(super) const fn form(&self) -> &Form {
        match self {
            Self::NonNegative(f) | Self::Zero(f) | Self::NotZero(f) | Self::Multiple(f, _) | Self::NoMultiple(f, _) => {
                f
            }
        }
    }

    /// Whether it holds, if that does not depend on the unknowns.
    pub(super) fn settled(&self) -> Option<bool> {
        let c = self.form().as_constant()?;
        Some(match *self {
            Self::NonNegative(_) => c >= 0,
            Self::Zero(_) => c == 0,
            Self::NotZero(_) => c != 0,
            Self::Multiple(_, q) => c.rem_euclid(q) == 0,
            Self::NoMultiple(_, q) => c.rem_euclid(q) != 0,
        })
    }

    /// The same condition with smaller numbers.
    pub(super) fn reduced(self) -> Self {
        let remainders = |f: Form, q: i64| Form { at: f.at.map(|a| a.rem_euclid(q)), c: f.c.rem_euclid(q) };
        match self {
            Self::NonNegative(f) => Self::NonNegative(f.reduced()),
            Self::Zero(f) | Self::NotZero(f) => {
                let whole = matches!(self, Self::Zero(_));
                let g = f.content();
                if g > 1 && f.c % g != 0 {
                    return if whole { Self::NEVER } else { Self::NonNegative(Form::constant(0)) };
                }
                let f = f.reduced();
                if whole { Self::Zero(f) } else { Self::NotZero(f) }
            }
            Self::Multiple(f, q) => Self::Multiple(remainders(f, q), q),
            Self::NoMultiple(f, q) => Self::NoMultiple(remainders(f, q), q),
        }
    }

    /// With its form replaced by `scale` times it and more: `scale` is positive, and the new form is 0, positive or
    /// negative where the old one is; moduli are scaled as well.
    pub(super) fn with(self, scale: i64, form: Form) -> Result<Self, Unsupported> {
        let modulus = |q: i64| q.checked_mul(scale).filter(|q| *q <= MOST).ok_or(TOO_LARGE);
        let same = match self {
            Self::NonNegative(_) => Self::NonNegative(form),
            Self::Zero(_) => Self::Zero(form),
            Self::NotZero(_) => Self::NotZero(form),
            Self::Multiple(_, q) => Self::Multiple(form, modulus(q)?),
            Self::NoMultiple(_, q) => Self::NoMultiple(form, modulus(q)?),
        };
        Ok(same.reduced())
    }
}
