//! Proving a claim for every `n`.
//!
//! Where Grundy values come from games whose periods are proved, and everything else is linear arithmetic, both sides of
//! a claim are functions that are linear on residue classes from some `n` on. One look at every class decides the claim
//! beyond that `n`; the instances before it are tried one by one.

mod forms;
mod quasi;
mod residues;
mod unroll;

use crate::analysis::model::{Binder, Expr, ExprKind, Pattern, Statement};
use crate::eval::{Frame, Machine, Queries, Stop};
use crate::value::Value;
use forms::Forms;
use quasi::NoForm;

/// What a proof found.
pub(super) enum Decision {
    /// True from `low` on, once the instances below `verify_to` are checked.
    TrueBeyond {
        /// The least `n` that the classes decide.
        verify_to: i64,
        /// The theorems used.
        theorem: String,
    },
    /// False for some `n` below this.
    FalseBelow {
        /// One more than an `n` for which it is false.
        bound: i64,
    },
    /// Neither, and why.
    Unknown(String),
}

/// A variable without an end, and where its range starts.
pub(super) struct Endless<'s> {
    /// Its place among the binders.
    pub at: usize,
    /// Its slot.
    pub slot: u32,
    /// Where its range starts.
    pub low: &'s Expr,
}

/// The endless variables of a statement in binder order; `None` when one of them has no name.
pub(super) fn endless_variables(statement: &Statement) -> Option<Vec<Endless<'_>>> {
    let mut found = Vec::new();
    for (at, binder) in statement.binders.iter().enumerate() {
        let Binder::In { pattern, domain: Expr { kind: ExprKind::Range { low, high: None, .. }, .. } } = binder else {
            continue;
        };
        let Pattern::Slot(slot, _) = pattern else { return None };
        found.push(Endless { at, slot: *slot, low });
    }
    Some(found)
}

/// Of an endless variable with further ones after it: from which value on, and with which period, the statement depends
/// on nothing but its residue. Or why that is not known.
///
/// # Errors
/// As for evaluation: a limit, or a fault of the rules.
pub(super) fn recurrence(
    statement: &Statement,
    body: &Expr,
    endless: &Endless<'_>,
    machine: &Machine,
    frame: &mut Frame,
    queries: &mut dyn Queries,
) -> Result<Result<(i128, i128, String), String>, Stop> {
    let mut forms = Forms::new(machine, queries, endless.slot);
    let result = forms.recurrence(&statement.binders[endless.at + 1..], body, frame);
    let theorem = forms.theorem();
    match (forms.take_stop(), result) {
        (Some(stop), _) => Err(stop),
        (None, Ok((start, period))) => Ok(Ok((start, period, theorem))),
        (None, Err(NoForm(reason))) => Ok(Err(reason)),
    }
}

/// What an expression is from some `n` on: `f(n + period) = f(n) + saltus`.
pub(super) struct Shape {
    /// From here on.
    pub start: i64,
    /// A period.
    pub period: i64,
    /// What is added each time round.
    pub saltus: i64,
    /// Whether the values are truth values.
    pub truths: bool,
    /// The theorems used.
    pub theorem: String,
    pieces: Vec<quasi::Piece>,
}

impl Shape {
    /// The value at some `n >= start`, of a truth value 0 or 1; `None` beyond 64 bits.
    pub(super) fn at(&self, n: i64) -> Option<i64> {
        let class = usize::try_from(n.rem_euclid(self.period)).ok()?;
        match self.pieces.get(class)? {
            quasi::Piece::Fixed(value) => Some(i64::from(*value == Value::Bool(true))),
            quasi::Piece::Linear { slope, offset, denominator } => {
                i64::try_from((slope * i128::from(n) + offset) / denominator).ok()
            }
        }
    }
}

/// What an expression in one endless variable is, or why that is not known.
///
/// # Errors
/// As for evaluation: a limit, or a fault of the rules.
pub(super) fn function(
    expr: &Expr,
    endless: &Endless<'_>,
    machine: &Machine,
    frame: &mut Frame,
    queries: &mut dyn Queries,
) -> Result<Result<Shape, String>, Stop> {
    let mut forms = Forms::new(machine, queries, endless.slot);
    let result = forms.form(expr, &vec![(endless.slot, quasi::Quasi::variable())], frame);
    let theorem = forms.theorem();
    if let Some(stop) = forms.take_stop() {
        return Err(stop);
    }
    let shaped = result.and_then(|found| {
        let period = found.pieces.len() as i128;
        let saltus = |piece: &quasi::Piece| match piece {
            quasi::Piece::Fixed(Value::Bool(_)) => Ok((true, 0)),
            quasi::Piece::Fixed(_) => Err(NoForm::new("values that are neither integers nor truth values")),
            quasi::Piece::Linear { slope, denominator, .. } => Ok((false, slope * period / denominator)),
        };
        let kinds = found.pieces.iter().map(saltus).collect::<Result<Vec<_>, _>>()?;
        let (truths, saltus) = kinds[0];
        if kinds.iter().any(|kind| *kind != kinds[0]) {
            return Err(NoForm::new("values that grow faster on one residue class than on another"));
        }
        let narrow = |n: i128| i64::try_from(n).map_err(|_| NoForm::new("numbers that grow so large"));
        let (start, period, saltus) = (narrow(found.start)?, narrow(period)?, narrow(saltus)?);
        Ok(Shape { start, period, saltus, truths, theorem, pieces: found.pieces })
    });
    Ok(shaped.map_err(|NoForm(reason)| reason))
}

/// Decides the statement for one binding of the variables before the endless one, which `frame` holds.
///
/// # Errors
/// As for evaluation: a limit, or a fault of the rules.
pub(super) fn decide(
    statement: &Statement,
    body: &Expr,
    endless: &Endless<'_>,
    low: i64,
    machine: &Machine,
    frame: &mut Frame,
    queries: &mut dyn Queries,
) -> Result<Decision, Stop> {
    let mut forms = Forms::new(machine, queries, endless.slot);
    let result = forms.statement(&statement.binders[endless.at + 1..], body, frame);
    let theorem = forms.theorem();
    if let Some(stop) = forms.take_stop() {
        return Err(stop);
    }
    let truth = match result {
        Ok(truth) => truth,
        Err(NoForm(reason)) => return Ok(Decision::Unknown(reason)),
    };
    let classes = truth.pieces.len() as i128;
    let start = truth.start.max(i128::from(low));
    let falsified = (start..start + classes).find(|n| {
        let class = n.rem_euclid(classes) as usize;
        !matches!(truth.pieces[class], quasi::Piece::Fixed(Value::Bool(true)))
    });
    let narrow = |n: i128| i64::try_from(n).unwrap_or(i64::MAX);
    Ok(match falsified {
        Some(n) => Decision::FalseBelow { bound: narrow(n + 1) },
        None => Decision::TrueBeyond { verify_to: narrow(start), theorem },
    })
}
