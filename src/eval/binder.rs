//! Binders: every binding of the variables, in order.

use std::ops::{ControlFlow, Range};

use super::{Frame, Machine, Queries, Stop, wording};
use crate::analysis::model::{Binder, Expr, ExprKind, Pattern};
use crate::library::{Builtin, LibraryError, selections};
use crate::number::Number;
use crate::value::Value;

/// Whether to go on.
pub type Flow = Result<ControlFlow<()>, Stop>;

/// Called with every element of a domain.
type Each<'a> = &'a mut dyn FnMut(&mut Frame, &mut dyn Queries, Value) -> Flow;

impl Machine {
    /// Calls `visit` with every binding that passes the guards, until it breaks off. Each binding is in the frame.
    ///
    /// # Errors
    /// Whatever a domain, a guard or `visit` raises.
    pub fn for_each_binding(
        &self,
        binders: &[Binder],
        frame: &mut Frame,
        queries: &mut dyn Queries,
        visit: &mut dyn FnMut(&mut Frame, &mut dyn Queries) -> Flow,
    ) -> Result<(), Stop> {
        self.bind(binders, frame, queries, visit).map(drop)
    }

    /// The same, where a range without end has the numbers that `within` names, counted from its first; says whether
    /// `visit` broke off.
    ///
    /// # Errors
    /// As for [`Machine::for_each_binding`].
    pub fn bind_endless(
        &self,
        binders: &[Binder],
        within: &[Range<u64>],
        frame: &mut Frame,
        queries: &mut dyn Queries,
        visit: &mut dyn FnMut(&mut Frame, &mut dyn Queries) -> Flow,
    ) -> Flow {
        let Some(at) = binders.iter().position(Binder::is_endless) else {
            return self.bind(binders, frame, queries, visit);
        };
        let (before, [Binder::In { pattern, domain }, after @ ..]) = binders.split_at(at) else {
            return self.bind(binders, frame, queries, visit);
        };
        let ExprKind::Range { low, .. } = &domain.kind else { return self.bind(binders, frame, queries, visit) };
        self.bind(before, frame, queries, &mut |frame, queries| {
            let low = self.eval(low, frame, queries)?.as_i64().unwrap_or(0);
            for n in within
                .iter()
                .flat_map(|range| low.saturating_add_unsigned(range.start)..low.saturating_add_unsigned(range.end))
            {
                self.tick()?;
                self.assign(pattern, Value::int(n), frame)?;
                if self.bind_endless(after, within, frame, queries, visit)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    /// The same; says whether `visit` broke off.
    pub(super) fn bind(
        &self,
        binders: &[Binder],
        frame: &mut Frame,
        queries: &mut dyn Queries,
        visit: &mut dyn FnMut(&mut Frame, &mut dyn Queries) -> Flow,
    ) -> Flow {
        let Some((first, rest)) = binders.split_first() else { return visit(frame, queries) };
        match first {
            Binder::If(condition) => {
                let mark = self.mark();
                let holds = self.condition(condition, frame, queries);
                self.settle(mark, None);
                match holds {
                    Ok(true) => self.bind(rest, frame, queries, visit),
                    Ok(false) => Ok(ControlFlow::Continue(())),
                    Err(stop) => Err(forgetting(rest, frame, stop)),
                }
            }
            Binder::Is { pattern, value } => {
                let mark = self.mark();
                let value = match self.eval(value, frame, queries) {
                    Ok(value) => value,
                    Err(stop) => return Err(forgetting(binders, frame, stop)),
                };
                self.settle(mark, Some(&value));
                let bytes = self.mark().saturating_sub(mark);
                self.assign(pattern, value, frame)?;
                let flow = self.bind(rest, frame, queries, visit);
                self.release(bytes);
                flow
            }
            Binder::In { pattern, domain } => {
                let mut inside = false;
                let result = self.each_element(domain, frame, queries, &mut |frame, queries, element| {
                    inside = true;
                    self.tick()?;
                    self.assign(pattern, element, frame)?;
                    self.bind(rest, frame, queries, visit)
                });
                match result {
                    Err(stop) if !inside => Err(forgetting(binders, frame, stop)),
                    other => other,
                }
            }
        }
    }

    /// Fills the slots of a pattern.
    #[inline]
    pub(super) fn assign(&self, pattern: &Pattern, value: Value, frame: &mut Frame) -> Result<(), Stop> {
        match pattern {
            Pattern::Slot(slot, _) => {
                frame.set(*slot, value);
                Ok(())
            }
            Pattern::Ignore => Ok(()),
            Pattern::Tuple(parts, span) => {
                let (Value::Tuple(entries) | Value::List(entries)) = &value else {
                    return Err(wording::unexpected(*span, "a tuple", &value));
                };
                if entries.len() != parts.len() {
                    return Err(wording::pattern_length(*span, parts.len(), &value));
                }
                parts.iter().zip(entries.iter()).try_for_each(|(part, entry)| self.assign(part, entry.clone(), frame))
            }
        }
    }

    /// Calls `each` with every element of a domain, in order; ranges, subsets and choices are never built.
    pub(super) fn each_element(
        &self,
        domain: &Expr,
        frame: &mut Frame,
        queries: &mut dyn Queries,
        each: Each<'_>,
    ) -> Flow {
        match &domain.kind {
            ExprKind::Range { low, high, inclusive } => {
                let (low, high) = self.ends(low, high.as_deref(), *inclusive, frame, queries)?;
                each_integer(&low, high.as_ref(), frame, queries, each)
            }
            ExprKind::Builtin { function: Builtin::INDICES, args } if args.len() == 1 => {
                let length = self.length(&args[0], frame, queries)?;
                each_integer(&Number::from(0), Some(&Number::from(length - 1)), frame, queries, each)
            }
            ExprKind::Builtin { function, args } if matches!(*function, Builtin::SUBSETS | Builtin::CHOICES) => {
                let values = self.eval_all(args, frame, queries)?;
                self.each_selection(domain, *function, &values, frame, queries, each)
            }
            ExprKind::Aggregate { function: Builtin::CHOICES, generator } => {
                let mut domains = Vec::new();
                self.for_each_binding(&generator.binders, frame, queries, &mut |frame, queries| {
                    domains.push(self.eval(&generator.body, frame, queries)?);
                    Ok(ControlFlow::Continue(()))
                })?;
                self.each_selection(domain, Builtin::CHOICES, &domains, frame, queries, each)
            }
            _ => {
                let value = self.eval(domain, frame, queries)?;
                each_of(domain, &value, frame, queries, each)
            }
        }
    }

    fn each_selection(
        &self,
        domain: &Expr,
        function: Builtin,
        values: &[Value],
        frame: &mut Frame,
        queries: &mut dyn Queries,
        each: Each<'_>,
    ) -> Flow {
        let mut failed = None;
        let mut visit = |value: Value| match each(frame, queries, value) {
            Ok(flow) => flow,
            Err(stop) => {
                failed = Some(stop);
                ControlFlow::Break(())
            }
        };
        let result: Result<ControlFlow<()>, LibraryError> = if function == Builtin::SUBSETS {
            selections::each_subset(values, &mut visit)
        } else {
            selections::each_choice(values, &mut visit)
        };
        match failed {
            Some(stop) => Err(stop),
            None => result.map_err(|error| wording::library(domain.span, function.spec().name, error)),
        }
    }

    /// The integers that a range runs over: the first and the last, both included.
    pub(super) fn ends(
        &self,
        low: &Expr,
        high: Option<&Expr>,
        inclusive: bool,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<(Number, Option<Number>), Stop> {
        let first = self.whole(low, frame, queries)?;
        let Some(high) = high else { return Ok((first, None)) };
        let last = self.whole(high, frame, queries)?;
        if inclusive {
            return Ok((first, Some(last)));
        }
        let before = last.sub(&Number::from(1)).map_err(|_| wording::too_many(high.span, &Value::Number(last)))?;
        Ok((first, Some(before)))
    }

    /// An integer.
    pub(super) fn whole(&self, expr: &Expr, frame: &mut Frame, queries: &mut dyn Queries) -> Result<Number, Stop> {
        match self.eval(expr, frame, queries)? {
            Value::Number(n) if n.is_integer() => Ok(n),
            other => Err(wording::not_whole(expr.span, &other)),
        }
    }

    /// How many entries an expression's value has.
    fn length(&self, expr: &Expr, frame: &mut Frame, queries: &mut dyn Queries) -> Result<i64, Stop> {
        let count = |value: &Value| {
            let count = match value {
                Value::List(list) | Value::Tuple(list) => list.len(),
                Value::Text(text) => text.chars().count(),
                other => return Err(wording::unexpected(expr.span, "a list or a text", other)),
            };
            Ok(i64::try_from(count).unwrap_or(i64::MAX))
        };
        if let ExprKind::Local(slot) = expr.kind
            && let Some(value) = frame.get(slot)
        {
            return count(value);
        }
        count(&self.eval(expr, frame, queries)?)
    }
}

/// The variables that were not bound when something stopped must not show values of an earlier round.
#[cold]
fn forgetting(binders: &[Binder], frame: &mut Frame, stop: Stop) -> Stop {
    frame.forget(binders);
    stop
}

/// Every integer from `low` to `high`; without end if there is none.
fn each_integer(
    low: &Number,
    high: Option<&Number>,
    frame: &mut Frame,
    queries: &mut dyn Queries,
    each: Each<'_>,
) -> Flow {
    if let (Some(first), Some(last)) = (low.to_i64(), high.map_or(Some(i64::MAX), Number::to_i64)) {
        for n in first..=last {
            if each(frame, queries, Value::int(n))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        return Ok(ControlFlow::Continue(()));
    }
    let (mut n, one) = (low.clone(), Number::from(1));
    while high.is_none_or(|high| n <= *high) {
        if each(frame, queries, Value::Number(n.clone()))?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let Ok(next) = n.add(&one) else { break };
        n = next;
    }
    Ok(ControlFlow::Continue(()))
}

/// Every element of a set, a list or a text.
fn each_of(domain: &Expr, value: &Value, frame: &mut Frame, queries: &mut dyn Queries, each: Each<'_>) -> Flow {
    match value {
        Value::Set(set) => {
            for element in set {
                if each(frame, queries, element)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Value::List(list) => {
            for element in list.iter() {
                if each(frame, queries, element.clone())?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Value::Text(text) => {
            let mut buffer = [0; 4];
            for letter in text.chars() {
                let letter = Value::Text((&*letter.encode_utf8(&mut buffer)).into());
                if each(frame, queries, letter)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        other => return Err(wording::unexpected(domain.span, "a set, a list or a text to run over", other)),
    }
    Ok(ControlFlow::Continue(()))
}
