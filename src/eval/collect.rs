//! Comprehensions, graphs, ranges as values.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::columns::{Columns, Sink, Taken};
use super::expr::Answer;
use super::machine::list_bytes;
use super::{Frame, Machine, Queries, Stop, trace, wording};
use crate::analysis::model::{Binder, Chain, Expr, Generator};
use crate::value::{Edge, Graph, Set, Value};

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

impl Machine {
    /// Runs over a generator's bindings; a fault gets the bindings it happened under.
    pub(super) fn generate(
        &self,
        binders: &[Binder],
        frame: &mut Frame,
        queries: &mut dyn Queries,
        visit: &mut dyn FnMut(&mut Frame, &mut dyn Queries) -> super::Flow,
    ) -> Result<(), Stop> {
        match self.bind(binders, frame, queries, visit) {
            Ok(_) => Ok(()),
            Err(stop) => Err(trace::under_binders(stop, binders, frame)),
        }
    }

    /// `[e for ...]`, `{e for ...}`
    pub(super) fn comprehension(
        &self,
        set: bool,
        generator: &Generator,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Answer {
        let mut list = self.gather(generator, frame, queries)?;
        // For a moment the entries stand twice.
        let twice = list_bytes(list.len());
        self.meter().add_bytes(twice)?;
        let value = if set {
            Value::Set(Set::from_values(list))
        } else {
            let shared = list.drain(..).collect();
            self.give_list(list);
            Value::List(shared)
        };
        self.meter().sub_bytes(twice);
        Ok(value)
    }

    pub(super) fn gather(
        &self,
        generator: &Generator,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<Vec<Value>, Stop> {
        let mut list = self.take_list();
        match self.gather_into(&mut list, generator, frame, queries) {
            Ok(()) => Ok(list),
            Err(stop) => {
                if self.meter().is_over() {
                    // Taking a long list apart would keep whoever has ended the run waiting.
                    std::mem::forget(list);
                }
                Err(stop)
            }
        }
    }

    fn gather_into(
        &self,
        list: &mut Vec<Value>,
        generator: &Generator,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<(), Stop> {
        let columns = Columns { binders: &generator.binders, body: &generator.body, truth: false, endless: None };
        let mut sink = Gathered { machine: self, body: &generator.body, list };
        match self.by_columns(&columns, frame, queries, &mut sink) {
            Some(Ok(_)) => Ok(()),
            Some(Err(stop)) => Err(trace::under_binders(stop, &generator.binders, frame)),
            None => self.generate(&generator.binders, frame, queries, &mut |frame, queries| sink.one(frame, queries)),
        }
    }

    /// `graph { ... }`
    pub(super) fn graph(
        &self,
        chains: &[Chain],
        binders: &[Binder],
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Answer {
        let (mut vertices, mut edges) = (Vec::new(), Vec::new());
        self.generate(binders, frame, queries, &mut |frame, queries| {
            for chain in chains {
                let label = chain.label.as_ref().map(|label| self.eval(label, frame, queries)).transpose()?;
                let mut from = self.eval(&chain.first, frame, queries)?;
                vertices.push(from.clone());
                for (directed, end) in &chain.rest {
                    let to = self.eval(end, frame, queries)?;
                    self.charge(160)?;
                    vertices.push(to.clone());
                    let id = u32::try_from(edges.len()).map_err(|_| wording::too_many(end.span, &to))?;
                    let edge = Edge { id, u: from, v: to.clone(), directed: *directed, label: label.clone() };
                    edges.push(Rc::new(edge));
                    from = to;
                }
            }
            Ok(GO_ON)
        })?;
        vertices.sort_unstable();
        vertices.dedup();
        Ok(Value::Graph(Rc::new(Graph { vertices: vertices.into(), edges: edges.into() })))
    }

    /// A range as a set: charged as if it were a list, for it may become one.
    pub(super) fn range_value(
        &self,
        low: &Expr,
        high: Option<&Expr>,
        inclusive: bool,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Answer {
        let set = self.range_set(low, high, inclusive, frame, queries)?;
        if !set.is_empty() {
            self.charge((set.len() as u64).saturating_add(3).saturating_mul(8))?;
        }
        Ok(Value::Set(set))
    }

    /// A range as a set that is only looked into: its two ends, however many numbers lie between them.
    pub(super) fn range_set(
        &self,
        low: &Expr,
        high: Option<&Expr>,
        inclusive: bool,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<Set, Stop> {
        let (first, last) = self.ends(low, high, inclusive, frame, queries)?;
        let Some(last) = last else { return Err(wording::endless(low.span)) };
        if last < first {
            return Ok(Set::empty());
        }
        match (first.to_i64(), last.to_i64()) {
            (Some(first), Some(last)) => Ok(Set::range(first, last)),
            (None, _) => Err(wording::too_many(low.span, &Value::Number(first))),
            (_, None) => Err(wording::too_many(high.unwrap_or(low).span, &Value::Number(last))),
        }
    }

    /// `h with [i: e for ...]`: the new entries, computed from the old list.
    pub(super) fn new_entries(
        &self,
        entries: &[(Expr, Expr)],
        binders: &[Binder],
        frame: &mut Frame,
        queries: &mut dyn Queries,
        add: &mut dyn FnMut(&Expr, Value, Value) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut once = |frame: &mut Frame, queries: &mut dyn Queries| {
            for (index, value) in entries {
                let place = self.eval(index, frame, queries)?;
                add(index, place, self.eval(value, frame, queries)?)?;
            }
            Ok(GO_ON)
        };
        if binders.is_empty() {
            return once(frame, queries).map(drop);
        }
        self.generate(binders, frame, queries, &mut once)
    }
}

/// The values of a comprehension.
struct Gathered<'a> {
    machine: &'a Machine,
    body: &'a Expr,
    list: &'a mut Vec<Value>,
}

impl Sink for Gathered<'_> {
    fn column(&mut self, values: &[i64]) -> Result<Taken, Stop> {
        self.machine.charge(24 * values.len() as u64)?;
        self.list.extend(values.iter().map(|n| Value::int(*n)));
        Ok(Taken::All)
    }

    fn one(&mut self, frame: &mut Frame, queries: &mut dyn Queries) -> super::Flow {
        let mark = self.machine.mark();
        let value = self.machine.eval(self.body, frame, queries)?;
        self.machine.settle(mark, Some(&value));
        self.machine.charge(24)?;
        self.list.push(value);
        Ok(GO_ON)
    }
}
