//! A short way for small integers: arithmetic, comparisons and indexing without values in between.
//!
//! Expressions that consist of nothing else are translated once, when the machine is made. The short way has no errors:
//! whenever something is not a small integer, an index is outside, or a result does not fit, it gives `None`, and the
//! evaluator takes the long way from the start and says what is wrong.

use std::cell::Cell;

use super::closed::roots;
use super::{Frame, Machine};
use crate::analysis::Model;
use crate::analysis::model::{Expr, ExprKind, Slot};
use crate::analysis::visit;
use crate::library::Builtin;
use crate::number::gcd;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::terms::{has_small, small};
use crate::value::Value;

/// After so many failures an expression is not of integers after all.
const PATIENCE: u8 = 100;

/// Something that gives a small integer.
enum Int {
    Const(i64),
    Slot(Slot),
    Lazy(Slot),
    Global(u32),
    Entry(Slot, Box<Int>),
    Length(Slot),
    Chain(Box<Int>, Box<[(BinaryOp, Int)]>),
    Neg(Box<Int>),
    Abs(Box<Int>),
    Bit(Box<[Int; 2]>),
    Gcd(Box<[Int; 2]>),
    Least(Box<[Int]>),
    Greatest(Box<[Int]>),
    If(Box<Bool>, Box<Int>, Box<Int>),
}

/// Something that gives a truth value.
enum Bool {
    Const(bool),
    Slot(Slot),
    Compare(Int, Box<[(CompareOp, Int)]>),
    /// `==` or `!=` of two values that need not be integers.
    Same(Place, Place, bool),
    Inside(Int, Int, Int, bool),
    Member(Int, Slot, bool),
    And(Box<[Bool]>),
    Or(Box<[Bool]>),
    Not(Box<Bool>),
}

/// A value that lies somewhere already.
enum Place {
    Const(Value),
    Slot(Slot),
    Entry(Slot, Int),
}

enum Code {
    Int(Int),
    Bool(Bool),
}

/// The short way of an expression.
struct Short {
    code: Code,
    /// How often it failed.
    failures: Cell<u8>,
    /// It asks for a `let` of its game, which is empty in every new frame: failures say nothing.
    lazy: bool,
}

/// The expressions that have a short way, by their numbers.
pub(super) struct Fast {
    codes: Vec<Option<Short>>,
}

impl Fast {
    pub(super) fn new(model: &Model) -> Self {
        let mut codes: Vec<Option<Short>> = Vec::new();
        codes.resize_with(model.expressions(), || None);
        roots(model, &mut |root| translate(root, &mut codes));
        Self { codes }
    }
}

/// Translates an expression, or else whatever is inside it.
fn translate(expr: &Expr, codes: &mut [Option<Short>]) {
    let code = match &expr.kind {
        ExprKind::Binary { .. } | ExprKind::Index(..) | ExprKind::If { .. } | ExprKind::Builtin { .. } => {
            int(expr).map(Code::Int)
        }
        ExprKind::Compare { .. } | ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Not(_) => {
            condition(expr).map(Code::Bool)
        }
        _ => None,
    };
    match code {
        Some(code) => {
            let mut lazy = false;
            visit::walk(expr, &mut |e| lazy |= matches!(e.kind, ExprKind::Lazy { .. }));
            if let Some(short) = codes.get_mut(expr.id.index()) {
                *short = Some(Short { code, failures: Cell::new(0), lazy });
            }
        }
        None => visit::children(expr, &mut |child| translate(child, codes)),
    }
}

