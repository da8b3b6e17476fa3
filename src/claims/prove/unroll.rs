//! Variables over finite domains, one binding after the other.

use std::ops::ControlFlow;
use std::slice;

use super::forms::{Form, Forms, Scope, mentions, operator, relation, truth};
use super::quasi::{NoForm, Piece, Quasi};
use crate::analysis::model::{Binder, Expr, Pattern};
use crate::eval::Frame;
use crate::library::Aggregate;
use crate::syntax::ast::{BinaryOp, CompareOp};
use crate::value::Value;

/// More bindings than this are not gone through for one expression.
const MOST_BINDINGS: usize = 10_000;

/// One binding of variables over domains that do not depend on `n`.
pub(super) struct Leaf<'e> {
    pub frame: Frame,
    /// What depends on `n`, definitions among the binders included.
    pub scope: Scope,
    /// The guards that depend on `n`; the others hold.
    pub guards: Vec<&'e Expr>,
}

impl Forms<'_> {
    /// The bindings of `binders`, in order.
    pub(super) fn leaves<'e>(
        &mut self,
        binders: &'e [Binder],
        scope: &Scope,
        frame: &Frame,
    ) -> Result<Vec<Leaf<'e>>, NoForm> {
        let mut leaves = vec![Leaf { frame: frame.clone(), scope: scope.clone(), guards: Vec::new() }];
        for binder in binders {
            let mut next = Vec::new();
            for leaf in leaves {
                self.bind(binder, leaf, &mut next)?;
            }
            leaves = next;
        }
        Ok(leaves)
    }

    fn bind<'e>(&mut self, binder: &'e Binder, mut leaf: Leaf<'e>, into: &mut Vec<Leaf<'e>>) -> Result<(), NoForm> {
        let (Binder::If(expr) | Binder::Is { value: expr, .. } | Binder::In { domain: expr, .. }) = binder;
        let (known, depends) = (self.knows_all_of(expr), mentions(expr, &leaf.scope));
        match binder {
            Binder::If(condition) if depends || !known => leaf.guards.push(condition),
            _ if !known => return Err(NoForm::new("a variable that depends on another one without an end")),
            Binder::Is { pattern: Pattern::Slot(slot, _), value } if depends => {
                let value = self.form(value, &leaf.scope, &mut leaf.frame)?;
                leaf.scope.push((*slot, value));
            }
            _ if depends => return Err(NoForm::new("a variable whose domain depends on the one without an end")),
            _ => {
                let machine = self.machine;
                let Leaf { mut frame, scope, guards } = leaf;
                let mut full = false;
                let ran =
                    machine.for_each_binding(slice::from_ref(binder), &mut frame, self.queries, &mut |frame, _| {
                        full = into.len() == MOST_BINDINGS;
                        if full {
                            return Ok(ControlFlow::Break(()));
                        }
                        into.push(Leaf { frame: frame.clone(), scope: scope.clone(), guards: guards.clone() });
                        Ok(ControlFlow::Continue(()))
                    });
                ran.map_err(|stop| self.stopped(stop))?;
                return if full { Err(NoForm::new("so many values of another variable")) } else { Ok(()) };
            }
        }
        into.push(leaf);
        Ok(())
    }

    /// The conjunction of a leaf's guards.
    fn guard(&mut self, leaf: &mut Leaf<'_>) -> Form {
        let mut result = truth(true);
        for guard in leaf.guards.iter().rev() {
            result = self.form(guard, &leaf.scope, &mut leaf.frame)?.choose(&result, &truth(false))?;
        }
        Ok(result)
    }

    /// `all(body for binders)` and the like: the bodies put together, one binding after the other.
    pub(super) fn aggregate(
        &mut self,
        kind: Aggregate,
        binders: &[Binder],
        body: &Expr,
        scope: &Scope,
        frame: &mut Frame,
    ) -> Form {
        let zero = || Quasi::constant(Piece::integer(0));
        let (mut result, neutral) = match kind {
            Aggregate::All => (Some(truth(true)), truth(true)),
            Aggregate::Any => (Some(truth(false)), truth(false)),
            Aggregate::Count => (Some(zero()), truth(false)),
            Aggregate::Sum | Aggregate::NimSum => (Some(zero()), zero()),
            Aggregate::Min | Aggregate::Max => (None, zero()),
            Aggregate::Mex | Aggregate::Choices => return Err(NoForm::beyond()),
        };
        for mut leaf in self.leaves(binders, scope, frame)? {
            if result.is_none() && !leaf.guards.is_empty() {
                return Err(NoForm::new("a least or greatest number of a set that depends on the variable"));
            }
            let guard = self.guard(&mut leaf)?;
            if guard.pieces.iter().all(|piece| *piece == Piece::Fixed(Value::Bool(false))) {
                continue;
            }
            let part = guard.choose(&self.form(body, &leaf.scope, &mut leaf.frame)?, &neutral)?;
            result = Some(match result {
                None => part,
                Some(result) => self.join(kind, &result, &part)?,
            });
        }
        result.ok_or_else(|| NoForm::new("a least or greatest number of nothing"))
    }

    fn join(&self, kind: Aggregate, result: &Quasi, part: &Quasi) -> Form {
        match kind {
            Aggregate::All => result.choose(part, &truth(false)),
            Aggregate::Any => result.choose(&truth(true), part),
            Aggregate::Count => {
                let one = part.choose(&Quasi::constant(Piece::integer(1)), &Quasi::constant(Piece::integer(0)))?;
                result.add(&one, 1)
            }
            Aggregate::NimSum => operator(&self.window, BinaryOp::Xor, result, part),
            Aggregate::Min => relation(&self.window, CompareOp::Le, result, part)?.choose(result, part),
            Aggregate::Max => relation(&self.window, CompareOp::Ge, result, part)?.choose(result, part),
            Aggregate::Sum | Aggregate::Mex | Aggregate::Choices => result.add(part, 1),
        }
    }
}
