//! Floor 1: exact numbers. The only folder that names the big-integer crate.

/// An exact number. Placeholder.
#[derive(Clone, Debug)]
pub enum Number {
    /// An integer that fits.
    Small(i64),
}
