//! Where a sequence is true (or zero): residue classes and sets of numbers with a name.

use super::surd::recover;
use super::{Kind, LEAST_VALUES, Proposal, Run, Wording, index};
use crate::cgt::periodicity;
use crate::combinatorics::fibonacci;
use crate::combinatorics::primes::is_prime;

/// Statements about a sequence of truth values, the strongest first.
pub fn in_truths(run: &Run<bool>, words: &dyn Wording) -> Vec<Proposal> {
    let Some(n) = words.variables().first() else { return Vec::new() };
    if run.values.len() < LEAST_VALUES {
        return Vec::new();
    }
    statements(run, n, &words.plain(), "true_for")
}

/// Each set needs so many elements and so many others before it is believed.
const LEAST_ELEMENTS: usize = 4;

/// Residue classes need so many elements and so many others where they hold.
const LEAST_REPEATED: usize = 6;

/// Statements `what iff n is in ...`.
pub(super) fn statements(run: &Run<bool>, n: &str, what: &str, name: &str) -> Vec<Proposal> {
    let inside = run.values.iter().filter(|v| **v).count();
    let last = run.first + index(run.values.len()) - 1;
    if inside == 0 || inside == run.values.len() {
        let body = if inside == 0 { format!("not ({what})") } else { what.to_owned() };
        // on its own this says little of a short list of large values, and nothing of where values are zero
        return if name == "zeros" {
            Vec::new()
        } else {
            let always = Proposal::new(if inside == 0 { "never" } else { "always" }, Kind::Set, body);
            vec![always.over(n, run.first, last).evidence(1, run.values.len() - 1)]
        };
    }
    // a Beatty sequence nearly repeats for long: only many repetitions come before a name
    let classes = residues(run, n, what, name);
    let often = classes.as_ref().is_some_and(|found| found.survived >= 3 * found.fixed);
    if often || inside < LEAST_ELEMENTS || run.values.len() - inside < LEAST_ELEMENTS {
        return classes.into_iter().collect();
    }
    let named = named_sets(n).into_iter().find_map(|(label, least, text, member)| {
        let first = run.first.max(least);
        let agreed = run.iter().filter(|(m, _)| *m >= first).take_while(|(m, v)| member(*m) == **v).count();
        let all = usize::try_from(last - first + 1).unwrap_or(0);
        let covers = agreed == all && all + 2 >= run.values.len();
        let proposal = Proposal::new(&format!("{name}_{label}"), Kind::Set, format!("{what} iff {text}"));
        covers.then(|| proposal.over(n, first, last).evidence(0, agreed))
    });
    named.or_else(|| beatty(run, n, what, name)).or(classes).into_iter().collect()
}

/// Residue classes: the truth values have a period from some `n` on.
fn residues(run: &Run<bool>, n: &str, what: &str, name: &str) -> Option<Proposal> {
    let numbers: Vec<i64> = run.values.iter().map(|&v| i64::from(v)).collect();
    let seen = periodicity(&numbers);
    let (start, p) = (usize::try_from(seen.preperiod).ok()?, usize::try_from(seen.period).ok()?);
    let len = run.values.len();
    let agreeing = len.checked_sub(start + p)?;
    if p < 2 || seen.saltus != 0 || agreeing < LEAST_VALUES.max(p) || p > 200 {
        return None;
    }
    // a few elements that happen to be as far apart as one another are no pattern
    let inside = run.values[start..].iter().filter(|v| **v).count();
    let here = run.values[start..start + p].iter().filter(|v| **v).count();
    if inside < LEAST_REPEATED.max(3 * here) || len - start - inside < LEAST_REPEATED {
        return None;
    }
    let first = run.first + index(start);
    let period = index(p);
    let mut classes: Vec<i64> = (first..first + period)
        .zip(&run.values[start..start + p])
        .filter(|(_, v)| **v)
        .map(|(m, _)| m.rem_euclid(period))
        .collect();
    classes.sort_unstable();
    let text = match classes[..] {
        [] => return None,
        [one] => format!("{n} % {p} == {one}"),
        _ => {
            let list = classes.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
            format!("{n} % {p} in {{{list}}}")
        }
    };
    let proposal = Proposal::new(&format!("{name}_mod_{p}"), Kind::Set, format!("{what} iff {text}"));
    Some(proposal.over(n, first, run.first + index(len) - 1).evidence(start + p, agreeing))
}

type Member = Box<dyn Fn(i64) -> bool>;

fn square(n: i64) -> bool {
    u64::try_from(n).is_ok_and(|n| n.isqrt().pow(2) == n)
}

/// Sets with a name: label, least `n` for which the condition means something, condition, membership.
fn named_sets(n: &str) -> Vec<(&'static str, i64, String, Member)> {
    let entry = |label, least, text: String, member: fn(i64) -> bool| (label, least, text, Box::new(member) as Member);
    vec![
        entry("powers_of_two", 0, format!("popcount({n}) == 1"), |n| n.count_ones() == 1),
        entry("powers_of_two_less_one", 0, format!("popcount({n} + 1) == 1"), |n| (n + 1).count_ones() == 1),
        entry("fibonacci", 0, format!("is_fib({n})"), |n| fibonacci::is_fib(&n.into()).unwrap_or(false)),
        entry("fibonacci_less_one", 0, format!("is_fib({n} + 1)"), |n| {
            fibonacci::is_fib(&(n + 1).into()).unwrap_or(false)
        }),
        entry("odious", 0, format!("popcount({n}) % 2 == 1"), |n| n.count_ones() % 2 == 1),
        entry("evil", 0, format!("popcount({n}) % 2 == 0"), |n| n.count_ones() % 2 == 0),
        entry("even_zeros", 1, format!("v2({n}) % 2 == 0"), |n| n.trailing_zeros() % 2 == 0),
        entry("odd_zeros", 1, format!("v2({n}) % 2 == 1"), |n| n.trailing_zeros() % 2 == 1),
        entry("squares", 0, format!("floor(sqrt({n})) ** 2 == {n}"), square),
        entry("triangular", 0, format!("floor(sqrt(8 * {n} + 1)) ** 2 == 8 * {n} + 1"), |n| square(8 * n + 1)),
        entry("primes", 0, format!("is_prime({n})"), |n| u64::try_from(n).is_ok_and(is_prime)),
        entry("not_primes", 0, format!("not is_prime({n})"), |n| !u64::try_from(n).is_ok_and(is_prime)),
    ]
}

/// The numbers `floor(k * alpha)` for a quadratic irrational, all of them from 0 or 1 on.
fn beatty(run: &Run<bool>, n: &str, what: &str, name: &str) -> Option<Proposal> {
    if !(0..=1).contains(&run.first) {
        return None;
    }
    let elements: Vec<i64> = run.iter().filter(|(m, v)| **v && *m > 0).map(|(m, _)| m).collect();
    let last = run.first + index(run.values.len()) - 1;
    let zero = run.first == 0 && *run.values.first()?;
    let (alpha, fixed) = recover(&elements, Some(last))?;
    // 0 = floor(0 * alpha): the condition holds there
    let first = if run.first == 0 && !zero { 1 } else { run.first };
    let body = format!("{what} iff floor(ceil({n} / ({alpha})) * ({alpha})) == {n}");
    let proposal = Proposal::new(&format!("{name}_beatty"), Kind::Set, body);
    Some(proposal.over(n, first, last).evidence(fixed, run.values.len().saturating_sub(fixed)))
}
