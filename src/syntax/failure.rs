//! Says in plain words where a parse stopped and what was expected.

use super::parser::{Failure, Piece, narrow};
use super::scan::Scanner;
use super::split::Slice;
use crate::base::Span;
use crate::diagnostics::{Diagnostic, codes};

/// What stands between declarations and is none.
pub(super) fn no_declaration(text: &str, start: u32, slice: &Slice) -> Diagnostic {
    let token = Scanner::new(text, slice.start).next();
    let (from, to) = token.map_or((slice.start, slice.end), |t| (t.start, t.end));
    let found = text.get(from..to).unwrap_or("");
    let span = Span::new(start + narrow(from), start + narrow(to));
    Diagnostic::error(codes::NO_DECLARATION, span, format!("expected a declaration, found `{found}`"))
}

/// Why a piece could not be parsed.
pub(super) fn explain(piece: &Piece<'_>, failure: &Failure) -> Diagnostic {
    let token = Scanner::new(&piece.text, failure.at).next();
    let (from, to) = token.map_or((failure.at, failure.at), |t| (t.start, t.end));
    let found = piece.text.get(from..to).unwrap_or("");
    Diagnostic::error(codes::UNEXPECTED, piece.span(from, to), format!("unexpected `{found}`"))
}
