//! Outcome classes, winners and conventions of play.

use std::fmt;

use super::Player;

/// Who wins: the next player, the previous player, Left, Right, or nobody (a draw by endless play).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The player who moves next wins.
    N,
    /// The player who moved last wins.
    P,
    /// Left wins, whoever starts.
    L,
    /// Right wins, whoever starts.
    R,
    /// Nobody can force a win, whoever starts.
    D,
    /// A partizan loopy position of none of these classes: the result when Left starts, then when Right starts.
    Mixed(Winner, Winner),
}

impl Outcome {
    /// The class by who wins when each player starts.
    ///
    /// # Errors
    /// Those of `winner`.
    pub fn by_start<E>(mut winner: impl FnMut(Player) -> Result<Winner, E>) -> Result<Self, E> {
        Ok(Self::of(winner(Player::Left)?, winner(Player::Right)?))
    }

    /// The class by the result when Left starts and the result when Right starts.
    #[must_use]
    pub const fn of(left_first: Winner, right_first: Winner) -> Self {
        match (left_first, right_first) {
            (Winner::Left, Winner::Right) => Self::N,
            (Winner::Right, Winner::Left) => Self::P,
            (Winner::Left, Winner::Left) => Self::L,
            (Winner::Right, Winner::Right) => Self::R,
            (Winner::Draw, Winner::Draw) => Self::D,
            _ => Self::Mixed(left_first, right_first),
        }
    }

    /// The class of an impartial position without draws.
    #[must_use]
    pub const fn impartial(next_player_wins: bool) -> Self {
        if next_player_wins { Self::N } else { Self::P }
    }

    /// The result when this player starts.
    #[must_use]
    pub const fn when_first(self, player: Player) -> Winner {
        match player {
            Player::Left => self.left_first(),
            Player::Right => self.right_first(),
        }
    }

    /// The result when Left starts.
    #[must_use]
    pub const fn left_first(self) -> Winner {
        match self {
            Self::N | Self::L => Winner::Left,
            Self::P | Self::R => Winner::Right,
            Self::D => Winner::Draw,
            Self::Mixed(left_first, _) => left_first,
        }
    }

    /// The result when Right starts.
    #[must_use]
    pub const fn right_first(self) -> Winner {
        match self {
            Self::N | Self::R => Winner::Right,
            Self::P | Self::L => Winner::Left,
            Self::D => Winner::Draw,
            Self::Mixed(_, right_first) => right_first,
        }
    }

    /// The class of the negative: Left and Right exchanged.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self::of(self.right_first().opposite(), self.left_first().opposite())
    }
}

impl fmt::Display for Outcome {
    /// `N`, `P`, `L`, `R`, `D`, or both results, Left's start first: `LD`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::N => f.write_str("N"),
            Self::P => f.write_str("P"),
            Self::L => f.write_str("L"),
            Self::R => f.write_str("R"),
            Self::D => f.write_str("D"),
            Self::Mixed(left_first, right_first) => write!(f, "{left_first}{right_first}"),
        }
    }
}

/// How a play ends for a given starter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Winner {
    /// Left wins.
    Left,
    /// Right wins.
    Right,
    /// Endless play.
    Draw,
}

impl Winner {
    /// The same result with Left and Right exchanged.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Draw => Self::Draw,
        }
    }
}

impl From<Player> for Winner {
    fn from(player: Player) -> Self {
        match player {
            Player::Left => Self::Left,
            Player::Right => Self::Right,
        }
    }
}

impl fmt::Display for Winner {
    /// `L`, `R` or `D`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "L",
            Self::Right => "R",
            Self::Draw => "D",
        })
    }
}

/// Who cannot move has lost (normal play) or won (misère play).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Default)]
pub enum Play {
    /// The last player to move wins.
    #[default]
    Normal,
    /// The last player to move loses.
    Misere,
}

impl Play {
    /// Whether it is misère play.
    #[must_use]
    pub const fn is_misere(self) -> bool {
        matches!(self, Self::Misere)
    }

    /// Whether the player who is to move and cannot has won.
    #[must_use]
    pub const fn stuck_wins(self) -> bool {
        self.is_misere()
    }
}

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Question {
    /// Its Grundy value under normal play.
    Grundy,
    /// Whether the player to move wins: 1 or 0, where an answer is a number.
    Wins(Play),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_read_back() {
        let all = [Winner::Left, Winner::Right, Winner::Draw];
        let mut names = std::collections::BTreeSet::new();
        for left_first in all {
            for right_first in all {
                let outcome = Outcome::of(left_first, right_first);
                assert_eq!((outcome.left_first(), outcome.right_first()), (left_first, right_first));
                assert_eq!(outcome.negated().negated(), outcome);
                names.insert(outcome.to_string());
            }
        }
        assert_eq!(names.into_iter().collect::<Vec<_>>(), ["D", "DL", "DR", "L", "LD", "N", "P", "R", "RD"]);
        assert_eq!(Outcome::L.negated(), Outcome::R);
        assert_eq!(Outcome::Mixed(Winner::Left, Winner::Draw).negated().to_string(), "DR");
    }
}
