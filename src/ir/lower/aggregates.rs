//! Aggregates over few bindings, written out.

use super::values::{Env, Low};
use super::{Expr, Lowering, Stmt, Unsupported};
use crate::analysis::model::Generator;
use crate::ir::fold;
use crate::ir::program::Op;
use crate::library::Builtin;

impl Lowering<'_> {
    pub(super) fn aggregate(
        &mut self,
        function: Builtin,
        generator: &Generator,
        env: &Env,
    ) -> Result<Low, Unsupported> {
        if let Some(low) = self.over_mask(function, generator, env)? {
            return Ok(low);
        }
        let (neutral, op) = match function {
            Builtin::SUM | Builtin::COUNT => (Expr::constant(0), Op::Add),
            Builtin::NIMSUM => (Expr::constant(0), Op::Xor),
            Builtin::ALL => (Expr::constant(1), Op::And),
            Builtin::ANY => (Expr::constant(0), Op::Or),
            Builtin::MIN | Builtin::MAX => return self.extreme(function == Builtin::MAX, generator, env),
            _ => return Err(Unsupported("an aggregate without a machine form")),
        };
        let mut total = neutral.clone();
        self.unroll(&generator.binders, env, &mut |low, env, guard| {
            let body = low.value(&generator.body, env)?;
            let body = if matches!(function, Builtin::SUM | Builtin::NIMSUM) { body.int()? } else { body.bool()? };
            let body = fold::select(guard, body, neutral.clone());
            total = fold::binary(op, total.clone(), body)?;
            Ok(())
        })?;
        Ok(if matches!(function, Builtin::ALL | Builtin::ANY) { Low::Bool(total) } else { Low::Int(total) })
    }

    /// `min(e for ...)` or `max(...)`: bindings that a guard leaves out do not count; of nothing at all, the reference
    /// engine says what is wrong.
    fn extreme(&mut self, greater: bool, generator: &Generator, env: &Env) -> Result<Low, Unsupported> {
        let mut result: Option<(Expr, Expr)> = None;
        self.unroll(&generator.binders, env, &mut |low, env, guard| {
            let body = low.value(&generator.body, env)?.int()?;
            result = Some(match result.take() {
                None => (guard, body),
                Some((any, so_far)) => {
                    let op = if greater { Op::Max } else { Op::Min };
                    let both = fold::binary(op, so_far.clone(), body.clone())?;
                    let with = fold::select(any.clone(), both, body);
                    let any_now = fold::select(guard.clone(), Expr::constant(1), any);
                    (any_now, fold::select(guard, with, so_far))
                }
            });
            Ok(())
        })?;
        let (any, value) = result.ok_or(Unsupported("the least or greatest of nothing"))?;
        if any.as_constant() != Some(1) {
            self.push(Stmt::If { condition: fold::not(any), body: vec![Stmt::Leave] })?;
        }
        Ok(Low::Int(value))
    }
}

/// The least, the greatest, the sum or the nim-sum of numbers.
pub(super) fn accumulate(function: Builtin, values: &[Low]) -> Result<Low, Unsupported> {
    let op = match function {
        Builtin::MIN => Op::Min,
        Builtin::MAX => Op::Max,
        Builtin::SUM => Op::Add,
        _ => Op::Xor,
    };
    if op == Op::Min && values.iter().any(|value| matches!(value, Low::Huge(_))) {
        // The least is a word if one of them is.
        let least = values.iter().map(Low::capped).reduce(|a, b| fold::binary(Op::Min, a?, b?));
        let least = least.ok_or(Unsupported("the least of nothing"))??;
        return if least.interval.high < i64::MAX { Ok(Low::Int(least)) } else { Ok(Low::Huge(least)) };
    }
    let mut values = values.iter();
    let first = match values.next() {
        Some(value) => value.int()?,
        None if matches!(op, Op::Add | Op::Xor) => Expr::constant(0),
        None => return Err(Unsupported("the least or greatest of nothing")),
    };
    let mut result = first;
    for value in values {
        let value = value.int()?;
        if op == Op::Xor && (value.interval.low < 0 || result.interval.low < 0) {
            return Err(Unsupported("a nim-sum of negative numbers"));
        }
        result = fold::binary(op, result, value)?;
    }
    Ok(Low::Int(result))
}
