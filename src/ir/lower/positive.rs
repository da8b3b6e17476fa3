//! Which variables a guard makes positive, so that they may divide.

use super::values::{Env, Low};
use super::{Expr, Lowering, Unsupported};
use crate::analysis::model::{self, ExprKind};
use crate::ir::fold;
use crate::ir::program::Op;
use crate::syntax::ast::CompareOp;

impl Lowering<'_> {
    /// Runs `inside` with what a condition says when it holds, or when it does not.
    pub(super) fn supposing<T>(
        &mut self,
        conditions: &[&model::Expr],
        holds: bool,
        env: &Env,
        inside: &mut dyn FnMut(&mut Self, &Env) -> Result<T, Unsupported>,
    ) -> Result<T, Unsupported> {
        let supposed = |env: Env, condition: &&model::Expr| suppose(condition, holds, env);
        inside(self, &conditions.iter().fold(env.clone(), supposed))
    }

    /// A divisor that is positive, by a guard or because the code goes on nowhere else: at least 1 wherever it is run, so
    /// that it never fails.
    pub(super) fn divisor(&mut self, written: &model::Expr, lowered: Low, env: &Env) -> Result<Low, Unsupported> {
        match (&written.kind, &lowered) {
            (ExprKind::Local(slot), Low::Int(e)) if e.interval.low < 1 && env.is_positive(*slot) => {
                Ok(Low::Int(fold::binary(Op::Max, e.clone(), Expr::constant(1))?))
            }
            (_, Low::Int(e)) if e.interval.low < 1 && e.interval.high >= 1 => {
                let positive =
                    self.at_least(e.clone(), 1).map_err(|_| Unsupported("a divisor may be zero or negative"))?;
                Ok(Low::Int(positive))
            }
            _ => Ok(lowered),
        }
    }
}

/// What is known beside what a condition says.
fn suppose(condition: &model::Expr, holds: bool, env: Env) -> Env {
    match &condition.kind {
        ExprKind::And(parts) if holds => parts.iter().fold(env, |env, part| suppose(part, true, env)),
        ExprKind::Or(parts) if !holds => parts.iter().fold(env, |env, part| suppose(part, false, env)),
        ExprKind::Not(inner) => suppose(inner, !holds, env),
        ExprKind::Compare { first, rest } if holds || rest.len() == 1 => {
            let (mut left, mut env) = (&**first, env);
            for (op, _, right) in rest {
                let op = if holds { *op } else { negated(*op) };
                env = compared(left, op, right, env);
                env = compared(right, mirrored(op), left, env);
                left = right;
            }
            env
        }
        _ => env,
    }
}

/// What is known where `left op right` holds.
fn compared(left: &model::Expr, op: CompareOp, right: &model::Expr, env: Env) -> Env {
    let ExprKind::Local(slot) = left.kind else { return env };
    let Some(bound) = least(right, &env) else { return env };
    let positive = match op {
        CompareOp::Gt => bound >= 0,
        CompareOp::Ge | CompareOp::Eq => bound >= 1,
        CompareOp::Ne => {
            matches!(&right.kind, ExprKind::Const(zero) if zero.as_i64() == Some(0))
                && least(left, &env).is_some_and(|least| least >= 0)
        }
        _ => false,
    };
    if positive { env.with_positive(slot) } else { env }
}

/// What a constant or a variable is at least.
fn least(expr: &model::Expr, env: &Env) -> Option<i64> {
    match &expr.kind {
        ExprKind::Const(value) => value.as_i64(),
        ExprKind::Local(slot) => {
            let least = match env.get(*slot)? {
                Low::Int(e) => e.interval.low,
                Low::Known(value) => value.as_i64()?,
                _ => return None,
            };
            Some(if env.is_positive(*slot) { least.max(1) } else { least })
        }
        _ => None,
    }
}

fn negated(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Le => CompareOp::Gt,
        CompareOp::Gt => CompareOp::Le,
        CompareOp::Ge => CompareOp::Lt,
        CompareOp::In => CompareOp::NotIn,
        CompareOp::NotIn => CompareOp::In,
    }
}

fn mirrored(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Lt => CompareOp::Gt,
        CompareOp::Le => CompareOp::Ge,
        CompareOp::Gt => CompareOp::Lt,
        CompareOp::Ge => CompareOp::Le,
        CompareOp::Eq | CompareOp::Ne => op,
        // An element says nothing of its set.
        CompareOp::In | CompareOp::NotIn => CompareOp::In,
    }
}
