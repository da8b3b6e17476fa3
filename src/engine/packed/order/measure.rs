//! The order of a table whose options have greater and lesser keys, but a lesser measure: a sum of words with weights.
//!
//! All positions of one measure come before those of the next one. They lie in rows along which one word grows and another one
//! makes up for it: the keys of a row follow each other in equal steps.

use std::cmp::Reverse;

use crate::engine::packed::shape::layout::Word;
use crate::number::gcd;

/// An order by a measure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeasureOrder {
    /// What each word weighs; at least 0.
    weights: Vec<i64>,
    /// The word that grows along a row, and by how much at once; at least 1.
    pub along: usize,
    pub up: i64,
    /// The word that makes up for it, which weighs something, and what it loses; at least 0.
    pub against: usize,
    pub down: i64,
}

impl MeasureOrder {
    /// The order of a measure for words of a dense table; `None` where there are no rows in it.
    #[must_use]
    pub fn new(weights: &[i64], words: &[Word]) -> Option<Self> {
        let ranked: Vec<usize> = (0..words.len()).filter(|&i| words[i].ascends).collect();
        let all = (0..words.len()).flat_map(|along| (0..words.len()).map(move |against| (along, against)));
        // The words of a bag ascend: the last two of one stay in order for as long as they have not met.
        let pairs = all.filter(|&(along, against)| {
            along != against
                && weights.get(against).is_some_and(|weight| *weight > 0)
                && ranked.last().is_none_or(|last| against == *last && along + 1 == *last)
        });
        let of = |(along, against): (usize, usize)| {
            let common = gcd(weights[along].unsigned_abs(), weights[against].unsigned_abs()).cast_signed();
            let (up, down) = (weights[against] / common, weights[along] / common);
            Self { weights: weights.to_vec(), along, up, against, down }
        };
        let length = |c: &Self| {
            let room = words[c.against].span.checked_div(c.down.unsigned_abs()).unwrap_or(u64::MAX);
            (words[c.along].span / c.up.unsigned_abs()).min(room)
        };
        // Long rows; neighbours in memory.
        pairs.map(of).max_by_key(|c| (length(c), Reverse(words[c.along].stride), Reverse(words[c.against].stride)))
    }

    /// The measure of a position.
    #[must_use]
    pub fn measure(&self, words: &[i64]) -> i64 {
        let weighed = words.iter().zip(&self.weights).map(|(word, weight)| word.saturating_mul(*weight));
        weighed.fold(0, i64::saturating_add)
    }

    /// What a word weighs.
    #[must_use]
    pub fn weight(&self, i: usize) -> i64 {
        self.weights[i]
    }

    /// How many words weigh something.
    #[must_use]
    pub fn weighted(&self) -> usize {
        self.weights.iter().filter(|weight| **weight > 0).count()
    }

    /// What a step along a row adds to a key without ranks.
    #[must_use]
    pub fn stride(&self, words: &[Word]) -> i64 {
        let [along, against] = [self.along, self.against].map(|i| words[i].stride.cast_signed());
        along.wrapping_mul(self.up).wrapping_sub(against.wrapping_mul(self.down))
    }

    /// How many positions follow one on its row, where words have these bounds.
    #[must_use]
    pub fn further(&self, position: &[i64], low: i64, high: i64, words: &[Word]) -> u64 {
        let (own, other) = (position[self.along], position[self.against]);
        let steps = |room: i64, step: i64| room.max(0).checked_div(step).unwrap_or(i64::MAX);
        let mut most = steps(high.saturating_sub(own), self.up).min(steps(other.saturating_sub(low), self.down));
        if words[self.against].ascends {
            most = most.min(steps(other.saturating_sub(own), self.up + self.down));
        }
        most.unsigned_abs()
    }

    /// Goes to a later position of the row.
    pub fn go_on(&self, steps: u64, position: &mut [i64]) {
        let steps = i64::try_from(steps).unwrap_or(i64::MAX);
        position[self.along] = position[self.along].saturating_add(self.up.saturating_mul(steps));
        position[self.against] = position[self.against].saturating_sub(self.down.saturating_mul(steps));
    }
}

/// A walk over all positions between two bounds of words, by a measure.
pub struct Walk {
    by_measure: MeasureOrder,
    /// The words that are the same along a row.
    free: Vec<usize>,
    /// The measure of the next position, and the last one.
    level: i64,
    last: i64,
}

/// Where a row would begin.
enum Start {
    /// Here.
    Here,
    /// Nowhere, and nowhere either if a word before it is greater.
    Beyond,
    /// Nowhere.
    None,
}

