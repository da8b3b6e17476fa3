//! `sgi lsp`: the language server, for editors.

use super::output::Output;
use crate::driver::Exit;
use crate::lsp;

pub(super) fn lsp(output: &Output) -> Exit {
    match lsp::serve() {
        Ok(()) => Exit::Success,
        Err(error) => {
            output.message(&format!("sgi: the editor's connection broke off: {error}\n"));
            Exit::Io
        }
    }
}
