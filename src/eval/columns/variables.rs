//! Variables that are sets, lists or tuples, and what may be said of them; sets as masks.

use super::code::{Code, Element, Kind, Measure, SetCode, Variable};
use super::translate::Translator;
use crate::analysis::model::{Expr, ExprKind, Pattern, Slot};
use crate::analysis::visit;
use crate::library::Builtin;
use crate::syntax::ast::BinaryOp;
use crate::value::Value;

/// Lists of more entries are left to the long way.
const MAX_ENTRIES: usize = 24;

impl<'m> Translator<'m> {
    /// Binds a variable.
    pub fn bind(&mut self, pattern: &Pattern, kind: Kind) -> Option<()> {
        // No slot is as great as this.
        const NOWHERE: Slot = u32::MAX;
        match (pattern, kind) {
            (Pattern::Tuple(parts, _), Kind::List(len) | Kind::Tuple(len)) => {
                let flat = parts.iter().all(|part| !matches!(part, Pattern::Tuple(..)));
                if !flat || parts.len() != len {
                    return None;
                }
                return parts.iter().try_for_each(|part| self.bind(part, Kind::Number));
            }
            (Pattern::Tuple(..), _) => return None,
            (Pattern::Slot(slot, _), _) => self.variables.push(Variable { slot: *slot, kind, column: self.columns }),
            (Pattern::Ignore, _) => self.variables.push(Variable { slot: NOWHERE, kind, column: self.columns }),
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
            ExprKind::Builtin { function, args } if Some(*function) == self.names.subsets && !args.is_empty() => {
                Some(Kind::Set)
            }
            ExprKind::Builtin { function, args } if Some(*function) == self.names.choices => {
                (1..=MAX_ENTRIES).contains(&args.len()).then_some(Kind::List(args.len()))
            }
            ExprKind::Builtin { function, .. } if function.spec().name == "rect" => Some(Kind::Tuple(2)),
            ExprKind::Aggregate { function, generator } if Some(*function) == self.names.choices => {
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

    /// The entries of a variable that is a list.
    pub fn entries(&mut self, slot: Slot) -> Option<Vec<Code>> {
        if !self.is_plain(slot) {
            return None;
        }
        let Variable { kind: Kind::List(len), column, .. } = self.variable(slot)? else { return None };
        Some((column..column + len).map(Code::Column).collect())
    }

    /// `list[index]`, outside functions.
    pub fn entry(&mut self, slot: Slot, index: &'m Expr) -> Option<Code> {
        let index = self.int(index)?;
        let Some(variable) = self.variable(slot) else { return Some(Code::Entry(slot, Box::new(index))) };
        let (Kind::List(len) | Kind::Tuple(len)) = variable.kind else { return None };
        Some(match index {
            Code::Const(at) => Code::Column(variable.column + usize::try_from(at).ok().filter(|at| *at < len)?),
            index => Code::Pick(variable.column, len, Box::new(index)),
        })
    }

    /// The column of a variable that is a set.
    pub fn set_variable(&self, expr: &Expr) -> Option<usize> {
        let ExprKind::Local(slot) = expr.kind else { return None };
        if !self.is_plain(slot) {
            return None;
        }
        self.variable(slot).filter(|variable| variable.kind == Kind::Set).map(|variable| variable.column)
    }

    /// `len`, `sum`, `min` or `max` of a variable that is a set or a list.
    pub fn measured(&mut self, function: Option<Builtin>, of: &Expr) -> Option<Code> {
        let function = function?;
        let measure = match function.spec().name {
            "len" => Measure::Len,
            "sum" => Measure::Sum,
            "min" => Measure::Least,
            "max" => Measure::Greatest,
            _ => return None,
        };
        if let Some(column) = self.set_variable(of) {
            return Some(Code::Measure(measure, column));
        }
        let ExprKind::Local(slot) = of.kind else { return None };
        let entries = self.entries(slot)?;
        Some(match measure {
            Measure::Len => Code::Const(i64::try_from(entries.len()).ok()?),
            Measure::Least => Code::Least(entries.into()),
            Measure::Greatest => Code::Greatest(entries.into()),
            Measure::Sum => {
                let mut entries = entries.into_iter();
                let first = entries.next()?;
                entries.fold(first, |sum, entry| Code::Arith(BinaryOp::Add, Box::new([sum, entry])))
            }
        })
    }

    /// An element of a set.
    pub fn element(&mut self, expr: &'m Expr) -> Option<Element> {
        match self.tuple(expr) {
            Some(codes) => Some(Element::Tuple(codes)),
            None => Some(Element::Number(self.int(expr)?)),
        }
    }

    /// A tuple of numbers.
    fn tuple(&mut self, expr: &'m Expr) -> Option<Vec<Code>> {
        self.count()?;
        match &expr.kind {
            ExprKind::Const(Value::Tuple(parts)) => parts.iter().map(|part| part.as_i64().map(Code::Const)).collect(),
            ExprKind::Tuple(parts) => Some(self.ints(parts)?.into_vec()),
            ExprKind::Local(slot) if self.is_plain(*slot) => {
                let Variable { kind: Kind::Tuple(len), column, .. } = self.variable(*slot)? else { return None };
                Some((column..column + len).map(Code::Column).collect())
            }
            ExprKind::Binary { first, rest } => {
                let mut total = self.tuple(first)?;
                for (op, _, operand) in rest {
                    let operand = self.tuple(operand)?;
                    if !matches!(op, BinaryOp::Add | BinaryOp::Sub) || operand.len() != total.len() {
                        return None;
                    }
                    let pairs = total.into_iter().zip(operand);
                    total = pairs.map(|(a, b)| Code::Arith(*op, Box::new([a, b]))).collect();
                }
                Some(total)
            }
            _ => None,
        }
    }

    /// A set.
    pub fn set(&mut self, expr: &'m Expr) -> Option<SetCode> {
        self.count()?;
        Some(match &expr.kind {
            ExprKind::Const(Value::Set(set)) => SetCode::Fixed(set.clone()),
            ExprKind::Local(slot) => {
                if let Some(args) = self.calls.pop() {
                    // As for numbers: the argument stands outside the function.
                    let code = args.get(*slot as usize).and_then(|arg| self.set(arg));
                    self.calls.push(args);
                    return code;
                }
                if self.aliases.iter().any(|alias| alias.0 == *slot) {
                    return None;
                }
                match self.variable(*slot) {
                    Some(variable) if variable.kind == Kind::Set => SetCode::Column(variable.column),
                    Some(_) => return None,
                    None => SetCode::Outer(*slot),
                }
            }
            ExprKind::Global { index, path } if path.is_empty() => SetCode::Global(*index),
            ExprKind::Range { low, high: Some(high), inclusive } => {
                let (low, mut high) = (self.int(low)?, self.int(high)?);
                if !inclusive {
                    high = Code::Arith(BinaryOp::Sub, Box::new([high, Code::Const(1)]));
                }
                SetCode::Range(Box::new([low, high]))
            }
            ExprKind::Set(elements) => {
                SetCode::Elements(elements.iter().map(|element| self.element(element)).collect::<Option<_>>()?)
            }
            ExprKind::Binary { first, rest } => {
                let mut total = self.set(first)?;
                for (op, _, operand) in rest {
                    if !matches!(op, BinaryOp::Union | BinaryOp::Intersection | BinaryOp::Sub | BinaryOp::Xor) {
                        return None;
                    }
                    total = SetCode::Both(*op, Box::new([total, self.set(operand)?]));
                }
                total
            }
            _ => return None,
        })
    }
}
