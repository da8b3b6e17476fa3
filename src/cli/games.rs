//! `sgi games [NAME]`.

use super::args::GamesArgs;
use super::output::Output;
use crate::diagnostics::suggest::closest;
use crate::driver::Exit;
use crate::driver::games::{SHIPPED, shipped};

pub(super) fn games(args: &GamesArgs, output: &Output) -> Exit {
    let Some(name) = &args.name else {
        let width = SHIPPED.iter().map(|g| g.name.len()).max().unwrap_or(0);
        let lines = SHIPPED.iter().map(|game| {
            let claims = game.claims();
            let word = if claims == 1 { "claim " } else { "claims" };
            let indent = width + 13;
            format!("{:<width$}  {claims:>2} {word}  {}\n{:indent$}{}\n", game.name, game.summary(), "", game.source())
        });
        output.result(&lines.collect::<String>());
        return Exit::Success;
    };
    let stem = name.strip_suffix(".game").unwrap_or(name);
    if let Some(game) = shipped(stem) {
        output.document(game.text);
        return Exit::Success;
    }
    let near = closest(stem, SHIPPED.iter().map(|g| g.name));
    let tip = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    output.message(&format!("sgi: no game of the name `{name}` is shipped{tip}\n"));
    Exit::Usage
}
