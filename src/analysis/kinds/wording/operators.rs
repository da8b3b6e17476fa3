//! What is said about operators and comparisons.

use super::{Kind, bracketed, error, this_is};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, codes};
use crate::syntax::ast::{BinaryOp, CompareOp};

/// An operator between kinds that it does not join.
pub(in crate::analysis::kinds) fn operator(
    op: BinaryOp,
    at: Span,
    (left, right): (Span, Span),
    kinds: (&Kind, &Kind),
    texts: (&str, &str),
) -> Diagnostic {
    let sign = op.text();
    let lists = matches!(kinds, (Kind::List(_), _) | (_, Kind::List(_)))
        && matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Union | BinaryOp::Intersection);
    let said = if lists {
        error(codes::LIST_ARITHMETIC, at, format!("`{sign}` does not work on lists"))
    } else if let Some(message) = position_missing(op, kinds) {
        error(codes::NOT_A_POSITION, at, message)
    } else {
        let message = match kinds {
            (a, b) if a.describe() == b.describe() => format!("`{sign}` does not work between {}s", noun(a)),
            (a, b) => format!("`{sign}` does not work between {} and {}", a.describe(), b.describe()),
        };
        error(codes::WRONG_KIND, at, message)
    };
    let said = said.label(left, this_is(kinds.0)).label(right, this_is(kinds.1));
    match way_out(op, kinds, texts) {
        Some(help) => said.help(help),
        None => said,
    }
}

fn noun(kind: &Kind) -> String {
    let text = kind.describe();
    text.split_once(' ').map_or(text.clone(), |(_, noun)| noun.to_owned())
}

fn position_missing(op: BinaryOp, kinds: (&Kind, &Kind)) -> Option<&'static str> {
    let mixed = matches!(kinds, (Kind::Position(_), Kind::Number { .. }) | (Kind::Number { .. }, Kind::Position(_)));
    (mixed && matches!(op, BinaryOp::Add | BinaryOp::Sub))
        .then_some("a position is added to positions, but one side is a number")
}

#[expect(clippy::many_single_char_names, reason = "a and b are the operands, x and y the same in brackets")]
fn way_out(op: BinaryOp, kinds: (&Kind, &Kind), (a, b): (&str, &str)) -> Option<String> {
    use BinaryOp as O;
    use Kind as K;
    let (x, y) = (bracketed(a), bracketed(b));
    Some(match (op, kinds.0, kinds.1) {
        (O::FloorDiv | O::Mod, K::Position(_), _) => "a comment begins with `#`".to_owned(),
        (O::Add, K::List(_), K::List(_)) => {
            format!("write `{a} ++ {b}`; to add entry by entry `[{x}[i] + {y}[i] for i in indices({a})]`")
        }
        (O::Add | O::Concat, K::List(_), k) if !matches!(k, K::List(_) | K::Set(_)) => {
            format!("to append it write `{a} ++ [{b}]`")
        }
        (O::Add | O::Concat, k, K::List(_)) if !matches!(k, K::List(_) | K::Set(_)) => {
            format!("to put it in front write `[{a}] ++ {b}`")
        }
        (O::Sub, K::List(_), _) => format!(
            "to take out entry i write `without({a}, i)`; to take out values `[x for x in {a} if x not in {b}]`"
        ),
        (O::Union | O::Add, K::List(_), _) | (O::Add, K::Text, K::Text) => format!("write `{a} ++ {b}`"),
        (O::Mul, K::List(_), K::Number { .. }) => format!("write `[{b} * x for x in {a}]`"),
        (O::Mul, K::Number { .. }, K::List(_)) => format!("write `[{a} * x for x in {b}]`"),
        (O::Add | O::Concat, K::Set(_), K::Set(_)) => format!("write `{a} | {b}`"),
        (O::Add | O::Concat | O::Union, K::Set(_), K::List(_)) => format!("write `{a} | {{x for x in {b}}}`"),
        (O::Add | O::Union | O::Concat, K::Set(_), _) => format!("to add one element write `{a} | {{{b}}}`"),
        (O::Sub, K::Set(_), K::List(_)) => format!("write `{a} - {{x for x in {b}}}`"),
        (O::Sub, K::Set(_), K::Set(_)) => return None,
        (O::Sub, K::Set(_) | K::Graph, _) => format!("to take out one element write `{a} - {{{b}}}`"),
        (O::Xor, K::Set(_), _) => format!("to turn one coin write `{a} xor {{{b}}}`"),
        (O::Xor, _, K::Set(_)) => format!("write `{{{a}}} xor {b}`"),
        (O::Intersection, K::Bool, K::Bool) => format!("write `{a} and {b}`"),
        (O::Union, K::Bool, K::Bool) => format!("write `{a} or {b}`"),
        (O::Add | O::Sub, K::Position(_), K::Number { .. }) => {
            format!("wrap the number in a game's name; the game whose value is the number is `value({b})`")
        }
        (O::Add | O::Sub, K::Number { .. }, K::Position(_)) => {
            format!("wrap the number in a game's name; for so many copies write `{x} * {y}`")
        }
        (O::Mul, K::Position(_), K::Number { .. }) => format!("write `{b} * {a}`"),
        (O::Xor, K::Position(_), _) | (O::Xor, _, K::Position(_)) => {
            format!("take the values: `sg({a}) xor sg({b})`; a sum of games is written `A + B`")
        }
        (O::Add, K::Bool, _) | (O::Add, _, K::Bool) => "to count conditions write `count(... for ...)`".to_owned(),
        _ => return None,
    })
}

