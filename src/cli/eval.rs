//! `sgi eval FILE EXPR...`.

use super::args::{EvalArgs, Format};
use super::machine;
use super::output::Output;
use super::run;
use super::watch::LastWords;
use crate::driver::{Event, Exit};

pub(super) fn eval(args: &EvalArgs, output: &mut Output) -> Exit {
    let text = args.format == Format::Text;
    let options = machine::options(&args.file, LastWords::of(text));
    // The results alone, so that a script can read them.
    let mut write = |event: Event<'_>, output: &Output| match event {
        Event::Params(_) => {}
        event => run::write(&event, text, output),
    };
    let work = |session: &mut crate::driver::Session<'_>| session.evaluate(&args.expressions);
    let (report, exit) = run::observed(&args.file, options, output, &mut write, work);
    if !text {
        output.document(&report.json());
    }
    if args.file.stats {
        output.message(&output.style.stats(&report.stats));
    }
    exit
}
