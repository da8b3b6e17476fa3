//! Breaks a line that is too long.

/// The greatest number of characters in a line, where it can be kept.
pub(super) const WIDTH: usize = 100;

/// How many characters a text has.
pub(super) fn columns(text: &str) -> usize {
    text.chars().count()
}

/// A line in as many lines as it needs: broken behind commas, the further ones indented by four more.
pub(super) fn wrapped(text: &str, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = " ".repeat(indent);
    let mut length = indent;
    let further = indent + 4;
    let mut empty = true;
    for part in parts(text) {
        let width = columns(part);
        // The space behind the last comma of a line does not count.
        if !empty && length + columns(part.trim_end()) > WIDTH {
            lines.push(line.trim_end().to_owned());
            line = " ".repeat(further);
            length = further;
        }
        line.push_str(part);
        length += width;
        empty = false;
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// The text cut behind every comma with its space, outside of quotes.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut quoted, mut from) = (false, 0);
    let bytes = text.as_bytes();
    for (i, &byte) in bytes.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b',' if !quoted && bytes.get(i + 1) == Some(&b' ') => {
                parts.push(&text[from..i + 2]);
                from = i + 2;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}
