//! The depth-first search by several threads that share one table.
//!
//! A thread that begins a position claims it in the table. The others leave claimed positions for later and look at
//! other options first; each takes the options in another order, so that they soon work on different parts. Who has
//! nothing else to do joins in on a claimed position, which is right for any rules: a value is stored only when the
//! values of all options are known, and it is the same whoever finds it.
//!
//! Grundy values alone are sought like this: they need every position that can be reached, so that the number of
//! positions stored does not depend on who came first. Whatever is unusual, such as a fault of the rules, a position
//! outside the layout or a large value, sends all home: then one thread goes on from where it was alone.

use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::{Work, mex};
use crate::base::{Exceeded, Meter, Pace};
use crate::engine::packed::code::{Code, Found, Hand, NO_PART};
use crate::engine::packed::shape::layout::Layout;
use crate::engine::packed::table::hashed::{Claim, Table, charge};
use crate::engine::packed::table::memo::{GREATEST, OPEN, OPEN_CODE, code as code_of, decode};

/// Marks a place in the arena whose value is known: keys have fewer bits.
const KNOWN: u64 = 1 << 63;
/// So many positions on the stack of a thread may be claimed by others.
const HELP: usize = 1 << 12;
/// Entries that a thread takes out of the table's room at once.
const AT_ONCE: u64 = 1 << 10;
/// The least room for options before those of a position are written.
const SPARE: usize = 256;
/// When all threads wait for so long, positions wait for each other: they repeat.
const STUCK: Duration = Duration::from_millis(50);
/// The stack of a thread: nothing here recurses, but for the nesting of the rules.
pub const STACK: usize = 4 << 20;

/// Why threads stop.
mod signal {
    pub const GO: u8 = 0;
    /// The table is full.
    pub const FULL: u8 = 1;
    /// The answer is known.
    pub const DONE: u8 = 2;
    /// One thread alone is to go on.
    pub const LEAVE: u8 = 3;
    pub const TIME: u8 = 4;
    pub const INTERRUPTED: u8 = 5;
}

/// How the common work ended.
pub enum Ended {
    /// The answer is in the table.
    Solved(Table, Work),
    /// Time is up; the table holds what was found, and nothing is open.
    Stopped(Table, Work, Exceeded),
    /// Nothing came of it.
    Alone,
}

/// What all threads see.
struct Common<'a> {
    table: &'a Table,
    root: u64,
    layout: &'a Layout,
    meter: &'a Meter,
    /// Entries that may still be added.
    room: AtomicU64,
    signal: AtomicU8,
    threads: AtomicUsize,
    waiting: AtomicUsize,
}

impl Common<'_> {
    /// The first reason stands.
    fn stop(&self, reason: u8) {
        let _ = self.signal.compare_exchange(signal::GO, reason, Relaxed, Relaxed);
    }

    fn stopped(&self) -> bool {
        self.signal.load(Relaxed) != signal::GO
    }

    fn value(&self, key: u64) -> Option<u32> {
        decode(self.table.get(key).into())
    }

    /// Looks at the clock; whether work goes on.
    fn check(&self) -> bool {
        match self.meter.check() {
            Ok(()) => return !self.stopped(),
            Err(exceeded) => self.over(exceeded),
        }
        false
    }

    /// The clock or Ctrl-C ends the work.
    fn over(&self, exceeded: Exceeded) {
        self.stop(if exceeded == Exceeded::Interrupted { signal::INTERRUPTED } else { signal::TIME });
    }
}

/// A position that is being computed.
struct Frame {
    key: u64,
    /// Its options in the arena, to the end or to the next frame's.
    start: usize,
    next: usize,
    /// An option before `next` was being computed by another thread.
    left: bool,
    /// Another thread claimed it.
    claimed: bool,
}

/// What the look at a frame's options led to.
enum Step {
    Value(u32),
    /// This position first; whether another thread is at it.
    Need(u64, bool),
}

/// One thread's part of the work.
struct Worker<'a> {
    hand: Hand<'a>,
    number: usize,
    threads: usize,
    frames: Vec<Frame>,
    arena: Vec<u64>,
    words: Vec<i64>,
    seen: Vec<u64>,
    /// Entries that this thread may still add.
    room: u64,
    /// Entries that it added since the table was made.
    added: u64,
    /// Frames that other threads claimed.
    helped: usize,
    work: Work,
    /// States that the meter knows of.
    counted: u64,
    /// Positions waited for, as the meter was told.
    waiting: u64,
    charged: u64,
}

