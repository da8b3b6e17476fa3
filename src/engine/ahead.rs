//! A look ahead where a search goes deep: play that repeats is found early, and play that grows is named.

use std::ops::ControlFlow;
use std::rc::Rc;

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use super::Engine;
use super::core::Space;
use super::interner::{Comp, Parts, State, Unpacked};
use crate::base::Exceeded;
use crate::eval::Stop;
use crate::value::{Instance, Value};

/// A search with so many open positions looks ahead, once.
pub(super) const DEEP: usize = 1 << 12;
/// So many components are looked at, and so many options.
const MOST: usize = 1 << 10;
const MOST_OPTIONS: usize = 20_000;
/// A move that can be made so often in a row, while a field grows each time, is worth a word.
const IN_A_ROW: usize = 1000;

impl Engine {
    /// Looks at the positions near one whose search became deep.
    ///
    /// # Errors
    /// The cycle among them, if there is one: then no search over all of them ends. A limit.
    pub(super) fn look_ahead(&self, space: Space, what: &'static str, root: Comp) -> Result<(), Stop> {
        if self.core.growth.borrow().is_none() {
            let growth = self.growth_from(space, root)?;
            *self.core.growth.borrow_mut() = growth;
        }
        match self.repeating(space, what, root)?.map(State::single) {
            Some(through) => Err(self.repeats(space, &[through], through, what)),
            None => Ok(()),
        }
    }

    /// What a search for a component ended with: that play near it repeats says more than a limit of states or memory.
    pub(super) fn explained(&self, stop: Stop, space: Space, what: &'static str, root: Comp) -> Stop {
        if self.core.interner.borrow().marks_of(root).loopy {
            return stop;
        }
        match &stop {
            Stop::Limit(Exceeded::States | Exceeded::Memory) => match self.look_ahead(space, what, root) {
                Err(found @ Stop::Fault(_)) => found,
                _ => stop,
            },
            _ => stop,
        }
    }

    /// What kept growing in a search that became deep, in a sentence.
    #[must_use]
    pub fn growth(&self) -> Option<String> {
        self.core.growth.borrow().clone()
    }

