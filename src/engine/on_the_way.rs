//! Moves of one game that lead to positions of another, which may have a faster way: a search asks there before it lists
//! options.

use super::core::Space;
use super::interner::Comp;
use super::packed::PackedGame;
use super::plan::Plans;
use super::way::Way;
use super::{Answer, Engine};
use crate::cgt::Question;
use crate::ir::Obstacle;
use crate::value::Instance;

/// So many instances of a game are looked at because a search came to them: each costs about as much as a small search.
const MET: u32 = 64;

impl Plans {
    /// Whether an instance that a search comes to may have a way that is worth a look.
    fn meets(&mut self, instance: &Instance) -> bool {
        let refused = |way: &Way<PackedGame, Obstacle>| matches!(way, Way::Refused(_));
        match (self.packed.get(&instance.id), self.heaps.get(&instance.id)) {
            _ if self.off => false,
            (_, Some(Way::Ready(_))) => true,
            (Some(way), _) => !refused(way) || self.regions.get(&instance.id).is_some_and(|r| r.ready().is_some()),
            (None, Some(_)) => true,
            (None, None) => {
                let met = self.met.entry(instance.game).or_default();
                *met += 1;
                *met <= MET
            }
        }
    }
}

impl Engine {
    /// The answer of a component's own game, where a search for positions of another one, which `home` is, comes to it: a move
    /// of one game may lead to a position of another that has a faster way.
    pub(super) fn planned_on_the_way(
        &self,
        space: Space,
        home: Option<u32>,
        comp: Comp,
        question: Question,
    ) -> Answer<Option<u64>> {
        let component = {
            let interner = self.core.interner.borrow();
            let Some((instance, traits, false)) = interner.game(comp) else { return Ok(None) };
            let marks = traits.marks;
            if Some(instance.id) == home || space == Space::Written || marks.partizan || marks.loopy || marks.wins_if {
                return Ok(None);
            }
            if !self.core.plans.borrow_mut().meets(instance) {
                return Ok(None);
            }
            interner.component(comp)
        };
        self.planned(&component, question)
    }

    /// The instance of a component's game.
    pub(super) fn instance_of(&self, comp: Comp) -> Option<u32> {
        self.core.interner.borrow().game(comp).map(|(instance, ..)| instance.id)
    }
}
