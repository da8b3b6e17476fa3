//! Whether the plays of a position end, where what answers does not look at all of them: a sum that cancels, a sum that is
//! solved as one position, a player who moves alone.

use super::core::Space;
use super::interner::{Comp, Parts, State};
use super::{Answer, Engine};
use crate::value::{Component, Position};

/// So many components are looked at in a run for nothing else. What repeats beyond them is found where a search meets it.
pub(super) const MOST: u32 = 2_000;

impl Engine {
    /// That no play of a position's components comes back to where it was, whoever moves and whatever they stand beside.
    ///
    /// # Errors
    /// The cycle; what else is wrong with the rules there; a limit.
    pub(super) fn ends(&self, what: &'static str, position: &Position) -> Answer<()> {
        position.components.iter().try_for_each(|(component, _)| match component {
            Component::Whole(inner) => inner.components.iter().try_for_each(|(part, _)| self.ends_from(what, part)),
            component => self.ends_from(what, component),
        })
    }

    fn ends_from(&self, what: &'static str, component: &Component) -> Answer<()> {
        let comp = self.core.interner.borrow_mut().comp(component)?;
        self.component_ends(what, comp)
    }

    /// The same of every component of a state.
    pub(super) fn state_ends(&self, what: &'static str, state: State) -> Answer<()> {
        let mut parts = Parts::new();
        self.core.interner.borrow().parts(state, &mut parts);
        parts.iter().try_for_each(|&(comp, _)| self.component_ends(what, comp))
    }

    /// The same of a component.
    pub(super) fn component_ends(&self, what: &'static str, root: Comp) -> Answer<()> {
        let core = &self.core;
        let known = |comp: Comp| {
            if core.ended.borrow().contains(&comp) || core.interner.borrow().marks_of(comp).loopy {
                return true;
            }
            let left = core.to_look_at.get();
            core.to_look_at.set(left.saturating_sub(1));
            left == 0
        };
        self.bottom_up(Space::Written, what, root, &known, &mut |comp, _| {
            if core.to_look_at.get() > 0 && core.ended.borrow_mut().insert(comp) {
                core.meter.add_bytes(8)?;
            }
            Ok(())
        })
    }
}
