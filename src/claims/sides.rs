//! Both sides of a statement's top comparison.

use crate::analysis::model::{Expr, ExprKind};
use crate::base::Span;
use crate::eval::{Frame, Machine, Queries, Stop};
use crate::syntax::ast::BinaryOp;
use crate::value::Value;

/// One side of a comparison with its value.
#[derive(Debug)]
pub struct Side {
    /// The place of the operand.
    pub span: Span,
    /// Its value.
    pub value: Value,
}

/// The operands of the top comparison or `iff`, evaluated again for the instance in `frame`; of the first part that fails
/// where the statement joins several by `and`, of the conclusion behind `implies`. None where there is no comparison.
///
/// # Errors
/// As for the evaluation of the operands.
pub(super) fn top_sides(
    body: &Expr,
    machine: &Machine,
    frame: &mut Frame,
    queries: &mut dyn Queries,
) -> Result<Vec<Side>, Stop> {
    let mut body = body;
    loop {
        body = match &body.kind {
            ExprKind::And(parts) => match first_false(parts, machine, frame, queries)? {
                Some(part) => part,
                None => break,
            },
            ExprKind::Implies(parts) => match parts.last() {
                Some(part) => part,
                None => break,
            },
            _ => break,
        }
    }
    let operands: Vec<&Expr> = match &body.kind {
        ExprKind::Compare { first, rest } => {
            std::iter::once(&**first).chain(rest.iter().map(|(_, _, operand)| operand)).collect()
        }
        ExprKind::Binary { first, rest } if rest.len() == 1 && rest[0].0 == BinaryOp::Iff => {
            vec![&**first, &rest[0].2]
        }
        _ => Vec::new(),
    };
    operands
        .into_iter()
        .map(|operand| Ok(Side { span: operand.span, value: machine.eval(operand, frame, queries)? }))
        .collect()
}

fn first_false<'e>(
    parts: &'e [Expr],
    machine: &Machine,
    frame: &mut Frame,
    queries: &mut dyn Queries,
) -> Result<Option<&'e Expr>, Stop> {
    for part in parts {
        if !machine.condition(part, frame, queries)? {
            return Ok(Some(part));
        }
    }
    Ok(None)
}
