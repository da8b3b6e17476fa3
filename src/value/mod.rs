//! Floor 3: run-time values, their total order and how they print. It does not know how they arise.

mod display;
mod encode;
mod graph;
mod order;
mod position;
mod set;

#[cfg(test)]
mod tests;

use std::rc::Rc;

#[cfg(test)]
use encode::encode;
pub use graph::{Edge, Graph};
pub use position::{Component, Instance, MoveRecord, Position};
pub use set::{Set, Universe};

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

impl Value {
    /// A small integer.
    #[inline]
    #[must_use]
    pub const fn int(n: i64) -> Self {
        Self::Number(Number::Small(n))
    }

    /// A text.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    /// A list.
    #[must_use]
    pub fn list(entries: Vec<Self>) -> Self {
        Self::List(entries.into())
    }

    /// A bag: the list of the entries, ascending.
    #[must_use]
    pub fn bag(mut entries: Vec<Self>) -> Self {
        entries.sort();
        Self::List(entries.into())
    }

    /// A tuple.
    #[must_use]
    pub fn tuple(entries: Vec<Self>) -> Self {
        Self::Tuple(entries.into())
    }

    /// The integer, if it is one that fits.
    #[inline]
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Number(number) => number.to_i64(),
            _ => None,
        }
    }

    /// The integer as a size or an index, if it is one that fits.
    #[inline]
    #[must_use]
    pub fn as_usize(&self) -> Option<usize> {
        match self {
            Self::Number(number) => number.to_usize(),
            _ => None,
        }
    }

    /// The number.
    #[inline]
    #[must_use]
    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The truth value.
    #[inline]
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The text.
    #[must_use]
    pub fn as_text(&self) -> Option<&Rc<str>> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The entries of a list.
    #[inline]
    #[must_use]
    pub fn as_list(&self) -> Option<&Rc<[Self]>> {
        match self {
            Self::List(entries) => Some(entries),
            _ => None,
        }
    }

    /// The entries of a tuple.
    #[inline]
    #[must_use]
    pub fn as_tuple(&self) -> Option<&Rc<[Self]>> {
        match self {
            Self::Tuple(entries) => Some(entries),
            _ => None,
        }
    }

    /// The set.
    #[inline]
    #[must_use]
    pub fn as_set(&self) -> Option<&Set> {
        match self {
            Self::Set(set) => Some(set),
            _ => None,
        }
    }

    /// The graph.
    #[must_use]
    pub fn as_graph(&self) -> Option<&Rc<Graph>> {
        match self {
            Self::Graph(graph) => Some(graph),
            _ => None,
        }
    }

    /// The position; the number 0 is none here.
    #[inline]
    #[must_use]
    pub fn as_position(&self) -> Option<&Rc<Position>> {
        match self {
            Self::Position(position) => Some(position),
            _ => None,
        }
    }

    /// A word for its kind, with its article: `a number`.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        match self {
            Self::Number(_) => "a number",
            Self::Bool(_) => "a truth value",
            Self::Text(_) => "a text",
            Self::Enum(_) => "a member of an enum",
            Self::Tuple(_) => "a tuple",
            Self::List(_) => "a list",
            Self::Set(_) => "a set",
            Self::Graph(_) => "a graph",
            Self::Edge(_) => "an edge",
            Self::Position(_) => "a position",
            Self::Move(_) => "a move",
            Self::Period(_) => "a period",
        }
    }
}

impl From<Number> for Value {
    #[inline]
    fn from(number: Number) -> Self {
        Self::Number(number)
    }
}

impl From<i64> for Value {
    #[inline]
    fn from(n: i64) -> Self {
        Self::int(n)
    }
}

impl From<i32> for Value {
    #[inline]
    fn from(n: i32) -> Self {
        Self::int(n.into())
    }
}

impl From<u64> for Value {
    #[inline]
    fn from(n: u64) -> Self {
        Self::Number(n.into())
    }
}

impl From<usize> for Value {
    #[inline]
    fn from(n: usize) -> Self {
        Self::Number(n.into())
    }
}

impl From<bool> for Value {
    #[inline]
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<Vec<Value>> for Value {
    fn from(entries: Vec<Value>) -> Self {
        Self::list(entries)
    }
}

impl From<Set> for Value {
    fn from(set: Set) -> Self {
        Self::Set(set)
    }
}

impl From<Position> for Value {
    fn from(position: Position) -> Self {
        Self::Position(Rc::new(position))
    }
}

impl From<Rc<Position>> for Value {
    fn from(position: Rc<Position>) -> Self {
        Self::Position(position)
    }
}

/// Runs a step of a walk through nested values, with a fresh piece of stack when the present one is nearly used up:
/// positions may nest as deep as a program builds them.
#[inline]
fn nested<R>(step: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(128 << 10, 1 << 20, step)
}
