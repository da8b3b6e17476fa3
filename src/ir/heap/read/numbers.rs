//! Numbers: linear forms, their quotients and remainders.

use super::{Case, MOST_VALUES, Read, Reader, Symbol, Symbols};
use crate::analysis::model::{Expr, ExprKind};
use crate::base::Span;
use crate::ir::heap::form::{Condition, Form};
use crate::ir::lower::Unsupported;
use crate::library::Builtin;
use crate::syntax::ast::BinaryOp;
use crate::value::Value;

/// Remainders by more than this are not written out.
const MOST_REMAINDERS: i64 = 64;

impl Reader<'_> {
    /// What a value is, case by case.
    pub(super) fn cases(&self, expr: &Expr, symbols: &Symbols) -> Read<Vec<Case<Symbol>>> {
        self.step(1)?;
        if let Some(value) = self.known(expr, symbols) {
            return Ok(always(Symbol::Known(value)));
        }
        match &expr.kind {
            ExprKind::Local(slot) => {
                let symbol = symbols.get(*slot as usize).and_then(Clone::clone);
                Ok(always(symbol.ok_or(Unsupported("an unbound variable"))?))
            }
            ExprKind::Lazy { index, .. } => self.cases(self.lazy(*index)?, symbols),
            ExprKind::Neg(inner) => {
                let zero = always(Symbol::number(0));
                let inner = self.cases(inner, symbols)?;
                self.combine(&zero, &inner, |a, b| self.arithmetic(BinaryOp::Sub, a, b))
            }
            ExprKind::Binary { first, rest } => {
                let mut result = self.cases(first, symbols)?;
                for (op, _, operand) in rest {
                    let operand = self.cases(operand, symbols)?;
                    result = self.combine(&result, &operand, |a, b| self.arithmetic(*op, a, b))?;
                }
                Ok(result)
            }
            ExprKind::Builtin { function, args } => self.builtin(*function, args, symbols),
            ExprKind::Index(list, index) => {
                let list = self.known(list, symbols).ok_or(OTHER)?;
                let mut result = Vec::new();
                for (all, index) in self.cases(index, symbols)? {
                    let Symbol::Known(index) = index else { return Err(OTHER) };
                    let indexed = ExprKind::Index(Box::new(constant(list.clone())), Box::new(constant(index)));
                    result.push((all, Symbol::Known(self.evaluated(indexed)?)));
                }
                Ok(result)
            }
            ExprKind::If { arms, otherwise } => self.choice(arms, otherwise, symbols, Self::cases),
            ExprKind::Call { function, args } => self.call(*function, args, symbols, Self::cases),
            _ => Err(OTHER),
        }
    }

    /// A function of the library.
    fn builtin(&self, function: Builtin, args: &[Expr], symbols: &Symbols) -> Read<Vec<Case<Symbol>>> {
        let mut found = Vec::with_capacity(args.len());
        for arg in args {
            found.push(self.cases(arg, symbols)?);
        }
        match (function, found.as_slice()) {
            (Builtin::MIN | Builtin::MAX, [first, rest @ ..]) if !rest.is_empty() => {
                let mut result = first.clone();
                for operand in rest {
                    result = self.combine(&result, operand, |a, b| self.extreme(function == Builtin::MAX, a, b))?;
                }
                Ok(result)
            }
            (Builtin::ABS, [inner]) => {
                let zero = always(Symbol::number(0));
                let negated = self.combine(&zero, inner, |a, b| self.arithmetic(BinaryOp::Sub, a, b))?;
                self.combine(inner, &negated, |a, b| self.extreme(true, a, b))
            }
            _ => self.of_known(function, &found),
        }
    }

    /// A function whose arguments are known in each case.
    fn of_known(&self, function: Builtin, args: &[Vec<Case<Symbol>>]) -> Read<Vec<Case<Symbol>>> {
        let mut lists: Vec<Case<Vec<Value>>> = vec![(Vec::new(), Vec::new())];
        for arg in args {
            lists = self.combine(&lists, arg, |before, value| {
                let Symbol::Known(value) = value else { return Err(OTHER) };
                Ok(vec![(Vec::new(), before.iter().chain([value]).cloned().collect())])
            })?;
        }
        let mut result = Vec::new();
        for (all, args) in lists {
            let args = args.into_iter().map(constant).collect();
            result.push((all, Symbol::Known(self.evaluated(ExprKind::Builtin { function, args })?)));
        }
        Ok(result)
    }

    /// The value of an expression without variables.
    fn evaluated(&self, kind: ExprKind) -> Read<Value> {
        self.constants.value(&Expr::apart(Span::new(0, 0), kind), &[]).ok_or(OTHER)
    }

    /// The greater or lesser of two: each where it is that.
    fn extreme(&self, greater: bool, a: &Symbol, b: &Symbol) -> Read<Vec<Case<Symbol>>> {
        let (small, large) = if greater { (a, b) } else { (b, a) };
        // `b` is the answer when small <= large, else `a`.
        let mut result = Vec::new();
        for (symbol, alternatives) in [(b, self.at_most(small, large, 0)?), (a, self.at_most(large, small, 1)?)] {
            result.extend(alternatives.into_iter().map(|all| (all, symbol.clone())));
        }
        Ok(result)
    }

    fn arithmetic(&self, op: BinaryOp, a: &Symbol, b: &Symbol) -> Read<Vec<Case<Symbol>>> {
        self.combine(&self.whole(a)?, &self.whole(b)?, |a, b| {
            let linear = |form: Form| Ok(always(symbol(form)));
            match (op, a.as_constant(), b.as_constant()) {
                (BinaryOp::Add, ..) => linear(a.plus(*b)?),
                (BinaryOp::Sub, ..) => linear(a.minus(*b)?),
                (BinaryOp::Mul, Some(c), _) => linear(b.times(c)?),
                (BinaryOp::Mul, _, Some(c)) => linear(a.times(c)?),
                (BinaryOp::FloorDiv, _, Some(1)) => linear(*a),
                (BinaryOp::FloorDiv, _, Some(d)) if d > 1 => Ok(always(Symbol::Quotient(*a, d))),
                (BinaryOp::Mod, _, Some(q)) if q > 0 => remainders(a, q),
                _ => Err(Unsupported("an operator that is not linear")),
            }
        })
    }

    /// A number as a form: a quotient becomes an unknown, with what that is.
    pub(super) fn whole(&self, symbol: &Symbol) -> Read<Vec<Case<Form>>> {
        match symbol {
            Symbol::Quotient(form, by) => {
                // q = floor(form / by): by q <= form <= by q + by - 1
                let quotient = self.fresh()?;
                let rest = form.combined(1, quotient, -by)?;
                let most = Form::constant(by - 1).minus(rest)?;
                Ok(vec![(vec![Condition::NonNegative(rest), Condition::NonNegative(most)], quotient)])
            }
            _ => Ok(always(linear(symbol)?)),
        }
    }
}

