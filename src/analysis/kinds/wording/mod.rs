//! What is said about kinds.

mod operators;
mod positions;

pub(super) use operators::*;
pub(super) use positions::*;

use super::kind::Kind;
use crate::analysis::model::{Expr, ExprKind};
use crate::base::Span;
use crate::diagnostics::{Code, Diagnostic, codes};

fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

/// "this is a number", for the primary label.
fn this_is(kind: &Kind) -> String {
    format!("this is {}", kind.describe())
}

/// A text with brackets around it, unless it is one operand.
pub(super) fn bracketed(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let inner = text.trim_end_matches(')');
    let call = text.ends_with(')') && inner.chars().take_while(|c| plain(*c)).count() > 0 && !text.contains(' ');
    if text.chars().all(plain) || call { text.to_owned() } else { format!("({text})") }
}

pub(super) fn pattern(count: usize, kind: &Kind, place: Span, value: Span) -> Diagnostic {
    let message = match kind {
        Kind::Tuple(entries) => format!("{count} names for a tuple of {}", entries.len()),
        other => format!("{count} names need a tuple of {count}, but this is {}", other.describe()),
    };
    error(codes::PATTERN, place, message).label(value, this_is(kind))
}

pub(super) fn range_in_literal(range: Span, whole: Span, set: bool, parts: &[(String, bool)]) -> Diagnostic {
    let help = match parts {
        [(only, _)] if set => format!("write `{only}`: a range is a set already"),
        [(only, _)] => format!("write `[i for i in {only}]`"),
        _ => {
            let mut groups: Vec<String> = Vec::new();
            let mut open: Vec<&str> = Vec::new();
            let (left, right, join) = if set { ('{', '}', " | ") } else { ('[', ']', " ++ ") };
            for (text, is_range) in parts {
                if !is_range {
                    open.push(text);
                    continue;
                }
                if !open.is_empty() {
                    groups.push(format!("{left}{}{right}", open.join(", ")));
                    open.clear();
                }
                groups.push(if set { format!("({text})") } else { format!("[i for i in {text}]") });
            }
            if !open.is_empty() {
                groups.push(format!("{left}{}{right}", open.join(", ")));
            }
            format!("write `{}`", groups.join(join))
        }
    };
    let what = if set { "set" } else { "list" };
    error(
        codes::RANGE_IN_LITERAL,
        range,
        format!("a range is a set of numbers, so here it would be one element of the {what}"),
    )
    .label(whole, format!("in this {what}"))
    .help(help)
}

pub(super) fn end_of_range(e: &Expr, kind: &Kind, text: &str) -> Diagnostic {
    let said =
        error(codes::WRONG_KIND, e.span, format!("a range runs between numbers, but this is {}", kind.describe()));
    // `X & 1..n` reads `(X & 1)..n`.
    match kind {
        Kind::Set(_) => {
            said.note("`..` binds looser than `|`, `&`, `+` and `-`").help("put the range in brackets: `(1..n)`")
        }
        Kind::List(_) => {
            said.help(format!("for the indices of a list write `indices({text})`; its length is `len({text})`"))
        }
        _ => said,
    }
}

pub(super) fn not_an_integer(span: Span, what: &str, a: &str, b: &str) -> Diagnostic {
    error(codes::NOT_AN_INTEGER, span, format!("{what} must be an integer, but `{a} / {b}` is none"))
        .note("`/` divides exactly, `//` rounds down")
        .help(format!("write `{a} // {b}`"))
}

/// `takes` says what is right: "an index is a number".
pub(super) fn wanted(span: Span, takes: &str, kind: &Kind) -> Diagnostic {
    error(codes::WRONG_KIND, span, format!("{takes}, but this is {}", kind.describe()))
}

pub(super) fn condition(e: &Expr, kind: &Kind, text: &str) -> Diagnostic {
    // `x if c else y` and the like have brackets of their own.
    let text = match e.kind {
        ExprKind::If { .. } => format!("({text})"),
        _ => text.to_owned(),
    };
    condition_at(e.span, kind, &text)
}

pub(super) fn condition_at(span: Span, kind: &Kind, text: &str) -> Diagnostic {
    let said = error(codes::NO_CONDITION, span, format!("expected a condition, this is {}", kind.describe()));
    match kind {
        Kind::Number { .. } => said.help(format!("compare it: `{text} == 1`, or `{text} > 0`")),
        Kind::Position(_) => said.help(format!("ask who wins: `wins({text})` or `loses({text})`")),
        Kind::List(_) | Kind::Text => said.help(format!("compare its length: `len({text}) > 0`")),
        Kind::Set(_) => said.help(format!("compare it: `{} != {{}}`", bracketed(text))),
        Kind::Enum(_) => said.help("compare it with a member: `x == red`"),
        _ => said,
    }
}

