//! Several variables without an end: how a statement depends on one of them when the others are not known.
//!
//! A part that mentions no other variable and repeats from some value on (a Grundy value of a game with a proved period,
//! a residue) is the same for equal residues. Where the variable enters through such parts alone, so is the statement.

use super::forms::{Form, Forms, Scope, mentions};
use super::quasi::{NoForm, Piece, Quasi, gcd};
use crate::analysis::model::{Binder, Expr, ExprKind, Pattern};
use crate::eval::Frame;
use crate::library::Query;
use crate::syntax::ast::BinaryOp;

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

    /// Looks at the largest parts that repeat.
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
        let children: Vec<&Expr> = match &expr.kind {
            ExprKind::Neg(inner) | ExprKind::Not(inner) => vec![inner],
            ExprKind::And(parts) | ExprKind::Or(parts) | ExprKind::Implies(parts) => parts.iter().collect(),
            ExprKind::If { arms, otherwise } => {
                arms.iter().flat_map(|(condition, then)| [condition, then]).chain([&**otherwise]).collect()
            }
            ExprKind::Compare { first, rest } => {
                std::iter::once(&**first).chain(rest.iter().map(|(_, _, e)| e)).collect()
            }
            ExprKind::Binary { first, rest } => {
                std::iter::once(&**first).chain(rest.iter().map(|(_, _, e)| e)).collect()
            }
            ExprKind::Range { low, high: Some(high), .. } => vec![low, high],
            ExprKind::Builtin { args, .. } => args.iter().collect(),
            ExprKind::Query { query: Query::Sg | Query::Wins | Query::Loses | Query::Outcome, args } => {
                let [position] = &args[..] else { return Err(NoForm::new("a question about several positions")) };
                return self.heaps_repeat(position, scope, frame, found);
            }
            _ => {
                return Err(NoForm::new(
                    "a variable without an end enters otherwise than by Grundy values and residues",
                ));
            }
        };
        if children.is_empty() {
            return Err(NoForm::new("a variable without an end enters by its size"));
        }
        children.into_iter().try_for_each(|child| self.parts_repeat(child, scope, frame, found))
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
                        (None, Ok(_)) => return Err(NoForm::new("its values grow with the heap")),
                    }
                }
                Ok(())
            }
            _ => Err(NoForm::new("the size of one heap depends on several variables without an end")),
        }
    }

    /// Whether an expression mentions no variable but this one that the frame does not hold.
    fn knows_all_of(&self, expr: &Expr) -> bool {
        !self.unknown.iter().any(|slot| mentions(expr, &vec![(*slot, Quasi::variable())]))
    }
}
