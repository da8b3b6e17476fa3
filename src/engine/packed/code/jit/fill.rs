//! A function that finds the values of many positions in a row, of which the keys follow each other: nothing is carried
//! back and forth between them, and where a position has few options their values are bits of one register.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::Variable;

use super::coder::{Coder, Exits};
use super::emit::ZERO;
use super::{Aim, DONE, LARGE, LEAVE, OUTSIDE, SKIP, UNKNOWN, WINS};
use crate::cgt::{Play, Question};
use crate::engine::packed::code::break_even::operators_and_options;
use crate::engine::packed::code::widest;
use crate::engine::packed::table::dense::Width;
use crate::ir::{Expr, Program, Rounds, Stmt, most_options, unrolled, unrolled_bits};

/// What the caller and the function tell each other, by place: the next key, or the next place of the columns,
pub(super) const KEY: usize = 0;
/// and the one that ends the row.
pub(super) const END: usize = 1;
/// So much work at most: for each position 1, if it is looked at 1 more, and its options. What is left comes back.
pub(super) const BUDGET: usize = 2;
/// The last stamp that was used.
pub(super) const STAMP: usize = 3;
/// Back come the positions found, and those for which others stand.
pub(super) const NEW: usize = 4;
pub(super) const SKIPPED: usize = 5;
/// Where the values of columns go.
pub(super) const OUT: usize = 6;
/// 1 where positions of columns that are unknown are left to the caller.
pub(super) const READ: usize = 7;
/// So many places.
pub(super) const PLACES: usize = 8;

/// Most positions of a row.
pub(super) const LONG: u64 = 1 << 20;

/// The bits of entries that are no values.
const NO_VALUES: i64 = (1 << ZERO) - 1;
/// A loop of at most so many rounds is written out,
const ROUNDS: u64 = 16;
/// as long as no more operators are written than this: making native code takes more than linear time.
const COPIES: u64 = 4096;
/// What writing an option takes beside its operators, ...
const OPTION: u64 = 8;
/// ... and what sorting takes for each pair of its words.
const PAIR: u64 = 2;

/// The registers of the walk along the row.
struct Walk {
    /// Where it has come to: a key, or a place of the columns.
    at: Variable,
    /// The key of the position there.
    key: Variable,
    budget: Variable,
    new: Variable,
    skipped: Variable,
    /// The entry that was found.
    entry: Variable,
    /// Why it ends.
    code: Variable,
}

/// Whether all entries are bits of a register.
pub(super) fn is_narrow(program: &Program) -> bool {
    let values = most_options(&program.body).saturating_add(1);
    // The nim-sum of some values has no more bits than they.
    let values =
        if widest(&program.body) > 1 { values.checked_next_power_of_two().unwrap_or(u64::MAX) } else { values };
    values.saturating_add(ZERO.unsigned_abs()) <= u64::from(u64::BITS)
}

