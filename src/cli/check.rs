//! `sgi check FILE`.

use super::args::{CheckArgs, Format};
use super::output::Output;
use super::watch::LastWords;
use super::{machine, run};
use crate::driver::Exit;

pub(super) fn check(args: &CheckArgs, output: &mut Output) -> Exit {
    let text = args.format == Format::Text;
    let equations = args.equations;
    let options = machine::options(&args.file, LastWords::of(text));
    run::session(&args.file, options, text, output, |session| session.check(equations))
}
