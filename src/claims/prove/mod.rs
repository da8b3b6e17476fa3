//! Proving a claim for every `n`.
//!
//! Where Grundy values come from games whose periods are proved, and everything else is linear arithmetic, both sides of
//! a claim are functions that are linear on residue classes from some `n` on. One look at every class decides the claim
//! beyond that `n`; the instances before it are tried one by one.

mod forms;
mod quasi;
mod residues;
mod unroll;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::analysis::model::{Binder, Expr, ExprKind, Pattern, Statement};
use crate::eval::{Frame, Machine, Queries, Stop};
use crate::value::Value;
use forms::{Forms, truth};
use quasi::{NoForm, Quasi, Window};

/// What a proof found.
pub(super) enum Decision {
    /// True, unless one of finitely many instances fails; the least that does is among them.
    Tried {
        /// Ranges of the variable, ascending and apart, not empty.
        ranges: Vec<Range<i64>>,
        /// The theorems used.
        theorems: BTreeSet<String>,
    },
    /// Neither, and why.
    Unknown(String),
}

/// Instances beyond this many are not tried to complete a proof.
pub(super) const MOST_TRIED: u64 = 20_000_000;
/// So many are tried rather than looked at closely.
const FEW_TRIED: i128 = 1_000;
/// A statement is taken apart into so many windows at most.
const MOST_WINDOWS: usize = 1_000;

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
) -> Result<Result<(i128, i128, BTreeSet<String>), String>, Stop> {
    let mut forms = Forms::new(machine, queries, endless.slot, Window::new(0, None));
    let result = forms.recurrence(&statement.binders[endless.at + 1..], body, frame);
    let theorems = forms.theorems();
    match (forms.take_stop(), result) {
        (Some(stop), _) => Err(stop),
        (None, Ok((start, period))) => Ok(Ok((start, period, theorems))),
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
    let mut forms = Forms::new(machine, queries, endless.slot, Window::new(0, None));
    let result = forms.form(expr, &vec![(endless.slot, quasi::Quasi::variable())], frame);
    let theorem = forms.theorems().into_iter().collect::<Vec<_>>().join("; ");
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
    let (mut theorems, mut ranges) = (BTreeSet::new(), Vec::new());
    let mut waiting = vec![Window::new(i128::from(low), None)];
    let (mut windows, mut tried) = (0, 0);
    while let Some(window) = waiting.pop() {
        windows += 1;
        let short = window.until.is_some_and(|until| until - window.from <= FEW_TRIED);
        let mut forms = Forms::new(machine, queries, endless.slot, window);
        let result = forms.statement(&statement.binders[endless.at + 1..], body, frame);
        if let Some(stop) = forms.take_stop() {
            return Err(stop);
        }
        let used = forms.theorems();
        let Window { from, until, .. } = forms.window;
        let truth = match result {
            Ok(truth) => truth,
            // Nothing is known of this window, and it is short.
            Err(_) if short => Quasi { start: i128::MAX, ..truth(true) },
            Err(NoForm(reason)) => return Ok(Decision::Unknown(reason)),
        };
        let end = until.unwrap_or(i128::MAX);
        let start = truth.start.clamp(from, end);
        if start - from > FEW_TRIED && windows < MOST_WINDOWS {
            let parts = forms.window.parts();
            if !parts.is_empty() {
                waiting.extend(parts);
                continue;
            }
        }
        theorems.extend(used);
        let classes = truth.pieces.len() as i128;
        let falsified = (start..end.min(start.saturating_add(classes))).find(|n| {
            let class = usize::try_from(n.rem_euclid(classes)).unwrap_or(0);
            !matches!(truth.pieces[class], quasi::Piece::Fixed(Value::Bool(true)))
        });
        let open = [(from, start)].into_iter().chain(falsified.map(|n| (n, n + 1)));
        for (from, until) in open.filter(|(from, until)| from < until) {
            tried += until - from;
            match (i64::try_from(from), i64::try_from(until)) {
                (Ok(from), Ok(until)) if tried <= i128::from(MOST_TRIED) => ranges.push(from..until),
                _ => return Ok(Decision::Unknown("too many instances would have to be tried one by one".to_owned())),
            }
        }
        if falsified.is_some() {
            break;
        }
    }
    Ok(Decision::Tried { ranges, theorems })
}
