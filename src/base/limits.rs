//! Limits on a run, and the meter that everything that works long or stores much charges.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

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

/// Asks a run to end, from another thread.
#[derive(Default, Debug)]
pub struct Interruption {
    raised: AtomicBool,
    noticed: AtomicBool,
}

impl Interruption {
    /// Asks; whether that was done before.
    pub fn raise(&self) -> bool {
        self.raised.swap(true, Ordering::Relaxed)
    }

    /// Whether the run is ending: it has seen that it is to end, or that its time is up, or has come to its end.
    #[must_use]
    pub fn is_noticed(&self) -> bool {
        self.noticed.load(Ordering::Relaxed)
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
    /// Ctrl-C.
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
    bytes: AtomicU64,
    /// The most bytes at once, before any were given back.
    peak: AtomicU64,
    started: Instant,
    deadline: Option<Instant>,
    /// Nanoseconds after the start when the work in progress is to be broken off; [`NO_ALARM`] without.
    alarm: AtomicU64,
    interrupted: Arc<Interruption>,
}

/// No alarm is set.
const NO_ALARM: u64 = u64::MAX;

impl Meter {
    /// A meter that starts now. `interrupted` is raised by Ctrl-C.
    #[must_use]
    pub fn new(limits: Limits, interrupted: Arc<Interruption>) -> Self {
        let started = Instant::now();
        let deadline = limits.timeout.and_then(|t| started.checked_add(t));
        let [states, bytes, peak] = [(); 3].map(|()| AtomicU64::new(0));
        let alarm = AtomicU64::new(NO_ALARM);
        Self { shared: Arc::new(Shared { limits, states, bytes, peak, started, deadline, alarm, interrupted }) }
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

    /// The time left before `--timeout`; `None` when there is no such limit.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        self.shared.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Runs `work`, which is broken off after `time` with [`Exceeded::Time`]; `None` when it was. The limits of the run hold
    /// as always.
    pub fn within<T, E>(&self, time: Duration, work: impl FnOnce() -> Result<T, E>) -> Option<Result<T, E>>
    where
        for<'e> &'e E: Into<Option<Exceeded>>,
    {
        let end = u64::try_from((self.shared.started.elapsed() + time).as_nanos()).unwrap_or(NO_ALARM);
        let outer = self.shared.alarm.fetch_min(end, Ordering::Relaxed);
        let result = work();
        self.shared.alarm.store(outer, Ordering::Relaxed);
        match &result {
            Err(stop) if stop.into() == Some(Exceeded::Time) && self.check().is_ok() => None,
            _ => Some(result),
        }
    }

    /// Looks at the clock and at Ctrl-C; cheap enough for every few thousand steps.
    ///
    /// # Errors
    /// [`Exceeded::Interrupted`] or [`Exceeded::Time`].
    pub fn check(&self) -> Result<(), Exceeded> {
        if self.shared.interrupted.raised.load(Ordering::Relaxed) {
            self.end();
            return Err(Exceeded::Interrupted);
        }
        let alarm = self.shared.alarm.load(Ordering::Relaxed);
        if alarm != NO_ALARM && self.shared.started.elapsed().as_nanos() >= u128::from(alarm) {
            return Err(Exceeded::Time);
        }
        match self.shared.deadline {
            Some(deadline) if Instant::now() >= deadline => {
                self.end();
                Err(Exceeded::Time)
            }
            _ => Ok(()),
        }
    }

    /// Whether Ctrl-C or the clock has ended the run.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.shared.interrupted.is_noticed()
    }

    /// Says that the work is over, so that nobody waits for it to notice an [`Interruption`].
    pub fn end(&self) {
        self.shared.interrupted.noticed.store(true, Ordering::Relaxed);
    }
}
