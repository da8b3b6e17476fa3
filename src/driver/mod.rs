//! Floor 11: the one entry. Reads, analyses, solves and checks, and reports what it finds to an [`Observer`] as it goes;
//! used by the command line, the language server and the tests. It knows no terminal.

mod certify;
mod check;
mod dump;
mod exit;
mod export;
mod find;
mod format;
pub mod games;
mod graph;
mod ledger;
mod lints;
mod load;
mod named;
mod play;
mod position;
pub mod read;
mod reading;
mod run;
mod say;
mod session;
mod tables;
mod verify;
mod why;
mod worksheet;

use std::sync::Arc;

use crate::base::{Interruption, Limits, SourceMap};
use crate::cgt::Play;
use crate::diagnostics::Diagnostic;
use crate::report::{Claim, EquationCheck, Findings, Param, Plot, Print, Shown, Start, Table};

pub use dump::Stage;
pub use exit::Exit;
pub use format::format;
pub use ledger::Ledger;
pub use load::{Input, Overlay};
pub use play::{Choice, Ending, Opponent, Seats};
pub use read::reason;
pub use reading::{Reading, reading};
pub use session::Session;
pub use verify::{Checked, verify};
pub use worksheet::{Typed, Worksheet};

/// What the command line says about a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// `-D NAME=EXPR`, as written.
    pub definitions: Vec<String>,
    /// How `start` is played: `--misere`.
    pub play: Play,
    /// What the run may use.
    pub limits: Limits,
    /// Raised by Ctrl-C.
    pub interrupted: Arc<Interruption>,
    /// Where what is found out is kept; of one run.
    pub ledger: Ledger,
    /// Whether the start position's options are wanted in the report.
    pub list_options: bool,
    /// What stands for files on the disk.
    pub overlay: Overlay,
    /// Whether claims about P-positions are checked by the two conditions as well, for `--certificate`.
    pub certify: bool,
}

impl Default for Options {
    fn default() -> Self {
        let limits = Limits { max_states: u64::MAX, max_memory: u64::MAX, timeout: None, jobs: 1 };
        Self {
            definitions: Vec::new(),
            play: Play::Normal,
            limits,
            interrupted: Arc::default(),
            ledger: Ledger::default(),
            list_options: true,
            overlay: Overlay::default(),
            certify: false,
        }
    }
}

/// Something found out during a run, in order.
#[derive(Debug)]
pub enum Event<'a> {
    /// The parameters with their values, before anything else.
    Params(&'a [Param]),
    /// The start position, solved.
    Start(&'a Start),
    /// A verdict.
    Claim(&'a Claim),
    /// A table; after an error, as far as it went.
    Table(&'a Table),
    /// What a `print` gave.
    Print(&'a Print),
    /// A plot.
    Plot(&'a Plot),
    /// Equations that hold where they were verified.
    Equations(&'a [EquationCheck]),
    /// Patterns in values.
    Findings(&'a Findings),
    /// The value of an expression from the command line.
    Value(&'a Shown),
    /// So many messages were too many to be told.
    Omitted(u64),
    /// Messages, with the texts that they point into.
    Diagnostics(&'a [Diagnostic], &'a SourceMap),
}

/// Who is told what is found out, at once.
pub trait Observer {
    /// Takes note of it.
    fn event(&mut self, event: Event<'_>);
}

impl<F: FnMut(Event<'_>)> Observer for F {
    fn event(&mut self, event: Event<'_>) {
        self(event);
    }
}
