//! `sgi check FILE`.

use super::args::{CheckArgs, Format};
use super::output::Output;
use super::{machine, run};
use crate::driver::Exit;

pub(super) fn check(args: &CheckArgs, output: &mut Output) -> Exit {
    let text = args.format == Format::Text;
    let equations = args.equations;
    run::session(&args.file, machine::options(&args.file), text, output, |session| session.check(equations))
}
