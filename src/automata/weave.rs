//! Automata from a rule for one letter.

use std::hash::Hash;

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::automaton::{Automaton, Draft, Track};
use super::budget::{Account, Budget, Halt};
use super::diagram::{Diagram, Ref};
use super::numeration::Numeration;

/// A rule for one letter: the digits of the tracks are added up, in their order, to one number, which moves the state.
pub(super) struct Fold<'a, S> {
    /// Where the automaton starts.
    pub start: S,
    /// The sum with the digit of a further track: sum so far, which track by its place, digit.
    pub add: &'a dyn Fn(i128, usize, usize) -> i128,
    /// The state after a letter; `None` when nothing is accepted any more.
    pub step: &'a dyn Fn(&S, i128) -> Option<S>,
    /// Whether a word that ends here is accepted.
    pub accept: &'a dyn Fn(&S) -> bool,
}

/// The automaton of a rule on these tracks, which ascend; words that are no numbers are not looked at.
pub(super) fn weave<S: Clone + Eq + Hash>(
    numeration: Numeration,
    tracks: &[Track],
    fold: &Fold<'_, S>,
    budget: &Budget,
) -> Result<Automaton, Halt> {
    let mut loom = Loom {
        tracks,
        fold,
        digits: numeration.digits(),
        diagram: Diagram::new(numeration.digits(), budget),
        numbers: HashMap::new(),
        states: Vec::new(),
        account: budget.account(),
        budget,
    };
    loom.state(Some(fold.start.clone()))?;
    let (mut roots, mut accepting) = (Vec::new(), Vec::new());
    while let Some(state) = loom.states.get(roots.len()).cloned() {
        accepting.push(state.as_ref().is_some_and(|state| (fold.accept)(state)));
        let mut row = HashMap::new();
        roots.push(match &state {
            Some(state) => loom.walk(state, 0, 0, &mut row)?,
            None => loom.state(None)?,
        });
    }
    Draft { accepting, roots, diagram: loom.diagram }.finish(numeration, tracks.to_vec(), budget)
}

struct Loom<'a, S> {
    tracks: &'a [Track],
    fold: &'a Fold<'a, S>,
    digits: usize,
    diagram: Diagram,
    numbers: HashMap<Option<S>, u32>,
    states: Vec<Option<S>>,
    account: Account,
    budget: &'a Budget,
}

impl<S: Clone + Eq + Hash> Loom<'_, S> {
    fn state(&mut self, state: Option<S>) -> Result<Ref, Halt> {
        if let Some(number) = self.numbers.get(&state) {
            return Ok(Ref::state(*number));
        }
        self.budget.spend(1)?;
        self.account.add(2 * size_of::<S>() + 32)?;
        let number = u32::try_from(self.states.len()).ok().filter(|s| *s < 1 << 30).ok_or(Halt::Work)?;
        self.states.push(state.clone());
        self.numbers.insert(state, number);
        Ok(Ref::state(number))
    }

    /// The diagram below the tracks before `level`, whose digits add up to `sum`; as deep as there are tracks.
    fn walk(&mut self, state: &S, level: usize, sum: i128, row: &mut HashMap<(usize, i128), Ref>) -> Result<Ref, Halt> {
        let Some(track) = self.tracks.get(level) else {
            self.budget.spend(1)?;
            return self.state((self.fold.step)(state, sum));
        };
        if let Some(known) = row.get(&(level, sum)) {
            return Ok(*known);
        }
        let mut children: SmallVec<[Ref; 8]> = SmallVec::new();
        for digit in 0..self.digits {
            let next = (self.fold.add)(sum, level, digit);
            children.push(self.walk(state, level + 1, next, row)?);
        }
        let node = self.diagram.join(*track, &children, self.budget)?;
        row.insert((level, sum), node);
        Ok(node)
    }
}
