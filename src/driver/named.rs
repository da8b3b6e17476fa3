//! The positions that a file names: the start position, and every position that its statements ask about.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::position::given_position;
use super::session::Running;
use crate::analysis::model::{Binder, Expr, ExprKind, Pattern, Statement, StatementKind};
use crate::cgt::genus::Genus;
use crate::cgt::quotient::Presentation;
use crate::cgt::remoteness::Remoteness;
use crate::cgt::{Form, Outcome, Play, Player, Winner};
use crate::engine::Engine;
use crate::eval::{Frame, Machine, ProvenPeriod, Queries, Stop};
use crate::number::Number;
use crate::value::{Instance, MoveRecord, Position, Value};

/// So many bindings of each statement are looked at.
const BINDINGS: usize = 1000;
/// So many elements of a range without an end, at most.
const ENDLESS: usize = 50;

/// An engine that notes the positions that it is asked about.
struct Recorder {
    engine: Engine,
    seen: HashSet<Rc<Position>>,
    found: Vec<Rc<Position>>,
    /// No more than this are noted.
    most: usize,
}

impl Recorder {
    fn note(&mut self, position: &Rc<Position>) {
        if self.found.len() < self.most && self.seen.insert(Rc::clone(position)) {
            self.found.push(Rc::clone(position));
        }
    }
}

impl Queries for Recorder {
    fn sg(&mut self, position: &Rc<Position>) -> Result<u64, Stop> {
        self.note(position);
        self.engine.sg(position)
    }
    fn wins(&mut self, position: &Rc<Position>) -> Result<bool, Stop> {
        self.note(position);
        self.engine.wins(position)
    }
    fn outcome(&mut self, position: &Rc<Position>) -> Result<Outcome, Stop> {
        self.note(position);
        self.engine.outcome(position)
    }
    fn first(&mut self, position: &Rc<Position>, starter: Player) -> Result<Winner, Stop> {
        self.note(position);
        self.engine.first(position, starter)
    }
    fn options(&mut self, position: &Rc<Position>, player: Option<Player>) -> Result<Vec<Rc<Position>>, Stop> {
        self.note(position);
        self.engine.options(position, player)
    }
    fn moves(&mut self, position: &Rc<Position>) -> Result<Vec<Rc<MoveRecord>>, Stop> {
        self.note(position);
        self.engine.moves(position)
    }
    fn winning_moves(&mut self, position: &Rc<Position>) -> Result<Vec<Rc<MoveRecord>>, Stop> {
        self.note(position);
        self.engine.winning_moves(position)
    }
    fn followers(&mut self, position: &Rc<Position>) -> Result<Vec<Rc<Position>>, Stop> {
        self.note(position);
        self.engine.followers(position)
    }
    fn birthday(&mut self, position: &Rc<Position>) -> Result<Number, Stop> {
        self.note(position);
        self.engine.birthday(position)
    }
    fn value(&mut self, position: &Rc<Position>) -> Result<Form, Stop> {
        self.note(position);
        self.engine.value(position)
    }
    fn misere_value(&mut self, position: &Rc<Position>) -> Result<u64, Stop> {
        self.note(position);
        self.engine.misere_value(position)
    }
    fn drawing_moves(&mut self, position: &Rc<Position>) -> Result<Vec<Rc<MoveRecord>>, Stop> {
        self.note(position);
        self.engine.drawing_moves(position)
    }
    fn remoteness(&mut self, position: &Rc<Position>, starter: Player) -> Result<Remoteness, Stop> {
        self.note(position);
        self.engine.remoteness(position, starter)
    }
    fn genus(&mut self, position: &Rc<Position>) -> Result<Rc<Genus>, Stop> {
        self.note(position);
        self.engine.genus(position)
    }
    fn misere_quotient(&mut self, position: &Rc<Position>) -> Result<Rc<Presentation>, Stop> {
        self.note(position);
        self.engine.misere_quotient(position)
    }
    fn misere_element(&mut self, sum: &Rc<Position>, position: &Rc<Position>) -> Result<Option<usize>, Stop> {
        self.note(position);
        self.engine.misere_element(sum, position)
    }
    fn is_tame(&mut self, position: &Rc<Position>) -> Result<bool, Stop> {
        self.note(position);
        self.engine.is_tame(position)
    }
    fn suspense(&mut self, position: &Rc<Position>) -> Result<u32, Stop> {
        self.note(position);
        self.engine.suspense(position)
    }
    fn compare(&mut self, what: &'static str, a: &Rc<Position>, b: &Rc<Position>) -> Result<Option<Ordering>, Stop> {
        self.note(a);
        self.note(b);
        self.engine.compare(what, a, b)
    }
    fn proven_period(&mut self, instance: &Rc<Instance>) -> Result<Result<Rc<ProvenPeriod>, String>, Stop> {
        self.engine.proven_period(instance)
    }
}

