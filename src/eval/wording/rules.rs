//! Faults of the rules: leaving the domain, repetitions, wrong equations.

use crate::analysis::Model;
use crate::analysis::model::{Binder, ExprKind, Field, Move, Pattern, Type};
use crate::analysis::visit;
use crate::base::{SourceMap, Span};
use crate::diagnostics::{Diagnostic, codes};
use crate::eval::{Fault, TraceStep};
use crate::value::Value;

use super::{affine, shortened, snippet, step_text, type_text};

pub(super) fn leaves_domain(
    fault: &Fault,
    game: u32,
    place: u32,
    value: &Value,
    model: &Model,
    sources: &SourceMap,
) -> Diagnostic {
    let rules = &model.games[game as usize];
    let Some(field) = rules.rule_params.iter().chain(&rules.fields).nth(place as usize) else {
        return Diagnostic::error(
            codes::LEAVES_DOMAIN,
            fault.span,
            format!("this leaves the domain of {}", rules.name),
        );
    };
    let step = fault.trace.iter().find_map(|step| Some((step, clause_of(step, model)?)));
    let domain = type_text(field.ty.as_ref(), sources);
    let who = match step {
        Some((_, clause)) => format!("move `{}`", clause.name),
        None => "this position".into(),
    };
    let whole = matches!(field.ty, Some(Type::Nat | Type::Int))
        || field.ty.as_ref().is_some_and(|ty| matches!(ty, Type::Domain(_)));
    let what = if whole {
        format!("{} would be {}", field.name, shortened(value))
    } else {
        format!("{} would hold {}", field.name, shortened(value))
    };
    let message = format!("{who} leaves the domain of {}: {what}", rules.name);
    let mut said =
        Diagnostic::error(codes::LEAVES_DOMAIN, fault.span, message).at(format!("{} must be {domain}", field.name));
    let mut guard = None;
    if let Some((step, clause)) = step {
        for (name, span, shown) in variables_in(clause, step, fault.span, model) {
            said = said.label(span, format!("{name} = {shown}"));
        }
        let nat = matches!(field.ty, Some(Type::Nat));
        guard = nat.then(|| affine::guard(clause, fault.span, sources)).flatten();
        guard = guard.or_else(|| inside_domain(field, fault.span, sources));
    }
    for step in &fault.trace {
        match clause_of(step, model) {
            Some(clause) => {
                let from = step.position.as_deref().unwrap_or("a position");
                said = said.note(format!("reached from {from} by {}", label(clause, step)));
            }
            None => said.notes.extend(step_text(step)),
        }
    }
    let fraction = matches!(value, Value::Number(number) if !number.is_integer());
    match (guard, step) {
        _ if fraction => said.help("write `//` for division that rounds down, or a guard that leaves whole numbers"),
        (Some(guard), _) => said.help(format!("add `if {guard}`")),
        (None, Some(_)) => said.help("add a guard, `if ...`, so that the move is only made inside the domain"),
        (None, None) => said,
    }
}

/// `p + 1 in 0..5`, where the domain is the same for every position.
fn inside_domain(field: &Field, value: Span, sources: &SourceMap) -> Option<String> {
    let Some(Type::Domain(domain)) = &field.ty else { return None };
    let mut fixed = true;
    visit::walk(domain, &mut |e| fixed &= !matches!(e.kind, ExprKind::Local(_) | ExprKind::Lazy { .. }));
    let text = snippet(value, sources);
    (fixed && !text.is_empty() && text.len() <= 60).then(|| format!("{text} in {}", snippet(domain.span, sources)))
}

/// The move that a step of a trace is about.
fn clause_of<'m>(step: &TraceStep, model: &'m Model) -> Option<&'m Move> {
    let clauses = model.games.iter().flat_map(|game| &game.moves);
    step.what.starts_with("move ").then(|| clauses.into_iter().find(|clause| clause.span == step.span)).flatten()
}

