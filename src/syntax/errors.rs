//! The wording of every syntax error.

use super::ast::PrefixOp;
use crate::base::Span;
use crate::diagnostics::{Code, Diagnostic, codes};

/// A word that the language keeps for itself stands where a name is wanted.
pub(super) fn reserved(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::RESERVED_WORD, span, format!("`{word}` is a reserved word"))
        .at("it cannot be used as a name")
        .help(format!("another name, for example `{word}_` or `my_{word}`"))
}

/// Brackets, or `if`s, nest too deep.
pub(super) fn too_deep(span: Span, bracket: bool) -> Diagnostic {
    let what = if bracket { "brackets nest" } else { "`if` expressions nest" };
    Diagnostic::error(codes::NESTS_TOO_DEEP, span, format!("{what} at most 128 deep"))
        .at("this is one too many")
        .help("give the inner part a name with `let` or `fn`")
}

/// `list of list of ...`.
pub(super) fn types_too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NESTS_TOO_DEEP, span, "types nest at most 128 deep").at("this is one too many")
}

/// A bracket that is never closed.
pub(super) fn unclosed(bracket: char, open: Span, outer: Option<Span>, next: Span, at_end: bool) -> Diagnostic {
    let closer = closing(bracket);
    let text = if at_end { "the text ends here" } else { "the next declaration begins here" };
    let mut diagnostic =
        Diagnostic::error(codes::UNCLOSED, open, format!("this `{bracket}` is never closed")).label(next, text);
    if let Some(outer) = outer {
        diagnostic = diagnostic.label(outer, "this one is not closed either");
    }
    diagnostic.help(format!("add the missing `{closer}`"))
}

/// A bracket closed by one of another kind.
pub(super) fn mismatch(bracket: char, open: Span, found: char, close: Span) -> Diagnostic {
    let closer = closing(bracket);
    Diagnostic::error(codes::UNCLOSED, open, format!("this `{bracket}` is closed by `{found}`"))
        .label(close, format!("a `{closer}` is wanted first"))
        .help(format!("add the missing `{closer}`"))
}

/// A closing bracket without an opening one.
pub(super) fn stray(found: char, close: Span) -> Diagnostic {
    Diagnostic::error(codes::UNCLOSED, close, format!("this `{found}` closes nothing"))
        .help("leave it out, or open the bracket that it closes")
}

/// A text without its second quote.
pub(super) fn open_text(span: Span) -> Diagnostic {
    Diagnostic::error(codes::OPEN_TEXT, span, "this text is never closed")
        .at("a text ends on the line that it begins on")
        .help("add the missing `\"`")
}

fn closing(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// An operator of another language, with the operands as written (empty when they are long).
pub(super) fn foreign_operator(op: &str, span: Span, left: &str, right: &str) -> Diagnostic {
    let paste = |word: &str| {
        if left.is_empty() || right.is_empty() { format!("`{word}`") } else { format!("`{left} {word} {right}`") }
    };
    let error = |message: String| Diagnostic::error(codes::FOREIGN_OPERATOR, span, message);
    match op {
        "^" => Diagnostic::error(codes::CARET, span, "`^` is not an operator here, because people read it in two ways")
            .help(format!("{} for nim-sum, {} for power", paste("xor"), paste("**"))),
        "&&" => error("`&&` is written `and`".into()).help(paste("and")),
        "||" => error("`||` is written `or`".into()).help(paste("or")),
        "=" => error("`=` gives a name its value; equality is written `==`".into()).help(paste("==")),
        "===" => error("`===` is written `==`".into()).help(paste("==")),
        "!==" | "<>" => error(format!("`{op}` is written `!=`")).help(paste("!=")),
        "<=>" => error("`<=>` is written `iff`".into()).help(paste("iff")),
        "..=" | "..." | "..<=" => {
            let range = if left.is_empty() || right.is_empty() { "a..b".into() } else { format!("{left}..{right}") };
            error(format!("`{op}` is written `..`, which includes both ends")).help(format!("`{range}`"))
        }
        "--" => error("`--` joins the ends of an edge, and stands in a `graph` only".into()).help(format!(
            "two signs are written apart: {}",
            if left.is_empty() || right.is_empty() { "`a - -b`".into() } else { format!("`{left} - -{right}`") }
        )),
        _ => {
            let op_alone = op.trim_end_matches('=');
            error(format!("`{op}` changes a variable, and nothing changes here: a move builds a new position"))
                .help(format!("write the new value: {}", paste(op_alone)))
        }
    }
}

/// `let f = fn(x) x + 1`.
pub(super) fn function_as_value(span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNEXPECTED, span, "a function is a declaration of its own, not a value")
        .help("`fn f(n) = n + 1`")
}

