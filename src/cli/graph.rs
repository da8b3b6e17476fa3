//! `sgi graph FILE [POSITION]`.

use super::args::{GraphArgs, GraphFormat};
use super::output::Output;
use super::watch::LastWords;
use super::{files, machine, run};
use crate::driver::{Event, Exit};
use crate::report::{self, count};

pub(super) fn graph(args: &GraphArgs, output: &mut Output) -> Exit {
    if let Err(exit) = files::ready(args.output.as_deref(), &args.file.file, output) {
        return exit;
    }
    let mut found = None;
    let mut write = |event: Event<'_>, output: &Output| {
        if let Event::Diagnostics(..) | Event::Omitted(_) = event {
            run::write(&event, true, output);
        }
    };
    let options = machine::options(&args.file, LastWords::None);
    let (_, exit) = run::observed(&args.file, options, output, &mut write, |session| {
        found = session.graph(args.position.as_deref());
    });
    if let Some(graph) = found {
        let text = match args.format {
            GraphFormat::Dot => graph.dot(),
            GraphFormat::Svg => {
                let (drawn, all) = (graph.drawn(), graph.positions.len());
                if drawn < all {
                    let help = "`--format dot` or `json` writes all";
                    output.message(&format!(
                        "sgi: {} of {} positions are drawn; {help}\n",
                        count(drawn as u64),
                        count(all as u64)
                    ));
                }
                graph.svg()
            }
            GraphFormat::Json => report::json(&graph),
        };
        return files::result(args.output.as_deref(), &text, exit, output);
    }
    exit
}
