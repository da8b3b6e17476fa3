//! Questions about the positions of a block.

use std::borrow::Cow;
use std::rc::Rc;

use super::super::queries::{FieldColumn, PositionColumns};
use super::super::{Queries, Stop};
use super::run::{Block, Column, Irregular, Result, Runner};
use super::sets::Over;
use crate::analysis::model::Type;
use crate::cgt::{Player, Question};
use crate::terms::{Ask, Asked, Classes, FieldTerm, Part, SetTerm, Which};
use crate::value::{Component, Instance, Position, Set, Universe, Value};

impl Runner<'_> {
    /// The answer for every instance of a block.
    pub(super) fn ask<'b>(&self, ask: &Ask, block: &'b Block, queries: &mut dyn Queries) -> Result<'b> {
        if let Asked::Outcome(classes) = ask.asked {
            return self.outcome(classes, ask, block, queries);
        }
        let mut total = match self.known {
            Some(known) => known.to_vec(),
            None => self.nim_sum(&ask.parts, ask.question(), block, queries)?,
        };
        match ask.asked {
            Asked::Grundy => {}
            Asked::Wins => total.iter_mut().for_each(|value| *value = i64::from(*value != 0)),
            Asked::Loses => total.iter_mut().for_each(|value| *value = i64::from(*value == 0)),
            Asked::Outcome(_) => return Err(Irregular),
        }
        Ok(Column::Own(total))
    }

    /// Whether a position has one of some outcome classes, for every instance of a block.
    fn outcome<'b>(&self, classes: Classes, ask: &Ask, block: &'b Block, queries: &mut dyn Queries) -> Result<'b> {
        let [part] = &ask.parts[..] else { return Err(Irregular) };
        let mut starts = [Vec::new(), Vec::new()];
        for (wins, starter) in starts.iter_mut().zip(Player::BOTH) {
            if classes.one_start().is_none_or(|start| start == starter) {
                self.part(part, (ask.question(), Some(starter)), block, queries, wins)?;
            } else {
                wins.resize(block.count, 0);
            }
        }
        let [mut left, right] = starts;
        left.iter_mut().zip(&right).for_each(|(l, r)| *l = i64::from(classes.hold(*l != 0, *r != 0)));
        Ok(Column::Own(left))
    }

    /// The answers for components, joined by nim-sum, for every instance of a block.
    pub(super) fn nim_sum<'p>(
        &self,
        parts: impl IntoIterator<Item = &'p Part>,
        question: Question,
        block: &Block,
        queries: &mut dyn Queries,
    ) -> std::result::Result<Vec<i64>, Irregular> {
        let mut parts = parts.into_iter();
        let mut total = Vec::with_capacity(block.count);
        match parts.next() {
            Some(first) => self.part(first, (question, None), block, queries, &mut total)?,
            None => total.resize(block.count, 0),
        }
        for part in parts {
            let mut values = Vec::with_capacity(block.count);
            self.part(part, (question, None), block, queries, &mut values)?;
            total.iter_mut().zip(&values).for_each(|(sum, value)| *sum ^= value);
        }
        Ok(total)
    }

    fn part(
        &self,
        part: &Part,
        (question, starter): (Question, Option<Player>),
        block: &Block,
        queries: &mut dyn Queries,
        into: &mut Vec<i64>,
    ) -> std::result::Result<(), Irregular> {
        let instances = self.instances(&part.instance, block, queries)?;
        let mut fields = Vec::new();
        let types = &self.machine.model().games[part.game() as usize].fields;
        for (at, (field, ty)) in part.fields.iter().zip(types).enumerate() {
            fields.push(match field {
                FieldTerm::Set(set) => self.set_field(set, at, &instances, block, queries)?,
                _ => self.field(field, matches!(ty.ty, Some(Type::Bag(_))), block, queries)?,
            });
        }
        for (instance, from, to) in instances {
            let whole = from == 0 && to == block.count;
            let cuts: Vec<Field<'_>> =
                if whole { Vec::new() } else { fields.iter().map(|field| field.cut(from, to)).collect() };
            let columns: Vec<FieldColumn<'_>> =
                (if whole { &fields } else { &cuts }).iter().map(Field::column).collect();
            let positions =
                PositionColumns { instance: &instance, fields: &columns, count: to - from, question, starter };
            match queries.column(&positions, into) {
                Ok(true) => {}
                Ok(false) => one_by_one(&positions, queries, into)?,
                // The long way meets the same fault, or an answer before it.
                Err(Stop::Fault(_) | Stop::Limit(_)) => return Err(Irregular),
            }
        }
        Ok(())
    }

    /// The columns of a field: natural numbers; the entries of a bag in order.
    fn field<'b>(
        &self,
        field: &'b FieldTerm,
        bag: bool,
        block: &'b Block,
        queries: &mut dyn Queries,
    ) -> std::result::Result<Field<'b>, Irregular> {
        let terms = match field {
            FieldTerm::Number(term) => {
                let column = match self.run(*term, block, queries)? {
                    Column::Shared(values) => Cow::Borrowed(values),
                    column => Cow::Owned(column.into_values(block.count)),
                };
                return if any_negative(&column) { Err(Irregular) } else { Ok(Field::Number(column)) };
            }
            FieldTerm::List(terms) => terms,
            FieldTerm::Fixed(value) => return Ok(Field::Fixed(value)),
            FieldTerm::Set(_) => return Err(Irregular),
        };
        let mut columns = Vec::with_capacity(terms.len());
        for term in terms {
            let column = self.run(*term, block, queries)?.into_values(block.count);
            if any_negative(&column) {
                return Err(Irregular);
            }
            columns.push(column);
        }
        // Natural numbers: a difference below 0 has a sign, and nothing overflows.
        let ascend = |pair: &[Vec<i64>]| pair[0].iter().zip(&pair[1]).fold(0, |any, (x, y)| any | (y - x)) >= 0;
        if bag && !columns.windows(2).all(ascend) {
            for i in 1..columns.len() {
                for j in (1..=i).rev() {
                    let (left, right) = columns.split_at_mut(j);
                    let (Some(a), Some(b)) = (left.last_mut(), right.first_mut()) else { continue };
                    for (x, y) in a.iter_mut().zip(b.iter_mut()) {
                        (*x, *y) = ((*x).min(*y), (*x).max(*y));
                    }
                }
            }
        }
        Ok(Field::List(columns))
    }

    /// The sets of a field, over what is the same universe for all instances.
    fn set_field<'b>(
        &self,
        set: &SetTerm,
        field: usize,
        instances: &[(Rc<Instance>, usize, usize)],
        block: &Block,
        queries: &mut dyn Queries,
    ) -> std::result::Result<Field<'b>, Irregular> {
        let mut universes = Vec::new();
        for (instance, ..) in instances {
            universes.push(self.machine.universe_of(instance, field, queries).ok_or(Irregular)?);
        }
        let universe = universes.pop().ok_or(Irregular)?;
        if !universes.iter().all(|other| Rc::ptr_eq(other, &universe)) {
            return Err(Irregular);
        }
        let masks = self.masks(set, &Over::new(&universe).ok_or(Irregular)?, false, block, queries)?;
        Ok(Field::Set(universe, Cow::Owned(masks)))
    }

    /// The instances of a block with the stretches that they take.
    fn instances(
        &self,
        which: &Which,
        block: &Block,
        queries: &mut dyn Queries,
    ) -> std::result::Result<Vec<(Rc<Instance>, usize, usize)>, Irregular> {
        match which {
            Which::Static { index, .. } => {
                let instance = self.machine.static_instance(*index, queries).map_err(|_| Irregular)?;
                Ok(vec![(instance, 0, block.count)])
            }
            Which::Dynamic { game, args } => {
                let columns: Vec<Column<'_>> =
                    args.iter().map(|arg| self.run(*arg, block, queries)).collect::<std::result::Result<_, _>>()?;
                let mut found: Vec<(Rc<Instance>, usize, usize)> = Vec::new();
                let mut before: Vec<i64> = Vec::new();
                for at in 0..block.count {
                    let same = !found.is_empty() && columns.iter().zip(&before).all(|(c, b)| c.at(at) == *b);
                    if same {
                        if let Some((_, _, to)) = found.last_mut() {
                            *to = at + 1;
                        }
                        continue;
                    }
                    before = columns.iter().map(|c| c.at(at)).collect();
                    let values = before.iter().map(|n| Value::int(*n)).collect();
                    let instance = self.machine.instance(*game, values, queries).map_err(|_| Irregular)?;
                    found.push((instance, at, at + 1));
                }
                Ok(found)
            }
        }
    }
}

