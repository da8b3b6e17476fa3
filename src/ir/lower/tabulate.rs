//! Tables of everything that depends on one or two variables of few values.

use std::rc::Rc;

use super::values::{Env, Low, Universe};
use super::{Expr, Lowering, Unsupported};
use crate::analysis::model;
use crate::analysis::visit;
use crate::ir::fold;
use crate::ir::program::Op;
use crate::value::{Set, Value};

/// A table over several variables has at most this many entries ...
const MAX_ENTRIES: i64 = 1 << 14;
/// ... and one over a single variable this many.
const MAX_ALONE: i64 = 1 << 20;

/// A variable that a table runs over: its slot, its values, and the expression of its index.
struct Axis {
    slot: u32,
    values: Vec<Value>,
    index: Expr,
}

/// What the entries of a table are.
pub(super) enum Entries<'u> {
    /// Integers.
    Ints,
    /// Truth values.
    Bools,
    /// Indices into a universe, -1 for what lies outside.
    Members(&'u Universe),
    /// Masks over a universe; `true` ignores what lies outside, otherwise it is refused.
    Masks(&'u Universe, bool),
}

impl Lowering<'_> {
    /// The fixed value of an expression, if all that it depends on is fixed.
    pub(super) fn known(&self, expr: &model::Expr, env: &Env) -> Option<Value> {
        let fixed = |slot: u32| match env.get(slot) {
            Some(low) => matches!(low, Low::Known(_)),
            None => {
                self.unbound(expr.span);
                false
            }
        };
        if visit::reads_lets(expr) || !visit::free(expr).into_iter().all(fixed) {
            return None;
        }
        self.constants.value(expr, &env.known())
    }

    /// The variables that an expression depends on, each with its few values.
    fn axes(&self, expr: &model::Expr, env: &Env) -> Result<Vec<Axis>, Unsupported> {
        if visit::reads_lets(expr) {
            return Err(Unsupported("a per-position `let` inside a function call"));
        }
        let mut axes = Vec::new();
        let mut entries = 1i64;
        for slot in visit::free(expr) {
            let (values, index) = match env.get(slot) {
                None => return Err(self.unbound(expr.span)),
                Some(Low::Known(_)) => continue,
                Some(Low::Member(universe, index)) => {
                    ((0..universe.len()).filter_map(|i| universe.value(i)).collect::<Vec<_>>(), index.clone())
                }
                Some(Low::Bool(b)) => (vec![Value::Bool(false), Value::Bool(true)], b.clone()),
                Some(Low::Int(e)) => {
                    let (low, high) = (e.interval.low, e.interval.high);
                    if high.saturating_sub(low) >= MAX_ALONE {
                        return Err(Unsupported("a function of a number without a small bound"));
                    }
                    let index = fold::binary(Op::Sub, e.clone(), Expr::constant(low))?;
                    ((low..=high).map(Value::int).collect(), index)
                }
                Some(_) => return Err(Unsupported("a function of a list or set")),
            };
            entries = entries.saturating_mul(i64::try_from(values.len()).unwrap_or(i64::MAX));
            axes.push(Axis { slot, values, index });
        }
        if entries > if axes.len() <= 1 { MAX_ALONE } else { MAX_ENTRIES } || axes.len() > 3 {
            return Err(Unsupported("a table would be too large"));
        }
        Ok(axes)
    }

    /// How many entries a table over the variables of an expression has.
    pub(super) fn combinations(&self, expr: &model::Expr, env: &Env) -> Result<i64, Unsupported> {
        let axes = self.axes(expr, env)?;
        let width = |axis: &Axis| i64::try_from(axis.values.len()).unwrap_or(i64::MAX);
        Ok(axes.iter().map(width).fold(1, i64::saturating_mul))
    }

    /// An expression as a table over the few variables that it depends on.
    pub(super) fn tabulate(
        &mut self,
        expr: &model::Expr,
        entries: &Entries<'_>,
        env: &Env,
    ) -> Result<Expr, Unsupported> {
        let axes = self.axes(expr, env)?;
        let mut known = env.known();
        let mut table = Vec::new();
        self.fill(expr, &axes, entries, &mut known, &mut table)?;
        let mut index = Expr::constant(0);
        for axis in &axes {
            let width = i64::try_from(axis.values.len()).unwrap_or(i64::MAX);
            index = fold::binary(Op::Mul, index, Expr::constant(width))?;
            index = fold::binary(Op::Add, index, axis.index.clone())?;
        }
        let table = self.table(table);
        Ok(fold::lookup(&table, index))
    }

    /// The elements of a set for all values of the few variables that it depends on.
    pub(super) fn all_elements(&self, expr: &model::Expr, env: &Env) -> Result<Set, Unsupported> {
        let axes = self.axes(expr, env)?;
        let mut all = Set::empty();
        let mut known = env.known();
        self.each_value(expr, &axes, &mut known, &mut |value| match value {
            Value::Set(set) => {
                all = all.union(&set).map_err(|_| Unsupported("a table would be too large"))?;
                Ok(())
            }
            _ => Err(Unsupported("a table of mixed kinds")),
        })?;
        Ok(all)
    }

    /// Fills the entries, the last axis fastest.
    fn fill(
        &self,
        expr: &model::Expr,
        axes: &[Axis],
        entries: &Entries<'_>,
        known: &mut Vec<Option<Value>>,
        table: &mut Vec<i64>,
    ) -> Result<(), Unsupported> {
        self.each_value(expr, axes, known, &mut |value| {
            table.push(entry(&value, entries)?);
            Ok(())
        })
    }

    /// Calls `f` with the value of an expression for all values of the axes, the last axis fastest; as deep as there are
    /// axes, at most three.
    fn each_value(
        &self,
        expr: &model::Expr,
        axes: &[Axis],
        known: &mut Vec<Option<Value>>,
        f: &mut dyn FnMut(Value) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        let Some((axis, rest)) = axes.split_first() else {
            return f(self.constants.value(expr, known).ok_or(Unsupported("a table entry has no value"))?);
        };
        for value in &axis.values {
            known[axis.slot as usize] = Some(value.clone());
            self.each_value(expr, rest, known, f)?;
        }
        known[axis.slot as usize] = None;
        Ok(())
    }

    /// A mask over a universe for every value of the other variables: bit `y` where the condition holds with `slot = y`.
    pub(super) fn tabulate_filter(
        &mut self,
        condition: &model::Expr,
        slot: u32,
        universe: &Rc<Universe>,
        env: &Env,
    ) -> Result<Expr, Unsupported> {
        let outer = env.with(slot, Low::Known(universe.value(0).ok_or(Unsupported("an empty universe"))?));
        let axes = self.axes(condition, &outer)?;
        let mut combinations = vec![outer.known()];
        for axis in &axes {
            let extend = |known: &Vec<Option<Value>>| {
                let with = |value: &Value| {
                    let mut known = known.clone();
                    known[axis.slot as usize] = Some(value.clone());
                    known
                };
                axis.values.iter().map(with).collect::<Vec<_>>()
            };
            combinations = combinations.iter().flat_map(extend).collect();
        }
        let mut table = Vec::new();
        for mut known in combinations {
            let mut mask = 0i64;
            for y in 0..universe.len() {
                known[slot as usize] = universe.value(y);
                match self.constants.value(condition, &known) {
                    Some(Value::Bool(true)) => mask |= 1 << y,
                    Some(Value::Bool(false)) => {}
                    _ => return Err(Unsupported("a condition without a value")),
                }
            }
            table.push(mask);
        }
        let mut index = Expr::constant(0);
        for axis in &axes {
            let width = i64::try_from(axis.values.len()).unwrap_or(i64::MAX);
            index = fold::binary(Op::Mul, index, Expr::constant(width))?;
            index = fold::binary(Op::Add, index, axis.index.clone())?;
        }
        let table = self.table(table);
        Ok(fold::lookup(&table, index))
    }
}

fn entry(value: &Value, entries: &Entries<'_>) -> Result<i64, Unsupported> {
    match (entries, value) {
        (Entries::Ints, _) => value.as_i64().ok_or(Unsupported("not a small integer")),
        (Entries::Bools, Value::Bool(b)) => Ok(i64::from(*b)),
        (Entries::Members(universe), _) => Ok(universe.index_of(value).map_or(-1, |i| i64::try_from(i).unwrap_or(-1))),
        (Entries::Masks(universe, ignore), Value::Set(set)) => {
            let mut mask = 0i64;
            for element in set {
                match universe.index_of(&element) {
                    Some(i) => mask |= 1 << i,
                    None if *ignore => {}
                    None => return Err(Unsupported("a set outside its domain")),
                }
            }
            Ok(mask)
        }
        _ => Err(Unsupported("a table of mixed kinds")),
    }
}
