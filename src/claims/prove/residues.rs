//! Several variables without an end: how a statement depends on one of them when the others are not known.
//!
//! A part that mentions no other variable and repeats from some value on (a Grundy value of a game with a proved period,
//! a residue) is the same for equal residues. Where the variable enters through such parts alone, so is the statement.

use super::forms::{Form, Forms, Scope, mentions};
use super::quasi::{NoForm, Piece, Quasi, gcd};
use crate::analysis::model::{Binder, Expr, ExprKind, Pattern};
use crate::analysis::visit;
use crate::eval::{Frame, Stop};
use crate::library::Query;
use crate::syntax::ast::{BinaryOp, CompareOp};

/// Of more residues than this an expression is not evaluated one by one.
const MOST_EVALUATED: i128 = 1_000_000;
/// Residues beyond this many are not worth trying.
const MOST_PERIOD: i128 = 10_000_000;

/// From which value on, and with which period, everything looked at so far repeats.
struct Repeats {
    start: i128,
    period: i128,
}

impl Repeats {
    fn with(&mut self, part: &Quasi) -> Result<(), NoForm> {
        let classes = part.pieces.len() as i128;
        self.start = self.start.max(part.start);
        self.period = self.period / gcd(self.period, classes) * classes;
        if self.period > MOST_PERIOD { Err(NoForm::new("a common period that is too long")) } else { Ok(()) }
    }
}

/// The slots that a binder fills.
fn slots(binder: &Binder) -> Vec<u32> {
    fn of(pattern: &Pattern, into: &mut Vec<u32>) {
        match pattern {
            Pattern::Slot(slot, _) => into.push(*slot),
            Pattern::Ignore => {}
            Pattern::Tuple(parts, _) => parts.iter().for_each(|part| of(part, into)),
        }
    }
    let mut found = Vec::new();
    if let Binder::In { pattern, .. } | Binder::Is { pattern, .. } = binder {
        of(pattern, &mut found);
    }
    found
}

/// Whether a function takes finitely many values: it repeats.
fn repeats(form: &Form) -> Option<&Quasi> {
    let constant = |p: &Piece| match *p {
        Piece::Linear { slope, .. } => slope == 0,
        Piece::Fixed(_) => true,
    };
    form.as_ref().ok().filter(|q| q.pieces.iter().all(constant))
}

