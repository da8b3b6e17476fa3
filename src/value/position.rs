//! Positions as values: commutative multisets of components.

use std::rc::Rc;

use super::Value;
use crate::cgt::Form;

/// A game with its rule arguments: `Octal["0.77"]`. Interned: two instances are the same game iff their `id`s agree.
#[derive(Debug)]
pub struct Instance {
    /// Unique within a run.
    pub id: u32,
    /// The game's index in the model.
    pub game: u32,
    /// The game's name.
    pub name: Rc<str>,
    /// The rule arguments.
    pub args: Rc<[Value]>,
}

/// One summand of a position.
#[derive(Clone, Debug)]
pub enum Component {
    /// `NAME[args](fields)`, negated (Left and Right exchanged) or not.
    Play {
        /// The game.
        instance: Rc<Instance>,
        /// The fields, bags ascending.
        fields: Rc<[Value]>,
        /// `-P`.
        negated: bool,
    },
    /// `whole(P)`: a sum that is solved as one position; negation has been pushed inside.
    Whole(Rc<Position>),
    /// A position given by its value: `star(2)`, `up`, `form([0], [1])`, a number.
    Form(Form),
}

/// A position: a multiset of components, ascending, equal ones merged.
#[derive(Clone, Debug, Default)]
pub struct Position {
    /// Components, ascending, each with how often it occurs (at least 1).
    pub components: Vec<(Component, u64)>,
    /// `misere P`: to be played under the misère convention. Only queries take such a position.
    pub misere: bool,
}

/// Who may make a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum MoveSide {
    /// Left only.
    Left,
    /// Right only.
    Right,
    /// Either player.
    Both,
}

/// A move from a position, as `moves` lists it.
#[derive(Clone, Debug)]
pub struct MoveRecord {
    /// The clause's name.
    pub name: Rc<str>,
    /// The label: the name with its `in` variables, `take(k=2)`.
    pub label: Rc<str>,
    /// Who may make it.
    pub side: MoveSide,
    /// What moved, as a position of one component.
    pub component: Rc<Position>,
    /// What it became.
    pub result: Rc<Position>,
    /// The whole position after the move.
    pub to: Rc<Position>,
    /// Every binder variable with its value, in the order bound.
    pub bindings: Rc<[(Rc<str>, Value)]>,
}
