//! Short partizan games in canonical form.

/// A short game in canonical form. Placeholder until the theory is written.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Form(pub i64);

impl Form {
    /// The form with Left and Right exchanged.
    #[must_use]
    pub fn negate(&self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl std::fmt::Display for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
