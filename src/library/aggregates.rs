//! Functions of several arguments, of a list or of a set.

use std::cmp::Ordering;
use std::rc::Rc;

use super::LibraryError;
use super::args::{Found, items, said, wanted};
use crate::base::Meter;
use crate::number::Number;
use crate::value::{Position, Value};

/// The sum of numbers, tuples or positions; the number 0 is neutral to everything.
pub(super) fn sum(args: &[Value], _: &Meter) -> Found {
    let list = items(args);
    if list.iter().any(|value| matches!(value, Value::Position(_))) {
        let mut components = Vec::new();
        for value in &list {
            match value {
                Value::Position(position) => components.extend(position.components.iter().cloned()),
                Value::Number(n) if n.is_zero() => {}
                other => return Err(wanted("a position", other)),
            }
        }
        let sum = Position::from_components(components).ok_or_else(too_often)?;
        return Ok(Value::Position(Rc::new(sum)));
    }
    list.into_iter().try_fold(Value::int(0), |total, value| add(&total, &value))
}

fn too_often() -> LibraryError {
    LibraryError::new("a component occurs too often")
}

fn add(a: &Value, b: &Value) -> Found {
    match (a, b) {
        (Value::Number(n), other) | (other, Value::Number(n)) if n.is_zero() => Ok(other.clone()),
        (Value::Number(a), Value::Number(b)) => {
            a.add(b).map(Value::Number).map_err(|error| LibraryError::new(error.to_string()))
        }
        (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => {
            let parts = a.iter().zip(b.iter()).map(|(a, b)| add(a, b));
            Ok(Value::Tuple(parts.collect::<Found<Rc<[Value]>>>()?))
        }
        _ => Err(LibraryError::new(format!("{} and {} cannot be added", said(a), said(b)))),
    }
}

pub(super) fn min(args: &[Value], _: &Meter) -> Found {
    extreme(args, Ordering::Less)
}

pub(super) fn max(args: &[Value], _: &Meter) -> Found {
    extreme(args, Ordering::Greater)
}

fn extreme(args: &[Value], wins: Ordering) -> Found {
    if let [a, b] = args
        && let (Some(x), Some(y)) = (a.as_i64(), b.as_i64())
    {
        return Ok(if x.cmp(&y) == wins { a.clone() } else { b.clone() });
    }
    if let [Value::Set(set)] = args
        && let Some((low, high)) = set.as_range()
    {
        return Ok(Value::int(if wins == Ordering::Less { low } else { high }));
    }
    let mut best: Option<Value> = None;
    for value in items(args) {
        let better = match &best {
            None => true,
            Some(best) => order(&value, best)? == wins,
        };
        if better {
            best = Some(value);
        }
    }
    best.ok_or(LibraryError::Nothing)
}

/// The order of two values; numbers of different fields have none.
pub(super) fn order(a: &Value, b: &Value) -> Found<Ordering> {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.try_cmp(b).map_err(|error| LibraryError::new(error.to_string())),
        _ => Ok(a.cmp(b)),
    }
}

pub(super) fn nimsum(args: &[Value], _: &Meter) -> Found {
    let mut total = Number::ZERO;
    for value in items(args) {
        let n = value.as_number().ok_or_else(|| wanted("a number", &value))?;
        total = total.bitxor(n).map_err(|_| wanted("one of the numbers 0, 1, 2, ...", &value))?;
    }
    Ok(Value::Number(total))
}

pub(super) fn mex(args: &[Value], _: &Meter) -> Found {
    let mut list: Vec<u64> = items(args).iter().filter_map(|value| value.as_number()?.to_u64()).collect();
    list.sort_unstable();
    list.dedup();
    let least = (0..).zip(&list).find(|(n, seen)| n != *seen).map_or(list.len() as u64, |(n, _)| n);
    Ok(super::args::from_u64(least))
}

pub(super) fn count(args: &[Value], _: &Meter) -> Found {
    let conditions = conditions(args)?;
    Ok(super::args::from_size(conditions.iter().filter(|&&holds| holds).count()))
}

pub(super) fn all(args: &[Value], _: &Meter) -> Found {
    Ok(Value::Bool(conditions(args)?.into_iter().all(|holds| holds)))
}

pub(super) fn any(args: &[Value], _: &Meter) -> Found {
    Ok(Value::Bool(conditions(args)?.into_iter().any(|holds| holds)))
}

fn conditions(args: &[Value]) -> Found<Vec<bool>> {
    items(args).iter().map(|value| value.as_bool().ok_or_else(|| wanted("a condition", value))).collect()
}
