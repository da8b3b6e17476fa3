//! Automatic proofs: rules and claims as formulas that automata decide.
//!
//! Rules whose guards, bounds and new fields are linear up to constant divisions, remainders, minima and binary digits turn the
//! statement "these are the lost positions" into formulas: every move stays in the family, lowers a measure, and the set fulfils
//! the equation of the game. Where automata find all of them true, the statement holds for every position; what a claim
//! says beyond it is one more formula.

mod aggregates;
mod candidates;
mod compare;
mod completion;
mod counts;
mod guess;
mod library;
mod no;
mod nodes;
mod numbers;
mod orbits;
mod proved;
mod reader;
mod record;
mod rules;
mod symbol;
#[cfg(test)]
mod tests;
mod theorem;

use super::check::Search;
use crate::analysis::model::{Binder, Expr, Pattern, Statement};
use crate::automata::{Budget, Decider, Formula, Halt, Numeration, Track};
use crate::base::Span;
use crate::eval::{Frame, Machine, Queries, Stop};
use crate::value::Value;
use no::{No, Read, large};
use proved::Shelf;
use reader::{Reader, Scope};
pub use record::Grounds;
use record::Record;
use symbol::Symbol;

/// Steps that the automata of one claim may take.
const STEPS: u64 = 30_000_000;

/// What was found out.
pub(super) enum Answer {
    /// It holds for every instance; `empty` when no instance passes the guards.
    Proved { theorem: String, empty: bool, grounds: Grounds },
    /// It fails for these values of its variables, as evaluation confirmed.
    Refuted(Frame),
    /// Neither, and why; with the place, where a part of the file is the reason.
    Unknown(String, Span),
}

/// Tries to prove or to refute an unbounded claim.
///
/// # Errors
/// A limit of the run, or a fault of the program.
pub(super) fn prove(search: &Search<'_>, queries: &mut dyn Queries) -> Result<Answer, Stop> {
    let mut numeration = Numeration::Base(2);
    loop {
        let budget = Budget::new(search.machine.meter(), STEPS);
        let own = search.machine.model().statements.iter().position(|s| std::ptr::eq(s, search.statement));
        let others = 0..search.machine.model().statements.len();
        let mut reader = Reader {
            machine: search.machine,
            queries: &mut *queries,
            decider: Decider::new(numeration, &budget),
            scope: Scope::default(),
            given: Vec::new(),
            bound: Vec::new(),
            shelf: Shelf::default(),
            record: Record::default(),
            in_rules: false,
            calls: 0,
            sources: own.into_iter().chain(others.filter(|i| Some(*i) != own)).collect(),
        };
        let found = reader.decide(search.statement, search.body);
        return match found {
            Ok(answer) => Ok(answer),
            Err(No::Wants(other)) if numeration == Numeration::Base(2) => {
                numeration = other;
                continue;
            }
            Err(No::Wants(_)) => {
                Ok(Answer::Unknown("it needs two ways to write numbers at once".to_owned(), Span::NONE))
            }
            Err(No::Outside(reason, span)) => Ok(Answer::Unknown(reason, span)),
            Err(No::Circle) => Ok(Answer::Unknown("what it says of a game is used to prove it".to_owned(), Span::NONE)),
            Err(No::Halt(Halt::Size)) => {
                Ok(Answer::Unknown("its numbers are too large for a proof by automata".to_owned(), Span::NONE))
            }
            Err(No::Halt(_)) => {
                let reason = format!("a proof by automata takes more than {} million steps", STEPS / 1_000_000);
                Ok(Answer::Unknown(reason, Span::NONE))
            }
            Err(No::Limit(exceeded)) => Err(Stop::Limit(exceeded)),
        };
    }
}

/// The variables of a statement that are numbers on tracks: slot and track in binder order.
type Variables = Vec<(u32, Track)>;

