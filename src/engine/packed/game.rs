//! One game, lowered for one shape of its fields: program, layout, code, and a search for each question.

use std::sync::Arc;

use super::code::{Code, has_gaps, widest};
use super::retrograde::Repeating;
use super::search::{Halt, Order, Rules, Search, Work};
use crate::analysis::model::{Game, Model};
use crate::base::{Exceeded, Meter};
use crate::cgt::{ByQuestion, Question};
use crate::engine::packed::fill::boxes::BoxFill;
use crate::engine::packed::order::reachable::Descent;
use crate::engine::packed::shape::layout::Layout;
use crate::engine::packed::shape::shapes::{SMALL, announced, joined, larger, most_cells, reaching};
use crate::ir::{Constants, Obstacle, Program, Shape, lower};
use crate::value::Value;

/// Positions of a column that are packed at once.
const BATCH: usize = 256;

/// A game that runs on machine words.
pub struct PackedGame {
    shapes: Vec<Shape>,
    pub program: Arc<Program>,
    pub layout: Layout,
    pub code: Code,
    /// A way to fill whole boxes, or why there are no rays.
    boxes: Result<BoxFill, &'static str>,
    order: Order,
    /// It has a table that is mostly not filled.
    sparse: bool,
    searches: ByQuestion<Option<Search>>,
    /// Positions may repeat: no search answers.
    repeats: bool,
    pub repeating: Option<Box<Repeating>>,
    /// Work of searches that were given up for a larger layout.
    past: Work,
    /// Options of that work which show that native code is worth its making: none when a field that is fixed has changed,
    /// as it may do with every question.
    warmth: u64,
    /// A field that is fixed has changed.
    changes: bool,
    /// So many positions will be asked about for certain.
    expected: u64,
    /// Words at least as great as theirs, if they are known.
    greatest: Option<Vec<i64>>,
}

impl PackedGame {
    /// Lowers a game; a table that takes more than so many bytes is not chosen.
    ///
    /// # Errors
    /// [`Obstacle`] when it has no machine form, or its positions do not fit a word.
    pub fn new(
        model: &Model,
        game: &Game,
        args: &[Value],
        shapes: Vec<Shape>,
        (order, room): (Order, u64),
        constants: &dyn Constants,
    ) -> Result<Self, Obstacle> {
        let program = Arc::new(lower(model, game, args, &shapes, constants)?);
        let layout = choose_layout(&program, order, room).ok_or("its positions do not fit 64 bits")?;
        let code = Code::interpreted(&program, &layout);
        let boxes = BoxFill::new(&program, &layout, order != Order::Usual);
        let searches = ByQuestion::default();
        let masks = program.components.iter().any(|c| c.mask_bits.is_some());
        Ok(Self {
            sparse: masks && layout.dense && layout.size > SMALL,
            shapes,
            program,
            layout,
            code,
            boxes,
            order,
            searches,
            repeats: game.marks.loopy,
            repeating: None,
            past: Work::default(),
            warmth: 0,
            changes: false,
            expected: 0,
            greatest: None,
        })
    }

    /// Whether a question can be answered by a search: not where positions repeat; outcomes of sums are not the outcomes of their parts, and where the players have
    /// different moves there are no Grundy values.
    #[must_use]
    pub fn answers(&self, question: Question) -> bool {
        if self.repeats {
            return false;
        }
        if question == Question::Grundy { !self.program.partizan } else { widest(&self.program.body) <= 1 }
    }

    /// The shapes it was made for.
    #[must_use]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// So many positions will be asked about for certain, none with greater words than these: whole tables are worth their
    /// work at once. Where a field that is fixed has changed, it may change again before them: each shows its worth by itself.
    pub fn expect(&mut self, positions: u64, greatest: Option<Vec<i64>>) {
        let certain = positions > 0 && !self.changes;
        self.expected = if certain { positions } else { 0 };
        self.greatest = greatest.filter(|words| certain && words.len() == self.layout.words.len());
    }

    /// The next larger shapes, after a position did not fit that can be reached from those with at most these words.
    #[must_use]
    pub fn larger(&self, greatest: Option<&[i64]>) -> Option<Vec<Shape>> {
        greatest.and_then(|words| self.room_for(words)).or_else(|| larger(&self.shapes))
    }

    /// Shapes for all that can be reached from so many positions with at most these words, if a table of at most `room`
    /// bytes is well used by them.
    #[must_use]
    pub fn reaching(&self, greatest: &[i64], positions: u64, room: u64) -> Option<Vec<Shape>> {
        let wanted = self.room_for(greatest)?;
        announced(&self.shapes, &wanted, positions, room).filter(|shapes| shapes != &self.shapes)
    }

    /// Shapes for all that can be reached from positions with at most these words, if that is known and they are larger.
    fn room_for(&self, words: &[i64]) -> Option<Vec<Shape>> {
        let descent = Descent::of(&self.program);
        let known = words.len() == self.layout.words.len();
        let bounds = if known { descent.bounds(words, &self.layout).collect::<Option<Vec<i64>>>() } else { None };
        reaching(&self.shapes, &bounds?)
    }

