//! `sgi`: a declarative interpreter of combinatorial games.
//!
//! Data goes one way: text, syntax tree, model, values, verdicts, report. `docs/architecture.md` says which folder
//! holds what and what it may import.

pub mod analysis;
pub mod automata;
pub mod base;
pub mod cgt;
pub mod claims;
pub mod cli;
pub mod combinatorics;
pub mod diagnostics;
pub mod driver;
pub mod engine;
pub mod eval;
pub mod find;
pub mod ir;
pub mod library;
pub mod number;
pub mod report;
pub mod syntax;
pub mod value;
