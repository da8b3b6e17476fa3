//! Domains: what a variable runs over.

use super::numbers::{always, values_of};
use super::{Case, Read, Reader, Symbol, Symbols, both_hold};
use crate::analysis::model::{Expr, ExprKind};
use crate::ir::heap::form::Condition;
use crate::ir::lower::Unsupported;
use crate::library::Builtin;
use crate::syntax::ast::BinaryOp;

impl Reader<'_> {
    /// The elements of a domain, case by case: an unknown with its bounds, or one by one.
    pub(super) fn elements(&self, domain: &Expr, symbols: &Symbols) -> Read<Vec<Case<Symbol>>> {
        self.step(1)?;
        if let Some(value) = self.known(domain, symbols) {
            let elements = values_of(&value)?;
            self.step(elements.len())?;
            return Ok(elements.into_iter().map(|e| (Vec::new(), Symbol::Known(e))).collect());
        }
        match &domain.kind {
            ExprKind::Range { low, high: Some(high), inclusive } => self.range(low, high, *inclusive, symbols),
            ExprKind::Binary { first, rest } => match rest[..] {
                [(BinaryOp::Intersection, ..), ..] => {
                    let mut sides: Vec<&Expr> = vec![first];
                    sides.extend(rest.iter().map(|(_, _, operand)| operand));
                    // A known side is read one by one.
                    let known = sides.iter().position(|side| self.known(side, symbols).is_some());
                    sides.swap(0, known.unwrap_or(0));
                    let mut result = self.elements(sides[0], symbols)?;
                    for side in &sides[1..] {
                        result = self.restricted(&result, side, true, symbols)?;
                    }
                    Ok(result)
                }
                _ => {
                    let mut result = self.elements(first, symbols)?;
                    for (op, _, operand) in rest {
                        match op {
                            BinaryOp::Sub => result = self.restricted(&result, operand, false, symbols)?,
                            BinaryOp::Union => result.extend(self.elements(operand, symbols)?),
                            _ => return Err(OTHER),
                        }
                    }
                    Ok(result)
                }
            },
            ExprKind::Comprehension { generator, .. } => {
                let mut found = Vec::new();
                let free = self.free.get();
                let mut most = free;
                self.binders(&generator.binders, symbols, &[], &mut |symbols, conditions| {
                    for (more, symbol) in self.cases(&generator.body, symbols)? {
                        found.extend(both_hold(conditions, &more).map(|all| (all, symbol)));
                    }
                    most = most.max(self.free.get());
                    Ok(())
                })?;
                // The unknowns of its variables live on in the elements.
                self.free.set(most);
                Ok(found)
            }
            ExprKind::List(entries) | ExprKind::Set(entries) => {
                let mut found = Vec::new();
                for entry in entries {
                    found.extend(self.cases(entry, symbols)?);
                }
                Ok(found)
            }
            ExprKind::If { arms, otherwise } => self.choice(arms, otherwise, symbols, Self::elements),
            ExprKind::Call { function, args } => self.call(*function, args, symbols, Self::elements),
            ExprKind::Lazy { index, .. } => self.elements(self.lazy(*index)?, symbols),
            _ => Err(OTHER),
        }
    }

    /// Those elements that are in another domain, or not.
    fn restricted(
        &self,
        elements: &[Case<Symbol>],
        domain: &Expr,
        inside: bool,
        symbols: &Symbols,
    ) -> Read<Vec<Case<Symbol>>> {
        self.combine(elements, &always(()), |symbol, ()| {
            let alternatives = self.membership(symbol, domain, inside, symbols)?;
            Ok(alternatives.into_iter().map(|all| (all, symbol.clone())).collect())
        })
    }

    /// A range: one by one between two known ends, an unknown otherwise.
    fn range(&self, low: &Expr, high: &Expr, inclusive: bool, symbols: &Symbols) -> Read<Vec<Case<Symbol>>> {
        let (lows, highs) = (operands(low, Builtin::MAX), operands(high, Builtin::MIN));
        let known =
            |ends: &[&Expr]| -> Vec<i64> { ends.iter().filter_map(|end| self.known(end, symbols)?.as_i64()).collect() };
        let (least, most) = (known(&lows).into_iter().max(), known(&highs).into_iter().min());
        let strict = i64::from(!inclusive);
        let starts: Vec<Case<Symbol>> = match (least, most) {
            (Some(least), Some(most)) => {
                let last = most.saturating_sub(strict);
                if last.saturating_sub(least) > 4096 {
                    return Err(Unsupported("a range of more than 4096 removals"));
                }
                (least..=last).map(|n| (Vec::new(), Symbol::number(n))).collect()
            }
            _ => always(Symbol::Linear(self.fresh()?)),
        };
        let mut result = starts;
        for (ends, lower) in [(&lows, true), (&highs, false)] {
            for end in ends {
                let end = self.cases(end, symbols)?;
                result = self.combine(&result, &end, |symbol, end| {
                    let alternatives =
                        if lower { self.at_most(end, symbol, 0)? } else { self.at_most(symbol, end, strict)? };
                    Ok(alternatives.into_iter().map(|all: Vec<Condition>| (all, symbol.clone())).collect())
                })?;
            }
        }
        Ok(result)
    }
}

const OTHER: Unsupported = Unsupported("a domain that is no range");

/// The ends whose greatest or least is meant.
fn operands(end: &Expr, builtin: Builtin) -> Vec<&Expr> {
    match &end.kind {
        ExprKind::Builtin { function, args } if *function == builtin && args.len() >= 2 => args.iter().collect(),
        _ => vec![end],
    }
}
