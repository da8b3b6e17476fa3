//! Declarations and clauses, each on one line with the places where it may be broken.

use crate::cgt::Movers;
use std::fmt::Write as _;

use super::super::ast::{Binder, Clause, ClauseKind, Field, Game, Item, ItemKind, UseSource};
use super::expr::Line;

/// A declaration or clause in two parts: the second goes to a line of its own when both are too long for one.
pub(super) struct Halves {
    /// Up to the break, without the space before it.
    pub head: String,
    /// The rest; empty when there is no break.
    pub tail: String,
}

impl Halves {
    /// Without a break.
    fn whole(line: Line) -> Self {
        Self { head: line.text, tail: String::new() }
    }
}

/// Any declaration but a game with clauses.
pub(super) fn declaration(item: &Item) -> Halves {
    let mut line = Line::default();
    match &item.kind {
        ItemKind::Game(game) => header(&mut line, game),
        ItemKind::Alias { name, target } => {
            let _ = write!(line.text, "game {} = ", name.text);
            line.expr(target);
        }
        ItemKind::Param { name, ty, default } => {
            let _ = write!(line.text, "param {}: ", name.text);
            line.ty(ty);
            line.text.push_str(" = ");
            line.expr(default);
        }
        ItemKind::Let { pattern, value } => {
            line.text.push_str("let ");
            line.pattern(pattern);
            line.text.push_str(" = ");
            line.expr(value);
        }
        ItemKind::Fn { name, params, body } => {
            let _ = write!(line.text, "fn {}", name.text);
            fields(&mut line, "(", params, ")");
            line.text.push_str(" =");
            let mut tail = Line::default();
            tail.expr(body);
            return Halves { head: line.text, tail: tail.text };
        }
        ItemKind::Enum { name, members } => {
            let members: Vec<&str> = members.iter().map(|m| &*m.text).collect();
            let _ = write!(line.text, "enum {} {{ {} }}", name.text, members.join(", "));
        }
        ItemKind::Use { source, names } => {
            match source {
                UseSource::Name(name) => {
                    let _ = write!(line.text, "use {}", name.text);
                }
                UseSource::Path(path) => {
                    let _ = write!(line.text, "use \"{}\"", path.text);
                }
            }
            for (i, name) in names.iter().enumerate() {
                let _ = write!(line.text, "{}{}", if i == 0 { ": " } else { ", " }, name.text);
            }
        }
        ItemKind::Start(position) => {
            line.text.push_str("start ");
            line.expr(position);
        }
        ItemKind::Claim { refute, name, binders, body } => {
            let word = if *refute { "refute" } else { "claim" };
            return statement(word, &name.text, binders, |tail| tail.expr(body));
        }
        ItemKind::Table { name, binders, cells } => {
            return statement("table", &name.text, binders, |tail| {
                for (i, cell) in cells.iter().enumerate() {
                    if i > 0 {
                        tail.text.push_str(", ");
                    }
                    tail.expr(&cell.expr);
                    if let Some(head) = &cell.head {
                        let _ = write!(tail.text, " as \"{}\"", head.text);
                    }
                }
            });
        }
        ItemKind::Plot { name, binders, body } => {
            return statement("plot", &name.text, binders, |tail| tail.expr(body));
        }
        ItemKind::Print(exprs) => {
            line.text.push_str("print ");
            line.list(exprs);
        }
    }
    Halves::whole(line)
}

/// `claim NAME(binders) if g:` and what is stated.
fn statement(word: &str, name: &str, binders: &[Binder], body: impl FnOnce(&mut Line)) -> Halves {
    let mut line = Line::default();
    let _ = write!(line.text, "{word} {name}");
    parameters(&mut line, binders);
    line.text.push(':');
    let mut tail = Line::default();
    body(&mut tail);
    Halves { head: line.text, tail: tail.text }
}

/// `(binders) if g`.
fn parameters(line: &mut Line, binders: &[Binder]) {
    let (inside, guard) = match binders {
        [inside @ .., Binder::If(guard)] => (inside, Some(guard)),
        _ => (binders, None),
    };
    if !inside.is_empty() {
        line.text.push('(');
        line.binders(inside);
        line.text.push(')');
    }
    if let Some(guard) = guard {
        line.text.push_str(" if ");
        line.expr(guard);
    }
}

/// `game NAME[rule params](fields)`.
pub(super) fn header(line: &mut Line, game: &Game) {
    if game.loopy {
        line.text.push_str("loopy ");
    }
    let _ = write!(line.text, "game {}", game.name.text);
    if !game.rule_params.is_empty() {
        fields(line, "[", &game.rule_params, "]");
    }
    fields(line, "(", &game.fields, ")");
}

fn fields(line: &mut Line, open: &str, fields: &[Field], close: &str) {
    line.text.push_str(open);
    for (i, field) in fields.iter().enumerate() {
        if i > 0 {
            line.text.push_str(", ");
        }
        line.text.push_str(&field.name.text);
        if let Some(ty) = &field.ty {
            line.text.push_str(": ");
            line.ty(ty);
        }
    }
    line.text.push_str(close);
}

/// A clause of a game.
pub(super) fn clause(clause: &Clause) -> Halves {
    let mut line = Line::default();
    let mut tail = Line::default();
    match &clause.kind {
        ClauseKind::Move { side, name, binders, target } => {
            line.text.push_str(match side {
                Movers::Left => "left ",
                Movers::Right => "right ",
                Movers::Both => "",
            });
            let _ = write!(line.text, "move {}", name.text);
            parameters(&mut line, binders);
            tail.text.push_str("-> ");
            tail.expr(target);
        }
        ClauseKind::Same { binders, target } => {
            line.text.push_str("same");
            parameters(&mut line, binders);
            tail.text.push_str("as ");
            tail.expr(target);
        }
        ClauseKind::Equals { binders, target } => {
            line.text.push_str("equals");
            // All guards stand inside: a position would go on with one outside.
            if !binders.is_empty() {
                line.text.push('(');
                line.binders(binders);
                line.text.push(')');
            }
            tail.expr(target);
        }
        ClauseKind::Ends(condition) => {
            line.text.push_str("ends if ");
            line.expr(condition);
        }
        ClauseKind::Wins(condition) => {
            line.text.push_str("wins if ");
            line.expr(condition);
        }
        ClauseKind::Let { pattern, value } => {
            line.text.push_str("let ");
            line.pattern(pattern);
            line.text.push_str(" = ");
            line.expr(value);
        }
        ClauseKind::Measure(measure) => {
            line.text.push_str("measure ");
            line.expr(measure);
        }
    }
    Halves { head: line.text, tail: tail.text }
}
