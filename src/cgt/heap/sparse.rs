//! Octal games by rare and common values (*Winning Ways*, ch. 4, "Sparse Space Spells Speed"; Gangolli & Plambeck 1989).
//!
//! A mask of bits divides the values into two classes by parity, perhaps also by the parity of the heap. The split into
//! two heaps of common class always has a value of rare class. So the options of common class come from the few rare
//! heaps and from moves that do not split; the least common value that is no option is the Grundy value, provided
//! that every lesser value of rare class is an option, which is verified for every heap. A bad mask costs time, never truth.

use super::bits::{Bits, Lane, Marks};
use super::blocks::Block;
use super::octal::Rules;
use super::scan::{each_split, has_split};

/// Positions kept of each value, to find a wanted split at once.
const WITNESSES: usize = 1024;

/// Splits that are marked before anything is looked for.
const FIRST_SPLITS: usize = 1024;

/// The division into classes, and what is known of the heaps so far.
#[derive(Debug)]
pub(super) struct Sparse {
    /// Bits of a value whose parity decides.
    mask: usize,
    /// The parity of the heap decides too.
    twisted: bool,
    /// Rare heaps, ascending: heap and value.
    rares: Vec<(usize, usize)>,
    /// Of each value, the first common heaps that have it.
    witnesses: Vec<Vec<u32>>,
    /// For a wanted value, the values to try for one of the two heaps, best first.
    tries: Vec<Vec<usize>>,
}

impl Sparse {
    /// The best division of the values so far, by the Walsh-Hadamard transform of their counts.
    pub fn new<T: Lane>(g: &[T], rules: &Rules, largest: usize) -> Self {
        let size = (largest + 1).next_power_of_two();
        let t0 = rules.breaks.first().copied().unwrap_or(0);
        let one_parity = rules.breaks.iter().all(|t| (t ^ t0) & 1 == 0);
        let mut best = (i64::MAX, 0, false);
        for twisted in [false, true] {
            if twisted && !one_parity {
                continue;
            }
            let mut counts = vec![0i64; size];
            // all heaps count: in the tail alone, few values would leave too many masks equally good
            for (n, v) in g.iter().enumerate().skip(1) {
                counts[v.index()] += if twisted && (n ^ t0) & 1 == 1 { -1 } else { 1 };
            }
            walsh_hadamard(&mut counts);
            for (mask, &balance) in counts.iter().enumerate() {
                if balance < best.0 {
                    best = (balance, mask, twisted);
                }
            }
        }
        let mut plan = Self {
            mask: best.1,
            twisted: best.2,
            rares: Vec::new(),
            witnesses: vec![Vec::new(); size],
            tries: Vec::new(),
        };
        plan.look_back(g, rules);
        plan
    }

    fn look_back<T: Lane>(&mut self, g: &[T], rules: &Rules) {
        let size = self.witnesses.len();
        let mut recent = vec![0u64; size];
        for (n, v) in g.iter().enumerate().skip(1) {
            if self.is_rare(n, v.index(), rules) {
                self.rares.push((n, v.index()));
                continue;
            }
            recent[v.index()] += u64::from(n > g.len() / 2);
            if self.witnesses[v.index()].len() < WITNESSES {
                self.witnesses[v.index()].push(u32::try_from(n).unwrap_or(u32::MAX));
            }
        }
        let known: Vec<usize> = (0..size).filter(|&v| !self.witnesses[v].is_empty()).collect();
        let best_for = |wanted: usize| {
            let mut order = known.clone();
            order.sort_by_key(|&v| std::cmp::Reverse(recent[v ^ wanted]));
            order.truncate(16);
            order
        };
        self.tries = if size <= 1024 { (0..size).map(best_for).collect() } else { Vec::new() };
    }

    /// How many rare heaps there are.
    pub fn rare_count(&self) -> usize {
        self.rares.len()
    }

    fn is_rare(&self, n: usize, value: usize, rules: &Rules) -> bool {
        (value & self.mask).count_ones() & 1 == self.rare_parity(n, rules)
    }

    /// The parity of masked bits that makes a value of a heap of `n` rare.
    #[inline]
    fn rare_parity(&self, n: usize, rules: &Rules) -> u32 {
        let t0 = rules.breaks.first().copied().unwrap_or(0);
        u32::from(self.twisted && (n ^ t0) & 1 == 1)
    }

