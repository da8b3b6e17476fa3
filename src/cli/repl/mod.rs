//! `sgi repl [FILE]`: a session in which one thing is asked after another.
//!
//! ```text
//! mod       reads entries and commands, waits for answers, passes Ctrl-C on
//! worker    the thread that answers, which is left behind when it does not end
//! terminal  lines as a person edits them
//! pipe      lines as a program sends them
//! ```

mod pipe;
mod terminal;
mod worker;

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::args::ReplArgs;
use super::machine;
use super::output::Output;
use super::watch::{self, LastWords};
use crate::base::{Limits, visible_line};
use crate::driver::{Exit, Input, Options};
use crate::library;
use worker::{Answer, Job, Worker};

const HELP: &str = "\
An expression         its value; `EXPR for n in 0..9` makes a table
let, fn, game, ...    a declaration: known from now on, instead of an earlier one of its name that was typed
claim, table, plot    is run at once
:moves [POSITION]     every move with its value; of the start position without
:why [POSITION]       the same: the winning moves are marked with `*`
:plot EXPR for ...    a picture; or `:plot NAME` for a plot of the file
:find EXPR for ...    patterns, as claims
:time ENTRY           answers it, and says how long that took
:reload               reads the file again; that happens by itself when it has changed
:save [FILE]          writes the file with what was typed, without what failed; FILE must be new
:help [NAME]          this, or what the library says about NAME
:quit                 ends, as Ctrl-D does; Ctrl-C ends what is being computed
An entry goes on over several lines while a bracket or an operator wants more; an empty line ends it.
";

/// An answer that is not there so long after Ctrl-C is given up.
const PATIENCE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2000 } else { 300 });
/// Ctrl-C is looked for so often.
const EVERY: Duration = Duration::from_millis(20);

/// Where entries come from.
trait Entries {
    /// The next one; `None` at the end.
    fn next(&mut self) -> Option<String>;
    /// What is known by now, for completion.
    fn knows(&mut self, _text: &Arc<str>) {}
}

pub(super) fn repl(args: &ReplArgs, output: Output) -> Exit {
    if args.file.as_deref() == Some("-") {
        output.message("sgi: `repl` reads what you ask from standard input, so the game must be a file\n");
        return Exit::Usage;
    }
    if let Some(Err(said)) = args.file.as_deref().map(Input::read) {
        output.message(&format!("sgi: {}\n", said.message));
        return Exit::Io;
    }
    let options = Options { definitions: args.definitions.clone(), ..machine::limited(&args.limits, LastWords::None) };
    // The time is that of an entry.
    watch::attend(&Limits { timeout: None, ..options.limits.clone() }, LastWords::None);
    let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let mut entries: Box<dyn Entries> = if person {
        match terminal::Terminal::open(args.file.as_deref()) {
            Ok(terminal) => Box::new(terminal),
            Err(error) => {
                output.message(&format!("sgi: this terminal cannot be used: {error}\n"));
                return Exit::Io;
            }
        }
    } else {
        Box::new(pipe::Pipe::default())
    };
    if person && !output.quiet {
        let version = env!("CARGO_PKG_VERSION");
        output.result(&format!("sgi {version}: `:help` says what can be typed, Ctrl-D ends\n"));
    }
    let mut talk = Talk { worker: None, file: args.file.clone(), options, output: Arc::new(Mutex::new(output)) };
    let exit = talk.run(&mut *entries);
    if person { Exit::Success } else { exit }
}

struct Talk {
    /// Who answers; none after one was given up.
    worker: Option<Worker>,
    file: Option<String>,
    options: Options,
    output: Arc<Mutex<Output>>,
}

