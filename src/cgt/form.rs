//! Short partizan games in canonical form.

/// A short game in canonical form. Placeholder until the theory is written.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Form(pub i64);
