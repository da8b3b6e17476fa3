//! Making expressions: constants folded, intervals kept, overflow ruled out.

use std::sync::Arc;

use super::lower::Unsupported;
use super::program::{Expr, ExprKind, Interval, Op, Reg};

impl Expr {
    /// A constant.
    #[must_use]
    pub fn constant(n: i64) -> Self {
        Self { kind: Arc::new(ExprKind::Const(n)), interval: Interval::new(n, n) }
    }

    /// A register that holds values of an interval.
    #[must_use]
    pub fn reg(reg: Reg, interval: Interval) -> Self {
        Self { kind: Arc::new(ExprKind::Reg(reg)), interval }
    }

    /// The value, if it is a constant.
    #[must_use]
    pub fn as_constant(&self) -> Option<i64> {
        match *self.kind {
            ExprKind::Const(n) => Some(n),
            _ => None,
        }
    }

    fn with(kind: ExprKind, interval: Interval) -> Self {
        Self { kind: Arc::new(kind), interval }
    }
}

fn too_large() -> Unsupported {
    Unsupported("numbers may pass 64 bits")
}

/// The interval of a sum, difference or product, or an error when it may overflow.
fn arithmetic(op: Op, a: Interval, b: Interval) -> Result<Interval, Unsupported> {
    let f = |x: i64, y: i64| match op {
        Op::Add => x.checked_add(y),
        Op::Sub => x.checked_sub(y),
        _ => x.checked_mul(y),
    };
    let mut low = i64::MAX;
    let mut high = i64::MIN;
    for (x, y) in [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)] {
        let value = f(x, y).ok_or_else(too_large)?;
        low = low.min(value);
        high = high.max(value);
    }
    Ok(Interval::new(low, high))
}

/// The least all-ones number that is at least `n`.
fn ones(n: i64) -> i64 {
    if n <= 0 { 0 } else { i64::MAX >> n.leading_zeros().saturating_sub(1) }
}

/// What an operator's result can be.
fn interval_of(op: Op, a: Interval, b: Interval) -> Result<Interval, Unsupported> {
    let naturals = a.low >= 0 && b.low >= 0;
    Ok(match op {
        Op::Add | Op::Sub | Op::Mul => arithmetic(op, a, b)?,
        Op::AddCapped if naturals => Interval::new(a.low.saturating_add(b.low), a.high.saturating_add(b.high)),
        Op::MulCapped if naturals => Interval::new(a.low.saturating_mul(b.low), a.high.saturating_mul(b.high)),
        Op::AddCapped | Op::MulCapped => return Err(too_large()),
        Op::FloorDiv if b.low >= 1 => {
            let ends = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
            let quotients = ends.map(|(x, y)| x.div_euclid(y));
            Interval::new(quotients.into_iter().min().unwrap_or(0), quotients.into_iter().max().unwrap_or(0))
        }
        Op::Mod if b.low >= 1 => {
            let high = if a.low >= 0 { a.high.min(b.high - 1) } else { b.high - 1 };
            Interval::new(0, high)
        }
        Op::FloorDiv | Op::Mod => return Err(Unsupported("a divisor may be zero or negative")),
        Op::Min => Interval::new(a.low.min(b.low), a.high.min(b.high)),
        Op::Max => Interval::new(a.low.max(b.low), a.high.max(b.high)),
        Op::And if naturals => Interval::new(0, a.high.min(b.high)),
        // Whatever the other one is: it adds no bits.
        Op::And if a.low >= 0 => Interval::new(0, a.high),
        Op::And if b.low >= 0 => Interval::new(0, b.high),
        Op::Or | Op::Xor if naturals => Interval::new(0, ones(a.high.max(b.high))),
        Op::AndNot if a.low >= 0 => Interval::new(0, a.high),
        Op::Shl if naturals && b.high <= 62 && a.high <= i64::MAX >> b.high => {
            Interval::new(a.low << b.low, a.high << b.high)
        }
        Op::And | Op::Or | Op::Xor | Op::AndNot | Op::Shl => Interval::MASK,
        Op::Shr if a.low >= 0 || b.low >= 1 => Interval::new(0, i64::MAX),
        Op::Shr => Interval::MASK,
        Op::Eq | Op::Ne | Op::Lt | Op::Le => {
            let known = match op {
                Op::Lt if a.high < b.low => Some(1),
                Op::Lt if a.low >= b.high => Some(0),
                Op::Le if a.high <= b.low => Some(1),
                Op::Le if a.low > b.high => Some(0),
                Op::Eq if a.high < b.low || b.high < a.low => Some(0),
                Op::Ne if a.high < b.low || b.high < a.low => Some(1),
                _ => None,
            };
            known.map_or(Interval::BOOL, |k| Interval::new(k, k))
        }
        Op::Call(function) => function.interval(a, b)?,
    })
}

