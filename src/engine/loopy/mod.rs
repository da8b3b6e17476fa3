//! Positions that may repeat: what can be reached from one as a graph, then retrograde analysis. Machine code lists the
//! options where the rules have it, the evaluator where they have not.

mod positions;

use std::ops::ControlFlow;

use super::Engine;
use super::core::Space;
use super::expand::End;
use super::interner::{Comp, Parts, State};
use super::packed::{Halt, PackedGame};
use super::words::words;
use crate::base::Exceeded;
use crate::cgt::loopy::{LoopyValue, Status};
use crate::cgt::{Movers, Play, Player};
use crate::eval::Stop;
use crate::ir::mover_word;
use crate::value::{Component, Position};

pub use positions::{Look, Mover, Options, Pile, Positions};

impl Engine {
    /// How a sum ends when a player moves.
    pub(super) fn loopy_outcome(
        &self,
        (space, partizan): (Space, bool),
        play: Play,
        state: State,
        starter: Player,
    ) -> Result<Status, Stop> {
        let tables = self.core.tables(space);
        let (pile, mover) =
            if partizan { (&tables.loopy_partizan, Mover::Beside) } else { (&tables.loopy, Mover::InKey) };
        let meter = &self.core.meter;
        pile.with(meter, |positions| {
            let number = self.explored(positions, (space, mover), "outcome", state)?;
            Ok(positions.status(number, starter, play, meter)?)
        })
    }

    /// How a single position ends when a player moves, where machine code lists the options.
    pub(super) fn planned_loopy_outcome(&self, position: &Position, starter: Player) -> Result<Option<Status>, Stop> {
        let [(component, 1)] = &position.components[..] else { return Ok(None) };
        let Component::Play { negated, .. } = component else { return Ok(None) };
        let mover = mover_word(starter.negated_if(*negated));
        self.by_machine_code(component, mover, &mut |packed, words| {
            packed.outcome_of_repeating(words, position.play, &self.core.meter)
        })
    }

    /// What machine code for positions that may repeat makes of one.
    fn by_machine_code<T>(
        &self,
        component: &Component,
        mover: i64,
        ask: &mut dyn FnMut(&mut PackedGame, &[i64]) -> Result<T, Halt>,
    ) -> Result<Option<T>, Stop> {
        let Component::Play { instance, fields, .. } = component else { return Ok(None) };
        let game = &self.core.machine.model().games[instance.game as usize];
        if !game.marks.loopy || self.is_unplanned(instance) {
            return Ok(None);
        }
        let game = self.note_question(component, instance, fields)?;
        let found = self.with_packed(instance, fields, &|| fields.clone(), &mut |packed| {
            let mut words = words(self, instance, fields, packed.shapes()).ok_or(Halt::Leave)?;
            if let Some(last) = words.last_mut().filter(|_| game.marks.partizan) {
                *last = mover;
            }
            ask(packed, &words)
        })?;
        if found.is_some() && !game.equations.is_empty() {
            self.reduced_on_the_way(component)?;
        }
        Ok(found)
    }

    /// The loopy nim-value of an impartial position under normal play.
    pub(super) fn loopy_value(&self, parts: &Parts) -> Result<LoopyValue, Stop> {
        let mut sum = LoopyValue::Nimber(0);
        for &(comp, copies) in parts {
            if self.core.interner.borrow().marks_of(comp).loopy {
                let value = self.loopy_value_of(comp)?;
                // Two infinite values are one that no third one changes, two nimbers are nothing.
                let times = if matches!(value, LoopyValue::Infinite(_)) { copies.min(2) } else { copies % 2 };
                for _ in 0..times {
                    sum = sum.plus(&value);
                }
            } else {
                let value = self.grundy_of_sum(Space::Equal, &vec![(comp, copies)])?;
                sum = sum.plus(&LoopyValue::Nimber(u32::try_from(value).map_err(|_| Exceeded::Memory)?));
            }
        }
        Ok(sum)
    }

    fn loopy_value_of(&self, comp: Comp) -> Result<LoopyValue, Stop> {
        if self.core.interner.borrow().marks_of(comp).wins_if {
            return Err(self.wins_if_has_no_value(comp));
        }
        let meter = &self.core.meter;
        let component = self.core.interner.borrow().component(comp);
        let planned =
            self.by_machine_code(&component, 0, &mut |packed, words| packed.value_of_repeating(words, meter))?;
        if let Some(value) = planned {
            return Ok(value);
        }
        self.note_searched(&Position::of(component), false);
        self.core.tables(Space::Equal).loopy.with(meter, |positions| {
            let number = self.explored(positions, (Space::Equal, Mover::InKey), "sg", State::single(comp))?;
            Ok(positions.nim_value(number, meter)?)
        })
    }

    /// Looks at a sum and everything that can be reached from it; its number.
    fn explored(
        &self,
        positions: &mut Positions,
        (space, mover): (Space, Mover),
        what: &'static str,
        root: State,
    ) -> Result<u32, Stop> {
        positions.explore(u64::from(root.bits()), None, &self.core.meter, &mut |key, options| {
            let state = State::from_bits(u32::try_from(key).map_err(|_| Exceeded::Memory)?);
            self.core.tick()?;
            self.core.stored()?;
            self.look_at(state, (space, mover), what, options)
        })
    }

    /// Lists the options of a sum.
    fn look_at(
        &self,
        state: State,
        (space, mover): (Space, Mover),
        what: &'static str,
        options: &mut Options,
    ) -> Result<Look, Stop> {
        let mut visit = |movers: Movers, option: State| {
            for player in Player::BOTH {
                let lane = player as usize;
                let listed = if mover == Mover::Beside { movers.include(player) } else { lane == 0 };
                if listed {
                    options[lane].push(u64::from(option.bits()));
                }
            }
            Ok(ControlFlow::Continue(()))
        };
        let end = match state.split() {
            Ok(comp) => {
                self.each_option(space, what, comp, &mut |movers, parts| visit(movers, self.canonical(space, parts)?))?
            }
            Err(_) => self.each_state_option(space, what, state, &mut visit).map(|()| End::No)?,
        };
        Ok(if matches!(end, End::Won) { Look::Won } else { Look::Options })
    }
}
