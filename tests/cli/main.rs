//! The binary as a user meets it: what it is told, what it writes, what it takes.

#[path = "../support/mod.rs"]
mod support;

mod commands;
mod docs;
mod export;
#[cfg(target_os = "linux")]
mod files;
mod jobs;
mod limits;
mod lsp;
mod manual;
mod pages;
mod repl;
mod shown;
mod test;
mod why;
