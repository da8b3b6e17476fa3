//! `sgi run FILE`.

use std::mem::ManuallyDrop;

use super::args::{FileArgs, Format, RunArgs};
use super::output::Output;
use super::progress::Progress;
use super::watch::LastWords;
use super::{files, machine};
use crate::driver::{Event, Exit, Input, Observer, Options, Session};
use crate::report::{ProofDocument, Report, count, json, terminal_picture};

/// Columns of a plot's picture.
const WIDTH: usize = 78;

pub(super) fn run(args: &RunArgs, output: &mut Output) -> Exit {
    let text = args.format == Format::Text;
    let mut options = machine::options(&args.file, LastWords::of(text));
    options.list_options = !text;
    session(&args.file, options, text, output, |session: &mut Session<'_>| {
        session.run();
    })
}

/// Reads the file, lets `work` run, writes what it finds out as it goes (`text`) or at the end as JSON.
pub(super) fn session(
    args: &FileArgs,
    options: Options,
    text: bool,
    output: &mut Output,
    work: impl FnOnce(&mut Session<'_>),
) -> Exit {
    let (report, exit) = observed(args, options, output, &mut |event, output| write(&event, text, output), work);
    if !text {
        output.document(&report.json());
    }
    if args.stats && text {
        output.message(&output.style.stats(&report.stats));
    }
    exit
}

/// Reads the file and lets `work` run; `write` sees every event. The report is never given back: the process ends with
/// the command, and for millions of rows that would take as long as writing them.
pub(super) fn observed(
    args: &FileArgs,
    options: Options,
    output: &mut Output,
    write: &mut dyn FnMut(Event<'_>, &Output),
    work: impl FnOnce(&mut Session<'_>),
) -> (ManuallyDrop<Report>, Exit) {
    if let Err(exit) = files::ready(args.certificate.as_deref(), &args.file, output) {
        return (ManuallyDrop::new(Report::new(&args.file)), exit);
    }
    let meter_of = |session: &Session<'_>| Progress::start(session.meter());
    let quiet = output.quiet;
    let shared = std::rc::Rc::new(std::cell::RefCell::new(output));
    let seen = std::rc::Rc::clone(&shared);
    let mut observer = move |event: Event<'_>| write(event, &seen.borrow());
    let mut session = open(&args.file, options, &mut observer);
    if !quiet && let Some(progress) = meter_of(&session) {
        shared.borrow_mut().watch(progress);
    }
    work(&mut session);
    let (report, exit) = session.finish();
    let report = ManuallyDrop::new(report);
    shared.borrow_mut().unwatch();
    let output = shared.borrow();
    let exit = if args.certificate.is_some() { write_certificate(args, &report, exit, &output) } else { exit };
    (report, exit)
}

/// Writes the proofs of a run; nothing when it failed without one.
fn write_certificate(args: &FileArgs, report: &Report, exit: Exit, output: &Output) -> Exit {
    let document = ProofDocument::new(report);
    if exit != Exit::Success && document.is_empty() {
        return exit;
    }
    files::result(args.certificate.as_deref(), &json(&document), exit, output)
}

fn open<'o>(file: &str, options: Options, observer: &'o mut dyn Observer) -> Session<'o> {
    if file != "-" {
        return Session::read(file, options, observer);
    }
    match Input::standard() {
        Ok(input) => Session::open(&input, options, observer),
        Err(said) => Session::failed("<stdin>", &said, options, observer),
    }
}

/// Writes one event as text; with JSON only the diagnostics, for the rest comes at the end.
pub(super) fn write(event: &Event<'_>, text: bool, output: &Output) {
    let style = output.style;
    match event {
        Event::Diagnostics(list, map) => output.diagnostics(list, map),
        Event::Omitted(more) => output.message(&format!("sgi: {} more messages are not shown\n", count(*more))),
        _ if !text => {}
        Event::Params(params) if !output.quiet => output.result(&style.params(params)),
        Event::Params(_) => {}
        Event::Start(start) => output.result(&style.start(start)),
        Event::Claim(claim) => output.result(&style.claim(claim)),
        Event::Table(table) => output.result(&style.table(table)),
        Event::Print(print) => output.result(&style.print(print)),
        Event::Plot(plot) => output.result(&terminal_picture(plot, WIDTH)),
        Event::Equations(list) => output.result(&style.equations(list)),
        Event::Findings(found) => output.result(&style.findings(found)),
        Event::Value(value) => output.result(&format!("{}\n", value.text)),
    }
}
