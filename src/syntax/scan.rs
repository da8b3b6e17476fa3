//! A quick look at the words, texts, comments and brackets of a source, before it is parsed.

use std::collections::HashSet;

use pest::unicode::{XID_CONTINUE, XID_START};

/// What a [`Token`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A name or a keyword.
    Word,
    /// Digits, with whatever letters stick to them.
    Number,
    /// `"..."`; `false` when the line ends first.
    Text(bool),
    /// `(`, `[` or `{`.
    Open(u8),
    /// `)`, `]` or `}`.
    Close(u8),
    /// `# ...`, without its newline.
    Comment,
    /// One character of anything else.
    Symbol(char),
}

/// A piece of the source, as bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Which one.
    pub kind: TokenKind,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Whether a line break stands between it and the token before.
    pub first_on_line: bool,
}

impl Token {
    /// Its text.
    #[must_use]
    pub fn text(self, source: &str) -> &str {
        source.get(self.start..self.end).unwrap_or("")
    }
}

/// All tokens of a source, in order.
#[derive(Debug)]
pub struct Scanner<'a> {
    source: &'a str,
    at: usize,
    first_on_line: bool,
}

impl<'a> Scanner<'a> {
    /// Starts at byte `at`.
    #[must_use]
    pub fn new(source: &'a str, at: usize) -> Self {
        Self { source, at, first_on_line: true }
    }

    /// The byte after the run of characters from `from` on that satisfy `keep`.
    fn run(&self, from: usize, keep: impl Fn(char) -> bool) -> usize {
        let rest = self.source.get(from..).unwrap_or("");
        from + rest.find(|c| !keep(c)).unwrap_or(rest.len())
    }

    fn skip_blanks(&mut self) {
        let bytes = self.source.as_bytes();
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = bytes.get(self.at) {
            self.first_on_line |= bytes[self.at] == b'\n';
            self.at += 1;
        }
    }
}

/// Whether a name may begin with this character.
pub(super) fn begins_word(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphabetic() || c == '_' } else { XID_START(c) }
}

/// Whether a name may go on with this character.
pub(super) fn continues_word(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() || c == '_' } else { XID_CONTINUE(c) }
}

/// Where a token ends with the signs that make one with it, as in `=>`.
pub(super) fn adjoining(source: &str, token: Token) -> usize {
    const LONG: [&str; 24] = [
        "===", "!==", "<=>", "-->", "...", "..<", "..=", "=>", "->", "<-", "==", "!=", "<=", ">=", "**", "//", "++",
        "--", "&&", "||", "..", ":=", "::", "/*",
    ];
    let rest = source.get(token.start..).unwrap_or("");
    match token.kind {
        TokenKind::Symbol(_) => {
            LONG.iter().find(|l| rest.starts_with(**l)).map_or(token.end, |l| token.start + l.len())
        }
        _ => token.end,
    }
}

impl Iterator for Scanner<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip_blanks();
        let start = self.at;
        let c = self.source.get(start..)?.chars().next()?;
        let (kind, end) = match c {
            '(' | '[' | '{' => (TokenKind::Open(c as u8), start + 1),
            ')' | ']' | '}' => (TokenKind::Close(c as u8), start + 1),
            '#' => (TokenKind::Comment, self.run(start, |c| c != '\n')),
            '"' => {
                let end = self.run(start + 1, |c| c != '"' && c != '\n');
                let closed = self.source.as_bytes().get(end) == Some(&b'"');
                (TokenKind::Text(closed), end + usize::from(closed))
            }
            _ if c.is_ascii_digit() => (TokenKind::Number, self.run(start, continues_word)),
            _ if begins_word(c) => (TokenKind::Word, self.run(start, continues_word)),
            _ => (TokenKind::Symbol(c), start + c.len_utf8()),
        };
        self.at = end;
        let first_on_line = std::mem::replace(&mut self.first_on_line, false);
        Some(Token { kind, start, end, first_on_line })
    }
}

/// The words that a text seems to declare or bind, parsed or not: those behind the keyword of a declaration, all of them
/// where it declares several, and those before `in` and `=`.
#[must_use]
pub fn declared_words(source: &str) -> HashSet<&str> {
    let mut words = HashSet::new();
    // What ends the words that are declared: nothing is being declared while it is `None`.
    let mut until: Option<&str> = None;
    let mut before = "";
    let mut tokens = Scanner::new(source, 0).filter(|token| token.kind != TokenKind::Comment).peekable();
    while let Some(token) = tokens.next() {
        let text = token.text(source);
        let next = tokens.peek().map_or("", |next| next.text(source));
        if token.kind == TokenKind::Word && before != ":" && matches!(next, "in" | "=") {
            words.insert(text);
        }
        before = text;
        match text {
            "game" | "fn" | "param" | "def" | "func" | "function" => until = Some(""),
            "let" => until = Some("="),
            "enum" => until = Some("}"),
            "use" => until = Some("\n"),
            _ if until == Some(text) || until == Some("\n") && token.first_on_line => until = None,
            _ if until.is_some() && token.kind == TokenKind::Word => {
                words.insert(text);
                until = until.filter(|until| !until.is_empty());
            }
            _ => {}
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_texts_and_comments_do_not_count() {
        let kinds: Vec<_> = Scanner::new("f(\"(\") # ((\n∪ é_1 1_0", 0).map(|t| t.kind).collect();
        let expected = [
            TokenKind::Word,
            TokenKind::Open(b'('),
            TokenKind::Text(true),
            TokenKind::Close(b')'),
            TokenKind::Comment,
            TokenKind::Symbol('∪'),
            TokenKind::Word,
            TokenKind::Number,
        ];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn words_are_declared_behind_keywords() {
        let text = "game G(n) { let (a, b) = c\n}\nenum E { x,\ny } fn f(z) = w use u: A, B\nparam m: nat = k";
        let mut words: Vec<&str> = declared_words(text).into_iter().collect();
        words.sort_unstable();
        assert_eq!(words, ["A", "B", "E", "G", "a", "b", "f", "m", "u", "x", "y"]);
    }

    #[test]
    fn a_text_ends_with_its_line() {
        let tokens: Vec<_> = Scanner::new("\"ab\nc", 0).collect();
        assert_eq!((tokens[0].kind, tokens[0].end), (TokenKind::Text(false), 3));
        assert!(tokens[1].first_on_line);
    }
}
