//! The meaning of a program, statement by statement: the measure of the native code, and its stand-in.

use std::cell::RefCell;
use std::sync::Arc;

use super::{Found, NO_PART, grow, widest};
use crate::base::{Exceeded, Meter};
use crate::engine::packed::shape::layout::Layout;
use crate::ir::{ComponentSpec, Expr, Program, Reg, Stmt, WIDE, eval, rounds};

/// A program with the registers that it runs on.
pub struct Interpreter {
    program: Arc<Program>,
    layout: Layout,
    parts: usize,
    registers: RefCell<Vec<i64>>,
}

/// Why a run ended before its end.
enum Exit {
    Leave,
    Outside,
    Limit(Exceeded),
}

impl From<Exceeded> for Exit {
    fn from(exceeded: Exceeded) -> Self {
        Self::Limit(exceeded)
    }
}

/// Rounds of loops between looks at the clock.
const TICK: u64 = 1 << 14;

/// A run: its registers.
struct Run<'a> {
    interpreter: &'a Interpreter,
    registers: &'a mut [i64],
}

/// The options found so far, and what bounds the run.
struct Output<'a> {
    options: &'a mut Vec<u64>,
    meter: &'a Meter,
    /// Rounds since it began.
    rounds: u64,
}

impl Output<'_> {
    /// One round more of a loop.
    fn round(&mut self) -> Result<(), Exceeded> {
        self.rounds += 1;
        if self.rounds.is_multiple_of(TICK) { self.meter.check() } else { Ok(()) }
    }
}

impl Interpreter {
    /// An interpreter of a program whose options are packed by a layout.
    #[must_use]
    pub fn new(program: Arc<Program>, layout: Layout) -> Self {
        let parts = widest(&program.body).max(1);
        let registers = RefCell::new(vec![0; program.registers as usize]);
        Self { program, layout, parts, registers }
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The layout of its options.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many keys an option takes.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.parts
    }

    /// The words and the key of the position that stands for this one; `None` when it lies outside the layout.
    pub fn canonical(&self, position: &[i64]) -> Option<(Vec<i64>, u64)> {
        let mut registers = self.registers.borrow_mut();
        let mut run = Run { interpreter: self, registers: &mut registers };
        let key = run.key(position.to_vec())?;
        let mut words = vec![0; position.len()];
        self.layout.unpack(key, &mut words);
        Some((words, key))
    }

    /// The options of a position, see [`Code::options`](super::Code::options).
    ///
    /// # Errors
    /// See there.
    pub fn options(&self, position: &[i64], into: &mut Vec<u64>, meter: &Meter) -> Result<Found, Exceeded> {
        let start = into.len();
        let mut registers = self.registers.borrow_mut();
        let mut run = Run { interpreter: self, registers: &mut registers };
        run.load(position);
        for ending in &self.program.endings {
            if run.expr(&ending.condition) != 0 {
                return Ok(if ending.wins { Found::Wins } else { Found::Ends });
            }
        }
        match run.block(&self.program.body, &mut Output { options: into, meter, rounds: 0 }) {
            Ok(()) => Ok(Found::Options((into.len() - start) / self.parts)),
            Err(exit) => {
                into.truncate(start);
                match exit {
                    Exit::Leave => Ok(Found::Leave),
                    Exit::Outside => Ok(Found::Outside),
                    Exit::Limit(exceeded) => Err(exceeded),
                }
            }
        }
    }
}

