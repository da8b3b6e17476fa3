//! Maximum matchings of general graphs by Edmonds' blossoms, O(n^3).

use std::collections::VecDeque;

use super::{Edge, order};

const NOBODY: usize = usize::MAX;

/// The size of a maximum matching; directions, parallel edges and loops make no difference.
#[must_use]
pub fn matching_number(edges: &[Edge]) -> usize {
    maximum_matching(edges).iter().flatten().count() / 2
}

/// The partner of every vertex under a maximum matching, for vertices up to the largest that an edge names.
#[must_use]
pub fn maximum_matching(edges: &[Edge]) -> Vec<Option<usize>> {
    let n = order(edges, 0);
    let mut adjacent = vec![Vec::new(); n];
    for e in edges.iter().filter(|e| e.u != e.v) {
        adjacent[e.u].push(e.v);
        adjacent[e.v].push(e.u);
    }
    for list in &mut adjacent {
        list.sort_unstable();
        list.dedup();
    }
    let mut search = Search {
        adjacent,
        mate: vec![NOBODY; n],
        parent: vec![NOBODY; n],
        base: (0..n).collect(),
        outer: vec![false; n],
    };
    for root in 0..n {
        if search.mate[root] == NOBODY
            && let Some(end) = search.augmenting_path(root)
        {
            search.flip(end);
        }
    }
    search.mate.into_iter().map(|m| (m != NOBODY).then_some(m)).collect()
}

struct Search {
    adjacent: Vec<Vec<usize>>,
    mate: Vec<usize>,
    /// The vertex before it on the alternating path, for inner vertices and those inside blossoms.
    parent: Vec<usize>,
    /// The base of the blossom that it has been shrunk into.
    base: Vec<usize>,
    /// Reached from the root by an even number of edges.
    outer: Vec<bool>,
}

impl Search {
    fn augmenting_path(&mut self, root: usize) -> Option<usize> {
        let n = self.mate.len();
        self.parent.fill(NOBODY);
        self.outer.fill(false);
        for v in 0..n {
            self.base[v] = v;
        }
        self.outer[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(v) = queue.pop_front() {
            for i in 0..self.adjacent[v].len() {
                let w = self.adjacent[v][i];
                if self.base[v] == self.base[w] || self.mate[v] == w {
                    continue;
                }
                if w == root || (self.mate[w] != NOBODY && self.parent[self.mate[w]] != NOBODY) {
                    self.shrink(v, w, &mut queue);
                } else if self.parent[w] == NOBODY {
                    self.parent[w] = v;
                    if self.mate[w] == NOBODY {
                        return Some(w);
                    }
                    self.outer[self.mate[w]] = true;
                    queue.push_back(self.mate[w]);
                }
            }
        }
        None
    }

    /// Shrinks the odd cycle that the edge between two outer vertices closes.
    fn shrink(&mut self, v: usize, w: usize, queue: &mut VecDeque<usize>) {
        let meet = self.common_base(v, w);
        let mut in_blossom = vec![false; self.mate.len()];
        self.mark_path(v, meet, w, &mut in_blossom);
        self.mark_path(w, meet, v, &mut in_blossom);
        for u in 0..self.mate.len() {
            if in_blossom[self.base[u]] {
                self.base[u] = meet;
                if !self.outer[u] {
                    self.outer[u] = true;
                    queue.push_back(u);
                }
            }
        }
    }

    fn common_base(&self, v: usize, w: usize) -> usize {
        let mut on_path = vec![false; self.mate.len()];
        let mut u = v;
        loop {
            u = self.base[u];
            on_path[u] = true;
            if self.mate[u] == NOBODY {
                break;
            }
            u = self.parent[self.mate[u]];
        }
        let mut u = self.base[w];
        while !on_path[u] {
            u = self.base[self.parent[self.mate[u]]];
        }
        u
    }

    fn mark_path(&mut self, mut v: usize, meet: usize, mut child: usize, in_blossom: &mut [bool]) {
        while self.base[v] != meet {
            in_blossom[self.base[v]] = true;
            in_blossom[self.base[self.mate[v]]] = true;
            self.parent[v] = child;
            child = self.mate[v];
            v = self.parent[self.mate[v]];
        }
    }

    fn flip(&mut self, mut v: usize) {
        while v != NOBODY {
            let before = self.parent[v];
            let next = self.mate[before];
            self.mate[v] = before;
            self.mate[before] = v;
            v = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::combinatorics::graphs::cycle;

    /// Tries every way to treat the first edge.
    fn by_hand(edges: &[Edge]) -> usize {
        let Some((first, rest)) = edges.split_first() else { return 0 };
        let without = by_hand(rest);
        if first.u == first.v {
            return without;
        }
        let apart: Vec<Edge> =
            rest.iter().copied().filter(|e| [e.u, e.v].iter().all(|&w| w != first.u && w != first.v)).collect();
        without.max(1 + by_hand(&apart))
    }

    #[test]
    fn odd_cycles_and_the_petersen_graph() {
        for n in 3..12 {
            assert_eq!(cycle(n).map(|e| matching_number(&e)), Ok(n / 2));
        }
        let petersen: Vec<Edge> = (0..5)
            .flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)])
            .map(|(u, v)| Edge::between(u, v))
            .collect();
        assert_eq!(matching_number(&petersen), 5);
        assert_eq!(matching_number(&[]), 0);
    }

    proptest! {
        #[test]
        fn agrees_with_trying_everything(pairs in prop::collection::vec((0usize..9, 0usize..9), 0..14)) {
            let edges: Vec<Edge> = pairs.iter().map(|&(u, v)| Edge::between(u, v)).collect();
            let mate = maximum_matching(&edges);
            for (v, partner) in mate.iter().enumerate() {
                if let Some(w) = partner {
                    prop_assert_eq!(mate[*w], Some(v));
                    prop_assert!(edges.iter().any(|e| (e.u, e.v) == (v, *w) || (e.v, e.u) == (v, *w)));
                }
            }
            prop_assert_eq!(matching_number(&edges), by_hand(&edges));
        }
    }
}
