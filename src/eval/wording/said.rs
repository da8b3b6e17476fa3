//! Faults that are said in one sentence where they arise.

use crate::analysis::model::{Expr, ExprKind};
use crate::base::Span;
use crate::cgt::FormError;
use crate::diagnostics::{Code, Diagnostic, codes};
use crate::eval::stop::fault;
use crate::eval::{FaultKind, FoundMove, Stop};
use crate::library::LibraryError;
use crate::number::NumberError;
use crate::value::Value;

use super::shortened;

fn stop(said: Diagnostic) -> Stop {
    fault(said.primary.span, FaultKind::Said(Box::new(said)))
}

#[cold]
fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

/// A move does not lower the measure of its game, whose clause stands at `place`.
#[cold]
pub fn not_lowered(place: Span, found: &FoundMove<'_>, before: &Value, after: &Value) -> Stop {
    let name = &found.clause.name;
    let (before, after) = (shortened(before), shortened(after));
    let message = format!("the move `{name}` does not lower the measure: it is {before} before and {after} after");
    let said = error(codes::NOT_LOWERED, found.clause.target.span, message);
    stop(
        said.at(format!("its measure is {after}"))
            .label(place, "every move must lower this")
            .help("write a `measure` that every move lowers, or leave it out: it says that play comes to an end"),
    )
}

/// What cannot happen.
#[cold]
pub fn defect(span: Span, what: &'static str) -> Stop {
    fault(span, FaultKind::Defect(what))
}

#[cold]
pub fn too_deep(span: Span, limit: u32) -> Stop {
    let said = error(codes::TOO_MANY_CALLS, span, format!("more than {limit} calls are nested here"));
    stop(said.help("let the function come to an end: an `if` that does not call it again"))
}

#[cold]
pub fn unexpected(span: Span, wanted: &str, value: &Value) -> Stop {
    let message = format!("expected {wanted}, this is {}: {}", value.kind_name(), shortened(value));
    stop(error(codes::UNEXPECTED_KIND, span, message))
}

#[cold]
pub fn pattern_length(span: Span, wanted: usize, value: &Value) -> Stop {
    stop(error(
        codes::UNEXPECTED_KIND,
        span,
        format!("this binds {wanted} names, but the value is {}", shortened(value)),
    ))
}

#[cold]
pub fn no_operator(span: Span, op: &str, left: &Value, right: &Value) -> Stop {
    let (a, b) = (left.kind_name(), right.kind_name());
    let said = error(codes::UNEXPECTED_KIND, span, format!("`{op}` does not work between {a} and {b}"));
    stop(said.note(format!("the values are {} and {}", shortened(left), shortened(right))))
}

