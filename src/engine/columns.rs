//! Many positions of one game at once.

use std::borrow::Cow;
use std::rc::Rc;

use super::packed::Halt;
use super::plan::Announced;
use super::words::words;
use super::{Answer, Engine};
use crate::cgt::{Play, Question};
use crate::eval::{FieldColumn, PositionColumns};
use crate::ir::{Shape, mover_word};
use crate::value::{Component, Set, Universe, Value};

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
        if done {
            let fields = |at: usize| positions.fields.iter().map(|field| nth(field, at)).collect();
            self.note_asked(positions.instance, positions.count, &fields);
            self.look_at_one(positions)?;
        } else {
            into.truncate(start);
        }
        Ok(done)
    }

    /// Notes what was announced.
    pub(super) fn announce_column(&self, greatest: &PositionColumns<'_>, count: u64, all: bool) {
        let fields = greatest.fields.iter().map(|field| nth(field, 0)).collect();
        let certain = if all { count } else { 0 };
        self.note_announced(greatest.instance, Announced { greatest: fields, count, certain });
    }

    fn heap_column(&self, positions: &PositionColumns<'_>, into: &mut Vec<i64>) -> Answer<bool> {
        let [FieldColumn::Number(heaps)] = positions.fields else { return Ok(false) };
        if positions.starter.is_some() || positions.question == Question::Wins(Play::Misere) {
            return Ok(false);
        }
        let wins = positions.question == Question::Wins(Play::Normal);
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
        let question = positions.question;
        // Shapes have room for all elements of all sets.
        let first: Rc<[Value]> =
            positions.fields.iter().map(|field| joint(field).unwrap_or_else(|| nth(field, 0))).collect();
        let greatest = || positions.fields.iter().map(greatest).collect();
        let mut found = Vec::with_capacity(positions.count);
        let done = self.with_packed(positions.instance, &first, &greatest, &mut |packed| {
            if !packed.answers(question) {
                return Err(Halt::Leave);
            }
            let shapes = packed.shapes();
            let known = |field: &FieldColumn<'_>| matches!(field, FieldColumn::Fixed(_) | FieldColumn::Set(..));
            let fixed = if positions.fields.iter().any(known) {
                words(self, positions.instance, &first, shapes).ok_or(Halt::Leave)?
            } else {
                Vec::new()
            };
            let mut words = columns(positions, shapes, &fixed).ok_or(Halt::Leave)?;
            if let Some(starter) = positions.starter {
                words.push(Cow::Owned(vec![mover_word(starter); positions.count]));
            }
            let words: Vec<&[i64]> = words.iter().map(|column| &column[..]).collect();
            packed.solve_column(question, &words, positions.count, &mut found, &self.core.meter)
        })?;
        if done.is_none() {
            return Ok(false);
        }
        into.append(&mut found);
        Ok(true)
    }

    /// Faster engines do without equations and measures; a look at the last position, the largest of a range, keeps the
    /// first checked, one at the first the second.
    fn look_at_one(&self, positions: &PositionColumns<'_>) -> Answer<()> {
        let game = &self.core.machine.model().games[positions.instance.game as usize];
        let position = |at: usize| {
            let fields = positions.fields.iter().map(|field| nth(field, at)).collect();
            Component::Play { instance: Rc::clone(positions.instance), fields, negated: false }
        };
        if !game.equations.is_empty() {
            self.reduced_on_the_way(&position(positions.count.saturating_sub(1)))?;
            self.spot_checks()?;
        }
        if game.measure.is_some() {
            self.expanded_once(&position(0))?;
        }
        Ok(())
    }
}

/// The field of a position that is at least as great as all of them.
fn greatest(field: &FieldColumn<'_>) -> Value {
    let most = |column: &[i64]| Value::int(maximum(column));
    match field {
        FieldColumn::Number(column) => most(column),
        FieldColumn::List(columns) => Value::list(columns.iter().map(|column| most(column)).collect()),
        FieldColumn::Set(..) => joint(field).unwrap_or_else(|| nth(field, 0)),
        FieldColumn::Fixed(value) => (*value).clone(),
    }
}

/// The elements of all sets of a field.
fn joint(field: &FieldColumn<'_>) -> Option<Value> {
    let FieldColumn::Set(universe, masks) = field else { return None };
    Some(set_of(universe, masks.iter().fold(0, |all, mask| all | mask)))
}

