//! `sgi fmt [--check] FILE...`.

use std::path::Path;

use super::args::FmtArgs;
use super::files::{self, Content};
use super::output::Output;
use crate::driver::{Exit, Input, format};

pub(super) fn fmt(args: &FmtArgs, output: &Output) -> Exit {
    args.files.iter().fold(Exit::Success, |exit, file| exit.worst(one(file, args.check, output)))
}

fn one(file: &str, check: bool, output: &Output) -> Exit {
    let input = match if file == "-" { Input::standard() } else { Input::read_exactly(file) } {
        Ok(input) => input,
        Err(said) => {
            output.diagnostics(std::slice::from_ref(&*said), &crate::base::SourceMap::default());
            return Exit::Io;
        }
    };
    let formatted = match format(&input) {
        Ok(text) => text,
        Err((list, map)) => {
            output.diagnostics(&list, &map);
            return Exit::Fault;
        }
    };
    let same = formatted == *input.text;
    if check {
        if !same {
            output.result(&format!("{} is not in the standard layout\n", input.name));
        }
        return if same { Exit::Success } else { Exit::Refuted };
    }
    if file == "-" {
        output.document(&formatted);
    } else if !same && let Err(error) = files::replace(Path::new(file), &formatted, Content::Rules) {
        return files::failed(file, &error, output);
    }
    Exit::Success
}
