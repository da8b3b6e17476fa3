//! Whether a text that is typed line by line has come to its end.

use super::scan::{Scanner, Token, TokenKind};

/// Words that want something behind them.
const WANT_MORE: [&str; 16] = [
    "in", "of", "as", "with", "and", "or", "not", "xor", "implies", "iff", "if", "then", "else", "for", "misere",
    "loopy",
];
/// Words that go on with what stands before them.
const GO_ON: [&str; 12] = ["in", "of", "as", "with", "and", "or", "xor", "implies", "iff", "then", "else", "for"];

/// Whether more is to come: a bracket is open, an operator or a word wants something behind it, a game has no body yet.
#[must_use]
pub fn is_unfinished(text: &str) -> bool {
    let tokens: Vec<Token> = tokens(text).collect();
    let words = |word: &str| tokens.iter().filter(|token| token.text(text) == word).count();
    let wants = tokens.last().is_some_and(|last| match last.kind {
        TokenKind::Word => WANT_MORE.contains(&last.text(text)),
        TokenKind::Symbol(c) => "+-*/%=<>&|,:".contains(c),
        _ => false,
    });
    let first = tokens.iter().map(|token| token.text(text)).find(|word| *word != "loopy");
    let bodiless = first == Some("game") && words("{") == 0 && words("=") == 0;
    has_open_bracket(text) || wants || bodiless || words("then") > words("else")
}

/// Whether more brackets are opened than closed.
#[must_use]
pub fn has_open_bracket(text: &str) -> bool {
    let count = |wanted: fn(TokenKind) -> bool| tokens(text).filter(|token| wanted(token.kind)).count();
    count(|kind| matches!(kind, TokenKind::Open(_))) > count(|kind| matches!(kind, TokenKind::Close(_)))
}

/// Whether a line goes on with the one before it: it is indented, or begins with what cannot begin anything.
#[must_use]
pub fn goes_on(line: &str) -> bool {
    let first = tokens(line).next();
    line.starts_with([' ', '\t'])
        || first.is_some_and(|first| match first.kind {
            TokenKind::Word => GO_ON.contains(&first.text(line)),
            TokenKind::Close(_) => true,
            TokenKind::Symbol(c) => "+*/%=<>&|,".contains(c),
            _ => false,
        })
}

fn tokens(text: &str) -> impl Iterator<Item = Token> {
    Scanner::new(text, 0).filter(|token| token.kind != TokenKind::Comment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_wants_more_is_unfinished() {
        for text in [
            "sg(Nim(3)",
            "1 +",
            "game Nim(n)",
            "claim c(n in 0..9):",
            "let x =",
            "[1,",
            "if a then b",
            "n and",
            "loopy game G",
        ] {
            assert!(is_unfinished(text), "{text}");
        }
        for text in ["sg(Nim(3))", "n in 0..", "game A = B", "game G { }", "if a then b else c", "1 # (", "", ")"] {
            assert!(!is_unfinished(text), "{text}");
        }
        assert!(goes_on("  2") && goes_on("iff x") && goes_on("} ") && !goes_on("-1") && !goes_on("print 1"));
    }
}
