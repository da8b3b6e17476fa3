//! An open text: read, checked, its declarations.

use std::path::Path;
use std::sync::Arc;

use lsp_types::{Location, Position, Range, Uri};

use super::names::{Declaration, declarations};
use super::place::{Lines, path_of, uri_of};
use crate::base::{FileId, Span};
use crate::driver::{Input, Overlay, Reading, reading};
use crate::syntax::{Scanner, Token};

/// The memory that reading may take: files of some megabytes.
const MEMORY: u64 = 2 << 30;

/// An open text.
pub(super) struct Document {
    pub uri: Uri,
    pub version: i32,
    pub text: Arc<str>,
    pub lines: Lines,
    pub reading: Reading,
    /// Of the text itself, in the order written.
    pub declarations: Vec<Declaration>,
}

/// What is to be read for a text that is open under this address.
pub(super) fn input(uri: &Uri, text: &str) -> Input {
    let path = path_of(uri);
    let name = path.as_ref().map_or_else(|| uri.as_str().to_owned(), |path| path.to_string_lossy().into_owned());
    let folder = path.as_deref().and_then(Path::parent).map(Path::to_path_buf);
    Input { name, text: text.into(), folder }
}

impl Document {
    pub fn new(uri: Uri, version: i32, text: Arc<str>, overlay: Overlay) -> Self {
        let reading = reading(&input(&uri, &text), MEMORY, overlay);
        let declarations = reading.files.first().map(declarations).unwrap_or_default();
        Self { uri, version, lines: Lines::new(&text), text, reading, declarations }
    }

    /// The byte at a position.
    pub fn offset(&self, position: Position) -> usize {
        self.lines.offset(&self.text, position)
    }

    /// The position of a byte.
    pub fn position(&self, offset: usize) -> Position {
        self.lines.position(&self.text, offset)
    }

    /// A place of the text itself; the text of the document is the first one of all that were read.
    pub fn range(&self, span: Span) -> Range {
        self.lines.range(&self.text, span.start as usize, span.end as usize)
    }

    /// Whether a place lies in the text itself.
    pub fn is_own(&self, span: Span) -> bool {
        self.reading.map.file_of(span) == Some(FileId(0))
    }

    /// A place in whatever file it lies; none in a file that is on no disk.
    pub fn location(&self, span: Span) -> Option<Location> {
        if self.is_own(span) {
            return Some(Location::new(self.uri.clone(), self.range(span)));
        }
        let file = self.reading.map.file(self.reading.map.file_of(span)?);
        let uri = uri_of(Path::new(&file.name))?;
        let (from, to) = ((span.start - file.start) as usize, (span.end - file.start) as usize);
        Some(Location::new(uri, Lines::new(&file.text).range(&file.text, from, to)))
    }

    /// The word at a byte, or just before it.
    pub fn word(&self, offset: usize) -> Option<Token> {
        Scanner::new(&self.text, 0).take_while(|token| token.start <= offset).filter(|token| offset <= token.end).last()
    }

    /// The name at a byte that is declared somewhere: its own place, and that of the declaration.
    pub fn named(&self, offset: usize) -> Option<(Span, Span)> {
        let at = |span: Span| self.is_own(span) && (span.start as usize..=span.end as usize).contains(&offset);
        let declared = self.declarations.iter().map(|d| (d.name.span, d.name.span)).find(|(span, _)| at(*span));
        let mentions = || self.reading.model.mentions.iter().map(|m| (m.at, m.declared)).find(|(span, _)| at(*span));
        declared.or_else(mentions)
    }

    /// Every place of the text that names what is declared there, the declaration with them.
    pub fn places_of(&self, declared: Span) -> Vec<Span> {
        let mentions = self.reading.model.mentions.iter().filter(|m| m.declared == declared).map(|m| m.at);
        let mut places: Vec<Span> = mentions.chain([declared]).filter(|&span| self.is_own(span)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The declaration of a name, in this text or in one that it uses.
    pub fn declaration(&self, declared: Span) -> Option<Declaration> {
        let own = self.declarations.iter().find(|d| d.name.span == declared);
        let used = || {
            let file = self.reading.map.file_of(declared)?;
            let file = self.reading.files.get(file.0 as usize)?;
            declarations(file).into_iter().find(|d| d.name.span == declared)
        };
        own.cloned().or_else(used)
    }
}
