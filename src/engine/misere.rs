//! Misère play of impartial sums: genera, and sums of tame components.

use std::cell::Cell;
use std::rc::Rc;

use super::Engine;
use super::core::Space;
use super::interner::{Comp, Parts, State, Unpacked};
use crate::analysis::model::Marks;
use crate::cgt::genus::{Genus, Tame};
use crate::eval::{Stop, wording};
use crate::value::Position;

impl Engine {
    /// Whether the mover wins a misère sum of tame components; `None` when a component is not tame, or there is one only.
    pub(super) fn tame_win(&self, position: &Position, marks: Marks) -> Result<Option<bool>, Stop> {
        let single = matches!(position.components[..], [] | [(_, 1)]);
        if single || !position.play.is_misere() || marks.partizan || marks.loopy || marks.wins_if {
            return Ok(None);
        }
        Ok(self.tame(position, "outcome")?.map(Tame::wins))
    }

    /// What a sum is worth if all its components are tame.
    fn tame(&self, position: &Position, what: &'static str) -> Result<Option<Tame>, Stop> {
        self.ends(what, position)?;
        let mut total = Tame::EMPTY;
        for (comp, copies) in self.parts(Space::Same, position)? {
            self.find_tame(comp, what)?;
            match self.tame_known(&[(comp, copies)]) {
                Some(part) => total = total.plus(part),
                None => return Ok(None),
            }
        }
        Ok(Some(total))
    }

    fn find_tame(&self, root: Comp, what: &'static str) -> Result<(), Stop> {
        let core = &self.core;
        // what leads to a wild component is not tame either: nothing more needs to be looked at
        let wild = Cell::new(false);
        let known = |comp: Comp| wild.get() || core.tame.borrow().contains_key(&comp);
        self.bottom_up(Space::Same, what, root, &known, &mut |comp, options| {
            let unpacked = core.interner.borrow().unpack(comp);
            let tame = match unpacked {
                _ if wild.get() => None,
                Unpacked::Nimber(heap) => Some(Tame::heap(heap)),
                Unpacked::Form(form) => form.as_nimber().map(Tame::heap),
                _ => {
                    let mut parts = Parts::new();
                    let worth = options.iter().map(|&(option, _)| {
                        parts.clear();
                        core.interner.borrow().parts(option, &mut parts);
                        self.tame_known(&parts)
                    });
                    worth.collect::<Option<Vec<Tame>>>().and_then(|options| Tame::of_options(&options))
                }
            };
            wild.set(tame.is_none());
            core.tame.borrow_mut().insert(comp, tame);
            core.meter.add_bytes(32)?;
            Ok(core.stored()?)
        })
    }

    /// A sum of components that were looked at.
    fn tame_known(&self, parts: &[(Comp, u64)]) -> Option<Tame> {
        let known = self.core.tame.borrow();
        parts.iter().try_fold(Tame::EMPTY, |total, (comp, copies)| {
            let part = known.get(comp).copied().flatten()?;
            let twice = if *copies > 1 { part.plus(part) } else { Tame::EMPTY };
            Some(total.plus(twice).plus(if copies % 2 == 1 { part } else { Tame::EMPTY }))
        })
    }

    /// Whether all components of a sum are tame.
    pub(super) fn is_tame_sum(&self, position: &Position) -> Result<bool, Stop> {
        self.impartial_that_ends("is_tame", position)?;
        Ok(self.tame(position, "is_tame")?.is_some())
    }

    /// The genus of a sum.
    pub(super) fn genus_of(&self, position: &Position) -> Result<Rc<Genus>, Stop> {
        self.impartial_that_ends("genus", position)?;
        self.ends("genus", position)?;
        let core = &self.core;
        let state = self.canonical(Space::Same, &self.parts(Space::Same, position)?)?;
        if state == State::EMPTY {
            return Ok(Rc::new(Genus::of_options(&[])));
        }
        let root = core.interner.borrow_mut().whole(state)?;
        let known = |comp: Comp| core.genera.borrow().contains_key(&comp);
        let nothing = Rc::new(Genus::of_options(&[]));
        // Inside `whole` only `same as` applies, whatever the space.
        self.bottom_up(Space::Equal, "genus", root, &known, &mut |comp, options| {
            let genus = {
                let genera = core.genera.borrow();
                let of = |&(option, _): &(State, _)| option.split().map_or(&*nothing, |option| &*genera[&option]);
                Genus::of_options(&options.iter().map(of).collect::<Vec<_>>())
            };
            core.meter.add_bytes(96)?;
            core.genera.borrow_mut().insert(comp, Rc::new(genus));
            Ok(core.stored()?)
        })?;
        Ok(Rc::clone(&core.genera.borrow()[&root]))
    }

    pub(super) fn impartial_that_ends(&self, what: &'static str, position: &Position) -> Result<(), Stop> {
        let marks = self.marks(position)?;
        if marks.loopy {
            return Err(wording::not_for_loopy(what, position));
        }
        if marks.partizan { Err(wording::not_impartial(what, position)) } else { Ok(()) }
    }
}