pub(super) fn not_a_domain(span: Span, kind: &Kind, text: &str) -> Diagnostic {
    let message = format!("a variable runs over a set, a list or a text, but this is {}", kind.describe());
    let said = error(codes::WRONG_KIND, span, message);
    match kind {
        Kind::Number { .. } => {
            let high = bracketed(text);
            said.help(format!("write a range: `1..{high}`, or `0..<{high}` without the end; `=` gives one value"))
        }
        Kind::Tuple(_) => match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
            Some(entries) => said.help(format!("a set is written `{{{entries}}}`, a list `[{entries}]`")),
            None => said,
        },
        Kind::Graph => said.help(format!("write `vertices({text})` or `edges({text})`")),
        Kind::Position(_) => said.help(format!("write `options({text})`")),
        _ => said.help("to give a variable one value write `=`"),
    }
}

pub(super) fn index_by_set(span: Span, base: &str, index: &str) -> Diagnostic {
    error(codes::WRONG_KIND, span, "an index is a number, but this is a set").help(format!(
        "for a part of it write a range: `{base}[a..b]`; for entries here and there `[{base}[i] for i in {index}]`"
    ))
}

pub(super) fn no_such_entry(span: Span, len: usize) -> Diagnostic {
    error(codes::WRONG_KIND, span, format!("this tuple has {len} entries: 0 to {}", len.saturating_sub(1)))
}

pub(super) fn no_entries(span: Span, kind: &Kind, base: &str, index: &str) -> Diagnostic {
    let said = error(codes::WRONG_KIND, span, format!("{} has no entries by number", kind.describe()));
    match kind {
        Kind::Set(_) => said.help(format!("write `sorted({base})[{index}]`")),
        Kind::Move(_) | Kind::Edge | Kind::Period => said.help(format!("its parts have names: `{base}.name`")),
        _ => said,
    }
}

/// `{3, 3}` as `[3, 3]`.
fn rebracket(value: &Expr, text: &str, set: bool) -> String {
    let (left, right) = if set { ('{', '}') } else { ('[', ']') };
    let literal = matches!(value.kind, ExprKind::Set(_) | ExprKind::List(_) | ExprKind::Comprehension { .. });
    match text.get(1..text.len().saturating_sub(1)) {
        Some(inner) if literal => format!("{left}{inner}{right}"),
        _ => format!("{left}x for x in {text}{right}"),
    }
}

pub(super) fn set_for_list(value: &Expr, bag: bool, what: &str, text: &str) -> Diagnostic {
    let ty = if bag { "bag" } else { "list" };
    error(codes::SET_FOR_LIST, value.span, format!("{what} is a {ty}, but this is a set"))
        .help(format!("a set forgets repeats: write `{}`", rebracket(value, text, false)))
}

pub(super) fn list_for_set(value: &Expr, what: &str, text: &str) -> Diagnostic {
    error(codes::SET_FOR_LIST, value.span, format!("{what} is a set, but this is a list"))
        .help(format!("write `{}`", rebracket(value, text, true)))
}

pub(super) fn does_not_fit(span: Span, what: &str, ty: &str, kind: &Kind, wanted: &Kind, text: &str) -> Diagnostic {
    let message = if ty == "value" {
        format!("{what} is {}, but this is {}", wanted.describe(), kind.describe())
    } else {
        format!("{what} is a {ty}, but this is {}", kind.describe())
    };
    let said = error(codes::WRONG_KIND, span, message);
    match (wanted, kind) {
        (Kind::List(_), Kind::Number { .. }) => said.help(format!("a list of one: `[{text}]`")),
        (Kind::Set(_), Kind::Number { .. } | Kind::Tuple(_)) => said.help(format!("a set of one: `{{{text}}}`")),
        (Kind::Bool, Kind::Number { .. }) => said.help("write `true` or `false`"),
        (Kind::Number { .. }, Kind::Position(_)) => said.help(format!("for its value write `sg({text})`")),
        _ => said,
    }
}

