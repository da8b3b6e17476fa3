//! From the model's expressions to those over columns.

use super::super::arith::has_small;
use super::super::machine::KnownNames;
use super::code::{Ask, Asked, Classes, Code, FieldCode, Kind, Part, Variable, Which};
use crate::analysis::model::{Binder, Expr, ExprKind, InstanceExpr, Marks, Model, Pattern, Slot, Type};
use crate::analysis::visit;
use crate::cgt::{Play, Player};
use crate::library::{Aggregate, Builtin, Query};
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::{Set, Value};

/// Functions are put in place of their calls this deep.
const MAX_INLINED: usize = 8;
/// A translation has at most this many parts.
const MAX_PARTS: u32 = 2_000;

/// A translation under way.
pub(super) struct Translator<'m> {
    pub model: &'m Model,
    pub names: &'m KnownNames,
    /// The variables of the binders so far.
    pub variables: Vec<Variable>,
    /// Their columns.
    pub columns: usize,
    /// The arguments of the functions whose bodies are being put in place, innermost last.
    pub(super) calls: Vec<&'m [Expr]>,
    /// Variables that stand for an expression, innermost last.
    pub(super) aliases: Vec<(Slot, &'m Expr)>,
    parts: u32,
}

impl<'m> Translator<'m> {
    pub fn new(model: &'m Model, names: &'m KnownNames) -> Self {
        Self { model, names, variables: Vec::new(), columns: 0, calls: Vec::new(), aliases: Vec::new(), parts: 0 }
    }

    /// Whether a local variable is what its slot holds: neither a function's parameter nor another name for an expression.
    pub(super) fn is_plain(&self, slot: Slot) -> bool {
        self.calls.is_empty() && !self.aliases.iter().any(|alias| alias.0 == slot)
    }

    pub(super) fn count(&mut self) -> Option<()> {
        self.parts += 1;
        (self.parts <= MAX_PARTS).then_some(())
    }

    fn local(&mut self, slot: Slot, truth: bool) -> Option<Code> {
        if let Some(args) = self.calls.pop() {
            // A function's own slots are its parameters; the argument stands outside the function.
            let code = args.get(slot as usize).and_then(|arg| if truth { self.truth(arg) } else { self.int(arg) });
            self.calls.push(args);
            return code;
        }
        if let Some(at) = self.aliases.iter().rposition(|alias| alias.0 == slot) {
            // The element stands outside the comprehension.
            let inner = self.aliases.split_off(at);
            let code = if truth { self.truth(inner[0].1) } else { self.int(inner[0].1) };
            self.aliases.extend(inner);
            return code;
        }
        match self.variable(slot) {
            Some(variable) => {
                let wanted = if truth { Kind::Truth } else { Kind::Number };
                (variable.kind == wanted).then_some(Code::Column(variable.column))
            }
            None => Some(Code::Outer { slot, truth }),
        }
    }

