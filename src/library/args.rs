//! Reading arguments, and charging what a function builds.

use std::rc::Rc;

use super::LibraryError;
use crate::base::Meter;
use crate::number::{Number, NumberError};
use crate::value::{Graph, Set, Value};

/// What a function of the library gives.
pub(super) type Found<T = Value> = Result<T, LibraryError>;

/// A temporary charge, given back at the end of the function: what it returns is charged by the caller.
pub(super) struct Charge<'a> {
    meter: &'a Meter,
    bytes: u64,
    steps: u32,
}

impl<'a> Charge<'a> {
    pub fn new(meter: &'a Meter) -> Self {
        Self { meter, bytes: 0, steps: 0 }
    }

    /// Charges `bytes` more, and looks at the clock now and then.
    pub fn add(&mut self, bytes: u64) -> Found<()> {
        self.meter.add_bytes(bytes)?;
        self.bytes += bytes;
        self.steps = self.steps.wrapping_add(1);
        if self.steps & 1023 == 0 {
            self.meter.check()?;
        }
        Ok(())
    }
}

impl Drop for Charge<'_> {
    fn drop(&mut self) {
        self.meter.sub_bytes(self.bytes);
    }
}

/// A value as said in a message, cut short when it is long.
pub(super) fn said(value: &Value) -> String {
    let text = value.quoted().to_string();
    if text.chars().count() <= 80 { text } else { text.chars().take(77).chain("...".chars()).collect() }
}

#[cold]
pub(super) fn wanted(what: &str, value: &Value) -> LibraryError {
    LibraryError::new(format!("{what} is needed, but this is {}", said(value)))
}

#[cold]
fn missing() -> LibraryError {
    LibraryError::new("an argument is missing")
}

/// The argument at a place.
pub(super) fn arg(args: &[Value], place: usize) -> Found<&Value> {
    args.get(place).ok_or_else(missing)
}

pub(super) fn number(args: &[Value], place: usize) -> Found<&Number> {
    let value = arg(args, place)?;
    value.as_number().ok_or_else(|| wanted("a number", value))
}

/// A natural number that fits into 64 bits.
pub(super) fn natural(args: &[Value], place: usize) -> Found<u64> {
    let value = arg(args, place)?;
    let number = value.as_number().ok_or_else(|| wanted("a number", value))?;
    number.to_u64().ok_or_else(|| {
        if number.is_integer() && !number.is_negative() {
            LibraryError::new(format!("{} is too large", said(value)))
        } else {
            wanted("one of the numbers 0, 1, 2, ...", value)
        }
    })
}

/// A natural number that fits into a size.
pub(super) fn size(args: &[Value], place: usize) -> Found<usize> {
    let n = natural(args, place)?;
    usize::try_from(n).map_err(|_| LibraryError::new(format!("{n} is too large")))
}

pub(super) fn set(args: &[Value], place: usize) -> Found<&Set> {
    let value = arg(args, place)?;
    value.as_set().ok_or_else(|| wanted("a set", value))
}

pub(super) fn graph(args: &[Value], place: usize) -> Found<&Rc<Graph>> {
    let value = arg(args, place)?;
    value.as_graph().ok_or_else(|| wanted("a graph", value))
}

pub(super) fn text(args: &[Value], place: usize) -> Found<&Rc<str>> {
    let value = arg(args, place)?;
    value.as_text().ok_or_else(|| wanted("a text", value))
}

/// The entries of a list, set or text, or the arguments themselves when they are several.
pub(super) fn items(args: &[Value]) -> Vec<Value> {
    match args {
        [Value::List(list)] => list.to_vec(),
        [Value::Set(set)] => set.iter().collect(),
        [Value::Text(text)] => text.chars().map(letter).collect(),
        _ => args.to_vec(),
    }
}

/// A text of one letter.
pub(super) fn letter(c: char) -> Value {
    Value::text(c.encode_utf8(&mut [0; 4]))
}

/// A natural number as a value.
pub(super) fn from_u64(n: u64) -> Value {
    Value::Number(Number::from(n))
}

/// A size as a value.
pub(super) fn from_size(n: usize) -> Value {
    Value::Number(Number::from(n))
}

/// What went wrong with a number, with the number.
pub(super) fn number_error(error: &NumberError, value: &Number) -> LibraryError {
    LibraryError::new(format!("{error}, but this is {value}"))
}
