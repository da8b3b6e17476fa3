//! Games whose rules lower to machine code: positions as words, native code for options, a memo on keys.

mod adopt;
mod amounts;
mod bags;
mod cells;
mod code;
mod course;
mod crew;
mod game;
mod goal;
mod hashed;
mod interpret;
#[cfg(feature = "jit")]
mod jit;
mod layout;
mod lines;
mod lookup;
mod memo;
mod ranks;
mod regions;
mod retrograde;
mod room;
mod rows;
mod search;
mod shapes;
mod sweep;
mod table;
#[cfg(test)]
mod tests;
mod together;
#[cfg(feature = "jit")]
mod waves;
mod whole;
mod worth;

pub use game::PackedGame;
pub use hashed::hash;
pub use regions::{Grid, MOST_ELEMENTS, Neighbours, Reduction, Regions};
pub use search::{Halt, Order};
pub use shapes::{announced, shapes};
