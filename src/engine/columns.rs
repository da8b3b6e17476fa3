//! Many positions of one game at once.

use std::rc::Rc;

use super::packed::{Halt, Question as Asked};
use super::{Answer, Engine};
use crate::eval::{FieldColumn, PositionColumns, Question};
use crate::ir::Shape;
use crate::value::{Component, Value};

impl Engine {
    /// Appends an answer for each position, if the game has a table or machine code; else appends nothing.
    pub(super) fn answer_column(&self, positions: &PositionColumns<'_>, into: &mut Vec<i64>) -> Answer<bool> {
        if positions.count == 0 {
            return Ok(true);
        }
        if self.is_unplanned(positions.instance) {
            return Ok(false);
        }
        let start = into.len();
        let done = self.heap_column(positions, into)? || {
            into.truncate(start);
            self.packed_column(positions, into)?
        };
        if !done {
            into.truncate(start);
        }
        Ok(done)
    }

    fn heap_column(&self, positions: &PositionColumns<'_>, into: &mut Vec<i64>) -> Answer<bool> {
        let [FieldColumn::Number(heaps)] = positions.fields else { return Ok(false) };
        if positions.question == Question::WinsMisere {
            return Ok(false);
        }
        let wins = positions.question == Question::Wins;
        let done = self.with_heaps(positions.instance, &mut |table| table.column(self, heaps, into))?;
        if done != Some(true) {
            return Ok(false);
        }
        if wins {
            let from = into.len() - positions.count;
            into[from..].iter_mut().for_each(|value| *value = i64::from(*value != 0));
        }
        Ok(true)
    }

    fn packed_column(&self, positions: &PositionColumns<'_>, into: &mut Vec<i64>) -> Answer<bool> {
        let asked = match positions.question {
            Question::Grundy => Asked::Grundy,
            Question::Wins => Asked::Normal,
            Question::WinsMisere => Asked::Misere,
        };
        let greatest: Rc<[Value]> = positions.fields.iter().map(greatest).collect();
        let mut found = Vec::with_capacity(positions.count);
        let done = self.with_packed(positions.instance, &greatest, &mut |packed| {
            if !packed.answers(asked) {
                return Err(Halt::Leave);
            }
            let words = words(positions.fields, packed.shapes()).ok_or(Halt::Leave)?;
            packed.solve_column(asked, &words, positions.count, &mut found, &self.core.meter)
        })?;
        if done.is_none() {
            return Ok(false);
        }
        into.append(&mut found);
        let model = self.core.machine.model();
        if !model.games[positions.instance.game as usize].equations.is_empty() {
            // Machine code does without equations; a look at one position keeps them checked.
            let instance = Rc::clone(positions.instance);
            let fields = positions.fields.iter().map(first).collect();
            self.reduced_once(&Component::Play { instance, fields, negated: false })?;
        }
        Ok(true)
    }
}

/// The field of a position that is at least as great as all of them.
fn greatest(field: &FieldColumn<'_>) -> Value {
    let most = |column: &[i64]| Value::int(column.iter().copied().max().unwrap_or(0));
    match field {
        FieldColumn::Number(column) => most(column),
        FieldColumn::List(columns) => Value::list(columns.iter().map(|column| most(column)).collect()),
    }
}

/// The field of the first position.
fn first(field: &FieldColumn<'_>) -> Value {
    let first = |column: &[i64]| Value::int(column.first().copied().unwrap_or(0));
    match field {
        FieldColumn::Number(column) => first(column),
        FieldColumn::List(columns) => Value::list(columns.iter().map(|column| first(column)).collect()),
    }
}

/// A column for each word; `None` where a field is fixed in the code and some position has another.
fn words<'c>(fields: &[FieldColumn<'c>], shapes: &[Shape]) -> Option<Vec<&'c [i64]>> {
    let mut words: Vec<&[i64]> = Vec::new();
    for (field, shape) in fields.iter().zip(shapes) {
        match (field, shape) {
            (FieldColumn::Number(column), Shape::Word { .. }) => words.push(column),
            (FieldColumn::List(columns), Shape::List { len, .. }) if columns.len() == *len as usize => {
                words.extend(columns.iter().map(|column| &column[..]));
            }
            (FieldColumn::Number(column), Shape::Frozen(value)) => {
                let fixed = value.as_i64()?;
                if column.iter().any(|n| *n != fixed) {
                    return None;
                }
            }
            _ => return None,
        }
    }
    Some(words)
}
