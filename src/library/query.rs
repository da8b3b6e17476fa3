//! The questions about positions, which an engine answers.

use super::table::{Spec, query};

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
}

impl Query {
    /// Every question, in the order of the table.
    pub const ALL: [Self; 22] = [
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
static QUERIES: [Spec; 22] = [
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
    query("form", "form([L...], [R...]) -> position", 2, "The value {L... | R...}."),
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
