//! Functions of the library, and entries of lists.

use super::no::{No, Read, large};
use super::numbers::as_row;
use super::reader::Reader;
use super::symbol::{Case, Cases, Count, Real, Symbol};
use crate::analysis::model::{Binder, Expr};
use crate::automata::{Digitwise, Formula, Linear, Numeration};
use crate::base::Span;
use crate::value::Value;

impl Reader<'_, '_> {
    /// A function of the library.
    pub(super) fn builtin(&mut self, name: &str, args: &[Expr], span: Span) -> Read<Symbol> {
        let symbols = args.iter().map(|arg| self.symbol(arg)).collect::<Read<Vec<_>>>()?;
        let number = |me: &mut Self, i: usize| me.as_number(symbols[i].clone(), span);
        match (name, symbols.len()) {
            ("abs", 1) => {
                let x = number(self, 0)?;
                let minus = self.minus_one_times(&x, span)?;
                // The same cases twice: which sign it has is decided in each.
                let mut cases = Vec::new();
                for (plus, minus) in x.0.into_iter().zip(minus.0) {
                    let negative = self.is_negative(&plus.value, true, span)?;
                    cases.push(Case { guard: plus.guard.and(&negative.not()), ..plus });
                    cases.push(Case { guard: minus.guard.and(&negative), ..minus });
                }
                cases.retain(|case| case.guard.as_truth() != Some(false));
                Ok(Symbol::Number(Cases(cases)))
            }
            ("floor", 1) => {
                let x = number(self, 0)?;
                Ok(Symbol::Number(self.floor_div(&x, 1, span)?))
            }
            ("ceil", 1) => {
                let x = number(self, 0)?;
                let minus = self.minus_one_times(&x, span)?;
                let floor = self.floor_div(&minus, 1, span)?;
                Ok(Symbol::Number(self.minus_one_times(&floor, span)?))
            }
            ("len" | "indices", 1) => {
                let count = i64::try_from(as_row(symbols[0].clone(), span)?.len()).unwrap_or(0);
                Ok(if name == "len" {
                    Symbol::Known(Value::int(count))
                } else {
                    Symbol::Row((0..count).map(|i| Symbol::Known(Value::int(i))).collect())
                })
            }
            ("last", 1) => match &symbols[0] {
                Symbol::Parts(of) => self.weight_of(Digitwise::Lowest, &of.clone(), span),
                other => match as_row(other.clone(), span)?.pop() {
                    Some(last) => Ok(last),
                    None => No::outside("the last entry of an empty list is asked for", span),
                },
            },
            ("zeckendorf", 1) => {
                self.wants_root(5, span)?;
                Ok(Symbol::Parts(number(self, 0)?))
            }
            ("is_fib", 1) => {
                self.wants_root(5, span)?;
                let named = number(self, 0)?;
                let named = self.named(&named, "`is_fib` of a number that may be negative is asked for", span)?;
                let zero = large(Formula::equal(&Linear::variable(named.variable), &Linear::default()))?;
                let weight = Formula::digits(Digitwise::Weight, vec![named.variable]);
                Ok(Symbol::Truth(named.guard.and(&zero.or(&weight)).exists(named.bound)))
            }
            ("popcount" | "v2", 1) => {
                if self.decider.numeration() != Numeration::Base(2) {
                    return No::outside("binary digits and square roots need two ways to write numbers at once", span);
                }
                let x = number(self, 0)?;
                let reason = format!("`{name}` of a number that may be negative is asked for");
                let named = self.named(&x, &reason, span)?;
                let what = if name == "v2" { Count::Zeros } else { Count::Sum };
                if what == Count::Zeros {
                    let positive = large(Formula::at_most(&Linear::constant(1), &Linear::variable(named.variable), 0))?;
                    self.given(named.guard.clone(), |me| {
                        me.require(&positive, "`v2` of a number that may be 0 is asked for", span)
                    })?;
                }
                let value = Real { counts: vec![(what, named.variable, 1)], ..Real::linear(Linear::default()) };
                Ok(Symbol::Number(Cases(vec![Case { bound: named.bound, guard: named.guard, value }])))
            }
            ("bit", 2) => self.bit(&symbols[0].clone(), &symbols[1].clone(), span),
            ("min" | "max" | "sum" | "nimsum" | "count" | "any" | "all", count) => {
                let list = if count == 1 { as_row(symbols[0].clone(), span)? } else { symbols };
                let entries = list.into_iter().map(|symbol| (Formula::truth(true), symbol)).collect();
                self.collect(name, entries, span)
            }
            _ => No::outside(format!("`{name}` of what depends on variables is asked for"), span),
        }
    }

