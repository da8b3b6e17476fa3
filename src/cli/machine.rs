//! What this process asks the machine: its memory, Ctrl-C, and what to say after a panic.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use super::args::FileArgs;
use crate::base::{Interruption, Limits};
use crate::driver::{Exit, Options};

/// Assumed when the machine does not say how much memory it has.
const MEMORY: u64 = 8 << 30;

/// What the arguments say about a run.
pub(super) fn options(args: &FileArgs) -> Options {
    let interrupted = interruption();
    watch_time(args.timeout, &interrupted);
    Options {
        definitions: args.definitions.clone(),
        misere: args.misere,
        limits: Limits {
            max_states: args.max_states.unwrap_or(u64::MAX),
            max_memory: args.max_memory.unwrap_or_else(|| memory() / 2),
            timeout: args.timeout,
            jobs: args.jobs.unwrap_or_else(processors),
        },
        interrupted,
        list_options: false,
        certify: args.certificate.is_some(),
    }
}

/// What `sgi verify` may use.
pub(super) fn verification(timeout: Option<Duration>) -> Options {
    let interrupted = interruption();
    watch_time(timeout, &interrupted);
    Options {
        limits: Limits { max_states: u64::MAX, max_memory: memory() / 2, timeout, jobs: 1 },
        interrupted,
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
/// ended at once. What it found out before stands on standard output already.
const PATIENCE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2000 } else { 80 });
/// The same after `--timeout`, which nobody waits for at the terminal.
const PATIENCE_WITH_TIME: Duration = Duration::from_secs(2);

/// What Ctrl-C raises; a second Ctrl-C ends the process at once.
fn interruption() -> Arc<Interruption> {
    let interruption = Arc::new(Interruption::default());
    let raised = Arc::clone(&interruption);
    let handler = move || {
        if raised.raise() {
            std::process::exit(i32::from(Exit::Interrupted.status()));
        }
        let watched = Arc::clone(&raised);
        let watch = move || end_after(PATIENCE, &watched, "the run was interrupted", Exit::Interrupted);
        // Without a thread the run is waited for.
        let _ = std::thread::Builder::new().name("interruption".into()).spawn(watch);
    };
    // Without a handler Ctrl-C ends the process, which is as good.
    let _ = ctrlc::set_handler(handler);
    interruption
}

/// Sees to it that a run ends soon after its time is up.
fn watch_time(timeout: Option<Duration>, interruption: &Arc<Interruption>) {
    let Some(until) = timeout.and_then(|timeout| timeout.checked_add(PATIENCE_WITH_TIME)) else { return };
    let watched = Arc::clone(interruption);
    let watch = move || end_after(until, &watched, "the time limit was reached", Exit::Undecided);
    let _ = std::thread::Builder::new().name("timeout".into()).spawn(watch);
}

/// Ends the process after some time, unless the run is ending by itself.
fn end_after(time: Duration, interruption: &Interruption, why: &str, exit: Exit) {
    std::thread::sleep(time);
    if interruption.is_noticed() {
        return;
    }
    let _ = writeln!(std::io::stderr(), "sgi: {why}; what was found out before is printed above");
    std::process::exit(i32::from(exit.status()));
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
