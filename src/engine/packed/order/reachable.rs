//! The cells of a table that a position can lead to, from the least key upwards.

use super::measure::{Bounds, MeasureOrder, Walk};
use crate::engine::packed::shape::layout::{Layout, Word};
use crate::ir::{Program, words_of};

/// What is known of the words of options, by the rules alone.
#[derive(Clone, Copy, Debug)]
pub struct Descent<'a> {
    /// For each word, whether no option has a greater one.
    pub shrinks: &'a [bool],
    /// For each word, whether it is a number and no option has a lesser one.
    pub rises: &'a [bool],
    /// Words (bit `i`: word `i`) whose sum is never greater in an option.
    pub totals: &'a [u64],
    /// Words (bit `i`: word `i`) whose greatest is never greater in an option.
    pub maximum: u64,
    /// Weights of words whose sum falls with every move; empty without.
    pub measure: &'a [i64],
    /// The last word is who moves.
    pub partizan: bool,
}

impl<'a> Descent<'a> {
    /// What a program says.
    #[must_use]
    pub fn of(program: &'a Program) -> Self {
        let Program { shrinks, rises, totals, maximum, measure, partizan, .. } = program;
        Self { shrinks, rises, totals, maximum: *maximum, measure, partizan: *partizan }
    }

    /// Whether no option has a greater word, but for who moves.
    #[must_use]
    pub fn is_monotone(&self) -> bool {
        self.shrinks[..self.shrinks.len() - usize::from(self.partizan)].iter().all(|&shrinks| shrinks)
    }

    /// For each word, what it is at most in all positions that can be reached from one; `None` where that is not known.
    pub fn bounds<'p>(&'p self, position: &'p [i64], layout: &'p Layout) -> impl Iterator<Item = Option<i64>> + 'p {
        position.iter().enumerate().map(move |(i, &own)| {
            if self.shrinks[i] {
                return Some(own);
            }
            let others = |total: u64| words_of(total).filter(move |&j| j != i);
            let most = |&total: &u64| {
                let spare = others(total).map(|j| position[j].saturating_sub(layout.words[j].low));
                spare.fold(own, i64::saturating_add)
            };
            let by_totals = self.totals.iter().filter(|&&total| words_of(total).any(|j| j == i)).map(most).min();
            let greatest = words_of(self.maximum).map(|j| position[j]).max();
            let by_maximum = greatest.filter(|_| words_of(self.maximum).any(|j| j == i));
            [by_totals, by_maximum, self.by_measure(position, i, layout)].into_iter().flatten().min()
        })
    }

    /// What a word is at most by the measure.
    fn by_measure(&self, position: &[i64], i: usize, layout: &Layout) -> Option<i64> {
        let weight = self.measure.get(i).copied().filter(|weight| *weight > 0)?;
        let spare = |j: usize| position[j].saturating_sub(layout.words[j].low).saturating_mul(self.measure[j]);
        let spare = (0..position.len()).filter(|j| *j != i).map(spare).fold(0, i64::saturating_add);
        Some(position[i].saturating_add(spare / weight))
    }
}

/// A walk over positions whose words, and some of their sums, are bounded.
pub struct Reachable {
    /// The words of the next position.
    pub words: Vec<i64>,
    /// The least and the greatest words.
    pub low: Vec<i64>,
    pub high: Vec<i64>,
    /// Whether a word is never less than the one before.
    ascends: Vec<bool>,
    /// Whether a word goes from its greatest value downwards, since options have greater ones.
    descends: Vec<bool>,
    /// Sums that are bounded: the words before the last one of each, the last one, and the bound.
    totals: Vec<(u64, usize, i64)>,
    /// An order by a measure.
    walk: Option<Walk>,
    /// All were passed.
    pub done: bool,
}

