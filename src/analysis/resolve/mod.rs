//! Names become slots and indices.

mod alias;
mod binders;
mod call;
mod expr;
mod game;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use super::Unit;
use super::frame::Frame;
use super::model::{self, Field, Function, Global, Mention, Model, Pattern, Statement, StatementKind, Type};
use super::scope::{Entity, Names, narrow};
use super::wording;
use crate::base::{SourceMap, Span};
use crate::diagnostics::Diagnostics;
use crate::syntax::ast::{self, ItemKind, Name, TypeKind};

/// Fills the model with the bodies of everything that has been collected.
pub(super) fn resolve(
    units: &[Unit],
    sources: &SourceMap,
    names: &mut Names,
    pending: &[super::scope::PendingAlias<'_>],
    model: &mut Model,
    out: &mut Diagnostics,
) {
    alias::find_games(names, pending, model, out);
    if let Some(main) = units.first() {
        unique_statements(&main.file, out);
    }
    for (index, unit) in units.iter().enumerate() {
        let mut resolver = Resolver::new(model, names, sources, index, out);
        for item in &unit.file.items {
            resolver.item(item, index == 0);
        }
    }
    for (alias, target) in pending.iter().zip(&names.aliases) {
        Resolver::new(model, names, sources, alias.unit, out).alias_arguments(alias, *target);
    }
}

/// Claims (with `refute`s), tables and plots have a name space each.
fn unique_statements(file: &ast::File, out: &mut Diagnostics) {
    let mut seen: HashMap<(u8, Rc<str>), Span> = HashMap::new();
    for item in &file.items {
        let (space, name) = match &item.kind {
            ItemKind::Claim { name, .. } => (0, name),
            ItemKind::Table { name, .. } => (1, name),
            ItemKind::Plot { name, .. } => (2, name),
            _ => continue,
        };
        match seen.entry((space, name.text.clone())) {
            Entry::Occupied(first) => out.push(wording::defined_twice(name, *first.get())),
            Entry::Vacant(place) => {
                place.insert(name.span);
            }
        }
    }
}

/// What is being resolved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A clause of a game that is not a move.
    Clause,
    /// A move, whose variables have reserved names.
    Move,
    /// A claim or `refute`, whose variables may run on for ever.
    Claim,
    /// Anything else.
    Other,
}

