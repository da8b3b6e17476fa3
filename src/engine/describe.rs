//! What was decided for each game, in words.

use std::rc::Rc;

use super::Engine;
use super::plan::{Asked, Plans};
use super::regions::Planned;
use super::way::{NoHeaps, Way};
use crate::base::Span;
use crate::cgt::heap::{Certificate, HeapGame};
use crate::ir::Obstacle;
use crate::value::{Component, Instance, Position};

/// A game as the language writes it: `Octal["0.77"]`.
fn written(instance: &Rc<Instance>) -> String {
    let play = Component::Play { instance: Rc::clone(instance), fields: Rc::from(Vec::new()), negated: false };
    let name = Position::of(play).to_string();
    name.strip_suffix("()").unwrap_or(&name).to_owned()
}

impl Engine {
    /// Every game whose period was proved so far, with the proof.
    #[must_use]
    pub fn certificates(&self) -> Vec<(String, HeapGame, Certificate)> {
        let plans = self.core.plans.borrow();
        let mut found: Vec<(u32, String, HeapGame, Certificate)> = Vec::new();
        for (id, Asked { instance, .. }) in &plans.asked {
            if let Some(Way::Ready(heaps)) = plans.heaps.get(id)
                && let Some((game, certificate)) = heaps.certificate()
            {
                found.push((*id, written(instance), game, certificate));
            }
        }
        found.sort_by_key(|entry| entry.0);
        found.into_iter().map(|(_, name, game, certificate)| (name, game, certificate)).collect()
    }

    /// The same without places.
    #[cfg(test)]
    #[must_use]
    pub fn plan(&self) -> Vec<(String, String)> {
        self.plan_with(&|_| None)
    }

    /// Which engine answers for each game that was asked about, in words; `place` names a place of the rules.
    #[must_use]
    pub fn plan_with(&self, place: &dyn Fn(Span) -> Option<String>) -> Vec<(String, String)> {
        let refused = |obstacle: &Obstacle| match place(obstacle.at) {
            Some(place) => format!("no machine code: {}: {place}", obstacle.reason),
            None => format!("no machine code: {}", obstacle.reason),
        };
        let mut lines = self.planned_games(|plans, id| match (plans.heaps.get(&id), plans.packed.get(&id)) {
            (_, Some(Way::Refused(_) | Way::Looking) | None) if plans.searched.contains_key(&(id, false)) => {
                String::new()
            }
            _ if let Some(Way::Ready(planned)) = plans.regions.get(&id) => planned.describe(),
            _ if let Some(Way::Refused(reason)) = plans.regions.get(&id) => format!("search ({})", refused(reason)),
            (Some(Way::Ready(heaps)), _) => heaps.describe(),
            (Some(Way::Refused(heap)), Some(Way::Ready(packed))) if *heap != NoHeaps::NotOneHeap => {
                format!("{} (no heap game: {heap})", packed.describe())
            }
            (_, Some(Way::Ready(packed))) => packed.describe(),
            (Some(Way::Refused(heap)), Some(Way::Refused(packed))) => {
                format!("search (no heap game: {heap}; {})", refused(packed))
            }
            (_, Some(Way::Refused(reason))) => format!("search ({})", refused(reason)),
            _ => "search".to_owned(),
        });
        lines.retain(|(_, words)| !words.is_empty());
        let plans = self.core.plans.borrow();
        lines.extend(plans.searched.iter().map(|((id, values), (instance, words))| {
            let reason = match plans.packed.get(id) {
                Some(Way::Refused(reason)) if !values => format!(" ({})", refused(reason)),
                _ => String::new(),
            };
            (written(instance), format!("{words}{reason}"))
        }));
        lines
    }

    /// Notes that a position that may repeat was searched, or a partizan one, for its value or its outcome.
    pub(super) fn note_searched(&self, position: &Position, values: bool) {
        let mut plans = self.core.plans.borrow_mut();
        for (component, _) in &position.components {
            let Component::Play { instance, .. } = component else { continue };
            let marks = self.core.machine.model().games[instance.game as usize].marks;
            let words = match (marks.loopy, marks.partizan) {
                (true, _) => "retrograde analysis: positions may repeat",
                (false, true) if values => "canonical forms: the players have different moves",
                (false, true) => "search: the players have different moves",
                (false, false) => continue,
            };
            plans.searched.entry((instance.id, values)).or_insert_with(|| (Rc::clone(instance), words));
        }
    }

    /// The machine code of each game that was asked about, as text; empty where there is none.
    #[must_use]
    pub fn programs(&self) -> Vec<(String, String)> {
        self.planned_games(|plans, id| match plans.packed.get(&id) {
            Some(Way::Ready(packed)) => packed.listing(),
            _ => plans.regions.get(&id).and_then(Way::ready).map(Planned::listing).unwrap_or_default(),
        })
    }

    /// Something about each game that was asked about, with the game's name.
    fn planned_games(&self, tell: impl Fn(&Plans, u32) -> String) -> Vec<(String, String)> {
        let plans = self.core.plans.borrow();
        let mut lines: Vec<(u32, String, String)> = Vec::new();
        for (&id, Asked { instance, .. }) in &plans.asked {
            lines.push((id, written(instance), tell(&plans, id)));
        }
        lines.sort();
        lines.into_iter().map(|(_, name, words)| (name, words)).collect()
    }
}
