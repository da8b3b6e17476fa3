//! A text as an editor sees it: read and checked, not run.

use super::load::{Input, Loaded, Overlay};
use crate::analysis::{self, Model};
use crate::base::SourceMap;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::syntax::ast;

/// A file with what it uses, and what is wrong with it.
#[derive(Debug)]
pub struct Reading {
    /// The texts; the file's own comes first.
    pub map: SourceMap,
    /// Their trees, in the same order; what could not be parsed is left out.
    pub files: Vec<ast::File>,
    /// Names and kinds; with holes where something is wrong.
    pub model: Model,
    /// Everything that is said of them, in the order found.
    pub said: Vec<Diagnostic>,
}

/// Reads and checks a file; `memory` bounds how much text is read. Files that are open are read from the overlay.
#[must_use]
pub fn reading(input: &Input, memory: u64, overlay: Overlay) -> Reading {
    let mut out = Diagnostics::default();
    let Loaded { map, units, .. } = Loaded::new(input, &[], memory, overlay, &mut out);
    let model = analysis::analyse(&units, &map, &mut out);
    let files = units.into_iter().map(|unit| unit.file).collect();
    Reading { map, files, model, said: out.into_list() }
}
