//! Positions that are one set: it falls apart into independent regions, and a region may be moved, turned and reflected.
//! Options are masks; each is taken apart into canonical regions.
//!
//! A value is found as far as it is needed. Of every region is kept which values it is known not to have. Asked whether it
//! has the value `k`, it has not if some option has it, and the first such option answers; if none has, its value is at
//! most `k`, and lesser ones are looked at in turn. Of an option that is a sum, all regions but one are given their
//! values, and of the last is only asked whether it has the one value that would make `k` (after Lemoine and Viennot,
//! "Nimbers are inevitable", 2012).

mod options;
mod reduction;

use std::sync::Arc;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::code::Code;
use super::search::{Halt, Work};
use crate::base::{Exceeded, Meter, Pace};
use crate::engine::packed::shape::layout::Layout;
use crate::engine::packed::table::hashed::hash;
use crate::engine::packed::table::memo::grow;
use crate::ir::{Program, Unsupported};

pub use reduction::{Grid, Neighbours, Reduction};

/// Options are interpreted until there were this many.
const WARM: u64 = 5_000;

/// Masks have at most this many bits: two are left to say what a word in the arena is.
pub const MOST_ELEMENTS: usize = 62;
/// An option that is one canonical region.
const REGION: u64 = 1 << 62;
/// An option whose value is known: the value. Other options are sums: where their pieces stand, and how many they are. A piece
/// is a region, or the nim-sum of all whose values were known.
const VALUE: u64 = 1 << 63;
/// Values stay below this.
const VALUES: u32 = 64;

/// Which of the values below [`VALUES`] a region does not have; all but one, once its value is known.
type Excluded = u64;

/// The value, if only one is left.
fn value_of(excluded: Excluded) -> Option<u32> {
    (!excluded).is_power_of_two().then(|| excluded.trailing_ones())
}

/// What is known about a region.
fn excluded(known: &HashTable<(u64, Excluded)>, region: u64) -> Excluded {
    known.find(hash(region), |entry| entry.0 == region).map_or(0, |entry| entry.1)
}

/// All values above this one.
fn above(value: u32) -> Excluded {
    (u64::MAX << value) << 1
}

/// The value that is looked for among the options of a region, of which is asked whether it has one value, or which it has.
fn wanted(asked: Option<u32>, excluded: Excluded) -> u32 {
    match asked {
        // An option that has it answers at once.
        Some(asked) if above(asked) & !excluded != 0 => asked,
        _ => excluded.trailing_ones(),
    }
}

/// A region about which something is being found out.
struct Frame {
    region: u64,
    /// Whether it has this value; nothing: which value it has.
    asked: Option<u32>,
    /// Its options in the arena, and the first that may have the value that is looked for.
    start: usize,
    next: usize,
    /// Where the pieces of its options that are sums start.
    pieces: usize,
}

/// A game on one set, lowered without its equations, with what they say about masks.
pub struct Regions {
    program: Arc<Program>,
    layout: Layout,
    code: Code,
    reduction: Reduction,
    known: HashTable<(u64, Excluded)>,
    frames: Vec<Frame>,
    arena: Vec<u64>,
    /// The pieces of options that are sums.
    pieces: Vec<u64>,
    parts: Vec<u64>,
    /// Options as masks, with their sizes, while they are taken apart.
    drafts: Vec<(u32, u64)>,
    /// Options in the arena with the size of their largest region and a number that equal ones share, while they are sorted.
    sorted: Vec<(u32, u64, u64)>,
    charged: u64,
    work: Work,
}

impl Regions {
    /// A game, whose program ignores equations.
    ///
    /// # Errors
    /// [`Unsupported`] when its positions are not one mask, or options are sums.
    pub fn new(program: Program, reduction: Reduction) -> Result<Self, Unsupported> {
        let one_mask = matches!(&program.components[..], [only] if only.mask_bits.is_some());
        if !one_mask || program.endings.iter().any(|e| e.wins) {
            return Err(Unsupported("its positions are not one set, or some are won at once"));
        }
        let layout = Layout::new(&program, false).filter(|l| l.bits() as usize <= MOST_ELEMENTS);
        let layout = layout.ok_or(Unsupported("its positions do not fit 62 bits"))?;
        let program = Arc::new(program);
        let code = Code::interpreted(&program, &layout);
        if code.parts() > 1 {
            return Err(Unsupported("options that are sums"));
        }
        let (known, work) = (HashTable::new(), Work::default());
        let (frames, arena, pieces) = (Vec::new(), Vec::new(), Vec::new());
        let (parts, drafts, sorted) = (Vec::new(), Vec::new(), Vec::new());
        let charged = 0;
        Ok(Self {
            program,
            layout,
            code,
            reduction,
            known,
            frames,
            arena,
            pieces,
            parts,
            drafts,
            sorted,
            charged,
            work,
        })
    }

