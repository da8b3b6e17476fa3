//! Operands: literals, names, brackets, `if`, graphs, and what follows an operand.

use std::rc::Rc;

use super::super::ast::{Binder, Chain, Expr, ExprKind, Name, PostfixOp, PrefixOp};
use super::super::errors;
use super::super::operators::Level;
use super::super::parser::Rule;
use super::climb::Parts;
use super::{Builder, Node, nothing, spelled};
use crate::base::Span;

/// The expressions of a bracket and its `for`.
struct Contents {
    exprs: Vec<Expr>,
    binders: Vec<Binder>,
    /// The place of `for`.
    for_span: Option<Span>,
}

impl Builder<'_> {
    /// An `expr` node.
    pub fn expr(&mut self, node: Node<'_>) -> Expr {
        self.climb(&mut Parts::new(node.into_inner()), Level::Misere)
    }

    /// An operand that begins with `node`, with the calls, indices and fields that follow it.
    pub(super) fn primary(&mut self, node: Node<'_>, parts: &mut Parts<'_>) -> Expr {
        let mut base = self.bare(node);
        let mut ops: Vec<(PostfixOp, Span)> = Vec::new();
        while let Some(node) = parts.other(is_postfix) {
            if node.as_rule() == Rule::foreign_decimal
                && ops.is_empty()
                && let ExprKind::Number(digits) = &base.kind
            {
                let span = base.span.to(self.token(&node));
                let help = errors::decimal(digits, node.as_str(), span);
                self.say(help);
                base = nothing(span);
                continue;
            }
            let op = self.postfix(node);
            let with = |op: &PostfixOp| matches!(op, PostfixOp::With { .. });
            if ops.last().is_some_and(|(before, _)| with(before)) && !with(&op.0) {
                self.say(errors::after_with(op.1));
            }
            ops.push(op);
        }
        self.check_indices(&ops);
        if ops.is_empty() {
            return base;
        }
        let span = base.span.to(ops.last().map_or(base.span, |o| o.1));
        Expr { span, kind: ExprKind::Postfix { base: Box::new(base), ops } }
    }

    /// `h[-1]`, unless a call follows, as after a game's rule arguments.
    fn check_indices(&mut self, ops: &[(PostfixOp, Span)]) {
        for (i, (op, _)) in ops.iter().enumerate() {
            let called = matches!(ops.get(i + 1), Some((PostfixOp::Call { .. }, _)));
            let PostfixOp::Index(args) = op else { continue };
            let [Expr { kind: ExprKind::Prefix { ops: signs, operand }, span: place }] = args.as_slice() else {
                continue;
            };
            if let (false, [(PrefixOp::Neg, _)], ExprKind::Number(back)) = (called, signs.as_slice(), &operand.kind) {
                self.say(errors::negative_index(*place, back));
            }
        }
    }

    fn postfix(&mut self, node: Node<'_>) -> (PostfixOp, Span) {
        let whole = node.as_span();
        let span = self.piece.span(whole.start(), whole.end());
        let op = match node.as_rule() {
            Rule::call => {
                let contents = self.contents(node);
                PostfixOp::Call { args: contents.exprs, binders: contents.binders }
            }
            Rule::index => PostfixOp::Index(self.contents(node).exprs),
            Rule::with_clause => self.with(node),
            Rule::foreign_decimal => {
                let digits = node.as_str().trim_start_matches('.');
                self.say(errors::tuple_field(span, digits));
                PostfixOp::Index(vec![Expr { span, kind: ExprKind::Number(Rc::from(digits)) }])
            }
            // `.k`
            _ => {
                let name = node.into_inner().next();
                let text = name.as_ref().map_or("", |n| n.as_str());
                let place = name.as_ref().map_or(span, |n| self.token(n));
                PostfixOp::Field(Name { text: Rc::from(text), span: place })
            }
        };
        self.end = whole.end();
        (op, span)
    }

    fn with(&mut self, node: Node<'_>) -> PostfixOp {
        let (mut entries, mut binders) = (Vec::new(), Vec::new());
        for inner in node.into_inner() {
            match inner.as_rule() {
                Rule::entry => {
                    let mut exprs = inner.into_inner().filter(|n| n.as_rule() == Rule::expr);
                    if let (Some(index), Some(value)) = (exprs.next(), exprs.next()) {
                        entries.push((self.expr(index), self.expr(value)));
                    }
                }
                Rule::for_clause => binders = self.for_clause(inner).0,
                _ => {}
            }
        }
        PostfixOp::With { entries, binders }
    }

    /// Expressions between brackets, with their `for`; with one, the expressions are one.
    fn contents(&mut self, node: Node<'_>) -> Contents {
        let mut contents = Contents { exprs: Vec::new(), binders: Vec::new(), for_span: None };
        for inner in node.into_inner() {
            match inner.as_rule() {
                Rule::expr => {
                    let expr = self.expr(inner);
                    contents.exprs.push(expr);
                }
                Rule::for_clause => {
                    let (binders, span) = self.for_clause(inner);
                    (contents.binders, contents.for_span) = (binders, Some(span));
                }
                _ => {}
            }
        }
        if let (Some(span), 2..) = (contents.for_span, contents.exprs.len()) {
            self.say(errors::for_wants_one(span));
            let place = contents.exprs[0].span.to(contents.exprs[contents.exprs.len() - 1].span);
            contents.exprs = vec![nothing(place)];
        }
        contents
    }

    /// An operand without what follows it.
    fn bare(&mut self, node: Node<'_>) -> Expr {
        let whole = node.as_span();
        let span = self.piece.span(whole.start(), whole.end());
        let text = node.as_str();
        let kind = match node.as_rule() {
            Rule::name => ExprKind::Name(spelled(text)),
            Rule::number => ExprKind::Number(Rc::from(text.replace('_', ""))),
            Rule::text => ExprKind::Text(Rc::from(text.trim_matches('"'))),
            Rule::boolean => ExprKind::Bool(text == "true"),
            Rule::paren => self.paren(node),
            Rule::domain_paren => self.domain_paren_value(node),
            Rule::list => self.brackets(node, false),
            Rule::set => self.brackets(node, true),
            Rule::if_expr => return self.if_expr(node),
            Rule::graph => self.graph(node),
            Rule::graph_type => {
                self.say(errors::reserved(text, span));
                ExprKind::Error
            }
            _ => {
                self.say(errors::number(text, span));
                ExprKind::Error
            }
        };
        self.end = whole.end();
        Expr { span, kind }
    }

    fn paren(&mut self, node: Node<'_>) -> ExprKind {
        let mut contents = self.contents(node);
        if let Some(span) = contents.for_span {
            self.say(errors::generator_in_parentheses(span));
            return match contents.exprs.pop() {
                Some(body) => ExprKind::Comprehension { set: false, body: Box::new(body), binders: contents.binders },
                None => ExprKind::Error,
            };
        }
        match (contents.exprs.len(), contents.exprs.pop()) {
            (1, Some(inner)) => ExprKind::Paren(Box::new(inner)),
            (_, last) => ExprKind::Tuple(contents.exprs.into_iter().chain(last).collect()),
        }
    }

    fn brackets(&mut self, node: Node<'_>, set: bool) -> ExprKind {
        let mut contents = self.contents(node);
        if contents.for_span.is_some()
            && let Some(body) = contents.exprs.pop()
        {
            return ExprKind::Comprehension { set, body: Box::new(body), binders: contents.binders };
        }
        if set { ExprKind::Set(contents.exprs) } else { ExprKind::List(contents.exprs) }
    }

    fn if_expr(&mut self, node: Node<'_>) -> Expr {
        let start = node.as_span().start();
        let (mut arms, mut condition, mut otherwise) = (Vec::new(), None, None);
        for inner in node.into_inner() {
            match inner.as_rule() {
                Rule::expr => {
                    let expr = self.expr(inner);
                    match (otherwise.take(), condition.take()) {
                        (Some(()), _) => {
                            let kind = ExprKind::If { arms, otherwise: Box::new(expr) };
                            return Expr { span: self.since(start), kind };
                        }
                        (None, None) => condition = Some(expr),
                        (None, Some(condition)) => arms.push((condition, expr)),
                    }
                }
                Rule::kw_else => otherwise = Some(()),
                Rule::kw_if => otherwise = None,
                Rule::foreign_elif => {
                    let span = self.token(&inner);
                    self.say(errors::elif(inner.as_str(), span));
                }
                _ => {}
            }
        }
        nothing(self.since(start))
    }

    fn graph(&mut self, node: Node<'_>) -> ExprKind {
        let (mut chains, mut binders) = (Vec::new(), Vec::new());
        for inner in node.into_inner() {
            match inner.as_rule() {
                Rule::chain => chains.extend(self.chain_of_edges(inner)),
                Rule::for_clause => binders = self.for_clause(inner).0,
                _ => {}
            }
        }
        ExprKind::Graph { chains, binders }
    }

    fn chain_of_edges(&mut self, node: Node<'_>) -> Option<Chain> {
        let (mut first, mut rest, mut label, mut directed) = (None, Vec::new(), None, false);
        for inner in node.into_inner() {
            match inner.as_rule() {
                Rule::vertex => {
                    let vertex = self.vertex(inner);
                    if first.is_none() {
                        first = Some(vertex);
                    } else {
                        rest.push((directed, vertex));
                    }
                }
                Rule::edge => directed = inner.as_str() != "--",
                Rule::expr => label = Some(self.expr(inner)),
                _ => {}
            }
        }
        first.map(|first| Chain { first, rest, label })
    }

    /// An end of an edge; one with operators needs brackets.
    fn vertex(&mut self, node: Node<'_>) -> Expr {
        let start = node.as_span().start();
        let mut parts = Parts::new(node.into_inner());
        let sign = parts.sign();
        if let Some(sign) = &sign {
            self.token(sign);
        }
        let Some(first) = parts.other(|_| true) else { return nothing(self.since(start)) };
        let first = self.primary(first, &mut parts);
        let mut loose = sign.is_some();
        while let Some(end) = parts.other(|rule| rule == Rule::loose_end) {
            loose = true;
            let mut parts = Parts::new(end.into_inner());
            parts.other(|rule| rule == Rule::loose_operator);
            if let Some(operand) = parts.other(|_| true) {
                self.primary(operand, &mut parts);
            }
        }
        if !loose {
            return first;
        }
        let span = self.since(start);
        let text = self.snippet(span);
        self.say(errors::loose_end(span, text));
        nothing(span)
    }
}

fn is_postfix(rule: Rule) -> bool {
    matches!(rule, Rule::call | Rule::index | Rule::select | Rule::with_clause | Rule::foreign_decimal)
}
