//! Finite sets.
//!
//! A set is stored in the cheapest of five ways; which one is never visible. Integers within 64 of each other are one
//! word beside their least element, ranges are their two ends, subsets of a [`Universe`] are bit masks, and only what is
//! left is a sorted list.

mod iter;
mod ops;
mod universe;

#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

pub use iter::Iter;
pub use universe::Universe;

use super::Value;
use universe::{Words, index_in_range, offset};

/// A finite set of values. Two sets are equal when they have the same elements, however they are stored.
#[derive(Clone, Debug)]
pub struct Set {
    repr: Repr,
}

#[derive(Clone, Debug)]
enum Repr {
    /// The integers `low + i` for the bits `i` of the mask; bit 0 is set unless the set is empty, and then `low` is 0.
    Ints { low: i64, mask: u64 },
    /// All integers from `low` to `high`, more than 64.
    Range { low: i64, high: i64 },
    /// A subset of a universe of at most 64 values.
    Small { universe: Rc<Universe>, mask: u64 },
    /// A subset of a larger universe.
    Wide(Rc<Wide>),
    /// Any values, ascending, without repeats.
    Sorted(Rc<[Value]>),
}

#[derive(Clone, Debug)]
struct Wide {
    universe: Rc<Universe>,
    words: Words,
}

impl Set {
    /// The set without elements.
    #[inline]
    #[must_use]
    pub const fn empty() -> Self {
        Self { repr: Repr::Ints { low: 0, mask: 0 } }
    }

    /// The set of some values, in any order, repeated or not.
    #[must_use]
    pub fn from_values(mut values: Vec<Value>) -> Self {
        if let Some(set) = Self::from_close_integers(&values) {
            return set;
        }
        values.sort();
        values.dedup();
        Self { repr: Repr::Sorted(values.into()) }
    }

    /// The set of values that are ascending without repeats.
    fn from_sorted(values: Vec<Value>) -> Self {
        Self::from_close_integers(&values).unwrap_or_else(|| Self { repr: Repr::Sorted(values.into()) })
    }

    /// The set of integers within 64 of each other.
    fn from_close_integers(values: &[Value]) -> Option<Self> {
        let first = match values.first() {
            None => return Some(Self::empty()),
            Some(value) => value.as_i64()?,
        };
        let (mut low, mut high) = (first, first);
        for value in values {
            let n = value.as_i64()?;
            (low, high) = (low.min(n), high.max(n));
            if high.abs_diff(low) >= 64 {
                return None;
            }
        }
        let mask = values.iter().filter_map(Value::as_i64).fold(0, |mask, n| mask | 1 << n.abs_diff(low));
        Some(Self { repr: Repr::Ints { low, mask } })
    }

    /// The integers `low + i` for the bits `i` of the mask.
    fn from_ints(low: i64, mask: u64) -> Self {
        if mask == 0 {
            return Self::empty();
        }
        let skip = mask.trailing_zeros();
        Self { repr: Repr::Ints { low: low.wrapping_add(i64::from(skip)), mask: mask >> skip } }
    }

    /// All integers from `low` to `high`, both included; none when `high` is below `low`. No memory is taken, however
    /// many they are.
    #[must_use]
    pub fn range(low: i64, high: i64) -> Self {
        if high < low {
            return Self::empty();
        }
        match high.abs_diff(low) {
            width @ 0..64 => Self { repr: Repr::Ints { low, mask: u64::MAX >> (63 - width) } },
            _ => Self { repr: Repr::Range { low, high } },
        }
    }

    /// All elements of a universe.
    #[must_use]
    pub fn full(universe: &Rc<Universe>) -> Self {
        if let Some(low) = universe.as_range() {
            return match universe.len() {
                0 => Self::empty(),
                len => Self::range(low, offset(low, len - 1)),
            };
        }
        let mut words: Words = SmallWords::filled(universe.words(), u64::MAX);
        let spare = words.len() * 64 - universe.len();
        if let Some(last) = words.last_mut() {
            *last >>= spare;
        }
        Self::from_universe_words(universe, words)
    }

