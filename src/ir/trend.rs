//! How expressions change while one register grows: what is monotone needs to be tried at its ends only.

use super::affine::mentions;
use super::program::{Expr, ExprKind, Op, Reg};

/// How a number changes while a register grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trend {
    Constant,
    Rises,
    Falls,
    Unknown,
}

impl Trend {
    /// Of the number with the other sign, or of the negated condition.
    pub fn flipped(self) -> Self {
        match self {
            Self::Rises => Self::Falls,
            Self::Falls => Self::Rises,
            other => other,
        }
    }

    /// Of an operation that rises with both operands.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Constant, t) | (t, Self::Constant) => t,
            (a, b) if a == b => a,
            _ => Self::Unknown,
        }
    }
}

/// How an expression changes while a register grows and all others stay.
pub(super) fn trend(e: &Expr, reg: Reg) -> Trend {
    if !mentions(e, &|r| r == reg) {
        return Trend::Constant;
    }
    match &*e.kind {
        ExprKind::Reg(_) => Trend::Rises,
        ExprKind::Binary(op, a, b) => {
            let (x, y) = (trend(a, reg), trend(b, reg));
            match op {
                Op::Add | Op::Min | Op::Max => x.and(y),
                Op::Sub => x.and(y.flipped()),
                Op::AddCapped | Op::MulCapped => x.and(y),
                Op::Shl if e.interval.low >= 0 && e.interval.high < i64::MAX => x.and(y),
                Op::Mul if a.interval.low >= 0 && b.interval.low >= 0 => x.and(y),
                Op::FloorDiv if y == Trend::Constant => x,
                Op::FloorDiv if a.interval.low >= 0 && b.interval.low >= 1 => x.and(y.flipped()),
                Op::Lt | Op::Le => x.flipped().and(y),
                Op::Xor if b.as_constant() == Some(1) && a.interval.low >= 0 && a.interval.high <= 1 => x.flipped(),
                _ => Trend::Unknown,
            }
        }
        ExprKind::Select(c, a, b) => {
            let (condition, x, y) = (trend(c, reg), trend(a, reg), trend(b, reg));
            let truth = |e: &Expr| e.interval.low >= 0 && e.interval.high <= 1;
            if condition == Trend::Constant {
                x.and(y)
            } else if truth(c) && (b.as_constant() == Some(0) && truth(a) || a.as_constant() == Some(1) && truth(b)) {
                condition.and(x).and(y)
            } else {
                Trend::Unknown
            }
        }
        ExprKind::Sqrt(a) => trend(a, reg),
        _ => Trend::Unknown,
    }
}
