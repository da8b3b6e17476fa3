//! Ways to select: subsets of `0..n`, and one index from each of several ranges.

use std::ops::RangeInclusive;

/// Subsets of `0..n` by size and then lexicographically, as ascending lists of indices.
#[derive(Clone, Debug)]
pub struct Subsets {
    n: usize,
    largest: usize,
    indices: Vec<usize>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Fresh,
    Running,
    Done,
}

impl Subsets {
    /// Subsets of `0..n` whose size lies in `sizes`; sizes beyond `n` give nothing.
    #[must_use]
    pub fn new(n: usize, sizes: RangeInclusive<usize>) -> Self {
        let (least, largest) = (*sizes.start(), (*sizes.end()).min(n));
        let state = if least > largest || sizes.is_empty() { State::Done } else { State::Fresh };
        let indices = if state == State::Done { Vec::new() } else { (0..least).collect() };
        Self { n, largest, indices, state }
    }

    /// The next subset, without allocation.
    pub fn advance(&mut self) -> Option<&[usize]> {
        match self.state {
            State::Done => return None,
            State::Fresh => self.state = State::Running,
            State::Running => self.step(),
        }
        (self.state == State::Running).then_some(&self.indices[..])
    }

    fn step(&mut self) {
        let k = self.indices.len();
        let movable = (0..k).rev().find(|&i| self.indices[i] < self.n - k + i);
        if let Some(i) = movable {
            let from = self.indices[i] + 1;
            for (offset, index) in self.indices[i..].iter_mut().enumerate() {
                *index = from + offset;
            }
        } else if k < self.largest {
            self.indices.push(0);
            for (i, index) in self.indices.iter_mut().enumerate() {
                *index = i;
            }
        } else {
            self.state = State::Done;
        }
    }

    /// The same subsets as bit masks; `None` when `n` passes 64.
    #[must_use]
    pub fn masks(self) -> Option<Masks> {
        (self.n <= 64).then_some(Masks { subsets: self })
    }
}

impl Iterator for Subsets {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        self.advance().map(<[usize]>::to_vec)
    }
}

/// Subsets of `0..n`, `n <= 64`, as bit masks, in the order of [`Subsets`].
#[derive(Clone, Debug)]
pub struct Masks {
    subsets: Subsets,
}

impl Iterator for Masks {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.subsets.advance().map(|indices| indices.iter().fold(0, |mask, &i| mask | 1 << i))
    }
}

/// How many subsets `0..n` has whose size lies in `sizes`; `None` when very many.
#[must_use]
pub fn subset_count(n: usize, sizes: RangeInclusive<usize>) -> Option<u64> {
    let mut total = 0u64;
    // The number of subsets of one size after the other.
    let mut of_size = 1u128;
    for k in 0..=(*sizes.end()).min(n) {
        if sizes.contains(&k) {
            total = total.checked_add(u64::try_from(of_size).ok()?)?;
        }
        of_size = of_size.checked_mul((n - k) as u128)? / (k as u128 + 1);
    }
    Some(total)
}

/// The subset of `0..n`, `n <= 64`, with a number in the order of [`Subsets::masks`], from 0; the empty one when there are
/// no more so many.
#[must_use]
pub fn nth_mask(n: usize, sizes: RangeInclusive<usize>, mut number: u64) -> u64 {
    let of_size = |n: usize, k: usize| subset_count(n, k..=k).unwrap_or(u64::MAX);
    for size in *sizes.start()..=(*sizes.end()).min(n) {
        let all = of_size(n, size);
        if number >= all {
            number -= all;
            continue;
        }
        let (mut mask, mut missing) = (0, size);
        for element in 0..n {
            // Those with this element next come before the others.
            let with = if missing == 0 { 0 } else { of_size(n - element - 1, missing - 1) };
            if number < with {
                mask |= 1 << element;
                missing -= 1;
            } else {
                number -= with;
            }
        }
        return mask;
    }
    0
}

