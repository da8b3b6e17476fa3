//! Expressions as functions of `n`.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::quasi::{NoForm, Piece, Quasi, Window};
use crate::analysis::model::{Binder, Expr, ExprKind, InstanceExpr};
use crate::analysis::visit;
use crate::eval::{Frame, Machine, ProvenPeriod, Queries, Stop};
use crate::library::{Aggregate, Builtin, Query};
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::{Instance, Value};

pub(super) type Form = Result<Quasi, NoForm>;
/// What the variables that depend on `n` are, by slot.
pub(super) type Scope = Vec<(u32, Quasi)>;

/// A heap of a game, as large as a function of `n` says.
pub(super) struct Heap {
    instance: Rc<Instance>,
    size: Quasi,
    times: i128,
}

/// Turns expressions into functions of the variable in one slot.
pub(super) struct Forms<'a> {
    pub(super) machine: &'a Machine,
    pub(super) queries: &'a mut dyn Queries,
    pub(super) slot: u32,
    /// Which values of the variable matter.
    pub(super) window: Window,
    /// Slots of variables that have no value yet.
    pub(super) unknown: Vec<u32>,
    /// Whether what has no form by its parts is looked at for residues: not again within such a look.
    pub(super) residues: bool,
    theorems: BTreeSet<String>,
    stop: Option<Stop>,
}

impl<'a> Forms<'a> {
    pub(super) fn new(machine: &'a Machine, queries: &'a mut dyn Queries, slot: u32, window: Window) -> Self {
        Self {
            machine,
            queries,
            slot,
            window,
            unknown: Vec::new(),
            residues: true,
            theorems: BTreeSet::new(),
            stop: None,
        }
    }

    /// The theorems that were used.
    pub(super) fn theorems(&mut self) -> BTreeSet<String> {
        if self.theorems.is_empty() {
            self.theorems.insert("linear arithmetic on residue classes".to_owned());
        }
        std::mem::take(&mut self.theorems)
    }

    /// The limit or fault that ended the work, if one did.
    pub(super) fn take_stop(&mut self) -> Option<Stop> {
        self.stop.take()
    }

    /// A limit ends the work. A fault does not: it may stand where no instance evaluates it.
    pub(super) fn stopped(&mut self, stop: Stop) -> NoForm {
        match stop {
            Stop::Fault(_) => NoForm::new("an expression that is at fault where it is evaluated"),
            limit @ Stop::Limit(_) => {
                self.stop.get_or_insert(limit);
                NoForm::because("the evaluation for a proof ended early")
            }
        }
    }

    /// The truth of a statement for every binding of its remaining binders: guards imply the body.
    pub(super) fn statement(&mut self, binders: &[Binder], body: &Expr, frame: &mut Frame) -> Form {
        let scope: Scope = vec![(self.slot, Quasi::variable())];
        self.aggregate(Aggregate::All, binders, body, &scope, frame)
    }

    /// The function that an expression is: by its parts, or, where it depends on residues alone, value by value.
    pub(super) fn form(&mut self, expr: &Expr, scope: &Scope, frame: &mut Frame) -> Form {
        if !mentions(expr, scope) {
            return self.constant(expr, frame);
        }
        let found = self.by_parts(expr, scope, frame);
        if found.is_ok() || !self.residues || self.stop.is_some() {
            return found;
        }
        self.by_residues(expr, scope, frame).or(found)
    }

