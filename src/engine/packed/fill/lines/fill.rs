//! The walk over a box, row by row.

use std::ops::Range;

use super::Lines;
use super::sets::Sets;
use crate::base::{Exceeded, Meter};
use crate::cgt::{Play, Question};
use crate::engine::packed::code::Found;
use crate::engine::packed::search::Work;
use crate::engine::packed::shape::layout::Layout;

/// Positions between looks at the clock.
const TICK: u64 = 1 << 14;

/// A filling in progress.
pub(super) struct Filling<'a> {
    pub lines: &'a Lines,
    /// Values along rays without conditions, and nothing else.
    pub plain: bool,
    pub layout: &'a Layout,
    pub question: Question,
    pub sizes: Vec<u64>,
    pub table: &'a mut [u16],
    pub sets: Vec<Sets>,
    /// The values of single options.
    pub extra: Vec<u64>,
    /// What each step takes from a key.
    pub steps: Vec<usize>,
    /// Where the sets of the current position begin.
    pub active: Vec<(usize, usize)>,
    pub scratch: Vec<u64>,
}

impl Filling<'_> {
    /// `false` when an entry that rules and box promise is missing; what was filled is right all the same.
    pub fn run(&mut self, meter: &Meter, work: &mut Work) -> Result<bool, Exceeded> {
        let last = self.sizes.len() - 1;
        let mut words = vec![0u64; self.sizes.len()];
        let mut position = vec![0i64; self.sizes.len()];
        let mut ticks = 0;
        loop {
            for sets in &mut self.sets {
                sets.start(&words);
            }
            let row: u64 = words.iter().zip(&self.layout.words).map(|(s, w)| s * w.stride).sum();
            let mut states = 0;
            let (width, mut place) = (self.sizes[last], 0);
            while place < width {
                let until = width.min(place + TICK);
                if self.plain {
                    let Some(new) = self.plain_row(row, place..until) else { return Ok(false) };
                    states += new;
                } else {
                    for place in place..until {
                        words[last] = place;
                        let flags = self.flags(&words, &mut position, meter)?;
                        let key = usize::try_from(row + place * self.layout.words[last].stride).unwrap_or(usize::MAX);
                        let Some(new) = self.cell(key, place, flags) else { return Ok(false) };
                        states += u64::from(new);
                    }
                }
                ticks += until - place;
                place = until;
                if ticks >= TICK {
                    ticks = 0;
                    meter.check()?;
                }
            }
            work.positions += states;
            work.options += states;
            meter.add_states(states)?;
            words[last] = 0;
            let Some(i) = (0..last).rev().find(|&i| words[i] + 1 < self.sizes[i]) else { return Ok(true) };
            words[i] += 1;
            words[i + 1..].fill(0);
        }
    }

    /// Fills some places of a row of a plain box; how many were new.
    fn plain_row(&mut self, row: u64, places: Range<u64>) -> Option<u64> {
        let stride = self.layout.words.last()?.stride;
        let count = usize::try_from(places.end - places.start).ok()?;
        let from = usize::try_from(row + places.start * stride).ok()?;
        let table = self.table.get_mut(from..)?;
        let entries = table.iter_mut().step_by(usize::try_from(stride).ok()?).take(count);
        let place = usize::try_from(places.start).ok()?;
        match &mut self.sets[..] {
            [a] => plain(entries, [a], place),
            [a, b] => plain(entries, [a, b], place),
            [a, b, c] => plain(entries, [a, b, c], place),
            [a, b, c, d] => plain(entries, [a, b, c, d], place),
            _ => None,
        }
    }

    /// The conditions of a position.
    fn flags(&mut self, words: &[u64], position: &mut [i64], meter: &Meter) -> Result<u64, Exceeded> {
        let Some(code) = &self.lines.flags else { return Ok(0) };
        for ((to, &from), word) in position.iter_mut().zip(words).zip(&self.layout.words) {
            *to = word.low.saturating_add_unsigned(from);
        }
        self.scratch.clear();
        Ok(match code.options(position, &mut self.scratch, meter)? {
            Found::Options(1) => self.scratch[0],
            _ => 0,
        })
    }

    /// Finds the value of one position; whether it was new.
    fn cell(&mut self, key: usize, place: u64, flags: u64) -> Option<bool> {
        let holds = |bit: u32| flags >> bit & 1 == 1;
        let lines = self.lines;
        let mut start = 0;
        self.active.clear();
        for (r, sets) in self.sets.iter_mut().enumerate() {
            let line = sets.line(place);
            if !sets.shape.eager && lines.joins[r].map_or(place >= sets.from, holds) {
                let value = value_at(self.table, key, sets.shape.below)?;
                sets.insert(line, value);
            }
            if lines.leaves[r].is_some_and(holds) {
                let value = value_at(self.table, key, sets.shape.behind)?;
                sets.remove(line, value);
            }
            if lines.source[r].is_none_or(holds) {
                start = start.max(sets.full[line] as usize);
                self.active.push((r, line * sets.width));
            }
        }
        let over = lines.ends.is_some_and(holds);
        for (&bit, &below) in lines.steps.iter().zip(&self.steps) {
            if holds(bit) {
                let value = value_at(self.table, key, below)?;
                self.extra[value / 64] |= 1 << (value % 64);
                // The sets' full words are full for all: what a step adds can only be beyond.
            }
        }
        let value = match self.table.get(key) {
            Some(&known) if known >= 2 => usize::from(known) - 2,
            _ => self.value(start, over),
        };
        if !lines.steps.is_empty() {
            self.extra.fill(0);
        }
        for (r, sets) in self.sets.iter_mut().enumerate().filter(|(_, sets)| sets.shape.eager) {
            if lines.joins[r].is_none_or(holds) {
                sets.insert(sets.line(place), value);
            }
        }
        let entry = self.table.get_mut(key)?;
        let new = *entry < 2;
        *entry = u16::try_from(value + 2).ok()?;
        Some(new)
    }

    /// The value of a position, from the sets of its lines.
    fn value(&self, start: usize, over: bool) -> usize {
        let union = |w: usize| {
            let sets = self.active.iter().map(|&(r, at)| self.sets[r].bits[at + w]);
            sets.fold(self.extra[w], |all, set| all | set)
        };
        match self.question {
            Question::Grundy if over => 0,
            Question::Wins(Play::Normal) if over => 0,
            Question::Wins(Play::Misere) if over => 1,
            Question::Grundy => {
                let set = |i: usize| {
                    let (r, at) = self.active[i];
                    &self.sets[r].bits[at..at + self.extra.len()]
                };
                let extra = &self.extra[..];
                // Loops for the usual numbers of sets: this is where the time goes.
                match (self.active.len(), self.steps.is_empty()) {
                    (1, true) => first_free([set(0)], start),
                    (2, true) => first_free([set(0), set(1)], start),
                    (3, true) => first_free([set(0), set(1), set(2)], start),
                    (4, true) => first_free([set(0), set(1), set(2), set(3)], start),
                    (1, false) => first_free([set(0), extra], start),
                    (2, false) => first_free([set(0), set(1), extra], start),
                    (3, false) => first_free([set(0), set(1), set(2), extra], start),
                    _ => {
                        let mut w = start;
                        // There are fewer options than bits: one is free.
                        while w + 1 < extra.len() && union(w) == u64::MAX {
                            w += 1;
                        }
                        w * 64 + union(w).trailing_ones() as usize
                    }
                }
            }
            Question::Wins(Play::Normal) => usize::from(union(0) & 1 == 1),
            Question::Wins(Play::Misere) => usize::from(union(0) == 0 || union(0) & 1 == 1),
        }
    }
}