/// `text` is that of what stands before the dot.
pub(super) fn no_fields(span: Span, kind: &Kind, name: &str, text: &str) -> Diagnostic {
    let said = error(codes::UNKNOWN_FIELD, span, format!("{} has no `.{name}`", kind.describe()));
    let ours = match name {
        "length" | "size" | "len" | "count" => format!("len({text})"),
        "append" | "push" | "push_back" | "add" => match kind {
            Kind::Set(_) => format!("{text} | {{x}}"),
            _ => format!("{text} ++ [x]"),
        },
        "sort" | "sorted" => format!("sorted({text})"),
        "max" | "min" | "sum" => format!("{name}({text})"),
        "contains" | "includes" | "has" => format!("x in {text}"),
        "map" | "filter" => format!("[x for x in {text} if c]"),
        "sg" | "wins" | "loses" | "outcome" | "value" | "moves" | "options" => format!("{name}({text})"),
        "nimber" | "grundy" => format!("sg({text})"),
        _ => return said.note("only moves, edges and periods have parts with names"),
    };
    said.help(format!("nothing has methods here: `{ours}`"))
}

pub(super) fn unknown_field(span: Span, what: &str, name: &str, near: Option<&str>, fields: &[&str]) -> Diagnostic {
    let said = error(codes::UNKNOWN_FIELD, span, format!("{what} has no `.{name}`"));
    let list: Vec<String> = fields.iter().map(|f| format!("`.{f}`")).collect();
    let said = said.note(format!("it has {}", list.join(", ")));
    match near {
        Some(near) => said.help(format!("did you mean `.{near}`?")),
        None => said,
    }
}

pub(super) fn argument(span: Span, name: &str, takes: &str, kind: &Kind, text: &str) -> Diagnostic {
    let said = error(codes::WRONG_KIND, span, format!("`{name}` takes {takes}, but this is {}", kind.describe()));
    match (name, kind) {
        ("len" | "sorted" | "indices", Kind::Graph) => said.help(format!("write `{name}(vertices({text}))`")),
        ("indices", Kind::Set(_)) => {
            said.help(format!("a set has no indices: `for x in {text}` runs over its elements"))
        }
        ("gcd", Kind::List(_) | Kind::Set(_)) => {
            let entries = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).filter(|t| !t.contains(['[', ']']));
            said.help(match entries {
                Some(entries) if !entries.contains(" for ") => format!("write `gcd({entries})`"),
                _ => "it takes its numbers one by one, such as `gcd(h[0], h[1])`; of all numbers of a list, it is \
                      `max(d for d in divisors(h[0]) if all(x % d == 0 for x in h))`"
                    .to_owned(),
            })
        }
        ("last", Kind::Set(_)) => said.help(format!("write `max({text})`")),
        ("vertices" | "edges" | "adj" | "succ", Kind::Set(_)) => said.help("its first argument is the graph"),
        ("abs" | "floor" | "ceil" | "popcount", Kind::Position(_)) => {
            said.help(format!("for the value of a position write `{name}(sg({text}))`"))
        }
        _ => said,
    }
}

pub(super) fn nothing_to_gather(span: Span, name: &str, kind: &Kind, text: &str) -> Diagnostic {
    let message = format!("`{name}` takes a list, a set or `e for x in D`, but this is {}", kind.describe());
    error(codes::WRONG_KIND, span, message).help(format!("write `{name}([{text}])`, or `{name}(e for x in D)`"))
}

pub(super) fn cannot_gather(span: Span, name: &str, kind: &Kind, text: &str) -> Diagnostic {
    let takes = if name == "sum" { "numbers, tuples or positions" } else { "numbers" };
    let said = error(codes::WRONG_KIND, span, format!("`{name}` takes {takes}, but this is {}", kind.describe()));
    match kind {
        Kind::Position(_) => said.help(format!("take their values: `{name}(sg(P) for P in ...)`")),
        Kind::Bool if name == "sum" => said.help("to count how often it holds write `count(... for ...)`"),
        Kind::List(_) | Kind::Set(_) if name == "sum" => said.help(format!(
            "for the union or the chain of them there is a comprehension: `[x for h in {text}, x in h]`"
        )),
        _ => said,
    }
}

pub(super) fn conditions_wanted(span: Span, name: &str, kind: &Kind, text: &str) -> Diagnostic {
    let said = error(
        codes::NO_CONDITION,
        span,
        format!("`{name}` takes conditions, but these are not: an entry is {}", kind.describe()),
    );
    match name {
        "count" => said.help(format!("for how many there are write `len({text})`")),
        _ => said.help(format!("say when it holds: `{name}(x > 0 for x in {text})`")),
    }
}
