//! Aggregates: `sum`, `count`, `any`, `all`, `min`, `max`, `nimsum`, `mex` over a generator.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::columns::{Columns, Sink, Taken};
use super::expr::Answer;
use super::{Flow, Frame, Machine, Queries, Stop, trace, wording};
use crate::analysis::model::{Expr, Generator};
use crate::base::Span;
use crate::library::{Aggregate, Builtin};
use crate::number::Number;
use crate::syntax::ast::BinaryOp;
use crate::value::{Position, Value};

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());
const ENOUGH: ControlFlow<()> = ControlFlow::Break(());

impl Machine {
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
        let (machine, body) = (self, &generator.body);
        match aggregate {
            Aggregate::Any | Aggregate::All => {
                let any = aggregate == Aggregate::Any;
                let mut sink = Quantifier { machine, body, any, found: false };
                self.fold(generator, true, &mut sink, frame, queries)?;
                Ok(Value::Bool(sink.found == any))
            }
            Aggregate::Count => {
                let mut sink = Count { machine, body, total: Number::from(0) };
                self.fold(generator, true, &mut sink, frame, queries)?;
                Ok(Value::Number(sink.total))
            }
            Aggregate::Sum => {
                let start = self.mark();
                let mut sink = Sum { machine, body, small: 0, total: None, held: 0, positions: Vec::new() };
                self.fold(generator, false, &mut sink, frame, queries)?;
                let result = sink.result()?;
                self.settle(start, Some(&result));
                Ok(result)
            }
            Aggregate::Min | Aggregate::Max => {
                let (name, wanted) =
                    if aggregate == Aggregate::Min { ("min", Ordering::Less) } else { ("max", Ordering::Greater) };
                let mut sink = Extreme { machine, body, wanted, best: None, held: 0 };
                self.fold(generator, false, &mut sink, frame, queries)?;
                sink.best.ok_or_else(|| wording::of_nothing(span, name))
            }
            Aggregate::NimSum => {
                let mut sink = NimSum { machine, body, small: 0, large: None };
                self.fold(generator, false, &mut sink, frame, queries)?;
                let small = Value::int(sink.small);
                match sink.large {
                    None => Ok(small),
                    Some(large) => self.apply_at(BinaryOp::Xor, Value::Number(large), small, body.span),
                }
            }
            Aggregate::Mex => {
                let mut sink = Mex { machine, body, seen: Vec::new(), beyond: Vec::new() };
                self.fold(generator, false, &mut sink, frame, queries)?;
                Ok(Value::int(sink.least()))
            }
            Aggregate::Choices => {
                let domains = self.gather(generator, frame, queries)?;
                self.call_library(span, function, &domains)
            }
        }
    }

    /// Gives every instance to a sink, by columns where that is possible.
    fn fold(
        &self,
        generator: &Generator,
        truth: bool,
        sink: &mut dyn Sink,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<(), Stop> {
        let columns = Columns { binders: &generator.binders, body: &generator.body, truth, endless: None };
        match self.by_columns(&columns, frame, queries, sink) {
            Some(ended) => ended.map(drop).map_err(|stop| trace::under_binders(stop, &generator.binders, frame)),
            None => self.generate(&generator.binders, frame, queries, &mut |frame, queries| sink.one(frame, queries)),
        }
    }

    /// `a + b`, where the number 0 is neutral to everything.
    fn add_up(&self, a: Value, b: Value, span: Span) -> Answer {
        match (&a, &b) {
            (Value::Number(n), _) if n.is_zero() => Ok(b),
            (_, Value::Number(n)) if n.is_zero() => Ok(a),
            _ => self.apply_at(BinaryOp::Add, a, b, span),
        }
    }
}

/// `any`, `all`
struct Quantifier<'a> {
    machine: &'a Machine,
    body: &'a Expr,
    any: bool,
    /// An instance that decides.
    found: bool,
}

impl Sink for Quantifier<'_> {
    fn column(&mut self, values: &[i64]) -> Result<Taken, Stop> {
        // Evaluation one by one ends at the instance that decides.
        let decides = values.contains(&i64::from(self.any));
        Ok(if decides { Taken::OneByOne } else { Taken::All })
    }

    fn takes_all(&self) -> bool {
        false
    }

    fn one(&mut self, frame: &mut Frame, queries: &mut dyn Queries) -> Flow {
        let mark = self.machine.mark();
        self.found = self.machine.condition(self.body, frame, queries)? == self.any;
        self.machine.settle(mark, None);
        Ok(if self.found { ENOUGH } else { GO_ON })
    }
}

