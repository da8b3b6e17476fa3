//! The positions that can be reached from some, each known by a key of 64 bits, and how they end.

use std::cell::RefCell;

use super::super::packed::hash;
use crate::base::charged::{Charged, Index};
use crate::base::{Exceeded, Meter};
use crate::cgt::loopy::{LoopyValue, NimValue, OptionGraph, Status};
use crate::cgt::{ByPlay, Play, Player};

/// Where it stands who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// In the key, or it makes no difference.
    InKey,
    /// Beside the key: each key stands for two positions.
    Beside,
}

/// What the rules say of a position that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// It has the options that were listed, perhaps none.
    Options,
    /// Whoever is to move has won.
    Won,
}

/// The keys of the options of a position: of both players', or of Left's and of Right's.
pub type Options = [Vec<u64>; 2];

/// Positions with all that can be reached from them: whatever is asked, each is looked at once.
#[derive(Debug)]
pub struct Positions {
    mover: Mover,
    keys: Charged<u64>,
    numbers: Numbers,
    graph: OptionGraph,
    /// How those end that were asked about with others after them.
    statuses: ByPlay<Charged<Status>>,
    values: Charged<NimValue>,
}

/// The numbers of keys.
#[derive(Debug)]
enum Numbers {
    /// One entry a key that there may be; [`NONE`] where it was not met.
    Direct(Charged<u32>),
    Hashed(Index),
}

/// No number.
const NONE: u32 = u32::MAX;
/// Keys below this have an entry each from the beginning,
const FEW: u64 = 1 << 14;
/// others once one in so many was met: then the entries take no more than an index.
const CROWDED: u64 = 4;

impl Numbers {
    fn find(&self, key: u64, keys: &[u64]) -> Option<u32> {
        match self {
            Self::Direct(table) => table.get(usize::try_from(key).ok()?).copied().filter(|&number| number != NONE),
            Self::Hashed(index) => index.find(hash(key), |number| keys[number as usize] == key),
        }
    }

    fn insert(&mut self, key: u64, number: u32, keys: &[u64]) -> Result<(), Exceeded> {
        match self {
            Self::Direct(table) => {
                let entry = usize::try_from(key).ok().and_then(|key| table.get_mut(key));
                *entry.ok_or(Exceeded::Memory)? = number;
                Ok(())
            }
            Self::Hashed(index) => index.insert(hash(key), number, |number| hash(keys[number as usize])),
        }
    }

    fn remove(&mut self, key: u64, number: u32) {
        match self {
            Self::Direct(table) => {
                if let Some(entry) = usize::try_from(key).ok().and_then(|key| table.get_mut(key)) {
                    *entry = NONE;
                }
            }
            Self::Hashed(index) => index.remove(hash(key), number),
        }
    }

    /// An entry for each of so many keys, if there is memory for it.
    fn make_direct(&mut self, size: u64, keys: &[u64], meter: &Meter) {
        let mut table = Charged::new(meter);
        if usize::try_from(size).is_ok_and(|size| table.ensure(size, NONE).is_ok()) {
            for (&key, number) in keys.iter().zip(0u32..) {
                if let Some(entry) = usize::try_from(key).ok().and_then(|key| table.get_mut(key)) {
                    *entry = number;
                }
            }
            *self = Self::Direct(table);
        }
    }
}

impl Positions {
    /// None yet.
    pub fn new(mover: Mover, meter: &Meter) -> Self {
        let statuses = ByPlay::of(|_| Charged::new(meter));
        Self {
            mover,
            keys: Charged::new(meter),
            numbers: Numbers::Hashed(Index::new(meter)),
            graph: OptionGraph::new(meter),
            statuses,
            values: Charged::new(meter),
        }
    }

    /// Looks at a position and at all that can be reached from it, as far as they were not looked at before; the number of
    /// its key. All keys are less than `size`, if that is known. `look` lists the options of one key.
    ///
    /// # Errors
    /// A limit, or what `look` says; then only what was known before is known.
    pub fn explore<E: From<Exceeded>>(
        &mut self,
        root: u64,
        size: Option<u64>,
        meter: &Meter,
        look: &mut dyn FnMut(u64, &mut Options) -> Result<Look, E>,
    ) -> Result<u32, E> {
        let known = self.keys.len();
        let found = self.explore_from(root, size, meter, look);
        if found.is_err() {
            for number in known..self.keys.len() {
                self.numbers.remove(self.keys[number], u32::try_from(number).unwrap_or(NONE));
            }
            self.keys.truncate(known);
            self.graph.truncate(known * self.lanes());
        }
        found
    }

