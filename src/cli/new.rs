//! `sgi new NAME`.

use std::io::ErrorKind;
use std::path::Path;

use super::args::NewArgs;
use super::files;
use super::output::Output;
use crate::driver::Exit;

/// A file to begin with.
fn template(game: &str) -> String {
    format!(
        "# One heap of n stones: take 1 to m of them; whoever cannot move loses.\n\
         param m: 1..100 = 3\n\n\
         game {game}(n) {{\n  move take(k in 1..min(m, n)) -> {game}(n - k)\n}}\n\n\
         start {game}(10)\n\
         table values(n in 0..12): n, sg({game}(n)) as \"sg\"\n\
         claim multiples(n in 0..100): loses({game}(n)) iff n % (m + 1) == 0\n"
    )
}

pub(super) fn new(args: &NewArgs, output: &Output) -> Exit {
    let stem = args.name.strip_suffix(".game").unwrap_or(&args.name);
    let word = stem.rsplit(['/', '\\']).next().unwrap_or("");
    let game: String = word.split(['_', '-', ' ']).flat_map(capitalised).filter(|c| c.is_alphanumeric()).collect();
    if !game.starts_with(char::is_alphabetic) {
        output.message(&format!("sgi: `{}` is no name for a game: begin with a letter\n", args.name));
        return Exit::Usage;
    }
    let path = format!("{stem}.game");
    match files::create(Path::new(&path), &template(&game)) {
        Ok(()) => {
            output.result(&format!("{path} is made; try `sgi run {path}`\n"));
            Exit::Success
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            output.message(&format!("sgi: `{path}` exists already\n"));
            Exit::Io
        }
        Err(error) => files::failed(&path, &error, output),
    }
}

fn capitalised(word: &str) -> impl Iterator<Item = char> {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters.collect::<Vec<_>>())
}