impl Coder<'_> {
    /// The whole function.
    pub(super) fn row(&mut self, program: &Program, question: Question, columns: bool) {
        let state = self.state;
        let mut from = |place: usize| self.b.ins().load(types::I64, MemFlagsData::trusted(), state, offset(place));
        let [at, end, budget, stamp, out, read] = [KEY, END, BUDGET, STAMP, OUT, READ].map(&mut from);
        let walk = Walk {
            at: self.counter(at),
            key: self.number(0),
            budget: self.counter(budget),
            new: self.number(0),
            skipped: self.number(0),
            entry: self.number(0),
            code: self.number(DONE),
        };
        let columns: Option<Vec<Value>> = columns.then(|| program.components.iter().map(|c| self.get(c.reg)).collect());
        let stamp = self.b.ins().ireduce(types::I32, stamp);
        self.b.def_var(self.stamp, stamp);
        self.copies = COPIES;
        let [head, fresh, skip, stored, passed, exit] = [(); 6].map(|()| self.b.create_block());
        self.exits.skip = Some(skip);
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(head);
        let now = self.b.use_var(walk.at);
        let key = match &columns {
            Some(columns) => self.read_words(program, columns, now),
            None => self.key_of_row(program, now, at),
        };
        self.b.def_var(walk.key, key);
        let entry = self.load((key, 0));
        self.b.def_var(walk.entry, entry);
        let unknown = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, entry, ZERO);
        self.b.ins().brif(unknown, fresh, &[], passed, &[]);
        self.enter(fresh);
        if columns.is_some() {
            let find = self.b.create_block();
            self.b.ins().brif(read, self.exits.unknown, &[], find, &[]);
            self.enter(find);
        }
        self.position(program, question, &walk, stored);
        // Without columns, a position for which another stands is passed.
        let step = if columns.is_some() { head } else { self.b.create_block() };
        self.ways_out(&walk, [skip, stored, passed, exit], columns.is_some());
        self.enter(stored);
        self.store_entry(&walk);
        self.b.ins().jump(passed, &[]);
        self.enter(passed);
        if columns.is_some() {
            self.write_value(&walk, out);
        }
        self.next_position(&walk, end, [step, exit]);
        if columns.is_none() {
            self.enter(step);
            self.next_words(program, [head, exit]);
        }
        self.enter(exit);
        for (place, variable) in
            [(KEY, walk.at), (BUDGET, walk.budget), (NEW, walk.new), (SKIPPED, walk.skipped), (STAMP, self.stamp)]
        {
            let mut value = self.b.use_var(variable);
            if place == STAMP {
                value = self.b.ins().uextend(types::I64, value);
            }
            self.b.ins().store(MemFlagsData::trusted(), value, state, offset(place));
        }
        let code = self.b.use_var(walk.code);
        self.b.ins().return_(&[code]);
    }

    fn counter(&mut self, value: Value) -> Variable {
        let variable = self.b.declare_var(types::I64);
        self.b.def_var(variable, value);
        variable
    }

    fn number(&mut self, n: i64) -> Variable {
        let value = self.b.ins().iconst(types::I64, n);
        self.counter(value)
    }

    /// Finds the entry of one position.
    fn position(&mut self, program: &Program, question: Question, walk: &Walk, stored: Block) {
        let zero = self.b.ins().iconst(types::I64, 0);
        self.b.def_var(self.count, zero);
        self.b.def_var(self.mask, zero);
        if matches!(self.aim, Aim::Row { narrow: false, .. }) {
            let stamp = self.b.use_var(self.stamp);
            let next = self.b.ins().iadd_imm_s(stamp, 1);
            self.b.def_var(self.stamp, next);
        }
        if !self.images.is_empty() {
            self.skip_unless_least();
        }
        let misere = i64::from(question == Question::Wins(Play::Misere));
        for ending in &program.endings {
            let (yes, no) = (self.b.create_block(), self.b.create_block());
            self.branch(&ending.condition, yes, no);
            self.enter(yes);
            if ending.wins && question == Question::Grundy {
                self.b.ins().jump(self.exits.wins, &[]);
            } else {
                let won = if ending.wins { 1 - misere } else { misere };
                self.found(walk, ZERO + won, stored);
            }
            self.enter(no);
        }
        self.block(&program.body);
        match question {
            Question::Grundy => {
                let entry = self.least_free();
                self.b.def_var(walk.entry, entry);
                self.b.ins().jump(stored, &[]);
            }
            Question::Wins(Play::Normal) => self.found(walk, ZERO, stored),
            Question::Wins(Play::Misere) => {
                let count = self.b.use_var(self.count);
                let none = self.b.ins().icmp_imm_s(IntCC::Equal, count, 0);
                let none = self.b.ins().uextend(types::I64, none);
                let entry = self.b.ins().iadd_imm_s(none, ZERO);
                self.b.def_var(walk.entry, entry);
                self.b.ins().jump(stored, &[]);
            }
        }
    }

    /// Goes to a block with an entry.
    fn found(&mut self, walk: &Walk, entry: i64, to: Block) {
        let entry = self.b.ins().iconst(types::I64, entry);
        self.b.def_var(walk.entry, entry);
        self.b.ins().jump(to, &[]);
    }

    /// The entry of the least value that no option has; leaves where an option is unknown, or it is too great.
    fn least_free(&mut self) -> Value {
        if matches!(self.aim, Aim::Row { narrow: true, .. }) {
            let mask = self.b.use_var(self.mask);
            let unknown = self.b.ins().band_imm_u(mask, NO_VALUES);
            let known = self.b.create_block();
            self.b.ins().brif(unknown, self.exits.unknown, &[], known, &[]);
            self.enter(known);
            let taken = self.b.ins().bor_imm_u(mask, NO_VALUES);
            let free = self.b.ins().bnot(taken);
            return self.b.ins().ctz(free);
        }
        self.exit_if_unknown();
        let [four, last, round, found, small] = [(); 5].map(|()| self.b.create_block());
        let entry = self.number(ZERO - 4);
        let stamp = self.b.use_var(self.stamp);
        let stamps = self.b.ins().splat(types::I32X4, stamp);
        self.b.ins().jump(four, &[]);
        self.b.switch_to_block(four);
        let now = self.b.use_var(entry);
        let now = self.b.ins().iadd_imm_s(now, 4);
        self.b.def_var(entry, now);
        let offset = self.b.ins().ishl_imm_u(now, 2);
        let address = self.b.ins().iadd(self.marks, offset);
        let marks = self.b.ins().load(types::I32X4, MemFlagsData::new().with_notrap(), address, 0);
        let marked = self.b.ins().icmp(IntCC::Equal, marks, stamps);
        let all = self.b.ins().vall_true(marked);
        self.b.ins().brif(all, four, &[], last, &[]);
        self.b.seal_block(four);
        self.enter(last);
        self.b.ins().jump(round, &[]);
        self.b.switch_to_block(round);
        let now = self.b.use_var(entry);
        let offset = self.b.ins().ishl_imm_u(now, 2);
        let address = self.b.ins().iadd(self.marks, offset);
        let mark = self.b.ins().load(types::I32, MemFlagsData::trusted(), address, 0);
        let next = self.b.ins().iadd_imm_s(now, 1);
        self.b.def_var(entry, next);
        let marked = self.b.ins().icmp(IntCC::Equal, mark, stamp);
        // Behind the marks stand some that are never made.
        self.b.ins().brif(marked, round, &[], found, &[]);
        self.b.seal_block(round);
        self.enter(found);
        let large = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, now, i64::from(self.width.greatest()) + ZERO);
        self.b.ins().brif(large, self.exits.large, &[], small, &[]);
        self.enter(small);
        now
    }

    /// The blocks to which a look at options goes when it ends early.
    fn ways_out(&mut self, walk: &Walk, [skip, stored, passed, exit]: [Block; 4], columns: bool) {
        self.enter(skip);
        // Before anything was found the caller is told: one position after the other may be asked about.
        let [nothing, counted] = [(); 2].map(|()| self.b.create_block());
        let new = self.b.use_var(walk.new);
        if columns {
            self.b.ins().jump(nothing, &[]);
        } else {
            self.b.ins().brif(new, counted, &[], nothing, &[]);
        }
        self.enter(counted);
        for (variable, by) in [(walk.budget, -1), (walk.skipped, 1)] {
            let value = self.b.use_var(variable);
            let value = self.b.ins().iadd_imm_s(value, by);
            self.b.def_var(variable, value);
        }
        self.b.ins().jump(passed, &[]);
        self.enter(nothing);
        let code = self.b.ins().iconst(types::I64, SKIP);
        self.b.def_var(walk.code, code);
        self.b.ins().jump(exit, &[]);
        let Exits { leave, outside, full, unknown, won, wins, large, .. } = self.exits;
        self.enter(won);
        // The options before that one are not counted.
        let zero = self.b.ins().iconst(types::I64, 0);
        self.b.def_var(self.count, zero);
        self.found(walk, ZERO + 1, stored);
        let early =
            [(leave, LEAVE), (outside, OUTSIDE), (full, LEAVE), (unknown, UNKNOWN), (wins, WINS), (large, LARGE)];
        for (block, code) in early {
            self.enter(block);
            self.b.set_cold_block(block);
            let code = self.b.ins().iconst(types::I64, code);
            self.b.def_var(walk.code, code);
            self.b.ins().jump(exit, &[]);
        }
    }

    /// Writes an entry into the table.
    fn store_entry(&mut self, walk: &Walk) {
        let key = self.b.use_var(walk.key);
        let address = self.address(key);
        let entry = self.b.use_var(walk.entry);
        match self.width {
            Width::Short => self.b.ins().istore16(MemFlagsData::trusted(), entry, address, 0),
            Width::Long => self.b.ins().istore32(MemFlagsData::trusted(), entry, address, 0),
        };
        let new = self.b.use_var(walk.new);
        let new = self.b.ins().iadd_imm_s(new, 1);
        self.b.def_var(walk.new, new);
        let (budget, count) = (self.b.use_var(walk.budget), self.b.use_var(self.count));
        let left = self.b.ins().isub(budget, count);
        let left = self.b.ins().iadd_imm_s(left, -1);
        self.b.def_var(walk.budget, left);
    }

    /// Goes on to the next position, or to the end.
    fn next_position(&mut self, walk: &Walk, end: Value, [step, exit]: [Block; 2]) {
        let budget = self.b.use_var(walk.budget);
        let budget = self.b.ins().iadd_imm_s(budget, -1);
        self.b.def_var(walk.budget, budget);
        let at = self.b.use_var(walk.at);
        let at = self.b.ins().iadd_imm_s(at, 1);
        self.b.def_var(walk.at, at);
        let more = self.b.create_block();
        let within = self.b.ins().icmp(IntCC::SignedLessThan, at, end);
        self.b.ins().brif(within, more, &[], exit, &[]);
        self.enter(more);
        let left = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, budget, 0);
        self.b.ins().brif(left, step, &[], exit, &[]);
    }

    /// The key of a place of the row that begins at a key: those of a measure are apart.
    fn key_of_row(&mut self, program: &Program, at: Value, start: Value) -> Value {
        let Some(by_measure) = &self.layout.by_measure else { return at };
        if self.layout.has_ranks() {
            let words: Vec<Value> = program.components.iter().map(|c| self.get(c.reg)).collect();
            return self.packed(&words);
        }
        let stride = by_measure.stride(&self.layout.words);
        let steps = self.b.ins().isub(at, start);
        let more = self.b.ins().imul_imm_s(steps, stride);
        self.b.ins().iadd(start, more)
    }

    /// The words of the next position of the row.
    fn next_words(&mut self, program: &Program, [head, exit]: [Block; 2]) {
        if let Some(by_measure) = &self.layout.by_measure {
            for (i, step) in [(by_measure.along, by_measure.up), (by_measure.against, -by_measure.down)] {
                let reg = program.components[i].reg;
                let now = self.get(reg);
                let next = self.b.ins().iadd_imm_s(now, step);
                self.set(reg, next);
            }
            self.b.ins().jump(head, &[]);
            return;
        }
        for (component, word) in program.components.iter().zip(&self.layout.words).rev() {
            let now = self.get(component.reg);
            // Asked before the step: nothing lies beyond the ends of 64 bits.
            let last = word.low.wrapping_add(word.span.cast_signed());
            let within = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, now, last);
            let next = self.b.ins().iadd_imm_s(now, 1);
            self.set(component.reg, next);
            let carry = self.b.create_block();
            self.b.ins().brif(within, head, &[], carry, &[]);
            self.enter(carry);
            let low = self.b.ins().iconst(types::I64, word.low);
            self.set(component.reg, low);
        }
        // Not reached: behind the last position of all there is none.
        self.b.ins().jump(exit, &[]);
    }

    /// Reads the words of a position from columns; the key of the one that stands for it, or it leaves where they lie outside the layout.
    fn read_words(&mut self, program: &Program, columns: &[Value], at: Value) -> Value {
        let offset = self.b.ins().ishl_imm_u(at, 3);
        let mut words = Vec::new();
        for &column in columns {
            let address = self.b.ins().iadd(column, offset);
            words.push(self.b.ins().load(types::I64, MemFlagsData::trusted(), address, 0));
        }
        self.sort_bags(&mut words);
        for (component, &word) in program.components.iter().zip(&words) {
            self.set(component.reg, word);
        }
        if let Some(outside) = self.outside(&words, &vec![false; words.len()]) {
            let inside = self.b.create_block();
            self.b.ins().brif(outside, self.exits.outside, &[], inside, &[]);
            self.enter(inside);
        }
        // The position that stands for this one may be known.
        let key = self.packed(&words);
        if self.images.is_empty() { key } else { self.least(&words, key) }
    }

    /// Writes the value of a position of columns.
    fn write_value(&mut self, walk: &Walk, out: Value) {
        let at = self.b.use_var(walk.at);
        let offset = self.b.ins().ishl_imm_u(at, 3);
        let address = self.b.ins().iadd(out, offset);
        let entry = self.b.use_var(walk.entry);
        let value = self.b.ins().iadd_imm_s(entry, -ZERO);
        self.b.ins().store(MemFlagsData::trusted(), value, address, 0);
    }

    /// Writes a loop out where it has few rounds: they all run in nearly all positions, which is asked once before them.
    pub(super) fn few_rounds(&mut self, stmt: &Stmt) -> bool {
        let Stmt::For { low, high, down, body, .. } = stmt else { return false };
        if !matches!(self.aim, Aim::Row { .. }) {
            return false;
        }
        let Some(written) = unrolled(stmt, ROUNDS) else { return false };
        let size = written.rounds.iter().map(|round| self.size_of(&round.body)).fold(0, u64::saturating_add);
        if size > self.copies || body.is_empty() {
            return false;
        }
        self.copies -= size;
        let after = self.b.create_block();
        // Upwards, each round may be the last one.
        let last = (written.varies && !down && low.as_constant().is_some()).then(|| self.expr(high));
        if last.is_none() {
            self.all_or_loop(stmt, (&written, low.as_constant(), high.as_constant()), after);
        }
        for (n, round) in (written.ends.0..=written.ends.1).zip(&written.rounds) {
            if let Some(last) = last {
                let inside = self.b.create_block();
                let within = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, last, n);
                self.b.ins().brif(within, inside, &[], after, &[]);
                self.enter(inside);
            }
            if let Some(going) = &round.going {
                let inside = self.b.create_block();
                self.branch(going, inside, after);
                self.enter(inside);
            }
            self.block(&round.body);
        }
        self.b.ins().jump(after, &[]);
        self.enter(after);
        true
    }

    /// Writes a loop over the elements of a set out where it may have few.
    pub(super) fn few_bits(&mut self, stmt: &Stmt) -> bool {
        let Stmt::ForBits { reg, mask, body } = stmt else { return false };
        if !matches!(self.aim, Aim::Row { .. }) || body.is_empty() {
            return false;
        }
        // The set is computed once.
        let set = Expr::reg(*reg, mask.interval);
        let apart = Stmt::ForBits { reg: *reg, mask: set, body: body.clone() };
        let Some(written) = unrolled_bits(&apart, ROUNDS) else { return false };
        let size = written.iter().map(|(_, body)| self.size_of(body)).fold(0, u64::saturating_add);
        if size > self.copies {
            return false;
        }
        self.copies -= size;
        let value = self.expr(mask);
        self.set(*reg, value);
        for (has, body) in written {
            self.statement(&Stmt::If { condition: has, body });
        }
        true
    }

    /// What writing statements once more takes.
    fn size_of(&self, body: &[Stmt]) -> u64 {
        let words = self.bags.iter().flatten().map(|(_, len)| u64::from(*len)).max().unwrap_or(0);
        let (operators, options) = operators_and_options(body);
        operators + options * (OPTION + PAIR * words * words)
    }

    /// Goes on where all rounds of a loop run; elsewhere as it is written, and then to a block.
    fn all_or_loop(&mut self, stmt: &Stmt, (written, low, high): (&Rounds, Option<i64>, Option<i64>), after: Block) {
        let Stmt::For { reg, low: first, high: last, down, going, body } = stmt else { return };
        if low.is_some() && high.is_some() {
            return;
        }
        let [all, some] = [(); 2].map(|()| self.b.create_block());
        let mut whole = None;
        for (end, known, is) in [(first, low, written.ends.0), (last, high, written.ends.1)] {
            if known.is_none() {
                let end = self.expr(end);
                let this = self.b.ins().icmp_imm_s(IntCC::Equal, end, is);
                whole = Some(match whole {
                    Some(before) => self.b.ins().band(before, this),
                    None => this,
                });
            }
        }
        if let Some(whole) = whole {
            self.b.ins().brif(whole, all, &[], some, &[]);
        }
        self.enter(some);
        self.for_loop(*reg, (first, last), *down, going.as_ref(), body);
        self.b.ins().jump(after, &[]);
        self.enter(all);
    }
}

fn offset(place: usize) -> i32 {
    i32::try_from(place * 8).unwrap_or(0)
}
