//! A tree of rules of its own, and how it is written in the language: every operation in brackets.

use std::fmt::{self, Display, Formatter, Write};

/// A name: of a field, a variable, a constant.
pub type Name = &'static str;

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Int(i128),
    Truth(bool),
    /// A member of the only enumeration.
    Member(usize),
    Text(String),
    Var(Name),
    /// Two operands and what stands between them.
    Op(&'static str, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Negative(Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Call(&'static str, Vec<Expr>),
    /// `sum(body for binders)`; with `[` or `{`, a list or a set.
    Fold(&'static str, Box<Expr>, Vec<Binder>),
    Index(Box<Expr>, Box<Expr>),
    /// `list with [index: entry]`.
    With(Box<Expr>, Box<Expr>, Box<Expr>),
    List(Vec<Expr>),
    Set(Vec<Expr>),
    Tuple(Vec<Expr>),
}

/// A part of what stands behind `for`, or in front of a move's guard.
#[derive(Clone, PartialEq, Debug)]
pub enum Binder {
    In(Name, Expr),
    Is(Name, Expr),
    If(Expr),
}

/// Whose move it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    Both,
    Left,
    Right,
}

/// A move clause.
#[derive(Clone, PartialEq, Debug)]
pub struct Move {
    pub side: Side,
    pub label: String,
    /// No conditions among them.
    pub binders: Vec<Binder>,
    /// What `and` joins.
    pub guard: Vec<Expr>,
    /// Games by number, with their fields; none: the empty position.
    pub target: Vec<(usize, Vec<Expr>)>,
}

/// The type of a field.
#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    Nat,
    Int,
    Range(i128, i128),
    Bool,
    Member,
    Text,
    Pair([(i128, i128); 2]),
    List(i128, i128),
    Bag(i128, i128),
    Set(i128, i128),
    /// A vertex of the only graph.
    Vertex,
}

/// An equation.
#[derive(Clone, PartialEq, Debug)]
pub struct Equation {
    /// `same as`, or `equals`.
    pub same: bool,
    pub guard: Option<Expr>,
    pub image: Vec<(usize, Vec<Expr>)>,
}

/// A game.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Game {
    pub name: &'static str,
    pub loopy: bool,
    /// A rule parameter, with its greatest value; it is the first value of a position.
    pub parameter: Option<(Name, i128)>,
    pub fields: Vec<(Name, Type)>,
    pub lets: Vec<(Name, Expr)>,
    pub ends: Vec<Expr>,
    pub wins: Vec<Expr>,
    pub wins_first: bool,
    pub moves: Vec<Move>,
    pub equations: Vec<Equation>,
}

/// A function of numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    pub name: &'static str,
    pub arguments: Vec<Name>,
    pub body: Expr,
}

/// A file of rules.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Rules {
    pub members: usize,
    /// The arcs or edges of the only graph, and whether they are arcs.
    pub graph: Option<(bool, Vec<(i128, i128)>)>,
    /// The name, its domain, its value.
    pub parameter: Option<(Name, i128, i128)>,
    pub constants: Vec<(Name, Expr)>,
    pub functions: Vec<Function>,
    pub games: Vec<Game>,
}

/// The names of the enumeration's members.
pub const MEMBERS: [&str; 4] = ["amber", "brown", "coral", "denim"];

/// Parts with something between them.
pub struct Joined<'a, T>(pub &'a [T], pub &'static str);

impl<T: Display> Display for Joined<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, part) in self.0.iter().enumerate() {
            write!(f, "{}{part}", if i > 0 { self.1 } else { "" })?;
        }
        Ok(())
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(n) if *n < 0 => write!(f, "({n})"),
            Self::Int(n) => write!(f, "{n}"),
            Self::Truth(b) => write!(f, "{b}"),
            Self::Member(i) => f.write_str(MEMBERS[*i]),
            Self::Text(t) => write!(f, "\"{t}\""),
            Self::Var(name) => f.write_str(name),
            Self::Op(op @ (".." | "..<"), a, b) => write!(f, "({a}{op}{b})"),
            Self::Op(op, a, b) => write!(f, "({a} {op} {b})"),
            Self::Not(a) => write!(f, "(not {a})"),
            Self::Negative(a) => write!(f, "(-{a})"),
            Self::If(c, a, b) => write!(f, "(if {c} then {a} else {b})"),
            Self::Call(name, list) => write!(f, "{name}({})", Joined(list, ", ")),
            Self::Fold("[", body, binders) => write!(f, "[{body} for {}]", Binders(binders)),
            Self::Fold("{", body, binders) => write!(f, "{{{body} for {}}}", Binders(binders)),
            Self::Fold(name, body, binders) => write!(f, "{name}({body} for {})", Binders(binders)),
            Self::Index(h, i) => write!(f, "{h}[{i}]"),
            Self::With(h, i, e) => write!(f, "({h} with [{i}: {e}])"),
            Self::List(list) => write!(f, "[{}]", Joined(list, ", ")),
            Self::Set(list) => write!(f, "{{{}}}", Joined(list, ", ")),
            Self::Tuple(list) => write!(f, "({})", Joined(list, ", ")),
        }
    }
}