    /// What it is, for `--stats`.
    #[must_use]
    pub fn describe(&self) -> String {
        let table = match &self.boxes {
            _ if self.repeats => "retrograde analysis: positions may repeat".to_owned(),
            _ if !self.layout.dense => "hashed".to_owned(),
            Ok(boxes) => boxes.describe(),
            Err(reason) if self.layout.by_measure.is_some() => format!("table by a sum that falls (no rays: {reason})"),
            Err(reason) => format!("table (no rays: {reason})"),
        };
        let threads = self.searches.iter().flatten().map(Search::threads).max().filter(|threads| *threads > 0);
        let threads = threads.map_or(String::new(), |threads| format!(", {threads} threads"));
        let (words, bits, code) = (self.layout.words.len(), self.layout.bits(), self.code.name());
        format!("{words} words of {bits} bits, {table}, {code}{threads}")
    }

    /// The program, one statement a line.
    #[must_use]
    pub fn listing(&self) -> String {
        self.program.to_string()
    }

    /// Work done so far.
    #[must_use]
    pub fn work(&self) -> Work {
        let mut total = self.past.plus(self.repeating.as_ref().map_or(Work::default(), |repeating| repeating.work));
        for search in self.searches.iter().flatten() {
            total = total.plus(search.work());
        }
        total
    }

