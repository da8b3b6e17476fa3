//! Expressions.

use super::{Place, Resolver};
use crate::analysis::model::{self, Expr, ExprKind, Generator};
use crate::number::Number;
use crate::syntax::ast::{self, BinaryOp, PostfixOp, PrefixOp};
use crate::value::Value;

impl Resolver<'_> {
    /// Resolves an expression.
    pub(super) fn expr(&mut self, e: &ast::Expr) -> Expr {
        let kind = match &e.kind {
            ast::ExprKind::Paren(inner) => return self.expr(inner),
            ast::ExprKind::Number(digits) => number(digits),
            ast::ExprKind::Bool(b) => ExprKind::Const(Value::Bool(*b)),
            ast::ExprKind::Text(text) => ExprKind::Const(Value::Text(text.clone())),
            ast::ExprKind::Name(name) => self.bare_name(name, e.span),
            ast::ExprKind::Tuple(list) => ExprKind::Tuple(self.list(list)),
            ast::ExprKind::List(list) => ExprKind::List(self.list(list)),
            ast::ExprKind::Set(list) => ExprKind::Set(self.list(list)),
            ast::ExprKind::Comprehension { set, body, binders } => {
                ExprKind::Comprehension { set: *set, generator: Box::new(self.generator(body, binders)) }
            }
            ast::ExprKind::Graph { chains, binders } => self.graph(chains, binders),
            ast::ExprKind::Range { low, high, inclusive, .. } => {
                let Some(high) = high else {
                    self.expr(low);
                    self.no_end(e, low);
                    return error(e);
                };
                let (low, high) = (Box::new(self.expr(low)), Some(Box::new(self.expr(high))));
                ExprKind::Range { low, high, inclusive: *inclusive }
            }
            ast::ExprKind::Binary { first, rest } => self.binary(first, rest),
            ast::ExprKind::Compare { first, rest } => {
                let first = Box::new(self.expr(first));
                ExprKind::Compare { first, rest: rest.iter().map(|(op, at, e)| (*op, *at, self.expr(e))).collect() }
            }
            ast::ExprKind::Prefix { ops, operand } => return self.prefix(e, ops, operand),
            ast::ExprKind::Postfix { base, ops } => return self.postfix(base, ops),
            ast::ExprKind::If { arms, otherwise } => ExprKind::If {
                arms: arms.iter().map(|(c, r)| (self.expr(c), self.expr(r))).collect(),
                otherwise: Box::new(self.expr(otherwise)),
            },
            ast::ExprKind::Error => ExprKind::Error,
        };
        self.model.expr(e.span, kind)
    }

    pub(super) fn list(&mut self, list: &[ast::Expr]) -> Vec<Expr> {
        list.iter().map(|e| self.expr(e)).collect()
    }

    /// A body with its binders, in a scope of its own.
    pub(super) fn generator(&mut self, body: &ast::Expr, binders: &[ast::Binder]) -> Generator {
        let mark = self.frame.mark();
        let (binders, _) = self.binders(binders, Place::Other);
        let body = self.expr(body);
        self.frame.release(mark);
        Generator { binders, body }
    }

    fn graph(&mut self, chains: &[ast::Chain], binders: &[ast::Binder]) -> ExprKind {
        let mark = self.frame.mark();
        let (binders, _) = self.binders(binders, Place::Other);
        let chains = chains
            .iter()
            .map(|chain| model::Chain {
                first: self.expr(&chain.first),
                rest: chain.rest.iter().map(|(directed, e)| (*directed, self.expr(e))).collect(),
                label: chain.label.as_ref().map(|e| self.expr(e)),
            })
            .collect();
        self.frame.release(mark);
        ExprKind::Graph { chains, binders }
    }

    fn binary(&mut self, first: &ast::Expr, rest: &[(BinaryOp, crate::base::Span, ast::Expr)]) -> ExprKind {
        let only = |op| rest.iter().all(|(o, ..)| *o == op);
        let first = self.expr(first);
        let mut operands = rest.iter();
        if !(only(BinaryOp::And) || only(BinaryOp::Or) || only(BinaryOp::Implies)) {
            let rest = operands.map(|(op, at, e)| (*op, *at, self.expr(e))).collect();
            return ExprKind::Binary { first: Box::new(first), rest };
        }
        let mut list = vec![first];
        list.extend(operands.by_ref().map(|(_, _, e)| self.expr(e)));
        match rest.first().map(|(op, ..)| *op) {
            Some(BinaryOp::Or) => ExprKind::Or(list),
            Some(BinaryOp::Implies) => ExprKind::Implies(list),
            _ => ExprKind::And(list),
        }
    }

    fn prefix(&mut self, whole: &ast::Expr, ops: &[(PrefixOp, crate::base::Span)], operand: &ast::Expr) -> Expr {
        let mut result = self.expr(operand);
        let end = whole.span.end;
        // Of many signs in a row two or one say the same, and the tree stays shallow.
        let kept = if ops.len() > 2 { 2 - ops.len() % 2 } else { ops.len() };
        for (op, at) in ops[..kept].iter().rev() {
            let inner = Box::new(result);
            let kind = match op {
                PrefixOp::Not => ExprKind::Not(inner),
                PrefixOp::Neg => ExprKind::Neg(inner),
                PrefixOp::Misere => ExprKind::Misere(inner),
            };
            result = self.model.expr(crate::base::Span::new(at.start, end), kind);
        }
        result
    }

    /// What follows an operand that is already a value.
    pub(super) fn apply(&mut self, base: Expr, op: &PostfixOp, at: crate::base::Span) -> Expr {
        let span = base.span.to(at);
        let inner = Box::new(base);
        let kind = match op {
            PostfixOp::Call { args, .. } => {
                self.list(args);
                // A method of another language is told with its name.
                if matches!(inner.kind, ExprKind::Field { .. }) {
                    return *inner;
                }
                self.out.push(crate::analysis::wording::value_not_callable(span));
                ExprKind::Error
            }
            PostfixOp::Index(args) => match args.as_slice() {
                [one] => {
                    let index = Box::new(self.slice_or_index(one));
                    match index.kind {
                        ExprKind::Range { .. } => ExprKind::Slice(inner, index),
                        _ => ExprKind::Index(inner, index),
                    }
                }
                many => {
                    // `t[i, j]` reads the entry of an entry.
                    self.list(many);
                    self.out.push(crate::analysis::wording::many_indices(span, many.len()));
                    ExprKind::Error
                }
            },
            PostfixOp::Field(name) => ExprKind::Field(inner, name.text.clone()),
            PostfixOp::With { entries, binders } => {
                let mark = self.frame.mark();
                let (binders, _) = self.binders(binders, Place::Other);
                let entries = entries.iter().map(|(i, e)| (self.expr(i), self.expr(e))).collect();
                self.frame.release(mark);
                ExprKind::With { base: inner, entries, binders }
            }
        };
        self.model.expr(span, kind)
    }

    fn slice_or_index(&mut self, index: &ast::Expr) -> Expr {
        self.expr(index)
    }
}

pub(super) fn error(e: &ast::Expr) -> Expr {
    Expr::apart(e.span, ExprKind::Error)
}

fn number(digits: &str) -> ExprKind {
    Number::parse(digits).map_or(ExprKind::Error, |n| ExprKind::Const(Value::Number(n)))
}
