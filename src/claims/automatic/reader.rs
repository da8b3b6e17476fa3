//! Expressions of the language as formulas and linear forms.

use std::rc::Rc;

use hashbrown::HashMap;

use super::no::{No, Read, large};
use super::proved::Shelf;
use super::record::Record;
use super::symbol::{Cases, Part, Real, Sum, Symbol};
use crate::analysis::model::{Binder, Expr, ExprKind, Pattern, Slot};
use crate::analysis::visit;
use crate::automata::{Decider, Formula, Track};
use crate::base::Span;
use crate::cgt::Play;
use crate::eval::{Frame, Machine, Queries};
use crate::value::{Component, Instance, Value};

/// How deep functions may call each other.
const MOST_CALLS: u32 = 40;
/// Sets with more elements are not gone through.
pub(super) const MOST_ITEMS: usize = 4096;
/// What the slots of a clause or a statement hold.
#[derive(Clone, Default)]
pub(super) struct Scope {
    pub slots: HashMap<Slot, Symbol>,
    /// The instance whose body is read.
    pub instance: Option<Rc<Instance>>,
}

/// Translates; what has to hold for an expression to have a value is decided on the way.
pub(super) struct Reader<'a, 'b> {
    pub machine: &'a Machine,
    pub queries: &'a mut dyn Queries,
    pub decider: Decider<'b>,
    pub scope: Scope,
    /// What holds where the expression is read: all of it.
    pub given: Vec<Formula>,
    /// Variables that binders have introduced, innermost last.
    pub bound: Vec<Track>,
    /// Relations that are proved, and how others are.
    pub shelf: Shelf,
    /// Rules are read: they ask about no position.
    pub in_rules: bool,
    pub calls: u32,
    /// Statements whose formulas may be tried, by number, in this order.
    pub sources: Vec<usize>,
    /// What the proof rests on, so far.
    pub record: Record,
}

impl Reader<'_, '_> {
    pub(super) fn fresh(&mut self) -> Track {
        self.decider.fresh()
    }

    /// Reads with one more thing given.
    pub(super) fn given<T>(&mut self, fact: Formula, work: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.given.push(fact);
        let result = work(self);
        self.given.pop();
        result
    }

    /// Whether a formula follows from what is given.
    pub(super) fn follows(&mut self, formula: &Formula) -> Read<bool> {
        if let Some(truth) = formula.as_truth()
            && truth
        {
            return Ok(true);
        }
        let against = Formula::all(self.given.iter().cloned().chain([formula.not()]));
        self.refuted(&against)
    }

    /// Whether a formula has no instance: then the proof may rest on that.
    pub(super) fn refuted(&mut self, formula: &Formula) -> Read<bool> {
        let refuted = self.decider.automaton(formula)?.is_empty();
        if refuted {
            self.record.obligations.push(formula.clone());
        }
        Ok(refuted)
    }

    /// Asks for something without which there is no value.
    pub(super) fn require(&mut self, formula: &Formula, reason: &str, span: Span) -> Read<()> {
        if self.follows(formula)? { Ok(()) } else { No::outside(reason, span) }
    }

    /// The value of an expression, if it depends on no variable.
    pub(super) fn known(&mut self, expr: &Expr) -> Read<Option<Value>> {
        let mut mentioned = Vec::new();
        let mut inside = Vec::new();
        let mut open = false;
        visit::walk(expr, &mut |e| match &e.kind {
            ExprKind::Local(slot) => mentioned.push(*slot),
            ExprKind::Lazy { .. } => open = true,
            ExprKind::Range { high: None, .. } => open = true,
            ExprKind::Comprehension { generator, .. } | ExprKind::Aggregate { generator, .. } => {
                slots_of(&generator.binders, &mut inside);
            }
            ExprKind::Graph { binders, .. } | ExprKind::With { binders, .. } => slots_of(binders, &mut inside),
            _ => {}
        });
        if open {
            return Ok(None);
        }
        let mut known: Vec<Option<Value>> = Vec::new();
        for slot in mentioned.into_iter().filter(|slot| !inside.contains(slot)) {
            let Some(Symbol::Known(value)) = self.scope.slots.get(&slot) else { return Ok(None) };
            let at = slot as usize;
            if known.len() <= at {
                known.resize(at + 1, None);
            }
            known[at] = Some(value.clone());
        }
        let mut frame = match &self.scope.instance {
            Some(instance) => self.machine.body_frame(instance, &[]),
            None => Frame::new(0),
        };
        for (slot, value) in (0..).zip(known) {
            if let Some(value) = value {
                frame.set(slot, value);
            }
        }
        if self.in_rules && asks(expr) {
            return No::outside("the rules ask about positions", expr.span);
        }
        Ok(Some(self.machine.eval(expr, &mut frame, self.queries)?))
    }

