//! The words of evaluation: every fault as a message.

mod affine;
mod answers;
mod rules;
mod said;

pub use answers::*;
pub(super) use said::*;

use crate::analysis::Model;
use crate::analysis::model::Type;
use crate::base::{SourceMap, Span};
use crate::diagnostics::{Diagnostic, codes};
use crate::value::Value;

use super::{Fault, FaultKind, TraceStep};

/// A fault as a message, with the bindings of every enclosing construct.
#[must_use]
pub fn diagnose(fault: &Fault, model: &Model, sources: &SourceMap) -> Diagnostic {
    let said = match &fault.kind {
        FaultKind::Said(said) | FaultKind::OutOfReach(said) => (**said).clone(),
        FaultKind::LeavesDomain { game, place, value } => {
            return rules::leaves_domain(fault, *game, *place, value, model, sources);
        }
        FaultKind::ParamOutside { global, value } => {
            let param = &model.globals[*global as usize];
            let (name, domain) = (&param.name, type_text(param.param.as_ref(), sources));
            Diagnostic::error(
                codes::PARAM_OUTSIDE,
                fault.span,
                format!("{} does not lie in the domain of the parameter `{name}`, {domain}", value.quoted()),
            )
            .at("outside the domain")
            .label(param.span, format!("`{name}` is declared here"))
        }
        FaultKind::ArgumentOutside { function, param, value } => {
            let function = &model.functions[*function as usize];
            let param = &function.params[*param as usize];
            let (name, domain) = (&param.name, type_text(param.ty.as_ref(), sources));
            Diagnostic::error(
                codes::ARGUMENT_OUTSIDE,
                fault.span,
                format!("the argument `{name}` of {} must be {domain}, but it is {}", function.name, value.quoted()),
            )
            .label(param.span, "it is asked for here")
        }
        FaultKind::IndexOutside { index, what, len, list, domain, .. } => {
            index_words(fault.span, index, (what, *len), *list, *domain, sources)
        }
        FaultKind::Cycle { positions, labels } => rules::cycle(fault, positions, labels, model),
        FaultKind::SelfReference { chain, equation } => self_reference(fault.span, chain, *equation),
        FaultKind::WrongEquation { same, position, image, detail, other_right_at } => {
            rules::wrong_equation(fault.span, *same, (position, image), detail, *other_right_at)
        }
        FaultKind::NoForm(error) => Diagnostic::error(codes::NO_CANONICAL_FORM, fault.span, error.to_string()),
        FaultKind::Defect(what) => Diagnostic::error(codes::DEFECT, fault.span, format!("a defect in sgi: {what}")),
    };
    with_trace(said, &fault.trace)
}

/// Adds where it happened to the notes.
fn with_trace(mut said: Diagnostic, trace: &[TraceStep]) -> Diagnostic {
    for step in trace {
        if let Some(text) = step_text(step) {
            said = said.note(text);
        }
    }
    said
}

