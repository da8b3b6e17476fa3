//! Proofs from rules: theorems, the same with a constant changed, rules at random, what leaves the class.

mod random;
mod theorems;

use std::rc::Rc;
use std::sync::Arc;

use crate::analysis::{self, Model, Unit, model::StatementKind};
use crate::base::{Limits, Meter, SourceMap};
use crate::claims::{ClaimReport, Verdict, check_claim, prove_claim};
use crate::diagnostics::Diagnostics;
use crate::engine::Engine;
use crate::eval::Machine;
use crate::syntax;

/// The reports on all claims of a file; unbounded ones are proved, or left after a first look.
fn reports(text: &str) -> Vec<(String, ClaimReport)> {
    let (mut sources, mut out) = (SourceMap::default(), Diagnostics::default());
    sources.add("test.game", text);
    let file = syntax::parse_file(text, 0, &mut out);
    let model: Model = analysis::analyse(&[Unit { file, uses: Vec::new() }], &sources, &mut out);
    assert!(!out.has_errors(), "{text}\n{:?}", out.list());
    let limits = Limits { max_states: 5_000_000, max_memory: 1 << 30, timeout: None, jobs: 1 };
    let machine = Rc::new(Machine::new(Rc::new(model), Meter::new(limits, Arc::default())));
    let mut engine = Engine::new(Rc::clone(&machine));
    let model = Rc::clone(machine.model());
    let mut found = Vec::new();
    for statement in &model.statements {
        if !matches!(statement.kind, StatementKind::Claim { .. }) {
            continue;
        }
        let endless = statement.binders.iter().any(analysis::model::Binder::is_endless);
        let check = if endless { prove_claim } else { check_claim };
        found.push((statement.name.to_string(), check(statement, &machine, &mut engine)));
    }
    found
}

/// A verdict in one word, with the counterexample or the reason.
fn verdict(report: &ClaimReport) -> (&'static str, String) {
    let bindings = report.counterexample.as_ref().map(|found| {
        found.bindings.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    });
    match &report.verdict {
        Verdict::Proved { theorem } => ("proved", theorem.clone()),
        Verdict::Holds => ("holds", String::new()),
        Verdict::Refuted => ("refuted", bindings.unwrap_or_default()),
        Verdict::Undecided { reason, .. } => ("undecided", reason.clone()),
        Verdict::Empty => ("empty", String::new()),
        Verdict::Skipped => ("skipped", String::new()),
        Verdict::Stopped(stop) => ("stopped", format!("{stop:?}")),
    }
}
