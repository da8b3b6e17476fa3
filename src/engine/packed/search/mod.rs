//! Depth-first search over keys, on a stack of our own.

mod arena;
mod carry_over;
mod goal;
mod lookup;
mod share;
pub mod threads;

use super::code::{Code, Found, NO_PART};
use crate::base::{Exceeded, Meter, Pace};
use crate::cgt::{Play, Question};
use crate::engine::packed::fill::boxes::{BoxFill, Demand};
use crate::engine::packed::fill::sweep::Sweep;
use crate::engine::packed::order::reachable::{Descent, Reachable};
use crate::engine::packed::search::arena::GIVEN_UP;
use crate::engine::packed::shape::layout::Layout;
use crate::engine::packed::table::dense::{Marks, Width};
use crate::engine::packed::table::memo::{Memo, OPEN};

/// A table of sets is searched before it is filled, as long as that takes less than one of so many parts of its size.
const CROWDED: u64 = 4;
/// The search goes alone for so many options, before a table is filled as a whole.
const ALONE: u64 = 4096;
/// A table that takes at most so many times the work of the search so far is filled to its end.
pub const SWEEP_FACTOR: u64 = 16;
/// The same, once the options that wait take 16 MiB.
const SWEEP_FACTOR_DEEP: u64 = 64;
const DEEP: usize = 1 << 21;

/// Where a sweep has come to its end before, the next one may go on for so many times the work of the search: it takes a
/// fraction of the time for each option.
const SWEPT: u64 = 16;

/// One thread looks at so many options before others join: until then they would cost more than they save.
pub const APART: u64 = 1 << 18;

/// Options between looks at the clock.
pub const TICK: u64 = 1 << 14;

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The reference engine is to be asked: the rules are at fault, or repeat a position, or a value is too large.
    Leave,
    /// A position does not fit the layout.
    Outside,
    /// The search has become deep: whoever asked may look ahead, and ask again.
    Deep,
    /// A limit.
    Limit(Exceeded),
}

impl From<Exceeded> for Halt {
    fn from(exceeded: Exceeded) -> Self {
        Self::Limit(exceeded)
    }
}

/// Work done, for `--stats` and for tests that count.
#[derive(Clone, Copy, Default, Debug)]
pub struct Work {
    /// Positions whose value was stored.
    pub positions: u64,
    /// Options generated.
    pub options: u64,
    /// Greatest number of frames at once.
    pub peak_frames: u64,
}

impl Work {
    /// The work of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            options: self.options + other.options,
            peak_frames: self.peak_frames.max(other.peak_frames),
        }
    }
}

/// A position that is being computed.
pub struct Frame {
    pub key: u64,
    /// Its options in the arena: those before `next` are replaced by their values.
    pub start: usize,
    pub next: usize,
}

/// What is done first: every order finds the same.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Order {
    /// A search, then whole tables.
    #[default]
    Usual,
    /// Several threads, however small the question.
    #[cfg(test)]
    Together,
    /// The same, with all positions hashed.
    #[cfg(test)]
    Hashed,
    /// Rays, where there are any; else the table.
    #[cfg(test)]
    Rays,
    /// A table, without rays.
    #[cfg(test)]
    Table,
    /// The same, where native code finds what it can by itself.
    #[cfg(test)]
    Columns,
}

impl Order {
    /// The options that one thread looks at before others join, who copy so many entries.
    fn apart(self, entries: u64) -> u64 {
        if self == Self::Usual { APART.max(entries) } else { 0 }
    }

    /// Whether threads are to share all work.
    pub fn is_shared(self) -> bool {
        match self {
            #[cfg(test)]
            Self::Together => true,
            _ => false,
        }
    }

    /// Whether columns are looked up before anything else is known.
    pub fn looks_first(self) -> bool {
        match self {
            #[cfg(test)]
            Self::Columns => true,
            _ => false,
        }
    }

    /// Whether there are to be no tables.
    pub fn hashes(self) -> bool {
        match self {
            #[cfg(test)]
            Self::Hashed => true,
            _ => false,
        }
    }
}

/// What a search runs on.
pub struct Rules<'a> {
    /// The options.
    pub code: &'a mut Code,
    /// The keys.
    pub layout: &'a Layout,
    /// A way to fill whole boxes, if the rules have one.
    pub boxes: Option<&'a mut BoxFill>,
    /// What bounds the words of options.
    pub descent: Descent<'a>,
    /// What is done first.
    pub order: Order,
    /// The table is one of sets, few of which may ever be reached: it is searched, and filled only where very many of its
    /// positions are asked about or found.
    pub sparse: bool,
    /// Work on the same rules before this search began.
    pub past: u64,
    /// Positions with at most these words will be asked about; how many.
    pub goal: Option<(&'a [i64], u64)>,
    /// Limits.
    pub meter: &'a Meter,
}

