//! Domains, and what is gathered over them.

use super::no::{No, Read, large};
use super::numbers::{as_row, integer};
use super::reader::{Reader, items};
use super::symbol::{Cases, Symbol};
use crate::analysis::model::{Binder, Expr, ExprKind, Generator};
use crate::automata::{Digitwise, Formula, Linear};
use crate::base::Span;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::Value;

/// Known ranges of so few numbers are gone through one by one.
const FEW: i64 = 16;

/// Known ranges of so few are, where a variable is not understood.
const MANY: i128 = 64;
/// What one element of them costs of the steps that a proof may take.
const UNROLLED: u64 = 1_000;

/// A number that is known.
fn known(n: i128) -> Symbol {
    i64::try_from(n)
        .map_or_else(|_| Symbol::Number(Cases::linear(Linear::constant(n))), |n| Symbol::Known(Value::int(n)))
}

/// What a binder runs over.
#[derive(Clone)]
pub(super) enum Domain {
    /// Elements, each where something holds.
    Items(Vec<(Formula, Symbol)>),
    /// From the first number to the second, or to below it; or without an end.
    Range(Cases, Option<(Cases, bool)>),
    /// Lists of one element of each domain.
    Choices(Vec<Domain>),
    /// What is in one or the other.
    Union(Vec<Domain>),
}

