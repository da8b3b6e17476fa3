//! Moves that take any multiple of one field from another: `q in 1..b//a -> G(a, b - q*a)`.
//!
//! Products of variables leave what automata decide. But the options of such a move are those of one step, `b - a`, made once or
//! more often, as long as it can be made; and whether some option lies in a set is the only relation `W` with
//! `W(x)` iff the step can be made, and leads into the set or to where `W` holds. The guess is what lies outside of the set where
//! the step can be made; that equation proves it.

use std::ops::Range;
use std::rc::Rc;

use super::no::{No, Read, large};
use super::nodes::{FieldShape, Node};
use super::reader::Reader;
use super::rules::{Branch, Rules};
use super::symbol::{Cases, Part, Symbol};
use crate::analysis::model::{Binder, Expr, ExprKind, Move, Pattern};
use crate::analysis::visit;
use crate::automata::{Automaton, Formula, Linear, Track};
use crate::syntax::ast::BinaryOp;

/// A step that a move makes once or more often.
pub(super) struct Orbit {
    /// What it leads to when it is made once.
    pub once: Part,
    /// Where it can be made.
    pub can: Formula,
}

/// A move `name in 1..over // by`, whose target is `field - name * times` and all other fields.
struct Multiples<'m> {
    /// The slots of the game's fields.
    slots: Range<u32>,
    over: &'m Expr,
    by: &'m Expr,
    times: &'m Expr,
    field: usize,
}

fn is_slot(expr: &Expr, slot: u32) -> bool {
    matches!(expr.kind, ExprKind::Local(own) if own == slot)
}

/// The factor in `from - slot * factor`.
fn factor(expr: &Expr, from: u32, slot: u32) -> Option<&Expr> {
    let ExprKind::Binary { first, rest } = &expr.kind else { return None };
    let [(BinaryOp::Sub, _, product)] = rest.as_slice() else { return None };
    let ExprKind::Binary { first: one, rest } = &product.kind else { return None };
    let [(BinaryOp::Mul, _, other)] = rest.as_slice() else { return None };
    if !is_slot(first, from) {
        return None;
    }
    if is_slot(one, slot) {
        Some(other)
    } else if is_slot(other, slot) {
        Some(one)
    } else {
        None
    }
}

/// Whether an expression looks at nothing but these slots.
fn looks_at_only(expr: &Expr, slots: &dyn Fn(u32) -> bool) -> bool {
    let mut only = true;
    visit::walk(expr, &mut |e| match &e.kind {
        ExprKind::Local(slot) => only &= slots(*slot),
        ExprKind::Lazy { .. } | ExprKind::Query { .. } => only = false,
        _ => {}
    });
    only
}

impl<'m> Multiples<'m> {
    /// The parts of a move of a game with fields in the slots from `first` on.
    fn of(clause: &'m Move, first: u32) -> Option<Self> {
        let found = clause.binders.iter().enumerate().find_map(|(at, binder)| {
            let Binder::In { pattern: Pattern::Slot(slot, _), domain } = binder else { return None };
            let ExprKind::Range { low, high: Some(high), inclusive: true } = &domain.kind else { return None };
            let ExprKind::Const(low) = &low.kind else { return None };
            let ExprKind::Binary { first, rest } = &high.kind else { return None };
            match rest.as_slice() {
                [(BinaryOp::FloorDiv, _, by)] if low.as_i64() == Some(1) => Some((at, *slot, &**first, by)),
                _ => None,
            }
        });
        let (at, slot, over, by) = found?;
        let ExprKind::Position { fields, .. } = &clause.target.kind else { return None };
        let own = |field: usize| Some(first + u32::try_from(field).ok()?);
        let mut changed = (0..fields.len()).filter(|i| own(*i).is_none_or(|own| !is_slot(&fields[*i], own)));
        let (Some(field), None) = (changed.next(), changed.next()) else { return None };
        let from = own(field)?;
        let times = factor(&fields[field], from, slot)?;
        let slots = first..own(fields.len())?;
        let kept = |s: u32| s < slots.end && s != from;
        let guards = clause.binders.iter().enumerate().all(|(i, binder)| match binder {
            Binder::If(condition) => looks_at_only(condition, &|s| s != slot),
            _ => i == at,
        });
        let fits = guards && looks_at_only(times, &kept) && looks_at_only(by, &kept);
        fits.then_some(Self { slots, over, by, times, field })
    }
}

