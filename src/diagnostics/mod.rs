//! Floor 1: what is said to the user, as plain data, and how it is drawn.

pub mod codes;
mod explain;
mod plain;
mod render;
mod sheet;
pub mod suggest;

use crate::base::Span;
pub use codes::Code;
pub use explain::{Example, PAGES, Page, explain};
pub use render::Renderer;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The run goes on.
    Warning,
    /// The run cannot give what was asked.
    Error,
}

/// A place and what is to be said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What stands beside it; may be empty for the primary place.
    pub text: String,
}

/// One message to the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The code that `sgi explain` knows.
    pub code: Code,
    /// One sentence without a full stop.
    pub message: String,
    /// The one place it is about; its span may be [`Span::NONE`].
    pub primary: Label,
    /// Further places.
    pub labels: Vec<Label>,
    /// Facts: bindings, traces.
    pub notes: Vec<String>,
    /// Ways out, each with something to paste.
    pub helps: Vec<String>,
    /// The way out as a change of the text, where there is one only.
    pub fix: Option<Fix>,
}

/// A change of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What is replaced.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

impl Diagnostic {
    /// An error at `span`.
    #[must_use]
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            primary: Label { span, text: String::new() },
            labels: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
            fix: None,
        }
    }

    /// A warning at `span`.
    #[must_use]
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Says something beside the primary place.
    #[must_use]
    pub fn at(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Adds a further place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds the way out that puts a near name in place of the one that is wrong.
    #[must_use]
    pub fn did_you_mean(mut self, near: &str) -> Self {
        self.fix = Some(Fix { span: self.primary.span, text: near.to_owned() });
        self.help(format!("did you mean `{near}`?"))
    }

    /// Adds a way out.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.helps.push(text.into());
        self
    }
}

/// What the phases have to say, in the order found.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds a message.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// All messages.
    #[must_use]
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }

    /// Whether any is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// All messages, by value.
    #[must_use]
    pub fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }
}