impl Reader<'_, '_> {
    pub(super) fn domain(&mut self, expr: &Expr) -> Read<Domain> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Range { low, high, inclusive } => {
                let low = self.number(low)?;
                let Some(high) = high else { return Ok(Domain::Range(low, None)) };
                let high = self.number(high)?;
                if let (Some(from), Some(to)) = (low.as_constant(), high.as_constant()) {
                    let end = if *inclusive { to + 1 } else { to };
                    if end - from <= i128::from(FEW) {
                        return Ok(Domain::Items((from..end).map(|n| (Formula::truth(true), known(n))).collect()));
                    }
                }
                Ok(Domain::Range(low, Some((high, *inclusive))))
            }
            ExprKind::Binary { first, rest } if rest.iter().all(|(op, ..)| *op == BinaryOp::Union) => {
                let mut parts = vec![self.domain(first)?];
                for (_, _, operand) in rest {
                    parts.push(self.domain(operand)?);
                }
                Ok(Domain::Union(parts))
            }
            ExprKind::Builtin { function, args } if function.spec().name == "choices" => {
                Ok(Domain::Choices(args.iter().map(|arg| self.domain(arg)).collect::<Read<_>>()?))
            }
            ExprKind::Aggregate { function, generator } if function.spec().name == "choices" => {
                let mut parts = Vec::new();
                let (depth, bound) = (self.given.len(), self.bound.len());
                self.bind(&generator.binders, &mut |me| {
                    let guarded = me.given[depth..].iter().any(|g| g.as_truth() != Some(true));
                    if me.bound.len() > bound || guarded {
                        return No::outside("the number of choices depends on variables", span);
                    }
                    parts.push(me.domain(&generator.body)?);
                    Ok(())
                })?;
                Ok(Domain::Choices(parts))
            }
            ExprKind::Set(list) => {
                let symbols = list.iter().map(|e| self.symbol(e)).collect::<Read<Vec<_>>>()?;
                self.distinct(symbols, span)
            }
            ExprKind::Comprehension { set, generator } => {
                let entries = self.entries(&generator.binders, &generator.body, span)?;
                if *set && entries.iter().any(|(guard, _)| guard.as_truth() != Some(true)) {
                    return No::outside("a set depends on variables", span);
                }
                if *set {
                    return self.distinct(entries.into_iter().map(|(_, symbol)| symbol).collect(), span);
                }
                Ok(Domain::Items(entries))
            }
            _ => {
                let symbol = self.symbol(expr)?;
                if let Symbol::Known(Value::Set(set)) = &symbol
                    && let Some((low, high)) = set.as_range()
                    && high - low >= FEW
                {
                    let [low, high] = [low, high].map(|n| Cases::linear(Linear::constant(i128::from(n))));
                    return Ok(Domain::Range(low, Some((high, true))));
                }
                let list = match symbol {
                    Symbol::Known(value) => items(&value, span)?.into_iter().map(Symbol::Known).collect(),
                    other => as_row(other, span)?,
                };
                Ok(Domain::Items(list.into_iter().map(|symbol| (Formula::truth(true), symbol)).collect()))
            }
        }
    }

    /// The elements of a set: of equal ones only the first counts.
    fn distinct(&mut self, symbols: Vec<Symbol>, span: Span) -> Read<Domain> {
        let mut items: Vec<(Formula, Symbol)> = Vec::new();
        for symbol in symbols {
            let mut new = Vec::new();
            for (_, before) in &items {
                new.push(self.related(CompareOp::Eq, before, &symbol, span)?.not());
            }
            items.push((Formula::all(new), symbol));
        }
        items.retain(|(guard, _)| guard.as_truth() != Some(false));
        Ok(Domain::Items(items))
    }

    /// Goes through the elements of a domain; see [`Reader::bind`].
    pub(super) fn each_element(
        &mut self,
        domain: &Domain,
        span: Span,
        each: &mut dyn FnMut(&mut Self, Symbol) -> Read<()>,
    ) -> Read<()> {
        match domain {
            Domain::Items(list) => {
                list.iter().try_for_each(|(guard, symbol)| self.given(guard.clone(), |me| each(me, symbol.clone())))
            }
            Domain::Union(parts) => {
                // What is in two of them is met twice: only where that makes no difference.
                parts.iter().try_for_each(|part| self.each_element(part, span, each))
            }
            Domain::Range(low, high) => {
                let variable = self.fresh();
                let here = Cases::variable(variable);
                // A variable is a natural number: a range that begins below 0 has more.
                let zero = Cases::linear(Linear::default());
                let natural = self.at_most(&zero, low, false, span)?;
                self.require(&natural, "a range may begin below 0", span)?;
                let mut within = self.at_most(low, &here, false, span)?;
                if let Some((high, inclusive)) = high {
                    within = within.and(&self.at_most(&here, high, !inclusive, span)?);
                }
                let inclusive = high.as_ref().is_some_and(|(_, inclusive)| *inclusive);
                self.bound.push(variable);
                let result = self.given(within, |me| each(me, Symbol::Number(here)));
                self.bound.pop();
                match (result, low.as_constant(), high.as_ref().map(|(high, _)| high.as_constant())) {
                    (Err(No::Outside(..)), Some(low), Some(Some(high))) if high - low < MANY => {
                        // What no formula says of a variable may be a number for each of its values.
                        let end = high + i128::from(inclusive);
                        (low..end).try_for_each(|n| {
                            self.decider.budget().spend(UNROLLED)?;
                            each(self, known(n))
                        })
                    }
                    (result, ..) => result,
                }
            }
            Domain::Choices(parts) => self.each_choice(parts, &mut Vec::new(), span, each),
        }
    }

    fn each_choice(
        &mut self,
        parts: &[Domain],
        chosen: &mut Vec<Symbol>,
        span: Span,
        each: &mut dyn FnMut(&mut Self, Symbol) -> Read<()>,
    ) -> Read<()> {
        let Some((first, rest)) = parts.split_first() else { return each(self, Symbol::Row(chosen.clone())) };
        let mut so_far = std::mem::take(chosen);
        let result = self.each_element(first, span, &mut |me, symbol| {
            so_far.push(symbol);
            let result = me.each_choice(rest, &mut so_far, span, each);
            so_far.pop();
            result
        });
        *chosen = so_far;
        result
    }

    /// What a comprehension makes for each binding, with the condition under which; no binding may be a variable.
    pub(super) fn entries(&mut self, binders: &[Binder], body: &Expr, span: Span) -> Read<Vec<(Formula, Symbol)>> {
        if binders.iter().any(|b| matches!(b, Binder::In { domain, .. } if is_union(domain))) {
            return No::outside("something is gathered over a union of sets", span);
        }
        let mut entries = Vec::new();
        let (depth, bound) = (self.given.len(), self.bound.len());
        self.bind(binders, &mut |me| {
            if me.bound.len() > bound {
                return No::outside("something is gathered over a range whose length varies", span);
            }
            let guard = Formula::all(me.given[depth..].iter().cloned());
            entries.push((guard, me.symbol(body)?));
            Ok(())
        })?;
        Ok(entries)
    }

    pub(super) fn aggregate(&mut self, name: &str, generator: &Generator, span: Span) -> Read<Symbol> {
        if matches!(name, "any" | "all") {
            let truth = match self.quantified(name == "all", generator) {
                Err(No::Outside(reason, place)) => match self.over_places(name == "all", generator, span)? {
                    Some(truth) => truth,
                    None => return Err(No::Outside(reason, place)),
                },
                other => other?,
            };
            return Ok(Symbol::Truth(truth));
        }
        let entries = self.entries(&generator.binders, &generator.body, span)?;
        self.collect(name, entries, span)
    }

    /// Whether a condition holds for one binding, or for all.
    fn quantified(&mut self, all: bool, generator: &Generator) -> Read<Formula> {
        let mut cases = Vec::new();
        let (depth, outer) = (self.given.len(), self.bound.len());
        self.bind(&generator.binders, &mut |me| {
            let body = me.truth(&generator.body)?;
            let body = if all { body.not() } else { body };
            let guard = Formula::all(me.given[depth..].iter().cloned());
            cases.push(guard.and(&body).exists(me.bound[outer..].to_vec()));
            Ok(())
        })?;
        let any = Formula::any(cases);
        Ok(if all { any.not() } else { any })
    }

    /// The same where the one variable runs over the places of binary digits, from 0 to at least the last: no digit is looked
    /// at beyond, and what is said of places beyond makes no difference.
    fn over_places(&mut self, all: bool, generator: &Generator, span: Span) -> Read<Option<Formula>> {
        let [Binder::In { pattern, domain }] = generator.binders.as_slice() else { return Ok(None) };
        let Domain::Range(low, Some((high, true))) = self.domain(domain)? else { return Ok(None) };
        if low.as_constant() != Some(0) || self.decider.numeration() != crate::automata::Numeration::Base(2) {
            return Ok(None);
        }
        let weight = self.fresh();
        let looked_at = std::mem::take(&mut self.shelf.looked_at);
        self.assign(pattern, Symbol::Place(Some(weight)), span)?;
        let is_weight = Formula::digits(Digitwise::Weight, vec![weight]);
        let here = self.given(is_weight.clone(), |me| me.truth(&generator.body));
        let here_looked = std::mem::replace(&mut self.shelf.looked_at, looked_at);
        let here = here?;
        self.assign(pattern, Symbol::Place(None), span)?;
        let beyond = self.truth(&generator.body)?;
        let neutral = if all { beyond } else { beyond.not() };
        self.require(&neutral, "places beyond all digits are not without meaning", span)?;
        for (given, number) in here_looked {
            let outer = std::mem::replace(&mut self.given, given);
            let within = self.at_most(&number, &high, false, span);
            let result = within.and_then(|within| self.require(&within, "not all digits may be looked at", span));
            self.given = outer;
            result?;
        }
        let body = if all { here.not() } else { here };
        let any = is_weight.and(&body).exists(vec![weight]);
        Ok(Some(if all { any.not() } else { any }))
    }

    /// What is made of entries, each of which counts where a condition holds.
    pub(super) fn collect(&mut self, name: &str, entries: Vec<(Formula, Symbol)>, span: Span) -> Read<Symbol> {
        let zero = Cases::linear(Linear::default());
        if matches!(name, "any" | "all") {
            let mut parts = Vec::new();
            for (guard, symbol) in entries {
                let truth = condition(symbol, span)?;
                parts.push(if name == "all" { guard.not().or(&truth) } else { guard.and(&truth) });
            }
            return Ok(Symbol::Truth(if name == "all" { Formula::all(parts) } else { Formula::any(parts) }));
        }
        if name == "sum" && entries.iter().any(|(_, symbol)| matches!(symbol, Symbol::Position(_))) {
            return self.sum_of_positions(entries, span);
        }
        let mut numbers = Vec::new();
        for (guard, symbol) in entries {
            if name == "count" {
                let truth = condition(symbol, span)?;
                let one = Cases::linear(Linear::constant(1));
                numbers.push(Cases::choose(&guard.and(&truth), &one, &zero));
                continue;
            }
            let number = self.as_number(symbol, span)?;
            match (guard.as_truth(), name) {
                (Some(true), _) => numbers.push(number),
                (_, "sum" | "nimsum") => numbers.push(Cases::choose(&guard, &number, &zero)),
                _ => return No::outside("a least or greatest number is gathered under a condition", span),
            }
        }
        let result = match name {
            "sum" | "count" => {
                let mut sum = zero;
                for number in &numbers {
                    sum = sum.pairs(number, span, &mut |x, y| Ok(vec![(Formula::truth(true), x.plus(y, 1, span)?)]))?;
                }
                sum
            }
            "nimsum" => self.nim_sum(&numbers, span)?,
            "min" | "max" => self.least_of(&numbers, name == "max", span)?,
            _ => return No::outside(format!("`{name}` of what depends on variables is asked for"), span),
        };
        Ok(Symbol::Number(result))
    }

    fn sum_of_positions(&mut self, entries: Vec<(Formula, Symbol)>, span: Span) -> Read<Symbol> {
        let mut sum = super::symbol::Sum::default();
        for (guard, symbol) in entries {
            if guard.as_truth() != Some(true) {
                return No::outside("the number of components depends on variables", span);
            }
            sum.parts.extend(super::numbers::as_sum(symbol, span)?.parts);
        }
        Ok(Symbol::Position(sum))
    }

    /// That a number is the value of a variable.
    pub(super) fn equals_variable(&mut self, number: &Cases, variable: u32, span: Span) -> Read<Formula> {
        Cases::variable(variable)
            .relate(number, &mut |x, y| large(Formula::equal(integer(x, span)?, integer(y, span)?)))
    }
}

fn is_union(domain: &Expr) -> bool {
    matches!(&domain.kind, ExprKind::Binary { rest, .. } if rest.iter().all(|(op, ..)| *op == BinaryOp::Union))
}

fn condition(symbol: Symbol, span: Span) -> Read<Formula> {
    match symbol {
        Symbol::Truth(truth) => Ok(truth),
        Symbol::Known(Value::Bool(truth)) => Ok(Formula::truth(truth)),
        _ => No::outside("a condition is wanted", span),
    }
}
