//! Positions as the words that machine code knows them by.

use std::rc::Rc;

use super::Engine;
use super::fixed::Fixed;
use crate::analysis::model::{Expr, Type};
use crate::cgt::Player;
use crate::ir::{Constants, Shape, mover_word};
use crate::value::{Instance, Set, Value};

/// Whether fields have the shapes that a program was made for.
pub(super) fn fits(shapes: &[Shape], fields: &[Value]) -> bool {
    shapes.iter().zip(fields).all(|(shape, value)| match (shape, value) {
        (Shape::Frozen(fixed), value) => fixed == value,
        (Shape::List { len, .. }, Value::List(list)) => list.len() == *len as usize,
        (Shape::List { .. }, _) => false,
        (Shape::Subset(of), Value::Set(set)) => set.iter().all(|v| of.contains(&v)),
        (Shape::Subset(_), _) => false,
        (Shape::Grid(ends), Value::Tuple(list)) => list.len() == ends.len(),
        (Shape::Grid(_), _) => false,
        (Shape::Word { .. }, _) => true,
    })
}

/// The words of a position; of a partizan one, with Right to move, which is the greater word.
pub(super) fn words(engine: &Engine, instance: &Rc<Instance>, fields: &[Value], shapes: &[Shape]) -> Option<Vec<i64>> {
    let model = engine.core.machine.model();
    let game = &model.games[instance.game as usize];
    let mut words = Vec::new();
    for ((field, shape), value) in game.fields.iter().zip(shapes).zip(fields) {
        match (shape, value, &field.ty) {
            (Shape::Frozen(_), ..) => {}
            (Shape::List { .. }, Value::List(list), _) => {
                for entry in list.iter() {
                    words.push(entry.as_i64()?);
                }
            }
            (_, Value::Bool(b), _) => words.push(i64::from(*b)),
            (_, Value::Enum(member), Some(Type::Enum(_))) => words.push(i64::from(member.index)),
            (Shape::Subset(universe), Value::Set(set), _) => words.push(mask_within(universe, set)?),
            (Shape::Grid(_), Value::Tuple(list), _) => {
                for entry in list.iter() {
                    words.push(entry.as_i64()?);
                }
            }
            (_, Value::Set(set), Some(Type::Set(of))) => words.push(mask(engine, instance, of, set)?),
            (_, value, Some(Type::Domain(domain))) => words.push(index(engine, instance, domain, value)?),
            (_, value, None | Some(Type::Nat)) => words.push(value.as_i64()?),
            _ => return None,
        }
    }
    words.extend(game.marks.partizan.then(|| mover_word(Player::Right)));
    Some(words)
}

/// The value of a domain that depends on nothing but rule arguments.
fn domain_value(engine: &Engine, instance: &Rc<Instance>, domain: &Expr) -> Option<Value> {
    let known: Vec<Option<Value>> = instance.args.iter().map(|v| Some(v.clone())).collect();
    Fixed::new(engine, instance).value(domain, &known)
}

fn index(engine: &Engine, instance: &Rc<Instance>, domain: &Expr, value: &Value) -> Option<i64> {
    // A range keeps its numbers; anything else is known by its place.
    match domain_value(engine, instance, domain) {
        None => value.as_i64(),
        Some(Value::Set(set)) if set.as_range().is_some() => value.as_i64(),
        Some(Value::Set(set)) => set.index_of(value).and_then(|i| i64::try_from(i).ok()),
        Some(_) => None,
    }
}

fn mask(engine: &Engine, instance: &Rc<Instance>, of: &Type, set: &Set) -> Option<i64> {
    let universe = match of {
        Type::Domain(domain) => match domain_value(engine, instance, domain)? {
            Value::Set(universe) => universe,
            _ => return None,
        },
        Type::Enum(index) => {
            let members = &engine.core.machine.model().enums.get(*index as usize)?.members;
            Set::from_values(members.iter().map(|m| Value::Enum(Rc::clone(m))).collect())
        }
        _ => return None,
    };
    mask_within(&universe, set)
}

/// A set as a mask over a universe.
fn mask_within(universe: &Set, set: &Set) -> Option<i64> {
    let mut mask = 0i64;
    for element in set {
        let at = universe.index_of(&element)?;
        if at >= 64 {
            return None;
        }
        mask |= 1 << at;
    }
    Some(mask)
}
