//! `sgi plot FILE [NAME...]`, `sgi plot FILE 'EXPR for ...'`.

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
    let (names, expressions): (Vec<String>, Vec<String>) = args.names.iter().cloned().partition(|text| is_name(text));
    let (report, exit) = run::observed(&args.file, options, output, &mut write, |session| {
        if !names.is_empty() || expressions.is_empty() {
            session.plots(&names);
        }
        for expression in &expressions {
            session.plot(expression);
        }
    });
    let missing: Vec<&String> = names.iter().filter(|n| report.plots.iter().all(|p| p.name != **n)).collect();
    if exit == Exit::Success && (!missing.is_empty() || report.plots.is_empty()) {
        let what = missing.first().map_or("no plot".to_owned(), |name| format!("no plot of the name `{name}`"));
        let help = "`sgi plot FILE 'EXPR for n in 0..20'` draws without one";
        output.message(&format!("sgi: {} has {what}; {help}\n", report.file));
        return Exit::Usage;
    }
    match args.output.as_deref() {
        None => report.plots.iter().for_each(|plot| output.result(&terminal_picture(plot, WIDTH))),
        Some(path) => return save(path, &report.plots, exit, output),
    }
    exit
}

/// Whether it may be the name of a plot.
fn is_name(text: &str) -> bool {
    text.chars().all(|c| c == '_' || c.is_alphanumeric())
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
    plots.iter().zip(1..).fold(exit, |worst, (plot, number)| {
        let name = if is_name(&plot.name) { plot.name.clone() } else { format!("plot-{number}") };
        let inside = Path::new(path).join(format!("{name}.svg"));
        let file = if folder { inside.to_string_lossy() } else { path.into() };
        worst.worst(files::result(Some(&file), &svg(plot), exit, output))
    })
}
