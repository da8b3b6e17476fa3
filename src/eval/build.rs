//! Building positions: every field is checked against its type.

use std::rc::Rc;

use smallvec::SmallVec;

use super::expr::shared;
use super::stop::fault;
use super::{FaultKind, Frame, Machine, Queries, Stop};
use crate::analysis::model::{Expr, Field, Game, InstanceExpr, Type};
use crate::base::Span;
use crate::value::{Component, Instance, Value};

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
        let game = &self.model.games[instance.game as usize];
        if let Err((index, wrong)) = self.check_fields(game, &instance, &mut values, queries)? {
            let at = fields.get(index).map_or(span, |field| field.span);
            return Err(leaves(game, &instance, index, wrong, at));
        }
        Ok(Component::Play { instance, fields: shared(values), negated: false })
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
        let mut values = SmallVec::from_vec(fields);
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
        values: &mut SmallVec<[Value; 4]>,
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
