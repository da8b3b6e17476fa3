//! `sgi dump FILE --emit STAGE [EXPR...]`.

use super::args::{DumpArgs, Emit};
use super::output::Output;
use super::watch::LastWords;
use super::{machine, run};
use crate::driver::{Event, Exit, Stage};

pub(super) fn dump(args: &DumpArgs, output: &mut Output) -> Exit {
    let stage = match args.emit {
        Emit::Ast => Stage::Tree,
        Emit::Model => Stage::Model,
        Emit::Ir => Stage::Code,
        Emit::Plan => Stage::Plan,
    };
    // What is evaluated on the way is not what was asked for.
    let mut write = |event: Event<'_>, output: &Output| {
        if let Event::Diagnostics(..) | Event::Omitted(_) = event {
            run::write(&event, true, output);
        }
    };
    let mut text = String::new();
    let options = machine::options(&args.file, LastWords::None);
    let (_, exit) = run::observed(&args.file, options, output, &mut write, |session| {
        text = session.dump(stage, &args.expressions);
    });
    output.result(&text);
    exit
}
