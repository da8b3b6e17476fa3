//! What a run has found out so far, kept where another thread can read it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Exit;
use crate::base::{Interruption, memory};
use crate::report::Report;

/// The report and the exit so far. The handles of a ledger share it: one is the run's, another may be held by whoever ends
/// a run that does not see that its time is up.
#[derive(Clone, Default, Debug)]
pub struct Ledger {
    found: Arc<Mutex<Found>>,
}

#[derive(Debug)]
struct Found {
    report: Report,
    exit: Exit,
}

impl Default for Found {
    fn default() -> Self {
        Self { report: Report::new(""), exit: Exit::Success }
    }
}

impl Ledger {
    /// Begins anew.
    pub(super) fn open(&self, file: &str, exit: Exit) {
        *self.lock() = Found { report: Report::new(file), exit };
    }

    /// Writes down what was found. The one who ends a process that takes too much memory reads it, so that a thread is
    /// not held back here.
    pub(super) fn note<T>(&self, write: impl FnOnce(&mut Report) -> T) -> T {
        memory::unbounded(|| write(&mut self.lock().report))
    }

    /// How the run ends at best.
    pub(super) fn exit(&self) -> Exit {
        self.lock().exit
    }

    /// Notes how the run will end at best.
    pub(super) fn ends(&self, exit: Exit) {
        let mut found = self.lock();
        found.exit = found.exit.worst(exit);
    }

    /// The run has come to its end: what it found.
    pub(super) fn close(&self, ending: impl FnOnce()) -> (Report, Exit) {
        let mut found = self.lock();
        ending();
        let found = std::mem::take(&mut *found);
        (found.report, found.exit)
    }

    /// Lets `end` write what was found and end the process, unless the run has come to its end by itself: a run that wants to note
    /// something meanwhile waits, so that it is not written twice.
    pub fn cut(&self, interruption: &Interruption, end: impl FnOnce(&mut Report, Exit)) {
        let mut found = self.lock();
        if !interruption.has_ended() {
            let Found { report, exit } = &mut *found;
            end(report, *exit);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Limits, Meter};
    use crate::report::Print;

    #[test]
    fn a_run_that_does_not_end_is_cut_with_what_it_found_and_one_that_ended_is_not() {
        let limits = Limits { max_states: 1, max_memory: 1, timeout: None, jobs: 1 };
        let interruption = Arc::default();
        let meter = Meter::new(limits, Arc::clone(&interruption));
        let ledger = Ledger::default();
        ledger.open("some.game", Exit::Success);
        ledger.note(|report| report.prints.push(Print { values: Vec::new() }));
        ledger.ends(Exit::Refuted);
        let mut seen = Vec::new();
        let mut cut = |held: &Ledger| {
            held.cut(&interruption, |report, exit| seen.push((report.file.clone(), report.prints.len(), exit)));
        };
        cut(&ledger.clone());
        let (report, exit) = ledger.close(|| meter.end());
        cut(&ledger);
        assert_eq!((report.prints.len(), exit), (1, Exit::Refuted));
        assert_eq!(seen, [("some.game".to_owned(), 1, Exit::Refuted)]);
    }
}
