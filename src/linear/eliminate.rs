//! The elimination of Fourier and Motzkin: what follows from facts without some of their atoms.
//!
//! A lower and an upper bound on an atom give a fact without it; without any atom left, a fact is true or absurd. Where all
//! atoms are integers, constants are rounded on the way, which finds more: `1 <= 2 x <= 1` has a solution, but none in
//! integers.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use super::{Fact, MOST};
use crate::number::gcd;

/// More rows than this on the way are given up.
const MOST_ROWS: usize = 300;

/// A fact with its atoms numbered.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Row {
    /// The coefficients; rows that are put together have equally many.
    pub at: SmallVec<[i64; 12]>,
    /// The constant.
    pub constant: i64,
    /// Above 0 rather than at least 0.
    pub strict: bool,
    /// It follows from what is in question, not from what is known alone.
    pub asked: bool,
}

impl Row {
    /// The same for integers in the smallest numbers: no row is strict, and the constant is rounded down.
    fn rounded(mut self) -> Self {
        if std::mem::take(&mut self.strict) {
            self.constant -= 1;
        }
        let common = self.at.iter().fold(0, |common, a| gcd(common, a.unsigned_abs())).cast_signed();
        if common > 1 {
            self.at.iter_mut().for_each(|a| *a /= common);
            self.constant = self.constant.div_euclid(common);
        }
        self
    }

    /// A positive multiple of this one, and of another, that add up to nothing of one atom; `None` when numbers grow too large.
    fn joined(&self, other: &Self, atom: usize) -> Option<Self> {
        let (a, b) = (other.at[atom].checked_abs()?, self.at[atom].checked_abs()?);
        let one = |x: i64, y: i64| x.checked_mul(a)?.checked_add(y.checked_mul(b)?).filter(|sum| sum.abs() <= MOST);
        Some(Self {
            at: self.at.iter().zip(&other.at).map(|(x, y)| one(*x, *y)).collect::<Option<_>>()?,
            constant: one(self.constant, other.constant)?,
            strict: self.strict || other.strict,
            asked: self.asked || other.asked,
        })
    }

    /// Whether it can never be, whatever the atoms.
    fn is_absurd(&self) -> bool {
        self.at.iter().all(|a| *a == 0) && (self.constant < 0 || (self.strict && self.constant == 0))
    }
}

/// Whether `asked` cannot hold beside what is known: something absurd follows from both together. What is known alone may be
/// absurd, and then says nothing. `whole`: all atoms are integers. `false` also means that it was given up.
#[must_use]
pub fn contradict<A: PartialEq>(asked: &[Fact<A>], known: &[Fact<A>], whole: bool) -> bool {
    let mut atoms: Vec<&A> = Vec::new();
    for (atom, _) in asked.iter().chain(known).flat_map(|fact| &fact.form.terms) {
        if !atoms.contains(&atom) {
            atoms.push(atom);
        }
    }
    let row = |fact: &Fact<A>, asked: bool| {
        let mut at = SmallVec::from_elem(0, atoms.len());
        for (atom, factor) in &fact.form.terms {
            if let Some(column) = atoms.iter().position(|other| *other == atom) {
                at[column] = *factor;
            }
        }
        Row { at, constant: fact.form.constant, strict: fact.strict, asked }
    };
    let rows = asked.iter().map(|fact| row(fact, true)).chain(known.iter().map(|fact| row(fact, false)));
    infeasible(linked(rows.collect()), whole)
}

/// The rows that have to do with what is asked, by way of atoms that they share.
fn linked(mut rows: Vec<Row>) -> Vec<Row> {
    let (mut found, mut left): (Vec<Row>, Vec<Row>) = rows.drain(..).partition(|row| row.asked);
    let mut at = 0;
    while at < found.len() {
        let shares = |row: &Row| row.at.iter().zip(&found[at].at).any(|(a, b)| *a != 0 && *b != 0);
        let (near, far): (Vec<Row>, Vec<Row>) = left.into_iter().partition(shares);
        found.extend(near);
        left = far;
        at += 1;
    }
    found
}

/// Whether certainly nothing meets all rows, for a reason that one of those asked about has a part in.
#[must_use]
pub fn infeasible(rows: Vec<Row>, whole: bool) -> bool {
    without(rows, whole, |_| true).is_some_and(|left| left.iter().any(|row| row.asked && row.is_absurd()))
}

