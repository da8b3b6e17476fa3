//! Union, intersection, differences and inclusion.

use std::rc::Rc;

use super::universe::{Universe, Words};
use super::{Repr, Set, SmallWords};
use crate::value::Value;

/// The most elements of a set that is not a range.
const MOST: usize = 1 << 24;

/// A set would have more than 2^24 elements without being a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyElements;

impl std::fmt::Display for TooManyElements {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a set would have more than 2^24 elements")
    }
}

impl std::error::Error for TooManyElements {}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Op {
    Union,
    Intersection,
    Difference,
    SymmetricDifference,
}

impl Op {
    #[inline]
    fn on(self, a: u64, b: u64) -> u64 {
        match self {
            Self::Union => a | b,
            Self::Intersection => a & b,
            Self::Difference => a & !b,
            Self::SymmetricDifference => a ^ b,
        }
    }

    /// Whether elements of the right side that the left side lacks are of no account.
    fn within_left(self) -> bool {
        matches!(self, Self::Intersection | Self::Difference)
    }
}

impl Set {
    /// The elements of either.
    ///
    /// # Errors
    /// [`TooManyElements`].
    #[inline]
    pub fn union(&self, other: &Self) -> Result<Self, TooManyElements> {
        self.combine(other, Op::Union)
    }

    /// The elements of both.
    ///
    /// # Errors
    /// [`TooManyElements`]
    #[inline]
    pub fn intersection(&self, other: &Self) -> Result<Self, TooManyElements> {
        self.combine(other, Op::Intersection)
    }

    /// The elements that the other set lacks.
    ///
    /// # Errors
    /// [`TooManyElements`].
    #[inline]
    pub fn difference(&self, other: &Self) -> Result<Self, TooManyElements> {
        self.combine(other, Op::Difference)
    }

    /// The elements of exactly one.
    ///
    /// # Errors
    /// [`TooManyElements`].
    #[inline]
    pub fn symmetric_difference(&self, other: &Self) -> Result<Self, TooManyElements> {
        self.combine(other, Op::SymmetricDifference)
    }

    /// The set with one more element.
    ///
    /// # Errors
    /// [`TooManyElements`].
    pub fn with(&self, value: &Value) -> Result<Self, TooManyElements> {
        if self.contains(value) { Ok(self.clone()) } else { self.union(&Self::from_values(vec![value.clone()])) }
    }

    /// The set without an element.
    ///
    /// # Errors
    /// [`TooManyElements`].
    pub fn without(&self, value: &Value) -> Result<Self, TooManyElements> {
        if self.contains(value) { self.difference(&Self::from_values(vec![value.clone()])) } else { Ok(self.clone()) }
    }