/// `count`
struct Count<'a> {
    machine: &'a Machine,
    body: &'a Expr,
    total: Number,
}

impl Count<'_> {
    fn add(&mut self, more: &Number) -> Result<(), Stop> {
        self.total = self.total.add(more).map_err(|_| wording::too_often(self.body.span))?;
        Ok(())
    }
}

impl Sink for Count<'_> {
    fn column(&mut self, values: &[i64]) -> Result<Taken, Stop> {
        self.add(&Number::from(values.iter().sum::<i64>()))?;
        Ok(Taken::All)
    }

    fn one(&mut self, frame: &mut Frame, queries: &mut dyn Queries) -> Flow {
        let mark = self.machine.mark();
        if self.machine.condition(self.body, frame, queries)? {
            self.add(&Number::from(1))?;
        }
        self.machine.settle(mark, None);
        Ok(GO_ON)
    }

    fn many(&mut self, value: i64, times: &Number) -> Result<bool, Stop> {
        if value != 0 {
            self.add(times)?;
        }
        Ok(true)
    }
}

/// `sum`, of anything that can be added.
struct Sum<'a> {
    machine: &'a Machine,
    body: &'a Expr,
    small: i64,
    total: Option<Value>,
    /// Bytes charged for the total.
    held: u64,
    positions: Vec<Rc<Position>>,
}

impl Sum<'_> {
    /// Takes in the sum of a block with which the small part would pass 64 bits.
    fn carry(&mut self, block: i128) -> Result<Taken, Stop> {
        let (None | Some(Value::Number(_))) = self.total else { return Ok(Taken::OneByOne) };
        let mark = self.machine.mark();
        let more = Value::Number(Number::from(i128::from(std::mem::take(&mut self.small)) + block));
        self.total = Some(match self.total.take() {
            None => more,
            Some(before) => self.machine.add_up(before, more, self.body.span)?,
        });
        self.machine.settle_beyond(mark, &mut self.held, self.total.as_ref())?;
        Ok(Taken::All)
    }

    fn result(&mut self) -> Answer {
        let (machine, span) = (self.machine, self.body.span);
        let mut result = self.total.take().unwrap_or_else(|| Value::int(0));
        if !self.positions.is_empty() {
            machine.charge(160 * self.positions.len() as u64)?;
            let components = self.positions.iter().flat_map(|position| position.components.iter().cloned()).collect();
            let sum = Position::from_components(components).ok_or_else(|| wording::too_often(span))?;
            result = Value::Position(Rc::new(sum));
        }
        if self.small != 0 {
            result = machine.add_up(result, Value::int(self.small), span)?;
        }
        Ok(result)
    }
}

impl Sink for Sum<'_> {
    fn column(&mut self, values: &[i64]) -> Result<Taken, Stop> {
        let sum: i128 = values.iter().map(|n| i128::from(*n)).sum();
        match i64::try_from(i128::from(self.small) + sum) {
            Ok(small) => {
                self.small = small;
                Ok(Taken::All)
            }
            Err(_) => self.carry(sum),
        }
    }

    fn one(&mut self, frame: &mut Frame, queries: &mut dyn Queries) -> Flow {
        let machine = self.machine;
        let mark = machine.mark();
        let value = machine.eval(self.body, frame, queries)?;
        if let Some(sum) = value.as_i64().and_then(|n| self.small.checked_add(n)) {
            self.small = sum;
        } else if let Value::Position(position) = &value {
            self.positions.push(Rc::clone(position));
            machine.settle(mark, Some(&value));
            return Ok(GO_ON);
        } else {
            let before = self.total.take().unwrap_or_else(|| Value::int(0));
            self.total = Some(machine.add_up(before, value, self.body.span)?);
        }
        machine.settle_beyond(mark, &mut self.held, self.total.as_ref())?;
        Ok(GO_ON)
    }

    fn many(&mut self, value: i64, times: &Number) -> Result<bool, Stop> {
        let (span, mark) = (self.body.span, self.machine.mark());
        let before = self.total.take().unwrap_or_else(|| Value::int(0));
        let more = self.machine.apply_at(BinaryOp::Mul, Value::int(value), Value::Number(times.clone()), span)?;
        self.total = Some(self.machine.add_up(before, more, span)?);
        self.machine.settle_beyond(mark, &mut self.held, self.total.as_ref())?;
        Ok(true)
    }
}

/// `min`, `max`
struct Extreme<'a> {
    machine: &'a Machine,
    body: &'a Expr,
    /// How a better value compares to the best so far.
    wanted: Ordering,
    best: Option<Value>,
    /// Bytes charged for it.
    held: u64,
}

