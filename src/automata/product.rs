//! Boolean operations.

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::automaton::{Automaton, Draft, Track};
use super::budget::{Account, Budget, Halt};
use super::diagram::{Diagram, Ref};

/// Bytes that a remembered pair takes.
const PAIR_BYTES: usize = 24;

impl Automaton {
    /// What is in both.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn and(&self, other: &Self, budget: &Budget) -> Result<Self, Halt> {
        self.combine(other, &|a, b| a && b, budget)
    }

    /// What is in one at least.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn or(&self, other: &Self, budget: &Budget) -> Result<Self, Halt> {
        self.combine(other, &|a, b| a || b, budget)?.restricted(budget)
    }

    /// What is in both or in none.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn iff(&self, other: &Self, budget: &Budget) -> Result<Self, Halt> {
        self.combine(other, &|a, b| a == b, budget)?.restricted(budget)
    }

    /// What is in the first and not in the second.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn minus(&self, other: &Self, budget: &Budget) -> Result<Self, Halt> {
        self.combine(other, &|a, b| a && !b, budget)?.restricted(budget)
    }

    /// What is not in it.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn not(&self, budget: &Budget) -> Result<Self, Halt> {
        let all = Self::constant(self.numeration, true, budget)?;
        all.minus(self, budget)
    }

    /// Keeps only words that are numbers on every track.
    pub(super) fn restricted(self, budget: &Budget) -> Result<Self, Halt> {
        if self.numeration.is_full() || self.tracks.is_empty() {
            return Ok(self);
        }
        let valid = self.numeration.valid(&self.tracks, budget)?;
        self.and(&valid, budget)
    }

    fn combine(&self, other: &Self, table: &dyn Fn(bool, bool) -> bool, budget: &Budget) -> Result<Self, Halt> {
        let mut tracks: Vec<Track> = self.tracks.iter().chain(&other.tracks).copied().collect();
        tracks.sort_unstable();
        tracks.dedup();
        let mut product = Product {
            sides: [self, other],
            table,
            diagram: Diagram::new(self.numeration.digits(), budget),
            walked: HashMap::new(),
            states: HashMap::new(),
            pairs: Vec::new(),
            account: budget.account(),
            budget,
        };
        product.state([0, 0])?;
        let (mut roots, mut accepting) = (Vec::new(), Vec::new());
        while let Some(pair) = product.pairs.get(roots.len()).copied() {
            let [a, b] = pair.map(|state| state as usize);
            accepting.push(table(self.accepting[a], other.accepting[b]));
            roots.push(product.walk([self.roots[a], other.roots[b]])?);
        }
        Draft { accepting, roots, diagram: product.diagram }.finish(self.numeration, tracks, budget)
    }
}

struct Product<'a> {
    sides: [&'a Automaton; 2],
    table: &'a dyn Fn(bool, bool) -> bool,
    diagram: Diagram,
    walked: HashMap<[Ref; 2], Ref>,
    states: HashMap<[u32; 2], u32>,
    /// In the order of their numbers.
    pairs: Vec<[u32; 2]>,
    account: Account,
    budget: &'a Budget,
}

impl Product<'_> {
    /// The state for a pair; pairs whose answer is settled by one side are one state.
    fn state(&mut self, pair: [u32; 2]) -> Result<Ref, Halt> {
        let [a, b] = [0, 1].map(|side: usize| self.sides[side].settled(pair[side]));
        let table = self.table;
        let settled = match (a, b) {
            (Some(a), _) if table(a, false) == table(a, true) => true,
            (_, Some(b)) if table(false, b) == table(true, b) => true,
            _ => false,
        };
        // A settled side stays where it is; so may the other.
        let pair = match (settled, a, b) {
            (true, Some(a), _) if table(a, false) == table(a, true) => [pair[0], u32::MAX],
            (true, ..) => [u32::MAX, pair[1]],
            _ => pair,
        };
        if let Some(state) = self.states.get(&pair) {
            return Ok(Ref::state(*state));
        }
        self.budget.spend(1)?;
        self.account.add(2 * PAIR_BYTES)?;
        let state = u32::try_from(self.pairs.len()).ok().filter(|s| *s < 1 << 30).ok_or(Halt::Work)?;
        self.states.insert(pair, state);
        self.pairs.push(pair.map(|state| if state == u32::MAX { 0 } else { state }));
        Ok(Ref::state(state))
    }

    /// The diagram for a pair; as deep as there are tracks.
    fn walk(&mut self, pair: [Ref; 2]) -> Result<Ref, Halt> {
        if let [Some(a), Some(b)] = pair.map(Ref::as_state) {
            return self.state([a, b]);
        }
        if let Some(known) = self.walked.get(&pair) {
            return Ok(*known);
        }
        let [a, b] = [0, 1].map(|side: usize| self.sides[side].diagram.track(pair[side]));
        let track = match (a, b) {
            (Some(a), Some(b)) => a.min(b),
            (a, b) => a.or(b).unwrap_or(0),
        };
        let mut children: SmallVec<[Ref; 8]> = SmallVec::new();
        for digit in 0..self.sides[0].numeration.digits() {
            let next = [0, 1].map(|side: usize| self.sides[side].diagram.follow(pair[side], track, digit));
            children.push(self.walk(next)?);
        }
        let node = self.diagram.join(track, &children, self.budget)?;
        self.account.add(PAIR_BYTES)?;
        self.walked.insert(pair, node);
        Ok(node)
    }
}
