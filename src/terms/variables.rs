//! Variables that are sets, lists or tuples, and what may be said of them; sets as masks.

use super::{Element, Kind, Measure, SetTerm, Term, TermId, Translator, Variable};
use crate::analysis::model::{Expr, ExprKind, Pattern, Slot};
use crate::analysis::visit;
use crate::base::Span;
use crate::library::Builtin;
use crate::syntax::ast::BinaryOp;
use crate::value::Value;

/// Lists of more entries are left to the long way.
const MAX_ENTRIES: usize = 24;

impl<'m> Translator<'m> {
    /// Binds a variable.
    pub fn bind(&mut self, pattern: &Pattern, kind: Kind) -> Option<()> {
        match (pattern, kind) {
            (Pattern::Tuple(parts, _), Kind::List(len) | Kind::Tuple(len)) => {
                let flat = parts.iter().all(|part| !matches!(part, Pattern::Tuple(..)));
                if !flat || parts.len() != len {
                    return None;
                }
                return parts.iter().try_for_each(|part| self.bind(part, Kind::Number));
            }
            (Pattern::Tuple(..), _) => return None,
            (Pattern::Slot(slot, _), _) => {
                self.variables.push(Variable { slot: Some(*slot), kind, column: self.columns });
            }
            (Pattern::Ignore, _) => self.variables.push(Variable { slot: None, kind, column: self.columns }),
        }
        self.columns += kind.width();
        Some(())
    }

    /// What the elements of a domain are, if they are known as columns: the same elements whatever the binders' variables.
    pub fn elements_of(&mut self, domain: &'m Expr) -> Option<Kind> {
        let mut depends = visit::free(domain).into_iter().any(|slot| self.variable(slot).is_some());
        visit::walk(domain, &mut |e| {
            depends |= matches!(e.kind, ExprKind::Lazy { .. } | ExprKind::Query { .. } | ExprKind::Call { .. });
        });
        if depends {
            return None;
        }
        match &domain.kind {
            ExprKind::Builtin { function: Builtin::SUBSETS, args } if !args.is_empty() => Some(Kind::Set),
            ExprKind::Builtin { function: Builtin::CHOICES, args } => {
                (1..=MAX_ENTRIES).contains(&args.len()).then_some(Kind::List(args.len()))
            }
            ExprKind::Builtin { function: Builtin::RECT, .. } => Some(Kind::Tuple(2)),
            ExprKind::Aggregate { function: Builtin::CHOICES, generator } => {
                let [crate::analysis::model::Binder::In { domain, .. }] = &generator.binders[..] else { return None };
                let ExprKind::Range { low, high: Some(high), inclusive } = &domain.kind else { return None };
                let (ExprKind::Const(low), ExprKind::Const(high)) = (&low.kind, &high.kind) else { return None };
                let len = high.as_i64()?.checked_sub(low.as_i64()?)?.checked_add(i64::from(*inclusive))?;
                let len = usize::try_from(len).ok()?;
                (1..=MAX_ENTRIES).contains(&len).then_some(Kind::List(len))
            }
            _ => None,
        }
    }

    /// The entries of a variable that is a list, written at `span`.
    pub fn entries(&mut self, span: Span, slot: Slot) -> Option<Box<[TermId]>> {
        if !self.is_plain(slot) {
            return None;
        }
        let Variable { kind: Kind::List(len), column, .. } = self.variable(slot)? else { return None };
        Some((column..column + len).map(|column| self.terms.add(span, Term::Column(column))).collect())
    }

    /// `list[index]`, outside functions.
    pub fn entry(&mut self, slot: Slot, index: &'m Expr) -> Option<Term> {
        let index = self.int(index)?;
        let Some(variable) = self.variable(slot) else { return Some(Term::Entry(slot, index)) };
        let (Kind::List(len) | Kind::Tuple(len)) = variable.kind else { return None };
        Some(match self.terms.as_const(index) {
            Some(at) => Term::Column(variable.column + usize::try_from(at).ok().filter(|at| *at < len)?),
            None => Term::Pick(variable.column, len, index),
        })
    }

    /// The column of a variable that is a set.
    #[must_use]
    pub fn set_variable(&self, expr: &Expr) -> Option<usize> {
        let ExprKind::Local(slot) = expr.kind else { return None };
        if !self.is_plain(slot) {
            return None;
        }
        self.variable(slot).filter(|variable| variable.kind == Kind::Set).map(|variable| variable.column)
    }