/// A search with its memo.
pub struct Search {
    pub question: Question,
    pub memo: Memo,
    pub frames: Vec<Frame>,
    pub arena: Vec<u64>,
    /// The most words that the options of one position took.
    pub most: usize,
    pub words: Vec<i64>,
    seen: Vec<u64>,
    /// Marks of values, made when they are needed.
    pub marks: Option<Marks>,
    pub charged: u64,
    pace: Pace,
    pub work: Work,
    /// The work at the last look at the clock between searches.
    pub ticked: u64,
    /// Several threads were of no use.
    pub alone: bool,
    /// A sweep that was not needed to its end: the next question may go on with it.
    sweep: Option<Sweep>,
    /// A sweep came to its end: the next one is over more than was asked for.
    pub swept: bool,
    /// The work after which a sweep was of no use; there is another one after twice as much.
    pub in_vain: u64,
    /// So many positions were known from the beginning, ...
    pub carried_over: u64,
    /// ... and so many were found when it was last judged whether a goal is worth its cells.
    pub judged: u64,
    /// So many threads were at work at once; 0 when there was one.
    pub threads: u16,
    /// Positions waited for, as the meter was told.
    pub waiting: u64,
    /// It was found to be deep, once.
    deep: bool,
}

/// So many open positions are a deep search.
const DEEP_SEARCH: usize = 1 << 16;

/// What the look at a frame's options led to.
enum Step {
    /// All that matters is known.
    Value(u32),
    /// This position first.
    Need(u64),
}

impl Search {
    /// A search with an empty memo.
    ///
    /// # Errors
    /// When the memo passes the memory limit.
    pub fn new(question: Question, layout: &Layout, meter: &Meter) -> Result<Self, Exceeded> {
        let memo = Memo::new(layout.size, layout.dense, meter)?;
        let words = vec![0; layout.words.len()];
        let (frames, arena, seen) = (Vec::new(), Vec::new(), Vec::new());
        let work = Work::default();
        Ok(Self {
            question,
            memo,
            frames,
            arena,
            most: 0,
            words,
            seen,
            marks: None,
            charged: 0,
            pace: Pace::default(),
            work,
            ticked: 0,
            alone: false,
            sweep: None,
            swept: false,
            in_vain: 0,
            carried_over: 0,
            judged: 0,
            threads: 0,
            waiting: 0,
            deep: false,
        })
    }

    /// Work done so far.
    #[must_use]
    pub fn work(&self) -> Work {
        self.work
    }

    /// How many threads were at work at once; 0 when there was never more than one.
    #[must_use]
    pub fn threads(&self) -> u16 {
        self.threads
    }

    /// The values known so far.
    #[must_use]
    pub fn memo(&self) -> &Memo {
        &self.memo
    }

