//! How much work was done, as data for `--stats`.

/// Counts of the work of an engine since it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Positions whose value or outcome was stored.
    pub positions: u64,
    /// Options that the rules gave.
    pub options: u64,
    /// Minimal excludants taken.
    pub mex_calls: u64,
    /// Options whose value was known when they were met.
    pub memo_hits: u64,
    /// The most frames that one search had open.
    pub peak_frames: u64,
    /// Positions replaced by an equation.
    pub reductions: u64,
    /// Instances of equations that were checked.
    pub checks: u64,
    /// Different components that were met.
    pub components: u64,
    /// Different sums that were met.
    pub sums: u64,
    /// Bytes charged at present, over the whole run.
    pub bytes: u64,
}
