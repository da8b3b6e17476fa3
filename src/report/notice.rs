//! Diagnostics as they go into a report.

use serde::Serialize;

use crate::base::{SourceMap, Span};
use crate::diagnostics::{Code, Diagnostic, Severity};

/// A diagnostic.
#[derive(Debug, Serialize)]
pub struct Notice {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The code that `sgi explain` knows.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// What it is about.
    pub primary: Option<NoticePlace>,
    /// Further places.
    pub labels: Vec<NoticePlace>,
    /// Facts.
    pub notes: Vec<String>,
    /// Ways out.
    pub helps: Vec<String>,
}

/// A place of a diagnostic; lines and columns count from 1, columns characters.
#[derive(Debug, Serialize)]
pub struct NoticePlace {
    /// The file.
    pub file: String,
    /// Line of the first character.
    pub line: usize,
    /// Column of the first character.
    pub column: usize,
    /// Line of the place after the last character.
    pub end_line: usize,
    /// Column of the place after the last character.
    pub end_column: usize,
    /// What is said about it.
    pub text: String,
}

impl Notice {
    /// An error that is about no place.
    #[must_use]
    pub fn without_place(code: Code, message: &str) -> Self {
        Self {
            severity: "error",
            code: code.0,
            message: message.to_owned(),
            primary: None,
            labels: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
        }
    }

    /// A diagnostic with its places looked up.
    #[must_use]
    pub fn of(diagnostic: &Diagnostic, map: &SourceMap) -> Self {
        let place = |span: Span, text: &str| {
            let (file, line, column) = map.place(span)?;
            let (_, end_line, end_column) = map.place(Span::new(span.end, span.end))?;
            Some(NoticePlace { file: file.to_owned(), line, column, end_line, end_column, text: text.to_owned() })
        };
        Self {
            severity: if diagnostic.severity == Severity::Error { "error" } else { "warning" },
            code: diagnostic.code.0,
            message: diagnostic.message.clone(),
            primary: place(diagnostic.primary.span, &diagnostic.primary.text),
            labels: diagnostic.labels.iter().filter_map(|l| place(l.span, &l.text)).collect(),
            notes: diagnostic.notes.clone(),
            helps: diagnostic.helps.clone(),
        }
    }
}
