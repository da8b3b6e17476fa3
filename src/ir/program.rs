//! The code that rules are lowered to.

use crate::cgt::Player;
use std::fmt;
use std::sync::Arc;

use super::function::Function;
use super::table::Table;

/// A 64-bit register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Reg(pub u32);

/// All values that an expression can take, as far as is known; within 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// Least.
    pub low: i64,
    /// Greatest.
    pub high: i64,
}

impl Interval {
    /// The interval `low..=high`.
    #[must_use]
    pub const fn new(low: i64, high: i64) -> Self {
        Self { low, high }
    }

    /// The truth values, 0 and 1.
    pub const BOOL: Self = Self::new(0, 1);
    /// A bit mask: no arithmetic is done on it.
    pub const MASK: Self = Self::new(i64::MIN, i64::MAX);

    /// The one value, if there is only one.
    #[must_use]
    pub fn single(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    /// The least interval that holds both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self::new(self.low.min(other.low), self.high.max(other.high))
    }
}

/// A pure expression with all values that it can take. Cloning shares.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What is computed.
    pub kind: Arc<ExprKind>,
    /// What can come out. For a register: whatever it may hold from where it is set. A guard that narrows it narrows another
    /// register, set behind the guard; a narrower interval before it would decide the guard itself, which is then left out.
    pub interval: Interval,
}

/// Operators on two words. Comparisons give 0 or 1. The lowering has proved that none overflows but those that are capped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Op {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Sum of naturals, or [`i64::MAX`] where it is greater.
    AddCapped,
    /// Product of naturals, or [`i64::MAX`] where it is greater.
    MulCapped,
    /// Quotient rounded down; the divisor is positive.
    FloorDiv,
    /// Remainder, not negative; the divisor is positive.
    Mod,
    /// The lesser, signed.
    Min,
    /// The greater, signed.
    Max,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// First without the bits of the second.
    AndNot,
    /// `1 << n` is `Shl(1, n)`; the shift is in `0..64`.
    Shl,
    /// Logical shift right; the shift is in `0..64`.
    Shr,
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less, signed.
    Lt,
    /// Less or equal, signed.
    Le,
    /// A function of the library.
    Call(Function),
}

/// The forms of an expression.
#[derive(Debug)]
pub enum ExprKind {
    /// A constant.
    Const(i64),
    /// A register.
    Reg(Reg),
    /// An operator.
    Binary(Op, Expr, Expr),
    /// The number of bits set.
    Popcount(Expr),
    /// The number of zeros below the lowest bit set; 64 for 0.
    TrailingZeros(Expr),
    /// The square root of a natural number below 2^62, rounded down.
    Sqrt(Expr),
    /// The second when the first is not 0, else the third. Only the chosen one is computed.
    Select(Expr, Expr, Expr),
    /// An entry of a table; the index is within it.
    Lookup(Arc<Table>, Expr),
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// Sets a register.
    Let(Reg, Expr),
    /// Runs the body for `low..=high`, or downwards, as long as a condition holds.
    For {
        /// The variable.
        reg: Reg,
        /// Least.
        low: Expr,
        /// Greatest.
        high: Expr,
        /// Whether it runs from the greatest to the least.
        down: bool,
        /// The first value for which this is 0 ends the loop.
        going: Option<Expr>,
        /// The body.
        body: Vec<Stmt>,
    },
    /// Runs the body for every bit set, ascending.
    ForBits {
        /// The number of the bit.
        reg: Reg,
        /// The mask.
        mask: Expr,
        /// The body.
        body: Vec<Stmt>,
    },
    /// Runs the body for every subset of a mask with `low..=high` bits, in some order.
    ForSubsets {
        /// The subset.
        reg: Reg,
        /// The mask.
        mask: Expr,
        /// Fewest bits.
        low: Expr,
        /// Most bits.
        high: Expr,
        /// The body.
        body: Vec<Stmt>,
    },
    /// Runs the body when the condition is not 0.
    If {
        /// The condition.
        condition: Expr,
        /// The body.
        body: Vec<Stmt>,
    },
    /// One option: a sum of positions of this game, each by its components in layout order. No part is the empty
    /// position.
    Emit {
        /// The summands.
        parts: Vec<Vec<Expr>>,
    },
    /// The rules are at fault here, or leave what was lowered: the reference engine is asked about this position.
    Leave,
}

/// The values of a loop's variable, in their order: none passes the last one, even at the ends of 64 bits.
pub fn rounds(low: i64, high: i64, down: bool) -> impl Iterator<Item = i64> {
    let mut left = low..=high;
    std::iter::from_fn(move || if down { left.next_back() } else { left.next() })
}

/// One word of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComponentSpec {
    /// The register that holds it when the program starts.
    pub reg: Reg,
    /// What it can be, by the field's type alone.
    pub interval: (i64, i64),
    /// It is a bit mask (its interval says nothing).
    pub mask_bits: Option<u32>,
    /// It belongs to a bag that starts at this component, of this length.
    pub bag: Option<(u32, u32)>,
}

/// How a position can be over before any move.
#[derive(Clone, Debug)]
pub struct Ending {
    /// `wins if` rather than `ends if`.
    pub wins: bool,
    /// When.
    pub condition: Expr,
}

/// What an equation makes of a position.
#[derive(Clone, Debug)]
pub struct Image {
    /// Whether there is an image at all.
    pub exists: Expr,
    /// Its words, over the registers of the components.
    pub words: Vec<Expr>,
}

