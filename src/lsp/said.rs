//! What is wrong with a text, and the changes that mend it.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    DiagnosticTag, NumberOrString, Range, TextEdit, WorkspaceEdit,
};

use super::document::Document;
use crate::base::Span;
use crate::diagnostics::{self, Fix, Severity, codes};
use crate::syntax::ast::{ItemKind, UseSource};

/// All that is said of a text. What is wrong with a file that it uses is said where it is used.
pub(super) fn diagnostics(document: &Document) -> Vec<Diagnostic> {
    document.reading.said.iter().map(|said| diagnostic(document, said)).collect()
}

fn diagnostic(document: &Document, said: &diagnostics::Diagnostic) -> Diagnostic {
    let related = said.labels.iter().chain(Some(&said.primary).filter(|label| !document.is_own(label.span)));
    let related: Vec<DiagnosticRelatedInformation> = related
        .filter_map(|label| {
            let location = document.location(label.span)?;
            Some(DiagnosticRelatedInformation { location, message: label.text.clone() })
        })
        .collect();
    let mut message = said.message.clone();
    let parts = said.notes.iter().map(|note| ("note", note)).chain(said.helps.iter().map(|help| ("help", help)));
    for (what, text) in parts {
        message = format!("{message}\n{what}: {text}");
    }
    Diagnostic {
        range: place(document, said.primary.span),
        severity: Some(match said.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(said.code.0.to_owned())),
        source: Some("sgi".to_owned()),
        message,
        related_information: Some(related).filter(|related| !related.is_empty()),
        tags: (said.code == codes::UNUSED).then(|| vec![DiagnosticTag::UNNECESSARY]),
        ..Diagnostic::default()
    }
}

/// Where something is underlined: its own place, or the first `use`, or the first line.
fn place(document: &Document, span: Span) -> Range {
    if document.is_own(span) {
        return document.range(span);
    }
    let items = document.reading.files.first().map_or(&[][..], |file| &file.items);
    let source = items.iter().find_map(|item| match &item.kind {
        ItemKind::Use { source: UseSource::Name(name) | UseSource::Path(name), .. } => Some(name.span),
        _ => None,
    });
    match source {
        Some(span) if !span.is_none() => document.range(span),
        _ => document.lines.range(&document.text, 0, 0),
    }
}

/// The change that a message asks for, where there is one only: a near name, or a help that is nothing but what to write.
fn fix(said: &diagnostics::Diagnostic) -> Option<Fix> {
    let written = || match said.helps.as_slice() {
        [help] => help.strip_prefix('`')?.strip_suffix('`').filter(|text| !text.contains('`')),
        _ => None,
    };
    said.fix.clone().or_else(|| Some(Fix { span: said.primary.span, text: written()?.to_owned() }))
}

/// The changes that mend what is wrong in a range.
pub(super) fn fixes(document: &Document, range: Range) -> Vec<CodeActionOrCommand> {
    let mut actions = Vec::new();
    for said in &document.reading.said {
        let Some(fix) = fix(said).filter(|fix| document.is_own(fix.span)) else { continue };
        let told = diagnostic(document, said);
        if told.range.end < range.start || range.end < told.range.start {
            continue;
        }
        let title = format!("write `{}`", fix.text);
        let edit = TextEdit { range: document.range(fix.span), new_text: fix.text };
        #[expect(clippy::mutable_key_type, reason = "the protocol's own type: an address is not changed in place")]
        let changes = HashMap::from([(document.uri.clone(), vec![edit])]);
        actions.push(CodeActionOrCommand::CodeAction(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![told]),
            edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
            is_preferred: Some(true),
            ..CodeAction::default()
        }));
    }
    actions
}
