//! From pest's pairs to the syntax tree. Spellings of other languages are explained on the way.

mod binder;
mod climb;
mod domain;
mod expr;
mod item;
mod operator;

use std::rc::Rc;

use pest::iterators::Pair;

use super::ast::{Expr, ExprKind, Name};
use super::errors;
use super::parser::{Piece, Rule};
use crate::base::Span;
use crate::diagnostics::Diagnostic;

/// A node of pest's.
pub(super) type Node<'i> = Pair<'i, Rule>;

/// Builds the tree of one piece.
pub(super) struct Builder<'a> {
    piece: &'a Piece<'a>,
    out: &'a mut Vec<Diagnostic>,
    /// One past the last token that was built, in the piece.
    end: usize,
    /// How deep `**` and unary `-` alternate at present.
    signs: usize,
    /// Operators of other languages that were explained so far, with ours: for what is to be pasted later.
    mended: Vec<(Span, &'static str)>,
}

impl<'a> Builder<'a> {
    /// A builder that says what it has to say into `out`.
    pub fn new(piece: &'a Piece<'a>, out: &'a mut Vec<Diagnostic>) -> Self {
        Self { piece, out, end: 0, signs: 0, mended: Vec::new() }
    }

    fn say(&mut self, diagnostic: Diagnostic) {
        if self.out.len() < super::recover::MANY {
            self.out.push(diagnostic);
        }
    }

    /// The place of a token, which becomes the last one built.
    fn token(&mut self, node: &Node<'_>) -> Span {
        let span = node.as_span();
        self.end = span.end();
        self.piece.span(span.start(), span.end())
    }

    /// From a node's first byte to the last token built.
    fn since(&self, start: usize) -> Span {
        self.piece.span(start, self.end.max(start))
    }

    /// What the piece has at a place; empty when it is long or broken over lines.
    fn snippet(&self, span: Span) -> &'a str {
        // Good enough for words to paste: a piece with inserted brackets is never explained further.
        let base = self.piece.global(0);
        let (from, to) = (span.start.saturating_sub(base) as usize, span.end.saturating_sub(base) as usize);
        let text = self.piece.text.get(from..to).unwrap_or("");
        if text.len() > 60 || text.contains('\n') { "" } else { text }
    }

    /// The same with our operators in place of those of other languages.
    fn mended(&self, span: Span) -> String {
        let mut text = self.snippet(span).to_owned();
        if text.is_empty() {
            return text;
        }
        let inside = self.mended.iter().filter(|(op, _)| span.start <= op.start && op.end <= span.end);
        let mut inside: Vec<_> = inside.collect();
        inside.sort_unstable_by_key(|(op, _)| std::cmp::Reverse(op.start));
        for (op, ours) in inside {
            text.replace_range((op.start - span.start) as usize..(op.end - span.start) as usize, ours);
        }
        text
    }

    /// Notes what is written in place of an operator.
    fn mend(&mut self, op: Span, ours: Option<&'static str>) {
        if let Some(ours) = ours.filter(|_| self.mended.len() < super::recover::MANY) {
            self.mended.push((op, ours));
        }
    }

    fn name(&mut self, node: &Node<'_>) -> Name {
        let span = self.token(node);
        if node.as_rule() == Rule::reserved_name {
            self.say(errors::reserved(node.as_str(), span));
        }
        Name { text: spelled(node.as_str()), span }
    }
}

/// A name as the language has it: `φ` is `phi`.
fn spelled(name: &str) -> Rc<str> {
    Rc::from(if name == "φ" { "phi" } else { name })
}

/// Stands where an error was reported.
fn nothing(span: Span) -> Expr {
    Expr { span, kind: ExprKind::Error }
}
