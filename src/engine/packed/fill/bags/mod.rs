//! A dense table of bags filled along rays; see [`BagRays`].
//!
//! Bags with the same first words are a row, along which the greatest word grows. One bit a line says whether some bag on
//! it has the value that is looked for: first 0, then 1, and so on; a bag without a value yet has it when none of its
//! lines is marked. The lines through neighbours of a row are neighbours, so that one word of each direction speaks of
//! 64 bags. For outcomes only the first pass is made.
//!
//! A pass goes row by row, and the marks of a row do not matter to the row itself: every option has lesser words, when
//! both are sorted, and one in the same row differs by a move of the greatest heap `c` alone. (In the row, one number is
//! new: `c' < c`, and no word before is greater. Let more heaps move, `m` the least of them: less than all of them is then
//! what it becomes, so that is `c'`, and no word before is greater than that; but `m` is one of them.)

mod lines;

use self::lines::{Lines, View};
use crate::base::{Exceeded, Meter};
use crate::cgt::{Play, Question};
use crate::engine::packed::search::Work;
use crate::engine::packed::shape::layout::Layout;
use crate::engine::packed::shape::ranks::multisets_below;
use crate::engine::packed::table::memo::{GREATEST, Memo};
use crate::ir::BagRays;

/// Words of marks between looks at the clock.
const TICK: usize = 1 << 16;

/// What the table holds for the values 0 and 1.
const LOST: u16 = 2;
const WON: u16 = 3;

/// A way to fill tables of bags.
pub struct Bags {
    rays: BagRays,
}

/// A filling in progress. Words count from the least.
struct Filling<'a> {
    rays: &'a BagRays,
    lines: Lines,
    /// The greatest words of the box, ascending.
    high: Vec<u64>,
    low: i64,
    layout: &'a Layout,
    table: &'a mut [u16],
    meter: &'a Meter,
}

/// A row with bags that have no value yet.
struct Open {
    /// Where the bag whose greatest heap would be 0 lies in the table; that may be before its start.
    start: isize,
    view: View,
    /// The bags without a value, by the greatest heap.
    bags: Vec<u64>,
    /// The first word of them that is not 0.
    from: usize,
}

impl Bags {
    /// A way for rays of a bag.
    #[must_use]
    pub fn new(rays: BagRays) -> Self {
        Self { rays }
    }

    /// What it is, for `--stats`.
    #[must_use]
    pub fn describe(&self) -> String {
        let sizes: Vec<String> = self.rays.sizes.iter().map(usize::to_string).collect();
        let heaps = if self.rays.sizes == [1] { "heap" } else { "heaps" };
        format!("rays of {} {heaps} of a bag", sizes.join(", "))
    }

    /// At least the most options of a position whose words are at most these steps above the least.
    #[must_use]
    pub fn most_options(&self, sizes: &[u64]) -> u64 {
        // A move is counted for the least heap that it touches.
        let options = |(i, size): (usize, &u64)| {
            let above = (self.rays.heaps - 1 - i.min(self.rays.heaps - 1)) as u64;
            let ways = self.rays.sizes.iter().map(|&touched| choices(above, touched as u64 - 1)).sum::<u64>();
            size.saturating_sub(1).saturating_mul(ways)
        };
        sizes.iter().enumerate().map(options).fold(0, u64::saturating_add)
    }

    /// Fills the table for all bags whose words are at most the given ones. `false` when values or lines would be too
    /// many: nothing is done then.
    ///
    /// # Errors
    /// A limit; what was filled is right.
    pub fn fill(
        &self,
        question: Question,
        high: &[i64],
        (memo, layout): (&mut Memo, &Layout),
        meter: &Meter,
        work: &mut Work,
    ) -> Result<bool, Exceeded> {
        let (Memo::Dense(table), Some(first)) = (memo, layout.words.first()) else { return Ok(false) };
        let low = first.low;
        let high: Vec<u64> = high.iter().map(|h| h.abs_diff(low)).collect();
        let sizes: Vec<u64> = high.iter().map(|h| h.saturating_add(1)).collect();
        let Some((&last, others)) = high.split_last() else { return Ok(false) };
        if !high.is_sorted() {
            return Ok(false);
        }
        let is_values = question == Question::Grundy;
        if is_values && self.most_options(&sizes) >= u64::from(GREATEST) {
            return Ok(false);
        }
        let Some(lines) = Lines::new(&self.rays, last) else { return Ok(false) };
        let row = (size_of::<Open>() + lines.width() * 8 + 48) as u64 + lines.bytes_of_view();
        let rows = if is_values { multisets_below(others).saturating_mul(row) } else { 0 };
        let bytes = lines.bytes().saturating_add(rows);
        // Lines that take much more than the table are not worth it.
        let most = multisets_below(&high).saturating_mul(64).max(1 << 20);
        if bytes > most || meter.add_bytes(bytes).is_err() {
            return Ok(false);
        }
        let mut filling = Filling { rays: &self.rays, lines, high, low, layout, table, meter };
        let result = match question {
            Question::Grundy => filling.values(work),
            Question::Wins(play) => filling.outcomes(play, work),
        };
        meter.sub_bytes(bytes);
        result.map(|()| true)
    }
}

