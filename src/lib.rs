//! `sgi`: a declarative interpreter of combinatorial games.
//!
//! Data goes one way: text, syntax tree, model, values, verdicts, report. `docs/architecture.md` says which folder
//! holds what and what it may import.

mod analysis;
pub mod automata;
pub mod base;
mod cgt;
mod claims;
pub mod cli;
mod combinatorics;
pub mod diagnostics;
pub mod driver;
mod engine;
mod eval;
mod find;
mod ir;
pub mod library;
mod linear;
mod lsp;
mod number;
pub mod report;
pub mod syntax;
mod terms;
mod value;
