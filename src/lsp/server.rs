//! The protocol: what comes in, and who answers.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    CodeActionProviderCapability, CompletionOptions, DocumentSymbolResponse, HoverProviderCapability, OneOf,
    PublishDiagnosticsParams, RenameOptions, SemanticTokens, SemanticTokensFullOptions, SemanticTokensOptions,
    ServerCapabilities, TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, TextEdit, Uri,
};
use serde_json::{Value, json, to_value};

use super::document::{Document, input};
use super::place::path_of;
use super::verdicts::{Job, Verdicts};
use super::{answers, completion, said, tokens};
use crate::driver::{Overlay, format};

/// Answers an editor on standard input and output until it says that it is done.
///
/// # Errors
/// The connection breaks off, or what comes in is not the protocol.
pub fn serve() -> io::Result<()> {
    let (connection, threads) = Connection::stdio();
    let broken = |error: lsp_server::ProtocolError| io::Error::new(io::ErrorKind::BrokenPipe, error.to_string());
    let (id, params) = connection.initialize_start().map_err(broken)?;
    let refreshes = params["capabilities"]["workspace"]["inlayHint"]["refreshSupport"] == Value::Bool(true);
    let about = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "sgi", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, about).map_err(broken)?;
    let sender = connection.sender.clone();
    let verdicts = Verdicts::begin(move || {
        if refreshes {
            let method = request::InlayHintRefreshRequest::METHOD.to_owned();
            let ask = Request { id: "verdicts".to_owned().into(), method, params: Value::Null };
            // An editor that is gone wants no verdicts.
            let _ = sender.send(ask.into());
        }
    });
    let mut server = Server { connection, open: HashMap::new(), overlay: Overlay::default(), verdicts };
    let ended = server.listen();
    server.verdicts.close();
    drop(server);
    threads.join()?;
    ended.map_err(broken)
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::FULL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions::default()),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: lsp_types::WorkDoneProgressOptions::default(),
        })),
        inlay_hint_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: tokens::legend(),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}

struct Server {
    connection: Connection,
    open: HashMap<String, Document>,
    overlay: Overlay,
    verdicts: Verdicts,
}

/// A refusal, in words.
type Answer = Result<Value, String>;