    /// The subset of a universe that a mask of at most 64 bits says; bits beyond the universe count for nothing.
    #[must_use]
    pub fn from_mask(universe: &Rc<Universe>, mask: u64) -> Self {
        Self::from_words(universe, &[mask])
    }

    /// The subset of a universe that the words say; bits beyond the universe count for nothing.
    #[must_use]
    pub fn from_words(universe: &Rc<Universe>, words: &[u64]) -> Self {
        let mut kept = SmallWords::filled(universe.words(), 0);
        for (to, from) in kept.iter_mut().zip(words) {
            *to = *from;
        }
        let spare = kept.len() * 64 - universe.len();
        if let Some(last) = kept.last_mut() {
            *last &= u64::MAX >> spare;
        }
        Self::from_universe_words(universe, kept)
    }

    /// The subset of a universe; the words are as many as the universe needs and have no bit beyond it.
    fn from_universe_words(universe: &Rc<Universe>, words: Words) -> Self {
        if universe.len() > 64 {
            return Self { repr: Repr::Wide(Rc::new(Wide { universe: universe.clone(), words })) };
        }
        let mask = words.first().copied().unwrap_or(0);
        match universe.as_range() {
            Some(low) => Self::from_ints(low, mask),
            None => Self { repr: Repr::Small { universe: universe.clone(), mask } },
        }
    }

    /// The same set as a subset of a universe, if it is one.
    #[must_use]
    pub fn rebase(&self, universe: &Rc<Universe>) -> Option<Self> {
        if self.universe().is_some_and(|own| Rc::ptr_eq(own, universe)) {
            return Some(self.clone());
        }
        let words = self.words_in(universe)?;
        Some(Self::from_universe_words(universe, words))
    }

    /// Its mask over a universe of at most 64 elements, if it is a subset of it.
    #[inline]
    #[must_use]
    pub fn mask_in(&self, universe: &Rc<Universe>) -> Option<u64> {
        match &self.repr {
            Repr::Small { universe: own, mask } if Rc::ptr_eq(own, universe) => Some(*mask),
            _ if universe.len() > 64 => None,
            _ => Some(self.words_in(universe)?.first().copied().unwrap_or(0)),
        }
    }

    /// Appends its mask over a universe, [`Universe::words`] words, if it is a subset of it.
    pub fn append_words_in(&self, universe: &Rc<Universe>, out: &mut Vec<u64>) -> Option<()> {
        match &self.repr {
            Repr::Wide(wide) if Rc::ptr_eq(&wide.universe, universe) => out.extend_from_slice(&wide.words),
            _ => out.extend_from_slice(&self.words_in(universe)?),
        }
        Some(())
    }

    /// The universe that it is stored over, if any.
    #[must_use]
    pub fn universe(&self) -> Option<&Rc<Universe>> {
        match &self.repr {
            Repr::Small { universe, .. } => Some(universe),
            Repr::Wide(wide) => Some(&wide.universe),
            _ => None,
        }
    }