/// How many choices of so many out of all there are.
fn choices(all: u64, some: u64) -> u64 {
    if some > all { 0 } else { (0..some).fold(1, |ways, i| ways * (all - i) / (i + 1)) }
}

impl Filling<'_> {
    /// The greatest heap of the box.
    fn last(&self) -> u64 {
        self.high.last().copied().unwrap_or(0)
    }

    /// The next row, if there is one.
    fn step(&self, row: &mut [u64]) -> bool {
        let Some(i) = (0..row.len()).rev().find(|&i| row[i] < self.high[i]) else { return false };
        let word = row[i] + 1;
        row[i..].fill(word);
        true
    }

    /// Where a row starts in the table.
    fn start(&self, row: &[u64]) -> usize {
        let bag: Vec<i64> = row.iter().chain(row.last()).map(|&w| self.low.saturating_add_unsigned(w)).collect();
        self.layout.pack(&bag).map_or(usize::MAX, index)
    }

    /// The first heap of a row with options: a move needs so many heaps that are not empty.
    fn first_with_options(&self, row: &[u64]) -> u64 {
        let first = row.last().copied().unwrap_or(0);
        match self.rays.sizes.first() {
            Some(1) => first.max(1),
            Some(&least) if row[self.high.len() - least] == 0 => u64::MAX,
            _ => first,
        }
    }

    /// Finds the lost bags; all others are won.
    fn outcomes(&mut self, play: Play, work: &mut Work) -> Result<(), Exceeded> {
        self.lines.clear();
        let last = self.last();
        let mut row = vec![0; self.high.len() - 1];
        let (mut view, mut looked) = (Lines::no_view(), 0);
        loop {
            let (first, start) = (row.last().copied().unwrap_or(0), self.start(&row));
            let from = if play.stuck_wins() { self.first_with_options(&row) } else { first };
            let Some(entries) = self.table.get_mut(start..=start + index(last - first)) else { return Ok(()) };
            let new = entries.iter().filter(|entry| **entry < LOST).count() as u64;
            entries.fill(WON);
            if from <= last {
                self.lines.see(&row, &mut view);
                let found = |heap: usize| entries[heap - index(first)] = LOST;
                let words = index(from / 64)..index(last / 64) + 1;
                self.lines.settle(&view, words, |word| within(word, from, last), found);
            }
            work.positions += new;
            work.options += new;
            self.meter.add_states(new)?;
            looked += self.lines.width() + entries.len() / 64;
            if looked > TICK {
                looked = 0;
                self.meter.check()?;
            }
            if !self.step(&mut row) {
                return Ok(());
            }
        }
    }

    /// Finds all values, the bags of each value in a pass of its own.
    fn values(&mut self, work: &mut Work) -> Result<(), Exceeded> {
        let mut rows = self.open()?;
        let (mut code, mut states, mut looked) = (LOST, 0, 0);
        while !rows.is_empty() {
            self.lines.clear();
            for open in &mut rows {
                let Open { start, view, bags, from } = open;
                let (table, mut new, words) = (&mut *self.table, 0, *from..bags.len());
                let bags = std::cell::Cell::from_mut(&mut bags[..]).as_slice_of_cells();
                let found = |heap: usize| {
                    let word = &bags[heap / 64];
                    word.set(word.get() & !(1 << (heap % 64)));
                    if let Some(entry) =
                        start.checked_add_unsigned(heap).and_then(|at| table.get_mut(at.cast_unsigned()))
                    {
                        new += u64::from(*entry < LOST);
                        *entry = code;
                    }
                };
                self.lines.settle(view, words, |word| bags[word].get(), found);
                *from += bags[*from..].iter().take_while(|word| word.get() == 0).count();
                work.positions += new;
                states += new;
                looked += bags.len() + 1 - *from;
                if looked > TICK {
                    self.meter.check()?;
                    self.meter.add_states(std::mem::take(&mut states))?;
                    work.options += std::mem::take(&mut looked) as u64;
                }
            }
            rows.retain(|open| open.from < open.bags.len());
            code += 1;
        }
        work.options += looked as u64;
        self.meter.add_states(states)
    }

    /// All rows, with all their bags open.
    fn open(&mut self) -> Result<Vec<Open>, Exceeded> {
        let last = self.last();
        let (mut rows, mut row) = (Vec::new(), vec![0; self.high.len() - 1]);
        loop {
            let first = row.last().copied().unwrap_or(0);
            let bags: Vec<u64> = (0..self.lines.width()).map(|word| within(word, first, last)).collect();
            let mut view = Lines::no_view();
            self.lines.see(&row, &mut view);
            let start = self.start(&row).cast_signed() - index(first).cast_signed();
            rows.push(Open { start, view, bags, from: index(first / 64) });
            if rows.len().is_multiple_of(TICK / 64) {
                self.meter.check()?;
            }
            if !self.step(&mut row) {
                return Ok(rows);
            }
        }
    }
}

/// The bits of one word that stand for numbers from one to another.
fn within(word: usize, from: u64, to: u64) -> u64 {
    let least = word as u64 * 64;
    if from > least + 63 || to < least {
        return 0;
    }
    let above = u64::MAX << from.saturating_sub(least);
    let below = u64::MAX >> (63 - (to - least).min(63));
    above & below
}

/// A number of tokens as an index.
fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
