//! A program that can be run: by native code, or by an interpreter that means the same.

mod break_even;
mod interpret;
#[cfg(feature = "jit")]
pub mod jit;

use std::marker::PhantomData;
use std::sync::Arc;
#[cfg(feature = "jit")]
use std::sync::atomic::AtomicU16;

use crate::base::{Exceeded, Meter};
use crate::cgt::Question;
use crate::engine::packed::code::break_even::break_even;
use crate::engine::packed::code::interpret::Interpreter;
#[cfg(feature = "jit")]
use crate::engine::packed::code::jit::{Functions, Native};
use crate::engine::packed::shape::layout::Layout;
use crate::engine::packed::table::dense::{Dense, Marks, Row, Seen};
use crate::ir::{Program, Stmt};

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

/// A part that an option does not have; see [`has_gaps`].
pub const NO_PART: u64 = u64::MAX;

/// A program that can be run: by the interpreter at first, by native code once that is worth its making.
pub struct Code {
    interpreter: Interpreter,
    #[cfg(feature = "jit")]
    native: Option<Native>,
    /// Whether native code was made, or found to be impossible.
    settled: bool,
    break_even: u64,
    gaps: bool,
}

impl Code {
    /// Native code at once, where there is a code generator for this machine.
    #[cfg(test)]
    #[must_use]
    pub fn new(program: &Arc<Program>, layout: &Layout) -> Self {
        let mut code = Self::interpreted(program, layout);
        code.warm();
        code
    }

    /// The interpreter, whatever the machine; until [`Code::warm`].
    #[must_use]
    pub fn interpreted(program: &Arc<Program>, layout: &Layout) -> Self {
        Self {
            interpreter: Interpreter::new(Arc::clone(program), layout.clone()),
            #[cfg(feature = "jit")]
            native: None,
            settled: false,
            break_even: break_even(program),
            gaps: has_gaps(&program.body),
        }
    }

    /// How many options are better interpreted than native code made for them.
    #[must_use]
    #[inline]
    pub fn break_even(&self) -> u64 {
        self.break_even
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

    /// Whether some options lack parts.
    #[must_use]
    pub fn has_gaps(&self) -> bool {
        self.gaps
    }

    /// The options of a position, appended to `into`; the meter allows its growth (see [`grow`]) and is asked for the time.
    ///
    /// # Errors
    /// The memory limit, the clock or Ctrl-C; then nothing was appended.
    pub fn options(&self, position: &[i64], into: &mut Vec<u64>, meter: &Meter) -> Result<Found, Exceeded> {
        #[cfg(feature = "jit")]
        if let Some(native) = &self.native {
            return native.options(position, into, meter);
        }
        self.interpreter.options(position, into, meter)
    }

    /// The words and the key of the position that stands for this one; `None` when it lies outside the layout.
    #[must_use]
    pub fn canonical(&self, position: &[i64]) -> Option<(Vec<i64>, u64)> {
        self.interpreter.canonical(position)
    }

    /// Looks at the options of a position in a dense table, by native code, beside the options that have marks already;
    /// [`Seen::Unknown`] without that.
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

    /// Fills a dense table by native code, from a position on, for so many keys and so much work; `None` without that.
    #[inline]
    pub fn fill(
        &self,
        question: Question,
        position: &[i64],
        most: (u64, u64),
        table: Dense<'_>,
        marks: &mut Marks,
    ) -> Option<Row> {
        #[cfg(feature = "jit")]
        if let Some(native) = &self.native {
            return native.fill(question, position, most, table, marks);
        }
        let _ = (question, position, most, table, marks);
        None
    }

    /// Finds positions of columns by native code, from one on, so many and with so much work, in a table that is filled where
    /// they are unknown (without a budget of work, up to one that is unknown): their values are appended; `None` without
    /// that.
    pub fn fill_columns(
        &self,
        question: Question,
        part: (&[&[i64]], usize, usize),
        budget: Option<u64>,
        table: Dense<'_>,
        marks: &mut Marks,
        into: &mut Vec<i64>,
    ) -> Option<Row> {
        #[cfg(feature = "jit")]
        if let Some(native) = &self.native {
            return native.fill_columns(question, part, budget, table, marks, into);
        }
        let _ = (question, part, budget, table, marks, into);
        None
    }

    /// The same for one thread more: for options, and for one question about tables if any.
    #[must_use]
    pub fn hand(&self, question: Option<Question>) -> Hand<'_> {
        let _ = question;
        Hand {
            interpreter: Interpreter::new(Arc::clone(self.interpreter.program()), self.interpreter.layout().clone()),
            #[cfg(feature = "jit")]
            native: self.native.as_ref().map(|native| native.functions(question)),
            owner: PhantomData,
        }
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

/// A program as one of several threads runs it.
pub struct Hand<'a> {
    interpreter: Interpreter,
    #[cfg(feature = "jit")]
    native: Option<Functions<'a>>,
    owner: PhantomData<&'a ()>,
}

impl Hand<'_> {
    /// See [`Code::parts`].
    #[must_use]
    pub fn parts(&self) -> usize {
        self.interpreter.parts()
    }

    /// See [`Code::options`].
    ///
    /// # Errors
    /// See there.
    pub fn options(&self, position: &[i64], into: &mut Vec<u64>, meter: &Meter) -> Result<Found, Exceeded> {
        #[cfg(feature = "jit")]
        if let Some(native) = &self.native {
            return native.options(position, into, meter);
        }
        self.interpreter.options(position, into, meter)
    }

    /// See [`Code::fill`].
    #[cfg(feature = "jit")]
    #[inline]
    pub fn fill(&self, position: &[i64], most: (u64, u64), table: &[AtomicU16], marks: &mut Marks) -> Option<Row> {
        self.native.as_ref()?.fill(position, most, table, marks)
    }
}

/// Makes room for so many words behind those of a buffer, and for as many as it has room for already: all of it is charged
/// while the old room still stands, and given back at once, for whoever owns the buffer charges what it holds.
///
/// # Errors
/// The memory limit; then the buffer is as it was.
pub fn grow(buffer: &mut Vec<u64>, more: usize, meter: &Meter) -> Result<(), Exceeded> {
    if buffer.capacity() - buffer.len() >= more {
        return Ok(());
    }
    let room = buffer.len().saturating_add(more).max(buffer.capacity().saturating_mul(2));
    let bytes = (room as u64).saturating_mul(8);
    meter.add_bytes(bytes)?;
    buffer.reserve_exact(room - buffer.len());
    meter.sub_bytes(bytes);
    Ok(())
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

/// Whether some options have fewer summands than others, so that [`NO_PART`] stands for those that they have not.
#[must_use]
pub fn has_gaps(body: &[Stmt]) -> bool {
    fewest(body) < widest(body).max(1)
}

/// The least number of summands of any option.
fn fewest(body: &[Stmt]) -> usize {
    let of = |stmt: &Stmt| match stmt {
        Stmt::Emit { parts } => parts.len(),
        Stmt::For { body, .. } | Stmt::ForBits { body, .. } | Stmt::ForSubsets { body, .. } | Stmt::If { body, .. } => {
            fewest(body)
        }
        Stmt::Let(..) | Stmt::Leave => usize::MAX,
    };
    body.iter().map(of).min().unwrap_or(usize::MAX)
}
