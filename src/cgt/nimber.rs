//! Nimbers: mex and nim-sum.

/// The nim-sum: exclusive or.
#[must_use]
pub fn nim_sum(values: impl IntoIterator<Item = u64>) -> u64 {
    values.into_iter().fold(0, std::ops::BitXor::bitxor)
}

/// The minimal excludant: the least natural number that is not among `values`.
#[must_use]
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut seen = MexSet::new();
    for value in values {
        seen.insert(value);
    }
    seen.mex()
}

/// Values up to here are kept as bits.
const DENSE: u64 = 1 << 22;

/// A set of natural numbers made for finding its mex, to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct MexSet {
    bits: Vec<u64>,
    /// Values too large for a bit each; they matter only when everything below occurs.
    large: std::collections::BTreeSet<u64>,
}

impl MexSet {
    /// The empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a value.
    pub fn insert(&mut self, value: u64) {
        if value >= DENSE {
            self.large.insert(value);
            return;
        }
        let (word, bit) = (usize::try_from(value / 64).unwrap_or(usize::MAX), value % 64);
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << bit;
    }

    /// Whether a value was added.
    #[must_use]
    pub fn contains(&self, value: u64) -> bool {
        let word = usize::try_from(value / 64).unwrap_or(usize::MAX);
        if value >= DENSE {
            self.large.contains(&value)
        } else {
            self.bits.get(word).is_some_and(|w| w >> (value % 64) & 1 == 1)
        }
    }

    /// The least natural number that was not added.
    #[must_use]
    pub fn mex(&self) -> u64 {
        if let Some(word) = self.bits.iter().position(|&w| w != u64::MAX) {
            return word as u64 * 64 + u64::from(self.bits[word].trailing_ones());
        }
        let mut least = self.bits.len() as u64 * 64;
        for &value in self.large.range(least..) {
            if value != least {
                break;
            }
            least += 1;
        }
        least
    }

    /// Forgets every value and keeps the room.
    pub fn clear(&mut self) {
        self.bits.fill(0);
        self.large.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_missing() {
        assert_eq!(mex([]), 0);
        assert_eq!(mex([1, 2]), 0);
        assert_eq!(mex([0, 1, 3, 1]), 2);
        assert_eq!(mex(0..64), 64);
        assert_eq!(mex(0..DENSE + 3), DENSE + 3);
        assert_eq!(mex([u64::MAX, 0]), 1);
        assert_eq!(nim_sum([3, 5, 6]), 0);
    }

    #[test]
    fn a_set_is_used_again() {
        let mut set = MexSet::new();
        for v in 0..100 {
            set.insert(v);
        }
        assert!(set.contains(99) && !set.contains(100) && !set.contains(u64::MAX));
        assert_eq!(set.mex(), 100);
        set.clear();
        assert_eq!(set.mex(), 0);
        set.insert(0);
        assert_eq!(set.mex(), 1);
    }
}
