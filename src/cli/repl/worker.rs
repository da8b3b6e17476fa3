//! The thread that answers.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::super::files::{self, Content};
use super::super::output::Output;
use super::super::progress::Progress;
use super::super::run;
use crate::base::Interruption;
use crate::driver::{Event, Exit, Input, Ledger, Options, Typed, Worksheet};
use crate::report::count;

/// As the program's own.
const STACK: usize = 256 << 20;

/// What is to be done.
pub(super) enum Job {
    /// The file is read.
    Begin,
    Enter(String),
    Moves(Option<String>),
    Plot(String),
    Find(String),
    Time(String),
    Reload,
    Save(Option<String>),
    Quit,
}

/// That it is done.
#[derive(Default)]
pub(super) struct Answer {
    pub exit: Exit,
    /// All that was typed so far and is kept.
    pub typed: Typed,
    /// The file with it.
    pub text: Arc<str>,
}

/// A hand on the thread.
pub(super) struct Worker {
    jobs: Sender<Job>,
    answers: Receiver<Answer>,
    interruption: Arc<Interruption>,
    left: Arc<AtomicBool>,
    died: std::cell::Cell<bool>,
}

impl Worker {
    /// Starts to answer about a file, to which this was typed before.
    pub fn begin(
        file: Option<String>,
        typed: Typed,
        options: Options,
        output: &Arc<Mutex<Output>>,
    ) -> std::io::Result<Self> {
        let (jobs, to_do) = channel();
        let (done, answers) = channel();
        let (interruption, left) = (Arc::<Interruption>::default(), Arc::<AtomicBool>::default());
        let options = Options { interrupted: Arc::clone(&interruption), ledger: Ledger::default(), ..options };
        let desk = Desk { file, output: Arc::clone(output), left: Arc::clone(&left), asked: Arc::clone(&interruption) };
        let work = move || desk.work(typed, options, &to_do, &done);
        std::thread::Builder::new().name("repl".into()).stack_size(STACK).spawn(work)?;
        Ok(Self { jobs, answers, interruption, left, died: std::cell::Cell::new(false) })
    }

    pub fn ask(&self, job: Job) {
        // A thread that has died is found when its answer does not come.
        let _ = self.jobs.send(job);
    }

    /// The answer, if it comes in time.
    pub fn answer(&self, time: Duration) -> Option<Answer> {
        let answer = self.answers.recv_timeout(time);
        self.died.set(matches!(answer, Err(RecvTimeoutError::Disconnected)));
        answer.ok()
    }

    /// Whether no answer will ever come.
    pub fn has_died(&self) -> bool {
        self.died.get()
    }

    /// Asks it to end what it does.
    pub fn interrupt(&self) {
        self.interruption.signal_flag().store(1, Ordering::Relaxed);
    }

    /// What it says from now on is of no interest.
    pub fn leave(&self) {
        self.left.store(true, Ordering::Relaxed);
    }
}

/// What is read without a file.
fn nothing() -> Input {
    Input { name: "<typed>".to_owned(), text: "".into(), folder: Some("".into()) }
}

/// What the thread works with.
struct Desk {
    file: Option<String>,
    output: Arc<Mutex<Output>>,
    left: Arc<AtomicBool>,
    asked: Arc<Interruption>,
}

impl Desk {
    /// The output, unless nobody listens any more.
    fn output(&self) -> Option<MutexGuard<'_, Output>> {
        let output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        (!self.left.load(Ordering::Relaxed)).then_some(output)
    }

    fn say(&self, say: impl FnOnce(&Output)) {
        if let Some(output) = self.output() {
            say(&output);
        }
    }

    /// The file, as long as it can be read.
    fn read(&self) -> Option<Input> {
        Input::read(self.file.as_ref()?).ok()
    }

    fn work(&self, typed: Typed, options: Options, to_do: &Receiver<Job>, done: &Sender<Answer>) {
        let mut observer = |event: Event<'_>| self.say(|output| told(&event, output));
        let mut sheet = Worksheet::open(self.read().unwrap_or_else(nothing), typed, options, &mut observer);
        for job in to_do {
            self.asked.signal_flag().store(0, Ordering::Relaxed);
            let exit = if matches!(job, Job::Begin) { sheet.ended() } else { self.one(job, &mut sheet) };
            if self.left.load(Ordering::Relaxed) {
                return;
            }
            let answer = Answer { exit, typed: sheet.typed().clone(), text: sheet.text().into() };
            if done.send(answer).is_err() {
                return;
            }
        }
    }

    fn one(&self, job: Job, sheet: &mut Worksheet<'_>) -> Exit {
        let again = matches!(job, Job::Reload);
        if let Some(input) = self.read().filter(|input| again || !sheet.has_text(&input.text)) {
            self.say(|output| output.message(&format!("sgi: {} is read again\n", input.name)));
            let exit = sheet.reload(input);
            if exit != Exit::Success {
                return exit;
            }
        }
        if let (Some(mut output), Some(progress)) = (self.output(), Progress::start(sheet.meter())) {
            output.watch(progress);
        }
        let exit = self.answer(job, sheet);
        if let Some(mut output) = self.output() {
            output.unwatch();
        }
        exit
    }

    fn answer(&self, job: Job, sheet: &mut Worksheet<'_>) -> Exit {
        match job {
            Job::Begin | Job::Reload | Job::Quit => Exit::Success,
            Job::Enter(text) => sheet.enter(&text),
            Job::Moves(position) => {
                let mut found = None;
                let exit = sheet.ask(|session| found = session.moves(position.as_deref(), false));
                self.say(|output| found.iter().for_each(|table| output.result(&output.style.moves(table))));
                exit
            }
            Job::Plot(text) => sheet.plot(&text),
            Job::Find(text) => sheet.ask(|session| session.find(&text)),
            Job::Time(text) => {
                let (begun, before) = (Instant::now(), sheet.meter().states());
                let exit = sheet.enter(&text);
                let states = count(sheet.meter().states().saturating_sub(before));
                let seconds = begun.elapsed().as_secs_f64();
                self.say(|output| output.message(&format!("{seconds:.3} s, {states} states\n")));
                exit
            }
            Job::Save(path) => self.save(path, sheet),
        }
    }

    fn save(&self, path: Option<String>, sheet: &Worksheet<'_>) -> Exit {
        let own = self.file.as_ref().filter(|file| Path::new(file).is_file());
        let (path, written) = match (&path, own) {
            (Some(path), own) if own != Some(path) => (path, files::create(Path::new(path), &sheet.text())),
            (_, Some(own)) => (own, files::replace(Path::new(own), &sheet.text(), Content::Rules)),
            _ => {
                self.say(|output| output.message("sgi: there is no file to write to: `:save NAME.game`\n"));
                return Exit::Usage;
            }
        };
        match (written, self.output()) {
            (Ok(()), Some(output)) => output.message(&format!("sgi: written to {path}\n")),
            (Err(error), Some(output)) => return files::failed(path, &error, &output),
            _ => {}
        }
        Exit::Success
    }
}

/// Writes what was found out. Parameters are asked for by their names.
fn told(event: &Event<'_>, output: &Output) {
    if !matches!(event, Event::Params(_)) {
        run::write(event, true, output);
    }
}
