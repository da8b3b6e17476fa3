//! Eventual periods of sequences.

/// An eventual (arithmetic) period: `g(n + period) = g(n) + saltus` for all `n >= preperiod` outside `exceptions`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Periodicity {
    /// The least index from which it holds.
    pub preperiod: u64,
    /// The period; 0 when none was seen.
    pub period: u64,
    /// What is added each time round; 0 for a plain period.
    pub saltus: i64,
    /// Values before the preperiod that differ from the periodic continuation backwards.
    pub exceptions: Vec<u64>,
}
