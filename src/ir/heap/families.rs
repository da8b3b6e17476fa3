//! From families of moves to what may be removed.

use std::collections::BTreeMap;

use super::linear::{Bound, Condition, Linear};
use super::{HeapShape, Leaves};
use crate::ir::lower::Unsupported;

/// Moves of one form: the heaps that are left, for every `v` (if any) that the conditions allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Family {
    /// The heaps left.
    pub parts: Vec<Linear>,
    /// Conditions on `n` and `v`.
    pub conditions: Vec<Condition>,
    /// There is a variable.
    pub has_variable: bool,
}

/// A range of `v` with both ends constant, or both a constant away from `n`, is written out when at most this wide.
const FEW: i64 = 4096;

/// What the families say of large heaps.
pub(super) fn shape(families: &[Family]) -> Result<HeapShape, Unsupported> {
    let mut shape = HeapShape { from: stable_from(families), ..HeapShape::default() };
    for family in families {
        if family.has_variable { variable(family, &mut shape)? } else { fixed(family, &mut shape)? }
    }
    except_again(&mut shape);
    Ok(shape)
}

/// A heap size from which every two bounds keep their order: forms have slopes 0, 1/2, 1, ... and constants up to the
/// greatest that occurs, so two that differ in slope have crossed by four times that.
fn stable_from(families: &[Family]) -> u64 {
    let mut greatest = 1i64;
    for family in families {
        for part in &family.parts {
            greatest = greatest.max(part.c.abs());
        }
        for condition in &family.conditions {
            if let Condition::NonNegative(l) | Condition::NotZero(l) = condition {
                greatest = greatest.max(l.c.abs());
            }
        }
    }
    greatest.unsigned_abs() * 8 + 16
}

/// Moves without a variable: conditions on `n` alone, settled for large `n`.
fn fixed(family: &Family, shape: &mut HeapShape) -> Result<(), Unsupported> {
    for condition in &family.conditions {
        let l = match condition {
            Condition::Never => return Ok(()),
            Condition::NonNegative(l) => l,
            Condition::NotZero(l) if l.v == 0 && l.n != 0 => continue,
            Condition::NotZero(l) if l.as_constant().is_some_and(|c| c != 0) => continue,
            Condition::NotZero(_) => return Ok(()),
        };
        if l.v != 0 {
            return Err(Unsupported("a condition on an unbound variable"));
        }
        if l.n < 0 || l.n == 0 && l.c < 0 {
            return Ok(());
        }
    }
    leave(&family.parts, shape)
}

/// Adds the move that leaves these heaps, of sizes without a variable.
fn leave(parts: &[Linear], shape: &mut HeapShape) -> Result<(), Unsupported> {
    let mut left = Vec::new();
    for part in parts {
        match (part.n, part.c) {
            (0, 0) => {}
            (1, c) if c <= 0 => left.push(c.unsigned_abs()),
            _ => return Err(Unsupported("a move leaves a heap of a fixed size, or a larger one")),
        }
    }
    match left[..] {
        [removed] => {
            shape.removals.entry(removed).or_default().one = true;
            Ok(())
        }
        [] => Err(Unsupported("a large heap may vanish at once")),
        _ => Err(Unsupported("a move leaves more than it takes")),
    }
}

/// Moves with a variable.
fn variable(family: &Family, shape: &mut HeapShape) -> Result<(), Unsupported> {
    let Some(range) = Range::of(&family.conditions)? else { return Ok(()) };
    if let (Some(low), Some(high)) = (range.low.whole(), range.high.whole())
        && low.n == high.n
    {
        return few(family, low, high, &range.missing, shape);
    }
    let parts: Vec<Linear> = family.parts.iter().copied().filter(|p| *p != Linear::constant(0)).collect();
    match parts[..] {
        [part] => single(part, &range, shape),
        [a, b] => pair(a, b, &range, shape),
        _ => Err(Unsupported("a move leaves three heaps or more")),
    }
}

