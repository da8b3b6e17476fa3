//! `sgi fmt [--check] FILE...`.

use std::io::Read;
use std::path::Path;

use super::args::FmtArgs;
use super::output::Output;
use crate::driver::{Exit, Input, format};

pub(super) fn fmt(args: &FmtArgs, output: &Output) -> Exit {
    args.files.iter().fold(Exit::Success, |exit, file| exit.worst(one(file, args.check, output)))
}

fn one(file: &str, check: bool, output: &Output) -> Exit {
    let input = if file == "-" {
        let mut bytes = Vec::new();
        match std::io::stdin().lock().read_to_end(&mut bytes) {
            Ok(_) => Input::from_bytes("<stdin>", bytes, None),
            Err(error) => Err(Box::new(Input::unreadable("<stdin>", &error))),
        }
    } else {
        Input::read_exactly(file)
    };
    let input = match input {
        Ok(input) => input,
        Err(said) => {
            output.diagnostics(std::slice::from_ref(&*said), &crate::base::SourceMap::default());
            return Exit::Io;
        }
    };
    let formatted = match format(&input) {
        Ok(text) => text,
        Err((list, map)) => {
            output.diagnostics(&list, &map);
            return Exit::Fault;
        }
    };
    let same = formatted == *input.text;
    if check {
        if !same {
            output.result(&format!("{} is not in the standard layout\n", input.name));
        }
        return if same { Exit::Success } else { Exit::Refuted };
    }
    if file == "-" {
        output.result(&formatted);
    } else if !same && let Err(error) = replace(Path::new(file), &formatted) {
        output.message(&format!("sgi: cannot write `{file}`: {error}\n"));
        return Exit::Io;
    }
    Exit::Success
}

/// Writes beside the file and moves it there, so that a full disk does not cost the old text.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let target = path.canonicalize()?;
    let mut beside = target.clone().into_os_string();
    beside.push(".sgi-fmt");
    let written = std::fs::write(&beside, text).and_then(|()| {
        std::fs::set_permissions(&beside, std::fs::metadata(&target)?.permissions())?;
        std::fs::rename(&beside, &target)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}