pub(in crate::analysis::kinds) fn negated(span: Span, kind: &Kind, text: &str) -> Diagnostic {
    let said = error(codes::WRONG_KIND, span, format!("`-` does not work on {}", kind.describe()));
    match kind {
        Kind::Bool => said.help(format!("write `not {text}`")),
        _ => said,
    }
}

pub(in crate::analysis::kinds) fn never_in(
    (left, right): (Span, Span),
    kind: &Kind,
    container: &Kind,
    (a, b): (&str, &str),
) -> Diagnostic {
    let message = format!("{} is never in {}", kind.describe(), container.describe());
    let said = error(codes::NEVER_EQUAL, left, message).label(right, this_is(container));
    match (kind, container) {
        (Kind::Set(_), Kind::Set(_)) => said.help(format!("for a part of a set write `{a} <= {b}`")),
        _ => said,
    }
}

pub(in crate::analysis::kinds) fn not_a_container(span: Span, kind: &Kind, text: &str) -> Diagnostic {
    let message = format!("`in` looks into a set, a list or a text, but this is {}", kind.describe());
    let said = error(codes::WRONG_KIND, span, message);
    match kind {
        Kind::Number { .. } => said.help(format!("for equality write `== {text}`; for a range `in 0..{text}`")),
        Kind::Graph => said.help(format!("write `in vertices({text})`")),
        Kind::Position(_) => said.help(format!("write `in options({text})`")),
        _ => said,
    }
}

pub(in crate::analysis::kinds) fn number_for_position(
    number: Span,
    position: Span,
    position_text: &str,
    number_text: &str,
) -> Diagnostic {
    error(codes::NOT_A_POSITION, number, "a position is compared with positions, but this is a number")
        .label(position, "this is a position")
        .help(format!("for its value write `sg({position_text})`; the nimber is `star({number_text})`"))
}

pub(in crate::analysis::kinds) fn comparison(
    op: CompareOp,
    at: Span,
    (left, right): (Span, Span),
    (a, b): (&Kind, &Kind),
    (x, y): (&str, &str),
) -> Diagnostic {
    let lengths = match (a, b) {
        (Kind::Tuple(a), Kind::Tuple(b)) if a.len() != b.len() => Some((a.len(), b.len())),
        _ => None,
    };
    let message = match (lengths, op) {
        (Some((a, b)), _) => format!("a tuple of {a} entries is compared with one of {b}"),
        (None, CompareOp::Eq | CompareOp::Ne) => format!("{} is never equal to {}", a.describe(), b.describe()),
        _ => format!("{} has no order with {}", a.describe(), b.describe()),
    };
    let said = error(codes::NEVER_EQUAL, at, message).label(left, this_is(a)).label(right, this_is(b));
    match (a, b) {
        (Kind::List(_), Kind::Set(_)) => said.help(format!("for the same elements write `{{z for z in {x}}}`")),
        (Kind::Set(_), Kind::List(_)) => said.help(format!("for its elements in order write `sorted({x})`")),
        (Kind::List(_), Kind::Number { .. }) => said.help(format!("for its length write `len({x})`")),
        (Kind::Set(_), Kind::Number { .. }) => {
            said.help(format!("for its size write `len({x})`; for one element `{{{y}}}`"))
        }
        (Kind::Number { .. }, Kind::Set(_)) if matches!(op, CompareOp::Eq | CompareOp::Ne) => {
            said.help(format!("write `{x} in {y}`"))
        }
        (Kind::Text, Kind::Number { .. }) => said.help(format!("write `\"{y}\"`")),
        (Kind::Number { .. }, Kind::Bool) => said.help("a comparison such as `x == 0` is a condition itself"),
        (Kind::Tuple(_), Kind::List(_)) => said.help("a tuple is written `(a, b)`"),
        (Kind::List(_), Kind::Tuple(_)) => said.help("a list is written `[a, b]`"),
        _ => said,
    }
}

pub(in crate::analysis::kinds) fn no_order(at: Span, side: Span, kind: &Kind) -> Diagnostic {
    error(codes::NEVER_EQUAL, at, format!("{} is neither less nor more than another", kind.describe()))
        .label(side, this_is(kind))
}

pub(in crate::analysis::kinds) fn moves_compared(moves: Span, other: Span, text: &str, variable: &str) -> Diagnostic {
    error(codes::MOVES_COMPARED, moves, "these are moves, with all that is known of each, not numbers")
        .label(other, "compared with this")
        .help(format!("say what you want of each move: `[m.{variable} for m in {text}]`"))
}

pub(in crate::analysis::kinds) fn set_for_position(span: Span, sides: Option<(String, String)>) -> Diagnostic {
    let help = match sides {
        Some((left, right)) => format!("write `form([{left}], [{right}])`"),
        None => "the game with options L and R is written `form([L...], [R...])` or `form(\"{L|R}\")`".to_owned(),
    };
    error(codes::SET_FOR_POSITION, span, "this is a set, and a set is no position").help(help)
}
