//! Decision diagrams: what a state does, track by track.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use std::hash::{BuildHasher, Hash};

use super::automaton::Track;
use super::budget::{Account, Budget, Halt};

/// A state, or a node that looks at the digit of one track.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Ref(u32);

/// Marks a reference to a state.
const STATE: u32 = 1 << 31;

impl Ref {
    /// A state.
    pub(super) fn state(state: u32) -> Self {
        Self(state | STATE)
    }

    /// Which state it is, if it is one.
    pub(super) fn as_state(self) -> Option<u32> {
        (self.0 & STATE != 0).then_some(self.0 & !STATE)
    }

    /// Which node it is, if it is one.
    pub(super) fn as_node(self) -> Option<usize> {
        (self.0 & STATE == 0).then_some(self.0 as usize)
    }

    /// The node of this number.
    pub(super) fn node(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(STATE - 1))
    }
}

/// Nodes with a child for each digit; children have smaller numbers than their parents, and look at later tracks. Equal
/// nodes are one, and none has all children equal.
#[derive(Debug)]
pub(super) struct Diagram {
    digits: usize,
    tracks: Vec<Track>,
    children: Vec<Ref>,
    table: HashTable<u32>,
    hasher: hashbrown::DefaultHashBuilder,
    account: Account,
}

/// Bytes that a node takes beside its children.
const NODE_BYTES: usize = 16;
/// More nodes than this are not numbered.
const MOST_NODES: usize = 1 << 30;

impl Diagram {
    pub(super) fn new(digits: usize, budget: &Budget) -> Self {
        Self {
            digits,
            tracks: Vec::new(),
            children: Vec::new(),
            table: HashTable::new(),
            hasher: hashbrown::DefaultHashBuilder::default(),
            account: budget.account(),
        }
    }

    /// The track that a node looks at; `None` for a state.
    pub(super) fn track(&self, at: Ref) -> Option<Track> {
        at.as_node().map(|node| self.tracks[node])
    }

    /// Where a digit leads.
    pub(super) fn child(&self, node: usize, digit: usize) -> Ref {
        self.children[node * self.digits + digit]
    }

    /// The children of a node.
    pub(super) fn children(&self, node: usize) -> &[Ref] {
        &self.children[node * self.digits..][..self.digits]
    }

    /// Where a digit of a track leads, from a reference that may not look at it.
    pub(super) fn follow(&self, at: Ref, track: Track, digit: usize) -> Ref {
        match at.as_node() {
            Some(node) if self.tracks[node] == track => self.child(node, digit),
            _ => at,
        }
    }

    /// How many digits a node tells apart.
    pub(super) fn digits(&self) -> usize {
        self.digits
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.tracks.len()
    }

    /// The node that looks at a track and has these children; the child itself when there is but one.
    pub(super) fn join(&mut self, track: Track, children: &[Ref], budget: &Budget) -> Result<Ref, Halt> {
        budget.spend(1)?;
        if children.iter().all(|child| *child == children[0]) {
            return Ok(children[0]);
        }
        let Self { digits, tracks, children: all, table, hasher, account } = self;
        let of = |node: usize| (tracks[node], &all[node * *digits..][..*digits]);
        let hash_of = |key: (Track, &[Ref])| {
            let mut state = hasher.build_hasher();
            key.hash(&mut state);
            std::hash::Hasher::finish(&state)
        };
        let hash = hash_of((track, children));
        let found =
            table.entry(hash, |node| of(*node as usize) == (track, children), |node| hash_of(of(*node as usize)));
        match found {
            Entry::Occupied(node) => Ok(Ref::node(*node.get() as usize)),
            Entry::Vacant(place) => {
                if tracks.len() >= MOST_NODES {
                    return Err(Halt::Work);
                }
                account.add(NODE_BYTES + 4 * *digits)?;
                let node = Ref::node(tracks.len());
                place.insert(node.0);
                tracks.push(track);
                all.extend_from_slice(children);
                Ok(node)
            }
        }
    }

    /// Every track gets another name; the order stays.
    pub(super) fn relabel(&mut self, name: impl Fn(Track) -> Track) {
        self.tracks.iter_mut().for_each(|track| *track = name(*track));
        self.table.clear();
    }

    /// Forgets what was only needed to add nodes.
    pub(super) fn close(&mut self) {
        self.table = HashTable::new();
        self.tracks.shrink_to_fit();
        self.children.shrink_to_fit();
    }
}
