//! Games at work: endings, moves and equations of a position.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::build::{Plays, summands};
use super::expr::as_position;
use super::{Flow, Frame, Machine, Queries, Stop, TraceStep, firing, trace, wording};
use crate::analysis::model::{Equation, Game, Move, Slot};
use crate::cgt::Movers;
use crate::value::{Component, Instance, Position, Value};

/// An option, with how it was found.
pub struct FoundMove<'a> {
    /// The clause.
    pub clause: &'a Move,
    /// Its place in [`Game::moves`].
    pub index: usize,
    frame: &'a Frame,
    target: Target<'a>,
}

/// Where a move leads.
enum Target<'a> {
    /// A sum of positions of games, not yet put together.
    Plays(&'a Plays),
    Position(Rc<Position>),
}

impl FoundMove<'_> {
    /// Where it leads.
    #[must_use]
    pub fn result(&self) -> Rc<Position> {
        match &self.target {
            Target::Plays(plays) => Rc::new(plays.position()),
            Target::Position(position) => Rc::clone(position),
        }
    }

    /// Where it leads, as games with fields, when that is a sum of such: without building the position.
    #[must_use]
    pub fn plays(&self) -> Option<impl Iterator<Item = (&Rc<Instance>, &[Value])>> {
        match &self.target {
            Target::Plays(plays) => Some(plays.iter()),
            Target::Position(_) => None,
        }
    }

    /// The clause's name with its `in` variables: `take(k=2)`.
    #[must_use]
    pub fn label(&self) -> String {
        label(&self.clause.name, &self.clause.variables, self.frame)
    }

    /// Every variable with its value, in the order bound.
    #[must_use]
    pub fn bindings(&self) -> Vec<(Rc<str>, Value)> {
        self.frame.bindings(&self.clause.variables)
    }
}

/// A name with its bound `in` variables.
fn label(name: &str, variables: &[(Rc<str>, Slot, bool)], frame: &Frame) -> String {
    let mut text = String::from(name);
    let mut open = false;
    for (variable, slot, _) in variables.iter().filter(|(_, _, is_in)| *is_in) {
        let Some(value) = frame.get(*slot) else { continue };
        let _ = write!(text, "{}{variable}={}", if open { ", " } else { "(" }, value.quoted());
        open = true;
    }
    if open {
        text.push(')');
    }
    text
}

impl Machine {
    /// The frame of a position: its rule arguments and fields.
    pub(super) fn frame_of(&self, game: &Game, instance: &Rc<Instance>, fields: &Rc<[Value]>) -> Frame {
        let mut frame = self.take_frame(game.frame_size);
        for (slot, value) in frame.slots.iter_mut().zip(instance.args.iter().chain(fields.iter())) {
            *slot = Some(value.clone());
        }
        frame.instance = Some(Rc::clone(instance));
        frame
    }

    /// A frame for expressions of a game's body, with what is known of its slots.
    #[must_use]
    pub fn body_frame(&self, instance: &Rc<Instance>, known: &[Option<Value>]) -> Frame {
        let mut frame = Frame::new(self.game(instance).frame_size);
        for (slot, value) in (0..).zip(known) {
            if let Some(value) = value {
                frame.set(slot, value.clone());
            }
        }
        frame.instance = Some(Rc::clone(instance));
        frame
    }

    pub(super) fn game(&self, instance: &Instance) -> &Game {
        &self.model.games[instance.game as usize]
    }

    /// Whether the position has ended before any move: `Some(false)` by `ends if`, `Some(true)` by `wins if`.
    ///
    /// # Errors
    /// Whatever a condition raises.
    pub fn ending(
        &self,
        instance: &Rc<Instance>,
        fields: &Rc<[Value]>,
        queries: &mut dyn Queries,
    ) -> Result<Option<bool>, Stop> {
        let game = self.game(instance);
        if game.endings.is_empty() {
            return Ok(None);
        }
        let mut frame = self.frame_of(game, instance, fields);
        for ending in &game.endings {
            let mark = self.mark();
            let holds = self.condition(&ending.condition, &mut frame, queries).map_err(|stop| {
                trace::inside(stop, || TraceStep {
                    what: Rc::from(if ending.wins { "`wins if`" } else { "`ends if`" }),
                    span: ending.span,
                    bindings: Vec::new(),
                    position: Some(printed(instance, fields)),
                })
            })?;
            self.settle(mark, None);
            if holds {
                self.give_frame(frame);
                return Ok(Some(ending.wins));
            }
        }
        self.give_frame(frame);
        Ok(None)
    }

