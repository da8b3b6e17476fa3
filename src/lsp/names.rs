//! What a text declares, and where.

use crate::base::Span;
use crate::syntax::ast::{
    Binder, Clause, ClauseKind, Expr, ExprKind, Field, File, Item, ItemKind, Name, Pattern, PostfixOp, Type, TypeKind,
};

/// What a name is the name of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Game,
    Move,
    Field,
    /// Of a file: `param`.
    Parameter,
    /// Of a function, or of a game's rules.
    Argument,
    Let,
    Function,
    Enum,
    Member,
    Variable,
    Claim,
    Table,
    Plot,
}

impl Kind {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Move => "move",
            Self::Field => "field",
            Self::Parameter => "param",
            Self::Argument => "parameter",
            Self::Let => "let",
            Self::Function => "fn",
            Self::Enum => "enum",
            Self::Member => "member of an enum",
            Self::Variable => "variable",
            Self::Claim => "claim",
            Self::Table => "table",
            Self::Plot => "plot",
        }
    }

    /// Whether expressions mention it by its name.
    pub fn is_mentioned(self) -> bool {
        !matches!(self, Self::Move | Self::Claim | Self::Table | Self::Plot)
    }
}

/// A declaration.
#[derive(Clone, Debug)]
pub(super) struct Declaration {
    pub name: Name,
    pub kind: Kind,
    /// All of it: the item, the clause, the binder.
    pub whole: Span,
    /// Where its name is known; [`Span::NONE`] is the whole file.
    pub scope: Span,
    /// How deep it stands in the outline, from 0 on; what is in no outline stands in none.
    pub depth: Option<usize>,
}

impl Declaration {
    /// Whether expressions anywhere in the file may mention it.
    pub fn is_global(&self) -> bool {
        self.scope.is_none() && self.kind.is_mentioned()
    }
}

/// Every declaration of a file, in the order written.
pub(super) fn declarations(file: &File) -> Vec<Declaration> {
    let mut walk = Walk { found: Vec::new(), scope: Span::NONE };
    for item in &file.items {
        walk.item(item);
    }
    walk.found
}

struct Walk {
    found: Vec<Declaration>,
    scope: Span,
}

impl Walk {
    fn add(&mut self, name: &Name, kind: Kind, whole: Span, depth: Option<usize>) {
        if &*name.text != "_" {
            self.found.push(Declaration { name: name.clone(), kind, whole, scope: self.scope, depth });
        }
    }

    /// A declaration that the whole file knows.
    fn global(&mut self, name: &Name, kind: Kind, whole: Span, depth: usize) {
        let scope = std::mem::replace(&mut self.scope, Span::NONE);
        self.add(name, kind, whole, Some(depth));
        self.scope = scope;
    }

    fn item(&mut self, item: &Item) {
        self.scope = item.span;
        match &item.kind {
            ItemKind::Game(game) => {
                self.global(&game.name, Kind::Game, item.span, 0);
                self.fields(&game.rule_params, Kind::Argument, Some(1));
                self.fields(&game.fields, Kind::Field, Some(1));
                for clause in &game.clauses {
                    self.clause(clause, item.span);
                }
            }
            ItemKind::Alias { name, target } => {
                self.global(name, Kind::Game, item.span, 0);
                self.expr(target);
            }
            ItemKind::Param { name, ty, default } => {
                self.global(name, Kind::Parameter, item.span, 0);
                self.ty(ty);
                self.expr(default);
            }
            ItemKind::Let { pattern, value } => {
                self.scope = Span::NONE;
                self.pattern(pattern, Kind::Let, item.span, Some(0));
                self.scope = item.span;
                self.expr(value);
            }
            ItemKind::Fn { name, params, body } => {
                self.global(name, Kind::Function, item.span, 0);
                self.fields(params, Kind::Argument, None);
                self.expr(body);
            }
            ItemKind::Enum { name, members } => {
                self.global(name, Kind::Enum, item.span, 0);
                for member in members {
                    self.global(member, Kind::Member, item.span, 1);
                }
            }
            ItemKind::Use { .. } => {}
            ItemKind::Start(position) => self.expr(position),
            ItemKind::Claim { name, binders, body, .. } => {
                self.global(name, Kind::Claim, item.span, 0);
                self.binders(binders);
                self.expr(body);
            }
            ItemKind::Table { name, binders, cells } => {
                self.global(name, Kind::Table, item.span, 0);
                self.binders(binders);
                cells.iter().for_each(|cell| self.expr(&cell.expr));
            }
            ItemKind::Plot { name, binders, body } => {
                self.global(name, Kind::Plot, item.span, 0);
                self.binders(binders);
                self.expr(body);
            }
            ItemKind::Print(list) => list.iter().for_each(|e| self.expr(e)),
        }
    }