impl Walk {
    /// A walk up to a measure; `words` become those of its first position. `None` if there is none.
    #[must_use]
    pub fn new(by_measure: MeasureOrder, last: i64, bounds: Bounds<'_>, words: &mut [i64]) -> Option<Self> {
        let free = (0..words.len()).filter(|&i| i != by_measure.along && i != by_measure.against).collect();
        let mut walk = Self { level: by_measure.measure(bounds.low), by_measure, free, last };
        words.copy_from_slice(bounds.low);
        matches!(walk.start(bounds, words), Start::Here).then_some(()).or_else(|| walk.next_row(bounds, words))?;
        Some(walk)
    }

    /// The order.
    #[must_use]
    pub fn by_measure(&self) -> &MeasureOrder {
        &self.by_measure
    }

    /// The greatest measure that it comes to.
    #[must_use]
    pub fn last(&self) -> i64 {
        self.last
    }

    /// How many positions come from this one on to the end of its row.
    #[must_use]
    pub fn row(&self, bounds: Bounds<'_>, words: &[i64]) -> u64 {
        let (low, high) = (bounds.low[self.by_measure.against], bounds.high[self.by_measure.along]);
        self.by_measure.further(words, low, high, bounds.words) + 1
    }

    /// So many positions further, at most to the end of the row, which leads to the next one; `None` behind the last.
    pub fn advance(&mut self, count: u64, bounds: Bounds<'_>, words: &mut [i64]) -> Option<()> {
        if count < self.row(bounds, words) {
            self.by_measure.go_on(count, words);
            return Some(());
        }
        self.next_row(bounds, words)
    }

    /// The first position of the next row.
    fn next_row(&mut self, bounds: Bounds<'_>, words: &mut [i64]) -> Option<()> {
        // The free words before this one may grow.
        let mut end = self.free.len();
        loop {
            match (0..end).rev().find(|&at| words[self.free[at]] < bounds.high[self.free[at]]) {
                Some(at) => {
                    words[self.free[at]] += 1;
                    self.free[at + 1..].iter().for_each(|&i| words[i] = bounds.least(i, words));
                    end = at + 1;
                }
                None if self.level < self.last => {
                    self.level += 1;
                    self.free.iter().for_each(|&i| words[i] = bounds.least(i, words));
                    end = 0;
                }
                None => return None,
            }
            match self.start(bounds, words) {
                Start::Here => return Some(()),
                // The word that has just grown is too great, whatever the later ones are.
                Start::Beyond => end = end.saturating_sub(1),
                Start::None => end = self.free.len(),
            }
        }
    }

    /// Puts the two words of a row to its first position, for this measure and the words beside them.
    fn start(&self, bounds: Bounds<'_>, words: &mut [i64]) -> Start {
        let MeasureOrder { along, up, against, .. } = self.by_measure;
        let (least, most) = (bounds.least(along, words), bounds.high[along]);
        words[along] = least;
        words[against] = bounds.low[against];
        let (own, other) = (self.by_measure.weights[along], self.by_measure.weights[against]);
        let rest = self.level.saturating_sub(self.by_measure.measure(words));
        if rest < 0 {
            return Start::Beyond;
        }
        // The other word takes what is left, as far as it can.
        let room = bounds.high[against].saturating_sub(bounds.low[against]).saturating_mul(other);
        let ahead = if own == 0 { 0 } else { rest.saturating_sub(room).max(0).saturating_add(own - 1) / own };
        for first in (ahead..=i64::MAX).take(usize::try_from(up).unwrap_or(usize::MAX)) {
            let left = rest.saturating_sub(first.saturating_mul(own));
            let value = bounds.low[against].saturating_add(left / other);
            let inside = left >= 0 && left % other == 0 && value <= bounds.high[against];
            let sorted = !bounds.words[against].ascends || least.saturating_add(first) <= value;
            if inside && sorted && first <= most.saturating_sub(least) {
                words[along] = least + first;
                words[against] = value;
                return Start::Here;
            }
        }
        Start::None
    }
}

/// The bounds of words.
#[derive(Clone, Copy)]
pub struct Bounds<'a> {
    /// The least and the greatest.
    pub low: &'a [i64],
    pub high: &'a [i64],
    /// What they are in the layout.
    pub words: &'a [Word],
}

impl Bounds<'_> {
    /// What a word is at least after those before it.
    fn least(&self, i: usize, words: &[i64]) -> i64 {
        if self.words[i].ascends { self.low[i].max(words[i - 1]) } else { self.low[i] }
    }
}
