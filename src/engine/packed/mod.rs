//! Games whose rules lower to machine code: positions as words, native code for options, a memo on keys.

mod code;
mod game;
mod interpret;
#[cfg(feature = "jit")]
mod jit;
mod layout;
mod memo;
mod search;
#[cfg(test)]
mod tests;

pub use game::{PackedGame, shapes};
pub use search::{Halt, Question};