    /// What an expression is.
    pub(super) fn symbol(&mut self, expr: &Expr) -> Read<Symbol> {
        if !matches!(expr.kind, ExprKind::Local(_) | ExprKind::Position { .. })
            && let Some(value) = self.known(expr)?
        {
            return lifted(value, expr.span);
        }
        let span = expr.span;
        match &expr.kind {
            ExprKind::Const(value) => Ok(Symbol::Known(value.clone())),
            ExprKind::Local(slot) => match self.scope.slots.get(slot) {
                Some(symbol) => Ok(symbol.clone()),
                None => No::outside("a variable has no value here", span),
            },
            ExprKind::Lazy { slot, index } => self.lazy(*slot, *index, span),
            ExprKind::Tuple(list) | ExprKind::List(list) => {
                Ok(Symbol::Row(list.iter().map(|e| self.symbol(e)).collect::<Read<_>>()?))
            }
            ExprKind::Comprehension { generator, .. } => {
                let entries = self.entries(&generator.binders, &generator.body, span)?;
                let certain = entries.iter().all(|(guard, _)| guard.as_truth() == Some(true));
                if certain {
                    Ok(Symbol::Row(entries.into_iter().map(|(_, symbol)| symbol).collect()))
                } else {
                    No::outside("the length of a list depends on variables", span)
                }
            }
            ExprKind::Aggregate { function, generator } => self.aggregate(function.spec().name, generator, span),
            ExprKind::Neg(inner) => {
                let number = self.number(inner)?;
                Ok(Symbol::Number(self.minus_one_times(&number, span)?))
            }
            ExprKind::Not(inner) => Ok(Symbol::Truth(self.truth(inner)?.not())),
            ExprKind::And(parts) => self.connect(parts, true),
            ExprKind::Or(parts) => self.connect(parts, false),
            ExprKind::Implies(parts) => {
                let Some((last, first)) = parts.split_last() else { return No::outside("`implies` is empty", span) };
                let before = self.connect_with(first, true, Some(last))?;
                Ok(Symbol::Truth(before))
            }
            ExprKind::Compare { first, rest } => self.compare_chain(first, rest),
            ExprKind::If { arms, otherwise } => self.choose(arms, otherwise),
            ExprKind::Binary { first, rest } => self.binary(first, rest, span),
            ExprKind::Index(base, index) => self.index(base, index, span),
            ExprKind::With { base, entries, binders } => self.with(base, entries, binders, span),
            ExprKind::Call { function, args } => self.call(*function, args, span),
            ExprKind::Builtin { function, args } => self.builtin(function.spec().name, args, span),
            ExprKind::Query { query, args } => self.query(*query, args, span),
            ExprKind::Misere(inner) => match self.symbol(inner)? {
                Symbol::Position(sum) => Ok(Symbol::Position(Sum { misere: true, ..sum })),
                _ => No::outside("`misere` of what is no position", span),
            },
            ExprKind::Position { instance, fields } => {
                let mut frame = self.frame_for_instance()?;
                let instance = self.machine.instance_of(instance, &mut frame, self.queries)?;
                let fields = fields.iter().map(|field| self.symbol(field)).collect::<Read<_>>()?;
                Ok(Symbol::Position(Sum { parts: vec![Part { instance, fields, span }], ..Sum::default() }))
            }
            _ => No::outside("an expression stands there that is not translated into a formula", span),
        }
    }

    /// A frame of what is known, for the rule arguments of a game.
    pub(super) fn frame_for_instance(&mut self) -> Read<Frame> {
        let mut frame = match &self.scope.instance {
            Some(instance) => self.machine.body_frame(instance, &[]),
            None => Frame::new(0),
        };
        for (slot, symbol) in &self.scope.slots {
            if let Symbol::Known(value) = symbol {
                frame.set(*slot, value.clone());
            }
        }
        Ok(frame)
    }

    fn lazy(&mut self, slot: Slot, index: u32, span: Span) -> Read<Symbol> {
        let model = Rc::clone(self.machine.model());
        let game = self.scope.instance.as_ref().and_then(|instance| model.games.get(instance.game as usize));
        let Some(value) = game.and_then(|game| game.lets.get(index as usize)) else {
            return No::outside("a `let` is not known here", span);
        };
        let Pattern::Slot(own, _) = value.pattern else { return No::outside("a `let` takes a tuple apart", span) };
        if own != slot {
            return No::outside("a `let` is not known here", span);
        }
        self.symbol(&value.value)
    }