    /// Values of odd parity, as a set.
    pub fn odd_values<const W: usize>(&self) -> Bits<W> {
        let mut odd = Bits::EMPTY;
        for value in (0..64 * W).filter(|v| (v & self.mask).count_ones() & 1 == 1) {
            odd.set(value);
        }
        odd
    }

    /// What is known about the heaps from `g.len()` on.
    pub fn block<T: Lane>(&self, g: &[T], rules: &Rules, largest: usize) -> Block {
        Block::new(g, &rules.breaks, &self.rares, largest, rules.unequal)
    }

    /// Grundy value of a heap of `g.len()`, larger than any amount taken, in a block.
    pub fn value<T: Lane, const W: usize>(&self, g: &[T], rules: &Rules, odd: &Bits<W>, block: &Block) -> usize {
        let n = g.len();
        let mut seen = Bits::<W>::EMPTY;
        // Sets have words for every value that a block has: it marks nim-sums of values below.
        for (word, known) in seen.0.iter_mut().zip(block.seen(n)) {
            *word = known;
        }
        rules.mark_single(g, &mut seen);
        if W == 1 {
            self.rare_splits(g, rules, block, |value| seen.set(value));
        } else {
            let mut marks = Marks::EMPTY;
            let mut any = false;
            self.rare_splits(g, rules, block, |value| {
                any = true;
                marks.set(value);
            });
            if any {
                marks.collect(&mut seen);
            }
        }
        let rare_class = if self.rare_parity(n, rules) == 1 { *odd } else { odd.complement() };
        let candidate = seen.least_outside(&rare_class);
        self.missing_rare(g, rules, &mut seen, &rare_class, candidate).unwrap_or(candidate)
    }

    /// The values of the splits with a rare heap that the block does not know.
    #[inline]
    fn rare_splits<T: Lane>(&self, g: &[T], rules: &Rules, block: &Block, mut mark: impl FnMut(usize)) {
        let n = g.len();
        for &t in &rules.breaks {
            let rest = n - t;
            let below = self.rares.len() - self.rares.iter().rev().take_while(|r| r.0 >= rest).count();
            for range in block.left(below) {
                for &(r, v) in &self.rares[range] {
                    if !(rules.unequal && 2 * r == rest) {
                        mark(g[rest - r].index() ^ v);
                    }
                }
            }
        }
    }

    /// The least value of rare class below `candidate` that is no option.
    fn missing_rare<T: Lane, const W: usize>(
        &self,
        g: &[T],
        rules: &Rules,
        seen: &mut Bits<W>,
        rare_class: &Bits<W>,
        candidate: usize,
    ) -> Option<usize> {
        let n = g.len();
        let mut missing = seen.least_missing(rare_class, 0, candidate)?;
        for from in (1..FIRST_SPLITS).step_by(32) {
            for &t in &rules.breaks {
                each_split(g, n - t, from, rules.last_split(n - t).min(from + 31), |v| seen.set(v));
            }
            missing = seen.least_missing(rare_class, missing, candidate)?;
        }
        loop {
            // what does not fit a lane is no nim-sum of two values
            let Some(wanted) = T::of(missing) else { return Some(missing) };
            let all = |t: &usize| has_split(g, n - t, 1, rules.last_split(n - t), wanted);
            if !self.has_witness(g, rules, missing) && !rules.breaks.iter().any(all) {
                return Some(missing);
            }
            missing = seen.least_missing(rare_class, missing + 1, candidate)?;
        }
    }

    /// Whether a likely split has the wanted value; `false` says nothing.
    fn has_witness<T: Lane>(&self, g: &[T], rules: &Rules, wanted: usize) -> bool {
        let n = g.len();
        let Some(tries) = self.tries.get(wanted) else { return false };
        rules.breaks.iter().any(|&t| {
            tries.iter().any(|&v| {
                let Some(other) = T::of(v ^ wanted) else { return false };
                let small = self.witnesses[v].iter().map(|&a| a as usize).take_while(|&a| a + t < n);
                small.into_iter().any(|a| g[n - t - a] == other && !(rules.unequal && 2 * a == n - t))
            })
        })
    }

    /// Takes note of the value of heap `n`.
    pub fn add(&mut self, n: usize, value: usize, rules: &Rules) {
        if self.is_rare(n, value, rules) {
            self.rares.push((n, value));
        }
    }
}

fn walsh_hadamard(counts: &mut [i64]) {
    let mut half = 1;
    while half < counts.len() {
        for block in counts.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}
