//! A finite graph of positions and their options, and how each position ends.

use super::Status;
use crate::base::charged::Charged;
use crate::base::{Exceeded, Meter};
use crate::cgt::Play;

/// In place of its options: whoever is to move has won already.
const WON: u32 = u32::MAX;

/// Positions `0..len` with their options, four bytes each. Who is to move is a part of a position, where that matters: the
/// same position of a partizan game with Left and with Right to move are two here.
///
/// Positions are closed in the order of their numbers. An analysis goes over those that were closed since the last one:
/// whatever can be reached from a position is closed when it is analysed, so that nothing that was found changes later.
#[derive(Debug)]
pub struct OptionGraph {
    /// Where the options of each position end; they start where those before it end.
    ends: Charged<u32>,
    options: Charged<u32>,
}

impl OptionGraph {
    /// No positions yet.
    pub fn new(meter: &Meter) -> Self {
        Self { ends: Charged::new(meter), options: Charged::new(meter) }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds an option to the position that will be closed next.
    ///
    /// # Errors
    /// The memory limit; numbers up to `u32::MAX - 1` have room.
    pub fn option(&mut self, target: u32) -> Result<(), Exceeded> {
        if target == WON { Err(Exceeded::Memory) } else { self.options.push(target) }
    }

    /// Closes the next position, with the options added since the last one.
    ///
    /// # Errors
    /// The memory limit; there is room for `u32::MAX` options.
    pub fn close(&mut self) -> Result<(), Exceeded> {
        let end = u32::try_from(self.options.len()).map_err(|_| Exceeded::Memory)?;
        self.ends.push(end)
    }

    /// Closes the next position as one that whoever is to move has won, as `wins if` says it.
    ///
    /// # Errors
    /// As for [`close`](Self::close).
    pub fn close_won(&mut self) -> Result<(), Exceeded> {
        self.options.push(WON)?;
        self.close()
    }

    /// Forgets the positions from a number on, and the options that were added since the last one was closed.
    pub fn truncate(&mut self, len: usize) {
        self.ends.truncate(len);
        self.options.truncate(self.start(len));
    }

    fn start(&self, position: usize) -> usize {
        position.checked_sub(1).map_or(0, |before| self.ends[before] as usize)
    }

    fn entries(&self, position: usize) -> &[u32] {
        &self.options[self.start(position)..self.ends[position] as usize]
    }

    /// The options of a position.
    pub fn options(&self, position: usize) -> &[u32] {
        if self.is_won(position) { &[] } else { self.entries(position) }
    }

    /// Whether a position was closed as won.
    pub fn is_won(&self, position: usize) -> bool {
        self.entries(position) == [WON]
    }

    /// The same graph backwards, for the positions from a number on: who leads to each.
    pub(super) fn reversed(&self, from: usize, meter: &Meter) -> Result<Reversed, Exceeded> {
        let inner = |target: u32| (target as usize).checked_sub(from);
        let (mut starts, mut sources) = (Charged::new(meter), Charged::new(meter));
        starts.ensure(self.len() - from + 1, 0u32)?;
        let mut count = 0;
        for p in from..self.len() {
            for target in self.options(p).iter().filter_map(|&target| inner(target)) {
                starts[target] += 1;
                count += 1;
            }
        }
        // Where each list ends, then, filled from behind, where it starts.
        let mut end = 0;
        for start in starts.iter_mut() {
            end += *start;
            *start = end;
        }
        sources.ensure(count, 0u32)?;
        for p in (from..self.len()).rev() {
            for target in self.options(p).iter().filter_map(|&target| inner(target)) {
                starts[target] -= 1;
                sources[starts[target] as usize] = u32::try_from(p).map_err(|_| Exceeded::Memory)?;
            }
        }
        Ok(Reversed { from, starts, sources })
    }

    /// How it ends for the player to move, for all positions from those on of which that is `known`.
    ///
    /// Time and memory are linear in the options of these.
    ///
    /// # Errors
    /// A limit; then `known` is as it was.
    pub fn outcomes(&self, play: Play, known: &mut Charged<Status>, meter: &Meter) -> Result<(), Exceeded> {
        let from = known.len();
        let found = self.decide(play, known, meter);
        if found.is_err() {
            known.truncate(from);
        }
        found
    }

    fn decide(&self, play: Play, status: &mut Charged<Status>, meter: &Meter) -> Result<(), Exceeded> {
        let (from, n) = (status.len(), self.len());
        let reversed = self.reversed(from, meter)?;
        // The options of each position that do not lose for it, as far as is known.
        let (mut open, mut queue) = (Charged::new(meter), Charged::new(meter));
        status.ensure(n, Status::Draw)?;
        open.ensure(n - from, 0u32)?;
        for p in from..n {
            let (found, left) = self.at_first(p, from, play, status);
            (status[p], open[p - from]) = (found, left);
            if found != Status::Draw {
                queue.push(p)?;
            }
        }
        let mut steps = 0u32;
        while let Some(p) = queue.pop() {
            for &source in reversed.sources(p) {
                tick(&mut steps, meter)?;
                let source = source as usize;
                if status[source] != Status::Draw {
                    continue;
                }
                if status[p] == Status::Loss {
                    status[source] = Status::Win;
                    queue.push(source)?;
                    continue;
                }
                open[source - from] -= 1;
                if open[source - from] == 0 {
                    status[source] = Status::Loss;
                    queue.push(source)?;
                }
            }
        }
        Ok(())
    }

    /// What the options that were known before say of a position, and how many others do not lose for it, as far as is known.
    fn at_first(&self, position: usize, from: usize, play: Play, known: &[Status]) -> (Status, u32) {
        if self.is_won(position) {
            return (if play.is_misere() { Status::Loss } else { Status::Win }, 0);
        }
        let options = self.options(position);
        if options.is_empty() {
            return (if play.stuck_wins() { Status::Win } else { Status::Loss }, 0);
        }
        let mut left = 0;
        for &target in options {
            match known[target as usize] {
                _ if target as usize >= from => left += 1,
                Status::Loss => return (Status::Win, 0),
                Status::Win => {}
                // It stays a way not to lose.
                Status::Draw => left += 1,
            }
        }
        (if left == 0 { Status::Loss } else { Status::Draw }, left)
    }
}

/// Who leads to each position, from a number on.
pub(super) struct Reversed {
    from: usize,
    starts: Charged<u32>,
    sources: Charged<u32>,
}

impl Reversed {
    pub fn sources(&self, position: usize) -> &[u32] {
        let at = position - self.from;
        &self.sources[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

pub(super) fn tick(steps: &mut u32, meter: &Meter) -> Result<(), Exceeded> {
    *steps = steps.wrapping_add(1);
    if steps.is_multiple_of(4096) { meter.check() } else { Ok(()) }
}
