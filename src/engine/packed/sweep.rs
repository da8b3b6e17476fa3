//! A dense table filled from its least key upwards: where options have lesser keys, each position is looked at once.
//!
//! Nothing depends on that: a position with an option that is not known yet is left to the search.

use super::code::Code;
use super::layout::Layout;
use super::memo::Memo;
use super::search::{Question, Work};
use super::table::{Marks, Row, Seen};
#[cfg(feature = "jit")]
use super::waves::Waves;
use crate::base::{Exceeded, Meter};

/// Work between looks at the clock.
const TICK: u64 = 1 << 14;

/// What comes of a row without native code.
const NOTHING: Row = Row { passed: 0, new: 0, options: 0, spent: 0, stopped: Some(Seen::Unknown) };

/// A sweep over a box, with the place it has reached.
pub struct Sweep {
    /// The words of the next position.
    words: Vec<i64>,
    /// The least and the greatest words of the box.
    low: Vec<i64>,
    high: Vec<i64>,
    /// Whether a word is never less than the one before.
    ascends: Vec<bool>,
    /// Positions left out, since an option was not known.
    missed: u64,
    seen: u64,
    /// Positions of the box, those passed, and the work that they took.
    cells: u64,
    passed: u64,
    spent: u64,
    done: bool,
    /// Several threads were at work.
    #[cfg(feature = "jit")]
    shared: bool,
}

impl Sweep {
    /// A sweep over all positions from which this one could be reached, if words that never grow stay at most its own.
    #[must_use]
    pub fn new(position: &[i64], shrinks: &[bool], layout: &Layout) -> Self {
        let high = layout.greatest(position, shrinks);
        Self {
            cells: layout.cells(&high),
            passed: 0,
            spent: 0,
            high,
            words: layout.words.iter().map(|w| w.low).collect(),
            low: layout.words.iter().map(|w| w.low).collect(),
            ascends: layout.words.iter().map(|w| w.ascends).collect(),
            missed: 0,
            seen: 0,
            done: false,
            #[cfg(feature = "jit")]
            shared: false,
        }
    }

    /// The work that the rest will take, if it goes on like this.
    #[must_use]
    pub fn expected(&self) -> u64 {
        if self.passed == 0 {
            return u64::MAX;
        }
        let all = u128::from(self.spent) * u128::from(self.cells) / u128::from(self.passed);
        u64::try_from(all).unwrap_or(u64::MAX)
    }

    /// The positions that were not passed yet.
    #[cfg(feature = "jit")]
    #[must_use]
    pub fn left(&self) -> u64 {
        self.cells.saturating_sub(self.passed)
    }

    /// Whether several threads were at work.
    #[cfg(feature = "jit")]
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Fills all of the box by several threads; `false` when one is to go on.
    ///
    /// # Errors
    /// The clock.
    #[cfg(feature = "jit")]
    pub fn share(
        &mut self,
        piece: u64,
        question: Question,
        (memo, code, layout): (&mut Memo, &Code, &Layout),
        shrinks: &[bool],
        meter: &Meter,
        work: &mut Work,
    ) -> Result<bool, Exceeded> {
        let Memo::Dense(table) = memo else { return Ok(false) };
        // Where something was missed, what is found depends on the order.
        let waves =
            Waves::new(&self.low, &self.high, shrinks, piece).filter(|_| self.missed == 0 && !layout.has_ranks());
        let Some(waves) = waves else { return Ok(false) };
        let done = waves.fill(question, (table, code, layout), meter, work)?;
        self.shared = done.is_some();
        self.done = done == Some(true);
        Ok(self.done)
    }

    /// Goes on until so much work is done; whether there is more to do.
    ///
    /// # Errors
    /// A limit.
    pub fn run(
        &mut self,
        budget: u64,
        question: Question,
        (memo, code, layout): (&mut Memo, &Code, &Layout),
        marks: &mut Marks,
        meter: &Meter,
        work: &mut Work,
    ) -> Result<bool, Exceeded> {
        let Memo::Dense(table) = memo else { return Ok(false) };
        let (mut spent, mut tick, mut states) = (0, 0, 0);
        while !self.done && spent < budget {
            let work_left = (budget - spent).min(TICK + tick - spent);
            let most = (self.row(layout), work_left);
            let row = code.fill(question, &self.words, most, table, marks).unwrap_or(NOTHING);
            let left = u64::from(row.stopped.is_some());
            self.seen += row.new + left;
            self.missed += u64::from(row.stopped == Some(Seen::Unknown));
            self.passed += row.passed + left;
            spent += row.spent + 2 * left;
            work.options += row.options;
            work.positions += row.new;
            states += row.new;
            if layout.has_ranks() {
                self.step();
            } else {
                self.advance(row.passed + left);
            }
            if spent - tick >= TICK {
                tick = spent;
                meter.check()?;
                meter.add_states(std::mem::take(&mut states))?;
                // Options with greater keys: another order is needed, which the search finds.
                self.done |= self.missed > 1000 && self.missed > self.seen / 8;
            }
        }
        self.spent += spent;
        meter.add_states(states)?;
        Ok(!self.done)
    }

    /// How many positions of the box, from the next on, have keys that follow each other.
    fn row(&self, layout: &Layout) -> u64 {
        let (mut count, mut size) = (1, 1u64);
        if layout.has_ranks() {
            return count;
        }
        for (i, word) in layout.words.iter().enumerate().rev() {
            count += size * self.high[i].abs_diff(self.words[i]);
            if self.high[i].abs_diff(self.low[i]) < word.span {
                break;
            }
            size *= word.span + 1;
        }
        count
    }

    /// So many positions of the box further, the last word fastest.
    fn advance(&mut self, count: u64) {
        let mut carry = count;
        for i in (0..self.words.len()).rev() {
            if carry == 0 {
                return;
            }
            let size = self.high[i].abs_diff(self.low[i]) + 1;
            let place = self.words[i].abs_diff(self.low[i]) + carry;
            self.words[i] = self.low[i].saturating_add_unsigned(place % size);
            carry = place / size;
        }
        self.done = carry > 0;
    }

    /// The next position of the box, the last word fastest.
    fn step(&mut self) {
        let Some(i) = (0..self.words.len()).rev().find(|&i| self.words[i] < self.high[i]) else {
            self.done = true;
            return;
        };
        self.words[i] += 1;
        for i in i + 1..self.words.len() {
            self.words[i] = if self.ascends[i] { self.words[i - 1] } else { self.low[i] };
        }
    }
}
