//! Bags by rank: the bags of so many numbers up to a bound are numbered without gaps, in the order of their ascending
//! words.
//!
//! Let `x1 <= ... <= xn` be a bag of numbers up to `b`, and `m(v, k)` the number of bags of `k` out of `v` numbers. Before
//! it come those that agree with it in the first `i - 1` words and have a lesser `i`-th one; with `k = n - i + 1` words
//! left they are `m(b + 1 - x[i-1], k) - m(b + 1 - x[i], k)`. Added for all `i`, and with `m(v, k) = m(v, k - 1) + m(v - 1, k)`,
//! the rank becomes a sum of one number for each word: `m(b, k) - m(b - x[i], k)`, which for the last word is the word.

/// Tables are made for at most so many bags.
const MOST: u64 = 1 << 32;
/// Words beyond this are not counted one by one.
const LONG: u64 = 1 << 20;

/// What one word of a bag adds to the rank.
#[derive(PartialEq, Eq, Debug)]
pub struct Ranks {
    /// By the word.
    adds: Vec<u64>,
    /// By the word, what it and those behind it add together when all are equal: the least that they can.
    least: Vec<u64>,
}

impl Ranks {
    /// For words up to `span`, of which this is the first of so many that are left in the bag; a rank enters the key
    /// with a factor. `None` when there are very many bags.
    #[must_use]
    pub fn new(span: u64, left: usize, stride: u64) -> Option<Self> {
        if multisets(span.checked_add(1)?, left)? > MOST {
            return None;
        }
        let (mut adds, mut least) = (Vec::new(), Vec::new());
        for word in 0..=span {
            let below = |values: u64| (multisets(values, left)? - multisets(values - word, left)?).checked_mul(stride);
            adds.push(below(span)?);
            least.push(below(span + 1)?);
        }
        Some(Self { adds, least })
    }

    /// What a word adds to the key; `None` when it is too great.
    #[must_use]
    #[inline]
    pub fn adds(&self, word: u64) -> Option<u64> {
        self.adds.get(usize::try_from(word).ok()?).copied()
    }

    /// All that words add, the word itself the index.
    #[cfg(feature = "jit")]
    #[must_use]
    pub fn table(&self) -> &[u64] {
        &self.adds
    }

    /// The word that begins what is left of a key, and takes away what it adds.
    pub fn take(&self, rest: &mut u64) -> u64 {
        let word = self.least.partition_point(|least| least <= rest).saturating_sub(1);
        *rest -= self.adds[word];
        word as u64
    }
}

/// How many bags of so many numbers out of `values` there are; `None` beyond 64 bits.
#[must_use]
pub fn multisets(values: u64, len: usize) -> Option<u64> {
    if values == 0 {
        return Some(u64::from(len == 0));
    }
    let mut count = 1u128;
    for i in 0..len as u64 {
        count = count.checked_mul(u128::from(values) + u128::from(i))? / u128::from(i + 1);
    }
    u64::try_from(count).ok()
}

/// How many ascending lists there are whose words are at most these, which ascend too; very many are `u64::MAX`. Where
/// words are very large, the last counts for all.
#[must_use]
pub fn multisets_below(most: &[u64]) -> u64 {
    let Some((&first, rest)) = most.split_first() else { return 1 };
    if rest.iter().all(|&most| most == first) {
        return first.checked_add(1).and_then(|values| multisets(values, most.len())).unwrap_or(u64::MAX);
    }
    let last = rest.last().copied().unwrap_or(first);
    if last > LONG {
        return multisets(last.saturating_add(1), most.len()).unwrap_or(u64::MAX);
    }
    // By their last word.
    let mut ending: Vec<u64> = (0..=last).map(|word| u64::from(word <= first)).collect();
    for &most in rest {
        let mut sum = 0u64;
        for (word, count) in (0..).zip(&mut ending) {
            sum = sum.saturating_add(*count);
            *count = if word <= most { sum } else { 0 };
        }
    }
    ending.into_iter().fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bags_are_counted() {
        assert_eq!(multisets(4, 3), Some(20));
        assert_eq!(multisets(0, 3), Some(0));
        assert_eq!(multisets(7, 0), Some(1));
        assert_eq!(multisets(u64::MAX, 3), None);
        assert_eq!(multisets_below(&[3, 3, 3]), 20);
        assert_eq!(multisets_below(&[1, 2, 2]), 9);
        assert_eq!(multisets_below(&[]), 1);
    }
}
