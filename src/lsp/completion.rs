//! What may be written at a place.

use std::collections::HashSet;
use std::path::Path;
use std::str::FromStr;

use lsp_types::{CompletionItem, CompletionItemKind, Documentation, Position, Uri};

use super::document::Document;
use super::names::Kind;
use super::place::uri_of;
use crate::diagnostics::Severity;
use crate::driver::Overlay;
use crate::library;
use crate::syntax::declared_words;
use crate::syntax::words::{CLAUSES, RESERVED};

/// The names that are known at a place, nearest first, then those of the library, then the words of the language. Where
/// the text cannot be parsed, the words that it seems to declare.
pub(super) fn completion(document: &Document, position: Position) -> Vec<CompletionItem> {
    let offset = document.offset(position);
    let mut seen: HashSet<&str> = HashSet::new();
    let mut items: Vec<CompletionItem> = Vec::new();
    let scoped = document.declarations.iter().filter(|d| {
        let near = d.scope.start as usize <= offset && offset <= d.scope.end as usize + 1;
        d.is_global() || d.kind.is_mentioned() && near
    });
    for declaration in scoped {
        let name = &*declaration.name.text;
        if seen.insert(name) {
            let first = if declaration.is_global() { "1" } else { "0" };
            items.push(CompletionItem {
                kind: Some(item_kind(declaration.kind)),
                detail: Some(declaration.kind.word().to_owned()),
                sort_text: Some(format!("{first}{name}")),
                ..item(name)
            });
        }
    }
    let broken = document.reading.said.iter().any(|said| said.severity == Severity::Error);
    let words = if broken { declared_words(&document.text) } else { HashSet::new() };
    let mut lost: Vec<&str> = words.into_iter().filter(|word| seen.insert(word)).collect();
    lost.sort_unstable();
    items.extend(lost.into_iter().map(|word| CompletionItem { sort_text: Some(format!("1{word}")), ..item(word) }));
    for spec in library::specs().filter(|spec| seen.insert(spec.name)) {
        items.push(CompletionItem {
            kind: Some(CompletionItemKind::FUNCTION),
            detail: Some(spec.signature.to_owned()),
            documentation: Some(Documentation::String(spec.doc.to_owned())),
            sort_text: Some(format!("2{}", spec.name)),
            ..item(spec.name)
        });
    }
    for word in RESERVED.into_iter().chain(CLAUSES).filter(|word| *word != "_" && seen.insert(word)) {
        let kind = Some(CompletionItemKind::KEYWORD);
        items.push(CompletionItem { kind, sort_text: Some(format!("3{word}")), ..item(word) });
    }
    items
}

/// What may be written at a byte of a text that belongs to the file at `path`: each word, and what is known of it.
pub fn completions(path: &Path, text: &str, offset: usize) -> Vec<(String, String)> {
    let Some(uri) = uri_of(path).or_else(|| Uri::from_str("untitled:text").ok()) else { return Vec::new() };
    let document = Document::new(uri, 0, text.into(), Overlay::default());
    let word = |item: CompletionItem| {
        let about = match (item.detail, item.documentation) {
            (Some(detail), Some(Documentation::String(doc))) => format!("{detail}: {doc}"),
            (detail, _) => detail.unwrap_or_default(),
        };
        (item.label, about)
    };
    completion(&document, document.position(offset)).into_iter().map(word).collect()
}

fn item(label: &str) -> CompletionItem {
    CompletionItem { label: label.to_owned(), ..CompletionItem::default() }
}

fn item_kind(kind: Kind) -> CompletionItemKind {
    match kind {
        Kind::Game => CompletionItemKind::CLASS,
        Kind::Move => CompletionItemKind::METHOD,
        Kind::Field => CompletionItemKind::FIELD,
        Kind::Parameter | Kind::Let => CompletionItemKind::CONSTANT,
        Kind::Argument | Kind::Variable => CompletionItemKind::VARIABLE,
        Kind::Function => CompletionItemKind::FUNCTION,
        Kind::Enum => CompletionItemKind::ENUM,
        Kind::Member => CompletionItemKind::ENUM_MEMBER,
        Kind::Claim | Kind::Table | Kind::Plot => CompletionItemKind::VALUE,
    }
}
