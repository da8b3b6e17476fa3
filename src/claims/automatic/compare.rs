//! Comparisons and membership.

use super::no::{No, Read};
use super::reader::{MOST_ITEMS, Reader, items};
use super::symbol::Symbol;
use crate::analysis::model::{Expr, ExprKind};
use crate::automata::Formula;
use crate::base::Span;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::Value;

impl Reader<'_, '_> {
    pub(super) fn compare_chain(&mut self, first: &Expr, rest: &[(CompareOp, Span, Expr)]) -> Read<Symbol> {
        let mut left = self.symbol(first)?;
        let mut all = Vec::new();
        let depth = self.given.len();
        for (op, _, operand) in rest {
            let one = match op {
                CompareOp::In | CompareOp::NotIn => {
                    let inside = self.membership(&left, operand)?;
                    if *op == CompareOp::In { inside } else { inside.not() }
                }
                _ => {
                    let right = self.symbol(operand)?;
                    let one = self.related(*op, &left, &right, operand.span)?;
                    left = right;
                    one
                }
            };
            self.given.push(one.clone());
            all.push(one);
        }
        self.given.truncate(depth);
        Ok(Symbol::Truth(Formula::all(all)))
    }

    /// Whether a symbol is in a set.
    pub(super) fn membership(&mut self, element: &Symbol, set: &Expr) -> Read<Formula> {
        match &set.kind {
            ExprKind::Range { low, high: Some(high), inclusive } => {
                let (low, high) = (self.symbol(low)?, self.symbol(high)?);
                let above = self.related(CompareOp::Le, &low, element, set.span)?;
                let op = if *inclusive { CompareOp::Le } else { CompareOp::Lt };
                Ok(above.and(&self.related(op, element, &high, set.span)?))
            }
            ExprKind::Binary { first, rest }
                if rest.iter().all(|(op, ..)| *op == BinaryOp::Union) && self.known(set)?.is_none() =>
            {
                let mut any = vec![self.membership(element, first)?];
                for (_, _, operand) in rest {
                    any.push(self.membership(element, operand)?);
                }
                Ok(Formula::any(any))
            }
            ExprKind::Set(list) => {
                let mut any = Vec::new();
                for entry in list {
                    let entry = self.symbol(entry)?;
                    any.push(self.related(CompareOp::Eq, element, &entry, set.span)?);
                }
                Ok(Formula::any(any))
            }
            _ => match self.symbol(set)? {
                Symbol::Known(value) => self.among(element, &value, set.span),
                Symbol::Row(list) => {
                    let mut any = Vec::new();
                    for entry in &list {
                        any.push(self.related(CompareOp::Eq, element, entry, set.span)?);
                    }
                    Ok(Formula::any(any))
                }
                _ => No::outside("a set depends on variables", set.span),
            },
        }
    }

    /// Whether a symbol is in a known set or list.
    pub(super) fn among(&mut self, element: &Symbol, set: &Value, span: Span) -> Read<Formula> {
        let range = if let Value::Set(set) = set { set.as_range() } else { None };
        if let Some((low, high)) = range {
            let [low, high] = [low, high].map(|n| Symbol::Known(Value::int(n)));
            let above = self.related(CompareOp::Le, &low, element, span)?;
            return Ok(above.and(&self.related(CompareOp::Le, element, &high, span)?));
        }
        let mut any = Vec::new();
        for entry in items(set, span)? {
            any.push(self.related(CompareOp::Eq, element, &Symbol::Known(entry), span)?);
        }
        Ok(Formula::any(any))
    }

    /// The truth of a comparison.
    pub(super) fn related(&mut self, op: CompareOp, a: &Symbol, b: &Symbol, span: Span) -> Read<Formula> {
        match op {
            CompareOp::Ne => return Ok(self.related(CompareOp::Eq, a, b, span)?.not()),
            CompareOp::Gt => return self.related(CompareOp::Lt, b, a, span),
            CompareOp::Ge => return self.related(CompareOp::Le, b, a, span),
            _ => {}
        }
        if op == CompareOp::Eq {
            match (a, b) {
                (Symbol::Known(a), Symbol::Known(b)) => {
                    // Positions compare by value.
                    if has_position(a) || has_position(b) {
                        return No::outside("positions are compared", span);
                    }
                    return Ok(Formula::truth(a == b));
                }
                (Symbol::Row(a), Symbol::Row(b)) => {
                    if a.len() != b.len() {
                        return Ok(Formula::truth(false));
                    }
                    let pairs = a.iter().zip(b).map(|(a, b)| self.related(op, a, b, span));
                    return Ok(Formula::all(pairs.collect::<Read<Vec<_>>>()?));
                }
                (Symbol::Row(row), Symbol::Known(value)) | (Symbol::Known(value), Symbol::Row(row)) => {
                    let known = items(value, span)?.into_iter().map(Symbol::Known).collect();
                    return self.related(op, &Symbol::Row(row.clone()), &Symbol::Row(known), span);
                }
                (Symbol::Outcome(lost), Symbol::Known(Value::Text(t)))
                | (Symbol::Known(Value::Text(t)), Symbol::Outcome(lost)) => {
                    return Ok(match &**t {
                        "P" => lost.clone(),
                        "N" => lost.not(),
                        _ => Formula::truth(false),
                    });
                }
                (Symbol::Truth(a), Symbol::Truth(b)) => return Ok(a.iff(b)),
                (Symbol::Truth(a), Symbol::Known(Value::Bool(b)))
                | (Symbol::Known(Value::Bool(b)), Symbol::Truth(a)) => {
                    return Ok(if *b { a.clone() } else { a.not() });
                }
                _ => {}
            }
        }
        let (a, b) = (self.as_number(a.clone(), span)?, self.as_number(b.clone(), span)?);
        let strict = op == CompareOp::Lt;
        if op == CompareOp::Eq {
            a.relate(&b, &mut |x, y| self.is_zero(&x.plus(y, -1, span)?, span))
        } else {
            a.relate(&b, &mut |x, y| self.is_negative(&x.plus(y, -1, span)?, strict, span))
        }
    }
}

fn has_position(value: &Value) -> bool {
    match value {
        Value::Position(_) | Value::Move(_) => true,
        Value::List(list) | Value::Tuple(list) => list.iter().any(has_position),
        Value::Set(set) => set.len() > MOST_ITEMS || set.iter().any(|entry| has_position(&entry)),
        _ => false,
    }
}