    /// A small integer.
    pub fn int(&mut self, expr: &'m Expr) -> Option<Code> {
        self.count()?;
        Some(match &expr.kind {
            ExprKind::Const(value @ Value::Number(_)) => Code::Const(value.as_i64()?),
            ExprKind::Local(slot) => self.local(*slot, false)?,
            ExprKind::Global { index, path } if path.is_empty() => Code::Global(*index),
            ExprKind::Index(base, index) => match base.kind {
                ExprKind::Local(slot) if self.is_plain(slot) => self.entry(slot, index)?,
                _ => return None,
            },
            // A tower of powers groups to the right.
            ExprKind::Binary { rest, .. } if rest.len() > 1 && rest[0].0 == BinaryOp::Pow => return None,
            ExprKind::Binary { first, rest } => {
                let mut total = self.int(first)?;
                for (op, _, operand) in rest {
                    if !has_small(*op) {
                        return None;
                    }
                    total = Code::Arith(*op, Box::new([total, self.int(operand)?]));
                }
                total
            }
            ExprKind::Neg(inner) => Code::Neg(Box::new(self.int(inner)?)),
            ExprKind::If { arms, otherwise } => {
                let mut code = self.int(otherwise)?;
                for (when, then) in arms.iter().rev() {
                    code = Code::If(Box::new([self.truth(when)?, self.int(then)?, code]));
                }
                code
            }
            ExprKind::Builtin { function, args } => match (Some(*function), &args[..]) {
                (name, [of]) if let Some(measured) = self.measured(name, of) => measured,
                (name, [x]) if name == self.names.abs => Code::Abs(Box::new(self.int(x)?)),
                (name, [n, place]) if name == self.names.bit => Code::Bit(Box::new([self.int(n)?, self.int(place)?])),
                (name, [a, b]) if name == self.names.gcd => Code::Gcd(Box::new([self.int(a)?, self.int(b)?])),
                (name, [_, _, ..]) if name == self.names.min => Code::Least(self.ints(args)?),
                (name, [_, _, ..]) if name == self.names.max => Code::Greatest(self.ints(args)?),
                (name, [root]) if name == self.names.floor => match &root.kind {
                    ExprKind::Builtin { function, args } if Some(*function) == self.names.sqrt && args.len() == 1 => {
                        Code::Root(Box::new(self.int(&args[0])?))
                    }
                    _ => return None,
                },
                _ => self.library(*function, args, false)?,
            },
            ExprKind::Query { query: Query::Sg, args } => self.ask(Asked::Grundy, args.first()?)?,
            ExprKind::Call { function, args } => self.call(*function, args, false)?,
            _ => return None,
        })
    }

    /// A function of the library on small integers; what it gives shows when it is called.
    fn library(&mut self, function: Builtin, args: &'m [Expr], truth: bool) -> Option<Code> {
        if args.is_empty() || args.len() > 3 {
            return None;
        }
        Some(Code::Library { function, args: self.ints(args)?, truth })
    }

    /// The variable of the binders in a slot.
    pub(super) fn variable(&self, slot: Slot) -> Option<Variable> {
        self.variables.iter().rfind(|variable| variable.slot == slot).copied()
    }

    pub(super) fn ints(&mut self, list: &'m [Expr]) -> Option<Box<[Code]>> {
        list.iter().map(|e| self.int(e)).collect()
    }

    fn truths(&mut self, list: &'m [Expr]) -> Option<Box<[Code]>> {
        list.iter().map(|e| self.truth(e)).collect()
    }

    /// A truth value.
    pub fn truth(&mut self, expr: &'m Expr) -> Option<Code> {
        self.count()?;
        Some(match &expr.kind {
            ExprKind::Const(value) => Code::Const(i64::from(value.as_bool()?)),
            ExprKind::Local(slot) => self.local(*slot, true)?,
            ExprKind::And(parts) => Code::All(self.truths(parts)?),
            ExprKind::Or(parts) => Code::Any(self.truths(parts)?),
            ExprKind::Not(inner) => Code::Not(Box::new(self.truth(inner)?)),
            ExprKind::Implies(parts) => {
                let (last, before) = parts.split_last()?;
                let mut alternatives: Vec<Code> = Vec::new();
                for part in before {
                    alternatives.push(Code::Not(Box::new(self.truth(part)?)));
                }
                alternatives.push(self.truth(last)?);
                Code::Any(alternatives.into())
            }
            ExprKind::Binary { first, rest } => {
                let mut code = self.truth(first)?;
                for (op, _, operand) in rest {
                    let how = match op {
                        BinaryOp::Iff => CompareOp::Eq,
                        BinaryOp::Xor => CompareOp::Ne,
                        _ => return None,
                    };
                    code = Code::Compare(how, Box::new([code, self.truth(operand)?]));
                }
                code
            }
            ExprKind::If { arms, otherwise } => {
                let mut code = self.truth(otherwise)?;
                for (when, then) in arms.iter().rev() {
                    code = Code::If(Box::new([self.truth(when)?, self.truth(then)?, code]));
                }
                code
            }
            ExprKind::Compare { first, rest } => self.comparison(first, rest)?,
            ExprKind::Query { query: Query::Wins, args } => self.ask(Asked::Wins, args.first()?)?,
            ExprKind::Query { query: Query::Loses, args } => self.ask(Asked::Loses, args.first()?)?,
            ExprKind::Call { function, args } => self.call(*function, args, true)?,
            ExprKind::Builtin { function, args } => self.library(*function, args, true)?,
            _ => return None,
        })
    }

