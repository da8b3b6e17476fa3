//! How long plays last that somebody wins: remoteness and suspense, and the moves that make progress.

use std::ops::ControlFlow;
use std::rc::Rc;

use hashbrown::HashMap;

use super::Engine;
use super::core::Space;
use super::expand::End;
use super::interner::State;
use crate::base::Exceeded;
use crate::cgt::remoteness::{Ending, Plays, Remoteness};
use crate::cgt::{ByPlayer, Movers, Play, Player};
use crate::eval::{Stop, wording};
use crate::value::{MoveRecord, Position};

impl Engine {
    /// The remoteness of a position when Left moves and when Right does. A position without sides is the same for both.
    pub(super) fn remoteness_of(&self, position: &Position) -> Result<ByPlayer<Remoteness>, Stop> {
        // `equals` keeps values, not the length of plays
        let space = Space::Same;
        self.ends("remoteness", position)?;
        let root = self.canonical(space, &self.parts(space, position)?)?;
        let known = &self.core.remoteness[position.play];
        if let Some(&ending) = known.borrow().get(&root) {
            return Ok(ending);
        }
        let (states, plays) = self.plays_from(root, position.play)?;
        let found = plays.remoteness(position.play, &self.core.meter)?;
        let mut known = known.borrow_mut();
        for (&state, &ending) in states.iter().zip(found.iter()) {
            if known.insert(state, ending).is_none() {
                self.core.meter.add_bytes(40)?;
                self.core.stored()?;
            }
        }
        Ok(known[&root])
    }

    /// Everything reachable from `root`, with its options; what is known already stands without options.
    fn plays_from(&self, root: State, play: Play) -> Result<(Vec<State>, Plays), Stop> {
        let (space, meter) = (Space::Same, &self.core.meter);
        let (mut states, mut numbers): (Vec<State>, HashMap<State, u32>) = (vec![root], HashMap::from([(root, 0)]));
        let mut plays = Plays::new(meter)?;
        let mut at = 0;
        while let Some(&state) = states.get(at) {
            at += 1;
            self.core.tick()?;
            let known = self.core.remoteness[play].borrow().get(&state).copied();
            if known.is_some() {
                plays.close(known)?;
                continue;
            }
            let mut visit = |movers: Movers, option: State| {
                let next = u32::try_from(states.len()).map_err(|_| Exceeded::Memory)?;
                let number = *numbers.entry(option).or_insert(next);
                if number == next {
                    meter.add_bytes(32)?;
                    states.push(option);
                }
                plays.option(number, movers)?;
                Ok(ControlFlow::Continue(()))
            };
            let mut end = End::No;
            match state.split() {
                Ok(comp) => {
                    end = self.each_option(space, "remoteness", comp, &mut |movers, parts| {
                        visit(movers, self.canonical(space, parts)?)
                    })?;
                }
                Err(_) => self.each_state_option(space, "remoteness", state, &mut visit)?,
            }
            let won = Ending { wins: !play.is_misere(), after: 0 };
            plays.close(matches!(end, End::Won).then(|| ByPlayer::same(Some(won))))?;
        }
        meter.sub_bytes(32 * (states.len() as u64 - 1));
        Ok((states, plays))
    }

    /// The moves that lead from a position of one remoteness to one of another, each with the sides for which they do.
    pub(super) fn moves_by_remoteness(
        &self,
        position: &Rc<Position>,
        partizan: bool,
        record: &MoveRecord,
        wanted: fn(Remoteness, Remoteness) -> bool,
    ) -> Result<Option<Movers>, Stop> {
        let before = self.remoteness_of(position)?;
        let after = self.remoteness_of(&record.to.with_play(position.play))?;
        if !partizan {
            return Ok(wanted(before.left, after.left).then_some(record.side));
        }
        let mut sides: Option<Movers> = None;
        for player in Player::BOTH {
            if record.side.include(player) && wanted(before[player], after[player.opposite()]) {
                sides = Some(sides.map_or(player.into(), |other| other.or(player.into())));
            }
        }
        Ok(sides)
    }

    /// How long the winner can make the play last while the loser hurries: the suspense number (*Winning Ways*, ch. 9).
    pub(super) fn suspense_of(&self, position: &Position) -> Result<u32, Stop> {
        let marks = self.marks(position)?;
        if marks.partizan {
            return Err(wording::not_impartial("suspense", position));
        }
        if marks.loopy {
            return Err(wording::not_for_loopy("suspense", position));
        }
        self.ends("suspense", position)?;
        let state = self.canonical(Space::Same, &self.parts(Space::Same, position)?)?;
        if state == State::EMPTY {
            return Ok(0);
        }
        let core = &self.core;
        let root = core.interner.borrow_mut().whole(state)?;
        let known = |comp| core.suspense.borrow().contains_key(&comp);
        // Inside `whole` only `same as` applies, whatever the space.
        self.bottom_up(Space::Equal, "suspense", root, &known, &mut |comp, options| {
            let (mut lost, mut won) = (None::<u32>, None::<u32>);
            for &(option, _) in options {
                let after = option.split().map_or(0, |option| core.suspense.borrow()[&option]);
                if after % 2 == 0 {
                    lost = lost.max(Some(after));
                } else {
                    won = Some(won.map_or(after, |least| least.min(after)));
                }
            }
            let moves = lost.or(won).map_or(Some(0), |after| after.checked_add(1)).ok_or(Exceeded::Memory)?;
            core.suspense.borrow_mut().insert(comp, moves);
            core.meter.add_bytes(32)?;
            Ok(core.stored()?)
        })?;
        Ok(core.suspense.borrow()[&root])
    }
}

/// A move that brings the win nearer.
pub(super) fn makes_progress(before: Remoteness, after: Remoteness) -> bool {
    matches!((before, after), (Some(a), Some(b)) if a.wins && !b.wins && b.after < a.after)
}

/// A move after which nobody can force an end, as before.
pub(super) fn keeps_the_draw(before: Remoteness, after: Remoteness) -> bool {
    before.is_none() && after.is_none()
}