    /// The least or greatest weight of a number's representation, which is not 0.
    pub(super) fn weight_of(&mut self, which: Digitwise, of: &Cases, span: Span) -> Read<Symbol> {
        let named = self.named(of, "parts of a number that may be negative are asked for", span)?;
        let positive = large(Formula::at_most(&Linear::constant(1), &Linear::variable(named.variable), 0))?;
        self.given(named.guard.clone(), |me| {
            me.require(&positive, "parts of a number that may be 0 are asked for", span)
        })?;
        let part = self.fresh();
        let guard = named.guard.and(&Formula::digits(which, vec![part, named.variable]));
        let bound = [&named.bound[..], &[part]].concat();
        Ok(Symbol::Number(Cases(vec![Case { bound, guard, value: Real::linear(Linear::variable(part)) }])))
    }

    /// Binary digit `place` of a number.
    fn bit(&mut self, number: &Symbol, place: &Symbol, span: Span) -> Read<Symbol> {
        let x = self.as_number(number.clone(), span)?;
        match place {
            Symbol::Place(None) => Ok(Symbol::Known(Value::int(0))),
            Symbol::Place(Some(weight)) => {
                let named = self.named(&x, "binary digits of a number that may be negative are asked for", span)?;
                self.shelf.looked_at.push((self.given.clone(), x.clone()));
                let case = |digit: u32| Case {
                    bound: named.bound.clone(),
                    guard: named.guard.and(&Formula::digits(Digitwise::DigitAt(digit), vec![*weight, named.variable])),
                    value: Real::linear(Linear::constant(i128::from(digit))),
                };
                Ok(Symbol::Number(Cases(vec![case(0), case(1)])))
            }
            _ => {
                let place = self.as_number(place.clone(), span)?.as_constant();
                let Some(weight) = place.filter(|p| (0..40).contains(p)).map(|p| 1i128 << p) else {
                    return No::outside("a digit at a place that varies is asked for", span);
                };
                let shifted = self.floor_div(&x, weight, span)?;
                Ok(Symbol::Number(self.modulo(&shifted, 2, span)?))
            }
        }
    }

    pub(super) fn index(&mut self, base: &Expr, index: &Expr, span: Span) -> Read<Symbol> {
        let base = self.symbol(base)?;
        let index = self.number(index)?.as_constant();
        if let (Symbol::Parts(of), Some(0)) = (&base, index) {
            return self.weight_of(Digitwise::Highest, &of.clone(), span);
        }
        let row = as_row(base, span)?;
        match index.and_then(|i| usize::try_from(i).ok()).and_then(|i| row.get(i).cloned()) {
            Some(entry) => Ok(entry),
            None => No::outside("an entry at an index that varies, or outside the list, is asked for", span),
        }
    }

    pub(super) fn with(
        &mut self,
        base: &Expr,
        entries: &[(Expr, Expr)],
        binders: &[Binder],
        span: Span,
    ) -> Read<Symbol> {
        let row = as_row(self.symbol(base)?, span)?;
        let mut changed = row.clone();
        let depth = self.given.len();
        let bound = self.bound.len();
        self.bind(binders, &mut |me| {
            if me.bound.len() > bound {
                return No::outside("entries at indices that vary are changed", span);
            }
            let guard = Formula::all(me.given[depth..].iter().cloned());
            for (index, value) in entries {
                let at = me.number(index)?.as_constant().and_then(|i| usize::try_from(i).ok());
                let value = me.symbol(value)?;
                let Some(entry) = at.and_then(|at| changed.get(at).cloned()) else {
                    return No::outside("an entry at an index that varies, or outside the list, is changed", span);
                };
                let at = at.unwrap_or(0);
                changed[at] =
                    if guard.as_truth() == Some(true) { value } else { me.either(&guard, value, entry, span)? };
            }
            Ok(())
        })?;
        Ok(Symbol::Row(changed))
    }
}
