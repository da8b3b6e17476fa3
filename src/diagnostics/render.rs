//! How a diagnostic is drawn. The only file that names ariadne.
//!
//! Three traps of that library are kept away from here on: it counts columns of bytes wrongly for a second file (so it
//! is given characters), it ends lines at seven kinds of character (so they are replaced beforehand), and it reads
//! whole lines however long they are (so a long line is drawn by [`plain`](super::plain)).

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;

use ariadne::{Cache, CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};

use super::sheet::{Sheet, boundary};
use super::{Diagnostic, Severity, plain};
use crate::base::{FileId, SourceMap, Span, visible, visible_line};

/// So many diagnostics are drawn with their source; the rest take a line each.
const DRAWN: usize = 40;

/// Draws the diagnostics of one run.
#[derive(Debug)]
pub struct Renderer<'a> {
    map: &'a SourceMap,
    color: bool,
    sheets: HashMap<FileId, Sheet>,
    sources: Sources,
    drawn: usize,
}

/// A place in one file: bytes from the beginning of that file.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Which file.
    pub file: FileId,
    /// Bytes, at character boundaries.
    pub bytes: Range<usize>,
    /// What is said about it.
    pub text: String,
    /// Whether it is the one that the diagnostic is about.
    pub primary: bool,
}

impl<'a> Renderer<'a> {
    /// A renderer for the texts of `map`; with `color`, its output has ANSI colours.
    #[must_use]
    pub fn new(map: &'a SourceMap, color: bool) -> Self {
        Self { map, color, sheets: HashMap::new(), sources: Sources::default(), drawn: 0 }
    }

    /// Draws one diagnostic, with a newline at its end.
    pub fn render(&mut self, diagnostic: &Diagnostic) -> String {
        let mut places = self.places(diagnostic);
        let mut out = header(diagnostic, self.color);
        if places.is_empty() {
            plain::remarks(&mut out, diagnostic, "  ", self.color);
            return out;
        }
        self.drawn += 1;
        if self.drawn > DRAWN {
            return self.short(diagnostic);
        }
        let home = places[0].file;
        places.sort_by_key(|p| (p.file != home, p.file, p.bytes.start));
        for place in &places {
            self.sheets.entry(place.file).or_insert_with(|| Sheet::new(self.map.file(place.file)));
        }
        if places.iter().any(|p| self.is_bulky(p)) {
            plain::draw(&mut out, diagnostic, &places, &self.sheets, self.map, self.color);
        } else {
            self.picture(&mut out, diagnostic, &places);
        }
        out
    }

    /// One line for one diagnostic.
    fn short(&self, diagnostic: &Diagnostic) -> String {
        let mut out = String::new();
        if let Some((name, line, column)) = self.map.place(diagnostic.primary.span) {
            let _ = write!(out, "{}:{line}:{column}: ", visible_line(name));
        }
        out.push_str(&header(diagnostic, self.color));
        out
    }

    fn is_bulky(&self, place: &Place) -> bool {
        let (sheet, text) = (&self.sheets[&place.file], &self.map.file(place.file).text);
        let (first, last) = (sheet.line_of(place.bytes.start), sheet.line_of(place.bytes.end));
        sheet.large || sheet.is_long(first, text) || sheet.is_long(last, text)
    }

    /// The places of a diagnostic, the primary one first; those without a file are left out.
    fn places(&self, diagnostic: &Diagnostic) -> Vec<Place> {
        let primary = self.place(diagnostic.primary.span, &diagnostic.primary.text, true);
        let others = diagnostic.labels.iter().filter_map(|l| self.place(l.span, &l.text, false));
        primary.into_iter().chain(others).collect()
    }

    fn place(&self, span: Span, text: &str, primary: bool) -> Option<Place> {
        let file = self.map.file_of(span)?;
        let source = self.map.file(file);
        let start = boundary(&source.text, (span.start - source.start) as usize);
        let end = boundary(&source.text, span.end.saturating_sub(source.start) as usize).max(start);
        // A span that ends with its line's newline would be drawn as two lines.
        let trimmed = source.text[start..end].trim_end().len();
        Some(Place { file, bytes: start..start + trimmed, text: visible_line(text).into_owned(), primary })
    }

