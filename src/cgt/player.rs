//! The two players, and who of them may make a move.

use std::fmt;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Left, whom positive values favour.
    Left,
    /// Right, whom negative values favour.
    Right,
}

impl Player {
    /// Both, Left first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// The other one.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Who makes this player's moves in the negative of a position (`negated`), or in the position itself.
    #[must_use]
    pub const fn negated_if(self, negated: bool) -> Self {
        if negated { self.opposite() } else { self }
    }
}

impl fmt::Display for Player {
    /// `left` or `right`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Movers::from(*self).fmt(f)
    }
}

/// Who may make a move: a set of players that is not empty, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Movers {
    /// Left only.
    Left = 1,
    /// Right only.
    Right = 2,
    /// Either player.
    Both = 3,
}

impl Movers {
    /// Those with these bits, of which at least one of the low two is set.
    const fn from_bits(bits: u8) -> Self {
        match bits & 3 {
            1 => Self::Left,
            2 => Self::Right,
            _ => Self::Both,
        }
    }

    /// Whether a player is among them.
    #[must_use]
    pub const fn include(self, player: Player) -> bool {
        self as u8 & 1 << player as u8 != 0
    }

    /// Whether somebody is among both.
    #[must_use]
    pub const fn meet(self, other: Self) -> bool {
        self as u8 & other as u8 != 0
    }

    /// Who is among either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self::from_bits(self as u8 | other as u8)
    }

    /// The only one.
    #[must_use]
    pub const fn single(self) -> Option<Player> {
        match self {
            Self::Left => Some(Player::Left),
            Self::Right => Some(Player::Right),
            Self::Both => None,
        }
    }

    /// Who may make the move in the negative of the position.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Both => Self::Both,
        }
    }

    /// Who may make the move in the negative of the position (`negated`), or in the position itself.
    #[must_use]
    pub const fn negated_if(self, negated: bool) -> Self {
        if negated { self.opposite() } else { self }
    }

    /// `left`, `right` or `both`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Both => "both",
        }
    }
}

impl From<Player> for Movers {
    fn from(player: Player) -> Self {
        match player {
            Player::Left => Self::Left,
            Player::Right => Self::Right,
        }
    }
}

impl fmt::Display for Movers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movers_are_sets_of_players() {
        let all = [Movers::Left, Movers::Right, Movers::Both];
        for a in all {
            assert_eq!(a.opposite().opposite(), a);
            for player in Player::BOTH {
                assert_eq!(a.include(player), a.opposite().include(player.opposite()));
                assert_eq!(a.include(player), a.meet(player.into()));
            }
            for b in all {
                for player in Player::BOTH {
                    assert_eq!(a.or(b).include(player), a.include(player) || b.include(player));
                }
                assert_eq!(a.meet(b), Player::BOTH.into_iter().any(|p| a.include(p) && b.include(p)));
            }
        }
    }
}
