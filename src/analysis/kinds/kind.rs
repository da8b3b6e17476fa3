//! What is known of a value before it exists.

use std::rc::Rc;

use crate::analysis::model::{Marks, Type};
use crate::value::Value;

/// The kind of an expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::analysis) enum Kind {
    /// Nothing yet: a recursive call, the element of an empty list.
    Never,
    /// Anything: nothing is said about it.
    Unknown,
    /// A number; `zero` when it is written `0`, or a sum over nothing, and so is the empty position as well.
    Number {
        zero: bool,
    },
    Bool,
    Text,
    /// A member of this enum.
    Enum(u32),
    Tuple(Rc<[Kind]>),
    /// A list or a bag.
    List(Rc<Kind>),
    Set(Rc<Kind>),
    Graph,
    Edge,
    /// What `moves` lists, with the marks of the position.
    Move(Pos),
    Period,
    Position(Pos),
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(in crate::analysis) struct Pos {
    /// Of the position and all that it leads to.
    pub(in crate::analysis) marks: Marks,
    /// It may have been given by its value: `up`, `form(...)`, `value(P)`.
    pub(in crate::analysis) form: bool,
    /// It may be a canonical form of normal play: `value(P)`, `form(...)`.
    pub(in crate::analysis) canonical: bool,
}

impl Pos {
    pub(super) fn of(marks: Marks) -> Self {
        Self { marks, form: false, canonical: false }
    }

    pub(super) fn given_by_value() -> Self {
        Self { marks: Marks::default(), form: true, canonical: false }
    }

    /// A value that is known by its canonical form only.
    pub(super) fn given_by_form() -> Self {
        Self { canonical: true, ..Self::given_by_value() }
    }

    pub(super) fn join(self, other: Self) -> Self {
        Self {
            marks: join_marks(self.marks, other.marks),
            form: self.form || other.form,
            canonical: self.canonical || other.canonical,
        }
    }

    /// The same position, not under misère play.
    pub(super) fn plain(self) -> Self {
        Self { marks: Marks { misere: false, ..self.marks }, ..self }
    }
}

pub(super) fn join_marks(a: Marks, b: Marks) -> Marks {
    Marks {
        partizan: a.partizan || b.partizan,
        loopy: a.loopy || b.loopy,
        wins_if: a.wins_if || b.wins_if,
        misere: a.misere || b.misere,
    }
}

/// Lists of lists deeper than this are no longer told apart.
const MAX_DEPTH: usize = 6;

impl Kind {
    pub(in crate::analysis) const NUMBER: Self = Self::Number { zero: false };

    pub(super) fn list(element: Self) -> Self {
        Self::List(Rc::new(element.limited(MAX_DEPTH)))
    }

    pub(super) fn set(element: Self) -> Self {
        Self::Set(Rc::new(element.limited(MAX_DEPTH)))
    }

    pub(super) fn tuple(entries: Vec<Self>) -> Self {
        Self::Tuple(entries.into_iter().map(|k| k.limited(MAX_DEPTH)).collect())
    }

    pub(super) fn numbers() -> Self {
        Self::set(Self::NUMBER)
    }

    pub(super) fn cells() -> Self {
        Self::set(Self::tuple(vec![Self::NUMBER, Self::NUMBER]))
    }

    fn limited(self, depth: usize) -> Self {
        if self.depth() > depth { Self::Unknown } else { self }
    }

    fn depth(&self) -> usize {
        match self {
            Self::List(k) | Self::Set(k) => 1 + k.depth(),
            Self::Tuple(entries) => 1 + entries.iter().map(Self::depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// The kind of what may be either.
    pub(super) fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Never, k) | (k, Self::Never) => k.clone(),
            (Self::Number { zero: a }, Self::Number { zero: b }) => Self::Number { zero: *a && *b },
            (Self::Number { zero: true }, Self::Position(p)) | (Self::Position(p), Self::Number { zero: true }) => {
                Self::Position(*p)
            }
            (Self::Position(a), Self::Position(b)) => Self::Position(a.join(*b)),
            (Self::Move(a), Self::Move(b)) => Self::Move(a.join(*b)),
            (Self::List(a), Self::List(b)) => Self::list(a.join(b)),
            (Self::Set(a), Self::Set(b)) => Self::set(a.join(b)),
            (Self::Tuple(a), Self::Tuple(b)) if a.len() == b.len() => {
                Self::tuple(a.iter().zip(b.iter()).map(|(x, y)| x.join(y)).collect())
            }
            (a, b) if a == b => a.clone(),
            _ => Self::Unknown,
        }
    }

