//! Positions as one 64-bit word.

use std::sync::Arc;

use super::ranks::{Ranks, multisets, multisets_below};
use crate::engine::packed::order::measure::MeasureOrder;
use crate::ir::Program;

/// How a word of a position enters the key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The least value.
    pub low: i64,
    /// The greatest value minus the least.
    pub span: u64,
    /// What one step of the value adds to the key, unless it has ranks.
    pub stride: u64,
    /// It belongs to a bag that is numbered by rank, and is not the least of it: never less than the word before.
    pub ascends: bool,
    /// It belongs to such a bag, and is not the greatest of it.
    pub ranks: Option<Arc<Ranks>>,
}

impl Word {
    /// How far a value lies above the least; `None` when it lies outside. Masks use all bits of a word.
    #[inline]
    fn offset(&self, value: i64) -> Option<u64> {
        let offset = value.wrapping_sub(self.low).cast_unsigned();
        (offset <= self.span && (value >= self.low || self.span == u64::MAX)).then_some(offset)
    }
}

/// The layout of a program's positions: `key = sum of (word - low) * stride`; the words of a bag in a dense layout are
/// numbered by rank instead, so that there is one key a bag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// One entry a component, in order.
    pub words: Vec<Word>,
    /// One more than the greatest key, if that is a word; else the greatest.
    pub size: u64,
    /// Keys are consecutive (mixed radix) rather than bit fields.
    pub dense: bool,
    /// The order in which a dense table is filled, if that is not the order of its keys.
    pub by_measure: Option<MeasureOrder>,
}

impl Layout {
    /// The layout of a program; `None` when a key does not fit. Dense keys number the box without gaps.
    #[must_use]
    pub fn new(program: &Program, dense: bool) -> Option<Self> {
        let mut stride = 1u128;
        let mut words = Vec::new();
        // An image is packed before it is known whether it fits.
        let ranked = dense && program.images.is_empty();
        // The last component varies fastest, so that neighbours in a row are neighbours in memory.
        for (i, component) in program.components.iter().enumerate().rev() {
            let span = match component.mask_bits {
                Some(bits) => u64::MAX.checked_shr(64u32.saturating_sub(bits)).unwrap_or(0),
                None => component.interval.1.abs_diff(component.interval.0),
            };
            let low = if component.mask_bits.is_some() { 0 } else { component.interval.0 };
            let step_of_key = u64::try_from(stride).ok()?;
            if let Some((start, len)) = component.bag.filter(|_| ranked) {
                let (start, len) = (start as usize, len as usize);
                let all = multisets(span.checked_add(1)?, len)?;
                let ranks = if i + 1 < start + len {
                    Some(Arc::new(Ranks::new(span, start + len - i, step_of_key)?))
                } else {
                    None
                };
                words.push(Word { low, span, stride: step_of_key, ascends: i > start, ranks });
                if i == start {
                    stride = stride.checked_mul(u128::from(all))?;
                }
                continue;
            }
            words.push(Word { low, span, stride: step_of_key, ascends: false, ranks: None });
            let step = u128::from(span) + 1;
            stride = stride.checked_mul(if dense { step } else { step.next_power_of_two() })?;
        }
        words.reverse();
        if stride > 1 << 64 {
            return None;
        }
        let by_measure = if dense { MeasureOrder::new(&program.measure, &words) } else { None };
        Some(Self { words, size: u64::try_from(stride).unwrap_or(u64::MAX), dense, by_measure })
    }

    /// The key of a position; `None` when a word lies outside its span.
    #[must_use]
    pub fn pack(&self, position: &[i64]) -> Option<u64> {
        let mut key = 0;
        for (word, &value) in self.words.iter().zip(position) {
            let offset = word.offset(value)?;
            key += match &word.ranks {
                None => offset * word.stride,
                Some(ranks) => ranks.adds(offset)?,
            };
        }
        Some(key)
    }

