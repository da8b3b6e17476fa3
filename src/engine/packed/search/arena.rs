//! Where the options of positions wait while a search is deeper down.

use super::{Frame, Halt, Search};
use crate::base::{Exceeded, Meter};
use crate::engine::packed::code::{Code, Found};
use crate::engine::packed::shape::layout::Layout;

/// The least room for options before those of a position are written.
const LEAST: usize = 256;

/// So many words of options wait at most: those of positions that wait for others are generated again.
const WAITING: usize = 1 << 25;

/// Where the options of a position start that were given up.
pub const GIVEN_UP: usize = usize::MAX;

impl Search {
    /// Generates the options of the top frame again, of which none is looked at yet.
    pub fn again(&mut self, code: &Code, layout: &Layout, meter: &Meter) -> Result<(), Halt> {
        self.make_room(meter)?;
        let Some(frame) = self.frames.last() else { return Err(Halt::Leave) };
        layout.unpack(frame.key, &mut self.words);
        let (start, found) = self.options(code, meter)?;
        let Some(frame) = self.frames.last_mut() else { return Err(Halt::Leave) };
        (frame.start, frame.next) = (start, start);
        match found {
            Found::Options(count) => {
                self.work.options += count as u64;
                Ok(())
            }
            _ => Err(Halt::Leave),
        }
    }

    /// Writes the options of the position that the words hold; where they begin. Those that wait make room for them.
    pub fn options(&mut self, code: &Code, meter: &Meter) -> Result<(usize, Found), Exceeded> {
        let mut start = self.arena.len();
        let mut found = code.options(&self.words, &mut self.arena, meter);
        if found == Err(Exceeded::Memory) && start > 0 {
            self.give_up();
            start = 0;
            found = code.options(&self.words, &mut self.arena, meter);
        }
        self.most = self.most.max(self.arena.len() - start);
        self.charge(meter)?;
        Ok((start, found?))
    }

    /// Gives up the options of all positions that wait.
    fn give_up(&mut self) {
        self.arena.clear();
        self.frames.iter_mut().for_each(|frame| (frame.start, frame.next) = (GIVEN_UP, GIVEN_UP));
    }

    /// Makes room for the options of one more position, charged while the old room still stands.
    pub fn make_room(&mut self, meter: &Meter) -> Result<(), Exceeded> {
        let (room, more) = (self.arena.capacity(), self.most.max(LEAST));
        if room - self.arena.len() >= more {
            return Ok(());
        }
        let bytes = (room + more) as u64 * 16;
        let charged = meter.add_bytes(bytes);
        if self.arena.len() > WAITING.min(room / 2) && (charged.is_err() || self.arena.len() > WAITING) {
            // All positions here wait for the one whose options are to be written.
            if charged.is_ok() {
                meter.sub_bytes(bytes);
            }
            self.give_up();
            return Ok(());
        }
        charged?;
        self.arena.reserve_exact(room + more);
        meter.sub_bytes(bytes);
        self.charge(meter)
    }

    /// Charges the stack and the arena.
    pub fn charge(&mut self, meter: &Meter) -> Result<(), Exceeded> {
        let bytes = (self.frames.capacity() * size_of::<Frame>() + self.arena.capacity() * 8) as u64;
        if bytes > self.charged {
            meter.add_bytes(bytes - self.charged)?;
            self.charged = bytes;
        }
        Ok(())
    }
}
