//! Graphs as values: vertices are any values, edges keep their identity and label.

use std::rc::Rc;

use super::Value;

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
