//! The resolved program: every name is a slot or an index, every place is kept.
//!
//! A *frame* is an array of slots. A game's frame holds its rule arguments, then its fields, then its lazy `let`s, then
//! the variables of the clause that runs; a function's frame its parameters, then the variables of its comprehensions;
//! a statement's frame its binders. Slots behind those serve the variables of comprehensions, and serve again after them:
//! a domain is a finished value before the variable that runs over it is filled.

use std::rc::Rc;

use crate::base::Span;
use crate::cgt::Movers;
use crate::library::Builtin;
pub use crate::library::Query;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::{EnumMember, Value};

/// An index into a frame.
pub type Slot = u32;

/// A whole program: the main file and what it uses.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Games, those of used files included.
    pub games: Vec<Game>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Parameters and file-level `let`s: evaluated on first use, once.
    pub globals: Vec<Global>,
    /// Names that a `let` pattern binds: each is a path into a global's value.
    pub enums: Vec<Enum>,
    /// Games with rule arguments that mention no local variable: evaluated once.
    pub instances: Vec<StaticInstance>,
    /// `start`, of the main file.
    pub start: Option<Statement>,
    /// Claims, tables, plots and prints of the main file, in file order.
    pub statements: Vec<Statement>,
    /// Every place of the texts that names something declared there, in the order met.
    pub mentions: Vec<Mention>,
    /// How many expressions were made.
    expressions: u32,
    /// A machine runs a copy: what comes later adds nothing to the tables that machines index.
    pub(super) sealed: bool,
    /// The names of the files, for expressions that come later.
    pub(super) names: super::scope::Names,
    /// What is known of kinds, for the same.
    pub(super) kinds: super::kinds::Tables,
}

/// A name that stands for something declared in the texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mention {
    /// Its place.
    pub at: Span,
    /// The place of the name in the declaration.
    pub declared: Span,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its name.
    pub name: Rc<str>,
    /// The place of its name.
    pub span: Span,
    /// `loopy` is written.
    pub loopy: bool,
    /// What its positions, and all they lead to, may be: filled in by the kind checker.
    pub marks: Marks,
    /// Rule parameters; they take slots `0..`.
    pub rule_params: Vec<Field>,
    /// Fields; they take the slots after the rule parameters.
    pub fields: Vec<Field>,
    /// Per-position `let`s, evaluated on first use in a frame; each takes its slots after the fields.
    pub lets: Vec<LazyLet>,
    /// Moves in file order.
    pub moves: Vec<Move>,
    /// `same as` and `equals` in file order.
    pub equations: Vec<Equation>,
    /// `ends if` and `wins if` in file order.
    pub endings: Vec<Ending>,
    /// `measure`.
    pub measure: Option<Expr>,
    /// Slots that the largest clause needs.
    pub frame_size: u32,
}

/// What holds of a position and of everything that its moves and equations lead to.
#[expect(clippy::struct_excessive_bools, reason = "marks are independent of each other")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Marks {
    /// A move is marked `left` or `right`.
    pub partizan: bool,
    /// A game is `loopy`.
    pub loopy: bool,
    /// A game has a `wins if`.
    pub wins_if: bool,
    /// `misere` is applied.
    pub misere: bool,
}

/// A parameter or field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Rc<str>,
    /// The place of its name.
    pub span: Span,
    /// Its type; for a function's parameter, `None` accepts anything.
    pub ty: Option<Type>,
}

/// A type; domains are evaluated in the frame that they stand in, so that they may mention earlier fields.
#[derive(Clone, Debug)]
pub enum Type {
    /// `nat`
    Nat,
    /// `int`
    Int,
    /// `bool`
    Bool,
    /// `text`
    Text,
    /// `graph`
    Graph,
    /// `list of T`
    List(Box<Type>),
    /// `bag of T`
    Bag(Box<Type>),
    /// `set of D`: subsets of a finite domain, or of a type
    Set(Box<Type>),
    /// `(T, U)`
    Tuple(Vec<Type>),
    /// A member of this enum.
    Enum(u32),
    /// A member of the finite set that the expression gives.
    Domain(Expr),
    /// Left where an error was reported.
    Error,
}

/// A per-position `let`.
#[derive(Clone, Debug)]
pub struct LazyLet {
    /// The slots that it fills.
    pub pattern: Pattern,
    /// Its value.
    pub value: Expr,
    /// Its place.
    pub span: Span,
}

/// A move clause.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its name.
    pub name: Rc<str>,
    /// The place of its name.
    pub span: Span,
    /// Who may make it.
    pub side: Movers,
    /// Variables and guards; each `and` part of a guard stands as early as its variables allow.
    pub binders: Vec<Binder>,
    /// Where it leads.
    pub target: Expr,
    /// Its variables in the order bound, with their slots; `true` for `in` variables, which are part of the label.
    pub variables: Vec<(Rc<str>, Slot, bool)>,
}

