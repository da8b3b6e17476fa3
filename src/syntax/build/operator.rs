//! Operators: what each spelling means, and how tightly it binds.

use super::super::ast::{BinaryOp, CompareOp, PrefixOp};
use super::super::parser::Rule;
use super::Node;

/// How tightly operators bind, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    Misere,
    Iff,
    Implies,
    Or,
    And,
    Not,
    Compare,
    Range,
    Union,
    Intersection,
    Sum,
    Product,
    Sign,
    Power,
}

impl Level {
    /// The next tighter level.
    pub fn tighter(self) -> Self {
        match self {
            Self::Misere => Self::Iff,
            Self::Iff => Self::Implies,
            Self::Implies => Self::Or,
            Self::Or => Self::And,
            Self::And => Self::Not,
            Self::Not => Self::Compare,
            Self::Compare => Self::Range,
            Self::Range => Self::Union,
            Self::Union => Self::Intersection,
            Self::Intersection => Self::Sum,
            Self::Sum => Self::Product,
            Self::Product => Self::Sign,
            Self::Sign | Self::Power => Self::Power,
        }
    }
}

/// What stands between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Infix {
    Binary(BinaryOp),
    Compare(CompareOp),
    /// Whether the end is included.
    Range(bool),
}

impl Infix {
    /// How tightly it binds.
    pub fn level(self) -> Level {
        match self {
            Self::Compare(_) => Level::Compare,
            Self::Range(_) => Level::Range,
            Self::Binary(op) => match op {
                BinaryOp::Iff => Level::Iff,
                BinaryOp::Implies => Level::Implies,
                BinaryOp::Or => Level::Or,
                BinaryOp::And => Level::And,
                BinaryOp::Union | BinaryOp::Xor => Level::Union,
                BinaryOp::Intersection => Level::Intersection,
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Concat => Level::Sum,
                BinaryOp::Mul | BinaryOp::FloorDiv | BinaryOp::Div | BinaryOp::Mod => Level::Product,
                BinaryOp::Pow => Level::Power,
            },
        }
    }
}

/// The level that a prefix operator stands on.
pub(super) fn prefix_level(op: PrefixOp) -> Level {
    match op {
        PrefixOp::Misere => Level::Misere,
        PrefixOp::Not => Level::Not,
        PrefixOp::Neg => Level::Sign,
    }
}

/// The operator that a node of this kind is; `None` when the node is no operator.
pub(super) fn infix(node: &Node<'_>) -> Option<Infix> {
    match node.as_rule() {
        Rule::operator | Rule::set_operator | Rule::word_operator | Rule::word_xor => ours(node.as_str()),
        Rule::range_operator => Some(Infix::Range(node.as_str() == "..")),
        Rule::not_in => Some(Infix::Compare(CompareOp::NotIn)),
        Rule::foreign_equals => Some(Infix::Compare(CompareOp::Eq)),
        Rule::foreign_operator => Some(foreign(node.as_str())),
        _ => None,
    }
}

fn ours(text: &str) -> Option<Infix> {
    Some(match text {
        "**" => Infix::Binary(BinaryOp::Pow),
        "++" => Infix::Binary(BinaryOp::Concat),
        "*" => Infix::Binary(BinaryOp::Mul),
        "+" => Infix::Binary(BinaryOp::Add),
        "%" => Infix::Binary(BinaryOp::Mod),
        "-" => Infix::Binary(BinaryOp::Sub),
        "//" => Infix::Binary(BinaryOp::FloorDiv),
        "/" => Infix::Binary(BinaryOp::Div),
        "|" => Infix::Binary(BinaryOp::Union),
        "&" => Infix::Binary(BinaryOp::Intersection),
        "⊕" | "xor" => Infix::Binary(BinaryOp::Xor),
        "and" => Infix::Binary(BinaryOp::And),
        "or" => Infix::Binary(BinaryOp::Or),
        "implies" => Infix::Binary(BinaryOp::Implies),
        "iff" => Infix::Binary(BinaryOp::Iff),
        "==" => Infix::Compare(CompareOp::Eq),
        "!=" | "≠" => Infix::Compare(CompareOp::Ne),
        "<" => Infix::Compare(CompareOp::Lt),
        "<=" | "≤" => Infix::Compare(CompareOp::Le),
        ">" => Infix::Compare(CompareOp::Gt),
        ">=" | "≥" => Infix::Compare(CompareOp::Ge),
        "in" | "∈" => Infix::Compare(CompareOp::In),
        _ => return None,
    })
}

/// What is written here for an operator of another language, where there is one answer.
pub(super) fn ours_for(foreign: &str) -> Option<&'static str> {
    Some(match foreign {
        "&&" => "and",
        "||" => "or",
        "=" | "===" => "==",
        "!==" | "<>" => "!=",
        "<=>" => "iff",
        "..=" | "..<=" | "..." => "..",
        _ => return None,
    })
}

/// What was most likely meant by an operator of another language.
fn foreign(text: &str) -> Infix {
    match text {
        "^" => Infix::Binary(BinaryOp::Xor),
        "&&" => Infix::Binary(BinaryOp::And),
        "||" => Infix::Binary(BinaryOp::Or),
        "===" => Infix::Compare(CompareOp::Eq),
        "!==" | "<>" => Infix::Compare(CompareOp::Ne),
        "<=>" => Infix::Binary(BinaryOp::Iff),
        "..=" | "..<=" | "..." => Infix::Range(true),
        "+=" => Infix::Binary(BinaryOp::Add),
        "*=" => Infix::Binary(BinaryOp::Mul),
        "/=" => Infix::Binary(BinaryOp::Div),
        "//=" => Infix::Binary(BinaryOp::FloorDiv),
        "%=" => Infix::Binary(BinaryOp::Mod),
        "**=" => Infix::Binary(BinaryOp::Pow),
        "|=" => Infix::Binary(BinaryOp::Union),
        "&=" => Infix::Binary(BinaryOp::Intersection),
        _ => Infix::Binary(BinaryOp::Sub),
    }
}
