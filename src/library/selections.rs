//! Subsets and choices: one by one for binders, or all in a list.

use std::ops::{ControlFlow, RangeInclusive};
use std::rc::Rc;

use super::LibraryError;
use super::args::{Charge, Found, arg, said, wanted};
use crate::base::Meter;
use crate::combinatorics::{Choices, Subsets};
use crate::value::{Set, Universe, Value};

/// Calls `visit` with every subset that `subsets` of these arguments lists, until it breaks off.
///
/// # Errors
/// Arguments that `subsets` does not take.
pub fn each_subset(
    args: &[Value],
    visit: &mut dyn FnMut(Value) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, LibraryError> {
    let set = chosen_from(args)?;
    let (universe, indices) = places(&set);
    for sizes in sizes(args, set.len())? {
        let mut subsets = Subsets::new(set.len(), sizes);
        while let Some(chosen) = subsets.advance() {
            let subset = if universe.words() <= 1 {
                Set::from_mask(&universe, chosen.iter().fold(0, |mask, &i| mask | 1 << indices[i]))
            } else {
                let mut words = vec![0_u64; universe.words()];
                for &i in chosen {
                    words[indices[i] / 64] |= 1 << (indices[i] % 64);
                }
                Set::from_words(&universe, &words)
            };
            if visit(Value::Set(subset)).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// What subsets are made of.
fn chosen_from(args: &[Value]) -> Found<Set> {
    match arg(args, 0)? {
        Value::Set(set) => Ok(set.clone()),
        Value::List(list) => Ok(Set::from_values(list.to_vec())),
        other => Err(wanted("a set", other)),
    }
}

/// The elements of the set whose subsets `subsets` of these arguments lists, and the sizes of these, in order.
///
/// # Errors
/// Arguments that `subsets` does not take.
pub fn subsets_of(args: &[Value]) -> Result<(Rc<Universe>, Vec<RangeInclusive<usize>>), LibraryError> {
    let set = chosen_from(args)?;
    let sizes = sizes(args, set.len())?;
    let universe = match set.as_range() {
        Some((low, _)) => Universe::range(low, set.len()),
        None => Universe::new(set.iter().collect()),
    };
    Ok((Rc::new(universe), sizes))
}

/// A universe that holds a set, and the index in it of each element.
fn places(set: &Set) -> (Rc<Universe>, Vec<usize>) {
    if let Some(universe) = set.universe() {
        let indices = set.iter().filter_map(|element| universe.index_of(&element)).collect();
        return (Rc::clone(universe), indices);
    }
    let universe = match set.as_range() {
        Some((low, _)) => Universe::range(low, set.len()),
        None => Universe::new(set.iter().collect()),
    };
    (Rc::new(universe), (0..set.len()).collect())
}

/// The sizes asked for, as ranges, ascending.
fn sizes(args: &[Value], all: usize) -> Found<Vec<RangeInclusive<usize>>> {
    let clip = |n: i64| usize::try_from(n).ok();
    match args.get(1) {
        None => Ok(vec![0..=all]),
        Some(Value::Number(n)) => match n.to_i64() {
            Some(n) => Ok(clip(n).map(|n| n..=n).into_iter().collect()),
            None if n.is_integer() => Ok(Vec::new()),
            None => Err(wanted("a number of elements", &args[1])),
        },
        Some(Value::Set(set)) => {
            if let Some((low, high)) = set.as_range() {
                let high = clip(high);
                return Ok(high.map(|high| clip(low).unwrap_or(0)..=high).into_iter().collect());
            }
            let mut found = Vec::new();
            for size in set {
                let n = size.as_i64().ok_or_else(|| wanted("a number of elements", &size))?;
                found.extend(clip(n).map(|n| n..=n));
            }
            Ok(found)
        }
        Some(other) => Err(wanted("a number or a range of sizes", other)),
    }
}

/// Calls `visit` with every list of one element of each domain, the last place fastest, until it breaks off.
///
/// # Errors
/// Something that is not a domain.
pub fn each_choice(
    domains: &[Value],
    visit: &mut dyn FnMut(Value) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, LibraryError> {
    let mut sizes = Vec::with_capacity(domains.len());
    for domain in domains {
        sizes.push(match domain {
            Value::Set(set) => set.len(),
            Value::List(list) => list.len(),
            other => {
                return Err(LibraryError::new(format!("choices are made from sets or lists, this is {}", said(other))));
            }
        });
    }
    let mut choices = Choices::new(sizes);
    while let Some(chosen) = choices.advance() {
        let entries = domains.iter().zip(chosen).map(|(domain, &i)| match domain {
            Value::Set(set) => set.get(i).unwrap_or(Value::int(0)),
            Value::List(list) => list[i].clone(),
            _ => Value::int(0),
        });
        if visit(Value::List(entries.collect())).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

pub(super) fn subsets(args: &[Value], meter: &Meter) -> Found {
    let bytes = 64 + arg(args, 0)?.as_set().map_or(0, |set| set.len() as u64 / 8);
    all_of(bytes, meter, |visit| each_subset(args, visit))
}

pub(super) fn choices(args: &[Value], meter: &Meter) -> Found {
    all_of(40 + 24 * args.len() as u64, meter, |visit| each_choice(args, visit))
}

/// Everything that an enumeration visits, `bytes` each.
fn all_of(
    bytes: u64,
    meter: &Meter,
    each: impl FnOnce(&mut dyn FnMut(Value) -> ControlFlow<()>) -> Found<ControlFlow<()>>,
) -> Found {
    let (mut list, mut failed) = (Vec::new(), None);
    let mut charge = Charge::new(meter);
    let _ = each(&mut |value| match charge.add(24 + bytes) {
        Ok(()) => {
            list.push(value);
            ControlFlow::Continue(())
        }
        Err(error) => {
            failed = Some(error);
            ControlFlow::Break(())
        }
    })?;
    match failed {
        Some(error) => Err(error),
        None => Ok(Value::list(list)),
    }
}
