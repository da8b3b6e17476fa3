//! Reading and changing entries of lists and texts, and the fields of records.

use std::rc::Rc;

use smallvec::SmallVec;

use super::expr::Answer;
use super::types::unshared;
use super::{Frame, Machine, Queries, Stop, wording};
use crate::analysis::model::{Binder, Expr, ExprKind};
use crate::base::Span;
use crate::number::Number;
use crate::value::{MoveRecord, Value};

impl Machine {
    /// `h[i]`
    pub(super) fn index(&self, base: &Expr, index: &Expr, frame: &mut Frame, queries: &mut dyn Queries) -> Answer {
        if let ExprKind::Local(slot) = base.kind {
            let place = self.eval(index, frame, queries)?;
            if let Some(value) = frame.get(slot) {
                return entry(base, index, value, &place);
            }
        }
        let value = self.eval(base, frame, queries)?;
        let place = self.eval(index, frame, queries)?;
        entry(base, index, &value, &place)
    }

    /// `h[a..b]`
    pub(super) fn slice(&self, base: &Expr, range: &Expr, frame: &mut Frame, queries: &mut dyn Queries) -> Answer {
        let value = self.eval(base, frame, queries)?;
        let ExprKind::Range { low, high, inclusive } = &range.kind else {
            return Err(wording::defect(range.span, "a slice that is not a range"));
        };
        let (first, last) = self.ends(low, high.as_deref(), *inclusive, frame, queries)?;
        let (what, len) = match &value {
            Value::List(list) => ("list", list.len()),
            Value::Text(text) => ("text", text.chars().count()),
            other => return Err(wording::unexpected(base.span, "a list or a text", other)),
        };
        let last = last.unwrap_or_else(|| Number::from(len).sub(&Number::from(1)).unwrap_or(Number::from(0)));
        let range = if last < first {
            0..0
        } else {
            let inside = |n: &Number| n.to_usize().filter(|&n| n < len);
            let Some(from) = inside(&first) else {
                return Err(wording::index_outside(low.span, Value::Number(first), (what, len), low, base));
            };
            let at = high.as_deref().unwrap_or(low);
            let Some(to) = inside(&last) else {
                return Err(wording::index_outside(at.span, Value::Number(last), (what, len), at, base));
            };
            from..to + 1
        };
        match &value {
            Value::List(list) => {
                self.charge(24 * range.len() as u64)?;
                Ok(Value::List(list[range].into()))
            }
            Value::Text(text) => {
                let part: String = text.chars().skip(range.start).take(range.len()).collect();
                Ok(Value::Text(part.into()))
            }
            other => Err(wording::unexpected(base.span, "a list or a text", other)),
        }
    }

