//! Floor 8: the reference engine. Implements [`Queries`](crate::eval::Queries) for the whole language.
//!
//! Components are interned as small numbers, sums as multisets of these. [`Space`](core::Space) says which equations
//! may replace a component; each space has its own tables. Impartial positions under normal play are solved component
//! by component (`grundy`), everything else as one position: `search` where play ends, `loopy` where it need not.
//!
//! Rules may ask about positions while they are expanded, so that every entry point may be entered again at any time:
//! no table is borrowed while the rules run, a search keeps its stack to itself, and what is being computed is marked.

mod ahead;
mod ask;
mod columns;
mod compound;
mod core;
mod cycle;
mod describe;
mod endless;
mod equal_values;
mod equations;
mod expand;
mod faults;
mod fixed;
mod forms;
mod grundy;
mod heaps;
mod interner;
mod loopy;
mod misere;
mod moves;
#[cfg(test)]
mod naive;
mod on_the_way;
mod packed;
mod packing;
mod plan;
mod quotient;
mod reduce;
mod regions;
mod remoteness;
mod resting;
#[cfg(debug_assertions)]
mod sampled;
mod search;
mod stats;
#[cfg(test)]
mod tests;
mod unfired;
mod way;
mod words;

use std::rc::Rc;

#[cfg(test)]
use stats::Stats;

use self::core::Core;
use crate::eval::{Machine, Stop};

/// The reference engine; clones are handles on the same memory.
#[derive(Clone)]
pub struct Engine {
    core: Rc<Core>,
}

impl Engine {
    /// An engine that knows nothing yet.
    ///
    /// # Panics
    /// If not even its first few bytes fit the memory limit.
    #[must_use]
    pub fn new(machine: Rc<Machine>) -> Self {
        let core = Core::new(machine).unwrap_or_else(|_| panic!("the memory limit leaves no room for an engine"));
        Self { core: Rc::new(core) }
    }

    /// The reference: an engine that leaves everything to the plain search. Every other way is tested against it.
    ///
    /// # Panics
    /// As for [`Engine::new`].
    #[cfg(test)]
    #[must_use]
    pub fn reference(machine: Rc<Machine>) -> Self {
        let engine = Self::new(machine);
        *engine.core.plans.borrow_mut() = plan::Plans::off();
        engine
    }

    /// How much work was done so far.
    #[cfg(test)]
    #[must_use]
    pub fn stats(&self) -> Stats {
        let interner = self.core.interner.borrow();
        // Machine code counts its own.
        let native = self.core.stats.borrow().options;
        Stats {
            options: self.core.options.get() + native,
            components: interner.comps() as u64,
            sums: interner.sums() as u64,
            bytes: self.core.meter.bytes(),
            ..*self.core.stats.borrow()
        }
    }

    fn note_depth(&self, frames: usize) {
        let mut stats = self.core.stats.borrow_mut();
        stats.peak_frames = stats.peak_frames.max(frames as u64);
    }
}

/// What most of this folder returns.
type Answer<T> = Result<T, Stop>;