/// At most `most` positions that the file names. A statement that cannot be evaluated names what it named before.
///
/// # Errors
/// The first fault or limit met, with the statement.
pub(super) fn named_positions<'s>(
    statements: impl Iterator<Item = &'s Statement>,
    running: &mut Running,
    most: usize,
) -> (Vec<Rc<Position>>, Option<(Stop, &'s Statement)>) {
    let engine = running.engine.clone();
    let mut recorder = Recorder { engine, seen: HashSet::new(), found: Vec::new(), most };
    for statement in statements {
        let named = if matches!(statement.kind, StatementKind::Start(_)) {
            given_position(statement, running, Play::Normal).map(|position| recorder.note(&position))
        } else {
            ask(statement, &running.machine, &mut recorder)
        };
        if let Err(stop) = named {
            return (recorder.found, Some((stop, statement)));
        }
    }
    (recorder.found, None)
}

/// Evaluates a statement for its first bindings.
fn ask(statement: &Statement, machine: &Machine, recorder: &mut Recorder) -> Result<(), Stop> {
    let cells: Vec<&Expr> = match &statement.kind {
        StatementKind::Start(expr) | StatementKind::Plot(expr) | StatementKind::Claim { body: expr, .. } => vec![expr],
        StatementKind::Table(columns) => columns.iter().map(|(_, expr)| expr).collect(),
        StatementKind::Print(exprs) => exprs.iter().collect(),
    };
    let mut left = BINDINGS;
    let mut frame = Frame::new(statement.frame_size);
    let mut results = Vec::new();
    let side = side(statement.binders.iter().filter_map(endless).count());
    let ended = descend(&statement.binders, side, &mut frame, machine, recorder, &mut |frame, queries| {
        for cell in &cells {
            if let Value::Position(position) = machine.eval(cell, frame, queries)? {
                results.push(position);
            }
        }
        left -= 1;
        Ok(if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    for position in &results {
        recorder.note(position);
    }
    ended.map(drop)
}

/// Called with every binding.
type Visit<'a> = &'a mut dyn FnMut(&mut Frame, &mut dyn Queries) -> Result<ControlFlow<()>, Stop>;

/// Where a binder's range starts, when it has no end.
fn endless(binder: &Binder) -> Option<(&Pattern, &Expr)> {
    match binder {
        Binder::In { pattern, domain: Expr { kind: ExprKind::Range { low, high: None, .. }, .. } } => {
            Some((pattern, low))
        }
        _ => None,
    }
}

/// How many elements of each of so many ranges without an end are bound: so few that all of them together are
/// [`BINDINGS`] or less, for the last variable alone would grow else, and its positions with it.
fn side(ranges: usize) -> i64 {
    let within = |side: &usize| {
        (0..ranges).try_fold(1, |all: usize, _| all.checked_mul(*side)).is_some_and(|all| all <= BINDINGS)
    };
    (1..=ENDLESS).take_while(within).last().and_then(|side| i64::try_from(side).ok()).unwrap_or(1)
}

/// Binds the variables; each range without an end is cut after `side` elements.
fn descend(
    binders: &[Binder],
    side: i64,
    frame: &mut Frame,
    machine: &Machine,
    queries: &mut dyn Queries,
    visit: Visit<'_>,
) -> Result<ControlFlow<()>, Stop> {
    let endless = binders.iter().enumerate().find_map(|(i, binder)| endless(binder).map(|(p, low)| (i, p, low)));
    let Some((at, pattern, low)) = endless else {
        let mut flow = ControlFlow::Continue(());
        machine.for_each_binding(binders, frame, queries, &mut |frame, queries| {
            flow = visit(frame, queries)?;
            Ok(flow)
        })?;
        return Ok(flow);
    };
    let mut flow = ControlFlow::Continue(());
    machine.for_each_binding(&binders[..at], frame, queries, &mut |frame, queries| {
        let first = machine.eval(low, frame, queries)?.as_i64().unwrap_or(0);
        for n in first..first.saturating_add(side) {
            if let Pattern::Slot(slot, _) = pattern {
                frame.set(*slot, Value::int(n));
            }
            flow = descend(&binders[at + 1..], side, frame, machine, queries, visit)?;
            if flow.is_break() {
                break;
            }
        }
        Ok(flow)
    })?;
    Ok(flow)
}
