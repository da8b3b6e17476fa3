//! Positions that are one set: it falls apart into independent regions, and a region may be moved, turned and reflected.
//! Options are masks; each is taken apart into canonical regions, and values are kept for those alone.

use std::rc::Rc;

use super::code::{Code, Found};
use super::layout::Layout;
use super::memo::{GREATEST, Memo, OPEN};
use super::search::{Halt, Work};
use crate::base::Meter;
use crate::ir::{Program, Unsupported};

/// Options are interpreted until there were this many.
const WARM: u64 = 5_000;
/// Options between looks at the clock.
const TICK: u64 = 1 << 10;

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

/// A region whose value is being found.
struct Frame {
    key: u64,
    /// Its options in the arena: those before `next` are replaced by their values.
    start: usize,
    next: usize,
}

/// A game on one set, lowered without its equations, with what they say about masks.
pub struct Regions {
    program: Rc<Program>,
    layout: Layout,
    code: Code,
    reduction: Reduction,
    memo: Memo,
    frames: Vec<Frame>,
    arena: Vec<u64>,
    parts: Vec<u64>,
    charged: u64,
    work: Work,
}

impl Regions {
    /// A game, whose program ignores equations.
    ///
    /// # Errors
    /// [`Unsupported`] when its positions are not one mask, or options are sums, or the memory limit is reached.
    pub fn new(program: Program, reduction: Reduction, meter: &Meter) -> Result<Self, Unsupported> {
        let one_mask = matches!(&program.components[..], [only] if only.mask_bits.is_some());
        if !one_mask || program.endings.iter().any(|e| e.wins) {
            return Err(Unsupported("its positions are not one set, or some are won at once"));
        }
        let layout = Layout::new(&program, false).ok_or(Unsupported("its positions do not fit 64 bits"))?;
        let program = Rc::new(program);
        let code = Code::interpreted(&program, &layout);
        if code.parts() > 1 {
            return Err(Unsupported("options that are sums"));
        }
        let memo = Memo::new(layout.size, false, meter).map_err(|_| Unsupported("the memory limit is reached"))?;
        let (frames, arena, parts) = (Vec::new(), Vec::new(), Vec::new());
        let work = Work::default();
        Ok(Self { program, layout, code, reduction, memo, frames, arena, parts, charged: 0, work })
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
    /// See [`Halt`]. What was finished stays known.
    pub fn grundy(&mut self, mask: u64, meter: &Meter) -> Result<u32, Halt> {
        let mut parts = Vec::new();
        self.reduction.parts(mask, &mut parts);
        let mut sum = 0;
        for part in parts {
            sum ^= match self.memo.get(part) {
                Some(value) if value != OPEN => value,
                _ => self.solve(part, meter)?,
            };
        }
        Ok(sum)
    }

    fn solve(&mut self, part: u64, meter: &Meter) -> Result<u32, Halt> {
        let result = self.open(part, meter).and_then(|()| self.run(meter));
        for frame in std::mem::take(&mut self.frames) {
            // An open entry without a frame would look like a repetition later on.
            self.memo.close(frame.key);
        }
        self.arena.clear();
        meter.sub_bytes(std::mem::take(&mut self.charged));
        result
    }

    fn run(&mut self, meter: &Meter) -> Result<u32, Halt> {
        let mut ticked = self.work.options;
        loop {
            if self.work.options - ticked >= TICK {
                ticked = self.work.options;
                meter.check()?;
            }
            let Some(frame) = self.frames.last() else { return Err(Halt::Leave) };
            let (key, start, next) = (frame.key, frame.start, frame.next);
            if let Some(unknown) = self.look(next)? {
                self.open(unknown, meter)?;
                continue;
            }
            let value = self.mex(start);
            if value > GREATEST {
                return Err(Halt::Leave);
            }
            self.frames.pop();
            self.arena.truncate(start);
            self.memo.set(key, value, meter)?;
            self.work.positions += 1;
            meter.add_states(1)?;
            if self.frames.is_empty() {
                return Ok(value);
            }
        }
    }

    /// Starts a region: its options, each as a mask.
    fn open(&mut self, key: u64, meter: &Meter) -> Result<(), Halt> {
        let start = self.arena.len();
        if self.work.options > WARM {
            self.code.warm();
        }
        let found = self.code.options(&[key.cast_signed()], &mut self.arena);
        self.charge(meter)?;
        match found {
            Found::Options(count) => self.work.options += count as u64,
            Found::Ends => self.arena.truncate(start),
            Found::Wins | Found::Leave | Found::Outside => return Err(Halt::Leave),
        }
        self.memo.set(key, OPEN, meter)?;
        self.frames.push(Frame { key, start, next: start });
        self.work.peak_frames = self.work.peak_frames.max(self.frames.len() as u64);
        Ok(())
    }

    /// Replaces the options of the top frame from `next` on by their values, up to a region that is not known.
    fn look(&mut self, mut next: usize) -> Result<Option<u64>, Halt> {
        while let Some(&option) = self.arena.get(next) {
            self.parts.clear();
            self.reduction.parts(option, &mut self.parts);
            let mut sum = 0;
            for &part in &self.parts {
                match self.memo.get(part) {
                    Some(OPEN) => return Err(Halt::Leave),
                    Some(value) => sum ^= value,
                    None => {
                        if let Some(frame) = self.frames.last_mut() {
                            frame.next = next;
                        }
                        return Ok(Some(part));
                    }
                }
            }
            self.arena[next] = u64::from(sum);
            next += 1;
        }
        Ok(None)
    }

    /// The least value that no option from `start` on has.
    fn mex(&self, start: usize) -> u32 {
        let values = &self.arena[start..];
        let mut seen = vec![0u64; values.len() / 64 + 1];
        for &value in values {
            if let Some(word) = usize::try_from(value >> 6).ok().and_then(|at| seen.get_mut(at)) {
                *word |= 1 << (value & 63);
            }
        }
        let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
        let rest = seen.get(full).map_or(0, |word| word.trailing_ones());
        u32::try_from(full * 64).unwrap_or(u32::MAX).saturating_add(rest)
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

    /// Gives back what its memo holds.
    pub fn release(&self, meter: &Meter) {
        meter.sub_bytes(self.memo.bytes());
    }
}
