//! What linear inequalities in the unknowns of heap games say.

use super::form::Form;
use crate::linear::{self, Row};

/// Whether certainly no integers make every form at least 0. `false` also means that it was given up.
pub(super) fn infeasible(forms: &[Form]) -> bool {
    linear::infeasible(rows(forms), true)
}

/// The least and greatest value of an unknown that the inequalities allow, as far as they say; `None` when it was given up.
pub(super) fn range(forms: &[Form], unknown: usize) -> Option<(Option<i64>, Option<i64>)> {
    linear::range(rows(forms), unknown)
}

fn rows(forms: &[Form]) -> Vec<Row> {
    forms.iter().map(|f| Row { at: f.at.into(), constant: f.c, strict: false, asked: true }).collect()
}
