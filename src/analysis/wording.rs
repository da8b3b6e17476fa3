//! What is said about names.

use std::fmt::Write as _;

use super::scope::Header;
use crate::base::Span;
use crate::diagnostics::suggest::closest;
use crate::diagnostics::{Diagnostic, codes};
use crate::syntax::ast::Name;

/// `1 field`, `2 fields`.
pub(super) fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("{n} {noun}") } else { format!("{n} {noun}s") }
}

pub(super) fn unknown_name<'a>(name: &str, span: Span, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    let said = Diagnostic::error(codes::UNKNOWN_NAME, span, format!("unknown name `{name}`")).at("not defined");
    if let Some(ours) = foreign(name) {
        return said.help(format!("write {ours}"));
    }
    match closest(name, known) {
        Some(near) => said.did_you_mean(near),
        None => said,
    }
}

/// `// a comment`
pub(super) fn in_a_comment(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, span, format!("unknown name `{name}`"))
        .note("`//` divides and rounds down")
        .help("a comment begins with `#`")
}

/// What other languages write, with what is written here.
fn foreign(name: &str) -> Option<&'static str> {
    Some(match name {
        "integer" | "Int" | "Integer" => "`int`",
        "natural" | "Nat" | "uint" => "`nat`",
        "string" | "str" | "String" => "`text`",
        "boolean" | "Bool" => "`bool`",
        "array" | "vector" => "`list of T`",
        "range" => "`a..b`, or `a..<b` without the end",
        "length" | "size" => "`len(h)`",
        "grundy" | "nimber" | "SG" => "`sg(P)`",
        "True" => "`true`",
        "False" => "`false`",
        "N" => "the letter of an outcome in quotes, `\"N\"`; all natural numbers are `0..`",
        "P" | "L" | "R" | "D" => "the letter of an outcome in quotes, for example `\"P\"`",
        "list" => "`list of nat` for a type, `[k for k in D]` for a value",
        "set" => "`set of 0..9` for a type, `{k for k in D}` for a value",
        "bag" => "`bag of nat` for a type",
        "dict" | "Map" => "a list, whose entries are numbered from 0, or a `fn`",
        "sort" => "`sorted(h)`",
        "reverse" | "reversed" => "`[h[len(h) - 1 - i] for i in indices(h)]`",
        "map" | "filter" => "`[f(x) for x in h if c]`",
        "fold" | "reduce" => "`sum(f(x) for x in h)`, or `max`, `min`, `nimsum`, `any`, `all`",
        "product" | "prod" => {
            "a `fn` that calls itself: `fn product(h) = if h == [] then 1 else h[0] * product(h[1..<len(h)])`"
        }
        "nbrs" | "neighbors" | "neighbours" | "adjacent" => "`adj(g, v)`",
        "split" => "`h[0..<i]` and `h[i..<len(h)]` for the parts of a list",
        "isqrt" => "`floor(sqrt(n))`",
        "int" | "nat" | "bool" => "`: int` behind the name of a field: it is a type, and turns nothing into a number",
        "parse" | "to_int" => "the number itself: texts are not turned into numbers",
        "forall" | "every" => "`all(c for x in D)`",
        "exists" | "some" => "`any(c for x in D)`",
        "lambda" => "a declaration of its own: `fn f(n) = n + 1`",
        "append" | "push" => "`h ++ [x]`",
        "enumerate" => "`(i, h[i]) for i in indices(h)`",
        "XOR" | "nim_sum" => "`a xor b`, or `nimsum(x for x in h)`",
        "winner" | "result" => "`outcome(P)`",
        "log" | "log2" => "`len(digits(n, 2)) - 1` for the base 2, rounded down",
        "random" | "rand" | "randint" => "`for k in D` for every case: nothing happens by chance here",
        "win" | "is_win" | "winning" => "`wins(P)`",
        "lose" | "is_loss" | "losing" => "`loses(P)`",
        "None" | "null" | "nil" => "a value that stands for it, for example `-1` or `[]`",
        _ => return None,
    })
}

pub(super) fn defined_twice(name: &Name, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DEFINED_TWICE, name.span, format!("`{}` is defined twice", name.text))
        .at("again here")
        .label(first, "first here")
        .help("give one of them another name")
}

pub(super) fn bound_twice(name: &Name, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DEFINED_TWICE, name.span, format!("`{}` stands twice in one list of variables", name.text))
        .at("again here")
        .label(first, "first here")
        .help("give one of them another name; `_` is for a value that is not needed")
}

pub(super) fn two_starts(span: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DEFINED_TWICE, span, "a file has one `start`")
        .at("again here")
        .label(first, "first here")
        .help("put the other one into a claim or a `print`, or add the positions: `start A + B`")
}

pub(super) fn taken_and_defined(name: &str, place: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DEFINED_TWICE, place, format!("`use` brings in a second `{name}`"))
        .at("taken here")
        .label(first, "another one is here")
        .help("say after a colon which names you want: `use file: A, B`")
}

pub(super) fn not_in_used_file<'a>(name: &Name, available: impl Iterator<Item = &'a str> + Clone) -> Diagnostic {
    let message = format!("the file has no `{}` to take", name.text);
    let said = Diagnostic::error(codes::NOT_IN_USED_FILE, name.span, message);
    if let Some(near) = closest(&name.text, available.clone()) {
        return said.did_you_mean(near);
    }
    let mut list = String::new();
    for (i, known) in available.take(8).enumerate() {
        let _ = write!(list, "{}`{known}`", if i == 0 { "" } else { ", " });
    }
    let said = if list.is_empty() { said } else { said.note(format!("it has {list}")) };
    said.note("`use` brings in games, `let`s, functions and enums, not parameters")
}

