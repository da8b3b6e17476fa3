//! Walking over resolved expressions, and which of them have one value for the whole run.

use std::collections::HashSet;
use std::rc::Rc;

use hashbrown::HashMap;

use super::Stop;
use crate::analysis::Model;
use crate::analysis::model::{Binder, Expr, ExprKind, InstanceExpr, Slot, StatementKind, Type};
use crate::value::Value;

/// Calls `visit` with every expression directly inside `expr`.
pub(super) fn children<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
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
        | ExprKind::Implies(list) => list.iter().for_each(visit),
        ExprKind::Comprehension { generator, .. } | ExprKind::Aggregate { generator, .. } => {
            in_binders(&generator.binders, visit);
            visit(&generator.body);
        }
        ExprKind::Graph { chains, binders } => {
            in_binders(binders, visit);
            for chain in chains {
                visit(&chain.first);
                chain.rest.iter().for_each(|(_, end)| visit(end));
                chain.label.iter().for_each(&mut *visit);
            }
        }
        ExprKind::Range { low, high, .. } => {
            visit(low);
            high.iter().for_each(|high| visit(high));
        }
        ExprKind::Neg(inner) | ExprKind::Not(inner) | ExprKind::Misere(inner) | ExprKind::Field(inner, _) => visit(inner),
        ExprKind::Binary { first, rest } => {
            visit(first);
            rest.iter().for_each(|(_, _, operand)| visit(operand));
        }
        ExprKind::Compare { first, rest } => {
            visit(first);
            rest.iter().for_each(|(_, _, operand)| visit(operand));
        }
        ExprKind::If { arms, otherwise } => {
            for (condition, then) in arms {
                visit(condition);
                visit(then);
            }
            visit(otherwise);
        }
        ExprKind::Index(base, index) | ExprKind::Slice(base, index) => {
            visit(base);
            visit(index);
        }
        ExprKind::With { base, entries, binders } => {
            visit(base);
            in_binders(binders, visit);
            for (index, value) in entries {
                visit(index);
                visit(value);
            }
        }
        ExprKind::Call { args, .. } | ExprKind::Builtin { args, .. } | ExprKind::Query { args, .. } => {
            args.iter().for_each(visit);
        }
        ExprKind::Position { instance, fields } => {
            if let InstanceExpr::Dynamic { args, .. } = instance {
                args.iter().for_each(&mut *visit);
            }
            fields.iter().for_each(visit);
        }
    }
}

/// Calls `visit` with the expressions of binders.
pub(super) fn in_binders<'e>(binders: &'e [Binder], visit: &mut dyn FnMut(&'e Expr)) {
    for binder in binders {
        match binder {
            Binder::In { domain: inner, .. } | Binder::Is { value: inner, .. } | Binder::If(inner) => visit(inner),
        }
    }
}

/// Calls `visit` with the expressions of a type.
pub(super) fn in_type<'e>(ty: &'e Type, visit: &mut dyn FnMut(&'e Expr)) {
    match ty {
        Type::List(inner) | Type::Bag(inner) | Type::Set(inner) => in_type(inner, visit),
        Type::Tuple(parts) => parts.iter().for_each(|part| in_type(part, visit)),
        Type::Domain(expr) => visit(expr),
        Type::Nat | Type::Int | Type::Bool | Type::Text | Type::Graph | Type::Enum(_) | Type::Error => {}
    }
}

/// The slots below `limit` that a type's domains mention, ascending.
pub(super) fn slots_of_type(ty: &Type, limit: Slot) -> Vec<Slot> {
    let mut found = Vec::new();
    in_type(ty, &mut |expr| slots(expr, limit, &mut found));
    found.sort_unstable();
    found.dedup();
    found
}

fn slots(expr: &Expr, limit: Slot, found: &mut Vec<Slot>) {
    if let ExprKind::Local(slot) | ExprKind::Lazy { slot, .. } = &expr.kind
        && *slot < limit
    {
        found.push(*slot);
    }
    children(expr, &mut |child| slots(child, limit, found));
}

