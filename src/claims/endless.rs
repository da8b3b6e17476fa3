//! Claims with a variable that has no end: proof, counterexample, or neither.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::check::{Effort, SEARCH_INSTANCES, Search, report};
use super::prove::{Decision, Endless, decide, endless_variables, recurrence};
use super::{ClaimReport, Verdict};
use crate::analysis::model::Binder;
use crate::eval::{Frame, Queries, Stop};
use crate::value::Value;

/// How long counterexamples are sought where no proof decides: the words below say so.
const SEARCH_TIME: Duration = Duration::from_secs(10);
/// A first look, before a proof is tried: most false claims fail early.
const FIRST_INSTANCES: u64 = 2_000;
/// How long the first look may take.
const FIRST_TIME: Duration = Duration::from_millis(500);

/// What the proofs for every binding of the bounded variables say together.
#[derive(Default)]
struct Proofs {
    theorems: Vec<String>,
    /// Of every endless range, so many elements are to be tried; a counterexample, if there is one, is among them.
    count: u64,
    unknown: Option<String>,
}

impl Proofs {
    /// Notes that the elements of a range from `low` to below `end` are to be tried, one at least.
    fn tries(&mut self, low: i64, end: i64) {
        self.count = self.count.max(end.max(low.saturating_add(1)).abs_diff(low));
    }

    fn uses(&mut self, theorem: String) {
        if !self.theorems.contains(&theorem) {
            self.theorems.push(theorem);
        }
    }
}

/// More instances than this are not tried to complete a proof.
const MOST_TRIED: u64 = 20_000_000;

/// Decides an unbounded claim: by proof where one is known, else counterexamples are sought upward.
pub(super) fn check(
    mut search: Search<'_>,
    refute: bool,
    effort: Effort,
    queries: &mut dyn Queries,
) -> Result<ClaimReport, Stop> {
    seek(&mut search, FIRST_INSTANCES, FIRST_TIME, queries)?;
    if search.found.is_some() {
        let mut answer = report(search.statement, refute, Verdict::Refuted, search.instances);
        answer.counterexample = search.found;
        return Ok(answer);
    }
    let reason = match endless_variables(search.statement).filter(|endless| !endless.is_empty()) {
        None => "the proofs do not cover variables without a name".to_owned(),
        Some(endless) => match prove(&search, &endless, queries)? {
            Proofs { unknown: Some(reason), .. } => reason,
            proofs => return settle(search, refute, &proofs, queries),
        },
    };
    if effort == Effort::Full {
        seek(&mut search, SEARCH_INSTANCES, SEARCH_TIME, queries)?;
    }
    let mut answer = report(search.statement, refute, Verdict::Refuted, search.instances);
    answer.counterexample = search.found;
    if answer.counterexample.is_none() {
        // How many fit into the time differs from run to run.
        let sought =
            if answer.instances < SEARCH_INSTANCES { "in 10 s" } else { "among the first 1,000,000 instances" };
        let reason = format!("no counterexample {sought}, and {reason}");
        answer.verdict = Verdict::Undecided { reason };
    }
    Ok(answer)
}

/// Asks for a proof for every binding of the variables before the last endless one. Those without an end among them are
/// bound to every residue: beyond some value nothing else matters.
fn prove(search: &Search<'_>, endless: &[Endless<'_>], queries: &mut dyn Queries) -> Result<Proofs, Stop> {
    let mut proofs = Proofs::default();
    let mut frame = Frame::new(search.statement.frame_size);
    let _: ControlFlow<()> = prove_from(search, endless, 0, &mut frame, queries, &mut proofs)?;
    let tries = u32::try_from(endless.len()).ok().and_then(|k| proofs.count.checked_pow(k));
    if endless.len() > 1 && proofs.unknown.is_none() && tries.is_none_or(|tries| tries > MOST_TRIED) {
        proofs.unknown = Some("its variables have too many residues together for a proof by cases".to_owned());
    }
    Ok(proofs)
}

