//! A program that can be run: by native code, or by an interpreter that means the same.

use std::rc::Rc;

use super::interpret::Interpreter;
#[cfg(feature = "jit")]
use super::jit::Native;
use super::layout::Layout;
use super::search::Question;
use super::table::{Marks, Seen};
use crate::ir::{Expr, ExprKind, Program, Stmt};

/// What a program says about one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// So many options; each is [`Code::parts`] keys in the buffer.
    Options(usize),
    /// `ends if` holds: no options.
    Ends,
    /// `wins if` holds.
    Wins,
    /// The reference engine is to be asked about this position.
    Leave,
    /// An option does not fit the layout.
    Outside,
}

/// A part that an option does not have.
pub const NO_PART: u64 = u64::MAX;

/// A program that can be run: by the interpreter at first, by native code once that is worth its making.
pub struct Code {
    interpreter: Interpreter,
    #[cfg(feature = "jit")]
    native: Option<Native>,
    /// Whether native code was made, or found to be impossible.
    settled: bool,
    worth_after: u64,
}

impl Code {
    /// Native code at once, where there is a code generator for this machine.
    #[cfg(test)]
    #[must_use]
    pub fn new(program: &Rc<Program>, layout: &Layout) -> Self {
        let mut code = Self::interpreted(program, layout);
        code.warm();
        code
    }

    /// The interpreter, whatever the machine; until [`Code::warm`].
    #[must_use]
    pub fn interpreted(program: &Rc<Program>, layout: &Layout) -> Self {
        Self {
            interpreter: Interpreter::new(Rc::clone(program), layout.clone()),
            #[cfg(feature = "jit")]
            native: None,
            settled: false,
            worth_after: worth_after(program),
        }
    }

    /// How many options are better interpreted than native code made for them.
    #[must_use]
    #[inline]
    pub fn worth_after(&self) -> u64 {
        self.worth_after
    }

    /// Makes native code, if that was not tried before.
    #[inline]
    pub fn warm(&mut self) {
        if std::mem::replace(&mut self.settled, true) {
            return;
        }
        #[cfg(feature = "jit")]
        {
            self.native = Native::compile(self.interpreter.program(), self.interpreter.layout()).ok();
        }
    }

    /// How many keys an option takes: the greatest number of summands.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.interpreter.parts()
    }

    /// The options of a position, appended to `into`.
    pub fn options(&self, position: &[i64], into: &mut Vec<u64>) -> Found {
        #[cfg(feature = "jit")]
        if let Some(native) = &self.native {
            return native.options(position, into);
        }
        self.interpreter.options(position, into)
    }

    /// The words and the key of the position that stands for this one; `None` when it lies outside the layout.
    #[must_use]
    pub fn canonical(&self, position: &[i64]) -> Option<(Vec<i64>, u64)> {
        self.interpreter.canonical(position)
    }

    /// Looks at the options of a position in a dense table, by native code; [`Seen::Unknown`] without that.
    #[inline]
    pub fn look(&self, question: Question, position: &[i64], table: &[u16], marks: &mut Marks) -> Seen {
        marks.stamp();
        self.look_on(question, position, table, marks)
    }

    /// The same, beside the options that have marks already.
    #[inline]
    pub fn look_on(&self, question: Question, position: &[i64], table: &[u16], marks: &mut Marks) -> Seen {
        #[cfg(feature = "jit")]
        if let Some(native) = &self.native
            && let Some(seen) = native.look(question, position, table, marks)
        {
            return seen;
        }
        let _ = (question, position, table, marks);
        Seen::Unknown
    }

    /// What runs it, for `--stats`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        #[cfg(feature = "jit")]
        if self.native.is_some() {
            return "native code";
        }
        "interpreted"
    }
}

/// Native code takes a millisecond, and a few microseconds for every operator; the interpreter a few nanoseconds for every
/// operator of each option.
fn worth_after(program: &Program) -> u64 {
    let images: u64 = program.images.iter().flat_map(|image| &image.words).map(operators).sum();
    let (written, emits) = written(&program.body);
    let per_option = 8 + images + written / emits.max(1);
    MAKING / per_option + PER_OPERATOR * emits.max(1)
}

/// Operators that the interpreter goes through while native code is begun, and while it is made for one.
const MAKING: u64 = 160_000;
const PER_OPERATOR: u64 = 200;

/// The operators in statements, and the options that they write.
fn written(body: &[Stmt]) -> (u64, u64) {
    let mut total = (0, 0);
    for stmt in body {
        let (own, inner): (u64, &[Stmt]) = match stmt {
            Stmt::Let(_, e) => (operators(e), &[]),
            Stmt::For { low, high, going, body, .. } => {
                (operators(low) + operators(high) + going.as_ref().map_or(0, operators), body)
            }
            Stmt::ForBits { mask, body, .. } => (operators(mask), body),
            Stmt::ForSubsets { mask, body, .. } => (operators(mask), body),
            Stmt::If { condition, body } => (operators(condition), body),
            Stmt::Emit { parts } => {
                total.1 += 1;
                (parts.iter().flatten().map(operators).sum(), &[])
            }
            Stmt::Leave => (0, &[]),
        };
        let inner = written(inner);
        total = (total.0 + own + inner.0, total.1 + inner.1);
    }
    total
}

/// The operators and operands of an expression, up to a few thousand; as deep as it nests.
fn operators(e: &Expr) -> u64 {
    fn count(e: &Expr, left: &mut u64) {
        if *left == 0 {
            return;
        }
        *left -= 1;
        match &*e.kind {
            ExprKind::Const(_) | ExprKind::Reg(_) => {}
            ExprKind::Binary(_, a, b) => [a, b].into_iter().for_each(|e| count(e, left)),
            ExprKind::Popcount(a) | ExprKind::TrailingZeros(a) | ExprKind::Lookup(_, a) => count(a, left),
            ExprKind::Select(a, b, c) => [a, b, c].into_iter().for_each(|e| count(e, left)),
        }
    }
    let mut left = 4096;
    count(e, &mut left);
    4096 - left
}

/// The greatest number of summands of any option.
#[must_use]
pub fn widest(body: &[Stmt]) -> usize {
    let of = |stmt: &Stmt| match stmt {
        Stmt::Emit { parts } => parts.len(),
        Stmt::For { body, .. } | Stmt::ForBits { body, .. } | Stmt::ForSubsets { body, .. } | Stmt::If { body, .. } => {
            widest(body)
        }
        Stmt::Let(..) | Stmt::Leave => 0,
    };
    body.iter().map(of).max().unwrap_or(0)
}
