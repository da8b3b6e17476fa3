//! A dense table filled row by row, where a position has all the options of the one before it; see [`nested`].
//!
//! What was seen of the options is carried along the row, and only the new ones are looked at. A position after which the
//! row is won is found once: the rest of the row is won, too.
//!
//! [`nested`]: crate::ir::nested

use std::sync::Arc;

use crate::base::{Exceeded, Meter, Pace};
use crate::cgt::{ByQuestion, Play, Question};
use crate::engine::packed::code::Code;
use crate::engine::packed::search::Work;
use crate::engine::packed::shape::layout::Layout;
use crate::engine::packed::table::dense::{Marks, Seen, Width};
use crate::engine::packed::table::memo::{GREATEST, Memo};
use crate::ir::Program;

/// Options that later rows hold, before another way is taken.
const MISSED: u64 = 1 << 14;

/// Codes for the options of a position.
pub struct Rows {
    /// All of them.
    all: Code,
    /// Those beyond the options of the position before.
    more: Code,
    marks: Marks,
    /// The greatest words of the boxes that were filled, by question.
    filled: ByQuestion<Vec<i64>>,
    /// Options lead to later rows.
    given_up: bool,
}

/// What is known of the options of the last position of a row.
struct Carried {
    /// They were all looked at: those of the next position are those and the new ones.
    complete: bool,
    /// The least value that none of them has.
    mex: usize,
    /// There are some.
    any: bool,
}

const NOTHING: Carried = Carried { complete: false, mex: 0, any: false };

impl Rows {
    /// Codes for a program and its new options.
    #[must_use]
    pub fn new(program: &Arc<Program>, more: Program, layout: &Layout) -> Self {
        Self {
            all: Code::interpreted(program, layout),
            more: Code::interpreted(&Arc::new(more), layout),
            marks: Marks::new(Width::Short),
            filled: ByQuestion::default(),
            given_up: false,
        }
    }

    /// Whether it would do anything for a box.
    #[must_use]
    pub fn is_due(&self, question: Question, high: &[i64]) -> bool {
        let filled = &self.filled[question];
        !self.given_up && (filled.is_empty() || filled.iter().zip(high).any(|(done, high)| done < high))
    }

    /// Fills the table for all positions whose words are at most the given ones; whether that was possible.
    ///
    /// # Errors
    /// A limit.
    pub fn fill(
        &mut self,
        question: Question,
        high: &[i64],
        (memo, layout): (&mut Memo, &Layout),
        meter: &Meter,
        work: &mut Work,
    ) -> Result<bool, Exceeded> {
        let Memo::Dense(table) = memo else { return Ok(false) };
        self.all.warm();
        self.more.warm();
        let last = layout.words.len() - 1;
        let width = usize::try_from(high[last].abs_diff(layout.words[last].low)).unwrap_or(0) + 1;
        let mut words: Vec<i64> = layout.words.iter().map(|w| w.low).collect();
        let (mut pace, mut missed) = (Pace::default(), 0);
        loop {
            words[last] = layout.words[last].low;
            let start = layout.pack(&words).and_then(|key| usize::try_from(key).ok());
            // The last word varies fastest: a row lies together.
            let Some(start) = start.filter(|start| start + width <= table.len()) else { return Ok(false) };
            let before = work.positions;
            missed += self.row(question, &mut words, (start..start + width, &mut *table), (meter, &mut pace), work)?;
            let new = work.positions - before;
            work.options += new;
            meter.add_states(new)?;
            self.given_up = missed > MISSED;
            let next = (0..last).rev().find(|&i| words[i] < high[i]);
            let Some(i) = next.filter(|_| !self.given_up) else { break };
            words[i] += 1;
            for (word, own) in words[i + 1..].iter_mut().zip(&layout.words[i + 1..]) {
                *word = own.low;
            }
        }
        self.filled[question] = high.to_vec();
        Ok(!self.given_up)
    }

    /// Fills a row of the table, whose first position is given; how many positions have options that are not known yet.
    fn row(
        &mut self,
        question: Question,
        words: &mut [i64],
        (keys, table): (std::ops::Range<usize>, &mut [u16]),
        (meter, pace): (&Meter, &mut Pace),
        work: &mut Work,
    ) -> Result<u64, Exceeded> {
        let last = words.len() - 1;
        let (mut carried, mut missed) = (NOTHING, 0);
        for key in keys.clone() {
            let entry = table[key];
            let won = if entry >= 2 {
                // Under normal play, a lost position says all that there is to know of its options.
                let lost = question == Question::Wins(Play::Normal) && entry == 2;
                carried = Carried { complete: lost, ..NOTHING };
                question == Question::Wins(Play::Normal) && entry == 3
            } else {
                let code = if carried.complete { &self.more } else { &self.all };
                if !carried.complete {
                    carried = NOTHING;
                    self.marks.stamp();
                }
                let seen = code.look_on(question, words, table, &mut self.marks);
                pace.step(1, meter)?;
                if let Seen::Options(count) = seen {
                    work.options += count;
                    carried.any |= count > 0;
                }
                missed += u64::from(seen == Seen::Unknown);
                carried.complete = matches!(seen, Seen::Options(_));
                if let Some(value) = self.value(question, seen, &mut carried) {
                    table[key] = value;
                    work.positions += 1;
                }
                seen == Seen::Won
            };
            if won {
                for entry in table[key..keys.end].iter_mut().filter(|entry| **entry < 2) {
                    *entry = 3;
                    work.positions += 1;
                }
                break;
            }
            // Behind the last one, which may be the greatest word of all, there is none.
            words[last] = words[last].saturating_add(1);
        }
        Ok(missed)
    }

    /// The entry of a position by what was seen of its new options, and by what is carried.
    fn value(&self, question: Question, seen: Seen, carried: &mut Carried) -> Option<u16> {
        let value = match (seen, question) {
            (Seen::Options(_), Question::Grundy) => {
                carried.mex = self.marks.mex_from(carried.mex);
                u32::try_from(carried.mex).ok()?
            }
            (Seen::Options(_), Question::Wins(Play::Misere)) => u32::from(!carried.any),
            _ => seen.value(question, &self.marks)?,
        };
        if value > GREATEST { None } else { u16::try_from(value + 2).ok() }
    }
}
