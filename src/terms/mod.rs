//! The desugared language of numbers and truth values: what a generator, a claim or a guard says when names are slots,
//! functions are put in place of their calls, and every operator is one of a few.
//!
//! A [`Term`] names its operands by [`TermId`]; [`Terms`] keeps them in the order made, operands first, each with the place
//! that it was written at. A [`Plan`] of ranges, definitions, guards and a body is a formula: for all instances that pass
//! the guards, the body. Whoever reads terms (evaluation by columns, proofs) decides what it can answer; a term that
//! cannot be answered has no short way, and the expression that it came from is evaluated instead.

mod arith;
mod ask;
mod plan;
mod position;
mod translate;
mod variables;

pub use arith::{has_small, small};
pub use ask::{Ask, Asked, Classes, FieldTerm, Part, Which};
pub use plan::{Plan, Step};
pub use translate::Translator;

use crate::analysis::model::Slot;
use crate::base::Span;
use crate::library::Builtin;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::Set;

/// A term, by its place among the [`Terms`] of one plan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct TermId(u32);

/// Something that gives one small integer an instance; truth values are 0 and 1.
#[derive(Debug)]
pub enum Term {
    /// The same for all.
    Const(i64),
    /// A variable of the frame around the binders.
    Outer {
        /// Where it is.
        slot: Slot,
        /// It is a truth value.
        truth: bool,
    },
    /// A parameter or a `let` of the file.
    Global(u32),
    /// A variable of the binders.
    Column(usize),
    /// Arithmetic, as [`small`] does it.
    Arith(BinaryOp, [TermId; 2]),
    /// An order or equality.
    Compare(CompareOp, [TermId; 2]),
    /// `-x`
    Neg(TermId),
    /// `abs(x)`
    Abs(TermId),
    /// `not x`
    Not(TermId),
    /// `bit(n, place)`
    Bit([TermId; 2]),
    /// `gcd(a, b)`
    Gcd([TermId; 2]),
    /// `min(a, b, ...)`
    Least(Box<[TermId]>),
    /// `max(a, b, ...)`
    Greatest(Box<[TermId]>),
    /// An entry of a list that is a variable of the frame around the binders.
    Entry(Slot, TermId),
    /// An entry of a list that is a variable of the binders: its first column, how many there are, and the index.
    Pick(usize, usize, TermId),
    /// What is said of a set that is a variable of the binders, by its column.
    Measure(Measure, usize),
    /// Whether a set that is a variable of the binders has an element.
    Member(Element, usize),
    /// The integer part of a square root.
    Root(TermId),
    /// A function of the library, called for every instance.
    Library {
        /// Which one.
        function: Builtin,
        /// Its arguments.
        args: Box<[TermId]>,
        /// It gives a truth value.
        truth: bool,
    },
    /// Whether an element lies between a least and a greatest one: these three.
    Inside([TermId; 3]),
    /// An element that lies between a least and a greatest, or there is no short way.
    Within([TermId; 3]),
    /// All hold; later parts are looked at only where the earlier ones hold.
    All(Box<[TermId]>),
    /// One holds; later parts are looked at only where the earlier ones do not.
    Any(Box<[TermId]>),
    /// Condition, then, else: each only where it is chosen.
    If([TermId; 3]),
    /// A natural number, or there is no short way.
    Natural(TermId),
    /// A question about positions.
    Ask(Box<Ask>),
}

/// What a set has one of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The number of its elements.
    Len,
    /// The sum of its elements, which are numbers.
    Sum,
    /// The least of them, if there is one.
    Least,
    /// The greatest of them.
    Greatest,
}

/// An element of a set.
#[derive(Debug)]
pub enum Element {
    /// A number.
    Number(TermId),
    /// A tuple of numbers.
    Tuple(Box<[TermId]>),
}

/// Something that gives a set of known elements an instance: a mask.
#[derive(Debug)]
pub enum SetTerm {
    /// The same for all.
    Fixed(Set),
    /// A variable of the frame around the binders.
    Outer(Slot),
    /// A parameter or a `let` of the file.
    Global(u32),
    /// A variable of the binders.
    Column(usize),
    /// All numbers from a least to a greatest.
    Range([TermId; 2]),
    /// Elements written out.
    Elements(Vec<Element>),
    /// `|`, `&`, `-` or `xor`.
    Both(BinaryOp, Box<[SetTerm; 2]>),
}

/// What a variable of the binders is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A small integer.
    Number,
    /// A truth value.
    Truth,
    /// A list of numbers, of this length: a column each.
    List(usize),
    /// A tuple of numbers, likewise.
    Tuple(usize),
    /// A set whose mask is the column.
    Set,
}

/// A variable of the binders.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// Where the frame has it; `None` for `_`.
    pub slot: Option<Slot>,
    /// What it is.
    pub kind: Kind,
    /// Its first column.
    pub column: usize,
}

impl Kind {
    /// How many columns it has.
    #[must_use]
    pub fn width(self) -> usize {
        match self {
            Self::Number | Self::Truth | Self::Set => 1,
            Self::List(len) | Self::Tuple(len) => len,
        }
    }
}

