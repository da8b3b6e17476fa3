//! An expression of one variable without an end as a function that finitely many values determine.

use super::prove::{Shape, endless_variables, function};
use crate::analysis::model::{Expr, Statement};
use crate::eval::{Frame, Machine, Queries, Stop};
use crate::value::Value;

/// A function of the integers from `first` on: `f(n + period) = f(n) + saltus` for all `n >= preperiod`, proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula {
    /// The least argument.
    pub first: i64,
    /// The least argument from which the period holds.
    pub preperiod: i64,
    /// The least period, at least 1.
    pub period: i64,
    /// What is added each time round.
    pub saltus: i64,
    /// The values at `first..preperiod + period`; of truth values, 0 and 1.
    pub values: Vec<i64>,
    /// Whether the values are truth values.
    pub truths: bool,
    /// The theorems used, with the ranges that had to be verified, in one sentence.
    pub theorem: String,
}

/// More values than this make no function that anybody would want to read.
const MOST_VALUES: usize = 20_000_000;

/// The function that an expression is; or why none is proved.
///
/// # Errors
/// As for evaluation: a limit, or a fault of the rules.
pub fn prove_formula(
    statement: &Statement,
    expr: &Expr,
    machine: &Machine,
    queries: &mut dyn Queries,
) -> Result<Result<Formula, String>, Stop> {
    let endless = endless_variables(statement).unwrap_or_default();
    let ([endless], 1) = (endless.as_slice(), statement.binders.len()) else {
        return Ok(Err("it needs one variable, over a range without an end".to_owned()));
    };
    let mut frame = Frame::new(statement.frame_size);
    let low = machine.eval(endless.low, &mut frame, queries)?;
    let Some(first) = low.as_i64() else { return Ok(Err("the range begins with no small integer".to_owned())) };
    let shape = match function(expr, endless, machine, &mut frame, queries)? {
        Ok(shape) => shape,
        Err(reason) => return Ok(Err(reason)),
    };
    let Shape { start, period, saltus, truths, theorem, .. } = &shape;
    let (start, period) = ((*start).max(first), *period);
    let length = start.checked_sub(first).and_then(|n| n.checked_add(period));
    let Some(length) = length.and_then(|n| usize::try_from(n).ok()).filter(|n| *n <= MOST_VALUES) else {
        return Ok(Err(format!("its values repeat only after {period}, from {start} on")));
    };
    machine.meter().add_bytes(8 * length as u64)?;
    let mut values = Vec::with_capacity(length);
    for n in first..start {
        frame.set(endless.slot, Value::int(n));
        match number(&machine.eval(expr, &mut frame, queries)?) {
            Some(value) => values.push(value),
            None => return Ok(Err(format!("its value at {n} is no small integer"))),
        }
        machine.meter().check()?;
    }
    for n in start..start + period {
        match shape.at(n) {
            Some(value) => values.push(value),
            None => return Ok(Err(format!("its value at {n} is no small integer"))),
        }
    }
    let formula =
        Formula { first, preperiod: start, period, saltus: *saltus, values, truths: *truths, theorem: theorem.clone() };
    Ok(Ok(formula.least()))
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Bool(b) => Some(i64::from(*b)),
        value => value.as_i64(),
    }
}

impl Formula {
    /// The same function with the least period and preperiod.
    fn least(mut self) -> Self {
        let (start, p) = (offset(self.preperiod - self.first), offset(self.period));
        let shorter = (1..p).filter(|d| p.is_multiple_of(*d)).find_map(|d| {
            let saltus = self.saltus.checked_mul(i64::try_from(d).ok()?)?;
            let part = (saltus % self.period == 0).then_some(saltus / self.period)?;
            let round = |i: usize| if i < p { 0 } else { i128::from(self.saltus) };
            let within = |i: usize| i128::from(self.values[start + i % p]) + round(i);
            (0..p).all(|i| within(i + d) == within(i) + i128::from(part)).then_some((d, part))
        });
        let (p, saltus) = shorter.unwrap_or((p, self.saltus));
        let mut least = start;
        while least > 0 && self.values[least - 1 + p].checked_sub(self.values[least - 1]) == Some(saltus) {
            least -= 1;
        }
        self.values.truncate(least + p);
        self.preperiod = self.first + i64::try_from(least).unwrap_or(0);
        self.period = i64::try_from(p).unwrap_or(1);
        self.saltus = saltus;
        self
    }

    /// The arguments before the preperiod whose values differ from the period continued backwards.
    #[must_use]
    pub fn exceptions(&self) -> Vec<i64> {
        let start = offset(self.preperiod - self.first);
        let differs = |n: &usize| {
            let back = (start - n).div_ceil(offset(self.period));
            let from = self.values[n + back * offset(self.period)];
            i64::try_from(back).ok().and_then(|back| from.checked_sub(self.saltus.checked_mul(back)?))
                != Some(self.values[*n])
        };
        (0..start).filter(differs).filter_map(|n| Some(self.first + i64::try_from(n).ok()?)).collect()
    }
}

/// A distance within the values.
fn offset(n: i64) -> usize {
    usize::try_from(n).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(first: i64, preperiod: i64, period: i64, saltus: i64, values: &[i64]) -> Formula {
        Formula { first, preperiod, period, saltus, values: values.to_vec(), truths: false, theorem: String::new() }
    }

    #[test]
    fn the_least_constants_are_found() {
        // n // 2, said with period 4 from 3
        let least = formula(0, 3, 4, 2, &[0, 0, 1, 1, 2, 2, 3]).least();
        assert_eq!(least, formula(0, 0, 2, 1, &[0, 0]));
        assert!(least.exceptions().is_empty());
        // 9, 9, then 0, 1, 0, 1, ...
        let least = formula(5, 9, 2, 0, &[9, 1, 0, 1, 0, 1]).least();
        assert_eq!(least, formula(5, 6, 2, 0, &[9, 1, 0]));
        assert_eq!(least.exceptions(), [5]);
    }
}