impl Reader<'_, '_> {
    /// Reads a move that takes any multiple of what other fields say from one field; `false` when it is none such.
    pub(super) fn orbit(
        &mut self,
        clause: &Move,
        moved: usize,
        node: &Node,
        depth: usize,
        rules: &mut Rules,
    ) -> Read<bool> {
        let shape = &node.shapes[moved];
        let first = large(u32::try_from(shape.instance.args.len()).ok())?;
        let Some(parts) = Multiples::of(clause, first) else { return Ok(false) };
        if !matches!(shape.fields.get(parts.field), Some(FieldShape::Number)) {
            return Ok(false);
        }
        let mut frame = self.frame_for_instance()?;
        let ExprKind::Position { instance, .. } = &clause.target.kind else { return Ok(false) };
        if self.machine.instance_of(instance, &mut frame, self.queries)?.id != shape.instance.id {
            return Ok(false);
        }
        let outer = self.given.len();
        let result = self.read_orbit(clause, &parts, moved, depth, rules);
        self.given.truncate(outer);
        result
    }

    fn read_orbit(
        &mut self,
        clause: &Move,
        parts: &Multiples<'_>,
        moved: usize,
        depth: usize,
        rules: &mut Rules,
    ) -> Read<bool> {
        for binder in &clause.binders {
            if let Binder::If(condition) = binder {
                let condition = self.truth(condition)?;
                self.given.push(condition);
            }
        }
        let Some(instance) = self.scope.instance.clone() else { return Ok(false) };
        let fields: Vec<Symbol> = parts.slots.clone().filter_map(|slot| self.scope.slots.get(&slot).cloned()).collect();
        let (taken, over, times) = (self.number(parts.by)?, self.number(parts.over)?, self.number(parts.times)?);
        let Some(Symbol::Number(from)) = fields.get(parts.field).cloned() else { return Ok(false) };
        let plain = |cases: &Cases| match cases.0.as_slice() {
            [only] if only.bound.is_empty() && only.guard.as_truth() == Some(true) => only.value.as_linear().cloned(),
            _ => None,
        };
        let (Some(step), Some(form), Some(start)) = (plain(&taken), plain(&over), plain(&from)) else {
            return Ok(false);
        };
        let slack = large(form.plus(&start, -1))?.as_constant();
        if slack.is_none() || plain(&times).as_ref() != Some(&step) {
            return Ok(false);
        }
        let positive = large(Formula::at_most(&Linear::constant(1), &step, 0))?;
        let span = clause.span;
        self.require(&positive, "what a multiple is taken of may be 0", parts.by.span)?;
        let can = positive.and(&large(Formula::at_most(&step, &form, 0))?);
        let target = |less: &Linear| {
            let mut fields = fields.clone();
            fields[parts.field] = Symbol::Number(Cases::linear(start.plus(less, -1)?));
            Some(Part { instance: Rc::clone(&instance), fields, span: clause.target.span })
        };
        let once = large(target(&step))?;
        // What holds for every amount from one step to all that is left, holds for the multiples.
        let amount = self.fresh();
        let some = Linear::variable(amount);
        self.given.push(large(Formula::at_most(&step, &some, 0))?);
        self.given.push(large(Formula::at_most(&some, &form, 0))?);
        let part = large(target(&some))?;
        self.stays(&clause.name, &part)?;
        let guard = Formula::all(self.given[depth..].iter().cloned());
        let orbit = Some(Orbit { once, can });
        rules.branches.push(Branch { bound: vec![amount], guard, moved, target: vec![part], span, orbit });
        Ok(true)
    }

    /// Where some option of a move that may be made repeatedly is in a relation: of the family's numbers, and one more.
    pub(super) fn some_option(
        &mut self,
        (node, rules): (&Node, &Rules),
        (branch, orbit): (&Branch, &Orbit),
        relation: &Rc<Automaton>,
        result: Option<Track>,
    ) -> Read<Formula> {
        let tracks: Vec<Track> = rules.tracks.iter().copied().chain(result).collect();
        let here = rules.there.and(&orbit.can);
        let Some(numbers) = self.own_numbers(node, rules, branch, &orbit.once)? else {
            return No::outside("a move leads to multiples in another game", branch.span);
        };
        // Where the move is the only one, its positions outside of the set are those with an option in it.
        let outside = self.table(relation, &tracks)?.not();
        let guess = self.tabulate(&here.and(&outside), &tracks)?;
        let (bound, once) = self.given(here.clone(), |me| me.relation(relation, &numbers, result, branch.span))?;
        let (more, again) = self.given(here.clone(), |me| me.relation(&guess, &numbers, result, branch.span))?;
        let leads = here.and(&once.exists(bound).or(&again.exists(more)));
        let said = self.table(&guess, &tracks)?;
        let wrong = rules.there.and(&said.iff(&leads).not());
        if self.decider.automaton(&wrong)?.is_empty() {
            return Ok(said);
        }
        No::outside("other moves stand beside one that takes multiples", branch.span)
    }
}