impl Server {
    fn listen(&mut self) -> Result<(), lsp_server::ProtocolError> {
        while let Ok(message) = self.connection.receiver.recv() {
            match message {
                Message::Request(request) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    let response = self.answer(&request);
                    self.send(response.into());
                }
                Message::Notification(note) => self.notice(note),
                Message::Response(_) => {}
            }
        }
        Ok(())
    }

    fn send(&self, message: Message) {
        // A connection that is gone ends the loop when it is read.
        let _ = self.connection.sender.send(message);
    }

    fn notice(&mut self, note: Notification) {
        let params = note.params;
        match &*note.method {
            notification::DidOpenTextDocument::METHOD => {
                let Some(found) = read::<lsp_types::DidOpenTextDocumentParams>(params) else { return };
                let document = found.text_document;
                self.changed(&document.uri, document.version, document.text.into());
                self.decide(&document.uri);
            }
            notification::DidChangeTextDocument::METHOD => {
                let Some(mut found) = read::<lsp_types::DidChangeTextDocumentParams>(params) else { return };
                let Some(change) = found.content_changes.pop() else { return };
                self.changed(&found.text_document.uri, found.text_document.version, change.text.into());
            }
            notification::DidSaveTextDocument::METHOD => {
                let Some(found) = read::<lsp_types::DidSaveTextDocumentParams>(params) else { return };
                self.decide(&found.text_document.uri);
            }
            notification::DidCloseTextDocument::METHOD => {
                let Some(found) = read::<lsp_types::DidCloseTextDocumentParams>(params) else { return };
                self.closed(&found.text_document.uri);
            }
            _ => {}
        }
    }

    /// A text is there, or another than before.
    fn changed(&mut self, uri: &Uri, version: i32, text: Arc<str>) {
        self.lay_over(uri, Some(Arc::clone(&text)));
        let document = Document::new(uri.clone(), version, text, self.overlay.clone());
        self.publish(&document, said::diagnostics(&document));
        self.open.insert(uri.as_str().to_owned(), document);
        // Those that use it, or may.
        let others: Vec<_> = self
            .open
            .values()
            .filter(|other| other.uri != *uri)
            .map(|d| (d.uri.clone(), d.version, d.text.clone()))
            .collect();
        for (other, version, text) in others {
            if self
                .open
                .get(other.as_str())
                .is_some_and(|d| d.reading.map.files().len() > 1 || !d.reading.said.is_empty())
            {
                let document = Document::new(other.clone(), version, text, self.overlay.clone());
                self.publish(&document, said::diagnostics(&document));
                self.open.insert(other.as_str().to_owned(), document);
            }
        }
    }

    fn closed(&mut self, uri: &Uri) {
        self.lay_over(uri, None);
        self.verdicts.forget(uri);
        if let Some(document) = self.open.remove(uri.as_str()) {
            self.publish(&document, Vec::new());
        }
    }

    fn lay_over(&mut self, uri: &Uri, text: Option<Arc<str>>) {
        let Some(path) = path_of(uri).map(|path: PathBuf| path.canonicalize().unwrap_or(path)) else { return };
        let texts = Arc::make_mut(&mut self.overlay.0);
        match text {
            Some(text) => texts.insert(path, text),
            None => texts.remove(&path),
        };
    }

    fn decide(&self, uri: &Uri) {
        if let Some(document) = self.open.get(uri.as_str()) {
            let text = Arc::clone(&document.text);
            self.verdicts.ask(Job { uri: uri.clone(), text, overlay: self.overlay.clone() });
        }
    }

    fn publish(&self, document: &Document, diagnostics: Vec<lsp_types::Diagnostic>) {
        let (uri, version) = (document.uri.clone(), Some(document.version));
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        self.send(Notification::new(notification::PublishDiagnostics::METHOD.to_owned(), params).into());
    }

    fn answer(&self, request: &Request) -> Response {
        match self.asked(&request.method, request.params.clone()) {
            Some(Ok(value)) => Response::new_ok(request.id.clone(), value),
            Some(Err(why)) => Response::new_err(request.id.clone(), ErrorCode::RequestFailed as i32, why),
            None => {
                let why = format!("sgi does not know `{}`", request.method);
                Response::new_err(request.id.clone(), ErrorCode::MethodNotFound as i32, why)
            }
        }
    }

    /// The answer to a request; `None` for what is not known.
    fn asked(&self, method: &str, params: Value) -> Option<Answer> {
        Some(match method {
            request::HoverRequest::METHOD => {
                self.at(&params, |document, at| Ok(value(answers::hover(document, at, &self.overlay))))
            }
            request::GotoDefinition::METHOD => {
                self.at(&params, |document, at| Ok(value(answers::definition(document, at))))
            }
            request::References::METHOD => {
                let declaration = params["context"]["includeDeclaration"] != Value::Bool(false);
                self.at(&params, |document, at| Ok(value(answers::references(document, at, declaration))))
            }
            request::DocumentHighlightRequest::METHOD => {
                self.at(&params, |document, at| Ok(value(answers::highlights(document, at))))
            }
            request::PrepareRenameRequest::METHOD => {
                self.at(&params, |document, at| Ok(value(answers::prepare_rename(document, at))))
            }
            request::Rename::METHOD => {
                let new = params["newName"].as_str().unwrap_or_default().to_owned();
                self.at(&params, |document, at| answers::rename(document, at, &new).map(value))
            }
            request::Completion::METHOD => {
                self.at(&params, |document, at| Ok(value(completion::completion(document, at))))
            }
            request::DocumentSymbolRequest::METHOD => {
                self.of(&params, |document| Ok(value(DocumentSymbolResponse::Nested(answers::symbols(document)))))
            }
            request::SemanticTokensFullRequest::METHOD => self
                .of(&params, |document| Ok(value(SemanticTokens { result_id: None, data: tokens::tokens(document) }))),
            request::Formatting::METHOD => self.of(&params, |document| Ok(value(formatted(document)))),
            request::CodeActionRequest::METHOD => self.of(&params, |document| {
                let range = read::<lsp_types::Range>(params["range"].clone()).unwrap_or_default();
                Ok(value(said::fixes(document, range)))
            }),
            request::InlayHintRequest::METHOD => self.of(&params, |document| Ok(value(self.verdicts.hints(document)))),
            _ => return None,
        })
    }

    /// What is answered about a document that is open; nothing about another.
    fn of(&self, params: &Value, ask: impl FnOnce(&Document) -> Answer) -> Answer {
        let uri = params["textDocument"]["uri"].as_str().and_then(|text| Uri::from_str(text).ok());
        match uri.and_then(|uri| self.open.get(uri.as_str())) {
            Some(document) => ask(document),
            None => Ok(Value::Null),
        }
    }

    fn at(&self, params: &Value, ask: impl FnOnce(&Document, lsp_types::Position) -> Answer) -> Answer {
        let place = read::<TextDocumentPositionParams>(params.clone()).ok_or("a place in a document is asked for")?;
        self.of(params, |document| ask(document, place.position))
    }
}

/// The change that brings a text into the standard layout; none where it has errors, which are told already.
fn formatted(document: &Document) -> Option<Vec<TextEdit>> {
    let text = format(&input(&document.uri, &document.text)).ok()?;
    let all = document.lines.range(&document.text, 0, document.text.len());
    Some(if *text == *document.text { Vec::new() } else { vec![TextEdit { range: all, new_text: text }] })
}

fn read<T: serde::de::DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

/// The types of the protocol have no maps with keys other than texts, so this does not fail.
fn value(answer: impl serde::Serialize) -> Value {
    to_value(answer).unwrap_or_default()
}