/// Resolves one thing after another in the scope of one file.
pub(super) struct Resolver<'a> {
    pub(super) model: &'a mut Model,
    pub(super) names: &'a Names,
    pub(super) sources: &'a SourceMap,
    pub(super) unit: usize,
    pub(super) out: &'a mut Diagnostics,
    pub(super) frame: Frame,
    /// The game whose body this is.
    pub(super) own: Option<u32>,
    /// Only the library and enum members are known: the value of `-D`.
    pub(super) literals_only: bool,
    /// A field to bound ranges by, for a help.
    bound: Option<Rc<str>>,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(
        model: &'a mut Model,
        names: &'a Names,
        sources: &'a SourceMap,
        unit: usize,
        out: &'a mut Diagnostics,
    ) -> Self {
        let frame = Frame::default();
        Self { model, names, sources, unit, out, frame, own: None, literals_only: false, bound: None }
    }

    fn item(&mut self, item: &ast::Item, main: bool) {
        self.frame = Frame::default();
        self.bound = None;
        match &item.kind {
            ItemKind::Game(game) => {
                let game = self.game(game);
                self.model.games.push(game);
            }
            ItemKind::Param { name, ty, default } => self.param(name, ty, default, main),
            ItemKind::Let { pattern, value } => {
                let value = self.expr(value);
                let (shape, span) = (shape(pattern), pattern_span(pattern));
                let (name, frame_size) = (pattern_text(pattern), self.frame.size());
                let global = Global { name, span, value, shape, param: None, settable: false, frame_size };
                self.model.globals.push(global);
            }
            ItemKind::Fn { name, params, body } => self.function(name, params, body),
            _ if main => self.add(item),
            _ => {}
        }
    }

    /// Keeps a statement of the main file.
    fn add(&mut self, item: &ast::Item) {
        let Some(statement) = self.statement(item) else { return };
        if !matches!(statement.kind, StatementKind::Start(_)) {
            return self.model.statements.push(statement);
        }
        match &self.model.start {
            Some(first) => self.out.push(wording::two_starts(statement.name_span, first.name_span)),
            None => self.model.start = Some(statement),
        }
    }

    /// A statement that comes later; its name must not be that of another one.
    pub(super) fn later(mut self, item: &ast::Item) -> Option<Statement> {
        let statement = self.statement(item)?;
        let alike = |other: &&Statement| {
            !other.name.is_empty()
                && other.name == statement.name
                && std::mem::discriminant(&other.kind) == std::mem::discriminant(&statement.kind)
        };
        if let Some(first) = self.model.statements.iter().find(alike) {
            let name = Name { text: Rc::clone(&statement.name), span: statement.name_span };
            self.out.push(wording::defined_twice(&name, first.name_span));
        }
        Some(statement)
    }

    fn param(&mut self, name: &Name, ty: &ast::Type, default: &ast::Expr, main: bool) {
        let ty = self.ty(ty);
        let value = self.expr(default);
        self.model.globals.push(Global {
            name: name.text.clone(),
            span: name.span,
            value,
            shape: Pattern::Ignore,
            param: Some(ty),
            settable: main,
            frame_size: self.frame.size(),
        });
    }

    fn function(&mut self, name: &Name, params: &[ast::Field], body: &ast::Expr) {
        let params = self.fields(params, false);
        let body = self.expr(body);
        self.model.functions.push(Function {
            name: name.text.clone(),
            span: name.span,
            params,
            body,
            recursive: false,
            frame_size: self.frame.size(),
        });
    }

    /// Binds parameters or fields, each type in the scope of those before it. `nat` is the type where none is written
    /// and `default_nat` says so.
    pub(super) fn fields(&mut self, fields: &[ast::Field], default_nat: bool) -> Vec<Field> {
        let mut list = Vec::with_capacity(fields.len());
        // Slots of all fields come first, so that the variables of a domain lie behind them.
        let first = self.frame.next();
        let mark = self.frame.mark();
        let behind = first + narrow(fields.len());
        for field in fields {
            let here = self.frame.mark();
            self.frame.reserve(behind);
            let ty = field.ty.as_ref().map(|ty| self.ty(ty));
            self.frame.release(here);
            let ty = ty.or(default_nat.then_some(Type::Nat));
            self.bind(&field.name, mark, Place::Other);
            list.push(Field { name: field.name.text.clone(), span: field.name.span, ty });
        }
        self.frame.reserve(behind);
        list
    }

    /// Binds a name and complains when it may not be bound here. `since` is where the list that it belongs to began.
    pub(super) fn bind(&mut self, name: &Name, since: super::frame::Mark, place: Place) -> super::model::Slot {
        self.check_name(name, since, place);
        self.frame.bind(name.text.clone(), name.span)
    }

    pub(super) fn check_name(&mut self, name: &Name, since: super::frame::Mark, place: Place) {
        if &*name.text == "_" {
            return;
        }
        if let Some(first) = self.frame.since(since, &name.text) {
            self.out.push(wording::bound_twice(name, first.span));
        } else if let Some(known) = self.names.scopes[self.unit].get(&name.text) {
            self.out.push(wording::hides(name, known.entity.describe(), known.span));
        } else if place == Place::Move && RESERVED.contains(&&*name.text) {
            self.out.push(wording::reserved_in_moves(name));
        }
    }

    /// A `start` without its word.
    pub(super) fn given_position(mut self, expr: &ast::Expr) -> Statement {
        let kind = StatementKind::Start(self.expr(expr));
        let (name, frame_size) = ("".into(), self.frame.size());
        let (binders, variables) = (Vec::new(), Vec::new());
        Statement { span: expr.span, name, name_span: expr.span, binders, variables, kind, frame_size }
    }

    /// A `print` of one expression, with binders, which may be without an end in the place of a claim's.
    pub(super) fn expression(mut self, expr: &ast::Expr, binders: &[ast::Binder], place: Place) -> Statement {
        let (binders, variables) = self.binders(binders, place);
        let kind = StatementKind::Print(vec![self.expr(expr)]);
        let (name, frame_size) = ("".into(), self.frame.size());
        Statement { span: expr.span, name, name_span: expr.span, binders, variables, kind, frame_size }
    }

    /// A claim outside the file's text: its binders may be without an end.
    pub(super) fn claim(&mut self, name: &str, body: &ast::Expr, binders: &[ast::Binder]) -> Statement {
        let (binders, variables) = self.binders(binders, Place::Claim);
        let kind = StatementKind::Claim { refute: false, body: self.expr(body) };
        let frame_size = self.frame.size();
        Statement { span: body.span, name: name.into(), name_span: body.span, binders, variables, kind, frame_size }
    }

    /// An expression that may mention only the library and enum members, with the slots that it needs.
    pub(super) fn literal(&mut self, expr: &ast::Expr) -> (model::Expr, model::Slot) {
        self.literals_only = true;
        let value = self.expr(expr);
        (value, self.frame.size())
    }

    /// A statement; `None` for a declaration.
    fn statement(&mut self, item: &ast::Item) -> Option<Statement> {
        let word = |n: u32| Span::new(item.span.start, (item.span.start + n).min(item.span.end));
        let empty: Rc<str> = "".into();
        let (name, name_span, binders, place) = match &item.kind {
            ItemKind::Start(_) | ItemKind::Print(_) => (empty, word(5), [].as_slice(), Place::Other),
            ItemKind::Claim { name, binders, .. } => (name.text.clone(), name.span, binders.as_slice(), Place::Claim),
            ItemKind::Table { name, binders, .. } | ItemKind::Plot { name, binders, .. } => {
                (name.text.clone(), name.span, binders.as_slice(), Place::Other)
            }
            _ => return None,
        };
        let (binders, variables) = self.binders(binders, place);
        let kind = match &item.kind {
            ItemKind::Start(position) => StatementKind::Start(self.expr(position)),
            ItemKind::Print(list) => StatementKind::Print(list.iter().map(|e| self.expr(e)).collect()),
            ItemKind::Claim { refute, body, .. } => StatementKind::Claim { refute: *refute, body: self.expr(body) },
            ItemKind::Plot { body, .. } => StatementKind::Plot(self.expr(body)),
            ItemKind::Table { cells, .. } => {
                let sources = self.sources;
                let head = |c: &ast::Cell| {
                    c.head.as_ref().map_or_else(|| snippet(sources, c.expr.span).into(), |h| h.text.clone())
                };
                StatementKind::Table(cells.iter().map(|c| (head(c), self.expr(&c.expr))).collect())
            }
            _ => return None,
        };
        let frame_size = self.frame.size();
        Some(Statement { span: item.span, name, name_span, binders, variables, kind, frame_size })
    }

    /// A type; the name of an enum is one.
    pub(super) fn ty(&mut self, ty: &ast::Type) -> Type {
        match &ty.kind {
            TypeKind::Nat => Type::Nat,
            TypeKind::Int => Type::Int,
            TypeKind::Bool => Type::Bool,
            TypeKind::Text => Type::Text,
            TypeKind::Graph => Type::Graph,
            TypeKind::List(inner) => Type::List(Box::new(self.ty(inner))),
            TypeKind::Bag(inner) => Type::Bag(Box::new(self.ty(inner))),
            TypeKind::Set(inner) => {
                let element = self.ty(inner);
                if let Some(name) = unbounded(&element) {
                    self.out.push(wording::infinite_set(name, ty.span));
                    return Type::Error;
                }
                Type::Set(Box::new(element))
            }
            TypeKind::Tuple(entries) => Type::Tuple(entries.iter().map(|t| self.ty(t)).collect()),
            TypeKind::Domain(domain) => self.domain(domain),
        }
    }

    fn domain(&mut self, domain: &ast::Expr) -> Type {
        let mut inner = domain;
        while let ast::ExprKind::Paren(e) = &inner.kind {
            inner = e;
        }
        if let ast::ExprKind::Name(name) = &inner.kind
            && self.frame.lookup(name).is_none()
        {
            let declared = self.names.scopes[self.unit].get(name);
            match declared.map(|d| &d.entity) {
                Some(Entity::Enum(index)) => {
                    let mentions = declared.map(|d| Mention { at: inner.span, declared: d.span });
                    self.model.mentions.extend(mentions);
                    return Type::Enum(*index);
                }
                Some(entity @ (Entity::Game(_) | Entity::Alias(_) | Entity::Function(_) | Entity::Member(_))) => {
                    self.out.push(wording::not_a_type(&format!("`{name}` ({})", entity.describe()), domain.span));
                    return Type::Error;
                }
                _ => {}
            }
        }
        Type::Domain(self.expr(domain))
    }
}

