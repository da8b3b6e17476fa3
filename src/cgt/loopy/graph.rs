//! A finite graph of positions and their options, and how each position ends.

use crate::base::charged::Charged;
use crate::base::{Exceeded, Meter};
use crate::cgt::Play;
use crate::cgt::remoteness::{Ending, Remoteness};

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
        let (mut count, mut steps) = (0, 0);
        for p in from..self.len() {
            tick(&mut steps, meter)?;
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
            tick(&mut steps, meter)?;
            for target in self.options(p).iter().filter_map(|&target| inner(target)) {
                starts[target] -= 1;
                sources[starts[target] as usize] = u32::try_from(p).map_err(|_| Exceeded::Memory)?;
            }
        }
        Ok(Reversed { from, starts, sources })
    }

    /// How it ends for the player to move and after how many moves, for all positions from those on of which that is `known`:
    /// backwards from the ends, the nearest first.
    ///
    /// Time and memory are linear in the options of these.
    ///
    /// # Errors
    /// A limit; then `known` is as it was.
    pub fn remoteness(&self, play: Play, known: &mut Charged<Remoteness>, meter: &Meter) -> Result<(), Exceeded> {
        let from = known.len();
        let found = self.settle(play, known, meter);
        if found.is_err() {
            known.truncate(from);
        }
        found
    }

    fn settle(&self, play: Play, known: &mut Charged<Remoteness>, meter: &Meter) -> Result<(), Exceeded> {
        let from = known.len();
        known.ensure(self.len(), None)?;
        let mut settling = Settling { from, found: known, open: Charged::new(meter), queue: Charged::new(meter) };
        let before = self.begin(play, &mut settling, meter)?;
        let reversed = self.reversed(from, meter)?;
        let (mut next, mut of_before, mut steps) = (0, 0, 0u32);
        // Both lists ascend by the number of moves, so that what is settled first is settled with the least.
        loop {
            let queued = settling.queue.get(next).and_then(|&p| Some((p, settling.found[p]?)));
            match (queued, before.get(of_before)) {
                (queued, Some(&(source, option))) if queued.is_none_or(|(_, ending)| option.after < ending.after) => {
                    of_before += 1;
                    settling.learn(source as usize, option)?;
                }
                (Some((position, ending)), _) => {
                    next += 1;
                    for &source in reversed.sources(position) {
                        tick(&mut steps, meter)?;
                        settling.learn(source as usize, ending)?;
                    }
                }
                (None, _) => return Ok(()),
            }
        }
    }

    /// Settles the positions that have ended, and counts the options of the others; the options that were settled before,
    /// each with whose it is, the nearest to the end first.
    fn begin(
        &self,
        play: Play,
        settling: &mut Settling<'_>,
        meter: &Meter,
    ) -> Result<Charged<(u32, Ending)>, Exceeded> {
        let from = settling.from;
        let mut before = Charged::new(meter);
        settling.open.ensure(self.len() - from, 0u32)?;
        let mut steps = 0;
        for p in from..self.len() {
            tick(&mut steps, meter)?;
            let options = self.options(p);
            if options.is_empty() {
                let wins = if self.is_won(p) { !play.is_misere() } else { play.stuck_wins() };
                settling.found[p] = Some(Ending { wins, after: 0 });
                settling.queue.push(p)?;
                continue;
            }
            settling.open[p - from] = u32::try_from(options.len()).map_err(|_| Exceeded::Memory)?;
            for &option in options.iter().filter(|&&option| (option as usize) < from) {
                if let Some(ending) = settling.found[option as usize] {
                    before.push((u32::try_from(p).map_err(|_| Exceeded::Memory)?, ending))?;
                }
            }
        }
        before.sort_unstable_by_key(|(_, ending)| ending.after);
        Ok(before)
    }
}

/// An analysis at work.
struct Settling<'a> {
    from: usize,
    found: &'a mut Charged<Remoteness>,
    /// The options of each position from there on that are not settled, or draws.
    open: Charged<u32>,
    /// Positions that were settled, the nearest to their end first.
    queue: Charged<usize>,
}

impl Settling<'_> {
    /// How an option of a position ends, no sooner than those of which that was learnt before.
    fn learn(&mut self, position: usize, option: Ending) -> Result<(), Exceeded> {
        if self.found[position].is_some() {
            return Ok(());
        }
        let open = &mut self.open[position - self.from];
        *open -= 1;
        if !option.wins || *open == 0 {
            self.found[position] = Some(Ending { wins: !option.wins, after: option.after.saturating_add(1) });
            self.queue.push(position)?;
        }
        Ok(())
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
