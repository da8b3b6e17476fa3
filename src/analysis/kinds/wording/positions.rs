//! What is said about positions.

use super::{Kind, bracketed, error};
use crate::analysis::kinds::positions::{Wanted, of_misere};
use crate::analysis::model::Query;
use crate::base::Span;
use crate::diagnostics::{Diagnostic, codes};

/// What a value is called where a position is wanted.
fn type_of(kind: &Kind) -> String {
    match kind {
        Kind::Number { .. } => "an `int`".to_owned(),
        Kind::Bool => "a `bool`".to_owned(),
        Kind::Text => "a `text`".to_owned(),
        Kind::Graph => "a `graph`".to_owned(),
        other => other.describe(),
    }
}

pub(in crate::analysis::kinds) fn no_position(
    span: Span,
    kind: &Kind,
    wanted: Wanted,
    text: &str,
    wrap: Option<&str>,
) -> Diagnostic {
    let is = type_of(kind);
    let message = match wanted {
        Wanted::Move => format!("a move must lead to a position, but this is {is}"),
        Wanted::Same => format!("`same as` needs a position, but this is {is}"),
        Wanted::Equals => format!("`equals` needs a position, but this is {is}"),
        Wanted::Start => format!("`start` needs a position, but this is {is}"),
        Wanted::Misere => format!("`misere` stands before a position, but this is {is}"),
        Wanted::Query(query) => format!("`{}` asks about a position, but this is {is}", query.spec().name),
    };
    let said = error(codes::NOT_A_POSITION, span, message);
    match (kind, wrap) {
        (Kind::Number { .. }, Some(game)) => {
            said.help(format!("wrap it in the game's name: `{game}({text})`; the empty position is `0`"))
        }
        (Kind::Number { .. }, None) => said.help("wrap it in a game's name; the empty position is `0`"),
        (Kind::List(inner), _) if matches!(**inner, Kind::Position(_)) => {
            said.help(format!("to add them all up write `sum({text})`"))
        }
        (Kind::Tuple(_), Some(game)) => said.help(format!("write the game's name before it: `{game}{text}`")),
        (Kind::Tuple(_) | Kind::Set(_), None) if wanted == Wanted::Move => {
            said.help("a position is a game's name with its fields in parentheses, as in `Nim(3)`")
        }
        (Kind::List(_), Some(game)) => said.help(format!("for a sum of heaps write `sum({game}(x) for x in {text})`")),
        (Kind::Bool, _) if wanted == Wanted::Misere => {
            said.help("`misere` takes in everything behind it: put brackets, as in `outcome(misere P) == \"N\"`")
        }
        (Kind::Bool, _) if wanted == Wanted::Move => {
            said.help("the condition of a move stands after `if`, before the arrow")
        }
        _ => said,
    }
}

/// `-> A or B`, with the positions as written.
pub(in crate::analysis::kinds) fn several_targets(span: Span, texts: &[String]) -> Diagnostic {
    let moves: Vec<String> = texts.iter().enumerate().map(|(i, text)| format!("`move m{} -> {text}`", i + 1)).collect();
    error(codes::NOT_A_POSITION, span, "a move leads to one position, and these are several").help(format!(
        "a move for each: {}; or both at once, as a sum: `{}`",
        moves.join(", "),
        texts.join(" + ")
    ))
}

pub(in crate::analysis::kinds) fn misere_kept(span: Span, text: &str) -> Diagnostic {
    let plain = text.trim_start_matches("misere").trim();
    error(codes::MISERE_KEPT, span, "misère is a way to play, so a position cannot be kept as misère")
        .note("only `wins`, `loses`, `outcome`, `moves`, `winning_moves`, `options` and `start` take `misere P`")
        .help(format!("keep `{plain}`, and ask about `misere P` later: `outcome(misere {})`", bracketed(plain)))
}

pub(in crate::analysis::kinds) fn misere_led_to(span: Span, wanted: Wanted, text: &str) -> Diagnostic {
    let plain = text.trim_start_matches("misere").trim();
    let what = if wanted == Wanted::Move { "a move leads to" } else { "an equation gives" };
    error(codes::MISERE_KEPT, span, format!("{what} a position, and misère is a way to play it"))
        .help(format!("write `{plain}`; who asks says how it is played: `outcome(misere P)`"))
}

pub(in crate::analysis::kinds) fn misere_of_form(span: Span) -> Diagnostic {
    error(codes::MISERE_VALUE, span, "a value is a canonical form under normal play, so it has no misère play")
        .note("moves that do not matter in normal play are gone from it; in misère play they would matter")
        .help("play the position itself, `misere P`; a Nim heap may be written `star(n)`")
}