/// Binds the endless variable `which` and those after it.
fn prove_from(
    search: &Search<'_>,
    endless: &[Endless<'_>],
    which: usize,
    frame: &mut Frame,
    queries: &mut dyn Queries,
    proofs: &mut Proofs,
) -> Result<ControlFlow<()>, Stop> {
    let (statement, machine) = (search.statement, search.machine);
    let Some(this) = endless.get(which) else { return Ok(ControlFlow::Continue(())) };
    let from = which.checked_sub(1).map_or(0, |before| endless[before].at + 1);
    let mut flow = ControlFlow::Continue(());
    machine.for_each_binding(&statement.binders[from..this.at], frame, queries, &mut |frame, queries| {
        let Some(low) = machine.eval(this.low, frame, queries)?.as_i64() else {
            proofs.unknown = Some("the proofs do not cover a range that starts at no small integer".to_owned());
            return Ok(ControlFlow::Break(()));
        };
        if which + 1 == endless.len() {
            match decide(statement, search.body, this, low, machine, frame, queries)? {
                Decision::TrueBeyond { verify_to, theorem } => {
                    proofs.uses(theorem);
                    proofs.tries(low, verify_to);
                }
                Decision::FalseBelow { bound } => proofs.tries(low, bound),
                Decision::Unknown(reason) => proofs.unknown = Some(reason),
            }
        } else {
            match recurrence(statement, search.body, this, machine, frame, queries)? {
                Ok((start, period, theorem)) => {
                    proofs.uses(theorem);
                    let end = i64::try_from(start.max(i128::from(low)) + period).unwrap_or(i64::MAX);
                    proofs.tries(low, end);
                    if end.abs_diff(low) > MOST_TRIED {
                        proofs.unknown = Some("a variable has too many residues for a proof by cases".to_owned());
                    }
                    let mut n = low;
                    while n < end && proofs.unknown.is_none() {
                        frame.set(this.slot, Value::int(n));
                        flow = prove_from(search, endless, which + 1, frame, queries, proofs)?;
                        n += 1;
                    }
                }
                Err(reason) => proofs.unknown = Some(reason),
            }
        }
        flow = if proofs.unknown.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        Ok(flow)
    })?;
    Ok(flow)
}

/// Tries every instance that the proofs leave open, in binder order: the least counterexample is among them.
fn settle(
    mut search: Search<'_>,
    refute: bool,
    proofs: &Proofs,
    queries: &mut dyn Queries,
) -> Result<ClaimReport, Stop> {
    search.instances = 0;
    if let Err(stop) = search.run(Some(proofs.count), queries) {
        return Ok(report(search.statement, refute, Verdict::Stopped(stop), search.instances));
    }
    let tried = search.instances;
    let theorems = proofs.theorems.join("; ");
    let theorem = format!("{theorems}; {tried} instance{} tried", if tried == 1 { "" } else { "s" });
    let verdict = match (search.found.is_some(), search.instances) {
        (true, _) => Verdict::Refuted,
        (false, 0) => Verdict::Empty,
        (false, _) => Verdict::Proved { theorem },
    };
    let mut answer = report(search.statement, refute, verdict, search.instances);
    answer.counterexample = search.found;
    Ok(answer)
}

/// Seeks a counterexample upward, over a bound that doubles where several variables are bound.
fn seek(search: &mut Search<'_>, most: u64, time: Duration, queries: &mut dyn Queries) -> Result<(), Stop> {
    let until = Instant::now() + time;
    search.until = Some((most, until));
    let alone = search.statement.binders.first().is_some_and(Binder::is_endless)
        && search.statement.binders.iter().filter(|b| b.is_endless()).count() == 1;
    let mut bound = if alone { most } else { 16.min(most) };
    loop {
        search.instances = 0;
        let left = until.saturating_duration_since(Instant::now());
        let machine = search.machine;
        // An instance that takes long is broken off, too.
        let broken_off = match machine.meter().within(left, || search.run(Some(bound), queries)) {
            Some(result) => result.map(|()| false)?,
            None => true,
        };
        let exhausted = broken_off || search.instances >= most || Instant::now() >= until;
        if search.found.is_some() || exhausted || bound >= most {
            search.until = None;
            return Ok(());
        }
        bound *= 2;
    }
}
