//! Warnings: what is allowed, but hardly meant. Each is given only when it is certain.

mod entries;
mod entry_for;
mod ranges;
mod unused;

use super::model::{Expr, ExprKind, Model, Statement, StatementKind};
use super::visit;
use crate::base::{SourceMap, Span};
use crate::diagnostics::{Diagnostic, Diagnostics, codes};
use crate::library::Builtin;
use crate::syntax::ast::BinaryOp;
use crate::value::Value;

/// How many games and functions are of the main file; only those are looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Main {
    pub(super) games: usize,
    pub(super) functions: usize,
}

/// Warns about the main file.
pub(super) fn lint(model: &Model, main: Main, sources: &SourceMap, out: &mut Diagnostics) {
    unused::params(model, main, out);
    let mut look = |e: &Expr| shapes(e, sources, out);
    each_expression(model, main, &mut |e| visit::walk(e, &mut look));
    ranges::lint(model, main, sources, out);
    for game in &model.games[..main.games] {
        entries::lint(game, out);
    }
}

/// Calls `f` on every outermost expression of the main file.
fn each_expression(model: &Model, main: Main, f: &mut dyn FnMut(&Expr)) {
    for global in model.globals.iter().filter(|g| g.settable) {
        f(&global.value);
        global.param.iter().for_each(|ty| visit::in_type(ty, f));
    }
    for game in &model.games[..main.games] {
        visit::in_game(game, f);
    }
    for function in &model.functions[..main.functions] {
        visit::in_fields(&function.params, f);
        f(&function.body);
    }
    for statement in model.start.iter().chain(&model.statements) {
        in_statement(statement, f);
    }
}

fn in_statement(statement: &Statement, f: &mut dyn FnMut(&Expr)) {
    visit::binders(&statement.binders, f);
    match &statement.kind {
        StatementKind::Start(e) | StatementKind::Plot(e) | StatementKind::Claim { body: e, .. } => f(e),
        StatementKind::Table(cells) => cells.iter().for_each(|(_, e)| f(e)),
        StatementKind::Print(list) => list.iter().for_each(f),
    }
}

/// What is seen from the form of one expression.
fn shapes(e: &Expr, sources: &SourceMap, out: &mut Diagnostics) {
    match &e.kind {
        ExprKind::Range { low, .. } => loose_range(e, low, sources, out),
        ExprKind::With { entries, binders, .. } => entry_for::lint(e, entries, binders, sources, out),
        ExprKind::Builtin { function: Builtin::SUM, args } => {
            if let [set @ Expr { kind: ExprKind::Set(_) | ExprKind::Comprehension { set: true, .. }, .. }] =
                args.as_slice()
            {
                set_in_sum(set, sources, out);
            }
        }
        ExprKind::Set(entries) => form_as_set(e, entries, sources, out),
        _ => {}
    }
}

/// `{0 | 1}` is a set of one number.
fn form_as_set(e: &Expr, entries: &[Expr], sources: &SourceMap, out: &mut Diagnostics) {
    let [Expr { kind: ExprKind::Binary { first, rest }, .. }] = entries else { return };
    let number = |e: &Expr| matches!(&e.kind, ExprKind::Const(Value::Number(_)));
    let [(BinaryOp::Union, _, second)] = &rest[..] else { return };
    if !number(first) || !number(second) {
        return;
    }
    let text = |span| super::resolve::snippet(sources, span);
    out.push(
        Diagnostic::warning(codes::FORM_AS_SET, e.span, "this is a set with one number: `|` joins the bits of two")
            .help(format!(
                "for the game with these options write `form([{}], [{}])`",
                text(first.span),
                text(second.span)
            )),
    );
}

/// `X & 1..n` reads `(X & 1)..n`.
fn loose_range(e: &Expr, low: &Expr, sources: &SourceMap, out: &mut Diagnostics) {
    let ExprKind::Binary { first, rest } = &low.kind else { return };
    let Some((op @ (BinaryOp::Intersection | BinaryOp::Union | BinaryOp::Xor), _, last)) = rest.last() else { return };
    // With brackets of its own it is meant so.
    let behind = sources.snippet(Span::new(low.span.end, e.span.end));
    if behind.trim_start().starts_with(')') {
        return;
    }
    let text = |span| super::resolve::snippet(sources, span);
    let sign = match op {
        BinaryOp::Intersection => "&",
        BinaryOp::Union => "|",
        _ => "xor",
    };
    let before = first.span.to(if rest.len() > 1 { rest[rest.len() - 2].2.span } else { first.span });
    let dots = text(Span::new(low.span.end, e.span.end));
    out.push(
        Diagnostic::warning(codes::LOOSE_RANGE, e.span, format!("this reads `({}){dots}`", text(low.span)))
            .note(format!("`..` binds looser than `{sign}`"))
            .help(format!("for the range on the right write `{} {sign} ({}{dots})`", text(before), text(last.span))),
    );
}

fn set_in_sum(set: &Expr, sources: &SourceMap, out: &mut Diagnostics) {
    let text = super::resolve::snippet(sources, set.span);
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
    out.push(
        Diagnostic::warning(codes::SET_IN_SUM, set.span, "a set forgets repeats, so equal summands count once")
            .help(format!("write `sum([{inner}])`")),
    );
}
