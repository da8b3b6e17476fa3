//! Comprehensions and aggregates.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::expr::Answer;
use super::{Frame, Machine, Queries, Stop, trace, wording};
use crate::analysis::model::{Binder, Chain, Expr, Generator};
use crate::base::Span;
use crate::library::{Aggregate, Builtin};
use crate::number::Number;
use crate::syntax::ast::BinaryOp;
use crate::value::{Edge, Graph, Position, Set, Value};

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());
const ENOUGH: ControlFlow<()> = ControlFlow::Break(());

impl Machine {
    /// Runs over a generator's bindings; a fault gets the bindings it happened under.
    fn generate(
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
        if set {
            return Ok(Value::Set(Set::from_values(list)));
        }
        let shared = list.drain(..).collect();
        self.give_list(list);
        Ok(Value::List(shared))
    }

    fn gather(&self, generator: &Generator, frame: &mut Frame, queries: &mut dyn Queries) -> Result<Vec<Value>, Stop> {
        let mut list = self.take_list();
        self.generate(&generator.binders, frame, queries, &mut |frame, queries| {
            let mark = self.mark();
            let value = self.eval(&generator.body, frame, queries)?;
            self.settle(mark, Some(&value));
            self.charge(24)?;
            list.push(value);
            Ok(GO_ON)
        })?;
        Ok(list)
    }

