//! Floor 2: the mathematics of combinatorial games. No syntax, no input or output, no text but for names of values.

mod by;
mod compound;
pub mod form;
pub mod genus;
pub mod heap;
pub mod loopy;
mod outcome;
mod periodicity;
mod player;
pub mod quotient;
pub mod remoteness;

pub use by::{ByPlay, ByPlayer, ByQuestion};
pub use compound::Compound;
pub use form::{Charging, Form, FormError};
pub use loopy::LoopyValue;
pub use outcome::{Outcome, Play, Question, Winner};
pub use periodicity::{Periodicity, periodicity};
pub use player::{Movers, Player};
