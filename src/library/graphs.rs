//! Functions of graphs, between values and the mathematics on plain indices.

use std::rc::Rc;

use hashbrown::HashMap;

use super::LibraryError;
use super::args::{Charge, Found, arg, from_size, graph, set, size, wanted};
use crate::base::Meter;
use crate::combinatorics::{BeyondLimit, graphs as math};
use crate::value::{Edge, Graph, Set, Value};

pub(super) fn vertices(args: &[Value], _: &Meter) -> Found {
    Ok(Value::Set(graph(args, 0)?.vertex_set()))
}

pub(super) fn edges(args: &[Value], _: &Meter) -> Found {
    Ok(Value::Set(graph(args, 0)?.edge_set()))
}

pub(super) fn adj(args: &[Value], _: &Meter) -> Found {
    let (graph, vertex) = (graph(args, 0)?, arg(args, 1)?);
    known(graph, vertex)?;
    Ok(Value::Set(graph.neighbours(vertex)))
}

pub(super) fn succ(args: &[Value], _: &Meter) -> Found {
    let (graph, vertex) = (graph(args, 0)?, arg(args, 1)?);
    known(graph, vertex)?;
    Ok(Value::Set(graph.successors(vertex)))
}

fn known(graph: &Graph, vertex: &Value) -> Found<usize> {
    graph.index_of(vertex).ok_or_else(|| wanted("a vertex of the graph", vertex))
}

/// `components(G, V)`, or `components(S)` of cells.
pub(super) fn components(args: &[Value], meter: &Meter) -> Found {
    if let [Value::Set(_)] = args {
        return super::grids::components(args, meter);
    }
    let graph = graph(args, 0)?;
    let subset: Vec<usize> = match args.get(1) {
        None => (0..graph.vertices.len()).collect(),
        Some(_) => set(args, 1)?.iter().map(|vertex| known(graph, &vertex)).collect::<Found<_>>()?,
    };
    let parts = math::components(&indexed(graph), &subset);
    let part = |part: Vec<usize>| Value::Set(part.into_iter().map(|v| graph.vertices[v].clone()).collect());
    Ok(Value::list(parts.into_iter().map(part).collect()))
}

/// The edges of a graph on the places of its vertices.
fn indexed(graph: &Graph) -> Vec<math::Edge> {
    graph.indexed().edges.into_iter().map(|(u, v, directed)| math::Edge { u, v, directed }).collect()
}

/// Edges on numbered vertices, `v` being number 0.
fn numbered(edges: &Set, v: &Value) -> Found<(Vec<Value>, Vec<math::Edge>)> {
    let mut numbers: HashMap<Value, usize> = HashMap::new();
    numbers.insert(v.clone(), 0);
    let (mut values, mut ends) = (Vec::new(), Vec::new());
    for value in edges {
        let Value::Edge(edge) = &value else { return Err(wanted("a set of edges", &value)) };
        let mut place = |end: &Value| {
            if let Some(&known) = numbers.get(end) {
                return known;
            }
            let next = numbers.len();
            numbers.insert(end.clone(), next);
            next
        };
        ends.push(math::Edge { u: place(&edge.u), v: place(&edge.v), directed: edge.directed });
        values.push(value);
    }
    Ok((values, ends))
}

/// Some of the elements of a set, over the set's universe if it has one.
fn part_of(whole: &Set, elements: impl Iterator<Item = Value>) -> Set {
    let Some(universe) = whole.universe() else { return elements.collect() };
    let mut words = vec![0_u64; universe.words()];
    for element in elements {
        if let Some(index) = universe.index_of(&element) {
            words[index / 64] |= 1 << (index % 64);
        }
    }
    Set::from_words(universe, &words)
}

pub(super) fn grounded(args: &[Value], _: &Meter) -> Found {
    let edges = set(args, 0)?;
    let (values, ends) = numbered(edges, arg(args, 1)?)?;
    let kept = math::grounded(&ends, 0);
    if kept.len() == values.len() {
        return Ok(Value::Set(edges.clone()));
    }
    Ok(Value::Set(part_of(edges, kept.into_iter().map(|i| values[i].clone()))))
}

pub(super) fn split_at(args: &[Value], _: &Meter) -> Found {
    let edges = set(args, 0)?;
    let (values, ends) = numbered(edges, arg(args, 1)?)?;
    let part = |part: Vec<usize>| Value::Set(part_of(edges, part.into_iter().map(|i| values[i].clone())));
    Ok(Value::list(math::split_at(&ends, 0).into_iter().map(part).collect()))
}

pub(super) fn matching_number(args: &[Value], _: &Meter) -> Found {
    Ok(from_size(math::matching_number(&indexed(graph(args, 0)?))))
}

/// The graph on `first..first + n`.
fn built(n: usize, first: usize, edges: &[math::Edge], charge: &mut Charge<'_>) -> Found {
    charge.add(64 + 24 * n as u64 + 160 * edges.len() as u64)?;
    let made = |(edge, id): (&math::Edge, u32)| {
        let (u, v) = (from_size(first + edge.u), from_size(first + edge.v));
        Rc::new(Edge { id, u, v, directed: edge.directed, label: None })
    };
    let edges = edges.iter().zip(0..).map(made).collect();
    Ok(Value::Graph(Rc::new(Graph { vertices: (first..first + n).map(from_size).collect(), edges })))
}

pub(super) fn path(args: &[Value], meter: &Meter) -> Found {
    let (n, mut charge) = (size(args, 0)?, Charge::new(meter));
    charge.add((n as u64).saturating_mul(184))?;
    built(n, 1, &math::path(n), &mut charge)
}

pub(super) fn cycle(args: &[Value], meter: &Meter) -> Found {
    let (n, mut charge) = (size(args, 0)?, Charge::new(meter));
    charge.add((n as u64).saturating_mul(184))?;
    let edges = math::cycle(n).map_err(|_| LibraryError::new("a cycle has at least 3 vertices"))?;
    built(n, 1, &edges, &mut charge)
}

pub(super) fn trees(args: &[Value], meter: &Meter) -> Found {
    let (n, mut charge) = (size(args, 0)?, Charge::new(meter));
    let trees = math::rooted_trees(n).map_err(|beyond| too_many(&beyond))?;
    let edges = |parents: &[usize]| -> Vec<math::Edge> {
        parents.iter().zip(1..).map(|(&parent, v)| math::Edge::between(parent, v)).collect()
    };
    trees.iter().map(|tree| built(n, 0, &edges(tree), &mut charge)).collect::<Found<Vec<_>>>().map(Value::list)
}

pub(super) fn graphs(args: &[Value], meter: &Meter) -> Found {
    let (n, mut charge) = (size(args, 0)?, Charge::new(meter));
    let graphs = math::connected_graphs(n).map_err(|beyond| too_many(&beyond))?;
    graphs.iter().map(|edges| built(n, 0, edges, &mut charge)).collect::<Found<Vec<_>>>().map(Value::list)
}

fn too_many(beyond: &BeyondLimit) -> LibraryError {
    LibraryError::new(beyond.to_string())
}
