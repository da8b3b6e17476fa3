//! `sgi plot FILE [NAME...]`.

use std::path::Path;

use super::args::PlotArgs;
use super::output::Output;
use super::watch::LastWords;
use super::{files, machine, run};
use crate::driver::{Event, Exit};
use crate::report::{Plot, svg, terminal_picture};

const WIDTH: usize = 78;

pub(super) fn plot(args: &PlotArgs, output: &mut Output) -> Exit {
    if let Err(exit) = plots_ready(args, output) {
        return exit;
    }
    let mut write = |event: Event<'_>, output: &Output| {
        if let Event::Diagnostics(..) | Event::Omitted(_) = event {
            run::write(&event, true, output);
        }
    };
    let options = machine::options(&args.file, LastWords::None);
    let (report, exit) = run::observed(&args.file, options, output, &mut write, |session| session.plots(&args.names));
    let missing: Vec<&String> = args.names.iter().filter(|n| report.plots.iter().all(|p| p.name != **n)).collect();
    if exit == Exit::Success && (!missing.is_empty() || report.plots.is_empty()) {
        let what = missing.first().map_or("no plot".to_owned(), |name| format!("no plot of the name `{name}`"));
        output.message(&format!("sgi: {} has {what}\n", report.file));
        return Exit::Usage;
    }
    match args.output.as_deref() {
        None => report.plots.iter().for_each(|plot| output.result(&terminal_picture(plot, WIDTH))),
        Some(path) => return save(path, &report.plots, exit, output),
    }
    exit
}

/// Says before any work is done that no plot could be written.
fn plots_ready(args: &PlotArgs, output: &Output) -> Result<(), Exit> {
    let file = args.output.as_deref().filter(|path| !Path::new(path).is_dir());
    files::ready(file, &args.file.file, output)
}

/// Writes one plot into a file, several into a folder, a file each.
fn save(path: &str, plots: &[Plot], exit: Exit, output: &Output) -> Exit {
    let folder = path != "-" && (plots.len() > 1 || Path::new(path).is_dir());
    if folder && let Err(error) = std::fs::create_dir_all(path) {
        return exit.worst(files::failed(path, &error, output));
    }
    plots.iter().fold(exit, |worst, plot| {
        let inside = Path::new(path).join(format!("{}.svg", plot.name));
        let file = if folder { inside.to_string_lossy() } else { path.into() };
        worst.worst(files::result(Some(&file), &svg(plot), exit, output))
    })
}
