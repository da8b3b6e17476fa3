//! The driver's words: limits, refuted claims, wrong definitions.

use crate::analysis::model::{Binder, Model, Statement};
use crate::base::{Exceeded, Limits, SourceMap, Span};
use crate::claims::{ClaimReport, Counterexample, Verdict};
use crate::diagnostics::{Code, Diagnostic, codes};
use crate::eval::{FaultKind, Stop, wording};
use crate::report::{count, instances, ordinal};

use super::Exit;

/// What has been said already: each limit is told once.
#[derive(Debug, Default)]
pub(super) struct Said {
    limits: Vec<Exceeded>,
}

impl Said {
    /// Whether a limit was reached, and told.
    pub fn met_a_limit(&self) -> bool {
        !self.limits.is_empty()
    }

    /// Words for why an evaluation ended; `None` when they were said before.
    pub fn stop(
        &mut self,
        stop: &Stop,
        statement: Option<&Statement>,
        limits: &Limits,
        model: &Model,
        map: &SourceMap,
    ) -> Option<Diagnostic> {
        match stop {
            Stop::Fault(fault) => Some(wording::diagnose(fault, model, map)),
            Stop::Limit(exceeded) => {
                if self.limits.contains(exceeded) {
                    return None;
                }
                self.limits.push(*exceeded);
                let place = statement.map_or(Span::NONE, |s| if s.name_span.is_none() { s.span } else { s.name_span });
                Some(limit(*exceeded, place, limits))
            }
        }
    }
}

/// How a run ends that was stopped so.
pub(super) fn exit_of(stop: &Stop) -> Exit {
    match stop {
        Stop::Limit(Exceeded::Interrupted) => Exit::Interrupted,
        Stop::Limit(_) => Exit::Undecided,
        Stop::Fault(fault) => match fault.kind {
            FaultKind::Defect(_) => Exit::Defect,
            FaultKind::OutOfReach(_) => Exit::Undecided,
            _ => Exit::Fault,
        },
    }
}

/// Whether nothing more can be done after this.
pub(super) fn ends_the_run(stop: &Stop) -> bool {
    matches!(stop, Stop::Limit(Exceeded::Interrupted | Exceeded::Time))
}

/// A limit in a few words: "the limit of 1,000 states was reached".
pub(super) fn limit_words(exceeded: Exceeded, limits: &Limits) -> String {
    match exceeded {
        Exceeded::States => format!("the limit of {} states was reached", count(limits.max_states)),
        Exceeded::Memory => format!("the limit of {} MiB of memory was reached", count(limits.max_memory >> 20)),
        Exceeded::Time => match limits.timeout {
            Some(time) => format!("the time limit of {time:?} was reached"),
            None => "the time limit was reached".to_owned(),
        },
        Exceeded::Interrupted => "the run was interrupted".to_owned(),
    }
}

fn limit(exceeded: Exceeded, place: Span, limits: &Limits) -> Diagnostic {
    let (code, help): (Code, &str) = match exceeded {
        Exceeded::States => {
            (codes::TOO_MANY_STATES, "allow more with `--max-states`, or start from a smaller position")
        }
        Exceeded::Memory => (
            codes::TOO_MUCH_MEMORY,
            "allow more with `--max-memory`, for example `8G`, or start from a smaller position",
        ),
        Exceeded::Time => (codes::TIMED_OUT, "allow more with `--timeout`, or narrow the ranges"),
        Exceeded::Interrupted => (codes::INTERRUPTED, "what was found out before stands above"),
    };
    Diagnostic::error(code, place, limit_words(exceeded, limits)).help(help)
}

/// `-D` names a parameter that does not exist.
pub(super) fn unknown_param(name: &str, span: Span, near: Option<&str>, model: &Model) -> Diagnostic {
    let said = Diagnostic::error(codes::UNKNOWN_PARAM, span, format!("the file has no parameter `{name}`"));
    let all: Vec<String> = model.globals.iter().filter(|g| g.settable).map(|g| format!("`{}`", g.name)).collect();
    match near {
        Some(near) => said.help(format!("did you mean `{near}`?")),
        None if all.is_empty() => said.note("it has no parameters at all"),
        None => said.note(format!("its parameters are {}", all.join(", "))),
    }
}

/// `n in 0..100, m in 1..5`, as written.
pub(super) fn ranges(report: &ClaimReport, map: &SourceMap) -> String {
    let entries = report.ranges.iter().map(|(name, span)| {
        let domain = map.snippet(*span).split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{name} in {domain}")
    });
    entries.collect::<Vec<_>>().join(", ")
}

/// The annotated source of a claim that is not as stated; `None` when there is nothing to say.
pub(super) fn verdict(statement: &Statement, report: &ClaimReport, range: &str) -> Option<Diagnostic> {
    let name = &statement.name;
    let place = statement.name_span;
    let range = if range.is_empty() { String::new() } else { format!(" ({range})") };
    match (&report.verdict, report.refute) {
        (Verdict::Refuted, false) => {
            let said = Diagnostic::error(codes::CLAIM_REFUTED, place, format!("the claim `{name}` is false"));
            let said = match &report.counterexample {
                Some(found) => with_counterexample(said, statement, found, report.total),
                None => said,
            };
            Some(said.note("to keep it as a known counterexample, write `refute` instead of `claim`"))
        }
        (Verdict::Holds, true) => Some(
            Diagnostic::error(codes::REFUTE_FOUND_NOTHING, place, format!("`refute {name}` found no counterexample"))
                .note(format!("the statement holds for all {}{range}", instances(report.instances)))
                .help("write `claim` instead of `refute`, or widen the ranges"),
        ),
        (Verdict::Proved { theorem }, true) => Some(
            Diagnostic::error(codes::REFUTE_FOUND_NOTHING, place, format!("`refute {name}` has no counterexample"))
                .note(format!("the statement is proved: {theorem}"))
                .help("write `claim` instead of `refute`"),
        ),
        (Verdict::Empty, refute) => {
            let word = if refute { "refute" } else { "claim" };
            Some(
                Diagnostic::error(codes::CHECKED_NOTHING, place, format!("`{word} {name}` checked nothing"))
                    .note(format!("no instance passes its guards{range}"))
                    .help("widen the ranges, or loosen the guard"),
            )
        }
        _ => None,
    }
}

fn with_counterexample(
    mut said: Diagnostic,
    statement: &Statement,
    found: &Counterexample,
    total: Option<u64>,
) -> Diagnostic {
    for side in &found.sides {
        said = said.label(side.span, format!("this is {}", side.value.quoted()));
    }
    let bindings = found.bindings.iter().map(|(name, value)| format!("{name} = {}", value.quoted()));
    let bindings = bindings.collect::<Vec<_>>().join(", ");
    if bindings.is_empty() {
        return said;
    }
    let which = match total {
        Some(total) => format!("{} of {}", ordinal(found.number), instances(total)),
        None if found.number == 0 => "found by a proof".to_owned(),
        None => format!("instance {}", count(found.number)),
    };
    // Several variables, some without an end, are tried in boxes that grow: nothing is first in binder order there.
    let boxes = found.number > 0
        && statement.binders.iter().any(Binder::is_endless)
        && statement.binders.iter().filter(|binder| matches!(binder, Binder::In { .. })).count() > 1;
    let rank = if boxes { "the smallest of its box; boxes grow" } else { "the smallest in binder order" };
    said.note(format!("counterexample: {bindings} ({which}; {rank})"))
}
