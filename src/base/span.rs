//! Places in the source text.

/// A half-open range of bytes in the concatenated text of a [`SourceMap`](super::SourceMap).
///
/// Offsets are global: they identify the file as well as the place in it. An absent place is [`Span::NONE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// "No place": for what the user never wrote.
    pub const NONE: Self = Self { start: u32::MAX, end: u32::MAX };

    /// The bytes `start..end`.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Whether this is [`Span::NONE`].
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.start == u32::MAX
    }

    /// The least span that covers both; `NONE` counts as nothing.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        if self.is_none() {
            return other;
        }
        if other.is_none() {
            return self;
        }
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}
