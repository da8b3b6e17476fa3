//! Comparisons.

use super::kind::Kind;
use super::{Checker, wording};
use crate::analysis::model::{Expr, ExprKind};
use crate::base::Span;
use crate::syntax::ast::{BinaryOp, CompareOp};

impl Checker<'_> {
    pub(super) fn compare(&mut self, first: &Expr, rest: &[(CompareOp, Span, Expr)]) {
        let mut left = (first, self.expr(first));
        for (op, at, e) in rest {
            let right = (e, self.expr(e));
            match op {
                CompareOp::In | CompareOp::NotIn => self.membership(&left, &right),
                _ => self.comparison(*op, *at, &left, &right),
            }
            left = right;
        }
    }

    fn membership(&mut self, left: &(&Expr, Kind), right: &(&Expr, Kind)) {
        if let Kind::Position(p) = left.1
            && p.marks.misere
        {
            self.say(wording::misere_compared(left.0.span));
        }
        match (&left.1, &right.1) {
            (_, Kind::Never | Kind::Unknown | Kind::Tuple(_)) => {}
            (Kind::Number { .. }, Kind::List(inner) | Kind::Set(inner)) if matches!(**inner, Kind::Move(_)) => {
                self.moves_compared(right.0, left.0.span);
            }
            // An element that can never be among the others is as good as a wrong comparison.
            (kind, Kind::List(inner) | Kind::Set(inner)) => {
                let zero = matches!((kind, &**inner), (Kind::Number { zero: true }, Kind::Position(_)));
                if !kind.may_be(inner) && !zero {
                    let texts = (self.text(left.0.span), self.text(right.0.span));
                    let places = (left.0.span, right.0.span);
                    self.say(wording::never_in(places, kind, &right.1, (&texts.0, &texts.1)));
                }
            }
            (kind, Kind::Text) => {
                if !matches!(kind, Kind::Text) && !kind.is_open() {
                    let texts = (self.text(left.0.span), self.text(right.0.span));
                    self.say(wording::never_in((left.0.span, right.0.span), kind, &right.1, (&texts.0, &texts.1)));
                }
            }
            (_, other) => {
                let text = self.text(right.0.span);
                self.say(wording::not_a_container(right.0.span, other, &text));
            }
        }
    }

    fn comparison(&mut self, op: CompareOp, at: Span, left: &(&Expr, Kind), right: &(&Expr, Kind)) {
        for (e, kind) in [left, right] {
            if let Kind::Position(p) = kind
                && !self.compared(*p, e.span)
            {
                return;
            }
        }
        match (&left.1, &right.1) {
            (Kind::Set(_), Kind::Position(_)) => self.set_for_position(left.0),
            (Kind::Position(_), Kind::Set(_)) => self.set_for_position(right.0),
            (Kind::Position(p), Kind::Number { zero }) | (Kind::Number { zero }, Kind::Position(p)) => {
                if !zero && !p.marks.partizan && !p.form {
                    let (position, number) =
                        if matches!(left.1, Kind::Position(_)) { (left.0, right.0) } else { (right.0, left.0) };
                    let texts = (self.text(position.span), self.text(number.span));
                    self.say(wording::number_for_position(number.span, position.span, &texts.0, &texts.1));
                }
            }
            (Kind::List(a) | Kind::Set(a), _) if matches!(**a, Kind::Move(_)) && !left.1.may_be(&right.1) => {
                self.moves_compared(left.0, right.0.span);
            }
            (_, Kind::List(b) | Kind::Set(b)) if matches!(**b, Kind::Move(_)) && !left.1.may_be(&right.1) => {
                self.moves_compared(right.0, left.0.span);
            }
            (a, b) => {
                // Lists of numbers and of positions may both be empty or hold the literal 0: no complaint.
                if !a.may_be(b) && !mixed_zero(a, b) {
                    let texts = (self.text(left.0.span), self.text(right.0.span));
                    let places = (left.0.span, right.0.span);
                    self.say(wording::comparison(op, at, places, (a, b), (&texts.0, &texts.1)));
                } else if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
                    self.ordered(left, at);
                    self.ordered(right, at);
                }
            }
        }
    }

    /// Some values are only equal or different.
    fn ordered(&mut self, side: &(&Expr, Kind), at: Span) {
        if matches!(side.1, Kind::Graph | Kind::Move(_) | Kind::Period) {
            self.say(wording::no_order(at, side.0.span, &side.1));
        }
    }

    fn moves_compared(&mut self, moves: &Expr, other: Span) {
        let model = self.model;
        let variable =
            model.games.iter().flat_map(|g| &g.moves).find_map(|m| {
                m.variables.iter().find(|(_, _, enumerated)| *enumerated).map(|(name, ..)| name.to_string())
            });
        let text = self.text(moves.span);
        self.say(wording::moves_compared(moves.span, other, &text, variable.as_deref().unwrap_or("k")));
    }

    /// `{1 | -1}` is a set of one number.
    fn set_for_position(&mut self, set: &Expr) {
        let sides = match &set.kind {
            ExprKind::Set(list) => match list.as_slice() {
                [Expr { kind: ExprKind::Binary { first, rest }, .. }] => match rest.as_slice() {
                    [(BinaryOp::Union, _, second)] => Some((self.text(first.span), self.text(second.span))),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let said = wording::set_for_position(set.span, sides);
        self.say(said);
    }
}

fn mixed_zero(a: &Kind, b: &Kind) -> bool {
    match (a, b) {
        (Kind::List(a), Kind::List(b)) | (Kind::Set(a), Kind::Set(b)) => mixed_zero(a, b) || a.may_be(b),
        (Kind::Tuple(a), Kind::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| mixed_zero(a, b) || a.may_be(b))
        }
        (Kind::Position(_), Kind::Number { .. }) | (Kind::Number { .. }, Kind::Position(_)) => true,
        _ => false,
    }
}
