//! What is found and proved: heaps recognised, periods, claims without an end, patterns.

#[path = "../support/mod.rs"]
mod support;

mod certificates;
mod embedding;
mod find;
mod heaps;
mod periods;
mod proofs;
