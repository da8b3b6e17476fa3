//! Walks over the expressions of a model.

use super::model::{Binder, Expr, ExprKind, Field, Game, InstanceExpr, Pattern, Slot, Type};

/// Calls `f` on an expression and on everything inside it, outermost first.
pub fn walk(expr: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(expr);
    children(expr, &mut |child| walk(child, f));
}

/// Calls `f` on the direct parts of an expression, those of binders included.
pub fn children(expr: &Expr, f: &mut dyn FnMut(&Expr)) {
    match &expr.kind {
        ExprKind::Const(_)
        | ExprKind::Local(_)
        | ExprKind::Lazy { .. }
        | ExprKind::Global { .. }
        | ExprKind::EnumDomain(_)
        | ExprKind::Error => {}
        ExprKind::Tuple(list)
        | ExprKind::List(list)
        | ExprKind::Set(list)
        | ExprKind::And(list)
        | ExprKind::Or(list)
        | ExprKind::Implies(list)
        | ExprKind::Call { args: list, .. }
        | ExprKind::Builtin { args: list, .. }
        | ExprKind::Query { args: list, .. } => list.iter().for_each(f),
        ExprKind::Comprehension { generator, .. } | ExprKind::Aggregate { generator, .. } => {
            binders(&generator.binders, f);
            f(&generator.body);
        }
        ExprKind::Graph { chains, binders: list } => {
            binders(list, f);
            for chain in chains {
                f(&chain.first);
                chain.rest.iter().for_each(|(_, e)| f(e));
                chain.label.iter().for_each(&mut *f);
            }
        }
        ExprKind::Range { low, high, .. } => {
            f(low);
            if let Some(high) = high {
                f(high);
            }
        }
        ExprKind::Neg(e) | ExprKind::Not(e) | ExprKind::Misere(e) | ExprKind::Field(e, _) => f(e),
        ExprKind::Binary { first, rest } => {
            f(first);
            for (_, _, operand) in rest {
                f(operand);
            }
        }
        ExprKind::Compare { first, rest } => {
            f(first);
            for (_, _, operand) in rest {
                f(operand);
            }
        }
        ExprKind::If { arms, otherwise } => {
            for (condition, result) in arms {
                f(condition);
                f(result);
            }
            f(otherwise);
        }
        ExprKind::Index(a, b) | ExprKind::Slice(a, b) => {
            f(a);
            f(b);
        }
        ExprKind::With { base, entries, binders: list } => {
            f(base);
            binders(list, f);
            for (index, value) in entries {
                f(index);
                f(value);
            }
        }
        ExprKind::Position { instance, fields } => {
            if let InstanceExpr::Dynamic { args, .. } = instance {
                args.iter().for_each(&mut *f);
            }
            fields.iter().for_each(f);
        }
    }
}

/// The variables that an expression reads and does not bind itself, each once, as they are met. Per-position `let`s are none.
#[must_use]
pub fn free(expr: &Expr) -> Vec<Slot> {
    let mut found = Vec::new();
    free_in(expr, &mut Vec::new(), &mut found);
    found
}

/// Whether an expression reads a per-position `let`.
#[must_use]
pub fn reads_lets(expr: &Expr) -> bool {
    let mut found = false;
    walk(expr, &mut |e| found |= matches!(e.kind, ExprKind::Lazy { .. }));
    found
}

/// Adds the free variables of an expression inside the scopes of the variables in `bound`.
fn free_in(expr: &Expr, bound: &mut Vec<Slot>, found: &mut Vec<Slot>) {
    let outside = bound.len();
    match &expr.kind {
        ExprKind::Local(slot) if !bound.contains(slot) && !found.contains(slot) => found.push(*slot),
        ExprKind::Comprehension { generator, .. } | ExprKind::Aggregate { generator, .. } => {
            free_in_binders(&generator.binders, bound, found);
            free_in(&generator.body, bound, found);
        }
        ExprKind::Graph { chains, binders } => {
            free_in_binders(binders, bound, found);
            for chain in chains {
                let ends = chain.rest.iter().map(|(_, end)| end);
                [&chain.first].into_iter().chain(ends).chain(&chain.label).for_each(|e| free_in(e, bound, found));
            }
        }
        ExprKind::With { base, entries, binders } => {
            free_in(base, bound, found);
            free_in_binders(binders, bound, found);
            entries.iter().flat_map(|(index, value)| [index, value]).for_each(|e| free_in(e, bound, found));
        }
        _ => children(expr, &mut |child| free_in(child, bound, found)),
    }
    bound.truncate(outside);
}

/// The same for binders, whose variables are bound from each on.
fn free_in_binders(list: &[Binder], bound: &mut Vec<Slot>, found: &mut Vec<Slot>) {
    for binder in list {
        match binder {
            Binder::In { pattern, domain: e } | Binder::Is { pattern, value: e } => {
                free_in(e, bound, found);
                slots(pattern, bound);
            }
            Binder::If(condition) => free_in(condition, bound, found),
        }
    }
}

/// Adds the slots that a pattern fills.
fn slots(pattern: &Pattern, into: &mut Vec<Slot>) {
    match pattern {
        Pattern::Slot(slot, _) => into.push(*slot),
        Pattern::Ignore => {}
        Pattern::Tuple(parts, _) => parts.iter().for_each(|part| slots(part, into)),
    }
}

/// Calls `f` on the domains, values and conditions of binders.
pub fn binders(list: &[Binder], f: &mut dyn FnMut(&Expr)) {
    for binder in list {
        match binder {
            Binder::In { domain: e, .. } | Binder::Is { value: e, .. } | Binder::If(e) => f(e),
        }
    }
}

/// Calls `f` on the domains inside a type.
pub fn in_type(ty: &Type, f: &mut dyn FnMut(&Expr)) {
    match ty {
        Type::List(inner) | Type::Bag(inner) | Type::Set(inner) => in_type(inner, f),
        Type::Tuple(entries) => entries.iter().for_each(|t| in_type(t, f)),
        Type::Domain(e) => f(e),
        Type::Nat | Type::Int | Type::Bool | Type::Text | Type::Graph | Type::Enum(_) | Type::Error => {}
    }
}

/// Calls `f` on the domains of fields.
pub fn in_fields(fields: &[Field], f: &mut dyn FnMut(&Expr)) {
    fields.iter().filter_map(|field| field.ty.as_ref()).for_each(|ty| in_type(ty, f));
}

/// Calls `f` on every outermost expression of a game.
pub fn in_game(game: &Game, f: &mut dyn FnMut(&Expr)) {
    in_fields(&game.rule_params, f);
    in_fields(&game.fields, f);
    game.lets.iter().for_each(|l| f(&l.value));
    for clause in &game.moves {
        binders(&clause.binders, f);
        f(&clause.target);
    }
    for equation in &game.equations {
        binders(&equation.binders, f);
        f(&equation.target);
    }
    game.endings.iter().for_each(|e| f(&e.condition));
    game.measure.iter().for_each(f);
}
