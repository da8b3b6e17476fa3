//! Runs the binary, or a session of the library, and looks at what it did.
#![allow(dead_code, reason = "each test binary uses a part")]

use std::cell::RefCell;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use sgi::driver::{Exit, Input, Options, Session};
use sgi::report::Report;

/// The game that most tests use.
pub const NIM: &str = "game Nim(n) { move take(k in 1..n) -> Nim(n - k) }\n";

/// What a session on a file with this text found, and how it ended, after this work.
pub fn session(text: &str, work: impl FnOnce(&mut Session<'_>)) -> (Report, Exit) {
    let input = Input { name: "test.game".to_owned(), text: text.into(), folder: None };
    let mut ignore = |_: sgi::driver::Event<'_>| {};
    let mut session = Session::open(&input, Options::default(), &mut ignore);
    work(&mut session);
    session.finish()
}

/// A run to be: arguments, input, surroundings.
pub struct Run {
    command: Command,
    input: Vec<u8>,
    keep_reader: bool,
    interrupt: Option<&'static str>,
    done: RefCell<Option<Output>>,
}

/// `sgi` with these arguments.
pub fn sgi(args: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgi"));
    command.args(args).env_remove("NO_COLOR").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Run { command, input: Vec::new(), keep_reader: true, interrupt: None, done: RefCell::new(None) }
}

impl Run {
    /// With this text on standard input.
    pub fn input(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    /// With these bytes on standard input.
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.input = bytes.to_vec();
        self
    }

    /// With this file on standard input.
    pub fn from(mut self, file: std::fs::File) -> Self {
        self.command.stdin(file);
        self
    }

    /// With this variable in the environment.
    pub fn set(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// In this folder.
    pub fn within(mut self, folder: &Folder) -> Self {
        self.command.current_dir(&folder.path);
        self
    }

    /// With standard output closed by its reader.
    pub fn without_reader(mut self) -> Self {
        self.keep_reader = false;
        self
    }

    /// Interrupted as by Ctrl-C when standard output begins with this text.
    pub fn interrupted_after(mut self, text: &'static str) -> Self {
        self.interrupt = Some(text);
        self
    }

    /// With standard output on a device that is full.
    pub fn into_full_disk(mut self) -> Self {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
        self.command.stdout(full);
        self
    }

    /// Runs it and expects this exit status.
    pub fn exit(self, status: i32) -> Self {
        let done = self.run();
        assert_eq!(done.status(), Some(status), "{}", done.both());
        done
    }

    /// Runs it.
    pub fn run(mut self) -> Self {
        let mut child = self.command.spawn().expect("sgi starts");
        if !self.keep_reader {
            drop(child.stdout.take());
        }
        let stdin = child.stdin.take();
        let input = std::mem::take(&mut self.input);
        let writer = std::thread::spawn(move || {
            // A command that reads no input may be gone already.
            let _ = stdin.map(|mut stdin| stdin.write_all(&input));
        });
        let mut begun = Vec::new();
        if let Some(text) = self.interrupt {
            begun.resize(text.len(), 0);
            child.stdout.as_mut().expect("a pipe").read_exact(&mut begun).expect("the beginning");
            assert_eq!(begun, text.as_bytes());
            let id = child.id().to_string();
            assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
        }
        let mut output = child.wait_with_output().expect("sgi ends");
        writer.join().expect("the writer ends");
        output.stdout.splice(0..0, begun);
        *self.done.borrow_mut() = Some(output);
        self
    }

    /// The exit status; `None` after a signal.
    pub fn status(&self) -> Option<i32> {
        self.output(|o| o.status.code())
    }

    /// Standard output has this text.
    pub fn out(self, text: &str) -> Self {
        assert!(self.stdout().contains(text), "standard output lacks {text:?}\n{}", self.both());
        self
    }

    /// Standard output is this text.
    pub fn out_is(self, text: &str) -> Self {
        assert_eq!(self.stdout(), text, "{}", self.both());
        self
    }

    /// Standard error has this text.
    pub fn err(self, text: &str) -> Self {
        assert!(self.stderr().contains(text), "standard error lacks {text:?}\n{}", self.both());
        self
    }

    /// Standard error is this text.
    pub fn err_is(self, text: &str) -> Self {
        assert_eq!(self.stderr(), text, "{}", self.both());
        self
    }

    /// What went to standard output.
    pub fn stdout(&self) -> String {
        self.output(|o| String::from_utf8_lossy(&o.stdout).into_owned())
    }

    /// What went to standard error.
    pub fn stderr(&self) -> String {
        self.output(|o| String::from_utf8_lossy(&o.stderr).into_owned())
    }

    /// Standard output as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout()).unwrap_or_else(|error| panic!("{error}\n{}", self.both()))
    }

    fn both(&self) -> String {
        format!("--- standard output\n{}--- standard error\n{}", self.stdout(), self.stderr())
    }

    fn output<T>(&self, look: impl FnOnce(&Output) -> T) -> T {
        look(self.done.borrow().as_ref().expect("`exit` comes first"))
    }
}

/// A folder of a test's own, taken away at its end.
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
}

impl Folder {
    /// An empty folder.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sgi-test-{}", std::process::id())).join(name);
        std::fs::create_dir_all(&path).expect("a folder");
        Self { path }
    }

    /// With a file.
    pub fn with(self, name: &str, text: &str) -> Self {
        std::fs::write(self.path.join(name), text).expect("a file");
        self
    }

    /// A file's text.
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path.join(name)).expect("a file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