    /// A component near another one from which play comes back to it.
    fn repeating(&self, space: Space, what: &'static str, root: Comp) -> Result<Option<Comp>, Stop> {
        let mut numbers: HashMap<Comp, usize> = HashMap::from([(root, 0)]);
        let mut found = vec![root];
        let mut arrows: Vec<(usize, usize)> = Vec::new();
        let (mut at, mut options) = (0, 0);
        while at < found.len() && options < MOST_OPTIONS {
            let looked = self.each_option(space, what, found[at], &mut |_, parts| {
                options += 1;
                for &(part, _) in parts {
                    let next = found.len();
                    match numbers.entry(part) {
                        Entry::Occupied(known) => arrows.push((at, *known.get())),
                        Entry::Vacant(place) if next < MOST => {
                            place.insert(next);
                            found.push(part);
                            arrows.push((at, next));
                        }
                        Entry::Vacant(_) => {}
                    }
                }
                Ok(if options < MOST_OPTIONS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            });
            // A fault is the search's to find, if it comes so far.
            if let Err(limit @ Stop::Limit(_)) = looked {
                return Err(limit);
            }
            at += 1;
        }
        Ok(on_a_cycle(found.len(), &arrows).map(|at| found[at]))
    }

    /// A move that can be made again and again, whereby a field grows each time.
    fn growth_from(&self, space: Space, root: Comp) -> Result<Option<String>, Stop> {
        let mut names: Vec<Rc<str>> = Vec::new();
        let mut seen = 0;
        self.faultless(self.each_move(root, &mut |_, _, found| {
            seen += 1;
            let name = found.map(|found| Rc::clone(&found.clause.name));
            names.extend(name.filter(|name| !names.contains(name)));
            Ok(if seen < IN_A_ROW { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        }))?;
        for name in names {
            if let Some(growth) = self.growth_by(space, root, &name)? {
                return Ok(Some(growth));
            }
        }
        Ok(None)
    }

    fn growth_by(&self, space: Space, root: Comp, name: &str) -> Result<Option<String>, Stop> {
        let Some((instance, mut fields)) = self.played(root) else { return Ok(None) };
        let mut growing: Vec<Vec<i64>> = fields.iter().map(|field| field.as_i64().into_iter().collect()).collect();
        let (mut comp, mut options) = (root, 0);
        for _ in 0..IN_A_ROW {
            let mut next = None;
            self.faultless(self.each_move(comp, &mut |_, option, found| {
                options += 1;
                if found.is_some_and(|found| *found.clause.name == *name) {
                    let mut parts = Parts::new();
                    self.reduced_parts_of(space, option, &mut parts)?;
                    let same =
                        |part: Comp| self.played(part).filter(|played| played.0.id == instance.id).map(|p| (part, p.1));
                    next = parts.iter().find_map(|part| same(part.0));
                }
                Ok(if next.is_none() && options < MOST_OPTIONS {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                })
            }))?;
            let Some((to, after)) = next else { return Ok(None) };
            for ((steps, before), after) in growing.iter_mut().zip(fields.iter()).zip(after.iter()) {
                match (before.as_i64(), after.as_i64()) {
                    (Some(before), Some(after)) if before < after && !steps.is_empty() => steps.push(after),
                    _ => steps.clear(),
                }
            }
            (comp, fields) = (to, after);
        }
        let game = &self.core.machine.model().games[instance.game as usize];
        let field = growing.iter().position(|steps| steps.len() == IN_A_ROW + 1);
        Ok(field.map(|at| {
            let steps: Vec<String> = growing[at].iter().take(4).map(i64::to_string).collect();
            let (field, last) = (&game.fields[at].name, growing[at][IN_A_ROW]);
            format!("`{field}` keeps growing by the move `{name}`: {}, ..., {last}, ...", steps.join(", "))
        }))
    }

    /// The game and the fields of a component.
    fn played(&self, comp: Comp) -> Option<(Rc<Instance>, Rc<[Value]>)> {
        match self.core.interner.borrow().unpack(comp) {
            Unpacked::Play { instance, fields, .. } => Some((instance, fields)),
            _ => None,
        }
    }

    /// Only limits: a fault is the search's to find, if it comes so far.
    fn faultless<T>(&self, looked: Result<T, Stop>) -> Result<(), Stop> {
        match looked {
            Err(limit @ Stop::Limit(_)) => Err(limit),
            _ => Ok(()),
        }
    }
}

/// A place on a cycle of arrows between `count` places.
fn on_a_cycle(count: usize, arrows: &[(usize, usize)]) -> Option<usize> {
    let mut left = vec![0; count];
    let mut into = vec![Vec::new(); count];
    for &(from, to) in arrows {
        left[from] += 1;
        into[to].push(from);
    }
    // From these every way ends.
    let mut ends: Vec<usize> = (0..count).filter(|&place| left[place] == 0).collect();
    while let Some(end) = ends.pop() {
        for &from in &into[end] {
            left[from] -= 1;
            if left[from] == 0 {
                ends.push(from);
            }
        }
    }
    let mut at = left.iter().position(|&arrows| arrows > 0)?;
    // A way that never ends comes to a cycle in as many steps as there are places.
    let onward: HashMap<usize, usize> = arrows.iter().copied().filter(|arrow| left[arrow.1] > 0).collect();
    for _ in 0..count {
        at = *onward.get(&at)?;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_on_a_cycle() {
        assert_eq!(on_a_cycle(4, &[(0, 1), (1, 2), (2, 3), (0, 3)]), None);
        assert!(matches!(on_a_cycle(5, &[(0, 1), (1, 2), (2, 1), (2, 3), (0, 4)]), Some(1 | 2)));
        assert_eq!(on_a_cycle(2, &[(0, 1), (1, 1)]), Some(1));
    }
}
