//! A dense table filled from its least key upwards: where options have lesser keys, each position is looked at once.
//!
//! Nothing depends on that: a position with an option that is not known yet is left to the search.

#[cfg(feature = "jit")]
use super::sweep_threads::SharedSweep;
use crate::base::{Exceeded, Meter};
use crate::cgt::Question;
use crate::engine::packed::code::Code;
use crate::engine::packed::order::reachable::{Descent, Reachable};
use crate::engine::packed::search::Work;
use crate::engine::packed::shape::layout::Layout;
use crate::engine::packed::table::dense::{Marks, Row, Seen};
use crate::engine::packed::table::memo::Memo;

/// Work between looks at the clock.
const TICK: u64 = 1 << 14;

/// What comes of a row without native code.
const NOTHING: Row = Row { passed: 0, new: 0, options: 0, spent: 0, stopped: Some(Seen::Unknown) };

/// A sweep over the cells of a table that a position can lead to, with the place it has reached.
pub struct Sweep {
    reachable: Reachable,
    goal: bool,
    /// Positions left out, since an option was not known.
    missed: u64,
    seen: u64,
    /// Cells, about, those passed, and the work that they took.
    count: u64,
    passed: u64,
    spent: u64,
    /// Several threads were at work.
    #[cfg(feature = "jit")]
    shared: bool,
}

impl Sweep {
    /// A sweep over some cells; `goal` if the values of most of them are wanted.
    #[must_use]
    pub fn new(reachable: Reachable, layout: &Layout, goal: bool) -> Self {
        Self {
            goal,
            count: reachable.count(layout),
            reachable,
            passed: 0,
            spent: 0,
            missed: 0,
            seen: 0,
            #[cfg(feature = "jit")]
            shared: false,
        }
    }

    /// Whether the values of most cells are wanted, and there are more to come.
    #[must_use]
    pub fn has_goal(&self) -> bool {
        self.goal && !self.reachable.done
    }

    /// Whether it may yet come to a position.
    #[must_use]
    pub fn is_open_for(&self, position: &[i64]) -> bool {
        !self.reachable.done && self.reachable.hold(position)
    }

    /// Whether too many cells had options that were not known.
    #[must_use]
    pub fn is_in_vain(&self) -> bool {
        self.missed > 1000 && self.missed > self.seen / 8
    }

    /// The work that the rest will take, if it goes on like this.
    #[must_use]
    pub fn expected(&self) -> u64 {
        if self.passed == 0 {
            return u64::MAX;
        }
        let all = u128::from(self.spent) * u128::from(self.count) / u128::from(self.passed);
        u64::try_from(all).unwrap_or(u64::MAX)
    }

    /// The positions that were not passed yet.
    #[cfg(feature = "jit")]
    #[must_use]
    pub fn left(&self) -> u64 {
        self.count.saturating_sub(self.passed)
    }

    /// Whether several threads were at work.
    #[cfg(feature = "jit")]
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Fills all cells by several threads; `false` when one is to go on.
    ///
    /// # Errors
    /// The clock.
    #[cfg(feature = "jit")]
    pub fn share(
        &mut self,
        piece: u64,
        question: Question,
        (memo, code, layout): (&mut Memo, &Code, &Layout),
        descent: Descent<'_>,
        meter: &Meter,
        work: &mut Work,
    ) -> Result<bool, Exceeded> {
        let Memo::Dense(table) = memo else { return Ok(false) };
        // Where something was missed, what is found depends on the order.
        let (low, high) = (&self.reachable.low, &self.reachable.high);
        let shared = SharedSweep::new(low, high, descent.is_monotone(), piece)
            .filter(|_| self.missed == 0 && self.reachable.is_box());
        let Some(shared) = shared else { return Ok(false) };
        let done = shared.fill(question, (table, code, layout), meter, work)?;
        self.shared = done.is_some();
        self.reachable.done = done == Some(true);
        Ok(self.reachable.done)
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
        let (mut spent, mut tick, mut states) = (0, 0, 0);
        while !self.reachable.done && spent < budget {
            let work_left = (budget - spent).min(TICK + tick - spent);
            let most = (self.reachable.row(layout), work_left);
            let Some(table) = memo.dense() else { break };
            marks.widen(table.width(), meter)?;
            let row = code.fill(question, &self.reachable.words, most, table, marks).unwrap_or(NOTHING);
            if row.stopped == Some(Seen::Large) {
                // The same position again, with entries that hold its value.
                memo.widen(meter)?;
            }
            let left = u64::from(row.stopped.is_some_and(|stopped| stopped != Seen::Large));
            self.seen += row.new + left;
            self.missed += u64::from(row.stopped == Some(Seen::Unknown));
            self.passed += row.passed + left;
            spent += row.spent + 2 * left;
            work.options += row.options;
            work.positions += row.new;
            states += row.new;
            self.reachable.advance(row.passed + left, layout);
            if spent - tick >= TICK {
                tick = spent;
                meter.check()?;
                meter.add_states(std::mem::take(&mut states))?;
                // Options with greater keys: another order is needed, which the search finds.
                self.reachable.done |= self.is_in_vain();
            }
        }
        self.spent += spent;
        meter.add_states(states)?;
        Ok(!self.reachable.done && memo.dense().is_some())
    }
}
