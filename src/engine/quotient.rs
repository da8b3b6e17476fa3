//! Misère quotients of the sums of all that a position leads to.

use std::rc::Rc;

use hashbrown::HashMap;

use super::Engine;
use super::core::Space;
use super::interner::{Comp, Parts, Unpacked};
use crate::analysis::model::Marks;
use crate::cgt::quotient::{MOST_ELEMENTS, Presentation, Quotient, Sum, Unknown};
use crate::eval::{Stop, wording};
use crate::value::Position;

/// Misère sums of more components than this are decided by their quotient, if they have a finite one.
const MANY: u64 = 12;

/// An option of more components is not learned from.
const MOST_PARTS: u64 = 64;

/// The components that a position leads to, as generators, and the quotient of their sums.
#[derive(Debug)]
pub(super) struct Closure {
    generators: HashMap<Comp, usize>,
    quotient: Quotient,
    presentation: Rc<Presentation>,
}

impl Closure {
    /// The element of a sum; `None` when it has other components.
    fn element(&self, engine: &Engine, parts: &Parts) -> Result<Option<usize>, Stop> {
        let mut sum = Vec::with_capacity(parts.len());
        for &(comp, copies) in parts {
            match self.generators.get(&comp) {
                Some(&generator) => sum.push((generator, copies)),
                None if engine.is_terminal(comp)? => {}
                None => return Ok(None),
            }
        }
        Ok(Some(self.quotient.element(&sum)))
    }
}

/// The generators so far, with their options.
#[derive(Default)]
struct Generators {
    of: HashMap<Comp, usize>,
    heaps: Vec<u16>,
    options: Vec<Vec<Sum>>,
}

impl Generators {
    fn push(&mut self, options: Vec<Sum>) -> Option<u16> {
        self.options.push(options);
        u16::try_from(self.options.len() - 1).ok()
    }

    /// The generator of a heap of Nim.
    fn heap(&mut self, n: u64) -> Option<u16> {
        let n = usize::try_from(n).ok().filter(|n| *n < MOST_ELEMENTS)?;
        while self.heaps.len() <= n {
            let options = self.heaps.iter().map(|&smaller| vec![smaller]).collect();
            let next = self.push(options)?;
            self.heaps.push(next);
        }
        Some(self.heaps[n])
    }

    fn sum(&self, parts: &Parts) -> Option<Sum> {
        let mut sum = Sum::new();
        for (comp, copies) in parts {
            let generator = u16::try_from(*self.of.get(comp)?).ok()?;
            let copies = usize::try_from(*copies).ok().filter(|n| *n as u64 + sum.len() as u64 <= MOST_PARTS)?;
            sum.extend(std::iter::repeat_n(generator, copies));
        }
        Some(sum)
    }
}

impl Engine {
    /// Elements, lost ones and relations of the quotient of all that a position leads to.
    pub(super) fn quotient_of(&self, position: &Position) -> Result<Rc<Presentation>, Stop> {
        self.impartial_that_ends("misere_quotient", position)?;
        Ok(self.closure(position)?.presentation.clone())
    }

    /// The element of a sum in the quotient of all that a position leads to; `None` when it has other components.
    pub(super) fn misere_element_of(&self, sum: &Position, position: &Position) -> Result<Option<usize>, Stop> {
        self.impartial_that_ends("misere_element", position)?;
        self.impartial_that_ends("misere_element", sum)?;
        let closure = self.closure(position)?;
        closure.element(self, &self.parts(Space::Same, sum)?)
    }

    /// Whether the mover wins a misère sum of many components; `None` when there are few, or no finite quotient is found.
    pub(super) fn quotient_win(&self, position: &Position, marks: Marks) -> Result<Option<bool>, Stop> {
        let many = position.components.iter().fold(0u64, |sum, (_, copies)| sum.saturating_add(*copies)) > MANY;
        if !many || !position.play.is_misere() || marks.partizan || marks.loopy || marks.wins_if {
            return Ok(None);
        }
        let parts = self.parts(Space::Same, position)?;
        let closure = match self.find_closure(position, &parts)? {
            Ok(closure) => closure,
            Err(Unknown::TooLarge) => return Ok(None),
            Err(Unknown::Limit(limit)) => return Err(limit.into()),
        };
        Ok(closure.element(self, &parts)?.map(|element| !closure.quotient.is_lost(element)))
    }

    fn closure(&self, position: &Position) -> Result<Rc<Closure>, Stop> {
        let parts = self.parts(Space::Same, position)?;
        match self.find_closure(position, &parts)? {
            Ok(closure) => Ok(closure),
            Err(Unknown::TooLarge) => Err(wording::no_quotient(position)),
            Err(Unknown::Limit(limit)) => Err(limit.into()),
        }
    }

    fn find_closure(&self, position: &Position, parts: &Parts) -> Result<Result<Rc<Closure>, Unknown>, Stop> {
        self.ends("misere_quotient", position)?;
        let key: Vec<Comp> = parts.iter().map(|part| part.0).collect();
        if let Some(known) = self.core.quotients.borrow().get(&key) {
            return Ok(known.clone());
        }
        let found = self.generators(&key)?.map_or(Err(Unknown::TooLarge), |all| {
            let quotient = Quotient::of(&all.options, &self.core.meter)?;
            let presentation = Rc::new(quotient.presentation());
            Ok(Rc::new(Closure { generators: all.of, quotient, presentation }))
        });
        if !matches!(found, Err(Unknown::Limit(_))) {
            self.core.quotients.borrow_mut().insert(key, found.clone());
        }
        Ok(found)
    }

    /// All components that these lead to; `None` when they are too many.
    fn generators(&self, roots: &[Comp]) -> Result<Option<Generators>, Stop> {
        let all = std::cell::RefCell::new(Some(Generators::default()));
        let core = &self.core;
        for &root in roots {
            let known = |comp: Comp| all.borrow().as_ref().is_none_or(|all| all.of.contains_key(&comp));
            self.bottom_up(Space::Same, "misere_quotient", root, &known, &mut |comp, options| {
                let mut place = all.borrow_mut();
                let Some(generators) = place.as_mut() else { return Ok(()) };
                let unpacked = core.interner.borrow().unpack(comp);
                let heap = match unpacked {
                    Unpacked::Nimber(heap) => Some(heap),
                    Unpacked::Form(form) => form.as_nimber(),
                    _ => None,
                };
                let generator = if let Some(heap) = heap {
                    generators.heap(heap)
                } else {
                    let mut parts = Parts::new();
                    let sums = options.iter().map(|&(option, _)| {
                        parts.clear();
                        core.interner.borrow().parts(option, &mut parts);
                        generators.sum(&parts)
                    });
                    let sums: Option<Vec<Sum>> = sums.collect();
                    sums.and_then(|sums| generators.push(sums))
                };
                match generator {
                    Some(generator) => {
                        generators.of.insert(comp, generator.into());
                    }
                    None => *place = None,
                }
                core.meter.add_bytes(64)?;
                Ok(core.stored()?)
            })?;
        }
        Ok(all.into_inner())
    }
}
