//! Floor 2: the mathematics of combinatorial games. No syntax, no input or output, no text but for names of values.

mod by;
pub mod form;
pub mod heap;
pub mod loopy;
pub mod nimber;
mod outcome;
mod periodicity;
mod player;

pub use by::{ByPlay, ByPlayer, ByQuestion};
pub use form::{Form, FormError};
pub use loopy::{LoopyValue, loopy_values};
pub use nimber::{MexSet, mex, nim_sum};
pub use outcome::{Outcome, Play, Question, Winner};
pub use periodicity::{Periodicity, periodicity};
pub use player::{Movers, Player};