/// Few values of `v`, one by one.
fn few(
    family: &Family,
    low: Linear,
    high: Linear,
    missing: &[Linear],
    shape: &mut HeapShape,
) -> Result<(), Unsupported> {
    if high.c - low.c > FEW {
        return Err(Unsupported("a range of more than 4096 removals"));
    }
    for c in low.c..=high.c {
        let v = Linear { n: low.n, v: 0, c };
        if missing.contains(&v) {
            continue;
        }
        let put = |p: &Linear| Linear { n: p.n, v: 0, c: p.c }.plus(v.times(p.v)?);
        let parts = family.parts.iter().map(put).collect::<Result<Vec<_>, _>>()?;
        leave(&parts, shape)?;
    }
    Ok(())
}

/// One heap is left, of a size that depends on `v`: all removals from some number on.
fn single(part: Linear, range: &Range, shape: &mut HeapShape) -> Result<(), Unsupported> {
    // The removal t = n - part as a form; v runs from a constant to a constant below n, or conversely.
    let removed = Linear::SIZE.minus(part)?;
    let ends = range.low.whole().zip(range.high.whole());
    let (low, high) = ends.ok_or(Unsupported("removals up to half of the heap"))?;
    let at = |v: Linear| Linear { n: removed.n, v: 0, c: removed.c }.plus(v.times(removed.v)?);
    let (mut first, mut last) = (at(low)?, at(high)?);
    if removed.v.abs() != 1 {
        return Err(Unsupported("removals with gaps"));
    }
    if removed.v < 0 {
        (first, last) = (last, first);
    }
    let least = first.as_constant().and_then(|c| u64::try_from(c).ok());
    let least = least.ok_or(Unsupported("removals that begin with the heap's size"))?;
    // Whether the last token may go is a matter of small remainders; an empty heap and none are the same.
    if last.n != 1 || !(-1..=0).contains(&last.c) || last.c == -1 {
        return Err(Unsupported("removals that end early"));
    }
    let mut except = Vec::new();
    for v in &range.missing {
        let t = at(*v)?.as_constant().and_then(|c| u64::try_from(c).ok());
        except.push(t.ok_or(Unsupported("an exception that depends on the heap's size"))?);
    }
    if shape.any_from.is_some() {
        return Err(Unsupported("two unbounded families of removals"));
    }
    shape.any_from = Some(least);
    shape.except = except;
    Ok(())
}

/// Two heaps are left: `v` and the rest.
fn pair(a: Linear, b: Linear, range: &Range, shape: &mut HeapShape) -> Result<(), Unsupported> {
    let sum = a.plus(b)?;
    if sum.v != 0 || sum.n != 1 || sum.c > 0 {
        return Err(Unsupported("a split that does not use up the heap"));
    }
    let removed = sum.c.unsigned_abs();
    // Write the pair as (x, n - t - x) with x = a or b, whichever is v plus a constant.
    let shift = if a.v == 1 && a.n == 0 {
        a.c
    } else if b.v == 1 && b.n == 0 {
        b.c
    } else {
        return Err(Unsupported("a split by a multiple"));
    };
    let (low, high) = (range.low.shift(shift), range.high.shift(shift));
    // Twice the distance of the far end from n - t, and of a half end from (n - t) / 2.
    let total = 2 * i64::try_from(removed).map_err(|_| Unsupported("too many tokens"))?;
    let split = match (low.half, high.half) {
        (0, 2) => Split::ends(low.c / 2, -(high.c + total) / 2),
        // x <= (n - t + e) / 2: with e >= 0 every pair, with e = -1 every unequal one.
        (0, 1) => Split::half(low.c / 2, high.c + total / 2),
        // x >= (n - t + e) / 2, rounded up (as -floor(-x)): e <= 0 every pair, e = 1 every unequal one.
        (1, 2) => Split::half(-(high.c + total) / 2, -(low.c + total / 2)),
        _ => None,
    };
    let split = split.ok_or(Unsupported("a split with gaps"))?;
    let equal_missing = missing_middle(range, shift, removed)?;
    let leaves = shape.removals.entry(removed).or_default();
    if split.with_empty {
        leaves.one = true;
    }
    if split.unequal || equal_missing {
        leaves.unequal = true
    } else {
        leaves.two = true
    }
    Ok(())
}

