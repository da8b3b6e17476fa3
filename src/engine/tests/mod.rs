//! The engine on rules written as text.

mod bags;
mod borders;
mod boxes;
mod columns;
mod compounds;
mod endless;
mod equations;
mod grids;
mod heaps;
mod impartial;
mod kinds;
mod loops;
mod misere;
mod numbers;
mod on_the_way;
mod orders;
mod partizan;
mod random;
mod regions;
mod remoteness;
mod repeats;
mod scopes;
mod sets;
mod transfers;
mod whole;
mod work;

use std::rc::Rc;

use super::Engine;
use crate::analysis::{self, Model, Unit, model::StatementKind};
use crate::base::{Limits, Meter, SourceMap};
use crate::diagnostics::Diagnostics;
use crate::eval::{Frame, Machine, Stop, stop::Fault, stop::FaultKind};
use crate::syntax;
use crate::value::{Position, Value};

/// Rules with an engine.
pub(super) struct Game {
    machine: Rc<Machine>,
    pub engine: Engine,
    expressions: Vec<analysis::model::Statement>,
}

impl Game {
    /// Rules, with the expressions that will be asked for, in order.
    pub fn with(text: &str, expressions: &[&str], limits: Limits) -> Self {
        let (mut sources, mut out) = (SourceMap::default(), Diagnostics::default());
        sources.add("test.game", text);
        let file = syntax::parse_file(text, 0, &mut out);
        let mut model: Model = analysis::analyse(&[Unit { file, uses: Vec::new() }], &sources, &mut out);
        let expressions = expressions
            .iter()
            .map(|e| {
                let id = sources.add("expression", *e).expect("short");
                let start = sources.file(id).start;
                let expr = syntax::parse_expression(e, start, &mut out);
                analysis::add_expression(&mut model, &sources, &expr, &[], &mut out)
            })
            .collect();
        assert!(!out.has_errors(), "{text}\n{:?}", out.list());
        let machine = Rc::new(Machine::new(Rc::new(model), Meter::new(limits, Arc::default())));
        let engine = Engine::new(Rc::clone(&machine));
        Self { machine, engine, expressions }
    }

    /// The same, with the reference search alone.
    pub fn by_reference(mut self) -> Self {
        self.engine = Engine::reference(Rc::clone(&self.machine));
        self
    }

    /// The same, with machine code that fills tables first.
    pub fn with_order(mut self, order: super::packed::Order) -> Self {
        self.engine = Engine::new(Rc::clone(&self.machine));
        *self.engine.core.plans.borrow_mut() = super::plan::Plans::first(order);
        self
    }

    /// The value of the expression with this number.
    pub fn value(&mut self, number: usize) -> Result<Value, Stop> {
        let statement = &self.expressions[number];
        let StatementKind::Print(list) = &statement.kind else { panic!("an expression is a print") };
        let mut frame = Frame::new(statement.frame_size);
        self.machine.eval(&list[0], &mut frame, &mut self.engine)
    }

    /// The position that the expression with this number is.
    pub fn position(&mut self, number: usize) -> Rc<Position> {
        let value = self.value(number).expect("a position");
        self.machine.position(&value).expect("a position")
    }
}

use std::sync::Arc;

pub(super) const NO_LIMITS: Limits = Limits { max_states: u64::MAX, max_memory: u64::MAX, timeout: None, jobs: 1 };

/// The values of expressions, as printed: the same from every engine.
pub(super) fn eval(text: &str, expressions: &[&str]) -> Vec<String> {
    let answers = answers(Game::with(text, expressions, NO_LIMITS), expressions);
    let reference = Game::with(text, expressions, NO_LIMITS).by_reference();
    assert_eq!(answers, self::answers(reference, expressions), "the reference engine disagrees");
    answers
}

fn answers(mut game: Game, expressions: &[&str]) -> Vec<String> {
    (0..expressions.len())
        .map(|i| match game.value(i) {
            Ok(value) => value.to_string(),
            Err(stop) => panic!("{}: {stop:?}", expressions[i]),
        })
        .collect()
}

/// The plan of an expression whose value is that of the reference engine.
pub(super) fn plan_of(text: &str, expression: &str) -> Vec<String> {
    let mut fast = Game::with(text, &[expression], NO_LIMITS);
    let mut slow = Game::with(text, &[expression], NO_LIMITS).by_reference();
    let wanted = slow.value(0).expect("a value");
    assert_eq!(fast.value(0).expect("a value"), wanted, "{expression}\n{text}");
    fast.engine.plan().into_iter().map(|(_, words)| words).collect()
}

/// Checks expressions against their values, as printed.
pub(super) fn check(text: &str, cases: &[(&str, &str)]) {
    let expressions: Vec<&str> = cases.iter().map(|c| c.0).collect();
    for (got, (expression, wanted)) in eval(text, &expressions).iter().zip(cases) {
        assert_eq!(got, wanted, "{expression}");
    }
}

/// The fault that an expression raises.
pub(super) fn fault(text: &str, expression: &str) -> FaultKind {
    match Game::with(text, &[expression], NO_LIMITS).value(0) {
        Err(Stop::Fault(fault)) => {
            let Fault { kind, .. } = *fault;
            kind
        }
        other => panic!("a fault was expected: {other:?}"),
    }
}
