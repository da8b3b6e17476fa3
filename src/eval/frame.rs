//! Frames: the slots of whatever runs.

use std::rc::Rc;

use crate::analysis::model::{Binder, Pattern, Slot};
use crate::value::{Instance, Value};

/// The slots of a running clause, function or statement. An empty slot is a variable not yet bound, or a lazy `let` not
/// yet evaluated.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    pub(super) slots: Vec<Option<Value>>,
    /// The instance whose body runs, if it is a game's.
    pub(super) instance: Option<Rc<Instance>>,
}

impl Frame {
    /// A frame of `size` empty slots.
    #[must_use]
    pub fn new(size: u32) -> Self {
        Self { slots: vec![None; size as usize], instance: None }
    }

    /// What a slot holds.
    #[inline]
    #[must_use]
    pub fn get(&self, slot: Slot) -> Option<&Value> {
        self.slots.get(slot as usize).and_then(Option::as_ref)
    }

    /// Fills a slot.
    #[inline]
    pub fn set(&mut self, slot: Slot, value: Value) {
        let index = slot as usize;
        if index >= self.slots.len() {
            self.slots.resize(index + 1, None);
        }
        self.slots[index] = Some(value);
    }

    /// Empties a slot.
    pub fn clear(&mut self, slot: Slot) {
        if let Some(place) = self.slots.get_mut(slot as usize) {
            *place = None;
        }
    }

    /// Empties the slots of every variable that `binders` bind.
    pub fn forget(&mut self, binders: &[Binder]) {
        for binder in binders {
            if let Binder::In { pattern, .. } | Binder::Is { pattern, .. } = binder {
                self.forget_pattern(pattern);
            }
        }
    }

    fn forget_pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Slot(slot, _) => self.clear(*slot),
            Pattern::Ignore => {}
            Pattern::Tuple(parts, _) => parts.iter().for_each(|part| self.forget_pattern(part)),
        }
    }

    /// The variables of `variables` that are bound, in order, with their values.
    #[must_use]
    pub fn bindings(&self, variables: &[(Rc<str>, Slot, bool)]) -> Vec<(Rc<str>, Value)> {
        let bound = |(name, slot, _): &(Rc<str>, Slot, bool)| Some((Rc::clone(name), self.get(*slot)?.clone()));
        variables.iter().filter_map(bound).collect()
    }

    /// The variables that `binders` bind and that are bound, in order, with their values.
    #[must_use]
    pub fn bound_by(&self, binders: &[Binder]) -> Vec<(Rc<str>, Value)> {
        let mut found = Vec::new();
        for binder in binders {
            if let Binder::In { pattern, .. } | Binder::Is { pattern, .. } = binder {
                self.collect(pattern, &mut found);
            }
        }
        found
    }

    fn collect(&self, pattern: &Pattern, found: &mut Vec<(Rc<str>, Value)>) {
        match pattern {
            Pattern::Slot(slot, name) => {
                if let Some(value) = self.get(*slot) {
                    found.push((Rc::clone(name), value.clone()));
                }
            }
            Pattern::Ignore => {}
            Pattern::Tuple(parts, _) => parts.iter().for_each(|part| self.collect(part, found)),
        }
    }
}
