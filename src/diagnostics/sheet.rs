//! A text prepared for drawing: characters that would disturb a terminal replaced one for one, with a line index.

use crate::base::{SourceFile, is_hidden};

/// A line longer than this many bytes is shown in part.
pub(super) const LONG_LINE: usize = 300;
/// A text larger than this many bytes is not handed to the drawing library.
const LARGE_TEXT: usize = 1 << 20;

/// One text of the source map, ready to be drawn.
#[derive(Debug)]
pub(super) struct Sheet {
    /// The text with disturbing characters replaced, and one more character at the end, so that the place after the
    /// last one exists. Empty when the text is too large.
    pub text: String,
    /// Byte offset of each line's first byte in the original.
    lines: Vec<usize>,
    /// Number of characters before each line; empty when the text is too large.
    characters: Vec<usize>,
    /// Whether the text is too large to be drawn whole.
    pub large: bool,
}

impl Sheet {
    /// Prepares a text.
    pub fn new(file: &SourceFile) -> Self {
        let original: &str = &file.text;
        let lines = std::iter::once(0).chain(original.match_indices('\n').map(|(i, _)| i + 1)).collect::<Vec<_>>();
        if original.len() > LARGE_TEXT {
            return Self { text: String::new(), lines, characters: Vec::new(), large: true };
        }
        let mut text: String = original.chars().map(|c| if c == '\n' { c } else { harmless(c) }).collect();
        text.push(' ');
        let mut characters = Vec::with_capacity(lines.len());
        let mut count = 0;
        for (i, &from) in lines.iter().enumerate() {
            characters.push(count);
            let to = lines.get(i + 1).copied().unwrap_or(original.len());
            count += original[from..to].chars().count();
        }
        Self { text, lines, characters, large: false }
    }

    /// The line that a byte offset lies in, from 0.
    pub fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|&l| l <= offset).saturating_sub(1)
    }

    /// The bytes of a line in the original, without its newline.
    pub fn line_bytes(&self, line: usize, original: &str) -> std::ops::Range<usize> {
        let from = self.lines.get(line).copied().unwrap_or(original.len());
        let to = self.lines.get(line + 1).map_or(original.len(), |next| next - 1);
        from..to.max(from)
    }

    /// How many characters stand before a byte offset (which must be a character boundary).
    pub fn character_of(&self, offset: usize, original: &str) -> usize {
        let line = self.line_of(offset);
        let before = original.get(self.lines[line]..offset).unwrap_or("");
        self.characters.get(line).copied().unwrap_or(0) + before.chars().count()
    }

    /// Whether a line is too long to be shown whole.
    pub fn is_long(&self, line: usize, original: &str) -> bool {
        self.line_bytes(line, original).len() > LONG_LINE
    }
}

/// The greatest character boundary up to `offset`.
pub(super) fn boundary(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// What is drawn for a character of a source, one for one, so that columns stay: a sign for what would not be seen.
pub(super) fn harmless(c: char) -> char {
    match c {
        '\t' => c,
        '\u{7f}' => '\u{2421}',
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        c if is_hidden(c) => '\u{fffd}',
        c => c,
    }
}