/// The values of a field, for every instance of a block.
enum Field<'b> {
    Number(Cow<'b, [i64]>),
    /// A column an entry.
    List(Vec<Vec<i64>>),
    /// Masks over a universe.
    Set(Rc<Universe>, Cow<'b, [i64]>),
    Fixed(&'b Value),
}

impl Field<'_> {
    /// Those of some instances.
    fn cut(&self, from: usize, to: usize) -> Field<'_> {
        match self {
            Self::Number(column) => Field::Number(Cow::Borrowed(&column[from..to])),
            Self::List(columns) => Field::List(columns.iter().map(|column| column[from..to].to_vec()).collect()),
            Self::Set(universe, masks) => Field::Set(Rc::clone(universe), Cow::Borrowed(&masks[from..to])),
            Self::Fixed(value) => Field::Fixed(value),
        }
    }

    fn column(&self) -> FieldColumn<'_> {
        match self {
            Self::Number(column) => FieldColumn::Number(column),
            Self::List(columns) => FieldColumn::List(columns),
            Self::Set(universe, masks) => FieldColumn::Set(universe, masks),
            Self::Fixed(value) => FieldColumn::Fixed(value),
        }
    }
}

/// Whether some number is below 0.
fn any_negative(column: &[i64]) -> bool {
    column.iter().fold(0, |all, n| all | n) < 0
}

