//! Projection: what holds for some number on a track.

use std::rc::Rc;

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::automaton::{Automaton, Draft, Track};
use super::budget::{Account, Budget, Halt};
use super::diagram::{Diagram, Ref};

/// States or nodes, ascending, each once.
type Refs = SmallVec<[Ref; 8]>;

impl Automaton {
    /// The tuples that some numbers on the tracks `dropped` complete.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn project(&self, dropped: &[Track], budget: &Budget) -> Result<Self, Halt> {
        let tracks: Vec<Track> = self.tracks.iter().filter(|track| !dropped.contains(track)).copied().collect();
        let mut subsets = Subsets {
            of: self,
            dropped,
            diagram: Diagram::new(self.numeration.digits(), budget),
            walked: HashMap::new(),
            states: HashMap::new(),
            sets: Vec::new(),
            account: budget.account(),
            budget,
        };
        let start = subsets.start()?;
        subsets.state(&start)?;
        let (mut roots, mut accepting) = (Vec::new(), Vec::new());
        while let Some(set) = subsets.sets.get(roots.len()).cloned() {
            accepting.push(set.iter().any(|at| at.as_state().is_some_and(|s| self.accepting[s as usize])));
            let next = set.iter().filter_map(|at| Some(self.roots[at.as_state()? as usize])).collect();
            roots.push(subsets.walk(next)?);
        }
        Draft { accepting, roots, diagram: subsets.diagram }.finish(self.numeration, tracks, budget)
    }
}

struct Subsets<'a> {
    of: &'a Automaton,
    dropped: &'a [Track],
    diagram: Diagram,
    walked: HashMap<Refs, Ref>,
    states: HashMap<Rc<Refs>, u32>,
    /// In the order of their numbers.
    sets: Vec<Rc<Refs>>,
    account: Account,
    budget: &'a Budget,
}

impl Subsets<'_> {
    /// Where words lead whose digits are 0 on every track that stays: a number on a dropped track may be longer than the
    /// others.
    fn start(&mut self) -> Result<Refs, Halt> {
        let mut seen = vec![false; self.of.roots.len()];
        seen[0] = true;
        let mut found = vec![0];
        let mut next = 0;
        while let Some(state) = found.get(next).copied() {
            next += 1;
            let mut stack = vec![self.of.roots[state]];
            while let Some(at) = stack.pop() {
                self.budget.spend(1)?;
                match (at.as_state(), at.as_node()) {
                    (Some(to), _) => {
                        let to = to as usize;
                        if !std::mem::replace(&mut seen[to], true) {
                            found.push(to);
                        }
                    }
                    (None, Some(node)) if self.is_dropped(at) => stack.extend(self.of.diagram.children(node)),
                    (None, Some(node)) => stack.push(self.of.diagram.child(node, 0)),
                    (None, None) => {}
                }
            }
        }
        let states = found.into_iter().filter_map(|s| u32::try_from(s).ok()).map(Ref::state);
        Ok(self.tidy(states.collect()))
    }

    fn is_dropped(&self, at: Ref) -> bool {
        self.of.diagram.track(at).is_some_and(|track| self.dropped.contains(&track))
    }

    /// Sorted, each once, without states that accept nothing any more; only one that accepts everything, if there is one.
    fn tidy(&self, mut set: Refs) -> Refs {
        set.sort_unstable();
        set.dedup();
        set.retain(|at| at.as_state().and_then(|s| self.of.settled(s)) != Some(false));
        let all = set.iter().find(|at| at.as_state().and_then(|s| self.of.settled(s)) == Some(true)).copied();
        all.map_or(set, |all| Refs::from_slice(&[all]))
    }

    fn state(&mut self, set: &Refs) -> Result<Ref, Halt> {
        if let Some(state) = self.states.get(set) {
            return Ok(Ref::state(*state));
        }
        self.budget.spend(1 + set.len() as u64)?;
        self.account.add(4 * set.len() + 96)?;
        let state = u32::try_from(self.sets.len()).ok().filter(|s| *s < 1 << 30).ok_or(Halt::Work)?;
        let set = Rc::new(set.clone());
        self.sets.push(Rc::clone(&set));
        self.states.insert(set, state);
        Ok(Ref::state(state))
    }

    /// The diagram of a set of nodes and states; as deep as there are tracks.
    fn walk(&mut self, set: Refs) -> Result<Ref, Halt> {
        let mut open = set;
        let mut flat = Refs::new();
        while let Some(at) = open.pop() {
            match at.as_node() {
                Some(node) if self.is_dropped(at) => open.extend(self.of.diagram.children(node).iter().copied()),
                _ => flat.push(at),
            }
        }
        let set = self.tidy(flat);
        self.budget.spend(1 + set.len() as u64)?;
        let Some(track) = set.iter().filter_map(|at| self.of.diagram.track(*at)).min() else {
            return self.state(&set);
        };
        if let Some(known) = self.walked.get(&set) {
            return Ok(*known);
        }
        let mut children: SmallVec<[Ref; 8]> = SmallVec::new();
        for digit in 0..self.of.numeration.digits() {
            let next = set.iter().map(|at| self.of.diagram.follow(*at, track, digit)).collect();
            children.push(self.walk(next)?);
        }
        let node = self.diagram.join(track, &children, self.budget)?;
        self.account.add(4 * set.len() + 64)?;
        self.walked.insert(set, node);
        Ok(node)
    }
}
