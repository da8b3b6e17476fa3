//! The author's own layout: line breaks, columns in line, and how close an arithmetic operator stands stay as written.

use super::super::scan::{Scanner, Token, TokenKind, adjoining};
use super::wrap::columns;

/// No line that an author broke himself is longer; where one is, the printer breaks the whole declaration.
const WIDEST: usize = 128;

/// Operators that may stand close, `n-1`, or apart, `n - 1`.
const EITHER: [&str; 12] = ["+", "-", "*", "/", "%", "//", "**", "++", "..", "..<", "|", "&"];

/// The lines of a declaration or clause in the words of `printed` and the layout of `source`; `None` when the two differ in
/// more than white space and comments, or when a line is too long.
pub(super) fn kept(source: &str, printed: &str, indent: usize) -> Option<Vec<String>> {
    let written = pieces(source);
    let standard = pieces(printed);
    let words = written.iter().filter(|w| !w.comment);
    if !standard.iter().map(|p| p.text).eq(words.map(|w| w.text)) {
        return None;
    }
    let mut text = " ".repeat(indent);
    let mut at = 0;
    for (i, word) in written.iter().enumerate() {
        if word.comment {
            // Behind its line, or on a line of its own.
            text.push_str(&gap(word.gap, " ", word, indent));
            text.push_str(word.text.trim_end());
            continue;
        }
        let after_comment = i > 0 && written[i - 1].comment;
        if i > 0 {
            text.push_str(&match between(&written, i, &standard, at) {
                Some(own) if !after_comment => own.to_owned(),
                // Behind the word that opens it nothing is in line, but for `left  move`.
                _ if i == 1 && !["left", "right"].contains(&written[0].text) => standard[at].gap.to_owned(),
                _ => gap(word.gap, standard[at].gap, word, indent),
            });
        }
        text.push_str(word.text);
        at += 1;
    }
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.iter().all(|line| columns(line) <= WIDEST).then_some(lines)
}

/// A token with what stands before it.
struct Piece<'a> {
    gap: &'a str,
    text: &'a str,
    comment: bool,
    closes: bool,
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut end = 0;
    for token in Scanner::new(text, 0) {
        let Token { kind, start, .. } = token;
        if start < end {
            // A part of the operator before.
            continue;
        }
        let stop = adjoining(text, token);
        pieces.push(Piece {
            gap: text.get(end..start).unwrap_or(""),
            text: text.get(start..stop).unwrap_or(""),
            comment: kind == TokenKind::Comment,
            closes: matches!(kind, TokenKind::Close(_)),
        });
        end = stop;
    }
    pieces
}

/// The space around an operator that may stand close or apart, where it is the same on both sides and, in the standard
/// layout, too: so that it is no sign.
fn between<'a>(written: &[Piece<'a>], i: usize, standard: &[Piece<'_>], at: usize) -> Option<&'a str> {
    let around = |op: usize, at: usize| {
        let (before, after) = (written[op].gap, written.get(op + 1)?.gap);
        let alike = standard[at].gap == standard.get(at + 1)?.gap;
        (EITHER.contains(&written[op].text) && alike && before == after && ["", " "].contains(&before))
            .then_some(before)
    };
    around(i, at).or_else(|| around(i.checked_sub(1)?, at.checked_sub(1)?))
}

/// What stands before a piece: a line break with its indentation, two spaces or more as written, else the standard.
fn gap(written: &str, standard: &str, piece: &Piece<'_>, indent: usize) -> String {
    if let Some((_, last)) = written.rsplit_once('\n') {
        let least = if piece.closes { indent } else { indent + 2 };
        return format!("\n{}", " ".repeat(columns(last).max(least)));
    }
    let aligned = written.len() >= 2 && written.bytes().all(|b| b == b' ');
    match (piece.comment, aligned) {
        (true, false) => "  ".to_owned(),
        (true, true) => written.to_owned(),
        (false, true) if standard == " " => written.to_owned(),
        _ => standard.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(source: &str, printed: &str) -> Option<String> {
        kept(source, printed, 0).map(|lines| lines.join("\n"))
    }

    #[test]
    fn breaks_columns_and_close_operators_stay() {
        let text = "let x =\n  if a     then n-1\n  else b + 2*n";
        assert_eq!(lines(text, "let x = if a then n - 1 else b + 2*n").as_deref(), Some(text));
        let text = "let x = a   # why\n  + b";
        assert_eq!(lines(text, "let x = a + b").as_deref(), Some(text));
    }

    #[test]
    fn everything_else_is_the_standard() {
        assert_eq!(lines("let x=f( a,b )", "let x = f(a, b)").as_deref(), Some("let x = f(a, b)"));
        assert_eq!(lines("let  x = a", "let x = a").as_deref(), Some("let x = a"));
        assert_eq!(lines("left  move a -> 0", "left move a -> 0").as_deref(), Some("left  move a -> 0"));
        assert_eq!(lines("let x = a -b", "let x = a - b").as_deref(), Some("let x = a - b"));
        assert_eq!(lines("let x = [a, -b]", "let x = [a, -b]").as_deref(), Some("let x = [a, -b]"));
        assert_eq!(lines("let x =\n\na", "let x = a").as_deref(), Some("let x =\n  a"));
        assert_eq!(lines("let x = a ⊕ b", "let x = a xor b"), None);
    }
}