    fn by_parts(&mut self, expr: &Expr, scope: &Scope, frame: &mut Frame) -> Form {
        match &expr.kind {
            ExprKind::Local(slot) => {
                let found = scope.iter().rev().find(|(s, _)| s == slot);
                found.map(|(_, form)| form.clone()).ok_or_else(|| NoForm::new("a variable that is not bound"))
            }
            ExprKind::Neg(inner) => {
                let inner = self.form(inner, scope, frame)?;
                Quasi::constant(Piece::integer(0)).add(&inner, -1)
            }
            ExprKind::Not(inner) => {
                let inner = self.form(inner, scope, frame)?;
                inner.map(|p| Ok(Piece::Fixed(Value::Bool(!p.truth()?))))
            }
            ExprKind::And(parts) => self.connect(parts, true, scope, frame),
            ExprKind::Or(parts) => self.connect(parts, false, scope, frame),
            ExprKind::Implies(parts) => {
                let Some((last, first)) = parts.split_last() else { return Err(NoForm::new("an empty `implies`")) };
                let mut result = self.form(last, scope, frame)?;
                for part in first.iter().rev() {
                    let part = self.form(part, scope, frame)?;
                    result = part.choose(&result, &truth(true))?;
                }
                Ok(result)
            }
            ExprKind::If { arms, otherwise } => {
                let mut result = self.form(otherwise, scope, frame)?;
                for (condition, then) in arms.iter().rev() {
                    let condition = self.form(condition, scope, frame)?;
                    let then = self.form(then, scope, frame)?;
                    result = condition.choose(&then, &result)?;
                }
                Ok(result)
            }
            ExprKind::Compare { first, rest } => self.compare(first, rest, scope, frame),
            ExprKind::Binary { first, rest } => {
                let mut result = self.form(first, scope, frame)?;
                for (op, _, operand) in rest {
                    let operand = self.form(operand, scope, frame)?;
                    result = operator(&self.window, *op, &result, &operand)?;
                }
                Ok(result)
            }
            ExprKind::Call { function, args } => self.call(*function, args, scope, frame),
            ExprKind::Builtin { function, args } => self.builtin(*function, args, scope, frame),
            ExprKind::Query { query, args } => self.query(*query, args, scope, frame),
            ExprKind::Aggregate { function, generator } => match function.aggregate() {
                Some(kind) => self.aggregate(kind, &generator.binders, &generator.body, scope, frame),
                None => Err(NoForm::beyond()),
            },
            _ => Err(NoForm::beyond()),
        }
    }

    /// An expression that does not depend on `n`.
    fn constant(&mut self, expr: &Expr, frame: &mut Frame) -> Form {
        let machine = self.machine;
        let value = match machine.eval(expr, frame, self.queries) {
            Ok(value) => value,
            Err(stop) => return Err(self.stopped(stop)),
        };
        Ok(Quasi::constant(Piece::of(value)))
    }

    fn connect(&mut self, parts: &[Expr], all: bool, scope: &Scope, frame: &mut Frame) -> Form {
        let mut result = truth(all);
        for part in parts.iter().rev() {
            let part = self.form(part, scope, frame)?;
            result = if all { part.choose(&result, &truth(false))? } else { part.choose(&truth(true), &result)? };
        }
        Ok(result)
    }

    fn compare(
        &mut self,
        first: &Expr,
        rest: &[(CompareOp, crate::base::Span, Expr)],
        scope: &Scope,
        frame: &mut Frame,
    ) -> Form {
        let mut left = self.form(first, scope, frame)?;
        let mut result = truth(true);
        for (op, _, operand) in rest {
            let one = if matches!(op, CompareOp::In | CompareOp::NotIn) {
                let inside = self.membership(&left, operand, scope, frame)?;
                inside.map(|p| Ok(Piece::Fixed(Value::Bool(p.truth()? == (*op == CompareOp::In)))))?
            } else {
                let right = self.form(operand, scope, frame)?;
                let one = relation(&self.window, *op, &left, &right)?;
                left = right;
                one
            };
            result = result.choose(&one, &truth(false))?;
        }
        Ok(result)
    }

    fn membership(&mut self, left: &Quasi, set: &Expr, scope: &Scope, frame: &mut Frame) -> Form {
        if let ExprKind::Range { low, high: Some(high), inclusive } = &set.kind {
            let low = self.form(low, scope, frame)?;
            let high = self.form(high, scope, frame)?;
            let above = relation(&self.window, CompareOp::Le, &low, left)?;
            let below = relation(&self.window, if *inclusive { CompareOp::Le } else { CompareOp::Lt }, left, &high)?;
            return above.choose(&below, &truth(false));
        }
        if mentions(set, scope) {
            return Err(NoForm::new("a set that depends on the variable without an end"));
        }
        let machine = self.machine;
        let value = match machine.eval(set, frame, self.queries) {
            Ok(value) => value,
            Err(stop) => return Err(self.stopped(stop)),
        };
        let Value::Set(set) = value else { return Err(NoForm::new("membership in something that is no set")) };
        let mut result = truth(false);
        for element in &set {
            let Some(n) = element.as_i64() else { return Err(NoForm::new("a set of things that are no integers")) };
            let equal = relation(&self.window, CompareOp::Eq, left, &Quasi::constant(Piece::integer(i128::from(n))))?;
            result = equal.choose(&truth(true), &result)?;
        }
        Ok(result)
    }

