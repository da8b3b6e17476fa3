//! Limits on a run, and the meter that everything that works long or stores much charges.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::memory;

/// What a run may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Positions whose value is stored, over the whole run.
    pub max_states: u64,
    /// Bytes.
    pub max_memory: u64,
    /// Wall time of the whole run.
    pub timeout: Option<Duration>,
    /// Threads, where an engine can use them; at least 1.
    pub jobs: u16,
}

/// Bytes that a process may take beside what it charges: its tables, and what is too small to be charged.
const UNCHARGED: u64 = 12 << 20;

impl Limits {
    /// Bytes allocated by the whole process at which [`Meter::check`] ends a run although less was charged.
    #[must_use]
    fn noticed_memory(&self) -> u64 {
        self.max_memory.saturating_add(self.max_memory / 20).saturating_add(UNCHARGED)
    }

    /// Bytes allocated by the whole process at which it is to be ended, whatever it is about to do; the machine then
    /// sees at most a tenth more than `max_memory`, and 32 MiB for the program itself.
    #[must_use]
    pub fn bound_on_memory(&self) -> u64 {
        self.noticed_memory().saturating_add(self.max_memory / 20).saturating_add(UNCHARGED / 8)
    }
}

/// Asks a run to end, from another thread.
#[derive(Default, Debug)]
pub struct Interruption {
    /// The number of the signal that asks; 0 before. Shared with the signals' handlers.
    signal: Arc<AtomicUsize>,
    ended: AtomicBool,
}

impl Interruption {
    /// Where a handler of signals writes the number of the signal that asks the run to end.
    #[must_use]
    pub fn signal_flag(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.signal)
    }

    /// The signal that asks the run to end, if one does.
    #[must_use]
    pub fn signal(&self) -> Option<usize> {
        Some(self.signal.load(Ordering::Relaxed)).filter(|signal| *signal != 0)
    }

    /// Another run begins.
    pub fn begins(&self) {
        self.ended.store(false, Ordering::Relaxed);
    }

    /// Whether the run has come to its end and writes what it found.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }
}

/// Which limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exceeded {
    /// `--max-states`.
    States,
    /// `--max-memory`.
    Memory,
    /// `--timeout`.
    Time,
    /// Ctrl-C, or another signal that asks the process to end.
    Interrupted,
}

/// Counts states, bytes and time against [`Limits`]; shared by clones.
#[derive(Clone, Debug)]
pub struct Meter {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    limits: Limits,
    states: AtomicU64,
    /// Positions whose value is waited for.
    waiting: AtomicU64,
    bytes: AtomicU64,
    /// The most bytes at once, before any were given back.
    peak: AtomicU64,
    deadline: Option<Instant>,
    /// Nanoseconds that it will take to write what was found so far: see [`Meter::keep`].
    unwritten: AtomicU64,
    /// Work done so far: see [`Meter::worked`].
    work: AtomicU64,
    /// The work at which what is in progress is to be broken off; [`NO_BUDGET`] without.
    budget: AtomicU64,
    /// Whether the run was found to be interrupted or out of time.
    over: AtomicBool,
    interrupted: Arc<Interruption>,
}

/// No budget is set.
const NO_BUDGET: u64 = u64::MAX;

/// About how many nanoseconds it takes to write a row of a table, or to draw a point of a plot; measured.
const WRITING: u64 = 400;

/// The work of finding the value of a position: that of so many steps of an evaluation, for machine code does not count
/// the options that it looks at.
const STATE_WORK: u64 = 512;

impl Meter {
    /// A meter that starts now. `interrupted` is raised by signals.
    #[must_use]
    pub fn new(limits: Limits, interrupted: Arc<Interruption>) -> Self {
        let started = Instant::now();
        let deadline = limits.timeout.and_then(|t| started.checked_add(t));
        let [states, waiting, bytes, peak, work, unwritten] = [(); 6].map(|()| AtomicU64::new(0));
        let (budget, over) = (AtomicU64::new(NO_BUDGET), AtomicBool::new(false));
        Self {
            shared: Arc::new(Shared {
                limits,
                states,
                waiting,
                bytes,
                peak,
                deadline,
                unwritten,
                work,
                budget,
                over,
                interrupted,
            }),
        }
    }