    fn comparison<S>(&mut self, first: &'m Expr, rest: &'m [(CompareOp, S, Expr)]) -> Option<Code> {
        if let [(op @ (CompareOp::In | CompareOp::NotIn), _, domain)] = rest {
            if let ExprKind::Set(elements) | ExprKind::List(elements) = &domain.kind {
                if let Some(code) = self.outcome(first, elements) {
                    return Some(if *op == CompareOp::In { code } else { Code::Not(Box::new(code)) });
                }
                let mut equal = Vec::new();
                for element in elements {
                    equal.push(Code::Compare(CompareOp::Eq, Box::new([self.int(first)?, self.int(element)?])));
                }
                let one = Code::Any(equal.into());
                return Some(if *op == CompareOp::In { one } else { Code::Not(Box::new(one)) });
            }
            if let Some(column) = self.set_variable(domain) {
                let member = Code::Member(Box::new(self.element(first)?), column);
                return Some(if *op == CompareOp::In { member } else { Code::Not(Box::new(member)) });
            }
            let ExprKind::Range { low, high: Some(high), inclusive } = &domain.kind else { return None };
            let mut last = self.int(high)?;
            if !inclusive {
                last = Code::Arith(BinaryOp::Sub, Box::new([last, Code::Const(1)]));
            }
            let inside = Code::Inside(Box::new([self.int(first)?, self.int(low)?, last]));
            return Some(if *op == CompareOp::In { inside } else { Code::Not(Box::new(inside)) });
        }
        if let [(op @ (CompareOp::Eq | CompareOp::Ne), _, second)] = rest {
            let one = |this| std::slice::from_ref(this);
            if let Some(code) = self.outcome(first, one(second)).or_else(|| self.outcome(second, one(first))) {
                return Some(if *op == CompareOp::Eq { code } else { Code::Not(Box::new(code)) });
            }
            if let Some(a) = self.int(first) {
                return Some(Code::Compare(*op, Box::new([a, self.int(second)?])));
            }
            let a = self.truth(first)?;
            return Some(Code::Compare(*op, Box::new([a, self.truth(second)?])));
        }
        let mut pairs = Vec::new();
        let mut before = first;
        for (op, _, operand) in rest {
            if matches!(op, CompareOp::In | CompareOp::NotIn) {
                return None;
            }
            pairs.push(Code::Compare(*op, Box::new([self.int(before)?, self.int(operand)?])));
            before = operand;
        }
        if pairs.len() == 1 { pairs.pop() } else { Some(Code::All(pairs.into())) }
    }

    /// Whether `outcome(P)`, `left_first(P)` or `right_first(P)` is one of some letters.
    fn outcome(&mut self, question: &'m Expr, letters: &[Expr]) -> Option<Code> {
        let ExprKind::Query { query, args } = &question.kind else { return None };
        let mut classes = Classes::default();
        for letter in letters {
            let ExprKind::Const(Value::Text(text)) = &letter.kind else { return None };
            classes = classes.or(match (query, &**text) {
                (Query::Outcome, letter) => Classes::named(letter)?,
                (Query::LeftFirst, "L") => Classes::first(Player::Left, true),
                (Query::LeftFirst, "R") => Classes::first(Player::Left, false),
                (Query::RightFirst, "R") => Classes::first(Player::Right, true),
                (Query::RightFirst, "L") => Classes::first(Player::Right, false),
                _ => return None,
            });
        }
        let position = args.first()?;
        self.ask(Asked::Outcome(classes), position).or_else(|| {
            // In an impartial position, whoever starts wins or loses.
            match (classes.hold(true, true), classes.hold(false, false)) {
                (true, true) | (false, false) => None,
                (true, false) => self.ask(Asked::Wins, position),
                (false, true) => self.ask(Asked::Loses, position),
            }
        })
    }

