//! Claims with a variable that has no end: proof, counterexample, or neither.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};

use super::automatic::{self, Answer};
use super::check::{Effort, SEARCH_INSTANCES, Search, report};
use super::prove::{Decision, Endless, MOST_TRIED, decide, endless_variables, recurrence};
use super::{ClaimReport, Counterexample, Verdict};
use crate::analysis::model::{Binder, Expr, ExprKind};
use crate::base::Span;
use crate::eval::{Frame, Queries, Stop};
use crate::value::Value;

/// How much work the search for counterexamples may be where no proof decides ([`crate::base::Meter::worked`]): about ten
/// seconds at the most, and everywhere the same.
const SEARCH_WORK: u64 = 50_000_000;
/// A first look, before a proof is tried: most false claims fail early.
const FIRST_INSTANCES: u64 = 2_000;
/// How much work the first look may be.
const FIRST_WORK: u64 = 20_000_000;

/// What the proofs for every binding of the bounded variables say together.
#[derive(Default)]
struct Proofs {
    theorems: BTreeSet<String>,
    /// Which elements of every endless range are to be tried, counted from its first; a counterexample, if there is one,
    /// is among them. Ascending and apart.
    tried: Vec<Range<u64>>,
    unknown: Option<String>,
}

impl Proofs {
    /// Notes that the elements `from..until` of a range that starts at `low` are to be tried.
    fn tries(&mut self, low: i64, from: i64, until: i64) {
        let (mut from, mut until) = (from.abs_diff(low), until.abs_diff(low));
        self.tried.retain(|range| {
            let apart = range.end < from || until < range.start;
            if !apart {
                (from, until) = (from.min(range.start), until.max(range.end));
            }
            apart
        });
        let at = self.tried.partition_point(|range| range.end < from);
        self.tried.insert(at, from..until);
    }

    /// How many elements of each range are tried.
    fn count(&self) -> u64 {
        self.tried.iter().map(|range| range.end - range.start).sum()
    }
}

/// Decides an unbounded claim: by proof where one is known, else counterexamples are sought upward.
pub(super) fn check(
    mut search: Search<'_>,
    refute: bool,
    effort: Effort,
    queries: &mut dyn Queries,
) -> Result<ClaimReport, Stop> {
    seek(&mut search, FIRST_INSTANCES, FIRST_INSTANCES, FIRST_WORK, queries)?;
    if search.found.is_some() {
        let mut answer = report(search.statement, refute, Verdict::Refuted, search.instances);
        answer.counterexample = search.found;
        return Ok(answer);
    }
    let endless = endless_variables(search.statement).filter(|endless| !endless.is_empty());
    let reason = match &endless {
        None => "the proofs do not cover variables without a name".to_owned(),
        Some(endless) => match prove(&search, endless, queries)? {
            Proofs { unknown: Some(reason), .. } => reason,
            proofs => return settle(search, refute, endless, &proofs, queries),
        },
    };
    let (by_automata, place) = match automatic::prove(&search, queries)? {
        Answer::Proved { theorem, empty, grounds } => {
            let verdict = if empty { Verdict::Empty } else { Verdict::Proved { theorem } };
            let mut answer = report(search.statement, refute, verdict, search.instances);
            answer.grounds = Some(grounds);
            return Ok(answer);
        }
        Answer::Refuted(frame) => {
            let mut answer = report(search.statement, refute, Verdict::Refuted, search.instances);
            answer.counterexample = Some(Counterexample { number: 0, ..search.counterexample(frame, queries)? });
            return Ok(answer);
        }
        Answer::Unknown(reason, place) => (reason, place),
    };
    let reason = format!("{reason}; no proof by automata is found, because {by_automata}");
    let mut in_time = true;
    if effort == Effort::Full {
        in_time = seek(&mut search, SEARCH_INSTANCES, SEARCH_INSTANCES, SEARCH_WORK, queries)?;
        let endless = endless.as_deref().unwrap_or_default();
        if search.instances == 0 && passing(&mut search, endless, queries)? == Passing::Never {
            return Ok(report(search.statement, refute, Verdict::Empty, 0));
        }
    }
    let mut answer = report(search.statement, refute, Verdict::Refuted, search.instances);
    answer.counterexample = search.found;
    if answer.counterexample.is_none() {
        let sought = match answer.instances {
            0 => format!("no instance passes its guards {}", looked(in_time)),
            SEARCH_INSTANCES.. => "no counterexample among the first 1,000,000 instances".to_owned(),
            tried => format!("no counterexample among {tried} instances"),
        };
        answer.verdict = Verdict::Undecided { reason: format!("{sought}, and {reason}"), place };
    }
    Ok(answer)
}

/// How far [`seek`] looked, when it came to its end and when its work was spent before.
fn looked(in_time: bool) -> &'static str {
    if in_time { "among the first 1,000,000 values of its variables" } else { "as far as was looked" }
}

