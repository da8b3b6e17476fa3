//! The options of a region, taken apart into canonical regions.

use super::{Frame, REGION, Regions, VALUE, WARM, excluded, regions_at, value_of, wanted};
use crate::base::Meter;
use crate::engine::packed::code::Found;
use crate::engine::packed::search::Halt;
use crate::engine::packed::table::hashed::hash;

impl Regions {
    /// Starts on a question about a region. Most are answered at once, by an option whose value is known: options are taken
    /// apart one by one, those where little is left to do first.
    pub(super) fn open(&mut self, region: u64, asked: Option<u32>, meter: &Meter) -> Result<(), Halt> {
        let start = self.arena.len();
        if self.work.options > WARM {
            self.code.warm();
        }
        let found = self.code.options(&[region.cast_signed()], &mut self.arena, meter)?;
        self.charge(meter)?;
        match found {
            Found::Options(count) => self.work.options += count as u64,
            Found::Ends => self.arena.truncate(start),
            Found::Wins | Found::Leave | Found::Outside => return Err(Halt::Leave),
        }
        // Every play ends, since sets shrink; the search decides where they do not.
        let size = region.count_ones();
        if self.arena[start..].iter().any(|option| option.count_ones() >= size) {
            return Err(Halt::Leave);
        }
        let mut drafts = std::mem::take(&mut self.drafts);
        drafts.clear();
        drafts.extend(self.arena[start..].iter().map(|&option| (self.reduction.size(option), option)));
        drafts.sort_unstable();
        self.arena.truncate(start);
        let pieces = self.pieces.len();
        let mut wanted = Some(wanted(asked, self.excluded(region)));
        for &(_, option) in &drafts {
            let entry = self.take_apart(option);
            self.arena.push(entry);
            if let Some(value) = wanted.filter(|&value| entry == u64::from(value) | VALUE) {
                wanted = None;
                self.note(region, 1 << value, meter)?;
                if self.answers(region, asked) {
                    break;
                }
            }
        }
        self.drafts = drafts;
        if self.answers(region, asked) {
            self.arena.truncate(start);
            self.pieces.truncate(pieces);
            return Ok(());
        }
        self.sort(start);
        self.frames.push(Frame { region, asked, start, next: start, pieces });
        self.work.peak_frames = self.work.peak_frames.max(self.frames.len() as u64);
        Ok(())
    }

    /// An option as a word of the arena.
    fn take_apart(&mut self, option: u64) -> u64 {
        let parts = &mut self.parts;
        parts.clear();
        self.reduction.parts(option, parts);
        parts.sort_unstable();
        // Of those that are known only the nim-sum matters; two of a kind have the value 0 together once they are.
        let (known, mut sum) = (&self.known, 0);
        parts.retain(|part| {
            let value = value_of(excluded(known, *part));
            sum ^= value.unwrap_or(0);
            value.is_none()
        });
        match (&parts[..], sum) {
            ([], _) => u64::from(sum) | VALUE,
            ([only], 0) => only | REGION,
            _ => {
                let place = self.pieces.len();
                self.pieces.extend_from_slice(parts);
                if sum != 0 {
                    self.pieces.push(u64::from(sum) | VALUE);
                }
                (place << 8 | (self.pieces.len() - place)) as u64
            }
        }
    }

    /// Sorts the options from a place in the arena on. Those whose largest region is small come first: the one that answers
    /// is sought in little time. Equal ones stay once.
    fn sort(&mut self, start: usize) {
        let mut sorted = std::mem::take(&mut self.sorted);
        sorted.clear();
        sorted.extend(self.arena[start..].iter().map(|&entry| {
            let alone = [entry & !REGION];
            let pieces = regions_at(entry).map_or(&alone[..], |place| &self.pieces[place]);
            let regions = pieces.iter().filter(|&piece| piece & VALUE == 0);
            let largest = regions.map(|&region| self.reduction.size(region)).max().unwrap_or(0);
            (largest, pieces.iter().fold(0, |shared, piece| hash(shared ^ piece)), entry)
        }));
        sorted.sort_unstable();
        sorted.dedup_by(|a, b| a.0 == b.0 && a.1 == b.1 && self.are_equal(a.2, b.2));
        self.arena.truncate(start);
        self.arena.extend(sorted.iter().map(|&(_, _, entry)| entry));
        self.sorted = sorted;
    }

    /// Whether two options in the arena are the same.
    fn are_equal(&self, a: u64, b: u64) -> bool {
        match (regions_at(a), regions_at(b)) {
            (Some(a), Some(b)) => self.pieces[a] == self.pieces[b],
            _ => a == b,
        }
    }
}
