//! `sgi find FILE 'EXPR for ...'`.

use super::args::{FindArgs, Format};
use super::output::Output;
use super::watch::LastWords;
use super::{machine, run};
use crate::driver::{Event, Exit};

pub(super) fn find(args: &FindArgs, output: &mut Output) -> Exit {
    // The findings alone, so that they can be pasted.
    let mut write = |event: Event<'_>, output: &Output| {
        if let Event::Diagnostics(..) | Event::Omitted(_) = event {
            run::write(&event, true, output);
        }
    };
    let options = machine::options(&args.file, LastWords::of(args.format == Format::Text));
    let (report, exit) =
        run::observed(&args.file, options, output, &mut write, |session| session.find(&args.generator));
    match (args.format, &report.findings) {
        (Format::Json, _) => output.document(&report.json()),
        (Format::Text, Some(findings)) => output.result(&output.style.findings(findings)),
        (Format::Text, None) => {}
    }
    if args.file.stats {
        output.message(&output.style.stats(&report.stats));
    }
    exit
}
