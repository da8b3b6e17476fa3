//! Floor 13: the command line. One file a command; the only readers of arguments, environment and terminal.

mod args;
mod check;
mod completions;
mod dump;
mod eval;
mod explain;
mod export;
mod files;
mod find;
mod fmt;
mod games;
mod graph;
mod lsp;
mod machine;
mod moves;
mod new;
mod output;
mod play;
mod plot;
mod progress;
mod repl;
mod run;
mod table;
mod test;
mod values;
mod verify;
mod watch;

use std::borrow::Cow;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::base::{visible, visible_line};
use crate::driver::Exit;
use args::{Cli, Command};
use output::Output;

/// Stack of the thread that does the work: the language's nesting is bounded, but generously.
const STACK: usize = 256 << 20;

/// Runs the command line of this process.
#[must_use]
pub fn main() -> ExitCode {
    watch::begin();
    machine::report_defects();
    let work = std::thread::Builder::new().name("sgi".into()).stack_size(STACK).spawn(|| {
        let exit = match Cli::try_parse() {
            Ok(cli) => dispatch(&cli),
            Err(error) => usage(&error),
        };
        // What the run remembers is not worth the time of taking it apart.
        std::process::exit(watch::status(exit));
    });
    let ended: Result<Exit, String> = match work {
        Ok(thread) => thread.join().or(Ok(Exit::Defect)),
        Err(error) => Err(format!("sgi: cannot start a thread: {error}\n")),
    };
    match ended {
        Ok(exit) => ExitCode::from(exit.status()),
        Err(text) => {
            eprint!("{text}");
            ExitCode::from(Exit::Io.status())
        }
    }
}

fn dispatch(cli: &Cli) -> Exit {
    let mut output = Output::new(&cli.look);
    match &cli.command {
        Command::Run(args) => run::run(args, &mut output),
        Command::Check(args) => check::check(args, &mut output),
        Command::Test(args) => test::test(args, &mut output),
        Command::Eval(args) => eval::eval(args, &mut output),
        Command::Moves(args) => moves::moves(args, &mut output),
        Command::Table(args) => table::table(args, &mut output),
        Command::Find(args) => find::find(args, &mut output),
        Command::Export(args) => export::export(args, &mut output),
        Command::Verify(args) => verify::verify(args, &mut output),
        Command::Plot(args) => plot::plot(args, &mut output),
        Command::Graph(args) => graph::graph(args, &mut output),
        Command::Play(args) => play::play(args, &mut output),
        Command::Repl(args) => repl::repl(args, output),
        Command::Fmt(args) => fmt::fmt(args, &output),
        Command::New(args) => new::new(args, &output),
        Command::Games(args) => games::games(args, &output),
        Command::Dump(args) => dump::dump(args, &mut output),
        Command::Explain(args) => explain::explain(args, &output),
        Command::Completions(args) => completions::completions(args, &output),
        Command::Lsp => lsp::lsp(&output),
        Command::Man(args) => completions::man(args, &output),
    }
}

/// Help and version on standard output, everything else on standard error.
fn usage(error: &clap::Error) -> Exit {
    let said = error.to_string();
    let printed = match visible(&said) {
        // What was typed is shown as it is seen.
        Cow::Owned(escaped) => {
            eprint!("{escaped}");
            Ok(())
        }
        Cow::Borrowed(_) => error.print().and_then(|()| std::io::stdout().flush()),
    };
    if let (ErrorKind::DisplayHelp | ErrorKind::DisplayVersion, Err(error)) = (error.kind(), &printed) {
        output::unwritten(error);
    }
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Exit::Success,
        ErrorKind::InvalidSubcommand => {
            let word = std::env::args().nth(1).unwrap_or_default();
            if std::path::Path::new(&word).extension().is_some_and(|e| e == "game")
                || crate::driver::games::shipped(&word).is_some()
            {
                eprintln!("\n  tip: to run a file, write `sgi run {}`", visible_line(&word));
            }
            Exit::Usage
        }
        _ => Exit::Usage,
    }
}
