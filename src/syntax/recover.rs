//! Parses one declaration; when that fails, saves what can be saved of it.

use super::ast::{Clause, Expr, ExprKind, Game, Item, ItemKind, Name};
use super::build::{Builder, Node};
use super::failure::{self, Unit};
use super::parser::{Failure, Piece, Rule, narrow, parse, with_stack};
use super::scan::{Scanner, Token, TokenKind};
use super::split::{Slice, Trouble};
use super::words::{CLAUSES, is_reserved};
use super::{Generator, errors};
use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::suggest::closest;

/// After so many errors, the rest of the file is left alone.
pub(super) const MANY: usize = 100;

/// Parses the declaration of a slice into `items`.
pub(super) fn declaration(text: &str, start: u32, slice: &Slice, items: &mut Vec<Item>, found: &mut Vec<Diagnostic>) {
    report_trouble(text, start, slice, found);
    if !slice.declares {
        if slice.trouble.is_none() {
            found.push(failure::no_declaration(text, start, slice));
        }
        return;
    }
    let piece = Piece::new(text, start, slice);
    if matches!(slice.trouble, Some(Trouble::TooDeep { .. })) {
        items.extend(Salvage { piece: &piece, found, quiet: true }.stub());
        return;
    }
    with_stack(slice.depth, || {
        let quiet = slice.trouble.is_some();
        Salvage { piece: &piece, found, quiet }.item(items);
    });
}

/// Parses a slice as an expression; `None` when it cannot be.
pub(super) fn expression(
    rule: Rule,
    text: &str,
    start: u32,
    slice: &Slice,
    found: &mut Vec<Diagnostic>,
) -> Option<Generator> {
    report_trouble(text, start, slice, found);
    if slice.trouble.is_some() {
        return None;
    }
    let piece = Piece::new(text, start, slice);
    with_stack(slice.depth, || match parse(rule, &piece.text) {
        Ok(nodes) => {
            let mut builder = Builder::new(&piece, found);
            let (mut body, mut binders) = (None, Vec::new());
            for node in nodes {
                match node.as_rule() {
                    Rule::expr => body = Some(builder.expr(node)),
                    Rule::for_clause => binders = builder.for_clause(node).0,
                    _ => {}
                }
            }
            body.map(|body| Generator { body, binders })
        }
        Err(failure) => {
            found.push(failure::explain(&piece, &failure, Unit::Expression));
            None
        }
    })
}

fn report_trouble(text: &str, start: u32, slice: &Slice, found: &mut Vec<Diagnostic>) {
    let Some(trouble) = slice.trouble else { return };
    let span = |from: usize, to: usize| Span::new(start + narrow(from), start + narrow(to));
    let bracket = |at: usize| text.as_bytes().get(at).map_or('?', |&b| char::from(b));
    found.push(match trouble {
        Trouble::Unclosed { open, outer, next } => errors::unclosed(
            bracket(open),
            span(open, open + 1),
            outer.map(|at| span(at, at + 1)),
            span(next.0, next.1),
            next.0 >= text.len(),
        ),
        Trouble::Mismatch { open, close } => {
            errors::mismatch(bracket(open), span(open, open + 1), bracket(close), span(close, close + 1))
        }
        Trouble::Stray { close } => errors::stray(bracket(close), span(close, close + 1)),
        Trouble::TooDeep { at, bracket } => errors::too_deep(span(at.0, at.1), bracket),
        Trouble::OpenText { start: from, end: to } => errors::open_text(span(from, to)),
    });
}

/// A declaration, and what was said about it.
struct Salvage<'a> {
    piece: &'a Piece<'a>,
    found: &'a mut Vec<Diagnostic>,
    /// What does not parse follows from what was reported already.
    quiet: bool,
}

