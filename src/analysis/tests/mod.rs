//! What is accepted and what is complained about: from source to code, place and words.

mod kinds;
mod lints;
mod model;
mod names;

use crate::analysis::{Model, Unit, analyse};
use crate::base::SourceMap;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::syntax;

/// A model with what was said about it.
struct Analysed {
    sources: SourceMap,
    model: Model,
    said: Vec<Diagnostic>,
}

/// Analyses files; each uses all files after it, in their order.
fn analysed(texts: &[&str]) -> Analysed {
    let (mut sources, mut out) = (SourceMap::default(), Diagnostics::default());
    let mut units = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        let id = sources.add(format!("{i}.game"), *text).expect("small texts");
        let file = syntax::parse_file(text, sources.file(id).start, &mut out);
        units.push(Unit { file, uses: (i + 1..texts.len()).map(Some).collect() });
    }
    assert!(!out.has_errors(), "syntax: {:?}", out.list());
    let model = analyse(&units, &sources, &mut out);
    Analysed { sources, model, said: out.into_list() }
}

impl Analysed {
    /// `E0201 1:7 message` for each message.
    fn lines(&self) -> Vec<String> {
        let line = |d: &Diagnostic| {
            let (_, line, column) = self.sources.place(d.primary.span).unwrap_or(("", 0, 0));
            format!("{} {line}:{column} {}", d.code, d.message)
        };
        self.said.iter().map(line).collect()
    }
}

/// Nothing is said about these files.
#[track_caller]
fn silent(texts: &[&str]) -> Model {
    let result = analysed(texts);
    assert!(result.said.is_empty(), "{:#?}", result.lines());
    result.model
}

/// Exactly one thing is said: its code, its place, a part of the message, a part of the helps.
#[track_caller]
fn says(text: &str, code_and_place: &str, message: &str, help: &str) {
    says_of(&[text], code_and_place, message, help);
}

#[track_caller]
fn says_of(texts: &[&str], code_and_place: &str, message: &str, help: &str) {
    let result = analysed(texts);
    let lines = result.lines();
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].starts_with(&format!("{code_and_place} ")), "{}", lines[0]);
    assert!(lines[0].contains(message), "{}", lines[0]);
    let helps = result.said[0].helps.join("\n");
    assert!(helps.contains(help), "help: {helps}");
}

const NIM: &str = "game Nim(n) { move take(k in 1..n) -> Nim(n - k) }\n";
const CAKE: &str = "game Cake(r, c) { left move v(x in 1..c-1) -> Cake(r, x) + Cake(r, c - x) \
     right move h(y in 1..r-1) -> Cake(y, c) + Cake(r - y, c) }\n";
const EAT: &str = "game Eat(r, c) { wins if r == 0 or c == 0 move row(x in 0..<r) -> Eat(x, c) \
     move column(y in 0..<c) -> Eat(r, y) }\n";

/// Nim, and then this.
fn nim(rest: &str) -> String {
    format!("{NIM}{rest}")
}
