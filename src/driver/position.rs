//! What is said about one position: the start position, `sgi moves`, `sgi graph`.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

use hashbrown::HashSet;

use super::session::Running;
use super::why::why;
use super::{Options, Session};
use crate::analysis::model::{Expr, Marks, Model, Statement, StatementKind};
use crate::base::Span;
use crate::cgt::{Form, Movers, Outcome, Play};
use crate::diagnostics::{Diagnostic, codes};
use crate::eval::{Frame, Queries, Stop};
use crate::report::{Move, MoveTable, MovesRow, Shown, Start};
use crate::value::{Component, MoveRecord, Position, Value};

use super::Exit;

/// What holds of a position, by its components.
pub(super) fn marks_of(position: &Position, model: &Model) -> Marks {
    let mut all = Marks { misere: position.play.is_misere(), ..Marks::default() };
    for (component, _) in &position.components {
        let marks = match component {
            Component::Play { instance, .. } => model.games[instance.game as usize].marks,
            Component::Whole(inner) => marks_of(inner, model),
            Component::Compound(_, both) => {
                let [a, b] = std::array::from_fn(|i| marks_of(&both[i], model));
                Marks { partizan: a.partizan || b.partizan, loopy: a.loopy || b.loopy, ..Marks::default() }
            }
            Component::Form(_) => Marks { partizan: true, ..Marks::default() },
        };
        all.partizan |= marks.partizan;
        all.loopy |= marks.loopy;
        all.wins_if |= marks.wins_if;
    }
    all
}

/// A fault is no answer here; a limit is.
pub(super) fn where_it_exists<T>(found: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match found {
        Ok(value) => Ok(Some(value)),
        Err(Stop::Fault(_)) => Ok(None),
        Err(limit) => Err(limit),
    }
}

/// The expression of a statement that names one position.
fn position_expr(statement: &Statement) -> Option<&Expr> {
    match &statement.kind {
        StatementKind::Start(expr) => Some(expr),
        StatementKind::Print(exprs) => exprs.first(),
        _ => None,
    }
}

/// The position that a statement names.
pub(super) fn given_position(statement: &Statement, running: &mut Running, play: Play) -> Result<Rc<Position>, Stop> {
    let Some(expr) = position_expr(statement) else { return Ok(Rc::new(Position::empty())) };
    let mut frame = Frame::new(statement.frame_size);
    let value = running.machine.eval(expr, &mut frame, &mut running.engine)?;
    let position = running.machine.position(&value)?;
    Ok(if play > position.play { Rc::new((*position).clone().with_play(play)) } else { position })
}

/// Solves `start`.
pub(super) fn solve_start(statement: &Statement, running: &mut Running, options: &Options) -> Result<Start, Stop> {
    let before = running.machine.meter().states();
    let position = given_position(statement, running, options.play)?;
    let (outcome, sg, value) = value_of(&position, running)?;
    // What the list of winning moves takes may be stored a second time, as outcomes beside values.
    let states = running.machine.meter().states() - before;
    let engine = &mut running.engine;
    let winning = engine.winning_moves(&position)?;
    let list = if options.list_options { engine.options(&position, None)? } else { Vec::new() };
    Ok(Start {
        position: position.to_string(),
        outcome: Some(outcome),
        sg,
        value,
        states,
        options: list.iter().map(ToString::to_string).collect(),
        winning_moves: described(&winning, &running.model),
    })
}

/// Outcome, Grundy value and canonical form, as far as the position's kind has them.
fn value_of(position: &Rc<Position>, running: &mut Running) -> Result<(String, Option<u64>, Option<String>), Stop> {
    let marks = marks_of(position, &running.model);
    let engine = &mut running.engine;
    if !marks.misere && !marks.wins_if && !marks.partizan {
        let sg = if marks.loopy { where_it_exists(engine.sg(position))? } else { Some(engine.sg(position)?) };
        let outcome = match sg {
            Some(sg) => {
                if sg == 0 {
                    Outcome::P
                } else {
                    Outcome::N
                }
            }
            _ => engine.outcome(position)?,
        };
        return Ok((outcome.to_string(), sg, None));
    }
    if marks.partizan
        && !marks.loopy
        && !marks.misere
        && !marks.wins_if
        && let Some(form) = where_it_exists(engine.value(position))?
        && let Ok(order) = form.compare(&Form::ZERO)
    {
        let outcome = match order {
            Some(Ordering::Greater) => Outcome::L,
            Some(Ordering::Less) => Outcome::R,
            Some(Ordering::Equal) => Outcome::P,
            None => Outcome::N,
        };
        return Ok((outcome.to_string(), None, Some(form.to_string())));
    }
    Ok((engine.outcome(position)?.to_string(), None, None))
}