    /// The body of a function that does not come back to itself.
    fn call(&mut self, function: u32, args: &'m [Expr], truth: bool) -> Option<Code> {
        let called = &self.model.functions[function as usize];
        if called.recursive || args.len() != called.params.len() || self.calls.len() >= MAX_INLINED {
            return None;
        }
        let mut checks = Vec::new();
        for (param, arg) in called.params.iter().zip(args) {
            match param.ty {
                None | Some(Type::Int | Type::Bool) => {}
                Some(Type::Nat) => checks.push(Code::Natural(Box::new(self.int(arg)?))),
                Some(_) => return None,
            }
        }
        self.calls.push(args);
        let body = if truth { self.truth(&called.body) } else { self.int(&called.body) };
        self.calls.pop();
        let mut body = body?;
        for check in checks {
            // Every number is at least the least one: only whether there is one matters.
            let holds = Code::Compare(CompareOp::Ge, Box::new([check, Code::Const(0)]));
            body = Code::If(Box::new([holds, body, Code::Const(0)]));
        }
        Some(body)
    }

    fn ask(&mut self, asked: Asked, position: &'m Expr) -> Option<Code> {
        let (position, play) = match &position.kind {
            ExprKind::Misere(inner) => (&**inner, Play::Misere),
            _ => (position, Play::Normal),
        };
        let mut parts = Vec::new();
        self.summands(position, &mut parts)?;
        if play.is_misere() && (asked == Asked::Grundy || parts.len() != 1) {
            return None;
        }
        let marks = |part: &Part| self.model.games[part.game() as usize].marks;
        // The value of a sum in which the players have different moves is no number.
        let partizan = matches!(asked, Asked::Outcome(_));
        if partizan && parts.len() != 1 {
            return None;
        }
        let fits = |marks: Marks| {
            let wins_if = marks.wins_if && (asked == Asked::Grundy || parts.len() != 1);
            marks.partizan == partizan && !marks.loopy && !marks.misere && !wins_if
        };
        if !parts.iter().map(marks).all(fits) {
            return None;
        }
        Some(Code::Ask(Box::new(Ask { asked, play, parts })))
    }

    fn summands(&mut self, position: &'m Expr, into: &mut Vec<Part>) -> Option<()> {
        self.count()?;
        match &position.kind {
            ExprKind::Aggregate { function, generator } if function.aggregate() == Some(Aggregate::Sum) => {
                let [Binder::In { pattern: Pattern::Slot(slot, _), domain }] = &generator.binders[..] else {
                    return None;
                };
                let ExprKind::List(elements) = &domain.kind else { return None };
                for element in elements {
                    self.aliases.push((*slot, element));
                    let done = self.summands(&generator.body, into);
                    self.aliases.pop();
                    done?;
                }
                Some(())
            }
            ExprKind::Binary { first, rest } => {
                self.summands(first, into)?;
                for (op, _, operand) in rest {
                    if *op != BinaryOp::Add {
                        return None;
                    }
                    self.summands(operand, into)?;
                }
                Some(())
            }
            ExprKind::Position { instance, fields } => {
                let instance = match instance {
                    InstanceExpr::Own => return None,
                    InstanceExpr::Static(index) => {
                        Which::Static { index: *index, game: self.model.instances[*index as usize].game }
                    }
                    InstanceExpr::Dynamic { game, args } => {
                        Which::Dynamic { game: *game, args: self.ints(args)?.into_vec() }
                    }
                };
                let mut part = Part { instance, fields: Vec::new() };
                let model: &'m Model = self.model;
                let rules = &model.games[part.game() as usize];
                if rules.fields.len() != fields.len() {
                    return None;
                }
                for (field, expr) in rules.fields.iter().zip(fields) {
                    part.fields.push(self.field(field.ty.as_ref(), expr)?);
                }
                into.push(part);
                Some(())
            }
            _ => None,
        }
    }

