//! Which moves of a game no position that was reached could make, for the warning about them.

use std::ops::ControlFlow;
use std::rc::Rc;

use hashbrown::HashSet;

use super::plan::KEPT;
use super::{Answer, Engine};
use crate::value::{Component, Instance, Value};

/// So many options are looked at again.
const LOOKED_AT: usize = 20_000;

impl Engine {
    /// The moves of a game that no position reached so far could make (their places in
    /// [`Game::moves`](crate::analysis::model::Game::moves)). What a faster engine has answered for, or an equation has
    /// stood for, is looked at again as it was written, as far as that is little work; where it is more, nothing is said.
    ///
    /// # Errors
    /// As for any question.
    pub fn never_fired(&self, game: u32) -> Answer<Vec<usize>> {
        let machine = &self.core.machine;
        let rules = &machine.model().games[game as usize];
        let Some(roots) = self.asked_about(game) else { return Ok(Vec::new()) };
        if roots.is_empty() && !rules.equations.is_empty() {
            // What was reached are representatives; others may have moves that these have not.
            return Ok(Vec::new());
        }
        let (mut waiting, mut seen) = (roots, HashSet::new());
        let (mut fired, mut left) = (vec![false; rules.moves.len()], LOOKED_AT);
        let mut queries = self.clone();
        while let Some((instance, fields)) = waiting.pop() {
            let known = !seen.insert((instance.id, Rc::clone(&fields)));
            if known || machine.ending(&instance, &fields, &mut queries)?.is_some() {
                continue;
            }
            machine.for_each_move(&instance, &fields, &mut queries, &mut |found| {
                fired[found.index] = true;
                left = left.saturating_sub(1);
                for (component, _) in &found.result().components {
                    if let Component::Play { instance, fields, .. } = component
                        && instance.game == game
                    {
                        waiting.push((Rc::clone(instance), Rc::clone(fields)));
                    }
                }
                Ok(if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
            if left == 0 || fired.iter().all(|f| *f) {
                return Ok(Vec::new());
            }
        }
        Ok(machine.never_fired(game))
    }

    /// The positions of a game that a faster engine was asked about; `None` when there were more than are kept.
    fn asked_about(&self, game: u32) -> Option<Vec<(Rc<Instance>, Rc<[Value]>)>> {
        let plans = self.core.plans.borrow();
        let mut roots = Vec::new();
        for asked in plans.asked.values().filter(|asked| asked.instance.game == game) {
            if asked.first.len() > KEPT {
                return None;
            }
            roots.extend(asked.first.iter().map(|fields| (Rc::clone(&asked.instance), Rc::clone(fields))));
        }
        Some(roots)
    }
}