impl Talk {
    /// Answers every entry; how the worst of them ended.
    fn run(&mut self, entries: &mut dyn Entries) -> Exit {
        let mut last = Answer::default();
        let mut worst = self.answered(Job::Begin, &mut last);
        entries.knows(&last.text);
        while let Some(entry) = entries.next() {
            let exit = match self.job(entry.trim()) {
                Ok(Some(Job::Quit)) => break,
                Ok(Some(job)) => self.answered(job, &mut last),
                Ok(None) => Exit::Success,
                Err(said) => {
                    self.say(|output| output.message(&format!("sgi: {said}\n")));
                    Exit::Usage
                }
            };
            entries.knows(&last.text);
            // The session has gone on.
            worst = worst.worst(if exit == Exit::Interrupted { Exit::Undecided } else { exit });
        }
        worst
    }

    fn say(&self, say: impl FnOnce(&Output)) {
        say(&self.output.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// What an entry asks to be done.
    ///
    /// # Errors
    /// Why it is no entry.
    fn job(&self, entry: &str) -> Result<Option<Job>, String> {
        let Some(command) = entry.strip_prefix(':') else {
            return Ok((!entry.is_empty()).then(|| Job::Enter(entry.to_owned())));
        };
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let rest = rest.trim();
        let given = || (!rest.is_empty()).then(|| rest.to_owned());
        let wanted = |what: &str| given().ok_or(format!("`:{word}` wants {what}; `:help` says more"));
        Ok(Some(match word {
            "moves" | "why" => Job::Moves(given()),
            "plot" => Job::Plot(wanted("`EXPR for ...`, or the name of a plot")?),
            "find" => Job::Find(wanted("`EXPR for ...`")?),
            "time" => Job::Time(wanted("what is to be timed")?),
            "reload" => Job::Reload,
            "save" => Job::Save(given()),
            "quit" | "q" => Job::Quit,
            "help" | "h" | "?" => {
                self.help(rest)?;
                return Ok(None);
            }
            _ => return Err(format!("there is no command `:{}`; `:help` lists them", visible_line(word))),
        }))
    }

    fn help(&self, name: &str) -> Result<(), String> {
        if name.is_empty() {
            self.say(|output| output.result(HELP));
            return Ok(());
        }
        let spec = library::specs().find(|spec| spec.name == name);
        let spec = spec.ok_or_else(|| format!("the library has no `{}`", visible_line(name)))?;
        self.say(|output| output.result(&format!("{}\n  {}\n", spec.signature, spec.doc)));
        Ok(())
    }

    /// Has a job done, and waits for it, or for Ctrl-C. One that does not end then is left behind, and the session begins
    /// anew with what was typed.
    fn answered(&mut self, job: Job, last: &mut Answer) -> Exit {
        watch::lend_interrupts(true);
        let exit = self.waited(job, last);
        watch::take_interrupt();
        watch::lend_interrupts(false);
        exit
    }

    fn waited(&mut self, job: Job, last: &mut Answer) -> Exit {
        let begin = || Worker::begin(self.file.clone(), last.typed.clone(), self.options.clone(), &self.output);
        let worker = match self.worker.take().map_or_else(begin, Ok) {
            Ok(worker) => self.worker.insert(worker),
            Err(error) => {
                self.say(|output| output.message(&format!("sgi: cannot start a thread: {error}\n")));
                return Exit::Io;
            }
        };
        worker.ask(job);
        let mut pressed: Option<Instant> = None;
        loop {
            if let Some(answer) = worker.answer(EVERY) {
                *last = answer;
                return last.exit;
            }
            if watch::take_interrupt() {
                worker.interrupt();
                pressed.get_or_insert_with(Instant::now);
            }
            if worker.has_died() || pressed.is_some_and(|pressed| pressed.elapsed() > PATIENCE) {
                break;
            }
        }
        let died = worker.has_died();
        worker.leave();
        self.worker = None;
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        output.unwatch();
        if !died {
            output.message("sgi: interrupted; what was computed before is forgotten, what was typed is not\n");
        }
        if died { Exit::Defect } else { Exit::Interrupted }
    }
}
