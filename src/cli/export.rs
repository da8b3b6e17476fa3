//! `sgi export FILE 'EXPR for n in 0..'`.

use super::args::{ExportArgs, ExportFormat};
use super::output::Output;
use super::watch::LastWords;
use super::{files, machine, run};
use crate::driver::{Event, Exit};

pub(super) fn export(args: &ExportArgs, output: &mut Output) -> Exit {
    if let Err(exit) = files::ready(args.output.as_deref(), &args.file.file, output) {
        return exit;
    }
    // The program text alone, so that it can be compiled.
    let mut write = |event: Event<'_>, output: &Output| {
        if let Event::Diagnostics(..) | Event::Omitted(_) = event {
            run::write(&event, true, output);
        }
    };
    let options = machine::options(&args.file, LastWords::None);
    let (report, mut exit) =
        run::observed(&args.file, options, output, &mut write, |session| session.export(&args.generator));
    if let Some(found) = &report.export {
        let name = args.name.as_deref().unwrap_or_else(|| found.usual_name());
        let text = match args.to {
            ExportFormat::Cpp => found.cpp(name),
            ExportFormat::Python => found.python(name),
        };
        exit = files::result(args.output.as_deref(), &text, exit, output);
    }
    if args.file.stats {
        output.message(&output.style.stats(&report.stats));
    }
    exit
}
