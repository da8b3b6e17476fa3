//! Building positions: every field is checked against its type.

use std::rc::Rc;

use smallvec::SmallVec;

use super::expr::shared;
use super::stop::fault;
use super::{FaultKind, Frame, Machine, Queries, Stop};
use crate::analysis::model::{Expr, ExprKind, Field, Game, InstanceExpr, Type};
use crate::base::Span;
use crate::cgt::Play;
use crate::syntax::ast::BinaryOp;
use crate::value::{Component, Instance, Position, Value};

/// The positions of a sum, their fields end to end.
#[derive(Default)]
pub(super) struct Plays {
    values: Vec<Value>,
    ends: Vec<(Rc<Instance>, usize)>,
}

impl Plays {
    fn clear(&mut self) {
        self.values.clear();
        self.ends.clear();
    }

    /// Game and fields of each.
    pub fn iter(&self) -> impl Iterator<Item = (&Rc<Instance>, &[Value])> {
        let mut start = 0;
        self.ends.iter().map(move |(instance, end)| {
            let fields = &self.values[start..*end];
            start = *end;
            (instance, fields)
        })
    }

    /// Their sum.
    pub fn position(&self) -> Position {
        let play =
            |(instance, fields): (&Rc<Instance>, &[Value])| (Component::play(Rc::clone(instance), fields.into()), 1);
        match &self.ends[..] {
            [_] => Position { components: self.iter().map(play).collect(), play: Play::Normal },
            // A sum as written has far fewer than 2^64 parts.
            _ => Position::from_components(self.iter().map(play).collect()).unwrap_or_default(),
        }
    }
}

/// The positions that an expression adds up, if it does nothing else.
pub(super) fn summands(target: &Expr) -> Option<SmallVec<[&Expr; 4]>> {
    match &target.kind {
        ExprKind::Position { .. } => Some(SmallVec::from_slice(&[target])),
        ExprKind::Binary { first, rest } => {
            let mut found: SmallVec<[&Expr; 4]> = SmallVec::new();
            found.push(first);
            for (op, _, operand) in rest {
                if *op != BinaryOp::Add {
                    return None;
                }
                found.push(operand);
            }
            found.iter().all(|part| matches!(part.kind, ExprKind::Position { .. })).then_some(found)
        }
        _ => None,
    }
}

impl Machine {
    /// `NAME[args](fields)`
    pub(super) fn build(
        &self,
        span: Span,
        instance: &InstanceExpr,
        fields: &[Expr],
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<Component, Stop> {
        let instance = self.resolve_instance(instance, span, frame, queries)?;
        let mut values = self.eval_all(fields, frame, queries)?;
        self.check_built(span, fields, &instance, &mut values, queries)?;
        Ok(Component::Play { instance, fields: shared(values), negated: false })
    }

    /// Checks the fields of a position that an expression builds.
    fn check_built(
        &self,
        span: Span,
        fields: &[Expr],
        instance: &Rc<Instance>,
        values: &mut [Value],
        queries: &mut dyn Queries,
    ) -> Result<(), Stop> {
        let game = &self.model.games[instance.game as usize];
        match self.check_fields(game, instance, values, queries)? {
            Ok(()) => Ok(()),
            Err((index, wrong)) => {
                let at = fields.get(index).map_or(span, |field| field.span);
                Err(leaves(game, instance, index, wrong, at))
            }
        }
    }

    /// Builds the positions of a sum one after the other into `plays`.
    pub(super) fn build_plays(
        &self,
        target: &[&Expr],
        plays: &mut Plays,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<(), Stop> {
        plays.clear();
        for part in target {
            let ExprKind::Position { instance, fields } = &part.kind else { continue };
            let instance = self.resolve_instance(instance, part.span, frame, queries)?;
            let start = plays.values.len();
            for field in fields {
                let value = self.eval(field, frame, queries)?;
                plays.values.push(value);
            }
            self.check_built(part.span, fields, &instance, &mut plays.values[start..], queries)?;
            plays.ends.push((instance, plays.values.len()));
        }
        Ok(())
    }

    /// A position of this instance with these fields.
    ///
    /// # Errors
    /// A field outside its type.
    pub fn component(
        &self,
        instance: &Rc<Instance>,
        fields: Vec<Value>,
        queries: &mut dyn Queries,
    ) -> Result<Component, Stop> {
        let game = &self.model.games[instance.game as usize];
        let mut values = SmallVec::<[Value; 4]>::from_vec(fields);
        match self.check_fields(game, instance, &mut values, queries)? {
            Ok(()) => Ok(Component::Play { instance: Rc::clone(instance), fields: shared(values), negated: false }),
            Err((index, wrong)) => Err(leaves(game, instance, index, wrong, game.span)),
        }
    }

    /// Brings every field into the form that its type wants; `Err` is the first that does not fit, with the part of it
    /// that is wrong.
    fn check_fields(
        &self,
        game: &Game,
        instance: &Rc<Instance>,
        values: &mut [Value],
        queries: &mut dyn Queries,
    ) -> Result<Result<(), (usize, Value)>, Stop> {
        if game.fields.iter().all(is_plain) {
            // Nothing in these types mentions a variable, so no frame is needed.
            let mut none = Frame::default();
            for (i, field) in game.fields.iter().enumerate() {
                let Some(value) = values.get_mut(i) else { break };
                let given = std::mem::replace(value, Value::Bool(false));
                match self.check_field(field, given, &mut none, queries)? {
                    Ok(checked) => *value = checked,
                    Err(wrong) => return Ok(Err((i, wrong))),
                }
            }
            return Ok(Ok(()));
        }
        let mut frame = self.take_frame(game.frame_size);
        let offset = game.rule_params.len();
        for (slot, arg) in frame.slots.iter_mut().zip(instance.args.iter()) {
            *slot = Some(arg.clone());
        }
        for (i, field) in game.fields.iter().enumerate() {
            let Some(value) = values.get_mut(i) else { break };
            match self.check_field(field, value.clone(), &mut frame, queries)? {
                Ok(checked) => {
                    frame.slots[offset + i] = Some(checked.clone());
                    *value = checked;
                }
                Err(wrong) => return Ok(Err((i, wrong))),
            }
        }
        self.give_frame(frame);
        Ok(Ok(()))
    }
}

#[cold]
fn leaves(game: &Game, instance: &Instance, field: usize, value: Value, span: Span) -> Stop {
    let place = u32::try_from(game.rule_params.len() + field).unwrap_or(u32::MAX);
    fault(span, FaultKind::LeavesDomain { game: instance.game, place, value })
}

/// Whether a field's type has no domain.
fn is_plain(field: &Field) -> bool {
    fn plain(ty: &Type) -> bool {
        match ty {
            Type::Nat | Type::Int | Type::Bool | Type::Text | Type::Graph | Type::Enum(_) | Type::Error => true,
            Type::List(inner) | Type::Bag(inner) => plain(inner),
            Type::Tuple(parts) => parts.iter().all(plain),
            Type::Set(_) | Type::Domain(_) => false,
        }
    }
    field.ty.as_ref().is_none_or(plain)
}
