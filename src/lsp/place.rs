//! Offsets in a text and positions of the protocol, paths and addresses.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::{Position, Range, Uri};

/// Where the lines of a text begin.
#[derive(Debug)]
pub(super) struct Lines(Vec<usize>);

impl Lines {
    pub fn new(text: &str) -> Self {
        Self(std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect())
    }

    /// The position of a byte: its line, and the UTF-16 units before it.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.0.partition_point(|&start| start <= offset) - 1;
        let units = text[self.0[line]..offset].encode_utf16().count();
        Position::new(narrow(line), narrow(units))
    }

    /// The byte at a position; the end of its line, or of the text, where there is none.
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.0.get(line) else { return text.len() };
        let end = self.0.get(line + 1).map_or(text.len(), |next| next - 1);
        let mut units = position.character as usize;
        for (i, c) in text[start..end].char_indices() {
            if units == 0 {
                return start + i;
            }
            units = units.saturating_sub(c.len_utf16());
        }
        end
    }

    pub fn range(&self, text: &str, from: usize, to: usize) -> Range {
        Range::new(self.position(text, from), self.position(text, to))
    }
}

/// Texts are shorter than 2 GiB.
pub(super) fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The path of a `file:` address.
pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.bytes();
    while let Some(byte) = left.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [left.next()?, left.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/games` on Windows.
    let drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if drive { path[1..].to_owned() } else { path }))
}

/// The `file:` address of a path.
pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.canonicalize().ok()?;
    let mut text = String::from("file://");
    let shown = path.to_str()?;
    if !shown.starts_with('/') {
        text.push('/');
    }
    for byte in shown.replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte) {
            text.push(byte.into());
        } else {
            // Writing to a text cannot fail.
            let _ = write!(text, "%{byte:02X}");
        }
    }
    Uri::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_units_of_sixteen_bits() {
        let text = "a𝔸b\nφ\n";
        let lines = Lines::new(text);
        for (offset, line, character) in [(0, 0, 0), (1, 0, 1), (5, 0, 3), (6, 0, 4), (7, 1, 0), (9, 1, 1), (10, 2, 0)]
        {
            let position = Position::new(line, character);
            assert_eq!(lines.position(text, offset), position);
            assert_eq!(lines.offset(text, position), offset);
        }
        assert_eq!(lines.offset(text, Position::new(0, 99)), 6);
        assert_eq!(lines.offset(text, Position::new(99, 0)), text.len());
    }

    #[test]
    fn addresses_of_paths() {
        let uri = Uri::from_str("file:///tmp/a%20b/%C3%A9.game").expect("an address");
        assert_eq!(path_of(&uri), Some(PathBuf::from("/tmp/a b/é.game")));
        assert_eq!(path_of(&Uri::from_str("untitled:x").expect("an address")), None);
    }
}
