//! The evaluator: one function for every form of expression.

use std::rc::Rc;

use smallvec::SmallVec;

use super::machine::{POSITION_BYTES, list_bytes};
use super::{Frame, Machine, Queries, Stop, wording};
use crate::analysis::model::{Expr, ExprKind};
use crate::base::Span;
use crate::cgt::Play;
use crate::value::{Component, Position, Set, Value};

/// What every evaluation gives.
pub(super) type Answer = Result<Value, Stop>;

impl Machine {
    /// The value of an expression.
    ///
    /// # Errors
    /// A limit, or a fault at the smallest expression concerned.
    pub fn eval(&self, expr: &Expr, frame: &mut Frame, queries: &mut dyn Queries) -> Answer {
        match &expr.kind {
            ExprKind::Const(value) => Ok(value.clone()),
            ExprKind::Local(slot) => match frame.get(*slot) {
                Some(value) => Ok(value.clone()),
                None => Err(wording::defect(expr.span, "a variable without a value")),
            },
            ExprKind::Lazy { slot, index } => match frame.get(*slot) {
                Some(value) => Ok(value.clone()),
                None => self.lazy_let(expr.span, *slot, *index, frame, queries),
            },
            ExprKind::Binary { first, rest } => match self.fast_int(expr, frame) {
                Some(n) => Ok(Value::int(n)),
                None => self.binary(first, rest, frame, queries),
            },
            ExprKind::Index(base, index) => match self.fast_int(expr, frame) {
                Some(n) => Ok(Value::int(n)),
                None => self.index(base, index, frame, queries),
            },
            ExprKind::If { arms, otherwise } => {
                if let Some(n) = self.fast_int(expr, frame) {
                    return Ok(Value::int(n));
                }
                for (condition, then) in arms {
                    if self.condition(condition, frame, queries)? {
                        return self.eval(then, frame, queries);
                    }
                }
                self.eval(otherwise, frame, queries)
            }
            ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Implies(_) | ExprKind::Compare { .. } | ExprKind::Not(_) => {
                Ok(Value::Bool(self.condition(expr, frame, queries)?))
            }
            ExprKind::Position { instance, fields } => {
                let component = self.build(expr.span, instance, fields, frame, queries)?;
                self.charge(POSITION_BYTES)?;
                Ok(Value::Position(Rc::new(Position::of(component))))
            }
            ExprKind::Builtin { function, args } => match self.fast_int(expr, frame) {
                Some(n) => Ok(Value::int(n)),
                None => self.builtin(expr, *function, args, frame, queries),
            },
            ExprKind::Call { function, args } => self.call(expr.span, *function, args, frame, queries),
            _ => self.eval_rarer(expr, frame, queries),
        }
    }

    /// The forms that are not on the way of most moves.
    #[inline(never)]
    fn eval_rarer(&self, expr: &Expr, frame: &mut Frame, queries: &mut dyn Queries) -> Answer {
        match &expr.kind {
            ExprKind::Global { index, path } => self.global_part(expr.span, *index, path, queries),
            ExprKind::EnumDomain(index) => Ok(self.enum_domain(*index)),
            ExprKind::Tuple(list) => {
                let entries = self.eval_all(list, frame, queries)?;
                self.charge(list_bytes(entries.len()))?;
                Ok(Value::Tuple(shared(entries)))
            }
            ExprKind::List(list) => self.once(expr, frame, queries, |machine, frame, queries| {
                let entries = machine.eval_all(list, frame, queries)?;
                machine.charge(list_bytes(entries.len()))?;
                Ok(Value::List(shared(entries)))
            }),
            ExprKind::Set(list) => self.once(expr, frame, queries, |machine, frame, queries| {
                let entries = machine.eval_all(list, frame, queries)?;
                machine.charge(list_bytes(entries.len()))?;
                Ok(Value::Set(Set::from_values(entries.into_vec())))
            }),
            ExprKind::Comprehension { set, generator } => self.comprehension(*set, generator, frame, queries),
            ExprKind::Aggregate { function, generator } => {
                self.aggregate(expr.span, *function, generator, frame, queries)
            }
            ExprKind::Graph { chains, binders } => self
                .once(expr, frame, queries, |machine, frame, queries| machine.graph(chains, binders, frame, queries)),
            ExprKind::Range { low, high, inclusive } => {
                self.range_value(low, high.as_deref(), *inclusive, frame, queries)
            }
            ExprKind::Neg(inner) => {
                let value = self.eval(inner, frame, queries)?;
                self.negate(expr.span, value)
            }
            ExprKind::Misere(inner) => {
                let position = self.position_at(inner, frame, queries)?;
                let position = Rc::unwrap_or_clone(position);
                Ok(Value::Position(Rc::new(position.with_play(Play::Misere))))
            }
            ExprKind::Slice(base, range) => self.slice(base, range, frame, queries),
            ExprKind::Field(base, name) => {
                let value = self.eval(base, frame, queries)?;
                super::access::field(expr.span, &value, name)
            }
            ExprKind::With { base, entries, binders } => self.with(base, entries, binders, frame, queries),
            ExprKind::Query { query, args } => self.query(expr.span, *query, args, frame, queries),
            _ => Err(wording::defect(expr.span, "an expression with an error was evaluated")),
        }
    }

