//! Games whose rules lower to machine code: positions as words, native code for options, a memo on keys.

mod code;
mod fill;
mod game;
mod order;
mod regions;
mod retrograde;
mod search;
mod shape;
mod table;
#[cfg(test)]
mod tests;

pub use game::PackedGame;
pub use regions::{Grid, MOST_ELEMENTS, Neighbours, Reduction, Regions};
pub use search::{Halt, Order};
pub use shape::shapes::{announced, shapes};
pub use table::hashed::hash;
