//! Equations at work: which position stands for a component, and canonical sums.

use std::ops::ControlFlow;
use std::rc::Rc;

use hashbrown::{HashMap, HashSet};

use super::Engine;
use super::core::{Active, REDUCING, Space, UNKNOWN};
use super::interner::{Comp, Parts, State, Unpacked, add_part};
use crate::eval::Stop;
use crate::value::{Component, Instance, Position, Value};

/// How often rules are tried on a position and on what they make of it.
const ROUNDS: u32 = 32;

/// What the rules make of a component.
enum Step {
    /// It stands for itself and its images.
    Kept(Comp),
    /// These stand for it.
    Replaced(Parts),
}

/// What equations made of components while one of them is reduced. An equation that has the position on its own right
/// side, at once or over others, as `G(x, y) = G(x, 0) + G(0, y)` at `G(x, 0)`, may be true; it makes nothing simpler,
/// and is left out there.
#[derive(Default)]
struct Unfolded(HashMap<Comp, Parts>);

impl Unfolded {
    fn note(&mut self, comp: Comp, parts: Parts) {
        self.0.insert(comp, parts);
    }

    /// Whether one of the components is among `parts`, or among what was made of these.
    fn lead_back(&self, parts: &Parts, to: [Comp; 2]) -> bool {
        let mut seen = HashSet::new();
        let mut open: Vec<Comp> = parts.iter().map(|part| part.0).collect();
        while let Some(comp) = open.pop() {
            if to.contains(&comp) {
                return true;
            }
            if seen.insert(comp) {
                open.extend(self.0.get(&comp).into_iter().flatten().map(|part| part.0));
            }
        }
        false
    }
}

/// So many copies of a sum; `None` where they cannot be counted.
fn times(parts: &Parts, copies: u64) -> Option<Parts> {
    parts.iter().map(|&(part, each)| Some((part, each.checked_mul(copies)?))).collect()
}

impl Engine {
    /// What a component reduces to in a space.
    pub(super) fn reduced(&self, space: Space, comp: Comp) -> Result<State, Stop> {
        if space == Space::Written {
            return Ok(State::single(comp));
        }
        let (equations, flipped, whole) = {
            let interner = self.core.interner.borrow();
            match interner.game(comp) {
                Some((_, t, negated)) => {
                    ((t.same || t.equals && space == Space::Equal), negated && !t.marks.partizan, false)
                }
                None => (false, false, interner.unpack_whole(comp).is_some()),
            }
        };
        if !equations && !flipped && !whole {
            return Ok(State::single(comp));
        }
        let at = comp.0 as usize;
        let tables = self.core.tables(space);
        match tables.reduced.borrow().get(at) {
            None | Some(&UNKNOWN) => {}
            Some(&REDUCING) => return Err(self.needs_itself("same as", State::single(comp))),
            Some(&known) => return Ok(State::from_bits(known)),
        }
        {
            let mut reduced = tables.reduced.borrow_mut();
            reduced.ensure(at + 1, UNKNOWN)?;
            reduced[at] = REDUCING;
        }
        self.core.active.borrow_mut().push(Active { what: "same as", state: State::single(comp) });
        let result = if whole {
            self.reduced_whole(space, comp)
        } else if flipped {
            let plain = self.core.interner.borrow_mut().plain(comp);
            plain.map_err(Stop::from).and_then(|c| self.reduced(space, c))
        } else {
            self.reduce_now(space, comp)
        };
        self.core.active.borrow_mut().pop();
        tables.reduced.borrow_mut()[at] = result.as_ref().map_or(UNKNOWN, |state| state.bits());
        result
    }

    /// Inside `whole(...)` only isomorphic positions replace each other; under misère and in sums of such it is no
    /// different from its components.
    fn reduced_whole(&self, space: Space, comp: Comp) -> Result<State, Stop> {
        let inner = self.core.interner.borrow().unpack_whole(comp).unwrap_or(State::EMPTY);
        let mut parts = Parts::new();
        let mut written = Parts::new();
        self.core.interner.borrow().parts(inner, &mut written);
        for (part, copies) in written {
            let state = self.reduced(Space::Same, part)?;
            self.add_state(state, copies, &mut parts)?;
        }
        let state = self.canonical(Space::Same, &parts)?;
        if state == State::EMPTY || space == Space::Same {
            return Ok(state);
        }
        let whole = self.core.interner.borrow_mut().whole(state)?;
        Ok(State::single(whole))
    }

