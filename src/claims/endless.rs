//! Claims with a variable that has no end: proof, counterexample, or neither.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::check::{SEARCH_INSTANCES, Search, report};
use super::prove::{Decision, Endless, decide, endless_variable};
use super::{ClaimReport, Verdict};
use crate::analysis::model::Binder;
use crate::eval::{Frame, Queries, Stop};

/// How long counterexamples are sought where no proof decides: the words below say so.
const SEARCH_TIME: Duration = Duration::from_secs(10);
/// A first look, before a proof is tried: most false claims fail early.
const FIRST_INSTANCES: u64 = 2_000;
/// How long the first look may take.
const FIRST_TIME: Duration = Duration::from_millis(500);

/// What the proofs for every binding of the bounded variables say together.
#[derive(Default)]
struct Proofs {
    theorem: String,
    /// Every instance below this has to be tried.
    verify_to: i64,
    /// A counterexample lies below this.
    false_below: Option<i64>,
    unknown: Option<String>,
}

/// Decides an unbounded claim: by proof where one is known, else counterexamples are sought upward.
pub(super) fn check(mut search: Search<'_>, refute: bool, queries: &mut dyn Queries) -> Result<ClaimReport, Stop> {
    seek(&mut search, FIRST_INSTANCES, FIRST_TIME, queries)?;
    if search.found.is_some() {
        let mut answer = report(search.statement, refute, Verdict::Refuted, search.instances);
        answer.counterexample = search.found;
        return Ok(answer);
    }
    let mut reason = "the proofs do not cover several variables without an end".to_owned();
    if let Some(endless) = endless_variable(search.statement) {
        let proofs = prove(&search, &endless, queries)?;
        match proofs.unknown {
            Some(why) => reason = why,
            None => return settle(search, refute, &endless, &proofs, queries),
        }
    }
    seek(&mut search, SEARCH_INSTANCES, SEARCH_TIME, queries).map(|()| {
        let mut answer = report(search.statement, refute, Verdict::Refuted, search.instances);
        answer.counterexample = search.found;
        if answer.counterexample.is_none() {
            // How many fit into the time differs from run to run.
            let sought =
                if answer.instances < SEARCH_INSTANCES { "in 10 s" } else { "among the first 1,000,000 instances" };
            let reason = format!("no counterexample {sought}, and {reason}");
            answer.verdict = Verdict::Undecided { reason };
        }
        answer
    })
}

/// Asks for a proof for every binding of the variables before the endless one.
fn prove(search: &Search<'_>, endless: &Endless<'_>, queries: &mut dyn Queries) -> Result<Proofs, Stop> {
    let mut proofs = Proofs { verify_to: i64::MIN, ..Proofs::default() };
    let (statement, machine) = (search.statement, search.machine);
    let mut frame = Frame::new(statement.frame_size);
    machine.for_each_binding(&statement.binders[..endless.at], &mut frame, queries, &mut |frame, queries| {
        let Some(low) = machine.eval(endless.low, frame, queries)?.as_i64() else {
            proofs.unknown = Some("the proofs do not cover a range that starts at no small integer".to_owned());
            return Ok(ControlFlow::Break(()));
        };
        match decide(statement, search.body, endless, low, machine, frame, queries)? {
            Decision::TrueBeyond { verify_to, theorem } => {
                proofs.verify_to = proofs.verify_to.max(verify_to);
                if !proofs.theorem.contains(&theorem) {
                    let joint = if proofs.theorem.is_empty() { "" } else { "; " };
                    proofs.theorem = format!("{}{joint}{theorem}", proofs.theorem);
                }
            }
            Decision::FalseBelow { bound } => {
                let below = proofs.false_below.map_or(bound, |b| b.max(bound));
                proofs.false_below = Some(below);
            }
            Decision::Unknown(reason) => {
                proofs.unknown = Some(reason);
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(proofs)
}

/// Tries every instance that the proofs leave open, in binder order: the least counterexample is among them.
fn settle(
    mut search: Search<'_>,
    refute: bool,
    endless: &Endless<'_>,
    proofs: &Proofs,
    queries: &mut dyn Queries,
) -> Result<ClaimReport, Stop> {
    let machine = search.machine;
    let mut below = proofs.false_below.unwrap_or(i64::MIN).max(proofs.verify_to);
    let mut frame = Frame::new(search.statement.frame_size);
    // Ranges may start at different places: `below` is where the last of them ends.
    let mut count = 0u64;
    let binders = &search.statement.binders[..endless.at];
    machine.for_each_binding(binders, &mut frame, queries, &mut |frame, queries| {
        if let Some(low) = machine.eval(endless.low, frame, queries)?.as_i64() {
            below = below.max(low + 1);
            count = count.max(below.abs_diff(low));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    search.instances = 0;
    if let Err(stop) = search.run(Some(count), queries) {
        return Ok(report(search.statement, refute, Verdict::Stopped(stop), search.instances));
    }
    let tried = search.instances;
    let theorem = format!("{}; {tried} instance{} tried", proofs.theorem, if tried == 1 { "" } else { "s" });
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
