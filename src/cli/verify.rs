//! `sgi verify FILE`.

use std::path::Path;

use super::args::VerifyArgs;
use super::machine;
use super::output::Output;
use super::watch::LastWords;
use crate::driver::{Exit, read, reason, verify as verify_document};

pub(super) fn verify(args: &VerifyArgs, output: &mut Output) -> Exit {
    let options = machine::limited(&args.limits, LastWords::None);
    let read = if args.file == "-" { read::input() } else { read::file(Path::new(&args.file)) };
    let text = match read {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            output.message(&format!("sgi: cannot read `{}`: {}\n", args.file, reason(&error)));
            return Exit::Io;
        }
    };
    match verify_document(&text, &options, &mut |checked| output.result(&format!("{}\n", checked.text))) {
        Ok(exit) => exit,
        Err(why) => {
            output.message(&format!("sgi: `{}`: {why}\n", args.file));
            Exit::Fault
        }
    }
}
