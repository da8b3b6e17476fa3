//! Families of graphs: paths, cycles, all rooted trees, all connected graphs.

use std::collections::BTreeSet;

use super::Edge;
use crate::combinatorics::BeyondLimit;

/// The path through `0, 1, ..., n - 1`.
#[must_use]
pub fn path(n: usize) -> Vec<Edge> {
    (1..n).map(|v| Edge::between(v - 1, v)).collect()
}

/// A cycle has at least three vertices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooShort;

/// The cycle through `0, 1, ..., n - 1`.
///
/// # Errors
/// Fewer than three vertices.
pub fn cycle(n: usize) -> Result<Vec<Edge>, TooShort> {
    if n < 3 {
        return Err(TooShort);
    }
    let mut edges = path(n);
    edges.push(Edge::between(n - 1, 0));
    Ok(edges)
}

/// The most vertices that [`rooted_trees`] answers for: there are 235,381 trees.
pub const TREE_LIMIT: usize = 16;

/// Every rooted tree on `0..n` with root 0, up to isomorphism, from the path to the star.
///
/// A tree is the list of the parents of `1, 2, ..., n - 1`; a parent is less than its child.
///
/// # Errors
/// `n` beyond [`TREE_LIMIT`].
pub fn rooted_trees(n: usize) -> Result<Vec<Vec<usize>>, BeyondLimit> {
    if n > TREE_LIMIT {
        return Err(BeyondLimit { what: "vertices of a tree", asked: n as u64, limit: TREE_LIMIT as u64 });
    }
    Ok(RootedTrees::new(n).collect())
}

/// Runs through rooted trees as canonical level sequences (Beyer & Hedetniemi 1980), in decreasing order.
#[derive(Clone, Debug)]
pub struct RootedTrees {
    levels: Vec<usize>,
    done: bool,
}

impl RootedTrees {
    /// Trees on `n` vertices; there is none without a vertex.
    #[must_use]
    pub fn new(n: usize) -> Self {
        Self { levels: (0..n).collect(), done: n == 0 }
    }

    fn parents(&self) -> Vec<usize> {
        let mut last_at = vec![0; self.levels.len() + 1];
        let mut parents = Vec::with_capacity(self.levels.len());
        for (v, &level) in self.levels.iter().enumerate() {
            if level > 0 {
                parents.push(last_at[level - 1]);
            }
            last_at[level] = v;
        }
        parents
    }

    /// Lifts the last vertex that is deeper than level 1 and repeats the branch that it now starts.
    fn step(&mut self) {
        let Some(p) = (1..self.levels.len()).rev().find(|&v| self.levels[v] > 1) else {
            self.done = true;
            return;
        };
        let q = (0..p).rev().find(|&v| self.levels[v] + 1 == self.levels[p]).unwrap_or(0);
        for i in p..self.levels.len() {
            self.levels[i] = self.levels[i - (p - q)];
        }
    }
}

impl Iterator for RootedTrees {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        if self.done {
            return None;
        }
        let parents = self.parents();
        self.step();
        Some(parents)
    }
}

/// The most vertices that [`connected_graphs`] answers for: there are 11,117 graphs.
pub const GRAPH_LIMIT: usize = 8;

/// Every connected simple graph on `0..n`, up to isomorphism, fewest edges first.
///
/// # Errors
/// `n` beyond [`GRAPH_LIMIT`].
pub fn connected_graphs(n: usize) -> Result<Vec<Vec<Edge>>, BeyondLimit> {
    if n > GRAPH_LIMIT {
        return Err(BeyondLimit { what: "vertices of a graph", asked: n as u64, limit: GRAPH_LIMIT as u64 });
    }
    if n == 0 {
        return Ok(Vec::new());
    }
    // a connected graph stays connected without some vertex, so one more vertex reaches them all
    let mut graphs = BTreeSet::from([Small::default()]);
    for size in 1..n {
        graphs = graphs
            .iter()
            .flat_map(|g| (1u8..=u8::MAX >> (8 - size)).map(|neighbours| g.extended(size, neighbours)))
            .map(|g| g.canonical(size + 1))
            .collect();
    }
    let mut lists: Vec<Vec<Edge>> = graphs.iter().map(|g| g.edges(n)).collect();
    lists.sort_by_key(Vec::len);
    Ok(lists)
}

/// A simple graph on at most eight vertices: each vertex's neighbours as a bit mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
struct Small([u8; 8]);

impl Small {
    fn extended(mut self, v: usize, neighbours: u8) -> Self {
        self.0[v] = neighbours;
        for u in (0..v).filter(|u| neighbours >> u & 1 == 1) {
            self.0[u] |= 1 << v;
        }
        self
    }