    /// `h with [i: e, ...]`
    pub(super) fn with(
        &self,
        base: &Expr,
        entries: &[(Expr, Expr)],
        binders: &[Binder],
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Answer {
        let value = self.eval(base, frame, queries)?;
        match value {
            Value::List(mut list) => {
                let mut changes: SmallVec<[(usize, Value); 4]> = SmallVec::new();
                let len = list.len();
                self.new_entries(entries, binders, frame, queries, &mut |at, place, new| {
                    change(&mut changes, at, base, &place, new, ("list", len))
                })?;
                self.charge(24 * len as u64)?;
                let places = unshared(&mut list);
                for (place, new) in changes {
                    places[place] = new;
                }
                Ok(Value::List(list))
            }
            Value::Text(text) => {
                let mut letters: Vec<char> = text.chars().collect();
                let mut changes: SmallVec<[(usize, Value); 4]> = SmallVec::new();
                let len = letters.len();
                self.new_entries(entries, binders, frame, queries, &mut |at, place, new| {
                    if !matches!(&new, Value::Text(letter) if letter.chars().count() == 1) {
                        return Err(wording::unexpected(at.span, "a text of one letter", &new));
                    }
                    change(&mut changes, at, base, &place, new, ("text", len))
                })?;
                for (place, new) in changes {
                    if let Value::Text(letter) = new {
                        letters[place] = letter.chars().next().unwrap_or(' ');
                    }
                }
                Ok(Value::Text(letters.into_iter().collect::<String>().into()))
            }
            other => Err(wording::unexpected(base.span, "a list or a text", &other)),
        }
    }
}

/// Notes a change; the same entry may not get two different values.
fn change(
    changes: &mut SmallVec<[(usize, Value); 4]>,
    at: &Expr,
    base: &Expr,
    place: &Value,
    new: Value,
    extent: (&'static str, usize),
) -> Result<(), Stop> {
    let Some(index) = inside(place, extent.1) else {
        return Err(wording::index_outside(at.span, place.clone(), extent, at, base));
    };
    match changes.iter().find(|(other, _)| *other == index) {
        Some((_, value)) if *value == new => Ok(()),
        Some((_, value)) => Err(wording::changed_twice(at.span, index, value, &new)),
        None => {
            changes.push((index, new));
            Ok(())
        }
    }
}

/// An index that lies in a list of `len` entries.
#[inline]
fn inside(place: &Value, len: usize) -> Option<usize> {
    place.as_i64().and_then(|n| usize::try_from(n).ok()).filter(|&n| n < len)
}

/// An entry of a value.
fn entry(base: &Expr, index: &Expr, value: &Value, place: &Value) -> Answer {
    match value {
        Value::List(list) | Value::Tuple(list) => inside(place, list.len()).map(|i| list[i].clone()).ok_or_else(|| {
            let what = if matches!(value, Value::List(_)) { "list" } else { "tuple" };
            outside(base, index, place, (what, list.len()))
        }),
        Value::Text(text) => {
            let letter = place.as_i64().and_then(|n| usize::try_from(n).ok()).and_then(|n| {
                if text.is_ascii() { text.get(n..=n).map(Rc::from) } else { text.chars().nth(n).map(letter) }
            });
            letter.map(Value::Text).ok_or_else(|| outside(base, index, place, ("text", text.chars().count())))
        }
        other => Err(wording::unexpected(base.span, "a list, a tuple or a text", other)),
    }
}

fn letter(c: char) -> Rc<str> {
    Rc::from(&*c.encode_utf8(&mut [0; 4]))
}

#[cold]
fn outside(base: &Expr, index: &Expr, place: &Value, extent: (&'static str, usize)) -> Stop {
    match place {
        Value::Number(n) if n.is_integer() => wording::index_outside(index.span, place.clone(), extent, index, base),
        _ => wording::not_whole(index.span, place),
    }
}

/// `m.k`, `e.u`, `p.period`
pub(super) fn field(span: Span, value: &Value, name: &str) -> Answer {
    let found = match value {
        Value::Move(record) => move_field(record, name),
        Value::Edge(edge) => match name {
            "u" => Some(edge.u.clone()),
            "v" => Some(edge.v.clone()),
            "label" => {
                return edge.label.clone().ok_or_else(|| wording::no_label(span, value));
            }
            _ => None,
        },
        Value::Period(period) => match name {
            "preperiod" => Some(Value::Number(Number::from(period.preperiod))),
            "period" => Some(Value::Number(Number::from(period.period))),
            "saltus" => Some(Value::int(period.saltus)),
            "exceptions" => {
                let list = period.exceptions.iter().map(|&n| Value::Number(Number::from(n)));
                Some(Value::list(list.collect()))
            }
            _ => None,
        },
        _ => None,
    };
    found.ok_or_else(|| wording::no_field(span, value, name))
}

fn move_field(record: &MoveRecord, name: &str) -> Option<Value> {
    Some(match name {
        "name" => Value::Text(Rc::clone(&record.name)),
        "component" => Value::Position(Rc::clone(&record.component)),
        "result" => Value::Position(Rc::clone(&record.result)),
        "to" => Value::Position(Rc::clone(&record.to)),
        "side" => Value::Text(Rc::from(record.side.to_string())),
        _ => record.bindings.iter().find(|(bound, _)| **bound == *name)?.1.clone(),
    })
}