    /// The truth of an expression.
    pub(super) fn truth(&mut self, expr: &Expr) -> Read<Formula> {
        match self.symbol(expr)? {
            Symbol::Truth(formula) => Ok(formula),
            Symbol::Known(Value::Bool(truth)) => Ok(Formula::truth(truth)),
            _ => No::outside("a condition is wanted", expr.span),
        }
    }

    /// The number that an expression is.
    pub(super) fn number(&mut self, expr: &Expr) -> Read<Cases> {
        let symbol = self.symbol(expr)?;
        self.as_number(symbol, expr.span)
    }

    pub(super) fn as_number(&mut self, symbol: Symbol, span: Span) -> Read<Cases> {
        match symbol {
            Symbol::Number(cases) => Ok(cases),
            Symbol::Known(Value::Number(number)) => {
                let value = large(Real::constant(&number))?;
                if value.d != 0 {
                    self.wants_root(value.d, span)?;
                }
                Ok(Cases::one(value))
            }
            _ => No::outside("a number is wanted", span),
        }
    }

    fn connect(&mut self, parts: &[Expr], all: bool) -> Read<Symbol> {
        Ok(Symbol::Truth(self.connect_with(parts, all, None)?))
    }

    /// `a and b and c`, or `a or b or c`: each is read where those before it hold, or do not; `then`: the conjunction
    /// implies it.
    fn connect_with(&mut self, parts: &[Expr], all: bool, then: Option<&Expr>) -> Read<Formula> {
        let depth = self.given.len();
        let mut read = Vec::new();
        let mut result = Ok(());
        for part in parts {
            match self.truth(part) {
                Ok(truth) => {
                    self.given.push(if all { truth.clone() } else { truth.not() });
                    let settled = truth.as_truth() == Some(!all);
                    read.push(truth);
                    if settled {
                        break;
                    }
                }
                Err(no) => {
                    result = Err(no);
                    break;
                }
            }
        }
        let last = match (&result, then) {
            (Ok(()), Some(then)) => Some(self.truth(then)),
            _ => None,
        };
        self.given.truncate(depth);
        result?;
        let joined = if all { Formula::all(read) } else { Formula::any(read) };
        Ok(match last {
            Some(last) => joined.not().or(&last?),
            None => joined,
        })
    }

    fn choose(&mut self, arms: &[(Expr, Expr)], otherwise: &Expr) -> Read<Symbol> {
        let Some(((condition, then), rest)) = arms.split_first() else { return self.symbol(otherwise) };
        let condition = self.truth(condition)?;
        match condition.as_truth() {
            Some(true) => return self.symbol(then),
            Some(false) => return self.choose(rest, otherwise),
            None => {}
        }
        let one = self.given(condition.clone(), |me| me.symbol(then))?;
        let other = self.given(condition.not(), |me| me.choose(rest, otherwise))?;
        self.either(&condition, one, other, then.span)
    }

    /// One symbol where a condition holds, else another.
    pub(super) fn either(&mut self, condition: &Formula, one: Symbol, other: Symbol, span: Span) -> Read<Symbol> {
        let truth_of = |symbol: &Symbol| match symbol {
            Symbol::Truth(formula) => Some(formula.clone()),
            Symbol::Known(Value::Bool(truth)) => Some(Formula::truth(*truth)),
            _ => None,
        };
        if let (Some(a), Some(b)) = (truth_of(&one), truth_of(&other)) {
            return Ok(Symbol::Truth(condition.and(&a).or(&condition.not().and(&b))));
        }
        match (one, other) {
            (Symbol::Known(a), Symbol::Known(b)) if a == b => Ok(Symbol::Known(a)),
            (Symbol::Row(a), Symbol::Row(b)) if a.len() == b.len() => {
                let pairs = a.into_iter().zip(b).map(|(a, b)| self.either(condition, a, b, span));
                Ok(Symbol::Row(pairs.collect::<Read<_>>()?))
            }
            (a, b) => {
                let (a, b) = (self.as_number(a, span)?, self.as_number(b, span)?);
                Ok(Symbol::Number(Cases::choose(condition, &a, &b)))
            }
        }
    }