    /// The keys of the positions from `from` on, of which `words` has a column each word; how many there are before
    /// the first that does not fit.
    pub fn pack_columns(&self, words: &[&[i64]], from: usize, keys: &mut [u64]) -> usize {
        let fitting = self.fitting(words, from, keys.len());
        keys.fill(0);
        for (word, column) in self.words.iter().zip(words) {
            let places = keys[..fitting].iter_mut().zip(&column[from..]);
            let offset = |value: &i64| value.wrapping_sub(word.low).cast_unsigned();
            match &word.ranks {
                None if word.stride == 1 => places.for_each(|(key, value)| *key = key.wrapping_add(offset(value))),
                None => places.for_each(|(key, value)| {
                    *key = key.wrapping_add(offset(value).wrapping_mul(word.stride));
                }),
                Some(ranks) => places.for_each(|(key, value)| {
                    *key = key.wrapping_add(ranks.adds(offset(value)).unwrap_or(0));
                }),
            }
        }
        fitting
    }

    /// How many of so many positions from `from` on there are before the first that does not fit.
    fn fitting(&self, words: &[&[i64]], from: usize, count: usize) -> usize {
        let mut fitting = count;
        for (word, column) in self.words.iter().zip(words) {
            if word.span == u64::MAX {
                continue;
            }
            let high = word.low.saturating_add_unsigned(word.span);
            let column = &column[from..from + fitting];
            // What is outside is below 0 seen from one of the ends: all at once, without a branch.
            let outside = |value: i64| value.wrapping_sub(word.low) | high.wrapping_sub(value);
            if column.iter().fold(0, |any, &value| any | outside(value)) < 0 {
                fitting = column.iter().position(|&value| value < word.low || value > high).unwrap_or(fitting);
            }
        }
        fitting
    }

    /// The words of a key.
    pub fn unpack(&self, key: u64, into: &mut [i64]) {
        let mut rest = key;
        for (word, slot) in self.words.iter().zip(into) {
            let offset = match &word.ranks {
                None => {
                    let offset = rest / word.stride;
                    rest %= word.stride;
                    offset
                }
                Some(ranks) => ranks.take(&mut rest),
            };
            *slot = word.low.wrapping_add(offset.cast_signed());
        }
    }

    /// How many positions come from this one on to the end of its row, in the order of a measure.
    #[must_use]
    pub fn on_the_row(&self, position: &[i64]) -> u64 {
        let Some(by_measure) = &self.by_measure else { return 1 };
        let (along, against) = (&self.words[by_measure.along], &self.words[by_measure.against]);
        let end = along.low.saturating_add_unsigned(along.span);
        by_measure.further(position, against.low, end, &self.words).saturating_add(1)
    }

    /// How many bits a key takes.
    #[must_use]
    pub fn bits(&self) -> u32 {
        64 - (self.size - 1).leading_zeros()
    }

    /// Whether it numbers bags by rank.
    #[must_use]
    pub fn has_ranks(&self) -> bool {
        self.words.iter().any(|word| word.ascends)
    }

    /// How many positions have words that are at most the given ones; those of a bag ascend. Very many are `u64::MAX`.
    #[must_use]
    pub fn cells(&self, high: &[i64]) -> u64 {
        let mut cells = 1u64;
        let mut at = 0;
        while at < self.words.len() {
            let rest = self.words[at + 1..].iter().take_while(|word| word.ascends).count();
            let spans: Vec<u64> = (at..=at + rest).map(|i| high[i].abs_diff(self.words[i].low)).collect();
            cells = cells.saturating_mul(multisets_below(&spans));
            at += rest + 1;
        }
        cells
    }

    /// The greatest words of a box: those of a position where no option has a greater one, else all that there are.
    #[must_use]
    pub fn greatest(&self, position: &[i64], shrinks: &[bool]) -> Vec<i64> {
        let free = |i: usize| !shrinks[i];
        // A word of a bag that grows may become any word of it.
        let grows = |i: usize| {
            let start = (0..=i).rev().find(|&j| !self.words[j].ascends).unwrap_or(i);
            let after = self.words[i + 1..].iter().take_while(|word| word.ascends).count();
            (start..=i + after).any(free)
        };
        let most = |i: usize| self.words[i].low.saturating_add_unsigned(self.words[i].span);
        (0..self.words.len()).map(|i| if grows(i) { most(i) } else { position[i] }).collect()
    }
}