struct Binders<'a>(&'a [Binder]);

impl Display for Binders<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, binder) in self.0.iter().enumerate() {
            let comma = if i > 0 && !matches!(binder, Binder::If(_)) { ", " } else { "" };
            match binder {
                Binder::In(name, domain) => write!(f, "{comma}{name} in {domain}")?,
                Binder::Is(name, value) => write!(f, "{comma}{name} = {value}")?,
                Binder::If(condition) => write!(f, " if {condition}")?,
            }
        }
        Ok(())
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nat => f.write_str("nat"),
            Self::Int => f.write_str("int"),
            Self::Range(low, high) => write!(f, "{low}..{high}"),
            Self::Bool => f.write_str("bool"),
            Self::Member => f.write_str("Color"),
            Self::Text => f.write_str("text"),
            Self::Pair([(a, b), (c, d)]) => write!(f, "({a}..{b}, {c}..{d})"),
            Self::List(low, high) => write!(f, "list of {low}..{high}"),
            Self::Bag(low, high) => write!(f, "bag of {low}..{high}"),
            Self::Set(low, high) => write!(f, "set of {low}..{high}"),
            Self::Vertex => f.write_str("vertices(streets)"),
        }
    }
}

impl Rules {
    fn target(&self, target: &[(usize, Vec<Expr>)]) -> String {
        let one = |(game, fields): &(usize, Vec<Expr>)| format!("{}({})", self.games[*game].name, Joined(fields, ", "));
        if target.is_empty() { "0".to_owned() } else { target.iter().map(one).collect::<Vec<_>>().join(" + ") }
    }

    fn game(&self, game: &Game, f: &mut Formatter<'_>) -> fmt::Result {
        let parameter = game.parameter.map_or_else(String::new, |(name, most)| format!("[{name}: 0..{most}]"));
        let fields: Vec<String> = game.fields.iter().map(|(name, kind)| format!("{name}: {kind}")).collect();
        let loopy = if game.loopy { "loopy " } else { "" };
        writeln!(f, "{loopy}game {}{parameter}({}) {{", game.name, Joined(&fields, ", "))?;
        for (name, value) in &game.lets {
            writeln!(f, "  let {name} = {value}")?;
        }
        let [mut ends, mut wins] = [("ends", &game.ends), ("wins", &game.wins)];
        if game.wins_first {
            std::mem::swap(&mut ends, &mut wins);
        }
        for (word, conditions) in [ends, wins] {
            conditions.iter().try_for_each(|condition| writeln!(f, "  {word} if {condition}"))?;
        }
        for clause in &game.moves {
            let side = ["", "left ", "right "][clause.side as usize];
            let mut head = format!("  {side}move {}", clause.label);
            if !clause.binders.is_empty() {
                let _ = write!(head, "({})", Binders(&clause.binders));
            }
            if !clause.guard.is_empty() {
                let _ = write!(head, " if {}", Joined(&clause.guard, " and "));
            }
            writeln!(f, "{head} -> {}", self.target(&clause.target))?;
        }
        for equation in &game.equations {
            let guard = equation.guard.as_ref().map_or_else(String::new, |guard| format!(" if {guard}"));
            let image = self.target(&equation.image);
            match (equation.same, guard.is_empty()) {
                (true, true) => writeln!(f, "  same as {image}")?,
                (true, false) => writeln!(f, "  same{guard} as {image}")?,
                (false, true) => writeln!(f, "  equals {image}")?,
                (false, false) => writeln!(f, "  equals{guard} {image}")?,
            }
        }
        writeln!(f, "}}")
    }
}

impl Display for Rules {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.members > 0 {
            writeln!(f, "enum Color {{ {} }}", Joined(&MEMBERS[..self.members], ", "))?;
        }
        if let Some((arcs, list)) = &self.graph {
            let arrow = if *arcs { "->" } else { "--" };
            let list: Vec<String> = list.iter().map(|(a, b)| format!("{a}{arrow}{b}")).collect();
            writeln!(f, "let streets = graph {{ {} }}", Joined(&list, ", "))?;
        }
        if let Some((name, most, value)) = self.parameter {
            writeln!(f, "param {name}: 0..{most} = {value}")?;
        }
        for (name, value) in &self.constants {
            writeln!(f, "let {name} = {value}")?;
        }
        for Function { name, arguments, body } in &self.functions {
            writeln!(f, "fn {name}({}) = {body}", Joined(arguments, ", "))?;
        }
        self.games.iter().try_for_each(|game| self.game(game, f))
    }
}
