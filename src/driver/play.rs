//! `sgi play`: a game against the perfect player.

use std::rc::Rc;

use super::position::{described, given_position, marks_of};
use super::session::Running;
use super::why::why;
use super::{Options, Session};
use crate::analysis::model::Statement;
use crate::cgt::Player;
use crate::eval::{Queries, Stop};
use crate::report::Move;
use crate::value::{MoveRecord, Position};

/// What the person at the table wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The move of this index.
    Move(usize),
    /// To know which moves win.
    Hint,
    /// To take back the last move of both.
    Undo,
    /// To stop.
    Quit,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The person has won.
    Won,
    /// The person has lost.
    Lost,
}

/// The person at the table.
pub trait Opponent {
    /// Chooses among the moves of a position.
    fn choose(&mut self, position: &str, moves: &[Move]) -> Choice;
    /// Is told which moves win (indices), each with the reason where there is one to tell.
    fn hint(&mut self, moves: &[Move], winning: &[(usize, Option<String>)]);
    /// Is told the perfect player's move.
    fn reply(&mut self, answer: &Move);
    /// Is told how it ended.
    fn ended(&mut self, position: &str, ending: Ending);
}

/// Who sits where.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seats {
    /// The perfect player begins.
    pub second: bool,
    /// The person plays Right; whoever begins, in a partizan game.
    pub right: bool,
}

impl Session<'_> {
    /// Plays from the position that `text` names, or the start position, until the end or until the person stops.
    pub fn play(&mut self, text: Option<&str>, seats: Seats, opponent: &mut dyn Opponent) {
        self.about_position(text, |statement, running, options| game(statement, running, options, seats, opponent));
    }
}

fn game(
    statement: &Statement,
    running: &mut Running,
    options: &Options,
    seats: Seats,
    opponent: &mut dyn Opponent,
) -> Result<(), Stop> {
    let mut position = given_position(statement, running, options.play)?;
    let partizan = marks_of(&position, &running.model).partizan;
    let mut earlier: Vec<Rc<Position>> = Vec::new();
    let mut person = !seats.second;
    loop {
        let persons = if seats.right { Player::Right } else { Player::Left };
        let mover = partizan.then_some(if person { persons } else { persons.opposite() });
        let records = possible(&position, mover, running)?;
        if records.is_empty() {
            let mover = mover.unwrap_or(Player::Left);
            let mover_wins = running.engine.first(&position, mover)? == mover.into();
            opponent.ended(&position.to_string(), if mover_wins == person { Ending::Won } else { Ending::Lost });
            return Ok(());
        }
        let moves = described(&records, &running.model);
        let chosen = if person {
            match opponent.choose(&position.to_string(), &moves) {
                Choice::Quit => return Ok(()),
                Choice::Hint => {
                    let mut told = Vec::new();
                    for index in winning(&position, &records, running)? {
                        let m = &records[index];
                        let to = Rc::new((*m.to).clone().with_play(position.play));
                        told.push((index, why(m, &to, running)?));
                    }
                    opponent.hint(&moves, &told);
                    continue;
                }
                Choice::Undo => {
                    if let Some(before) = earlier.pop() {
                        position = before;
                    }
                    continue;
                }
                Choice::Move(index) => index,
            }
        } else {
            winning(&position, &records, running)?.first().copied().unwrap_or(0)
        };
        let Some(record) = records.get(chosen) else { continue };
        if person {
            earlier.push(Rc::clone(&position));
        } else {
            opponent.reply(&moves[chosen]);
        }
        position = Rc::new((*record.to).clone().with_play(position.play));
        person = !person;
    }
}

/// The moves that a player may make; either of them in an impartial game.
fn possible(
    position: &Rc<Position>,
    mover: Option<Player>,
    running: &mut Running,
) -> Result<Vec<Rc<MoveRecord>>, Stop> {
    let mut moves = running.engine.moves(position)?;
    moves.retain(|m| mover.is_none_or(|mover| m.side.include(mover)));
    Ok(moves)
}

/// Which of the moves win for the side that makes them.
fn winning(position: &Rc<Position>, moves: &[Rc<MoveRecord>], running: &mut Running) -> Result<Vec<usize>, Stop> {
    let winning = running.engine.winning_moves(position)?;
    let is_winning = |m: &MoveRecord| winning.iter().any(|w| w.label == m.label && w.to == m.to);
    Ok((0..moves.len()).filter(|&i| is_winning(&moves[i])).collect())
}
