//! Whether linear inequalities have a common solution: the elimination of Fourier and Motzkin, with constants rounded to
//! integers.

use std::collections::BTreeSet;

use super::form::{Form, UNKNOWNS};

/// More inequalities than this on the way are given up.
const MOST: usize = 300;

/// Whether certainly no integers make every form at least 0. `false` also means that it was given up.
pub(super) fn infeasible(forms: &[Form]) -> bool {
    match without(forms, |_| true) {
        Some(left) => left.iter().any(|f| f.c < 0),
        None => false,
    }
}

/// The least and greatest value of an unknown that the inequalities allow, as far as they say; `None` when it was given up.
pub(super) fn range(forms: &[Form], unknown: usize) -> Option<(Option<i64>, Option<i64>)> {
    let left = without(forms, |u| u != unknown)?;
    let (mut low, mut high) = (None, None);
    for f in left {
        // a u + c >= 0
        match f.at[unknown] {
            0 => {}
            a if a > 0 => low = low.max(Some((-f.c).div_euclid(a) + i64::from((-f.c).rem_euclid(a) != 0))),
            a => {
                let most = f.c.div_euclid(-a);
                high = Some(high.map_or(most, |h: i64| h.min(most)));
            }
        }
    }
    Some((low, high))
}

/// What follows from the inequalities without the unknowns that `goes` names.
fn without(forms: &[Form], goes: impl Fn(usize) -> bool) -> Option<BTreeSet<Form>> {
    let mut left: BTreeSet<Form> = forms.iter().map(|f| f.reduced()).collect();
    for u in (0..UNKNOWNS).filter(|u| goes(*u)) {
        let (with, mut next): (BTreeSet<Form>, BTreeSet<Form>) = left.into_iter().partition(|f| f.at[u] != 0);
        let (lower, upper): (Vec<Form>, Vec<Form>) = with.into_iter().partition(|f| f.at[u] > 0);
        if next.len() + lower.len() * upper.len() > MOST {
            return None;
        }
        for low in &lower {
            for high in &upper {
                next.insert(low.combined(-high.at[u], *high, low.at[u]).ok()?.reduced());
            }
        }
        left = next;
    }
    Some(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(entries: &[(usize, i64)], c: i64) -> Form {
        let mut f = Form::constant(c);
        for &(u, a) in entries {
            f.at[u] = a;
        }
        f
    }

    #[test]
    fn contradictions_are_found() {
        // x >= 1, y >= x, y <= 0
        let forms = [form(&[(0, 1)], -1), form(&[(1, 1), (0, -1)], 0), form(&[(1, -1)], 0)];
        assert!(infeasible(&forms));
        assert!(!infeasible(&forms[..2]));
        // 1 <= 2 x <= 1 has a solution, but none in integers
        assert!(infeasible(&[form(&[(0, 2)], -1), form(&[(0, -2)], 1)]));
        assert!(infeasible(&[Form::constant(-1)]) && !infeasible(&[Form::constant(0)]));
    }

    #[test]
    fn ranges_are_rounded_to_integers() {
        // 3 <= 2 x, x + y <= 7, y >= 2
        let forms = [form(&[(0, 2)], -3), form(&[(0, -1), (1, -1)], 7), form(&[(1, 1)], -2)];
        assert_eq!(range(&forms, 0), Some((Some(2), Some(5))));
        assert_eq!(range(&forms[..1], 0), Some((Some(2), None)));
    }
}
