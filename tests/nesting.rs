//! The parser's calls grow with the length of the text, not with its nesting.
//!
//! A binary of its own, because the limit on calls is one for the whole process.

use std::num::NonZeroUsize;

use sgi::diagnostics::Diagnostics;
use sgi::syntax::parse_file;

#[test]
fn work_is_linear_in_nesting() {
    let deep = [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{", "1", "}"),
        ("f(", "1", ")"),
        ("f(x, ", "1", ")"),
        ("(x, ", "1", ")"),
        ("h[", "1", "]"),
        ("h with [0: ", "1", "]"),
        ("h with [0: 1 for x in ", "1", "]"),
        ("[x for x in ", "1", "]"),
        ("{x for x in D if ", "1", "}"),
        ("sum(x for x in D, y = ", "1", ")"),
        ("[x for x in 1.. if ", "1", "]"),
        ("if a then ", "1", " else 2"),
        ("if (", "1", ") then 1 else 2"),
        ("if a then b else 1 + ", "1", ""),
        ("-(", "1", ")"),
        ("not (", "1", ")"),
        ("a..(", "1", ")"),
        ("graph { 1--(", "1", ") }"),
        ("graph { 1--2: ", "1", "}"),
        ("(1 + 2 * ", "3", ")"),
        ("2**-", "1", ""),
    ];
    // Mistakes at the bottom must not cost more, and types are a grammar of their own.
    let wholes = [
        ("let x = ", ""),
        ("claim c(n in D): ", ""),
        ("game A(x: set of ", ") { }"),
        ("game A(n) { move a(k in D) if c -> ", " }"),
        ("game A(n) { equals(k in D) ", " }"),
    ];
    let depth = 40;
    // Some three hundred calls for a byte, whatever the nesting; doubling a level would need 2^40.
    let limit = |text: &str| NonZeroUsize::new(400 * text.len() + 2000);
    for (open, bottom, close) in deep {
        for bottom in [bottom, "1 1", "]", "= 3"] {
            for (before, after) in wholes {
                let text = format!("{before}{}{bottom}{}{after}", open.repeat(depth), close.repeat(depth));
                pest::set_call_limit(limit(&text));
                let mut said = Diagnostics::default();
                parse_file(&text, 0, &mut said);
                pest::set_call_limit(None);
                // The parser gives up without anything to say.
                assert!(!said.list().iter().any(|d| d.message.contains("something else")), "{text}: {said:?}");
            }
        }
    }
}