    /// How many elements it has; at most `usize::MAX` is said.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.repr {
            Repr::Ints { mask, .. } | Repr::Small { mask, .. } => mask.count_ones() as usize,
            Repr::Range { low, high } => usize::try_from(high.abs_diff(*low)).unwrap_or(usize::MAX).saturating_add(1),
            Repr::Wide(wide) => wide.words.iter().map(|w| w.count_ones() as usize).sum(),
            Repr::Sorted(values) => values.len(),
        }
    }

    /// Whether it has no element.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.repr {
            Repr::Ints { mask, .. } | Repr::Small { mask, .. } => *mask == 0,
            Repr::Range { .. } => false,
            Repr::Wide(wide) => wide.words.iter().all(|w| *w == 0),
            Repr::Sorted(values) => values.is_empty(),
        }
    }

    /// Whether the value is an element.
    #[inline]
    #[must_use]
    pub fn contains(&self, value: &Value) -> bool {
        match &self.repr {
            Repr::Ints { low, mask } => {
                value.as_i64().and_then(|n| index_in_range(*low, 64, n)).is_some_and(|i| mask >> i & 1 == 1)
            }
            Repr::Range { low, high } => value.as_i64().is_some_and(|n| *low <= n && n <= *high),
            Repr::Small { universe, mask } => universe.index_of(value).is_some_and(|i| mask >> i & 1 == 1),
            Repr::Wide(wide) => wide.universe.index_of(value).is_some_and(|i| bit(&wide.words, i)),
            Repr::Sorted(values) => values.binary_search(value).is_ok(),
        }
    }

    /// The element at a place, ascending, from 0.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<Value> {
        match &self.repr {
            Repr::Ints { low, mask } => Some(Value::int(offset(*low, select(*mask, place)?))),
            Repr::Range { low, .. } => (place < self.len()).then(|| Value::int(offset(*low, place))),
            Repr::Small { universe, mask } => universe.get(select(*mask, place)?),
            Repr::Wide(wide) => {
                let mut left = place;
                for (at, word) in wide.words.iter().enumerate() {
                    let here = word.count_ones() as usize;
                    if left < here {
                        return wide.universe.get(at * 64 + select(*word, left)?);
                    }
                    left -= here;
                }
                None
            }
            Repr::Sorted(values) => values.get(place).cloned(),
        }
    }

    /// The place of an element, ascending, from 0.
    #[must_use]
    pub fn index_of(&self, value: &Value) -> Option<usize> {
        let rank = |mask: u64, i: usize| (mask & ((1 << i) - 1)).count_ones() as usize;
        match &self.repr {
            Repr::Ints { low, mask } => {
                let i = index_in_range(*low, 64, value.as_i64()?)?;
                (mask >> i & 1 == 1).then(|| rank(*mask, i))
            }
            Repr::Range { low, .. } => index_in_range(*low, self.len(), value.as_i64()?),
            Repr::Small { universe, mask } => {
                let i = universe.index_of(value)?;
                (mask >> i & 1 == 1).then(|| rank(*mask, i))
            }
            Repr::Wide(wide) => {
                let i = wide.universe.index_of(value).filter(|i| bit(&wide.words, *i))?;
                let before: usize = wide.words[..i / 64].iter().map(|w| w.count_ones() as usize).sum();
                Some(before + rank(wide.words[i / 64], i % 64))
            }
            Repr::Sorted(values) => values.binary_search(value).ok(),
        }
    }

    /// The least element.
    #[must_use]
    pub fn first(&self) -> Option<Value> {
        self.get(0)
    }

    /// The greatest element.
    #[must_use]
    pub fn last(&self) -> Option<Value> {
        match &self.repr {
            Repr::Range { high, .. } => Some(Value::int(*high)),
            _ => self.get(self.len().checked_sub(1)?),
        }
    }

    /// First and last, if it is all the integers between them.
    #[must_use]
    pub fn as_range(&self) -> Option<(i64, i64)> {
        let (low, high) = (self.first()?.as_i64()?, self.last()?.as_i64()?);
        let dense = high.abs_diff(low) == self.len() as u64 - 1;
        // A list may hold fractions between its integers.
        let whole = !matches!(self.repr, Repr::Sorted(_) | Repr::Small { .. } | Repr::Wide(_));
        (dense && (whole || self.iter().all(|v| v.as_i64().is_some()))).then_some((low, high))
    }

    /// Its elements, ascending.
    #[inline]
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter::new(&self.repr)
    }

    /// Least element and mask, if it consists of integers within 64 of each other: the same for every representation.
    #[must_use]
    pub fn close_integers(&self) -> Option<(i64, u64)> {
        if let Repr::Ints { low, mask } = &self.repr {
            return Some((*low, *mask));
        }
        if self.is_empty() {
            return Some((0, 0));
        }
        let (low, high) = (self.first()?.as_i64()?, self.last()?.as_i64()?);
        if high.abs_diff(low) >= 64 {
            return None;
        }
        let mut mask = 0;
        for value in self {
            mask |= 1 << value.as_i64()?.abs_diff(low);
        }
        Some((low, mask))
    }
}