impl Worker<'_> {
    /// Works until a signal.
    fn run(&mut self, common: &Common<'_>) {
        let (mut pace, mut seen) = (Pace::default(), self.work.options);
        while !common.stopped() {
            // A step may look at a few options or at tens of thousands.
            let options = self.work.options - std::mem::replace(&mut seen, self.work.options);
            match pace.step(1 + options, common.meter) {
                Ok(false) => {}
                Ok(true) if self.account(common) => {}
                Ok(true) => break,
                Err(exceeded) => {
                    common.over(exceeded);
                    break;
                }
            }
            if self.frames.is_empty() {
                if common.value(common.root).is_some_and(|value| value != OPEN) {
                    common.stop(signal::DONE);
                } else {
                    self.open(common.root, true, common);
                }
                continue;
            }
            match self.look(common) {
                Step::Value(value) => self.finish(value, common),
                Step::Need(key, false) => self.open(key, false, common),
                Step::Need(key, true) if self.helped < HELP => self.open(key, true, common),
                Step::Need(key, true) => wait(key, common),
            }
        }
        self.account(common);
        common.meter.waits_for(&mut self.waiting, 0);
    }

    /// Tells the meter what was stored; whether the limits allow it.
    fn account(&mut self, common: &Common<'_>) -> bool {
        let new = self.work.positions - self.counted;
        self.counted = self.work.positions;
        // What another thread is at as well is waited for once.
        common.meter.waits_for(&mut self.waiting, (self.frames.len() - self.helped) as u64);
        let allowed = common.meter.add_states(new).is_ok();
        if !allowed {
            common.stop(signal::LEAVE);
        }
        allowed
    }

    /// Whether one more entry may be added.
    fn has_room(&mut self, common: &Common<'_>) -> bool {
        if self.room == 0 {
            // Small helpings towards the end: the table is full only when nobody has room left.
            let helping = |left: u64| AT_ONCE.min(left.div_ceil(2 * self.threads as u64));
            let take = |left: u64| Some(left - helping(left));
            if let Ok(left) = common.room.fetch_update(Relaxed, Relaxed, take) {
                self.room = helping(left);
            }
        }
        self.room > 0
    }

    /// Starts a position that is not known. `help`: although another thread may be at it.
    fn open(&mut self, key: u64, help: bool, common: &Common<'_>) {
        if !self.has_room(common) {
            return common.stop(signal::FULL);
        }
        let claimed = match common.table.claim(key, OPEN_CODE) {
            Claim::Added => {
                self.room -= 1;
                self.added += 1;
                false
            }
            Claim::There(OPEN_CODE) if help => true,
            // Another thread was faster; the next look finds that.
            Claim::There(_) => return,
        };
        common.layout.unpack(key, &mut self.words);
        let start = self.arena.len();
        let before = self.make_room(common);
        let found = self.hand.options(&self.words, &mut self.arena, common.meter);
        if before.and_then(|()| self.charge_held(common)).is_err() {
            common.stop(signal::LEAVE);
        }
        common.table.fetch(&self.arena[start..]);
        match found {
            // One thread alone may find room.
            Err(Exceeded::Memory) => common.stop(signal::LEAVE),
            Err(exceeded) => common.over(exceeded),
            Ok(Found::Options(count)) if count > 1 => {
                let keys = self.hand.parts();
                self.arena[start..].rotate_left(count * self.number / self.threads * keys);
            }
            Ok(Found::Options(_) | Found::Ends) => {}
            Ok(Found::Wins | Found::Leave | Found::Outside) => common.stop(signal::LEAVE),
        }
        self.helped += usize::from(claimed);
        self.frames.push(Frame { key, start, next: start, left: false, claimed });
        self.work.peak_frames = self.work.peak_frames.max(self.frames.len() as u64);
    }

    /// Looks at the options of the top frame, replacing each by its value.
    fn look(&mut self, common: &Common<'_>) -> Step {
        let Some(frame) = self.frames.last_mut() else { return Step::Need(common.root, true) };
        let end = self.arena.len();
        for at in frame.next..end {
            let key = self.arena[at];
            if key & KNOWN != 0 {
                continue;
            }
            match common.value(key) {
                Some(OPEN) => frame.left = true,
                Some(value) => self.arena[at] = KNOWN | u64::from(value),
                None => {
                    frame.next = at;
                    return Step::Need(key, false);
                }
            }
        }
        frame.next = end;
        if frame.left {
            if frame.claimed
                && let Some(value) = common.value(frame.key).filter(|&v| v != OPEN)
            {
                return Step::Value(value);
            }
            // What others were at comes last.
            for slot in &mut self.arena[frame.start..] {
                if *slot & KNOWN != 0 {
                    continue;
                }
                match common.value(*slot) {
                    Some(value) if value != OPEN => *slot = KNOWN | u64::from(value),
                    _ => return Step::Need(*slot, true),
                }
            }
        }
        let keys = self.hand.parts();
        let values = self.arena[frame.start..]
            .chunks_exact(keys)
            .map(|parts| parts.iter().filter(|&&part| part != NO_PART).fold(0, |sum, &part| sum ^ (part & !KNOWN)));
        Step::Value(mex(values, &mut self.seen))
    }

    /// Ends the top frame.
    fn finish(&mut self, value: u32, common: &Common<'_>) {
        let Some(frame) = self.frames.pop() else { return };
        let options = (self.arena.len() - frame.start) / self.hand.parts();
        self.arena.truncate(frame.start);
        self.helped -= usize::from(frame.claimed);
        if value > GREATEST {
            return common.stop(signal::LEAVE);
        }
        if common.table.replace(frame.key, OPEN_CODE, code_of(value)) {
            self.work.positions += 1;
            self.work.options += options as u64;
        }
    }

    /// Makes room for the options of one more position, charged while the old room still stands.
    fn make_room(&mut self, common: &Common<'_>) -> Result<(), Exceeded> {
        let room = self.arena.capacity();
        if room - self.arena.len() >= SPARE {
            return Ok(());
        }
        let bytes = (room + SPARE) as u64 * 16;
        let limit = common.meter.limits().max_memory / 2;
        charge(common.meter, bytes, limit)?;
        self.arena.reserve_exact(room + SPARE);
        common.meter.sub_bytes(bytes);
        self.charge_held(common)
    }

    /// Charges the stack and the arena.
    fn charge_held(&mut self, common: &Common<'_>) -> Result<(), Exceeded> {
        let held = (self.arena.capacity() * 8 + self.frames.capacity() * size_of::<Frame>()) as u64;
        charge(common.meter, held.saturating_sub(self.charged), common.meter.limits().max_memory / 2)?;
        self.charged = self.charged.max(held);
        Ok(())
    }
}

