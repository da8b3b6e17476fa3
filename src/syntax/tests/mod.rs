//! What the parser and the printer promise.

mod messages;
mod precedence;
mod random;
mod robust;
mod round_trip;

use super::ast::File;
use super::{erase_file, parse_file};
use crate::base::SourceMap;
use crate::diagnostics::{Diagnostic, Diagnostics};

/// Real files, and one with every form.
const SAMPLES: [(&str, &str); 7] = [
    ("every_form", include_str!("samples/every_form.game")),
    ("wythoff", include_str!("samples/wythoff.game")),
    ("coins", include_str!("samples/coins.game")),
    ("silver", include_str!("samples/silver.game")),
    ("octal", include_str!("samples/octal.game")),
    ("hackenbush_rgb", include_str!("samples/hackenbush_rgb.game")),
    ("northcott", include_str!("samples/northcott.game")),
];

/// The tree and what was said about the text.
fn parsed(text: &str) -> (File, Vec<Diagnostic>) {
    let mut diagnostics = Diagnostics::default();
    let file = parse_file(text, 0, &mut diagnostics);
    (file, diagnostics.into_list())
}

/// The tree of a text without mistakes, places erased.
fn clean(text: &str) -> File {
    let (mut file, said) = parsed(text);
    assert!(said.is_empty(), "{text}\n{said:?}");
    erase_file(&mut file);
    file
}

/// Line and column of every message, its code and its text.
fn said(text: &str) -> Vec<(usize, usize, &'static str, String)> {
    let mut map = SourceMap::default();
    map.add("main.game", text);
    let place = |d: &Diagnostic| map.place(d.primary.span).map_or((0, 0), |(_, line, column)| (line, column));
    parsed(text).1.iter().map(|d| (place(d).0, place(d).1, d.code.0, d.message.clone())).collect()
}