/// Words of a given number, all alike.
struct SmallWords;

impl SmallWords {
    fn filled(count: usize, word: u64) -> Words {
        Words::from_elem(word, count)
    }
}

#[inline]
fn bit(words: &[u64], index: usize) -> bool {
    words[index / 64] >> (index % 64) & 1 == 1
}

/// The index of the bit that has `place` set bits below it.
fn select(mut mask: u64, place: usize) -> Option<usize> {
    if place >= mask.count_ones() as usize {
        return None;
    }
    for _ in 0..place {
        mask &= mask - 1;
    }
    Some(mask.trailing_zeros() as usize)
}

impl Default for Set {
    fn default() -> Self {
        Self::empty()
    }
}

impl FromIterator<Value> for Set {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        Self::from_values(values.into_iter().collect())
    }
}

impl<'a> IntoIterator for &'a Set {
    type Item = Value;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl PartialEq for Set {
    fn eq(&self, other: &Self) -> bool {
        match (&self.repr, &other.repr) {
            (Repr::Ints { low: a, mask: m }, Repr::Ints { low: b, mask: n }) => a == b && m == n,
            (Repr::Range { low: a, high: m }, Repr::Range { low: b, high: n }) => a == b && m == n,
            (Repr::Small { universe: a, mask: m }, Repr::Small { universe: b, mask: n }) if Rc::ptr_eq(a, b) => m == n,
            (Repr::Wide(a), Repr::Wide(b)) if Rc::ptr_eq(a, b) => true,
            (Repr::Wide(a), Repr::Wide(b)) if Rc::ptr_eq(&a.universe, &b.universe) => a.words == b.words,
            (Repr::Sorted(a), Repr::Sorted(b)) => Rc::ptr_eq(a, b) || a == b,
            _ => self.len() == other.len() && self.iter().eq(other.iter()),
        }
    }
}

impl Eq for Set {}

impl Ord for Set {
    /// By size, then as ascending lists.
    fn cmp(&self, other: &Self) -> Ordering {
        let sizes = self.len().cmp(&other.len());
        sizes.then_with(|| match (&self.repr, &other.repr) {
            (Repr::Small { universe: a, mask: m }, Repr::Small { universe: b, mask: n }) if Rc::ptr_eq(a, b) => {
                compare_words(&[*m], &[*n])
            }
            (Repr::Wide(a), Repr::Wide(b)) if Rc::ptr_eq(&a.universe, &b.universe) => compare_words(&a.words, &b.words),
            (Repr::Ints { low: a, mask: m }, Repr::Ints { low: b, mask: n }) => {
                a.cmp(b).then_with(|| compare_words(&[*m], &[*n]))
            }
            (Repr::Range { low: a, .. }, Repr::Range { low: b, .. }) => a.cmp(b),
            _ => self.iter().cmp(other.iter()),
        })
    }
}

impl PartialOrd for Set {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The order, as ascending lists, of two subsets of the same size: the least element in which they differ decides.
fn compare_words(a: &[u64], b: &[u64]) -> Ordering {
    for (x, y) in a.iter().zip(b) {
        if x != y {
            let least = (x ^ y).trailing_zeros();
            return if x >> least & 1 == 1 { Ordering::Less } else { Ordering::Greater };
        }
    }
    Ordering::Equal
}

impl Hash for Set {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if let Some((low, mask)) = self.close_integers() {
            state.write_i64(low);
            state.write_u64(mask);
            return;
        }
        state.write_usize(self.len());
        // Ranges may be far too long to walk through.
        if let Some((low, high)) = self.as_range() {
            state.write_i64(low);
            state.write_i64(high);
            return;
        }
        for value in self {
            value.hash(state);
        }
    }
}
