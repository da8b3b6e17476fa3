//! Floor 7: evaluation. Parameters, `let`s, domains, guards, comprehensions; positions are asked through [`Queries`].

pub mod queries;
pub mod stop;

pub use queries::Queries;
pub use stop::Stop;
