//! Two positions played at once: their moves, and the theorems that decide them from each alone.

use std::rc::Rc;

use super::Engine;
use super::expand::{End, MoveVisitor, Reached};
use super::interner::{Parts, State, add_part, remove_part};
use crate::analysis::model::Marks;
use crate::cgt::{Compound, Movers, Outcome};
use crate::eval::{Stop, wording};
use crate::value::{Component, Position};

/// Who may make a move, and where it leads.
type Moves = Vec<(Movers, Rc<Position>)>;

impl Engine {
    /// Visits the moves of a compound.
    pub(super) fn each_move_of_compound(
        &self,
        rule: Compound,
        first: State,
        second: State,
        visit: &mut MoveVisitor<'_>,
    ) -> Result<End, Stop> {
        let (g, h) = {
            let interner = self.core.interner.borrow();
            (interner.position(first), interner.position(second))
        };
        let mut go = |movers: Movers, g: &Rc<Position>, h: &Rc<Position>| {
            let to = Position::compound(rule, g, h).ok_or_else(wording::compounds_too_deep)?;
            self.core.tick()?;
            visit(movers, &Reached::Position(&Rc::new(to)), None).map(|flow| flow.is_break())
        };
        let (in_first, in_second) = (self.moves_of_state(first)?, self.moves_of_state(second)?);
        let nothing = Rc::new(Position::empty());
        if rule == Compound::Ordinal {
            for (movers, to) in &in_first {
                if go(*movers, to, &nothing)? {
                    return Ok(End::No);
                }
            }
            for (movers, to) in &in_second {
                if go(*movers, &g, to)? {
                    return Ok(End::No);
                }
            }
            return Ok(End::No);
        }
        let sides = in_first.iter().chain(&in_second).any(|(movers, _)| *movers != Movers::Both);
        let groups: &[Movers] = if sides { &[Movers::Left, Movers::Right] } else { &[Movers::Both] };
        for &mover in groups {
            let of = |moves: &Moves| -> Vec<Rc<Position>> {
                moves.iter().filter(|(movers, _)| movers.meet(mover)).map(|(_, to)| Rc::clone(to)).collect()
            };
            let (own_first, own_second) = (of(&in_first), of(&in_second));
            if rule.is_short() && (own_first.is_empty() || own_second.is_empty()) {
                continue;
            }
            let alone = rule.is_selective();
            let mut pairs: Vec<(&Rc<Position>, &Rc<Position>)> = Vec::new();
            if alone || own_second.is_empty() {
                pairs.extend(own_first.iter().map(|to| (to, &h)));
            }
            if alone || own_first.is_empty() {
                pairs.extend(own_second.iter().map(|to| (&g, to)));
            }
            let both = own_first.iter().flat_map(|a| own_second.iter().map(move |b| (a, b)));
            for (a, b) in pairs.into_iter().chain(both) {
                if go(mover, a, b)? {
                    return Ok(End::No);
                }
            }
        }
        Ok(End::No)
    }

    /// The moves of a sum as written.
    fn moves_of_state(&self, state: State) -> Result<Moves, Stop> {
        let mut parts = Parts::new();
        self.core.interner.borrow().parts(state, &mut parts);
        let mut moves = Moves::new();
        for &(comp, _) in &parts {
            let ended = self.each_move(comp, &mut |movers, option, _| {
                let option = option.position();
                let mut interner = self.core.interner.borrow_mut();
                let mut after = parts.clone();
                remove_part(&mut after, comp);
                for (component, copies) in &option.components {
                    let part = interner.comp(component)?;
                    add_part(&mut after, part, *copies)?;
                }
                let to = interner.state(&after)?;
                moves.push((movers, interner.position(to)));
                Ok(std::ops::ControlFlow::Continue(()))
            })?;
            if ended == End::Won {
                return Err(self.wins_if_in_a_sum(comp));
            }
        }
        Ok(moves)
    }

    /// Whether the mover wins an impartial compound that ends, where a theorem tells it from each of the two alone (*Winning
    /// Ways*, ch. 9): a conjunctive one by the least remoteness, a continued one by the greatest suspense, both won when
    /// odd; a selective one is lost when both are.
    pub(super) fn compound_win(&self, position: &Position, marks: Marks) -> Result<Option<bool>, Stop> {
        let Some(Component::Compound(rule, both)) = position.single() else { return Ok(None) };
        if position.play.is_misere() || marks.partizan || marks.loopy || marks.wins_if {
            return Ok(None);
        }
        let [first, second] = &**both;
        let length = |p: &Rc<Position>| Ok::<_, Stop>(self.remoteness_of(p)?.left.map_or(0, |ending| ending.after));
        Ok(match rule {
            Compound::Conjunctive => Some(length(first)?.min(length(second)?) % 2 == 1),
            Compound::ContinuedConjunctive => Some(self.suspense_of(first)?.max(self.suspense_of(second)?) % 2 == 1),
            Compound::Selective => {
                Some(self.outcome_of(first)? != Outcome::P || self.outcome_of(second)? != Outcome::P)
            }
            Compound::Ordinal | Compound::ShortenedSelective => None,
        })
    }
}