/// Asks for a proof for every binding of the variables before the last endless one. Those without an end among them are
/// bound to every residue: beyond some value nothing else matters.
fn prove(search: &Search<'_>, endless: &[Endless<'_>], queries: &mut dyn Queries) -> Result<Proofs, Stop> {
    let mut proofs = Proofs::default();
    let mut frame = Frame::new(search.statement.frame_size);
    let _: ControlFlow<()> = prove_from(search, endless, 0, &mut frame, queries, &mut proofs)?;
    if proofs.tried.is_empty() {
        // One at least, which shows that there are some.
        proofs.tries(0, 0, 1);
    }
    let tries = u32::try_from(endless.len()).ok().and_then(|k| proofs.count().checked_pow(k));
    if proofs.unknown.is_none() && tries.is_none_or(|tries| tries > MOST_TRIED) {
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
                Decision::Tried { ranges, theorems } => {
                    proofs.theorems.extend(theorems);
                    ranges.iter().for_each(|range| proofs.tries(low, range.start, range.end));
                }
                Decision::Unknown(reason) => proofs.unknown = Some(reason),
            }
        } else {
            match recurrence(statement, search.body, this, machine, frame, queries)? {
                Ok((start, period, theorems)) => {
                    proofs.theorems.extend(theorems);
                    let end = i64::try_from(start.max(i128::from(low)) + period).unwrap_or(i64::MAX);
                    proofs.tries(low, low, end.max(low.saturating_add(1)));
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
    endless: &[Endless<'_>],
    proofs: &Proofs,
    queries: &mut dyn Queries,
) -> Result<ClaimReport, Stop> {
    search.instances = 0;
    let mut passes = Passing::Tried;
    let mut run = search.run(Some(&proofs.tried), queries);
    if run.is_ok() && search.instances == 0 {
        // True as far as the proofs go, and perhaps of nothing at all.
        run = passing(&mut search, endless, queries).map(|found| passes = found);
    }
    if let Err(stop) = run {
        return Ok(report(search.statement, refute, Verdict::Stopped(stop), search.instances));
    }
    let tried = match (search.instances, passes) {
        (0, Passing::Unseen { in_time }) => {
            format!("no instance tried, for none passes the guards {}", looked(in_time))
        }
        (1, _) => "1 instance tried".to_owned(),
        (tried, _) => format!("{tried} instances tried"),
    };
    let verdict = match (search.found.is_some(), passes) {
        (true, _) => Verdict::Refuted,
        (false, Passing::Never) => Verdict::Empty,
        (false, _) => Verdict::Proved {
            theorem: format!("{}; {tried}", proofs.theorems.iter().map(String::as_str).collect::<Vec<_>>().join("; ")),
        },
    };
    let mut answer = report(search.statement, refute, verdict, search.instances);
    answer.counterexample = search.found;
    Ok(answer)
}

/// What is known of the instances that pass a claim's guards.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passing {
    /// There are some, and they were tried.
    Tried,
    /// There are none: proved.
    Never,
    /// None was found, and no proof says whether there are any.
    Unseen { in_time: bool },
}

/// Tries instances until one passes the guards, or until a proof says that none ever does.
fn passing(search: &mut Search<'_>, endless: &[Endless<'_>], queries: &mut dyn Queries) -> Result<Passing, Stop> {
    // With `false` to be shown, the counterexamples are just the instances that pass.
    let never = Expr::apart(Span::NONE, ExprKind::Const(Value::Bool(false)));
    let guards = Search { body: &never, instances: 0, found: None, most: None, ..*search };
    let known = !endless.is_empty();
    let proofs = if known { prove(&guards, endless, queries)? } else { Proofs::default() };
    let in_time = if known && proofs.unknown.is_none() {
        search.instances = 0;
        search.run(Some(&proofs.tried), queries)?;
        true
    } else {
        seek(search, 1, SEARCH_INSTANCES, SEARCH_WORK, queries)?
    };
    Ok(match search.instances {
        0 if known && proofs.unknown.is_none() => Passing::Never,
        0 => Passing::Unseen { in_time },
        _ => Passing::Tried,
    })
}

/// Seeks a counterexample upward among `most` instances, over a bound that doubles up to `widest` where several
/// variables are bound; whether that was done before the work was spent.
fn seek(search: &mut Search<'_>, most: u64, widest: u64, work: u64, queries: &mut dyn Queries) -> Result<bool, Stop> {
    let meter = search.machine.meter();
    let end = meter.work().saturating_add(work);
    search.most = Some(most);
    let alone = search.statement.binders.first().is_some_and(Binder::is_endless)
        && search.statement.binders.iter().filter(|b| b.is_endless()).count() == 1;
    let mut bound = if alone { widest } else { 16.min(widest) };
    loop {
        search.instances = 0;
        let left = end.saturating_sub(meter.work());
        // An instance that takes long is broken off, too.
        let ran = meter.within(left, || search.run(Some(std::slice::from_ref(&(0..bound))), queries));
        let spent = ran.transpose()?.is_none() || meter.work() >= end;
        if search.found.is_some() || spent || search.instances >= most || bound >= widest {
            search.most = None;
            return Ok(!spent);
        }
        bound *= 2;
    }
}