fn set_of(universe: &Rc<Universe>, mask: i64) -> Value {
    Value::Set(Set::from_mask(universe, mask.cast_unsigned()))
}

/// The greatest of some natural numbers; some at a time, none of which waits for another.
fn maximum(column: &[i64]) -> i64 {
    let mut most = [0; 8];
    let blocks = column.chunks_exact(most.len());
    let rest = blocks.remainder().iter().copied().max().unwrap_or(0);
    for block in blocks {
        for (most, &n) in most.iter_mut().zip(block) {
            *most = n.max(*most);
        }
    }
    most.into_iter().fold(rest, i64::max)
}

/// The field of the position with this number.
fn nth(field: &FieldColumn<'_>, at: usize) -> Value {
    let entry = |column: &[i64]| Value::int(column.get(at).copied().unwrap_or(0));
    match field {
        FieldColumn::Number(column) => entry(column),
        FieldColumn::List(columns) => Value::list(columns.iter().map(|column| entry(column)).collect()),
        FieldColumn::Set(universe, masks) => set_of(universe, masks.get(at).copied().unwrap_or(0)),
        FieldColumn::Fixed(value) => (*value).clone(),
    }
}

/// A column for each word; `None` where a field is fixed in the code and some position has another. `first` are the words of
/// the first position, where some fields are the same for all.
fn columns<'c>(positions: &PositionColumns<'c>, shapes: &[Shape], first: &[i64]) -> Option<Vec<Cow<'c, [i64]>>> {
    let mut words: Vec<Cow<'c, [i64]>> = Vec::new();
    for (field, shape) in positions.fields.iter().zip(shapes) {
        match (field, shape) {
            (FieldColumn::Number(column), Shape::Word { .. }) => words.push(Cow::Borrowed(column)),
            (FieldColumn::List(columns), Shape::List { len, .. }) if columns.len() == *len as usize => {
                words.extend(columns.iter().map(|column| Cow::Borrowed(&column[..])));
            }
            (FieldColumn::Number(column), Shape::Frozen(value)) => {
                let fixed = value.as_i64()?;
                if column.iter().any(|n| *n != fixed) {
                    return None;
                }
            }
            (FieldColumn::Set(_, masks), Shape::Word { .. }) => {
                // Bits stand for the same elements, by what they are in words.
                if masks.iter().fold(0, |all, mask| all | mask) != *first.get(words.len())? {
                    return None;
                }
                words.push(Cow::Borrowed(masks));
            }
            (FieldColumn::Set(universe, masks), Shape::Subset(elements)) => {
                words.push(Cow::Owned(within(universe, masks, elements)?));
            }
            (FieldColumn::Set(universe, masks), Shape::Frozen(Value::Set(set))) => {
                let fixed = set.mask_in(universe)?.cast_signed();
                if masks.iter().any(|mask| *mask != fixed) {
                    return None;
                }
            }
            (FieldColumn::Fixed(own), Shape::Frozen(value)) if *own == value => {}
            (FieldColumn::Fixed(_), Shape::Word { .. } | Shape::Subset(_)) => {
                let word = *first.get(words.len())?;
                words.push(Cow::Owned(vec![word; positions.count]));
            }
            (FieldColumn::Fixed(_), Shape::Grid(ends)) => {
                for _ in ends {
                    let word = *first.get(words.len())?;
                    words.push(Cow::Owned(vec![word; positions.count]));
                }
            }
            _ => return None,
        }
    }
    Some(words)
}

/// Masks over a universe as those over some of its elements; `None` when there are others.
fn within(universe: &Rc<Universe>, masks: &[i64], elements: &Set) -> Option<Vec<i64>> {
    let place = |at: usize| elements.index_of(&universe.get(at)?).filter(|place| *place < 64);
    let places: Vec<Option<usize>> = (0..universe.len()).map(place).collect();
    let one = |mask: &i64| {
        let (mut rest, mut moved) = (mask.cast_unsigned(), 0i64);
        while rest != 0 {
            moved |= 1 << places.get(rest.trailing_zeros() as usize).copied()??;
            rest &= rest - 1;
        }
        Some(moved)
    };
    masks.iter().map(one).collect()
}