impl Forms<'_> {
    /// From which value of the variable on, and with which period, the statement depends on its residue alone.
    pub(super) fn recurrence(
        &mut self,
        binders: &[Binder],
        body: &Expr,
        frame: &mut Frame,
    ) -> Result<(i128, i128), NoForm> {
        let scope: Scope = vec![(self.slot, Quasi::variable())];
        let mut found = Repeats { start: 0, period: 1 };
        self.unknown = binders.iter().flat_map(slots).collect();
        for binder in binders {
            match binder {
                Binder::If(condition) => self.parts_repeat(condition, &scope, frame, &mut found)?,
                Binder::In { domain: e, .. } | Binder::Is { value: e, .. } if mentions(e, &scope) => {
                    return Err(NoForm::new("a range or definition depends on another variable without an end"));
                }
                _ => {}
            }
        }
        self.parts_repeat(body, &scope, frame, &mut found)?;
        Ok((found.start, found.period))
    }

    /// An expression that depends on the variable through residues alone: evaluated once for each.
    pub(super) fn by_residues(&mut self, expr: &Expr, scope: &Scope, frame: &Frame) -> Form {
        let mut found = Repeats { start: 0, period: 1 };
        let mut frame = frame.clone();
        self.residues = false;
        let looked = self.parts_repeat(expr, scope, &mut frame, &mut found);
        self.residues = true;
        looked?;
        if !self.knows_all_of(expr) || found.period > MOST_EVALUATED {
            return Err(NoForm::new("a common period that is too long"));
        }
        let start = scope.iter().fold(found.start.max(self.window.from), |start, (_, form)| start.max(form.start));
        if start < 0 || self.window.until.is_some_and(|until| start + found.period > until) {
            return Err(NoForm::new("so few values of the variable"));
        }
        let period = usize::try_from(found.period).unwrap_or(1);
        let mut pieces = vec![Piece::integer(0); period];
        for n in start..start + found.period {
            for (slot, form) in scope {
                let value = form.at(n).ok_or_else(|| NoForm::new("numbers that grow so large"))?;
                frame.set(*slot, value);
            }
            let machine = self.machine;
            let value =
                machine.meter().check().map_err(Stop::from).and_then(|()| machine.eval(expr, &mut frame, self.queries));
            let value = value.map_err(|stop| self.stopped(stop))?;
            pieces[usize::try_from(n.rem_euclid(found.period)).unwrap_or(0)] = Piece::of(value);
        }
        Ok(Quasi { start, pieces })
    }

    /// Looks at the largest parts that repeat: the expression is a function of them and of what does not mention the
    /// variable.
    fn parts_repeat(
        &mut self,
        expr: &Expr,
        scope: &Scope,
        frame: &mut Frame,
        found: &mut Repeats,
    ) -> Result<(), NoForm> {
        if !mentions(expr, scope) {
            return Ok(());
        }
        if self.knows_all_of(expr) {
            let form = self.form(expr, scope, frame);
            if let Some(part) = repeats(&form) {
                return found.with(part);
            }
        }
        match &expr.kind {
            // A nimber is a function of a number.
            ExprKind::Query { query: Query::Star, args } => {
                args.iter().try_for_each(|arg| self.parts_repeat(arg, scope, frame, found))
            }
            ExprKind::Query { query: Query::Sg | Query::Wins | Query::Loses | Query::Outcome, args } => {
                let [position] = &args[..] else { return Err(NoForm::new("a question about several positions")) };
                self.heaps_repeat(position, scope, frame, found)
            }
            ExprKind::Comprehension { generator, .. } | ExprKind::Aggregate { generator, .. } => {
                for mut leaf in self.leaves(&generator.binders, scope, frame)? {
                    for part in leaf.guards.iter().copied().chain([&generator.body]) {
                        self.parts_repeat(part, &leaf.scope, &mut leaf.frame, found)?;
                    }
                }
                Ok(())
            }
            ExprKind::Compare { first, rest } => {
                let by_value = rest.iter().all(|(op, ..)| !matches!(op, CompareOp::In | CompareOp::NotIn));
                for operand in std::iter::once(&**first).chain(rest.iter().map(|(_, _, e)| e)) {
                    if by_value && is_position(operand) {
                        self.heaps_repeat(operand, scope, frame, found)?;
                    } else {
                        self.parts_repeat(operand, scope, frame, found)?;
                    }
                }
                Ok(())
            }
            ExprKind::Local(_) => Err(NoForm::new("a variable without an end that enters by its size")),
            ExprKind::Lazy { .. }
            | ExprKind::Graph { .. }
            | ExprKind::With { .. }
            | ExprKind::Misere(_)
            | ExprKind::Field(..)
            | ExprKind::Query { .. }
            | ExprKind::Position { .. }
            | ExprKind::Error => {
                Err(NoForm::new("a variable without an end that enters otherwise than by Grundy values and residues"))
            }
            _ => {
                let mut result = Ok(());
                visit::children(expr, &mut |child| {
                    if result.is_ok() {
                        result = self.parts_repeat(child, scope, frame, found);
                    }
                });
                result
            }
        }
    }

    /// The heaps of a sum: each that mentions the variable has a value that repeats.
    fn heaps_repeat(
        &mut self,
        position: &Expr,
        scope: &Scope,
        frame: &mut Frame,
        found: &mut Repeats,
    ) -> Result<(), NoForm> {
        if !mentions(position, scope) {
            return Ok(());
        }
        match &position.kind {
            ExprKind::Query { query: Query::Star, .. } => self.parts_repeat(position, scope, frame, found),
            ExprKind::Binary { first, rest } if rest.iter().all(|(op, ..)| *op == BinaryOp::Add) => {
                self.heaps_repeat(first, scope, frame, found)?;
                rest.iter().try_for_each(|(_, _, e)| self.heaps_repeat(e, scope, frame, found))
            }
            _ if self.knows_all_of(position) => {
                let mut heaps = Vec::new();
                self.heaps(position, 1, &mut heaps, scope, frame)?;
                for heap in &heaps {
                    let form = self.grundy(heap);
                    match (repeats(&form), &form) {
                        (Some(part), _) => found.with(part)?,
                        (None, Err(reason)) => return Err(reason.clone()),
                        (None, Ok(_)) => return Err(NoForm::new("values that grow with the heap")),
                    }
                }
                Ok(())
            }
            _ => Err(NoForm::new("a heap whose size depends on several variables without an end")),
        }
    }

    /// Whether an expression mentions no variable but this one that the frame does not hold.
    pub(super) fn knows_all_of(&self, expr: &Expr) -> bool {
        !self.unknown.iter().any(|slot| mentions(expr, &vec![(*slot, Quasi::variable())]))
    }
}

/// Whether an expression is written as a position: what is compared is its value.
fn is_position(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Position { .. } => true,
        ExprKind::Binary { first, rest } => {
            rest.iter().all(|(op, ..)| matches!(op, BinaryOp::Add | BinaryOp::Mul))
                && std::iter::once(&**first).chain(rest.iter().map(|(_, _, e)| e)).any(is_position)
        }
        _ => false,
    }
}
