//! Expressions on one line.
//!
//! A tree that was parsed has its brackets as `Paren` nodes. Any other tree gets the brackets that it needs.

use std::fmt::Write as _;

use super::super::ast::{BinaryOp, Binder, Chain, Expr, ExprKind, Pattern, PostfixOp, PrefixOp};
use super::super::operators::Level;
use super::domain;

/// How tightly an expression binds.
fn level_of(expr: &Expr) -> Level {
    match &expr.kind {
        ExprKind::Binary { rest, .. } => rest.first().map_or(Level::Operand, |r| r.0.level()),
        ExprKind::Compare { .. } => Level::Compare,
        ExprKind::Range { .. } => Level::Range,
        ExprKind::Prefix { ops, .. } => ops.first().map_or(Level::Operand, |op| op.0.level()),
        _ => Level::Operand,
    }
}

/// Writes expressions into a line.
#[derive(Default)]
pub(super) struct Line {
    /// What was written.
    pub text: String,
}

impl Line {
    /// A whole expression.
    pub fn expr(&mut self, expr: &Expr) {
        self.operand(expr, Level::Misere, true);
    }

    /// An expression where `least` binds; `last`: nothing that binds follows it up to the next bracket.
    pub fn operand(&mut self, expr: &Expr, least: Level, last: bool) {
        let open = match &expr.kind {
            // `else` takes all that follows.
            ExprKind::If { .. } => !last,
            // `2 ** -3`: a sign may stand behind `**` if it ends the chain.
            ExprKind::Prefix { ops, .. } if least == Level::Operand && last => {
                !matches!(ops.first(), Some((PrefixOp::Neg, _)))
            }
            _ => level_of(expr) < least,
        };
        if open {
            self.text.push('(');
            self.bare(expr, true);
            self.text.push(')');
        } else {
            self.bare(expr, last);
        }
    }

    fn bare(&mut self, expr: &Expr, last: bool) {
        match &expr.kind {
            ExprKind::Binary { first, rest } => self.binary(first, rest, last, false),
            ExprKind::Compare { first, rest } => {
                self.operand(first, Level::Range, false);
                for (i, (op, _, operand)) in rest.iter().enumerate() {
                    let _ = write!(self.text, " {} ", op.text());
                    self.operand(operand, Level::Range, last && i + 1 == rest.len());
                }
            }
            ExprKind::Range { low, high, inclusive, .. } => {
                self.end_of_range(low, false);
                self.text.push_str(if *inclusive { ".." } else { "..<" });
                if let Some(high) = high {
                    // A bare `if` behind a range without end begins a guard.
                    self.end_of_range(high, last && !matches!(high.kind, ExprKind::If { .. }));
                }
            }
            ExprKind::Prefix { ops, operand } => self.prefix(ops.iter().map(|o| o.0), operand, last),
            ExprKind::If { arms, otherwise } => {
                for (i, (condition, value)) in arms.iter().enumerate() {
                    self.text.push_str(if i == 0 { "if " } else { " else if " });
                    self.expr(condition);
                    self.text.push_str(" then ");
                    self.expr(value);
                }
                self.text.push_str(" else ");
                // A bare `if` would be taken for a further arm.
                self.operand(otherwise, Level::Misere, !matches!(otherwise.kind, ExprKind::If { .. }));
            }
            _ => self.closed(expr),
        }
    }

