//! Options, moves and followers of positions as written.

use std::ops::ControlFlow;
use std::rc::Rc;

use hashbrown::HashSet;

use super::Engine;
use super::core::{Active, Space};
use super::expand::{End, MoveVisitor};
use super::interner::{Comp, State};
use super::remoteness::{keeps_the_draw, makes_progress};
use crate::base::{Exceeded, Span};
use crate::cgt::{Movers, Play, Player, Winner};
use crate::eval::{Queries, Stop};
use crate::value::{MoveRecord, Position};

/// The name of a move that no clause stands for: in a position given by its value.
const NAMELESS: &str = "move";

impl Engine {
    /// Visits the moves of one component of a position as written.
    fn each_written_move(&self, what: &'static str, comp: Comp, visit: &mut MoveVisitor<'_>) -> Result<End, Stop> {
        self.core.active.borrow_mut().push(Active { what, state: State::single(comp) });
        let end = self.each_move(comp, visit);
        self.core.active.borrow_mut().pop();
        end
    }

    /// The distinct options, ascending.
    pub(super) fn list_options(&self, position: &Position, player: Option<Player>) -> Result<Vec<Rc<Position>>, Stop> {
        let wanted = player.map_or(Movers::Both, Movers::from);
        let mut found: HashSet<Rc<Position>> = HashSet::new();
        self.refuse_written_wins_if(position)?;
        for (index, (component, _)) in position.components.iter().enumerate() {
            let comp = self.core.interner.borrow_mut().comp(component)?;
            let rest = position.without_one(index).with_play(Play::Normal);
            self.each_written_move("options", comp, &mut |side, result, _| {
                if side.meet(wanted) {
                    let result = &result.position();
                    let to = if rest.is_empty() { Rc::clone(result) } else { Rc::new(plus(&rest, result)?) };
                    if found.insert(to) {
                        self.core.meter.add_bytes(100)?;
                    }
                }
                Ok(ControlFlow::Continue(()))
            })?;
        }
        self.core.meter.sub_bytes(100 * found.len() as u64);
        let mut list: Vec<_> = found.into_iter().collect();
        list.sort();
        Ok(list)
    }

    /// Every move of every component.
    pub(super) fn list_moves(&self, position: &Position) -> Result<Vec<Rc<MoveRecord>>, Stop> {
        let mut found = Vec::new();
        self.each_component(position, &mut |records, copies| self.copied(&records, copies, &mut found))?;
        Ok(found)
    }

    /// The moves that win for the side that makes them.
    pub(super) fn list_winning_moves(&self, position: &Rc<Position>) -> Result<Vec<Rc<MoveRecord>>, Stop> {
        let marks = self.marks(position)?;
        let wanted = self.value_to_leave(position, marks)?;
        self.moves_for_sides(position, &mut |record| {
            if marks.loopy {
                // of moves that keep the win, those that bring it nearer: the others may go round for ever
                self.moves_by_remoteness(position, marks.partizan, record, makes_progress)
            } else {
                self.winning_side(position, marks.partizan, wanted, record)
            }
        })
    }

    /// The moves that keep a draw for the side that makes them.
    pub(super) fn list_drawing_moves(&self, position: &Rc<Position>) -> Result<Vec<Rc<MoveRecord>>, Stop> {
        let marks = self.marks(position)?;
        if !marks.loopy {
            return Ok(Vec::new());
        }
        self.moves_for_sides(position, &mut |record| {
            self.moves_by_remoteness(position, marks.partizan, record, keeps_the_draw)
        })
    }

    /// The moves that are wanted for a side, listed for that side.
    fn moves_for_sides(
        &self,
        position: &Rc<Position>,
        wanted: &mut dyn FnMut(&MoveRecord) -> Result<Option<Movers>, Stop>,
    ) -> Result<Vec<Rc<MoveRecord>>, Stop> {
        let mut found = Vec::new();
        self.each_component(position, &mut |records, copies| {
            let mut winning = Vec::new();
            for record in records {
                match wanted(&record)? {
                    Some(side) if side == record.side => winning.push(record),
                    Some(side) => winning.push(Rc::new(MoveRecord { side, ..MoveRecord::clone(&record) })),
                    None => {}
                }
            }
            self.copied(&winning, copies, &mut found)
        })?;
        Ok(found)
    }

    /// Adds the moves of equal components: the same ones for each.
    fn copied(&self, records: &[Rc<MoveRecord>], copies: u64, to: &mut Vec<Rc<MoveRecord>>) -> Result<(), Stop> {
        let bytes = copies.checked_mul(8 * records.len() as u64).ok_or(Exceeded::Memory)?;
        self.core.meter.add_bytes(bytes)?;
        self.core.meter.sub_bytes(bytes);
        for _ in 0..if records.is_empty() { 0 } else { copies } {
            to.extend_from_slice(records);
        }
        Ok(())
    }

