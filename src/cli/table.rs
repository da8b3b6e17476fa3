//! `sgi table FILE 'EXPR for ...'`.

use super::args::{TableArgs, TableFormat};
use super::output::Output;
use super::{machine, run};
use crate::driver::{Event, Exit};
use crate::report;

pub(super) fn table(args: &TableArgs, output: &mut Output) -> Exit {
    // The table alone, so that a program can read it.
    let mut write = |event: Event<'_>, output: &Output| {
        if let Event::Diagnostics(..) | Event::Omitted(_) = event {
            run::write(&event, true, output);
        }
    };
    let options = machine::options(&args.file, machine::LastWords::None);
    let (outcome, mut exit) =
        run::observed(&args.file, options, output, &mut write, |session| session.table(&args.generator));
    for table in &outcome.tables {
        match args.format {
            TableFormat::Text => output.result(&output.style.table(table)),
            TableFormat::Csv => output.result(&report::csv(table)),
            TableFormat::Json => output.result(&report::json(table)),
            TableFormat::Oeis => match report::oeis(table) {
                Ok(text) => output.result(&text),
                Err(cell) => {
                    output.message(&format!("sgi: `{cell}` is no integer, as the OEIS wants them\n"));
                    exit = exit.worst(Exit::Usage);
                }
            },
        }
    }
    if args.file.stats {
        output.message(&output.style.stats(&outcome.stats));
    }
    exit
}
