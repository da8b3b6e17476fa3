//! What this process asks the machine: its memory, Ctrl-C, and what to say after a panic.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use super::args::FileArgs;
use super::output;
use crate::base::{Interruption, Limits};
use crate::cgt::Play;
use crate::diagnostics::codes;
use crate::driver::{Exit, Ledger, Options};
use crate::report::Notice;

/// Assumed when the machine does not say how much memory it has.
const MEMORY: u64 = 8 << 30;

/// What is written when a run is ended from outside, beside the exit status.
#[derive(Clone, Copy)]
pub(super) enum LastWords {
    /// Nothing: what was found stands on standard output already, or is of no use in part.
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

/// What the arguments say about a run.
pub(super) fn options(args: &FileArgs, last_words: LastWords) -> Options {
    let watch = Watch::start(args.timeout, last_words);
    Options {
        definitions: args.definitions.clone(),
        play: if args.misere { Play::Misere } else { Play::Normal },
        limits: Limits {
            max_states: args.max_states.unwrap_or(u64::MAX),
            max_memory: args.max_memory.unwrap_or_else(|| memory() / 2),
            timeout: args.timeout,
            jobs: args.jobs.unwrap_or_else(processors),
        },
        interrupted: watch.interruption,
        ledger: watch.ledger,
        list_options: false,
        certify: args.certificate.is_some(),
    }
}

/// What `sgi verify` may use.
pub(super) fn verification(timeout: Option<Duration>) -> Options {
    let watch = Watch::start(timeout, LastWords::None);
    Options {
        limits: Limits { max_states: u64::MAX, max_memory: memory() / 2, timeout, jobs: 1 },
        interrupted: watch.interruption,
        ..Options::default()
    }
}

/// Threads that are used without `--jobs`: more would wait for memory rather than compute.
const MOST_JOBS: u16 = 8;

/// Processors that the machine lends to this process, at most [`MOST_JOBS`].
fn processors() -> u16 {
    let found = std::thread::available_parallelism().map_or(1, |n| u16::try_from(n.get()).unwrap_or(MOST_JOBS));
    found.min(MOST_JOBS)
}

/// Bytes of memory that the machine has.
pub(super) fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kibibytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.map_or(MEMORY, |k| k << 10)
}

/// A run that does not see by then that it is to end is in the middle of one operation on something very large: it is
/// ended at once.
const PATIENCE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2000 } else { 80 });
/// The same after `--timeout`, which nobody waits for at the terminal.
const PATIENCE_WITH_TIME: Duration = Duration::from_secs(2);

/// Sees to it that a run ends soon after Ctrl-C, or after its time is up.
#[derive(Clone)]
struct Watch {
    interruption: Arc<Interruption>,
    ledger: Ledger,
    last_words: LastWords,
}

impl Watch {
    fn start(timeout: Option<Duration>, last_words: LastWords) -> Self {
        let watch = Self { interruption: Arc::default(), ledger: Ledger::default(), last_words };
        let watched = watch.clone();
        // Without a handler Ctrl-C ends the process, which is as good.
        let _ = ctrlc::set_handler(move || {
            // A second Ctrl-C ends the process at once.
            if watched.interruption.raise() {
                std::process::exit(i32::from(Exit::Interrupted.status()));
            }
            watched.wait(PATIENCE, Exit::Interrupted);
        });
        if let Some(until) = timeout.and_then(|timeout| timeout.checked_add(PATIENCE_WITH_TIME)) {
            watch.wait(until, Exit::Undecided);
        }
        watch
    }

    /// Ends the process after some time, unless the run is ending by itself.
    fn wait(&self, time: Duration, exit: Exit) {
        let watch = self.clone();
        let end = move || {
            std::thread::sleep(time);
            watch.ledger.cut(&watch.interruption, |report, found| {
                let (code, why) = match exit {
                    Exit::Interrupted => (codes::INTERRUPTED, "the run was interrupted"),
                    _ => (codes::TIMED_OUT, "the time limit was reached"),
                };
                let printed = match watch.last_words {
                    LastWords::None => "printed above",
                    LastWords::Report => "printed",
                };
                let _ = writeln!(std::io::stderr(), "sgi: {why}; what was found out before is {printed}");
                if matches!(watch.last_words, LastWords::Report) {
                    report.diagnostics.push(Notice::without_place(code, why));
                    output::to_stdout(&report.json());
                }
                std::process::exit(i32::from(found.worst(exit).status()));
            });
        };
        // Without a thread the run is waited for.
        let _ = std::thread::Builder::new().name("watch".into()).spawn(end);
    }
}

/// From now on a panic is reported as a defect of ours.
pub(super) fn report_defects() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().map(|s| (*s).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        let place = info.location().map(|l| format!(" at {}:{}", l.file(), l.line())).unwrap_or_default();
        let version = env!("CARGO_PKG_VERSION");
        let _ = writeln!(
            std::io::stderr(),
            "error[E0901]: this is a defect of sgi {version}: {text}{place}\n   │ Help: nothing is wrong with your file; \
             please report this message together with the file and the command line"
        );
    }));
}