#[cold]
pub fn index_outside(
    span: Span,
    index: Value,
    (what, len): (&'static str, usize),
    index_expr: &Expr,
    list: &Expr,
) -> Stop {
    let slot = if let ExprKind::Local(slot) = index_expr.kind { Some(slot) } else { None };
    fault(span, FaultKind::IndexOutside { index, what, len, list: list.span, slot, domain: None })
}

#[cold]
pub fn changed_twice(span: Span, index: usize, first: &Value, second: &Value) -> Stop {
    let message = format!("entry {index} is given two values at once, {} and {}", shortened(first), shortened(second));
    let said = error(codes::CHANGED_TWICE, span, message);
    stop(said.help("all values in one `with` are computed from the old list: chain two, `(h with [i: a]) with [j: b]`"))
}

#[cold]
pub fn no_field(span: Span, value: &Value, name: &str) -> Stop {
    let known: Vec<&str> = match value {
        Value::Move(record) => {
            let fixed = ["name", "component", "result", "to", "side"];
            fixed.into_iter().chain(record.bindings.iter().map(|(name, _)| &**name)).collect()
        }
        Value::Edge(_) => vec!["u", "v", "label"],
        Value::Period(_) => vec!["preperiod", "period", "saltus", "exceptions"],
        _ => Vec::new(),
    };
    let message = match value {
        Value::Move(record) => format!("the move {} has no variable `{name}`", record.label),
        other => format!("{} has no field `{name}`", other.kind_name()),
    };
    let said = error(codes::NO_FIELD, span, message);
    stop(if known.is_empty() { said } else { said.note(format!("it has {}", known.join(", "))) })
}

#[cold]
pub fn no_label(span: Span, edge: &Value) -> Stop {
    let said = error(codes::NO_FIELD, span, format!("the edge {edge} has no label"));
    stop(said.help("give it one in the graph, for example `0--1: blue`"))
}

#[cold]
pub fn of_nothing(span: Span, name: &str) -> Stop {
    let said = error(codes::OF_NOTHING, span, format!("`{name}` of nothing has no value"));
    stop(said.help(format!("give it something to start from, for example `{name}([0] ++ [...])`, or guard it")))
}

#[cold]
pub fn not_whole(span: Span, value: &Value) -> Stop {
    if !matches!(value, Value::Number(_)) {
        return unexpected(span, "an integer", value);
    }
    let said = error(codes::NOT_WHOLE, span, format!("an integer is needed here, but this is {}", shortened(value)));
    stop(said.help("write `//` for division that rounds down, or `floor(...)`"))
}

#[cold]
pub fn not_natural(span: Span, value: &Value) -> Stop {
    if !matches!(value, Value::Number(n) if n.is_integer()) {
        return not_whole(span, value);
    }
    let message = format!("a number 0, 1, 2, ... is needed here, but this is {}", shortened(value));
    stop(error(codes::NOT_NATURAL, span, message))
}

#[cold]
pub fn too_many(span: Span, value: &Value) -> Stop {
    let which = if matches!(value, Value::Number(n) if n.signum() < 0) { "small" } else { "large" };
    stop(error(codes::TOO_LARGE_NUMBER, span, format!("{} is too {which} here", shortened(value))))
}

#[cold]
pub fn too_often(span: Span) -> Stop {
    stop(error(codes::TOO_LARGE_NUMBER, span, "a component occurs too often in this sum"))
}

#[cold]
pub fn too_many_elements(span: Span) -> Stop {
    stop(error(codes::TOO_LARGE_NUMBER, span, "this set would have too many elements"))
}

#[cold]
pub fn endless(span: Span) -> Stop {
    let said = error(codes::NO_END, span, "this range has no end");
    stop(said.help("give an upper bound, for example `1..n`"))
}

#[cold]
pub fn infinite_type(span: Span) -> Stop {
    stop(error(codes::TOO_LARGE_NUMBER, span, "the domain of this set is not finite, or far too large"))
}

#[cold]
pub fn number_error(problem: &NumberError, op: &str, left: &Value, right: &Value, first: Span, last: Span) -> Stop {
    let span = first.to(last);
    let both = format!("{} {op} {}", shortened(left), shortened(right));
    match problem {
        NumberError::DivisionByZero => stop(
            error(codes::DIVISION_BY_ZERO, span, "division by zero")
                .label(last, "this is 0")
                .help("put a guard before it, or `if d == 0 then ... else ...`"),
        ),
        NumberError::MixedRadicands(a, b) => stop(
            error(codes::MIXED_RADICANDS, span, format!("{a} and {b} do not fit together exactly"))
                .label(first, shortened(left))
                .label(last, shortened(right))
                .note("two square roots share a field when their product is a square, as with sqrt(2) and sqrt(8)"),
        ),
        NumberError::NotInteger => {
            let wrong = if matches!(left, Value::Number(n) if !n.is_integer()) { (first, left) } else { (last, right) };
            not_whole(wrong.0, wrong.1)
        }
        NumberError::Negative => {
            let wrong = if matches!(left, Value::Number(n) if n.signum() < 0) { (first, left) } else { (last, right) };
            not_natural(wrong.0, wrong.1)
        }
        NumberError::TooLarge => stop(
            error(codes::TOO_LARGE_NUMBER, span, format!("the result of `{op}` is too large"))
                .note("an integer has at most 2^26 bits, about 20 million digits"),
        ),
        NumberError::NotRational => stop(error(codes::LIBRARY, span, format!("`{both}` needs rational numbers"))),
        NumberError::Zero => {
            stop(error(codes::DIVISION_BY_ZERO, span, format!("`{both}` needs a number other than 0")))
        }
    }
}

#[cold]
pub fn library(span: Span, name: &str, problem: LibraryError) -> Stop {
    match problem {
        LibraryError::Limit(exceeded) => Stop::Limit(exceeded),
        LibraryError::Nothing => of_nothing(span, name),
        LibraryError::IndexOutside { index, len } => fault(
            span,
            FaultKind::IndexOutside { index, what: "list", len, list: Span::NONE, slot: None, domain: None },
        ),
        LibraryError::Said { message, help } => {
            let said = error(codes::LIBRARY, span, format!("`{name}`: {message}"));
            stop(match help {
                Some(help) => said.help(help),
                None => said,
            })
        }
    }
}

#[cold]
pub fn form_text(span: Span, text: &str, problem: &FormError) -> Stop {
    let FormError::NotRead { at } = problem else { return form(span, problem) };
    let message = match text.get(*at..).unwrap_or("") {
        "" => "this text ends before the value is complete".to_owned(),
        rest => format!("this text is no value: cannot read `{}`", rest.chars().take(20).collect::<String>()),
    };
    stop(error(codes::ARGUMENT_OUTSIDE, span, message).help(
        "values are written `3/4`, `*2`, `^` (up), `v` (down), `^2*`, `^[2]`, `+-1`, `{2|0}`, `{0||0|-2}`, `Tiny(2)`, `2+Miny(1)`",
    ))
}

#[cold]
pub fn form(span: Span, problem: &FormError) -> Stop {
    match problem {
        FormError::Limit(exceeded) => Stop::Limit(*exceeded),
        FormError::NotAllSmall | FormError::BelowZero => {
            stop(error(codes::ARGUMENT_OUTSIDE, span, problem.to_string()))
        }
        other => stop(error(codes::TOO_LARGE_NUMBER, span, other.to_string())),
    }
}