/// Every list of one index from each of `0..sizes[0]`, `0..sizes[1]`, ...: an odometer, the last place fastest.
///
/// With no range there is exactly one list, the empty one.
#[derive(Clone, Debug)]
pub struct Choices {
    sizes: Vec<usize>,
    current: Vec<usize>,
    state: State,
}

impl Choices {
    /// Chooses below each of `sizes`.
    #[must_use]
    pub fn new(sizes: Vec<usize>) -> Self {
        let state = if sizes.contains(&0) { State::Done } else { State::Fresh };
        Self { current: vec![0; sizes.len()], sizes, state }
    }

    /// The next list, without allocation.
    pub fn advance(&mut self) -> Option<&[usize]> {
        match self.state {
            State::Done => return None,
            State::Fresh => self.state = State::Running,
            State::Running => self.step(),
        }
        (self.state == State::Running).then_some(&self.current[..])
    }

    fn step(&mut self) {
        for (digit, size) in self.current.iter_mut().zip(&self.sizes).rev() {
            *digit += 1;
            if *digit < *size {
                return;
            }
            *digit = 0;
        }
        self.state = State::Done;
    }
}

impl Iterator for Choices {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        self.advance().map(<[usize]>::to_vec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_by_size_then_lexicographically() {
        let found: Vec<_> = Subsets::new(3, 0..=3).collect();
        assert_eq!(found, [vec![], vec![0], vec![1], vec![2], vec![0, 1], vec![0, 2], vec![1, 2], vec![0, 1, 2]]);
        let pairs: Vec<_> = Subsets::new(4, 2..=2).collect();
        assert_eq!(pairs, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
    }

    #[test]
    fn sizes_beyond_the_set_give_nothing() {
        assert_eq!(Subsets::new(3, 4..=9).count(), 0);
        assert_eq!(Subsets::new(3, 3..=9).count(), 1);
        assert_eq!(Subsets::new(0, 0..=0).count(), 1);
        #[expect(clippy::reversed_empty_ranges, reason = "an empty range of sizes is what is tested")]
        let none = Subsets::new(3, 2..=1);
        assert_eq!(none.count(), 0);
        assert_eq!(Subsets::new(10, 2..=4).count(), 45 + 120 + 210);
        for (n, sizes) in [(10, 2..=4), (7, 0..=9), (0, 0..=0), (5, 6..=9), (6, 3..=3)] {
            assert_eq!(subset_count(n, sizes.clone()), Some(Subsets::new(n, sizes).count() as u64));
        }
        assert_eq!(subset_count(300, 100..=200), None);
    }

    #[test]
    fn masks_follow_the_same_order() {
        let masks: Vec<_> = Subsets::new(3, 0..=3).masks().into_iter().flatten().collect();
        assert_eq!(masks, [0, 1, 2, 4, 3, 5, 6, 7]);
        for (n, sizes) in [(6, 0..=6), (7, 2..=4), (5, 5..=9), (0, 0..=0)] {
            let masks: Vec<u64> = Subsets::new(n, sizes.clone()).masks().into_iter().flatten().collect();
            for (number, mask) in (0..).zip(&masks) {
                assert_eq!(nth_mask(n, sizes.clone(), number), *mask, "{n} {sizes:?} {number}");
            }
            assert_eq!(nth_mask(n, sizes, masks.len() as u64), 0);
        }
        assert!(Subsets::new(65, 0..=65).masks().is_none());
        assert_eq!(Subsets::new(64, 64..=64).masks().and_then(|mut m| m.next()), Some(u64::MAX));
    }

    #[test]
    fn choices_count_like_an_odometer() {
        let found: Vec<_> = Choices::new(vec![2, 3]).collect();
        assert_eq!(found, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(Choices::new(vec![]).collect::<Vec<_>>(), [Vec::<usize>::new()]);
        assert_eq!(Choices::new(vec![2, 0]).count(), 0);
    }
}
