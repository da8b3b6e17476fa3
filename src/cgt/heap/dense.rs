//! Very many amounts, each for every heap that has as much: Grundy values level by level, on bit sets.
//!
//! The heaps of value `v` are, in order, those without a lesser value from which no amount leads to a smaller heap of value
//! `v`. From one heap to all heaps above it from which some amount leads there is one shift of the set of amounts.

use crate::base::{Exceeded, Meter};
use crate::cgt::Play;

/// The clock is looked at after so many words.
const TICK: usize = 1 << 20;
/// Values are less than this.
const MOST: usize = u16::MAX as usize;

pub(super) struct Dense<'m> {
    /// Bit `s` for each amount.
    amounts: Vec<u64>,
    /// Heaps without a value yet, and those that have moves, as far as they are not larger than every amount.
    left: Vec<u64>,
    moves: Vec<u64>,
    /// Heaps from which some amount leads to the present value.
    reached: Vec<u64>,
    /// No heap is left in words before this.
    first: usize,
    work: usize,
    meter: &'m Meter,
}

impl<'m> Dense<'m> {
    /// Values are wanted of the heaps `old..len`; `over` have no moves.
    pub fn new(
        takes: impl Iterator<Item = u32>,
        (old, len): (usize, usize),
        over: &mut dyn FnMut(u32) -> bool,
        meter: &'m Meter,
    ) -> Self {
        let none = vec![0u64; len / 64 + 1];
        let (mut amounts, mut left, mut moves) = (none.clone(), none.clone(), none.clone());
        for take in takes.map(|take| take as usize).filter(|&take| take < len) {
            amounts[take / 64] |= 1 << (take % 64);
        }
        for n in old..len {
            left[n / 64] |= 1 << (n % 64);
            moves[n / 64] |= u64::from(!over(u32::try_from(n).unwrap_or(u32::MAX))) << (n % 64);
        }
        Self { amounts, left, moves, reached: none, first: 0, work: 0, meter }
    }

    /// Appends values up to the length; `false` when one would pass 16 bits.
    pub fn extend(&mut self, values: &mut Vec<u16>, len: usize) -> Result<bool, Exceeded> {
        let mut by_value: Vec<Vec<u32>> = Vec::new();
        for (n, &value) in (0..).zip(&values[..]) {
            let value = usize::from(value);
            by_value.resize(by_value.len().max(value + 1), Vec::new());
            by_value[value].push(n);
        }
        values.resize(len, 0);
        for value in 0..MOST {
            let Some(first) = self.left.iter().position(|&word| word != 0) else { return Ok(true) };
            self.first = first;
            let before = by_value.get(value).map_or(&[][..], |heaps| heaps);
            for n in self.level(before)? {
                values[n as usize] = u16::try_from(value).unwrap_or(u16::MAX);
            }
        }
        if let Some(word) = self.left.iter().position(|&word| word != 0) {
            values.truncate(word * 64 + self.left[word].trailing_zeros() as usize);
        }
        Ok(values.len() == len)
    }

    /// Who wins each heap; nothing is known before.
    pub fn wins(&mut self, len: usize, play: Play) -> Result<Vec<bool>, Exceeded> {
        let mut wins = vec![true; len];
        if play.stuck_wins() {
            // Whoever has no move has won.
            let least = self.amounts.iter().position(|&word| word != 0);
            let least = least.map(|i| i * 64 + self.amounts[i].trailing_zeros() as usize);
            for n in 0..len {
                let stuck = least.is_none_or(|least| n < least) || self.moves[n / 64] >> (n % 64) & 1 == 0;
                self.left[n / 64] &= !(u64::from(stuck) << (n % 64));
            }
        }
        for n in self.level(&[])? {
            wins[n as usize] = false;
        }
        Ok(wins)
    }

    /// Takes the heaps of the next level, some of which are known, out of those that are left.
    fn level(&mut self, known: &[u32]) -> Result<Vec<u32>, Exceeded> {
        let mut found = Vec::new();
        self.reached[self.first..].fill(0);
        for &n in known {
            self.reach_from(n as usize)?;
        }
        for word in self.first..self.left.len() {
            loop {
                let free = self.left[word] & !(self.reached[word] & self.moves[word]);
                if free == 0 {
                    break;
                }
                let n = word * 64 + free.trailing_zeros() as usize;
                self.left[word] &= !(free & free.wrapping_neg());
                found.push(u32::try_from(n).unwrap_or(u32::MAX));
                self.reach_from(n)?;
            }
        }
        self.tick(self.left.len() - self.first)?;
        Ok(found)
    }

    /// Adds the heaps from which an amount leads to `n`.
    fn reach_from(&mut self, n: usize) -> Result<(), Exceeded> {
        let (words, bits) = (n / 64, n % 64);
        let from = self.first.max(words);
        let skipped = from - words;
        let (reached, amounts) = (&mut self.reached[from..], &self.amounts[skipped..]);
        let count = reached.len();
        if bits == 0 {
            for (reached, amounts) in reached.iter_mut().zip(amounts) {
                *reached |= amounts;
            }
        } else {
            let before = if skipped == 0 { 0 } else { self.amounts[skipped - 1] };
            if let (Some(reached), Some(first)) = (reached.first_mut(), amounts.first()) {
                *reached |= first << bits | before >> (64 - bits);
            }
            for (reached, pair) in reached.iter_mut().skip(1).zip(amounts.windows(2)) {
                *reached |= pair[1] << bits | pair[0] >> (64 - bits);
            }
        }
        self.tick(count)
    }

    fn tick(&mut self, work: usize) -> Result<(), Exceeded> {
        self.work += work;
        if self.work > TICK {
            self.work = 0;
            self.meter.check()?;
        }
        Ok(())
    }
}
