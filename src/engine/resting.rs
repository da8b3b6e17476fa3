//! Machine code for other values of fields that no move changes, kept for when they come back.

use super::packed::PackedGame;
use super::words::fits;
use crate::base::Meter;
use crate::value::Value;

/// So many are kept.
const MOST: usize = 128;
/// They hold at most one of so many parts of the memory.
const SHARE: u64 = 8;

/// Games, by instance, with what was found for some values of their fixed fields.
#[derive(Default)]
pub(super) struct Resting {
    games: Vec<(u32, Box<PackedGame>)>,
}

impl Resting {
    /// The game for these fields in exchange for the one at work; that one, if there is none.
    pub fn exchange(&mut self, id: u32, working: Box<PackedGame>, fields: &[Value]) -> Box<PackedGame> {
        let mut found = self.games.iter_mut().filter(|(own, game)| *own == id && fits(game.shapes(), fields));
        match found.next() {
            Some((_, game)) => std::mem::replace(game, working),
            None => working,
        }
    }

    /// Keeps a game, or lets it go where there is no room.
    pub fn keep(&mut self, id: u32, game: Box<PackedGame>, meter: &Meter) {
        let held: u64 = self.games.iter().map(|(_, game)| game.bytes()).sum();
        if self.games.len() < MOST && held.saturating_add(game.bytes()) <= meter.limits().max_memory / SHARE {
            self.games.push((id, game));
        } else {
            game.release(meter);
        }
    }
}