impl Reader<'_, '_> {
    /// The instances of a claim for which its body is false, or those that there are: one formula for each way in which known
    /// domains are gone through, with the values that variables have.
    fn instances(&mut self, statement: &Statement, body: Option<&Expr>) -> Read<Vec<(Formula, Instance)>> {
        let mut found = Vec::new();
        let names = slots(&statement.binders);
        self.within(Scope::default(), |me| {
            me.bind(&statement.binders, &mut |me| {
                let holds = match body {
                    Some(body) => me.truth(body)?.not(),
                    None => Formula::truth(true),
                };
                let guard = Formula::all(me.given.iter().cloned());
                let mut instance = Instance::default();
                for slot in &names {
                    match me.scope.slots.get(slot) {
                        Some(Symbol::Known(value)) => instance.known.push((*slot, value.clone())),
                        Some(Symbol::Number(cases)) => {
                            let plain = cases.0.first().and_then(|case| case.value.as_linear()?.as_variable());
                            if let Some(track) = plain.filter(|track| me.bound.contains(track)) {
                                instance.variables.push((*slot, track));
                            }
                        }
                        _ => {}
                    }
                }
                found.push((guard.and(&holds), instance));
                Ok(())
            })
        })?;
        Ok(found)
    }

    fn decide(&mut self, statement: &Statement, body: &Expr) -> Read<Answer> {
        let mut least: Option<(Vec<i64>, Frame)> = None;
        for (wrong, instance) in self.instances(statement, Some(body))? {
            if self.refuted(&wrong)? {
                continue;
            }
            let Some(mut frame) = self.least(&wrong, &instance, statement)? else { continue };
            if !instance_fails(self.machine, statement, body, &mut frame, self.queries)? {
                return No::outside("a proof and an evaluation disagree", statement.name_span);
            }
            let number = |slot: &u32| frame.get(*slot).and_then(Value::as_i64).unwrap_or(0);
            let order: Vec<i64> = slots(&statement.binders).iter().map(number).collect();
            if least.as_ref().is_none_or(|(before, _)| order < *before) {
                least = Some((order, frame));
            }
        }
        if let Some((_, frame)) = least {
            return Ok(Answer::Refuted(frame));
        }
        let mut empty = true;
        for (there, _) in self.instances(statement, None)? {
            empty &= self.decider.automaton(&there)?.is_empty();
        }
        let mut theorem = self.shelf.theorems.join("; ");
        if theorem.is_empty() {
            "a formula that automata decide".clone_into(&mut theorem);
        }
        let grounds = Grounds { record: std::mem::take(&mut self.record), numeration: self.decider.numeration() };
        Ok(Answer::Proved { theorem, empty, grounds })
    }

    /// The least instance of a formula, in binder order.
    fn least(&mut self, formula: &Formula, instance: &Instance, statement: &Statement) -> Read<Option<Frame>> {
        let budget = self.decider.budget();
        let order: Vec<Track> = instance.variables.iter().map(|(_, track)| *track).collect();
        let Some(tuple) = self.decider.automaton(formula)?.least(&order, budget)? else { return Ok(None) };
        let mut frame = Frame::new(statement.frame_size);
        for (slot, value) in &instance.known {
            frame.set(*slot, value.clone());
        }
        for ((slot, _), number) in instance.variables.iter().zip(tuple) {
            frame.set(*slot, Value::int(large(i64::try_from(number).ok())?));
        }
        Ok(Some(frame))
    }
}

/// What the variables of a statement are in one formula.
#[derive(Default)]
struct Instance {
    known: Vec<(u32, Value)>,
    variables: Variables,
}

/// The slots that `in` binders fill, in order.
fn slots(binders: &[Binder]) -> Vec<u32> {
    fn of(pattern: &Pattern, into: &mut Vec<u32>) {
        match pattern {
            Pattern::Slot(slot, _) => into.push(*slot),
            Pattern::Ignore => {}
            Pattern::Tuple(parts, _) => parts.iter().for_each(|part| of(part, into)),
        }
    }
    let mut slots = Vec::new();
    for binder in binders {
        if let Binder::In { pattern, .. } = binder {
            of(pattern, &mut slots);
        }
    }
    slots
}

/// Whether evaluation finds that an instance passes the guards and is false; variables that are defined by `=` are filled in.
fn instance_fails(
    machine: &Machine,
    statement: &Statement,
    body: &Expr,
    frame: &mut Frame,
    queries: &mut dyn Queries,
) -> Result<bool, Stop> {
    for binder in &statement.binders {
        match binder {
            Binder::If(condition) => {
                if !machine.condition(condition, frame, queries)? {
                    return Ok(false);
                }
            }
            Binder::Is { pattern: Pattern::Slot(slot, _), value } => {
                let value = machine.eval(value, frame, queries)?;
                frame.set(*slot, value);
            }
            Binder::Is { .. } => return Ok(false),
            Binder::In { .. } => {}
        }
    }
    Ok(!machine.condition(body, frame, queries)?)
}