/// The answers for positions that the engine has no columns for.
fn one_by_one(
    positions: &PositionColumns<'_>,
    queries: &mut dyn Queries,
    into: &mut Vec<i64>,
) -> std::result::Result<(), Irregular> {
    for at in 0..positions.count {
        let field = |field: &FieldColumn<'_>| match field {
            FieldColumn::Number(column) => Ok(Value::int(column[at])),
            FieldColumn::List(columns) => Ok(Value::list(columns.iter().map(|c| Value::int(c[at])).collect())),
            FieldColumn::Set(universe, masks) => Ok(Value::Set(Set::from_mask(universe, masks[at].cast_unsigned()))),
            // The long way looks whether it belongs to its domain.
            FieldColumn::Fixed(_) => Err(Irregular),
        };
        let fields = positions.fields.iter().map(field).collect::<std::result::Result<_, _>>()?;
        let instance = Rc::clone(positions.instance);
        let position = Position::of(Component::Play { instance, fields, negated: false });
        let answer = match positions.question {
            Question::Grundy => queries.sg(&Rc::new(position)).map(i64::try_from),
            Question::Wins(play) => {
                let position = Rc::new(position.with_play(play));
                let wins = match positions.starter {
                    Some(starter) => queries.first(&position, starter).map(|winner| winner == starter.into()),
                    None => queries.wins(&position),
                };
                wins.map(|wins| Ok(i64::from(wins)))
            }
        };
        match answer {
            Ok(Ok(value)) => into.push(value),
            _ => return Err(Irregular),
        }
    }
    Ok(())
}
