//! The syntax tree, as written: names unresolved, sugar kept, every node with its place.
//!
//! Chains (`a + b + c`, `not not x`, `if .. else if ..`, `f(x)[i].k`) are flat, so that the depth of a tree is bounded
//! by the depth of its brackets (at most 128) and recursion over it is safe.

use std::rc::Rc;

use crate::base::Span;
use crate::cgt::Movers;

/// A name as written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name {
    /// The text.
    pub text: Rc<str>,
    /// Its place.
    pub span: Span,
}

/// A parsed file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct File {
    /// Declarations in file order.
    pub items: Vec<Item>,
    /// Comments in file order.
    pub comments: Vec<Comment>,
    /// Global offsets of the blank lines, ascending.
    pub blank_lines: Vec<u32>,
}

/// `# ...`, up to the end of its line.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Comment {
    /// With its `#`, without white space at its end.
    pub text: Rc<str>,
    /// Its place.
    pub span: Span,
    /// Whether nothing stands before it on its line.
    pub own_line: bool,
}

/// One declaration.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// From the keyword to the last token.
    pub span: Span,
    /// Which one.
    pub kind: ItemKind,
}

/// The declarations of the language.
#[derive(Clone, PartialEq, Debug)]
pub enum ItemKind {
    /// `game NAME[rule params](fields) { clauses }`
    Game(Game),
    /// `game NAME = Other[args]`
    Alias {
        /// The new name.
        name: Name,
        /// The game that it stands for.
        target: Expr,
    },
    /// `param NAME: DOMAIN = EXPR`
    Param {
        /// Its name.
        name: Name,
        /// Its type.
        ty: Type,
        /// Its value unless `-D` says otherwise.
        default: Expr,
    },
    /// `let PATTERN = EXPR`
    Let {
        /// One name or a tuple of them.
        pattern: Pattern,
        /// The value.
        value: Expr,
    },
    /// `fn NAME(a, b: type) = EXPR`
    Fn {
        /// Its name.
        name: Name,
        /// Parameters; a type is a run-time check.
        params: Vec<Field>,
        /// The value.
        body: Expr,
    },
    /// `enum NAME { a, b }`
    Enum {
        /// Its name.
        name: Name,
        /// Its members, in order.
        members: Vec<Name>,
    },
    /// `use kayles: Dawson`, `use "file.game": A, B`
    Use {
        /// What is read.
        source: UseSource,
        /// What is taken; all when empty.
        names: Vec<Name>,
    },
    /// `start POSITION`
    Start(Expr),
    /// `claim NAME(binders) if g: BOOL`, `refute ...`
    Claim {
        /// `refute` instead of `claim`.
        refute: bool,
        /// Its name.
        name: Name,
        /// Its variables and guards; empty without parentheses.
        binders: Vec<Binder>,
        /// The statement.
        body: Expr,
    },
    /// `table NAME(binders) if g: e as "head", ...`
    Table {
        /// Its name.
        name: Name,
        /// Its variables and guards.
        binders: Vec<Binder>,
        /// Its columns.
        cells: Vec<Cell>,
    },
    /// `plot NAME(binders) if g: e`
    Plot {
        /// Its name.
        name: Name,
        /// Its variables and guards.
        binders: Vec<Binder>,
        /// What is drawn.
        body: Expr,
    },
    /// `print e, ...`
    Print(Vec<Expr>),
}

/// A column of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The value.
    pub expr: Expr,
    /// `as "head"`.
    pub head: Option<Name>,
}

/// Where `use` reads from.
#[derive(Clone, PartialEq, Debug)]
pub enum UseSource {
    /// A file beside this one, or a shipped game, by its stem.
    Name(Name),
    /// A path in quotes.
    Path(Name),
}

/// A family of positions.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// `loopy` stands in front.
    pub loopy: bool,
    /// Its name.
    pub name: Name,
    /// Parameters in `[ ]`; `nat` where no type is written.
    pub rule_params: Vec<Field>,
    /// Fields in `( )`; `nat` where no type is written.
    pub fields: Vec<Field>,
    /// Clauses in file order.
    pub clauses: Vec<Clause>,
}

/// `name: type`, in a header.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its type, if one is written.
    pub ty: Option<Type>,
}

/// A type as written.
#[derive(Clone, PartialEq, Debug)]
pub struct Type {
    /// Its place.
    pub span: Span,
    /// Which one.
    pub kind: TypeKind,
}

/// The forms of a type.
#[derive(Clone, PartialEq, Debug)]
pub enum TypeKind {
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
    /// `set of D`; the inner type is usually a domain
    Set(Box<Type>),
    /// `(T, U)`
    Tuple(Vec<Type>),
    /// The name of an enum, or any expression whose value is a finite set.
    Domain(Box<Expr>),
}

/// A clause of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// From its first word to its last token.
    pub span: Span,
    /// Which one.
    pub kind: ClauseKind,
}

/// The clauses of a game.
#[derive(Clone, PartialEq, Debug)]
pub enum ClauseKind {
    /// `move NAME(binders) if guard -> POSITION`
    Move {
        /// Who may make it.
        side: Movers,
        /// Its name.
        name: Name,
        /// Variables and guards, in order; a guard after the parentheses comes last.
        binders: Vec<Binder>,
        /// Where it leads.
        target: Expr,
    },
    /// `same(binders) if g as POSITION`
    Same {
        /// Variables and guards.
        binders: Vec<Binder>,
        /// The position with the same game tree.
        target: Expr,
    },
    /// `equals(binders) if g POSITION`
    Equals {
        /// Variables and guards.
        binders: Vec<Binder>,
        /// The position of equal value.
        target: Expr,
    },
    /// `ends if COND`
    Ends(Expr),
    /// `wins if COND`
    Wins(Expr),
    /// `let NAME = EXPR` (a pattern is allowed)
    Let {
        /// One name or a tuple of them.
        pattern: Pattern,
        /// The value.
        value: Expr,
    },
    /// `measure EXPR`
    Measure(Expr),
}

