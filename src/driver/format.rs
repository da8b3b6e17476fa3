//! `sgi fmt`: the standard layout of a text.

use super::Input;
use crate::base::SourceMap;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::syntax;

/// A file in the standard layout.
///
/// # Errors
/// What is wrong with it, with the texts that the messages point into.
pub fn format(input: &Input) -> Result<String, (Vec<Diagnostic>, SourceMap)> {
    let mut map = SourceMap::default();
    let mut out = Diagnostics::default();
    let start = map.add(&*input.name, input.text.clone()).map_or(0, |id| map.file(id).start);
    let file = syntax::parse_file(&input.text, start, &mut out);
    if out.has_errors() {
        return Err((out.into_list(), map));
    }
    Ok(syntax::lay_out(&file, &input.text, start))
}