    /// `len`, `sum`, `min` or `max` of a variable that is a set or a list.
    pub fn measured(&mut self, function: Builtin, of: &Expr) -> Option<Term> {
        let measure = match function {
            Builtin::LEN => Measure::Len,
            Builtin::SUM => Measure::Sum,
            Builtin::MIN => Measure::Least,
            Builtin::MAX => Measure::Greatest,
            _ => return None,
        };
        if let Some(column) = self.set_variable(of) {
            return Some(Term::Measure(measure, column));
        }
        let ExprKind::Local(slot) = of.kind else { return None };
        let entries = self.entries(of.span, slot)?;
        Some(match measure {
            Measure::Len => Term::Const(i64::try_from(entries.len()).ok()?),
            Measure::Least => Term::Least(entries),
            Measure::Greatest => Term::Greatest(entries),
            Measure::Sum => {
                let (last, before) = entries.split_last()?;
                let before = before.iter().copied().reduce(|sum, entry| self.binary(BinaryOp::Add, sum, entry));
                match before {
                    Some(sum) => Term::Arith(BinaryOp::Add, [sum, *last]),
                    None => Term::Column(self.variable(slot)?.column),
                }
            }
        })
    }

    /// An element of a set.
    pub fn element(&mut self, expr: &'m Expr) -> Option<Element> {
        match self.tuple(expr) {
            Some(terms) => Some(Element::Tuple(terms)),
            None => Some(Element::Number(self.int(expr)?)),
        }
    }

    /// A tuple of numbers.
    fn tuple(&mut self, expr: &'m Expr) -> Option<Box<[TermId]>> {
        self.count()?;
        let span = expr.span;
        match &expr.kind {
            ExprKind::Const(Value::Tuple(parts)) => {
                parts.iter().map(|part| Some(self.terms.add(span, Term::Const(part.as_i64()?)))).collect()
            }
            ExprKind::Tuple(parts) => self.ints(parts),
            ExprKind::Local(slot) if self.is_plain(*slot) => {
                let Variable { kind: Kind::Tuple(len), column, .. } = self.variable(*slot)? else { return None };
                Some((column..column + len).map(|column| self.terms.add(span, Term::Column(column))).collect())
            }
            ExprKind::Binary { first, rest } => {
                let mut total = self.tuple(first)?;
                for (op, _, operand) in rest {
                    let operand = self.tuple(operand)?;
                    if !matches!(op, BinaryOp::Add | BinaryOp::Sub) || operand.len() != total.len() {
                        return None;
                    }
                    total = total.iter().zip(&operand).map(|(a, b)| self.binary(*op, *a, *b)).collect();
                }
                Some(total)
            }
            _ => None,
        }
    }

    /// A set.
    pub fn set(&mut self, expr: &'m Expr) -> Option<SetTerm> {
        self.count()?;
        Some(match &expr.kind {
            ExprKind::Const(Value::Set(set)) => SetTerm::Fixed(set.clone()),
            ExprKind::Local(slot) => {
                if let Some(args) = self.calls.pop() {
                    // As for numbers: the argument stands outside the function.
                    let set = args.get(*slot as usize).and_then(|arg| self.set(arg));
                    self.calls.push(args);
                    return set;
                }
                if self.aliases.iter().any(|alias| alias.0 == *slot) {
                    return None;
                }
                match self.variable(*slot) {
                    Some(variable) if variable.kind == Kind::Set => SetTerm::Column(variable.column),
                    Some(_) => return None,
                    None => SetTerm::Outer(*slot),
                }
            }
            ExprKind::Global { index, path } if path.is_empty() => SetTerm::Global(*index),
            ExprKind::Range { low, high: Some(high), inclusive } => {
                SetTerm::Range([self.int(low)?, self.last(high, *inclusive)?])
            }
            ExprKind::Set(elements) => {
                SetTerm::Elements(elements.iter().map(|element| self.element(element)).collect::<Option<_>>()?)
            }
            ExprKind::Binary { first, rest } => {
                let mut total = self.set(first)?;
                for (op, _, operand) in rest {
                    if !matches!(op, BinaryOp::Union | BinaryOp::Intersection | BinaryOp::Sub | BinaryOp::Xor) {
                        return None;
                    }
                    total = SetTerm::Both(*op, Box::new([total, self.set(operand)?]));
                }
                total
            }
            _ => return None,
        })
    }
}
