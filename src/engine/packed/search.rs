//! Depth-first search over keys, on a stack of our own.

use super::code::{Code, Found, NO_PART};
use super::layout::Layout;
use super::memo::{GREATEST, Memo, OPEN};
use crate::base::{Exceeded, Meter};

/// What is asked about positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The Grundy value.
    Grundy,
    /// Whether the player to move wins under normal play: 1 or 0.
    Normal,
    /// Whether the player to move wins under misère play: 1 or 0.
    Misere,
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The reference engine is to be asked: the rules are at fault, or repeat a position, or a value is too large.
    Leave,
    /// A position does not fit the layout.
    Outside,
    /// A limit.
    Limit(Exceeded),
}

impl From<Exceeded> for Halt {
    fn from(exceeded: Exceeded) -> Self {
        Self::Limit(exceeded)
    }
}

/// Work done, for `--stats` and for tests that count.
#[derive(Clone, Copy, Default, Debug)]
pub struct Work {
    /// Positions whose value was stored.
    pub positions: u64,
    /// Options generated.
    pub options: u64,
    /// Greatest number of frames at once.
    pub peak_frames: u64,
}

impl Work {
    /// The work of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            options: self.options + other.options,
            peak_frames: self.peak_frames.max(other.peak_frames),
        }
    }
}

/// A position that is being computed.
struct Frame {
    key: u64,
    /// Its options in the arena: those before `next` are replaced by their values.
    start: usize,
    next: usize,
}

/// A search with its memo.
pub struct Search {
    question: Question,
    memo: Memo,
    frames: Vec<Frame>,
    arena: Vec<u64>,
    words: Vec<i64>,
    seen: Vec<u64>,
    charged: u64,
    work: Work,
}

/// What the look at a frame's options led to.
enum Step {
    /// All that matters is known.
    Value(u32),
    /// This position first.
    Need(u64),
}