    /// The answer for a position given by its words.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn solve(&mut self, question: Question, words: &[i64], meter: &Meter) -> Result<u32, Halt> {
        match self.layout.pack(words) {
            Some(key) => self.solve_key(question, key, words, meter),
            // Its image may fit.
            None => {
                let (position, key) = self.code.canonical(words).ok_or(Halt::Outside)?;
                self.solve_key(question, key, &position, meter)
            }
        }
    }

    /// The answers for many positions, a column for each of their words: those from `into.len()` on are appended, so
    /// that after a [`Halt`] a larger layout can go on.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn solve_column(
        &mut self,
        question: Question,
        words: &[&[i64]],
        count: usize,
        into: &mut Vec<i64>,
        meter: &Meter,
    ) -> Result<(), Halt> {
        let mut at = into.len();
        let mut keys = [0; BATCH];
        let mut position = vec![0; words.len()];
        while at < count {
            if let Some(passed) = self.by_native_code(question, words, (at, count), into, meter)? {
                at += passed;
                if at < count {
                    position.iter_mut().zip(words).for_each(|(word, column)| *word = column[at]);
                    into.push(i64::from(self.solve(question, &position, meter)?));
                    at += 1;
                }
                continue;
            }
            let until = count.min(at + BATCH);
            let keys = &mut keys[..until - at];
            let all = self.layout.pack_columns(words, at, keys);
            let mut done = 0;
            loop {
                done += self.look_up_all(question, words, (at + done, &keys[done..all]), &mut position, into, meter)?;
                if done == all {
                    break;
                }
                position.iter_mut().zip(words).for_each(|(word, column)| *word = column[at + done]);
                into.push(i64::from(self.solve_key(question, keys[done], &position, meter)?));
                done += 1;
            }
            at += all;
            if at < until {
                for (word, column) in position.iter_mut().zip(words) {
                    *word = column[at];
                }
                into.push(i64::from(self.solve(question, &position, meter)?));
                at += 1;
            }
        }
        Ok(())
    }

    /// The search for answers to a question, if it has begun, and what it runs on.
    fn at_work<'a>(&'a mut self, question: Question, meter: &'a Meter) -> (&'a mut Option<Search>, Rules<'a>) {
        let rules = Rules {
            code: &mut self.code,
            layout: &self.layout,
            boxes: self.boxes.as_mut().ok(),
            descent: Descent::of(&self.program),
            order: self.order,
            sparse: self.sparse,
            past: self.warmth.saturating_add(self.expected),
            goal: self.greatest.as_deref().map(|words| (words, self.expected)),
            meter,
        };
        (&mut self.searches[question], rules)
    }

    /// Answers positions of a column from `at` on as long as each is known, or all its options are; how many.
    fn look_up_all(
        &mut self,
        question: Question,
        words: &[&[i64]],
        (at, keys): (usize, &[u64]),
        position: &mut [i64],
        into: &mut Vec<i64>,
        meter: &Meter,
    ) -> Result<usize, Halt> {
        let (Some(search), mut rules) = self.at_work(question, meter) else { return Ok(0) };
        let start = into.len();
        loop {
            let done = into.len() - start;
            search.memo().read(&keys[done..], into);
            let done = into.len() - start;
            let Some(&key) = keys.get(done) else { return Ok(done) };
            position.iter_mut().zip(words).for_each(|(word, column)| *word = column[at + done]);
            match search.look_up(position, key, &mut rules)? {
                Some(value) => into.push(i64::from(value)),
                None => return Ok(done),
            }
        }
    }

    /// Answers positions of columns from `at` on by native code, up to one that it cannot answer; how many, or `None` where
    /// there is another way.
    fn by_native_code(
        &mut self,
        question: Question,
        words: &[&[i64]],
        (at, count): (usize, usize),
        into: &mut Vec<i64>,
        meter: &Meter,
    ) -> Result<Option<usize>, Halt> {
        let (Some(search), mut rules) = self.at_work(question, meter) else { return Ok(None) };
        Ok(search.look_up_columns(words, (at, count), into, &mut rules)?)
    }

    /// The answer for a position and its key.
    fn solve_key(&mut self, question: Question, key: u64, position: &[i64], meter: &Meter) -> Result<u32, Halt> {
        let renamed = !self.program.images.is_empty();
        let (slot, mut rules) = self.at_work(question, meter);
        let search = match slot {
            Some(search) => search,
            None => slot.insert(Search::new(question, rules.layout, meter)?),
        };
        let canonical;
        let (position, key) = if renamed {
            canonical = rules.code.canonical(position).ok_or(Halt::Outside)?;
            (&canonical.0[..], canonical.1)
        } else {
            (position, key)
        };
        #[cfg(test)]
        if rules.order.looks_first() {
            let columns: Vec<&[i64]> = position.iter().map(std::slice::from_ref).collect();
            let (boxes, mut found) = (rules.boxes.take(), Vec::new());
            let passed = search.look_up_columns(&columns, (0, 1), &mut found, &mut rules)?;
            rules.boxes = boxes;
            if passed == Some(1) {
                return Ok(u32::try_from(found[0]).expect("a value"));
            }
        }
        match search.look_up(position, key, &mut rules)? {
            Some(value) => Ok(value),
            None => search.solve(position, key, &mut rules),
        }
    }

    /// What is known of a position without any search.
    #[cfg(debug_assertions)]
    #[must_use]
    pub fn known(&self, question: Question, words: &[i64]) -> Option<u32> {
        let search = self.searches[question].as_ref()?;
        let key = self.layout.pack(words)?;
        let key = if self.program.images.is_empty() { key } else { self.code.canonical(words)?.1 };
        search.known(key)
    }

    /// The shapes that hold these positions and those of others, with some room for more.
    #[must_use]
    pub fn joined(&self, wanted: &[Shape]) -> Option<Vec<Shape>> {
        joined(&self.shapes, wanted)
    }

    /// Whether another machine was made for other values of fields that never change.
    #[must_use]
    pub fn is_for_others(&self, other: &Self) -> bool {
        let changed = |(a, b): (&Shape, &Shape)| matches!((a, b), (Shape::Frozen(_), Shape::Frozen(_))) && a != b;
        self.shapes.iter().zip(&other.shapes).any(changed)
    }

    /// Takes over what another machine found about the same rules, if its words mean the same.
    ///
    /// # Errors
    /// When a table passes the memory limit.
    pub fn carry_over(&mut self, other: &Self, meter: &Meter) -> Result<(), Exceeded> {
        self.past = other.work();
        let mut pairs = self.shapes.iter().zip(&other.shapes);
        self.changes = self.is_for_others(other);
        self.warmth = if self.changes { 0 } else { self.past.options };
        let alike = |(a, b): (&Shape, &Shape)| match (a, b) {
            (Shape::Word { .. }, Shape::Word { .. }) => true,
            (Shape::List { len: ours, .. }, Shape::List { len: theirs, .. }) => ours == theirs,
            _ => a == b,
        };
        if !self.layout.dense || !other.layout.dense || !pairs.all(alike) {
            return Ok(());
        }
        for search in other.searches.iter().flatten() {
            {
                let carried_over = Search::new(search.question(), &self.layout, meter)?;
                self.searches[search.question()].insert(carried_over).carry_over(
                    search.memo(),
                    &other.layout,
                    &self.layout,
                    meter,
                )?;
            }
        }
        Ok(())
    }

    /// What its constants and memos hold.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.constants() + self.searches.iter().flatten().map(Search::bytes).sum::<u64>()
    }

    /// What its constants hold, which whoever makes it charges.
    #[must_use]
    pub fn constants(&self) -> u64 {
        self.program.table_bytes()
    }

    /// Gives back what it holds.
    pub fn release(&self, meter: &Meter) {
        meter.sub_bytes(self.bytes());
    }
}

/// Dense where the box is small, or made of numbers alone and not too large, and fits; else packed bits for a hash
/// table.
fn choose_layout(program: &Program, order: Order, room: u64) -> Option<Layout> {
    let numbers = program.components.iter().all(|c| c.mask_bits.is_none());
    let fits = |dense: &Layout| {
        let most = most_cells(program.components.len(), numbers, dense.has_ranks());
        dense.size <= most.min(room / 2) && !order.hashes()
    };
    let dense = Layout::new(program, true).filter(fits);
    // A key of all bits set says that a part is missing.
    let keys = if has_gaps(&program.body) { 63 } else { 64 };
    dense.or_else(|| Layout::new(program, false).filter(|layout| layout.bits() <= keys))
}
