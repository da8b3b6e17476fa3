//! A dense table filled along rays; see [`Rays`]: one set of seen values a line, the value of a position the least that
//! is in none of its lines.

use std::ops::Range;
use std::sync::Arc;

use super::code::{Code, Found};
use super::layout::{Layout, Word};
use super::memo::{GREATEST, Memo};
use super::search::{Question, Work};
use crate::base::{Exceeded, Meter};
use crate::ir::{Expr, ExprKind, Interval, Op, Program, Rays, Stmt};

/// Positions between looks at the clock.
const TICK: u64 = 1 << 14;
/// Most bits that the conditions of one position take.
const FLAGS: usize = 62;

/// Rays, with the code of their conditions.
pub struct Lines {
    rays: Rays,
    /// Computes the conditions of a position, one bit each; `None` when there are none.
    flags: Option<Code>,
    /// The bit of each condition: for each ray when it joins, leaves and is a source, for each step, and for the end.
    joins: Vec<Option<u32>>,
    leaves: Vec<Option<u32>>,
    source: Vec<Option<u32>>,
    steps: Vec<u32>,
    ends: Option<u32>,
}

/// Conditions that become the bits of one word.
struct Conditions {
    word: Expr,
    count: u32,
}

impl Conditions {
    fn add(&mut self, condition: &Expr) -> u32 {
        let bit = Expr {
            kind: Arc::new(ExprKind::Binary(Op::Shl, condition.clone(), Expr::constant(i64::from(self.count)))),
            interval: Interval::MASK,
        };
        let word = ExprKind::Binary(Op::Or, self.word.clone(), bit);
        self.word = Expr { kind: Arc::new(word), interval: Interval::MASK };
        self.count += 1;
        self.count - 1
    }
}

impl Lines {
    /// Prepares rays; `None` when their conditions are too many.
    #[must_use]
    pub fn new(rays: Rays, program: &Program) -> Option<Self> {
        if rays.rays.len() * 3 + rays.steps.len() + 1 > FLAGS {
            return None;
        }
        let mut all = Conditions { word: Expr::constant(0), count: 0 };
        let mut one = |condition: &Option<Expr>| condition.as_ref().map(|c| all.add(c));
        let joins = rays.rays.iter().map(|r| one(&r.joins)).collect();
        let leaves = rays.rays.iter().map(|r| one(&r.leaves)).collect();
        let source = rays.rays.iter().map(|r| one(&r.source)).collect();
        let ends = one(&rays.ends);
        let steps = rays.steps.iter().map(|s| all.add(&s.guard)).collect();
        let flags = (all.count > 0).then(|| {
            let program = Program {
                components: program.components.clone(),
                endings: Vec::new(),
                body: vec![Stmt::Emit { parts: vec![vec![all.word]] }],
                images: Vec::new(),
                shrinks: Vec::new(),
                registers: program.registers,
                tables: program.tables.clone(),
            };
            let word = Word { low: 0, span: i64::MAX.unsigned_abs(), stride: 1 };
            Code::interpreted(&Arc::new(program), &Layout { words: vec![word], size: u64::MAX, dense: false })
        });
        Some(Self { rays, flags, joins, leaves, source, steps, ends })
    }

    /// What they are, for `--stats`.
    #[must_use]
    pub fn describe(&self) -> String {
        let windows = self.rays.rays.iter().filter(|r| r.most.is_some()).count();
        let rays = self.rays.rays.len() - windows;
        let mut words = Vec::new();
        for (count, one, many) in [
            (rays, "ray", "rays"),
            (windows, "sliding window", "sliding windows"),
            (self.rays.steps.len(), "step", "steps"),
        ] {
            if count > 0 {
                words.push(format!("{count} {}", if count == 1 { one } else { many }));
            }
        }
        words.join(", ")
    }

    /// The most options of a position whose words are at most these steps above the least.
    #[must_use]
    pub fn most_options(&self, sizes: &[u64]) -> u64 {
        let of = |ray: &crate::ir::Ray| {
            let steps = ray.step.iter().zip(sizes).filter(|(d, _)| **d > 0);
            let steps = steps.map(|(d, size)| size.saturating_sub(1) / d.unsigned_abs()).min().unwrap_or(0);
            ray.most.map_or(steps, |most| steps.min(most.unsigned_abs()))
        };
        self.rays.rays.iter().map(of).sum::<u64>() + self.rays.steps.len() as u64
    }

