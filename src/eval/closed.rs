//! Which expressions have one value for the whole run.

use std::cell::RefCell;
use std::rc::Rc;

use super::Stop;
use crate::analysis::Model;
use crate::analysis::model::{Expr, ExprId, ExprKind, Slot, StatementKind, Type};
use crate::analysis::visit;
use crate::value::Value;

/// The slots below `limit` that a type's domains mention, ascending.
pub(super) fn slots_of_type(ty: &Type, limit: Slot) -> Vec<Slot> {
    let mut found = Vec::new();
    let mut note = |expr: &Expr| {
        if let ExprKind::Local(slot) | ExprKind::Lazy { slot, .. } = &expr.kind
            && *slot < limit
        {
            found.push(*slot);
        }
    };
    visit::in_type(ty, &mut |expr| visit::walk(expr, &mut note));
    found.sort_unstable();
    found.dedup();
    found
}

/// Calls `f` on every outermost expression of a model.
pub(super) fn roots(model: &Model, f: &mut dyn FnMut(&Expr)) {
    model.games.iter().for_each(|game| visit::in_game(game, f));
    for function in &model.functions {
        visit::in_fields(&function.params, f);
        f(&function.body);
    }
    for statement in model.start.iter().chain(&model.statements) {
        visit::binders(&statement.binders, f);
        match &statement.kind {
            StatementKind::Start(e) | StatementKind::Claim { body: e, .. } | StatementKind::Plot(e) => f(e),
            StatementKind::Table(columns) => columns.iter().for_each(|(_, e)| f(e)),
            StatementKind::Print(list) => list.iter().for_each(&mut *f),
        }
    }
}

/// The largest expressions without variables that are worth keeping, such as `edges(G)` or `{V, H}`: each is evaluated once.
pub(super) struct Closed {
    values: RefCell<Vec<Kept>>,
}

/// What is kept of an expression.
#[derive(Clone)]
enum Kept {
    /// It is none of them.
    Nothing,
    /// It is not evaluated yet.
    Fresh,
    Value(Value),
}

impl Closed {
    pub(super) fn new(model: &Rc<Model>) -> Self {
        let mut values = vec![Kept::Nothing; model.expressions()];
        roots(model, &mut |root| {
            if is_closed(root, &mut values) && worth_keeping(root) {
                keep(root.id, &mut values);
            }
        });
        Self { values: RefCell::new(values) }
    }

    /// The value of a closed expression; `None` when it is not one.
    pub(super) fn get_or_eval(
        &self,
        expr: &Expr,
        eval: impl FnOnce() -> Result<Value, Stop>,
    ) -> Option<Result<Value, Stop>> {
        match self.values.borrow().get(expr.id.index())? {
            Kept::Nothing => return None,
            Kept::Value(value) => return Some(Ok(value.clone())),
            Kept::Fresh => {}
        }
        let value = eval();
        if let Ok(value) = &value {
            self.values.borrow_mut()[expr.id.index()] = Kept::Value(value.clone());
        }
        Some(value)
    }
}

fn keep(expr: ExprId, values: &mut [Kept]) {
    if let Some(kept) = values.get_mut(expr.index()) {
        *kept = Kept::Fresh;
    }
}

/// Whether `expr` mentions no variable; otherwise its largest closed parts are to be kept.
fn is_closed(expr: &Expr, values: &mut [Kept]) -> bool {
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
    let binds =
        matches!(&expr.kind, ExprKind::Graph { binders, .. } | ExprKind::With { binders, .. } if !binders.is_empty());
    let mut closed_parts = Vec::new();
    let mut all = own && !binds;
    visit::children(expr, &mut |child| {
        if !is_closed(child, values) {
            all = false;
        } else if worth_keeping(child) {
            closed_parts.push(child.id);
        }
    });
    if !all {
        closed_parts.into_iter().for_each(|part| keep(part, values));
    }
    all
}

/// Whether finding a value is cheaper than computing it anew.
fn worth_keeping(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Set(_) | ExprKind::List(_) | ExprKind::Graph { .. } | ExprKind::Builtin { .. } => true,
        ExprKind::Binary { first, rest } => worth_keeping(first) || rest.iter().any(|(_, _, e)| worth_keeping(e)),
        _ => false,
    }
}