impl Salvage<'_> {
    fn item(&mut self, items: &mut Vec<Item>) {
        match parse(Rule::item, &self.piece.text) {
            Ok(nodes) => {
                for node in nodes {
                    items.extend(Builder::new(self.piece, self.found).item(node));
                }
            }
            Err(failure) => self.broken(&failure, items),
        }
    }

    fn explain(&mut self, piece: &Piece<'_>, failure: &Failure, unit: Unit) {
        if !self.quiet && self.found.len() < MANY {
            self.found.push(failure::explain(piece, failure, unit));
        }
    }

    fn broken(&mut self, failure: &Failure, items: &mut Vec<Item>) {
        let tokens: Vec<Token> = Scanner::new(&self.piece.text, 0).filter(|t| t.kind != TokenKind::Comment).collect();
        let game = tokens.iter().take(2).any(|t| t.text(&self.piece.text) == "game");
        let body = game.then(|| body_of(&tokens)).flatten();
        if let Some((open, close)) = body {
            self.game(&tokens, open, close, items);
            return;
        }
        self.explain(self.piece, failure, Unit::Declaration);
        // What stands before the mistake may be a whole declaration.
        let head = self.piece.part(0, failure.at);
        if let Ok(nodes) = parse(Rule::item, &head.text) {
            for node in nodes {
                items.extend(Builder::new(&head, self.found).item(node));
            }
        } else {
            items.extend(self.stub());
        }
    }

    /// Parses a game's header and clauses one by one.
    fn game(&mut self, tokens: &[Token], open: usize, close: usize, items: &mut Vec<Item>) {
        let header = self.piece.part(0, tokens[open].start);
        let mut game = None;
        match parse(Rule::header, &header.text) {
            Ok(nodes) => {
                let built: Vec<Item> = nodes.flat_map(|node| Builder::new(&header, self.found).item(node)).collect();
                game = built.into_iter().next();
            }
            // The header is the beginning of the piece, so the place is the same.
            Err(failure) => self.explain(self.piece, &failure, Unit::Declaration),
        }
        let mut clauses = Vec::new();
        let mut hoisted = Vec::new();
        for (from, to) in clauses_of(&self.piece.text, &tokens[open + 1..close]) {
            if self.found.len() >= MANY {
                break;
            }
            self.clause(from, to, &mut clauses, &mut hoisted);
        }
        if let Some(token) = tokens.get(close + 1) {
            let failure = Failure { at: token.start, expected: vec![Rule::EOI] };
            self.explain(self.piece, &failure, Unit::Declaration);
        }
        let span = self.piece.span(tokens[0].start, tokens[close].end);
        match game {
            Some(Item { kind: ItemKind::Game(game), .. }) => {
                items.push(Item { span, kind: ItemKind::Game(Game { clauses, ..game }) });
            }
            _ => items.extend(self.stub()),
        }
        items.extend(hoisted);
    }

    fn clause(&mut self, from: usize, to: usize, clauses: &mut Vec<Clause>, hoisted: &mut Vec<Item>) {
        let piece = self.piece.part(from, to);
        let failure = match parse(Rule::one_clause, &piece.text) {
            Ok(nodes) => {
                for node in nodes {
                    clauses.extend(Builder::new(&piece, self.found).clause(node, hoisted));
                }
                return;
            }
            Err(failure) => failure,
        };
        self.explain(&piece, &failure, Unit::Clause);
        let head = piece.part(0, failure.at);
        if let Ok(nodes) = parse(Rule::one_clause, &head.text) {
            for node in nodes {
                clauses.extend(Builder::new(&head, self.found).clause(node, hoisted));
            }
            return;
        }
        // A `let` without its value: its name is known all the same.
        if let Some(Item { span, kind: ItemKind::Let { pattern, value } }) = stub_of(&piece) {
            clauses.push(Clause { span, kind: super::ast::ClauseKind::Let { pattern, value } });
        }
    }

    fn stub(&self) -> Option<Item> {
        stub_of(self.piece)
    }
}

