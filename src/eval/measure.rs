//! `measure`: the number by which an author says that play comes to an end.

use std::rc::Rc;

use super::{FoundMove, Machine, Queries, Stop, wording};
use crate::value::{Component, Instance, Value};

impl Machine {
    /// The measure of a position; `None` where its game has none.
    ///
    /// # Errors
    /// Whatever the clause raises, also when it gives something else than an integer.
    pub fn measure(
        &self,
        instance: &Rc<Instance>,
        fields: &Rc<[Value]>,
        queries: &mut dyn Queries,
    ) -> Result<Option<Value>, Stop> {
        let game = self.game(instance);
        let Some(measure) = &game.measure else { return Ok(None) };
        let mut frame = self.frame_of(game, instance, fields);
        let value = self.eval(measure, &mut frame, queries)?;
        self.give_frame(frame);
        match &value {
            Value::Number(number) if number.is_integer() => Ok(Some(value)),
            _ => Err(wording::not_whole(measure.span, &value)),
        }
    }

    /// Whether a move lowers the measure, as it must: `before` is the measure of where it starts. Every component of that
    /// game that it leads to is looked at.
    ///
    /// # Errors
    /// A measure that stays or grows; whatever the clause raises.
    pub fn check_measure(
        &self,
        before: &Value,
        instance: &Rc<Instance>,
        found: &FoundMove<'_>,
        queries: &mut dyn Queries,
    ) -> Result<(), Stop> {
        for (component, _) in &found.result().components {
            let Component::Play { instance: to, fields, .. } = component else { continue };
            if to.game != instance.game {
                continue;
            }
            if let Some(after) = self.measure(to, fields, queries)?.filter(|after| after >= before) {
                let place = self.game(instance).measure.as_ref().map_or(found.clause.span, |m| m.span);
                return Err(wording::not_lowered(place, found, before, &after));
            }
        }
        Ok(())
    }
}
