//! Where values are kept by key: dense for all keys, hashed for those that occur.

pub mod dense;
pub mod hashed;
pub mod memo;
