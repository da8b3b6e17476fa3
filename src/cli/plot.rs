//! `sgi plot FILE [NAME...]`.

use std::path::Path;

use super::args::PlotArgs;
use super::output::Output;
use super::{machine, run};
use crate::driver::{Event, Exit};
use crate::report::{Plot, svg, terminal_picture};

const WIDTH: usize = 78;

pub(super) fn plot(args: &PlotArgs, output: &mut Output) -> Exit {
    let mut write = |event: Event<'_>, output: &Output| {
        if let Event::Diagnostics(..) | Event::Omitted(_) = event {
            run::write(&event, true, output);
        }
    };
    let options = machine::options(&args.file, machine::LastWords::None);
    let (report, exit) = run::observed(&args.file, options, output, &mut write, |session| session.plots(&args.names));
    let missing: Vec<&String> = args.names.iter().filter(|n| report.plots.iter().all(|p| p.name != **n)).collect();
    if exit == Exit::Success && (!missing.is_empty() || report.plots.is_empty()) {
        let what = missing.first().map_or("no plot".to_owned(), |name| format!("no plot of the name `{name}`"));
        output.message(&format!("sgi: {} has {what}\n", report.file));
        return Exit::Usage;
    }
    match args.output.as_deref() {
        None => report.plots.iter().for_each(|plot| output.result(&terminal_picture(plot, WIDTH))),
        Some("-") => report.plots.iter().for_each(|plot| output.result(&svg(plot))),
        Some(path) => {
            for plot in &report.plots {
                if let Err(error) = save(plot, path, report.plots.len() > 1) {
                    output.message(&format!("sgi: cannot write `{path}`: {error}\n"));
                    return exit.worst(Exit::Io);
                }
            }
        }
    }
    exit
}

fn save(plot: &Plot, path: &str, several: bool) -> std::io::Result<()> {
    let path = Path::new(path);
    if several || path.is_dir() {
        std::fs::create_dir_all(path)?;
        return std::fs::write(path.join(format!("{}.svg", plot.name)), svg(plot));
    }
    std::fs::write(path, svg(plot))
}
