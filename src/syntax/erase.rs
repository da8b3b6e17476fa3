//! A tree without its places, so that trees from different texts can be compared.

use super::ast::{
    Binder, Cell, Chain, Clause, ClauseKind, Expr, ExprKind, Field, File, Item, ItemKind, Name, Pattern, PostfixOp,
    Type, TypeKind, UseSource,
};
use crate::base::Span;

/// Takes every place out of a file; comments and blank lines go, too.
pub fn erase_file(file: &mut File) {
    file.comments.clear();
    file.blank_lines.clear();
    file.items.iter_mut().for_each(item);
}

/// Takes every place out of an expression.
pub fn erase_expr(expr: &mut Expr) {
    expr.span = Span::NONE;
    match &mut expr.kind {
        ExprKind::Number(_) | ExprKind::Bool(_) | ExprKind::Text(_) | ExprKind::Name(_) | ExprKind::Error => {}
        ExprKind::Paren(inner) => erase_expr(inner),
        ExprKind::Tuple(parts) | ExprKind::List(parts) | ExprKind::Set(parts) => parts.iter_mut().for_each(erase_expr),
        ExprKind::Comprehension { body, binders, .. } => {
            erase_expr(body);
            binders.iter_mut().for_each(binder);
        }
        ExprKind::Graph { chains, binders } => {
            chains.iter_mut().for_each(chain);
            binders.iter_mut().for_each(binder);
        }
        ExprKind::Range { low, high, op_span, .. } => {
            erase_expr(low);
            high.iter_mut().for_each(|e| erase_expr(e));
            *op_span = Span::NONE;
        }
        ExprKind::Binary { first, rest } => {
            erase_expr(first);
            rest.iter_mut().for_each(|r| operand(&mut r.1, &mut r.2));
        }
        ExprKind::Compare { first, rest } => {
            erase_expr(first);
            rest.iter_mut().for_each(|r| operand(&mut r.1, &mut r.2));
        }
        ExprKind::Prefix { ops, operand } => {
            ops.iter_mut().for_each(|o| o.1 = Span::NONE);
            erase_expr(operand);
        }
        ExprKind::Postfix { base, ops } => {
            erase_expr(base);
            ops.iter_mut().for_each(postfix);
        }
        ExprKind::If { arms, otherwise } => {
            for (condition, value) in arms {
                erase_expr(condition);
                erase_expr(value);
            }
            erase_expr(otherwise);
        }
    }
}

fn operand(span: &mut Span, expr: &mut Expr) {
    *span = Span::NONE;
    erase_expr(expr);
}

fn postfix((op, span): &mut (PostfixOp, Span)) {
    *span = Span::NONE;
    match op {
        PostfixOp::Call { args, binders } => {
            args.iter_mut().for_each(erase_expr);
            binders.iter_mut().for_each(binder);
        }
        PostfixOp::Index(args) => args.iter_mut().for_each(erase_expr),
        PostfixOp::Field(field) => name(field),
        PostfixOp::With { entries, binders } => {
            for (index, value) in entries {
                erase_expr(index);
                erase_expr(value);
            }
            binders.iter_mut().for_each(binder);
        }
    }
}

fn chain(chain: &mut Chain) {
    erase_expr(&mut chain.first);
    chain.rest.iter_mut().for_each(|r| erase_expr(&mut r.1));
    chain.label.iter_mut().for_each(erase_expr);
}

fn name(name: &mut Name) {
    name.span = Span::NONE;
}

fn pattern(pattern_: &mut Pattern) {
    match pattern_ {
        Pattern::Name(n) => name(n),
        Pattern::Tuple(parts, span) => {
            *span = Span::NONE;
            parts.iter_mut().for_each(pattern);
        }
    }
}

fn binder(binder: &mut Binder) {
    match binder {
        Binder::In { pattern: p, domain } => {
            pattern(p);
            erase_expr(domain);
        }
        Binder::Is { pattern: p, value } => {
            pattern(p);
            erase_expr(value);
        }
        Binder::If(condition) => erase_expr(condition),
    }
}

fn ty(ty_: &mut Type) {
    ty_.span = Span::NONE;
    match &mut ty_.kind {
        TypeKind::Nat | TypeKind::Int | TypeKind::Bool | TypeKind::Text | TypeKind::Graph => {}
        TypeKind::List(inner) | TypeKind::Bag(inner) | TypeKind::Set(inner) => ty(inner),
        TypeKind::Tuple(parts) => parts.iter_mut().for_each(ty),
        TypeKind::Domain(expr) => erase_expr(expr),
    }
}

fn field(field: &mut Field) {
    name(&mut field.name);
    field.ty.iter_mut().for_each(ty);
}

fn item(item: &mut Item) {
    item.span = Span::NONE;
    match &mut item.kind {
        ItemKind::Game(game) => {
            name(&mut game.name);
            game.rule_params.iter_mut().for_each(field);
            game.fields.iter_mut().for_each(field);
            game.clauses.iter_mut().for_each(clause);
        }
        ItemKind::Alias { name: n, target } => {
            name(n);
            erase_expr(target);
        }
        ItemKind::Param { name: n, ty: t, default } => {
            name(n);
            ty(t);
            erase_expr(default);
        }
        ItemKind::Let { pattern: p, value } => {
            pattern(p);
            erase_expr(value);
        }
        ItemKind::Fn { name: n, params, body } => {
            name(n);
            params.iter_mut().for_each(field);
            erase_expr(body);
        }
        ItemKind::Enum { name: n, members } => {
            name(n);
            members.iter_mut().for_each(name);
        }
        ItemKind::Use { source: UseSource::Name(n) | UseSource::Path(n), names } => {
            name(n);
            names.iter_mut().for_each(name);
        }
        ItemKind::Start(expr) => erase_expr(expr),
        ItemKind::Claim { name: n, binders, body, .. } | ItemKind::Plot { name: n, binders, body } => {
            name(n);
            binders.iter_mut().for_each(binder);
            erase_expr(body);
        }
        ItemKind::Table { name: n, binders, cells } => {
            name(n);
            binders.iter_mut().for_each(binder);
            cells.iter_mut().for_each(cell);
        }
        ItemKind::Print(exprs) => exprs.iter_mut().for_each(erase_expr),
    }
}

fn cell(cell: &mut Cell) {
    erase_expr(&mut cell.expr);
    cell.head.iter_mut().for_each(name);
}

fn clause(clause: &mut Clause) {
    clause.span = Span::NONE;
    match &mut clause.kind {
        ClauseKind::Move { name: n, binders, target, .. } => {
            name(n);
            binders.iter_mut().for_each(binder);
            erase_expr(target);
        }
        ClauseKind::Same { binders, target } | ClauseKind::Equals { binders, target } => {
            binders.iter_mut().for_each(binder);
            erase_expr(target);
        }
        ClauseKind::Ends(expr) | ClauseKind::Wins(expr) | ClauseKind::Measure(expr) => erase_expr(expr),
        ClauseKind::Let { pattern: p, value } => {
            pattern(p);
            erase_expr(value);
        }
    }
}