impl Sink for Extreme<'_> {
    fn column(&mut self, values: &[i64]) -> Result<Taken, Stop> {
        let best = if self.wanted.is_lt() { values.iter().min() } else { values.iter().max() };
        match (&self.best, best) {
            (_, None) => {}
            (None, Some(best)) => self.best = Some(Value::int(*best)),
            (Some(before), Some(best)) => match before.as_i64() {
                Some(before) if best.cmp(&before) == self.wanted => self.best = Some(Value::int(*best)),
                Some(_) => {}
                None => return Ok(Taken::OneByOne),
            },
        }
        Ok(Taken::All)
    }

    fn one(&mut self, frame: &mut Frame, queries: &mut dyn Queries) -> Flow {
        let mark = self.machine.mark();
        let value = self.machine.eval(self.body, frame, queries)?;
        let better = match &self.best {
            None => true,
            Some(best) => compare_values(&value, best, self.body.span)? == self.wanted,
        };
        if better {
            self.best = Some(value);
        }
        self.machine.settle_beyond(mark, &mut self.held, self.best.as_ref())?;
        Ok(GO_ON)
    }
}

/// `nimsum`
struct NimSum<'a> {
    machine: &'a Machine,
    body: &'a Expr,
    small: i64,
    large: Option<Number>,
}

impl Sink for NimSum<'_> {
    fn column(&mut self, values: &[i64]) -> Result<Taken, Stop> {
        if values.iter().any(|n| *n < 0) {
            return Ok(Taken::OneByOne);
        }
        self.small = values.iter().fold(self.small, |sum, n| sum ^ n);
        Ok(Taken::All)
    }

    fn one(&mut self, frame: &mut Frame, queries: &mut dyn Queries) -> Flow {
        let (span, mark) = (self.body.span, self.machine.mark());
        let value = self.machine.eval(self.body, frame, queries)?;
        match (value.as_i64(), &value) {
            (Some(n), _) if n >= 0 => self.small ^= n,
            (_, Value::Number(n)) => {
                let sum = self.large.take().unwrap_or_else(|| Number::from(0)).bitxor(n);
                self.large = Some(sum.map_err(|_| wording::not_natural(span, &value))?);
            }
            _ => return Err(wording::unexpected(span, "a number", &value)),
        }
        self.machine.settle(mark, None);
        Ok(GO_ON)
    }
}

/// Numbers below this are marked in a bit set.
const MARKED: usize = 1 << 22;

/// `mex`
struct Mex<'a> {
    machine: &'a Machine,
    body: &'a Expr,
    seen: Vec<u64>,
    /// Greater numbers.
    beyond: Vec<i64>,
}

impl Mex<'_> {
    fn note(&mut self, n: i64) -> Result<(), Stop> {
        let Ok(at) = usize::try_from(n) else { return Ok(()) };
        if at >= MARKED {
            self.machine.charge(8)?;
            self.beyond.push(n);
            return Ok(());
        }
        if at / 64 >= self.seen.len() {
            self.seen.resize(at / 64 + 1, 0);
        }
        self.seen[at / 64] |= 1 << (at % 64);
        Ok(())
    }

    fn least(&mut self) -> i64 {
        self.beyond.sort_unstable();
        self.beyond.dedup();
        let mut least = 0;
        for word in &self.seen {
            least += i64::from(word.trailing_ones());
            if *word != u64::MAX {
                return least;
            }
        }
        for n in &self.beyond {
            if *n != least {
                break;
            }
            least += 1;
        }
        least
    }
}

impl Sink for Mex<'_> {
    fn column(&mut self, values: &[i64]) -> Result<Taken, Stop> {
        values.iter().try_for_each(|n| self.note(*n))?;
        Ok(Taken::All)
    }

    fn takes_all(&self) -> bool {
        false
    }

    fn one(&mut self, frame: &mut Frame, queries: &mut dyn Queries) -> Flow {
        let mark = self.machine.mark();
        let value = self.machine.eval(self.body, frame, queries)?;
        self.machine.settle(mark, None);
        match (value.as_i64(), &value) {
            (Some(n), _) => self.note(n)?,
            (_, Value::Number(_)) => {}
            _ => return Err(wording::unexpected(self.body.span, "a number", &value)),
        }
        Ok(GO_ON)
    }
}

/// The order of two values; numbers in different quadratic fields have none.
pub(super) fn compare_values(a: &Value, b: &Value, span: Span) -> Result<Ordering, Stop> {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => {
            x.try_cmp(y).map_err(|error| super::arith::number_fault(&error, "<", x, y, span, span))
        }
        _ => Ok(a.cmp(b)),
    }
}
