//! Checking a claim instance by instance.

use std::ops::{ControlFlow, Range};
use std::rc::Rc;

use super::sides::top_sides;
use super::total::total_instances;
use super::{ClaimReport, Counterexample, Verdict};
use crate::analysis::model::{Binder, Expr, Pattern, Statement, StatementKind};
use crate::analysis::reach::depends_on_a_parameter;
use crate::base::Span;
use crate::eval::columns::{Columns, Sink, Taken};
use crate::eval::{Flow, Frame, Machine, Queries, Stop, within};
use crate::value::Value;

/// How far counterexamples to an unbounded claim are sought: this many instances ...
pub(super) const SEARCH_INSTANCES: u64 = 1_000_000;

/// Checks a `claim` or a `refute`: every instance in binder order until the first that fails.
///
/// A statement of another kind is reported as empty.
#[must_use]
pub fn check_claim(statement: &Statement, machine: &Machine, queries: &mut dyn Queries) -> ClaimReport {
    let StatementKind::Claim { refute, body } = &statement.kind else {
        return report(statement, false, Verdict::Empty, 0);
    };
    match try_check(statement, *refute, body, Effort::Full, machine, queries) {
        Ok(report) => report,
        Err(stop) => report(statement, *refute, Verdict::Stopped(stop), 0),
    }
}

/// The same, but an unbounded claim that no theorem decides is left undecided after a first look for counterexamples.
#[must_use]
pub fn prove_claim(statement: &Statement, machine: &Machine, queries: &mut dyn Queries) -> ClaimReport {
    let StatementKind::Claim { refute, body } = &statement.kind else {
        return report(statement, false, Verdict::Empty, 0);
    };
    match try_check(statement, *refute, body, Effort::Proof, machine, queries) {
        Ok(report) => report,
        Err(stop) => report(statement, *refute, Verdict::Stopped(stop), 0),
    }
}

/// What is done about an unbounded claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effort {
    /// A first look, a proof, a long search.
    Full,
    /// A first look and a proof.
    Proof,
}

pub(super) fn report(statement: &Statement, refute: bool, verdict: Verdict, instances: u64) -> ClaimReport {
    let ranges = ranges(statement);
    ClaimReport { refute, verdict, instances, total: None, counterexample: None, ranges, grounds: None }
}

/// Enumerated variables with the places of their domains, for "n in 0..100".
fn ranges(statement: &Statement) -> Vec<(Rc<str>, Span)> {
    let name_of = |pattern: &Pattern| match pattern {
        Pattern::Slot(_, name) => Some(Rc::clone(name)),
        Pattern::Ignore => Some(Rc::from("_")),
        Pattern::Tuple(parts, _) => {
            let mut names = Vec::new();
            parts.iter().for_each(|part| collect_names(part, &mut names));
            Some(Rc::from(format!("({})", names.join(", "))))
        }
    };
    let entries = statement.binders.iter().filter_map(|binder| match binder {
        Binder::In { pattern, domain } => Some((name_of(pattern)?, domain.span)),
        _ => None,
    });
    entries.collect()
}

fn collect_names<'p>(pattern: &'p Pattern, into: &mut Vec<&'p str>) {
    match pattern {
        Pattern::Slot(_, name) => into.push(name),
        Pattern::Ignore => into.push("_"),
        Pattern::Tuple(parts, _) => parts.iter().for_each(|part| collect_names(part, into)),
    }
}

fn try_check(
    statement: &Statement,
    refute: bool,
    body: &Expr,
    effort: Effort,
    machine: &Machine,
    queries: &mut dyn Queries,
) -> Result<ClaimReport, Stop> {
    if let Some(verdict) = idle(statement, machine, queries)? {
        return Ok(report(statement, refute, verdict, 0));
    }
    let mut search = Search::new(statement, body, machine);
    if statement.binders.iter().any(Binder::is_endless) {
        return super::endless::check(search, refute, effort, queries);
    }
    let ended = search.run(None, queries);
    let mut answer = report(statement, refute, Verdict::Holds, search.instances);
    if let Err(stop) = ended {
        answer.verdict = Verdict::Stopped(stop);
    } else if let Some(found) = search.found {
        answer.verdict = Verdict::Refuted;
        answer.counterexample = Some(found);
        answer.total = total_instances(statement, machine, queries)?;
    } else if search.instances == 0 {
        answer.verdict = Verdict::Empty;
    } else {
        answer.total = Some(answer.instances);
    }
    Ok(answer)
}

