//! Other names for tracks.

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::automaton::{Automaton, Draft, Track};
use super::budget::{Budget, Halt};
use super::diagram::{Diagram, Ref};

impl Automaton {
    /// The same relation with its tracks, in their order, called `names`; equal names ask for equal numbers.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn rename(&self, names: &[Track], budget: &Budget) -> Result<Self, Halt> {
        let pairs: Vec<(Track, Track)> = self.tracks.iter().copied().zip(names.iter().copied()).collect();
        let mut tracks = names.to_vec();
        tracks.sort_unstable();
        tracks.dedup();
        let monotone = names.is_sorted_by(|a, b| a < b);
        let mut reader = Reader::new(self, budget)?;
        if monotone {
            let name = |old| pairs.iter().find(|(from, _)| *from == old).map_or(old, |(_, to)| *to);
            reader.copy.relabel(name);
            reader.copy.close();
            let (accepting, roots) = (self.accepting.clone(), self.roots.clone());
            return Ok(Self { numeration: self.numeration, tracks, accepting, roots, diagram: reader.copy });
        }
        let levels: Vec<(Track, Vec<Track>)> = tracks
            .iter()
            .map(|new| (*new, pairs.iter().filter(|(_, to)| to == new).map(|(from, _)| *from).collect()))
            .collect();
        let mut diagram = Diagram::new(self.numeration.digits(), budget);
        let mut walked = HashMap::new();
        let mut roots = Vec::with_capacity(self.roots.len());
        for root in &self.roots {
            roots.push(reader.walk(*root, &levels, 0, &mut diagram, &mut walked, budget)?);
        }
        Draft { accepting: self.accepting.clone(), roots, diagram }.finish(self.numeration, tracks, budget)
    }
}

/// A diagram with room for nodes from which digits are taken away.
struct Reader {
    copy: Diagram,
    taken: HashMap<(Ref, Track, usize), Ref>,
}

impl Reader {
    fn new(of: &Automaton, budget: &Budget) -> Result<Self, Halt> {
        let mut copy = Diagram::new(of.numeration.digits(), budget);
        for node in 0..of.diagram.len() {
            copy.join(of.diagram.track(Ref::node(node)).unwrap_or(0), of.diagram.children(node), budget)?;
        }
        Ok(Self { copy, taken: HashMap::new() })
    }

    /// What is left of a node once a track's digit is known.
    fn take(&mut self, at: Ref, track: Track, digit: usize, budget: &Budget) -> Result<Ref, Halt> {
        let (Some(node), Some(own)) = (at.as_node(), self.copy.track(at)) else { return Ok(at) };
        if own > track {
            return Ok(at);
        }
        if own == track {
            return Ok(self.copy.child(node, digit));
        }
        if let Some(known) = self.taken.get(&(at, track, digit)) {
            return Ok(*known);
        }
        let below: SmallVec<[Ref; 8]> = self.copy.children(node).iter().copied().collect();
        let mut children: SmallVec<[Ref; 8]> = SmallVec::new();
        for child in below {
            children.push(self.take(child, track, digit, budget)?);
        }
        let rest = self.copy.join(own, &children, budget)?;
        self.taken.insert((at, track, digit), rest);
        Ok(rest)
    }

    fn walk(
        &mut self,
        at: Ref,
        levels: &[(Track, Vec<Track>)],
        level: usize,
        into: &mut Diagram,
        walked: &mut HashMap<(usize, Ref), Ref>,
        budget: &Budget,
    ) -> Result<Ref, Halt> {
        let Some((new, old)) = levels.get(level).filter(|_| at.as_node().is_some()) else { return Ok(at) };
        if let Some(known) = walked.get(&(level, at)) {
            return Ok(*known);
        }
        let mut children: SmallVec<[Ref; 8]> = SmallVec::new();
        for digit in 0..self.digits() {
            let mut rest = at;
            for track in old {
                rest = self.take(rest, *track, digit, budget)?;
            }
            children.push(self.walk(rest, levels, level + 1, into, walked, budget)?);
        }
        let node = into.join(*new, &children, budget)?;
        walked.insert((level, at), node);
        Ok(node)
    }

    fn digits(&self) -> usize {
        self.copy.digits()
    }
}
