//! Floor 3: from text to tree and back. The only folder that names pest.

pub mod ast;
mod build;
mod erase;
mod errors;
mod failure;
mod habits;
mod operators;
mod parser;
mod print;
mod recover;
mod scan;
mod split;
mod substitute;
#[cfg(test)]
mod tests;
mod unfinished;
mod vocabulary;
pub mod words;

use std::rc::Rc;

use ast::{Binder, Comment, Expr, ExprKind, File};
use parser::{Rule, narrow};
use split::{Slice, Split};

pub use erase::{erase_expr, erase_file};
pub use print::{lay_out, print_expr, print_file};
pub use scan::{Scanner, Token, TokenKind, declared_words};
pub use substitute::substitute;
pub use unfinished::{goes_on, has_open_bracket, is_unfinished};

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Diagnostics, codes};

/// `EXPR for binders`, as the command line takes it.
#[derive(Clone, PartialEq, Debug)]
pub struct Generator {
    /// Made for every binding.
    pub body: Expr,
    /// Empty without `for`.
    pub binders: Vec<Binder>,
}

/// Parses a `.game` file whose first byte has the global offset `start`. What cannot be parsed is reported and left
/// out, or stands as an error leaf.
pub fn parse_file(text: &str, start: u32, diagnostics: &mut Diagnostics) -> File {
    let Split { slices, comments } = split::split_file(text);
    let comments = comments_of(text, start, &comments);
    let mut file = File { comments, blank_lines: blank_lines_of(text, start), ..File::default() };
    let mut found = Vec::new();
    for slice in &slices {
        if found.len() >= recover::MANY {
            break;
        }
        recover::declaration(text, start, slice, &mut file.items, &mut found);
    }
    report(found, diagnostics);
    file
}

/// Parses an expression, such as the value of a `-D`.
pub fn parse_expression(text: &str, start: u32, diagnostics: &mut Diagnostics) -> Expr {
    parse_generator_by(Rule::expression, text, start, diagnostics).body
}

/// Parses `EXPR for binders`, or an expression alone.
pub fn parse_generator(text: &str, start: u32, diagnostics: &mut Diagnostics) -> Generator {
    parse_generator_by(Rule::generator, text, start, diagnostics)
}

fn parse_generator_by(rule: Rule, text: &str, start: u32, diagnostics: &mut Diagnostics) -> Generator {
    let mut slices = split::split_expression(text).slices;
    let empty = Slice { start: 0, end: 0, declares: false, trouble: None, patches: Vec::new(), depth: 0 };
    let slice = slices.pop().unwrap_or(empty);
    let mut found = Vec::new();
    let generator = recover::expression(rule, text, start, &slice, &mut found);
    report(found, diagnostics);
    let span = Span::new(start + narrow(slice.start), start + narrow(slice.end));
    generator.unwrap_or_else(|| Generator { body: Expr { span, kind: ExprKind::Error }, binders: Vec::new() })
}

fn report(mut found: Vec<Diagnostic>, diagnostics: &mut Diagnostics) {
    found.sort_by_key(|d| d.primary.span.start);
    // A reserved word is told once, however often it was used as a name.
    let mut told: Vec<String> = Vec::new();
    for diagnostic in found.into_iter().take(recover::MANY) {
        if diagnostic.code == codes::RESERVED_WORD {
            if told.contains(&diagnostic.message) {
                continue;
            }
            told.push(diagnostic.message.clone());
        }
        diagnostics.push(diagnostic);
    }
}

fn comments_of(text: &str, start: u32, comments: &[(usize, usize, bool)]) -> Vec<Comment> {
    comments
        .iter()
        .map(|&(from, to, own_line)| {
            let line = text.get(from..to).unwrap_or("").trim_end();
            let span = Span::new(start + narrow(from), start + narrow(from + line.len()));
            Comment { text: Rc::from(line), span, own_line }
        })
        .collect()
}

fn blank_lines_of(text: &str, start: u32) -> Vec<u32> {
    let mut at = 0;
    let mut blank = Vec::new();
    for line in text.split_inclusive('\n') {
        if line.trim_start().is_empty() {
            blank.push(start + narrow(at));
        }
        at += line.len();
    }
    blank
}