    /// A meter with no limits, for tests.
    #[must_use]
    pub fn unlimited() -> Self {
        let limits = Limits { max_states: u64::MAX, max_memory: u64::MAX, timeout: None, jobs: 1 };
        Self::new(limits, Arc::default())
    }

    /// The limits it was made with.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    /// States stored so far.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.shared.states.load(Ordering::Relaxed)
    }

    /// Positions whose value is waited for: they are held as well, and count for the limit.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.shared.waiting.load(Ordering::Relaxed)
    }

    /// Counts `n` more positions whose value is waited for. The limit is looked at by [`check`](Self::check) and when
    /// states are stored.
    pub fn wait_for(&self, n: u64) {
        self.shared.waiting.fetch_add(n, Ordering::Relaxed);
    }

    /// Takes back `n` positions that were waited for: their value is stored, or the search was given up.
    pub fn wait_no_more(&self, n: u64) {
        self.shared.waiting.fetch_sub(n, Ordering::Relaxed);
    }

    /// The same for positions that one search waits for: `told` before, `now` at present.
    pub fn waits_for(&self, told: &mut u64, now: u64) {
        if now >= *told {
            self.wait_for(now - *told);
        } else {
            self.wait_no_more(*told - now);
        }
        *told = now;
    }

    /// Bytes charged at present.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.shared.bytes.load(Ordering::Relaxed)
    }

    /// Bytes that may still be charged.
    #[must_use]
    pub fn room(&self) -> u64 {
        self.shared.limits.max_memory.saturating_sub(self.bytes())
    }

    /// Positions that may still be stored.
    #[must_use]
    pub fn states_left(&self) -> u64 {
        self.shared.limits.max_states.saturating_sub(self.states())
    }

    /// Counts `n` more stored positions.
    ///
    /// # Errors
    /// [`Exceeded::States`] once the total passes the limit.
    pub fn add_states(&self, n: u64) -> Result<(), Exceeded> {
        let total = self.shared.states.fetch_add(n, Ordering::Relaxed) + n;
        if total > self.shared.limits.max_states { Err(Exceeded::States) } else { Ok(()) }
    }

    /// Takes back `n` stored positions that are found anew.
    pub fn sub_states(&self, n: u64) {
        self.shared.states.fetch_sub(n, Ordering::Relaxed);
    }

    /// Counts `n` more bytes, to be called *before* they are allocated.
    ///
    /// # Errors
    /// [`Exceeded::Memory`] when the total would pass the limit; the bytes are then not counted.
    pub fn add_bytes(&self, n: u64) -> Result<(), Exceeded> {
        let total = self.shared.bytes.fetch_add(n, Ordering::Relaxed).saturating_add(n);
        if total > self.shared.limits.max_memory {
            self.shared.bytes.fetch_sub(n, Ordering::Relaxed);
            return Err(Exceeded::Memory);
        }
        Ok(())
    }

    /// Gives `n` bytes back.
    pub fn sub_bytes(&self, n: u64) {
        let before = self.shared.bytes.fetch_sub(n, Ordering::Relaxed);
        // Seldom greater: a look is cheaper than a write.
        if before > self.shared.peak.load(Ordering::Relaxed) {
            self.shared.peak.fetch_max(before, Ordering::Relaxed);
        }
    }

    /// The most bytes that were charged at once so far.
    #[must_use]
    pub fn peak(&self) -> u64 {
        self.shared.peak.load(Ordering::Relaxed).max(self.bytes())
    }

    /// The time left before `--timeout`, that for writing what was found taken off; `None` when there is no such limit.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        let writing = Duration::from_nanos(self.shared.unwritten.load(Ordering::Relaxed));
        self.shared.deadline.map(|end| end.saturating_duration_since(Instant::now()).saturating_sub(writing))
    }

    /// Keeps a row of a table or a point of a plot for the report: `bytes` of memory, and the time of writing it, so that
    /// a limit of time holds for the whole run and not for the computation alone.
    ///
    /// # Errors
    /// As [`check`](Self::check) and [`add_bytes`](Self::add_bytes).
    pub fn keep(&self, bytes: u64) -> Result<(), Exceeded> {
        self.shared.unwritten.fetch_add(WRITING, Ordering::Relaxed);
        self.check()?;
        self.add_bytes(bytes)
    }

    /// Writes some of what was kept: the time that it takes is no longer ahead.
    pub fn writes<T>(&self, write: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let written = write();
        let took = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let ahead = self.shared.unwritten.load(Ordering::Relaxed);
        self.shared.unwritten.store(ahead.saturating_sub(took), Ordering::Relaxed);
        written
    }

    /// Counts so much work: steps of an evaluation, in whatever they are made of. The same run counts the same on every
    /// machine; stored positions are counted by [`Meter::add_states`].
    pub fn worked(&self, n: u64) {
        self.shared.work.fetch_add(n, Ordering::Relaxed);
    }

    /// Work done so far, stored positions included.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.shared.work.load(Ordering::Relaxed).saturating_add(self.states().saturating_mul(STATE_WORK))
    }

    /// Whether the work in progress has done what it may.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        let budget = self.shared.budget.load(Ordering::Relaxed);
        budget != NO_BUDGET && self.work() >= budget
    }

    /// Runs `work`, which is broken off with [`Exceeded::Time`] once it has done `most`; `None` when it was. The limits of
    /// the run hold as always.
    pub fn within<T, E>(&self, most: u64, work: impl FnOnce() -> Result<T, E>) -> Option<Result<T, E>>
    where
        for<'e> &'e E: Into<Option<Exceeded>>,
    {
        let outer = self.shared.budget.fetch_min(self.work().saturating_add(most), Ordering::Relaxed);
        let result = work();
        self.shared.budget.store(outer, Ordering::Relaxed);
        match &result {
            Err(stop) if stop.into() == Some(Exceeded::Time) && self.check().is_ok() => None,
            _ => Some(result),
        }
    }

    /// Looks at the clock, for signals, and at what the process has allocated: cheap enough for every few thousand steps.
    ///
    /// # Errors
    /// [`Exceeded::Interrupted`], [`Exceeded::Time`], [`Exceeded::States`] for positions that are waited for, or
    /// [`Exceeded::Memory`] for memory that nobody charged.
    pub fn check(&self) -> Result<(), Exceeded> {
        if self.shared.interrupted.signal().is_some() {
            self.shared.over.store(true, Ordering::Relaxed);
            return Err(Exceeded::Interrupted);
        }
        if memory::allocated() > self.shared.limits.noticed_memory() {
            return Err(Exceeded::Memory);
        }
        // Not together with those stored: how many wait is told now and then, and where a run ends would depend on when.
        if self.waiting() > self.shared.limits.max_states {
            return Err(Exceeded::States);
        }
        if self.is_spent() {
            return Err(Exceeded::Time);
        }
        if self.remaining().is_some_and(|left| left.is_zero()) {
            self.shared.over.store(true, Ordering::Relaxed);
            return Err(Exceeded::Time);
        }
        Ok(())
    }

    /// Whether a signal or the clock has ended the run.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.shared.over.load(Ordering::Relaxed)
    }

    /// Says that the work is over, so that nobody ends the process while it writes what it found.
    pub fn end(&self) {
        self.shared.interrupted.ended.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_takes_its_time_to_write() {
        let hour = Duration::from_hours(1);
        let limits = Limits { max_states: 1, max_memory: u64::MAX, timeout: Some(hour), jobs: 1 };
        let meter = Meter::new(limits, Arc::default());
        assert_eq!(meter.keep(1), Ok(()));
        assert_eq!(meter.bytes(), 1);
        // As many rows as an hour can write: the limit is reached before they are written, not after.
        meter.shared.unwritten.store(u64::try_from(hour.as_nanos()).expect("an hour"), Ordering::Relaxed);
        assert_eq!(meter.keep(1), Err(Exceeded::Time));
        // Another limit that holds for the same run: those rows are written on the way.
        let meter = Meter::unlimited();
        meter.keep(0).expect("no limit");
        meter.writes(|| std::thread::sleep(Duration::from_nanos(2 * WRITING)));
        assert_eq!(meter.shared.unwritten.load(Ordering::Relaxed), 0);
    }
}