    fn picture(&mut self, out: &mut String, diagnostic: &Diagnostic, places: &[Place]) {
        for place in places {
            let Some(sheet) = self.sheets.get_mut(&place.file).filter(|s| !s.text.is_empty()) else { continue };
            self.sources.texts.insert(place.file, Source::from(std::mem::take(&mut sheet.text)));
            self.sources.names.insert(place.file, visible_line(&self.map.file(place.file).name).into_owned());
        }
        let config = Config::new()
            .with_color(self.color)
            .with_index_type(IndexType::Char)
            .with_char_set(CharSet::Unicode)
            .with_tab_width(4);
        let characters = |place: &Place| {
            let (sheet, text) = (&self.sheets[&place.file], &self.map.file(place.file).text);
            sheet.character_of(place.bytes.start, text)..sheet.character_of(place.bytes.end, text)
        };
        let primary = places.iter().find(|p| p.primary).unwrap_or(&places[0]);
        let main_color = if diagnostic.severity == Severity::Error { Color::Red } else { Color::Yellow };
        let mut report = Report::build(ReportKind::Error, (primary.file, characters(primary))).with_config(config);
        let line_of = |place: &Place| (place.file, self.sheets[&place.file].line_of(place.bytes.start));
        let crowded = places.iter().any(|p| !p.primary && line_of(p) == line_of(primary));
        for place in places {
            // The header gives its place already; a mark without words would only cross the others.
            if place.primary && place.text.is_empty() && crowded {
                continue;
            }
            let color = if place.primary { main_color } else { Color::Cyan };
            // Without a message, even an empty one, nothing at all would be drawn.
            report.add_label(
                Label::new((place.file, characters(place)))
                    .with_message(&place.text)
                    .with_color(color)
                    .with_priority(i32::from(place.primary)),
            );
        }
        report.with_notes(diagnostic.notes.iter().map(|n| visible(n)));
        report.with_helps(diagnostic.helps.iter().map(|h| visible(h)));
        let mut bytes = Vec::new();
        // Writing to memory does not fail.
        let _ = report.finish().write(&mut self.sources, &mut bytes);
        let picture = String::from_utf8_lossy(&bytes);
        // The first line is the library's own header.
        let mut lines: Vec<String> = Vec::new();
        for line in picture.lines().skip(1) {
            match lines.last_mut() {
                // An arrow to an empty message: the mark above it is enough.
                Some(above) if is_bare_arrow(line) => *above = above.replace('┬', "─"),
                _ => lines.push(line.trim_end().to_owned()),
            }
        }
        out.push_str(&lines.join("\n"));
        out.push('\n');
    }
}

