//! The total order of values, with the equality and the hash that go with it.

use crate::cgt::Movers;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::{Component, Edge, Graph, Instance, MoveRecord, Position, Value, nested};

impl Value {
    /// Values of different kinds are ordered by kind.
    fn rank(&self) -> u8 {
        match self {
            Self::Number(_) => 0,
            Self::Bool(_) => 1,
            Self::Text(_) => 2,
            Self::Enum(_) => 3,
            Self::Tuple(_) => 4,
            Self::List(_) => 5,
            Self::Set(_) => 6,
            Self::Graph(_) => 7,
            Self::Edge(_) => 8,
            Self::Position(_) => 9,
            Self::Move(_) => 10,
            Self::Period(_) => 11,
        }
    }
}

impl PartialEq for Value {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Enum(a), Self::Enum(b)) => (a.ty, a.index) == (b.ty, b.index),
            (Self::Tuple(a), Self::Tuple(b)) | (Self::List(a), Self::List(b)) => Rc::ptr_eq(a, b) || a == b,
            (Self::Set(a), Self::Set(b)) => a == b,
            (Self::Graph(a), Self::Graph(b)) => Rc::ptr_eq(a, b) || a == b,
            (Self::Edge(a), Self::Edge(b)) => Rc::ptr_eq(a, b) || a == b,
            (Self::Position(a), Self::Position(b)) => Rc::ptr_eq(a, b) || a == b,
            (Self::Move(a), Self::Move(b)) => Rc::ptr_eq(a, b) || a == b,
            (Self::Period(a), Self::Period(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Ord for Value {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.cmp(b),
            (Self::Bool(a), Self::Bool(b)) => a.cmp(b),
            // UTF-8 orders bytes as code points.
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            (Self::Enum(a), Self::Enum(b)) => (a.ty, a.index).cmp(&(b.ty, b.index)),
            (Self::Tuple(a), Self::Tuple(b)) | (Self::List(a), Self::List(b)) => a.cmp(b),
            (Self::Set(a), Self::Set(b)) => a.cmp(b),
            (Self::Graph(a), Self::Graph(b)) => a.cmp(b),
            (Self::Edge(a), Self::Edge(b)) => a.cmp(b),
            (Self::Position(a), Self::Position(b)) => a.cmp(b),
            (Self::Move(a), Self::Move(b)) => a.cmp(b),
            (Self::Period(a), Self::Period(b)) => a.cmp(b),
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl PartialOrd for Value {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Value {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(self.rank());
        match self {
            Self::Number(n) => n.hash(state),
            Self::Bool(truth) => truth.hash(state),
            Self::Text(text) => text.hash(state),
            Self::Enum(member) => (member.ty, member.index).hash(state),
            Self::Tuple(entries) | Self::List(entries) => entries.hash(state),
            Self::Set(set) => set.hash(state),
            Self::Graph(graph) => graph.hash(state),
            Self::Edge(edge) => edge.hash(state),
            Self::Position(position) => position.hash(state),
            Self::Move(record) => record.hash(state),
            Self::Period(period) => period.hash(state),
        }
    }
}

impl PartialEq for Edge {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
            && self.directed == other.directed
            && self.u == other.u
            && self.v == other.v
            && self.label == other.label
    }
}

impl Eq for Edge {}

impl Ord for Edge {
    /// As written; edges of different graphs also by what they join.
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(&other.id).then_with(|| {
            let key = (&self.u, &self.v, self.directed, &self.label);
            key.cmp(&(&other.u, &other.v, other.directed, &other.label))
        })
    }
}

impl PartialOrd for Edge {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Edge {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.id, &self.u, &self.v).hash(state);
    }
}

impl PartialEq for Graph {
    fn eq(&self, other: &Self) -> bool {
        self.vertices == other.vertices && self.edges == other.edges
    }
}

impl Eq for Graph {}

impl Ord for Graph {
    fn cmp(&self, other: &Self) -> Ordering {
        self.vertices.cmp(&other.vertices).then_with(|| self.edges.cmp(&other.edges))
    }
}

impl PartialOrd for Graph {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Graph {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.vertices.hash(state);
        self.edges.hash(state);
    }
}

