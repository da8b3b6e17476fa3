//! A thread that ends the process when the run does not end by itself: after a signal, after its time is up, and before
//! it takes more memory than it may.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use signal_hook::consts::signal;
use signal_hook::flag;

use super::output;
use crate::base::{Interruption, Limits, memory};
use crate::diagnostics::{Code, codes};
use crate::driver::{Exit, Ledger};
use crate::report::Notice;

/// What is written when a run is ended from outside, beside the exit status.
#[derive(Clone, Copy, Default)]
pub(super) enum LastWords {
    /// Nothing: what was found stands on standard output already, or is of no use in part.
    #[default]
    None,
    /// The report so far, as JSON.
    Report,
}

impl LastWords {
    /// Of a command that writes what it finds as it goes (`text`), or its report at the end.
    pub fn of(text: bool) -> Self {
        if text { Self::None } else { Self::Report }
    }
}

/// The signals that ask a process to end.
#[cfg(unix)]
const SIGNALS: [i32; 3] = [signal::SIGINT, signal::SIGTERM, signal::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [signal::SIGINT, signal::SIGTERM];

/// The watch looks so often.
const EVERY: Duration = Duration::from_millis(10);
/// A run that does not see by then that it is to end is in the middle of one operation on something very large: it is
/// ended at once.
const PATIENCE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2000 } else { 120 });
/// After a signal, what is being written may take so long.
const PATIENCE_WITH_OUTPUT: Duration = Duration::from_secs(2);

/// What the watch knows.
#[derive(Default)]
struct Watch {
    interruption: Arc<Interruption>,
    /// A signal was seen: one more ends the process at once.
    again: Arc<AtomicBool>,
    /// Ctrl-C is for whoever talks with the user, not for the process.
    lent: AtomicBool,
    ledger: Ledger,
    /// When the time of the run is up, and what is to be written then.
    run: Mutex<(Option<Instant>, LastWords)>,
}

static WATCH: OnceLock<Watch> = OnceLock::new();

fn watch() -> &'static Watch {
    WATCH.get_or_init(Watch::default)
}

/// Begins to listen to signals and to watch; before anything else.
pub(super) fn begin() {
    let (again, asked) = (Arc::clone(&watch().again), watch().interruption.signal_flag());
    for signal in SIGNALS.into_iter().filter(|signal| !is_to_be_ignored(*signal)) {
        // Without a handler a signal ends the process, which is as good.
        let _ = listen(signal, &again, &asked);
    }
    // Without a thread the run is waited for.
    let _ = std::thread::Builder::new().name("watch".into()).spawn(|| memory::unbounded(|| watch().keep()));
}

/// The first signal asks; any after it ends the process at once.
fn listen(signal: i32, again: &Arc<AtomicBool>, asked: &Arc<AtomicUsize>) -> std::io::Result<()> {
    flag::register_conditional_shutdown(signal, status_after(signal), Arc::clone(again))?;
    flag::register(signal, Arc::clone(again))?;
    flag::register_usize(signal, Arc::clone(asked), usize::try_from(signal).unwrap_or_default())?;
    Ok(())
}

/// The exit status after a signal, as shells count.
fn status_after(signal: i32) -> i32 {
    128 + signal
}

/// Whether whoever started this process wants the signal to be ignored: `nohup` does with SIGHUP. (Shells do with SIGINT
/// for whatever runs in the background, but who sends it means it.)
fn is_to_be_ignored(signal: i32) -> bool {
    if [signal::SIGINT, signal::SIGTERM].contains(&signal) {
        return false;
    }
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = text.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

/// Watches over a run with these limits from now on; what asks it to end, and where it notes what it finds.
pub(super) fn attend(limits: &Limits, last_words: LastWords) -> (Arc<Interruption>, Ledger) {
    let until = limits.timeout.and_then(|time| Instant::now().checked_add(time));
    *watch().run.lock().unwrap_or_else(PoisonError::into_inner) = (until, last_words);
    memory::set_bound(limits.bound_on_memory());
    watch().interruption.begins();
    (Arc::clone(&watch().interruption), watch().ledger.clone())
}

/// Whether Ctrl-C is left to the caller from now on, who asks [`take_interrupt`] for it.
pub(super) fn lend_interrupts(lent: bool) {
    watch().lent.store(lent, Ordering::Relaxed);
}

/// Whether there was a Ctrl-C since this was asked last.
pub(super) fn take_interrupt() -> bool {
    let pressed = watch().interruption.signal().and_then(|s| i32::try_from(s).ok()) == Some(signal::SIGINT);
    if pressed {
        watch().interruption.signal_flag().store(0, Ordering::Relaxed);
        watch().again.store(false, Ordering::Relaxed);
    }
    pressed
}

/// The exit status of this process.
pub(super) fn status(exit: Exit) -> i32 {
    match (exit, watch().interruption.signal().and_then(|signal| i32::try_from(signal).ok())) {
        (Exit::Interrupted, Some(signal)) => status_after(signal),
        _ => i32::from(exit.status()),
    }
}

/// Why a run is ended.
enum Reason {
    Signal,
    Time,
    Memory,
}

impl Reason {
    fn words(&self) -> (Code, &'static str, Exit) {
        match self {
            Self::Signal => (codes::INTERRUPTED, "the run was interrupted", Exit::Interrupted),
            Self::Time => (codes::TIMED_OUT, "the time limit was reached", Exit::Undecided),
            Self::Memory => (codes::TOO_MUCH_MEMORY, "the memory limit was reached", Exit::Undecided),
        }
    }
}

impl Watch {
    /// Looks until the process ends.
    fn keep(&self) {
        let mut signalled = None;
        loop {
            std::thread::sleep(EVERY);
            if memory::is_full() {
                self.cut(&Reason::Memory);
            }
            let lent = self.lent.load(Ordering::Relaxed);
            let interrupt = usize::try_from(signal::SIGINT).ok();
            if self.interruption.signal().is_some_and(|signal| !lent || Some(signal) != interrupt) {
                let since = signalled.get_or_insert_with(Instant::now).elapsed();
                if since >= if self.interruption.has_ended() { PATIENCE_WITH_OUTPUT } else { PATIENCE } {
                    self.cut(&Reason::Signal);
                }
            }
            let (until, _) = *self.run.lock().unwrap_or_else(PoisonError::into_inner);
            if !self.interruption.has_ended() && until.is_some_and(|until| until.elapsed() >= PATIENCE) {
                self.cut(&Reason::Time);
            }
        }
    }

    /// Ends the process with what the run has found; when it has ended by itself meanwhile, only if it cannot go on.
    fn cut(&self, reason: &Reason) {
        let (code, why, exit) = reason.words();
        let (_, last_words) = *self.run.lock().unwrap_or_else(PoisonError::into_inner);
        self.ledger.cut(&self.interruption, |report, found| {
            let printed = match last_words {
                LastWords::None => "printed above",
                LastWords::Report => "printed",
            };
            // The run may have seen it, and not have come to its end.
            if report.diagnostics.iter().all(|said| said.code != code.0) {
                let _ = writeln!(std::io::stderr(), "sgi: {why}; what was found out before is {printed}");
                report.diagnostics.push(Notice::without_place(code, why));
            }
            if matches!(last_words, LastWords::Report) {
                output::to_stdout(&report.json());
            }
            std::process::exit(status(found.worst(exit)));
        });
        if !matches!(reason, Reason::Time) {
            let _ = writeln!(std::io::stderr(), "sgi: {why} while the result was written");
            std::process::exit(status(exit));
        }
    }
}
