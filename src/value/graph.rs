//! Graphs as values: vertices are any values, edges keep their identity and label.

use std::rc::Rc;

use hashbrown::HashMap;

use super::{Set, Value};

/// An edge. Parallel edges and loops stay distinct by their `id`.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Its place in the literal that made it, from 0; edges order by it.
    pub id: u32,
    /// The end written first.
    pub u: Value,
    /// The end written last.
    pub v: Value,
    /// `->` instead of `--`.
    pub directed: bool,
    /// What stands after the colon.
    pub label: Option<Value>,
}

/// A graph.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Ascending, without repeats.
    pub vertices: Rc<[Value]>,
    /// In the order written.
    pub edges: Rc<[Rc<Edge>]>,
}

/// A graph on `0..vertices`, for algorithms: entry `i` stands for vertex or edge number `i` of the [`Graph`].
#[derive(Clone, Debug)]
pub struct IndexedGraph {
    /// How many vertices.
    pub vertices: usize,
    /// Ends and direction of every edge.
    pub edges: Vec<(usize, usize, bool)>,
}

impl Edge {
    /// Whether the vertex is one of its ends.
    #[must_use]
    pub fn touches(&self, vertex: &Value) -> bool {
        self.u == *vertex || self.v == *vertex
    }

    /// The end that is not this one; of a loop, the same.
    #[must_use]
    pub fn other_end(&self, vertex: &Value) -> Option<&Value> {
        if self.u == *vertex {
            return Some(&self.v);
        }
        (self.v == *vertex).then_some(&self.u)
    }
}

impl Graph {
    /// The graph of some edges and further vertices, in any order, repeated or not; edges get their ids by place.
    #[must_use]
    pub fn new(further: Vec<Value>, edges: Vec<(Value, Value, bool, Option<Value>)>) -> Self {
        let mut vertices = further;
        let mut kept = Vec::with_capacity(edges.len());
        for ((u, v, directed, label), id) in edges.into_iter().zip(0..) {
            vertices.extend([u.clone(), v.clone()]);
            kept.push(Rc::new(Edge { id, u, v, directed, label }));
        }
        vertices.sort();
        vertices.dedup();
        Self { vertices: vertices.into(), edges: kept.into() }
    }

    /// The place of a vertex.
    #[must_use]
    pub fn index_of(&self, vertex: &Value) -> Option<usize> {
        self.vertices.binary_search(vertex).ok()
    }

    /// Whether it is a vertex.
    #[must_use]
    pub fn contains(&self, vertex: &Value) -> bool {
        self.index_of(vertex).is_some()
    }

    /// The vertices as a set.
    #[must_use]
    pub fn vertex_set(&self) -> Set {
        self.vertices.iter().cloned().collect()
    }

    /// The edges as a set.
    #[must_use]
    pub fn edge_set(&self) -> Set {
        self.edges.iter().map(|edge| Value::Edge(edge.clone())).collect()
    }

    /// The vertices joined to a vertex, whatever the direction: itself too when it has a loop.
    #[must_use]
    pub fn neighbours(&self, vertex: &Value) -> Set {
        self.edges.iter().filter_map(|edge| edge.other_end(vertex)).cloned().collect()
    }

    /// The vertices that an edge leads to from a vertex: along arrows, and along edges without direction both ways.
    #[must_use]
    pub fn successors(&self, vertex: &Value) -> Set {
        let leads = |edge: &Rc<Edge>| {
            if edge.directed {
                return (edge.u == *vertex).then(|| edge.v.clone());
            }
            edge.other_end(vertex).cloned()
        };
        self.edges.iter().filter_map(leads).collect()
    }

    /// The vertices without edges, ascending.
    pub fn isolated(&self) -> impl Iterator<Item = &Value> {
        let mut touched = vec![false; self.vertices.len()];
        for edge in self.edges.iter() {
            for end in [&edge.u, &edge.v] {
                if let Some(index) = self.index_of(end) {
                    touched[index] = true;
                }
            }
        }
        self.vertices.iter().zip(touched).filter(|(_, touched)| !touched).map(|(vertex, _)| vertex)
    }

    /// `G - S`: without some vertices and their edges; the other edges stay what they are.
    #[must_use]
    pub fn without_vertices(&self, gone: &Set) -> Self {
        let vertices = self.vertices.iter().filter(|v| !gone.contains(v)).cloned().collect();
        let edges = self.edges.iter().filter(|e| !gone.contains(&e.u) && !gone.contains(&e.v)).cloned().collect();
        Self { vertices, edges }
    }

    /// Without some edges; every vertex stays.
    #[must_use]
    pub fn without_edges(&self, gone: &Set) -> Self {
        let kept = |edge: &&Rc<Edge>| !gone.contains(&Value::Edge((*edge).clone()));
        Self { vertices: self.vertices.clone(), edges: self.edges.iter().filter(kept).cloned().collect() }
    }

    /// The same graph on `0..n`.
    #[must_use]
    pub fn indexed(&self) -> IndexedGraph {
        let index: HashMap<&Value, usize> = self.vertices.iter().zip(0..).collect();
        let ends = |edge: &Rc<Edge>| Some((*index.get(&edge.u)?, *index.get(&edge.v)?, edge.directed));
        IndexedGraph { vertices: self.vertices.len(), edges: self.edges.iter().filter_map(ends).collect() }
    }
}
