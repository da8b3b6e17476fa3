//! `sgi`: a declarative interpreter of combinatorial games.
//!
//! Data goes one way: text, syntax tree, model, values, verdicts, report. `docs/architecture.md` says which folder
//! holds what and what it may import, `docs/embedding.md` how the library is used without the program.

// Much of what machine code asks for is asked by nobody else.
#![cfg_attr(not(feature = "jit"), allow(dead_code, unused_imports))]

mod analysis;
pub mod automata;
pub mod base;
mod cgt;
mod claims;
#[cfg(feature = "cli")]
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
#[cfg(feature = "cli")]
mod lsp;
mod number;
pub mod report;
pub mod syntax;
mod terms;
mod value;
