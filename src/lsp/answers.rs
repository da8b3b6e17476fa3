//! What is asked about a place of a text.

use std::collections::HashMap;
use std::time::Duration;

use lsp_types::{
    DocumentHighlight, DocumentSymbol, GotoDefinitionResponse, Hover, HoverContents, Location, MarkupContent,
    MarkupKind, Position, PrepareRenameResponse, SymbolKind, TextEdit, WorkspaceEdit,
};

use super::document::{Document, input};
use super::names::{Declaration, Kind};
use crate::base::{Limits, Span};
use crate::driver::{Options, Overlay, Session};
use crate::library;
use crate::syntax::words::is_reserved;

/// A declaration is shown up to so many bytes.
const SHOWN: usize = 400;

/// What a constant position may cost while somebody waits for it.
const QUICK: Limits =
    Limits { max_states: 100_000, max_memory: 256 << 20, timeout: Some(Duration::from_millis(15)), jobs: 1 };

pub(super) fn definition(document: &Document, position: Position) -> Option<GotoDefinitionResponse> {
    let (_, declared) = document.named(document.offset(position))?;
    document.location(declared).map(GotoDefinitionResponse::Scalar)
}

pub(super) fn references(document: &Document, position: Position, declaration: bool) -> Option<Vec<Location>> {
    let (_, declared) = document.named(document.offset(position))?;
    let places = document.places_of(declared).into_iter().filter(|&span| declaration || span != declared);
    Some(places.filter_map(|span| document.location(span)).collect())
}

pub(super) fn highlights(document: &Document, position: Position) -> Option<Vec<DocumentHighlight>> {
    let (_, declared) = document.named(document.offset(position))?;
    let places = document.places_of(declared).into_iter();
    Some(places.map(|span| DocumentHighlight { range: document.range(span), kind: None }).collect())
}

pub(super) fn prepare_rename(document: &Document, position: Position) -> Option<PrepareRenameResponse> {
    let (at, declared) = document.named(document.offset(position))?;
    document.is_own(declared).then(|| PrepareRenameResponse::Range(document.range(at)))
}

/// The changes that give what is declared another name.
///
/// # Errors
/// Why it may not be called so.
pub(super) fn rename(document: &Document, position: Position, new: &str) -> Result<WorkspaceEdit, String> {
    let (_, declared) = document.named(document.offset(position)).ok_or("no name of this file stands here")?;
    let own = document.declaration(declared).filter(|_| document.is_own(declared));
    let own = own.ok_or("it is declared in another file: rename it there")?;
    let is_word = |c: char| c == '_' || c.is_alphanumeric();
    if !new.chars().all(is_word) || new.starts_with(|c: char| c.is_numeric()) || new.is_empty() || is_reserved(new) {
        return Err(format!("`{new}` is no name"));
    }
    let meets = |other: &&Declaration| {
        let apart = |a: Span, b: Span| a.end <= b.start || b.end <= a.start;
        let global = own.is_global() || other.is_global();
        other.kind.is_mentioned() && *other.name.text == *new && (global || !apart(own.scope, other.scope))
    };
    if own.kind.is_mentioned()
        && let Some(other) = document.declarations.iter().find(meets)
    {
        return Err(format!("`{new}` is {} {} of this file already", article(other.kind), other.kind.word()));
    }
    let edit = |span: Span| TextEdit { range: document.range(span), new_text: new.to_owned() };
    let edits = document.places_of(declared).into_iter().map(edit).collect();
    #[expect(clippy::mutable_key_type, reason = "the protocol's own type: an address is not changed in place")]
    let changes = HashMap::from([(document.uri.clone(), edits)]);
    Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

fn article(kind: Kind) -> &'static str {
    if kind == Kind::Enum { "an" } else { "a" }
}

/// What stands at a place: its declaration, or what the manual says; the value of a position without variables.
pub(super) fn hover(document: &Document, position: Position, overlay: &Overlay) -> Option<Hover> {
    let offset = document.offset(position);
    let (range, text) = match document.named(offset) {
        Some((at, declared)) => {
            let found = document.declaration(declared)?;
            let mut text = format!("```game\n{}\n```\n{}", shown(document, &found), comment(document, &found));
            if let Some(value) = value_at(document, at, &found, overlay) {
                text = format!("{text}\n{value}");
            }
            (document.range(at), text)
        }
        None => {
            let token = document.word(offset)?;
            let spec = library::specs().find(|spec| spec.name == token.text(&document.text))?;
            let text = format!("```game\n{}\n```\n{}", spec.signature, spec.doc);
            (document.lines.range(&document.text, token.start, token.end), text)
        }
    };
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text });
    Some(Hover { contents, range: Some(range) })
}