    /// The value of each expression.
    pub(super) fn eval_all(
        &self,
        list: &[Expr],
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<SmallVec<[Value; 4]>, Stop> {
        let mut values = SmallVec::with_capacity(list.len());
        for expr in list {
            values.push(self.eval(expr, frame, queries)?);
        }
        Ok(values)
    }

    /// Evaluates an expression once for the run when it mentions no variable, else every time.
    pub(super) fn once(
        &self,
        expr: &Expr,
        frame: &mut Frame,
        queries: &mut dyn Queries,
        eval: impl Fn(&Self, &mut Frame, &mut dyn Queries) -> Answer,
    ) -> Answer {
        let kept = self.closed.get_or_eval(expr, || {
            let mark = self.mark();
            let value = eval(self, frame, queries)?;
            self.keep(mark, &value, 0)?;
            Ok(value)
        });
        kept.unwrap_or_else(|| eval(self, frame, queries))
    }

    fn global_part(&self, span: Span, index: u32, path: &[u32], queries: &mut dyn Queries) -> Answer {
        let mut value = self.global(index, queries)?;
        for &entry in path {
            let part = match &value {
                Value::Tuple(entries) | Value::List(entries) => entries.get(entry as usize).cloned(),
                _ => None,
            };
            value = part.ok_or_else(|| wording::unexpected(span, "a tuple with enough entries", &value))?;
        }
        Ok(value)
    }

    /// Evaluates a per-position `let`, whose variables have slots of their own.
    #[inline(never)]
    fn lazy_let(&self, span: Span, slot: u32, index: u32, frame: &mut Frame, queries: &mut dyn Queries) -> Answer {
        let Some(instance) = &frame.instance else {
            return Err(wording::defect(span, "a game's `let` outside its body"));
        };
        let entry = &self.model.games[instance.game as usize].lets[index as usize];
        let value = self.eval(&entry.value, frame, queries)?;
        self.assign(&entry.pattern, value, frame)?;
        match frame.get(slot) {
            Some(value) => Ok(value.clone()),
            None => Err(wording::defect(span, "a `let` that does not bind its name")),
        }
    }

    /// A truth value.
    ///
    /// # Errors
    /// As for [`Machine::eval`].
    pub fn condition(&self, expr: &Expr, frame: &mut Frame, queries: &mut dyn Queries) -> Result<bool, Stop> {
        let short =
            matches!(expr.kind, ExprKind::Compare { .. } | ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Not(_));
        if short && let Some(holds) = self.fast_bool(expr, frame) {
            return Ok(holds);
        }
        match &expr.kind {
            ExprKind::Compare { first, rest } => self.compare(first, rest, frame, queries),
            ExprKind::And(parts) => {
                for part in parts {
                    if !self.condition(part, frame, queries)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            ExprKind::Or(parts) => {
                for part in parts {
                    if self.condition(part, frame, queries)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            ExprKind::Implies(parts) => {
                let Some((last, before)) = parts.split_last() else { return Ok(true) };
                for part in before {
                    if !self.condition(part, frame, queries)? {
                        return Ok(true);
                    }
                }
                self.condition(last, frame, queries)
            }
            ExprKind::Not(inner) => Ok(!self.condition(inner, frame, queries)?),
            _ => match self.eval(expr, frame, queries)? {
                Value::Bool(holds) => Ok(holds),
                other => Err(wording::unexpected(expr.span, "a condition", &other)),
            },
        }
    }

    /// The position that an expression gives; the number 0 is the empty position.
    pub(super) fn position_at(
        &self,
        expr: &Expr,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<Rc<Position>, Stop> {
        let value = self.eval(expr, frame, queries)?;
        as_position(&value).ok_or_else(|| wording::unexpected(expr.span, "a position", &value))
    }

    /// The position that a value is: 0 is the empty position, other integers and dyadic fractions stand for their values.
    ///
    /// # Errors
    /// A value that is not a position.
    pub fn position(&self, value: &Value) -> Result<Rc<Position>, Stop> {
        as_position(value).ok_or_else(|| wording::unexpected(Span::NONE, "a position", value))
    }
}

/// The position that a value is, if it is one.
pub(super) fn as_position(value: &Value) -> Option<Rc<Position>> {
    match value {
        Value::Position(position) => Some(Rc::clone(position)),
        Value::Number(n) if n.is_zero() => Some(Rc::new(Position::empty())),
        Value::Number(n) => super::ask::number_form(n).map(|form| Rc::new(Position::of(Component::Form(form)))),
        _ => None,
    }
}

/// Values as a shared slice, in one allocation for the usual few.
pub(super) fn shared(values: SmallVec<[Value; 4]>) -> Rc<[Value]> {
    let mut values = values;
    match values.len() {
        1 => match values.pop() {
            Some(a) => Rc::new([a]),
            None => Rc::from(Vec::new()),
        },
        2 => match (values.pop(), values.pop()) {
            (Some(b), Some(a)) => Rc::new([a, b]),
            _ => Rc::from(Vec::new()),
        },
        _ => Rc::from(values.into_vec()),
    }
}