/// Grundy value, canonical form or outcome of a position, and its outcome.
pub(super) fn summary(position: &Rc<Position>, running: &mut Running) -> Result<(Shown, String), Stop> {
    let (outcome, sg, form) = value_of(position, running)?;
    Ok((shown(sg, form).unwrap_or_else(|| Shown::text(outcome.clone())), outcome))
}

/// The Grundy value as a number, or the canonical form as a text.
fn shown(sg: Option<u64>, form: Option<String>) -> Option<Shown> {
    sg.map(|sg| Shown::of(&Value::Number(sg.into()))).or(form.map(Shown::text))
}

/// Moves as they are told, each with its clause where another one has its label.
pub(super) fn described(moves: &[Rc<MoveRecord>], model: &Model) -> Vec<Move> {
    let mut clauses: HashMap<(&str, Movers, &Position), Vec<Span>> = HashMap::new();
    for m in moves {
        let alike = clauses.entry((&m.label, m.side, &m.component)).or_default();
        if !alike.contains(&m.clause) {
            alike.push(m.clause);
        }
    }
    let describe = |m: &Rc<MoveRecord>| Move {
        label: m.label.to_string(),
        clause: (clauses[&(&*m.label, m.side, &*m.component)].len() > 1).then(|| number_of(m, model)).flatten(),
        side: m.side.word(),
        component: m.component.to_string(),
        result: m.result.to_string(),
        to: m.to.to_string(),
    };
    moves.iter().map(describe).collect()
}

/// Which of the clauses of its game that have its name a move is of, from 1 on.
fn number_of(m: &MoveRecord, model: &Model) -> Option<usize> {
    let game = model.games.iter().find(|game| game.moves.iter().any(|clause| clause.span == m.clause))?;
    let mut alike = game.moves.iter().filter(|clause| clause.name == m.name);
    alike.position(|clause| clause.span == m.clause).map(|at| at + 1)
}

impl Session<'_> {
    /// Every move of a position (the start position without `text`), with the value of where it leads.
    /// With `why`, also why the winning ones win and which ones keep a draw.
    pub fn moves(&mut self, text: Option<&str>, why: bool) -> Option<MoveTable> {
        self.about_position(text, |statement, running, options| list_moves(statement, running, options, why))
    }

    /// Finds out something about the position that `text` names, or the start position.
    pub(super) fn about_position<T>(
        &mut self,
        text: Option<&str>,
        find: impl FnOnce(&Statement, &mut Running, &Options) -> Result<T, Stop>,
    ) -> Option<T> {
        let given = match text {
            Some(text) => Some(self.position(text)?),
            None => None,
        };
        let mut running = self.begin()?;
        let model = Rc::clone(&running.model);
        let Some(statement) = given.as_ref().or(model.start.as_ref()) else {
            let said = Diagnostic::error(codes::NO_START, Span::NONE, "the file has no `start` position")
                .help("name a position on the command line, for example `sgi moves FILE 'Nim(5)'`");
            self.tell(&[said]);
            self.ends(Exit::Usage);
            return None;
        };
        match find(statement, &mut running, &self.options) {
            Ok(found) => Some(found),
            Err(stop) => {
                self.stopped(&stop, Some(statement));
                None
            }
        }
    }
}

fn list_moves(
    statement: &Statement,
    running: &mut Running,
    options: &Options,
    reasons: bool,
) -> Result<MoveTable, Stop> {
    let position = given_position(statement, running, options.play)?;
    let (outcome, sg, form) = value_of(&position, running)?;
    let winning: Vec<Rc<MoveRecord>> = running.engine.winning_moves(&position)?;
    let key = |m: &MoveRecord| (Rc::clone(&m.label), m.side, Rc::clone(&m.to));
    let winning: HashSet<_> = winning.iter().map(|m| key(m)).collect();
    let drawing = if reasons { running.engine.drawing_moves(&position)? } else { Vec::new() };
    let drawing: HashSet<_> = drawing.iter().map(|m| key(m)).collect();
    let mut moves = Vec::new();
    let records = running.engine.moves(&position)?;
    for (m, step) in records.iter().zip(described(&records, &running.model)) {
        let to = if position.play > m.to.play {
            Rc::new((*m.to).clone().with_play(position.play))
        } else {
            Rc::clone(&m.to)
        };
        let (value, _) = summary(&to, running)?;
        let wins = winning.contains(&key(m));
        let told = reasons && (wins || drawing.contains(&key(m)));
        let row = MovesRow { step, value, winning: wins, why: if told { why(m, &to, running)? } else { None } };
        running.machine.meter().add_bytes(row.bytes())?;
        moves.push(row);
    }
    Ok(MoveTable { position: position.to_string(), outcome: Some(outcome), value: shown(sg, form), moves })
}
