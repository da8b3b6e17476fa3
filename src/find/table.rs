//! Patterns in the values of two variables.

use std::collections::BTreeSet;

use super::sequence::period;
use super::surd::recover;
use super::{Grid, Kind, LEAST_VALUES, Proposal, Run, Wording, index, shifted};
use crate::cgt::periodicity;

/// Rows, columns and diagonals that are looked at one by one.
const LINES: i64 = 6;

/// Statements about a table of integers, the strongest first.
pub fn in_table(grid: &Grid<i64>, words: &dyn Wording) -> Vec<Proposal> {
    let [a, b] = words.variables() else { return Vec::new() };
    if grid.values.len() < LEAST_VALUES || grid.rows() < 3 || grid.columns < 3 {
        return Vec::new();
    }
    let mut found: Vec<Proposal> = Vec::new();
    let varied = grid.values.iter().collect::<BTreeSet<_>>().len() > 1;
    if let Some(formula) = formula(grid, a, b, words) {
        found.push(formula);
    } else if varied {
        found.extend(nim_sum(grid, a, b, words));
        found.extend(lines(grid, a, b, words));
    }
    if !found.iter().any(|p| p.kind == Kind::Formula) && varied {
        let zero = format!("{} == 0", words.plain());
        let zeros =
            Grid { first: grid.first, columns: grid.columns, values: grid.values.iter().map(|&v| v == 0).collect() };
        found.extend(cold(&zeros, a, b, &zero, "zeros"));
    }
    found
}

/// Statements about a table of truth values.
pub fn in_pairs(grid: &Grid<bool>, words: &dyn Wording) -> Vec<Proposal> {
    let [a, b] = words.variables() else { return Vec::new() };
    if grid.values.len() < LEAST_VALUES || grid.rows() < 3 || grid.columns < 3 {
        return Vec::new();
    }
    cold(grid, a, b, &words.plain(), "true_for")
}

fn whole(proposal: Proposal, grid: &Grid<impl Sized>, a: &str, b: &str, fixed: usize) -> Proposal {
    let last = (grid.first.0 + index(grid.rows()) - 1, grid.first.1 + index(grid.columns) - 1);
    let cells = grid.values.len();
    proposal.over(a, grid.first.0, last.0).over(b, grid.first.1, last.1).evidence(fixed, cells.saturating_sub(fixed))
}

type Value = Box<dyn Fn(i64, i64) -> Option<i64>>;

fn natural(a: i64, b: i64) -> bool {
    a >= 0 && b >= 0
}

/// Formulas in two variables: text, name, values that fix the constants, value.
fn formulas(a: &str, b: &str) -> Vec<(String, &'static str, usize, Value)> {
    fn gcd(a: i64, b: i64) -> i64 {
        if b == 0 { a.abs() } else { gcd(b, a % b) }
    }
    let entry = |text: String, name, value: fn(i64, i64) -> Option<i64>| (text, name, 0, Box::new(value) as Value);
    let mut list = vec![
        entry(format!("{a} xor {b}"), "nim_sum", |a, b| natural(a, b).then_some(a ^ b)),
        entry(format!("{a} + {b}"), "sum", i64::checked_add),
        entry(format!("{a} * {b}"), "product", i64::checked_mul),
        entry(format!("abs({a} - {b})"), "difference", |a, b| Some(a.checked_sub(b)?.abs())),
        entry(format!("max({a}, {b})"), "greater", |a, b| Some(a.max(b))),
        entry(format!("min({a}, {b})"), "lesser", |a, b| Some(a.min(b))),
        entry(format!("{a} & {b}"), "common_bits", |a, b| natural(a, b).then_some(a & b)),
        entry(format!("{a} | {b}"), "all_bits", |a, b| natural(a, b).then_some(a | b)),
        entry(format!("gcd({a}, {b})"), "gcd", |a, b| Some(gcd(a, b))),
        entry(format!("({a} + {b}) % 2"), "parity", |a, b| Some((a + b).rem_euclid(2))),
        entry(format!("({a} + 1 xor {b} + 1) - 1"), "nim_sum", |a, b| natural(a, b).then_some(((a + 1) ^ (b + 1)) - 1)),
        entry(format!("{a} - 1 xor {b} - 1"), "nim_sum", |a, b| natural(a - 1, b - 1).then_some((a - 1) ^ (b - 1))),
    ];
    for m in 2i64..=24 {
        let fixed = usize::try_from(m * m).unwrap_or(0);
        let nim: Value = Box::new(move |a, b| Some(a.rem_euclid(m) ^ b.rem_euclid(m)));
        list.push((format!("{a} % {m} xor {b} % {m}"), "nim_sum_of_residues", fixed, nim));
        let sum: Value = Box::new(move |a, b| Some((a + b).rem_euclid(m)));
        list.push((format!("({a} + {b}) % {m}"), "sum_of_residues", fixed, sum));
        let quotients: Value = Box::new(move |a, b| Some(a.div_euclid(m) ^ b.div_euclid(m)));
        list.push((format!("{a} // {m} xor {b} // {m}"), "nim_sum_of_quotients", fixed, quotients));
    }
    list
}

