//! Runs texts in this process as the program would, and tells what came of it.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use sgi::base::Limits;
use sgi::driver::{Event, Exit, Input, Options, Session};
use sgi::report::{Report, VerdictWord};

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// As claimed.
    Well,
    /// Something is wrong with the file.
    Fault,
    /// A limit was reached.
    Limit,
    /// A defect was noticed.
    Defect,
    /// It panicked.
    Panicked(String),
}

/// What a run said.
pub struct Answer {
    pub asked: Asked,
    /// Results, or the only column of the only table.
    pub values: Vec<String>,
    /// Of claims: the word, and the values of a counterexample.
    pub verdicts: Vec<String>,
    /// Messages.
    pub said: Vec<String>,
}

impl Answer {
    /// Whether errors of this code are all that is wrong.
    pub fn is_all(&self, code: &str) -> bool {
        self.said.iter().filter(|said| said.starts_with('E')).all(|said| said.starts_with(code))
    }

    /// In words, for whoever looks for the fault.
    pub fn told(&self) -> String {
        let Self { asked, values, verdicts, said } = self;
        format!("{asked:?} {values:?} {verdicts:?}\n{}", said.join("\n"))
    }
}

/// A text as a file beside the gallery.
pub fn input(text: &str) -> Input {
    Input { name: "fuzz.game".to_owned(), text: text.into(), folder: Some(games()) }
}

/// The folder of the gallery.
pub fn games() -> std::path::PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = package.join("games");
    if own.exists() { own } else { package.join("../../games") }
}

/// Runs a session over a text; the report and the exit, or what it panicked with.
pub fn session(text: &str, limits: Limits, work: impl FnOnce(&mut Session<'_>)) -> Result<(Report, Exit), String> {
    session_with(text, Options { limits, ..Options::default() }, work)
}

/// The same, with these options.
pub fn session_with(
    text: &str,
    options: Options,
    work: impl FnOnce(&mut Session<'_>),
) -> Result<(Report, Exit), String> {
    caught(|| {
        let mut ignore = |_: Event<'_>| {};
        let mut session = Session::open(&input(text), options, &mut ignore);
        work(&mut session);
        session.finish()
    })
}

/// What it gives, or what it panicked with.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|what| {
        let text = what.downcast_ref::<String>().cloned();
        text.or_else(|| what.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default()
    })
}

fn answer(found: Result<(Report, Exit), String>) -> Answer {
    let (report, exit) = match found {
        Ok(found) => found,
        Err(what) => {
            return Answer { asked: Asked::Panicked(what), values: vec![], verdicts: vec![], said: vec![] };
        }
    };
    let asked = match exit {
        Exit::Success | Exit::Refuted => Asked::Well,
        Exit::Usage | Exit::Fault => Asked::Fault,
        Exit::Undecided => Asked::Limit,
        Exit::Io | Exit::Defect | Exit::Interrupted => Asked::Defect,
    };
    let prints = report.prints.iter().flat_map(|print| &print.values);
    let cells = report.tables.iter().flat_map(|table| table.rows.iter().flatten());
    let values = prints.chain(cells).map(|shown| shown.text.clone()).collect();
    let verdict = |claim: &sgi::report::Claim| {
        let word = match claim.verdict {
            VerdictWord::Holds => "holds",
            VerdictWord::Refuted => "refuted",
            _ => "other",
        };
        let bindings = claim.counterexample.iter().flat_map(|found| &found.bindings);
        std::iter::once(word).chain(bindings.map(|(_, value)| &*value.text)).collect::<Vec<_>>().join(" ")
    };
    let verdicts = report.claims.iter().map(verdict).collect();
    let said = report.diagnostics.iter().map(|notice| format!("{}: {}", notice.code, notice.message)).collect();
    Answer { asked, values, verdicts, said }
}

fn limits(jobs: u16) -> Limits {
    Limits { max_states: u64::MAX, max_memory: 2 << 30, timeout: Some(Duration::from_secs(20)), jobs }
}

/// The values of expressions: from the program that `SGI_FUZZ_PROGRAM` names, or from this process.
pub fn evaluated(text: &str, expressions: &[String], jobs: u16) -> Answer {
    if expressions.is_empty() {
        // A program that is asked nothing complains of that.
        return Answer { asked: Asked::Well, values: vec![], verdicts: vec![], said: vec![] };
    }
    if let Some(program) = std::env::var_os("SGI_FUZZ_PROGRAM") {
        return evaluated_by(Path::new(&program), text, expressions, jobs);
    }
    answer(session(text, limits(jobs), |session| session.evaluate(expressions)))
}

/// The same from a process of its own, which may end by a signal.
fn evaluated_by(program: &Path, text: &str, expressions: &[String], jobs: u16) -> Answer {
    let mut command = Command::new(program);
    command.args(["eval", "-", "--color", "never", "--timeout", "20s", "--max-memory", "2G", "--jobs"]);
    command.arg(jobs.to_string()).arg("--").args(expressions);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let written = child.stdin.take().expect("a pipe").write_all(text.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect::<Vec<_>>();
    let asked = match output.status.code() {
        Some(0) => Asked::Well,
        Some(2 | 3) => Asked::Fault,
        Some(4) => Asked::Limit,
        Some(_) => Asked::Defect,
        None => Asked::Panicked(output.status.to_string()),
    };
    let mut said: Vec<String> = Vec::new();
    for line in lines(&output.stderr) {
        let message = line.strip_prefix("error[").or_else(|| line.strip_prefix("warning["));
        said.extend(message.map(|message| message.replacen("]", "", 1)));
    }
    said.extend(written.err().map(|error| error.to_string()));
    Answer { asked, values: lines(&output.stdout), verdicts: vec![], said }
}

/// What running a file says.
pub fn ran(text: &str, jobs: u16) -> Answer {
    answer(session(text, limits(jobs), |session| session.run()))
}
