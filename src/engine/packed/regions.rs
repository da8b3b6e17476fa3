//! Positions that are one set: it falls apart into independent regions, and a region may be moved, turned and reflected.
//! Options are masks; each is taken apart into canonical regions.
//!
//! A value is found as far as it is needed. Of every region is kept which values it is known not to have. Whether it has
//! the value `k`, when it has no lesser one, is whether no option has it; the first option that does answers. Of an option
//! that is a sum, all regions but one are given their values, and of the last is only asked whether it has the one value
//! that would make `k` (after Lemoine and Viennot, "Nimbers are inevitable", 2012).

use std::sync::Arc;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::code::{Code, Found};
use super::hashed::hash;
use super::layout::Layout;
use super::memo::grow;
use super::search::{Halt, Work};
use crate::base::{Exceeded, Meter};
use crate::ir::{Program, Unsupported};

/// Options are interpreted until there were this many.
const WARM: u64 = 5_000;
/// Steps between looks at the clock.
const TICK: u64 = 1 << 10;

/// Masks have at most this many bits: two are left to say what a word in the arena is.
pub const MOST_ELEMENTS: usize = 62;
/// An option that is one canonical region.
const REGION: u64 = 1 << 62;
/// An option whose value is known: the value.
const VALUE: u64 = 1 << 63;
/// Values stay below this.
const VALUES: u32 = 64;

/// The cells of a rectangle, row by row: bit `r * columns + c` is the cell `(r, c)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Cells in a row; as many rows where regions are turned.
    pub columns: u32,
    /// Turns and reflections are the same position, not only shifts.
    pub turned: bool,
}

/// What is the same position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// For each element those that hang together with it, when the position is the sum of its connected parts.
    pub adjacency: Option<Vec<u64>>,
    /// Where the elements are cells and a region may be moved.
    pub grid: Option<Grid>,
}

impl Reduction {
    /// The canonical regions that a set consists of, appended to `into`; equal ones each.
    pub fn parts(&self, mask: u64, into: &mut Vec<u64>) {
        let Some(adjacency) = &self.adjacency else {
            into.push(self.canonical(mask));
            return;
        };
        let mut rest = mask;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            let mut fresh = part;
            while fresh != 0 {
                let near = adjacency[fresh.trailing_zeros() as usize] & rest & !part;
                fresh &= fresh - 1;
                part |= near;
                fresh |= near;
            }
            rest &= !part;
            into.push(self.canonical(part));
        }
    }

    /// The set that stands for a region: the same for all its images.
    fn canonical(&self, mask: u64) -> u64 {
        match &self.grid {
            Some(grid) if mask != 0 => grid.canonical(mask),
            _ => mask,
        }
    }
}

impl Grid {
    fn canonical(&self, mask: u64) -> u64 {
        let columns = self.columns;
        let (mut top, mut left, mut bottom, mut right) = (u32::MAX, u32::MAX, 0, 0);
        let mut cells = [(0u32, 0u32); 64];
        let mut count = 0;
        let mut rest = mask;
        while rest != 0 {
            let at = rest.trailing_zeros();
            rest &= rest - 1;
            let (r, c) = (at / columns, at % columns);
            (top, left) = (top.min(r), left.min(c));
            (bottom, right) = (bottom.max(r), right.max(c));
            cells[count] = (r, c);
            count += 1;
        }
        if !self.turned {
            return mask >> (top * columns + left);
        }
        let (height, width) = (bottom - top, right - left);
        let mut images = [0u64; 8];
        for &(r, c) in &cells[..count] {
            let (r, c) = (r - top, c - left);
            let (up, back) = (height - r, width - c);
            images[0] |= 1 << (r * columns + c);
            images[1] |= 1 << (r * columns + back);
            images[2] |= 1 << (up * columns + c);
            images[3] |= 1 << (up * columns + back);
            images[4] |= 1 << (c * columns + r);
            images[5] |= 1 << (c * columns + up);
            images[6] |= 1 << (back * columns + r);
            images[7] |= 1 << (back * columns + up);
        }
        images.into_iter().min().unwrap_or(mask)
    }
}

/// Which of the values below [`VALUES`] a region does not have; all but one, once its value is known.
type Excluded = u64;

/// The value, if only one is left.
fn value_of(excluded: Excluded) -> Option<u32> {
    (!excluded).is_power_of_two().then(|| excluded.trailing_ones())
}

