//! Operators between two operands.

use std::rc::Rc;

use super::expr::{Answer, as_position};
use super::machine::POSITION_BYTES;
use super::{Frame, Machine, Queries, Stop, wording};
use crate::analysis::model::Expr;
use crate::base::Span;
use crate::number::{Number, NumberError};
use crate::syntax::ast::BinaryOp;
use crate::terms::small;
use crate::value::{Position, Value};

/// Shorter integers take about a step.
const MANY_WORDS: u64 = 32;
/// So many pairs of words are multiplied in the time of a step.
const WORDS_A_STEP: u64 = 64;

impl Machine {
    /// A chain of operators of one level, from the left.
    pub(super) fn binary(
        &self,
        first: &Expr,
        rest: &[(BinaryOp, Span, Expr)],
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Answer {
        if rest.len() > 1 && rest[0].0 == BinaryOp::Pow {
            return self.tower(first, rest, frame, queries);
        }
        let mut left = self.eval(first, frame, queries)?;
        for (op, _, operand) in rest {
            let right = self.eval(operand, frame, queries)?;
            if let (Some(a), Some(b)) = (left.as_i64(), right.as_i64())
                && let Some(result) = small(*op, a, b)
            {
                left = Value::int(result);
                continue;
            }
            left = self.apply(*op, left, right, first.span, operand.span)?;
        }
        Ok(left)
    }

    /// `a ** b ** c`: grouped to the right.
    fn tower(
        &self,
        first: &Expr,
        rest: &[(BinaryOp, Span, Expr)],
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Answer {
        let operands = std::iter::once(first).chain(rest.iter().map(|(_, _, operand)| operand));
        let values = operands.map(|e| Ok((self.eval(e, frame, queries)?, e.span)));
        let mut values = values.collect::<Result<Vec<_>, Stop>>()?;
        let Some((mut result, last)) = values.pop() else { return Err(wording::defect(first.span, "a power")) };
        while let Some((base, span)) = values.pop() {
            result = self.apply(BinaryOp::Pow, base, result, span, last)?;
        }
        Ok(result)
    }

    /// One operator between two values that came from one place.
    pub(super) fn apply_at(&self, op: BinaryOp, left: Value, right: Value, span: Span) -> Answer {
        self.apply(op, left, right, span, span)
    }

    #[inline(never)]
    fn apply(&self, op: BinaryOp, left: Value, right: Value, first: Span, last: Span) -> Answer {
        let span = first.to(last);
        match (&left, &right) {
            (Value::Number(a), Value::Number(b)) => return self.numbers(op, a, b, first, last),
            (Value::Set(a), Value::Set(b)) => {
                let result = match op {
                    BinaryOp::Union => a.union(b),
                    BinaryOp::Intersection => a.intersection(b),
                    BinaryOp::Sub => a.difference(b),
                    BinaryOp::Xor => a.symmetric_difference(b),
                    _ => return Err(mismatch(op, &left, &right, span)),
                };
                let result = result.map_err(|_| wording::too_many_elements(span))?;
                if result.universe().is_none() && result.as_range().is_none() {
                    self.charge(set_bytes(result.len()))?;
                }
                return Ok(Value::Set(result));
            }
            (Value::Bool(a), Value::Bool(b)) => {
                return match op {
                    BinaryOp::Xor => Ok(Value::Bool(a != b)),
                    BinaryOp::Iff => Ok(Value::Bool(a == b)),
                    _ => Err(mismatch(op, &left, &right, span)),
                };
            }
            (Value::Tuple(a), Value::Tuple(b)) if matches!(op, BinaryOp::Add | BinaryOp::Sub) => {
                if a.len() != b.len() {
                    return Err(mismatch(op, &left, &right, span));
                }
                let parts = a.iter().zip(b.iter());
                let parts = parts.map(|(a, b)| self.apply(op, a.clone(), b.clone(), first, last));
                return Ok(Value::Tuple(parts.collect::<Result<Rc<[Value]>, Stop>>()?));
            }
            (Value::List(a), Value::List(b)) if op == BinaryOp::Concat => {
                self.charge(24 * (a.len() + b.len()) as u64)?;
                return Ok(Value::List(a.iter().chain(b.iter()).cloned().collect()));
            }
            (Value::Text(a), Value::Text(b)) if op == BinaryOp::Concat => {
                self.charge((a.len() + b.len()) as u64)?;
                return Ok(Value::Text(Rc::from(format!("{a}{b}"))));
            }
            (Value::Graph(graph), Value::Set(gone)) if op == BinaryOp::Sub => {
                return Ok(Value::Graph(Rc::new(graph.without_vertices(gone))));
            }
            (Value::Position(_), _) | (_, Value::Position(_)) if matches!(op, BinaryOp::Add | BinaryOp::Sub) => {
                if let (Some(a), Some(b)) = (as_position(&left), as_position(&right)) {
                    let b = if op == BinaryOp::Sub { Rc::new(Position::negate(&b)) } else { b };
                    let sum = Position::plus(&a, &b).ok_or_else(|| wording::too_often(span))?;
                    self.charge(POSITION_BYTES * sum.components.len() as u64)?;
                    return Ok(Value::Position(Rc::new(sum)));
                }
            }
            (Value::Number(n), Value::Position(position)) | (Value::Position(position), Value::Number(n))
                if op == BinaryOp::Mul =>
            {
                return times(n, position, span);
            }
            (Value::Number(n), Value::Tuple(entries)) | (Value::Tuple(entries), Value::Number(n))
                if op == BinaryOp::Mul =>
            {
                let scale = |entry: &Value| self.apply(op, Value::Number(n.clone()), entry.clone(), first, last);
                return Ok(Value::Tuple(entries.iter().map(scale).collect::<Result<Rc<[Value]>, Stop>>()?));
            }
            _ => {}
        }
        Err(mismatch(op, &left, &right, span))
    }

    fn numbers(&self, op: BinaryOp, a: &Number, b: &Number, first: Span, last: Span) -> Answer {
        let result = match op {
            BinaryOp::Add => a.add(b),
            BinaryOp::Sub => a.sub(b),
            BinaryOp::Mul => a.mul(b),
            BinaryOp::Div => a.div(b),
            BinaryOp::FloorDiv => a.floor_div(b),
            BinaryOp::Mod => a.modulo(b),
            BinaryOp::Pow => a.pow(b),
            BinaryOp::Union => a.bitor(b),
            BinaryOp::Intersection => a.bitand(b),
            BinaryOp::Xor => a.bitxor(b),
            BinaryOp::Concat | BinaryOp::Iff | BinaryOp::Implies | BinaryOp::Or | BinaryOp::And => {
                return Err(mismatch(op, &Value::Number(a.clone()), &Value::Number(b.clone()), first.to(last)));
            }
        };
        match result {
            Ok(number) => {
                let large = |n: &Number| n.to_i64().is_none();
                if large(&number) || large(a) || large(b) {
                    self.tick()?;
                    self.charge(number.bits() / 8)?;
                    self.worked_on(a.bits().max(b.bits()).max(number.bits()))?;
                }
                Ok(Value::Number(number))
            }
            Err(error) => Err(number_fault(&error, op.text(), a, b, first, last)),
        }
    }

    /// Counts the work of one operation on integers of so many bits, which the budget of a search is about: products and
    /// quotients of many words take that of their square.
    fn worked_on(&self, bits: u64) -> Result<(), Stop> {
        let words = bits / 64;
        if words < MANY_WORDS {
            return Ok(());
        }
        self.meter().worked(words.saturating_mul(words) / WORDS_A_STEP);
        Ok(self.meter().check()?)
    }

    /// `-x`
    pub(super) fn negate(&self, span: Span, value: Value) -> Answer {
        match value {
            Value::Number(n) => Ok(Value::Number(n.neg())),
            Value::Position(position) => Ok(Value::Position(Rc::new(Position::negate(&position)))),
            Value::Tuple(entries) => {
                let parts = entries.iter().map(|entry| self.negate(span, entry.clone()));
                Ok(Value::Tuple(parts.collect::<Result<Rc<[Value]>, Stop>>()?))
            }
            other => Err(wording::unexpected(span, "a number, a tuple or a position", &other)),
        }
    }
}

/// `n * P`; a negative multiple is a multiple of the negative.
fn times(n: &Number, position: &Rc<Position>, span: Span) -> Answer {
    let value = || Value::Number(n.clone());
    if !n.is_integer() {
        return Err(wording::not_whole(span, &value()));
    }
    let Some(count) = n.abs().to_u64() else { return Err(wording::too_many(span, &value())) };
    let result = if n.signum() < 0 {
        Position::times(count, &Position::negate(position))
    } else {
        Position::times(count, position)
    };
    result.map(|position| Value::Position(Rc::new(position))).ok_or_else(|| wording::too_many(span, &value()))
}

/// About how many bytes a set takes that is not over a universe.
pub(super) fn set_bytes(len: usize) -> u64 {
    32 + 8 * len as u64
}

fn mismatch(op: BinaryOp, left: &Value, right: &Value, span: Span) -> Stop {
    wording::no_operator(span, op.text(), left, right)
}

/// What a failed operation on numbers is called.
pub(super) fn number_fault(error: &NumberError, op: &str, a: &Number, b: &Number, first: Span, last: Span) -> Stop {
    wording::number_error(error, op, &Value::Number(a.clone()), &Value::Number(b.clone()), first, last)
}
