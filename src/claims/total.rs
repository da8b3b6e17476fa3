//! How many instances a binder list has, where that can be said without asking about positions.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::analysis::model::{Binder, Expr, ExprKind, Model, Statement};
use crate::analysis::visit;
use crate::eval::{Frame, Machine, Queries, Stop};

/// More instances than this are not counted one by one just for a message.
const WORTH_COUNTING: u64 = 2_000_000;

/// The number of instances of a statement; `None` when its guards or domains ask about positions, when it has no end,
/// or when there are too many to count for a message.
///
/// # Errors
/// As for the evaluation of domains and guards.
pub(super) fn total_instances(
    statement: &Statement,
    machine: &Machine,
    queries: &mut dyn Queries,
) -> Result<Option<u64>, Stop> {
    let asks = statement.binders.iter().any(|binder| match binder {
        Binder::In { domain: e, .. } | Binder::Is { value: e, .. } | Binder::If(e) => {
            asks_about_positions(machine.model(), e)
        }
    });
    if asks || statement.binders.iter().any(Binder::is_endless) {
        return Ok(None);
    }
    let mut count = 0;
    let mut frame = Frame::new(statement.frame_size);
    machine.for_each_binding(&statement.binders, &mut frame, queries, &mut |_, _| {
        count += 1;
        Ok(if count > WORTH_COUNTING { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    Ok((count <= WORTH_COUNTING).then_some(count))
}

/// Whether evaluating an expression may ask about positions, in a function or a `let` that it uses as well.
pub(super) fn asks_about_positions(model: &Model, expr: &Expr) -> bool {
    let mut seen: HashSet<(bool, u32)> = HashSet::new();
    let mut waiting: Vec<&Expr> = vec![expr];
    while let Some(next) = waiting.pop() {
        let mut asks = false;
        let mut uses = Vec::new();
        visit::walk(next, &mut |e| match &e.kind {
            ExprKind::Query { .. } => asks = true,
            ExprKind::Call { function, .. } => uses.push((true, *function)),
            ExprKind::Global { index, .. } => uses.push((false, *index)),
            _ => {}
        });
        if asks {
            return true;
        }
        for (is_function, index) in uses {
            if seen.insert((is_function, index)) {
                let body = if is_function {
                    model.functions.get(index as usize).map(|f| &f.body)
                } else {
                    model.globals.get(index as usize).map(|g| &g.value)
                };
                waiting.extend(body);
            }
        }
    }
    false
}
