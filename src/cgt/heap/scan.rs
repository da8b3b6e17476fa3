//! Octal games by scanning all splits: quadratic, but many lanes at a time.
//!
//! The first splits are marked one by one; then the least unmarked value is looked for among all the others, which is one
//! comparison for every lane, until one is not there.

use super::bits::{Bits, Lane, Marks, any_split};
use super::octal::Rules;

/// Grundy value of a heap of `g.len()`; `W` words hold every nim-sum of two values so far, and twice that.
pub(super) fn value<T: Lane, const W: usize>(g: &[T], rules: &Rules, largest: usize) -> usize {
    let n = g.len();
    let mut seen = Bits::<W>::EMPTY;
    rules.mark_single(g, &mut seen);
    let marked = (16 * largest).max(64);
    let splits = || rules.breaks.iter().filter(|&&t| t < n).map(|&t| n - t);
    let mut marks = Marks::<W>::EMPTY;
    for rest in splits() {
        let end = rules.last_split(rest).min(marked);
        if W == 1 {
            each_split(g, rest, 1, end, |value| seen.set(value));
        } else {
            each_split(g, rest, 1, end, |value| marks.set(value));
        }
    }
    marks.collect(&mut seen);
    let mut candidate = 0;
    loop {
        candidate = seen.least_missing(&Bits([u64::MAX; W]), candidate, 64 * W).unwrap_or(64 * W);
        let Some(wanted) = T::of(candidate) else { return candidate };
        let hit = splits().any(|rest| has_split(g, rest, marked + 1, rules.last_split(rest), wanted));
        if !hit {
            return candidate;
        }
        candidate += 1;
    }
}

/// The values of the splits of `rest` into `a` and `rest - a`, for `a` in `from..=to`.
#[inline]
pub(super) fn each_split<T: Lane>(g: &[T], rest: usize, from: usize, to: usize, mut visit: impl FnMut(usize)) {
    if from > to {
        return;
    }
    let (small, large) = (&g[from..=to], &g[rest - to..=rest - from]);
    for (&a, &b) in small.iter().zip(large.iter().rev()) {
        visit((a ^ b).index());
    }
}

/// Whether a split of `rest` into `a` and `rest - a`, for `a` in `from..=to`, has the wanted value.
#[inline]
pub(super) fn has_split<T: Lane>(g: &[T], rest: usize, from: usize, to: usize, wanted: T) -> bool {
    from <= to && any_split(&g[from..=to], &g[rest - to..=rest - from], wanted)
}
