//! The words for questions that an engine cannot answer.

use crate::base::Span;
use crate::cgt::FormError;
use crate::cgt::quotient::MOST_ELEMENTS;
use crate::diagnostics::{Diagnostic, codes};
use crate::eval::stop::{FaultKind, Stop};
use crate::number::Number;
use crate::value::Position;

/// A sum with a component that knows only who wins.
#[cold]
#[must_use]
pub fn wins_if_in_a_sum(position: &str) -> Stop {
    let message = format!("`{position}` has a `wins if`, so it cannot be part of a sum");
    said(
        Diagnostic::error(codes::WINS_IF_VALUE, Span::NONE, message)
            .note("`wins if` says who wins, not how play goes on in the other components")
            .help("write `ends if` when the player who made the last move has won"),
    )
}

/// A component with a `wins if` where a value is wanted.
#[cold]
#[must_use]
pub fn wins_if_has_no_value(position: &str) -> Stop {
    let message = format!("`{position}` has a `wins if`, so it has an outcome but no Sprague–Grundy value");
    said(
        Diagnostic::error(codes::WINS_IF_VALUE, Span::NONE, message)
            .help(format!("ask for `outcome({position})`, or write `ends if`")),
    )
}

/// A play of more moves than a number can count.
#[cold]
#[must_use]
pub fn too_long_a_play() -> Stop {
    said(Diagnostic::error(codes::TOO_LARGE_NUMBER, Span::NONE, "the length of the longest play is too large a number"))
}

/// A loopy position without a nim-value.
#[cold]
#[must_use]
pub fn infinite_value(position: &Position, values: &[u32]) -> Stop {
    let list: Vec<String> = values.iter().map(u32::to_string).collect();
    let message = format!("`{position}` has no nim-value: its loopy value is ∞{{{}}}, infinite", list.join(", "));
    let kind = if values.contains(&0) { "the next player wins" } else { "nobody can force a win" };
    said(
        Diagnostic::error(codes::INFINITE_VALUE, Span::NONE, message)
            .note(format!("on its own {kind}, but no Nim heap can stand for it in a sum"))
            .help(format!("ask for `outcome({position})`")),
    )
}

/// The remoteness of a draw.
#[cold]
#[must_use]
pub fn never_ends(position: &Position) -> Stop {
    let message = format!("`{position}` is a draw: nobody can force an end, so it has no remoteness");
    said(Diagnostic::error(codes::INFINITE_VALUE, Span::NONE, message).help(
        "ask for the outcome first: `if outcome(P) == \"D\" then ... else remoteness(P)`; `drawing_moves(P)` keep it",
    ))
}

/// A question that needs every play to end, about a loopy position.
#[cold]
#[must_use]
pub fn not_for_loopy(what: &str, position: &Position) -> Stop {
    let message = format!("`{what}` needs every play to end, but `{position}` may repeat");
    said(Diagnostic::error(codes::INFINITE_VALUE, Span::NONE, message).help(format!("ask for `outcome({position})`")))
}

/// A partizan position where an impartial one is needed.
#[cold]
#[must_use]
pub fn not_impartial(what: &str, position: &Position) -> Stop {
    let message =
        format!("`{what}` is defined for impartial positions, but the players have different moves in `{position}`");
    said(
        Diagnostic::error(codes::PARTIZAN_VALUE, Span::NONE, message)
            .help(format!("ask for `outcome({position})` or `value({position})`")),
    )
}

/// Compounds in compounds.
#[cold]
#[must_use]
pub fn compounds_too_deep() -> Stop {
    said(Diagnostic::error(codes::LIBRARY, Span::NONE, "compounds stand in one another more than 100 deep"))
}

/// A position whose misère quotient is infinite, or too large.
#[cold]
#[must_use]
pub fn no_quotient(position: &Position) -> Stop {
    let message = format!("no misère quotient of at most {MOST_ELEMENTS} elements was found for `{position}`");
    out_of_reach(
        Diagnostic::error(codes::NO_QUOTIENT, Span::NONE, message)
            .note("it may be infinite, or take more than a fixed amount of work to learn")
            .help(format!("ask for a smaller position, for `genus({position})`, or for `outcome(misere {position})`")),
    )
}

/// A heap that only a proved period could answer for.
#[cold]
#[must_use]
pub fn no_period(game: &str, heap: &Number, reason: &str) -> Stop {
    let message = format!("the heap `{game}({heap})` is too large to be reached value by value");
    out_of_reach(
        Diagnostic::error(codes::NO_PERIOD, Span::NONE, message)
            .note(format!("a proved period would answer at once, but none is proved: {reason}"))
            .help(
                "allow more time for the proof with `--timeout`, for example `--timeout 10m`, or ask for smaller heaps",
            ),
    )
}

/// A Grundy value beyond 64 bits.
#[cold]
#[must_use]
pub fn large_value(game: &str, heap: &Number, value: &Number) -> Stop {
    let message = format!("the value of `{game}({heap})` is {value}, beyond the 64 bits that Grundy values have here");
    out_of_reach(
        Diagnostic::error(codes::NO_PERIOD, Span::NONE, message).help("claims about all heaps are not bounded so"),
    )
}

/// A canonical form that could not be built: of values that are built on the way.
#[cold]
#[must_use]
pub fn no_form(error: FormError) -> Stop {
    match error {
        FormError::Limit(exceeded) => exceeded.into(),
        other => FaultKind::NoForm(other).into(),
    }
}

fn said(diagnostic: Diagnostic) -> Stop {
    FaultKind::Said(Box::new(diagnostic)).into()
}

/// There is an answer, but no way to it within the bounds.
fn out_of_reach(diagnostic: Diagnostic) -> Stop {
    FaultKind::OutOfReach(Box::new(diagnostic)).into()
}
