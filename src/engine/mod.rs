//! Floor 8: the reference engine. Implements [`Queries`](crate::eval::Queries) for the whole language.

mod charged;
mod retrograde;
