//! Functions of the library.

use super::aggregates::accumulate;
use super::values::{Env, Low};
use super::{Expr, Lowering, Unsupported};
use crate::analysis::model::{self, ExprKind};
use crate::ir::fold;
use crate::ir::function::Function;
use crate::ir::program::Op;
use crate::library::Builtin;
use crate::syntax::ast::BinaryOp;
use crate::value::Value;

impl Lowering<'_> {
    pub(super) fn builtin(&mut self, function: Builtin, args: &[model::Expr], env: &Env) -> Result<Low, Unsupported> {
        match (function, args) {
            (_, [list]) if let Some((of, args)) = self.list_of_one(list, env) => self.of_list(function, of, args, env),
            (Builtin::MIN | Builtin::MAX | Builtin::SUM | Builtin::NIMSUM, args) if args.len() >= 2 => {
                let values = self.values(args, env)?;
                accumulate(function, &values)
            }
            (Builtin::MIN | Builtin::MAX | Builtin::SUM | Builtin::NIMSUM, [list]) => {
                let values = self.value(list, env)?.entries()?;
                accumulate(function, &values)
            }
            (Builtin::ABS, [e]) => {
                let e = self.int(e, env)?;
                let negated = fold::binary(Op::Sub, Expr::constant(0), e.clone())?;
                Ok(Low::Int(fold::binary(Op::Max, e, negated)?))
            }
            (Builtin::FLOOR | Builtin::CEIL, [e]) => self.rounded(function == Builtin::CEIL, e, env),
            // A set by itself, or as a part of the universe that one of its operands gives.
            (Builtin::LEN, [e]) => {
                match self.value(e, env).or_else(|reason| self.set_expression(e, env).map_err(|_| reason))? {
                    Low::Mask(universe, mask) => {
                        Ok(Low::Int(fold::popcount(mask, i64::try_from(universe.len()).unwrap_or(64))))
                    }
                    other => Ok(Low::Known(Value::int(i64::try_from(other.entries()?.len()).unwrap_or(0)))),
                }
            }
            (Builtin::INDICES, [e]) => {
                let len = i64::try_from(self.value(e, env)?.entries()?.len()).unwrap_or(0);
                Ok(Low::Range(Expr::constant(0), Expr::constant(len - 1)))
            }
            (Builtin::LAST, [e]) => self.value(e, env)?.entries()?.pop().ok_or(Unsupported("an empty list")),
            (Builtin::POPCOUNT, [e]) => {
                let e = self.int(e, env)?;
                if e.interval.low < 0 {
                    return Err(Unsupported("a negative number's bits"));
                }
                Ok(Low::Int(fold::popcount(e, 63)))
            }
            (Builtin::BIT, [e, i]) => {
                let (e, i) = (self.int(e, env)?, self.int(i, env)?);
                if e.interval.low < 0 || i.interval.low < 0 || i.interval.high > 62 {
                    return Err(Unsupported("a bit beyond a word"));
                }
                let shifted = fold::binary(Op::Shr, e, i)?;
                Ok(Low::Int(fold::binary(Op::And, shifted, Expr::constant(1))?))
            }
            (Builtin::GCD, args) => self.common_divisor(args, env),
            (Builtin::IS_PRIME | Builtin::IS_FIB, [n]) => {
                let (n, zero) = (self.int(n, env)?, Expr::constant(0));
                let function = if function == Builtin::IS_PRIME { Function::IsPrime } else { Function::IsFib };
                let natural = fold::binary(Op::Max, n.clone(), zero.clone())?;
                let truth = self.function(function, natural, zero.clone())?;
                // Of what is negative, neither is true.
                Ok(Low::Bool(fold::select(fold::binary(Op::Le, zero.clone(), n)?, truth, zero)))
            }
            (Builtin::V2, [n]) => {
                let n = self.int(n, env)?;
                self.require(fold::binary(Op::Ne, n.clone(), Expr::constant(0))?)?;
                Ok(Low::Int(fold::trailing_zeros(n)))
            }
            (Builtin::FIB, [n]) => {
                let n = self.int(n, env)?;
                let n = self.at_least(n, 0)?;
                self.fibonacci(n)
            }
            _ => Err(Unsupported("a library function without a machine form")),
        }
    }

    /// `floor(sqrt(x))`, `floor(x / y)`, `floor(x)`, or `ceil` of these.
    fn rounded(&mut self, up: bool, e: &model::Expr, env: &Env) -> Result<Low, Unsupported> {
        match &e.kind {
            ExprKind::Builtin { function: Builtin::SQRT, args } if args.len() == 1 => {
                let x = self.int(&args[0], env)?;
                let root = fold::sqrt(x.clone())?;
                if !up {
                    return Ok(Low::Int(root));
                }
                let square = fold::binary(Op::Mul, root.clone(), root.clone())?;
                let more = fold::binary(Op::Lt, square, x)?;
                Ok(Low::Int(fold::binary(Op::Add, root, more)?))
            }
            ExprKind::Binary { first, rest } if matches!(rest[..], [(BinaryOp::Div, ..)]) => {
                let mut x = self.int(first, env)?;
                let y = self.value(&rest[0].2, env)?;
                let y = self.divisor(&rest[0].2, y, env)?.int()?;
                let negated = |e: Expr| fold::binary(Op::Sub, Expr::constant(0), e);
                if up {
                    x = negated(x)?;
                }
                let quotient = fold::binary(Op::FloorDiv, x, y)?;
                Ok(Low::Int(if up { negated(quotient)? } else { quotient }))
            }
            _ => Ok(Low::Int(self.int(e, env)?)),
        }
    }
}