    /// A function of the file: its body with its arguments.
    fn call(&mut self, function: u32, args: &[Expr], span: Span) -> Read<Symbol> {
        let model = Rc::clone(self.machine.model());
        let Some(function) = model.functions.get(function as usize) else {
            return No::outside("a function is not known", span);
        };
        if function.recursive {
            return No::outside(format!("the function `{}` calls itself", function.name), span);
        }
        if self.calls >= MOST_CALLS {
            return No::outside("functions call each other too deep", span);
        }
        let mut slots = HashMap::new();
        for (slot, arg) in (0..).zip(args) {
            slots.insert(slot, self.symbol(arg)?);
        }
        let scope = std::mem::replace(&mut self.scope, Scope { slots, instance: None });
        self.calls += 1;
        let result = self.symbol(&function.body);
        self.calls -= 1;
        self.scope = scope;
        result
    }

    /// Fills the slots of a pattern.
    pub(super) fn assign(&mut self, pattern: &Pattern, symbol: Symbol, span: Span) -> Read<()> {
        match pattern {
            Pattern::Slot(slot, _) => {
                self.scope.slots.insert(*slot, symbol);
                Ok(())
            }
            Pattern::Ignore => Ok(()),
            Pattern::Tuple(parts, _) => {
                let entries = match symbol {
                    Symbol::Row(entries) => entries,
                    Symbol::Known(value) => items(&value, span)?.into_iter().map(Symbol::Known).collect(),
                    _ => return No::outside("a tuple is wanted", span),
                };
                if entries.len() != parts.len() {
                    return No::outside("a tuple of another length is wanted", span);
                }
                parts.iter().zip(entries).try_for_each(|(part, entry)| self.assign(part, entry, span))
            }
        }
    }

    /// Goes through the bindings of `binders`: known elements one by one, others as a variable. What is bound and given is on
    /// `bound` and `given` while `visit` runs.
    pub(super) fn bind(&mut self, binders: &[Binder], visit: &mut dyn FnMut(&mut Self) -> Read<()>) -> Read<()> {
        let Some((first, rest)) = binders.split_first() else { return visit(self) };
        match first {
            Binder::If(condition) => {
                let condition = self.truth(condition)?;
                if condition.as_truth() == Some(false) {
                    return Ok(());
                }
                self.given(condition, |me| me.bind(rest, visit))
            }
            Binder::Is { pattern, value } => {
                let symbol = self.symbol(value)?;
                self.assign(pattern, symbol, value.span)?;
                self.bind(rest, visit)
            }
            Binder::In { pattern, domain } => {
                let elements = self.domain(domain)?;
                let span = domain.span;
                self.each_element(&elements, span, &mut |me, symbol| {
                    me.assign(pattern, symbol, span)?;
                    me.bind(rest, visit)
                })
            }
        }
    }
}

/// The slots that binders fill.
fn slots_of(binders: &[Binder], into: &mut Vec<Slot>) {
    fn of(pattern: &Pattern, into: &mut Vec<Slot>) {
        match pattern {
            Pattern::Slot(slot, _) => into.push(*slot),
            Pattern::Ignore => {}
            Pattern::Tuple(parts, _) => parts.iter().for_each(|part| of(part, into)),
        }
    }
    for binder in binders {
        if let Binder::In { pattern, .. } | Binder::Is { pattern, .. } = binder {
            of(pattern, into);
        }
    }
}

/// Whether an expression asks about positions.
fn asks(expr: &Expr) -> bool {
    let mut found = false;
    visit::walk(expr, &mut |e| found |= matches!(e.kind, ExprKind::Query { .. }));
    found
}

/// The entries of a known list, tuple or set.
pub(super) fn items(value: &Value, span: Span) -> Read<Vec<Value>> {
    match value {
        Value::List(list) | Value::Tuple(list) => Ok(list.to_vec()),
        Value::Set(set) if set.len() <= MOST_ITEMS => Ok(set.iter().collect()),
        _ => No::outside("a short list or set is wanted", span),
    }
}

/// A known value; a position as a sum.
fn lifted(value: Value, span: Span) -> Read<Symbol> {
    let Value::Position(position) = &value else { return Ok(Symbol::Known(value)) };
    let mut sum = Sum { misere: position.play == Play::Misere, ..Sum::default() };
    for (component, count) in &position.components {
        let Component::Play { instance, fields, negated: false } = component else {
            return No::outside("a position is more than a sum of games", span);
        };
        for _ in 0..(*count).min(MOST_ITEMS as u64) {
            let fields = fields.iter().cloned().map(Symbol::Known).collect();
            sum.parts.push(Part { instance: Rc::clone(instance), fields, span });
        }
    }
    Ok(Symbol::Position(sum))
}
