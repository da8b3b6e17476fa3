//! Linear forms over any number of atoms, facts about them, and what follows.
//!
//! An atom is whatever a reader counts as one unknown: a variable, a word of machine code, a heap. A [`Linear`] is a sum of
//! multiples of atoms and a constant; a [`Fact`] says that one is at least 0, or above it. [`contradict`] is the one judge
//! of what follows: a form is never negative where its opposite contradicts what is known.

mod eliminate;

pub use eliminate::{Row, contradict, infeasible, range};

/// Coefficients and constants beyond this are given up: sums of a few of them stay far from overflow.
pub const MOST: i64 = 1 << 40;
/// Forms with more terms are given up.
const MOST_TERMS: usize = 16;

/// `sum of coefficient * atom + constant`; no coefficient is 0, and no atom stands twice.
#[derive(Clone, Debug)]
pub struct Linear<A> {
    /// The atoms with their coefficients, in the order in which they came.
    pub terms: Vec<(A, i64)>,
    /// The constant.
    pub constant: i64,
}

/// A form that is at least 0, or above it.
#[derive(Clone, Debug)]
pub struct Fact<A> {
    /// Of what it speaks.
    pub form: Linear<A>,
    /// Above 0.
    pub strict: bool,
}

impl<A> Default for Linear<A> {
    fn default() -> Self {
        Self::constant(0)
    }
}

impl<A> Linear<A> {
    /// No atom.
    #[must_use]
    pub fn constant(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    /// An atom by itself.
    #[must_use]
    pub fn atom(atom: A) -> Self {
        Self { terms: vec![(atom, 1)], constant: 0 }
    }

    /// The constant, if it is nothing else.
    #[must_use]
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Adds a number; `None`, here and below, when a number grows too large or there are too many terms.
    pub fn shift(&mut self, by: i64) -> Option<()> {
        self.constant = self.constant.checked_add(by).filter(small)?;
        Some(())
    }
}

impl<A: Clone + PartialEq> Linear<A> {
    /// Adds `factor * atom`.
    pub fn add_term(&mut self, atom: &A, factor: i64) -> Option<()> {
        match self.terms.iter().position(|(a, _)| a == atom) {
            Some(i) => {
                let sum = self.terms[i].1.checked_add(factor).filter(small)?;
                if sum == 0 {
                    self.terms.swap_remove(i);
                } else {
                    self.terms[i].1 = sum;
                }
            }
            None if factor != 0 => {
                if self.terms.len() == MOST_TERMS || !small(&factor) {
                    return None;
                }
                self.terms.push((atom.clone(), factor));
            }
            None => {}
        }
        Some(())
    }

    /// `self + factor * other`
    #[must_use]
    pub fn plus(&self, other: &Self, factor: i64) -> Option<Self> {
        let mut sum = self.clone();
        for (atom, n) in &other.terms {
            sum.add_term(atom, n.checked_mul(factor)?)?;
        }
        sum.shift(other.constant.checked_mul(factor)?)?;
        Some(sum)
    }

    /// `self - other`
    #[must_use]
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(other, -1)
    }

    /// `self * other`, where one of them is a constant.
    #[must_use]
    pub fn times(&self, other: &Self) -> Option<Self> {
        match (self.as_constant(), other.as_constant()) {
            (Some(n), _) => Self::default().plus(other, n),
            (_, Some(n)) => Self::default().plus(self, n),
            _ => None,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that `filter` wants")]
fn small(n: &i64) -> bool {
    n.unsigned_abs() <= MOST.unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_atoms_are_joined_and_large_numbers_given_up() {
        let (x, y) = (Linear::atom('x'), Linear::atom('y'));
        let sum = x.plus(&y, 3).and_then(|s| s.plus(&x, -1)).and_then(|s| s.plus(&Linear::constant(7), 2));
        let sum = sum.expect("small");
        assert_eq!((sum.terms, sum.constant), (vec![('y', 3)], 14));
        assert!(x.plus(&y, i64::MAX).is_none() && x.times(&y).is_none());
        assert!(Linear::<char>::constant(MOST).plus(&Linear::constant(1), 1).is_none());
    }
}
