//! Single tuples: membership, the least one, all of few.

use super::automaton::{Automaton, Track};
use super::budget::{Budget, Halt};
#[cfg(test)]
use super::diagram::Ref;
use super::formula::Relation;
use super::linear::comparison;

impl Automaton {
    /// Whether it accepts the tuple that `value` gives, written with `zeros` leading zeros.
    #[must_use]
    pub fn accepts(&self, value: &dyn Fn(Track) -> u128, zeros: usize) -> bool {
        let words: Vec<(Track, Vec<usize>)> =
            self.tracks.iter().map(|track| (*track, self.numeration.write(value(*track)))).collect();
        let length = words.iter().map(|(_, word)| word.len()).max().unwrap_or(0) + zeros;
        let mut state = 0;
        for place in (0..length).rev() {
            let mut at = self.roots[state];
            while let (Some(node), Some(track)) = (at.as_node(), self.diagram.track(at)) {
                let word = words.iter().find(|(t, _)| *t == track).map_or(&[][..], |(_, word)| word);
                let digit = word.len().checked_sub(place + 1).map_or(0, |i| word[i]);
                at = self.diagram.child(node, digit);
            }
            state = at.as_state().unwrap_or(0) as usize;
        }
        self.accepting[state]
    }

    /// The least number on its only track; `None` when there is none.
    ///
    /// # Errors
    /// [`Halt::Size`] beyond 127 bits.
    fn least_number(&self) -> Result<Option<u128>, Halt> {
        // Breadth first and by digits: the first word found is the shortest, and of those the least.
        let mut from: Vec<Option<(usize, usize)>> = vec![None; self.roots.len()];
        let mut queue = vec![0];
        let mut next = 0;
        while let Some(state) = queue.get(next).copied() {
            next += 1;
            if self.accepting[state] {
                let mut word = Vec::new();
                let mut at = state;
                while let Some((before, digit)) = from[at] {
                    word.push(digit);
                    at = before;
                }
                word.reverse();
                return self.numeration.read(&word).map(Some).ok_or(Halt::Size);
            }
            for digit in 0..self.numeration.digits() {
                let root = self.roots[state];
                let to = root.as_node().map_or(root, |node| self.diagram.child(node, digit));
                let to = to.as_state().unwrap_or(0) as usize;
                if to != 0 && from[to].is_none() {
                    from[to] = Some((state, digit));
                    queue.push(to);
                }
            }
        }
        Ok(None)
    }

    /// The least tuple, in the order in which `order` names the tracks; `None` when it accepts nothing.
    ///
    /// # Errors
    /// [`Halt::Size`] for numbers beyond 50 bits, and those of the budget.
    pub fn least(&self, order: &[Track], budget: &Budget) -> Result<Option<Vec<u128>>, Halt> {
        let mut rest = self.rename(&self.tracks, budget)?;
        let mut tuple = Vec::with_capacity(order.len());
        for track in order {
            let others: Vec<Track> = rest.tracks.iter().filter(|t| *t != track).copied().collect();
            let Some(number) = rest.project(&others, budget)?.least_number()? else { return Ok(None) };
            let constant = i128::try_from(number).map_err(|_| Halt::Size)?;
            let point = comparison(self.numeration, &[(*track, 1)], Relation::Equal, constant, budget)?;
            rest = rest.and(&point, budget)?.project(&[*track], budget)?;
            tuple.push(number);
        }
        Ok(if rest.is_empty() { None } else { Some(tuple) })
    }

    /// All tuples, each in the order in which `order` names the tracks, when there are at most `most`.
    ///
    /// # Errors
    /// Those of [`Automaton::least`].
    pub fn members(&self, order: &[Track], most: usize, budget: &Budget) -> Result<Option<Vec<Vec<u128>>>, Halt> {
        let mut rest = self.rename(&self.tracks, budget)?;
        let mut all = Vec::new();
        while let Some(tuple) = rest.least(order, budget)? {
            if all.len() == most {
                return Ok(None);
            }
            let mut point = Self::constant(self.numeration, true, budget)?;
            for (track, number) in order.iter().zip(&tuple) {
                let constant = i128::try_from(*number).map_err(|_| Halt::Size)?;
                let one = comparison(self.numeration, &[(*track, 1)], Relation::Equal, constant, budget)?;
                point = point.and(&one, budget)?;
            }
            rest = rest.minus(&point, budget)?;
            all.push(tuple);
        }
        Ok(Some(all))
    }

    /// The state after the initial one has read a letter: for tests of the canonical form.
    #[cfg(test)]
    pub(super) fn stays_on_zeros(&self) -> bool {
        let mut at = self.roots[0];
        while let Some(node) = at.as_node() {
            at = self.diagram.child(node, 0);
        }
        at == Ref::state(0)
    }
}
