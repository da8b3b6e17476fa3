//! `sgi explain [CODE]`.

use super::args::ExplainArgs;
use super::output::Output;
use crate::diagnostics::suggest::closest;
use crate::diagnostics::{self, PAGES};
use crate::driver::Exit;

pub(super) fn explain(args: &ExplainArgs, output: &Output) -> Exit {
    let Some(code) = &args.code else {
        let lines = PAGES.iter().map(|page| format!("{}  {}\n", page.code, page.title()));
        output.result(&lines.collect::<String>());
        return Exit::Success;
    };
    // `701` and `e701` say enough.
    let short = code.strip_prefix(['e', 'E']).unwrap_or(code);
    let full = short.parse::<u16>().map(|number| format!("E{number:04}"));
    if let Some(page) = diagnostics::explain(full.as_deref().unwrap_or(code)) {
        output.result(page.text);
        return Exit::Success;
    }
    let near = closest(code, PAGES.iter().map(|page| page.code.0));
    let tip = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    output.message(&format!("sgi: there is no code `{code}`{tip} (`sgi explain` lists them all)\n"));
    Exit::Usage
}