impl Reachable {
    /// All positions that could be reached from one; with `more`, from some that are greater by a quarter, too, as far as the
    /// layout has room.
    #[must_use]
    pub fn new(position: &[i64], descent: Descent<'_>, layout: &Layout, more: bool) -> Self {
        let low: Vec<i64> = layout.words.iter().map(|w| w.low).collect();
        let ascends: Vec<bool> = layout.words.iter().map(|w| w.ascends).collect();
        let descends = vec![false; low.len()];
        let (high, totals) = (Vec::new(), Vec::new());
        let mut cells = Self { words: low.clone(), low, high, ascends, descends, totals, walk: None, done: false };
        let grows = !descent.totals.is_empty() || descent.maximum != 0 || layout.by_measure.is_some();
        let start = if more && grows { grown(position, layout) } else { position.to_vec() };
        let ends = layout.words.iter().map(|w| w.low.saturating_add_unsigned(w.span));
        cells.high = if layout.has_ranks() {
            layout.greatest(&start, descent.shrinks)
        } else {
            descent.bounds(&start, layout).zip(ends).map(|(b, end)| b.unwrap_or(end).min(end)).collect()
        };
        match &layout.by_measure {
            Some(by_measure) => cells.walk(by_measure, &start, position, descent, layout),
            None if layout.has_ranks() => {}
            None if descent.totals.is_empty() => cells.go_downwards(descent),
            None => cells.bound_totals(&start, position, descent, layout),
        }
        cells
    }

    /// Begins with the greatest numbers where options have no lesser ones.
    fn go_downwards(&mut self, descent: Descent<'_>) {
        let rising = descent.rises.iter().zip(descent.shrinks).map(|(rises, shrinks)| *rises && !shrinks);
        for (i, _) in rising.enumerate().filter(|(_, rising)| *rising) {
            self.descends[i] = true;
            self.words[i] = self.high[i];
        }
    }

    /// Bounds the sums of positions that can be reached from one, or a lesser one.
    fn bound_totals(&mut self, start: &[i64], position: &[i64], descent: Descent<'_>, layout: &Layout) {
        for &total in descent.totals {
            let sum = |words: &[i64]| words_of(total).map(|i| words[i]).fold(0, i64::saturating_add);
            // A word may take all that the others have: what does not fit is not wanted.
            let lowest = sum(&self.low);
            let room = words_of(total).filter(|&i| !descent.shrinks[i]);
            let room = room.map(|i| lowest.saturating_add_unsigned(layout.words[i].span)).min().unwrap_or(i64::MAX);
            let bound = sum(start).min(room).max(sum(position));
            let Some(last) = words_of(total).max() else { continue };
            // A box with long rows is filled faster than what a sum leaves of it, if that is most of it.
            let (most, left) = (sum(&self.high).saturating_sub(lowest), bound.saturating_sub(lowest));
            if most <= left.saturating_add(left / 4) {
                continue;
            }
            self.totals.push((total & !(1 << last), last, bound));
        }
    }

    /// Takes the order of a measure, up to that of positions that can be reached from one, or a lesser one.
    fn walk(
        &mut self,
        by_measure: &MeasureOrder,
        start: &[i64],
        position: &[i64],
        descent: Descent<'_>,
        layout: &Layout,
    ) {
        let lowest = by_measure.measure(&self.low);
        // What does not fit is not wanted.
        let room = (0..position.len()).filter(|&i| !descent.shrinks[i] && by_measure.weight(i) > 0);
        let room = room.map(|i| by_measure.weight(i).saturating_mul(self.high[i].saturating_sub(self.low[i])));
        let room = room.min().map_or(i64::MAX, |room| lowest.saturating_add(room));
        let last = by_measure.measure(start).min(room).max(by_measure.measure(position));
        let mut words = std::mem::take(&mut self.words);
        self.walk = Walk::new(by_measure.clone(), last, self.bounds(layout), &mut words);
        self.done = self.walk.is_none();
        self.words = words;
    }

    /// The bounds of words, for a walk by a measure.
    fn bounds<'a>(&'a self, layout: &'a Layout) -> Bounds<'a> {
        Bounds { low: &self.low, high: &self.high, words: &layout.words }
    }

    /// Only those that one position can lead to: words that rise are at least its own.
    #[must_use]
    pub fn only_from(mut self, position: &[i64]) -> Self {
        for i in (0..position.len()).filter(|&i| self.descends[i]) {
            self.low[i] = position[i];
        }
        self
    }

    /// How many there are, about.
    #[must_use]
    pub fn count(&self, layout: &Layout) -> u64 {
        let words = self.totals.iter().map(|total| u64::from(total.0.count_ones()) + 1).max().unwrap_or(1);
        let words = self.walk.as_ref().map_or(words, |walk| walk.by_measure().weighted() as u64);
        let words = if layout.has_ranks() { 1 } else { words };
        let above: Vec<i64> =
            self.high.iter().zip(&self.low).zip(&layout.words).map(|((high, low), w)| high - low + w.low).collect();
        layout.cells(&above) / (1..=words).product::<u64>()
    }

