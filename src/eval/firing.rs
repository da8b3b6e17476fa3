//! Which moves of a game gave an option so far, for the warning about a move that never does.

use std::cell::RefCell;

use super::Machine;

/// By game: which of its moves have been seen.
#[derive(Debug, Default)]
pub(super) struct Firing {
    games: RefCell<Vec<Seen>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Gave an option somewhere: one bit a move.
    fired: u64,
    /// Was not tried somewhere, because the visitor broke off before or wanted the other side's moves only.
    cut: u64,
    /// Moves were listed at all.
    listed: bool,
}

/// The bit of a move; none beyond the sixty-fourth, which are not watched.
pub(super) fn bit(index: usize) -> u64 {
    u32::try_from(index).ok().and_then(|i| 1u64.checked_shl(i)).unwrap_or(0)
}

impl Firing {
    /// For so many games.
    pub fn new(games: usize) -> Self {
        Self { games: RefCell::new(vec![Seen::default(); games]) }
    }

    /// Notes one listing: which moves gave an option, which were passed over, and at which one the visitor broke off.
    pub fn note(&self, game: u32, fired: u64, passed: u64, broke_at: Option<usize>) {
        if let Some(seen) = self.games.borrow_mut().get_mut(game as usize) {
            seen.listed = true;
            seen.fired |= fired;
            seen.cut |= passed;
            if let Some(at) = broke_at {
                seen.cut |= !(bit(at) | bit(at).wrapping_sub(1));
            }
        }
    }
}

impl Machine {
    /// What `work` lists of a game's moves is not noted: it looks at positions that nobody reached.
    pub fn unwatched<T>(&self, game: u32, work: impl FnOnce() -> T) -> T {
        let place = game as usize;
        let before = self.firing.games.borrow().get(place).copied().unwrap_or_default();
        let found = work();
        if let Some(seen) = self.firing.games.borrow_mut().get_mut(place) {
            *seen = before;
        }
        found
    }

    /// The moves of a game (their places in [`Game::moves`](crate::analysis::model::Game::moves)) that were tried
    /// wherever moves were listed so far, and never gave one.
    #[must_use]
    pub fn never_fired(&self, game: u32) -> Vec<usize> {
        let seen = self.firing.games.borrow().get(game as usize).copied().unwrap_or_default();
        let moves = self.model.games.get(game as usize).map_or(0, |g| g.moves.len().min(64));
        (0..moves).filter(|&index| seen.listed && (seen.fired | seen.cut) & bit(index) == 0).collect()
    }
}
