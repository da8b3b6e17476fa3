//! Questions that come in order: most are answered without a search.

use super::{Order, Rules, Search, TICK};
use crate::base::Exceeded;
use crate::engine::packed::table::dense::Row;

/// A question is first looked up among the options of its position after so many options.
const WARM: u64 = 20_000;

impl Search {
    /// The answer for one position, if it is known or all its options are: for questions that come in order.
    ///
    /// # Errors
    /// A limit.
    #[inline]
    pub fn look_up(&mut self, position: &[i64], key: u64, rules: &mut Rules<'_>) -> Result<Option<u32>, Exceeded> {
        if let Some(value) = self.known(key) {
            return Ok(Some(value));
        }
        if rules.order != Order::Usual || self.work.options.saturating_add(rules.past) < WARM || !rules.layout.dense {
            return Ok(None);
        }
        rules.code.warm();
        if rules.boxes.is_some() && self.fill(position, true, rules)? {
            return Ok(self.known(key));
        }
        self.make_marks(rules.meter)?;
        let (Some(table), Some(marks)) = (self.memo.dense(), &mut self.marks) else { return Ok(None) };
        let Some(row) = rules.code.fill(self.question, position, (1, TICK), table, marks) else { return Ok(None) };
        self.note(&row, rules)?;
        Ok(self.known(key))
    }

    /// The same for positions of columns from `at` up to `count`, by native code: values are appended up to the first that
    /// is not found like this; how many. `None` where there is another way.
    ///
    /// # Errors
    /// A limit.
    pub fn look_up_columns(
        &mut self,
        words: &[&[i64]],
        (at, count): (usize, usize),
        into: &mut Vec<i64>,
        rules: &mut Rules<'_>,
    ) -> Result<Option<usize>, Exceeded> {
        let early = self.work.options.saturating_add(rules.past) < WARM;
        let due = if rules.order == Order::Usual { !early } else { rules.order.looks_first() };
        if !due || !rules.layout.dense {
            return Ok(None);
        }
        // What fills whole boxes is asked about every position that is unknown.
        let budget = rules.boxes.is_none().then_some(TICK);
        rules.code.warm();
        let mut passed = 0;
        loop {
            self.make_marks(rules.meter)?;
            let (Some(table), Some(marks)) = (self.memo.dense(), &mut self.marks) else { return Ok(None) };
            // No more are stored than are allowed, and one that tells so.
            let free = rules.meter.limits().max_states.saturating_sub(rules.meter.states()).max(1);
            let most = (count - at - passed).min(usize::try_from(free).unwrap_or(usize::MAX));
            let part = (words, at + passed, most);
            let Some(row) = rules.code.fill_columns(self.question, part, budget, table, marks, into) else {
                return Ok(None);
            };
            passed += usize::try_from(row.passed).unwrap_or(0);
            self.note(&row, rules)?;
            if row.stopped.is_some() || at + passed >= count {
                return Ok(Some(passed));
            }
        }
    }

    /// Counts the work of a row.
    fn note(&mut self, row: &Row, rules: &Rules<'_>) -> Result<(), Exceeded> {
        self.work.options += row.options;
        self.work.positions += row.new;
        if self.work.options - self.ticked > TICK {
            self.ticked = self.work.options;
            rules.meter.check()?;
        }
        rules.meter.add_states(row.new)
    }
}