    fn edges(self, n: usize) -> Vec<Edge> {
        let pairs = (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v)));
        pairs.filter(|&(u, v)| self.0[u] >> v & 1 == 1).map(|(u, v)| Edge::between(u, v)).collect()
    }

    /// The least renumbering among those that refined colours allow.
    fn canonical(self, n: usize) -> Self {
        let mut best = None;
        let mut open = vec![self.refine(n, [0; 8])];
        while let Some(colours) = open.pop() {
            let shared = (0..n).find(|&c| colours[..n].iter().filter(|&&x| usize::from(x) == c).count() > 1);
            let Some(shared) = shared else {
                let image = self.renumbered(n, colours);
                best = Some(best.map_or(image, |b: Self| b.min(image)));
                continue;
            };
            let mut tried: Vec<usize> = Vec::new();
            for v in (0..n).filter(|&v| usize::from(colours[v]) == shared) {
                // twins are exchanged by an automorphism, so one of them is enough
                if tried.iter().any(|&u| (self.0[u] ^ self.0[v]) & !(1 << u | 1 << v) == 0) {
                    continue;
                }
                tried.push(v);
                let mut split = colours;
                for (w, colour) in split[..n].iter_mut().enumerate() {
                    if usize::from(*colour) == shared && w != v {
                        *colour += 1;
                    }
                }
                open.push(self.refine(n, split));
            }
        }
        best.unwrap_or(self)
    }

    fn renumbered(self, n: usize, to: [u8; 8]) -> Self {
        let mut image = Self::default();
        for e in self.edges(n) {
            let (u, v) = (to[e.u], to[e.v]);
            image.0[usize::from(u)] |= 1 << v;
            image.0[usize::from(v)] |= 1 << u;
        }
        image
    }

    /// Splits colours by the colours of neighbours until nothing changes. A colour is how many vertices have a lesser one.
    fn refine(self, n: usize, mut colours: [u8; 8]) -> [u8; 8] {
        loop {
            let mut signatures = [0u64; 8];
            for (v, signature) in signatures[..n].iter_mut().enumerate() {
                // four bits count the neighbours of each colour; the own colour leads
                for w in (0..n).filter(|w| self.0[v] >> w & 1 == 1) {
                    *signature += 1 << (4 * colours[w]);
                }
            }
            let mut next = colours;
            for v in 0..n {
                let key = (colours[v], signatures[v]);
                let lesser = (0..n).filter(|&w| (colours[w], signatures[w]) < key).count();
                next[v] = u8::try_from(lesser).unwrap_or(0);
            }
            if next == colours {
                return colours;
            }
            colours = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::graphs::components;

    #[test]
    fn rooted_trees_are_counted() {
        // OEIS A000081
        for (n, expected) in [0, 1, 1, 2, 4, 9, 20, 48, 115, 286, 719, 1842].into_iter().enumerate() {
            assert_eq!(rooted_trees(n).map(|t| t.len()), Ok(expected), "{n}");
        }
        assert_eq!(rooted_trees(3), Ok(vec![vec![0, 1], vec![0, 0]]));
        assert!(rooted_trees(TREE_LIMIT + 1).is_err());
    }

    #[test]
    fn rooted_trees_differ() {
        fn code(parents: &[usize], v: usize) -> String {
            let mut below: Vec<String> =
                (0..parents.len()).filter(|&c| parents[c] == v).map(|c| code(parents, c + 1)).collect();
            below.sort();
            format!("({})", below.concat())
        }
        let trees: Vec<_> = RootedTrees::new(8).collect();
        let codes: BTreeSet<String> = trees.iter().map(|t| code(t, 0)).collect();
        assert_eq!(codes.len(), trees.len());
        assert!(trees.iter().all(|t| t.iter().enumerate().all(|(i, &p)| p <= i)));
    }

    #[test]
    fn connected_graphs_are_counted() {
        // OEIS A001349
        for (n, expected) in [0, 1, 1, 2, 6, 21, 112, 853].into_iter().enumerate() {
            assert_eq!(connected_graphs(n).map(|g| g.len()), Ok(expected), "{n}");
        }
        assert!(connected_graphs(GRAPH_LIMIT + 1).is_err());
        for edges in connected_graphs(5).into_iter().flatten() {
            assert_eq!(components(&edges, &[0, 1, 2, 3, 4]).len(), 1);
        }
    }

    #[test]
    fn renumbering_does_not_matter() {
        let mut g = Small::default();
        for (v, neighbours) in [(1, 0b1), (2, 0b11), (3, 0b100), (4, 0b1000), (5, 0b10001), (6, 0b100), (7, 0b1010)] {
            g = g.extended(v, neighbours);
        }
        let canonical = g.canonical(8);
        for shift in [[1, 2, 3, 4, 5, 6, 7, 0], [7, 6, 5, 4, 3, 2, 1, 0], [2, 0, 1, 5, 3, 4, 7, 6]] {
            assert_eq!(g.renumbered(8, shift).canonical(8), canonical);
        }
    }

    #[test]
    fn paths_and_cycles() {
        assert_eq!(path(0), []);
        assert_eq!(path(1), []);
        assert_eq!(path(3), [Edge::between(0, 1), Edge::between(1, 2)]);
        assert_eq!(cycle(2), Err(TooShort));
        assert_eq!(cycle(3).map(|e| e.len()), Ok(3));
    }
}