    /// Fills the table for all positions whose words are at most the given ones. `false` when values or sets would be
    /// too large: nothing is done then.
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
        let sizes: Vec<u64> =
            layout.words.iter().zip(high).map(|(w, &h)| h.abs_diff(w.low).saturating_add(1)).collect();
        let values = if question == Question::Grundy { self.most_options(&sizes) + 1 } else { 2 };
        if values > u64::from(GREATEST) {
            return Ok(false);
        }
        let shapes: Option<Vec<Shape>> = self.rays.rays.iter().map(|ray| Shape::new(ray, &sizes, layout)).collect();
        let Some(shapes) = shapes else { return Ok(false) };
        let below = self.rays.steps.iter().map(|step| distance(&step.step, layout));
        let Some(below) = below.collect::<Option<Vec<usize>>>() else { return Ok(false) };
        let bytes = shapes.iter().map(|s| s.bytes(values)).fold(0u64, u64::saturating_add);
        // Sets that take much more than the table are not worth it.
        let cells = sizes.iter().fold(1u64, |n, &s| n.saturating_mul(s));
        if bytes > (cells.saturating_mul(32)).max(1 << 20) || meter.add_bytes(bytes).is_err() {
            return Ok(false);
        }
        if let Some(flags) = &mut self.flags
            && cells > 1 << 12
        {
            flags.warm();
        }
        let mut filling = Filling {
            lines: self,
            layout,
            question,
            sizes,
            table,
            sets: shapes.into_iter().map(|shape| Sets::new(shape, values)).collect(),
            extra: vec![0; words_of(values)],
            steps: below,
            active: Vec::new(),
            scratch: Vec::new(),
        };
        let result = filling.run(meter, work);
        meter.sub_bytes(bytes);
        result
    }
}

/// What a step takes from a key.
fn distance(step: &[i64], layout: &Layout) -> Option<usize> {
    let terms = step.iter().zip(&layout.words).map(|(d, w)| d.unsigned_abs().checked_mul(w.stride));
    terms.sum::<Option<u64>>().and_then(|k| usize::try_from(k).ok())
}

fn words_of(values: u64) -> usize {
    usize::try_from(values / 64 + 1).unwrap_or(usize::MAX)
}

/// How the lines of one direction lie in the box.
struct Shape {
    /// Steps taken from each word.
    step: Vec<u64>,
    first: u64,
    most: Option<u64>,
    eager: bool,
    /// The word whose steps number the positions of a line.
    pivot: usize,
    /// The greatest number of steps between two positions, by the pivot.
    far: u64,
    /// What each word adds to the number of a line.
    strides: Vec<u64>,
    /// How many lines there are, or, for lines along the last word, how many in a row of the box.
    lines: u64,
    /// What the first option and the one behind the window are below a position's key.
    below: usize,
    behind: usize,
}

impl Shape {
    fn new(ray: &crate::ir::Ray, sizes: &[u64], layout: &Layout) -> Option<Self> {
        let step: Vec<u64> = ray.step.iter().map(|d| d.unsigned_abs()).collect();
        let pivot = step.iter().position(|&d| d > 0)?;
        let last = step.len() - 1;
        let mut strides = vec![0; step.len()];
        let mut lines = step[pivot];
        let far = (sizes[pivot] - 1) / step[pivot];
        if pivot != last {
            for i in (0..step.len()).rev().filter(|&i| i != pivot) {
                strides[i] = lines;
                lines = lines.checked_mul(far.checked_mul(step[i])?.checked_add(sizes[i])?)?;
            }
        }
        let key = |steps: u64| {
            let terms = step.iter().zip(&layout.words).map(|(d, w)| d.checked_mul(w.stride)?.checked_mul(steps));
            terms.sum::<Option<u64>>().and_then(|k| usize::try_from(k).ok())
        };
        let first = ray.first.unsigned_abs();
        let most = ray.most.map(i64::unsigned_abs);
        if most.is_some_and(|m| m > u64::from(u16::MAX)) {
            return None;
        }
        let below = key(first)?;
        // Behind a window that is longer than the box lies nothing: then this is never used.
        let behind = most.and_then(|m| key(m + 1)).unwrap_or(usize::MAX);
        Some(Self { below, behind, step, first, most, eager: ray.eager, pivot, far, strides, lines })
    }

    fn bytes(&self, values: u64) -> u64 {
        let counts = if self.most.is_some() { values * 2 } else { 0 };
        self.lines.saturating_mul(words_of(values) as u64 * 8 + 8 + counts)
    }

    /// The line of the first position of a row; words are counted from the least.
    fn row(&self, words: &[u64]) -> usize {
        if self.along_rows() {
            return 0;
        }
        let (t, mut line) = (words[self.pivot] / self.step[self.pivot], words[self.pivot] % self.step[self.pivot]);
        for (i, &stride) in self.strides.iter().enumerate().filter(|(i, _)| *i != self.pivot) {
            // All words taken back by `t` steps name the line; taken forward by `far`, they are not negative.
            line += (words[i] + (self.far - t) * self.step[i]) * stride;
        }
        usize::try_from(line).unwrap_or(usize::MAX)
    }

    /// Whether lines run along the rows of the box.
    fn along_rows(&self) -> bool {
        self.pivot + 1 == self.step.len()
    }
}

/// The sets of values seen on the lines of one direction.
struct Sets {
    shape: Shape,
    width: usize,
    bits: Vec<u64>,
    /// How many words at the beginning of each set are full.
    full: Vec<u32>,
    /// For a window: how often each value is in it.
    counts: Vec<u16>,
    values: usize,
    /// The line of the first position in the row, and what each next one adds.
    row: usize,
    stride: usize,
    /// From which place in the row on the first option lies in the box.
    from: u64,
}

