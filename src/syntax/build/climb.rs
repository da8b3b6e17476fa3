//! Precedence: a flat list of operands and operators becomes a tree of flat chains.
//!
//! The recursion goes down the fourteen levels only; a chain of one level is a loop.

use std::collections::VecDeque;

use pest::iterators::Pairs;

use super::super::ast::{BinaryOp, CompareOp, Expr, ExprKind, PrefixOp};
use super::super::errors;
use super::super::operators::Level;
use super::super::parser::Rule;
use super::super::split::MAX_DEPTH;
use super::operator::{Infix, infix};
use super::{Builder, Node, nothing};
use crate::base::Span;

/// The next thing in a flat expression.
enum Part<'i> {
    Prefix(PrefixOp, Node<'i>),
    Infix(Infix, Node<'i>),
    /// An operand, or what follows one: a call, an index, a field, a `with`.
    Other(Node<'i>),
}

/// A flat expression, read part by part.
pub(super) struct Parts<'i> {
    nodes: Pairs<'i, Rule>,
    /// The part to come; two when `--` was written for two signs.
    ahead: VecDeque<Part<'i>>,
}

impl<'i> Parts<'i> {
    /// Reads the nodes of an `expr` or a `domain`.
    pub fn new(nodes: Pairs<'i, Rule>) -> Self {
        Self { nodes, ahead: VecDeque::new() }
    }

    fn peek(&mut self) -> Option<&Part<'i>> {
        if self.ahead.is_empty() {
            let node = self.nodes.next()?;
            if let Some(op) = infix(&node) {
                self.ahead.push_back(Part::Infix(op, node));
            } else {
                match (node.as_rule(), node.as_str()) {
                    (Rule::prefix, "not") | (Rule::foreign_prefix, "!" | "¬" | "~") => {
                        self.ahead.push_back(Part::Prefix(PrefixOp::Not, node));
                    }
                    (Rule::prefix, "misere") => self.ahead.push_back(Part::Prefix(PrefixOp::Misere, node)),
                    (Rule::prefix | Rule::minus | Rule::foreign_prefix, _) => {
                        self.ahead.push_back(Part::Prefix(PrefixOp::Neg, node));
                    }
                    _ => self.ahead.push_back(Part::Other(node)),
                }
            }
        }
        self.ahead.front()
    }

    /// The next node if it is neither prefix nor operator and `accept` takes it.
    pub fn other(&mut self, accept: impl Fn(Rule) -> bool) -> Option<Node<'i>> {
        match self.peek()? {
            Part::Other(node) if accept(node.as_rule()) => match self.ahead.pop_front() {
                Some(Part::Other(node)) => Some(node),
                _ => None,
            },
            _ => None,
        }
    }

    fn infix(&mut self, level: Level) -> Option<(Infix, Node<'i>)> {
        match self.peek()? {
            Part::Infix(op, _) if op.level() == level => match self.ahead.pop_front() {
                Some(Part::Infix(op, node)) => Some((op, node)),
                _ => None,
            },
            _ => None,
        }
    }

    fn prefix(&mut self, level: Option<Level>) -> Option<(PrefixOp, Node<'i>)> {
        match self.peek()? {
            Part::Prefix(op, _) if level.is_none_or(|l| op.level() == l) => match self.ahead.pop_front() {
                Some(Part::Prefix(op, node)) => Some((op, node)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The sign in front, if any.
    pub fn sign(&mut self) -> Option<Node<'i>> {
        self.prefix(Some(Level::Sign)).map(|(_, node)| node)
    }

    /// Whether an operand comes next.
    fn operand_follows(&mut self) -> bool {
        matches!(self.peek(), Some(Part::Prefix(..) | Part::Other(_)))
    }
}

impl Builder<'_> {
    /// A whole flat expression.
    pub(super) fn climb(&mut self, parts: &mut Parts<'_>, from: Level) -> Expr {
        let first = self.level(parts, from);
        // Only what does not chain is left over: a second range.
        while let Some(Part::Infix(op, node)) = parts.peek() {
            let (op, node) = (*op, node.clone());
            parts.ahead.pop_front();
            let span = self.token(&node);
            if matches!(op, Infix::Range(_)) {
                self.say(errors::ranges_do_not_chain(span));
            }
            if parts.operand_follows() {
                self.level(parts, op.level().tighter());
            }
        }
        first
    }

    fn level(&mut self, parts: &mut Parts<'_>, level: Level) -> Expr {
        match level {
            Level::Misere | Level::Not => self.prefixed(parts, level),
            Level::Sign => self.signed(parts),
            Level::Compare => self.comparison(parts),
            Level::Range => self.range(parts),
            Level::Power | Level::Operand => self.power(parts),
            _ => self.chain(parts, level),
        }
    }

    fn prefixed(&mut self, parts: &mut Parts<'_>, level: Level) -> Expr {
        let mut ops = Vec::new();
        let mut foreign = Vec::new();
        while let Some((op, node)) = parts.prefix(Some(level)) {
            let span = self.token(&node);
            if node.as_rule() == Rule::foreign_prefix {
                foreign.push((node, span));
            }
            ops.push((op, span));
        }
        let operand = self.level(parts, level.tighter());
        for (node, span) in foreign {
            let text = self.mended(operand.span);
            self.say(errors::foreign_not(node.as_str(), span, &text));
            let apart = self.piece.text.get(node.as_span().end()..).is_some_and(|t| t.starts_with(' '));
            self.mend(span, Some(if apart { "not" } else { "not " }));
        }
        prefix(ops, operand)
    }

    fn signed(&mut self, parts: &mut Parts<'_>) -> Expr {
        let mut ops = Vec::new();
        let mut foreign = Vec::new();
        while let Some((op, node)) = parts.prefix(Some(Level::Sign)) {
            let span = self.token(&node);
            if node.as_rule() == Rule::foreign_prefix {
                foreign.push((node.as_str().to_owned(), span));
                if node.as_str() == "+" {
                    continue;
                }
                ops.push((op, span));
            }
            ops.push((op, span));
        }
        let operand = self.level(parts, Level::Power);
        for (sign, span) in foreign {
            let text = self.snippet(operand.span);
            self.say(errors::foreign_sign(&sign, span, text));
        }
        prefix(ops, operand)
    }

    fn comparison(&mut self, parts: &mut Parts<'_>) -> Expr {
        let first = self.level(parts, Level::Range);
        let mut rest: Vec<(CompareOp, Span, Expr)> = Vec::new();
        while let Some((Infix::Compare(op), node)) = parts.infix(Level::Compare) {
            let span = self.token(&node);
            let operand = self.level(parts, Level::Range);
            let left = rest.last().map_or(&first, |r| &r.2).span;
            self.foreign_infix(&node, span, left, operand.span);
            rest.push((op, span, operand));
        }
        if rest.is_empty() {
            return first;
        }
        let span = rest.last().map_or(first.span, |last| first.span.to(last.2.span));
        Expr { span, kind: ExprKind::Compare { first: Box::new(first), rest } }
    }

    fn range(&mut self, parts: &mut Parts<'_>) -> Expr {
        let low = self.level(parts, Level::Union);
        let Some((Infix::Range(inclusive), node)) = parts.infix(Level::Range) else { return low };
        let op_span = self.token(&node);
        let high = parts.operand_follows().then(|| Box::new(self.level(parts, Level::Union)));
        let end = high.as_ref().map_or(op_span, |e| e.span);
        self.foreign_infix(&node, op_span, low.span, end);
        Expr { span: low.span.to(end), kind: ExprKind::Range { low: Box::new(low), high, inclusive, op_span } }
    }

    fn chain(&mut self, parts: &mut Parts<'_>, level: Level) -> Expr {
        let first = self.level(parts, level.tighter());
        let mut rest: Vec<(BinaryOp, Span, Expr)> = Vec::new();
        while let Some((Infix::Binary(op), node)) = parts.infix(level) {
            let span = self.token(&node);
            let operand = self.level(parts, level.tighter());
            if node.as_rule() == Rule::foreign_operator {
                let left = rest.last().map_or(&first, |r| &r.2);
                let (left, right) = if node.as_str() == "^" {
                    (rightmost(left), leftmost(&operand))
                } else {
                    (left.span, operand.span)
                };
                self.foreign_infix(&node, span, left, right);
            }
            rest.push((op, span, operand));
        }
        binary(first, rest)
    }

    /// `a ** -b ** c`: a sign takes the rest of the chain.
    fn power(&mut self, parts: &mut Parts<'_>) -> Expr {
        let first = self.operand(parts);
        let mut rest = Vec::new();
        while let Some((Infix::Binary(op), node)) = parts.infix(Level::Power) {
            let span = self.token(&node);
            if !matches!(parts.peek(), Some(Part::Prefix(PrefixOp::Neg, _))) {
                rest.push((op, span, self.operand(parts)));
                continue;
            }
            if self.signs >= MAX_DEPTH {
                self.say(errors::too_deep(span, true));
                while parts.peek().is_some() {
                    parts.ahead.pop_front();
                }
                break;
            }
            self.signs += 1;
            rest.push((op, span, self.level(parts, Level::Sign)));
            self.signs -= 1;
        }
        binary(first, rest)
    }

    fn operand(&mut self, parts: &mut Parts<'_>) -> Expr {
        let mut ops = Vec::new();
        while let Some((op, node)) = parts.prefix(None) {
            let span = self.token(&node);
            if node.as_rule() == Rule::foreign_prefix {
                self.say(errors::foreign_not(node.as_str(), span, ""));
            } else {
                self.say(errors::misplaced_prefix(op, span));
            }
            ops.push((op, span));
        }
        let operand = match parts.other(|_| true) {
            Some(node) => self.primary(node, parts),
            None => nothing(self.since(self.end)),
        };
        // An error was reported: what the operators would have meant is of no use.
        if ops.is_empty() { operand } else { nothing(operand.span) }
    }

    fn foreign_infix(&mut self, node: &Node<'_>, span: Span, left: Span, right: Span) {
        if matches!(node.as_rule(), Rule::foreign_operator | Rule::foreign_equals) {
            let (left, right) = (self.mended(left), self.mended(right));
            self.say(errors::foreign_operator(node.as_str(), span, &left, &right));
            self.mend(span, super::operator::ours_for(node.as_str()));
        }
    }
}

fn prefix(ops: Vec<(PrefixOp, Span)>, operand: Expr) -> Expr {
    let Some(&(_, first)) = ops.first() else { return operand };
    Expr { span: first.to(operand.span), kind: ExprKind::Prefix { ops, operand: Box::new(operand) } }
}

fn binary(first: Expr, rest: Vec<(BinaryOp, Span, Expr)>) -> Expr {
    let Some(last) = rest.last() else { return first };
    Expr { span: first.span.to(last.2.span), kind: ExprKind::Binary { first: Box::new(first), rest } }
}

/// The first operand of a chain of chains.
fn leftmost(expr: &Expr) -> Span {
    match &expr.kind {
        ExprKind::Binary { first, .. } => leftmost(first),
        _ => expr.span,
    }
}

/// The last operand of a chain of chains.
fn rightmost(expr: &Expr) -> Span {
    match &expr.kind {
        ExprKind::Binary { rest, .. } => rest.last().map_or(expr.span, |r| rightmost(&r.2)),
        _ => expr.span,
    }
}
