//! Evaluation of rules and expressions written as text, with the plainest engine there is.

mod expressions;
mod faults;
mod library;
mod positions;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use super::{Fault, Frame, Machine, Queries, Stop, wording};
use crate::analysis::model::{Statement, StatementKind};
use crate::analysis::{self, Unit};
use crate::base::{Limits, Meter, SourceMap};
use crate::cgt::genus::Genus;
use crate::cgt::quotient::Presentation;
use crate::cgt::remoteness::Remoteness;
use crate::cgt::{Form, Outcome, Player, Winner};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::number::Number;
use crate::syntax;
use crate::value::{Component, MoveRecord, Position, Value};

/// Rules with expressions to evaluate.
pub(super) struct Program {
    pub machine: Rc<Machine>,
    pub sources: SourceMap,
    pub engine: Plain,
    expressions: Vec<Statement>,
}

impl Program {
    pub fn with(text: &str, expressions: &[&str], limits: Limits) -> Self {
        let (mut sources, mut out) = (SourceMap::default(), Diagnostics::default());
        sources.add("test.game", text);
        let file = syntax::parse_file(text, 0, &mut out);
        let mut model = analysis::analyse(&[Unit { file, uses: Vec::new() }], &sources, &mut out);
        let mut add = |text: &&str| {
            let id = sources.add("expression", *text).expect("short");
            let expr = syntax::parse_expression(text, sources.file(id).start, &mut out);
            analysis::add_expression(&mut model, &sources, &expr, &[], &mut out)
        };
        let expressions = expressions.iter().map(&mut add).collect();
        assert!(!out.has_errors(), "{text}\n{:?}", out.list());
        let machine = Rc::new(Machine::new(Rc::new(model), Meter::new(limits, Arc::default())));
        let engine = Plain { machine: Rc::clone(&machine), values: HashMap::new() };
        Self { machine, sources, engine, expressions }
    }

    pub fn value(&mut self, number: usize) -> Result<Value, Stop> {
        let statement = &self.expressions[number];
        let StatementKind::Print(list) = &statement.kind else { panic!("an expression is a print") };
        self.machine.eval(&list[0], &mut Frame::new(statement.frame_size), &mut self.engine)
    }

    pub fn words(&self, fault: &Fault) -> Diagnostic {
        wording::diagnose(fault, self.machine.model(), &self.sources)
    }
}

pub(super) fn unlimited() -> Limits {
    Meter::unlimited().limits().clone()
}

/// What an expression gives, as printed.
pub(super) fn shown(rules: &str, expression: &str) -> String {
    let mut program = Program::with(rules, &[expression], unlimited());
    match program.value(0) {
        Ok(value) => value.to_string(),
        Err(Stop::Fault(fault)) => panic!("{expression}: {:?}", program.words(&fault)),
        Err(Stop::Limit(limit)) => panic!("{expression}: {limit:?}"),
    }
}

/// What is said of an expression that has no value.
pub(super) fn said(rules: &str, expression: &str) -> Diagnostic {
    let mut program = Program::with(rules, &[expression], unlimited());
    match program.value(0) {
        Ok(value) => panic!("{expression} is {value}"),
        Err(Stop::Fault(fault)) => program.words(&fault),
        Err(Stop::Limit(limit)) => panic!("{expression}: {limit:?}"),
    }
}

/// Impartial normal play by the definition of the Grundy value.
pub(super) struct Plain {
    machine: Rc<Machine>,
    values: HashMap<Position, u64>,
}

impl Queries for Plain {
    fn sg(&mut self, position: &Rc<Position>) -> Result<u64, Stop> {
        let mut total = 0;
        for (component, count) in &position.components {
            if count % 2 == 1 {
                let alone = Rc::new(Position::of(component.clone()));
                total ^= if let Some(value) = self.values.get(&*alone) {
                    *value
                } else {
                    let mut values = Vec::new();
                    for option in self.options(&alone, None)? {
                        values.push(self.sg(&option)?);
                    }
                    let value = (0..=u64::MAX).find(|n| !values.contains(n)).expect("finitely many options");
                    self.values.insert(Position::clone(&alone), value);
                    value
                };
            }
        }
        Ok(total)
    }

    fn wins(&mut self, position: &Rc<Position>) -> Result<bool, Stop> {
        Ok(self.sg(position)? != 0)
    }

