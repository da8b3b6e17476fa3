//! Reading moves as families: binders become conditions, targets become heaps.

use super::families::Family;
use super::linear::{Condition, Linear};
use crate::analysis::model::{self, Binder, ExprKind, Game, Model, Move, Pattern};
use crate::analysis::visit;
use crate::ir::lower::{Constants, Unsupported};
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::Value;

/// A domain of at most this many known values is read value by value.
const MOST_VALUES: usize = 4096;
/// A game of more families than this is no code.
const MOST_FAMILIES: usize = 20_000;

/// What an expression is.
#[derive(Clone, Debug)]
enum Symbol {
    Known(Value),
    Linear(Linear),
    /// The form divided by 2, rounded down.
    Half(Linear),
}

/// What a variable may be.
type Symbols = Vec<Option<Symbol>>;
/// A value with the conditions under which it is this.
type Case<T> = (Vec<Condition>, T);

pub(super) struct Reader<'a> {
    model: &'a Model,
    game: &'a Game,
    constants: &'a dyn Constants,
    start: Symbols,
    read: usize,
}

/// What is read so far of a move.
#[derive(Clone)]
struct Partial {
    symbols: Symbols,
    conditions: Vec<Condition>,
    has_variable: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(model: &'a Model, game: &'a Game, args: &[Value], constants: &'a dyn Constants) -> Self {
        let mut start: Symbols = vec![None; game.frame_size as usize + 1];
        for (slot, arg) in args.iter().enumerate() {
            start[slot] = Some(Symbol::Known(arg.clone()));
        }
        start[args.len()] = Some(Symbol::Linear(Linear::SIZE));
        Self { model, game, constants, start, read: 0 }
    }

    /// The families of a move.
    pub(super) fn families(&mut self, m: &Move) -> Result<Vec<Family>, Unsupported> {
        let start = Partial { symbols: self.start.clone(), conditions: Vec::new(), has_variable: false };
        let mut found = Vec::new();
        self.binders(&m.binders, start, &m.target, &mut found)?;
        Ok(found)
    }

    /// As deep as a move has binders.
    fn binders(
        &mut self,
        binders: &[Binder],
        partial: Partial,
        target: &model::Expr,
        found: &mut Vec<Family>,
    ) -> Result<(), Unsupported> {
        if partial.conditions.contains(&Condition::Never) {
            return Ok(());
        }
        let Some((binder, rest)) = binders.split_first() else { return self.target(target, partial, found) };
        match binder {
            Binder::If(condition) => {
                for conditions in self.truth(condition, true, &partial.symbols)? {
                    let mut next = partial.clone();
                    next.conditions.extend(conditions);
                    self.binders(rest, next, target, found)?;
                }
                Ok(())
            }
            Binder::Is { pattern, value } => {
                for (conditions, value) in self.cases(value, &partial.symbols)? {
                    let mut next = partial.clone();
                    next.conditions.extend(conditions);
                    bind(pattern, value, &mut next.symbols)?;
                    self.binders(rest, next, target, found)?;
                }
                Ok(())
            }
            Binder::In { pattern, domain } => {
                if let Some(value) = self.known(domain, &partial.symbols) {
                    for element in elements(&value)? {
                        let mut next = partial.clone();
                        bind(pattern, Symbol::Known(element), &mut next.symbols)?;
                        self.binders(rest, next, target, found)?;
                    }
                    return Ok(());
                }
                for next in self.range(pattern, domain, &partial)? {
                    self.binders(rest, next, target, found)?;
                }
                Ok(())
            }
        }
    }

    /// A variable over a range that depends on the heap's size.
    fn range(&self, pattern: &Pattern, domain: &model::Expr, partial: &Partial) -> Result<Vec<Partial>, Unsupported> {
        let ExprKind::Range { low, high: Some(high), inclusive } = &domain.kind else {
            return Err(Unsupported("a domain that is no range"));
        };
        if partial.has_variable {
            return Err(Unsupported("two variables that depend on the heap's size"));
        }
        let mut found = Vec::new();
        for (low_if, low) in self.cases(low, &partial.symbols)? {
            for (high_if, high) in self.cases(high, &partial.symbols)? {
                let mut next = partial.clone();
                next.has_variable = true;
                next.conditions.extend(low_if.iter().cloned().chain(high_if));
                let variable = Symbol::Linear(Linear::VARIABLE);
                next.conditions.push(at_most(&low, &variable, 0)?);
                next.conditions.push(at_most(&variable, &high, i64::from(!inclusive))?);
                bind(pattern, variable, &mut next.symbols)?;
                found.push(next);
            }
        }
        Ok(found)
    }