    /// Calls `visit` with every move of every clause, in file order and binder order, duplicates included, until it breaks
    /// off. Endings are not looked at.
    ///
    /// # Errors
    /// Whatever a clause or `visit` raises.
    pub fn for_each_move(
        &self,
        instance: &Rc<Instance>,
        fields: &Rc<[Value]>,
        queries: &mut dyn Queries,
        visit: &mut dyn FnMut(&FoundMove<'_>) -> Flow,
    ) -> Result<(), Stop> {
        self.for_each_move_of(Movers::Both, instance, fields, queries, visit)
    }

    /// The same without the clauses that none of these players may use.
    ///
    /// # Errors
    /// As for [`Machine::for_each_move`].
    pub fn for_each_move_of(
        &self,
        wanted: Movers,
        instance: &Rc<Instance>,
        fields: &Rc<[Value]>,
        queries: &mut dyn Queries,
        visit: &mut dyn FnMut(&FoundMove<'_>) -> Flow,
    ) -> Result<(), Stop> {
        let game = self.game(instance);
        let mut frame = self.frame_of(game, instance, fields);
        let mut plays = Plays::default();
        let (mut fired, mut passed, mut broke_at) = (0, 0, None);
        for (index, clause) in game.moves.iter().enumerate() {
            if !clause.side.meet(wanted) {
                passed |= firing::bit(index);
                continue;
            }
            frame.forget(&clause.binders);
            let sum = summands(&clause.target);
            let flow = self.bind(&clause.binders, &mut frame, queries, &mut |frame, queries| {
                let mark = self.mark();
                let target = match &sum {
                    Some(sum) => {
                        self.build_plays(sum, &mut plays, frame, queries)?;
                        Target::Plays(&plays)
                    }
                    None => {
                        let value = self.eval(&clause.target, frame, queries)?;
                        let position = as_position(&value);
                        let wrong = || wording::unexpected(clause.target.span, "a position", &value);
                        Target::Position(position.ok_or_else(wrong)?)
                    }
                };
                fired |= firing::bit(index);
                let flow = visit(&FoundMove { clause, index, frame, target })?;
                self.settle(mark, None);
                Ok(flow)
            });
            match flow {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => {
                    broke_at = Some(index);
                    break;
                }
                Err(stop) => return Err(in_move(stop, clause, &frame, instance, fields)),
            }
        }
        self.give_frame(frame);
        self.firing.note(instance.game, fired, passed, broke_at);
        Ok(())
    }

    /// Calls `visit` with every position that a `same as` (when `same`) or an `equals` (when `equals`) makes of this one,
    /// and with the equation's place in [`Game::equations`], in file order.
    ///
    /// # Errors
    /// Whatever an equation or `visit` raises.
    pub fn for_each_image(
        &self,
        instance: &Rc<Instance>,
        fields: &Rc<[Value]>,
        same: bool,
        equals: bool,
        queries: &mut dyn Queries,
        visit: &mut dyn FnMut(usize, Rc<Position>) -> Flow,
    ) -> Result<(), Stop> {
        let game = self.game(instance);
        if game.equations.is_empty() {
            return Ok(());
        }
        let mut frame = self.frame_of(game, instance, fields);
        for (index, equation) in game.equations.iter().enumerate() {
            if !(if equation.same { same } else { equals }) {
                continue;
            }
            frame.forget(&equation.binders);
            let flow = self.bind(&equation.binders, &mut frame, queries, &mut |frame, queries| {
                let mark = self.mark();
                let target = self.eval(&equation.target, frame, queries)?;
                let Some(image) = as_position(&target) else {
                    return Err(wording::unexpected(equation.target.span, "a position", &target));
                };
                let flow = visit(index, image)?;
                self.settle(mark, None);
                Ok(flow)
            });
            match flow {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => break,
                Err(stop) => return Err(in_equation(stop, equation, &frame, instance, fields)),
            }
        }
        self.give_frame(frame);
        Ok(())
    }
}

/// A position of one component, as printed.
fn printed(instance: &Rc<Instance>, fields: &Rc<[Value]>) -> Rc<str> {
    let component = Component::Play { instance: Rc::clone(instance), fields: Rc::clone(fields), negated: false };
    Position::of(component).to_string().into()
}

#[cold]
fn in_move(stop: Stop, clause: &Move, frame: &Frame, instance: &Rc<Instance>, fields: &Rc<[Value]>) -> Stop {
    trace::in_clause(stop, &clause.binders, || TraceStep {
        what: format!("move {}", clause.name).into(),
        span: clause.span,
        bindings: frame.bindings(&clause.variables),
        position: Some(printed(instance, fields)),
    })
}

#[cold]
fn in_equation(stop: Stop, equation: &Equation, frame: &Frame, instance: &Rc<Instance>, fields: &Rc<[Value]>) -> Stop {
    trace::in_clause(stop, &equation.binders, || TraceStep {
        what: Rc::from(if equation.same { "`same as`" } else { "`equals`" }),
        span: equation.span,
        bindings: frame.bindings(&equation.variables),
        position: Some(printed(instance, fields)),
    })
}
