//! Colours by meaning.

use std::collections::HashMap;

use lsp_types::{SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokensLegend};

use super::document::Document;
use super::names::Kind;
use super::place::narrow;
use crate::library;
use crate::syntax::words::{CLAUSES, is_reserved};
use crate::syntax::{Scanner, Token, TokenKind};

/// What a token may be, by its number in the protocol.
const TYPES: [SemanticTokenType; 12] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
    SemanticTokenType::CLASS,
    SemanticTokenType::METHOD,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::ENUM,
    SemanticTokenType::ENUM_MEMBER,
];

/// Bits of the modifiers.
const DECLARATION: u32 = 1;
const LIBRARY: u32 = 2;

pub(super) fn legend() -> SemanticTokensLegend {
    let token_modifiers = vec![SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DEFAULT_LIBRARY];
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers }
}

/// Every token of a text that has a colour.
pub(super) fn tokens(document: &Document) -> Vec<SemanticToken> {
    let mut names: HashMap<u32, (Kind, u32)> = HashMap::new();
    for mention in document.reading.model.mentions.iter().filter(|m| document.is_own(m.at)) {
        if let Some(found) = document.declaration(mention.declared) {
            names.insert(mention.at.start, (found.kind, 0));
        }
    }
    names.extend(document.declarations.iter().map(|d| (d.name.span.start, (d.kind, DECLARATION))));
    let mut before = lsp_types::Position::default();
    let mut list = Vec::new();
    for token in Scanner::new(&document.text, 0) {
        let name = names.get(&narrow(token.start)).copied();
        let Some((token_type, token_modifiers_bitset)) = colour(token, &document.text, name) else { continue };
        let range = document.lines.range(&document.text, token.start, token.end);
        let delta_line = range.start.line - before.line;
        let delta_start = range.start.character - if delta_line == 0 { before.character } else { 0 };
        let length = range.end.character.saturating_sub(range.start.character);
        before = range.start;
        list.push(SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset });
    }
    list
}

fn colour(token: Token, text: &str, name: Option<(Kind, u32)>) -> Option<(u32, u32)> {
    let word = token.text(text);
    let (kind, modifiers) = match (token.kind, name) {
        (TokenKind::Number, _) => (SemanticTokenType::NUMBER, 0),
        (TokenKind::Text(_), _) => (SemanticTokenType::STRING, 0),
        (TokenKind::Comment, _) => (SemanticTokenType::COMMENT, 0),
        (TokenKind::Word, Some((kind, modifiers))) => (of_kind(kind), modifiers),
        (TokenKind::Word, None) if is_reserved(word) || word == "loopy" => (SemanticTokenType::KEYWORD, 0),
        (TokenKind::Word, None) if token.first_on_line && CLAUSES.contains(&word) => (SemanticTokenType::KEYWORD, 0),
        (TokenKind::Word, None) if library::lookup(word).is_some() => (SemanticTokenType::FUNCTION, LIBRARY),
        _ => return None,
    };
    Some((narrow(TYPES.iter().position(|known| *known == kind)?), modifiers))
}

fn of_kind(kind: Kind) -> SemanticTokenType {
    match kind {
        Kind::Game => SemanticTokenType::CLASS,
        Kind::Move | Kind::Claim | Kind::Table | Kind::Plot => SemanticTokenType::METHOD,
        Kind::Field => SemanticTokenType::PROPERTY,
        Kind::Argument => SemanticTokenType::PARAMETER,
        Kind::Parameter | Kind::Let | Kind::Variable => SemanticTokenType::VARIABLE,
        Kind::Function => SemanticTokenType::FUNCTION,
        Kind::Enum => SemanticTokenType::ENUM,
        Kind::Member => SemanticTokenType::ENUM_MEMBER,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::syntax::words::RESERVED;

    /// A pattern that is any of these words.
    fn any(words: impl IntoIterator<Item = &'static str>) -> String {
        let mut words: Vec<&str> = words.into_iter().filter(|word| *word != "_").collect();
        words.sort_unstable();
        words.dedup();
        format!("\\b(?:{})\\b", words.join("|"))
    }

    fn grammar() -> Value {
        let values = ["true", "false"];
        let operators = ["and", "or", "not", "xor", "implies", "iff", "in", "misere"];
        let apart = |word: &&str| !values.contains(word) && !operators.contains(word);
        let rule = |name: &str, pattern: &str| json!({ "name": format!("{name}.game"), "match": pattern });
        json!({
            "name": "game",
            "scopeName": "source.game",
            "patterns": [
                rule("comment.line.number-sign", "#.*$"),
                rule("string.quoted.double", "\"[^\"\\n]*\"?"),
                rule("constant.numeric", "\\b\\d[\\w]*\\b"),
                rule("constant.language", &any(values)),
                rule("keyword.operator.word", &any(operators)),
                rule("keyword.control", &any(RESERVED.into_iter().chain(["loopy"]).filter(apart))),
                {
                    "match": format!("^\\s*({})", any(CLAUSES)),
                    "captures": { "1": { "name": "keyword.control.game" } },
                },
                rule("support.type", &any(["nat", "int", "bool", "text", "list", "bag", "set"])),
                rule("support.function", &any(library::specs().map(|spec| spec.name))),
                rule("keyword.operator", "->|--|\\.\\.<?|[=!<>]=|\\*\\*|//|\\+\\+|[-+*/%|&<>=]"),
            ],
        })
    }

    #[test]
    fn the_grammar_for_editors_has_the_words_of_the_language() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/extras/editors/vscode/syntaxes/game.tmLanguage.json");
        let text = format!("{}\n", serde_json::to_string_pretty(&grammar()).expect("JSON"));
        if std::env::var_os("SGI_BLESS").is_some() {
            std::fs::write(path, &text).expect("it can be written");
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(written == text, "`SGI_BLESS=1 cargo test --lib lsp` writes it anew");
    }
}