/// Parts of every move record, which no variable of a move may be called.
pub(super) const RESERVED: [&str; 5] = ["name", "component", "result", "to", "side"];

/// The name of a type that has no end of elements.
fn unbounded(ty: &Type) -> Option<&'static str> {
    Some(match ty {
        Type::Nat => "nat",
        Type::Int => "int",
        Type::Text => "text",
        Type::Graph => "graph",
        Type::List(_) => "list of ...",
        Type::Bag(_) => "bag of ...",
        Type::Set(inner) => return unbounded(inner),
        Type::Tuple(entries) => return entries.iter().find_map(unbounded),
        Type::Bool | Type::Enum(_) | Type::Domain(_) | Type::Error => return None,
    })
}

/// The user's own text at a place, on one line and without comments.
pub(super) fn snippet(sources: &SourceMap, span: Span) -> String {
    let lines = sources.snippet(span).lines().map(|line| {
        // A `#` inside quotes is no comment.
        let quotes = |i: usize| line[..i].matches('"').count() % 2 == 0;
        let end = line.match_indices('#').map(|(i, _)| i).find(|&i| quotes(i)).unwrap_or(line.len());
        line[..end].trim()
    });
    lines.filter(|l| !l.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The tuples of a pattern, with nothing bound.
fn shape(pattern: &ast::Pattern) -> Pattern {
    match pattern {
        ast::Pattern::Name(_) => Pattern::Ignore,
        ast::Pattern::Tuple(entries, span) => Pattern::Tuple(entries.iter().map(shape).collect(), *span),
    }
}

fn pattern_span(pattern: &ast::Pattern) -> Span {
    match pattern {
        ast::Pattern::Name(name) => name.span,
        ast::Pattern::Tuple(_, span) => *span,
    }
}

fn pattern_text(pattern: &ast::Pattern) -> Rc<str> {
    match pattern {
        ast::Pattern::Name(name) => name.text.clone(),
        ast::Pattern::Tuple(entries, _) => {
            let parts: Vec<Rc<str>> = entries.iter().map(pattern_text).collect();
            format!("({})", parts.join(", ")).into()
        }
    }
}
