//! `sgi moves FILE [POSITION]`.

use super::args::{Format, MovesArgs};
use super::output::Output;
use super::watch::LastWords;
use super::{machine, run};
use crate::driver::{Event, Exit};
use crate::report;

pub(super) fn moves(args: &MovesArgs, output: &mut Output) -> Exit {
    let text = args.format == Format::Text;
    let mut found = None;
    let mut write = |event: Event<'_>, output: &Output| run::write(&event, text, output);
    let options = machine::options(&args.file, LastWords::None);
    let (outcome, exit) = run::observed(&args.file, options, output, &mut write, |session| {
        found = session.moves(args.position.as_deref(), args.why);
    });
    if let Some(table) = found {
        if text {
            output.result(&output.style.moves(&table));
        } else {
            output.document(&report::json(&table));
        }
    }
    if args.file.stats {
        output.message(&output.style.stats(&outcome.stats));
    }
    exit
}
