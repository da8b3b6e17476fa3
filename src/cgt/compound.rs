//! The ways to play two games at once other than one move in either (Conway, *On Numbers and Games*, ch. 14; *Winning Ways*, ch. 7
//! and 9).

use std::fmt;

/// What a player may do in a compound of two positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Compound {
    /// A move in the first, which does away with the second, or in the second: `G:H`.
    Ordinal,
    /// A move in both; nobody can move once one has ended.
    Conjunctive,
    /// A move in each in which the player can move.
    ContinuedConjunctive,
    /// A move in one or in both.
    Selective,
    /// The same; nobody can move once one has ended.
    ShortenedSelective,
}

impl Compound {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Ordinal, Self::Conjunctive, Self::ContinuedConjunctive, Self::Selective, Self::ShortenedSelective];

    /// The name in the language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ordinal => "ordinal",
            Self::Conjunctive => "conjunctive",
            Self::ContinuedConjunctive => "continued_conjunctive",
            Self::Selective => "selective",
            Self::ShortenedSelective => "shortened_selective",
        }
    }

    /// Whether nobody can move once one of the two has ended.
    #[must_use]
    pub const fn is_short(self) -> bool {
        matches!(self, Self::Conjunctive | Self::ShortenedSelective)
    }

    /// Whether a player who can move in both may move in one alone.
    #[must_use]
    pub const fn is_selective(self) -> bool {
        matches!(self, Self::Selective | Self::ShortenedSelective)
    }
}

impl fmt::Display for Compound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