    fn explore_from<E: From<Exceeded>>(
        &mut self,
        root: u64,
        size: Option<u64>,
        meter: &Meter,
        look: &mut dyn FnMut(u64, &mut Options) -> Result<Look, E>,
    ) -> Result<u32, E> {
        let mut at = self.keys.len();
        if at == 0
            && let Some(size) = size.filter(|&size| size <= FEW)
        {
            self.numbers.make_direct(size, &self.keys, meter);
        }
        let mut due = CROWDED.max(at as u64);
        let root = self.number(root)?;
        let mut options = Options::default();
        while at < self.keys.len() {
            options.iter_mut().for_each(Vec::clear);
            let look = look(self.keys[at], &mut options)?;
            self.close(look, &options)?;
            at += 1;
            let known = self.keys.len() as u64;
            if let (Numbers::Hashed(_), Some(size)) = (&self.numbers, size)
                && known > due
            {
                due = known * 2;
                if size <= known.saturating_mul(CROWDED) {
                    self.numbers.make_direct(size, &self.keys, meter);
                }
            }
        }
        Ok(root)
    }

    /// How it ends for a player who is to move at the position of a key; without one, it makes no difference who.
    ///
    /// # Errors
    /// A limit.
    pub fn status(&mut self, number: u32, player: Player, play: Play, meter: &Meter) -> Result<Status, Exceeded> {
        let statuses = &mut self.statuses[play];
        self.graph.outcomes(play, statuses, meter)?;
        let lane = if self.mover == Mover::Beside { player as usize } else { 0 };
        Ok(self.statuses[play][number as usize * self.lanes() + lane])
    }

    /// The nim-value of an impartial position, of a game without `wins if`.
    ///
    /// # Errors
    /// A limit.
    pub fn nim_value(&mut self, number: u32, meter: &Meter) -> Result<LoopyValue, Exceeded> {
        self.graph.nim_values(&mut self.values, meter)?;
        Ok(self.graph.value(number as usize, &self.values))
    }

    fn lanes(&self) -> usize {
        if self.mover == Mover::Beside { 2 } else { 1 }
    }

    fn number(&mut self, key: u64) -> Result<u32, Exceeded> {
        if let Some(number) = self.numbers.find(key, &self.keys) {
            return Ok(number);
        }
        let number = u32::try_from(self.keys.len()).map_err(|_| Exceeded::Memory)?;
        self.keys.push(key)?;
        self.numbers.insert(key, number, &self.keys)?;
        Ok(number)
    }

    /// Closes the positions of the next key.
    fn close(&mut self, look: Look, options: &Options) -> Result<(), Exceeded> {
        let lanes = self.lanes();
        for (lane, options) in options.iter().enumerate().take(lanes) {
            if look == Look::Won {
                self.graph.close_won()?;
                continue;
            }
            // After a move of one player it is the other's turn.
            let turn = u32::from(lanes == 2 && lane == 0);
            for &key in options {
                let number = self.number(key)?;
                let lanes = u32::from(lanes == 2) + 1;
                self.graph.option(number.checked_mul(lanes).ok_or(Exceeded::Memory)?.saturating_add(turn))?;
            }
            self.graph.close()?;
        }
        Ok(())
    }
}

/// Positions that questions share. A question that comes up while the options of another one's positions are listed has its
/// own: they are taken and put back like plates from a pile.
#[derive(Debug)]
pub struct Pile {
    mover: Mover,
    pile: RefCell<Vec<Positions>>,
}

impl Pile {
    /// None yet.
    pub fn new(mover: Mover) -> Self {
        Self { mover, pile: RefCell::default() }
    }

    /// What `ask` makes of the uppermost.
    ///
    /// # Errors
    /// What `ask` says.
    pub fn with<T, E>(&self, meter: &Meter, ask: impl FnOnce(&mut Positions) -> Result<T, E>) -> Result<T, E> {
        let upper = self.pile.borrow_mut().pop();
        let mut positions = upper.unwrap_or_else(|| Positions::new(self.mover, meter));
        let found = ask(&mut positions);
        self.pile.borrow_mut().push(positions);
        found
    }
}
