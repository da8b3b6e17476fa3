//! Binders, patterns and guards.

use super::super::ast::{Binder, Pattern};
use super::super::errors;
use super::super::parser::Rule;
use super::{Builder, Node, nothing};
use crate::base::Span;

impl Builder<'_> {
    /// The `(binders)` of a header.
    pub(super) fn binders(&mut self, node: Node<'_>) -> Vec<Binder> {
        let end = node.as_span().end();
        let binders = node.into_inner().filter_map(|inner| self.binder(inner)).collect();
        self.end = end;
        binders
    }

    /// `for binders`, with the place of `for`.
    pub fn for_clause(&mut self, node: Node<'_>) -> (Vec<Binder>, Span) {
        let (mut binders, mut place) = (Vec::new(), Span::NONE);
        for inner in node.into_inner() {
            match inner.as_rule() {
                Rule::kw_for => place = self.token(&inner),
                Rule::foreign_for => {
                    let span = self.token(&inner);
                    self.say(errors::second_for(span));
                }
                _ => binders.extend(self.binder(inner)),
            }
        }
        (binders, place)
    }

    fn binder(&mut self, node: Node<'_>) -> Option<Binder> {
        match node.as_rule() {
            Rule::binder => node.into_inner().next().and_then(|inner| self.binder(inner)),
            Rule::guard => Some(Binder::If(self.guard(node))),
            Rule::bound => Some(self.bound(node)),
            _ => None,
        }
    }

    fn bound(&mut self, node: Node<'_>) -> Binder {
        let start = node.as_span().start();
        let mut pattern = Pattern::Tuple(Vec::new(), Span::NONE);
        let (mut value, mut is) = (None, false);
        for inner in node.into_inner() {
            match inner.as_rule() {
                Rule::pattern => pattern = self.pattern(inner),
                Rule::assign => is = true,
                Rule::wrong_bound => {
                    let span = self.token(&inner);
                    is = inner.as_str() == ":=";
                    self.say(errors::wrong_bound(inner.as_str(), span));
                }
                Rule::expr => value = Some(self.expr(inner)),
                _ => {}
            }
        }
        let value = value.unwrap_or_else(|| nothing(self.since(start)));
        if is { Binder::Is { pattern, value } } else { Binder::In { pattern, domain: value } }
    }

    /// `if cond`.
    pub(super) fn guard(&mut self, node: Node<'_>) -> super::Expr {
        let start = node.as_span().start();
        let mut condition = None;
        for inner in node.into_inner() {
            match inner.as_rule() {
                Rule::foreign_where => {
                    let span = self.token(&inner);
                    self.say(errors::foreign_where(inner.as_str(), span));
                }
                Rule::expr => condition = Some(self.expr(inner)),
                _ => {}
            }
        }
        condition.unwrap_or_else(|| nothing(self.since(start)))
    }

    pub(super) fn pattern(&mut self, node: Node<'_>) -> Pattern {
        let whole = node.as_span();
        let mut parts = Vec::new();
        for inner in node.into_inner() {
            match inner.as_rule() {
                Rule::name | Rule::wildcard | Rule::reserved_name => return Pattern::Name(self.name(&inner)),
                Rule::pattern => parts.push(self.pattern(inner)),
                _ => {}
            }
        }
        self.end = whole.end();
        Pattern::Tuple(parts, self.piece.span(whole.start(), whole.end()))
    }
}
