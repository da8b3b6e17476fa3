//! Questions about positions.

use super::{SetTerm, TermId};
use crate::cgt::{ByPlayer, Play, Player, Question};
use crate::value::Value;

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// The Grundy value.
    Grundy,
    /// Whether the player to move wins.
    Wins,
    /// Whether the player to move loses.
    Loses,
    /// Whether a single position in which the players have different moves has one of these outcome classes.
    Outcome(Classes),
}

/// Some of the classes that a play which ends can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Classes([[bool; 2]; 2]);

impl Classes {
    /// The classes in which Left wins, or Right, when this one of them starts.
    #[must_use]
    pub fn first(starter: Player, wins: bool) -> Self {
        let mut classes = Self::default();
        for (left_wins, row) in classes.0.iter_mut().enumerate() {
            for (right_wins, holds) in row.iter_mut().enumerate() {
                *holds = (ByPlayer { left: left_wins, right: right_wins }[starter] == 1) == wins;
            }
        }
        classes
    }

    /// The class with this letter.
    #[must_use]
    pub fn named(letter: &str) -> Option<Self> {
        let (left_wins, right_wins) = match letter {
            "N" => (1, 1),
            "L" => (1, 0),
            "R" => (0, 1),
            "P" => (0, 0),
            _ => return None,
        };
        let mut classes = Self::default();
        classes.0[left_wins][right_wins] = true;
        Some(classes)
    }

    /// The classes in either.
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()).for_each(|(own, more)| *own |= more);
        self
    }

    /// Whether it has the class of a position that Left wins when Left starts, or not, and Right when Right starts.
    #[must_use]
    pub fn hold(self, left_wins: bool, right_wins: bool) -> bool {
        self.0[usize::from(left_wins)][usize::from(right_wins)]
    }

    /// The player when only what happens when that one starts matters; `None` when both do.
    #[must_use]
    pub fn one_start(self) -> Option<Player> {
        Player::BOTH.into_iter().find(|&starter| [true, false].iter().any(|&wins| self == Self::first(starter, wins)))
    }
}

/// A question about a sum of positions of impartial games, or about one in which the players have different moves.
#[derive(Debug)]
pub struct Ask {
    /// What.
    pub asked: Asked,
    /// Under which play.
    pub play: Play,
    /// The components of the sum.
    pub parts: Vec<Part>,
}

impl Ask {
    /// What the engine is asked about each component.
    #[must_use]
    pub fn question(&self) -> Question {
        match self.asked {
            Asked::Grundy => Question::Grundy,
            // A sum is lost where its value is 0.
            Asked::Wins | Asked::Loses if self.parts.len() != 1 && !self.play.is_misere() => Question::Grundy,
            _ => Question::Wins(self.play),
        }
    }
}

/// A component of the sum.
#[derive(Debug)]
pub struct Part {
    /// Its game, with the rule arguments.
    pub instance: Which,
    /// Its fields.
    pub fields: Vec<FieldTerm>,
}

/// Which instance.
#[derive(Debug)]
pub enum Which {
    /// An entry of `Model::instances`.
    Static {
        /// Which one.
        index: u32,
        /// Index of its game.
        game: u32,
    },
    /// A game with rule arguments that mention variables.
    Dynamic {
        /// Index of the game.
        game: u32,
        /// Its rule arguments.
        args: Box<[TermId]>,
    },
}

/// A field of a position.
#[derive(Debug)]
pub enum FieldTerm {
    /// A number.
    Number(TermId),
    /// A list or bag written out.
    List(Box<[TermId]>),
    /// A set that may differ.
    Set(SetTerm),
    /// No number, and the same everywhere.
    Fixed(Value),
}

impl Part {
    /// Calls `f` on the terms of its rule arguments and fields.
    pub fn terms(&self, f: &mut dyn FnMut(TermId)) {
        if let Which::Dynamic { args, .. } = &self.instance {
            args.iter().for_each(|arg| f(*arg));
        }
        for field in &self.fields {
            match field {
                FieldTerm::Number(term) => f(*term),
                FieldTerm::List(terms) => terms.iter().for_each(|term| f(*term)),
                FieldTerm::Set(set) => set.terms(f),
                FieldTerm::Fixed(_) => {}
            }
        }
    }

    /// Index of the game.
    #[must_use]
    pub fn game(&self) -> u32 {
        match self.instance {
            Which::Static { game, .. } | Which::Dynamic { game, .. } => game,
        }
    }
}
