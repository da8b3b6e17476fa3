//! Operators: what each spelling means.

use super::super::ast::{BinaryOp, CompareOp};
use super::super::operators::Level;
use super::super::parser::Rule;
use super::Node;

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
            Self::Binary(op) => op.level(),
        }
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
