//! `sgi test [PATH]...`.

use std::path::Path;
use std::time::Instant;

use walkdir::WalkDir;

use super::args::{FileArgs, TestArgs, TestFormat};
use super::output::Output;
use super::watch::LastWords;
use super::{files, machine};
use crate::driver::{Event, Exit, Session};
use crate::report::{self, Tested};

pub(super) fn test(args: &TestArgs, output: &mut Output) -> Exit {
    let (mut list, mut exit) = (Vec::new(), Exit::Success);
    let files = match found(&args.paths) {
        Ok(files) => files,
        Err((path, error)) => return files::failed(&path, &error, output),
    };
    if files.is_empty() {
        output.message(&format!("sgi: no `.game` file in {}\n", args.paths.join(", ")));
        return Exit::Usage;
    }
    for file in files {
        let (one, ended) = run(file, args, output);
        exit = exit.worst(ended);
        if args.format == TestFormat::Text {
            output.result(&output.style.tested(&one));
        }
        list.push(one);
        if ended == Exit::Interrupted {
            break;
        }
    }
    let document = match args.format {
        TestFormat::Text => {
            output.result(&output.style.tested_in_all(&list));
            return exit;
        }
        TestFormat::Json => report::json(&list),
        TestFormat::Junit => report::junit(&list),
        TestFormat::Github => report::github(&list),
    };
    files::result(args.output.as_deref(), &document, exit, output)
}

/// Runs one file; its diagnostics are shown where the results are.
fn run(file: String, args: &TestArgs, output: &Output) -> (Tested, Exit) {
    let begun = Instant::now();
    let limits = args.limits.clone();
    let (definitions, certificate) = (args.definitions.clone(), None);
    let arguments = FileArgs { file, definitions, misere: false, limits, certificate, stats: false };
    let options = machine::options(&arguments, LastWords::None);
    let text = args.format == TestFormat::Text;
    let mut observer = |event: Event<'_>| {
        if let (Event::Diagnostics(list, map), true, false) = (event, text, output.quiet) {
            output.diagnostics(list, map);
        }
    };
    let mut session = Session::read(&arguments.file, options, &mut observer);
    session.run();
    let (report, exit) = session.finish();
    let one = Tested {
        file: arguments.file,
        status: exit.status(),
        claims: report.claims,
        diagnostics: report.diagnostics,
        seconds: begun.elapsed().as_secs_f64(),
    };
    (one, exit)
}

/// The `.game` files among these paths and in their folders, in the order of their names. Links to folders are not
/// followed, and hidden folders are left out.
fn found(paths: &[String]) -> Result<Vec<String>, (String, std::io::Error)> {
    let mut list = Vec::new();
    for path in paths {
        if !Path::new(path).is_dir() {
            list.push(path.clone());
            continue;
        }
        let shown =
            |entry: &walkdir::DirEntry| entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.');
        for entry in WalkDir::new(path).sort_by_file_name().into_iter().filter_entry(shown) {
            let entry = entry.map_err(|error| {
                let place = error.path().map_or(path.clone(), |path| path.to_string_lossy().into_owned());
                (place, error.into_io_error().unwrap_or_else(|| std::io::Error::other("links lead round")))
            })?;
            if entry.file_type().is_file() && entry.path().extension().is_some_and(|e| e == "game") {
                let own = entry.path();
                list.push(own.strip_prefix(".").unwrap_or(own).to_string_lossy().into_owned());
            }
        }
    }
    Ok(list)
}
