//! Types: words, collections, tuples, and expressions that stand for a set.

use super::super::ast::{Expr, ExprKind, Type, TypeKind};
use super::super::errors;
use super::super::operators::Level;
use super::super::parser::Rule;
use super::super::split::MAX_DEPTH;
use super::climb::Parts;
use super::{Builder, Node, nothing};

impl Builder<'_> {
    /// A `domain` node.
    pub(super) fn domain(&mut self, node: Node<'_>) -> Type {
        let mut nodes = node.into_inner();
        let mut collections = Vec::new();
        while let Some(inner) = nodes.peek().filter(|n| n.as_rule() == Rule::collection) {
            nodes.next();
            self.token(&inner);
            collections.push(inner);
        }
        if collections.len() > MAX_DEPTH {
            let span = self.token(&collections[MAX_DEPTH]);
            self.say(errors::types_too_deep(span));
            collections.truncate(MAX_DEPTH);
        }
        let word = nodes.peek().filter(|_| nodes.len() == 1).and_then(|only| self.single(only));
        let mut ty = word.unwrap_or_else(|| {
            let expr = self.climb(&mut Parts::new(nodes), Level::Range);
            Type { span: expr.span, kind: TypeKind::Domain(Box::new(expr)) }
        });
        for collection in collections.into_iter().rev() {
            let start = collection.as_span().start();
            let span = self.piece.span(start, start).to(ty.span);
            let inner = Box::new(ty);
            let kind = match collection.as_str().split_whitespace().next() {
                Some("list") => TypeKind::List(inner),
                Some("bag") => TypeKind::Bag(inner),
                _ => TypeKind::Set(inner),
            };
            ty = Type { span, kind };
        }
        ty
    }

    /// A type that is one word or one pair of brackets; `None` for an expression.
    fn single(&mut self, node: Node<'_>) -> Option<Type> {
        let whole = node.as_span();
        let span = self.piece.span(whole.start(), whole.end());
        let kind = match (node.as_rule(), node.as_str()) {
            (Rule::name, "nat") => TypeKind::Nat,
            (Rule::name, "int") => TypeKind::Int,
            (Rule::name, "bool") => TypeKind::Bool,
            (Rule::name, "text") => TypeKind::Text,
            (Rule::graph_type, _) => TypeKind::Graph,
            (Rule::domain_paren, _) => {
                let mut types = self.types(node);
                match (types.len(), types.pop()) {
                    (1, Some(Type { kind: TypeKind::Domain(inner), .. })) => {
                        let kind = ExprKind::Paren(inner);
                        TypeKind::Domain(Box::new(Expr { span, kind }))
                    }
                    (1, Some(inner)) => inner.kind,
                    (_, last) => TypeKind::Tuple(types.into_iter().chain(last).collect()),
                }
            }
            _ => return None,
        };
        self.end = whole.end();
        Some(Type { span, kind })
    }

    fn types(&mut self, node: Node<'_>) -> Vec<Type> {
        node.into_inner().filter(|n| n.as_rule() == Rule::domain).map(|n| self.domain(n)).collect()
    }

    /// Brackets within a larger domain: `(1..3) | {5}`.
    pub(super) fn domain_paren_value(&mut self, node: Node<'_>) -> ExprKind {
        let mut exprs: Vec<Expr> = self.types(node).into_iter().map(|ty| self.value_of(ty)).collect();
        match (exprs.len(), exprs.pop()) {
            (1, Some(inner)) => ExprKind::Paren(Box::new(inner)),
            (_, last) => ExprKind::Tuple(exprs.into_iter().chain(last).collect()),
        }
    }

    fn value_of(&mut self, ty: Type) -> Expr {
        match ty.kind {
            TypeKind::Domain(expr) => *expr,
            TypeKind::Tuple(types) => {
                let parts = types.into_iter().map(|t| self.value_of(t)).collect();
                Expr { span: ty.span, kind: ExprKind::Tuple(parts) }
            }
            _ => {
                self.say(errors::type_in_expression(ty.span));
                nothing(ty.span)
            }
        }
    }
}
