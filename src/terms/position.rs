//! Positions that are asked about, as sums of games with fields of terms.

use super::{Ask, Asked, FieldTerm, Part, Term, TermId, Translator, Which};
use crate::analysis::model::{Binder, Expr, ExprKind, InstanceExpr, Marks, Model, Pattern, Type};
use crate::analysis::visit;
use crate::cgt::Play;
use crate::library::Aggregate;
use crate::syntax::ast::BinaryOp;
use crate::value::{Set, Value};

impl<'m> Translator<'m> {
    pub(super) fn ask(&mut self, asked: Asked, position: &'m Expr) -> Option<Term> {
        let (position, play) = match &position.kind {
            ExprKind::Misere(inner) => (&**inner, Play::Misere),
            _ => (position, Play::Normal),
        };
        let mut parts = Vec::new();
        self.summands(position, &mut parts)?;
        if play.is_misere() && (asked == Asked::Grundy || parts.len() != 1) {
            return None;
        }
        let marks = |part: &Part| self.model.games[part.game() as usize].marks;
        // The value of a sum in which the players have different moves is no number.
        let partizan = matches!(asked, Asked::Outcome(_));
        if partizan && parts.len() != 1 {
            return None;
        }
        let fits = |marks: Marks| {
            let wins_if = marks.wins_if && (asked == Asked::Grundy || parts.len() != 1);
            marks.partizan == partizan && !marks.loopy && !marks.misere && !wins_if
        };
        if !parts.iter().map(marks).all(fits) {
            return None;
        }
        Some(Term::Ask(Box::new(Ask { asked, play, parts })))
    }

    fn summands(&mut self, position: &'m Expr, into: &mut Vec<Part>) -> Option<()> {
        self.count()?;
        match &position.kind {
            ExprKind::Aggregate { function, generator } if function.aggregate() == Some(Aggregate::Sum) => {
                let [Binder::In { pattern: Pattern::Slot(slot, _), domain }] = &generator.binders[..] else {
                    return None;
                };
                let ExprKind::List(elements) = &domain.kind else { return None };
                for element in elements {
                    self.aliases.push((*slot, element));
                    let done = self.summands(&generator.body, into);
                    self.aliases.pop();
                    done?;
                }
                Some(())
            }
            ExprKind::Binary { first, rest } => {
                self.summands(first, into)?;
                for (op, _, operand) in rest {
                    if *op != BinaryOp::Add {
                        return None;
                    }
                    self.summands(operand, into)?;
                }
                Some(())
            }
            ExprKind::Position { instance, fields } => {
                let instance = match instance {
                    InstanceExpr::Own => return None,
                    InstanceExpr::Static(index) => {
                        Which::Static { index: *index, game: self.model.instances[*index as usize].game }
                    }
                    InstanceExpr::Dynamic { game, args } => Which::Dynamic { game: *game, args: self.ints(args)? },
                };
                let mut part = Part { instance, fields: Vec::new() };
                let model: &'m Model = self.model;
                let rules = &model.games[part.game() as usize];
                if rules.fields.len() != fields.len() {
                    return None;
                }
                for (field, expr) in rules.fields.iter().zip(fields) {
                    part.fields.push(self.field(field.ty.as_ref(), expr)?);
                }
                into.push(part);
                Some(())
            }
            _ => None,
        }
    }

    /// A number that has to lie within a range which is the same for all positions.
    fn within(&mut self, domain: &'m Expr, expr: &'m Expr) -> Option<TermId> {
        let term = self.int(expr)?;
        self.inside(domain, term)
    }

    /// The same for what is translated already.
    fn inside(&mut self, domain: &'m Expr, term: TermId) -> Option<TermId> {
        let ExprKind::Range { low, high: Some(high), inclusive } = &domain.kind else { return None };
        let mut fixed = true;
        visit::walk(domain, &mut |e| fixed &= !matches!(e.kind, ExprKind::Local(_) | ExprKind::Lazy { .. }));
        if !fixed {
            return None;
        }
        let (low, high) = (self.int(low)?, self.last(high, *inclusive)?);
        // Elsewhere the long way says what is wrong.
        Some(self.terms.add(self.terms.span(term), Term::Within([term, low, high])))
    }

    fn field(&mut self, ty: Option<&'m Type>, expr: &'m Expr) -> Option<FieldTerm> {
        match (ty, &expr.kind) {
            (Some(Type::Enum(_) | Type::Bool | Type::Set(_) | Type::Domain(_)), _) if fixed(expr).is_some() => {
                fixed(expr).map(FieldTerm::Fixed)
            }
            (None | Some(Type::Nat), _) => Some(FieldTerm::Number(self.int(expr)?)),
            (Some(Type::Set(_)), _) => Some(FieldTerm::Set(self.set(expr)?)),
            (Some(Type::List(of) | Type::Bag(of)), ExprKind::Local(slot)) => {
                let entries = self.entries(expr.span, *slot)?;
                let domain = match &**of {
                    Type::Nat => return Some(FieldTerm::List(entries)),
                    Type::Domain(domain) => domain,
                    _ => return None,
                };
                let checked = entries.iter().map(|entry| self.inside(domain, *entry)).collect::<Option<_>>()?;
                Some(FieldTerm::List(checked))
            }
            (Some(Type::List(of) | Type::Bag(of)), ExprKind::List(entries)) if matches!(**of, Type::Nat) => {
                Some(FieldTerm::List(self.ints(entries)?))
            }
            (Some(Type::List(of) | Type::Bag(of)), ExprKind::List(entries)) => {
                let Type::Domain(domain) = &**of else { return None };
                let terms = entries.iter().map(|entry| self.within(domain, entry)).collect::<Option<_>>()?;
                Some(FieldTerm::List(terms))
            }
            (Some(Type::Domain(domain)), _) => Some(FieldTerm::Number(self.within(domain, expr)?)),
            _ => None,
        }
    }
}

/// A value that is no number, written out without variables.
fn fixed(expr: &Expr) -> Option<Value> {
    fn entries(list: &[Expr]) -> Option<Vec<Value>> {
        list.iter().map(written).collect()
    }
    fn written(expr: &Expr) -> Option<Value> {
        Some(match &expr.kind {
            ExprKind::Const(value) => value.clone(),
            ExprKind::Set(elements) => Value::Set(Set::from_values(entries(elements)?)),
            ExprKind::Tuple(list) => Value::tuple(entries(list)?),
            _ => return None,
        })
    }
    written(expr).filter(|value| !matches!(value, Value::Number(_)))
}
