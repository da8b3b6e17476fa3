//! Positions that may repeat: the reachable sums as a graph, then retrograde analysis.

use std::ops::ControlFlow;

use super::Engine;
use super::core::Space;
use super::expand::End;
use super::interner::{Parts, State};
use crate::base::Exceeded;
use crate::base::charged::{Charged, Index, hash};
use crate::cgt::loopy::{Decided, LoopyValue, OptionGraph, Status, entry};
use crate::cgt::{ByPlayer, Movers, Play};
use crate::eval::Stop;

/// The sums reachable from one, numbered.
struct Reachable {
    states: Charged<State>,
    numbers: Index,
    graph: OptionGraph,
}

impl Engine {
    /// How a sum ends when Left moves and when Right does.
    pub(super) fn loopy_outcome(&self, space: Space, play: Play, state: State) -> Result<ByPlayer<Status>, Stop> {
        let known = &self.core.tables(space).loopy[play];
        if let Some(&status) = known.borrow().get(&state) {
            return Ok(status);
        }
        let reachable = self.reachable(space, play, state, false)?;
        let status = reachable.graph.outcomes(play, &self.core.meter)?;
        let mut known = known.borrow_mut();
        for (at, &state) in reachable.states.iter().enumerate() {
            if known.insert(state, ByPlayer::of(|player| status[entry(at, player)])).is_none() {
                self.core.meter.add_bytes(16)?;
                self.core.stored()?;
            }
        }
        Ok(known[&state])
    }

    /// The loopy nim-value of an impartial position under normal play.
    pub(super) fn loopy_value(&self, parts: &Parts) -> Result<LoopyValue, Stop> {
        let mut sum = LoopyValue::Nimber(0);
        for &(comp, copies) in parts {
            if self.core.interner.borrow().marks_of(comp).loopy {
                let value = self.loopy_value_of(State::single(comp))?;
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

    fn loopy_value_of(&self, state: State) -> Result<LoopyValue, Stop> {
        if let Some(known) = self.core.nim_values.borrow().get(&state) {
            return Ok(known.clone());
        }
        let reachable = self.reachable(Space::Equal, Play::Normal, state, true)?;
        let values = reachable.graph.nim_values(&self.core.meter)?;
        let mut known = self.core.nim_values.borrow_mut();
        for (at, &state) in reachable.states.iter().enumerate() {
            if known.contains_key(&state) {
                continue;
            }
            known.insert(state, reachable.graph.value(at, &values));
            self.core.meter.add_bytes(32)?;
            self.core.stored()?;
        }
        Ok(known[&state].clone())
    }

    /// What was found out about a sum before.
    fn decided_before(&self, space: Space, play: Play, state: State, valued: bool) -> Option<Decided> {
        if valued {
            return self.core.nim_values.borrow().get(&state).cloned().map(Decided::Value);
        }
        let known = self.core.tables(space).loopy[play].borrow();
        known.get(&state).copied().map(Decided::Outcome)
    }

    /// Everything reachable from `root`, with its options. A sum that is known already stands without options: however
    /// many questions are asked, each position is looked at once.
    fn reachable(&self, space: Space, play: Play, root: State, valued: bool) -> Result<Reachable, Stop> {
        let meter = &self.core.meter;
        let mut found =
            Reachable { states: Charged::new(meter), numbers: Index::new(meter), graph: OptionGraph::new(meter)? };
        found.number(root)?;
        let mut at = 0;
        while at < found.states.len() {
            let state = found.states[at];
            self.core.tick()?;
            at += 1;
            if let Some(decided) = self.decided_before(space, play, state, valued) {
                found.graph.close(Some(decided))?;
                continue;
            }
            let mut visit = |movers: Movers, option: State| {
                let number = found.number(option)?;
                found.graph.option(number, movers)?;
                Ok(ControlFlow::Continue(()))
            };
            let mut end = End::No;
            match state.split() {
                Ok(comp) => {
                    let what = if valued { "sg" } else { "outcome" };
                    end = self.each_option(space, what, comp, &mut |movers, parts| {
                        let movers = if valued { Movers::Both } else { movers };
                        visit(movers, self.canonical(space, parts)?)
                    })?;
                }
                Err(_) => self.each_state_option(space, "outcome", state, &mut visit)?,
            }
            let decided = match end {
                End::Won if valued => {
                    let comp = state.split().unwrap_or_else(|_| unreachable!("only a component has a `wins if`"));
                    return Err(self.wins_if_has_no_value(comp));
                }
                End::Won => Some(if play.is_misere() { Status::Loss } else { Status::Win }),
                _ => None,
            };
            found.graph.close(decided.map(|status| Decided::Outcome(ByPlayer::same(status))))?;
        }
        Ok(found)
    }
}

impl Reachable {
    fn number(&mut self, state: State) -> Result<u32, Exceeded> {
        let hash_of = |state: State| hash(&state.bits().to_le_bytes());
        let states = &self.states;
        if let Some(number) = self.numbers.find(hash_of(state), |n| states[n as usize] == state) {
            return Ok(number);
        }
        let number = u32::try_from(self.states.len()).map_err(|_| Exceeded::Memory)?;
        self.states.push(state)?;
        let states = &self.states;
        self.numbers.insert(hash_of(state), number, |n| hash_of(states[n as usize]))?;
        Ok(number)
    }
}