/// Whether the one exception is the middle: `2 * x != n - t`.
fn missing_middle(range: &Range, shift: i64, removed: u64) -> Result<bool, Unsupported> {
    let removed = i64::try_from(removed).map_err(|_| Unsupported("too many tokens"))?;
    match range.gaps[..] {
        [] if range.missing.is_empty() => Ok(false),
        // gap: k * v + n * m + c != 0
        [gap] if range.missing.is_empty() => {
            let same = |l: Linear| l.v == 2 && l.n == -1 && l.c - 2 * shift == removed;
            let negated = gap.times(-1)?;
            if same(gap) || same(negated) { Ok(true) } else { Err(Unsupported("a split with a gap")) }
        }
        _ => Err(Unsupported("a split with gaps")),
    }
}

/// Which pairs `(x, n - t - x)` a range of `x` gives.
struct Split {
    /// One part may be empty.
    with_empty: bool,
    /// Only parts of different sizes.
    unequal: bool,
}

impl Split {
    /// From `low` to `n - t - far`.
    fn ends(low: i64, far: i64) -> Option<Self> {
        (low == far && (0..=1).contains(&low)).then_some(Self { with_empty: low == 0, unequal: false })
    }

    /// From `low` to `(n - t + e) / 2`.
    fn half(low: i64, e: i64) -> Option<Self> {
        let unequal = match e {
            -1 => true,
            // Beyond the middle the pairs repeat; two steps beyond could pass the far end for no large heap.
            0..=2 => false,
            _ => return None,
        };
        (0..=1).contains(&low).then_some(Self { with_empty: low == 0, unequal })
    }
}

/// The values of `v` for large `n`.
struct Range {
    low: Bound,
    high: Bound,
    /// Values that are left out, as forms without `v`.
    missing: Vec<Linear>,
    /// Conditions `k v + m n + c != 0` that leave out something else.
    gaps: Vec<Linear>,
}

impl Range {
    /// `None` when no large heap has such a move.
    fn of(conditions: &[Condition]) -> Result<Option<Self>, Unsupported> {
        let (mut low, mut high): (Option<Bound>, Option<Bound>) = (None, None);
        let (mut missing, mut gaps) = (Vec::new(), Vec::new());
        for condition in conditions {
            match *condition {
                Condition::Never => return Ok(None),
                Condition::NonNegative(l) if l.v == 0 => {
                    if l.n < 0 || l.n == 0 && l.c < 0 {
                        return Ok(None);
                    }
                }
                Condition::NonNegative(l) if l.v > 0 => {
                    // v >= -(n l.n + l.c) / l.v, rounded up; a negative slope bounds nothing for large n.
                    let bound = Bound::quotient(-l.n, -l.c, l.v)?;
                    low = Some(low.map_or(bound, |b| b.max(bound)));
                }
                Condition::NonNegative(l) => {
                    let bound = Bound::quotient(l.n, l.c, -l.v)?;
                    high = Some(high.map_or(bound, |b| b.min(bound)));
                }
                Condition::NotZero(l) if l.v == 0 => {
                    if l.n == 0 && l.c == 0 {
                        return Ok(None);
                    }
                }
                Condition::NotZero(l) if l.v.abs() == 1 => {
                    missing.push(Linear { n: -l.n * l.v, v: 0, c: -l.c * l.v });
                }
                Condition::NotZero(l) => gaps.push(l),
            }
        }
        let (low, high) = low.zip(high).ok_or(Unsupported("a variable without bounds"))?;
        if (low.half, low.c) > (high.half, high.c) {
            return Ok(None);
        }
        Ok(Some(Self { low, high, missing, gaps }))
    }
}

impl Bound {
    /// `(n * a + c) / by` as a bound.
    fn quotient(a: i64, c: i64, by: i64) -> Result<Self, Unsupported> {
        let half = match by {
            1 => 2 * a,
            2 => a,
            _ => return Err(Unsupported("a bound that is a third of the heap or less")),
        };
        if !(0..=2).contains(&half) {
            // A bound below every constant, or above the heap itself, for large heaps.
            return Err(Unsupported("a bound that grows faster than the heap, or falls"));
        }
        Ok(Self { half, c: if by == 1 { 2 * c } else { c } })
    }

    fn shift(self, by: i64) -> Self {
        Self { half: self.half, c: self.c + 2 * by }
    }
}

/// Removals that a fixed move allows are no exceptions.
fn except_again(shape: &mut HeapShape) {
    let one: BTreeMap<u64, Leaves> = shape.removals.clone();
    shape.except.retain(|t| !one.get(t).is_some_and(|l| l.one));
    shape.except.sort_unstable();
    shape.except.dedup();
}