    fn reduce_now(&self, space: Space, comp: Comp) -> Result<State, Stop> {
        let mut done = Parts::new();
        let mut todo: Parts = vec![(comp, 1)];
        let mut unfolded = Unfolded::default();
        for _ in 0..ROUNDS {
            let mut next = Parts::new();
            for (part, copies) in std::mem::take(&mut todo) {
                let known = if part != comp && !self.has_equations(space, part) {
                    Some(self.reduced(space, part)?)
                } else {
                    self.known_reduction(space, part)
                };
                let (settled, parts) = match known {
                    Some(state) => (true, self.parts_of(state)),
                    None => match self.settle(space, part, &unfolded)? {
                        Step::Kept(kept) => {
                            self.remember_reduction(space, kept, State::single(kept))?;
                            (true, vec![(kept, 1)])
                        }
                        Step::Replaced(parts) => (false, parts),
                    },
                };
                let Some(all) = times(&parts, copies) else {
                    // More copies than can be counted: it stands as it is.
                    add_part(&mut done, part, copies)?;
                    continue;
                };
                for (inner, each) in all {
                    add_part(if settled { &mut done } else { &mut next }, inner, each)?;
                }
                unfolded.note(part, parts);
            }
            todo = next;
            if todo.is_empty() {
                break;
            }
        }
        for (part, copies) in todo {
            add_part(&mut done, part, copies)?;
        }
        let state = self.core.interner.borrow_mut().state(&done)?;
        if state != State::single(comp) {
            self.core.stats.borrow_mut().reductions += 1;
        }
        Ok(state)
    }

    fn has_equations(&self, space: Space, comp: Comp) -> bool {
        let interner = self.core.interner.borrow();
        interner.game(comp).is_some_and(|(_, t, _)| t.same || t.equals && space == Space::Equal)
    }

    fn known_reduction(&self, space: Space, comp: Comp) -> Option<State> {
        let reduced = self.core.tables(space).reduced.borrow();
        match reduced.get(comp.0 as usize) {
            None | Some(&(UNKNOWN | REDUCING)) => None,
            Some(&known) => Some(State::from_bits(known)),
        }
    }

    fn remember_reduction(&self, space: Space, comp: Comp, state: State) -> Result<(), Stop> {
        let mut reduced = self.core.tables(space).reduced.borrow_mut();
        reduced.ensure(comp.0 as usize + 1, UNKNOWN)?;
        if reduced[comp.0 as usize] != REDUCING {
            reduced[comp.0 as usize] = state.bits();
        }
        Ok(())
    }

    /// Takes the least image until nothing changes, or until an image of another shape replaces the position.
    fn settle(&self, space: Space, comp: Comp, unfolded: &Unfolded) -> Result<Step, Stop> {
        let mut current = comp;
        for _ in 0..ROUNDS {
            match self.step(space, current, |parts| !unfolded.lead_back(parts, [comp, current]))? {
                Step::Kept(least) if least != current => current = least,
                step => return Ok(step),
            }
            if let Some(known) = self.known_reduction(space, current) {
                let mut parts = Parts::new();
                self.add_state(known, 1, &mut parts)?;
                if parts != [(current, 1)] {
                    return Ok(Step::Replaced(parts));
                }
                return Ok(Step::Kept(current));
            }
        }
        Ok(Step::Kept(current))
    }

