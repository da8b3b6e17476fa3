//! Octal games, value by value: small heaps and dense games by scanning, the others by rare and common values.

use super::bits::{Bits, Lane};
use super::sparse::Sparse;
use super::{HeapStop, TakeAndBreak, code, scan};
use crate::base::Meter;

/// From here on, rare and common values may be told apart.
const FIRST_DIVISION: usize = 2048;

/// The clock is looked at after so many heaps.
const BATCH: usize = 1024;

/// The moves of an octal game, sorted by kind.
#[derive(Debug)]
pub(super) struct Rules {
    /// Amounts after which nothing may be left.
    pub whole: Vec<usize>,
    /// Amounts after which one heap may be left.
    pub single: Vec<usize>,
    /// Amounts after which two heaps may be left.
    pub breaks: Vec<usize>,
    /// The two heaps must differ.
    pub unequal: bool,
    /// The most that is taken.
    pub reach: usize,
}

impl Rules {
    fn new(game: &TakeAndBreak) -> Self {
        let of = |bit| game.takes(bit);
        Self {
            whole: of(code::NOTHING),
            single: of(code::ONE),
            breaks: of(code::TWO),
            unequal: game.unequal(),
            reach: game.reach(),
        }
    }

    /// The largest smaller heap of a split of `rest`.
    #[inline]
    pub fn last_split(&self, rest: usize) -> usize {
        if self.unequal { rest.saturating_sub(1) / 2 } else { rest / 2 }
    }

    /// Marks the options that leave at most one heap.
    #[inline]
    pub fn mark_single<T: Lane, const W: usize>(&self, g: &[T], seen: &mut Bits<W>) {
        let n = g.len();
        if n <= self.reach && self.whole.contains(&n) {
            seen.set(0);
        }
        for &t in self.single.iter().take_while(|&&t| t < n) {
            seen.set(g[n - t].index());
        }
    }
}

/// Values in the narrowest lanes that hold them.
#[derive(Debug)]
pub(super) enum Values {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

/// Grundy values of an octal game (at most two heaps), computed on demand.
#[derive(Debug)]
pub(super) struct Octal {
    rules: Rules,
    pub values: Values,
    largest: usize,
    division: Option<Sparse>,
    next_division: usize,
    /// Options looked at so far, about; see [`super::HeapTable::work`].
    pub work: u64,
}

/// Options that a scan compares in the time in which others are looked at one by one.
const SCANNED_AT_ONCE: usize = 16;

/// Why a run of heaps ended.
enum Ended {
    AtEnd,
    /// A value was stored that the set of words is too small for.
    NeedsWords,
    /// The next value does not fit its lane.
    NeedsLanes,
}

impl Octal {
    pub fn new(game: &TakeAndBreak) -> Self {
        let rules = Rules::new(game);
        let next_division = FIRST_DIVISION.max(4 * (rules.reach + 1));
        Self { rules, values: Values::Narrow(Vec::new()), largest: 0, division: None, next_division, work: 0 }
    }

    pub fn len(&self) -> usize {
        match &self.values {
            Values::Narrow(g) => g.len(),
            Values::Wide(g) => g.len(),
        }
    }

    /// Computes heaps until there are `len` values.
    pub fn extend(&mut self, len: usize, meter: &Meter) -> Result<(), HeapStop> {
        while self.len() < len {
            if self.len() >= self.next_division {
                self.divide();
            }
            let start = self.len();
            let end = len.min(self.next_division).min(start + BATCH);
            let ended = match &mut self.values {
                Values::Narrow(g) => run(g, &self.rules, &mut self.division, &mut self.largest, end),
                Values::Wide(g) => run(g, &self.rules, &mut self.division, &mut self.largest, end),
            };
            if matches!(ended, Ended::NeedsLanes) {
                match &self.values {
                    Values::Narrow(g) => self.values = Values::Wide(g.iter().map(|&v| v.into()).collect()),
                    Values::Wide(_) => return Err(HeapStop::TooLarge),
                }
            }
            self.work += ((self.len() - start) * self.options_a_heap()) as u64;
            meter.check()?;
        }
        Ok(())
    }

    /// How many options are looked at to find the next value, about.
    fn options_a_heap(&self) -> usize {
        let splits = self.division.as_ref().map_or(self.len() / SCANNED_AT_ONCE, Sparse::rare_count);
        1 + self.rules.single.len() + self.rules.breaks.len() * splits
    }

    /// Chooses how the next heaps are computed: by classes when few heaps are rare.
    fn divide(&mut self) {
        let plan = match &self.values {
            Values::Narrow(g) => Sparse::new(g, &self.rules, self.largest),
            Values::Wide(g) => Sparse::new(g, &self.rules, self.largest),
        };
        self.division = (plan.rare_count() < self.len() / 24).then_some(plan);
        self.next_division = 2 * self.len();
    }
}

/// Computes heaps with as many words for a set of values as the largest so far needs.
fn run<T: Lane>(
    g: &mut Vec<T>,
    rules: &Rules,
    division: &mut Option<Sparse>,
    largest: &mut usize,
    end: usize,
) -> Ended {
    match *largest {
        0..32 => run_words::<T, 1>(g, rules, division, largest, end),
        32..128 => run_words::<T, 4>(g, rules, division, largest, end),
        128..256 => run_words::<T, 8>(g, rules, division, largest, end),
        256..512 => run_words::<T, 16>(g, rules, division, largest, end),
        512..1024 => run_words::<T, 32>(g, rules, division, largest, end),
        1024..4096 => run_words::<T, 128>(g, rules, division, largest, end),
        _ => run_words::<T, 2048>(g, rules, division, largest, end),
    }
}

fn run_words<T: Lane, const W: usize>(
    g: &mut Vec<T>,
    rules: &Rules,
    division: &mut Option<Sparse>,
    largest: &mut usize,
    end: usize,
) -> Ended {
    let odd = division.as_ref().map(Sparse::odd_values::<W>);
    while g.len() < end {
        let value = match (&*division, &odd) {
            (Some(plan), Some(odd)) => plan.value::<T, W>(g, rules, odd),
            _ => scan::value::<T, W>(g, rules, *largest),
        };
        let Some(lane) = T::of(value) else { return Ended::NeedsLanes };
        if let Some(plan) = division {
            plan.add(g.len(), value, rules);
        }
        g.push(lane);
        *largest = value.max(*largest);
        // a nim-sum of two values needs a power of two above both, and the next value may double it
        if value >= 32 * W && W < 2048 {
            return Ended::NeedsWords;
        }
    }
    Ended::AtEnd
}
