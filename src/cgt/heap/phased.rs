//! Subtraction games whose amounts depend on the heap: small heaps have amounts of their own, all others those of their
//! remainder.

use super::HeapStop;
use crate::base::{Meter, Pace};

/// Take one of the amounts of heap `n`: those listed for it while `n` is small, else those of `n` modulo the number of
/// phases.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Phased {
    first: Vec<Vec<u64>>,
    cycle: Vec<Vec<u64>>,
}

impl Phased {
    /// The game in which heap `n` has the amounts `first[n]`, or `cycle[n % cycle.len()]` when there is no such entry.
    ///
    /// `None` when an amount is 0 or more than a heap may have, or when there is no phase.
    #[must_use]
    pub fn new(first: Vec<Vec<u64>>, cycle: Vec<Vec<u64>>) -> Option<Self> {
        let small = (0u64..).zip(&first).all(|(n, amounts)| amounts.iter().all(|s| (1..=n).contains(s)));
        let least = first.len() as u64;
        let large = cycle.iter().flatten().all(|s| (1..=least).contains(s));
        (small && large && !cycle.is_empty()).then_some(Self { first, cycle })
    }

    /// The amounts that may be taken from heap `n`.
    #[must_use]
    pub fn amounts(&self, n: usize) -> &[u64] {
        self.first.get(n).unwrap_or_else(|| &self.cycle[n % self.cycle.len()])
    }

    /// The amounts of the small heaps, and those by remainder.
    #[must_use]
    pub fn parts(&self) -> (&[Vec<u64>], &[Vec<u64>]) {
        (&self.first, &self.cycle)
    }

    /// From this heap on the amounts depend on the remainder alone.
    #[must_use]
    pub fn settled(&self) -> usize {
        self.first.len()
    }

    /// By what the remainder is taken.
    #[must_use]
    pub fn phases(&self) -> usize {
        self.cycle.len()
    }

    /// The largest amount of settled heaps.
    #[must_use]
    pub fn reach(&self) -> usize {
        let most = self.cycle.iter().flatten().max().copied().unwrap_or(0);
        usize::try_from(most).unwrap_or(usize::MAX)
    }
}

/// Its Grundy values, computed on demand.
#[derive(Debug)]
pub(super) struct PhasedValues {
    game: Phased,
    pub values: Vec<u16>,
}

impl PhasedValues {
    pub fn new(game: &Phased) -> Self {
        Self { game: game.clone(), values: Vec::new() }
    }

    pub fn extend(&mut self, len: usize, meter: &Meter) -> Result<(), HeapStop> {
        let (mut seen, mut pace) = (Vec::new(), Pace::default());
        while self.values.len() < len {
            let n = self.values.len();
            seen.clear();
            // No amount exceeds the heap: an index below its own.
            let options = self.game.amounts(n).iter().map(|s| n - usize::try_from(*s).unwrap_or(n));
            seen.extend(options.map(|m| self.values[m]));
            seen.sort_unstable();
            seen.dedup();
            let value = (0u16..).zip(&seen).take_while(|(v, s)| v == *s).count();
            self.values.push(u16::try_from(value).map_err(|_| HeapStop::TooLarge)?);
            pace.step(1, meter)?;
        }
        Ok(())
    }
}
