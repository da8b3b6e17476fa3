//! `sgi verify FILE`.

use std::io::Read;

use super::args::VerifyArgs;
use super::machine;
use super::output::Output;
use crate::driver::{Exit, verify as verify_document};

pub(super) fn verify(args: &VerifyArgs, output: &mut Output) -> Exit {
    let mut text = String::new();
    let read = if args.file == "-" {
        std::io::stdin().lock().read_to_string(&mut text).map(|_| ())
    } else {
        std::fs::read_to_string(&args.file).map(|read| text = read)
    };
    if let Err(error) = read {
        output.message(&format!("sgi: cannot read `{}`: {error}\n", args.file));
        return Exit::Io;
    }
    let options = machine::verification(args.timeout);
    match verify_document(&text, &options, &mut |checked| output.result(&format!("{}\n", checked.text))) {
        Ok(exit) => exit,
        Err(why) => {
            output.message(&format!("sgi: `{}`: {why}\n", args.file));
            Exit::Fault
        }
    }
}
