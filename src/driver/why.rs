//! Why a move wins: what the theory of its game says of the position that it leads to.

use std::cmp::Ordering;
use std::rc::Rc;

use super::position::{marks_of, where_it_exists};
use super::session::Running;
use crate::analysis::model::Marks;
use crate::cgt::{Form, Movers, Play, Player};
use crate::eval::{Queries, Stop};
use crate::value::{Component, MoveRecord, Position};

/// A sum of more components is told by its total alone.
const LONGEST_SUM: u64 = 8;

/// Why a move that wins does, as far as it can be told; `to` is where it leads, played as the position is.
pub(super) fn why(m: &MoveRecord, to: &Rc<Position>, running: &mut Running) -> Result<Option<String>, Stop> {
    let marks = marks_of(to, &running.model);
    let told = if to.play.is_misere() || marks.wins_if || marks.loopy {
        without_values(m, to, marks, running)
    } else if let Some(pairs) = in_pairs(to, marks.partizan) {
        Ok(pairs)
    } else if marks.partizan {
        value_left(to, running)
    } else {
        nim_sum(m, to, running)
    };
    where_it_exists(told)
}

/// Components that cancel, if all do.
fn in_pairs(to: &Position, partizan: bool) -> Option<String> {
    let cancels = |(component, copies): &(Component, u64)| {
        let mirror = component.negate();
        !partizan && copies % 2 == 0 || mirror != *component && to.components.contains(&(mirror, *copies))
    };
    let what = if partizan { "components and their negatives" } else { "equal components" };
    (!to.components.is_empty() && to.components.iter().all(cancels))
        .then(|| format!("leaves {what} in pairs: each move is answered by its mirror image"))
}

/// The components of a position, each alone, as often as it occurs; `None` when there are many.
fn components(position: &Position) -> Option<Vec<Rc<Position>>> {
    let many = position.components.iter().try_fold(0u64, |sum, (_, copies)| sum.checked_add(*copies))?;
    (many <= LONGEST_SUM).then(|| {
        let each = |(component, copies): &(Component, u64)| {
            std::iter::repeat_n(Rc::new(Position::of(component.clone())), usize::try_from(*copies).unwrap_or(0))
        };
        position.components.iter().flat_map(each).collect()
    })
}

/// `5 xor 6 xor 3 = 0`; a single value alone.
fn joined(values: &[u64], total: u64) -> String {
    match values {
        [] | [_] => total.to_string(),
        _ => format!("{} = {total}", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" xor ")),
    }
}

/// The Grundy values before and after.
fn nim_sum(m: &MoveRecord, to: &Rc<Position>, running: &mut Running) -> Result<String, Stop> {
    let engine = &mut running.engine;
    let (old, new) = (engine.sg(&m.component)?, engine.sg(&m.result)?);
    let total = engine.sg(to)?;
    let Some(parts) = components(to) else {
        return Ok(format!("leaves nim-sum {total}: {} goes from {old} to {new}", m.component));
    };
    let values = parts.iter().map(|part| engine.sg(part)).collect::<Result<Vec<u64>, Stop>>()?;
    let leaves = joined(&values, total);
    Ok(if values.len() > 1 {
        format!("leaves {leaves}: {} goes from {old} to {new}", m.component)
    } else {
        format!("leaves nim-value {leaves}, instead of {old}")
    })
}

/// The value after the move, compared with 0.
fn value_left(to: &Rc<Position>, running: &mut Running) -> Result<String, Stop> {
    let engine = &mut running.engine;
    let total = engine.value(to)?;
    let mut values =
        components(to).unwrap_or_default().iter().map(|part| engine.value(part)).collect::<Result<Vec<_>, Stop>>()?;
    values.retain(|value| *value != Form::ZERO);
    let compared = match total.compare(&Form::ZERO) {
        Ok(Some(Ordering::Less)) => " < 0",
        Ok(Some(Ordering::Greater)) => " > 0",
        _ => "",
    };
    let sum = values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ");
    Ok(if values.len() > 1 { format!("leaves {sum} = {total}{compared}") } else { format!("leaves {total}{compared}") })
}

/// Misère play, and games without values: sums that go as in Nim, or how long the loss can be held off.
fn without_values(m: &MoveRecord, to: &Rc<Position>, marks: Marks, running: &mut Running) -> Result<String, Stop> {
    if to.play.is_misere()
        && !(marks.partizan || marks.loopy || marks.wins_if)
        && let Some(tame) = tame_sum(to, running)?
    {
        return Ok(tame);
    }
    // the length of a long sum takes a search of its own
    if to.single().is_none() && !marks.loopy {
        return Ok("leaves a lost position".to_owned());
    }
    let next = if m.side == Movers::Left { Player::Right } else { Player::Left };
    Ok(match running.engine.remoteness(to, next)? {
        Some(ending) => format!("leaves a lost position, remoteness {}", ending.after),
        None => "leaves a draw".to_owned(),
    })
}

/// Misère sums that go as in Nim.
fn tame_sum(to: &Rc<Position>, running: &mut Running) -> Result<Option<String>, Stop> {
    let engine = &mut running.engine;
    let plain = Rc::new(Position::clone(to).with_play(Play::Normal));
    let Some(parts) = components(to) else { return Ok(None) };
    if !engine.is_tame(&plain)? {
        return Ok(None);
    }
    let values = parts.iter().map(|part| engine.sg(part)).collect::<Result<Vec<u64>, Stop>>()?;
    // a tame component is firm when both of its nim-values are equal
    let mut firm = false;
    for (part, value) in parts.iter().zip(&values) {
        firm = firm || *value > 1 || *value == engine.misere_value(part)?;
    }
    let sum = joined(&values, values.iter().fold(0, |sum, value| sum ^ value));
    Ok(Some(if firm {
        format!("leaves {sum}, as in normal play: not every component is like a heap of one or none")
    } else {
        format!("leaves {sum}: only components like heaps of one or none, an odd number of ones")
    }))
}
