//! No input panics, and the work grows with the length of the text.

use proptest::prelude::*;

use super::super::{parse_expression, parse_generator, print_file};
use super::{SAMPLES, parsed};
use crate::diagnostics::Diagnostics;

/// Parses and checks that every place lies in the text.
fn survives(text: &str) {
    let (file, said) = parsed(text);
    for diagnostic in &said {
        let spans = std::iter::once(&diagnostic.primary).chain(&diagnostic.labels).map(|l| l.span);
        for span in spans {
            let range = span.start as usize..span.end as usize;
            assert!(text.get(range).is_some(), "{text:?}: {diagnostic:?}");
        }
        for word in ["expr", "kw_", "Rule::", "EOI", "_operator"] {
            assert!(!diagnostic.message.contains(word) || word == "expr", "{diagnostic:?}");
        }
    }
    if said.is_empty() {
        assert!(!print_file(&file).contains('\t'));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn arbitrary_texts(text in "\\PC{0,200}") {
        survives(&text);
    }

    #[test]
    fn arbitrary_tokens(words in proptest::collection::vec(prop::sample::select(TOKENS.to_vec()), 0..60)) {
        survives(&words.join(" "));
        survives(&words.concat());
        let mut diagnostics = Diagnostics::default();
        parse_expression(&words.join(" "), 0, &mut diagnostics);
        parse_generator(&words.join(" "), 0, &mut diagnostics);
    }

    #[test]
    fn samples_with_pieces_cut_out_or_doubled(
        which in 0..SAMPLES.len(),
        cuts in proptest::collection::vec((any::<prop::sample::Index>(), 1usize..12, any::<bool>()), 1..4),
    ) {
        let mut text = SAMPLES[which].1.to_owned();
        for (at, length, double) in cuts {
            let starts: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
            let from = at.index(starts.len());
            let to = (from + length).min(starts.len() - 1);
            let piece = text[starts[from]..starts[to]].to_owned();
            if double {
                text.insert_str(starts[to], &piece);
            } else {
                text.replace_range(starts[from]..starts[to], "");
            }
        }
        survives(&text);
    }
}

const TOKENS: [&str; 78] = [
    "game", "move", "param", "let", "fn", "enum", "use", "start", "claim", "refute", "table", "plot", "print", "if",
    "then", "else", "for", "in", "of", "as", "with", "and", "or", "not", "xor", "implies", "iff", "true", "misere",
    "graph", "left", "right", "same", "equals", "ends", "wins", "measure", "loopy", "list", "set", "(", ")", "[", "]",
    "{", "}", ",", ":", "=", "==", "->", "--", "-", "+", "*", "**", "..", "..<", "|", "&", "<", ".", "x", "A", "_",
    "1", "1.5", "\"t\"", "\"", "#", "\n", "^", "&&", "!", "where", "elif", "nat", "φ",
];

#[test]
fn a_sample_that_stops_anywhere() {
    let text = SAMPLES[0].1;
    for (at, _) in text.char_indices().step_by(3) {
        // From the line before the last one on: what stands above was parsed before.
        let from = text[..at].rmatch_indices('\n').nth(1).map_or(0, |(i, _)| i);
        survives(&text[from..at]);
    }
}

#[test]
fn nesting_is_limited_and_told_at_the_bracket() {
    let text = format!("let x = {}1{}", "(".repeat(128), ")".repeat(128));
    assert!(parsed(&text).1.is_empty());
    let text = format!("let x = {}1{}", "(".repeat(129), ")".repeat(129));
    let said = super::said(&text);
    assert_eq!(said.len(), 1);
    assert_eq!((said[0].0, said[0].1, said[0].2), (1, 8 + 129, "E0103"));
    for (open, close) in [("(", ")"), ("[", "]"), ("if a then ", " else b"), ("if ", ""), ("2**-", ""), ("- ", "")] {
        let text = format!("let x = {}1{}", open.repeat(30_000), close.repeat(30_000));
        survives(&text);
    }
    survives(&format!("game A(x: {} nat) {{ }}", "list of ".repeat(30_000)));
    survives(&format!("let x = {}{}", "(".repeat(30_000), "]".repeat(30_000)));
    survives(&"let x = (\n".repeat(10_000));
    survives(&format!("game A(n) {{\n{}", "let x = 1\n".repeat(10_000)));
    survives(&format!("let x = 1{}", "..2".repeat(10_000)));
}