/// The word that says who is to move: 0 or 1; see [`Program::partizan`].
#[must_use]
pub const fn mover_word(mover: Player) -> i64 {
    mover as i64
}

/// The rules of one game, for fixed rule arguments.
#[derive(Debug)]
pub struct Program {
    /// The words of a position, in order.
    pub components: Vec<ComponentSpec>,
    /// `ends if` and `wins if`, in file order.
    pub endings: Vec<Ending>,
    /// The moves.
    pub body: Vec<Stmt>,
    /// What equations make of a position: the least of a position and its images stands for all of them.
    pub images: Vec<Image>,
    /// For each word, whether no option has a greater one (of a mask: one with other bits).
    pub shrinks: Vec<bool>,
    /// For each word, whether it is a number and no option has a lesser one.
    pub rises: Vec<bool>,
    /// Sets of numbers (bit `i`: word `i`), of which some may grow in options, but not their sum.
    pub totals: Vec<u64>,
    /// Numbers (bit `i`: word `i`), of which some may grow in options, but not the greatest one.
    pub maximum: u64,
    /// Weights of words whose sum falls with every move, and is the same for images; found only where options are not known
    /// to come before their positions word by word. Empty without.
    pub measure: Vec<i64>,
    /// Whether the players have different moves: then the last word says who moves, a [`mover_word`], and outcomes are
    /// those for that player.
    pub partizan: bool,
    /// Registers used.
    pub registers: u32,
    /// Tables used.
    pub tables: Vec<Arc<Table>>,
}

/// The words of a set of them (bit `i`: word `i`); words from the 65th on are in none.
pub fn words_of(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |i| set >> i & 1 == 1)
}

impl Program {
    /// The memory that its tables take.
    #[must_use]
    pub fn table_bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.bytes()).sum()
    }
}

/// Whether two expressions are written alike, whatever is known of their values; as deep as they nest.
impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.kind, &other.kind) {
            return true;
        }
        match (&*self.kind, &*other.kind) {
            (ExprKind::Const(x), ExprKind::Const(y)) => x == y,
            (ExprKind::Reg(x), ExprKind::Reg(y)) => x == y,
            (ExprKind::Binary(f, x, y), ExprKind::Binary(g, u, v)) => f == g && x == u && y == v,
            (ExprKind::Popcount(x), ExprKind::Popcount(y))
            | (ExprKind::TrailingZeros(x), ExprKind::TrailingZeros(y))
            | (ExprKind::Sqrt(x), ExprKind::Sqrt(y)) => x == y,
            (ExprKind::Select(x, y, z), ExprKind::Select(u, v, w)) => x == u && y == v && z == w,
            (ExprKind::Lookup(t, x), ExprKind::Lookup(u, y)) => Arc::ptr_eq(t, u) && x == y,
            _ => false,
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.kind {
            ExprKind::Const(n) => write!(f, "{n}"),
            ExprKind::Reg(r) => write!(f, "r{}", r.0),
            ExprKind::Binary(op, a, b) => write!(f, "({a} {op:?} {b})"),
            ExprKind::Popcount(a) => write!(f, "popcount({a})"),
            ExprKind::TrailingZeros(a) => write!(f, "ctz({a})"),
            ExprKind::Sqrt(a) => write!(f, "sqrt({a})"),
            ExprKind::Select(c, a, b) => write!(f, "({c} ? {a} : {b})"),
            ExprKind::Lookup(table, i) => write!(f, "t{}[{i}]", table.id),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in &self.components {
            writeln!(f, "r{}: {}..={}", c.reg.0, c.interval.0, c.interval.1)?;
        }
        for e in &self.endings {
            writeln!(f, "{} if {}", if e.wins { "wins" } else { "ends" }, e.condition)?;
        }
        for image in &self.images {
            let words = image.words.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            writeln!(f, "same as {words} if {}", image.exists)?;
        }
        print_block(&self.body, 0, f)
    }
}

/// Prints statements; their nesting is that of the source's binders.
fn print_block(body: &[Stmt], depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let indent = "  ".repeat(depth);
    for stmt in body {
        let inner = match stmt {
            Stmt::Let(r, e) => {
                writeln!(f, "{indent}r{} = {e}", r.0)?;
                continue;
            }
            Stmt::Emit { parts } => {
                let part = |p: &Vec<Expr>| p.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                writeln!(f, "{indent}emit {}", parts.iter().map(part).collect::<Vec<_>>().join(" + "))?;
                continue;
            }
            Stmt::Leave => {
                writeln!(f, "{indent}leave")?;
                continue;
            }
            Stmt::For { reg, low, high, down, going, body } => {
                let way = if *down { " downwards" } else { "" };
                write!(f, "{indent}for r{} in {low}..={high}{way}", reg.0)?;
                match going {
                    Some(going) => writeln!(f, " while {going}")?,
                    None => writeln!(f)?,
                }
                body
            }
            Stmt::ForBits { reg, mask, body } => {
                writeln!(f, "{indent}for bit r{} of {mask}", reg.0)?;
                body
            }
            Stmt::ForSubsets { reg, mask, low, high, body } => {
                writeln!(f, "{indent}for subset r{} of {mask} with {low}..={high} bits", reg.0)?;
                body
            }
            Stmt::If { condition, body } => {
                writeln!(f, "{indent}if {condition}")?;
                body
            }
        };
        print_block(inner, depth + 1, f)?;
    }
    Ok(())
}