    /// In an impartial sum under normal play: the value of all components together. A component of value v must become
    /// one of value v xor this.
    fn value_to_leave(
        &self,
        position: &Rc<Position>,
        marks: crate::analysis::model::Marks,
    ) -> Result<Option<u64>, Stop> {
        let simple = !marks.partizan && !marks.loopy && !marks.wins_if && !position.play.is_misere();
        let many = position.components.len() > 1 || position.components.iter().any(|c| c.1 > 1);
        if !simple || !many { Ok(None) } else { self.clone().sg(position).map(Some) }
    }

    /// For whom a move wins.
    fn winning_side(
        &self,
        position: &Rc<Position>,
        partizan: bool,
        total: Option<u64>,
        record: &MoveRecord,
    ) -> Result<Option<Movers>, Stop> {
        let mut queries = self.clone();
        if let Some(total) = total {
            if total == 0 {
                return Ok(None);
            }
            let (before, after) = (queries.sg(&record.component)?, queries.sg(&record.result)?);
            return Ok((before ^ after == total).then_some(record.side));
        }
        let to = Rc::new(record.to.with_play(position.play));
        if !partizan {
            let lost = queries.first(&to, Player::Left)? == Winner::Right;
            return Ok(lost.then_some(record.side));
        }
        let mut winners: Option<Movers> = None;
        for player in Player::BOTH {
            if record.side.include(player) && queries.first(&to, player.opposite())? == player.into() {
                winners = Some(winners.map_or(player.into(), |other| other.or(player.into())));
            }
        }
        Ok(winners)
    }

    /// Visits the moves of each different component, and how often the component occurs.
    fn each_component(
        &self,
        position: &Position,
        visit: &mut dyn FnMut(Vec<Rc<MoveRecord>>, u64) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.refuse_written_wins_if(position)?;
        for (index, (component, copies)) in position.components.iter().enumerate() {
            let comp = self.core.interner.borrow_mut().comp(component)?;
            let rest = position.without_one(index).with_play(Play::Normal);
            let component = Rc::new(Position::of(component.clone()));
            let mut records: Vec<Rc<MoveRecord>> = Vec::new();
            let mut seen: HashSet<(Rc<str>, Movers, Rc<Position>)> = HashSet::new();
            self.each_written_move("moves", comp, &mut |side, result, found| {
                let result = &result.position();
                let label: Rc<str> = found.map_or_else(|| NAMELESS.into(), |m| m.label().into());
                if !seen.insert((Rc::clone(&label), side, Rc::clone(result))) {
                    return Ok(ControlFlow::Continue(()));
                }
                self.core.meter.add_bytes(300)?;
                records.push(Rc::new(MoveRecord {
                    name: found.map_or_else(|| NAMELESS.into(), |m| Rc::clone(&m.clause.name)),
                    label,
                    clause: found.map_or(Span::NONE, |m| m.clause.span),
                    side,
                    component: Rc::clone(&component),
                    result: Rc::clone(result),
                    to: Rc::new(plus(&rest, result)?),
                    bindings: found.map_or_else(|| Rc::from([]), |m| m.bindings().into()),
                }));
                Ok(ControlFlow::Continue(()))
            })?;
            self.core.meter.sub_bytes(300 * records.len() as u64);
            visit(records, *copies)?;
        }
        Ok(())
    }

    /// A position and everything reachable from it as written, ascending.
    pub(super) fn list_followers(&self, position: &Position) -> Result<Vec<Rc<Position>>, Stop> {
        self.refuse_written_wins_if(position)?;
        self.ends("followers", position)?;
        let root = self.core.interner.borrow_mut().state_as_written(position)?;
        let mut found: HashSet<State> = HashSet::from([root]);
        let mut open = vec![root];
        while let Some(state) = open.pop() {
            self.core.tick()?;
            let mut visit = |_: Movers, option: State| {
                if found.insert(option) {
                    self.core.meter.add_bytes(200)?;
                    open.push(option);
                }
                Ok(ControlFlow::Continue(()))
            };
            match state.split() {
                Ok(comp) => {
                    self.each_option(Space::Written, "followers", comp, &mut |side, parts| {
                        let option = self.canonical(Space::Written, parts)?;
                        visit(side, option)
                    })?;
                }
                Err(_) => self.each_state_option(Space::Written, "followers", state, &mut visit)?,
            }
        }
        let interner = self.core.interner.borrow();
        let mut list: Vec<Rc<Position>> = found.iter().map(|&state| interner.position(state)).collect();
        self.core.meter.sub_bytes(200 * (found.len() as u64 - 1));
        list.sort();
        list.dedup();
        Ok(list)
    }

    fn refuse_written_wins_if(&self, position: &Position) -> Result<(), Stop> {
        if let [] | [(_, 1)] = position.components[..] {
            return Ok(());
        }
        let mut parts = Vec::new();
        for (component, copies) in &position.components {
            parts.push((self.core.interner.borrow_mut().comp(component)?, *copies));
        }
        self.refuse_wins_if(&parts)
    }
}

fn plus(a: &Position, b: &Position) -> Result<Position, Exceeded> {
    Position::plus(a, b).ok_or(Exceeded::Memory)
}
