//! Who wins a sum that is solved as one position: misère play, partizan games.
//!
//! A depth-first search over canonical sums that stops at the first winning option. For an impartial position the mover
//! does not matter and is always Left.

use std::ops::ControlFlow;

use super::Engine;
use super::ahead::DEEP;
use super::core::Space;
use super::expand::End;
use super::interner::{Parts, State};
use crate::base::Exceeded;
use crate::base::charged::Charged;
use crate::cgt::{Movers, Play, Player, Question};
use crate::eval::Stop;

/// What is searched: it fixes the meaning of the stored outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Setting {
    pub space: Space,
    pub play: Play,
    /// The players have different moves.
    pub partizan: bool,
}

impl Setting {
    /// Who moves after `mover`.
    fn after(self, mover: Player) -> Player {
        if self.partizan { mover.opposite() } else { mover }
    }
}

const WIN: u8 = 1;
const LOSS: u8 = 2;
const GRAY: u8 = 3;

struct Frame {
    state: State,
    mover: Player,
    /// Where its options start in the arena.
    start: u32,
}

struct Search {
    setting: Setting,
    /// The instance whose positions are searched, if it is one.
    home: Option<u32>,
    stack: Charged<Frame>,
    arena: Charged<u32>,
}

impl Engine {
    /// Whether the player to move wins.
    pub(super) fn mover_wins(&self, setting: Setting, state: State, mover: Player) -> Result<bool, Stop> {
        let mover = if setting.partizan { mover } else { Player::Left };
        match self.outcome_known(setting, state, mover) {
            WIN => return Ok(true),
            LOSS => return Ok(false),
            GRAY => return Err(self.needs_itself("outcome", state)),
            _ => {}
        }
        let meter = &self.core.meter;
        let home = state.split().ok().and_then(|comp| self.instance_of(comp));
        let mut search = Search { setting, home, stack: Charged::new(meter), arena: Charged::new(meter) };
        let mut result = self.open(&mut search, state, mover);
        while result.is_ok() && !search.stack.is_empty() {
            result = self.advance_search(&mut search);
        }
        if result.is_err() {
            self.core.meter.wait_no_more(search.stack.len() as u64);
            for frame in search.stack.iter() {
                self.set_outcome(setting, frame.state, frame.mover, 0)?;
            }
        }
        result.map(|()| self.outcome_known(setting, state, mover) == WIN)
    }

    fn outcome_known(&self, setting: Setting, state: State, mover: Player) -> u8 {
        let outcomes = self.core.tables(setting.space).outcomes[setting.play].borrow();
        let entry = match state.split() {
            Ok(comp) => outcomes.singles.get(comp.0 as usize),
            Err(sum) => outcomes.sums.get(sum as usize),
        };
        entry.map_or(0, |e| e >> (2 * mover as u8) & 3)
    }

    fn set_outcome(&self, setting: Setting, state: State, mover: Player, entry: u8) -> Result<(), Exceeded> {
        let mut outcomes = self.core.tables(setting.space).outcomes[setting.play].borrow_mut();
        let (table, at) = match state.split() {
            Ok(comp) => (&mut outcomes.singles, comp.0 as usize),
            Err(sum) => (&mut outcomes.sums, sum as usize),
        };
        table.ensure(at + 1, 0)?;
        let shift = 2 * mover as u8;
        table[at] = table[at] & !(3 << shift) | entry << shift;
        Ok(())
    }

    fn open(&self, search: &mut Search, state: State, mover: Player) -> Result<(), Stop> {
        let setting = search.setting;
        // With the other player to move, it repeats as well.
        let turned = setting.partizan && self.outcome_known(setting, state, mover.opposite()) == GRAY;
        if self.outcome_known(setting, state, mover) == GRAY || turned && search.stack.iter().any(|f| f.state == state)
        {
            let open: Vec<State> = search.stack.iter().map(|f| f.state).collect();
            return Err(self.repeats(setting.space, &open, state, "outcome"));
        }
        if let (Ok(comp), false) = (state.split(), setting.partizan)
            && let Some(won) =
                self.planned_on_the_way(setting.space, search.home, comp, Question::Wins(setting.play))?
        {
            return Ok(self.set_outcome(setting, state, mover, if won == 0 { LOSS } else { WIN })?);
        }
        let start = u32::try_from(search.arena.len()).map_err(|_| Exceeded::Memory)?;
        search.stack.push(Frame { state, mover, start })?;
        self.set_outcome(setting, state, mover, GRAY)?;
        self.core.opened()?;
        self.note_depth(search.stack.len());
        if search.stack.len() == DEEP {
            let mut parts = Parts::new();
            self.core.interner.borrow().parts(search.stack[0].state, &mut parts);
            parts.iter().try_for_each(|part| self.look_ahead(setting.space, "outcome", part.0))?;
        }
        let next = setting.after(mover);
        let mine = if setting.partizan { mover.into() } else { Movers::Both };
        let (mut any, mut won) = (false, false);
        let arena = &mut search.arena;
        let mut visit = |movers: Movers, option: State| {
            if !movers.meet(mine) {
                return Ok(ControlFlow::Continue(()));
            }
            any = true;
            match self.outcome_known(setting, option, next) {
                LOSS => {
                    won = true;
                    self.core.stats.borrow_mut().memo_hits += 1;
                    return Ok(ControlFlow::Break(()));
                }
                WIN => self.core.stats.borrow_mut().memo_hits += 1,
                _ => arena.push(option.bits())?,
            }
            Ok(ControlFlow::Continue(()))
        };
        let mut end = End::No;
        match state.split() {
            Ok(comp) => {
                end = self.each_option_for(setting.space, "outcome", mine, comp, &mut |movers, parts: &Parts| {
                    visit(movers, self.canonical(setting.space, parts)?)
                })?;
            }
            Err(_) => self.each_state_option(setting.space, "outcome", state, &mut visit)?,
        }
        match end {
            End::Won => self.close(search, !setting.play.is_misere()),
            _ if won => self.close(search, true),
            _ if !any => self.close(search, setting.play.stuck_wins()),
            _ => Ok(()),
        }
    }

    fn advance_search(&self, search: &mut Search) -> Result<(), Stop> {
        let Some(frame) = search.stack.last() else { return Ok(()) };
        let (start, next) = (frame.start as usize, search.setting.after(frame.mover));
        while search.arena.len() > start {
            let option = State::from_bits(search.arena[search.arena.len() - 1]);
            match self.outcome_known(search.setting, option, next) {
                LOSS => return self.close(search, true),
                WIN => search.arena.truncate(search.arena.len() - 1),
                _ => return self.open(search, option, next),
            }
        }
        self.close(search, false)
    }

    fn close(&self, search: &mut Search, wins: bool) -> Result<(), Stop> {
        let Some(frame) = search.stack.pop() else { return Ok(()) };
        search.arena.truncate(frame.start as usize);
        self.set_outcome(search.setting, frame.state, frame.mover, if wins { WIN } else { LOSS })?;
        Ok(self.core.closed()?)
    }
}
