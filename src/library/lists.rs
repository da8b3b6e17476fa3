//! Functions of lists, texts and sets.

use std::rc::Rc;

use super::LibraryError;
use super::aggregates::order;
use super::args::{Found, arg, from_size, items, size, wanted};
use crate::base::Meter;
use crate::value::{Set, Value};

fn length(value: &Value) -> Found<usize> {
    match value {
        Value::List(list) | Value::Tuple(list) => Ok(list.len()),
        Value::Text(text) => Ok(text.chars().count()),
        Value::Set(set) => Ok(set.len()),
        other => Err(wanted("a list, a text, a tuple or a set", other)),
    }
}

pub(super) fn len(args: &[Value], _: &Meter) -> Found {
    length(arg(args, 0)?).map(from_size)
}

pub(super) fn indices(args: &[Value], _: &Meter) -> Found {
    let value = arg(args, 0)?;
    if matches!(value, Value::Set(_)) {
        return Err(wanted("a list or a text", value));
    }
    let len = i64::try_from(length(value)?).unwrap_or(i64::MAX);
    Ok(Value::Set(Set::range(0, len - 1)))
}

pub(super) fn sorted(args: &[Value], _: &Meter) -> Found {
    let mut list = items(args);
    if let Some(wrong) = list.windows(2).find_map(|pair| order(&pair[0], &pair[1]).err()) {
        return Err(wrong);
    }
    list.sort();
    Ok(Value::list(list))
}

pub(super) fn last(args: &[Value], _: &Meter) -> Found {
    let found = match arg(args, 0)? {
        Value::List(list) | Value::Tuple(list) => list.last().cloned(),
        Value::Text(text) => text.chars().next_back().map(super::args::letter),
        other => return Err(wanted("a list or a text", other)),
    };
    found.ok_or_else(|| LibraryError::new("nothing is last in an empty list"))
}

pub(super) fn drop(args: &[Value], _: &Meter) -> Found {
    let n = size(args, 1)?;
    match arg(args, 0)? {
        Value::List(list) => Ok(Value::List(list.get(n..).unwrap_or(&[]).into())),
        Value::Text(text) => Ok(Value::text(&text.chars().skip(n).collect::<String>())),
        other => Err(wanted("a list or a text", other)),
    }
}

pub(super) fn without(args: &[Value], _: &Meter) -> Found {
    let value = arg(args, 0)?;
    let Value::List(list) = value else { return Err(wanted("a list", value)) };
    let place = arg(args, 1)?;
    match place.as_usize().filter(|&i| i < list.len()) {
        Some(i) => Ok(Value::List(list[..i].iter().chain(&list[i + 1..]).cloned().collect())),
        None => Err(LibraryError::IndexOutside { index: place.clone(), len: list.len() }),
    }
}

pub(super) fn join(args: &[Value], _: &Meter) -> Found {
    let mut whole = String::new();
    for value in items(args) {
        whole.push_str(value.as_text().ok_or_else(|| wanted("a list of texts", &value))?);
    }
    Ok(Value::Text(Rc::from(whole)))
}