/// What is said when a guard that mentions no variable is false (those stand before the first variable): under other
/// parameters there may be something to check, otherwise there never is.
fn idle(statement: &Statement, machine: &Machine, queries: &mut dyn Queries) -> Result<Option<Verdict>, Stop> {
    let mut frame = Frame::new(statement.frame_size);
    for binder in &statement.binders {
        let Binder::If(guard) = binder else { break };
        if matches!(machine.eval(guard, &mut frame, queries)?, Value::Bool(false)) {
            let skipped = depends_on_a_parameter(guard, machine.model());
            return Ok(Some(if skipped { Verdict::Skipped } else { Verdict::Empty }));
        }
    }
    Ok(None)
}

/// The enumeration of a statement's instances.
pub(super) struct Search<'a> {
    pub statement: &'a Statement,
    pub body: &'a Expr,
    pub machine: &'a Machine,
    pub instances: u64,
    pub found: Option<Counterexample>,
    /// After how many instances the search for counterexamples to an unbounded claim ends, if its work does not end before.
    pub most: Option<u64>,
}

impl<'a> Search<'a> {
    fn new(statement: &'a Statement, body: &'a Expr, machine: &'a Machine) -> Self {
        Self { statement, body, machine, instances: 0, found: None, most: None }
    }

    /// Tries instances until one fails; of a range without an end the elements in `within`, counted from its first.
    pub(super) fn run(&mut self, within: Option<&[Range<u64>]>, queries: &mut dyn Queries) -> Result<(), Stop> {
        let mut frame = Frame::new(self.statement.frame_size);
        let (machine, binders) = (self.machine, &self.statement.binders[..]);
        let count = match within {
            Some([Range { start: 0, end }]) => Some(*end),
            _ => None,
        };
        if within.is_none() || count.is_some() {
            let generator = Columns { binders, body: self.body, truth: true, endless: count };
            if let Some(ended) = machine.by_columns(&generator, &mut frame, queries, self) {
                return ended.map(drop);
            }
        }
        machine
            .bind_endless(binders, within.unwrap_or_default(), &mut frame, queries, &mut |frame, queries| {
                self.instance(frame, queries)
            })
            .map(drop)
    }

    /// Tries one instance.
    fn instance(&mut self, frame: &mut Frame, queries: &mut dyn Queries) -> Result<ControlFlow<()>, Stop> {
        if self.most.is_some_and(|most| self.instances >= most || self.machine.meter().is_spent()) {
            return Ok(ControlFlow::Break(()));
        }
        self.instances += 1;
        match self.machine.holds_once(self.body, frame, queries) {
            Ok(true) => return Ok(ControlFlow::Continue(())),
            Ok(false) => {}
            Err(stop) => return Err(self.within(stop, frame)),
        }
        self.found = Some(self.counterexample(frame.clone(), queries)?);
        Ok(ControlFlow::Break(()))
    }

    /// An instance that fails, by the values of its variables.
    pub(super) fn counterexample(&self, mut frame: Frame, queries: &mut dyn Queries) -> Result<Counterexample, Stop> {
        let bindings = frame.bindings(&self.statement.variables);
        let sides = top_sides(self.body, self.machine, &mut frame, queries)?;
        Ok(Counterexample { bindings, number: self.instances, sides })
    }

    /// A fault in an instance, with the bindings that led to it.
    fn within(&self, stop: Stop, frame: &Frame) -> Stop {
        let keyword = match self.statement.kind {
            StatementKind::Claim { refute: true, .. } => "refute",
            _ => "claim",
        };
        let what = format!("{keyword} {}", self.statement.name);
        within(stop, &what, self.statement.name_span, frame.bindings(&self.statement.variables))
    }
}

impl Sink for Search<'_> {
    fn column(&mut self, values: &[i64]) -> Result<Taken, Stop> {
        let count = values.len() as u64;
        if values.contains(&0)
            || self.most.is_some_and(|most| self.instances + count > most || self.machine.meter().is_spent())
        {
            return Ok(Taken::OneByOne);
        }
        self.instances += count;
        Ok(Taken::All)
    }

    fn takes_all(&self) -> bool {
        false
    }

    fn one(&mut self, frame: &mut Frame, queries: &mut dyn Queries) -> Flow {
        self.instance(frame, queries)
    }
}