    /// Whether every element is one of the other set.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        match (&self.repr, &other.repr) {
            (Repr::Small { universe: a, mask: m }, Repr::Small { universe: b, mask: n }) if Rc::ptr_eq(a, b) => {
                m & !n == 0
            }
            (Repr::Wide(a), Repr::Wide(b)) if Rc::ptr_eq(&a.universe, &b.universe) => {
                a.words.iter().zip(&b.words).all(|(x, y)| x & !y == 0)
            }
            (Repr::Ints { low: a, mask: m }, Repr::Ints { low: b, mask: n }) => m & !shifted(*n, *b, *a) == 0,
            (Repr::Range { low: a, high: m }, Repr::Range { low: b, high: n }) => b <= a && m <= n,
            _ => self.len() <= other.len() && self.iter().all(|value| other.contains(&value)),
        }
    }

    fn combine(&self, other: &Self, op: Op) -> Result<Self, TooManyElements> {
        match (&self.repr, &other.repr) {
            (Repr::Ints { low: a, mask: m }, Repr::Ints { low: b, mask: n }) => {
                if let Some(set) = combine_ints(*a, *m, *b, *n, op) {
                    return Ok(set);
                }
            }
            (Repr::Small { universe: a, mask: m }, Repr::Small { universe: b, mask: n }) if Rc::ptr_eq(a, b) => {
                return Ok(Self { repr: Repr::Small { universe: a.clone(), mask: op.on(*m, *n) } });
            }
            (Repr::Wide(a), Repr::Wide(b)) if Rc::ptr_eq(&a.universe, &b.universe) => {
                let words = a.words.iter().zip(&b.words).map(|(x, y)| op.on(*x, *y)).collect();
                return Ok(Self::from_universe_words(&a.universe, words));
            }
            (Repr::Range { low: a, high: m }, Repr::Range { low: b, high: n }) => {
                if let Some(set) = combine_ranges((*a, *m), (*b, *n), op) {
                    return Ok(set);
                }
            }
            _ => {}
        }
        if let Some(set) = self.combine_masks(other, op) {
            return Ok(set);
        }
        self.combine_lists(other, op)
    }

    /// Over the universe of either, when the other set lies in it as far as it matters.
    fn combine_masks(&self, other: &Self, op: Op) -> Option<Self> {
        let over = |universe: &Rc<Universe>, left: &Words, right: &Words| {
            let words = left.iter().zip(right).map(|(x, y)| op.on(*x, *y)).collect();
            Self::from_universe_words(universe, words)
        };
        if let Some(universe) = self.universe()
            && let Some(right) =
                if op.within_left() { Some(other.trace_in(universe)) } else { other.words_in(universe) }
        {
            return Some(over(universe, &self.words_in(universe)?, &right));
        }
        let universe = other.universe()?;
        let left = if op == Op::Intersection { self.trace_in(universe) } else { self.words_in(universe)? };
        Some(over(universe, &left, &other.words_in(universe)?))
    }

    /// Its mask over a universe, if it is a subset of it.
    pub(super) fn words_in(&self, universe: &Rc<Universe>) -> Option<Words> {
        if self.len() > universe.len() {
            return None;
        }
        match &self.repr {
            Repr::Small { universe: own, mask } if own.same(universe) => return Some(SmallWords::filled(1, *mask)),
            Repr::Wide(wide) if wide.universe.same(universe) => return Some(wide.words.clone()),
            Repr::Ints { low, mask } if universe.as_range().is_some() && universe.len() <= 64 => {
                let base = universe.as_range()?;
                let moved = shifted(*mask, *low, base);
                let whole = moved.count_ones() == mask.count_ones();
                let inside = universe.is_empty() || moved & !(u64::MAX >> (64 - universe.len())) == 0;
                return (whole && inside).then(|| SmallWords::filled(universe.words(), moved));
            }
            _ => {}
        }
        let mut words = SmallWords::filled(universe.words(), 0);
        for value in self {
            let index = universe.index_of(&value)?;
            words[index / 64] |= 1 << (index % 64);
        }
        Some(words)
    }

    /// The mask over a universe of what it has in common with it.
    fn trace_in(&self, universe: &Rc<Universe>) -> Words {
        let mut words = SmallWords::filled(universe.words(), 0);
        if self.len() / 4 > universe.len() {
            let shared = (0..universe.len()).filter(|i| universe.get(*i).is_some_and(|value| self.contains(&value)));
            shared.for_each(|index| words[index / 64] |= 1 << (index % 64));
            return words;
        }
        if let Repr::Wide(wide) = &self.repr
            && Rc::ptr_eq(&wide.universe, universe)
        {
            return wide.words.clone();
        }
        for index in self.iter().filter_map(|value| universe.index_of(&value)) {
            words[index / 64] |= 1 << (index % 64);
        }
        words
    }

    fn combine_lists(&self, other: &Self, op: Op) -> Result<Self, TooManyElements> {
        match op {
            Op::Intersection => {
                let (few, many) = if self.len() <= other.len() { (self, other) } else { (other, self) };
                few.filtered(|value| many.contains(value))
            }
            Op::Difference if other.len() < self.len() && !other.iter().any(|value| self.contains(&value)) => {
                Ok(self.clone())
            }
            Op::Difference => self.filtered(|value| !other.contains(value)),
            Op::Union | Op::SymmetricDifference if self.is_empty() => Ok(other.clone()),
            Op::Union | Op::SymmetricDifference if other.is_empty() => Ok(self.clone()),
            Op::Union if other.is_subset(self) => Ok(self.clone()),
            Op::Union if self.is_subset(other) => Ok(other.clone()),
            Op::Union | Op::SymmetricDifference => self.merged(other, op == Op::Union),
        }
    }

    fn filtered(&self, keep: impl Fn(&Value) -> bool) -> Result<Self, TooManyElements> {
        if self.len() > MOST {
            return Err(TooManyElements);
        }
        Ok(Self::from_sorted(self.iter().filter(keep).collect()))
    }

    /// Both lists merged; common elements once or not at all.
    fn merged(&self, other: &Self, common: bool) -> Result<Self, TooManyElements> {
        if self.len().saturating_add(other.len()) > 2 * MOST {
            return Err(TooManyElements);
        }
        let (mut left, mut right) = (self.iter().peekable(), other.iter().peekable());
        let mut values = Vec::with_capacity(self.len().max(other.len()));
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            match a.cmp(b) {
                std::cmp::Ordering::Less => values.extend(left.next()),
                std::cmp::Ordering::Greater => values.extend(right.next()),
                std::cmp::Ordering::Equal => {
                    right.next();
                    let both = left.next();
                    if common {
                        values.extend(both);
                    }
                }
            }
        }
        values.extend(left.chain(right));
        Ok(Self::from_sorted(values))
    }
}

/// The mask of integers from `low`, as a mask from `base`; what lies outside is lost.
fn shifted(mask: u64, low: i64, base: i64) -> u64 {
    match low.abs_diff(base) {
        64.. => 0,
        by if low >= base => mask << by,
        by => mask >> by,
    }
}

fn combine_ints(a: i64, m: u64, b: i64, n: u64, op: Op) -> Option<Set> {
    if op.within_left() {
        return Some(Set::from_ints(a, op.on(m, shifted(n, b, a))));
    }
    // An empty side has no place of its own.
    let (a, b) = if m == 0 {
        (b, b)
    } else if n == 0 {
        (a, a)
    } else {
        (a, b)
    };
    let base = a.min(b);
    let (left, right) = (shifted(m, a, base), shifted(n, b, base));
    let lossless = left.count_ones() == m.count_ones() && right.count_ones() == n.count_ones();
    lossless.then(|| Set::from_ints(base, op.on(left, right)))
}

fn combine_ranges((a, m): (i64, i64), (b, n): (i64, i64), op: Op) -> Option<Set> {
    let touching = a.max(b) <= m.min(n).saturating_add(1);
    match op {
        Op::Intersection => Some(Set::range(a.max(b), m.min(n))),
        Op::Union if touching => Some(Set::range(a.min(b), m.max(n))),
        Op::Difference if n < a || m < b => Some(Set::range(a, m)),
        Op::Difference if b <= a && m <= n => Some(Set::empty()),
        Op::Difference if b <= a => Some(Set::range(n + 1, m)),
        Op::Difference if m <= n => Some(Set::range(a, b - 1)),
        _ => None,
    }
}