    /// Tries every rule once, in file order. What an equation makes of the position is taken where it `may` replace it.
    fn step(&self, space: Space, comp: Comp, may: impl Fn(&Parts) -> bool) -> Result<Step, Stop> {
        let unpacked = self.core.interner.borrow().unpack(comp);
        let Unpacked::Play { instance, fields, negated } = unpacked else { return Ok(Step::Kept(comp)) };
        let partizan = self.core.interner.borrow_mut().know(&instance).marks.partizan;
        let mut least: Option<(Rc<[Value]>, bool)> = None;
        let mut replaced = None;
        let mut queries = self.clone();
        let equals = space == Space::Equal;
        let machine = &self.core.machine;
        machine.for_each_image(&instance, &fields, true, equals, &mut queries, &mut |equation, image| {
            self.spend_image();
            self.note_equation(&instance, equation, comp, negated, &image)?;
            if let Some((image_fields, image_negated)) = one_of(&instance, &image.components) {
                let image_negated = partizan && *image_negated != negated;
                let (old, old_negated) = least.as_ref().map_or((&fields, negated), |(f, n)| (f, *n));
                if (image_negated, &image_fields[..]) < (old_negated, &old[..]) {
                    least = Some((Rc::clone(image_fields), image_negated));
                }
                return Ok(ControlFlow::Continue(()));
            }
            let parts = self.plain_parts(&image, negated)?;
            if !may(&parts) {
                return Ok(ControlFlow::Continue(()));
            }
            replaced = Some(parts);
            Ok(ControlFlow::Break(()))
        })?;
        if let Some(parts) = replaced {
            return Ok(Step::Replaced(parts));
        }
        Ok(Step::Kept(match least {
            Some((fields, negated)) => self.core.interner.borrow_mut().play(&instance, &fields, negated)?,
            None => comp,
        }))
    }

    /// The components of an image, or of its negative.
    fn plain_parts(&self, image: &Rc<Position>, negated: bool) -> Result<Parts, Stop> {
        let image = if negated { Rc::new(Position::negate(image)) } else { Rc::clone(image) };
        let mut parts = Parts::new();
        let mut interner = self.core.interner.borrow_mut();
        for (component, copies) in &image.components {
            let part = interner.comp(component)?;
            let part = interner.plain(part)?;
            add_part(&mut parts, part, *copies)?;
        }
        Ok(parts)
    }

    /// A sum in the form that stands for all equal ones: components without moves are dropped where there are others;
    /// in [`Space::Equal`] impartial ones are joined into one Nim heap, and a component and its negative cancel.
    pub(super) fn canonical(&self, space: Space, parts: &Parts) -> Result<State, Stop> {
        let alone = matches!(parts[..], [] | [(_, 1)]);
        if !alone {
            self.refuse_wins_if(parts)?;
        }
        if alone || space == Space::Written {
            return Ok(self.core.interner.borrow_mut().state(parts)?);
        }
        let mut kept = Parts::new();
        let mut heap = None;
        for &(comp, copies) in parts {
            let marks = self.core.interner.borrow().marks_of(comp);
            if space == Space::Equal && !marks.partizan && !marks.loopy {
                heap = Some(heap.unwrap_or(0) ^ self.grundy_of_sum(space, &vec![(comp, copies)])?);
                continue;
            }
            if !self.is_terminal(comp)? {
                kept.push((comp, copies));
            }
        }
        if space == Space::Equal {
            self.cancel(&mut kept)?;
            if let Some(heap) = heap.filter(|&h| h > 0) {
                let nimber = self.core.interner.borrow_mut().nimber(heap)?;
                add_part(&mut kept, nimber, 1)?;
            }
        }
        Ok(self.core.interner.borrow_mut().state(&kept)?)
    }

    /// `G - G = 0`, which needs every play of `G` to end.
    fn cancel(&self, parts: &mut Parts) -> Result<(), Stop> {
        for i in 0..parts.len() {
            let (comp, copies) = parts[i];
            let negative = {
                let interner = self.core.interner.borrow();
                interner.negative(comp).filter(|_| copies > 0 && !interner.marks_of(comp).loopy)
            };
            let Some(negative) = negative else { continue };
            if let Ok(j) = parts.binary_search_by_key(&negative, |p| p.0) {
                self.component_ends("value", comp)?;
                let both = copies.min(parts[j].1);
                parts[i].1 -= both;
                parts[j].1 -= both;
            }
        }
        parts.retain(|p| p.1 > 0);
        Ok(())
    }
}

/// The fields of a single component of the same game.
fn one_of<'a>(instance: &Instance, components: &'a [(Component, u64)]) -> Option<(&'a Rc<[Value]>, &'a bool)> {
    match components {
        [(Component::Play { instance: other, fields, negated }, 1)] if other.id == instance.id => {
            Some((fields, negated))
        }
        _ => None,
    }
}