/// `same as` or `equals`.
#[derive(Clone, Debug)]
pub struct Equation {
    /// `same as` (isomorphic) rather than `equals` (equal in value).
    pub same: bool,
    /// The place of the clause.
    pub span: Span,
    /// Variables and guards.
    pub binders: Vec<Binder>,
    /// The other side.
    pub target: Expr,
    /// Its variables, as for a move.
    pub variables: Vec<(Rc<str>, Slot, bool)>,
}

/// `ends if` or `wins if`.
#[derive(Clone, Debug)]
pub struct Ending {
    /// `wins if` rather than `ends if`.
    pub wins: bool,
    /// The place of the clause.
    pub span: Span,
    /// When.
    pub condition: Expr,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Rc<str>,
    /// The place of its name.
    pub span: Span,
    /// Parameters; they take slots `0..`.
    pub params: Vec<Field>,
    /// Its value.
    pub body: Expr,
    /// Whether it may come back to itself, also through others or through a game: then calls are remembered and cycles
    /// are found.
    pub recursive: bool,
    /// Slots that it needs.
    pub frame_size: u32,
}

/// A parameter or a `let` of a file.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name; for a `let` with a pattern, what was written.
    pub name: Rc<str>,
    /// The place of its name.
    pub span: Span,
    /// Its value (for a parameter, the default).
    pub value: Expr,
    /// The tuples that the value must be, with nothing bound; [`Pattern::Ignore`] for a single name.
    pub shape: Pattern,
    /// A parameter's type.
    pub param: Option<Type>,
    /// A parameter of the main file, which `-D` may set.
    pub settable: bool,
    /// Slots that the value needs.
    pub frame_size: u32,
}

/// An enum.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Its members in order.
    pub members: Vec<Rc<EnumMember>>,
}

/// A game with rule arguments that mention no local variable.
#[derive(Clone, Debug)]
pub struct StaticInstance {
    /// Index of the game.
    pub game: u32,
    /// Its rule arguments.
    pub args: Vec<Expr>,
    /// Slots that the arguments need.
    pub frame_size: u32,
    /// Where it is written.
    pub span: Span,
}

/// `start`, a claim, a table, a plot or a print.
#[derive(Clone, Debug)]
pub struct Statement {
    /// From the keyword to the last token.
    pub span: Span,
    /// Its name (empty for `start` and `print`).
    pub name: Rc<str>,
    /// The place of its name, or of its keyword.
    pub name_span: Span,
    /// Variables and guards, as in a move.
    pub binders: Vec<Binder>,
    /// Its variables, as in a move.
    pub variables: Vec<(Rc<str>, Slot, bool)>,
    /// Which one.
    pub kind: StatementKind,
    /// Slots that it needs.
    pub frame_size: u32,
}

/// The kinds of a statement.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `start P`
    Start(Expr),
    /// `claim`, `refute`
    Claim {
        /// `refute`.
        refute: bool,
        /// The statement.
        body: Expr,
    },
    /// `table`: head (as written after `as`, else the source text) and value of each column.
    Table(Vec<(Rc<str>, Expr)>),
    /// `plot`
    Plot(Expr),
    /// `print`
    Print(Vec<Expr>),
}

/// One entry of a binder list.
#[derive(Clone, Debug)]
pub enum Binder {
    /// `pattern in domain`
    In {
        /// What is bound.
        pattern: Pattern,
        /// The elements.
        domain: Expr,
    },
    /// `pattern = value`
    Is {
        /// What is bound.
        pattern: Pattern,
        /// The value.
        value: Expr,
    },
    /// `if condition`
    If(Expr),
}

impl Binder {
    /// Whether it runs over a range without an end.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        matches!(self, Self::In { domain: Expr { kind: ExprKind::Range { high: None, .. }, .. }, .. })
    }
}

/// What a binder binds.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// A slot, and the name of the variable.
    Slot(Slot, Rc<str>),
    /// `_`
    Ignore,
    /// Entry by entry.
    Tuple(Vec<Pattern>, Span),
}

/// An expression of a model, by its number; expressions that come later have later numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExprId(u32);

impl ExprId {
    /// As an index into what is kept for each expression; of an expression that is in no model, beyond all of them.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A resolved expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Which one of the model's.
    pub id: ExprId,
    /// Its place.
    pub span: Span,
    /// Which one.
    pub kind: ExprKind,
}

impl Expr {
    /// An expression that is in no model: nothing is kept of it.
    #[must_use]
    pub fn apart(span: Span, kind: ExprKind) -> Self {
        Self { id: ExprId(u32::MAX), span, kind }
    }
}

impl Model {
    /// A new expression, to be put into this model.
    pub(super) fn expr(&mut self, span: Span, kind: ExprKind) -> Expr {
        let id = ExprId(self.expressions);
        self.expressions = self.expressions.saturating_add(1);
        Expr { id, span, kind }
    }

    /// A copy for a machine to run, while statements are still added here: the machine can run those as well.
    #[must_use]
    pub fn sealed_copy(&mut self) -> Self {
        self.sealed = true;
        self.clone()
    }

    /// How many expressions there are; the index of each is less.
    #[must_use]
    pub fn expressions(&self) -> usize {
        self.expressions as usize
    }
}

