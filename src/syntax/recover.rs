//! Parses one declaration; when that fails, saves what can be saved of it.

use super::ast::Item;
use super::build::Builder;
use super::failure;
use super::parser::{Piece, Rule, narrow, parse, with_stack};
use super::split::{Slice, Trouble};
use super::{Generator, errors};
use crate::base::Span;
use crate::diagnostics::Diagnostic;

/// After so many errors, the rest of the file is left alone.
pub(super) const MANY: usize = 100;

/// Parses the declaration of a slice into `items`.
pub(super) fn declaration(text: &str, start: u32, slice: &Slice, items: &mut Vec<Item>, found: &mut Vec<Diagnostic>) {
    report_trouble(text, start, slice, found);
    if !slice.declares {
        if slice.trouble.is_none() {
            found.push(failure::no_declaration(text, start, slice));
        }
        return;
    }
    let piece = Piece::new(text, start, slice);
    if matches!(slice.trouble, Some(Trouble::TooDeep { .. })) {
        return;
    }
    with_stack(slice.depth, || item(&piece, text, start, slice, items, found));
}

fn item(piece: &Piece<'_>, text: &str, start: u32, slice: &Slice, items: &mut Vec<Item>, found: &mut Vec<Diagnostic>) {
    match parse(Rule::item, &piece.text) {
        Ok(nodes) => {
            for node in nodes {
                items.extend(Builder::new(piece, found).item(node));
            }
        }
        Err(failure) => {
            // What follows from a bracket that was reported is noise.
            if slice.trouble.is_none() {
                found.push(failure::explain(piece, &failure));
            }
            let _ = (text, start);
        }
    }
}

/// Parses a slice as an expression; `None` when it cannot be.
pub(super) fn expression(
    rule: Rule,
    text: &str,
    start: u32,
    slice: &Slice,
    found: &mut Vec<Diagnostic>,
) -> Option<Generator> {
    report_trouble(text, start, slice, found);
    if slice.trouble.is_some() {
        return None;
    }
    let piece = Piece::new(text, start, slice);
    with_stack(slice.depth, || match parse(rule, &piece.text) {
        Ok(nodes) => {
            let mut builder = Builder::new(&piece, found);
            let (mut body, mut binders) = (None, Vec::new());
            for node in nodes {
                match node.as_rule() {
                    Rule::expr => body = Some(builder.expr(node)),
                    Rule::for_clause => binders = builder.for_clause(node).0,
                    _ => {}
                }
            }
            body.map(|body| Generator { body, binders })
        }
        Err(failure) => {
            found.push(failure::explain(&piece, &failure));
            None
        }
    })
}

fn report_trouble(text: &str, start: u32, slice: &Slice, found: &mut Vec<Diagnostic>) {
    let Some(trouble) = slice.trouble else { return };
    let span = |from: usize, to: usize| Span::new(start + narrow(from), start + narrow(to));
    let bracket = |at: usize| text.as_bytes().get(at).map_or('?', |&b| char::from(b));
    found.push(match trouble {
        Trouble::Unclosed { open, outer, next } => errors::unclosed(
            bracket(open),
            span(open, open + 1),
            outer.map(|at| span(at, at + 1)),
            span(next.0, next.1),
            next.0 >= text.len(),
        ),
        Trouble::Mismatch { open, close } => {
            errors::mismatch(bracket(open), span(open, open + 1), bracket(close), span(close, close + 1))
        }
        Trouble::Stray { close } => errors::stray(bracket(close), span(close, close + 1)),
        Trouble::TooDeep { at, bracket } => errors::too_deep(span(at.0, at.1), bracket),
        Trouble::OpenText { start: from, end: to } => errors::open_text(span(from, to)),
    });
}