/// A region about which something is being found out.
struct Frame {
    region: u64,
    /// Whether it has this value; nothing: which value it has.
    asked: Option<u32>,
    /// Its options in the arena, and the first that may have the least value not excluded.
    start: usize,
    next: usize,
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
    parts: Vec<u64>,
    /// Options with the size of their largest region, while they are sorted.
    sorted: Vec<(u32, u64)>,
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
        let (frames, arena, parts, sorted) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(Self { program, layout, code, reduction, known, frames, arena, parts, sorted, charged: 0, work })
    }

    /// Work done so far.
    #[must_use]
    pub fn work(&self) -> Work {
        self.work
    }

    /// What it is, for `--stats`.
    #[must_use]
    pub fn describe(&self) -> String {
        let split = if self.reduction.adjacency.is_some() { "regions" } else { "whole sets" };
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
        meter.sub_bytes(std::mem::take(&mut self.charged));
        result.map(|()| value_of(self.excluded(region)))
    }

    /// What is known about a region.
    fn excluded(&self, region: u64) -> Excluded {
        self.known.find(hash(region), |entry| entry.0 == region).map_or(0, |entry| entry.1)
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
        let mut steps = 0u64;
        while let Some(frame) = self.frames.last() {
            steps += 1;
            if steps.is_multiple_of(TICK) {
                meter.check()?;
            }
            let (region, asked, start) = (frame.region, frame.asked, frame.start);
            if self.answers(region, asked) {
                self.frames.pop();
                self.arena.truncate(start);
                continue;
            }
            let candidate = self.excluded(region).trailing_ones();
            if candidate >= VALUES {
                return Err(Halt::Leave);
            }
            match self.look(candidate) {
                Look::None => self.note(region, !(1 << candidate), meter)?,
                Look::Some => {
                    self.note(region, 1 << candidate, meter)?;
                    if let Some(frame) = self.frames.last_mut() {
                        frame.next = frame.start;
                    }
                }
                Look::Ask(part, asked) => self.open(part, asked, meter)?,
            }
        }
        Ok(())
    }

    /// Starts on a question about a region: its options, each as a mask.
    fn open(&mut self, region: u64, asked: Option<u32>, meter: &Meter) -> Result<(), Halt> {
        let start = self.arena.len();
        if self.work.options > WARM {
            self.code.warm();
        }
        let found = self.code.options(&[region.cast_signed()], &mut self.arena);
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
        self.sort(start);
        self.frames.push(Frame { region, asked, start, next: start });
        self.work.peak_frames = self.work.peak_frames.max(self.frames.len() as u64);
        Ok(())
    }

    /// Puts options first whose largest region is small: the one that answers is sought in little time. Equal ones stay
    /// once.
    fn sort(&mut self, start: usize) {
        let mut sorted = std::mem::take(&mut self.sorted);
        sorted.clear();
        for &option in &self.arena[start..] {
            self.parts.clear();
            self.reduction.parts(option, &mut self.parts);
            let largest = self.parts.iter().map(|part| part.count_ones()).max().unwrap_or(0);
            let entry = match self.parts[..] {
                [] => VALUE,
                [only] => only | REGION,
                _ => option,
            };
            sorted.push((largest, entry));
        }
        sorted.sort_unstable();
        sorted.dedup();
        self.arena.truncate(start);
        self.arena.extend(sorted.iter().map(|&(_, entry)| entry));
        self.sorted = sorted;
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
            if option & VALUE != 0 {
                if option ^ VALUE == u64::from(wanted) {
                    return Look::Some;
                }
                next += 1;
                continue;
            }
            self.parts.clear();
            if option & REGION == 0 {
                self.reduction.parts(option, &mut self.parts);
            } else {
                self.parts.push(option ^ REGION);
            }
            let (mut sum, mut open) = (0, None::<u64>);
            let mut other = None;
            for &part in &self.parts {
                match (value_of(self.excluded(part)), open) {
                    (Some(value), _) => sum ^= value,
                    (None, None) => open = Some(part),
                    (None, Some(before)) => {
                        // The smaller one gets its value.
                        let (less, more) =
                            if part.count_ones() < before.count_ones() { (part, before) } else { (before, part) };
                        (other, open) = (Some(less), Some(more));
                    }
                }
            }
            let asks = match (other, open) {
                (Some(other), _) => Some((other, None)),
                (None, Some(part)) => {
                    let asked = Some(wanted ^ sum).filter(|&n| n < VALUES);
                    (!self.answers(part, asked)).then_some((part, asked))
                }
                (None, None) => {
                    self.arena[next] = u64::from(sum) | VALUE;
                    continue;
                }
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

    /// The value of an option in the arena, if all its regions are known.
    fn value_at(&mut self, at: usize) -> Option<u32> {
        let option = self.arena[at];
        if option & VALUE != 0 {
            return u32::try_from(option ^ VALUE).ok();
        }
        if option & REGION != 0 {
            return value_of(self.excluded(option ^ REGION));
        }
        self.parts.clear();
        self.reduction.parts(option, &mut self.parts);
        self.parts.iter().try_fold(0, |sum, &part| Some(sum ^ value_of(self.excluded(part))?))
    }

    /// Charges the stack and the arena.
    fn charge(&mut self, meter: &Meter) -> Result<(), Halt> {
        let bytes = (self.frames.capacity() * size_of::<Frame>() + self.arena.capacity() * 8) as u64;
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

/// What a look at options led to.
enum Look {
    /// No option has the value.
    None,
    /// Some option has it.
    Some,
    /// This is to be found out first.
    Ask(u64, Option<u32>),
}
