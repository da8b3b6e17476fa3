//! Patterns in the values of one variable.

use super::closed::{Formula, of_period, plain};
use super::{Kind, LEAST_VALUES, Proposal, Run, Wording, index, shifted};
use crate::cgt::{Periodicity, periodicity};

/// Statements about a sequence of integers, the strongest first. `others` are sequences of other games, as functions of
/// their own variable, with the text of the value at a place.
pub fn in_sequence(run: &Run<i64>, words: &dyn Wording, others: &[(String, Run<i64>, &dyn Wording)]) -> Vec<Proposal> {
    let mut found = Vec::new();
    let len = run.values.len();
    let Some(n) = words.variables().first() else { return found };
    if len < LEAST_VALUES {
        return found;
    }
    let seen = periodicity(&run.values);
    found.extend(formula(run, n, words, &seen));
    let formula_found = !found.is_empty();
    found.extend(others.iter().filter_map(|(name, other, other_words)| same(run, words, name, other, *other_words)));
    if !constant(run) || !formula_found {
        found.extend(period(run, n, words, &seen));
    }
    let zeros = Run { first: run.first, values: run.values.iter().map(|&v| v == 0).collect() };
    let residue = found.iter().any(|p| p.name == "residue");
    if !residue {
        let zero = format!("{} == 0", words.plain());
        found.extend(super::sets::statements(&zeros, n, &zero, "zeros"));
    }
    found
}

fn constant(run: &Run<i64>) -> bool {
    run.values.windows(2).all(|w| w[0] == w[1])
}

/// How many values of a run a formula explains, from its least `n` on; `None` when one is wrong.
fn explains(run: &Run<i64>, from: i64, value: &dyn Fn(i64) -> Option<i64>) -> Option<usize> {
    let mut agreed = 0;
    for (n, &v) in run.iter().filter(|(n, _)| *n >= from) {
        if value(n)? != v {
            return None;
        }
        agreed += 1;
    }
    Some(agreed)
}

/// The first formula that gives every value.
fn formula(run: &Run<i64>, n: &str, words: &dyn Wording, seen: &Periodicity) -> Option<Proposal> {
    let last = run.first + index(run.values.len()) - 1;
    let made = |f: &Formula, agreed: usize| {
        Proposal::new(f.name, Kind::Formula, format!("{} == {}", words.plain(), f.text))
            .over(n, run.first.max(f.least), last)
            .evidence(f.fixed, agreed.saturating_sub(f.fixed))
    };
    if constant(run) {
        let c = run.values[0];
        let value = move |_| Some(c);
        let f = Formula { text: c.to_string(), name: "constant", least: i64::MIN, fixed: 1, value: Box::new(value) };
        return Some(made(&f, run.values.len()));
    }
    let period = i64::try_from(seen.period).unwrap_or(0);
    let candidates = plain(n).into_iter().chain(of_period(n, period, seen.saltus));
    for f in candidates {
        if let Some(agreed) = explains(run, f.least, &*f.value)
            && agreed >= LEAST_VALUES.max(2 * f.fixed)
            && agreed + 2 >= run.values.len()
        {
            return Some(made(&f, agreed));
        }
    }
    None
}

/// The period, if enough repeats.
pub(super) fn period(run: &Run<i64>, n: &str, words: &dyn Wording, seen: &Periodicity) -> Option<Proposal> {
    let len = run.values.len();
    let (start, p) = (usize::try_from(seen.preperiod).ok()?, usize::try_from(seen.period).ok()?);
    let agreeing = len.checked_sub(start + p)?;
    if p == 0 || agreeing < LEAST_VALUES {
        return None;
    }
    let (first, last) = (run.first + index(start), run.first + index(len - 1 - p));
    let more = match seen.saltus {
        0 => String::new(),
        s if s > 0 => format!(" + {s}"),
        s => format!(" - {}", s.unsigned_abs()),
    };
    let body = format!("{} == {}{more}", words.at(&[&shifted(n, index(p))]), words.plain());
    let exceptions = seen.exceptions.iter().map(|&e| run.first + i64::try_from(e).unwrap_or(0)).collect();
    let mut proposal =
        Proposal::new(&format!("period_{p}"), Kind::Period, body).over(n, first, last).evidence(start + p, agreeing);
    proposal.period = Some((first, index(p), seen.saltus, exceptions));
    Some(proposal)
}

/// Shifts of another game that are tried.
const SHIFTS: std::ops::RangeInclusive<i64> = -4..=4;

/// "Equal to another game, shifted", where the values are not all the same.
fn same(
    run: &Run<i64>,
    words: &dyn Wording,
    name: &str,
    other: &Run<i64>,
    other_words: &dyn Wording,
) -> Option<Proposal> {
    let n = words.variables().first()?;
    let last = run.first + index(run.values.len()) - 1;
    let value = |n: i64| usize::try_from(n - other.first).ok().and_then(|i| other.values.get(i)).copied();
    let mut shifts: Vec<i64> = SHIFTS.collect();
    shifts.sort_by_key(|s| s.abs());
    for s in shifts {
        let first = run.first.max(other.first - s);
        let pairs = || run.iter().filter(move |(m, _)| *m >= first);
        let agreed = pairs().take_while(|(m, v)| value(m + s) == Some(**v)).count();
        let mut distinct: Vec<i64> = pairs().map(|(_, v)| *v).collect();
        if agreed < distinct.len() || agreed < LEAST_VALUES {
            continue;
        }
        distinct.sort_unstable();
        distinct.dedup();
        let there = other_words.at(&[&shifted(n, s)]);
        if distinct.len() < 2 || there == words.plain() {
            continue;
        }
        let body = format!("{} == {there}", words.plain());
        let proposal = Proposal::new(&format!("same_as_{}", name.to_lowercase()), Kind::SameAs, body);
        return Some(proposal.over(n, first, last).evidence(1, agreed - 1));
    }
    None
}
