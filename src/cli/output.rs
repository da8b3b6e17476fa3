//! The two streams. A closed pipe ends the run quietly; a full disk is an error of its own.

use std::io::{ErrorKind, IsTerminal, Write};
use std::process::exit;

use super::args::{ColorChoice, Look};
use super::progress::Progress;
use crate::base::{SourceMap, shown, visible};
use crate::diagnostics::{Diagnostic, Renderer, Severity};
use crate::driver::Exit;
use crate::report::Style;

/// Where everything is written.
pub(super) struct Output {
    /// How text on standard output looks.
    pub style: Style,
    color_errors: bool,
    /// `--quiet`.
    pub quiet: bool,
    progress: Option<Progress>,
}

impl Output {
    /// Looks at the arguments, the environment and the terminal.
    pub fn new(look: &Look) -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty())
            || std::env::var_os("TERM").is_some_and(|v| v == "dumb");
        let wanted = |terminal: bool| match look.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => terminal && !plain,
        };
        Self {
            style: Style { color: wanted(std::io::stdout().is_terminal()) },
            color_errors: wanted(std::io::stderr().is_terminal()),
            quiet: look.quiet,
            progress: None,
        }
    }

    /// Another hand on the same streams, without a progress line.
    pub fn plain(&self) -> Self {
        Self { style: self.style, color_errors: self.color_errors, quiet: self.quiet, progress: None }
    }

    /// Shows a progress line from now on, while nothing is written.
    pub fn watch(&mut self, progress: Progress) {
        self.progress = Some(progress);
    }

    /// Takes the progress line away.
    pub fn unwatch(&mut self) {
        self.progress = None;
    }

    /// Writes a result for people to standard output.
    pub fn result(&self, text: &str) {
        self.aside(|| to_stdout(&shown(text)));
    }

    /// Writes a text for programs to standard output: as it is, unless a person looks at it on a terminal.
    pub fn document(&self, text: &str) {
        let seen = std::io::stdout().is_terminal();
        self.aside(|| to_stdout(&if seen { visible(text) } else { text.into() }));
    }

    /// Writes words for people to standard error; what cannot be written there is lost.
    pub fn message(&self, text: &str) {
        self.to_stderr(&shown(text));
    }

    fn to_stderr(&self, text: &str) {
        self.aside(|| {
            let _ = std::io::stderr().lock().write_all(text.as_bytes());
        });
    }

    /// Draws diagnostics on standard error; warnings only without `--quiet`.
    pub fn diagnostics(&self, list: &[Diagnostic], map: &SourceMap) {
        let mut renderer = Renderer::new(map, self.color_errors);
        let mut text = String::new();
        for diagnostic in list.iter().filter(|d| !self.quiet || d.severity == Severity::Error) {
            text.push_str(&renderer.render(diagnostic));
        }
        if !text.is_empty() {
            self.to_stderr(&text);
        }
    }

    fn aside(&self, write: impl FnOnce()) {
        match &self.progress {
            Some(progress) => progress.aside(write),
            None => write(),
        }
    }
}

/// Writes to standard output, or ends the process.
pub(super) fn to_stdout(text: &str) {
    let mut stream = std::io::stdout().lock();
    if let Err(error) = stream.write_all(text.as_bytes()).and_then(|()| stream.flush()) {
        unwritten(&error);
    }
}

/// Ends the process because standard output cannot be written.
pub(super) fn unwritten(error: &std::io::Error) -> ! {
    // The reader has gone: there is nobody to tell anything.
    if error.kind() == ErrorKind::BrokenPipe {
        exit(i32::from(Exit::Success.status()));
    }
    let _ = writeln!(std::io::stderr(), "sgi: cannot write the result: {error}");
    exit(i32::from(Exit::Io.status()));
}
