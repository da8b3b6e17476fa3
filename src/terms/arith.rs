//! Operators on small integers.

use crate::syntax::ast::BinaryOp;

/// Whether [`small`] knows an operator.
#[must_use]
pub fn has_small(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::FloorDiv
            | BinaryOp::Mod
            | BinaryOp::Xor
            | BinaryOp::Union
            | BinaryOp::Intersection
            | BinaryOp::Pow
    )
}

/// The result for small integers, unless it is rare or does not fit.
#[inline]
#[must_use]
pub fn small(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        BinaryOp::Add => a.checked_add(b)?,
        BinaryOp::Sub => a.checked_sub(b)?,
        BinaryOp::Mul => a.checked_mul(b)?,
        BinaryOp::FloorDiv if b > 0 => a.div_euclid(b),
        BinaryOp::Mod if b > 0 => a.rem_euclid(b),
        BinaryOp::Pow if b >= 0 => a.checked_pow(u32::try_from(b).ok()?)?,
        BinaryOp::Xor if a >= 0 && b >= 0 => a ^ b,
        BinaryOp::Union if a >= 0 && b >= 0 => a | b,
        BinaryOp::Intersection if a >= 0 && b >= 0 => a & b,
        _ => return None,
    })
}