    /// A function of the file: its body with its arguments' forms.
    fn call(&mut self, function: u32, args: &[Expr], scope: &Scope, frame: &mut Frame) -> Form {
        let model = Rc::clone(self.machine.model());
        let Some(function) = model.functions.get(function as usize) else {
            return Err(NoForm::new("an unknown function"));
        };
        if function.recursive {
            return Err(NoForm::new(format!("a function that calls itself (`{}`)", function.name)));
        }
        let mut inner = Frame::new(function.frame_size);
        let mut inner_scope = Scope::new();
        for (slot, arg) in (0u32..).zip(args) {
            if mentions(arg, scope) {
                inner_scope.push((slot, self.form(arg, scope, frame)?));
            } else {
                let machine = self.machine;
                match machine.eval(arg, frame, self.queries) {
                    Ok(value) => inner.set(slot, value),
                    Err(stop) => return Err(self.stopped(stop)),
                }
            }
        }
        self.form(&function.body, &inner_scope, &mut inner)
    }

    fn builtin(&mut self, function: Builtin, args: &[Expr], scope: &Scope, frame: &mut Frame) -> Form {
        let forms = args.iter().map(|a| self.form(a, scope, frame)).collect::<Result<Vec<_>, _>>()?;
        match (function, &forms[..]) {
            (Builtin::ABS, [a]) => {
                let negated = Quasi::constant(Piece::integer(0)).add(a, -1)?;
                relation(&self.window, CompareOp::Le, &negated, a)?.choose(a, &negated)
            }
            (Builtin::MIN | Builtin::MAX, [first, rest @ ..]) if !rest.is_empty() => {
                let mut result = first.clone();
                for next in rest {
                    let op = if function == Builtin::MIN { CompareOp::Le } else { CompareOp::Ge };
                    result = relation(&self.window, op, &result, next)?.choose(&result, next)?;
                }
                Ok(result)
            }
            (Builtin::NIMSUM, [first, rest @ ..]) if !rest.is_empty() => {
                rest.iter().try_fold(first.clone(), |a, b| operator(&self.window, BinaryOp::Xor, &a, b))
            }
            _ => Err(NoForm::new(format!("`{}` of a number without an end", function.spec().name))),
        }
    }

    /// A question about a position whose heaps grow with `n`.
    fn query(&mut self, query: Query, args: &[Expr], scope: &Scope, frame: &mut Frame) -> Form {
        let mut heaps = Vec::new();
        let [position] = args else { return Err(NoForm::new("a question about several positions")) };
        self.heaps(position, 1, &mut heaps, scope, frame)?;
        let mut value = Quasi::constant(Piece::integer(0));
        let alone = heaps.len() == 1 && heaps[0].times == 1;
        for heap in heaps {
            let grundy = self.grundy(&heap)?;
            if heap.times % 2 != 0 {
                value = if alone { grundy } else { operator(&self.window, BinaryOp::Xor, &value, &grundy)? };
            }
        }
        let zero = Quasi::constant(Piece::integer(0));
        match query {
            Query::Sg => Ok(value),
            Query::Loses => relation(&self.window, CompareOp::Eq, &value, &zero),
            Query::Wins => relation(&self.window, CompareOp::Ne, &value, &zero),
            Query::Outcome => {
                let (n, p) = (Value::text("N"), Value::text("P"));
                let lost = relation(&self.window, CompareOp::Eq, &value, &zero)?;
                lost.map(|piece| Ok(Piece::Fixed(if piece.truth()? { p.clone() } else { n.clone() })))
            }
            _ => Err(NoForm::new("a question other than `sg`, `wins`, `loses` and `outcome`")),
        }
    }

    /// The heaps of a position expression.
    pub(super) fn heaps(
        &mut self,
        expr: &Expr,
        times: i128,
        into: &mut Vec<Heap>,
        scope: &Scope,
        frame: &mut Frame,
    ) -> Result<(), NoForm> {
        match &expr.kind {
            ExprKind::Const(value) if value.as_i64() == Some(0) => Ok(()),
            ExprKind::Position { instance, fields } => {
                let instance = self.instance(instance, scope, frame)?;
                let [size] = &fields[..] else {
                    return Err(NoForm::new(format!("a game with more than one field (`{}`)", instance.name)));
                };
                let size = self.form(size, scope, frame)?;
                into.push(Heap { instance, size, times });
                Ok(())
            }
            ExprKind::Binary { first, rest } if rest.iter().all(|(op, ..)| *op == BinaryOp::Add) => {
                self.heaps(first, times, into, scope, frame)?;
                rest.iter().try_for_each(|(_, _, e)| self.heaps(e, times, into, scope, frame))
            }
            ExprKind::Binary { first, rest } if rest.len() == 1 && rest[0].0 == BinaryOp::Mul => {
                if mentions(first, scope) {
                    return Err(NoForm::new("a number of components that grows"));
                }
                let count = self.constant(first, frame)?.pieces[0].as_integer();
                let count = count.ok_or_else(|| NoForm::new("a number of components that is no integer"))?;
                self.heaps(&rest[0].2, times * count, into, scope, frame)
            }
            ExprKind::Call { function, args } => {
                let model = Rc::clone(self.machine.model());
                let function = model.functions.get(*function as usize);
                let function = function.filter(|f| !f.recursive).ok_or_else(|| NoForm::new("a recursive function"))?;
                let mut inner = Frame::new(function.frame_size);
                let mut inner_scope = Scope::new();
                for (slot, arg) in (0u32..).zip(args) {
                    let form = self.form(arg, scope, frame)?;
                    match &form.pieces[..] {
                        [Piece::Fixed(value)] => inner.set(slot, value.clone()),
                        _ => inner_scope.push((slot, form)),
                    }
                }
                self.heaps(&function.body, times, into, &inner_scope, &mut inner)
            }
            _ => Err(NoForm::new("a position that is no plain sum of heaps")),
        }
    }