impl PartialEq for Instance {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Instance {}

impl Ord for Instance {
    /// By game as declared, then by rule arguments.
    fn cmp(&self, other: &Self) -> Ordering {
        if self.id == other.id {
            return Ordering::Equal;
        }
        let order = self.game.cmp(&other.game).then_with(|| self.args.cmp(&other.args));
        order.then_with(|| self.id.cmp(&other.id))
    }
}

impl PartialOrd for Instance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Instance {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.id);
    }
}

impl PartialEq for Component {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Play { instance, fields, negated },
                Self::Play { instance: other, fields: theirs, negated: turned },
            ) => negated == turned && instance == other && (Rc::ptr_eq(fields, theirs) || fields == theirs),
            (Self::Whole(a), Self::Whole(b)) => Rc::ptr_eq(a, b) || a == b,
            (Self::Compound(rule, a), Self::Compound(other, b)) => rule == other && (Rc::ptr_eq(a, b) || a == b),
            (Self::Form(a), Self::Form(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Component {}

impl Ord for Component {
    /// Plays by game, fields and sign, then whole positions, compounds and forms.
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (
                Self::Play { instance, fields, negated },
                Self::Play { instance: other, fields: theirs, negated: turned },
            ) => instance.cmp(other).then_with(|| fields.cmp(theirs)).then_with(|| negated.cmp(turned)),
            (Self::Whole(a), Self::Whole(b)) => a.cmp(b),
            (Self::Form(a), Self::Form(b)) => a.cmp(b),
            (Self::Compound(rule, a), Self::Compound(other, b)) => rule.cmp(other).then_with(|| a.cmp(b)),
            (Self::Play { .. }, _)
            | (Self::Whole(_), Self::Compound(..) | Self::Form(_))
            | (Self::Compound(..), Self::Form(_)) => Ordering::Less,
            _ => Ordering::Greater,
        }
    }
}

impl PartialOrd for Component {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Component {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Play { instance, fields, negated } => {
                state.write_u8(u8::from(*negated));
                instance.hash(state);
                fields.hash(state);
            }
            Self::Whole(position) => {
                state.write_u8(2);
                position.hash(state);
            }
            Self::Compound(rule, both) => {
                state.write_u8(4);
                rule.hash(state);
                both.hash(state);
            }
            Self::Form(form) => {
                state.write_u8(3);
                form.hash(state);
            }
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.play == other.play
            && self.components.len() == other.components.len()
            && nested(|| self.components == other.components)
    }
}

impl Eq for Position {}

impl Ord for Position {
    /// As the ascending lists of their components, each as often as it occurs.
    fn cmp(&self, other: &Self) -> Ordering {
        nested(|| self.compare_components(other)).then(self.play.cmp(&other.play))
    }
}

impl Position {
    fn compare_components(&self, other: &Self) -> Ordering {
        for (at, ((a, m), (b, n))) in self.components.iter().zip(&other.components).enumerate() {
            let order = a.cmp(b);
            if order.is_ne() {
                return order;
            }
            // The one that has fewer of them goes on with something greater, or ends.
            let ends = |position: &Self| position.components.len() == at + 1;
            match m.cmp(n) {
                Ordering::Equal => {}
                Ordering::Less => return if ends(self) { Ordering::Less } else { Ordering::Greater },
                Ordering::Greater => return if ends(other) { Ordering::Greater } else { Ordering::Less },
            }
        }
        self.components.len().cmp(&other.components.len())
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(u8::from(self.play.is_misere()));
        nested(|| self.components.hash(state));
    }
}

/// What tells move records apart, the most telling first.
type MoveKey<'a> = (&'a str, &'a [(Rc<str>, Value)], Movers, [&'a Position; 3], &'a str);

impl MoveRecord {
    fn key(&self) -> MoveKey<'_> {
        (&self.name, &self.bindings, self.side, [&self.component, &self.result, &self.to], &self.label)
    }
}

impl PartialEq for MoveRecord {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for MoveRecord {}

impl Ord for MoveRecord {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for MoveRecord {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for MoveRecord {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}
