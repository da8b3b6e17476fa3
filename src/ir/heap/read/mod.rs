//! Reading moves as families: binders become conditions, targets become heaps.
//!
//! Whatever is read is read *case by case*: a list of alternatives, each with the conditions under which it is meant.

mod domains;
mod numbers;
mod position;
mod truth;

use std::cell::Cell;

use super::form::{Condition, Form, SIZE, UNKNOWNS, VARIABLE};
use super::piece::Family;
use crate::analysis::model::{self, Binder, ExprKind, Function, Game, Model, Pattern};
use crate::analysis::visit;
use crate::ir::lower::{Constants, Unsupported};
use crate::value::Value;

/// A domain of at most this many known values is read value by value.
const MOST_VALUES: usize = 4096;
/// Steps after which a game is no heap game.
const MOST_STEPS: usize = 300_000;
/// Functions are read within functions so deep.
const MOST_CALLS: usize = 32;

/// What an expression is.
#[derive(Clone, Debug)]
enum Symbol {
    Known(Value),
    Linear(Form),
    /// The form divided by a positive number, rounded down.
    Quotient(Form, i64),
}

impl Symbol {
    fn number(n: i64) -> Self {
        Self::Known(Value::int(n))
    }
}

/// What a variable may be.
type Symbols = Vec<Option<Symbol>>;
/// Conditions that all hold.
type All = Vec<Condition>;
/// A value with the conditions under which it is this.
type Case<T> = (All, T);
type Read<T> = Result<T, Unsupported>;

