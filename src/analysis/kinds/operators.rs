//! Operators between two operands.

use super::kind::{Kind, Pos};
use super::{Checker, wording};
use crate::analysis::model::Expr;
use crate::base::Span;
use crate::syntax::ast::BinaryOp;

/// An operand that has been looked at.
struct Operand<'e> {
    kind: Kind,
    span: Span,
    /// The expression, when it is not a part of the chain.
    expr: Option<&'e Expr>,
}

impl Checker<'_> {
    pub(super) fn binary(&mut self, first: &Expr, rest: &[(BinaryOp, Span, Expr)]) -> Kind {
        // `**` and `implies` group to the right, but their kinds do not depend on it.
        let mut left = Operand { kind: self.expr(first), span: first.span, expr: Some(first) };
        for (op, at, e) in rest {
            let right = Operand { kind: self.expr(e), span: e.span, expr: Some(e) };
            let span = left.span.to(right.span);
            let kind = self.operator(*op, *at, &left, &right);
            left = Operand { kind, span, expr: None };
        }
        left.kind
    }

    fn operator(&mut self, op: BinaryOp, at: Span, left: &Operand<'_>, right: &Operand<'_>) -> Kind {
        match op {
            BinaryOp::Iff => {
                self.operand_condition(left);
                self.operand_condition(right);
                Kind::Bool
            }
            // Resolved into nodes of their own.
            BinaryOp::Implies | BinaryOp::Or | BinaryOp::And => Kind::Bool,
            BinaryOp::Union | BinaryOp::Intersection | BinaryOp::Xor => self.lattice(op, at, left, right),
            BinaryOp::Add | BinaryOp::Sub => self.additive(op, at, left, right),
            BinaryOp::Concat => self.concat(at, left, right),
            BinaryOp::Mul => self.product(at, left, right),
            BinaryOp::FloorDiv | BinaryOp::Div | BinaryOp::Mod | BinaryOp::Pow => {
                let number = |o: &Operand<'_>| matches!(o.kind, Kind::Number { .. }) || o.kind.is_open();
                if number(left) && number(right) { Kind::NUMBER } else { self.no_operator(op, at, left, right) }
            }
        }
    }

    fn operand_condition(&mut self, operand: &Operand<'_>) {
        if operand.kind != Kind::Bool && !operand.kind.is_open() {
            let text = self.text(operand.span);
            self.say(match operand.expr {
                Some(e) => wording::condition(e, &operand.kind, &text),
                None => wording::condition_at(operand.span, &operand.kind, &text),
            });
        }
    }

    fn no_operator(&mut self, op: BinaryOp, at: Span, left: &Operand<'_>, right: &Operand<'_>) -> Kind {
        let texts = (self.text(left.span), self.text(right.span));
        let places = (left.span, right.span);
        self.say(wording::operator(op, at, places, (&left.kind, &right.kind), (&texts.0, &texts.1)));
        Kind::Unknown
    }

    fn lattice(&mut self, op: BinaryOp, at: Span, left: &Operand<'_>, right: &Operand<'_>) -> Kind {
        match (&left.kind, &right.kind) {
            (Kind::Set(a), Kind::Set(b)) => Kind::set(a.join(b)),
            (Kind::Number { .. }, Kind::Number { .. }) => Kind::NUMBER,
            (Kind::Bool, Kind::Bool) if op == BinaryOp::Xor => Kind::Bool,
            (Kind::Never | Kind::Unknown, k) | (k, Kind::Never | Kind::Unknown) => match k {
                Kind::Set(_) | Kind::Number { .. } => k.clone().held(),
                Kind::Bool if op == BinaryOp::Xor => Kind::Bool,
                Kind::Never | Kind::Unknown => Kind::Unknown,
                _ => self.no_operator(op, at, left, right),
            },
            _ => self.no_operator(op, at, left, right),
        }
    }

    fn additive(&mut self, op: BinaryOp, at: Span, left: &Operand<'_>, right: &Operand<'_>) -> Kind {
        match (&left.kind, &right.kind) {
            (Kind::Position(a), Kind::Position(b)) => {
                let _ = self.summand(*a, left.span) && self.summand(*b, right.span);
                Kind::Position(a.join(*b).plain())
            }
            (Kind::Position(p), k @ (Kind::Never | Kind::Unknown | Kind::Number { zero: true })) => {
                self.summand_with(*p, k, left.span)
            }
            (k @ (Kind::Never | Kind::Unknown | Kind::Number { zero: true }), Kind::Position(p)) => {
                self.summand_with(*p, k, right.span)
            }
            // Beside a position given by its value, or a partizan one, a number is the position of that value.
            (Kind::Position(p), Kind::Number { .. }) if p.form || p.marks.partizan => self.with_number(*p, left.span),
            (Kind::Number { .. }, Kind::Position(p)) if p.form || p.marks.partizan => self.with_number(*p, right.span),
            (Kind::Number { zero: a }, Kind::Number { zero: b }) => Kind::Number { zero: *a && *b },
            (Kind::Tuple(a), Kind::Tuple(b)) if a.len() == b.len() => left.kind.join(&right.kind),
            (Kind::Set(a), Kind::Set(b)) if op == BinaryOp::Sub && a.may_be(b) => left.kind.clone(),
            (Kind::Graph, Kind::Set(_) | Kind::Never | Kind::Unknown) if op == BinaryOp::Sub => Kind::Graph,
            (Kind::Never | Kind::Unknown, k) | (k, Kind::Never | Kind::Unknown) => match k {
                Kind::Number { .. } => {
                    // A number plus something unknown may be a tuple's neighbour of its own kind only.
                    if matches!((&left.kind, &right.kind), (Kind::Never, _) | (_, Kind::Never)) {
                        Kind::NUMBER
                    } else {
                        Kind::Unknown
                    }
                }
                Kind::Tuple(_) | Kind::Never | Kind::Unknown => Kind::Unknown,
                Kind::Set(_) | Kind::Graph if op == BinaryOp::Sub => Kind::Unknown,
                _ => self.no_operator(op, at, left, right),
            },
            _ => self.no_operator(op, at, left, right),
        }
    }

    /// A position with something that is not known, or with the empty position.
    fn summand_with(&mut self, position: Pos, other: &Kind, span: Span) -> Kind {
        if position.marks.misere || !matches!(other, Kind::Number { .. }) {
            self.summand(position, span);
        }
        Kind::Position(position.plain())
    }

    fn with_number(&mut self, position: Pos, span: Span) -> Kind {
        self.summand(position, span);
        Kind::Position(Pos { form: true, ..position.plain() })
    }

    fn concat(&mut self, at: Span, left: &Operand<'_>, right: &Operand<'_>) -> Kind {
        match (&left.kind, &right.kind) {
            (Kind::List(_), Kind::List(_)) => left.kind.join(&right.kind),
            (Kind::Text, Kind::Text) => Kind::Text,
            (Kind::Never | Kind::Unknown, k) | (k, Kind::Never | Kind::Unknown) => match k {
                Kind::List(_) => Kind::list(Kind::Unknown),
                Kind::Text => Kind::Text,
                Kind::Never | Kind::Unknown => Kind::Unknown,
                _ => self.no_operator(BinaryOp::Concat, at, left, right),
            },
            _ => self.no_operator(BinaryOp::Concat, at, left, right),
        }
    }

    fn product(&mut self, at: Span, left: &Operand<'_>, right: &Operand<'_>) -> Kind {
        match (&left.kind, &right.kind) {
            (Kind::Number { .. }, Kind::Number { .. }) => Kind::NUMBER,
            (Kind::Number { .. }, k @ Kind::Tuple(_)) | (k @ Kind::Tuple(_), Kind::Number { .. }) => k.clone(),
            (n @ (Kind::Number { .. } | Kind::Never | Kind::Unknown), Kind::Position(p)) => {
                let once = matches!(n, Kind::Number { .. })
                    && left.expr.and_then(super::expr::literal_integer).is_some_and(|n| n.abs() <= 1);
                if p.marks.misere || !once {
                    self.summand(*p, right.span);
                }
                Kind::Position(p.plain())
            }
            (Kind::Never | Kind::Unknown, k) | (k, Kind::Never | Kind::Unknown) => match k {
                Kind::Number { .. } | Kind::Tuple(_) | Kind::Never | Kind::Unknown => {
                    if matches!(k, Kind::Number { .. }) && (left.kind == Kind::Never || right.kind == Kind::Never) {
                        Kind::NUMBER
                    } else {
                        Kind::Unknown
                    }
                }
                _ => self.no_operator(BinaryOp::Mul, at, left, right),
            },
            _ => self.no_operator(BinaryOp::Mul, at, left, right),
        }
    }

    pub(super) fn negated(&mut self, inner: &Expr) -> Kind {
        let kind = self.expr(inner);
        match &kind {
            Kind::Position(p) => {
                if p.marks.misere {
                    self.say(wording::misere_added(inner.span));
                }
                Kind::Position(p.plain())
            }
            Kind::Number { .. } | Kind::Tuple(_) => kind,
            Kind::Never | Kind::Unknown => Kind::Unknown,
            other => {
                let text = self.text(inner.span);
                self.say(wording::negated(inner.span, other, &text));
                Kind::Unknown
            }
        }
    }
}
