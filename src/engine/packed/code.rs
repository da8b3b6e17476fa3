//! A program that can be run: by native code, or by an interpreter that means the same.

use std::rc::Rc;

use super::interpret::Interpreter;
#[cfg(feature = "jit")]
use super::jit::Native;
use super::layout::Layout;
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

/// A part that an option does not have.
pub const NO_PART: u64 = u64::MAX;

/// A program that can be run.
pub enum Code {
    /// Native code.
    #[cfg(feature = "jit")]
    Native(Native),
    /// Statement by statement.
    Interpreted(Interpreter),
}

impl Code {
    /// Native code where there is a code generator for this machine, else the interpreter.
    #[must_use]
    pub fn new(program: &Rc<Program>, layout: &Layout) -> Self {
        #[cfg(feature = "jit")]
        if let Ok(native) = Native::compile(program, layout) {
            return Self::Native(native);
        }
        Self::interpreted(program, layout)
    }

    /// The interpreter, whatever the machine.
    #[must_use]
    pub fn interpreted(program: &Rc<Program>, layout: &Layout) -> Self {
        Self::Interpreted(Interpreter::new(Rc::clone(program), layout.clone()))
    }

    /// How many keys an option takes: the greatest number of summands.
    #[must_use]
    pub fn parts(&self) -> usize {
        match self {
            #[cfg(feature = "jit")]
            Self::Native(native) => native.parts(),
            Self::Interpreted(interpreter) => interpreter.parts(),
        }
    }

    /// The options of a position, appended to `into`.
    pub fn options(&self, position: &[i64], into: &mut Vec<u64>) -> Found {
        match self {
            #[cfg(feature = "jit")]
            Self::Native(native) => native.options(position, into),
            Self::Interpreted(interpreter) => interpreter.options(position, into),
        }
    }

    /// What runs it, for `--stats`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            #[cfg(feature = "jit")]
            Self::Native(_) => "native code",
            Self::Interpreted(_) => "interpreted",
        }
    }
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
