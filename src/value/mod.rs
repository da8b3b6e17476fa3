//! Floor 3: run-time values, their total order and how they print. It does not know how they arise.

mod graph;
mod position;
mod set;

use std::rc::Rc;

pub use graph::{Edge, Graph};
pub use position::{Component, Instance, MoveRecord, MoveSide, Position};
pub use set::Set;

use crate::cgt::Periodicity;
use crate::number::Number;

/// A value of the language.
///
/// Equality, order and hash are *structural* ("as written"): positions compare by their components, never by their
/// values. Numbers are equal when they denote the same number.
#[derive(Clone, Debug)]
pub enum Value {
    /// An exact number; small integers are stored in place.
    Number(Number),
    /// A truth value.
    Bool(bool),
    /// A text.
    Text(Rc<str>),
    /// A member of an enum.
    Enum(Rc<EnumMember>),
    /// At least two entries.
    Tuple(Rc<[Value]>),
    /// A list (a bag is a list kept ascending).
    List(Rc<[Value]>),
    /// A finite set.
    Set(Set),
    /// A graph.
    Graph(Rc<Graph>),
    /// An edge of a graph.
    Edge(Rc<Edge>),
    /// A position: a multiset of components.
    Position(Rc<Position>),
    /// What `moves` and `winning_moves` list.
    Move(Rc<MoveRecord>),
    /// What `period` returns.
    Period(Rc<Periodicity>),
}

/// A member of an enum.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct EnumMember {
    /// Which enum, by number.
    pub ty: u32,
    /// Its place in the declaration, from 0.
    pub index: u32,
    /// Its name.
    pub name: Rc<str>,
}