impl Element {
    /// Its numbers.
    #[must_use]
    pub fn terms(&self) -> &[TermId] {
        match self {
            Self::Number(term) => std::slice::from_ref(term),
            Self::Tuple(terms) => terms,
        }
    }
}

impl SetTerm {
    /// Calls `f` on the terms that it has.
    pub fn terms(&self, f: &mut dyn FnMut(TermId)) {
        match self {
            Self::Fixed(_) | Self::Outer(_) | Self::Global(_) | Self::Column(_) => {}
            Self::Range(ends) => ends.iter().for_each(|end| f(*end)),
            Self::Elements(list) => list.iter().flat_map(Element::terms).for_each(|term| f(*term)),
            Self::Both(_, parts) => parts.iter().for_each(|part| part.terms(f)),
        }
    }
}

impl Term {
    /// Calls `f` on the operands.
    pub fn operands(&self, f: &mut dyn FnMut(TermId)) {
        match self {
            Self::Const(_) | Self::Outer { .. } | Self::Global(_) | Self::Column(_) | Self::Measure(..) => {}
            Self::Member(element, _) => element.terms().iter().for_each(|term| f(*term)),
            Self::Arith(_, parts) | Self::Compare(_, parts) | Self::Bit(parts) | Self::Gcd(parts) => {
                parts.iter().for_each(|part| f(*part));
            }
            Self::Neg(a) | Self::Abs(a) | Self::Not(a) | Self::Natural(a) | Self::Root(a) => f(*a),
            Self::Entry(_, a) | Self::Pick(_, _, a) => f(*a),
            Self::Least(parts)
            | Self::Greatest(parts)
            | Self::All(parts)
            | Self::Any(parts)
            | Self::Library { args: parts, .. } => parts.iter().for_each(|part| f(*part)),
            Self::Inside(parts) | Self::Within(parts) | Self::If(parts) => parts.iter().for_each(|part| f(*part)),
            Self::Ask(ask) => ask.parts.iter().for_each(|part| part.terms(f)),
        }
    }

    /// Whether this operator costs, or may fail where it is not meant to be looked at.
    fn is_partial(&self, terms: &Terms) -> bool {
        match self {
            Self::Ask(_)
            | Self::Entry(..)
            | Self::Pick(..)
            | Self::Measure(Measure::Sum | Measure::Least | Measure::Greatest, _)
            | Self::Natural(_)
            | Self::Within(_)
            | Self::Bit(_)
            | Self::Gcd(_)
            | Self::Root(_)
            | Self::Library { .. } => true,
            Self::Arith(op, [_, by]) => match op {
                BinaryOp::FloorDiv | BinaryOp::Mod => !matches!(terms.get(*by), Self::Const(n) if *n > 0),
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => false,
                _ => true,
            },
            _ => false,
        }
    }
}

/// Terms, operands before what is made of them.
#[derive(Debug, Default)]
pub struct Terms {
    terms: Vec<Made>,
}

/// A term with what is known of it and everything inside.
#[derive(Debug)]
struct Made {
    term: Term,
    span: Span,
    asks: bool,
    partial: bool,
}

impl Terms {
    /// Adds a term whose operands are here, written at `span`.
    pub fn add(&mut self, span: Span, term: Term) -> TermId {
        let (mut asks, mut partial) = (matches!(term, Term::Ask(_)), term.is_partial(self));
        term.operands(&mut |operand| {
            asks |= self.asks(operand);
            partial |= self.is_partial(operand);
        });
        let id = TermId(u32::try_from(self.terms.len()).unwrap_or(u32::MAX));
        self.terms.push(Made { term, span, asks, partial });
        id
    }

    /// A term.
    #[inline]
    #[must_use]
    pub fn get(&self, id: TermId) -> &Term {
        &self.made(id).term
    }

    /// Where it was written.
    #[must_use]
    pub fn span(&self, id: TermId) -> Span {
        self.made(id).span
    }

    /// Whether it, or something inside it, asks about positions.
    #[must_use]
    pub fn asks(&self, id: TermId) -> bool {
        self.made(id).asks
    }

    /// Whether it costs, or may fail where it is not meant to be looked at.
    #[must_use]
    pub fn is_partial(&self, id: TermId) -> bool {
        self.made(id).partial
    }

    #[inline]
    fn made(&self, id: TermId) -> &Made {
        &self.terms[id.0 as usize]
    }

    /// Calls `f` on a term and everything inside; as deep as the expression nests.
    pub fn walk<'a>(&'a self, id: TermId, f: &mut dyn FnMut(&'a Term)) {
        let term = self.get(id);
        f(term);
        term.operands(&mut |operand| self.walk(operand, f));
    }

    /// The integer, of a term that is one.
    #[must_use]
    pub fn as_const(&self, id: TermId) -> Option<i64> {
        if let Term::Const(n) = self.get(id) { Some(*n) } else { None }
    }
}