    /// What needs no brackets anywhere.
    fn closed(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Number(digits) => self.text.push_str(digits),
            ExprKind::Bool(value) => self.text.push_str(if *value { "true" } else { "false" }),
            ExprKind::Text(text) => {
                let _ = write!(self.text, "\"{text}\"");
            }
            ExprKind::Name(name) => self.text.push_str(name),
            ExprKind::Paren(inner) => {
                self.text.push('(');
                self.expr(inner);
                self.text.push(')');
            }
            ExprKind::Tuple(parts) => self.enclosed("(", parts, ")"),
            ExprKind::List(parts) => self.enclosed("[", parts, "]"),
            ExprKind::Set(parts) => self.enclosed("{", parts, "}"),
            ExprKind::Comprehension { set, body, binders } => {
                self.text.push(if *set { '{' } else { '[' });
                self.expr(body);
                self.for_clause(binders);
                self.text.push(if *set { '}' } else { ']' });
            }
            ExprKind::Graph { chains, binders } => {
                self.text.push_str("graph {");
                for (i, chain) in chains.iter().enumerate() {
                    self.text.push_str(if i == 0 { " " } else { ", " });
                    self.chain(chain);
                }
                self.for_clause(binders);
                self.text.push_str(if chains.is_empty() { "}" } else { " }" });
            }
            ExprKind::Postfix { base, ops } => {
                self.operand(base, Level::Operand, false);
                for (op, _) in ops {
                    self.postfix(op);
                }
            }
            // Nothing that was written; a file with errors is not printed.
            _ => self.text.push_str("()"),
        }
    }

    fn enclosed(&mut self, open: &str, parts: &[Expr], close: &str) {
        self.text.push_str(open);
        self.list(parts);
        self.text.push_str(close);
    }

    /// Expressions with commas.
    pub fn list(&mut self, parts: &[Expr]) {
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                self.text.push_str(", ");
            }
            self.expr(part);
        }
    }

    fn prefix(&mut self, ops: impl Iterator<Item = PrefixOp>, operand: &Expr, last: bool) {
        let mut least = Level::Operand;
        let mut signs = 0;
        for op in ops {
            let (text, next) = match op {
                PrefixOp::Misere => ("misere ", Level::Iff),
                PrefixOp::Not => ("not ", Level::Compare),
                PrefixOp::Neg => (if signs > 0 { " -" } else { "-" }, Level::Power),
            };
            signs += usize::from(op == PrefixOp::Neg);
            least = next;
            self.text.push_str(text);
        }
        self.operand(operand, least, last);
    }

    /// A chain of operators of one level.
    fn binary(&mut self, first: &Expr, rest: &[(BinaryOp, crate::base::Span, Expr)], last: bool, in_range: bool) {
        let level = rest.first().map_or(Level::Operand, |r| r.0.level());
        let simple = is_simple(first) && rest.iter().all(|r| is_simple(&r.2));
        let tight = match level {
            Level::Power => true,
            Level::Product => simple && rest.iter().all(|r| r.0 != BinaryOp::Mod),
            Level::Sum => in_range && rest.iter().all(|r| r.0 != BinaryOp::Concat && is_term(&r.2)),
            _ => false,
        };
        self.operand(first, level.tighter(), false);
        for (i, (op, _, operand)) in rest.iter().enumerate() {
            let text = op.text();
            let _ = if tight { write!(self.text, "{text}") } else { write!(self.text, " {text} ") };
            self.operand(operand, level.tighter(), last && i + 1 == rest.len());
        }
    }

    /// An end of a range: its sums stand tight, `0..n-1`.
    fn end_of_range(&mut self, expr: &Expr, last: bool) {
        match &expr.kind {
            ExprKind::Binary { first, rest } if level_of(expr) >= Level::Union => {
                self.binary(first, rest, last, true);
            }
            _ => self.operand(expr, Level::Union, last),
        }
    }

    fn postfix(&mut self, op: &PostfixOp) {
        match op {
            PostfixOp::Call { args, binders } => {
                self.text.push('(');
                self.list(args);
                self.for_clause(binders);
                self.text.push(')');
            }
            PostfixOp::Index(args) => self.enclosed("[", args, "]"),
            PostfixOp::Field(name) => {
                let _ = write!(self.text, ".{}", name.text);
            }
            PostfixOp::With { entries, binders } => {
                self.text.push_str(" with [");
                for (i, (index, value)) in entries.iter().enumerate() {
                    if i > 0 {
                        self.text.push_str(", ");
                    }
                    self.expr(index);
                    self.text.push_str(": ");
                    self.expr(value);
                }
                self.for_clause(binders);
                self.text.push(']');
            }
        }
    }

    fn chain(&mut self, chain: &Chain) {
        self.vertex(&chain.first);
        for (directed, vertex) in &chain.rest {
            self.text.push_str(if *directed { "->" } else { "--" });
            self.vertex(vertex);
        }
        if let Some(label) = &chain.label {
            self.text.push_str(": ");
            self.expr(label);
        }
    }

    fn vertex(&mut self, vertex: &Expr) {
        self.operand(vertex, Level::Operand, false);
    }

    fn for_clause(&mut self, binders: &[Binder]) {
        if !binders.is_empty() {
            self.text.push_str(" for ");
            self.binders(binders);
        }
    }

    /// `x in D, y = e if c`.
    pub fn binders(&mut self, binders: &[Binder]) {
        for (i, binder) in binders.iter().enumerate() {
            let guard = matches!(binder, Binder::If(_));
            if i > 0 {
                self.text.push_str(if guard { " " } else { ", " });
            }
            match binder {
                Binder::In { pattern, domain } => {
                    self.pattern(pattern);
                    self.text.push_str(" in ");
                    self.expr(domain);
                }
                Binder::Is { pattern, value } => {
                    self.pattern(pattern);
                    self.text.push_str(" = ");
                    self.expr(value);
                }
                Binder::If(condition) => {
                    self.text.push_str("if ");
                    self.expr(condition);
                }
            }
        }
    }

    /// A name or a tuple of them.
    pub fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Name(name) => self.text.push_str(&name.text),
            Pattern::Tuple(parts, _) => {
                self.text.push('(');
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        self.text.push_str(", ");
                    }
                    self.pattern(part);
                }
                self.text.push(')');
            }
        }
    }

    /// A type.
    pub fn ty(&mut self, ty: &super::super::ast::Type) {
        domain::write(self, ty);
    }
}

/// A name, a number, or one of them with calls, indices and fields.
fn is_simple(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Name(_) => true,
        ExprKind::Postfix { base, ops } => {
            is_simple(base) && !ops.iter().any(|(op, _)| matches!(op, PostfixOp::With { .. }))
        }
        ExprKind::Binary { first, rest } => {
            rest.iter().all(|r| r.0 == BinaryOp::Pow && is_simple(&r.2)) && is_simple(first)
        }
        _ => false,
    }
}

/// A simple operand or a tight product of them.
fn is_term(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary { first, rest } => {
            let tight = rest.iter().all(|r| r.0.level() == Level::Product && r.0 != BinaryOp::Mod);
            is_simple(expr) || (tight && is_simple(first) && rest.iter().all(|r| is_simple(&r.2)))
        }
        _ => is_simple(expr),
    }
}