pub(super) struct Reader<'a> {
    model: &'a Model,
    game: &'a Game,
    constants: &'a dyn Constants,
    start: Symbols,
    steps: Cell<usize>,
    /// The next unknown that no variable is called by.
    free: Cell<usize>,
    calls: Cell<usize>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(model: &'a Model, game: &'a Game, args: &[Value], constants: &'a dyn Constants) -> Self {
        let mut start: Symbols = vec![None; game.frame_size as usize + 1];
        for (slot, arg) in args.iter().enumerate() {
            start[slot] = Some(Symbol::Known(arg.clone()));
        }
        start[args.len()] = Some(Symbol::Linear(Form::unknown(SIZE)));
        Self { model, game, constants, start, steps: Cell::new(0), free: Cell::new(VARIABLE), calls: Cell::new(0) }
    }

    /// The families of all moves.
    pub(super) fn game(&self) -> Read<Vec<Family>> {
        let mut goes_on: Vec<All> = vec![Vec::new()];
        for ending in &self.game.endings {
            if ending.wins {
                return Err(Unsupported("a heap at which a player has won"));
            }
            goes_on = self.both(&goes_on, &self.truth(&ending.condition, false, &self.start)?)?;
        }
        let mut families = Vec::new();
        for m in &self.game.moves {
            for conditions in &goes_on {
                self.binders(&m.binders, &self.start, conditions, &mut |symbols, conditions| {
                    for (more, parts) in self.parts(&m.target, symbols)? {
                        families.push(Family { parts, conditions: conditions.iter().copied().chain(more).collect() });
                    }
                    Ok(())
                })?;
            }
        }
        Ok(families)
    }

    /// Calls `f` for every case of the binders, with the conditions so far. As deep as there are binders.
    fn binders(
        &self,
        binders: &[Binder],
        symbols: &Symbols,
        conditions: &[Condition],
        f: &mut dyn FnMut(&Symbols, &[Condition]) -> Read<()>,
    ) -> Read<()> {
        self.step(1)?;
        let Some((binder, rest)) = binders.split_first() else { return f(symbols, conditions) };
        let free = self.free.get();
        let cases: Vec<(All, Option<(&Pattern, Symbol)>)> = match binder {
            Binder::If(condition) => self.truth(condition, true, symbols)?.into_iter().map(|all| (all, None)).collect(),
            Binder::Is { pattern, value } => {
                let bound = |(all, symbol)| (all, Some((pattern, symbol)));
                self.cases(value, symbols)?.into_iter().map(bound).collect()
            }
            Binder::In { pattern, domain } => {
                let bound = |(all, symbol)| (all, Some((pattern, symbol)));
                self.elements(domain, symbols)?.into_iter().map(bound).collect()
            }
        };
        let taken = self.free.get();
        for (all, bound) in cases {
            self.free.set(taken);
            let Some(next) = both_hold(conditions, &all) else { continue };
            let mut symbols = symbols.clone();
            if let Some((pattern, symbol)) = bound {
                bind(pattern, symbol, &mut symbols)?;
            }
            self.binders(rest, &symbols, &next, f)?;
        }
        self.free.set(free);
        Ok(())
    }

    /// The fixed value of an expression, if all that it depends on is fixed.
    fn known(&self, expr: &model::Expr, symbols: &Symbols) -> Option<Value> {
        let mut fixed = visit::free(expr).into_iter().all(|slot| is_fixed(slot, symbols));
        visit::walk(expr, &mut |e| {
            if let ExprKind::Lazy { index, .. } = e.kind {
                fixed &= self.lazy_is_fixed(index, symbols);
            }
        });
        if fixed { self.constants.value(expr, &values(symbols)) } else { None }
    }

    /// Whether a per-position `let` depends on the rule arguments alone.
    fn lazy_is_fixed(&self, index: u32, symbols: &Symbols) -> bool {
        let Some(lazy) = self.game.lets.get(index as usize) else { return false };
        !visit::reads_lets(&lazy.value) && visit::free(&lazy.value).into_iter().all(|slot| is_fixed(slot, symbols))
    }

    /// The value of a per-position `let` of one name.
    fn lazy(&self, index: u32) -> Read<&model::Expr> {
        match self.game.lets.get(index as usize) {
            Some(lazy) if matches!(lazy.pattern, Pattern::Slot(..)) => Ok(&lazy.value),
            _ => Err(Unsupported("a tuple that depends on the heap's size")),
        }
    }

    /// What `read` makes of the body of a function.
    fn call<T>(
        &self,
        function: u32,
        args: &[model::Expr],
        symbols: &Symbols,
        read: impl Fn(&Self, &model::Expr, &Symbols) -> Read<Vec<Case<T>>>,
    ) -> Read<Vec<Case<T>>> {
        let function: &Function =
            self.model.functions.get(function as usize).ok_or(Unsupported("an unknown function"))?;
        if function.recursive || self.calls.get() >= MOST_CALLS {
            return Err(Unsupported("a recursive function of the heap's size"));
        }
        let mut frames: Vec<Case<Symbols>> = vec![(Vec::new(), vec![None; function.frame_size as usize + 1])];
        for (slot, arg) in args.iter().enumerate() {
            let cases = self.cases(arg, symbols)?;
            frames = self.combine(&frames, &cases, |frame, value| {
                let mut frame = frame.clone();
                frame[slot] = Some(value.clone());
                Ok(vec![(Vec::new(), frame)])
            })?;
        }
        self.calls.set(self.calls.get() + 1);
        let mut result = Vec::new();
        for (before, frame) in frames {
            for (conditions, value) in read(self, &function.body, &frame)? {
                result.extend(both_hold(&before, &conditions).map(|all| (all, value)));
            }
        }
        self.calls.set(self.calls.get() - 1);
        Ok(result)
    }

    /// `if a then b else c`: what `read` makes of each arm, under its condition and against those before.
    fn choice<T: Clone>(
        &self,
        arms: &[(model::Expr, model::Expr)],
        otherwise: &model::Expr,
        symbols: &Symbols,
        read: impl Fn(&Self, &model::Expr, &Symbols) -> Read<Vec<Case<T>>>,
    ) -> Read<Vec<Case<T>>> {
        let mut result = Vec::new();
        let mut add = |under: &[All], cases: Vec<Case<T>>| {
            for (conditions, value) in cases {
                result.extend(under.iter().filter_map(|u| Some((both_hold(u, &conditions)?, value.clone()))));
            }
        };
        let mut before: Vec<All> = vec![Vec::new()];
        for (condition, then) in arms {
            let holds = self.both(&before, &self.truth(condition, true, symbols)?)?;
            if !holds.is_empty() {
                add(&holds, read(self, then, symbols)?);
            }
            before = self.both(&before, &self.truth(condition, false, symbols)?)?;
        }
        if !before.is_empty() {
            add(&before, read(self, otherwise, symbols)?);
        }
        Ok(result)
    }

    /// What `f` makes of each pair of cases.
    fn combine<A, B, C>(
        &self,
        a: &[Case<A>],
        b: &[Case<B>],
        mut f: impl FnMut(&A, &B) -> Read<Vec<Case<C>>>,
    ) -> Read<Vec<Case<C>>> {
        self.step(a.len() * b.len())?;
        let mut result = Vec::new();
        for (a_if, x) in a {
            for (b_if, y) in b {
                let Some(base) = both_hold(a_if, b_if) else { continue };
                for (more, value) in f(x, y)? {
                    result.extend(both_hold(&base, &more).map(|all| (all, value)));
                }
            }
        }
        Ok(result)
    }

    /// The conjunctions of one alternative from each side.
    fn both(&self, a: &[All], b: &[All]) -> Read<Vec<All>> {
        self.step(a.len() * b.len())?;
        Ok(a.iter().flat_map(|x| b.iter().filter_map(|y| both_hold(x, y))).collect())
    }

    /// An unknown that nothing is called by yet.
    fn fresh(&self) -> Read<Form> {
        let index = self.free.get();
        if index >= UNKNOWNS {
            return Err(Unsupported("too many variables that depend on the heap's size"));
        }
        self.free.set(index + 1);
        Ok(Form::unknown(index))
    }

    fn step(&self, steps: usize) -> Read<()> {
        let taken = self.steps.get().saturating_add(steps);
        self.steps.set(taken);
        if taken > MOST_STEPS { Err(Unsupported("too many cases for a heap game")) } else { Ok(()) }
    }
}