fn formula(grid: &Grid<i64>, a: &str, b: &str, words: &dyn Wording) -> Option<Proposal> {
    if grid.values.windows(2).all(|w| w[0] == w[1]) {
        let body = format!("{} == {}", words.plain(), grid.values[0]);
        return Some(whole(Proposal::new("constant", Kind::Formula, body), grid, a, b, 1));
    }
    formulas(a, b).into_iter().find_map(|(text, name, fixed, value)| {
        let fits = 2 * fixed <= grid.values.len() && grid.iter().all(|((x, y), v)| value(x, y) == Some(*v));
        let body = format!("{} == {text}", words.plain());
        fits.then(|| whole(Proposal::new(name, Kind::Formula, body), grid, a, b, fixed))
    })
}

/// Every value is the nim-sum of the values at the borders.
fn nim_sum(grid: &Grid<i64>, a: &str, b: &str, words: &dyn Wording) -> Option<Proposal> {
    let (row, column) = grid.first;
    let corner = *grid.at(row, column)?;
    if corner != 0 || grid.values.iter().any(|v| *v < 0) {
        return None;
    }
    let holds = grid.iter().all(|((x, y), v)| match (grid.at(x, column), grid.at(row, y)) {
        (Some(left), Some(top)) => *v == left ^ top,
        _ => false,
    });
    if !holds {
        return None;
    }
    let body = format!(
        "{} == {} xor {}",
        words.plain(),
        words.at(&[a, &column.to_string()]),
        words.at(&[&row.to_string(), b])
    );
    let fixed = grid.rows() + grid.columns;
    Some(whole(Proposal::new("sum_of_parts", Kind::Formula, body), grid, a, b, fixed))
}

/// Periods of rows, columns and diagonals.
fn lines(grid: &Grid<i64>, a: &str, b: &str, words: &dyn Wording) -> Vec<Proposal> {
    let mut found = Vec::new();
    let (row, column) = grid.first;
    let (rows, columns) = (index(grid.rows()), index(grid.columns));
    let symmetric = row == column && grid.iter().all(|((x, y), v)| grid.at(y, x).is_none_or(|w| v == w));
    let mut look = |name: String, variable: &str, run: Run<i64>, at: &dyn Fn(&str) -> String| {
        let words = Line { names: vec![variable.to_owned()], at };
        let seen = periodicity(&run.values);
        if let Some(mut proposal) = period(&run, variable, &words, &seen) {
            proposal.name = name;
            found.push(proposal);
        }
    };
    for r in row..row + rows.min(LINES) {
        let values = (column..column + columns).filter_map(|c| grid.at(r, c).copied()).collect();
        look(format!("row_{r}"), b, Run { first: column, values }, &|at| words.at(&[&r.to_string(), at]));
    }
    if !symmetric {
        for c in column..column + columns.min(LINES) {
            let values = (row..row + rows).filter_map(|r| grid.at(r, c).copied()).collect();
            look(format!("column_{c}"), a, Run { first: row, values }, &|at| words.at(&[at, &c.to_string()]));
        }
    }
    for d in 0..LINES.min(columns) {
        let values: Vec<i64> = (row..row + rows).map_while(|r| grid.at(r, column + (r - row) + d).copied()).collect();
        let shift = column - row + d;
        look(format!("diagonal_{d}"), a, Run { first: row, values }, &|at| words.at(&[at, &plus(at, shift)]));
    }
    found
}

/// `n + 3` plus 2 is `n + 5`.
fn plus(text: &str, by: i64) -> String {
    if let Some((name, constant)) = text.split_once(" + ")
        && let Ok(constant) = constant.parse::<i64>()
    {
        return shifted(name, constant + by);
    }
    shifted(text, by)
}

