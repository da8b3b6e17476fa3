//! Conditions: comparisons of linear forms, and what is made of them.

use super::numbers::{always, linear, values_of};
use super::{All, Case, Read, Reader, Symbol, Symbols};
use crate::analysis::model::{Binder, Expr, ExprKind, Generator};
use crate::ir::heap::form::{Condition, Form};
use crate::ir::lower::Unsupported;
use crate::library::Aggregate;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::Value;

impl Reader<'_> {
    /// When a condition is true (or false): one of the lists of conditions holds.
    pub(super) fn truth(&self, expr: &Expr, wanted: bool, symbols: &Symbols) -> Read<Vec<All>> {
        self.step(1)?;
        if let Some(value) = self.known(expr, symbols) {
            return settled(&value, wanted);
        }
        match &expr.kind {
            ExprKind::Not(inner) => self.truth(inner, !wanted, symbols),
            ExprKind::And(parts) => self.joined(parts, wanted, true, symbols),
            ExprKind::Or(parts) => self.joined(parts, wanted, false, symbols),
            ExprKind::Implies(parts) => {
                // a implies b implies c: not a, or not b, or c
                let Some((last, before)) = parts.split_last() else { return Err(OTHER) };
                let mut result = if wanted { Vec::new() } else { self.truth(last, false, symbols)? };
                for part in before {
                    let part = self.truth(part, !wanted, symbols)?;
                    if wanted { result.extend(part) } else { result = self.both(&result, &part)? }
                }
                if wanted {
                    result.extend(self.truth(last, true, symbols)?);
                }
                Ok(result)
            }
            ExprKind::Compare { first, rest } => {
                let operands: Vec<&Expr> = std::iter::once(&**first).chain(rest.iter().map(|(_, _, e)| e)).collect();
                let mut result: Vec<All> = if wanted { vec![Vec::new()] } else { Vec::new() };
                for (pair, (op, ..)) in operands.windows(2).zip(rest) {
                    let one = self.comparison(*op, pair[0], pair[1], wanted, symbols)?;
                    if wanted { result = self.both(&result, &one)? } else { result.extend(one) }
                }
                Ok(result)
            }
            ExprKind::If { arms, otherwise } => {
                let read = |reader: &Self, e: &Expr, s: &Symbols| Ok(under(reader.truth(e, wanted, s)?));
                Ok(alone(self.choice(arms, otherwise, symbols, read)?))
            }
            ExprKind::Call { function, args } => {
                let read = |reader: &Self, e: &Expr, s: &Symbols| Ok(under(reader.truth(e, wanted, s)?));
                Ok(alone(self.call(*function, args, symbols, read)?))
            }
            ExprKind::Lazy { index, .. } => self.truth(self.lazy(*index)?, wanted, symbols),
            ExprKind::Aggregate { function, generator } => match function.aggregate() {
                Some(Aggregate::Any) => self.quantified(generator, wanted, true, symbols),
                Some(Aggregate::All) => self.quantified(generator, wanted, false, symbols),
                _ => Err(OTHER),
            },
            ExprKind::Builtin { .. } => {
                let mut result = Vec::new();
                for (all, symbol) in self.cases(expr, symbols)? {
                    let Symbol::Known(value) = symbol else { return Err(OTHER) };
                    result.extend(self.both(&[all], &settled(&value, wanted)?)?);
                }
                Ok(result)
            }
            _ => Err(OTHER),
        }
    }

    /// `a and b`, `a or b`.
    fn joined(&self, parts: &[Expr], wanted: bool, and: bool, symbols: &Symbols) -> Read<Vec<All>> {
        let all = and == wanted;
        let mut result: Vec<All> = if all { vec![Vec::new()] } else { Vec::new() };
        for part in parts {
            let part = self.truth(part, wanted, symbols)?;
            if all { result = self.both(&result, &part)? } else { result.extend(part) }
        }
        Ok(result)
    }

    /// `any(c for x in D)`, `all(c for x in D)` over known domains.
    fn quantified(&self, generator: &Generator, wanted: bool, any: bool, symbols: &Symbols) -> Read<Vec<All>> {
        let [Binder::In { pattern, domain }, guards @ ..] = generator.binders.as_slice() else { return Err(OTHER) };
        let domain = self.known(domain, symbols).ok_or(OTHER)?;
        // One instance that decides, or all of them as the others.
        let one = any == wanted;
        let mut result: Vec<All> = if one { Vec::new() } else { vec![Vec::new()] };
        for element in values_of(&domain)? {
            let mut symbols = symbols.clone();
            super::bind(pattern, Symbol::Known(element), &mut symbols)?;
            let mut instance = self.truth(&generator.body, wanted, &symbols)?;
            for guard in guards {
                let Binder::If(guard) = guard else { return Err(OTHER) };
                let guard_as = self.truth(guard, one, &symbols)?;
                if one { instance = self.both(&guard_as, &instance)? } else { instance.extend(guard_as) }
            }
            if one { result.extend(instance) } else { result = self.both(&result, &instance)? }
        }
        Ok(result)
    }

    fn comparison(&self, op: CompareOp, a: &Expr, b: &Expr, wanted: bool, symbols: &Symbols) -> Read<Vec<All>> {
        let left = self.cases(a, symbols)?;
        if matches!(op, CompareOp::In | CompareOp::NotIn) {
            let inside = (op == CompareOp::In) == wanted;
            let read = |symbol: &Symbol| Ok(under(self.membership(symbol, b, inside, symbols)?));
            return Ok(alone(self.combine(&left, &always(()), |symbol, ()| read(symbol))?));
        }
        let right = self.cases(b, symbols)?;
        Ok(alone(self.combine(&left, &right, |a, b| Ok(under(self.relation(op, a, b, wanted)?)))?))
    }

    /// When a value is in a domain (or not).
    pub(super) fn membership(&self, symbol: &Symbol, domain: &Expr, inside: bool, symbols: &Symbols) -> Read<Vec<All>> {
        self.step(1)?;
        if let Some(set) = self.known(domain, symbols) {
            let mut result: Vec<All> = if inside { Vec::new() } else { vec![Vec::new()] };
            for element in values_of(&set)? {
                let one = self.relation(CompareOp::Eq, symbol, &Symbol::Known(element), inside)?;
                if inside { result.extend(one) } else { result = self.both(&result, &one)? }
            }
            return Ok(result);
        }
        match &domain.kind {
            ExprKind::Range { low, high: Some(high), inclusive } => {
                let ends = self.combine(&self.cases(low, symbols)?, &self.cases(high, symbols)?, |low, high| {
                    Ok(always((low.clone(), high.clone())))
                })?;
                Ok(alone(self.combine(&ends, &always(()), |(low, high), ()| {
                    let strict = i64::from(!inclusive);
                    Ok(under(if inside {
                        self.both(&self.at_most(low, symbol, 0)?, &self.at_most(symbol, high, strict)?)?
                    } else {
                        let mut outside = self.at_most(symbol, low, 1)?;
                        outside.extend(self.at_most(high, symbol, 1 - strict)?);
                        outside
                    }))
                })?))
            }
            ExprKind::Binary { first, rest } => {
                let mut result = self.membership(symbol, first, inside, symbols)?;
                for (op, _, operand) in rest {
                    // Inside `a - b` is inside a and outside b; outside it is outside a or inside b.
                    let (meets, removes) = match op {
                        BinaryOp::Intersection => (inside, false),
                        BinaryOp::Sub => (inside, true),
                        BinaryOp::Union => (!inside, false),
                        _ => return Err(DOMAIN),
                    };
                    let other = self.membership(symbol, operand, inside != removes, symbols)?;
                    if meets { result = self.both(&result, &other)? } else { result.extend(other) }
                }
                Ok(result)
            }
            ExprKind::Lazy { index, .. } => self.membership(symbol, self.lazy(*index)?, inside, symbols),
            _ => Err(DOMAIN),
        }
    }

    /// When a relation holds (or does not): one of the lists of conditions.
    fn relation(&self, op: CompareOp, a: &Symbol, b: &Symbol, wanted: bool) -> Read<Vec<All>> {
        use CompareOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let op = match (op, wanted) {
            (op, true) => op,
            (Eq, false) => Ne,
            (Ne, false) => Eq,
            (Lt, false) => Ge,
            (Le, false) => Gt,
            (Gt, false) => Le,
            (_, false) => Lt,
        };
        if let (Symbol::Known(x), Symbol::Known(y)) = (a, b)
            && matches!(op, Eq | Ne)
        {
            return settled(&Value::Bool(x == y), op == Eq);
        }
        match op {
            Le => self.at_most(a, b, 0),
            Lt => self.at_most(a, b, 1),
            Ge => self.at_most(b, a, 0),
            Gt => self.at_most(b, a, 1),
            Eq | Ne if matches!((a, b), (Symbol::Quotient(..), _) | (_, Symbol::Quotient(..))) => {
                if op == Eq {
                    return self.both(&self.at_most(a, b, 0)?, &self.at_most(b, a, 0)?);
                }
                let mut apart = self.at_most(a, b, 1)?;
                apart.extend(self.at_most(b, a, 1)?);
                Ok(apart)
            }
            Eq => Ok(vec![vec![Condition::Zero(linear(a)?.minus(linear(b)?)?).reduced()]]),
            Ne => Ok(vec![vec![Condition::NotZero(linear(a)?.minus(linear(b)?)?).reduced()]]),
            CompareOp::In | CompareOp::NotIn => Err(OTHER),
        }
    }

    /// `a + more <= b`, with quotients multiplied out.
    pub(super) fn at_most(&self, a: &Symbol, b: &Symbol, more: i64) -> Read<Vec<All>> {
        let more = Form::constant(more);
        let form = match (a, b) {
            // Both are rounded: one of them becomes an unknown.
            (Symbol::Quotient(..), Symbol::Quotient(..)) => {
                let a = self.whole(a)?;
                let read = |a: &Form| Ok(under(self.at_most(&Symbol::Linear(a.plus(more)?), b, 0)?));
                return Ok(alone(self.combine(&a, &always(()), |a, ()| read(a))?));
            }
            // a + more <= floor(f / d)  iff  d (a + more) <= f
            (_, Symbol::Quotient(f, d)) => f.minus(linear(a)?.plus(more)?.times(*d)?)?,
            // floor(f / d) <= b - more  iff  f <= d (b - more) + d - 1
            (Symbol::Quotient(f, d), _) => linear(b)?.minus(more)?.times(*d)?.plus(Form::constant(d - 1))?.minus(*f)?,
            _ => linear(b)?.minus(linear(a)?.plus(more)?)?,
        };
        Ok(vec![vec![Condition::NonNegative(form.reduced())]])
    }
}

const OTHER: Unsupported = Unsupported("a guard that is no comparison of linear forms");
const DOMAIN: Unsupported = Unsupported("membership in a set that depends on the heap's size");

fn settled(value: &Value, wanted: bool) -> Read<Vec<All>> {
    let Value::Bool(value) = value else { return Err(Unsupported("a guard that is no condition")) };
    Ok(if *value == wanted { vec![Vec::new()] } else { Vec::new() })
}

/// Alternatives as cases of nothing.
fn under(alternatives: Vec<All>) -> Vec<Case<()>> {
    alternatives.into_iter().map(|all| (all, ())).collect()
}

fn alone(cases: Vec<Case<()>>) -> Vec<All> {
    cases.into_iter().map(|(all, ())| all).collect()
}
