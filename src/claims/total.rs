//! How many instances a binder list has, where that can be said without asking about positions.

use std::ops::ControlFlow;

use crate::analysis::model::{Binder, Statement};
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
    if asks || statement.binders.iter().any(super::check::is_endless) {
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
