//! Walking through a set.

use super::universe::{Universe, offset};
use super::{Repr, Wide};
use crate::value::Value;

/// The elements of a set, ascending.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    left: usize,
    state: State<'a>,
}

#[derive(Clone, Debug)]
enum State<'a> {
    Ints { low: i64, mask: u64 },
    Range { next: i64 },
    Small { universe: &'a Universe, mask: u64 },
    Wide { wide: &'a Wide, word: usize, mask: u64 },
    Sorted(std::slice::Iter<'a, Value>),
}

impl<'a> Iter<'a> {
    pub(super) fn new(repr: &'a Repr) -> Self {
        match repr {
            Repr::Ints { low, mask } => {
                Self { left: mask.count_ones() as usize, state: State::Ints { low: *low, mask: *mask } }
            }
            Repr::Range { low, high } => {
                let left = usize::try_from(high.abs_diff(*low)).unwrap_or(usize::MAX).saturating_add(1);
                Self { left, state: State::Range { next: *low } }
            }
            Repr::Small { universe, mask } => {
                Self { left: mask.count_ones() as usize, state: State::Small { universe, mask: *mask } }
            }
            Repr::Wide(wide) => {
                let left = wide.words.iter().map(|w| w.count_ones() as usize).sum();
                let mask = wide.words.first().copied().unwrap_or(0);
                Self { left, state: State::Wide { wide, word: 0, mask } }
            }
            Repr::Sorted(values) => Self { left: values.len(), state: State::Sorted(values.iter()) },
        }
    }
}

impl Iterator for Iter<'_> {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        match &mut self.state {
            State::Ints { low, mask } => Some(Value::int(offset(*low, take_lowest(mask)))),
            State::Range { next } => {
                let value = *next;
                *next = next.wrapping_add(1);
                Some(Value::int(value))
            }
            State::Small { universe, mask } => universe.get(take_lowest(mask)),
            State::Wide { wide, word, mask } => {
                while *mask == 0 {
                    *word += 1;
                    *mask = *wide.words.get(*word)?;
                }
                wide.universe.get(*word * 64 + take_lowest(mask))
            }
            State::Sorted(values) => values.next().cloned(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Iter<'_> {}

/// Clears the lowest set bit of a mask that has one, and gives its index.
#[inline]
fn take_lowest(mask: &mut u64) -> usize {
    let index = mask.trailing_zeros() as usize;
    *mask &= mask.wrapping_sub(1);
    index
}
