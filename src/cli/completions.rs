//! `sgi completions SHELL` and `sgi man [COMMAND]`.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, CommandFactory};

use super::args::{Cli, CompletionsArgs, ManArgs};
use super::output::Output;
use crate::diagnostics::PAGES;
use crate::diagnostics::suggest::closest;
use crate::driver::Exit;
use crate::driver::games::SHIPPED;

pub(super) fn completions(args: &CompletionsArgs, output: &Output) -> Exit {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sgi", &mut bytes);
    output.document(&String::from_utf8_lossy(&bytes));
    Exit::Success
}

/// The page of `sgi`, or that of one command.
pub(super) fn man(args: &ManArgs, output: &Output) -> Exit {
    // The command `help` has no page: it shows those of the others.
    let mut all = Cli::command().disable_help_subcommand(true);
    all.build();
    let command = match &args.command {
        None => Some(&all),
        Some(name) => all.find_subcommand(name),
    };
    let Some(command) = command else {
        let name = args.command.as_deref().unwrap_or_default();
        let near = closest(name, all.get_subcommands().map(Command::get_name));
        let tip = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        output.message(&format!("sgi: there is no command `{name}`{tip} (`sgi --help` lists them all)\n"));
        return Exit::Usage;
    };
    let mut bytes = Vec::new();
    // Writing to memory does not fail.
    let source = concat!("sgi ", env!("CARGO_PKG_VERSION"));
    let _ = clap_mangen::Man::new(command.clone()).source(source).render(&mut bytes);
    output.document(&String::from_utf8_lossy(&bytes));
    Exit::Success
}

/// Reads any text; a shell completes the words.
#[derive(Clone, Copy)]
pub(super) struct Completed(pub fn() -> Vec<&'static str>);

impl TypedValueParser for Completed {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, text: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, text)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// The codes that `sgi explain` knows.
pub(super) fn codes() -> Vec<&'static str> {
    PAGES.iter().map(|page| page.code.0).collect()
}

/// The games that `sgi games` shows.
pub(super) fn games() -> Vec<&'static str> {
    SHIPPED.iter().map(|game| game.name).collect()
}
