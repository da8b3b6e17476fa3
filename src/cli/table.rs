//! `sgi table FILE 'EXPR for ...'`.

use super::args::{TableArgs, TableFormat};
use super::output::Output;
use super::watch::LastWords;
use super::{files, machine, run};
use crate::base::visible;
use crate::driver::{Event, Exit};
use crate::report::{self, Style};

pub(super) fn table(args: &TableArgs, output: &mut Output) -> Exit {
    if let Err(exit) = files::ready(args.output.as_deref(), &args.file.file, output) {
        return exit;
    }
    // The table alone, so that a program can read it.
    let mut write = |event: Event<'_>, output: &Output| {
        if let Event::Diagnostics(..) | Event::Omitted(_) = event {
            run::write(&event, true, output);
        }
    };
    let options = machine::options(&args.file, LastWords::None);
    let (outcome, mut exit) =
        run::observed(&args.file, options, output, &mut write, |session| session.table(&args.generator));
    for table in &outcome.tables {
        let text = match args.format {
            TableFormat::Text if args.output.is_none() => {
                output.result(&output.style.table(table));
                continue;
            }
            TableFormat::Text => visible(&Style::default().table(table)).into_owned(),
            TableFormat::Csv => report::csv(table),
            TableFormat::Json => report::json(table),
            TableFormat::Oeis => match report::oeis(table) {
                Ok(text) => text,
                Err(cell) => {
                    output.message(&format!("sgi: `{cell}` is no integer, as the OEIS wants them\n"));
                    exit = exit.worst(Exit::Usage);
                    continue;
                }
            },
        };
        exit = files::result(args.output.as_deref(), &text, exit, output);
    }
    if args.file.stats {
        output.message(&output.style.stats(&outcome.stats));
    }
    exit
}
