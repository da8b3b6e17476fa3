//! Names in the text of an expression replaced by other expressions.

use super::scan::{Scanner, Token, TokenKind};

/// The text of an expression with every occurrence of the given names replaced; a replacement stands in parentheses
/// unless it is one word or number, or already stands between brackets or commas. Comments go.
///
/// `None` when the expression binds one of the names itself (`sum(n for n in 1..3)`), or uses it as the name of a part
/// or label (`m.n`), so that a replacement would change its meaning.
#[must_use]
pub fn substitute(text: &str, replacements: &[(&str, &str)]) -> Option<String> {
    let tokens: Vec<Token> = Scanner::new(text, 0).filter(|t| !matches!(t.kind, TokenKind::Comment)).collect();
    let mut out = String::new();
    let mut copied = 0;
    for (i, token) in tokens.iter().enumerate() {
        let word = token.text(text);
        let found = replacements.iter().find(|(name, _)| matches!(token.kind, TokenKind::Word) && *name == word);
        let Some((_, replacement)) = found else { continue };
        let before = i.checked_sub(1).map(|i| tokens[i]);
        let after = tokens.get(i + 1);
        let symbol = |t: Option<&Token>, c: char| t.is_some_and(|t| t.kind == TokenKind::Symbol(c));
        let bound = after.is_some_and(|t| t.text(text) == "in") && before.is_some_and(|t| binds(t.text(text)));
        let defined = symbol(after, '=') && !symbol(tokens.get(i + 2), '=');
        let part = symbol(before.as_ref(), '.') && before.is_some_and(|b| b.end == token.start);
        let range = part && i >= 2 && symbol(tokens.get(i - 2), '.');
        if bound || defined || part && !range {
            return None;
        }
        let opens = before.is_none_or(|t| matches!(t.kind, TokenKind::Open(_) | TokenKind::Symbol(',')));
        let closes = after.is_none_or(|t| matches!(t.kind, TokenKind::Close(_) | TokenKind::Symbol(',')));
        out.push_str(text.get(copied..token.start)?);
        if opens && closes || replacement.chars().all(|c| c.is_alphanumeric() || c == '_') {
            out.push_str(replacement);
        } else {
            out.push('(');
            out.push_str(replacement);
            out.push(')');
        }
        copied = token.end;
    }
    out.push_str(text.get(copied..)?);
    Some(out.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Whether a variable that follows this word is a new one: after `for`, after a comma, or inside a pattern.
fn binds(before: &str) -> bool {
    matches!(before, "for" | "," | "(")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_and_bracketed_where_needed() {
        let at = |text: &str, with: &str| substitute(text, &[("n", with)]).expect("free");
        assert_eq!(at("sg(Kayles(n))", "n + 12"), "sg(Kayles(n + 12))");
        assert_eq!(at("2 * n + nn", "n + 1"), "2 * (n + 1) + nn");
        assert_eq!(at("sg(G(2 * n, n))", "7"), "sg(G(2 * 7, 7))");
        assert_eq!(at("sum(sg(G(k)) for k in 0..n)", "n + 1"), "sum(sg(G(k)) for k in 0..(n + 1))");
        assert_eq!(at("n == 3 and\n  n in {1}", "m"), "m == 3 and m in {1}");
        let both = substitute("sg(W(a, b))", &[("a", "b"), ("b", "a + 1")]);
        assert_eq!(both.as_deref(), Some("sg(W(b, a + 1))"));
    }

    #[test]
    fn names_that_mean_something_else_are_left_alone() {
        let at = |text: &str| substitute(text, &[("n", "n + 1")]);
        assert_eq!(at("sum(n for n in 1..3)"), None);
        assert_eq!(at("[m.n for m in moves(P)]"), None);
        assert_eq!(at("len([k for k in 1..3, n = k])"), None);
    }
}