const OTHER: Unsupported = Unsupported("a number that is no linear form of the heap's size");

/// The form modulo a number, one case for each remainder.
fn remainders(form: &Form, by: i64) -> Read<Vec<Case<Symbol>>> {
    if by > MOST_REMAINDERS {
        return Err(Unsupported("remainders by large numbers"));
    }
    let case =
        |r: i64| Ok((vec![Condition::Multiple(form.plus(Form::constant(-r))?, by).reduced()], Symbol::number(r)));
    (0..by).map(case).collect()
}

/// One case, without conditions.
pub(super) fn always<T>(value: T) -> Vec<Case<T>> {
    vec![(Vec::new(), value)]
}

fn constant(value: Value) -> Expr {
    Expr::apart(Span::new(0, 0), ExprKind::Const(value))
}

fn symbol(form: Form) -> Symbol {
    form.as_constant().map_or(Symbol::Linear(form), Symbol::number)
}

/// A number that is no quotient as a form.
pub(super) fn linear(symbol: &Symbol) -> Read<Form> {
    match symbol {
        Symbol::Linear(form) => Ok(*form),
        Symbol::Known(value) => {
            let n = value.as_i64().filter(|n| n.unsigned_abs() < 1 << 40).ok_or(Unsupported("not a small integer"))?;
            Ok(Form::constant(n))
        }
        Symbol::Quotient(..) => Err(OTHER),
    }
}

/// The elements of a known domain.
pub(super) fn values_of(value: &Value) -> Read<Vec<Value>> {
    match value {
        Value::Set(set) if set.len() <= MOST_VALUES => Ok(set.iter().collect()),
        Value::List(list) if list.len() <= MOST_VALUES => Ok(list.to_vec()),
        _ => Err(Unsupported("a domain of more than 4096 values")),
    }
}
