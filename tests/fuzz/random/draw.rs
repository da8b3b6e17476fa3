//! Choices, drawn from bytes: the same bytes make the same choices, and where they end the first choice is made, so that
//! fewer and smaller bytes mean something simpler.

use arbitrary::Unstructured;

/// A source of choices.
pub struct Draw<'a> {
    bytes: Unstructured<'a>,
}

impl<'a> Draw<'a> {
    /// Choices that these bytes make.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: Unstructured::new(bytes) }
    }

    /// A number below `n`; 0 where the bytes have ended, or `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.bytes.int_in_range(0..=n.saturating_sub(1)).unwrap_or(0)
    }

    /// A number of an interval.
    pub fn between(&mut self, low: i128, high: i128) -> i128 {
        self.bytes.int_in_range(low..=high.max(low)).unwrap_or(low)
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) + 1 == n
    }

    /// One of these.
    pub fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// The place of one of these weights, as likely as it is heavy.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut left = self.below(weights.iter().sum());
        let heavier = |&weight: &usize| {
            let found = left < weight;
            left = left.saturating_sub(weight);
            found
        };
        weights.iter().position(heavier).unwrap_or(0)
    }

    /// Whether the bytes have ended.
    pub fn is_over(&self) -> bool {
        self.bytes.is_empty()
    }
}

/// Bytes that look random, the same for every seed (Steele, Lea & Flood 2014, "`SplitMix`").
pub fn bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)).to_le_bytes()
    };
    (0..count.div_ceil(8)).flat_map(|_| next()).take(count).collect()
}