/// `print x` or `let x = 3 in x*x` inside an expression; for the latter, a function and its call that say the same.
pub(super) fn declaration_in_expression(word: &str, same: Option<(String, String)>, span: Span) -> Diagnostic {
    let message = format!("a `{word}` is a declaration, no part of an expression");
    let said = Diagnostic::error(codes::RESERVED_WORD, span, message);
    match same {
        _ if word == "print" => said.help("leave it out: an expression is its value"),
        Some((function, call)) => said.help(format!("`{function}` as a declaration, and `{call}` here")),
        None => said.help("a `let` stands before the expression, or as a clause in its game"),
    }
}

/// A guard behind what it guards; `mended` is the whole clause in order.
pub(super) fn second_family(span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::UNEXPECTED,
        span,
        "more edges stand after the `for` of a graph, which covers the whole literal",
    )
    .help(
        "run over one list of edges: `graph { u--v for (u, v) in [(i, i+1) for i in 1..5] ++ [(1, i) for i in 3..4] }`",
    )
}

pub(super) fn late_guard(span: Span, before: &str, mended: &str) -> Diagnostic {
    let said = Diagnostic::error(codes::UNEXPECTED, span, format!("a guard stands before `{before}`"));
    let short = mended.len() <= 120 && !mended.contains('\n');
    said.help(if short {
        format!("`{mended}`")
    } else {
        format!("move the `if` and its condition before the `{before}`")
    })
}

/// `!x`.
pub(super) fn foreign_not(op: &str, span: Span, operand: &str) -> Diagnostic {
    let paste = if operand.is_empty() { "`not`".into() } else { format!("`not {operand}`") };
    Diagnostic::error(codes::FOREIGN_OPERATOR, span, format!("`{op}` is written `not`")).help(paste)
}

/// `--3`, `+3`.
pub(super) fn foreign_sign(op: &str, span: Span, operand: &str) -> Diagnostic {
    let operand = if operand.is_empty() { "x" } else { operand };
    if op == "+" {
        return Diagnostic::error(codes::FOREIGN_OPERATOR, span, "there is no sign `+`").help(format!("`{operand}`"));
    }
    Diagnostic::error(codes::FOREIGN_OPERATOR, span, "`--` joins the ends of an edge, and stands in a `graph` only")
        .help(format!("two signs are written apart: `- -{operand}`"))
}

/// `not` or `misere` behind a tighter operator.
pub(super) fn misplaced_prefix(op: PrefixOp, span: Span) -> Diagnostic {
    match op {
        PrefixOp::Misere => Diagnostic::error(
            codes::NEEDS_BRACKETS,
            span,
            "`misere` stands in front of a whole position, never of a part of it",
        )
        .help("`misere A + B`, or brackets around it: `(misere A)`"),
        _ => Diagnostic::error(codes::NEEDS_BRACKETS, span, "`not` binds looser than the operator before it")
            .help("put it in brackets: `(not c)`"),
    }
}

/// `a..b..c`.
pub(super) fn ranges_do_not_chain(span: Span) -> Diagnostic {
    Diagnostic::error(codes::RANGE_CHAIN, span, "a range has two ends, and this is a third")
        .help("`a..b`; to join two ranges write `(a..b) | (c..d)`")
}

