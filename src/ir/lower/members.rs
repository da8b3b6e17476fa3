//! Membership in known sets.

use std::rc::Rc;

use super::tabulate::Entries;
use super::values::{Env, Low, Universe};
use super::{Expr, Lowering, Unsupported};
use crate::analysis::model;
use crate::ir::fold;
use crate::ir::program::{Interval, Op};
use crate::value::{Set, Value};

/// Sets of at most this many elements are compared with one by one.
const FEW: usize = 16;
/// A table of truth values for all numbers, or all tuples of numbers, of a box has at most this many entries.
const MOST_BITS: u64 = 1 << 22;

impl Lowering<'_> {
    /// Whether a value is an element of a known set.
    pub(super) fn in_known_set(&mut self, a: &model::Expr, set: &Set, env: &Env) -> Result<Expr, Unsupported> {
        if set.is_empty() {
            // The element may be at fault all the same.
            if self.value(a, env).is_err() {
                let nothing = Rc::new(Universe::new(Vec::new()));
                self.tabulate(a, &Entries::Members(&nothing), env)?;
            }
            return Ok(Expr::constant(0));
        }
        let universe = Universe::of_set(&Value::Set(set.clone())).map(Rc::new);
        let range = universe.as_ref().ok().and_then(|universe| universe.range());
        let value = self.value(a, env);
        if let (Some((low, high)), Ok(x)) = (range, value.as_ref().map_err(|e| *e).and_then(Low::int)) {
            return within(&x, low, high);
        }
        if let Ok(value) = value {
            if set.len() <= FEW {
                let mut result = Expr::constant(0);
                for element in set {
                    result = fold::select(self.equal(value.clone(), Low::Known(element))?, Expr::constant(1), result);
                }
                return Ok(result);
            }
            if let Some(found) = self.in_box(&value, set)? {
                return Ok(found);
            }
        }
        let index = self.member_index(a, &universe?, env)?;
        fold::binary(Op::Le, Expr::constant(0), index)
    }

    /// Whether a number or tuple of numbers is in a known set: a bit for everything that it can be, or for every place
    /// between the elements. `None` for other values, and where these are too many.
    fn in_box(&mut self, value: &Low, set: &Set) -> Result<Option<Expr>, Unsupported> {
        let numbers = |list: &[Low]| list.iter().map(|low| low.int().ok()).collect::<Option<Vec<_>>>();
        let (numbers, tuple) = match value {
            Low::Int(x) => (vec![x.clone()], false),
            Low::Tuple(list) => match numbers(list) {
                Some(list) => (list, true),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        let places = |element: &Value| match element {
            Value::Tuple(list) if tuple && list.len() == numbers.len() => list.iter().map(Value::as_i64).collect(),
            Value::Number(_) if !tuple => element.as_i64().map(|n| vec![n]),
            _ => None,
        };
        // What is no such number or tuple is equal to none.
        let elements: Vec<Vec<i64>> = set.iter().filter_map(|element| places(&element)).collect();
        let possible: Vec<Interval> = numbers.iter().map(|x| x.interval).collect();
        let between = |i: usize| {
            let places = || elements.iter().map(|element| element[i]);
            Some(Interval::new(places().min()?, places().max()?))
        };
        let Some(sides) = (0..numbers.len()).map(between).collect::<Option<Vec<_>>>() else {
            return Ok(Some(Expr::constant(0)));
        };
        if elements.len() as u64 == volume(&sides) {
            // All places between the ends: no table is needed.
            let inside = |all: Expr, (x, side): (&Expr, &Interval)| {
                Ok(fold::select(within(x, side.low, side.high)?, all, Expr::constant(0)))
            };
            return numbers.iter().zip(&sides).rev().try_fold(Expr::constant(1), inside).map(Some);
        }
        let Some(sides) = [possible, sides].into_iter().find(|sides| volume(sides) <= MOST_BITS) else {
            return Ok(None);
        };
        self.bit_at_place(&numbers, &sides, &elements).map(Some)
    }

    /// The bit of a place in a box, 0 outside.
    fn bit_at_place(&mut self, place: &[Expr], sides: &[Interval], elements: &[Vec<i64>]) -> Result<Expr, Unsupported> {
        let mut is_set = vec![false; usize::try_from(volume(sides)).unwrap_or(0)];
        for element in elements {
            let at = element.iter().zip(sides).try_fold(0u64, |at, (n, side)| {
                let inside = side.low <= *n && *n <= side.high;
                inside.then(|| at * width(*side) + n.abs_diff(side.low))
            });
            if let Some(bit) = at.and_then(|at| is_set.get_mut(usize::try_from(at).ok()?)) {
                *bit = true;
            }
        }
        let table = self.bits(is_set.len(), |i| is_set[i]);
        let (mut index, mut inside) = (Expr::constant(0), Expr::constant(1));
        for (x, side) in place.iter().zip(sides) {
            inside = fold::select(within(x, side.low, side.high)?, inside, Expr::constant(0));
            // The table is looked at in any case.
            let x = fold::binary(Op::Max, x.clone(), Expr::constant(side.low))?;
            let x = fold::binary(Op::Min, x, Expr::constant(side.high))?;
            let x = fold::binary(Op::Sub, x, Expr::constant(side.low))?;
            let width = Expr::constant(i64::try_from(width(*side)).unwrap_or(i64::MAX));
            index = fold::binary(Op::Add, fold::binary(Op::Mul, index, width)?, x)?;
        }
        Ok(fold::select(inside, fold::lookup(&table, index), Expr::constant(0)))
    }
}

/// Whether `low <= x <= high`.
fn within(x: &Expr, low: i64, high: i64) -> Result<Expr, Unsupported> {
    let above = fold::binary(Op::Le, Expr::constant(low), x.clone())?;
    let below = fold::binary(Op::Le, x.clone(), Expr::constant(high))?;
    Ok(fold::select(above, below, Expr::constant(0)))
}

fn width(side: Interval) -> u64 {
    side.high.abs_diff(side.low).saturating_add(1)
}

fn volume(sides: &[Interval]) -> u64 {
    sides.iter().map(|side| width(*side)).fold(1, u64::saturating_mul)
}