/// The value of an expression over registers; as deep as it nests.
#[must_use]
pub fn eval(e: &Expr, registers: &[i64]) -> i64 {
    match &*e.kind {
        ExprKind::Const(n) => *n,
        ExprKind::Reg(reg) => registers[reg.0 as usize],
        ExprKind::Binary(op, a, b) => apply(*op, eval(a, registers), eval(b, registers)),
        ExprKind::Popcount(a) => i64::from(eval(a, registers).count_ones()),
        ExprKind::TrailingZeros(a) => i64::from(eval(a, registers).trailing_zeros()),
        ExprKind::Sqrt(a) => eval(a, registers).max(0).isqrt(),
        ExprKind::Select(condition, then, otherwise) => {
            eval(if eval(condition, registers) != 0 { then } else { otherwise }, registers)
        }
        ExprKind::Lookup(table, index) => {
            usize::try_from(eval(index, registers)).ok().and_then(|i| table.get(i)).unwrap_or(0)
        }
    }
}

/// Computes an operator on constants; the same meaning as the machine's.
#[must_use]
pub fn apply(op: Op, a: i64, b: i64) -> i64 {
    match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::AddCapped => a.saturating_add(b),
        Op::MulCapped => a.saturating_mul(b),
        Op::FloorDiv => a.div_euclid(b),
        Op::Mod => a.rem_euclid(b),
        Op::Min => a.min(b),
        Op::Max => a.max(b),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::AndNot => a & !b,
        Op::Shl => a << (b & 63),
        Op::Shr => (a.cast_unsigned() >> (b & 63)).cast_signed(),
        Op::Eq => i64::from(a == b),
        Op::Ne => i64::from(a != b),
        Op::Lt => i64::from(a < b),
        Op::Le => i64::from(a <= b),
        Op::Call(function) => function.call()(a, b),
    }
}

/// An operator, folded where its operands or their intervals allow.
///
/// # Errors
/// [`Unsupported`] when it may overflow or divide by zero.
pub(super) fn binary(op: Op, a: Expr, b: Expr) -> Result<Expr, Unsupported> {
    let interval = interval_of(op, a.interval, b.interval)?;
    if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
        return Ok(Expr::constant(apply(op, x, y)));
    }
    if matches!(op, Op::Eq | Op::Ne | Op::Lt | Op::Le)
        && let Some(known) = interval.single()
    {
        return Ok(Expr::constant(known));
    }
    let (x, y) = (a.as_constant(), b.as_constant());
    if let (Op::Mod, Some(n)) = (op, x.filter(|n| *n < 0 && n.checked_neg().is_some_and(|n| b.interval.low >= n))) {
        return binary(Op::Add, b, Expr::constant(n));
    }
    let same = match op {
        Op::Add | Op::Or | Op::Xor if x == Some(0) => Some(b.clone()),
        Op::Add | Op::Sub | Op::Or | Op::Xor | Op::AndNot | Op::Shl | Op::Shr if y == Some(0) => Some(a.clone()),
        Op::Mul | Op::FloorDiv if y == Some(1) => Some(a.clone()),
        Op::Mul if x == Some(1) => Some(b.clone()),
        Op::And | Op::Mul if x == Some(0) || y == Some(0) => Some(Expr::constant(0)),
        Op::Mod if a.interval.low >= 0 && a.interval.high < b.interval.low => Some(a.clone()),
        Op::Min if a.interval.high <= b.interval.low => Some(a.clone()),
        Op::Min if b.interval.high <= a.interval.low => Some(b.clone()),
        Op::Max if a.interval.low >= b.interval.high => Some(a.clone()),
        Op::Max if b.interval.low >= a.interval.high => Some(b.clone()),
        _ => None,
    };
    Ok(same.unwrap_or_else(|| Expr::with(ExprKind::Binary(op, a, b), interval)))
}