/// How a declaration is written: its head, without a body.
fn shown(document: &Document, declaration: &Declaration) -> String {
    let text = document.reading.map.snippet(declaration.whole);
    let head = match declaration.kind {
        Kind::Game => text.split('{').next().unwrap_or(text),
        Kind::Move => text.split("->").next().unwrap_or(text),
        _ => text,
    };
    let line = head.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = line.char_indices().map(|(i, _)| i).take_while(|&i| i <= SHOWN).last().unwrap_or(0);
    let line = if line.len() > SHOWN { format!("{}...", &line[..cut]) } else { line };
    match declaration.kind {
        Kind::Field | Kind::Argument | Kind::Variable => format!("{line}  # {}", declaration.kind.word()),
        _ => line,
    }
}

/// The comment that ends on the line before a declaration.
fn comment(document: &Document, declaration: &Declaration) -> String {
    let Some(id) = document.reading.map.file_of(declaration.whole) else { return String::new() };
    let (source, file) = (document.reading.map.file(id), document.reading.files.get(id.0 as usize));
    let start = (declaration.whole.start - source.start) as usize;
    let mut next = source.text[..start].rfind('\n').map_or(0, |i| i + 1);
    let mut lines = Vec::new();
    for comment in file.iter().flat_map(|file| file.comments.iter().rev()).filter(|comment| comment.own_line) {
        let (from, to) = ((comment.span.start - source.start) as usize, (comment.span.end - source.start) as usize);
        if to >= next {
            continue;
        }
        if !source.text[to..next].trim().is_empty() || source.text[to..next].matches('\n').count() > 1 {
            break;
        }
        lines.push(comment.text.trim_start_matches('#').trim());
        next = source.text[..from].rfind('\n').map_or(0, |i| i + 1);
    }
    lines.reverse();
    lines.join("\n")
}

/// The value of the position that begins with the name of a game, if it has no variables and is found at once.
fn value_at(document: &Document, at: Span, declaration: &Declaration, overlay: &Overlay) -> Option<String> {
    if declaration.kind != Kind::Game || at == declaration.name.span || !document.reading.said.is_empty() {
        return None;
    }
    let rest = &document.text[at.end as usize..];
    let text = &document.text[at.start as usize..at.end as usize + call(rest)?];
    let end = at.start + super::place::narrow(text.len());
    let known = |m: &crate::analysis::model::Mention| document.declaration(m.declared).is_some_and(|d| d.is_global());
    let inside = |span: Span| at.start <= span.start && span.end <= end;
    if !document.reading.model.mentions.iter().filter(|m| inside(m.at)).all(known) {
        return None;
    }
    ["sg", "value", "outcome"].into_iter().find_map(|query| {
        let options = Options { limits: QUICK, overlay: overlay.clone(), ..Options::default() };
        let mut ignore = |_: crate::driver::Event<'_>| {};
        let mut session = Session::open(&input(&document.uri, &document.text), options, &mut ignore);
        let asked = format!("{query}({text})");
        session.evaluate(std::slice::from_ref(&asked));
        let (report, _) = session.finish();
        let value = report.prints.first()?.values.first()?;
        Some(format!("`{asked}` is `{}`", value.text))
    })
}

/// How many bytes the brackets take that follow a name.
fn call(rest: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (i, c) in rest.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 && !rest[i + 1..].starts_with('(') {
                    return Some(i + 1);
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The outline of a text.
pub(super) fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let mut outline: Vec<DocumentSymbol> = Vec::new();
    for declaration in &document.declarations {
        let Some(depth) = declaration.depth else { continue };
        #[expect(deprecated, reason = "a field of the protocol that cannot be left out")]
        let symbol = DocumentSymbol {
            name: declaration.name.text.to_string(),
            detail: Some(declaration.kind.word().to_owned()),
            kind: symbol_kind(declaration.kind),
            tags: None,
            deprecated: None,
            range: document.range(declaration.whole),
            selection_range: document.range(declaration.name.span),
            children: None,
        };
        match (depth, outline.last_mut()) {
            (1, Some(parent)) => parent.children.get_or_insert_default().push(symbol),
            _ => outline.push(symbol),
        }
    }
    outline
}

fn symbol_kind(kind: Kind) -> SymbolKind {
    match kind {
        Kind::Game => SymbolKind::CLASS,
        Kind::Move => SymbolKind::METHOD,
        Kind::Field => SymbolKind::FIELD,
        Kind::Parameter | Kind::Let => SymbolKind::CONSTANT,
        Kind::Argument | Kind::Variable => SymbolKind::VARIABLE,
        Kind::Function => SymbolKind::FUNCTION,
        Kind::Enum => SymbolKind::ENUM,
        Kind::Member => SymbolKind::ENUM_MEMBER,
        Kind::Claim => SymbolKind::BOOLEAN,
        Kind::Table | Kind::Plot => SymbolKind::ARRAY,
    }
}