/// `1.5`.
pub(super) fn decimal(whole: &str, fraction: &str, span: Span) -> Diagnostic {
    let digits = fraction.trim_start_matches('.');
    let exact = || -> Option<String> {
        let denominator = 10u128.checked_pow(u32::try_from(digits.len()).ok()?)?;
        let numerator = whole.parse::<u128>().ok()?.checked_mul(denominator)?.checked_add(digits.parse().ok()?)?;
        let (mut a, mut b) = (numerator, denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let common = a.max(1);
        let (numerator, denominator) = (numerator / common, denominator / common);
        Some(if denominator == 1 { format!("`{numerator}`") } else { format!("`{numerator}/{denominator}`") })
    };
    Diagnostic::error(codes::NUMBER_SPELLING, span, "numbers are exact, and have no decimal point")
        .help(exact().unwrap_or_else(|| "a fraction, for example `3/2`".into()))
}

/// `t.0`.
pub(super) fn tuple_field(span: Span, digits: &str) -> Diagnostic {
    Diagnostic::error(codes::NUMBER_SPELLING, span, "the parts of a tuple are read with brackets")
        .help(format!("`[{digits}]` in place of `.{digits}`"))
}

/// `2n`, `0x1F`, `1e5`, `1__0`.
pub(super) fn number(text: &str, span: Span) -> Diagnostic {
    let error = Diagnostic::error(codes::NUMBER_SPELLING, span, format!("`{text}` is not a number"));
    let lower = text.to_ascii_lowercase();
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] {
        let digits = lower.strip_prefix(prefix).map(|d| d.replace('_', ""));
        if let Some(value) = digits.and_then(|d| u128::from_str_radix(&d, radix).ok()) {
            return error.help(format!("numbers are written in decimal: `{value}`"));
        }
    }
    let letters = text.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len());
    let (digits, letters) = text.split_at(letters);
    let digits = digits.trim_matches('_');
    match letters.strip_prefix(['e', 'E']) {
        Some(power) if !power.is_empty() && power.bytes().all(|b| b.is_ascii_digit()) => {
            error.help(format!("`{digits} * 10**{power}`"))
        }
        _ if letters.is_empty() => error.help("single `_`s stand between digits only: `1_000`"),
        _ => error.help(format!("a product needs its sign: `{digits}*{letters}`")),
    }
}

/// `h[-1]`.
pub(super) fn negative_index(span: Span, back: &str) -> Diagnostic {
    let help = if back == "1" { "`last(h)` for the last entry".into() } else { format!("`h[len(h) - {back}]`") };
    Diagnostic::error(codes::NEGATIVE_INDEX, span, "an index counts from the front, and the first one is 0").help(help)
}

/// `[e for x in A for y in B]`.
pub(super) fn second_for(span: Span) -> Diagnostic {
    Diagnostic::error(codes::FOREIGN_WORD, span, "one `for` takes all the binders")
        .help("a comma in place of this `for`: `[e for x in A, y in B]`")
}

/// `(e for x in D)`.
pub(super) fn generator_in_parentheses(span: Span) -> Diagnostic {
    Diagnostic::error(codes::FOREIGN_WORD, span, "a `for` stands in `[ ]`, in `{ }`, or in a call")
        .help("`[e for x in D]` for a list, `{e for x in D}` for a set")
}

/// `[a, b for x in D]`.
pub(super) fn for_wants_one(span: Span) -> Diagnostic {
    Diagnostic::error(codes::FOREIGN_WORD, span, "one expression stands before a `for`, and here are more")
        .help("brackets make them one: `[(a, b) for x in D]`")
}

/// `elif`.
pub(super) fn elif(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::FOREIGN_WORD, span, format!("`{word}` is written `else if`")).help("`else if`")
}

/// `where` for `if`.
pub(super) fn foreign_where(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::FOREIGN_WORD, span, format!("a condition begins with `if`, not with `{word}`"))
        .help(format!("`if` in place of `{word}`"))
}

/// `x: D` where `x in D` is meant.
pub(super) fn wrong_bound(text: &str, span: Span) -> Diagnostic {
    let error = Diagnostic::error(codes::WRONG_MARK, span, format!("expected `in` or `=`, found `{text}`"));
    match text {
        ":=" => error.help("`=` in place of `:=`"),
        _ => error
            .note("in a header, `:` means that the caller supplies the value, and `in` that all values are tried")
            .help(format!("`in` in place of `{text}`")),
    }
}