impl Sets {
    fn new(shape: Shape, values: u64) -> Self {
        let lines = usize::try_from(shape.lines).unwrap_or(0);
        let width = words_of(values);
        let values = usize::try_from(values).unwrap_or(0);
        let counts = if shape.most.is_some() { vec![0; lines * values] } else { Vec::new() };
        let stride = shape.strides.last().and_then(|&s| usize::try_from(s).ok()).unwrap_or(0);
        let (bits, full) = (vec![0; lines * width], vec![0; lines]);
        Self { shape, width, bits, full, counts, values, row: 0, stride, from: 0 }
    }

    /// Starts a row.
    fn start(&mut self, words: &[u64]) {
        self.row = self.shape.row(words);
        let last = words.len() - 1;
        let taken = |i: usize| self.shape.step[i].saturating_mul(self.shape.first);
        let inside = (0..last).all(|i| words[i] >= taken(i));
        self.from = if inside { taken(last) } else { u64::MAX };
        if self.shape.along_rows() {
            self.bits.fill(0);
            self.full.fill(0);
            self.counts.fill(0);
        }
    }

    /// The line of a place in the row.
    fn line(&self, place: u64) -> usize {
        if self.shape.along_rows() {
            return usize::try_from(place % self.shape.step[self.shape.pivot]).unwrap_or(0);
        }
        self.row + usize::try_from(place).unwrap_or(0) * self.stride
    }

    fn insert(&mut self, line: usize, value: usize) {
        if self.shape.most.is_some() {
            self.counts[line * self.values + value] += 1;
        }
        let set = &mut self.bits[line * self.width..(line + 1) * self.width];
        set[value / 64] |= 1 << (value % 64);
        let full = &mut self.full[line];
        // Only the first word that is not full can become one more that is.
        if value / 64 == *full as usize {
            while set.get(*full as usize) == Some(&u64::MAX) {
                *full += 1;
            }
        }
    }

    fn remove(&mut self, line: usize, value: usize) {
        let count = &mut self.counts[line * self.values + value];
        *count = count.saturating_sub(1);
        if *count == 0 {
            self.bits[line * self.width + value / 64] &= !(1 << (value % 64));
            let word = u32::try_from(value / 64).unwrap_or(0);
            self.full[line] = self.full[line].min(word);
        }
    }
}

/// A filling in progress.
struct Filling<'a> {
    lines: &'a Lines,
    layout: &'a Layout,
    question: Question,
    sizes: Vec<u64>,
    table: &'a mut [u16],
    sets: Vec<Sets>,
    /// The values of single options.
    extra: Vec<u64>,
    /// What each step takes from a key.
    steps: Vec<usize>,
    /// Where the sets of the current position begin.
    active: Vec<(usize, usize)>,
    scratch: Vec<u64>,
}

impl Filling<'_> {
    /// `false` when an entry that rules and box promise is missing; what was filled is right all the same.
    fn run(&mut self, meter: &Meter, work: &mut Work) -> Result<bool, Exceeded> {
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
            let plain = self.is_plain();
            while place < width {
                let until = width.min(place + TICK);
                if plain {
                    let Some(new) = self.plain_row(row, place..until) else { return Ok(false) };
                    states += new;
                } else {
                    for place in place..until {
                        words[last] = place;
                        let flags = self.flags(&words, &mut position);
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

    /// Whether there are values along up to four rays without conditions, and nothing else.
    fn is_plain(&self) -> bool {
        let lines = self.lines;
        let conditions = [&lines.joins, &lines.leaves, &lines.source];
        self.question == Question::Grundy
            && lines.steps.is_empty()
            && lines.ends.is_none()
            && conditions.into_iter().flatten().all(Option::is_none)
            && self.sets.len() <= 4
            && self.sets.iter().all(|s| s.shape.eager && (!s.shape.along_rows() || s.shape.lines == 1))
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
    fn flags(&mut self, words: &[u64], position: &mut [i64]) -> u64 {
        let Some(code) = &self.lines.flags else { return 0 };
        for ((to, &from), word) in position.iter_mut().zip(words).zip(&self.layout.words) {
            *to = word.low.saturating_add_unsigned(from);
        }
        self.scratch.clear();
        match code.options(position, &mut self.scratch) {
            Found::Options(1) => self.scratch[0],
            _ => 0,
        }
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
            Question::Normal if over => 0,
            Question::Misere if over => 1,
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
            Question::Normal => usize::from(union(0) & 1 == 1),
            Question::Misere => usize::from(union(0) == 0 || union(0) & 1 == 1),
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
            let start = (0..N).map(|i| sets[i].full[lines[i]]).max().unwrap_or(0) as usize;
            let all: [&[u64]; N] =
                std::array::from_fn(|i| &sets[i].bits[lines[i] * sets[i].width..(lines[i] + 1) * sets[i].width]);
            let value = first_free(all, start);
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
