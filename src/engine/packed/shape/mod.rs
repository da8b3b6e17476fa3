//! What the words of a position can be, and how they become one key.

pub mod layout;
pub mod ranks;
pub mod shapes;