    /// The fixed value of an expression, if all that it depends on is fixed.
    fn known(&self, expr: &model::Expr, symbols: &Symbols) -> Option<Value> {
        let mut fixed = true;
        visit::walk(expr, &mut |e| match e.kind {
            ExprKind::Local(slot) => {
                fixed &= !matches!(symbols.get(slot as usize), Some(Some(Symbol::Linear(_) | Symbol::Half(_))));
            }
            ExprKind::Lazy { index, .. } => fixed &= self.lazy_is_fixed(index, symbols),
            _ => {}
        });
        if !fixed {
            return None;
        }
        let value = |symbol: &Option<Symbol>| match symbol {
            Some(Symbol::Known(value)) => Some(value.clone()),
            _ => None,
        };
        let known: Vec<Option<Value>> = symbols.iter().map(value).collect();
        self.constants.value(expr, &known)
    }

    /// Whether a per-position `let` depends on the rule arguments alone.
    fn lazy_is_fixed(&self, index: u32, symbols: &Symbols) -> bool {
        let Some(lazy) = self.game.lets.get(index as usize) else { return false };
        let mut fixed = true;
        visit::walk(&lazy.value, &mut |e| match e.kind {
            ExprKind::Local(slot) => {
                fixed &= !matches!(symbols.get(slot as usize), Some(Some(Symbol::Linear(_) | Symbol::Half(_))));
            }
            ExprKind::Lazy { .. } => fixed = false,
            _ => {}
        });
        fixed
    }

    /// What a number is, case by case.
    fn cases(&self, expr: &model::Expr, symbols: &Symbols) -> Result<Vec<Case<Symbol>>, Unsupported> {
        if let Some(value) = self.known(expr, symbols) {
            return Ok(vec![(Vec::new(), Symbol::Known(value))]);
        }
        match &expr.kind {
            ExprKind::Local(slot) => {
                let symbol = symbols.get(*slot as usize).and_then(Clone::clone);
                Ok(vec![(Vec::new(), symbol.ok_or(Unsupported("an unbound variable"))?)])
            }
            ExprKind::Binary { first, rest } => {
                let mut result = self.cases(first, symbols)?;
                for (op, _, operand) in rest {
                    let operand = self.cases(operand, symbols)?;
                    result = combine(&result, &operand, |a, b| arithmetic(*op, a, b))?;
                }
                Ok(result)
            }
            ExprKind::Builtin { function, args }
                if matches!(function.spec().name, "min" | "max") && args.len() >= 2 =>
            {
                let greater = function.spec().name == "max";
                let mut result = self.cases(&args[0], symbols)?;
                for operand in &args[1..] {
                    let operand = self.cases(operand, symbols)?;
                    result = extreme(greater, &result, &operand)?;
                }
                Ok(result)
            }
            ExprKind::If { arms, otherwise } => self.choice(arms, otherwise, symbols, Self::cases),
            ExprKind::Call { function, args } => {
                let function =
                    self.model.functions.get(*function as usize).ok_or(Unsupported("an unknown function"))?;
                if function.recursive {
                    return Err(Unsupported("a recursive function of the heap's size"));
                }
                let mut frames: Vec<Case<Symbols>> = vec![(Vec::new(), vec![None; function.frame_size as usize + 1])];
                for (slot, arg) in args.iter().enumerate() {
                    let mut next = Vec::new();
                    for (conditions, value) in self.cases(arg, symbols)? {
                        for (before, frame) in &frames {
                            let mut frame = frame.clone();
                            frame[slot] = Some(value.clone());
                            next.push((before.iter().chain(&conditions).cloned().collect(), frame));
                        }
                    }
                    frames = next;
                }
                let mut result = Vec::new();
                for (before, frame) in frames {
                    for (conditions, value) in self.cases(&function.body, &frame)? {
                        result.push((before.iter().cloned().chain(conditions).collect(), value));
                    }
                }
                Ok(result)
            }
            _ => Err(Unsupported("a number that is no linear form of the heap's size")),
        }
    }

