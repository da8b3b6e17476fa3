//! The questions, each sent to the search that answers it.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::core::Space;
use super::interner::{Comp, Parts, join};
use super::search::Setting;
use super::{Answer, Engine};
use crate::analysis::model::Marks;
use crate::base::Exceeded;
use crate::cgt::genus::Genus;
use crate::cgt::quotient::Presentation;
use crate::cgt::remoteness::Remoteness;
use crate::cgt::{Form, LoopyValue, Outcome, Player, Winner};
use crate::eval::stop::FaultKind;
use crate::eval::{PositionColumns, ProvenPeriod, Queries, Stop, wording};
use crate::number::Number;
use crate::value::{Component, Instance, MoveRecord, Position};

/// So many plays look for equations that were used, each time that one may have been.
const PLAYS: usize = 8;
/// Options of one position that a play which looks for equations chooses from, at most.
const MOST_MET: usize = 100;

/// Whether all that is missing is a canonical form within the bounds.
pub(super) fn lacks_form(stop: &Stop) -> bool {
    matches!(stop, Stop::Fault(fault) if matches!(fault.kind, FaultKind::NoForm(_)))
}

impl Engine {
    /// What holds of a position.
    pub(super) fn marks(&self, position: &Position) -> Answer<Marks> {
        let mut interner = self.core.interner.borrow_mut();
        let mut marks = Marks::default();
        for (component, _) in &position.components {
            let comp = interner.comp(component)?;
            marks = join(marks, interner.marks_of(comp));
        }
        Ok(marks)
    }

    pub(super) fn parts(&self, space: Space, position: &Position) -> Answer<Parts> {
        if position.components.iter().any(|(component, _)| matches!(component, Component::Whole(_))) {
            // Sums that are solved as one position never repeat when they grow.
            self.ends("sg", position)?;
        }
        let mut parts = Parts::new();
        self.reduced_parts(space, position, &mut parts)?;
        Ok(parts)
    }

    /// Reduces a component by its equations, and what a few plays from it meet: those that machine code has used on the
    /// way to its value are so among those that are spot-checked.
    pub(super) fn reduced_on_the_way(&self, component: &Component) -> Answer<()> {
        self.parts(Space::Equal, &Position::of(component.clone()))?;
        // These plays are no work for the answer.
        let options = self.core.options.get();
        for _ in 0..PLAYS {
            if !self.spend_walk(0) {
                break;
            }
            let first = self.core.interner.borrow_mut().comp(component)?;
            self.play_by_equations(first)?;
        }
        self.core.options.set(options);
        Ok(())
    }

