//! What the work on automata may cost: counted steps and charged bytes, never time.

use std::cell::Cell;

use crate::base::{Exceeded, Meter};

/// Why work on automata ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// A limit of the run.
    Limit(Exceeded),
    /// More steps than the work was given.
    Work,
    /// A coefficient or constant beyond what the automata are built for.
    Size,
}

impl From<Exceeded> for Halt {
    fn from(exceeded: Exceeded) -> Self {
        Self::Limit(exceeded)
    }
}

/// Steps between looks at the limits of the run.
const LOOK: u64 = 4096;

/// A number of steps that may be taken, and the meter of the run.
#[derive(Debug)]
pub struct Budget {
    meter: Meter,
    left: Cell<u64>,
    given: u64,
    largest: Cell<usize>,
}

impl Budget {
    /// A budget of `steps`: a step makes or looks up one node of a decision diagram.
    #[must_use]
    pub fn new(meter: &Meter, steps: u64) -> Self {
        Self { meter: meter.clone(), left: Cell::new(steps), given: steps, largest: Cell::new(0) }
    }

    /// Takes `steps` off.
    ///
    /// # Errors
    /// [`Halt::Work`] when they are used up, and the limits of the run.
    pub fn spend(&self, steps: u64) -> Result<(), Halt> {
        let left = self.left.get();
        if steps > left {
            return Err(Halt::Work);
        }
        self.left.set(left - steps);
        if left / LOOK != (left - steps) / LOOK {
            self.meter.check()?;
        }
        Ok(())
    }

    /// Steps taken so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.given - self.left.get()
    }

    /// The most states that an automaton had before it was minimised.
    #[must_use]
    pub fn largest(&self) -> usize {
        self.largest.get()
    }

    pub(super) fn saw(&self, states: usize) {
        self.largest.set(self.largest.get().max(states));
    }

    /// An account for bytes, which are given back when it is dropped.
    pub(super) fn account(&self) -> Account {
        Account { meter: self.meter.clone(), bytes: 0 }
    }
}

/// Bytes that are charged as long as it lives.
#[derive(Debug)]
pub(super) struct Account {
    meter: Meter,
    bytes: u64,
}

impl Account {
    /// Charges more bytes, before they are allocated.
    pub(super) fn add(&mut self, bytes: usize) -> Result<(), Halt> {
        let bytes = bytes as u64;
        self.meter.add_bytes(bytes)?;
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        self.meter.sub_bytes(self.bytes);
    }
}