    /// Work done so far.
    #[must_use]
    pub fn work(&self) -> Work {
        self.work
    }

    /// What it is, for `--stats`.
    #[must_use]
    pub fn describe(&self) -> String {
        let split = if self.reduction.neighbours.is_some() { "regions" } else { "whole sets" };
        let same = match &self.reduction.grid {
            None => "",
            Some(Grid { turned: false, .. }) => ", moved",
            Some(Grid { turned: true, .. }) => ", moved and turned",
        };
        format!("sets of {} elements, {split}{same}, hashed, {}", self.layout.bits(), self.code.name())
    }

    /// The program, one statement a line.
    #[must_use]
    pub fn listing(&self) -> String {
        self.program.to_string()
    }

    /// The Grundy value of a set.
    ///
    /// # Errors
    /// See [`Halt`]. What was found out stays known.
    pub fn grundy(&mut self, mask: u64, meter: &Meter) -> Result<u32, Halt> {
        let mut sum = 0;
        for part in self.parts_of(mask) {
            sum ^= self.ask(part, None, meter)?.ok_or(Halt::Leave)?;
        }
        Ok(sum)
    }

    /// Whether the player to move wins on a set.
    ///
    /// # Errors
    /// As for [`Self::grundy`].
    pub fn wins(&mut self, mask: u64, meter: &Meter) -> Result<bool, Halt> {
        let mut parts = self.parts_of(mask);
        parts.sort_by_key(|part| part.count_ones());
        let Some(last) = parts.pop() else { return Ok(false) };
        let mut sum = 0;
        for part in parts {
            sum ^= self.ask(part, None, meter)?.ok_or(Halt::Leave)?;
        }
        let asked = Some(sum).filter(|&sum| sum < VALUES);
        Ok(self.ask(last, asked, meter)? != Some(sum))
    }

    fn parts_of(&self, mask: u64) -> Vec<u64> {
        let mut parts = Vec::new();
        self.reduction.parts(mask, &mut parts);
        parts
    }

    /// Finds out what is asked about a region; its value, if that is known then.
    fn ask(&mut self, region: u64, asked: Option<u32>, meter: &Meter) -> Result<Option<u32>, Halt> {
        let result = if self.answers(region, asked) {
            Ok(())
        } else {
            self.open(region, asked, meter).and_then(|()| self.run(meter))
        };
        self.frames.clear();
        self.arena.clear();
        self.pieces.clear();
        meter.sub_bytes(std::mem::take(&mut self.charged));
        result.map(|()| value_of(self.excluded(region)))
    }

    /// What is known about a region.
    fn excluded(&self, region: u64) -> Excluded {
        excluded(&self.known, region)
    }

    /// Whether what is known answers a question.
    fn answers(&self, region: u64, asked: Option<u32>) -> bool {
        let excluded = self.excluded(region);
        value_of(excluded).is_some() || asked.is_some_and(|n| excluded >> n & 1 != 0)
    }

    fn note(&mut self, region: u64, excluded: Excluded, meter: &Meter) -> Result<(), Exceeded> {
        grow(&mut self.known, |entry| hash(entry.0), meter)?;
        match self.known.entry(hash(region), |entry| entry.0 == region, |entry| hash(entry.0)) {
            Entry::Occupied(mut entry) => entry.get_mut().1 |= excluded,
            Entry::Vacant(entry) => {
                entry.insert((region, excluded));
                self.work.positions += 1;
                meter.add_states(1)?;
            }
        }
        Ok(())
    }

    fn run(&mut self, meter: &Meter) -> Result<(), Halt> {
        let mut pace = Pace::default();
        while let Some(frame) = self.frames.last() {
            pace.step(1, meter)?;
            let (region, asked, start, pieces) = (frame.region, frame.asked, frame.start, frame.pieces);
            if self.answers(region, asked) {
                self.frames.pop();
                self.arena.truncate(start);
                self.pieces.truncate(pieces);
                continue;
            }
            let candidate = wanted(asked, self.excluded(region));
            if candidate >= VALUES {
                return Err(Halt::Leave);
            }
            match self.look(candidate) {
                Look::None => self.decided(region, above(candidate), meter)?,
                Look::Some => self.decided(region, 1 << candidate, meter)?,
                Look::Ask(part, asked) => self.open(part, asked, meter)?,
            }
        }
        Ok(())
    }

