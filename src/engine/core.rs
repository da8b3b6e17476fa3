//! The engine's state: what was met, what was found, and what is being computed.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use hashbrown::{HashMap, HashSet};

use super::interner::{Comp, Interner, State};
use super::loopy::{Mover, Pile};
use super::quotient::Closure;
use super::stats::Stats;
use crate::base::charged::Charged;
use crate::base::{Exceeded, Meter};
use crate::cgt::genus::{Genus, Tame};
use crate::cgt::quotient::Unknown;
use crate::cgt::{ByPlay, Form, Movers};
use crate::eval::Machine;
use crate::number::Number;

/// Which equations may replace a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) enum Space {
    /// None: positions as written.
    Written,
    /// `same as`: isomorphic positions.
    Same,
    /// `same as` and `equals`: positions of equal value, for normal play.
    Equal,
}

/// What is being computed, for the message when it needs itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Active {
    /// As in the language: `sg`, `outcome`.
    pub what: &'static str,
    /// Of which position.
    pub state: State,
}

/// "Nothing known yet" in tables of 32-bit entries.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// What is known of the components and states of one space.
#[derive(Debug)]
pub(super) struct Tables {
    /// What each component reduces to: the bits of a state, or [`UNKNOWN`], or [`REDUCING`].
    pub reduced: RefCell<Charged<u32>>,
    /// Grundy values of components; see `grundy`.
    pub grundy: RefCell<Charged<u32>>,
    /// The options of components that were listed: where they lie in `options`, or [`UNKNOWN`].
    pub listed: RefCell<Charged<(u32, u32)>>,
    /// Options: the bits of a state, and who may take it.
    pub options: RefCell<Charged<(u32, Movers)>>,
    /// Outcomes under normal and under misère play.
    pub outcomes: ByPlay<RefCell<Outcomes>>,
    /// Impartial positions that may repeat, or of which the remoteness was asked.
    pub loopy: Pile,
    /// The same of games where it matters who moves.
    pub loopy_partizan: Pile,
}

/// [`Tables::reduced`]: being computed.
pub(super) const REDUCING: u32 = u32::MAX - 1;

/// What is known of who wins, for components and for sums; two bits for either mover.
#[derive(Debug)]
pub(super) struct Outcomes {
    pub singles: Charged<u8>,
    pub sums: Charged<u8>,
}

impl Tables {
    fn new(meter: &Meter) -> Self {
        let outcomes = || RefCell::new(Outcomes { singles: Charged::new(meter), sums: Charged::new(meter) });
        Self {
            reduced: RefCell::new(Charged::new(meter)),
            grundy: RefCell::new(Charged::new(meter)),
            listed: RefCell::new(Charged::new(meter)),
            options: RefCell::new(Charged::new(meter)),
            outcomes: ByPlay::of(|_| outcomes()),
            loopy: Pile::new(Mover::InKey),
            loopy_partizan: Pile::new(Mover::Beside),
        }
    }
}

/// Everything that all handles on an engine share.
pub(super) struct Core {
    pub machine: Rc<Machine>,
    pub meter: Meter,
    pub interner: RefCell<Interner>,
    spaces: [Tables; 3],
    /// See [`suspense_of`](super::Engine::suspense_of); the components are `whole(...)`.
    pub suspense: RefCell<HashMap<Comp, u32>>,
    /// What each component is worth in a misère sum, if it is tame.
    pub tame: RefCell<HashMap<Comp, Option<Tame>>>,
    /// Genera; the components are `whole(...)`.
    pub genera: RefCell<HashMap<Comp, Rc<Genus>>>,
    /// By the components whose followers they are quotients of.
    pub quotients: RefCell<HashMap<Vec<Comp>, Result<Rc<Closure>, Unknown>>>,
    pub birthdays: RefCell<HashMap<Comp, Number>>,
    /// See [`misere_grundy`](super::Engine::misere_grundy); the components are `whole(...)`.
    pub misere_values: RefCell<HashMap<Comp, u64>>,
    pub forms: RefCell<HashMap<Comp, Form>>,
    /// Whether a component has no move at all; two bits: known, terminal.
    pub terminal: RefCell<Charged<u8>>,
    /// Components whose plays all end, as far as was looked; see `endless`.
    pub ended: RefCell<HashSet<Comp>>,
    /// So many more may be looked at.
    pub to_look_at: Cell<u32>,
    /// Answers of machine code so far; see `sampled`.
    #[cfg(debug_assertions)]
    pub sampled: Cell<u64>,
    pub checks: RefCell<super::equations::Checks>,
    /// An equation is being checked: what the rules give is counted against that check.
    pub checking: Cell<bool>,
    /// Some game has a `wins if`.
    pub any_wins_if: bool,
    pub active: RefCell<Vec<Active>>,
    pub stats: RefCell<Stats>,
    pub plans: RefCell<super::plan::Plans>,
    /// Options that the rules gave.
    pub options: Cell<u64>,
    pub ticks: Cell<u32>,
    /// What kept growing in a search that became deep.
    pub growth: RefCell<Option<String>>,
}

/// The work of looking at an option, in steps of an evaluation.
const TICK_WORK: u64 = 4;

impl Core {
    pub fn new(machine: Rc<Machine>) -> Result<Self, Exceeded> {
        let meter = machine.meter().clone();
        Ok(Self {
            interner: RefCell::new(Interner::new(machine.model(), &meter)?),
            spaces: [Tables::new(&meter), Tables::new(&meter), Tables::new(&meter)],
            suspense: RefCell::default(),
            tame: RefCell::default(),
            genera: RefCell::default(),
            quotients: RefCell::default(),
            birthdays: RefCell::default(),
            misere_values: RefCell::default(),
            forms: RefCell::default(),
            terminal: RefCell::new(Charged::new(&meter)),
            ended: RefCell::default(),
            to_look_at: Cell::new(super::endless::MOST),
            #[cfg(debug_assertions)]
            sampled: Cell::new(0),
            checks: RefCell::default(),
            checking: Cell::new(false),
            any_wins_if: machine.model().games.iter().any(|g| g.marks.wins_if),
            active: RefCell::default(),
            stats: RefCell::default(),
            plans: RefCell::default(),
            options: Cell::new(0),
            ticks: Cell::new(0),
            growth: RefCell::default(),
            machine,
            meter,
        })
    }

    /// The tables of a space.
    pub fn tables(&self, space: Space) -> &Tables {
        &self.spaces[space as usize]
    }

    /// Counts a stored position.
    pub fn stored(&self) -> Result<(), Exceeded> {
        self.stats.borrow_mut().positions += 1;
        self.meter.add_states(1)
    }

    /// Counts a position whose value is waited for, until it is [closed](Self::closed), or forgotten after an error.
    pub fn opened(&self) -> Result<(), Exceeded> {
        self.meter.wait_for(1);
        self.tick()
    }

    /// Counts a stored position that was waited for.
    pub fn closed(&self) -> Result<(), Exceeded> {
        self.meter.wait_no_more(1);
        self.stored()
    }

    /// Looks at the clock now and then.
    pub fn tick(&self) -> Result<(), Exceeded> {
        let ticks = self.ticks.get().wrapping_add(1);
        self.ticks.set(ticks);
        if !ticks.is_multiple_of(1024) {
            return Ok(());
        }
        self.meter.worked(TICK_WORK * 1024);
        self.meter.check()
    }
}
