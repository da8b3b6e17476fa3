//! The linear form that an expression is.

use super::model::{Expr, ExprKind};
use crate::linear::Linear;
use crate::syntax::ast::BinaryOp;

/// The form of an expression over what `atom` takes for one unknown; `None` where it takes some part for none, or numbers
/// grow too large. As deep as the expression nests.
pub fn form<A: Clone + PartialEq>(e: &Expr, atom: &mut dyn FnMut(&Expr) -> Option<A>) -> Option<Linear<A>> {
    match &e.kind {
        ExprKind::Const(value) => Linear::default().plus(&Linear::constant(value.as_i64()?), 1),
        ExprKind::Neg(inner) => Linear::default().minus(&form(inner, atom)?),
        ExprKind::Binary { first, rest } if rest.iter().all(|(op, ..)| matches!(op, BinaryOp::Add | BinaryOp::Sub)) => {
            let mut sum = form(first, atom)?;
            for (op, _, operand) in rest {
                sum = sum.plus(&form(operand, atom)?, if *op == BinaryOp::Add { 1 } else { -1 })?;
            }
            Some(sum)
        }
        ExprKind::Binary { first, rest } if matches!(rest[..], [(BinaryOp::Mul, ..)]) => {
            let product = form(first, atom).and_then(|a| a.times(&form(&rest[0].2, atom)?));
            product.or_else(|| atom(e).map(Linear::atom))
        }
        _ => atom(e).map(Linear::atom),
    }
}