/// Calls `visit` with every outermost expression of a model.
fn roots<'m>(model: &'m Model, visit: &mut dyn FnMut(&'m Expr)) {
    for game in &model.games {
        for field in game.rule_params.iter().chain(&game.fields) {
            field.ty.iter().for_each(|ty| in_type(ty, visit));
        }
        game.lets.iter().for_each(|l| visit(&l.value));
        game.endings.iter().for_each(|e| visit(&e.condition));
        for clause in &game.moves {
            in_binders(&clause.binders, visit);
            visit(&clause.target);
        }
        for equation in &game.equations {
            in_binders(&equation.binders, visit);
            visit(&equation.target);
        }
        game.measure.iter().for_each(&mut *visit);
    }
    for function in &model.functions {
        function.params.iter().filter_map(|p| p.ty.as_ref()).for_each(|ty| in_type(ty, visit));
        visit(&function.body);
    }
    for statement in model.start.iter().chain(&model.statements) {
        in_binders(&statement.binders, visit);
        match &statement.kind {
            StatementKind::Start(e) | StatementKind::Claim { body: e, .. } | StatementKind::Plot(e) => visit(e),
            StatementKind::Table(columns) => columns.iter().for_each(|(_, e)| visit(e)),
            StatementKind::Print(list) => list.iter().for_each(&mut *visit),
        }
    }
}

/// The largest expressions without variables that are worth keeping, such as `edges(G)` or `{V, H}`: each is evaluated
/// once and then found by its address, which is fixed while the model lives.
pub(super) struct Closed {
    values: std::cell::RefCell<HashMap<usize, Option<Value>>>,
}

impl Closed {
    pub(super) fn new(model: &Rc<Model>) -> Self {
        let mut found = HashSet::new();
        roots(model, &mut |root| {
            if is_closed(root, &mut found) && worth_keeping(root) {
                found.insert(address(root));
            }
        });
        Self { values: std::cell::RefCell::new(found.into_iter().map(|a| (a, None)).collect()) }
    }

    /// The value of a closed expression; `None` when it is not one.
    pub(super) fn get_or_eval(
        &self,
        expr: &Expr,
        eval: impl FnOnce() -> Result<Value, Stop>,
    ) -> Option<Result<Value, Stop>> {
        match self.values.borrow().get(&address(expr)) {
            None => return None,
            Some(Some(value)) => return Some(Ok(value.clone())),
            Some(None) => {}
        }
        let value = match eval() {
            Ok(value) => value,
            Err(stop) => return Some(Err(stop)),
        };
        self.values.borrow_mut().insert(address(expr), Some(value.clone()));
        Some(Ok(value))
    }
}

fn address(expr: &Expr) -> usize {
    std::ptr::from_ref(expr) as usize
}

/// Whether `expr` mentions no variable; otherwise its largest closed parts are added to `found`.
fn is_closed(expr: &Expr, found: &mut HashSet<usize>) -> bool {
    let own = !matches!(
        expr.kind,
        ExprKind::Local(_)
            | ExprKind::Lazy { .. }
            | ExprKind::Comprehension { .. }
            | ExprKind::Aggregate { .. }
            | ExprKind::Call { .. }
            | ExprKind::Query { .. }
            | ExprKind::Position { .. }
            | ExprKind::Error
    );
    let binds = matches!(&expr.kind, ExprKind::Graph { binders, .. } | ExprKind::With { binders, .. } if !binders.is_empty());
    let mut closed_parts = Vec::new();
    let mut all = own && !binds;
    children(expr, &mut |child| {
        if is_closed(child, found) {
            closed_parts.push(child);
        } else {
            all = false;
        }
    });
    if !all {
        found.extend(closed_parts.into_iter().filter(|part| worth_keeping(part)).map(address));
    }
    all
}

/// Whether finding a value by address is cheaper than computing it anew.
fn worth_keeping(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Set(_) | ExprKind::List(_) | ExprKind::Graph { .. } | ExprKind::Builtin { .. } => true,
        ExprKind::Binary { first, rest } => worth_keeping(first) || rest.iter().any(|(_, _, e)| worth_keeping(e)),
        _ => false,
    }
}
