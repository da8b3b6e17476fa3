//! The transition algebra of a supposed quotient.

use std::rc::Rc;

use hashbrown::HashMap;

use super::{MOST_PAIRS, Monoid, Sum, Unknown};
use crate::base::Meter;

/// A set of elements, a bit each.
type Elements = Box<[u64]>;

/// A sum as far as its outcome goes: its element and those of its options.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pair {
    element: u16,
    options: Elements,
}

/// The pairs of all sums, each with a shortest sum that has it: another one and a generator.
pub(super) struct Algebra {
    known: HashMap<Rc<Pair>, usize>,
    pairs: Vec<(Rc<Pair>, Option<(usize, u16)>)>,
}

fn members(set: &[u64]) -> impl Iterator<Item = u16> {
    let bit = |i: usize| set[i / 64] >> (i % 64) & 1 == 1;
    (0..set.len() * 64).filter(move |&i| bit(i)).filter_map(|i| u16::try_from(i).ok())
}

fn insert(set: &mut [u64], element: u16) {
    set[usize::from(element) / 64] |= 1 << (element % 64);
}

impl Pair {
    /// Whether the element says what the options' elements do.
    fn is_right(&self, monoid: &Monoid) -> bool {
        let is_lost = |e: u16| monoid.lost[usize::from(e)];
        let no_option = self.options.iter().all(|word| *word == 0);
        is_lost(self.element) == (!no_option && !members(&self.options).any(is_lost))
    }

    fn times(&self, other: &Self, monoid: &Monoid) -> Self {
        let mut options = vec![0; self.options.len()].into_boxed_slice();
        members(&self.options).for_each(|e| insert(&mut options, monoid.times(e, other.element)));
        members(&other.options).for_each(|e| insert(&mut options, monoid.times(self.element, e)));
        Self { element: monoid.times(self.element, other.element), options }
    }

    fn of_generator(monoid: &Monoid, generator: usize, options: &[Sum]) -> Self {
        let mut set = vec![0; monoid.lost.len().div_ceil(64)].into_boxed_slice();
        options.iter().for_each(|sum| insert(&mut set, monoid.image(sum)));
        Self { element: monoid.images[generator], options: set }
    }
}

impl Algebra {
    /// Of the empty sum alone.
    pub fn trivial() -> Self {
        Self::of_nothing(1)
    }

    fn of_nothing(elements: usize) -> Self {
        let nothing = Rc::new(Pair { element: 0, options: vec![0; elements.div_ceil(64)].into_boxed_slice() });
        Self { known: [(nothing.clone(), 0)].into(), pairs: vec![(nothing, None)] }
    }

    /// The algebra of a supposed quotient, or a sum at which the element and the options' elements do not agree.
    pub fn of(monoid: &Monoid, options: &[Vec<Sum>], meter: &Meter) -> Result<Result<Self, Sum>, Unknown> {
        let mut algebra = Self::of_nothing(monoid.lost.len());
        let generators: Vec<usize> = (0..options.len()).collect();
        let first = algebra.close(monoid, options, &generators, meter)?;
        Ok(first.map_or(Ok(algebra), Err))
    }

    /// Adds the last generator; unless that does not bear out the supposed quotient.
    pub fn add_last(&mut self, monoid: &Monoid, options: &[Vec<Sum>], meter: &Meter) -> Result<bool, Unknown> {
        let last = options.len() - 1;
        let pair = Pair::of_generator(monoid, last, &options[last]);
        if self.known.contains_key(&pair) {
            return Ok(true);
        }
        // most that is wrong shows at once
        if self.pairs.iter().any(|(other, _)| !other.times(&pair, monoid).is_right(monoid)) {
            return Ok(false);
        }
        let before = self.pairs.len();
        if self.close(monoid, options, &[last], meter)?.is_none() {
            return Ok(true);
        }
        for (pair, _) in self.pairs.drain(before..) {
            self.known.remove(&pair);
        }
        Ok(false)
    }

    /// Multiplies all pairs by generators until there are no new ones; or the first sum that is wrong. What
    /// is known before is closed under the others: a product of it with powers of the new ones is closed under all.
    fn close(
        &mut self,
        monoid: &Monoid,
        options: &[Vec<Sum>],
        generators: &[usize],
        meter: &Meter,
    ) -> Result<Option<Sum>, Unknown> {
        let mut by: Vec<(u16, Pair)> = Vec::new();
        for &g in generators {
            let pair = Pair::of_generator(monoid, g, &options[g]);
            if by.iter().all(|(_, other)| *other != pair) {
                by.push((u16::try_from(g).map_err(|_| Unknown::TooLarge)?, pair));
            }
        }
        let mut next = 0;
        while next < self.pairs.len() {
            meter.check()?;
            for (g, pair) in &by {
                let product = self.pairs[next].0.times(pair, monoid);
                if self.known.contains_key(&product) {
                    continue;
                }
                let right = product.is_right(monoid);
                if self.pairs.len() >= MOST_PAIRS {
                    return Err(Unknown::TooLarge);
                }
                meter.add_bytes(96 + 8 * product.options.len() as u64)?;
                let product = Rc::new(product);
                self.known.insert(product.clone(), self.pairs.len());
                self.pairs.push((product, Some((next, *g))));
                if !right {
                    return Ok(Some(self.sum(self.pairs.len() - 1)));
                }
            }
            next += 1;
        }
        Ok(None)
    }

    /// A sum that has this pair.
    fn sum(&self, mut at: usize) -> Sum {
        let mut sum = Sum::new();
        while let Some((before, generator)) = self.pairs[at].1 {
            sum.push(generator);
            at = before;
        }
        sum.sort_unstable();
        sum
    }
}