/// Which instance of a game a position belongs to.
#[derive(Clone, Debug)]
pub enum InstanceExpr {
    /// The instance whose body this stands in: `NAME(...)` inside its own body.
    Own,
    /// An entry of [`Model::instances`].
    Static(u32),
    /// Arguments that mention local variables.
    Dynamic {
        /// Index of the game.
        game: u32,
        /// Its rule arguments.
        args: Vec<Expr>,
    },
}

/// Where a game's `let` or a comprehension's value is found.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal, an enum member, a constant of the library.
    Const(Value),
    /// The literal `0` or a `sum` that may be empty where a position is meant is still [`ExprKind::Const`]: evaluation
    /// takes the number 0 for the empty position.
    Local(Slot),
    /// A slot of a per-position `let`: evaluate [`Game::lets`]`[index]` first if its slot is empty.
    Lazy {
        /// The slot.
        slot: Slot,
        /// Which `let`.
        index: u32,
    },
    /// A parameter or a file's `let`; `path` leads into the tuple when it was bound by a pattern.
    Global {
        /// Index into [`Model::globals`].
        index: u32,
        /// Entries to take, outermost first.
        path: Vec<u32>,
    },
    /// An enum used as a domain: all its members.
    EnumDomain(u32),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `{a, b}`
    Set(Vec<Expr>),
    /// `[e for ...]`, `{e for ...}`
    Comprehension {
        /// A set rather than a list.
        set: bool,
        /// Binders and body.
        generator: Box<Generator>,
    },
    /// `sum(e for ...)` and the like, with early end for `any` and `all`.
    Aggregate {
        /// `sum min max nimsum mex count all any choices`.
        function: Builtin,
        /// Binders and body.
        generator: Box<Generator>,
    },
    /// `graph { ... }`
    Graph {
        /// Chains and single vertices.
        chains: Vec<Chain>,
        /// `for`; empty without.
        binders: Vec<Binder>,
    },
    /// `low..high`; without an end only as the domain of a claim's variable.
    Range {
        /// First.
        low: Box<Expr>,
        /// Last, or one past it.
        high: Option<Box<Expr>>,
        /// `..` rather than `..<`.
        inclusive: bool,
    },
    /// `-x` of a number, tuple or position.
    Neg(Box<Expr>),
    /// `not x`
    Not(Box<Expr>),
    /// `misere P`
    Misere(Box<Expr>),
    /// Arithmetic and set operators of one level (`+ - ++`, `* // / %`, `| xor`, `&`, `iff`), grouped to the left; `**`,
    /// grouped to the right.
    Binary {
        /// The first operand.
        first: Box<Expr>,
        /// Operator, its place, operand.
        rest: Vec<(BinaryOp, Span, Expr)>,
    },
    /// `a and b and c`: stops at the first false one.
    And(Vec<Expr>),
    /// `a or b or c`: stops at the first true one.
    Or(Vec<Expr>),
    /// `a implies b implies c`, grouped to the right: false only when all but the last hold and the last does not.
    Implies(Vec<Expr>),
    /// `a < b <= c`: every operand at most once, stops at the first false one.
    Compare {
        /// The first operand.
        first: Box<Expr>,
        /// Operator, its place, operand.
        rest: Vec<(CompareOp, Span, Expr)>,
    },
    /// `if a then b else if c then d else e`
    If {
        /// Conditions with their results.
        arms: Vec<(Expr, Expr)>,
        /// Otherwise.
        otherwise: Box<Expr>,
    },
    /// `h[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `h[a..b]`; the second is a range.
    Slice(Box<Expr>, Box<Expr>),
    /// `m.k`, `e.u`
    Field(Box<Expr>, Rc<str>),
    /// `h with [i: e, ...]`: all values are computed from the old list.
    With {
        /// What is changed.
        base: Box<Expr>,
        /// Index and new value.
        entries: Vec<(Expr, Expr)>,
        /// `for`; empty without.
        binders: Vec<Binder>,
    },
    /// A function of the file.
    Call {
        /// Index into [`Model::functions`].
        function: u32,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// A pure function of the library.
    Builtin {
        /// Which one.
        function: Builtin,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// A question about positions: `sg(P)`, `options(P)`, `fuzzy(P, Q)`.
    Query {
        /// Which one.
        query: Query,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `NAME[args](fields)`
    Position {
        /// The game with its rule arguments.
        instance: InstanceExpr,
        /// Its fields.
        fields: Vec<Expr>,
    },
    /// Left where an error was reported; never evaluated.
    Error,
}

/// The binders and body of a comprehension.
#[derive(Clone, Debug)]
pub struct Generator {
    /// Variables and guards.
    pub binders: Vec<Binder>,
    /// Made for every binding.
    pub body: Expr,
}

/// Vertices joined in a row.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The first vertex.
    pub first: Expr,
    /// Whether the edge is directed, and where it goes.
    pub rest: Vec<(bool, Expr)>,
    /// The label of each of its edges.
    pub label: Option<Expr>,
}