    pub(super) fn instance(
        &mut self,
        expr: &InstanceExpr,
        scope: &Scope,
        frame: &mut Frame,
    ) -> Result<Rc<Instance>, NoForm> {
        let depends = matches!(expr, InstanceExpr::Dynamic { args, .. } if args.iter().any(|a| mentions(a, scope)));
        if depends {
            return Err(NoForm::new("rule arguments that grow"));
        }
        let machine = self.machine;
        machine.instance_of(expr, frame, self.queries).map_err(|stop| self.stopped(stop))
    }

    /// The Grundy value of a heap.
    pub(super) fn grundy(&mut self, heap: &Heap) -> Form {
        let name = Rc::clone(&heap.instance.name);
        let proven = match self.queries.proven_period(&heap.instance) {
            Ok(Ok(proven)) => proven,
            Ok(Err(reason)) => return Err(NoForm::because(format!("no period of `{name}` is proved: {reason}"))),
            Err(stop) => return Err(self.stopped(stop)),
        };
        self.theorems.insert(format!("`{name}`: {}", proven.theorem));
        substitute(&proven, &heap.size)
    }
}

/// `g(size(n))` for a function `g` with a proven period.
fn substitute(proven: &ProvenPeriod, size: &Quasi) -> Form {
    let period = i128::from(proven.period.max(1));
    let classes = size.pieces.len() as i128;
    let mut factor = 1;
    for piece in &size.pieces {
        let (slope, _, denominator) = piece.linear()?;
        if slope < 0 {
            return Err(NoForm::new("a heap that shrinks below zero"));
        }
        // Once round the classes the size grows by this much.
        let step = slope * classes / denominator;
        let rounds = period / super::quasi::gcd(step, period);
        factor = factor / super::quasi::gcd(factor, rounds) * rounds;
    }
    let mut fine = size.refined_by(classes * factor)?;
    let (mut start, mut pieces) = (fine.start, Vec::with_capacity(fine.pieces.len()));
    for (r, piece) in (0i128..).zip(&fine.pieces) {
        let (slope, offset, denominator) = piece.linear()?;
        let preperiod = i128::from(proven.preperiod);
        if slope == 0 {
            let size = offset / denominator;
            if size < 0 {
                return Err(NoForm::new("a heap of negative size"));
            }
            pieces.push(Piece::integer(proven.value(size)));
            continue;
        }
        // size >= preperiod, and so >= 0, from this n on.
        start = start.max((preperiod * denominator - offset).max(0) / slope + 1).max(-offset / slope + 1);
        // A size of this class within the first period: g(size) = g(least) + saltus * (size - least) / period.
        let some = (slope * r + offset).div_euclid(denominator);
        let least = preperiod + (some - preperiod).rem_euclid(period);
        let (base, saltus) = (proven.value(least), i128::from(proven.saltus));
        // base + saltus * ((slope n + offset) / denominator - least) / period
        let divisor = denominator * period;
        let linear = Piece::reduced(saltus * slope, base * divisor + saltus * (offset - least * denominator), divisor)?;
        pieces.push(linear);
    }
    fine.start = start;
    fine.pieces = pieces;
    Ok(fine)
}

pub(super) fn truth(value: bool) -> Quasi {
    Quasi::constant(Piece::Fixed(Value::Bool(value)))
}

/// Whether an expression depends on a variable of the scope.
pub(super) fn mentions(expr: &Expr, scope: &Scope) -> bool {
    visit::free(expr).into_iter().any(|slot| scope.iter().any(|(bound, _)| *bound == slot))
}

