//! `sgi find FILE 'EXPR for ...'`.

use super::args::{FindArgs, Format};
use super::output::Output;
use super::watch::LastWords;
use super::{machine, run};
use crate::driver::{Event, Exit};

pub(super) fn find(args: &FindArgs, output: &mut Output) -> Exit {
    // The findings alone, so that they can be pasted.
    let text = args.format == Format::Text;
    let mut write = |event: Event<'_>, output: &Output| {
        if let Event::Diagnostics(..) | Event::Omitted(_) | Event::Findings(_) = event {
            run::write(&event, text, output);
        }
    };
    let options = machine::options(&args.file, LastWords::of(text));
    let (report, exit) =
        run::observed(&args.file, options, output, &mut write, |session| session.find(&args.generator));
    if !text {
        output.document(&report.json());
    }
    if args.file.stats {
        output.message(&output.style.stats(&report.stats));
    }
    exit
}
