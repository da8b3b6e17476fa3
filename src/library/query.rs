//! The questions about positions, which an engine answers.

use super::table::{Spec, query};
use crate::cgt::Compound;

/// The questions about positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "named as in the language; the table documents them")]
pub enum Query {
    Sg,
    Wins,
    Loses,
    Outcome,
    LeftFirst,
    RightFirst,
    Options,
    LeftOptions,
    RightOptions,
    Moves,
    WinningMoves,
    Followers,
    Birthday,
    Value,
    MisereValue,
    Whole,
    Fuzzy,
    Identical,
    Star,
    Up,
    Down,
    Form,
    Mean,
    Temperature,
    LeftStop,
    RightStop,
    Thermograph,
    LeftIncentives,
    RightIncentives,
    AtomicWeight,
    Reduced,
    Cool,
    Heat,
    Overheat,
    DrawingMoves,
    Remoteness,
    LeftRemoteness,
    RightRemoteness,
    Suspense,
    Genus,
    IsTame,
    MisereQuotient,
    MisereElement,
    Ordinal,
    Conjunctive,
    ContinuedConjunctive,
    Selective,
    ShortenedSelective,
}

impl Query {
    /// Whether it is about the values of its arguments, for which numbers may stand as well.
    #[must_use]
    pub const fn of_value(self) -> bool {
        use Query as Q;
        matches!(
            self,
            Q::Value
                | Q::Mean
                | Q::Temperature
                | Q::LeftStop
                | Q::RightStop
                | Q::Thermograph
                | Q::LeftIncentives
                | Q::RightIncentives
                | Q::AtomicWeight
                | Q::Reduced
                | Q::Cool
                | Q::Heat
                | Q::Overheat
        )
    }

    /// The rule, where two positions are to be played at once.
    #[must_use]
    pub const fn compound(self) -> Option<Compound> {
        Some(match self {
            Self::Ordinal => Compound::Ordinal,
            Self::Conjunctive => Compound::Conjunctive,
            Self::ContinuedConjunctive => Compound::ContinuedConjunctive,
            Self::Selective => Compound::Selective,
            Self::ShortenedSelective => Compound::ShortenedSelective,
            _ => return None,
        })
    }

    /// Every question, in the order of the table.
    pub const ALL: [Self; 48] = [
        Self::Sg,
        Self::Wins,
        Self::Loses,
        Self::Outcome,
        Self::LeftFirst,
        Self::RightFirst,
        Self::Options,
        Self::LeftOptions,
        Self::RightOptions,
        Self::Moves,
        Self::WinningMoves,
        Self::Followers,
        Self::Birthday,
        Self::Value,
        Self::MisereValue,
        Self::Whole,
        Self::Fuzzy,
        Self::Identical,
        Self::Star,
        Self::Up,
        Self::Down,
        Self::Form,
        Self::Mean,
        Self::Temperature,
        Self::LeftStop,
        Self::RightStop,
        Self::Thermograph,
        Self::LeftIncentives,
        Self::RightIncentives,
        Self::AtomicWeight,
        Self::Reduced,
        Self::Cool,
        Self::Heat,
        Self::Overheat,
        Self::DrawingMoves,
        Self::Remoteness,
        Self::LeftRemoteness,
        Self::RightRemoteness,
        Self::Suspense,
        Self::Genus,
        Self::IsTame,
        Self::MisereQuotient,
        Self::MisereElement,
        Self::Ordinal,
        Self::Conjunctive,
        Self::ContinuedConjunctive,
        Self::Selective,
        Self::ShortenedSelective,
    ];

    /// The question of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|q| q.spec().name == name)
    }

    /// Its name, signature and meaning.
    #[must_use]
    pub fn spec(self) -> &'static Spec {
        &QUERIES[self as usize]
    }
}

