//! Which elements of a universe satisfy a condition: as one mask, so that `any`, `all`, `count` and filters over sets need no
//! loop.

use std::rc::Rc;

use super::values::{Env, Low, Universe};
use super::{Expr, Lowering, Unsupported};
use crate::analysis::model::{self, Binder, ExprKind, Generator, Pattern};
use crate::analysis::visit;
use crate::ir::fold;
use crate::ir::program::Op;
use crate::library::Builtin;
use crate::syntax::ast::{BinaryOp, CompareOp};

/// Why a condition on an element has no form of its own.
const NO_FORM: Unsupported = Unsupported("a condition on elements without a form for masks");

/// An element times 1 or -1, and what is added: a number that does not depend on the element.
struct Affine {
    negative: bool,
    rest: Expr,
}

impl Lowering<'_> {
    /// `any`, `all` or `count` over the elements of a mask; `None` for others.
    pub(super) fn over_mask(
        &mut self,
        function: Builtin,
        generator: &Generator,
        env: &Env,
    ) -> Result<Option<Low>, Unsupported> {
        let [Binder::In { pattern: Pattern::Slot(slot, _), domain }, guards @ ..] = &generator.binders[..] else {
            return Ok(None);
        };
        if !matches!(function, Builtin::ANY | Builtin::ALL | Builtin::COUNT)
            || guards.iter().any(|guard| !matches!(guard, Binder::If(_)))
        {
            return Ok(None);
        }
        let Ok(Low::Mask(universe, mut mask)) = self.value(domain, env) else { return Ok(None) };
        for guard in guards {
            let Binder::If(condition) = guard else { continue };
            let Ok(holds) = self.holds_for(condition, *slot, &universe, env) else { return Ok(None) };
            mask = fold::binary(Op::And, mask, holds)?;
        }
        let Ok(holds) = self.holds_for(&generator.body, *slot, &universe, env) else { return Ok(None) };
        let zero = Expr::constant(0);
        Ok(Some(match function {
            Builtin::ANY => Low::Bool(fold::binary(Op::Ne, fold::binary(Op::And, mask, holds)?, zero)?),
            Builtin::ALL => Low::Bool(fold::binary(Op::Eq, fold::binary(Op::AndNot, mask, holds)?, zero)?),
            _ => {
                let most = i64::try_from(universe.len()).unwrap_or(64);
                Low::Int(fold::popcount(fold::binary(Op::And, mask, holds)?, most))
            }
        }))
    }

    /// The elements of a universe for which a condition holds, where it has a form for all of them at once.
    pub(super) fn holds_for(
        &mut self,
        condition: &model::Expr,
        slot: u32,
        universe: &Rc<Universe>,
        env: &Env,
    ) -> Result<Expr, Unsupported> {
        if !visit::free(condition).contains(&slot) {
            let holds = self.condition(condition, env)?;
            return Ok(fold::select(holds, Expr::constant(universe.full()), Expr::constant(0)));
        }
        match &condition.kind {
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                let op = if matches!(condition.kind, ExprKind::And(_)) { Op::And } else { Op::Or };
                let mut parts = parts.iter().map(|part| self.holds_for(part, slot, universe, env));
                let first = parts.next().ok_or(NO_FORM)??;
                let rest: Vec<Expr> = parts.collect::<Result<_, _>>()?;
                rest.into_iter().try_fold(first, |all, part| fold::binary(op, all, part))
            }
            ExprKind::Not(inner) => {
                let holds = self.holds_for(inner, slot, universe, env)?;
                fold::binary(Op::AndNot, Expr::constant(universe.full()), holds)
            }
            ExprKind::Compare { first, rest } if matches!(rest[..], [(CompareOp::In | CompareOp::NotIn, ..)]) => {
                let (op, _, set) = &rest[0];
                let Ok(holds) = self.elements_in(first, set, slot, universe, env) else {
                    return self.tabulate_filter(condition, slot, universe, env);
                };
                match op {
                    CompareOp::In => Ok(holds),
                    _ => fold::binary(Op::AndNot, Expr::constant(universe.full()), holds),
                }
            }
            _ => self.tabulate_filter(condition, slot, universe, env),
        }
    }

    /// The elements that an expression takes into a set.
    fn elements_in(
        &mut self,
        element: &model::Expr,
        set: &model::Expr,
        slot: u32,
        universe: &Rc<Universe>,
        env: &Env,
    ) -> Result<Expr, Unsupported> {
        if visit::free(set).contains(&slot) {
            return Err(NO_FORM);
        }
        let Low::Mask(of, mask) = self.value(set, env)? else { return Err(NO_FORM) };
        match self.preimage(element, slot, universe, &of, &mask, env) {
            Ok(holds) => Ok(holds),
            Err(_) => self.shifted(element, slot, universe, &of, mask, env),
        }
    }

    /// The elements that a map known beforehand takes into a set.
    fn preimage(
        &mut self,
        element: &model::Expr,
        slot: u32,
        universe: &Rc<Universe>,
        of: &Rc<Universe>,
        mask: &Expr,
        env: &Env,
    ) -> Result<Expr, Unsupported> {
        let mut map = vec![0i64; of.len()];
        for i in 0..universe.len() {
            let env = env.with(slot, Low::Known(universe.value(i).ok_or(NO_FORM)?));
            let image = self.known(element, &env).ok_or(NO_FORM)?;
            if let Some(to) = of.index_of(&image) {
                map[to] |= 1 << i;
            }
        }
        self.moved_once(mask, &map)
    }

    /// The numbers that a sum or difference takes into a set of numbers.
    fn shifted(
        &mut self,
        element: &model::Expr,
        slot: u32,
        universe: &Universe,
        of: &Universe,
        mask: Expr,
        env: &Env,
    ) -> Result<Expr, Unsupported> {
        let (Some((first, _)), Some((base, last))) = (universe.range(), of.range()) else { return Err(NO_FORM) };
        let Affine { negative, rest } = self.affine_in(element, slot, env)?;
        let (mask, places) = if negative {
            // Mirrored, the numbers ascend again: the last one is the first bit.
            let mirror: Vec<i64> = (0..of.len()).rev().map(|to| 1 << to).collect();
            let both = last.checked_add(first).ok_or(NO_FORM)?;
            (self.moved_once(&mask, &mirror)?, fold::binary(Op::Sub, Expr::constant(both), rest)?)
        } else {
            let apart = first.checked_sub(base).ok_or(NO_FORM)?;
            (mask, fold::binary(Op::Add, rest, Expr::constant(apart))?)
        };
        fold::binary(Op::And, moved_down(mask, &places)?, Expr::constant(universe.full()))
    }

    /// A number as an element, or its negative, and what is added.
    fn affine_in(&mut self, expr: &model::Expr, slot: u32, env: &Env) -> Result<Affine, Unsupported> {
        match &expr.kind {
            ExprKind::Local(s) if *s == slot => Ok(Affine { negative: false, rest: Expr::constant(0) }),
            ExprKind::Binary { first, rest } => {
                let mut found = None::<bool>;
                let mut sum = Expr::constant(0);
                let plus = std::iter::once((BinaryOp::Add, &**first));
                for (op, operand) in plus.chain(rest.iter().map(|(op, _, operand)| (*op, operand))) {
                    let (machine, minus) = match op {
                        BinaryOp::Add => (Op::Add, false),
                        BinaryOp::Sub => (Op::Sub, true),
                        _ => return Err(NO_FORM),
                    };
                    let part = if visit::free(operand).contains(&slot) {
                        let inner = self.affine_in(operand, slot, env)?;
                        if found.replace(inner.negative != minus).is_some() {
                            return Err(NO_FORM);
                        }
                        inner.rest
                    } else {
                        self.value(operand, env)?.int()?
                    };
                    sum = fold::binary(machine, sum, part)?;
                }
                Ok(Affine { negative: found.ok_or(NO_FORM)?, rest: sum })
            }
            _ => Err(NO_FORM),
        }
    }
}

/// A mask whose bit `i` is the bit `i + places` of another one.
fn moved_down(mask: Expr, places: &Expr) -> Result<Expr, Unsupported> {
    let up = fold::binary(Op::Sub, Expr::constant(0), places.clone())?;
    let down = beyond(fold::binary(Op::Shr, mask.clone(), places.clone())?, places)?;
    let up = beyond(fold::binary(Op::Shl, mask, up.clone())?, &up)?;
    let falls = fold::binary(Op::Le, Expr::constant(0), places.clone())?;
    Ok(fold::select(falls, down, up))
}

/// What a shift leaves: nothing where it passes a word.
fn beyond(shifted: Expr, places: &Expr) -> Result<Expr, Unsupported> {
    let within = fold::binary(Op::Lt, places.clone(), Expr::constant(64))?;
    Ok(fold::select(within, shifted, Expr::constant(0)))
}