    /// A number that has to lie within a range which is the same for all positions.
    fn within(&mut self, domain: &'m Expr, expr: &'m Expr) -> Option<Code> {
        let code = self.int(expr)?;
        self.inside(domain, code)
    }

    /// The same for what is translated already.
    fn inside(&mut self, domain: &'m Expr, code: Code) -> Option<Code> {
        let ExprKind::Range { low, high: Some(high), inclusive } = &domain.kind else { return None };
        let mut fixed = true;
        visit::walk(domain, &mut |e| fixed &= !matches!(e.kind, ExprKind::Local(_) | ExprKind::Lazy { .. }));
        if !fixed {
            return None;
        }
        let (low, mut high) = (self.int(low)?, self.int(high)?);
        if !inclusive {
            high = Code::Arith(BinaryOp::Sub, Box::new([high, Code::Const(1)]));
        }
        // Elsewhere the long way says what is wrong.
        Some(Code::Within(Box::new([code, low, high])))
    }

    fn field(&mut self, ty: Option<&'m Type>, expr: &'m Expr) -> Option<FieldCode> {
        match (ty, &expr.kind) {
            (Some(Type::Enum(_) | Type::Bool | Type::Set(_) | Type::Domain(_)), _) if fixed(expr).is_some() => {
                fixed(expr).map(FieldCode::Fixed)
            }
            (None | Some(Type::Nat), _) => Some(FieldCode::Number(self.int(expr)?)),
            (Some(Type::Set(_)), _) => Some(FieldCode::Set(self.set(expr)?)),
            (Some(Type::List(of) | Type::Bag(of)), ExprKind::Local(slot)) => {
                let entries = self.entries(*slot)?;
                let domain = match &**of {
                    Type::Nat => return Some(FieldCode::List(entries)),
                    Type::Domain(domain) => domain,
                    _ => return None,
                };
                let checked = entries.into_iter().map(|entry| self.inside(domain, entry)).collect::<Option<_>>()?;
                Some(FieldCode::List(checked))
            }
            (Some(Type::List(of) | Type::Bag(of)), ExprKind::List(entries)) if matches!(**of, Type::Nat) => {
                Some(FieldCode::List(self.ints(entries)?.into_vec()))
            }
            (Some(Type::List(of) | Type::Bag(of)), ExprKind::List(entries)) => {
                let Type::Domain(domain) = &**of else { return None };
                let codes = entries.iter().map(|entry| self.within(domain, entry)).collect::<Option<_>>()?;
                Some(FieldCode::List(codes))
            }
            (Some(Type::Domain(domain)), _) => Some(FieldCode::Number(self.within(domain, expr)?)),
            _ => None,
        }
    }
}

/// A value that is no number, written out without variables.
fn fixed(expr: &Expr) -> Option<Value> {
    fn entries(list: &[Expr]) -> Option<Vec<Value>> {
        list.iter().map(written).collect()
    }
    fn written(expr: &Expr) -> Option<Value> {
        Some(match &expr.kind {
            ExprKind::Const(value) => value.clone(),
            ExprKind::Set(elements) => Value::Set(Set::from_values(entries(elements)?)),
            ExprKind::Tuple(list) => Value::tuple(entries(list)?),
            _ => return None,
        })
    }
    written(expr).filter(|value| !matches!(value, Value::Number(_)))
}
