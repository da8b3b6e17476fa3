//! Expressions over columns.

use crate::analysis::model::Slot;
use crate::cgt::{ByPlayer, Play, Player, Question};
use crate::library::Builtin;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::{Set, Value};

/// Something that gives one small integer an instance; truth values are 0 and 1.
#[derive(Debug)]
pub(super) enum Code {
    /// The same for all.
    Const(i64),
    /// A variable of the frame around the binders.
    Outer {
        slot: Slot,
        truth: bool,
    },
    /// A parameter or a `let` of the file.
    Global(u32),
    /// A variable of the binders.
    Column(usize),
    /// Arithmetic.
    Arith(BinaryOp, Box<[Code; 2]>),
    /// An order or equality.
    Compare(CompareOp, Box<[Code; 2]>),
    Neg(Box<Code>),
    Abs(Box<Code>),
    Not(Box<Code>),
    Bit(Box<[Code; 2]>),
    Gcd(Box<[Code; 2]>),
    Least(Box<[Code]>),
    Greatest(Box<[Code]>),
    /// An entry of a list that is a variable of the frame around the binders.
    Entry(Slot, Box<Code>),
    /// An entry of a list that is a variable of the binders: its first column, how many there are, and the index.
    Pick(usize, usize, Box<Code>),
    /// What is said of a set that is a variable of the binders, by its column.
    Measure(Measure, usize),
    /// Whether a set that is a variable of the binders has an element.
    Member(Box<Element>, usize),
    /// The integer part of a square root.
    Root(Box<Code>),
    /// A function of the library, called for every instance.
    Library {
        function: Builtin,
        args: Box<[Code]>,
        truth: bool,
    },
    /// Element, least, greatest.
    Inside(Box<[Code; 3]>),
    /// An element that lies between a least and a greatest, or there is no short way.
    Within(Box<[Code; 3]>),
    /// All hold; later parts are looked at only where the earlier ones hold.
    All(Box<[Code]>),
    /// One holds; later parts are looked at only where the earlier ones do not.
    Any(Box<[Code]>),
    /// Condition, then, else: each only where it is chosen.
    If(Box<[Code; 3]>),
    /// A natural number, or there is no short way.
    Natural(Box<Code>),
    /// A question about positions.
    Ask(Box<Ask>),
}

/// What a set has one of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Measure {
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
pub(super) enum Element {
    Number(Code),
    /// A tuple of numbers.
    Tuple(Vec<Code>),
}

/// Something that gives a set of known elements an instance: a mask.
#[derive(Debug)]
pub(super) enum SetCode {
    /// The same for all.
    Fixed(Set),
    /// A variable of the frame around the binders.
    Outer(Slot),
    /// A parameter or a `let` of the file.
    Global(u32),
    /// A variable of the binders.
    Column(usize),
    /// All numbers from a least to a greatest.
    Range(Box<[Code; 2]>),
    /// Elements written out.
    Elements(Vec<Element>),
    /// `|`, `&`, `-` or `xor`.
    Both(BinaryOp, Box<[SetCode; 2]>),
}

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asked {
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
pub(super) struct Classes([[bool; 2]; 2]);

impl Classes {
    /// The classes in which Left wins, or Right, when this one of them starts.
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
    pub fn or(mut self, other: Self) -> Self {
        self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()).for_each(|(own, more)| *own |= more);
        self
    }

    /// Whether it has the class of a position that Left wins when Left starts, or not, and Right when Right starts.
    pub fn hold(self, left_wins: bool, right_wins: bool) -> bool {
        self.0[usize::from(left_wins)][usize::from(right_wins)]
    }

    /// The player when only what happens when that one starts matters; `None` when both do.
    pub fn one_start(self) -> Option<Player> {
        Player::BOTH.into_iter().find(|&starter| [true, false].iter().any(|&wins| self == Self::first(starter, wins)))
    }
}

/// A question about a sum of positions of impartial games, or about one in which the players have different moves.
#[derive(Debug)]
pub(super) struct Ask {
    pub asked: Asked,
    pub play: Play,
    pub parts: Vec<Part>,
}

