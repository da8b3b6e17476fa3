//! A drawing of our own for what would be slow or unreadable otherwise: long lines are shown in part, a row for each
//! place.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::Diagnostic;
use super::render::Place;
use super::sheet::{Sheet, boundary, harmless};
use crate::base::{FileId, SourceMap, Span, visible, visible_line};

/// Bytes shown before a place on a long line, and after its beginning.
const BEFORE: usize = 40;
const AFTER: usize = 60;

/// Draws all places, notes and helps.
pub(super) fn draw(
    out: &mut String,
    diagnostic: &Diagnostic,
    places: &[Place],
    sheets: &HashMap<FileId, Sheet>,
    map: &SourceMap,
    color: bool,
) {
    let mut file = None;
    for place in places {
        let source = map.file(place.file);
        let at = source.start + u32::try_from(place.bytes.start).unwrap_or(0);
        let Some((name, line, column)) = map.place(Span::new(at, at)) else { continue };
        if file != Some(place.file) || place.primary {
            let _ = writeln!(out, "   ╭─[ {}:{line}:{column} ]", visible_line(name));
            file = Some(place.file);
        }
        excerpt(out, place, &sheets[&place.file], &source.text, line);
    }
    remarks(out, diagnostic, "   │ ", color);
}

/// One line of source, or a part of it, with a mark below.
fn excerpt(out: &mut String, place: &Place, sheet: &Sheet, text: &str, number: usize) {
    let line = sheet.line_bytes(number - 1, text);
    let from = boundary(text, place.bytes.start.saturating_sub(BEFORE)).max(line.start);
    let to = boundary(text, place.bytes.start + AFTER).min(line.end).max(from);
    let (head, tail) = (if from > line.start { "…" } else { "" }, if to < line.end { "…" } else { "" });
    let shown = |part: &str| part.chars().map(|c| if c == '\t' { ' ' } else { harmless(c) }).collect::<String>();
    let margin = " ".repeat(number.to_string().len());
    let _ = writeln!(out, " {number} │ {head}{}{tail}", shown(&text[from..to]));
    let indent = head.chars().count() + text[from..place.bytes.start.min(to)].chars().count();
    let marked = text[place.bytes.start.min(to)..place.bytes.end.min(to)].chars().count().max(1);
    let row = format!(" {margin} │ {}{} {}", " ".repeat(indent), "─".repeat(marked), place.text);
    let _ = writeln!(out, "{}", row.trim_end());
}

/// Notes and helps, a line or more each, behind a margin.
pub(super) fn remarks(out: &mut String, diagnostic: &Diagnostic, margin: &str, color: bool) {
    let helps = diagnostic.helps.iter().map(|h| ("Help", h));
    let notes = diagnostic.notes.iter().map(|n| ("Note", n));
    for (word, text) in helps.chain(notes) {
        let word = if color { format!("\x1b[36m{word}\x1b[0m") } else { word.to_owned() };
        for (i, line) in visible(text).lines().enumerate() {
            let lead = if i == 0 { format!("{word}: ") } else { "      ".to_owned() };
            let _ = writeln!(out, "{margin}{lead}{line}");
        }
    }
}