pub(super) fn hides(name: &Name, what: &str, defined: Span) -> Diagnostic {
    Diagnostic::error(codes::HIDES_A_NAME, name.span, format!("`{}` is already {what} of this file", name.text))
        .at("would hide it")
        .label(defined, "defined here")
        .help("take another name here")
}

pub(super) fn reserved_in_moves(name: &Name) -> Diagnostic {
    let message = format!("no variable of a move may be called `{}`", name.text);
    Diagnostic::error(codes::RESERVED_IN_MOVES, name.span, message)
        .note("a move `m` has `m.name`, `m.component`, `m.result`, `m.to` and `m.side`, and then its variables")
        .help("take another name here")
}

pub(super) fn wrong_count(what: &str, wanted: &str, given: usize, span: Span, pattern: &str) -> Diagnostic {
    let given = if given == 0 {
        "none is".to_owned()
    } else if given == 1 {
        "1 is".to_owned()
    } else {
        format!("{given} are")
    };
    Diagnostic::error(codes::WRONG_COUNT, span, format!("{what} takes {wanted}, but {given} given"))
        .help(format!("it is written `{pattern}`"))
}

pub(super) fn not_a_value(header: &Header, kind: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_A_VALUE, span, format!("`{}` is {kind}, not a value", header.name))
        .help(format!("write `{}`", header.pattern()))
}

pub(super) fn library_not_a_value(name: &str, signature: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_A_VALUE, span, format!("`{name}` is a function of the library, not a value"))
        .help(format!("it is written `{signature}`"))
}

pub(super) fn not_callable(name: &str, what: &str, hides_library: bool, span: Span) -> Diagnostic {
    let said = Diagnostic::error(codes::NOT_CALLABLE, span, format!("`{name}` is {what}, so it cannot be called"));
    if hides_library {
        return said.note(format!("it hides the library's `{name}`")).help("give yours another name");
    }
    said.help(format!("for a product write `{name} * (...)`"))
}

pub(super) fn value_not_callable(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_CALLABLE, span, "this is a value, so it cannot be called")
        .help("for a product write `*`")
}

pub(super) fn long_chain(span: Span, max: usize) -> Diagnostic {
    Diagnostic::error(codes::LONG_CHAIN, span, format!("at most {max} brackets and parts may follow one operand"))
        .help("give what stands before this a name with `let` or `fn`")
}

pub(super) fn many_indices(span: Span, n: usize) -> Diagnostic {
    Diagnostic::error(codes::WRONG_COUNT, span, format!("one index stands in brackets, but {n} are given"))
        .help("for an entry of an entry write `h[i][j]`")
}

pub(super) fn no_rules(header: &Header, span: Span) -> Diagnostic {
    Diagnostic::error(codes::WRONG_COUNT, span, format!("`{}` takes no arguments in brackets `[ ]`", header.name))
        .help(format!("it is written `{}`", header.pattern()))
}

pub(super) fn alias_has_rules(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::WRONG_COUNT, span, format!("`{name}` already has its arguments in brackets"))
        .help(format!("write `{name}(...)`"))
}

pub(super) fn rules_missing(header: &Header, span: Span) -> Diagnostic {
    let wanted = count(header.rule_params.len(), "argument");
    Diagnostic::error(codes::WRONG_COUNT, span, format!("`{}` needs {wanted} in brackets `[ ]`", header.name))
        .help(format!("it is written `{}`", header.pattern()))
}

pub(super) fn no_generator(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_GENERATOR, span, format!("`{name}` takes no `for`"))
        .note("`for` stands in `[ ]`, in `{ }` and in `sum min max nimsum mex count all any choices`")
        .help(format!("put the values in a list: `{name}([e for x in D])`"))
}

pub(super) fn lets_in_a_circle(span: Span, names: &[&str]) -> Diagnostic {
    let message = match names {
        [one] => format!("`{one}` needs its own value"),
        many => format!("these `let`s need each other: {}", many.join(", ")),
    };
    Diagnostic::error(codes::CIRCULAR, span, message)
}

pub(super) fn alias_circle(name: &Name) -> Diagnostic {
    Diagnostic::error(codes::CIRCULAR, name.span, format!("`{}` stands for itself", name.text))
        .help("a game is written `game NAME(fields) { ... }`")
}

pub(super) fn alias_of_no_game(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_A_GAME, span, "this is not a game")
        .help("write the name of a game, with its arguments in brackets: `game Kayles = Octal[\"0.77\"]`; a position is named by `let`")
}

pub(super) fn not_a_type(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_A_TYPE, span, format!("{what} is not a type"))
        .help("a type is `nat`, `int`, `bool`, `text`, `graph`, `list of T`, `bag of T`, `set of D`, an enum, or a finite set such as `1..9`")
}

pub(super) fn infinite_set(ty: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::INFINITE_SET, span, format!("`set of {ty}` has no bound"))
        .note("a set field is one of the subsets of a finite set")
        .help("name the finite set: `set of 0..20`; or write `list of` or `bag of`")
}

pub(super) fn no_end(span: Span, low: &str, high: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_END, span, "this range has no end")
        .help(format!("give an upper bound, for example `{low}..{high}`"))
        .note("only a variable of a `claim` or a `refute` may run on for ever: it asks for a proof")
}