/// A comparison, class by class.
pub(super) fn relation(window: &Window, op: CompareOp, a: &Quasi, b: &Quasi) -> Form {
    let fixed = |q: &Quasi| q.pieces.iter().any(|p| matches!(p, Piece::Fixed(_)));
    if fixed(a) || fixed(b) {
        return a.zip(b, |x, y| match (op, x, y) {
            (CompareOp::Eq, Piece::Fixed(x), Piece::Fixed(y)) => Ok((Piece::Fixed(Value::Bool(x == y)), 0)),
            (CompareOp::Ne, Piece::Fixed(x), Piece::Fixed(y)) => Ok((Piece::Fixed(Value::Bool(x != y)), 0)),
            _ => Err(NoForm::new("an order of things that are no numbers")),
        });
    }
    let sign = a.compare(b, window)?;
    sign.map(|piece| {
        let sign = piece.as_integer().unwrap_or(0);
        let holds = match op {
            CompareOp::Eq => sign == 0,
            CompareOp::Ne => sign != 0,
            CompareOp::Lt => sign < 0,
            CompareOp::Le => sign <= 0,
            CompareOp::Gt => sign > 0,
            _ => sign >= 0,
        };
        Ok(Piece::Fixed(Value::Bool(holds)))
    })
}

/// An operator, class by class.
pub(super) fn operator(window: &Window, op: BinaryOp, a: &Quasi, b: &Quasi) -> Form {
    match op {
        BinaryOp::Add => a.add(b, 1),
        BinaryOp::Sub => a.add(b, -1),
        BinaryOp::Mul => a.multiply(b),
        BinaryOp::FloorDiv | BinaryOp::Mod => {
            let by = match &b.pieces[..] {
                [piece] => piece.as_integer().filter(|&d| d > 0),
                _ => None,
            };
            let by = by.ok_or_else(|| NoForm::new("a division by something that is no positive constant"))?;
            let (quotient, remainder) = a.divide(by)?;
            Ok(if op == BinaryOp::Mod { remainder } else { quotient })
        }
        BinaryOp::Iff => a.zip(b, |x, y| Ok((Piece::Fixed(Value::Bool(x.truth()? == y.truth()?)), 0))),
        BinaryOp::Xor | BinaryOp::Union | BinaryOp::Intersection => {
            if let Some(found) = bits(window, op, a, b).or_else(|| bits(window, op, b, a)) {
                return found;
            }
            a.zip(b, |x, y| {
                if let (Ok(x), Ok(y), BinaryOp::Xor) = (x.truth(), y.truth(), op) {
                    return Ok((Piece::Fixed(Value::Bool(x != y)), 0));
                }
                match (x.as_integer(), y.as_integer()) {
                    (Some(x), Some(y)) if x >= 0 && y >= 0 => {
                        let bits = match op {
                            BinaryOp::Xor => x ^ y,
                            BinaryOp::Union => x | y,
                            _ => x & y,
                        };
                        Ok((Piece::integer(bits), 0))
                    }
                    _ => Err(NoForm::new("a nim-sum of numbers that grow")),
                }
            })
        }
        _ => Err(NoForm::new("an operator that is not linear")),
    }
}

/// The bits of a number that grows with those of a constant `c`: `x & c` is that of the last bits of `x`, `x | c` is
/// `x + c - (x & c)`, and `x xor c` is `x + c - 2 (x & c)`, for natural `x`.
fn bits(window: &Window, op: BinaryOp, x: &Quasi, constant: &Quasi) -> Option<Form> {
    let [piece] = &constant.pieces[..] else { return None };
    let c = piece.as_integer().filter(|c| (0..1 << 20).contains(c))?;
    let grows = |piece: &Piece| matches!(piece, Piece::Linear { slope: 1.., .. });
    let shrinks = |piece: &Piece| matches!(piece, Piece::Fixed(_) | Piece::Linear { slope: ..0, .. });
    if x.pieces.iter().any(shrinks) || !x.pieces.iter().any(grows) {
        return None;
    }
    let common = || {
        let natural = x.compare(&Quasi::constant(Piece::integer(0)), window)?;
        if natural.pieces.iter().any(|sign| sign.as_integer() == Some(-1)) {
            return Err(NoForm::new("bits of a negative number"));
        }
        let (_, last) = x.divide((c + 1).cast_unsigned().next_power_of_two().cast_signed())?;
        let mut both = last.map(|piece| Ok(Piece::integer(piece.as_integer().unwrap_or(0) & c)))?;
        both.start = both.start.max(natural.start);
        let times = match op {
            BinaryOp::Intersection => return Ok(both),
            BinaryOp::Union => 1,
            _ => 2,
        };
        x.add(constant, 1)?.add(&both, -times)
    };
    Some(common())
}