/// One entry of a binder list.
#[derive(Clone, PartialEq, Debug)]
pub enum Binder {
    /// `pattern in domain`
    In {
        /// What is bound.
        pattern: Pattern,
        /// The elements, one by one.
        domain: Expr,
    },
    /// `pattern = expr`
    Is {
        /// What is bound.
        pattern: Pattern,
        /// The value.
        value: Expr,
    },
    /// `if cond`
    If(Expr),
}

/// What a binder binds.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// A name; `_` binds nothing.
    Name(Name),
    /// `(p, q)`
    Tuple(Vec<Pattern>, Span),
}

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// Its place, brackets around it excluded.
    pub span: Span,
    /// Which one.
    pub kind: ExprKind,
}

/// The expressions of the language.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// Digits with the underscores removed.
    Number(Rc<str>),
    /// `true`, `false`
    Bool(bool),
    /// `"TF."`, without the quotes
    Text(Rc<str>),
    /// A name (`_` is not one).
    Name(Rc<str>),
    /// `(e)` — kept so that printing gives back what was written.
    Paren(Box<Expr>),
    /// `(a, b)`; at least two.
    Tuple(Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `{a, b}`
    Set(Vec<Expr>),
    /// `[e for binders]`, `{e for binders}`
    Comprehension {
        /// `{ }` instead of `[ ]`.
        set: bool,
        /// Made for every binding.
        body: Box<Expr>,
        /// The binders.
        binders: Vec<Binder>,
    },
    /// `graph { ... }`
    Graph {
        /// Chains and single vertices.
        chains: Vec<Chain>,
        /// `for` over the whole literal; empty without.
        binders: Vec<Binder>,
    },
    /// `a..b`, `a..<b`, `a..` (no end).
    Range {
        /// First.
        low: Box<Expr>,
        /// Last, or one past it; `None` has no end.
        high: Option<Box<Expr>>,
        /// `..` rather than `..<`.
        inclusive: bool,
        /// The place of the dots.
        op_span: Span,
    },
    /// Left-associative operators of one level, or a chain of `**`, `implies`, `and`, `or`, `iff`, in the order written.
    /// `implies` and `**` group to the right, the others to the left.
    Binary {
        /// The first operand.
        first: Box<Expr>,
        /// Operator, its place, operand.
        rest: Vec<(BinaryOp, Span, Expr)>,
    },
    /// `a < b <= c`; `in`, `not in` as well.
    Compare {
        /// The first operand.
        first: Box<Expr>,
        /// Operator, its place, operand.
        rest: Vec<(CompareOp, Span, Expr)>,
    },
    /// Prefix operators, outermost first: `not not x`, `- - x`, `misere P`.
    Prefix {
        /// Operators and their places, outermost first; all of one level.
        ops: Vec<(PrefixOp, Span)>,
        /// The operand.
        operand: Box<Expr>,
    },
    /// `f(x)[i].k with [..]`, in the order written.
    Postfix {
        /// What they apply to.
        base: Box<Expr>,
        /// Calls, indices, fields; each with the place of its bracket or name.
        ops: Vec<(PostfixOp, Span)>,
    },
    /// `if a then b else if c then d else e`
    If {
        /// Conditions with their results.
        arms: Vec<(Expr, Expr)>,
        /// Otherwise.
        otherwise: Box<Expr>,
    },
    /// Left where an error was reported; everything accepts it silently.
    Error,
}

/// `0--1--2: blue`, `7`; at least one vertex.
#[derive(Clone, PartialEq, Debug)]
pub struct Chain {
    /// The first vertex.
    pub first: Expr,
    /// Whether the edge is directed (`->`), and where it goes.
    pub rest: Vec<(bool, Expr)>,
    /// The label of each of its edges.
    pub label: Option<Expr>,
}

/// Operators between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BinaryOp {
    /// `iff`
    Iff,
    /// `implies`
    Implies,
    /// `or`
    Or,
    /// `and`
    And,
    /// `|`
    Union,
    /// `xor`
    Xor,
    /// `&`
    Intersection,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `++`
    Concat,
    /// `*`
    Mul,
    /// `//`
    FloorDiv,
    /// `/`
    Div,
    /// `%`
    Mod,
    /// `**`
    Pow,
}

/// Operators of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `in`
    In,
    /// `not in`
    NotIn,
}

/// Operators in front of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum PrefixOp {
    /// `not`
    Not,
    /// `-`
    Neg,
    /// `misere`
    Misere,
}

/// What may follow an operand.
#[derive(Clone, PartialEq, Debug)]
pub enum PostfixOp {
    /// `(a, b)`, or `(e for binders)` with one argument and its binders.
    Call {
        /// The arguments.
        args: Vec<Expr>,
        /// The binders of a single argument; empty without `for`.
        binders: Vec<Binder>,
    },
    /// `[i]` — an index, or the first rule argument of a game.
    Index(Vec<Expr>),
    /// `.k`
    Field(Name),
    /// `with [i: e, j: f for binders]`; binds looser than the others and comes last or before another `with`.
    With {
        /// Index and new value.
        entries: Vec<(Expr, Expr)>,
        /// `for` over the entry; empty without.
        binders: Vec<Binder>,
    },
}