/// `take(k=3)`.
fn label(clause: &Move, step: &TraceStep) -> String {
    let shown = |(name, value): &(std::rc::Rc<str>, Value)| {
        let is_in = clause.variables.iter().any(|(variable, _, is_in)| *is_in && variable == name);
        is_in.then(|| format!("{name}={}", shortened(value)))
    };
    let parts: Vec<_> = step.bindings.iter().filter_map(shown).collect();
    if parts.is_empty() { clause.name.to_string() } else { format!("{}({})", clause.name, parts.join(", ")) }
}

/// The `in` variables of a clause that the expression at `span` mentions: name, place of the domain, value.
fn variables_in(clause: &Move, step: &TraceStep, span: Span, model: &Model) -> Vec<(String, Span, String)> {
    let _ = model;
    let mentioned = affine::slots_at(&clause.target, span);
    let mut found = Vec::new();
    for binder in &clause.binders {
        let Binder::In { pattern, domain } = binder else { continue };
        for (slot, name) in slots(pattern) {
            let value = step.bindings.iter().find(|(bound, _)| **bound == *name);
            if let Some((_, value)) = value
                && mentioned.contains(&slot)
            {
                found.push((name.to_string(), domain.span, shortened(value)));
            }
        }
    }
    found
}

fn slots(pattern: &Pattern) -> Vec<(u32, &str)> {
    match pattern {
        Pattern::Slot(slot, name) => vec![(*slot, name)],
        Pattern::Ignore => Vec::new(),
        Pattern::Tuple(parts, _) => parts.iter().flat_map(slots).collect(),
    }
}

pub(super) fn cycle(fault: &Fault, positions: &[String], labels: &[String], model: &Model) -> Diagnostic {
    let mut trace = String::new();
    for (position, label) in positions.iter().zip(labels) {
        trace.push_str(position);
        trace.push_str(" --");
        trace.push_str(label);
        trace.push_str("--> ");
    }
    trace.push_str(positions.first().map_or("", String::as_str));
    let message = "this game can repeat a position, so it has no Sprague–Grundy values";
    let name = positions.first().map_or("", |p| p.split(['(', '[']).next().unwrap_or(""));
    let game = model.games.iter().find(|game| *game.name == *name);
    let name = game.map_or("NAME", |_| name);
    // The first move that leads round, where its game has just one of that name.
    let label = labels.first().map_or("", |label| label.split('(').next().unwrap_or(""));
    let mut moves = game.iter().flat_map(|game| &game.moves).filter(|m| *m.name == *label);
    let said = match (moves.next(), moves.next()) {
        (Some(first), None) => Diagnostic::error(codes::REPETITION, first.span, message).at("this move leads round"),
        _ => Diagnostic::error(codes::REPETITION, fault.span, message),
    };
    let said = said.note(trace);
    // A move that takes nothing shows as a variable 0 in a cycle of one step.
    let takes_nothing = labels.len() == 1 && labels[0].contains("=0");
    if takes_nothing {
        said.help(format!("start the range at 1, or write `loopy game {name}` if positions may repeat"))
    } else {
        said.help(format!(
            "make every move get closer to the end, or write `loopy game {name}` if positions may repeat"
        ))
    }
}

pub(super) fn wrong_equation(
    span: Span,
    same: bool,
    (position, image): (&str, &str),
    detail: &[String],
    other_right_at: u64,
) -> Diagnostic {
    let (code, message) = if same {
        (codes::NOT_THE_SAME, "the two positions do not have the same options")
    } else {
        (codes::NOT_EQUAL, "the two positions do not have the same value")
    };
    let mut said = Diagnostic::error(code, span, message).note(format!("{position} becomes {image}"));
    for line in detail.iter().filter(|line| *line != message) {
        said = said.note(line.clone());
    }
    if same && other_right_at > 0 {
        let positions =
            if other_right_at == 1 { "the 1 position".into() } else { format!("all {other_right_at} positions") };
        return said.help(format!("their *values* agree at {positions} checked: write `equals`"));
    }
    said
}