    /// When a condition is true (or false): one of the lists of conditions holds.
    fn truth(&self, expr: &model::Expr, wanted: bool, symbols: &Symbols) -> Result<Vec<Vec<Condition>>, Unsupported> {
        if let Some(value) = self.known(expr, symbols) {
            let Value::Bool(value) = value else { return Err(Unsupported("a guard that is no condition")) };
            return Ok(if value == wanted { vec![Vec::new()] } else { Vec::new() });
        }
        match &expr.kind {
            ExprKind::Not(inner) => self.truth(inner, !wanted, symbols),
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                let all = matches!(expr.kind, ExprKind::And(_)) == wanted;
                let mut result: Vec<Vec<Condition>> = if all { vec![Vec::new()] } else { Vec::new() };
                for part in parts {
                    let part = self.truth(part, wanted, symbols)?;
                    if all { result = both(&result, &part) } else { result.extend(part) }
                }
                Ok(result)
            }
            ExprKind::Compare { first, rest } => {
                let operands: Vec<&model::Expr> =
                    std::iter::once(&**first).chain(rest.iter().map(|(_, _, e)| e)).collect();
                let mut result: Vec<Vec<Condition>> = if wanted { vec![Vec::new()] } else { Vec::new() };
                for (pair, (op, ..)) in operands.windows(2).zip(rest) {
                    let one = self.comparison(*op, pair[0], pair[1], wanted, symbols)?;
                    if wanted { result = both(&result, &one) } else { result.extend(one) }
                }
                Ok(result)
            }
            _ => Err(Unsupported("a guard that is no comparison of linear forms")),
        }
    }

    fn comparison(
        &self,
        op: CompareOp,
        a: &model::Expr,
        b: &model::Expr,
        wanted: bool,
        symbols: &Symbols,
    ) -> Result<Vec<Vec<Condition>>, Unsupported> {
        if matches!(op, CompareOp::In | CompareOp::NotIn) {
            return self.membership(a, b, (op == CompareOp::In) == wanted, symbols);
        }
        let (left, right) = (self.cases(a, symbols)?, self.cases(b, symbols)?);
        let mut result = Vec::new();
        for (left_if, left) in &left {
            for (right_if, right) in &right {
                for conditions in relation(op, left, right, wanted)? {
                    result.push(left_if.iter().chain(right_if).cloned().chain(conditions).collect());
                }
            }
        }
        Ok(result)
    }

    fn membership(
        &self,
        a: &model::Expr,
        b: &model::Expr,
        inside: bool,
        symbols: &Symbols,
    ) -> Result<Vec<Vec<Condition>>, Unsupported> {
        let values = self.cases(a, symbols)?;
        let mut result = Vec::new();
        if let Some(set) = self.known(b, symbols) {
            let elements = elements(&set)?;
            for (conditions, value) in values {
                if inside {
                    for element in &elements {
                        for equal in relation(CompareOp::Eq, &value, &Symbol::Known(element.clone()), true)? {
                            result.push(conditions.iter().cloned().chain(equal).collect());
                        }
                    }
                } else {
                    let mut all = conditions;
                    for element in &elements {
                        all.push(Condition::NotZero(linear(&value)?.minus(linear(&Symbol::Known(element.clone()))?)?));
                    }
                    result.push(all);
                }
            }
            return Ok(result);
        }
        let ExprKind::Range { low, high: Some(high), inclusive } = &b.kind else {
            return Err(Unsupported("membership in a set that depends on the heap's size"));
        };
        for (conditions, value) in values {
            for (low_if, low) in self.cases(low, symbols)? {
                for (high_if, high) in self.cases(high, symbols)? {
                    let base = conditions.iter().chain(&low_if).chain(&high_if).cloned();
                    if inside {
                        let mut all: Vec<Condition> = base.collect();
                        all.push(at_most(&low, &value, 0)?);
                        all.push(at_most(&value, &high, i64::from(!inclusive))?);
                        result.push(all);
                    } else {
                        let base: Vec<Condition> = base.collect();
                        let below = at_most(&value, &low, 1)?;
                        let above = at_most(&high, &value, i64::from(*inclusive))?;
                        result.push(base.iter().cloned().chain([below]).collect());
                        result.push(base.into_iter().chain([above]).collect());
                    }
                }
            }
        }
        Ok(result)
    }

    /// The families that a target gives.
    fn target(&mut self, expr: &model::Expr, partial: Partial, found: &mut Vec<Family>) -> Result<(), Unsupported> {
        for (conditions, parts) in self.parts(expr, &partial.symbols)? {
            self.read += 1;
            if self.read > MOST_FAMILIES {
                return Err(Unsupported("too many moves for a heap game"));
            }
            let conditions = partial.conditions.iter().cloned().chain(conditions).collect();
            found.push(Family { parts, conditions, has_variable: partial.has_variable });
        }
        Ok(())
    }

    /// `if a then b else c`: what `read` makes of each arm, under its condition and against those before.
    fn choice<T: Clone>(
        &self,
        arms: &[(model::Expr, model::Expr)],
        otherwise: &model::Expr,
        symbols: &Symbols,
        read: impl Fn(&Self, &model::Expr, &Symbols) -> Result<Vec<Case<T>>, Unsupported>,
    ) -> Result<Vec<Case<T>>, Unsupported> {
        let mut result = Vec::new();
        let mut add = |under: &[Vec<Condition>], cases: Vec<Case<T>>| {
            for (conditions, value) in cases {
                result.extend(under.iter().map(|u| (u.iter().chain(&conditions).cloned().collect(), value.clone())));
            }
        };
        let mut before: Vec<Vec<Condition>> = vec![Vec::new()];
        for (condition, then) in arms {
            let holds = both(&before, &self.truth(condition, true, symbols)?);
            add(&holds, read(self, then, symbols)?);
            before = both(&before, &self.truth(condition, false, symbols)?);
        }
        add(&before, read(self, otherwise, symbols)?);
        Ok(result)
    }

    /// The heaps of a position expression, case by case.
    fn parts(&self, expr: &model::Expr, symbols: &Symbols) -> Result<Vec<Case<Vec<Linear>>>, Unsupported> {
        match &expr.kind {
            ExprKind::Const(value) if value.as_i64() == Some(0) => Ok(vec![(Vec::new(), Vec::new())]),
            ExprKind::Position { instance, fields } => {
                let value = |symbol: &Option<Symbol>| match symbol {
                    Some(Symbol::Known(value)) => Some(value.clone()),
                    _ => None,
                };
                let known: Vec<Option<Value>> = symbols.iter().map(value).collect();
                if !self.constants.is_own(instance, &known) {
                    return Err(Unsupported("a move to a position of another game"));
                }
                let cases = self.cases(&fields[0], symbols)?;
                cases.into_iter().map(|(conditions, size)| Ok((conditions, vec![linear(&size)?]))).collect()
            }
            ExprKind::Binary { first, rest } if rest.iter().all(|(op, ..)| *op == BinaryOp::Add) => {
                let mut result = self.parts(first, symbols)?;
                for (_, _, operand) in rest {
                    let operand = self.parts(operand, symbols)?;
                    let mut next = Vec::new();
                    for (a_if, a) in &result {
                        for (b_if, b) in &operand {
                            let conditions = a_if.iter().chain(b_if).cloned().collect();
                            next.push((conditions, a.iter().chain(b).copied().collect()));
                        }
                    }
                    result = next;
                }
                Ok(result)
            }
            ExprKind::If { arms, otherwise } => self.choice(arms, otherwise, symbols, Self::parts),
            _ => Err(Unsupported("a move to something that is no plain sum of heaps")),
        }
    }
}