/// One line of a table.
struct Line<'a> {
    names: Vec<String>,
    at: &'a dyn Fn(&str) -> String,
}

impl Wording for Line<'_> {
    fn variables(&self) -> &[String] {
        &self.names
    }
    fn at(&self, places: &[&str]) -> String {
        (self.at)(places.first().unwrap_or(&""))
    }
}

/// A condition on pairs: text, name, cells that fix the constants, condition.
type Condition = (String, &'static str, usize, Box<dyn Fn(i64, i64) -> bool>);

fn conditions(a: &str, b: &str) -> Vec<Condition> {
    let mut list: Vec<Condition> = vec![
        (format!("{a} == {b}"), "diagonal", 0, Box::new(|a, b| a == b)),
        (format!("{a} % 2 == 0 and {b} % 2 == 0"), "both_even", 4, Box::new(|a, b| a % 2 == 0 && b % 2 == 0)),
        (format!("{a} % 2 == 1 and {b} % 2 == 1"), "both_odd", 4, Box::new(|a, b| a % 2 != 0 && b % 2 != 0)),
    ];
    for m in 2i64..=24 {
        let fixed = usize::try_from(m * m).unwrap_or(0);
        list.push((format!("{a} % {m} == {b} % {m}"), "equal_residues", fixed, {
            Box::new(move |a, b| (a - b).rem_euclid(m) == 0)
        }));
        list.push((format!("({a} + {b}) % {m} == 0"), "sum_of_residues", fixed, {
            Box::new(move |a, b| (a + b).rem_euclid(m) == 0)
        }));
        list.push((format!("{a} // {m} == {b} // {m}"), "equal_quotients", fixed, {
            Box::new(move |a, b| a.div_euclid(m) == b.div_euclid(m))
        }));
        list.push((format!("{a} % {m} == 0 and {b} % {m} == 0"), "multiples", fixed, {
            Box::new(move |a, b| a.rem_euclid(m) == 0 && b.rem_euclid(m) == 0)
        }));
    }
    list
}

/// Statements on where a table is true.
fn cold(grid: &Grid<bool>, a: &str, b: &str, what: &str, name: &str) -> Vec<Proposal> {
    let inside = grid.values.iter().filter(|v| **v).count();
    if inside < 3 || grid.values.len() - inside < 3 {
        return Vec::new();
    }
    let simple = conditions(a, b).into_iter().find_map(|(text, label, fixed, condition)| {
        let fits = 2 * fixed <= grid.values.len() && grid.iter().all(|((x, y), v)| condition(x, y) == *v);
        let proposal = Proposal::new(&format!("{name}_{label}"), Kind::Set, format!("{what} iff {text}"));
        fits.then(|| whole(proposal, grid, a, b, fixed))
    });
    simple.or_else(|| wythoff(grid, a, b, what, name)).into_iter().collect()
}

/// Pairs `(floor(k alpha), floor(k alpha) + c k)` with `a <= b`, and no others.
fn wythoff(grid: &Grid<bool>, a: &str, b: &str, what: &str, name: &str) -> Option<Proposal> {
    if grid.first != (0, 0) || !*grid.at(0, 0)? {
        return None;
    }
    let mut pairs: Vec<(i64, i64)> = grid.iter().filter(|((x, y), v)| **v && x <= y).map(|(pair, _)| pair).collect();
    pairs.sort_unstable();
    let step = pairs.get(1).map(|(x, y)| y - x)?;
    let exact = (0i64..).zip(&pairs).all(|(k, (x, y))| y - x == step * k);
    if step < 1 || !exact {
        return None;
    }
    let lower: Vec<i64> = pairs[1..].iter().map(|(x, _)| *x).collect();
    let (alpha, fixed) = recover(&lower, None)?;
    let k = if step == 1 { format!("({b} - {a})") } else { format!("({b} - {a}) // {step}") };
    let whole_steps = if step == 1 { String::new() } else { format!("({b} - {a}) % {step} == 0 and ") };
    let body = format!("{what} iff {whole_steps}{a} == floor({k} * ({alpha}))");
    let mut proposal = whole(Proposal::new(&format!("{name}_beatty_pairs"), Kind::Set, body), grid, a, b, fixed);
    proposal.guard = format!(" if {a} <= {b}");
    Some(proposal)
}
