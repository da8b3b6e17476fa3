//! The shortest cycle through a repeated position.

use std::ops::ControlFlow;

use hashbrown::HashMap;

use super::Engine;
use super::core::Space;
use super::interner::{Parts, State, remove_part};
use crate::eval::{FoundMove, Stop};

/// So many positions are looked at; then the repetition that was met is shown as it was met.
const MOST: usize = 20_000;

impl Engine {
    /// Positions and the labels between them, the last of which leads back to the first. `open` is a cycle that was met.
    pub(super) fn shortest_cycle(
        &self,
        space: Space,
        through: State,
        open: &[State],
    ) -> Result<(Vec<String>, Vec<String>), Stop> {
        let mut from: HashMap<State, (State, String)> = HashMap::new();
        let mut queue = vec![through];
        let mut at = 0;
        while at < queue.len() && queue.len() < MOST {
            let state = queue[at];
            at += 1;
            for (label, option) in self.labelled_options(space, state)? {
                if option == through {
                    return Ok(self.walk_back(through, state, label, &from));
                }
                if from.try_insert_new(option, state, label) {
                    queue.push(option);
                }
            }
        }
        let mut labels = Vec::new();
        for (i, &state) in open.iter().enumerate() {
            let next = open.get(i + 1).copied().unwrap_or(through);
            let found = self.labelled_options(space, state)?.into_iter().find(|o| o.1 == next);
            labels.push(found.map_or_else(String::new, |o| o.0));
        }
        Ok((open.iter().map(|&s| self.printed(s)).collect(), labels))
    }

    fn walk_back(
        &self,
        through: State,
        last: State,
        label: String,
        from: &HashMap<State, (State, String)>,
    ) -> (Vec<String>, Vec<String>) {
        let (mut positions, mut labels) = (vec![self.printed(last)], vec![label]);
        let mut state = last;
        while state != through {
            let Some((before, label)) = from.get(&state) else { break };
            positions.push(self.printed(*before));
            labels.push(label.clone());
            state = *before;
        }
        positions.reverse();
        labels.reverse();
        (positions, labels)
    }

    /// The options of a state with the labels of the moves; of a sum that arises from a single component also each
    /// component alone, for a component repeats in whatever company.
    fn labelled_options(&self, space: Space, state: State) -> Result<Vec<(String, State)>, Stop> {
        let mut parts = Parts::new();
        self.core.interner.borrow().parts(state, &mut parts);
        let mut found = Vec::new();
        for &(comp, _) in &parts {
            let mut moves: Vec<(String, Parts)> = Vec::new();
            self.each_move(comp, &mut |_, option, found| {
                let mut to = Parts::new();
                self.reduced_parts_of(space, option, &mut to)?;
                moves.push((found.map_or_else(|| "move".to_owned(), FoundMove::label), to));
                Ok(ControlFlow::Continue(()))
            })?;
            for (label, to) in moves {
                let mut after = parts.clone();
                remove_part(&mut after, comp);
                for &(part, copies) in &to {
                    super::interner::add_part(&mut after, part, copies)?;
                }
                let single = parts.len() == 1 && parts[0].1 == 1;
                if single && to.iter().any(|p| to.len() > 1 || p.1 > 1) {
                    found.extend(to.iter().map(|p| (label.clone(), State::single(p.0))));
                }
                // What is being computed has no other form yet.
                let written = |_| self.core.interner.borrow_mut().state(&after).map_err(Stop::from);
                found.push((label, self.canonical(space, &after).or_else(written)?));
            }
        }
        Ok(found)
    }
}

trait InsertNew {
    fn try_insert_new(&mut self, option: State, state: State, label: String) -> bool;
}

impl InsertNew for HashMap<State, (State, String)> {
    fn try_insert_new(&mut self, option: State, state: State, label: String) -> bool {
        match self.entry(option) {
            hashbrown::hash_map::Entry::Occupied(_) => false,
            hashbrown::hash_map::Entry::Vacant(slot) => {
                slot.insert((state, label));
                true
            }
        }
    }
}
