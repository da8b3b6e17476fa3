//! Octal games by scanning all splits: quadratic, but many lanes at a time.
//!
//! The first splits are marked one by one; then the least unmarked value is looked for among all the others, which is one
//! comparison for every lane, until one is not there.

use super::bits::{Bits, Lane, any_split};
use super::octal::Rules;

/// Grundy value of a heap of `g.len()`; `W` words hold every nim-sum of two values so far, and twice that.
pub(super) fn value<T: Lane, const W: usize>(g: &[T], rules: &Rules, largest: usize) -> usize {
    let n = g.len();
    let mut seen = Bits::<W>::EMPTY;
    rules.mark_single(g, &mut seen);
    let marked = (16 * largest).max(64);
    for &t in rules.breaks.iter().filter(|&&t| t < n) {
        let end = rules.last_split(n - t).min(marked);
        mark_splits(&mut seen, g, n - t, 1, end);
    }
    let mut candidate = 0;
    loop {
        candidate = seen.least_missing(&Bits([u64::MAX; W]), candidate, 64 * W).unwrap_or(64 * W);
        let Some(wanted) = T::of(candidate) else { return candidate };
        let hit = rules
            .breaks
            .iter()
            .filter(|&&t| t < n)
            .any(|&t| has_split(g, n - t, marked + 1, rules.last_split(n - t), wanted));
        if !hit {
            return candidate;
        }
        candidate += 1;
    }
}

/// Marks the values of the splits of `rest` into `a` and `rest - a`, for `a` in `from..=to`.
#[inline]
pub(super) fn mark_splits<T: Lane, const W: usize>(seen: &mut Bits<W>, g: &[T], rest: usize, from: usize, to: usize) {
    if from > to {
        return;
    }
    let (small, large) = (&g[from..=to], &g[rest - to..=rest - from]);
    for (&a, &b) in small.iter().zip(large.iter().rev()) {
        seen.set((a ^ b).index());
    }
}

/// Whether a split of `rest` into `a` and `rest - a`, for `a` in `from..=to`, has the wanted value.
#[inline]
pub(super) fn has_split<T: Lane>(g: &[T], rest: usize, from: usize, to: usize, wanted: T) -> bool {
    from <= to && any_split(&g[from..=to], &g[rest - to..=rest - from], wanted)
}