pub(in crate::analysis::kinds) fn misere_twice(span: Span) -> Diagnostic {
    error(codes::MISERE_KEPT, span, "this position is misère already").help("write `misere` once")
}

pub(in crate::analysis::kinds) fn misere_added(span: Span) -> Diagnostic {
    error(codes::MISERE_KEPT, span, "a misère position cannot be a part of a sum")
        .note("in misère play a sum is not decided by its parts")
        .help("play the whole sum as misère: `misere A + B`")
}

pub(in crate::analysis::kinds) fn misere_compared(span: Span) -> Diagnostic {
    error(codes::MISERE_KEPT, span, "a misère position cannot be compared")
        .note("positions are compared by their values under normal play")
        .help("compare outcomes: `outcome(misere P) == outcome(misere Q)`")
}

pub(in crate::analysis::kinds) fn wins_if_added(span: Span) -> Diagnostic {
    error(codes::WINS_IF_VALUE, span, "a game with `wins if` cannot be a part of a sum")
        .note("whoever wins one part by `wins if` would have won everything, which no sum can say")
        .help("for \"no moves once it holds\" write `ends if`")
}

pub(in crate::analysis::kinds) fn wins_if_valued(span: Span, how: &str) -> Diagnostic {
    error(codes::WINS_IF_VALUE, span, format!("a game with `wins if` has outcomes only, so it cannot be {how}"))
        .help("ask for `outcome(P)`")
}

pub(in crate::analysis::kinds) fn wins_if_asked(span: Span, name: &str, text: &str) -> Diagnostic {
    error(codes::WINS_IF_VALUE, span, format!("a game with `wins if` has outcomes only, so `{name}` has no answer"))
        .help(format!("write `outcome({text})`; for \"no moves once it holds\" write `ends if`"))
}

pub(in crate::analysis::kinds) fn misere_asked(span: Span, name: &str, query: Query, text: &str) -> Diagnostic {
    let plain = text.trim_start_matches("misere").trim();
    match query {
        Query::Sg => error(codes::MISERE_VALUE, span, "misère positions have no Sprague–Grundy value")
            .note("in misère play a sum is not decided by xor")
            .help(format!("write `outcome({text})`")),
        Query::Value => error(codes::MISERE_VALUE, span, "misère positions have no canonical form")
            .note("values belong to normal play")
            .help(format!("write `outcome({text})`")),
        _ if of_misere(query) => error(codes::MISERE_VALUE, span, format!("`{name}` is about misère play already"))
            .help(format!("write `{name}({plain})`")),
        Query::Whole => {
            error(codes::MISERE_KEPT, span, "misère is a way to play, so a position cannot be kept as misère")
                .help(format!("write `misere whole({plain})`"))
        }
        _ => error(codes::MISERE_KEPT, span, format!("`{name}` does not take a misère position"))
            .note("only `wins`, `loses`, `outcome`, `moves`, `winning_moves`, `options` and `start` take `misere P`")
            .help(format!("write `{name}({plain})`, or `outcome({text})`")),
    }
}

pub(in crate::analysis::kinds) fn partizan_asked(span: Span, name: &str, query: Query, text: &str) -> Diagnostic {
    let message = match query {
        Query::Sg => "partizan positions have no Sprague–Grundy value".to_owned(),
        _ if of_misere(query) || query == Query::Suspense => {
            format!("`{name}` is for impartial games only")
        }
        _ => format!("`{name}` does not say who begins, and in a partizan game that matters"),
    };
    let said = error(codes::PARTIZAN_VALUE, span, message)
        .note("a move marked `left` or `right` makes a game partizan")
        .help(format!("write `outcome({text})`; `left_first({text})` says who wins when Left begins"));
    if query == Query::Remoteness {
        return said.help(format!("ask for `left_remoteness({text})` or `right_remoteness({text})`"));
    }
    if query == Query::Sg { said.help(format!("its value is `value({text})`")) } else { said }
}

pub(in crate::analysis::kinds) fn form_of_text(span: Span, kind: &Kind, text: &str) -> Diagnostic {
    let said = error(codes::WRONG_KIND, span, "`form` of one argument reads a text, as in `form(\"{1|-1}\")`");
    match kind {
        Kind::List(_) | Kind::Set(_) => said.help(format!("for Left's options alone write `form({text}, [])`")),
        _ => said.help(format!("for the canonical form of a position write `value({text})`")),
    }
}

pub(in crate::analysis::kinds) fn form_of_lists(span: Span, text: &str) -> Diagnostic {
    error(codes::WRONG_KIND, span, "`form` takes a list of Left's options and a list of Right's")
        .help(format!("write `[{text}]`; no options are `[]`"))
}