/// Fills entries of a row from a place on by values; how many were new. This is where nearly all the time of plain rays goes.
fn plain<'t, const N: usize>(
    entries: impl Iterator<Item = &'t mut u16>,
    mut sets: [&mut Sets; N],
    place: usize,
) -> Option<u64> {
    let mut lines: [usize; N] = std::array::from_fn(|i| sets[i].row + place * sets[i].stride);
    let mut new = 0;
    for entry in entries {
        let value = if *entry < 2 {
            let value = first_across(&sets, &lines);
            *entry = u16::try_from(value + 2).ok()?;
            new += 1;
            value
        } else {
            usize::from(*entry) - 2
        };
        for (set, line) in sets.iter_mut().zip(&mut lines) {
            set.insert(*line, value);
            *line += set.stride;
        }
    }
    Some(new)
}

/// The least number that is in none of some sets, each on a line of its own; at most their greatest.
#[inline]
fn first_across<const N: usize>(sets: &[&mut Sets; N], lines: &[usize; N]) -> usize {
    let start = (0..N).map(|i| sets[i].full[lines[i]]).max().unwrap_or(0) as usize;
    let mut places: [usize; N] = std::array::from_fn(|i| sets[i].place(lines[i], start));
    for word in start..sets[0].width {
        let union = (0..N).fold(0, |all, i| all | sets[i].bits[places[i]]);
        if union != u64::MAX {
            return word * 64 + union.trailing_ones() as usize;
        }
        for (place, set) in places.iter_mut().zip(sets) {
            *place += set.next_word;
        }
    }
    sets[0].width * 64
}

/// The least number from `64 * start` on that is in none of some sets of one length; at most their greatest.
fn first_free<const N: usize>(sets: [&[u64]; N], start: usize) -> usize {
    let mut w = start;
    let sets = sets.map(|set| &set[start.min(set.len())..]);
    let mut blocks = sets.map(|set| set.chunks_exact(4));
    // Four words at a time, which the compiler turns into wide registers.
    while let Some(first) = blocks[0].next() {
        let mut all: [u64; 4] = [first[0], first[1], first[2], first[3]];
        for block in &mut blocks[1..] {
            if let Some(more) = block.next() {
                for (a, b) in all.iter_mut().zip(more) {
                    *a |= b;
                }
            }
        }
        if all.iter().fold(u64::MAX, |a, b| a & b) != u64::MAX {
            let full = all.iter().take_while(|&&word| word == u64::MAX).count();
            return (w + full) * 64 + all[full.min(3)].trailing_ones() as usize;
        }
        w += 4;
    }
    let rest = blocks.map(|block| block.remainder());
    for i in 0..rest[0].len() {
        let union = rest.iter().fold(0, |all, set| all | set[i]);
        if union != u64::MAX {
            return w * 64 + union.trailing_ones() as usize;
        }
        w += 1;
    }
    w * 64
}

/// The value of the position so far below a key.
fn value_at(table: &[u16], key: usize, below: usize) -> Option<usize> {
    let entry = *table.get(key.checked_sub(below)?)?;
    (entry >= 2).then(|| usize::from(entry) - 2)
}