    /// Notes what all options of the top frame said of one value; the next one starts with the first option.
    fn decided(&mut self, region: u64, excluded: Excluded, meter: &Meter) -> Result<(), Exceeded> {
        self.note(region, excluded, meter)?;
        if let Some(frame) = self.frames.last_mut() {
            frame.next = frame.start;
        }
        Ok(())
    }

    /// Looks for an option of the top frame that has this value.
    fn look(&mut self, wanted: u32) -> Look {
        let Some(frame) = self.frames.last() else { return Look::None };
        let mut next = frame.next;
        // What is known already may answer.
        if next == frame.start && (next..self.arena.len()).any(|at| self.value_at(at) == Some(wanted)) {
            return Look::Some;
        }
        while let Some(&option) = self.arena.get(next) {
            let asks = match self.unknown(option) {
                Unknown::Nothing(value) if value == wanted => return Look::Some,
                Unknown::Nothing(value) => {
                    self.arena[next] = u64::from(value) | VALUE;
                    None
                }
                Unknown::One { region, others } => {
                    let asked = Some(wanted ^ others).filter(|&n| n < VALUES);
                    (!self.answers(region, asked)).then_some((region, asked))
                }
                Unknown::More { small } => Some((small, None)),
            };
            if let Some((part, asked)) = asks {
                if let Some(frame) = self.frames.last_mut() {
                    frame.next = next;
                }
                return Look::Ask(part, asked);
            }
            next += 1;
        }
        Look::None
    }

    /// What is not known about an option.
    fn unknown(&self, option: u64) -> Unknown {
        if option & VALUE != 0 {
            // Values stay below 64.
            return Unknown::Nothing((option & 63) as u32);
        }
        let alone = [option & !REGION];
        let regions = regions_at(option).map_or(&alone[..], |place| &self.pieces[place]);
        let (mut others, mut open) = (0, None::<u64>);
        let mut small = None::<u64>;
        for &region in regions {
            let value = if region & VALUE == 0 { value_of(self.excluded(region)) } else { Some((region & 63) as u32) };
            match (value, open) {
                (Some(value), _) => others ^= value,
                (None, None) => open = Some(region),
                (None, Some(before)) => {
                    let less = if region.count_ones() < before.count_ones() { region } else { before };
                    open = Some(region ^ before ^ less);
                    small = Some(less);
                }
            }
        }
        match (small, open) {
            (Some(small), _) => Unknown::More { small },
            (None, Some(region)) => Unknown::One { region, others },
            (None, None) => Unknown::Nothing(others),
        }
    }

    /// The value of an option in the arena, if all its regions are known.
    fn value_at(&self, at: usize) -> Option<u32> {
        match self.unknown(self.arena[at]) {
            Unknown::Nothing(value) => Some(value),
            _ => None,
        }
    }

    /// Charges the stack and the arena.
    fn charge(&mut self, meter: &Meter) -> Result<(), Halt> {
        let bytes =
            (self.frames.capacity() * size_of::<Frame>() + (self.arena.capacity() + self.pieces.capacity()) * 8) as u64;
        if bytes > self.charged {
            meter.add_bytes(bytes - self.charged)?;
            self.charged = bytes;
        }
        Ok(())
    }

    /// Gives back what it has charged.
    pub fn release(&self, meter: &Meter) {
        meter.sub_bytes(self.known.allocation_size() as u64);
    }
}

/// Where the pieces of an option that is a sum stand; `None` for other options.
fn regions_at(option: u64) -> Option<std::ops::Range<usize>> {
    let (start, len) = (usize::try_from(option >> 8).ok()?, usize::try_from(option & 255).ok()?);
    (option & (VALUE | REGION) == 0).then_some(start..start + len)
}

/// What is not known about an option.
enum Unknown {
    /// Its value is this.
    Nothing(u32),
    /// The value of one region; the others have this one together.
    One {
        /// The region.
        region: u64,
        /// The nim-sum of the others.
        others: u32,
    },
    /// The values of several regions.
    More {
        /// One that is not the largest of them.
        small: u64,
    },
}

/// What a look at options led to.
enum Look {
    /// No option has the value.
    None,
    /// Some option has it.
    Some,
    /// This is to be found out first.
    Ask(u64, Option<u32>),
}