/// The conjunctions of one list of conditions from each side.
fn both(a: &[Vec<Condition>], b: &[Vec<Condition>]) -> Vec<Vec<Condition>> {
    a.iter().flat_map(|x| b.iter().map(move |y| x.iter().chain(y).cloned().collect())).collect()
}

fn combine(
    a: &[Case<Symbol>],
    b: &[Case<Symbol>],
    f: impl Fn(&Symbol, &Symbol) -> Result<Symbol, Unsupported>,
) -> Result<Vec<Case<Symbol>>, Unsupported> {
    let mut result = Vec::new();
    for (a_if, x) in a {
        for (b_if, y) in b {
            result.push((a_if.iter().chain(b_if).cloned().collect(), f(x, y)?));
        }
    }
    Ok(result)
}

/// The greater or lesser of two: each where it is that.
fn extreme(greater: bool, a: &[Case<Symbol>], b: &[Case<Symbol>]) -> Result<Vec<Case<Symbol>>, Unsupported> {
    let mut result = Vec::new();
    for (a_if, x) in a {
        for (b_if, y) in b {
            let (small, large) = if greater { (x, y) } else { (y, x) };
            // `y` is the answer when small <= large, else `x`.
            let mut second: Vec<Condition> = a_if.iter().chain(b_if).cloned().collect();
            let mut first = second.clone();
            second.push(at_most(small, large, 0)?);
            first.push(at_most(large, small, 1)?);
            result.push((second, y.clone()));
            result.push((first, x.clone()));
        }
    }
    Ok(result)
}