impl Search {
    /// A search with an empty memo.
    ///
    /// # Errors
    /// When the memo passes the memory limit.
    pub fn new(question: Question, layout: &Layout, meter: &Meter) -> Result<Self, Exceeded> {
        let memo = Memo::new(layout.size, layout.dense, meter)?;
        let words = vec![0; layout.words.len()];
        let (frames, arena, seen) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { question, memo, frames, arena, words, seen, charged: 0, work: Work::default() })
    }

    /// Work done so far.
    #[must_use]
    pub fn work(&self) -> Work {
        self.work
    }

    /// The values known so far.
    #[must_use]
    pub fn memo(&self) -> &Memo {
        &self.memo
    }

    /// The answer for one position, if it is known.
    #[inline]
    #[must_use]
    pub fn known(&self, key: u64) -> Option<u32> {
        self.memo.get(key).filter(|value| *value != OPEN)
    }

    /// The answer for one position.
    ///
    /// # Errors
    /// See [`Halt`]. What was finished stays known; nothing stays open.
    pub fn solve(&mut self, key: u64, code: &Code, layout: &Layout, meter: &Meter) -> Result<u32, Halt> {
        if let Some(value) = self.memo.get(key) {
            return Ok(value);
        }
        let result = self.run(key, code, layout, meter);
        if result.is_err() {
            for frame in std::mem::take(&mut self.frames) {
                // An open entry without a frame would look like a repetition later on.
                self.memo.close(frame.key);
            }
        }
        self.frames.clear();
        self.arena.clear();
        meter.sub_bytes(std::mem::take(&mut self.charged));
        result
    }

    fn run(&mut self, key: u64, code: &Code, layout: &Layout, meter: &Meter) -> Result<u32, Halt> {
        let mut answer = self.open(key, code, layout, meter)?;
        let mut steps = 0u32;
        loop {
            steps += 1;
            if steps & 0xFFF == 0 {
                meter.check()?;
                self.charge(meter)?;
            }
            let Some(frame) = self.frames.last_mut() else { return answer.ok_or(Halt::Leave) };
            let step = match answer.take() {
                // `open` found the value without a look at options.
                Some(value) => Step::Value(value),
                None => {
                    let (start, next) = (frame.start, frame.next);
                    self.look(start, next, code.parts())?
                }
            };
            match step {
                Step::Value(value) => {
                    let Some(frame) = self.frames.pop() else { return Err(Halt::Leave) };
                    self.arena.truncate(frame.start);
                    self.memo.set(frame.key, value, meter)?;
                    self.work.positions += 1;
                    meter.add_states(1)?;
                    if self.frames.is_empty() {
                        return Ok(value);
                    }
                }
                Step::Need(key) => answer = self.open(key, code, layout, meter)?,
            }
        }
    }

    /// Starts a position; its value when it needs no look at options.
    fn open(&mut self, key: u64, code: &Code, layout: &Layout, meter: &Meter) -> Result<Option<u32>, Halt> {
        layout.unpack(key, &mut self.words);
        let start = self.arena.len();
        let found = code.options(&self.words, &mut self.arena);
        self.memo.set(key, OPEN, meter)?;
        self.frames.push(Frame { key, start, next: start });
        self.work.peak_frames = self.work.peak_frames.max(self.frames.len() as u64);
        match found {
            Found::Options(count) => {
                self.work.options += count as u64;
                Ok(None)
            }
            Found::Ends => Ok(Some(u32::from(self.question == Question::Misere))),
            Found::Wins => match self.question {
                Question::Grundy => Err(Halt::Leave),
                Question::Normal => Ok(Some(1)),
                Question::Misere => Ok(Some(0)),
            },
            Found::Leave => Err(Halt::Leave),
            Found::Outside => Err(Halt::Outside),
        }
    }

    /// Looks at the options of the top frame from `next` on, replacing each by its value.
    fn look(&mut self, start: usize, mut next: usize, parts: usize) -> Result<Step, Halt> {
        let end = self.arena.len();
        while next < end {
            let mut value = 0;
            let mut empty = true;
            for i in next..next + parts {
                let key = self.arena[i];
                if key == NO_PART {
                    continue;
                }
                empty = false;
                match self.memo.get(key) {
                    Some(OPEN) => return Err(Halt::Leave),
                    Some(known) => value ^= known,
                    None => {
                        if let Some(frame) = self.frames.last_mut() {
                            frame.next = next;
                        }
                        return Ok(Step::Need(key));
                    }
                }
            }
            if empty && self.question == Question::Misere {
                // Whoever is left with nothing at all has won.
                value = 1;
            }
            if self.question != Question::Grundy && value == 0 {
                return Ok(Step::Value(1));
            }
            self.arena[next] = u64::from(value);
            next += parts;
        }
        if self.question != Question::Grundy {
            let none = start == end;
            return Ok(Step::Value(u32::from(none && self.question == Question::Misere)));
        }
        let value = self.mex(start, end, parts);
        if value > GREATEST { Err(Halt::Leave) } else { Ok(Step::Value(value)) }
    }

    /// The least value that no option has.
    fn mex(&mut self, start: usize, end: usize, parts: usize) -> u32 {
        // The mex of n values is at most n: greater values do not matter.
        let words = (end - start) / parts / 64 + 1;
        self.seen.clear();
        self.seen.resize(words, 0);
        for &value in self.arena[start..end].iter().step_by(parts) {
            if let Some(word) = self.seen.get_mut((value >> 6) as usize) {
                *word |= 1 << (value & 63);
            }
        }
        let full = self.seen.iter().take_while(|&&word| word == u64::MAX).count();
        let rest = self.seen.get(full).map_or(0, |word| word.trailing_ones());
        u32::try_from(full * 64).unwrap_or(u32::MAX).saturating_add(rest)
    }

    /// Charges the stack and the arena.
    fn charge(&mut self, meter: &Meter) -> Result<(), Exceeded> {
        let bytes = (self.frames.capacity() * size_of::<Frame>() + self.arena.capacity() * 8) as u64;
        if bytes > self.charged {
            meter.add_bytes(bytes - self.charged)?;
            self.charged = bytes;
        }
        Ok(())
    }
}
