//! Whether both sides of an `equals` have the same value: Grundy values, or canonical forms where the players have different
//! moves.

use std::ops::ControlFlow;

use super::ask::lacks_form;
use super::core::Space;
use super::equations::Instantiated;
use super::interner::{Comp, Parts, State, join};
use super::{Answer, Engine};
use crate::cgt::{Form, Movers};

impl Engine {
    /// Whether both sides of an `equals` have the same value, by the options of the left one; `false` where there are no
    /// values to compare.
    pub(super) fn check_equals(&self, one: Instantiated) -> Answer<bool> {
        let marks = {
            let interner = self.core.interner.borrow();
            join(interner.marks_of(one.comp), interner.marks(one.image))
        };
        if marks.loopy || marks.wins_if {
            return Ok(false);
        }
        let (left, right) = if marks.partizan {
            match (self.form_by_options(one.comp), self.form_as_written(one.image)) {
                (Ok(left), Ok(right)) if left == right => return Ok(true),
                (Ok(left), Ok(right)) => (left.to_string(), right.to_string()),
                (Err(stop), _) | (_, Err(stop)) if lacks_form(&stop) => return Ok(false),
                (Err(stop), _) | (_, Err(stop)) => return Err(stop),
            }
        } else {
            match (self.mex_of_options(one.comp)?, self.value_as_written(Space::Equal, one.image)?) {
                (left, right) if left == right => return Ok(true),
                (left, right) => (left.to_string(), right.to_string()),
            }
        };
        let detail = vec![
            "the two positions do not have the same value".to_owned(),
            format!("the value of {} is {left}, by its options", self.printed(State::single(one.comp))),
            format!("the value of {} is {right}", self.printed(one.image)),
        ];
        Err(self.wrong_equation(one, detail, 0))
    }

    fn mex_of_options(&self, comp: Comp) -> Answer<u64> {
        let mut values: Vec<u64> = Vec::new();
        self.each_option(Space::Equal, "equals", comp, &mut |_, parts| {
            values.push(self.grundy_of_sum(Space::Equal, parts)?);
            Ok(ControlFlow::Continue(()))
        })?;
        values.sort_unstable();
        values.dedup();
        Ok((0..).zip(&values).find(|(n, v)| n != *v).map_or(values.len() as u64, |(n, _)| n))
    }

    fn form_by_options(&self, comp: Comp) -> Answer<Form> {
        let mut options: Vec<(Form, Movers)> = Vec::new();
        self.each_option(Space::Equal, "equals", comp, &mut |side, parts| {
            options.push((self.form_of_sum(parts)?, side));
            Ok(ControlFlow::Continue(()))
        })?;
        self.form_from(&options)
    }

    fn form_as_written(&self, state: State) -> Answer<Form> {
        let position = self.core.interner.borrow().position(state);
        let mut parts = Parts::new();
        self.reduced_parts(Space::Equal, &position, &mut parts)?;
        self.form_of_sum(&parts)
    }

    pub(super) fn value_as_written(&self, space: Space, state: State) -> Answer<u64> {
        let position = self.core.interner.borrow().position(state);
        let mut parts = Parts::new();
        self.reduced_parts(space, &position, &mut parts)?;
        self.grundy_of_sum(space, &parts)
    }
}