/// In the order of the enum's variants, which index it.
static QUERIES: [Spec; 48] = [
    query("sg", "sg(P) -> number", 1, "The Grundy value (nim-value) of a position under normal play."),
    query("wins", "wins(P) -> bool", 1, "Whether the player to move wins."),
    query("loses", "loses(P) -> bool", 1, "Whether the player to move loses."),
    query(
        "outcome",
        "outcome(P) -> text",
        1,
        "The outcome class: \"N\", \"P\", \"L\", \"R\", \"D\", or \"LD\" and the like.",
    ),
    query("left_first", "left_first(P) -> text", 1, "Who wins when Left starts: \"L\", \"R\" or \"D\"."),
    query("right_first", "right_first(P) -> text", 1, "Who wins when Right starts: \"L\", \"R\" or \"D\"."),
    query("options", "options(P) -> list", 1, "The distinct positions that one move leads to."),
    query("left_options", "left_options(P) -> list", 1, "The distinct positions that a move of Left leads to."),
    query("right_options", "right_options(P) -> list", 1, "The distinct positions that a move of Right leads to."),
    query("moves", "moves(P) -> list of moves", 1, "Every move with its bindings: m.name, m.to, m.k, ..."),
    query("winning_moves", "winning_moves(P) -> list of moves", 1, "The moves that win for the side that makes them."),
    query("followers", "followers(P) -> list", 1, "The position and everything that can be reached from it."),
    query("birthday", "birthday(P) -> number", 1, "The length of the longest play."),
    query("value", "value(P) -> position", 1, "The canonical form of a position under normal play."),
    query("misere_value", "misere_value(P) -> number", 1, "The n for which P + Nim(n) is lost under misère play."),
    query("whole", "whole(P) -> position", 1, "The same position, solved as one and not component by component."),
    query("fuzzy", "fuzzy(P, Q) -> bool", 2, "Whether two values are incomparable."),
    query("identical", "identical(P, Q) -> bool", 2, "Whether two positions are the same as written."),
    query("star", "star(n) -> position", 1, "The nimber *n."),
    query("up", "up", 0, "The value {0 | *}, positive and smaller than every positive number."),
    query("down", "down", 0, "The value {* | 0}, the negative of up."),
    Spec {
        min_args: 1,
        ..query(
            "form",
            "form([L...], [R...]), form(text) -> position",
            2,
            "The value {L... | R...}, or a value as it is printed: form(\"{1|-1}\").",
        )
    },
    query("mean", "mean(P) -> number", 1, "The mean of the value: what many copies are worth, each."),
    query("temperature", "temperature(P) -> number", 1, "How much a move is worth; below 0 for a number."),
    query("left_stop", "left_stop(P) -> number", 1, "The number that play reaches when Left starts."),
    query("right_stop", "right_stop(P) -> number", 1, "The number that play reaches when Right starts."),
    query(
        "thermograph",
        "thermograph(P) -> list of tuples",
        1,
        "The corners (t, left wall, right wall) of the thermograph, from temperature 0.",
    ),
    query("left_incentives", "left_incentives(P) -> list", 1, "What Left gains by each move of the canonical form."),
    query("right_incentives", "right_incentives(P) -> list", 1, "What Right gains by each move of the canonical form."),
    query("atomic_weight", "atomic_weight(P) -> position", 1, "How many ups an all-small value is worth."),
    query("reduced", "reduced(P) -> position", 1, "The reduced canonical form: infinitesimals are neglected."),
    query("cool", "cool(P, t) -> position", 2, "The value with a tax of t on every move; t is at least 0."),
    query("heat", "heat(P, t) -> position", 2, "The value with a gain of t for every move; numbers stay."),
    query("overheat", "overheat(P, s, t) -> position", 3, "Heated by t, and an integer n is n copies of s."),
    query(
        "drawing_moves",
        "drawing_moves(P) -> list of moves",
        1,
        "The moves that keep a draw for the side that makes them.",
    ),
    query(
        "remoteness",
        "remoteness(P) -> number",
        1,
        "After how many moves it ends: the winner hurries, the loser does not.",
    ),
    query("left_remoteness", "left_remoteness(P) -> number", 1, "The remoteness when Left starts."),
    query("right_remoteness", "right_remoteness(P) -> number", 1, "The remoteness when Right starts."),
    query(
        "suspense",
        "suspense(P) -> number",
        1,
        "After how many moves it ends: the loser hurries, the winner does not.",
    ),
    query(
        "genus",
        "genus(P) -> text",
        1,
        "The nim-value and the misère nim-values of P, P + *2, P + *2 + *2, ...: \"4^146\".",
    ),
    query(
        "is_tame",
        "is_tame(P) -> bool",
        1,
        "Whether P and all that it leads to are as in Nim, so that misère sums go as in Nim.",
    ),
    query(
        "misere_quotient",
        "misere_quotient(P) -> tuple of lists",
        1,
        "Elements, lost elements and relations of the misère quotient of all sums of what P leads to.",
    ),
    query(
        "misere_element",
        "misere_element(A, P) -> text",
        2,
        "The element of A, a sum of what P leads to, in the misère quotient of P.",
    ),
    query("ordinal", "ordinal(P, Q) -> position", 2, "P:Q, where a move in P does away with Q."),
    query("conjunctive", "conjunctive(P, Q) -> position", 2, "A move is one in both; it ends when one of them does."),
    query(
        "continued_conjunctive",
        "continued_conjunctive(P, Q) -> position",
        2,
        "A move is one in each in which the player can move.",
    ),
    query("selective", "selective(P, Q) -> position", 2, "A move is one in either or in both."),
    query(
        "shortened_selective",
        "shortened_selective(P, Q) -> position",
        2,
        "A move is one in either or in both; it ends when one of them does.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_its_own_row() {
        for (i, query) in Query::ALL.into_iter().enumerate() {
            assert_eq!(query as usize, i);
            assert_eq!(Query::named(query.spec().name), Some(query));
        }
        assert_eq!(Query::Form.spec().name, "form");
        assert_eq!(Query::MisereValue.spec().name, "misere_value");
    }
}
