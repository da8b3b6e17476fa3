//! From the model's expressions to terms.

use super::{Asked, Classes, Kind, Term, TermId, Terms, Variable, has_small};
use crate::analysis::model::{Expr, ExprKind, Model, Slot, Type};
use crate::base::Span;
use crate::cgt::Player;
use crate::library::{Builtin, Query};
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::Value;

/// Functions are put in place of their calls this deep.
const MAX_INLINED: usize = 8;
/// A translation has at most this many parts.
const MAX_PARTS: u32 = 2_000;

/// A translation under way.
pub struct Translator<'m> {
    pub(super) model: &'m Model,
    /// What was made so far.
    pub terms: Terms,
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
    /// Nothing translated yet.
    #[must_use]
    pub fn new(model: &'m Model) -> Self {
        Self {
            model,
            terms: Terms::default(),
            variables: Vec::new(),
            columns: 0,
            calls: Vec::new(),
            aliases: Vec::new(),
            parts: 0,
        }
    }

    /// Whether a local variable is what its slot holds: neither a function's parameter nor another name for an expression.
    pub(super) fn is_plain(&self, slot: Slot) -> bool {
        self.calls.is_empty() && !self.aliases.iter().any(|alias| alias.0 == slot)
    }

    pub(super) fn count(&mut self) -> Option<()> {
        self.parts += 1;
        (self.parts <= MAX_PARTS).then_some(())
    }

    pub(super) fn local(&mut self, span: Span, slot: Slot, truth: bool) -> Option<TermId> {
        if let Some(args) = self.calls.pop() {
            // A function's own slots are its parameters; the argument stands outside the function.
            let term = args.get(slot as usize).and_then(|arg| if truth { self.truth(arg) } else { self.int(arg) });
            self.calls.push(args);
            return term;
        }
        if let Some(at) = self.aliases.iter().rposition(|alias| alias.0 == slot) {
            // The element stands outside the comprehension.
            let inner = self.aliases.split_off(at);
            let term = if truth { self.truth(inner[0].1) } else { self.int(inner[0].1) };
            self.aliases.extend(inner);
            return term;
        }
        let term = match self.variable(slot) {
            Some(variable) => {
                let wanted = if truth { Kind::Truth } else { Kind::Number };
                (variable.kind == wanted).then_some(Term::Column(variable.column))?
            }
            None => Term::Outer { slot, truth },
        };
        Some(self.terms.add(span, term))
    }

    /// A small integer.
    pub fn int(&mut self, expr: &'m Expr) -> Option<TermId> {
        self.count()?;
        let term = match &expr.kind {
            ExprKind::Const(value @ Value::Number(_)) => Term::Const(value.as_i64()?),
            ExprKind::Local(slot) => return self.local(expr.span, *slot, false),
            ExprKind::Global { index, path } if path.is_empty() => Term::Global(*index),
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
                    let operand = self.int(operand)?;
                    total = self.binary(*op, total, operand);
                }
                return Some(total);
            }
            ExprKind::Neg(inner) => Term::Neg(self.int(inner)?),
            ExprKind::If { arms, otherwise } => return self.choice(arms, otherwise, Self::int),
            ExprKind::Builtin { function, args } => self.builtin(*function, args)?,
            ExprKind::Query { query: Query::Sg, args } => self.ask(Asked::Grundy, args.first()?)?,
            ExprKind::Call { function, args } => return self.call(*function, args, false),
            _ => return None,
        };
        Some(self.terms.add(expr.span, term))
    }

    fn builtin(&mut self, function: Builtin, args: &'m [Expr]) -> Option<Term> {
        Some(match (function, args) {
            (_, [of]) if let Some(measured) = self.measured(function, of) => measured,
            (Builtin::ABS, [x]) => Term::Abs(self.int(x)?),
            (Builtin::BIT, [n, place]) => Term::Bit([self.int(n)?, self.int(place)?]),
            (Builtin::GCD, [a, b]) => Term::Gcd([self.int(a)?, self.int(b)?]),
            (Builtin::MIN, [_, _, ..]) => Term::Least(self.ints(args)?),
            (Builtin::MAX, [_, _, ..]) => Term::Greatest(self.ints(args)?),
            (Builtin::FLOOR, [root]) => match &root.kind {
                ExprKind::Builtin { function: Builtin::SQRT, args } if args.len() == 1 => {
                    Term::Root(self.int(&args[0])?)
                }
                _ => return None,
            },
            _ => self.library(function, args, false)?,
        })
    }

    /// An operator between two terms, written from the one to the other.
    pub(super) fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let span = self.terms.span(a).to(self.terms.span(b));
        self.terms.add(span, Term::Arith(op, [a, b]))
    }

    /// The same for a comparison.
    fn compared(&mut self, op: CompareOp, a: TermId, b: TermId) -> TermId {
        let span = self.terms.span(a).to(self.terms.span(b));
        self.terms.add(span, Term::Compare(op, [a, b]))
    }

    fn negated(&mut self, term: TermId) -> TermId {
        self.terms.add(self.terms.span(term), Term::Not(term))
    }

    /// The last number of a range.
    pub(super) fn last(&mut self, high: &'m Expr, inclusive: bool) -> Option<TermId> {
        let last = self.int(high)?;
        if inclusive {
            return Some(last);
        }
        let one = self.terms.add(high.span, Term::Const(1));
        Some(self.binary(BinaryOp::Sub, last, one))
    }

    fn choice(
        &mut self,
        arms: &'m [(Expr, Expr)],
        otherwise: &'m Expr,
        branch: fn(&mut Self, &'m Expr) -> Option<TermId>,
    ) -> Option<TermId> {
        let mut term = branch(self, otherwise)?;
        for (when, then) in arms.iter().rev() {
            let parts = [self.truth(when)?, branch(self, then)?, term];
            term = self.terms.add(when.span.to(otherwise.span), Term::If(parts));
        }
        Some(term)
    }

    /// A function of the library on small integers; what it gives shows when it is called.
    fn library(&mut self, function: Builtin, args: &'m [Expr], truth: bool) -> Option<Term> {
        if args.is_empty() || args.len() > 3 {
            return None;
        }
        Some(Term::Library { function, args: self.ints(args)?, truth })
    }

    /// The variable of the binders in a slot.
    pub(super) fn variable(&self, slot: Slot) -> Option<Variable> {
        self.variables.iter().rfind(|variable| variable.slot == Some(slot)).copied()
    }

    pub(super) fn ints(&mut self, list: &'m [Expr]) -> Option<Box<[TermId]>> {
        list.iter().map(|e| self.int(e)).collect()
    }

    fn truths(&mut self, list: &'m [Expr]) -> Option<Box<[TermId]>> {
        list.iter().map(|e| self.truth(e)).collect()
    }

    /// A truth value.
    pub fn truth(&mut self, expr: &'m Expr) -> Option<TermId> {
        self.count()?;
        let term = match &expr.kind {
            ExprKind::Const(value) => Term::Const(i64::from(value.as_bool()?)),
            ExprKind::Local(slot) => return self.local(expr.span, *slot, true),
            ExprKind::And(parts) => Term::All(self.truths(parts)?),
            ExprKind::Or(parts) => Term::Any(self.truths(parts)?),
            ExprKind::Not(inner) => Term::Not(self.truth(inner)?),
            ExprKind::Implies(parts) => {
                let (last, before) = parts.split_last()?;
                let mut alternatives = Vec::new();
                for part in before {
                    let part = self.truth(part)?;
                    alternatives.push(self.negated(part));
                }
                alternatives.push(self.truth(last)?);
                Term::Any(alternatives.into())
            }
            ExprKind::Binary { first, rest } => {
                let mut term = self.truth(first)?;
                for (op, _, operand) in rest {
                    let how = match op {
                        BinaryOp::Iff => CompareOp::Eq,
                        BinaryOp::Xor => CompareOp::Ne,
                        _ => return None,
                    };
                    let operand = self.truth(operand)?;
                    term = self.compared(how, term, operand);
                }
                return Some(term);
            }
            ExprKind::If { arms, otherwise } => return self.choice(arms, otherwise, Self::truth),
            ExprKind::Compare { first, rest } => return self.comparison(expr.span, first, rest),
            ExprKind::Query { query: Query::Wins, args } => self.ask(Asked::Wins, args.first()?)?,
            ExprKind::Query { query: Query::Loses, args } => self.ask(Asked::Loses, args.first()?)?,
            ExprKind::Call { function, args } => return self.call(*function, args, true),
            ExprKind::Builtin { function, args } => self.library(*function, args, true)?,
            _ => return None,
        };
        Some(self.terms.add(expr.span, term))
    }

    fn comparison<S>(&mut self, span: Span, first: &'m Expr, rest: &'m [(CompareOp, S, Expr)]) -> Option<TermId> {
        if let [(op @ (CompareOp::In | CompareOp::NotIn), _, domain)] = rest {
            let inside = self.membership(first, domain)?;
            let inside = self.terms.add(span, inside);
            return Some(if *op == CompareOp::In { inside } else { self.negated(inside) });
        }
        if let [(op @ (CompareOp::Eq | CompareOp::Ne), _, second)] = rest {
            let one = |this| std::slice::from_ref(this);
            if let Some(term) = self.outcome(first, one(second)).or_else(|| self.outcome(second, one(first))) {
                let term = self.terms.add(span, term);
                return Some(if *op == CompareOp::Eq { term } else { self.negated(term) });
            }
            let (a, b) = match self.int(first) {
                Some(a) => (a, self.int(second)?),
                None => (self.truth(first)?, self.truth(second)?),
            };
            return Some(self.compared(*op, a, b));
        }
        let mut pairs = Vec::new();
        let mut before = first;
        for (op, _, operand) in rest {
            if matches!(op, CompareOp::In | CompareOp::NotIn) {
                return None;
            }
            let (a, b) = (self.int(before)?, self.int(operand)?);
            pairs.push(self.compared(*op, a, b));
            before = operand;
        }
        if let [pair] = pairs[..] { Some(pair) } else { Some(self.terms.add(span, Term::All(pairs.into()))) }
    }

    /// `element in domain`
    fn membership(&mut self, element: &'m Expr, domain: &'m Expr) -> Option<Term> {
        if let ExprKind::Set(elements) | ExprKind::List(elements) = &domain.kind {
            if let Some(term) = self.outcome(element, elements) {
                return Some(term);
            }
            let mut equal = Vec::new();
            for one in elements {
                let (a, b) = (self.int(element)?, self.int(one)?);
                equal.push(self.compared(CompareOp::Eq, a, b));
            }
            return Some(Term::Any(equal.into()));
        }
        if let Some(column) = self.set_variable(domain) {
            return Some(Term::Member(self.element(element)?, column));
        }
        let ExprKind::Range { low, high: Some(high), inclusive } = &domain.kind else { return None };
        let last = self.last(high, *inclusive)?;
        Some(Term::Inside([self.int(element)?, self.int(low)?, last]))
    }

    /// Whether `outcome(P)`, `left_first(P)` or `right_first(P)` is one of some letters.
    fn outcome(&mut self, question: &'m Expr, letters: &[Expr]) -> Option<Term> {
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
    fn call(&mut self, function: u32, args: &'m [Expr], truth: bool) -> Option<TermId> {
        let called = &self.model.functions[function as usize];
        if called.recursive || args.len() != called.params.len() || self.calls.len() >= MAX_INLINED {
            return None;
        }
        let mut checks = Vec::new();
        for (param, arg) in called.params.iter().zip(args) {
            match param.ty {
                None | Some(Type::Int | Type::Bool) => {}
                Some(Type::Nat) => {
                    let natural = self.int(arg)?;
                    checks.push(self.terms.add(arg.span, Term::Natural(natural)));
                }
                Some(_) => return None,
            }
        }
        self.calls.push(args);
        let body = if truth { self.truth(&called.body) } else { self.int(&called.body) };
        self.calls.pop();
        let mut body = body?;
        for check in checks {
            // Every number is at least the least one: only whether there is one matters.
            let zero = self.terms.add(self.terms.span(check), Term::Const(0));
            let holds = self.compared(CompareOp::Ge, check, zero);
            body = self.terms.add(self.terms.span(body), Term::If([holds, body, zero]));
        }
        Some(body)
    }
}
