//! Which expressions have one value for the whole run.

use std::collections::HashSet;
use std::rc::Rc;

use hashbrown::HashMap;

use super::Stop;
use crate::analysis::Model;
use crate::analysis::model::{Expr, ExprKind, Slot, StatementKind, Type};
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

/// The largest expressions without variables that are worth keeping, such as `edges(G)` or `{V, H}`: each is evaluated
/// once and then found by its address, which is fixed while the model lives.
pub(super) struct Closed {
    values: std::cell::RefCell<HashMap<usize, Option<Value>, super::fast::Direct>>,
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

pub(super) fn address(expr: &Expr) -> usize {
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
    let binds =
        matches!(&expr.kind, ExprKind::Graph { binders, .. } | ExprKind::With { binders, .. } if !binders.is_empty());
    let mut closed_parts = Vec::new();
    let mut all = own && !binds;
    visit::children(expr, &mut |child| {
        if !is_closed(child, found) {
            all = false;
        } else if worth_keeping(child) {
            closed_parts.push(address(child));
        }
    });
    if !all {
        found.extend(closed_parts);
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
