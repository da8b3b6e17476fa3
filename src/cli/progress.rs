//! A line on standard error for work that takes more than a second, when a terminal shows it.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::base::Meter;
use crate::report::count;

/// Shown from then on.
const AFTER: Duration = Duration::from_secs(1);
const EVERY: Duration = Duration::from_millis(120);

/// A thread that looks at the meter and keeps the line.
pub(super) struct Progress {
    bar: Arc<Mutex<Option<ProgressBar>>>,
    ended: Arc<AtomicBool>,
}

impl Progress {
    /// Starts to watch; `None` when standard error is no terminal.
    pub fn start(meter: &Meter) -> Option<Self> {
        if !std::io::stderr().is_terminal() {
            return None;
        }
        let progress = Self { bar: Arc::default(), ended: Arc::default() };
        let (bar, ended, meter) = (Arc::clone(&progress.bar), Arc::clone(&progress.ended), meter.clone());
        let watch = move || {
            let started = Instant::now();
            while !ended.load(Ordering::Relaxed) {
                std::thread::sleep(EVERY);
                if started.elapsed() >= AFTER && !ended.load(Ordering::Relaxed) {
                    let mut place = bar.lock().unwrap_or_else(PoisonError::into_inner);
                    let line = place.get_or_insert_with(new_bar);
                    let seconds = started.elapsed().as_secs();
                    let (states, mebibytes) = (count(meter.states()), count(meter.bytes() >> 20));
                    let waiting = match meter.waiting() {
                        0 => String::new(),
                        n => format!(" and {} that wait", count(n)),
                    };
                    line.set_message(format!("{seconds} s, {states} states{waiting}, {mebibytes} MiB"));
                    line.tick();
                }
            }
        };
        // Without a thread there is no line; the work goes on.
        std::thread::Builder::new().name("progress".into()).spawn(watch).ok()?;
        Some(progress)
    }

    /// Writes something with the line out of the way.
    pub fn aside(&self, write: impl FnOnce()) {
        let place = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        match &*place {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(bar) = self.bar.lock().unwrap_or_else(PoisonError::into_inner).take() {
            bar.finish_and_clear();
        }
    }
}

fn new_bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    bar
}