/// The least and greatest integer for an atom that the rows allow, as far as they say; `None` when it was given up.
#[must_use]
pub fn range(rows: Vec<Row>, atom: usize) -> Option<(Option<i64>, Option<i64>)> {
    let (mut low, mut high): (Option<i64>, Option<i64>) = (None, None);
    for row in without(rows, true, |other| other != atom)? {
        // a x + c >= 0
        match row.at[atom] {
            0 => {}
            a if a > 0 => low = low.max(Some(-row.constant.div_euclid(a))),
            a => {
                let most = row.constant.div_euclid(-a);
                high = Some(high.map_or(most, |h| h.min(most)));
            }
        }
    }
    Some((low, high))
}

/// What follows from rows without the atoms that `goes` names: each time the one whose bounds make the fewest pairs.
fn without(rows: Vec<Row>, whole: bool, goes: impl Fn(usize) -> bool) -> Option<BTreeSet<Row>> {
    let round = |row: Row| if whole { row.rounded() } else { row };
    let mut left: BTreeSet<Row> = rows.into_iter().map(round).collect();
    let mut atoms: Vec<usize> = (0..left.first().map_or(0, |row| row.at.len())).filter(|atom| goes(*atom)).collect();
    while !atoms.is_empty() {
        let pairs = |atom: usize| {
            let signs = |sign: i64| left.iter().filter(|row| row.at[atom].signum() == sign).count();
            signs(1) * signs(-1)
        };
        let next = (0..atoms.len()).min_by_key(|i| pairs(atoms[*i]))?;
        let atom = atoms.swap_remove(next);
        let (with, mut next): (BTreeSet<Row>, BTreeSet<Row>) = left.into_iter().partition(|row| row.at[atom] != 0);
        let (lower, upper): (Vec<Row>, Vec<Row>) = with.into_iter().partition(|row| row.at[atom] > 0);
        if next.len() + lower.len() * upper.len() > MOST_ROWS {
            return None;
        }
        for low in &lower {
            for high in &upper {
                next.insert(round(low.joined(high, atom)?));
            }
        }
        left = next;
    }
    Some(left)
}

#[cfg(test)]
mod tests {
    use super::super::Linear;
    use super::*;

    fn at_least(terms: &[(char, i64)], constant: i64) -> Fact<char> {
        Fact { form: Linear { terms: terms.to_vec(), constant }, strict: false }
    }

    #[test]
    fn contradictions_are_found_by_any_number_of_facts() {
        // x >= 1, y >= x, z >= y, z <= 0
        let facts = [
            at_least(&[('x', 1)], -1),
            at_least(&[('y', 1), ('x', -1)], 0),
            at_least(&[('z', 1), ('y', -1)], 0),
            at_least(&[('z', -1)], 0),
        ];
        for at in 0..facts.len() {
            let (asked, known) = (&facts[at..=at], [&facts[..at], &facts[at + 1..]].concat());
            assert!(contradict(asked, &known, false) && contradict(asked, &known, true), "{at}");
            assert!(!contradict(asked, &known[1..], true), "{at}");
        }
    }

    #[test]
    fn what_is_known_alone_decides_nothing() {
        let known = [at_least(&[('x', 1)], 0), at_least(&[('x', -1)], -1)];
        assert!(!contradict(&[at_least(&[('y', 1)], 0)], &known, true));
        assert!(!contradict(&[at_least(&[('x', 1)], 5)], &known, true));
        assert!(contradict(&known[..1], &known[1..], true));
    }

    #[test]
    fn integers_are_rounded_and_other_numbers_are_not() {
        // 1 <= 2 x <= 1
        let half = [at_least(&[('x', 2)], -1), at_least(&[('x', -2)], 1)];
        assert!(contradict(&half, &[], true) && !contradict(&half, &[], false));
        // x > 0 and x < 1
        let strict = |terms: &[(char, i64)], constant| Fact { strict: true, ..at_least(terms, constant) };
        let between = [strict(&[('x', 1)], 0), strict(&[('x', -1)], 1)];
        assert!(contradict(&between, &[], true) && !contradict(&between, &[], false));
        assert!(contradict(&[strict(&[], 0)], &[], false) && !contradict(&[at_least(&[], 0)], &[], false));
    }

    #[test]
    fn ranges_are_rounded_to_integers() {
        let row = |at: [i64; 2], constant| Row { at: at.into_iter().collect(), constant, strict: false, asked: true };
        // 3 <= 2 x, x + y <= 7, y >= 2
        let rows = vec![row([2, 0], -3), row([-1, -1], 7), row([0, 1], -2)];
        assert_eq!(range(rows[..1].to_vec(), 0), Some((Some(2), None)));
        assert_eq!(range(rows, 0), Some((Some(2), Some(5))));
    }
}
