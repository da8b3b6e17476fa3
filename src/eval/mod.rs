//! Floor 7: evaluation. Parameters, `let`s, domains, guards, comprehensions; positions are asked through [`Queries`].

mod access;
mod aggregate;
mod arith;
mod ask;
mod binder;
mod build;
mod call;
mod closed;
mod collect;
pub mod columns;
mod compare;
mod expr;
mod fast;
mod firing;
mod frame;
mod machine;
mod measure;
mod play;
pub mod queries;
pub mod stop;
mod theory;
mod trace;
mod types;
pub mod wording;

#[cfg(test)]
mod tests;

pub use binder::Flow;
pub use frame::Frame;
pub use machine::Machine;
pub use play::FoundMove;
pub use queries::{FieldColumn, PositionColumns, ProvenPeriod, Queries};
pub use stop::{Fault, FaultKind, Stop, TraceStep};
pub use trace::within;