    /// Bytes that are charged for what it knows.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.memo.bytes() + self.marks.as_ref().map_or(0, Marks::charged)
    }

    /// Makes marks for the values of the table, if there are none.
    pub fn make_marks(&mut self, meter: &Meter) -> Result<(), Exceeded> {
        let Some(table) = self.memo.dense() else { return Ok(()) };
        self.marks.get_or_insert_with(|| Marks::new(Width::Short)).widen(table.width(), meter)
    }

    /// The answer for one position, if it is known.
    #[inline]
    #[must_use]
    pub fn known(&self, key: u64) -> Option<u32> {
        self.memo.get(key).filter(|value| *value != OPEN)
    }

    /// What is asked.
    #[must_use]
    pub fn question(&self) -> Question {
        self.question
    }

    /// The answer for one position, given by its words.
    ///
    /// The search goes on for a while, then a dense table is filled for a while, in turn, each for twice as long as
    /// before: whatever suits the rules answers, and the other has cost about as much.
    ///
    /// # Errors
    /// See [`Halt`]. What was finished stays known; nothing stays open.
    pub fn solve(&mut self, position: &[i64], key: u64, rules: &mut Rules<'_>) -> Result<u32, Halt> {
        if let Some(value) = self.memo.get(key) {
            return Ok(value);
        }
        let result = self.in_turn(position, key, rules);
        rules.meter.waits_for(&mut self.waiting, 0);
        if result == Err(Halt::Deep) {
            // What was begun will be begun again.
            let begun = (self.arena.len() / rules.code.parts()) as u64;
            self.work.options = self.work.options.saturating_sub(begun);
        }
        for frame in std::mem::take(&mut self.frames) {
            // An open entry without a frame would look like a repetition later on.
            self.memo.close(frame.key);
        }
        self.arena.clear();
        rules.meter.sub_bytes(std::mem::take(&mut self.charged));
        result
    }

    fn in_turn(&mut self, position: &[i64], key: u64, rules: &mut Rules<'_>) -> Result<u32, Halt> {
        if self.work.options.saturating_add(rules.past) > rules.code.break_even() {
            // Many small searches are worth native code as well.
            rules.code.warm();
        }
        let mut answer = self.open(key, rules.code, rules.layout, rules.meter)?;
        let mut budget = ALONE;
        if let Some(boxes) = &rules.boxes {
            let sizes: Vec<u64> =
                position.iter().zip(&rules.layout.words).map(|(p, w)| p.abs_diff(w.low).saturating_add(1)).collect();
            // One position alone is never worth a whole table.
            budget = budget.saturating_add(boxes.patience(&sizes));
        }
        if !rules.layout.dense {
            // Threads work on a copy of the table, which must cost less than the work before.
            budget = if self.may_share(rules) { rules.order.apart(self.memo.hashed()) } else { u64::MAX };
        } else if rules.order != Order::Usual {
            budget = 0;
        } else if rules.sparse {
            budget = budget.max((rules.layout.size / CROWDED).saturating_sub(self.work.options));
        }
        let mut sweep = self.sweep.take().filter(|sweep| sweep.is_open_for(position));
        if sweep.is_none() {
            sweep = self.goal(position, rules).map(|cells| Sweep::new(cells, rules.layout, true));
        }
        loop {
            // All that a goal takes is wanted.
            let in_order = sweep.as_ref().is_some_and(Sweep::has_goal);
            if let Some(value) = self.run(&mut answer, if in_order { 0 } else { budget }, rules)? {
                self.sweep = sweep;
                return Ok(value);
            }
            // Others find what was waited for.
            rules.meter.waits_for(&mut self.waiting, 0);
            if !rules.layout.dense {
                if let Some(value) = self.share(key, rules)? {
                    return Ok(value);
                }
                budget = u64::MAX;
                continue;
            }
            budget = budget.saturating_mul(2).max(ALONE);
            let in_vain = sweep.is_none() && self.work.options / 2 < self.in_vain;
            if !in_vain && !self.fill(position, false, rules)? {
                rules.code.warm();
                let sweep = sweep.get_or_insert_with(|| {
                    let cells = Reachable::new(position, rules.descent, rules.layout, self.swept).only_from(position);
                    Sweep::new(cells, rules.layout, false)
                });
                let factor = if self.arena.len() > DEEP { SWEEP_FACTOR_DEEP } else { SWEEP_FACTOR };
                let to_its_end =
                    in_order || rules.order.is_shared() || sweep.expected() <= budget.saturating_mul(factor);
                let turn =
                    if to_its_end { u64::MAX } else { budget.saturating_mul(if self.swept { SWEPT } else { 2 }) };
                let done = to_its_end && self.sweep_together(sweep, rules)? || {
                    let marks = self.marks.get_or_insert_with(|| Marks::new(Width::Short));
                    let parts = (&mut self.memo, &*rules.code, rules.layout);
                    !sweep.run(turn, self.question, parts, marks, rules.meter, &mut self.work)?
                };
                if done {
                    budget = u64::MAX;
                    self.swept = true;
                    let found = !matches!(self.memo.get(key), None | Some(OPEN));
                    self.in_vain = if found { 0 } else { self.work.options };
                }
            }
            match self.memo.get(key) {
                None | Some(OPEN) => {}
                Some(value) => {
                    self.sweep = sweep;
                    return Ok(value);
                }
            }
        }
    }

    /// Fills a whole box, if the rules have a way to (and, when questions come in a row, only if a larger box is worth
    /// the work so far); whether it did.
    pub fn fill(&mut self, position: &[i64], in_a_row: bool, rules: &mut Rules<'_>) -> Result<bool, Exceeded> {
        #[cfg(test)]
        if matches!(rules.order, Order::Table | Order::Together | Order::Columns) {
            return Ok(false);
        }
        let Some(boxes) = &mut rules.boxes else { return Ok(false) };
        let work = self.work.options.saturating_add(rules.past).saturating_mul(4);
        let at_once = rules.order != Order::Usual;
        let demand = Demand { position, shrinks: rules.descent.shrinks, work, in_a_row, at_once };
        boxes.fill(self.question, &demand, (&mut self.memo, rules.layout), rules.meter, &mut self.work)
    }

    /// Goes on until there is an answer or so many options were looked at.
    fn run(&mut self, answer: &mut Option<u32>, budget: u64, rules: &mut Rules<'_>) -> Result<Option<u32>, Halt> {
        let Rules { code, layout, meter, .. } = rules;
        let until = self.work.options.saturating_add(budget);
        let (mut steps, mut seen) = (0u32, self.work.options);
        loop {
            steps = steps.wrapping_add(1);
            if steps & 0xFF == 0 && self.work.options > code.break_even() {
                code.warm();
            }
            // A step may look at a few options or at tens of thousands.
            let options = self.work.options - std::mem::replace(&mut seen, self.work.options);
            if self.pace.step(1 + options, meter)? {
                self.charge(meter)?;
                meter.waits_for(&mut self.waiting, self.frames.len() as u64);
            }
            let Some(frame) = self.frames.last_mut() else { return Err(Halt::Leave) };
            let step = match answer.take() {
                // `open` found the value without a look at options.
                Some(value) => Step::Value(value),
                None => {
                    if self.work.options >= until {
                        return Ok(None);
                    }
                    if frame.start == GIVEN_UP {
                        self.again(code, layout, meter)?;
                    }
                    self.look((code.parts(), code.has_gaps()))?
                }
            };
            match step {
                Step::Value(value) => {
                    let Some(frame) = self.frames.pop() else { return Err(Halt::Leave) };
                    self.arena.truncate(frame.start.min(self.arena.len()));
                    while value > self.memo.greatest() {
                        self.memo.widen(meter)?;
                    }
                    self.memo.set(frame.key, value, meter)?;
                    self.work.positions += 1;
                    meter.add_states(1)?;
                    if self.frames.is_empty() {
                        return Ok(Some(value));
                    }
                }
                Step::Need(key) => {
                    *answer = self.open(key, code, layout, meter)?;
                    if self.frames.len() == DEEP_SEARCH && !std::mem::replace(&mut self.deep, true) {
                        return Err(Halt::Deep);
                    }
                }
            }
        }
    }

    /// Starts a position; its value when it needs no look at options.
    fn open(&mut self, key: u64, code: &Code, layout: &Layout, meter: &Meter) -> Result<Option<u32>, Halt> {
        layout.unpack(key, &mut self.words);
        self.make_room(meter)?;
        let (start, found) = self.options(code, meter)?;
        self.memo.fetch(&self.arena[start..]);
        self.memo.set(key, OPEN, meter)?;
        self.frames.push(Frame { key, start, next: start });
        self.work.peak_frames = self.work.peak_frames.max(self.frames.len() as u64);
        match found {
            Found::Options(count) => {
                self.work.options += count as u64;
                Ok(None)
            }
            Found::Ends => Ok(Some(u32::from(self.question == Question::Wins(Play::Misere)))),
            Found::Wins => match self.question {
                Question::Grundy => Err(Halt::Leave),
                Question::Wins(Play::Normal) => Ok(Some(1)),
                Question::Wins(Play::Misere) => Ok(Some(0)),
            },
            Found::Leave => Err(Halt::Leave),
            Found::Outside => Err(Halt::Outside),
        }
    }

    /// Looks at the options of the top frame from `next` on, replacing each by its value.
    fn look(&mut self, (parts, gaps): (usize, bool)) -> Result<Step, Halt> {
        let Some(&Frame { start, mut next, .. }) = self.frames.last() else { return Err(Halt::Leave) };
        let end = self.arena.len();
        while next < end {
            let mut value = 0;
            let mut empty = true;
            for i in next..next + parts {
                let key = self.arena[i];
                if gaps && key == NO_PART {
                    continue;
                }
                empty = false;
                match self.memo.get(key) {
                    Some(OPEN) => return Err(Halt::Leave),
                    Some(known) => value ^= known,
                    None => {
                        if let Some(frame) = self.frames.last_mut() {
                            frame.next = next;
                        }
                        return Ok(Step::Need(key));
                    }
                }
            }
            if empty && self.question == Question::Wins(Play::Misere) {
                // Whoever is left with nothing at all has won.
                value = 1;
            }
            if self.question != Question::Grundy && value == 0 {
                return Ok(Step::Value(1));
            }
            self.arena[next] = u64::from(value);
            next += parts;
        }
        if self.question != Question::Grundy {
            let none = start == end;
            return Ok(Step::Value(u32::from(none && self.question == Question::Wins(Play::Misere))));
        }
        Ok(Step::Value(mex(self.arena[start..end].iter().step_by(parts).copied(), &mut self.seen)))
    }
}

/// The least number that is none of these; `seen` is scratch.
pub fn mex(values: impl ExactSizeIterator<Item = u64>, seen: &mut Vec<u64>) -> u32 {
    // The mex of n values is at most n: greater values do not matter.
    seen.clear();
    seen.resize(values.len() / 64 + 1, 0);
    for value in values {
        if let Some(word) = usize::try_from(value >> 6).ok().and_then(|at| seen.get_mut(at)) {
            *word |= 1 << (value & 63);
        }
    }
    let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
    let rest = seen.get(full).map_or(0, |word| word.trailing_ones());
    u32::try_from(full * 64).unwrap_or(u32::MAX).saturating_add(rest)
}
