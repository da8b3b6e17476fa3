//! Where moves lead: options as words.

use std::rc::Rc;

use super::masks::{OUTSIDE, Outside, all};
use super::values::{Env, Low};
use super::{Expr, FieldLayout, Lowering, Stmt, Unsupported};
use crate::analysis::model::{self, ExprKind, Generator, Type};
use crate::ir::fold;
use crate::ir::program::Op;
use crate::library::Builtin;
use crate::syntax::ast::BinaryOp;
use crate::value::Value;

/// The summands of a position, and the conditions under which it lies in its domain.
pub(super) struct Target {
    parts: Vec<Vec<Expr>>,
    /// Each must hold, else the reference engine says what is wrong.
    pub(super) checks: Vec<Expr>,
    /// No set may have elements that its masks have no bits for.
    within: bool,
}

impl Target {
    pub(super) fn new() -> Self {
        Self { parts: Vec::new(), checks: Vec::new(), within: true }
    }
}

impl Lowering<'_> {
    /// Emits the option that an expression gives.
    pub(super) fn emit(&mut self, target: &model::Expr, env: &Env) -> Result<(), Unsupported> {
        if let ExprKind::If { arms, otherwise } = &target.kind {
            return self.emit_choice(arms, otherwise, env);
        }
        let mut option = Target::new();
        self.at(target.span, |low| low.summands(target, &mut option, env))?;
        if self.next.is_some() && option.parts.len() > 1 {
            // Who wins a sum does not follow from who wins its parts.
            return Err(Unsupported("a move to a sum in which the players have different moves"));
        }
        if self.parted && !option.within {
            // With bits for whole domains, only what is at fault lies outside.
            return Err(OUTSIDE);
        }
        let inside = all(option.checks);
        if inside.as_constant() != Some(1) {
            let outside = fold::not(inside);
            self.push(Stmt::If { condition: outside, body: vec![Stmt::Leave] })?;
        }
        self.push(Stmt::Emit { parts: option.parts })
    }

    fn emit_choice(
        &mut self,
        arms: &[(model::Expr, model::Expr)],
        otherwise: &model::Expr,
        env: &Env,
    ) -> Result<(), Unsupported> {
        let Some(((condition, then), rest)) = arms.split_first() else { return self.emit(otherwise, env) };
        let condition = self.condition(condition, env)?;
        if condition.as_constant() != Some(0) {
            let body = self.nested(&mut |low| low.emit(then, env))?;
            self.push(Stmt::If { condition: condition.clone(), body })?;
        }
        if condition.as_constant() == Some(1) {
            return Ok(());
        }
        let body = self.nested(&mut |low| low.emit_choice(rest, otherwise, env))?;
        self.push(Stmt::If { condition: fold::not(condition), body })
    }

    /// Adds the summands of a position expression.
    fn summands(&mut self, expr: &model::Expr, target: &mut Target, env: &Env) -> Result<(), Unsupported> {
        match &expr.kind {
            ExprKind::Const(value) if value.as_i64() == Some(0) => Ok(()),
            ExprKind::Position { instance, fields } => {
                if !self.constants.is_own(instance, &env.known()) {
                    return Err(Unsupported("a move to a position of another game"));
                }
                let part = self.position(fields, target, env)?;
                target.parts.push(part);
                Ok(())
            }
            ExprKind::Binary { first, rest } if rest.iter().all(|(op, ..)| *op == BinaryOp::Add) => {
                self.summands(first, target, env)?;
                rest.iter().try_for_each(|(_, _, e)| self.summands(e, target, env))
            }
            ExprKind::Aggregate { function: Builtin::SUM, generator } => {
                let Generator { binders, body } = &**generator;
                self.unroll(binders, env, &mut |low, env, guard| {
                    if guard.as_constant() != Some(1) {
                        return Err(Unsupported("a sum whose length depends on the position"));
                    }
                    low.summands(body, target, env)
                })
            }
            _ => Err(Unsupported("a move to something that is no plain sum of positions")),
        }
    }

    /// The words of a position of this game.
    pub(super) fn position(
        &mut self,
        fields: &[model::Expr],
        target: &mut Target,
        env: &Env,
    ) -> Result<Vec<Expr>, Unsupported> {
        let mut words = Vec::new();
        // Domains may mention earlier fields: a frame of their own for the new position.
        let arguments = self.game.rule_params.len();
        let mut after = Env::new(self.game.frame_size as usize);
        for slot in (0..).take(arguments) {
            if let Some(low) = env.get(slot) {
                after = after.with(slot, low.clone());
            }
        }
        for ((i, field), slot) in fields.iter().enumerate().zip((0..).skip(arguments)) {
            let low = self.at(field.span, |low| low.field_value(i, field, target, env, &after, &mut words))?;
            after = after.with(slot, low);
        }
        words.extend(self.next.clone());
        Ok(words)
    }

    /// The words of one field, checked against its type.
    fn field_value(
        &mut self,
        index: usize,
        expr: &model::Expr,
        target: &mut Target,
        env: &Env,
        after: &Env,
        words: &mut Vec<Expr>,
    ) -> Result<Low, Unsupported> {
        let ty = self.game.fields[index].ty.as_ref();
        match &self.types[index] {
            FieldLayout::Frozen(value) => {
                let value = value.clone();
                match self.value(expr, env)? {
                    Low::Known(now) if now == value => Ok(Low::Known(value)),
                    _ => Err(Unsupported("a field that was taken for unchanging")),
                }
            }
            FieldLayout::Bool => {
                let word = self.condition(expr, env)?;
                words.push(word.clone());
                Ok(Low::Bool(word))
            }
            FieldLayout::Mask(universe) => {
                let universe = Rc::clone(universe);
                let within = self.mask_within(expr, &universe, Outside::Checked, env)?;
                target.within &= within.inside.as_constant() == Some(1);
                target.checks.push(within.inside);
                words.push(within.mask.clone());
                Ok(Low::Mask(universe, within.mask))
            }
            FieldLayout::Member(universe) => {
                let universe = Rc::clone(universe);
                let word = self.member_index(expr, &universe, env)?;
                if word.interval.low < 0 {
                    target.checks.push(fold::binary(Op::Le, Expr::constant(0), word.clone())?);
                }
                words.push(word.clone());
                Ok(Low::Member(universe, word))
            }
            FieldLayout::Tuple(ends) => {
                let ends = ends.clone();
                let entries = self.value(expr, env)?.entries()?;
                if entries.len() != ends.len() {
                    return Err(Unsupported("a tuple of another length"));
                }
                for (entry, (low, high)) in entries.iter().zip(ends) {
                    let word = entry.int()?;
                    target.checks.push(fold::binary(Op::Le, Expr::constant(low), word.clone())?);
                    target.checks.push(fold::binary(Op::Le, word.clone(), Expr::constant(high))?);
                    words.push(word);
                }
                Ok(Low::Tuple(entries))
            }
            &FieldLayout::Number { low } => {
                let word = self.value(expr, env)?.int()?;
                self.check_number(&word, low, ty, target, after)?;
                words.push(word.clone());
                Ok(Low::Int(word))
            }
            &FieldLayout::List { len, low } => {
                let entries = self.value(expr, env)?.entries()?;
                if entries.len() != len {
                    return Err(Unsupported("a list that changes its length"));
                }
                let of = match ty {
                    Some(Type::List(of) | Type::Bag(of)) => Some(&**of),
                    _ => None,
                };
                for entry in &entries {
                    let word = entry.int()?;
                    self.check_number(&word, low, of, target, after)?;
                    words.push(word);
                }
                Ok(Low::Vector(entries))
            }
        }
    }

    /// A number must not fall below its least value; upper bounds of words are checked where they are packed.
    fn check_number(
        &mut self,
        word: &Expr,
        low: i64,
        ty: Option<&Type>,
        target: &mut Target,
        after: &Env,
    ) -> Result<(), Unsupported> {
        if word.interval.low < low {
            target.checks.push(fold::binary(Op::Le, Expr::constant(low), word.clone())?);
        }
        let Some(Type::Domain(domain)) = ty else { return Ok(()) };
        let (first, last) = match self.value(domain, after)? {
            Low::Range(first, last) => (first, last),
            Low::Known(value @ Value::Set(_)) => {
                let ends = super::values::Universe::of_set(&value)?.range();
                let (first, last) = ends.ok_or(Unsupported("a scattered domain"))?;
                (Expr::constant(first), Expr::constant(last))
            }
            _ => return Err(Unsupported("a domain without a machine form")),
        };
        target.checks.push(fold::binary(Op::Le, first, word.clone())?);
        target.checks.push(fold::binary(Op::Le, word.clone(), last)?);
        Ok(())
    }
}
