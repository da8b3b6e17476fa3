//! When native code is worth its making.

use crate::ir::{Expr, ExprKind, Program, Stmt};

/// How many options are better interpreted than native code made for them: that takes a millisecond, and a few
/// microseconds for every operator; the interpreter a few nanoseconds for every operator of each option.
pub fn break_even(program: &Program) -> u64 {
    let images: u64 = program.images.iter().flat_map(|image| &image.words).map(operators).sum();
    let (written, emits) = operators_and_options(&program.body);
    let per_option = 8 + images + written / emits.max(1);
    MAKING / per_option + PER_OPERATOR * emits.max(1)
}

/// Operators that the interpreter goes through while native code is begun, and while it is made for one.
const MAKING: u64 = 160_000;
const PER_OPERATOR: u64 = 200;

/// The operators in statements, and the options that they write.
pub fn operators_and_options(body: &[Stmt]) -> (u64, u64) {
    let mut total = (0, 0);
    for stmt in body {
        let (own, inner): (u64, &[Stmt]) = match stmt {
            Stmt::Let(_, e) => (operators(e), &[]),
            Stmt::For { low, high, going, body, .. } => {
                (operators(low) + operators(high) + going.as_ref().map_or(0, operators), body)
            }
            Stmt::ForBits { mask, body, .. } => (operators(mask), body),
            Stmt::ForSubsets { mask, body, .. } => (operators(mask), body),
            Stmt::If { condition, body } => (operators(condition), body),
            Stmt::Emit { parts } => {
                total.1 += 1;
                (parts.iter().flatten().map(operators).sum(), &[])
            }
            Stmt::Leave => (0, &[]),
        };
        let inner = operators_and_options(inner);
        total = (total.0 + own + inner.0, total.1 + inner.1);
    }
    total
}

/// The operators and operands of an expression, up to a few thousand; as deep as it nests.
fn operators(e: &Expr) -> u64 {
    fn count(e: &Expr, left: &mut u64) {
        if *left == 0 {
            return;
        }
        *left -= 1;
        match &*e.kind {
            ExprKind::Const(_) | ExprKind::Reg(_) => {}
            ExprKind::Binary(_, a, b) => [a, b].into_iter().for_each(|e| count(e, left)),
            ExprKind::Popcount(a) | ExprKind::TrailingZeros(a) | ExprKind::Sqrt(a) | ExprKind::Lookup(_, a) => {
                count(a, left);
            }
            ExprKind::Select(a, b, c) => [a, b, c].into_iter().for_each(|e| count(e, left)),
        }
    }
    let mut left = 4096;
    count(e, &mut left);
    4096 - left
}
