//! How a run ended, as the exit status says it.

/// The end of a run. The worst of several wins, see [`Exit::worst`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Exit {
    /// All as claimed: 0.
    #[default]
    Success,
    /// A claim refuted or empty, a `refute` that found nothing, `fmt --check` differs: 1.
    Refuted,
    /// Wrong usage: 2.
    Usage,
    /// Errors in a `.game` file: 3.
    Fault,
    /// Undecided, or a limit was reached: 4.
    Undecided,
    /// Input or output failed: 5.
    Io,
    /// A defect of ours: 70.
    Defect,
    /// Ctrl-C: 130.
    Interrupted,
}

impl Exit {
    /// The exit status.
    #[must_use]
    pub fn status(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Refuted => 1,
            Self::Usage => 2,
            Self::Fault => 3,
            Self::Undecided => 4,
            Self::Io => 5,
            Self::Defect => 70,
            Self::Interrupted => 130,
        }
    }

    /// The worse of two: 70 > 130 > 2 > 5 > 3 > 1 > 4 > 0. (Wrong usage and Ctrl-C end a run, so that they come with
    /// little else.)
    #[must_use]
    pub fn worst(self, other: Self) -> Self {
        if other.rank() > self.rank() { other } else { self }
    }

    fn rank(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Undecided => 1,
            Self::Refuted => 2,
            Self::Fault => 3,
            Self::Io => 4,
            Self::Usage => 5,
            Self::Interrupted => 6,
            Self::Defect => 7,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_wins() {
        let order = [Exit::Success, Exit::Undecided, Exit::Refuted, Exit::Fault, Exit::Io, Exit::Defect];
        for pair in order.windows(2) {
            assert_eq!(pair[0].worst(pair[1]), pair[1]);
            assert_eq!(pair[1].worst(pair[0]), pair[1]);
        }
    }
}