    pub(super) fn join_all(kinds: impl IntoIterator<Item = Self>) -> Self {
        kinds.into_iter().fold(Self::Never, |a, b| a.join(&b))
    }

    /// The kind of a variable that holds it: a variable holding 0 is not the empty position.
    pub(super) fn held(self) -> Self {
        match self {
            Self::Number { .. } => Self::NUMBER,
            kind => kind,
        }
    }

    /// Nothing can be said of it.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Self::Never | Self::Unknown)
    }

    pub(super) fn of_value(value: &Value) -> Self {
        match value {
            Value::Number(n) => Self::Number { zero: n.is_zero() },
            Value::Bool(_) => Self::Bool,
            Value::Text(_) => Self::Text,
            Value::Enum(member) => Self::Enum(member.ty),
            _ => Self::Unknown,
        }
    }

    /// The kind of a type; `of_domain` gives that of a domain's elements.
    pub(super) fn of_type(ty: &Type, of_domain: &mut dyn FnMut(&crate::analysis::model::Expr) -> Self) -> Self {
        match ty {
            Type::Nat | Type::Int => Self::NUMBER,
            Type::Bool => Self::Bool,
            Type::Text => Self::Text,
            Type::Graph => Self::Graph,
            Type::List(inner) | Type::Bag(inner) => Self::list(Self::of_type(inner, of_domain)),
            Type::Set(inner) => Self::set(Self::of_type(inner, of_domain)),
            Type::Tuple(entries) => Self::tuple(entries.iter().map(|t| Self::of_type(t, of_domain)).collect()),
            Type::Enum(index) => Self::Enum(*index),
            Type::Domain(e) => of_domain(e),
            Type::Error => Self::Unknown,
        }
    }

    /// Whether a value may be of both kinds; the literal 0 counts as a position only where `zero` says so.
    pub(super) fn may_be(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Never | Self::Unknown, _)
            | (_, Self::Never | Self::Unknown)
            | (Self::Number { .. }, Self::Number { .. })
            | (Self::Position(_), Self::Position(_))
            | (Self::Move(_), Self::Move(_)) => true,
            (Self::List(a), Self::List(b)) | (Self::Set(a), Self::Set(b)) => {
                // The empty list is of every kind, but nobody writes a comparison for that case alone.
                a.may_be(b)
            }
            (Self::Tuple(a), Self::Tuple(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(x, y)| x.may_be(y)),
            (a, b) => a == b,
        }
    }

    /// What it is, with its article.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Never | Self::Unknown => "a value",
            Self::Number { .. } => "a number",
            Self::Bool => "a truth value",
            Self::Text => "a text",
            Self::Enum(_) => "a member of an enum",
            Self::Tuple(_) => "a tuple",
            Self::List(inner) => return plural("a list", inner),
            Self::Set(inner) => return plural("a set", inner),
            Self::Graph => "a graph",
            Self::Edge => "an edge",
            Self::Move(_) => "a move",
            Self::Period => "a period",
            Self::Position(_) => "a position",
        }
        .to_owned()
    }
}

fn plural(outer: &str, inner: &Kind) -> String {
    let inner = match inner {
        Kind::Number { .. } => "numbers",
        Kind::Bool => "truth values",
        Kind::Text => "texts",
        Kind::Tuple(_) => "tuples",
        Kind::List(_) => "lists",
        Kind::Set(_) => "sets",
        Kind::Edge => "edges",
        Kind::Move(_) => "moves",
        Kind::Position(_) => "positions",
        Kind::Graph => "graphs",
        Kind::Never | Kind::Unknown | Kind::Enum(_) | Kind::Period => return outer.to_owned(),
    };
    format!("{outer} of {inner}")
}