    /// One play: every option that it meets is reduced.
    fn play_by_equations(&self, first: Comp) -> Answer<()> {
        let (mut comp, mut options) = (first, Vec::new());
        for choice in self.choices() {
            options.clear();
            let met = self.each_option(Space::Equal, "equation", comp, &mut |_, option| {
                options.extend(option.iter().map(|(part, _)| *part));
                Ok(if options.len() < MOST_MET { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            });
            match met {
                // A fault here is none of a position that the answer needs.
                Err(Stop::Fault(_)) => break,
                met => met?,
            };
            if !self.spend_walk(options.len()) || options.is_empty() {
                break;
            }
            comp = options[usize::try_from(choice).unwrap_or(0) % options.len()];
        }
        Ok(())
    }

    /// Looks at the moves of one component, so that its measure is among those that are checked.
    pub(super) fn expanded_once(&self, component: &Component) -> Answer<()> {
        let comp = self.core.interner.borrow_mut().comp(component)?;
        self.each_move(comp, &mut |_, _, _| Ok(ControlFlow::Continue(()))).map(drop)
    }

    /// Who wins a sum that is solved as one position, when this player starts.
    fn winner(&self, position: &Position, marks: Marks, starter: Player) -> Answer<Winner> {
        let (mover, other) = (Winner::from(starter), Winner::from(starter.opposite()));
        let ended = |ending: Remoteness| match ending {
            Some(ending) if ending.wins => mover,
            Some(_) => other,
            None => Winner::Draw,
        };
        self.ends("outcome", position)?;
        if marks.loopy
            && let Some(ending) = self.planned_remoteness(position, starter)?
        {
            return Ok(ended(ending));
        }
        if marks.partizan && !marks.loopy {
            if let Some(wins) = self.planned_first(position, starter)? {
                return Ok(if wins { mover } else { other });
            }
            // Sums of several components are solved by their values.
            let values = !marks.wins_if && !position.play.is_misere() && !matches!(position.components[..], [(_, 1)]);
            self.note_searched(position, values);
        }
        let space = if position.play.is_misere() { Space::Same } else { Space::Equal };
        let state = self.canonical(space, &self.parts(space, position)?)?;
        if marks.loopy {
            self.note_searched(position, false);
            let sides = (space, marks.partizan);
            return Ok(ended(self.remoteness_in(sides, "outcome", position.play, state, starter)?));
        }
        if marks.partizan && !marks.wins_if && !position.play.is_misere() && state.split().is_err() {
            // A sum of several components: their values say it sooner than a search of the whole.
            let mut parts = Parts::new();
            self.core.interner.borrow().parts(state, &mut parts);
            match self.order_by_forms(&parts, &Parts::new()) {
                Ok(Some(Ordering::Greater)) => return Ok(Winner::Left),
                Ok(Some(Ordering::Less)) => return Ok(Winner::Right),
                Ok(Some(Ordering::Equal)) => return Ok(other),
                Ok(None) => return Ok(mover),
                // Who wins is known without it.
                Err(stop) if lacks_form(&stop) => {}
                Err(stop) => return Err(stop),
            }
        }
        let setting = Setting { space, play: position.play, partizan: marks.partizan };
        Ok(if self.mover_wins(setting, state, starter)? { mover } else { other })
    }

    /// The result of an impartial position for the player to move.
    fn impartial(&self, position: &Position, marks: Marks) -> Answer<Outcome> {
        if !marks.loopy
            && let Some(wins) = self.planned_win(position)?
        {
            return Ok(if wins { Outcome::N } else { Outcome::P });
        }
        if let Some(wins) = self.compound_win(position, marks)? {
            return Ok(if wins { Outcome::N } else { Outcome::P });
        }
        if let Some(wins) = self.tame_win(position, marks)? {
            return Ok(if wins { Outcome::N } else { Outcome::P });
        }
        if let Some(wins) = self.quotient_win(position, marks)? {
            return Ok(if wins { Outcome::N } else { Outcome::P });
        }
        if position.play.is_misere() || marks.loopy && position.single().is_some() {
            return Ok(match self.winner(position, marks, Player::Left)? {
                Winner::Left => Outcome::N,
                Winner::Right => Outcome::P,
                Winner::Draw => Outcome::D,
            });
        }
        let parts = self.parts(Space::Equal, position)?;
        if !marks.loopy {
            return Ok(if self.is_n_position(Space::Equal, &parts)? { Outcome::N } else { Outcome::P });
        }
        Ok(self.loopy_value(&parts)?.outcome())
    }

    /// After a question is answered, equations are checked with what work is left for that.
    fn checked<T>(&self, answer: T) -> Answer<T> {
        if self.core.active.borrow().is_empty() {
            self.spot_checks()?;
        }
        Ok(answer)
    }

    pub(super) fn outcome_of(&self, position: &Position) -> Answer<Outcome> {
        let marks = self.marks(position)?;
        if !marks.partizan {
            return self.impartial(position, marks);
        }
        Outcome::by_start(|player| self.winner(position, marks, player))
    }

    /// How two sums compare by their canonical forms.
    fn order_by_forms(&self, a: &Parts, b: &Parts) -> Answer<Option<Ordering>> {
        self.form_of_sum(a)?.compare(&self.form_of_sum(b)?).map_err(wording::no_form)
    }

    fn compare_values(&self, what: &'static str, a: &Rc<Position>, b: &Rc<Position>) -> Answer<Option<Ordering>> {
        if a == b {
            self.ends(what, a)?;
            return Ok(Some(Ordering::Equal));
        }
        let marks = join(self.marks(a)?, self.marks(b)?);
        if !marks.partizan {
            return Ok((self.sg_of(a)? == self.sg_of(b)?).then_some(Ordering::Equal));
        }
        if marks.loopy {
            return Err(wording::not_for_loopy(what, a));
        }
        self.note_searched(a, true);
        self.note_searched(b, true);
        if !marks.wins_if {
            // A search of the difference would visit pairs of positions, their values only each of them.
            let (first, second) = (self.parts(Space::Equal, a)?, self.parts(Space::Equal, b)?);
            match self.order_by_forms(&first, &second) {
                Err(stop) if lacks_form(&stop) => {}
                order => return order,
            }
        }
        let difference = Position::plus(a, &Position::negate(b)).ok_or(Exceeded::Memory)?;
        let left_survives = self.winner(&difference, marks, Player::Right)? == Winner::Left;
        let right_survives = self.winner(&difference, marks, Player::Left)? == Winner::Right;
        Ok(match (left_survives, right_survives) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        })
    }

    fn sg_of(&self, position: &Rc<Position>) -> Answer<u64> {
        let marks = self.marks(position)?;
        if marks.partizan {
            return Err(wording::not_impartial("sg", position));
        }
        if !marks.loopy
            && !marks.wins_if
            && let Some(value) = self.planned_grundy(position)?
        {
            return Ok(value);
        }
        let parts = self.parts(Space::Equal, position)?;
        if !marks.loopy {
            return self.grundy_of_sum(Space::Equal, &parts);
        }
        match self.loopy_value(&parts)? {
            LoopyValue::Nimber(value) => Ok(value.into()),
            LoopyValue::Infinite(nimbers) => Err(wording::infinite_value(position, &nimbers)),
        }
    }

    fn misere_value_of(&self, position: &Rc<Position>) -> Answer<u64> {
        let marks = self.marks(position)?;
        if marks.partizan {
            return Err(wording::not_impartial("misere_value", position));
        }
        if marks.loopy {
            return Err(wording::not_for_loopy("misere_value", position));
        }
        self.ends("misere_value", position)?;
        let parts = self.parts(Space::Same, position)?;
        let state = self.canonical(Space::Same, &parts)?;
        self.misere_grundy(state)
    }
}

impl Queries for Engine {
    fn sg(&mut self, position: &Rc<Position>) -> Answer<u64> {
        let answer = self.sg_of(position)?;
        self.checked(answer)
    }

