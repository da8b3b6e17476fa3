//! Splits that leave a rare heap, for a block of consecutive heaps at once: for each rare heap, the other heap's values
//! stand next to each other.

use std::ops::Range;

use super::bits::Lane;

/// Heaps in a block.
const HEAPS: usize = 16;

/// Nim-sums of values below this are marked, ...
const MOST: usize = 128;
/// ... in sets of so many words.
const WORDS: usize = MOST / 64;

/// For each heap of a block a set of values.
type Sets<const W: usize> = [[u64; HEAPS]; W];

/// What is known about the options of a block of heaps before the first of them is computed.
pub(super) struct Block {
    start: usize,
    /// The values of splits with the rare heaps that were looked at.
    seen: Sets<WORDS>,
    /// Which these are, by their number among the rare heaps: two ranges, ascending.
    looked_at: [Range<usize>; 2],
}

impl Block {
    /// Nothing is known about the heaps from `start` on.
    fn unknown(start: usize) -> Self {
        Self { start, seen: [[0; HEAPS]; WORDS], looked_at: [0..0, 0..0] }
    }

    /// Whether it speaks of a heap.
    pub fn has(&self, n: usize) -> bool {
        (self.start..self.start + HEAPS).contains(&n)
    }

    /// The values that are options of a heap of the block, as words of a set.
    pub fn seen(&self, n: usize) -> [u64; WORDS] {
        let at = (n - self.start) % HEAPS;
        std::array::from_fn(|word| self.seen[word][at])
    }

    /// The rare heaps that are still to be looked at, of those below a number.
    pub fn left(&self, below: usize) -> [Range<usize>; 3] {
        let [first, second] = &self.looked_at;
        [0..first.start.min(below), first.end..second.start, second.end..below]
    }

    /// Looks at a block of heaps after amounts have been taken from them: at all splits that leave a rare heap and a heap
    /// whose value is known before the block. `rares` are the rare heaps with their values, ascending; no value is above
    /// `largest`. With `unequal`, rare heaps that may be half of what is left are not looked at.
    pub fn new<T: Lane>(g: &[T], amounts: &[usize], rares: &[(usize, usize)], largest: usize, unequal: bool) -> Self {
        let start = g.len();
        let mut block = Self::unknown(start);
        let (Some(least), Some(most)) = (amounts.iter().min(), amounts.iter().max()) else { return block };
        let Some(last) = start.checked_sub(most + 1).filter(|_| largest < MOST) else { return block };
        let from = |heap: usize| rares.partition_point(|rare| rare.0 < heap);
        // Beside a heap of HEAPS or more, what is left is smaller than the first heap of the block.
        let (first, end) = (from(HEAPS), from(last + 1));
        if first >= end {
            return block;
        }
        block.looked_at = [first..end, end..end];
        if unequal {
            let halves = from(last.div_ceil(2))..from((start + HEAPS - least) / 2 + 1);
            block.looked_at = [first..halves.start.clamp(first, end), halves.end.clamp(first, end)..end];
        }
        for looked_at in block.looked_at.clone() {
            let rares = &rares[looked_at];
            if largest < 64 {
                let mut seen = [block.seen[0]];
                mark(g, amounts, rares, &mut seen);
                block.seen[0] = seen[0];
            } else {
                mark(g, amounts, rares, &mut block.seen);
            }
        }
        block
    }
}

/// Adds a value to one of the sets, if they have a word for it.
#[inline(always)]
#[expect(clippy::inline_always, reason = "it is compiled with the instructions of its caller")]
fn add<const W: usize>(sets: &mut Sets<W>, at: usize, value: usize) {
    for (word, set) in sets.iter_mut().enumerate() {
        // A shift by what is no bit of this word gives nothing.
        let bit = (value as u64).wrapping_sub(64 * word as u64);
        set[at] |= if bit < 64 { 1 << bit } else { 0 };
    }
}

/// Adds to the set of each heap of the block that starts with heap `g.len()` the values of its splits with these heaps.
fn mark<T: Lane, const W: usize>(g: &[T], amounts: &[usize], rares: &[(usize, usize)], seen: &mut Sets<W>) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the feature, which was just asked.
        return unsafe { mark_avx2(g, amounts, rares, seen) };
    }
    mark_plain(g, amounts, rares, seen);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn mark_avx2<T: Lane, const W: usize>(g: &[T], amounts: &[usize], rares: &[(usize, usize)], seen: &mut Sets<W>) {
    mark_plain(g, amounts, rares, seen);
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "it is compiled once for every set of instructions")]
fn mark_plain<T: Lane, const W: usize>(g: &[T], amounts: &[usize], rares: &[(usize, usize)], seen: &mut Sets<W>) {
    let mut sets = *seen;
    for amount in amounts {
        let rest = g.len() - amount;
        for &(rare, value) in rares {
            let window = g.get(rest - rare..).and_then(|others| others.first_chunk::<HEAPS>());
            let Some(window) = window else { continue };
            for (at, other) in window.iter().enumerate() {
                add(&mut sets, at, other.index() ^ value);
            }
        }
    }
    *seen = sets;
}
