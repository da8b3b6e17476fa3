//! Floor 5: names and kinds. Turns the syntax tree into a [`Model`]; evaluates nothing.

pub mod model;

pub use model::Model;
