//! What operators are written as, and how tightly they bind: the same for the parser and for the printer.

use super::ast::{BinaryOp, CompareOp, PrefixOp};

/// How tightly an expression binds, loosest first.
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
    /// What needs no brackets anywhere.
    Operand,
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
            Self::Sign => Self::Power,
            Self::Power | Self::Operand => Self::Operand,
        }
    }
}

impl BinaryOp {
    /// As written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Iff => "iff",
            Self::Implies => "implies",
            Self::Or => "or",
            Self::And => "and",
            Self::Union => "|",
            Self::Xor => "xor",
            Self::Intersection => "&",
            Self::Add => "+",
            Self::Sub => "-",
            Self::Concat => "++",
            Self::Mul => "*",
            Self::FloorDiv => "//",
            Self::Div => "/",
            Self::Mod => "%",
            Self::Pow => "**",
        }
    }

    /// How tightly it binds.
    pub(super) fn level(self) -> Level {
        match self {
            Self::Iff => Level::Iff,
            Self::Implies => Level::Implies,
            Self::Or => Level::Or,
            Self::And => Level::And,
            Self::Union | Self::Xor => Level::Union,
            Self::Intersection => Level::Intersection,
            Self::Add | Self::Sub | Self::Concat => Level::Sum,
            Self::Mul | Self::FloorDiv | Self::Div | Self::Mod => Level::Product,
            Self::Pow => Level::Power,
        }
    }
}

impl CompareOp {
    /// As written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::In => "in",
            Self::NotIn => "not in",
        }
    }
}

impl PrefixOp {
    /// The level that it stands on.
    pub(super) fn level(self) -> Level {
        match self {
            Self::Misere => Level::Misere,
            Self::Not => Level::Not,
            Self::Neg => Level::Sign,
        }
    }
}