/// Whether a line of a picture has nothing but an arrow that leads to no words.
fn is_bare_arrow(line: &str) -> bool {
    let mut plain = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("\x1b[") {
        plain.push_str(before);
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain.push_str(rest);
    let arrow = plain.trim_start_matches([' ', '│']).trim_end();
    arrow.starts_with('╰') && arrow.chars().skip(1).all(|c| c == '─')
}

/// `error[E0201]: message`, with a newline.
fn header(diagnostic: &Diagnostic, color: bool) -> String {
    let (word, paint) = match diagnostic.severity {
        Severity::Error => ("error", "31"),
        Severity::Warning => ("warning", "33"),
    };
    let (code, message) = (diagnostic.code, visible_line(&diagnostic.message));
    if color {
        format!("\x1b[1;{paint}m{word}[{code}]\x1b[0m\x1b[1m: {message}\x1b[0m\n")
    } else {
        format!("{word}[{code}]: {message}\n")
    }
}

/// The prepared texts, by file.
#[derive(Debug, Default)]
struct Sources {
    texts: HashMap<FileId, Source<String>>,
    names: HashMap<FileId, String>,
}

impl Cache<FileId> for Sources {
    type Storage = String;

    fn fetch(&mut self, id: &FileId) -> Result<&Source<String>, impl std::fmt::Debug> {
        self.texts.get(id).ok_or("no such text")
    }

    fn display<'b>(&self, id: &'b FileId) -> Option<impl std::fmt::Display + 'b> {
        self.names.get(id).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Code;

    fn map_of(text: &str) -> SourceMap {
        let mut map = SourceMap::default();
        map.add("main.game", text).expect("small");
        map
    }

    fn span(text: &str, part: &str) -> Span {
        let at = u32::try_from(text.find(part).expect("part of the text")).expect("small");
        Span::new(at, at + u32::try_from(part.len()).expect("small"))
    }

    #[test]
    fn the_place_counts_characters() {
        let text = "let x = 1\nlet größe = ⊕ y # é\n";
        let map = map_of(text);
        let d = Diagnostic::error(Code("E0201"), span(text, "y #"), "unknown name `y`").at("here").help("write `x`");
        let drawn = Renderer::new(&map, false).render(&d);
        assert!(drawn.starts_with("error[E0201]: unknown name `y`\n"), "{drawn}");
        assert!(drawn.contains("main.game:2:15"), "{drawn}");
        assert!(drawn.contains("let größe = ⊕ y # é"), "{drawn}");
        assert!(drawn.contains("Help: write `x`"), "{drawn}");
        assert!(!drawn.contains('\x1b'), "{drawn}");
    }

    #[test]
    fn a_primary_without_words_is_marked() {
        let text = "let x = zz + 1\n";
        let map = map_of(text);
        let d = Diagnostic::error(Code("E0201"), span(text, "zz"), "unknown name");
        let drawn = Renderer::new(&map, false).render(&d);
        assert!(drawn.contains("│         ──\n") && !drawn.contains('╰'), "{drawn}");
        let coloured = Renderer::new(&map, true).render(&d);
        assert!(!coloured.contains('╰'), "{coloured}");
    }

    #[test]
    fn a_place_after_the_last_newline_is_on_the_next_line() {
        let text = "game A {\n";
        let map = map_of(text);
        let d = Diagnostic::error(Code("E0101"), Span::new(9, 9), "unclosed").label(Span::new(7, 8), "opened here");
        let drawn = Renderer::new(&map, false).render(&d);
        assert!(drawn.contains("main.game:2:1"), "{drawn}");
        assert!(drawn.contains("opened here"), "{drawn}");
    }

    #[test]
    fn labels_in_a_second_file_with_wide_characters() {
        let mut map = SourceMap::default();
        map.add("main.game", "use b: ä\n").expect("small");
        map.add("b.game", "# ééééééééé\nlet ä = 1\n").expect("small");
        let second = map.files()[1].start;
        let at = second + 22 + 4;
        let d = Diagnostic::error(Code("E0203"), Span::new(7, 9), "twice").label(Span::new(at, at + 2), "first here");
        let drawn = Renderer::new(&map, false).render(&d);
        assert!(drawn.contains("main.game:1:8"), "{drawn}");
        assert!(drawn.contains("b.game:2:5"), "{drawn}");
    }

    #[test]
    fn a_line_of_four_mebibytes_is_shown_in_part() {
        let text = format!("print {}\nprint 1\n", "9+".repeat(2 << 20));
        let map = map_of(&text);
        let at = 6 + (1 << 20);
        let d = Diagnostic::error(Code("E0101"), Span::new(at, at + 1), "here").at("this").note("n").help("h");
        let started = std::time::Instant::now();
        let drawn = Renderer::new(&map, false).render(&d);
        assert!(started.elapsed().as_millis() < 1000);
        assert!(drawn.len() < 2000, "{} bytes", drawn.len());
        assert!(drawn.contains(&format!("main.game:1:{}", at + 1)), "{drawn}");
        assert!(drawn.contains("this") && drawn.contains("Note: n") && drawn.contains("Help: h"), "{drawn}");
    }

    #[test]
    fn strange_line_ends_and_control_characters_do_no_harm() {
        let text = "let a = 1\r\nlet b\u{2028}= \u{1b}[31m zz\u{b}\r\n";
        let map = map_of(text);
        let d = Diagnostic::error(Code("E0201"), span(text, "zz"), "unknown\nname \u{1b}").at("a\nb");
        let drawn = Renderer::new(&map, false).render(&d);
        assert!(drawn.contains("main.game:2:15"), "{drawn}");
        assert!(!drawn.contains('\x1b'), "{drawn:?}");
    }

    #[test]
    fn after_many_diagnostics_each_takes_one_line() {
        let text = "let x = zz + 1\n";
        let map = map_of(text);
        let d = Diagnostic::error(Code("E0201"), span(text, "zz"), "unknown name");
        let mut renderer = Renderer::new(&map, false);
        let last = (0..=DRAWN).map(|_| renderer.render(&d)).last().expect("one");
        assert_eq!(last, "main.game:1:9: error[E0201]: unknown name\n");
    }

    #[test]
    fn no_place_still_gives_notes_and_helps() {
        let map = SourceMap::default();
        let d = Diagnostic::error(Code("E0801"), Span::NONE, "cannot read `x.game`").note("n").help("h");
        let drawn = Renderer::new(&map, true).render(&d);
        assert!(drawn.contains("cannot read `x.game`") && drawn.contains("n\n") && drawn.contains("h\n"), "{drawn}");
        assert!(drawn.contains('\x1b'));
    }
}