/// Waits until another thread knows a position.
fn wait(key: u64, common: &Common<'_>) {
    let mut all_since: Option<Instant> = None;
    common.waiting.fetch_add(1, Relaxed);
    for polls in 0u32.. {
        if common.stopped() || common.value(key) != Some(OPEN) {
            break;
        }
        if polls < 256 {
            std::hint::spin_loop();
            continue;
        }
        std::thread::sleep(Duration::from_micros(50));
        if common.waiting.load(Relaxed) < common.threads.load(Relaxed) {
            all_since = None;
        } else if all_since.get_or_insert_with(Instant::now).elapsed() > STUCK {
            common.stop(signal::LEAVE);
        }
        if polls.is_multiple_of(64) && !common.check() {
            break;
        }
    }
    common.waiting.fetch_sub(1, Relaxed);
}

/// Finds the Grundy value of a position by several threads; the table, charged, holds what is known.
#[must_use]
pub fn solve(root: u64, mut table: Table, code: &Code, layout: &Layout, meter: &Meter) -> Ended {
    let threads = usize::from(meter.limits().jobs);
    let worker = |number| Worker {
        hand: code.hand(None),
        number,
        threads,
        frames: Vec::new(),
        arena: Vec::new(),
        words: vec![0; layout.words.len()],
        seen: Vec::new(),
        room: 0,
        added: 0,
        helped: 0,
        work: Work::default(),
        counted: 0,
        waiting: 0,
        charged: 0,
    };
    let mut workers: Vec<Worker<'_>> = (0..threads).map(worker).collect();
    let ended = loop {
        let reason = round(root, &mut table, &mut workers, layout, meter);
        let solved = decode(table.get(root).into()).is_some_and(|value| value != OPEN);
        if meter.states() > meter.limits().max_states {
            // Which positions are stored up to the limit is for one thread to say.
            break signal::LEAVE;
        }
        if solved || reason != signal::FULL {
            break if solved { signal::DONE } else { reason };
        }
        // Near the limit one thread decides what fits.
        if table.room() == 0 && table.grow(meter.limits().max_memory / 2, meter).is_err() {
            break signal::LEAVE;
        }
    };
    meter.sub_bytes(workers.iter().map(|w| w.charged).sum());
    let work = workers.iter().fold(Work::default(), |sum, w| sum.plus(w.work));
    let exceeded = match ended {
        signal::DONE => return Ended::Solved(table, work),
        signal::TIME => Exceeded::Time,
        signal::INTERRUPTED => Exceeded::Interrupted,
        _ => {
            meter.sub_states(workers.iter().map(|w| w.counted).sum());
            meter.sub_bytes(table.bytes());
            return Ended::Alone;
        }
    };
    for frame in workers.iter().flat_map(|w| &w.frames) {
        if table.get(frame.key) == OPEN_CODE {
            table.forget(frame.key);
        }
    }
    Ended::Stopped(table, work, exceeded)
}

/// All work until one gives a signal, which is returned; then the table belongs to one thread again.
fn round(root: u64, table: &mut Table, workers: &mut [Worker<'_>], layout: &Layout, meter: &Meter) -> u8 {
    let common = Common {
        table,
        root,
        layout,
        meter,
        room: AtomicU64::new(table.room()),
        signal: AtomicU8::new(signal::GO),
        threads: AtomicUsize::new(workers.len()),
        waiting: AtomicUsize::new(0),
    };
    if let Some((first, others)) = workers.split_first_mut() {
        std::thread::scope(|scope| {
            for worker in others {
                let builder = std::thread::Builder::new().stack_size(STACK);
                if builder.spawn_scoped(scope, || worker.run(&common)).is_err() {
                    // The machine gives no more threads: fewer do the same.
                    common.threads.fetch_sub(1, Relaxed);
                }
            }
            first.run(&common);
        });
    }
    let reason = common.signal.load(Relaxed);
    for worker in workers {
        table.added(std::mem::take(&mut worker.added));
        worker.room = 0;
    }
    reason
}