fn linear(symbol: &Symbol) -> Result<Linear, Unsupported> {
    match symbol {
        Symbol::Linear(l) => Ok(*l),
        Symbol::Known(value) => {
            let n = value.as_i64().filter(|n| n.abs() < 1 << 40).ok_or(Unsupported("not a small integer"))?;
            Ok(Linear::constant(n))
        }
        Symbol::Half(_) => Err(Unsupported("half of the heap where no bound stands")),
    }
}

fn arithmetic(op: BinaryOp, a: &Symbol, b: &Symbol) -> Result<Symbol, Unsupported> {
    let (a, b) = (linear(a)?, linear(b)?);
    Ok(match op {
        BinaryOp::Add => Symbol::Linear(a.plus(b)?),
        BinaryOp::Sub => Symbol::Linear(a.minus(b)?),
        BinaryOp::Mul => match (a.as_constant(), b.as_constant()) {
            (Some(c), _) => Symbol::Linear(b.times(c)?),
            (_, Some(c)) => Symbol::Linear(a.times(c)?),
            _ => return Err(Unsupported("a product of sizes")),
        },
        BinaryOp::FloorDiv if b.as_constant() == Some(2) => Symbol::Half(a),
        _ => return Err(Unsupported("an operator that is not linear")),
    })
}

/// `a + more <= b`, with halves doubled away.
fn at_most(a: &Symbol, b: &Symbol, more: i64) -> Result<Condition, Unsupported> {
    let more = Linear::constant(more);
    match (a, b) {
        // a + more <= floor(b / 2)  iff  2 (a + more) <= b
        (_, Symbol::Half(b)) if !matches!(a, Symbol::Half(_)) => {
            Condition::at_most(linear(a)?.plus(more)?.times(2)?, *b)
        }
        // floor(a / 2) + more <= b  iff  a <= 2 (b - more) + 1
        (Symbol::Half(a), _) if !matches!(b, Symbol::Half(_)) => {
            Condition::at_most(*a, linear(b)?.minus(more)?.times(2)?.plus(Linear::constant(1))?)
        }
        _ => Condition::at_most(linear(a)?.plus(more)?, linear(b)?),
    }
}

/// When a relation holds (or does not): one of the lists of conditions.
fn relation(op: CompareOp, a: &Symbol, b: &Symbol, wanted: bool) -> Result<Vec<Vec<Condition>>, Unsupported> {
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
    Ok(match op {
        Le => vec![vec![at_most(a, b, 0)?]],
        Lt => vec![vec![at_most(a, b, 1)?]],
        Ge => vec![vec![at_most(b, a, 0)?]],
        Gt => vec![vec![at_most(b, a, 1)?]],
        Eq => vec![vec![at_most(a, b, 0)?, at_most(b, a, 0)?]],
        Ne => vec![vec![Condition::NotZero(linear(a)?.minus(linear(b)?)?)]],
        CompareOp::In | CompareOp::NotIn => return Err(Unsupported("a membership")),
    })
}

/// The elements of a known domain.
fn elements(value: &Value) -> Result<Vec<Value>, Unsupported> {
    match value {
        Value::Set(set) if set.len() <= MOST_VALUES => Ok(set.iter().collect()),
        Value::List(list) if list.len() <= MOST_VALUES => Ok(list.to_vec()),
        _ => Err(Unsupported("a domain of more than 4096 values")),
    }
}

fn bind(pattern: &Pattern, symbol: Symbol, symbols: &mut Symbols) -> Result<(), Unsupported> {
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