    fn outcome(&mut self, position: &Rc<Position>) -> Result<Outcome, Stop> {
        Ok(if self.wins(position)? { Outcome::N } else { Outcome::P })
    }

    fn first(&mut self, position: &Rc<Position>, starter: Player) -> Result<Winner, Stop> {
        Ok(if self.wins(position)? { starter } else { starter.opposite() }.into())
    }

    fn options(&mut self, position: &Rc<Position>, _: Option<Player>) -> Result<Vec<Rc<Position>>, Stop> {
        let Some(Component::Play { instance, fields, .. }) = position.single() else { return Ok(Vec::new()) };
        let machine = Rc::clone(&self.machine);
        if machine.ending(instance, fields, self)?.is_some() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        machine.for_each_move(instance, fields, self, &mut |option| {
            found.push(option.result());
            Ok(ControlFlow::Continue(()))
        })?;
        found.sort();
        found.dedup();
        Ok(found)
    }

    fn moves(&mut self, position: &Rc<Position>) -> Result<Vec<Rc<MoveRecord>>, Stop> {
        let Some(component @ Component::Play { instance, fields, .. }) = position.single() else {
            return Ok(Vec::new());
        };
        let machine = Rc::clone(&self.machine);
        let mut found = Vec::new();
        machine.for_each_move(instance, fields, self, &mut |option| {
            found.push(Rc::new(MoveRecord {
                name: Rc::clone(&option.clause.name),
                label: option.label().into(),
                clause: crate::base::Span::NONE,
                side: crate::cgt::Movers::Both,
                component: Rc::new(Position::of(component.clone())),
                result: option.result(),
                to: option.result(),
                bindings: option.bindings().into(),
            }));
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(found)
    }

    fn winning_moves(&mut self, position: &Rc<Position>) -> Result<Vec<Rc<MoveRecord>>, Stop> {
        let mut found = Vec::new();
        for record in self.moves(position)? {
            if !self.wins(&record.to)? {
                found.push(record);
            }
        }
        Ok(found)
    }

    fn followers(&mut self, position: &Rc<Position>) -> Result<Vec<Rc<Position>>, Stop> {
        self.options(position, None)
    }

    fn birthday(&mut self, _: &Rc<Position>) -> Result<Number, Stop> {
        Ok(Number::from(0))
    }

    fn value(&mut self, position: &Rc<Position>) -> Result<Form, Stop> {
        let mut total = Form::ZERO;
        for (component, copies) in &position.components {
            let form = match component {
                Component::Form(form) => *form,
                other => Form::star(self.sg(&Rc::new(Position::of(other.clone())))?).expect("small"),
            };
            total = form.times(*copies).and_then(|all| total.plus(&all)).expect("small");
        }
        Ok(total)
    }

    fn misere_value(&mut self, _: &Rc<Position>) -> Result<u64, Stop> {
        Ok(0)
    }

    fn drawing_moves(&mut self, _: &Rc<Position>) -> Result<Vec<Rc<MoveRecord>>, Stop> {
        Ok(Vec::new())
    }

    fn remoteness(&mut self, _: &Rc<Position>, _: Player) -> Result<Remoteness, Stop> {
        Ok(None)
    }

    fn genus(&mut self, _: &Rc<Position>) -> Result<Rc<Genus>, Stop> {
        Ok(Rc::new(Genus::of_options(&[])))
    }

    fn misere_quotient(&mut self, position: &Rc<Position>) -> Result<Rc<Presentation>, Stop> {
        Err(crate::eval::wording::no_quotient(position))
    }

    fn misere_element(&mut self, _: &Rc<Position>, _: &Rc<Position>) -> Result<Option<usize>, Stop> {
        Ok(None)
    }

    fn is_tame(&mut self, _: &Rc<Position>) -> Result<bool, Stop> {
        Ok(false)
    }

    fn suspense(&mut self, _: &Rc<Position>) -> Result<u32, Stop> {
        Ok(0)
    }

    fn compare(&mut self, _: &'static str, a: &Rc<Position>, b: &Rc<Position>) -> Result<Option<Ordering>, Stop> {
        Ok((self.sg(a)? == self.sg(b)?).then_some(Ordering::Equal))
    }
}
