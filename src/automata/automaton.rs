//! Deterministic automata on several tracks.

use super::budget::{Budget, Halt};
use super::diagram::{Diagram, Ref};
use super::minimise::minimise;
use super::numeration::Numeration;

/// The name of a track; diagrams look at tracks in ascending order.
pub type Track = u32;

/// A set of tuples of natural numbers, one on each track: the minimal deterministic automaton that reads their digits, most
/// significant first. State 0 is the initial one; others are numbered as they are first met, so that equal sets with
/// equal tracks have equal automata. Leading zeros change nothing, and only words that are numbers are accepted.
#[derive(Debug)]
pub struct Automaton {
    pub(super) numeration: Numeration,
    /// Ascending.
    pub(super) tracks: Vec<Track>,
    pub(super) accepting: Vec<bool>,
    pub(super) roots: Vec<Ref>,
    pub(super) diagram: Diagram,
}

/// An automaton as an operation makes it: neither minimal nor in canonical order.
pub(super) struct Draft {
    pub accepting: Vec<bool>,
    pub roots: Vec<Ref>,
    pub diagram: Diagram,
}

impl Draft {
    pub(super) fn finish(self, numeration: Numeration, tracks: Vec<Track>, budget: &Budget) -> Result<Automaton, Halt> {
        budget.saw(self.roots.len());
        let Draft { accepting, roots, mut diagram } = minimise(self, numeration, budget)?;
        diagram.close();
        Ok(Automaton { numeration, tracks, accepting, roots, diagram })
    }
}

impl Automaton {
    /// Everything, or nothing: no track is looked at.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn constant(numeration: Numeration, truth: bool, budget: &Budget) -> Result<Self, Halt> {
        budget.spend(1)?;
        let diagram = Diagram::new(numeration.digits(), budget);
        Ok(Self { numeration, tracks: Vec::new(), accepting: vec![truth], roots: vec![Ref::state(0)], diagram })
    }

    /// How many states it has, the one from which nothing is accepted included.
    #[must_use]
    pub fn states(&self) -> usize {
        self.roots.len()
    }

    /// Its tracks, ascending.
    #[must_use]
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// The numeration that it reads.
    #[must_use]
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// Whether it accepts nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.accepting.contains(&true)
    }

    /// Whether no tuple is missing.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn is_full(&self, budget: &Budget) -> Result<bool, Halt> {
        Ok(self.not(budget)?.is_empty())
    }

    /// A size to compare automata by: states and nodes.
    pub(super) fn size(&self) -> usize {
        self.roots.len() + self.diagram.len()
    }

    /// What a state from which nothing else is reached answers.
    pub(super) fn settled(&self, state: u32) -> Option<bool> {
        let at = state as usize;
        (self.roots[at] == Ref::state(state)).then_some(self.accepting[at])
    }

    /// Whether two automata are the same set on the same tracks.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        let nodes = |a: &Self| (0..a.diagram.len()).map(|n| a.diagram.children(n).to_vec()).collect::<Vec<_>>();
        self.numeration == other.numeration
            && self.tracks == other.tracks
            && self.accepting == other.accepting
            && self.roots == other.roots
            && nodes(self) == nodes(other)
    }
}
