//! Positions as one 64-bit word.

use crate::ir::Program;

/// How a word of a position enters the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// The least value.
    pub low: i64,
    /// The greatest value minus the least.
    pub span: u64,
    /// What one step of the value adds to the key.
    pub stride: u64,
}

/// The layout of a program's positions: `key = sum of (word - low) * stride`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// One entry a component, in order.
    pub words: Vec<Word>,
    /// One more than the greatest key.
    pub size: u64,
    /// Keys are consecutive (mixed radix) rather than bit fields.
    pub dense: bool,
}

impl Layout {
    /// The layout of a program; `None` when a key does not fit. Dense keys number the box without gaps.
    #[must_use]
    pub fn new(program: &Program, dense: bool) -> Option<Self> {
        let mut stride = 1u64;
        let mut words = Vec::new();
        // The last component varies fastest, so that neighbours in a row are neighbours in memory.
        for component in program.components.iter().rev() {
            let span = match component.mask_bits {
                Some(bits) => (1u64 << bits.min(63)) - 1,
                None => component.interval.1.abs_diff(component.interval.0),
            };
            let low = if component.mask_bits.is_some() { 0 } else { component.interval.0 };
            words.push(Word { low, span, stride });
            let step = if dense { span.checked_add(1)? } else { span.checked_add(1)?.checked_next_power_of_two()? };
            stride = stride.checked_mul(step)?;
        }
        words.reverse();
        Some(Self { words, size: stride, dense })
    }

    /// The key of a position; `None` when a word lies outside its span.
    #[must_use]
    pub fn pack(&self, position: &[i64]) -> Option<u64> {
        let mut key = 0;
        for (word, &value) in self.words.iter().zip(position) {
            let offset = value.checked_sub(word.low).and_then(|o| u64::try_from(o).ok())?;
            if offset > word.span {
                return None;
            }
            key += offset * word.stride;
        }
        Some(key)
    }

    /// The keys of the positions from `from` on, of which `words` has a column each word; how many there are before
    /// the first that does not fit.
    pub fn pack_columns(&self, words: &[&[i64]], from: usize, keys: &mut [u64]) -> usize {
        keys.fill(0);
        let mut fitting = keys.len();
        for (word, column) in self.words.iter().zip(words) {
            let outside = |value: i64| value < word.low || value.wrapping_sub(word.low).cast_unsigned() > word.span;
            let mut any = false;
            for (key, &value) in keys.iter_mut().zip(&column[from..]) {
                any |= outside(value);
                *key = key.wrapping_add(value.wrapping_sub(word.low).cast_unsigned().wrapping_mul(word.stride));
            }
            if any {
                let first = column[from..].iter().position(|&value| outside(value));
                fitting = fitting.min(first.unwrap_or(fitting));
            }
        }
        fitting
    }

    /// The words of a key.
    pub fn unpack(&self, key: u64, into: &mut [i64]) {
        let mut rest = key;
        for (word, slot) in self.words.iter().zip(into) {
            let offset = rest / word.stride;
            rest %= word.stride;
            *slot = word.low.wrapping_add(offset.cast_signed());
        }
    }

    /// How many bits a key takes.
    #[must_use]
    pub fn bits(&self) -> u32 {
        64 - (self.size - 1).leading_zeros()
    }
}
