//! Finite universes, whose subsets are bit masks.

use hashbrown::HashMap;
use smallvec::SmallVec;

use crate::value::Value;

/// The bits of a subset, bit `i % 64` of word `i / 64` for the element of index `i`.
pub(super) type Words = SmallVec<[u64; 4]>;

/// Finitely many values, ascending, each with its index: what the subsets of a domain are masks over.
#[derive(Debug)]
pub struct Universe {
    elements: Elements,
}

#[derive(Debug)]
enum Elements {
    /// The integers `low..low + len`: an index is a difference.
    Range { low: i64, len: usize },
    /// Any other values.
    Listed { values: Box<[Value]>, index: HashMap<Value, u32> },
}

impl Universe {
    /// The universe of some values, in any order, repeated or not. At most 2^32 - 1 are kept.
    #[must_use]
    pub fn new(mut values: Vec<Value>) -> Self {
        values.sort();
        values.dedup();
        values.truncate(u32::MAX as usize);
        if let Some(low) = consecutive(&values) {
            return Self { elements: Elements::Range { low, len: values.len() } };
        }
        let index = values.iter().cloned().zip(0..).collect();
        Self { elements: Elements::Listed { values: values.into(), index } }
    }

    /// The universe of the integers from `low` on, `len` of them, as far as there are such.
    #[must_use]
    pub fn range(low: i64, len: usize) -> Self {
        let most = usize::try_from(i64::MAX.abs_diff(low)).unwrap_or(usize::MAX).saturating_add(1);
        Self { elements: Elements::Range { low, len: len.min(most) } }
    }

    /// How many elements it has.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.elements {
            Elements::Range { len, .. } => *len,
            Elements::Listed { values, .. } => values.len(),
        }
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many 64-bit words a mask takes.
    #[must_use]
    pub fn words(&self) -> usize {
        self.len().div_ceil(64)
    }

    /// The element of an index.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Value> {
        match &self.elements {
            Elements::Range { low, len } => (index < *len).then(|| Value::int(offset(*low, index))),
            Elements::Listed { values, .. } => values.get(index).cloned(),
        }
    }

    /// The index of an element.
    #[inline]
    #[must_use]
    pub fn index_of(&self, value: &Value) -> Option<usize> {
        match &self.elements {
            Elements::Range { low, len } => index_in_range(*low, *len, value.as_i64()?),
            Elements::Listed { index, .. } => index.get(value).map(|i| *i as usize),
        }
    }

    /// First element, if the elements are consecutive integers.
    #[must_use]
    pub fn as_range(&self) -> Option<i64> {
        match &self.elements {
            Elements::Range { low, .. } => Some(*low),
            Elements::Listed { .. } => None,
        }
    }

    /// Whether both have the same elements.
    pub(super) fn same(&self, other: &Self) -> bool {
        if std::ptr::eq(self, other) {
            return true;
        }
        match (&self.elements, &other.elements) {
            (Elements::Range { low: a, len: m }, Elements::Range { low: b, len: n }) => m == n && (a == b || *m == 0),
            (Elements::Listed { values: a, .. }, Elements::Listed { values: b, .. }) => a == b,
            _ => false,
        }
    }
}

/// `low + index`, which is known to fit.
#[inline]
pub(super) fn offset(low: i64, index: usize) -> i64 {
    low.wrapping_add_unsigned(index as u64)
}

#[inline]
pub(super) fn index_in_range(low: i64, len: usize, n: i64) -> Option<usize> {
    if n < low {
        return None;
    }
    usize::try_from(n.abs_diff(low)).ok().filter(|index| *index < len)
}

/// The first of consecutive integers.
fn consecutive(ascending: &[Value]) -> Option<i64> {
    let (low, high) = (ascending.first()?.as_i64()?, ascending.last()?.as_i64()?);
    let dense = high.abs_diff(low) == ascending.len() as u64 - 1;
    (dense && ascending.iter().all(|v| v.as_i64().is_some())).then_some(low)
}