/// `condition ? then : otherwise`, folded.
#[must_use]
pub(super) fn select(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    match condition.as_constant() {
        Some(0) => otherwise,
        Some(_) => then,
        None => {
            let interval = then.interval.join(otherwise.interval);
            Expr::with(ExprKind::Select(condition, then, otherwise), interval)
        }
    }
}

/// `not condition`, for a condition that is 0 or 1.
#[must_use]
pub(super) fn not(condition: Expr) -> Expr {
    match condition.as_constant() {
        Some(n) => Expr::constant(i64::from(n == 0)),
        None => Expr::with(ExprKind::Binary(Op::Xor, condition, Expr::constant(1)), Interval::BOOL),
    }
}

/// The number of bits set, at most `most`.
#[must_use]
pub(super) fn popcount(mask: Expr, most: i64) -> Expr {
    match mask.as_constant() {
        Some(n) => Expr::constant(i64::from(n.count_ones())),
        None => Expr::with(ExprKind::Popcount(mask), Interval::new(0, most)),
    }
}

/// The number of zeros below the lowest bit set; 64 for 0.
#[must_use]
pub(super) fn trailing_zeros(e: Expr) -> Expr {
    match e.as_constant() {
        Some(n) => Expr::constant(n.trailing_zeros().into()),
        None => Expr::with(ExprKind::TrailingZeros(e), Interval::new(0, 64)),
    }
}

/// The square root rounded down.
///
/// # Errors
/// [`Unsupported`] when the operand may be negative, or too large.
pub(super) fn sqrt(e: Expr) -> Result<Expr, Unsupported> {
    let Interval { low, high } = e.interval;
    if low < 0 || high >= 1 << 62 {
        return Err(Unsupported("a square root of what may be negative or too large"));
    }
    Ok(match e.as_constant() {
        Some(n) => Expr::constant(n.isqrt()),
        None => Expr::with(ExprKind::Sqrt(e), Interval::new(low.isqrt(), high.isqrt())),
    })
}

/// An entry of a table; the caller has proved the index to lie within it.
#[must_use]
pub(super) fn lookup(table: &Arc<super::table::Table>, index: Expr) -> Expr {
    if let Some(entry) = index.as_constant().and_then(|i| table.get(usize::try_from(i).ok()?)) {
        return Expr::constant(entry);
    }
    let (low, high) = table.ends();
    Expr::with(ExprKind::Lookup(Arc::clone(table), index), Interval::new(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_covers_its_argument_and_is_all_ones() {
        for n in [0, 1, 2, 3, 4, 7, 8, 1000, i64::MAX] {
            let o = ones(n);
            assert!(o >= n && (o & o.wrapping_add(1)) == 0, "{n}: {o}");
            assert!(o == 0 || o / 2 < n, "{n}: {o} is not the least");
        }
    }

    #[test]
    fn overflow_is_refused_not_wrapped() {
        let big = Expr::reg(Reg(0), Interval::new(0, i64::MAX));
        assert!(binary(Op::Add, big.clone(), Expr::constant(1)).is_err());
        assert!(binary(Op::Mul, big.clone(), Expr::constant(2)).is_err());
        assert!(binary(Op::Mod, big, Expr::constant(0)).is_err());
    }
}
