//! Conditions without one of their variables: what follows for every value of it.

use super::affine::{mentions, substitute};
use super::fold;
use super::program::{Expr, ExprKind, Op, Reg};
use super::tighten::{LONG, size};
use super::trend::{Trend, trend};

/// A variable with the least and the greatest value that it takes.
pub(super) type Range<'a> = (Reg, &'a Expr, &'a Expr);

/// A condition that follows from another for every value of one variable, and does not mention it.
pub(super) fn relaxed(condition: &Expr, range: Range<'_>) -> Option<Expr> {
    if !mentions(condition, &|r| r == range.0) {
        return Some(condition.clone());
    }
    match &*condition.kind {
        ExprKind::Binary(op @ (Op::Le | Op::Lt), a, b) => {
            fold::binary(*op, bound(a, range, false)?, bound(b, range, true)?).ok()
        }
        _ => None,
    }
}

/// A bound of an expression, from above or below, that does not mention a variable: its value at one end where it is
/// monotone.
fn bound(e: &Expr, range: Range<'_>, above: bool) -> Option<Expr> {
    let (reg, low, high) = range;
    let end = match trend(e, reg) {
        Trend::Constant => return Some(e.clone()),
        Trend::Rises => Some(if above { high } else { low }),
        Trend::Falls => Some(if above { low } else { high }),
        Trend::Unknown => None,
    };
    let at_end = end.and_then(|end| substitute(e, &|r| (r == reg).then(|| end.clone())));
    if let Some(at_end) = at_end.filter(|e| size(e) <= LONG) {
        return Some(at_end);
    }
    match &*e.kind {
        ExprKind::Binary(op @ (Op::Add | Op::Min | Op::Max), a, b) => {
            fold::binary(*op, bound(a, range, above)?, bound(b, range, above)?).ok()
        }
        ExprKind::Binary(Op::Sub, a, b) => {
            fold::binary(Op::Sub, bound(a, range, above)?, bound(b, range, !above)?).ok()
        }
        _ => Some(Expr::constant(if above { e.interval.high } else { e.interval.low })),
    }
}
