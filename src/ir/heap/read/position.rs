//! Where a move leads: sums of heaps.

use super::numbers::always;
use super::{Case, Read, Reader, Symbols, bind, both_hold, values};
use crate::analysis::model::{Binder, Expr, ExprKind, Generator};
use crate::ir::heap::form::Form;
use crate::ir::lower::Unsupported;
use crate::library::Aggregate;
use crate::syntax::ast::BinaryOp;

/// More equal heaps than this are no code's.
const MOST_TIMES: i64 = 8;

impl Reader<'_> {
    /// The heaps of a position expression, case by case.
    pub(super) fn parts(&self, expr: &Expr, symbols: &Symbols) -> Read<Vec<Case<Vec<Form>>>> {
        self.step(1)?;
        match &expr.kind {
            ExprKind::Const(value) if value.as_i64() == Some(0) => Ok(always(Vec::new())),
            ExprKind::Position { instance, fields } => {
                if !self.constants.is_own(instance, &values(symbols)) {
                    return Err(Unsupported("a move to a position of another game"));
                }
                let sizes = self.cases(&fields[0], symbols)?;
                self.combine(&sizes, &always(()), |size, ()| {
                    Ok(self.whole(size)?.into_iter().map(|(all, form)| (all, vec![form])).collect())
                })
            }
            ExprKind::Binary { first, rest } if rest.iter().all(|(op, ..)| *op == BinaryOp::Add) => {
                let mut result = self.parts(first, symbols)?;
                for (_, _, operand) in rest {
                    result = self.summed(&result, &self.parts(operand, symbols)?)?;
                }
                Ok(result)
            }
            ExprKind::Binary { first, rest } => match &rest[..] {
                [(BinaryOp::Mul, _, position)] => {
                    let times = self.known(first, symbols).and_then(|n| n.as_i64());
                    let times = times.filter(|n| (0..=MOST_TIMES).contains(n)).ok_or(OTHER)?;
                    let one = self.parts(position, symbols)?;
                    let times = |parts: &Vec<Form>| (0..times).flat_map(|_| parts.clone()).collect();
                    Ok(one.into_iter().map(|(all, parts)| (all, times(&parts))).collect())
                }
                _ => Err(OTHER),
            },
            ExprKind::Aggregate { function, generator } if function.aggregate() == Some(Aggregate::Sum) => {
                self.sum(generator, symbols)
            }
            ExprKind::If { arms, otherwise } => self.choice(arms, otherwise, symbols, Self::parts),
            ExprKind::Call { function, args } => self.call(*function, args, symbols, Self::parts),
            _ => Err(OTHER),
        }
    }

    /// `sum(G(x) for x in [a, b, c])`
    fn sum(&self, generator: &Generator, symbols: &Symbols) -> Read<Vec<Case<Vec<Form>>>> {
        let [Binder::In { pattern, domain: Expr { kind: ExprKind::List(entries), .. } }, guards @ ..] =
            generator.binders.as_slice()
        else {
            return Err(OTHER);
        };
        let mut result = always(Vec::new());
        for entry in entries {
            let mut heaps = Vec::new();
            for (all, symbol) in self.cases(entry, symbols)? {
                let mut symbols = symbols.clone();
                bind(pattern, symbol, &mut symbols)?;
                for (more, parts) in self.guarded(guards, &generator.body, &symbols)? {
                    heaps.extend(both_hold(&all, &more).map(|all| (all, parts)));
                }
            }
            result = self.summed(&result, &heaps)?;
        }
        Ok(result)
    }

    /// A summand where the guards hold, nothing where one does not.
    fn guarded(&self, guards: &[Binder], body: &Expr, symbols: &Symbols) -> Read<Vec<Case<Vec<Form>>>> {
        let (mut result, mut holds) = (Vec::new(), vec![Vec::new()]);
        for guard in guards {
            let Binder::If(guard) = guard else { return Err(OTHER) };
            let fails = self.both(&holds, &self.truth(guard, false, symbols)?)?;
            result.extend(fails.into_iter().map(|all| (all, Vec::new())));
            holds = self.both(&holds, &self.truth(guard, true, symbols)?)?;
        }
        for (more, parts) in self.parts(body, symbols)? {
            result.extend(holds.iter().filter_map(|all| Some((both_hold(all, &more)?, parts.clone()))));
        }
        Ok(result)
    }

    fn summed(&self, a: &[Case<Vec<Form>>], b: &[Case<Vec<Form>>]) -> Read<Vec<Case<Vec<Form>>>> {
        self.combine(a, b, |a, b| Ok(always(a.iter().chain(b).copied().collect())))
    }
}

const OTHER: Unsupported = Unsupported("a move to something that is no plain sum of heaps");