    fn clause(&mut self, clause: &Clause, game: Span) {
        self.scope = clause.span;
        match &clause.kind {
            ClauseKind::Move { name, binders, target, .. } => {
                self.add(name, Kind::Move, clause.span, Some(1));
                self.binders(binders);
                self.expr(target);
            }
            ClauseKind::Same { binders, target } | ClauseKind::Equals { binders, target } => {
                self.binders(binders);
                self.expr(target);
            }
            ClauseKind::Let { pattern, value } => {
                self.scope = game;
                self.pattern(pattern, Kind::Let, clause.span, Some(1));
                self.expr(value);
            }
            ClauseKind::Ends(e) | ClauseKind::Wins(e) | ClauseKind::Measure(e) => self.expr(e),
        }
        self.scope = game;
    }

    fn fields(&mut self, fields: &[Field], kind: Kind, depth: Option<usize>) {
        for field in fields {
            let whole = field.ty.as_ref().map_or(field.name.span, |ty| field.name.span.to(ty.span));
            self.add(&field.name, kind, whole, depth);
            if let Some(ty) = &field.ty {
                self.ty(ty);
            }
        }
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::List(inner) | TypeKind::Bag(inner) | TypeKind::Set(inner) => self.ty(inner),
            TypeKind::Tuple(entries) => entries.iter().for_each(|entry| self.ty(entry)),
            TypeKind::Domain(domain) => self.expr(domain),
            TypeKind::Nat | TypeKind::Int | TypeKind::Bool | TypeKind::Text | TypeKind::Graph => {}
        }
    }

    fn pattern(&mut self, pattern: &Pattern, kind: Kind, whole: Span, depth: Option<usize>) {
        match pattern {
            Pattern::Name(name) => self.add(name, kind, whole, depth),
            Pattern::Tuple(entries, _) => entries.iter().for_each(|entry| self.pattern(entry, kind, whole, depth)),
        }
    }

    fn binders(&mut self, binders: &[Binder]) {
        for binder in binders {
            match binder {
                Binder::In { pattern, domain: value } | Binder::Is { pattern, value } => {
                    self.pattern(pattern, Kind::Variable, span_of(pattern).to(value.span), None);
                    self.expr(value);
                }
                Binder::If(condition) => self.expr(condition),
            }
        }
    }

    /// What an expression binds; what it binds is known in it.
    fn bound(&mut self, whole: Span, binders: &[Binder], inside: impl FnOnce(&mut Self)) {
        let outer = self.scope;
        if !binders.is_empty() {
            self.scope = whole;
        }
        self.binders(binders);
        inside(self);
        self.scope = outer;
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Number(_) | ExprKind::Bool(_) | ExprKind::Text(_) | ExprKind::Name(_) | ExprKind::Error => {}
            ExprKind::Paren(inner) => self.expr(inner),
            ExprKind::Tuple(list) | ExprKind::List(list) | ExprKind::Set(list) => {
                list.iter().for_each(|e| self.expr(e));
            }
            ExprKind::Comprehension { body, binders, .. } => self.bound(e.span, binders, |walk| walk.expr(body)),
            ExprKind::Graph { chains, binders } => self.bound(e.span, binders, |walk| {
                for chain in chains {
                    let ends =
                        std::iter::once(&chain.first).chain(chain.rest.iter().map(|(_, e)| e)).chain(&chain.label);
                    ends.for_each(|e| walk.expr(e));
                }
            }),
            ExprKind::Range { low, high, .. } => {
                self.expr(low);
                high.iter().for_each(|e| self.expr(e));
            }
            ExprKind::Binary { first, rest } => {
                self.expr(first);
                rest.iter().for_each(|(_, _, e)| self.expr(e));
            }
            ExprKind::Compare { first, rest } => {
                self.expr(first);
                rest.iter().for_each(|(_, _, e)| self.expr(e));
            }
            ExprKind::Prefix { operand, .. } => self.expr(operand),
            ExprKind::Postfix { base, ops } => {
                self.expr(base);
                ops.iter().for_each(|(op, _)| self.postfix(e.span, op));
            }
            ExprKind::If { arms, otherwise } => {
                for (condition, value) in arms {
                    self.expr(condition);
                    self.expr(value);
                }
                self.expr(otherwise);
            }
        }
    }

    fn postfix(&mut self, whole: Span, op: &PostfixOp) {
        match op {
            PostfixOp::Call { args, binders } => {
                self.bound(whole, binders, |walk| args.iter().for_each(|e| walk.expr(e)));
            }
            PostfixOp::Index(args) => args.iter().for_each(|e| self.expr(e)),
            PostfixOp::Field(_) => {}
            PostfixOp::With { entries, binders } => self.bound(whole, binders, |walk| {
                for (index, value) in entries {
                    walk.expr(index);
                    walk.expr(value);
                }
            }),
        }
    }
}

fn span_of(pattern: &Pattern) -> Span {
    match pattern {
        Pattern::Name(name) => name.span,
        Pattern::Tuple(_, span) => *span,
    }
}
