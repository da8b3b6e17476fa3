//! The texts that were read, and where each byte of them lies.

use std::rc::Rc;

use super::Span;

/// Names a file of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// One text with its name.
#[derive(Debug)]
pub struct SourceFile {
    /// As shown to the user: a path as given, `<stdin>`, `<command line>`.
    pub name: String,
    /// The text.
    pub text: Rc<str>,
    /// The global offset of its first byte.
    pub start: u32,
    /// Byte offset of each line's first byte, within the text.
    lines: Vec<u32>,
}

/// All texts of a run, end to end: a [`Span`] alone says which file it lies in.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a text and returns its id, or `None` when all texts together would pass 2 GiB.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Rc<str>>) -> Option<FileId> {
        let text: Rc<str> = text.into();
        let start = self.files.last().map_or(0, |f| f.start as usize + f.text.len() + 1);
        if start + text.len() >= i32::MAX as usize {
            return None;
        }
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).map(narrow).collect();
        let id = FileId(narrow(self.files.len()));
        self.files.push(SourceFile { name: name.into(), text, start: narrow(start), lines });
        Some(id)
    }

    /// The file with this id.
    ///
    /// # Panics
    /// If the id is of another map.
    #[must_use]
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// Every file in the order of reading.
    #[must_use]
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The file that a span lies in; `None` for [`Span::NONE`].
    #[must_use]
    pub fn file_of(&self, span: Span) -> Option<FileId> {
        if span.is_none() {
            return None;
        }
        let after = self.files.partition_point(|f| f.start <= span.start);
        after.checked_sub(1).map(|i| FileId(narrow(i)))
    }

    /// File name, line and column of a span's start, both from 1; columns count characters.
    #[must_use]
    pub fn place(&self, span: Span) -> Option<(&str, usize, usize)> {
        let file = self.file(self.file_of(span)?);
        let at = (span.start - file.start).min(narrow(file.text.len()));
        let line = file.lines.partition_point(|&l| l <= at) - 1;
        let before = file.text.get(file.lines[line] as usize..at as usize).unwrap_or("");
        Some((&file.name, line + 1, before.chars().count() + 1))
    }

    /// A construct as one mentions it, by its text and its line: "`drop(h, 1)` in line 3".
    #[must_use]
    pub fn mention(&self, span: Span) -> Option<String> {
        let (file, line, _) = self.place(span)?;
        let text = self.snippet(span).split_whitespace().collect::<Vec<_>>().join(" ");
        let cut = text.char_indices().nth(MENTIONED).map_or(text.clone(), |(end, _)| format!("{}...", &text[..end]));
        let main = self.file_of(span) == Some(FileId(0));
        Some(if main { format!("`{cut}` in line {line}") } else { format!("`{cut}` in line {line} of {file}") })
    }

    /// What stands before a span on its line.
    #[must_use]
    pub fn line_before(&self, span: Span) -> &str {
        let Some(id) = self.file_of(span) else { return "" };
        let file = self.file(id);
        let before = file.text.get(..(span.start - file.start) as usize).unwrap_or("");
        before.rsplit('\n').next().unwrap_or("")
    }

    /// The text that a span covers; empty for [`Span::NONE`].
    #[must_use]
    pub fn snippet(&self, span: Span) -> &str {
        let Some(id) = self.file_of(span) else { return "" };
        let file = self.file(id);
        file.text.get((span.start - file.start) as usize..(span.end - file.start) as usize).unwrap_or("")
    }
}

/// The text of a construct is cut after so many characters.
const MENTIONED: usize = 40;

/// Offsets fit 32 bits because [`SourceMap::add`] refuses more.
fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