/// `field in D` where `field: D` is meant.
pub(super) fn in_for_colon(span: Span) -> Diagnostic {
    Diagnostic::error(codes::WRONG_MARK, span, "expected `:`, found `in`")
        .note("in a header, `:` means that the caller supplies the value, and `in` that all values are tried")
        .help("`:` in place of `in`")
}

/// Another mark stands where `mark` is wanted.
pub(super) fn wrong_mark(found: &str, mark: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::WRONG_MARK, span, format!("expected `{mark}`, found `{found}`"))
        .help(format!("`{mark}` in place of `{found}`"))
}

/// A mark is missing before `found`.
pub(super) fn missing_mark(mark: &str, found: &str, span: Span) -> Diagnostic {
    let what = if mark == "->" { "the position that the move leads to" } else { "what is stated" };
    Diagnostic::error(codes::WRONG_MARK, span, format!("expected `{mark}` before {what}"))
        .at(format!("`{mark}` is missing before this"))
        .help(format!("`{mark} {found}`"))
}

/// `equals as P`.
pub(super) fn equals_as(span: Span) -> Diagnostic {
    Diagnostic::error(codes::WRONG_MARK, span, "`equals` takes no `as`").help("leave out `as`; it belongs to `same as`")
}

/// `param m = 3`.
pub(super) fn param_without_domain(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_MARK, span, format!("expected `:` and the values that `{name}` may have"))
        .help(format!("`param {name}: 1..100 = 3`; a constant is a `let`"))
}

/// `game A(n) = B[3]`.
pub(super) fn alias_with_fields(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_MARK, span, "a game that stands for another one takes its fields from there")
        .help(format!("`game {name} = Other[args]`"))
}

/// `fn` inside a game.
pub(super) fn fn_inside(span: Span) -> Diagnostic {
    Diagnostic::error(codes::FN_INSIDE_GAME, span, "functions stand outside of games")
        .help("move it before the game, and give it the fields that it needs as parameters; or write `let` for a value")
}

/// `(list of nat) | S`.
pub(super) fn type_in_expression(span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNEXPECTED, span, "a type is not a set of values that can be combined")
}

/// An end of an edge that is no postfix expression.
pub(super) fn loose_end(span: Span, text: &str) -> Diagnostic {
    let text = if text.is_empty() { "v + 1" } else { text };
    Diagnostic::error(codes::LOOSE_END, span, "the end of an edge needs brackets when it has an operator")
        .help(format!("`({text})`"))
}

/// Something else was expected; `found` is what stands there, if anything.
pub(super) fn expected(what: &str, found: &str, span: Span, code: Code) -> Diagnostic {
    let message = if found.is_empty() { format!("expected {what}") } else { format!("expected {what}, found {found}") };
    Diagnostic::error(code, span, message)
}

/// `a if c else b`, with its parts as written.
pub(super) fn ternary(span: Span, value: &str, condition: &str, otherwise: &str) -> Diagnostic {
    let short = |text: &str| text.is_empty() || text.len() > 60 || text.contains('\n');
    let paste = if short(value) || short(condition) || short(otherwise) {
        "`if c then a else b`".to_owned()
    } else {
        format!("`if {condition} then {value} else {otherwise}`")
    };
    Diagnostic::error(codes::TERNARY, span, "a choice begins with its condition").help(paste)
}

/// `let x: nat = 3`, `fn f(n): nat = n`.
pub(super) fn typed_value(text: &str, name: &str, span: Span) -> Diagnostic {
    let name = if name.is_empty() { String::new() } else { format!(" of `{name}`") };
    Diagnostic::error(codes::WRONG_MARK, span, format!("the type{name} is that of its value, and is not written"))
        .help(format!("leave out `{}`", text.trim_end()))
}

/// `h with [i: e][j]`.
pub(super) fn after_with(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NEEDS_BRACKETS, span, "nothing but another `with` follows a `with`")
        .help("put the changed list in brackets: `(h with [i: e])[j]`")
}