/// `in move take, with k = 3, from Sub(1)`.
fn step_text(step: &TraceStep) -> Option<String> {
    if step.is_gap() {
        return Some("...".to_owned());
    }
    let mut parts = Vec::new();
    if !step.what.is_empty() {
        parts.push(format!("in {}", step.what));
    }
    if !step.bindings.is_empty() {
        parts.push(format!("with {}", bindings_text(&step.bindings)));
    }
    if let Some(position) = &step.position {
        parts.push(format!("from {position}"));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// `k = 3, i = 0`.
pub(super) fn bindings_text(bindings: &[(std::rc::Rc<str>, Value)]) -> String {
    let texts: Vec<_> = bindings.iter().map(|(name, value)| format!("{name} = {}", shortened(value))).collect();
    texts.join(", ")
}

/// A value as printed inside others, cut short when it is long.
pub(super) fn shortened(value: &Value) -> String {
    let text = value.quoted().to_string();
    if text.chars().count() <= 120 {
        return text;
    }
    text.chars().take(117).chain("...".chars()).collect()
}

/// A type in words, its domains as written.
pub(super) fn type_text(ty: Option<&Type>, sources: &SourceMap) -> String {
    match ty {
        None | Some(Type::Error) => "anything".into(),
        Some(Type::Nat) => "a nat".into(),
        Some(Type::Int) => "an int".into(),
        Some(Type::Bool) => "a bool".into(),
        Some(Type::Text) => "a text".into(),
        Some(Type::Graph) => "a graph".into(),
        Some(Type::Enum(_)) => "a member of its enum".into(),
        Some(Type::Domain(expr)) => in_snippet(expr.span, sources, ""),
        Some(Type::List(inner)) => format!("a list of {}", bare(inner, sources)),
        Some(Type::Bag(inner)) => format!("a bag of {}", bare(inner, sources)),
        Some(Type::Set(inner)) => format!("a set of {}", bare(inner, sources)),
        Some(Type::Tuple(parts)) => {
            let parts: Vec<_> = parts.iter().map(|part| bare(part, sources)).collect();
            format!("a tuple ({})", parts.join(", "))
        }
    }
}

/// A type without its article.
fn bare(ty: &Type, sources: &SourceMap) -> String {
    let text = type_text(Some(ty), sources);
    match text.split_once(' ') {
        Some(("a" | "an", rest)) => rest.to_string(),
        _ => text,
    }
}

/// What is written at a place, on one line and in backquotes, after `prefix`.
fn in_snippet(span: Span, sources: &SourceMap, prefix: &str) -> String {
    format!("{prefix}`{}`", snippet(span, sources))
}

/// What is written at a place, on one line.
pub(super) fn snippet(span: Span, sources: &SourceMap) -> String {
    sources.snippet(span).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn self_reference(span: Span, chain: &[String], equation: bool) -> Diagnostic {
    let first = chain.first().map_or("this", String::as_str);
    let mut said = Diagnostic::error(codes::SELF_REFERENCE, span, format!("`{first}` needs its own value"));
    if chain.len() <= 12 {
        said = said.note(format!("{} -> {first}", chain.join(" -> ")));
    } else {
        let (start, end) = (&chain[..6], &chain[chain.len() - 5..]);
        said = said.note(format!("{} -> ... -> {} -> {first}", start.join(" -> "), end.join(" -> ")));
    }
    said.help(if equation {
        "let the equation lead to what is solved without it: give it a guard, as in `equals if n > 9 G(n - 4)`"
    } else {
        "let every call lead to smaller arguments, and end with an `if` that does not call it again"
    })
}

fn index_words(
    span: Span,
    index: &Value,
    (what, len): (&str, usize),
    list: Span,
    domain: Option<Span>,
    sources: &SourceMap,
) -> Diagnostic {
    let valid = match len {
        0 => "it is empty".to_string(),
        _ => format!("valid: 0..{}", len - 1),
    };
    let said = Diagnostic::error(codes::INDEX_OUTSIDE, span, format!("index {index} is outside this {what} ({valid})"));
    let one_too_far = index.as_i64().and_then(|n| usize::try_from(n).ok()) == Some(len);
    let name = snippet(list, sources);
    match domain {
        Some(domain) if one_too_far && !name.is_empty() => {
            let from = sources.snippet(domain).split("..").next().unwrap_or("0").trim().to_string();
            let strict = format!("`{from}..<len({name})`");
            let said = said.label(domain, "runs one too far");
            match from.as_str() {
                "0" => said.help(format!("write `indices({name})` or {strict}, because `a..b` includes b")),
                "1" => said.help(format!("write `indices({name})` or `0..<len({name})`: indices count from 0")),
                _ => said.help(format!("write {strict}, because `a..b` includes b")),
            }
        }
        Some(domain) => said.label(domain, "the index runs over this"),
        None if one_too_far && !name.is_empty() && snippet(span, sources) == format!("len({name})") => {
            said.help(format!("the last entry is `last({name})`; indices count from 0"))
        }
        None if index.as_i64().is_some_and(|n| n < 0) => {
            said.help(format!("the last entry is `last({name})`; indices count from 0"))
        }
        None => said,
    }
}
