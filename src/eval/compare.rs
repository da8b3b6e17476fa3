//! Comparisons. Between positions `==` and `<=` compare values; in sets, lists searched with `in`, and the memo positions
//! are compared as written.

use std::cmp::Ordering;

use super::expr::as_position;
use super::{Frame, Machine, Queries, Stop, wording};
use crate::analysis::model::{Expr, ExprKind};
use crate::base::Span;
use crate::syntax::ast::CompareOp;
use crate::value::Value;

impl Machine {
    /// A chain of comparisons: every operand at most once, up to the first that fails.
    pub(super) fn compare(
        &self,
        first: &Expr,
        rest: &[(CompareOp, Span, Expr)],
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<bool, Stop> {
        let mut left = self.eval(first, frame, queries)?;
        let mut left_span = first.span;
        for (i, (op, _, operand)) in rest.iter().enumerate() {
            if matches!(op, CompareOp::In | CompareOp::NotIn) {
                if i + 1 < rest.len() {
                    // The set is an operand of the next comparison as well.
                    let right = self.eval(operand, frame, queries)?;
                    if contains(&right, &left, operand.span)? != (*op == CompareOp::In) {
                        return Ok(false);
                    }
                    (left, left_span) = (right, operand.span);
                    continue;
                }
                return Ok(self.is_member(&left, operand, frame, queries)? == (*op == CompareOp::In));
            }
            let right = self.eval(operand, frame, queries)?;
            let holds = match (left.as_i64(), right.as_i64()) {
                (Some(a), Some(b)) => decide(*op, a.cmp(&b)),
                _ => self.relate(*op, &left, &right, left_span.to(operand.span), queries)?,
            };
            if !holds {
                return Ok(false);
            }
            (left, left_span) = (right, operand.span);
        }
        Ok(true)
    }

    /// Whether one comparison holds.
    ///
    /// # Errors
    /// Values that cannot be compared, or whatever a query raises.
    pub fn relate(
        &self,
        op: CompareOp,
        left: &Value,
        right: &Value,
        span: Span,
        queries: &mut dyn Queries,
    ) -> Result<bool, Stop> {
        match op {
            CompareOp::Eq => return self.equal(left, right, queries),
            CompareOp::Ne => return Ok(!self.equal(left, right, queries)?),
            CompareOp::In => return contains(right, left, span),
            CompareOp::NotIn => return Ok(!contains(right, left, span)?),
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => {}
        }
        match (left, right) {
            (Value::Number(a), Value::Number(b)) => match a.try_cmp(b) {
                Ok(order) => Ok(decide(op, order)),
                Err(error) => Err(super::arith::number_fault(&error, op.text(), a, b, span, span)),
            },
            (Value::Set(a), Value::Set(b)) => Ok(match op {
                CompareOp::Le => a.is_subset(b),
                CompareOp::Lt => a.len() < b.len() && a.is_subset(b),
                CompareOp::Ge => b.is_subset(a),
                _ => b.len() < a.len() && b.is_subset(a),
            }),
            (Value::Position(_), _) | (_, Value::Position(_)) => {
                let (Some(a), Some(b)) = (as_position(left), as_position(right)) else {
                    return Err(wording::no_operator(span, op.text(), left, right));
                };
                Ok(self.ask(span, || queries.compare(op.text(), &a, &b))?.is_some_and(|order| decide(op, order)))
            }
            _ if std::mem::discriminant(left) == std::mem::discriminant(right) => Ok(decide(op, left.cmp(right))),
            _ => Err(wording::no_operator(span, op.text(), left, right)),
        }
    }

    /// `==`: positions by value, also inside lists and tuples; everything else as written.
    pub(super) fn equal(&self, left: &Value, right: &Value, queries: &mut dyn Queries) -> Result<bool, Stop> {
        match (left, right) {
            (Value::Position(_), _) | (_, Value::Position(_)) => {
                let (Some(a), Some(b)) = (as_position(left), as_position(right)) else { return Ok(false) };
                Ok(self.ask(Span::NONE, || queries.compare("==", &a, &b))? == Some(Ordering::Equal))
            }
            (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
                if a.len() != b.len() {
                    return Ok(false);
                }
                for (a, b) in a.iter().zip(b.iter()) {
                    if !self.equal(a, b, queries)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(left == right),
        }
    }

    /// `x in D`, without building D where its form tells the answer.
    fn is_member(
        &self,
        element: &Value,
        domain: &Expr,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<bool, Stop> {
        match &domain.kind {
            ExprKind::Local(slot) => {
                if let Some(value) = frame.get(*slot) {
                    return contains(value, element, domain.span);
                }
            }
            ExprKind::Range { low, high, inclusive } => {
                let Value::Number(n) = element else { return Ok(false) };
                if self.whole(low, frame, queries)? > *n || !n.is_integer() {
                    return Ok(false);
                }
                let Some(high) = high else { return Ok(true) };
                let high = self.whole(high, frame, queries)?;
                return Ok(if *inclusive { *n <= high } else { *n < high });
            }
            _ => {}
        }
        let value = self.eval(domain, frame, queries)?;
        contains(&value, element, domain.span)
    }
}

/// Whether a set, list or text contains an element as written.
pub(super) fn contains(domain: &Value, element: &Value, span: Span) -> Result<bool, Stop> {
    match domain {
        Value::Set(set) => Ok(set.contains(element)),
        Value::List(list) => Ok(list.contains(element)),
        Value::Text(text) => Ok(matches!(element, Value::Text(part) if text.contains(&**part))),
        other => Err(wording::unexpected(span, "a set or a list", other)),
    }
}

#[inline]
pub(super) fn decide(op: CompareOp, order: Ordering) -> bool {
    match op {
        CompareOp::Eq => order.is_eq(),
        CompareOp::Ne => order.is_ne(),
        CompareOp::Lt => order.is_lt(),
        CompareOp::Le => order.is_le(),
        CompareOp::Gt => order.is_gt(),
        CompareOp::Ge => order.is_ge(),
        CompareOp::In | CompareOp::NotIn => false,
    }
}