    fn wins(&mut self, position: &Rc<Position>) -> Answer<bool> {
        let marks = self.marks(position)?;
        if marks.partizan {
            return Err(wording::not_impartial("wins", position));
        }
        let answer = self.impartial(position, marks)? == Outcome::N;
        self.checked(answer)
    }

    fn outcome(&mut self, position: &Rc<Position>) -> Answer<Outcome> {
        let answer = self.outcome_of(position)?;
        self.checked(answer)
    }

    fn first(&mut self, position: &Rc<Position>, starter: Player) -> Answer<Winner> {
        let marks = self.marks(position)?;
        let answer = if marks.partizan {
            self.winner(position, marks, starter)?
        } else {
            self.impartial(position, marks)?.when_first(starter)
        };
        self.checked(answer)
    }

    fn options(&mut self, position: &Rc<Position>, player: Option<Player>) -> Answer<Vec<Rc<Position>>> {
        self.list_options(position, player)
    }

    fn moves(&mut self, position: &Rc<Position>) -> Answer<Vec<Rc<MoveRecord>>> {
        self.list_moves(position)
    }

    fn winning_moves(&mut self, position: &Rc<Position>) -> Answer<Vec<Rc<MoveRecord>>> {
        let answer = self.list_winning_moves(position)?;
        self.checked(answer)
    }

    fn drawing_moves(&mut self, position: &Rc<Position>) -> Answer<Vec<Rc<MoveRecord>>> {
        let answer = self.list_drawing_moves(position)?;
        self.checked(answer)
    }

    fn remoteness(&mut self, position: &Rc<Position>, starter: Player) -> Answer<Remoteness> {
        let answer = self.remoteness_of(position)?[starter];
        self.checked(answer)
    }

    fn genus(&mut self, position: &Rc<Position>) -> Answer<Rc<Genus>> {
        let answer = self.genus_of(position)?;
        self.checked(answer)
    }

    fn misere_quotient(&mut self, position: &Rc<Position>) -> Answer<Rc<Presentation>> {
        let answer = self.quotient_of(position)?;
        self.checked(answer)
    }

    fn misere_element(&mut self, sum: &Rc<Position>, position: &Rc<Position>) -> Answer<Option<usize>> {
        let answer = self.misere_element_of(sum, position)?;
        self.checked(answer)
    }

    fn is_tame(&mut self, position: &Rc<Position>) -> Answer<bool> {
        let answer = self.is_tame_sum(position)?;
        self.checked(answer)
    }

    fn suspense(&mut self, position: &Rc<Position>) -> Answer<u32> {
        let answer = self.suspense_of(position)?;
        self.checked(answer)
    }

    fn followers(&mut self, position: &Rc<Position>) -> Answer<Vec<Rc<Position>>> {
        self.list_followers(position)
    }

    fn birthday(&mut self, position: &Rc<Position>) -> Answer<Number> {
        if self.marks(position)?.loopy {
            return Err(wording::not_for_loopy("birthday", position));
        }
        let parts = self.parts(Space::Same, position)?;
        self.longest_play(&parts)
    }

    fn value(&mut self, position: &Rc<Position>) -> Answer<Form> {
        let marks = self.marks(position)?;
        if marks.loopy {
            return Err(wording::not_for_loopy("value", position));
        }
        self.note_searched(position, true);
        let parts = self.parts(Space::Equal, position)?;
        let answer = self.form_of_sum(&parts)?;
        self.checked(answer)
    }

    fn misere_value(&mut self, position: &Rc<Position>) -> Answer<u64> {
        let answer = self.misere_value_of(position)?;
        self.checked(answer)
    }

    fn compare(&mut self, what: &'static str, a: &Rc<Position>, b: &Rc<Position>) -> Answer<Option<Ordering>> {
        let answer = self.compare_values(what, a, b)?;
        self.checked(answer)
    }

    fn takes_columns(&self) -> bool {
        self.has_plans()
    }

    fn column(&mut self, positions: &PositionColumns<'_>, into: &mut Vec<i64>) -> Answer<bool> {
        let done = self.answer_column(positions, into)?;
        self.checked(done)
    }

    fn announce(&mut self, greatest: &PositionColumns<'_>, count: u64, all: bool) {
        self.announce_column(greatest, count, all);
    }

    fn proven_period(&mut self, instance: &Rc<Instance>) -> Answer<Result<Rc<ProvenPeriod>, String>> {
        self.proven_period_of(instance)
    }
}
