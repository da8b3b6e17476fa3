//! What claims say of a family of positions: candidates for its lost positions and values.

use std::rc::Rc;

use super::no::Read;
use super::nodes::Node;
use super::numbers::as_sum;
use super::proved::Ask;
use super::reader::{Reader, Scope};
use super::symbol::Cases;
use crate::analysis::model::{Binder, Expr, ExprKind, Statement, StatementKind};
use crate::automata::{Automaton, Formula, Track};
use crate::base::Span;
use crate::library::Query;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::Value;

/// A relation on tracks `0..`, and for which numbers a claim states it.
#[derive(Clone)]
pub(super) struct Candidate {
    pub relation: Rc<Automaton>,
    pub domain: Rc<Automaton>,
    /// The claims, as they are named in messages.
    pub name: String,
    pub span: Span,
    /// It was learned from small positions.
    pub learned: bool,
}

/// A question and what it is said to be.
enum Stated<'e> {
    /// The player to move loses (or wins, with `false`) exactly when this holds; always where nothing is said.
    Loses(bool, Option<&'e Expr>),
    Value(&'e Expr),
}

/// The position that a question, or a comparison of one, is about.
fn position(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Query { args, .. } => args.first(),
        ExprKind::Compare { first, .. } => position(first),
        _ => None,
    }
}

/// A claim's body as a question about one position and its answer.
fn stated(body: &Expr) -> Option<(&Expr, Stated<'_>)> {
    let asked = |expr: &'_ Expr| match &expr.kind {
        ExprKind::Query { query: Query::Loses, .. } => Some(true),
        ExprKind::Query { query: Query::Wins, .. } => Some(false),
        ExprKind::Compare { first, rest } => match (&first.kind, rest.as_slice()) {
            (
                ExprKind::Query { query: Query::Outcome, .. },
                [(CompareOp::Eq, _, Expr { kind: ExprKind::Const(Value::Text(text)), .. })],
            ) => Some(&**text == "P"),
            _ => None,
        },
        _ => None,
    };
    match &body.kind {
        ExprKind::Binary { first, rest } => match rest.as_slice() {
            [(BinaryOp::Iff, _, second)] => match (asked(first), asked(second)) {
                (Some(lost), _) => Some((position(first)?, Stated::Loses(lost, Some(second)))),
                (None, Some(lost)) => Some((position(second)?, Stated::Loses(lost, Some(first)))),
                (None, None) => None,
            },
            _ => None,
        },
        ExprKind::Compare { first, rest } => match rest.as_slice() {
            [(CompareOp::Eq, _, second)] => {
                let is_value = |e: &Expr| matches!(e.kind, ExprKind::Query { query: Query::Sg, .. });
                if is_value(first) {
                    Some((position(first)?, Stated::Value(second)))
                } else if is_value(second) {
                    Some((position(second)?, Stated::Value(first)))
                } else {
                    asked(body).and_then(|lost| Some((position(body)?, Stated::Loses(lost, None))))
                }
            }
            _ => None,
        },
        _ => asked(body).and_then(|lost| Some((position(body)?, Stated::Loses(lost, None)))),
    }
}

impl Reader<'_, '_> {
    /// What a claim without an end says of a family; `None` when it says nothing of it.
    pub(super) fn candidate(&mut self, statement: &Statement, node: &Node, ask: Ask) -> Read<Option<Candidate>> {
        let StatementKind::Claim { body, .. } = &statement.kind else { return Ok(None) };
        if !statement.binders.iter().any(Binder::is_endless) {
            return Ok(None);
        }
        let Some((position, said)) = stated(body) else { return Ok(None) };
        if matches!((&said, ask), (Stated::Loses(..), Ask::Value) | (Stated::Value(_), Ask::Lost { .. })) {
            return Ok(None);
        }
        let width = node.width();
        let tracks: Vec<Track> = (0..=width).map(|_| self.fresh()).collect();
        let (mut holds, mut domain) = (Vec::new(), Vec::new());
        let mut other = false;
        let given = std::mem::take(&mut self.given);
        let bound = std::mem::take(&mut self.bound);
        let result = self.within(Scope::default(), |me| {
            me.bind(&statement.binders, &mut |me| {
                let sum = as_sum(me.symbol(position)?, position.span)?;
                let misere = ask == Ask::Lost { misere: true };
                let (own, numbers) = me.flatten(&sum.parts)?;
                let as_one = sum.parts.len() == 1 || sum.misere || sum.whole;
                if !own.same(node) || sum.misere != misere || !as_one {
                    other = true;
                    return Ok(());
                }
                let mut here = me.given.clone();
                for (number, track) in numbers.iter().zip(&tracks) {
                    here.push(me.equals_variable(number, *track, position.span)?);
                }
                let here = Formula::all(here);
                let truth = match &said {
                    Stated::Loses(lost, said) => {
                        let truth = match said {
                            Some(expr) => me.truth(expr)?,
                            None => Formula::truth(true),
                        };
                        if *lost { truth } else { truth.not() }
                    }
                    Stated::Value(expr) => {
                        let number: Cases = me.number(expr)?;
                        me.equals_variable(&number, tracks[width], expr.span)?
                    }
                };
                holds.push(here.and(&truth).exists(me.bound.clone()));
                domain.push(here.exists(me.bound.clone()));
                Ok(())
            })
        });
        (self.given, self.bound) = (given, bound);
        result?;
        if other || domain.is_empty() {
            return Ok(None);
        }
        let named = if ask == Ask::Value { &tracks[..] } else { &tracks[..width] };
        let relation = self.tabulate(&Formula::any(holds), named)?;
        let domain = self.tabulate(&Formula::any(domain), &tracks[..width])?;
        let name = format!("`{}`", statement.name);
        Ok(Some(Candidate { relation, domain, name, span: statement.name_span, learned: false }))
    }
}