    /// Whether they are all positions of a box.
    #[must_use]
    pub fn is_box(&self) -> bool {
        self.walk.is_none() && self.totals.is_empty() && !self.ascends.contains(&true) && !self.descends.contains(&true)
    }

    /// Whether a position is one of them.
    #[must_use]
    pub fn hold(&self, position: &[i64]) -> bool {
        let sum = |words: u64| words_of(words).map(|i| position[i]).fold(0, i64::saturating_add);
        position.iter().zip(&self.high).all(|(own, high)| own <= high)
            && position.iter().zip(&self.low).all(|(own, low)| own >= low)
            && self.walk.as_ref().is_none_or(|walk| walk.by_measure().measure(position) <= walk.last())
            && self.totals.iter().all(|&(others, last, bound)| sum(others | 1 << last) <= bound)
    }

    /// What a word may be at most after those before it.
    fn most(&self, i: usize) -> i64 {
        let spare = |(others, _, bound): &(u64, usize, i64)| {
            words_of(*others).map(|j| self.words[j]).fold(*bound, i64::saturating_sub)
        };
        self.totals.iter().filter(|total| total.1 == i).map(spare).fold(self.high[i], i64::min)
    }

    /// How many positions, from the next on, have keys that follow each other, or lie on one row of a walk by a measure.
    #[must_use]
    pub fn row(&self, layout: &Layout) -> u64 {
        if let Some(walk) = &self.walk {
            return walk.row(self.bounds(layout), &self.words);
        }
        let Some(last) = self.words.len().checked_sub(1) else { return 1 };
        if self.ascends.contains(&true) || self.descends[last] {
            return 1;
        }
        if !self.is_box() {
            return self.most(last).abs_diff(self.words[last]) + 1;
        }
        let (mut count, mut size) = (1, 1u64);
        for (i, word) in layout.words.iter().enumerate().rev() {
            count += size * self.high[i].abs_diff(self.words[i]);
            if self.high[i].abs_diff(self.low[i]) < word.span {
                break;
            }
            size *= word.span + 1;
        }
        count
    }

    /// So many positions further, at most to the end of the row.
    pub fn advance(&mut self, count: u64, layout: &Layout) {
        if count == 0 {
            return;
        }
        if let Some(walk) = &mut self.walk {
            let bounds = Bounds { low: &self.low, high: &self.high, words: &layout.words };
            self.done |= walk.advance(count, bounds, &mut self.words).is_none();
            return;
        }
        if !self.is_box() {
            let Some(last) = self.words.last_mut() else { return };
            // A row of one, if it goes downwards.
            *last = last.saturating_add_unsigned(count - 1);
            return self.step();
        }
        let mut carry = count;
        for i in (0..self.words.len()).rev() {
            let size = self.high[i].abs_diff(self.low[i]) + 1;
            let place = self.words[i].abs_diff(self.low[i]) + carry;
            self.words[i] = self.low[i].saturating_add_unsigned(place % size);
            carry = place / size;
            if carry == 0 {
                return;
            }
        }
        self.done = true;
    }

    /// The next position, the last word fastest.
    fn step(&mut self) {
        let mut end = self.words.len();
        let goes_on = |cells: &Self, i: usize| {
            if cells.descends[i] { cells.words[i] > cells.low[i] } else { cells.words[i] < cells.most(i) }
        };
        while let Some(i) = (0..end).rev().find(|&i| goes_on(self, i)) {
            self.words[i] += if self.descends[i] { -1 } else { 1 };
            for i in i + 1..self.words.len() {
                self.words[i] = match (self.ascends[i], self.descends[i]) {
                    (true, _) => self.words[i - 1],
                    (_, true) => self.high[i],
                    _ => self.low[i],
                };
            }
            // Bounded sums may leave no room for the words after this one.
            if (i + 1..self.words.len()).all(|j| self.words[j] <= self.most(j)) {
                return;
            }
            end = i + 1;
        }
        self.done = true;
    }
}

/// Words that are greater by a quarter, as far as there is room.
fn grown(position: &[i64], layout: &Layout) -> Vec<i64> {
    let of = |(own, word): (&i64, &Word)| (own + (own - word.low) / 4).min(word.low.saturating_add_unsigned(word.span));
    position.iter().zip(&layout.words).map(of).collect()
}
