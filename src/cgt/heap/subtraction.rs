//! Subtraction games: a move takes `s` counters, for `s` in a finite set, or for every `s` outside a finite set.

use super::HeapStop;
use crate::base::{Meter, Pace};

/// The clock is looked at after so many heaps.
const BATCH: usize = 4096;

/// A finite set of amounts. Values are at most its size.
#[derive(Debug)]
pub(super) struct Finite {
    amounts: Vec<usize>,
    pub values: Vec<u16>,
    /// For amounts up to 64: bit `s - 1` of `windows[v]` says that the heap `s` smaller has value `v`.
    windows: Vec<u64>,
    /// For amounts from 64 on: bit `n` of `levels[v]` says that heap `n` has value `v`.
    levels: Vec<Vec<u64>>,
}

/// The word of a bit set moved up by `s >= 64`.
fn shifted(level: &[u64], word: usize, s: usize) -> u64 {
    let Some(from) = word.checked_sub(s / 64) else { return 0 };
    let low = level[from] << (s % 64);
    match from.checked_sub(1) {
        Some(before) if !s.is_multiple_of(64) => low | level[before] >> (64 - s % 64),
        _ => low,
    }
}

impl Finite {
    pub fn new(set: &[u64]) -> Self {
        // amounts that do not fit an index are larger than any heap that is computed
        let amounts: Vec<usize> = set.iter().filter_map(|&s| usize::try_from(s).ok()).collect();
        let windows = vec![0; amounts.len() + 1];
        let levels = vec![Vec::new(); amounts.len() + 1];
        Self { amounts, values: Vec::new(), windows, levels }
    }

    pub fn extend(&mut self, len: usize, meter: &Meter) -> Result<(), HeapStop> {
        if self.amounts.len() >= usize::from(u16::MAX) {
            return Err(HeapStop::TooLarge);
        }
        while self.values.len() < len {
            let end = len.min(self.values.len() + BATCH);
            match (self.amounts.first(), self.amounts.last()) {
                (_, Some(..=64)) => self.by_windows(end),
                (Some(64..), _) => self.by_words(end),
                _ => self.by_amounts(end),
            }
            meter.check()?;
        }
        Ok(())
    }

    fn by_windows(&mut self, end: usize) {
        let moves = self.amounts.iter().fold(0u64, |moves, s| moves | 1 << (s - 1));
        for _ in self.values.len()..end {
            let free = |window: &u64| window & moves == 0;
            let value = self.windows.iter().position(free).unwrap_or(self.windows.len());
            for (v, window) in self.windows.iter_mut().enumerate() {
                *window = *window << 1 | u64::from(v == value);
            }
            self.values.push(u16::try_from(value).unwrap_or(u16::MAX));
        }
    }

    /// No amount is below 64, so 64 heaps do not depend on each other: level by level, a word of heaps at once.
    fn by_words(&mut self, end: usize) {
        while self.values.len() < end {
            let word = self.values.len() / 64;
            let mut undecided = u64::MAX;
            let mut found = [0u16; 64];
            for (value, level) in (0u16..).zip(&mut self.levels) {
                let reachable = self.amounts.iter().fold(0, |reachable, &s| reachable | shifted(level, word, s));
                let mut decided = undecided & !reachable;
                undecided &= reachable;
                level.push(decided);
                while decided != 0 {
                    found[decided.trailing_zeros() as usize] = value;
                    decided &= decided - 1;
                }
            }
            self.values.extend_from_slice(&found);
        }
    }

    fn by_amounts(&mut self, end: usize) {
        let mut seen = vec![u64::MAX; self.amounts.len() + 1];
        for n in self.values.len()..end {
            for &s in self.amounts.iter().take_while(|&&s| s <= n) {
                seen[usize::from(self.values[n - s])] = n as u64;
            }
            let value = seen.iter().position(|&at| at != n as u64).unwrap_or(seen.len());
            self.values.push(u16::try_from(value).unwrap_or(u16::MAX));
        }
    }
}

/// Every amount but a finite set. The values used so far are always `0..used`.
#[derive(Debug)]
pub(super) struct AllBut {
    forbidden: Vec<usize>,
    pub values: Vec<u32>,
    /// The heaps of each value that may still occur; empty for the others.
    heaps: Vec<Vec<usize>>,
    /// Values that may still occur, ascending.
    alive: Vec<usize>,
}

impl AllBut {
    pub fn new(set: &[u64]) -> Self {
        let forbidden = set.iter().filter_map(|&s| usize::try_from(s).ok()).collect();
        Self { forbidden, values: Vec::new(), heaps: Vec::new(), alive: Vec::new() }
    }

    pub fn extend(&mut self, len: usize, meter: &Meter) -> Result<(), HeapStop> {
        let mut pace = Pace::default();
        while self.values.len() < len {
            let n = self.values.len();
            let reach = self.forbidden.last().copied().unwrap_or(0);
            // a value of a heap that is out of the forbidden set's reach cannot come again
            let Self { heaps, alive, forbidden, .. } = self;
            alive.retain(|&v| {
                let stays = heaps[v].first().is_some_and(|&m| n - m <= reach);
                if !stays {
                    heaps[v] = Vec::new();
                }
                stays
            });
            let unreachable = |&&v: &&usize| heaps[v].iter().all(|m| forbidden.binary_search(&(n - m)).is_ok());
            let value = alive.iter().find(unreachable).copied();
            let value = value.unwrap_or_else(|| {
                heaps.push(Vec::new());
                alive.push(heaps.len() - 1);
                heaps.len() - 1
            });
            heaps[value].push(n);
            self.values.push(u32::try_from(value).map_err(|_| HeapStop::TooLarge)?);
            pace.step(1, meter)?;
        }
        Ok(())
    }
}