    /// `sum(e for ...)` and the like.
    pub(super) fn aggregate(
        &self,
        span: Span,
        function: Builtin,
        generator: &Generator,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Answer {
        let Some(aggregate) = function.aggregate() else {
            return Err(wording::defect(span, "a comprehension in a function that takes none"));
        };
        match aggregate {
            Aggregate::Any | Aggregate::All => self.quantifier(aggregate == Aggregate::Any, generator, frame, queries),
            Aggregate::Count => {
                let mut count = 0;
                self.generate(&generator.binders, frame, queries, &mut |frame, queries| {
                    let mark = self.mark();
                    count += i64::from(self.condition(&generator.body, frame, queries)?);
                    self.settle(mark, None);
                    Ok(GO_ON)
                })?;
                Ok(Value::int(count))
            }
            Aggregate::Sum => self.sum(generator, frame, queries),
            Aggregate::Min | Aggregate::Max => {
                let name = if aggregate == Aggregate::Min { "min" } else { "max" };
                self.extreme(span, name, aggregate == Aggregate::Min, generator, frame, queries)
            }
            Aggregate::NimSum => self.nim_sum(generator, frame, queries),
            Aggregate::Mex => self.mex(generator, frame, queries),
            Aggregate::Choices => {
                let domains = self.gather(generator, frame, queries)?;
                self.call_library(span, function, &domains)
            }
        }
    }

    fn quantifier(&self, any: bool, generator: &Generator, frame: &mut Frame, queries: &mut dyn Queries) -> Answer {
        let mut found = false;
        self.generate(&generator.binders, frame, queries, &mut |frame, queries| {
            let mark = self.mark();
            found = self.condition(&generator.body, frame, queries)? == any;
            self.settle(mark, None);
            Ok(if found { ENOUGH } else { GO_ON })
        })?;
        Ok(Value::Bool(found == any))
    }

    fn sum(&self, generator: &Generator, frame: &mut Frame, queries: &mut dyn Queries) -> Answer {
        let mut small = 0_i64;
        let mut total: Option<Value> = None;
        let mut positions: Vec<Rc<Position>> = Vec::new();
        let start = self.mark();
        self.generate(&generator.binders, frame, queries, &mut |frame, queries| {
            let mark = self.mark();
            let value = self.eval(&generator.body, frame, queries)?;
            if let Some(sum) = value.as_i64().and_then(|n| small.checked_add(n)) {
                small = sum;
            } else if let Value::Position(position) = &value {
                positions.push(Rc::clone(position));
            } else {
                let before = total.take().unwrap_or_else(|| Value::int(0));
                total = Some(self.add_up(before, value, generator.body.span)?);
            }
            self.settle(mark, total.as_ref().or(if positions.is_empty() { None } else { Some(&Value::Bool(true)) }));
            Ok(GO_ON)
        })?;
        let mut result = total.unwrap_or_else(|| Value::int(0));
        if !positions.is_empty() {
            self.charge(160 * positions.len() as u64)?;
            let components = positions.iter().flat_map(|position| position.components.iter().cloned()).collect();
            let sum = Position::from_components(components);
            let sum = sum.ok_or_else(|| wording::too_often(generator.body.span))?;
            result = Value::Position(Rc::new(sum));
        }
        if small != 0 {
            result = self.add_up(result, Value::int(small), generator.body.span)?;
        }
        self.settle(start, Some(&result));
        Ok(result)
    }

    /// `a + b`, where the number 0 is neutral to everything.
    fn add_up(&self, a: Value, b: Value, span: Span) -> Answer {
        match (&a, &b) {
            (Value::Number(n), _) if n.is_zero() => Ok(b),
            (_, Value::Number(n)) if n.is_zero() => Ok(a),
            _ => self.apply_at(BinaryOp::Add, a, b, span),
        }
    }

    fn extreme(
        &self,
        span: Span,
        name: &str,
        least: bool,
        generator: &Generator,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Answer {
        let mut best: Option<Value> = None;
        self.generate(&generator.binders, frame, queries, &mut |frame, queries| {
            let mark = self.mark();
            let value = self.eval(&generator.body, frame, queries)?;
            let better = match &best {
                None => true,
                Some(best) => {
                    let order = compare_values(&value, best, generator.body.span)?;
                    if least { order.is_lt() } else { order.is_gt() }
                }
            };
            if better {
                best = Some(value);
            }
            self.settle(mark, best.as_ref());
            Ok(GO_ON)
        })?;
        best.ok_or_else(|| wording::of_nothing(span, name))
    }

    fn nim_sum(&self, generator: &Generator, frame: &mut Frame, queries: &mut dyn Queries) -> Answer {
        let mut small = 0_i64;
        let mut large: Option<Number> = None;
        self.generate(&generator.binders, frame, queries, &mut |frame, queries| {
            let value = self.eval(&generator.body, frame, queries)?;
            match (value.as_i64(), &value) {
                (Some(n), _) if n >= 0 => small ^= n,
                (_, Value::Number(n)) => {
                    let sum = large.take().unwrap_or_else(|| Number::from(0)).bitxor(n);
                    large = Some(sum.map_err(|_| wording::not_natural(generator.body.span, &value))?);
                }
                _ => return Err(wording::unexpected(generator.body.span, "a number", &value)),
            }
            Ok(GO_ON)
        })?;
        let small = Value::int(small);
        match large {
            None => Ok(small),
            Some(large) => self.apply_at(BinaryOp::Xor, Value::Number(large), small, generator.body.span),
        }
    }

    fn mex(&self, generator: &Generator, frame: &mut Frame, queries: &mut dyn Queries) -> Answer {
        let mut seen: Vec<u64> = Vec::new();
        let mut beyond: Vec<i64> = Vec::new();
        self.generate(&generator.binders, frame, queries, &mut |frame, queries| {
            let value = self.eval(&generator.body, frame, queries)?;
            match (value.as_i64(), &value) {
                (Some(n), _) if n >= 0 => {
                    let Ok(place) = usize::try_from(n / 64) else { return Ok(GO_ON) };
                    if place >= 1 << 16 {
                        self.charge(8)?;
                        beyond.push(n);
                        return Ok(GO_ON);
                    }
                    if place >= seen.len() {
                        seen.resize(place + 1, 0);
                    }
                    seen[place] |= 1 << (n % 64);
                }
                (_, Value::Number(_)) => {}
                _ => return Err(wording::unexpected(generator.body.span, "a number", &value)),
            }
            Ok(GO_ON)
        })?;
        beyond.sort_unstable();
        beyond.dedup();
        let mut least = 0;
        for word in &seen {
            least += i64::from(word.trailing_ones());
            if *word != u64::MAX {
                return Ok(Value::int(least));
            }
        }
        for n in beyond {
            if n != least {
                break;
            }
            least += 1;
        }
        Ok(Value::int(least))
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

    /// A range as a set.
    pub(super) fn range_value(
        &self,
        low: &Expr,
        high: Option<&Expr>,
        inclusive: bool,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Answer {
        let (first, last) = self.ends(low, high, inclusive, frame, queries)?;
        let Some(last) = last else { return Err(wording::endless(low.span)) };
        if last < first {
            return Ok(Value::Set(Set::empty()));
        }
        let (Some(first), Some(end)) = (first.to_i64(), last.to_i64()) else {
            return Err(wording::too_many(low.span, &Value::Number(last)));
        };
        self.charge(8 * end.abs_diff(first).saturating_add(4))?;
        Ok(Value::Set(Set::range(first, end)))
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

/// The order of two values; numbers in different quadratic fields have none.
pub(super) fn compare_values(a: &Value, b: &Value, span: Span) -> Result<std::cmp::Ordering, Stop> {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => {
            x.try_cmp(y).map_err(|error| super::arith::number_fault(&error, "<", x, y, span, span))
        }
        _ => Ok(a.cmp(b)),
    }
}
