//! `sgi completions SHELL` and `sgi man`.

use clap::CommandFactory;

use super::args::{Cli, CompletionsArgs};
use super::output::Output;
use crate::driver::Exit;

pub(super) fn completions(args: &CompletionsArgs, output: &Output) -> Exit {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sgi", &mut bytes);
    output.document(&String::from_utf8_lossy(&bytes));
    Exit::Success
}

pub(super) fn man(output: &Output) -> Exit {
    let mut bytes = Vec::new();
    let mut command = Cli::command();
    command.build();
    // Writing to memory does not fail.
    let _ = clap_mangen::Man::new(command.clone()).render(&mut bytes);
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let page = clap_mangen::Man::new(sub.clone());
        let _ = page.render_synopsis_section(&mut bytes);
        let _ = page.render_description_section(&mut bytes);
        let _ = page.render_options_section(&mut bytes);
    }
    output.document(&String::from_utf8_lossy(&bytes));
    Exit::Success
}