fn int(expr: &Expr) -> Option<Int> {
    let all = |list: &[Expr]| list.iter().map(int).collect::<Option<Box<[Int]>>>();
    Some(match &expr.kind {
        ExprKind::Const(value) => Int::Const(value.as_i64()?),
        ExprKind::Local(slot) => Int::Slot(*slot),
        ExprKind::Lazy { slot, .. } => Int::Lazy(*slot),
        ExprKind::Global { index, path } if path.is_empty() => Int::Global(*index),
        ExprKind::Index(base, index) => match base.kind {
            ExprKind::Local(slot) | ExprKind::Lazy { slot, .. } => Int::Entry(slot, Box::new(int(index)?)),
            _ => return None,
        },
        // A tower of powers groups to the right: the long way knows.
        ExprKind::Binary { rest, .. } if rest.len() > 1 && rest[0].0 == BinaryOp::Pow => return None,
        ExprKind::Binary { first, rest } => {
            let operand = |(op, _, e): &(BinaryOp, _, Expr)| {
                if has_small(*op) { Some((*op, int(e)?)) } else { None }
            };
            Int::Chain(Box::new(int(first)?), rest.iter().map(operand).collect::<Option<_>>()?)
        }
        ExprKind::Neg(inner) => Int::Neg(Box::new(int(inner)?)),
        ExprKind::If { arms, otherwise } => {
            let [(when, then)] = &arms[..] else { return None };
            Int::If(Box::new(condition(when)?), Box::new(int(then)?), Box::new(int(otherwise)?))
        }
        ExprKind::Builtin { function, args } => match (*function, &args[..]) {
            (Builtin::LEN, [list]) => match list.kind {
                ExprKind::Local(slot) | ExprKind::Lazy { slot, .. } => Int::Length(slot),
                _ => return None,
            },
            (Builtin::ABS, [x]) => Int::Abs(Box::new(int(x)?)),
            (Builtin::BIT, [n, place]) => Int::Bit(Box::new([int(n)?, int(place)?])),
            (Builtin::GCD, [a, b]) => Int::Gcd(Box::new([int(a)?, int(b)?])),
            (Builtin::MIN, [_, _, ..]) => Int::Least(all(args)?),
            (Builtin::MAX, [_, _, ..]) => Int::Greatest(all(args)?),
            _ => return None,
        },
        _ => return None,
    })
}

fn condition(expr: &Expr) -> Option<Bool> {
    let all = |list: &[Expr]| list.iter().map(condition).collect::<Option<Box<[Bool]>>>();
    Some(match &expr.kind {
        ExprKind::Const(value) => Bool::Const(value.as_bool()?),
        ExprKind::Local(slot) => Bool::Slot(*slot),
        ExprKind::And(parts) => Bool::And(all(parts)?),
        ExprKind::Or(parts) => Bool::Or(all(parts)?),
        ExprKind::Not(inner) => Bool::Not(Box::new(condition(inner)?)),
        ExprKind::Compare { first, rest } => comparison(first, rest)?,
        _ => return None,
    })
}

fn comparison<S>(first: &Expr, rest: &[(CompareOp, S, Expr)]) -> Option<Bool> {
    if let [(op @ (CompareOp::In | CompareOp::NotIn), _, domain)] = rest {
        let element = int(first)?;
        return Some(match &domain.kind {
            ExprKind::Local(slot) => Bool::Member(element, *slot, *op == CompareOp::In),
            ExprKind::Range { low, high: Some(high), inclusive } => {
                let last = int(high)?;
                let last = if *inclusive {
                    last
                } else {
                    Int::Chain(Box::new(last), Box::new([(BinaryOp::Sub, Int::Const(1))]))
                };
                Bool::Inside(element, int(low)?, last, *op == CompareOp::In)
            }
            _ => return None,
        });
    }
    if let [(op @ (CompareOp::Eq | CompareOp::Ne), _, second)] = rest
        && let (Some(a), Some(b)) = (place(first), place(second))
    {
        return Some(Bool::Same(a, b, *op == CompareOp::Eq));
    }
    let operand = |(op, _, e): &(CompareOp, S, Expr)| {
        let ordered = !matches!(op, CompareOp::In | CompareOp::NotIn);
        if ordered { Some((*op, int(e)?)) } else { None }
    };
    Some(Bool::Compare(int(first)?, rest.iter().map(operand).collect::<Option<_>>()?))
}

fn place(expr: &Expr) -> Option<Place> {
    Some(match &expr.kind {
        ExprKind::Const(value) => Place::Const(value.clone()),
        ExprKind::Local(slot) => Place::Slot(*slot),
        ExprKind::Index(base, index) => match base.kind {
            ExprKind::Local(slot) => Place::Entry(slot, int(index)?),
            _ => return None,
        },
        _ => return None,
    })
}

impl Short {
    #[cold]
    fn fail(&self) {
        if !self.lazy {
            self.failures.set(self.failures.get() + 1);
        }
    }
}

impl Machine {
    /// The value of an expression of small integers by the short way.
    #[inline]
    pub(super) fn fast_int(&self, expr: &Expr, frame: &Frame) -> Option<i64> {
        let short = self.fast.codes.get(expr.id.index())?.as_ref()?;
        let Code::Int(code) = &short.code else { return None };
        if short.failures.get() >= PATIENCE {
            return None;
        }
        let result = self.int(code, frame);
        if result.is_none() {
            short.fail();
        }
        result
    }

    /// A truth value by the short way.
    #[inline]
    pub(super) fn fast_bool(&self, expr: &Expr, frame: &Frame) -> Option<bool> {
        let short = self.fast.codes.get(expr.id.index())?.as_ref()?;
        let Code::Bool(code) = &short.code else { return None };
        if short.failures.get() >= PATIENCE {
            return None;
        }
        let result = self.bool(code, frame);
        if result.is_none() {
            short.fail();
        }
        result
    }

