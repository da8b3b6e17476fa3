//! What this process asks the machine: its memory and processors, and what to say after a panic.

use std::io::Write;

use super::args::{FileArgs, LimitArgs};
use super::watch::{self, LastWords};
use crate::base::{Limits, visible_line};
use crate::cgt::Play;
use crate::driver::Options;

/// Assumed when the machine does not say how much memory it has.
const MEMORY: u64 = 8 << 30;

/// What the arguments say about a run.
pub(super) fn options(args: &FileArgs, last_words: LastWords) -> Options {
    Options {
        definitions: args.definitions.clone(),
        play: if args.misere { Play::Misere } else { Play::Normal },
        list_options: false,
        certify: args.certificate.is_some(),
        ..limited(&args.limits, last_words)
    }
}

/// Options with what the arguments allow.
pub(super) fn limited(args: &LimitArgs, last_words: LastWords) -> Options {
    let limits = Limits {
        max_states: args.max_states.unwrap_or(u64::MAX),
        max_memory: args.max_memory.unwrap_or_else(|| memory() / 2),
        timeout: args.timeout,
        jobs: args.jobs.unwrap_or_else(processors),
    };
    let (interrupted, ledger) = watch::attend(&limits, last_words);
    Options { limits, interrupted, ledger, ..Options::default() }
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
            "error[E0901]: this is a defect of sgi {version}: {}{place}\n   │ Help: nothing is wrong with your file; \
             please report this message together with the file and the command line",
            visible_line(&text)
        );
    }));
}
