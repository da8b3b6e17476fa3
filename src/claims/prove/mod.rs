//! Proving a claim for every `n`.
//!
//! Where Grundy values come from games whose periods are proved, and everything else is linear arithmetic, both sides of
//! a claim are functions that are linear on residue classes from some `n` on. One look at every class decides the claim
//! beyond that `n`; the instances before it are tried one by one.

mod forms;
mod quasi;
mod residues;

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
