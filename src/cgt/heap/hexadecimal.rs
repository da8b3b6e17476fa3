//! Games that break a heap into up to three: the values of all pairs of each total are kept as a set.

use super::{HeapStop, TakeAndBreak, code};
use crate::base::{Meter, Pace};

/// Grundy values of a hexadecimal game, computed on demand. Time grows with the square of the heap times the largest
/// value over 64.
#[derive(Debug)]
pub(super) struct Hexadecimal {
    game: TakeAndBreak,
    pub values: Vec<u16>,
    /// `pairs[m]`: the values of two heaps of total `m`.
    pairs: Vec<Vec<u64>>,
    /// The same for three heaps.
    triples: Vec<Vec<u64>>,
    /// Words looked at so far, about; see [`super::HeapTable::work`].
    pub work: u64,
}

impl Hexadecimal {
    pub fn new(game: &TakeAndBreak) -> Self {
        Self { game: game.clone(), values: Vec::new(), pairs: Vec::new(), triples: Vec::new(), work: 0 }
    }

    pub fn extend(&mut self, len: usize, meter: &Meter) -> Result<(), HeapStop> {
        let mut pace = Pace::default();
        while self.values.len() < len {
            let value = if self.game.unequal() { self.by_enumeration() } else { self.by_sets() };
            self.values.push(u16::try_from(value).map_err(|_| HeapStop::TooLarge)?);
            let words = self.pairs.last().map_or(0, Vec::len) + self.triples.last().map_or(0, Vec::len);
            let n = self.values.len() as u64;
            self.work += if self.game.unequal() { n * n / 6 } else { n * (1 + words as u64) };
            meter.add_bytes(8 * words as u64)?;
            pace.step(1, meter)?;
        }
        Ok(())
    }

    fn by_sets(&mut self) -> usize {
        let n = self.values.len();
        // all heaps that these totals break into are smaller than n
        self.add_totals(n);
        let mut seen = Vec::new();
        for (t, digit) in self.game.digits().iter().enumerate().take(n + 1) {
            let rest = n - t;
            if digit & code::NOTHING != 0 && rest == 0 {
                set(&mut seen, 0);
            }
            if digit & code::ONE != 0 && rest > 0 {
                set(&mut seen, self.values[rest].into());
            }
            if digit & code::TWO != 0 {
                join(&mut seen, &self.pairs[rest]);
            }
            if digit & code::THREE != 0 {
                join(&mut seen, &self.triples[rest]);
            }
        }
        least_missing(&seen)
    }

    fn add_totals(&mut self, m: usize) {
        let g = &self.values;
        let mut pairs = Vec::new();
        for a in 1..=m / 2 {
            set(&mut pairs, (g[a] ^ g[m - a]).into());
        }
        let mut triples = Vec::new();
        for (c, &value) in g.iter().enumerate().skip(1) {
            join_moved(&mut triples, &self.pairs[m - c], value.into());
        }
        self.pairs.push(pairs);
        self.triples.push(triples);
    }

    fn by_enumeration(&self) -> usize {
        let (n, g) = (self.values.len(), &self.values);
        let mut seen = Vec::new();
        for (t, digit) in self.game.digits().iter().enumerate().take(n + 1) {
            let rest = n - t;
            if digit & code::NOTHING != 0 && rest == 0 {
                set(&mut seen, 0);
            }
            if digit & code::ONE != 0 && rest > 0 {
                set(&mut seen, g[rest].into());
            }
            if digit & code::TWO != 0 {
                for a in 1..rest.div_ceil(2) {
                    set(&mut seen, (g[a] ^ g[rest - a]).into());
                }
            }
            if digit & code::THREE != 0 {
                for a in 1..rest {
                    for b in (a + 1..rest).take_while(|b| a + 2 * b < rest) {
                        set(&mut seen, (g[a] ^ g[b] ^ g[rest - a - b]).into());
                    }
                }
            }
        }
        least_missing(&seen)
    }
}

fn set(bits: &mut Vec<u64>, value: usize) {
    if value / 64 >= bits.len() {
        bits.resize(value / 64 + 1, 0);
    }
    bits[value / 64] |= 1 << (value % 64);
}

fn join(bits: &mut Vec<u64>, more: &[u64]) {
    if more.len() > bits.len() {
        bits.resize(more.len(), 0);
    }
    for (a, b) in bits.iter_mut().zip(more) {
        *a |= b;
    }
}

/// Joins `{v ^ h : v in more}`.
fn join_moved(bits: &mut Vec<u64>, more: &[u64], h: usize) {
    if more.is_empty() {
        return;
    }
    let size = more.len().max(h / 64 + 1).next_power_of_two();
    if size > bits.len() {
        bits.resize(size, 0);
    }
    for (i, &word) in more.iter().enumerate() {
        bits[i ^ (h / 64)] |= exchanged(word, h % 64);
    }
}

/// The word whose bit `i ^ h` is bit `i` of `word`.
fn exchanged(mut word: u64, h: usize) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    for (i, &low) in LOW.iter().enumerate().filter(|(i, _)| h >> i & 1 == 1) {
        word = (word & low) << (1 << i) | (word >> (1 << i)) & low;
    }
    word
}

fn least_missing(bits: &[u64]) -> usize {
    let full = bits.iter().take_while(|&&word| word == u64::MAX).count();
    full * 64 + bits.get(full).map_or(0, |word| word.trailing_ones() as usize)
}