impl Run<'_> {
    fn set(&mut self, reg: Reg, value: i64) {
        self.registers[reg.0 as usize] = value;
    }

    /// As deep as the rules' binders nest.
    fn block(&mut self, body: &[Stmt], output: &mut Output<'_>) -> Result<(), Exit> {
        body.iter().try_for_each(|stmt| self.statement(stmt, output))
    }

    fn statement(&mut self, stmt: &Stmt, output: &mut Output<'_>) -> Result<(), Exit> {
        match stmt {
            Stmt::Let(reg, e) => {
                let value = self.expr(e);
                self.set(*reg, value);
            }
            Stmt::For { reg, low, high, down, going, body } => {
                let (low, high) = (self.expr(low), self.expr(high));
                for n in rounds(low, high, *down) {
                    output.round()?;
                    self.set(*reg, n);
                    if going.as_ref().is_some_and(|going| self.expr(going) == 0) {
                        break;
                    }
                    self.block(body, output)?;
                }
            }
            Stmt::ForBits { reg, mask, body } => {
                let mut rest = self.expr(mask);
                while rest != 0 {
                    output.round()?;
                    self.set(*reg, i64::from(rest.trailing_zeros()));
                    rest &= rest.wrapping_sub(1);
                    self.block(body, output)?;
                }
            }
            Stmt::ForSubsets { reg, mask, low, high, body } => {
                let mask = self.expr(mask);
                let sizes = self.expr(low)..=self.expr(high);
                let mut subset = mask;
                loop {
                    output.round()?;
                    if sizes.contains(&i64::from(subset.count_ones())) {
                        self.set(*reg, subset);
                        self.block(body, output)?;
                    }
                    if subset == 0 {
                        break;
                    }
                    subset = subset.wrapping_sub(1) & mask;
                }
            }
            Stmt::If { condition, body } => {
                if self.expr(condition) != 0 {
                    self.block(body, output)?;
                }
            }
            Stmt::Emit { parts } => self.emit(parts, output)?,
            Stmt::Leave => return Err(Exit::Leave),
        }
        Ok(())
    }

    fn emit(&mut self, parts: &[Vec<Expr>], output: &mut Output<'_>) -> Result<(), Exit> {
        grow(output.options, self.interpreter.parts, output.meter)?;
        for part in parts {
            let words = part.iter().map(|word| self.expr(word)).collect();
            let key = self.key(words).ok_or(Exit::Outside)?;
            output.options.push(key);
        }
        let missing = self.interpreter.parts - parts.len();
        output.options.extend(std::iter::repeat_n(NO_PART, missing));
        Ok(())
    }

    /// Puts a position into the registers of the components.
    fn load(&mut self, position: &[i64]) {
        for (component, &word) in self.interpreter.program.components.iter().zip(position) {
            self.registers[component.reg.0 as usize] = word;
        }
    }

    /// The key of a position, or of the least of its images.
    fn key(&mut self, mut words: Vec<i64>) -> Option<u64> {
        let Interpreter { program, layout, .. } = self.interpreter;
        self.sort_bags(&mut words);
        let own = layout.pack(&words);
        if program.images.is_empty() {
            return own;
        }
        if own.is_none() {
            // Where an image may stand in, only that has to fit.
            let may_pass = |(c, &word): (&ComponentSpec, &i64)| {
                let inside = c.interval.0 <= word && word <= c.interval.1;
                c.mask_bits.is_none() && (inside || c.bag.is_none() && c.interval.0 == 0 && (0..=WIDE).contains(&word))
            };
            if !program.components.iter().zip(&words).all(may_pass) {
                return None;
            }
        }
        let before: Vec<i64> = program.components.iter().map(|c| self.registers[c.reg.0 as usize]).collect();
        self.load(&words);
        let mut least = own;
        for image in &program.images {
            if self.expr(&image.exists) != 0 {
                let mut words: Vec<i64> = image.words.iter().map(|word| self.expr(word)).collect();
                self.sort_bags(&mut words);
                least = [least, layout.pack(&words)].into_iter().flatten().min();
            }
        }
        self.load(&before);
        least
    }

    fn sort_bags(&self, words: &mut [i64]) {
        let mut at = 0;
        while at < words.len() {
            match self.interpreter.program.components[at].bag {
                Some((start, len)) => {
                    words[start as usize..(start + len) as usize].sort_unstable();
                    at = (start + len) as usize;
                }
                None => at += 1,
            }
        }
    }

    fn expr(&self, e: &Expr) -> i64 {
        eval(e, self.registers)
    }
}