/// What gives names to the rest of the file, with an error for a value.
fn stub_of(piece: &Piece<'_>) -> Option<Item> {
    let text = &piece.text;
    let tokens: Vec<Token> = Scanner::new(text, 0).filter(|t| t.kind != TokenKind::Comment).collect();
    let first = tokens.first()?.text(text);
    if matches!(first, "game" | "loopy") {
        return alias(piece, &tokens);
    }
    if !matches!(first, "let" | "fn" | "param") {
        return None;
    }
    let mut depth = 0usize;
    let assign = tokens.iter().find(|t| {
        match t.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && t.kind == TokenKind::Symbol('=')
    })?;
    let head = format!("{} 0", text.get(..assign.end)?);
    // The names and the type were explained when the whole was parsed, or will be when this mistake is gone.
    let mut silent = Vec::new();
    let nodes = parse(Rule::item, &head).ok()?;
    let mut item = nodes.flat_map(|node: Node<'_>| Builder::new(piece, &mut silent).item(node)).next()?;
    let place = piece.span(assign.start, assign.end);
    let nothing = Expr { span: place, kind: ExprKind::Error };
    item.span = piece.span(0, assign.end);
    match &mut item.kind {
        ItemKind::Let { value, .. } => *value = nothing,
        ItemKind::Fn { body, .. } => *body = nothing,
        ItemKind::Param { default, .. } => *default = nothing,
        _ => return None,
    }
    Some(item)
}

/// A game of which only the name is known stands for an error.
fn alias(piece: &Piece<'_>, tokens: &[Token]) -> Option<Item> {
    let text = &piece.text;
    let at = tokens.iter().position(|t| t.text(text) == "game")?;
    let token = tokens.get(at + 1).filter(|t| t.kind == TokenKind::Word && !is_reserved(t.text(text)))?;
    let span = piece.span(token.start, token.end);
    let name = Name { text: token.text(text).into(), span };
    Some(Item { span, kind: ItemKind::Alias { name, target: Expr { span, kind: ExprKind::Error } } })
}

/// The braces of a game's body, as tokens.
fn body_of(tokens: &[Token]) -> Option<(usize, usize)> {
    let mut depth = 0usize;
    let mut open = None;
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open(b'{') if depth == 0 && open.is_none() => open = Some(i),
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) if depth == 0 => return open.map(|open| (open, i)),
            TokenKind::Close(_) => depth -= 1,
            // `game A = ...`
            TokenKind::Symbol('=') if depth == 0 && open.is_none() => return None,
            _ => {}
        }
    }
    None
}

/// The clauses of a body, as byte ranges: each begins at a word that no expression can go on with.
fn clauses_of(text: &str, tokens: &[Token]) -> Vec<(usize, usize)> {
    let mut starts: Vec<usize> = Vec::new();
    let mut depth = 0usize;
    // Whether the token before may end an operand.
    let mut ended = true;
    for (i, token) in tokens.iter().enumerate() {
        let word = token.text(text);
        let before = i.checked_sub(1).map_or("", |b| tokens[b].text(text));
        let next = tokens.get(i + 1).map_or("", |t| t.text(text));
        let free = before == "move" || before == ".";
        match token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth = depth.saturating_sub(1),
            TokenKind::Word if depth == 0 && !free => {
                let side = matches!(before, "left" | "right") && starts.last() == Some(&(i - 1));
                let begins = match word {
                    "move" => !side,
                    "let" | "fn" => true,
                    "left" | "right" => ended && next == "move",
                    "same" => ended && (token.first_on_line || matches!(next, "as" | "(" | "if")),
                    "ends" | "wins" => ended && (token.first_on_line || next == "if"),
                    "equals" | "measure" => ended,
                    // A slip of the hand: `mvoe`.
                    _ => ended && token.first_on_line && closest(word, CLAUSES).is_some(),
                };
                if begins {
                    starts.push(i);
                }
            }
            _ => {}
        }
        ended = match token.kind {
            TokenKind::Word => free || matches!(word, "true" | "false") || !is_reserved(word),
            TokenKind::Number | TokenKind::Text(_) | TokenKind::Close(_) => true,
            _ => false,
        };
    }
    // What stands before the first clause is a mistake of its own.
    if !tokens.is_empty() && starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([tokens.len()]);
    starts.iter().zip(ends).map(|(&from, to)| (tokens[from].start, tokens[to - 1].end)).collect()
}
