//! What this process asks the machine: its memory, Ctrl-C, and what to say after a panic.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::args::FileArgs;
use crate::base::Limits;
use crate::driver::{Exit, Options};

/// Assumed when the machine does not say how much memory it has.
const MEMORY: u64 = 8 << 30;

/// What the arguments say about a run.
pub(super) fn options(args: &FileArgs) -> Options {
    Options {
        definitions: args.definitions.clone(),
        misere: args.misere,
        limits: Limits {
            max_states: args.max_states.unwrap_or(u64::MAX),
            max_memory: args.max_memory.unwrap_or_else(|| memory() / 2),
            timeout: args.timeout,
        },
        interrupted: interruption(),
        list_options: false,
        certify: args.certificate.is_some(),
    }
}

/// What `sgi verify` may use.
pub(super) fn verification(timeout: Option<Duration>) -> Options {
    Options {
        limits: Limits { max_states: u64::MAX, max_memory: memory() / 2, timeout },
        interrupted: interruption(),
        ..Options::default()
    }
}

/// Bytes of memory that the machine has.
pub(super) fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kibibytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.map_or(MEMORY, |k| k << 10)
}

/// A flag that Ctrl-C raises; a second Ctrl-C ends the process at once.
fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    let handler = move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(Exit::Interrupted.status()));
        }
    };
    // Without a handler Ctrl-C ends the process, which is as good.
    let _ = ctrlc::set_handler(handler);
    flag
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
