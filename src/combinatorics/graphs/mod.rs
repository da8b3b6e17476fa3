//! Graphs on vertices `0..n`, given by their edges; parallel edges and loops stay distinct by their place in the list.

mod families;
mod matching;

use std::collections::BTreeSet;

pub use families::{connected_graphs, cycle, path, rooted_trees};
pub use matching::matching_number;

/// An edge between two vertices, perhaps the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Edge {
    /// One end; where a directed edge starts.
    pub u: usize,
    /// The other end; where a directed edge leads.
    pub v: usize,
    /// It leads from `u` to `v` only.
    pub directed: bool,
}

impl Edge {
    /// An edge that may be walked both ways.
    #[must_use]
    pub const fn between(u: usize, v: usize) -> Self {
        Self { u, v, directed: false }
    }
}

/// One more than the largest vertex that an edge names, and at least `least`.
fn order(edges: &[Edge], least: usize) -> usize {
    edges.iter().map(|e| e.u.max(e.v).saturating_add(1)).max().unwrap_or(0).max(least)
}

/// Sets of `0..n` that are joined step by step.
struct Forest {
    parent: Vec<usize>,
}

impl Forest {
    fn new(n: usize) -> Self {
        Self { parent: (0..n).collect() }
    }

    fn find(&mut self, mut v: usize) -> usize {
        while self.parent[v] != v {
            self.parent[v] = self.parent[self.parent[v]];
            v = self.parent[v];
        }
        v
    }

    /// The lesser root stays, so a set is known by its least element.
    fn join(&mut self, u: usize, v: usize) {
        let (u, v) = (self.find(u), self.find(v));
        self.parent[u.max(v)] = u.min(v);
    }
}

/// The connected components of the subgraph on `subset`, each ascending, ordered by least vertex; directions are ignored.
#[must_use]
pub fn components(edges: &[Edge], subset: &[usize]) -> Vec<Vec<usize>> {
    let subset: BTreeSet<usize> = subset.iter().copied().collect();
    let mut forest = Forest::new(order(edges, subset.last().map_or(0, |v| v + 1)));
    for e in edges {
        if subset.contains(&e.u) && subset.contains(&e.v) {
            forest.join(e.u, e.v);
        }
    }
    gather(subset.into_iter().map(|v| (forest.find(v), v)))
}

/// Collects (class, member) pairs; classes in the order of their first member.
fn gather(pairs: impl Iterator<Item = (usize, usize)>) -> Vec<Vec<usize>> {
    let (mut parts, mut place) = (Vec::<Vec<usize>>::new(), std::collections::HashMap::new());
    for (class, member) in pairs {
        let at = *place.entry(class).or_insert(parts.len());
        if at == parts.len() {
            parts.push(Vec::new());
        }
        parts[at].push(member);
    }
    parts
}

/// The indices of the edges joined to `v` by edges of the list, ascending; directions are ignored.
#[must_use]
pub fn grounded(edges: &[Edge], v: usize) -> Vec<usize> {
    let mut forest = Forest::new(order(edges, v + 1));
    for e in edges {
        forest.join(e.u, e.v);
    }
    let ground = forest.find(v);
    (0..edges.len()).filter(|&i| forest.find(edges[i].u) == ground).collect()
}

/// The parts of the edge list that hang together without passing through `v`: indices, each part ascending, ordered by
/// least edge. A loop at `v` is a part of its own.
#[must_use]
pub fn split_at(edges: &[Edge], v: usize) -> Vec<Vec<usize>> {
    let n = order(edges, v + 1);
    // past the vertices, every edge has a place of its own for its ends at `v`
    let mut forest = Forest::new(n + edges.len());
    for (i, e) in edges.iter().enumerate() {
        let end = |w: usize| if w == v { n + i } else { w };
        forest.join(end(e.u), n + i);
        forest.join(end(e.v), n + i);
    }
    gather((0..edges.len()).map(|i| (forest.find(n + i), i)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn undirected(pairs: &[(usize, usize)]) -> Vec<Edge> {
        pairs.iter().map(|&(u, v)| Edge::between(u, v)).collect()
    }

    #[test]
    fn components_stay_inside_the_subset() {
        let edges = undirected(&[(0, 1), (1, 2), (3, 4)]);
        assert_eq!(components(&edges, &[4, 3, 2, 0]), [vec![0], vec![2], vec![3, 4]]);
        assert_eq!(components(&edges, &[0, 1, 2, 9]), [vec![0, 1, 2], vec![9]]);
        assert_eq!(components(&[], &[]), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn only_joined_edges_are_grounded() {
        let edges = undirected(&[(2, 3), (0, 1), (1, 2), (4, 5), (0, 0)]);
        assert_eq!(grounded(&edges, 0), [0, 1, 2, 4]);
        assert_eq!(grounded(&edges, 4), [3]);
        assert!(grounded(&edges, 17).is_empty());
    }

    #[test]
    fn parts_do_not_pass_through_the_vertex() {
        let edges = undirected(&[(0, 1), (1, 2), (2, 0), (0, 3), (0, 0), (0, 0), (3, 3), (0, 4), (0, 4)]);
        assert_eq!(split_at(&edges, 0), [vec![0, 1, 2], vec![3, 6], vec![4], vec![5], vec![7, 8]]);
        assert_eq!(split_at(&edges, 9).len(), 1);
        assert_eq!(split_at(&[], 0), Vec::<Vec<usize>>::new());
    }
}