    fn int(&self, code: &Int, frame: &Frame) -> Option<i64> {
        match code {
            Int::Const(n) => Some(*n),
            Int::Slot(slot) | Int::Lazy(slot) => frame.get(*slot)?.as_i64(),
            Int::Global(index) => self.known_global(*index),
            Int::Entry(slot, index) => entry(frame, *slot, self.int(index, frame)?)?.as_i64(),
            Int::Length(slot) => match frame.get(*slot)? {
                Value::List(list) => i64::try_from(list.len()).ok(),
                Value::Set(set) => i64::try_from(set.len()).ok(),
                _ => None,
            },
            Int::Chain(first, rest) => {
                let mut total = self.int(first, frame)?;
                for (op, operand) in rest {
                    total = small(*op, total, self.int(operand, frame)?)?;
                }
                Some(total)
            }
            Int::Neg(inner) => self.int(inner, frame)?.checked_neg(),
            Int::Abs(inner) => self.int(inner, frame)?.checked_abs(),
            Int::Bit(parts) => {
                let (n, place) = (self.int(&parts[0], frame)?, self.int(&parts[1], frame)?);
                (n >= 0 && place >= 0).then(|| if place < 63 { n >> place & 1 } else { 0 })
            }
            Int::Gcd(parts) => {
                let (a, b) = (self.int(&parts[0], frame)?, self.int(&parts[1], frame)?);
                i64::try_from(gcd(u64::try_from(a).ok()?, u64::try_from(b).ok()?)).ok()
            }
            Int::Least(list) => {
                let mut least = i64::MAX;
                for part in list {
                    least = least.min(self.int(part, frame)?);
                }
                Some(least)
            }
            Int::Greatest(list) => {
                let mut greatest = i64::MIN;
                for part in list {
                    greatest = greatest.max(self.int(part, frame)?);
                }
                Some(greatest)
            }
            Int::If(condition, then, otherwise) => {
                self.int(if self.bool(condition, frame)? { then } else { otherwise }, frame)
            }
        }
    }

    fn bool(&self, code: &Bool, frame: &Frame) -> Option<bool> {
        match code {
            Bool::Const(holds) => Some(*holds),
            Bool::Slot(slot) => frame.get(*slot)?.as_bool(),
            Bool::Compare(first, rest) => {
                let mut left = self.int(first, frame)?;
                for (op, operand) in rest {
                    let right = self.int(operand, frame)?;
                    if !super::compare::decide(*op, left.cmp(&right)) {
                        return Some(false);
                    }
                    left = right;
                }
                Some(true)
            }
            Bool::Same(a, b, equal) => {
                let (a, b) = (self.place(a, frame)?, self.place(b, frame)?);
                let plain = |value: &Value| {
                    matches!(value, Value::Number(_) | Value::Bool(_) | Value::Enum(_) | Value::Text(_) | Value::Set(_))
                };
                (plain(a) && plain(b)).then(|| (a == b) == *equal)
            }
            Bool::Inside(element, low, high, inside) => {
                let n = self.int(element, frame)?;
                Some((self.int(low, frame)? <= n && n <= self.int(high, frame)?) == *inside)
            }
            Bool::Member(element, slot, inside) => {
                let element = Value::int(self.int(element, frame)?);
                match frame.get(*slot)? {
                    Value::Set(set) => Some(set.contains(&element) == *inside),
                    Value::List(list) => Some(list.contains(&element) == *inside),
                    _ => None,
                }
            }
            Bool::And(parts) => {
                for part in parts {
                    if !self.bool(part, frame)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Bool::Or(parts) => {
                for part in parts {
                    if self.bool(part, frame)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            Bool::Not(inner) => Some(!self.bool(inner, frame)?),
        }
    }

    #[inline]
    fn place<'a>(&self, place: &'a Place, frame: &'a Frame) -> Option<&'a Value> {
        match place {
            Place::Const(value) => Some(value),
            Place::Slot(slot) => frame.get(*slot),
            Place::Entry(slot, index) => entry(frame, *slot, self.int(index, frame)?),
        }
    }
}

/// An entry of the list in a slot.
#[inline]
fn entry(frame: &Frame, slot: Slot, index: i64) -> Option<&Value> {
    match frame.get(slot)? {
        Value::List(list) | Value::Tuple(list) => list.get(usize::try_from(index).ok()?),
        _ => None,
    }
}