/// All of both, without those that always hold; `None` when one never does.
fn both_hold(a: &[Condition], b: &[Condition]) -> Option<All> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    for condition in a.iter().chain(b) {
        match condition.settled() {
            Some(true) => {}
            Some(false) => return None,
            None if all.contains(condition) => {}
            None => all.push(*condition),
        }
    }
    Some(all)
}

fn is_fixed(slot: model::Slot, symbols: &Symbols) -> bool {
    matches!(symbols.get(slot as usize), Some(Some(Symbol::Known(_))))
}

fn values(symbols: &Symbols) -> Vec<Option<Value>> {
    let value = |symbol: &Option<Symbol>| match symbol {
        Some(Symbol::Known(value)) => Some(value.clone()),
        _ => None,
    };
    symbols.iter().map(value).collect()
}

fn bind(pattern: &Pattern, symbol: Symbol, symbols: &mut Symbols) -> Read<()> {
    match pattern {
        Pattern::Slot(slot, _) => {
            let slot = *slot as usize;
            if slot >= symbols.len() {
                symbols.resize(slot + 1, None);
            }
            symbols[slot] = Some(symbol);
            Ok(())
        }
        Pattern::Ignore => Ok(()),
        Pattern::Tuple(parts, _) => {
            let Symbol::Known(Value::Tuple(entries)) = symbol else { return Err(Unsupported("a pattern")) };
            if entries.len() != parts.len() {
                return Err(Unsupported("a pattern of another length"));
            }
            parts.iter().zip(entries.iter()).try_for_each(|(p, e)| bind(p, Symbol::Known(e.clone()), symbols))
        }
    }
}