impl Ask {
    /// What the engine is asked about each component.
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
pub(super) struct Part {
    pub instance: Which,
    pub fields: Vec<FieldCode>,
}

/// Which instance.
#[derive(Debug)]
pub(super) enum Which {
    /// An entry of [`Model::instances`].
    Static { index: u32, game: u32 },
    /// A game with rule arguments that mention variables.
    Dynamic { game: u32, args: Vec<Code> },
}

/// A field of a position.
#[derive(Debug)]
pub(super) enum FieldCode {
    Number(Code),
    /// A list or bag written out.
    List(Vec<Code>),
    /// A set that may differ.
    Set(SetCode),
    /// No number, and the same everywhere.
    Fixed(Value),
}

impl Code {
    /// Calls `f` on this and everything inside.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Code)) {
        f(self);
        match self {
            Code::Const(_) | Code::Outer { .. } | Code::Global(_) | Code::Column(_) | Code::Measure(..) => {}
            Code::Member(element, _) => element.codes().iter().for_each(|code| code.walk(f)),
            Code::Arith(_, parts) | Code::Compare(_, parts) | Code::Bit(parts) | Code::Gcd(parts) => {
                parts.iter().for_each(|part| part.walk(f));
            }
            Code::Neg(a) | Code::Abs(a) | Code::Not(a) | Code::Natural(a) | Code::Root(a) => a.walk(f),
            Code::Entry(_, a) | Code::Pick(_, _, a) => a.walk(f),
            Code::Library { args, .. } => args.iter().for_each(|arg| arg.walk(f)),
            Code::Least(parts) | Code::Greatest(parts) | Code::All(parts) | Code::Any(parts) => {
                parts.iter().for_each(|part| part.walk(f));
            }
            Code::Inside(parts) | Code::Within(parts) | Code::If(parts) => parts.iter().for_each(|part| part.walk(f)),
            Code::Ask(ask) => ask.parts.iter().for_each(|part| part.walk(f)),
        }
    }

    /// Calls `f` on every question inside.
    pub fn walk_asks<'a>(&'a self, f: &mut dyn FnMut(&'a Ask)) {
        self.walk(&mut |code| {
            if let Code::Ask(ask) = code {
                f(ask);
            }
        });
    }

    /// Whether it asks about positions.
    pub fn asks(&self) -> bool {
        let mut asks = false;
        self.walk(&mut |code| asks |= matches!(code, Code::Ask(_)));
        asks
    }

    /// Whether it costs, or may fail where it is not meant to be looked at.
    pub fn is_partial(&self) -> bool {
        let mut partial = false;
        self.walk(&mut |code| {
            partial |= match code {
                Code::Ask(_)
                | Code::Entry(..)
                | Code::Pick(..)
                | Code::Measure(Measure::Sum | Measure::Least | Measure::Greatest, _)
                | Code::Natural(_)
                | Code::Within(_)
                | Code::Bit(_)
                | Code::Gcd(_)
                | Code::Root(_)
                | Code::Library { .. } => true,
                Code::Arith(op, parts) => match op {
                    BinaryOp::FloorDiv | BinaryOp::Mod => !matches!(parts[1], Code::Const(n) if n > 0),
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => false,
                    _ => true,
                },
                _ => false,
            };
        });
        partial
    }
}

/// What a variable of the binders is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Number,
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
pub(super) struct Variable {
    pub slot: Slot,
    pub kind: Kind,
    /// Its first column.
    pub column: usize,
}

impl Kind {
    /// How many columns it has.
    pub fn width(self) -> usize {
        match self {
            Self::Number | Self::Truth | Self::Set => 1,
            Self::List(len) | Self::Tuple(len) => len,
        }
    }
}

impl Element {
    /// Its numbers.
    pub fn codes(&self) -> &[Code] {
        match self {
            Self::Number(code) => std::slice::from_ref(code),
            Self::Tuple(codes) => codes,
        }
    }
}

impl SetCode {
    /// Calls `f` on every code inside.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Code)) {
        match self {
            Self::Fixed(_) | Self::Outer(_) | Self::Global(_) | Self::Column(_) => {}
            Self::Range(ends) => ends.iter().for_each(|code| code.walk(f)),
            Self::Elements(list) => list.iter().flat_map(Element::codes).for_each(|code| code.walk(f)),
            Self::Both(_, parts) => parts.iter().for_each(|part| part.walk(f)),
        }
    }
}

impl Part {
    /// Calls `f` on every code of its rule arguments and fields.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Code)) {
        if let Which::Dynamic { args, .. } = &self.instance {
            args.iter().for_each(|arg| arg.walk(f));
        }
        for field in &self.fields {
            match field {
                FieldCode::Number(code) => code.walk(f),
                FieldCode::List(codes) => codes.iter().for_each(|code| code.walk(f)),
                FieldCode::Set(set) => set.walk(f),
                FieldCode::Fixed(_) => {}
            }
        }
    }

    /// Index of the game.
    pub fn game(&self) -> u32 {
        match self.instance {
            Which::Static { game, .. } | Which::Dynamic { game, .. } => game,
        }
    }
}
