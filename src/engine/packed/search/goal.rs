//! When the cells of all positions that will be asked about are filled at once.

use super::{Rules, SWEEP_FACTOR, Search};
use crate::engine::packed::order::reachable::Reachable;

/// A search that has found one of so many cells of those before, and at least a few, will need most of them:
const DENSE: u64 = 4;
/// so many.
const FEW: u64 = 1 << 10;

impl Search {
    /// The cells of all positions that will be asked about, if this is one of them and they are no more than is worth it.
    pub fn goal(&mut self, position: &[i64], rules: &Rules<'_>) -> Option<Reachable> {
        let (greatest, positions) = rules.goal.filter(|_| rules.layout.dense && !self.swept && self.in_vain == 0)?;
        if self.judged > 0 && self.work.positions < 2 * self.judged {
            return None;
        }
        self.judged = self.work.positions.max(FEW);
        // What was searched in a table of sets shows how many of them matter.
        let positions = if rules.sparse { positions.max(self.work.positions) } else { positions };
        let cells = Reachable::new(greatest, rules.descent, rules.layout, false);
        let pays =
            cells.count(rules.layout) <= positions.saturating_mul(SWEEP_FACTOR) || self.needs_most(position, rules);
        Some(cells).filter(|cells| pays && cells.hold(position))
    }

    /// Whether the search has come to many of the cells that a position can lead to.
    fn needs_most(&self, position: &[i64], rules: &Rules<'_>) -> bool {
        let cells = Reachable::new(position, rules.descent, rules.layout, false).count(rules.layout);
        let known = self.work.positions.saturating_add(self.carried_over);
        known >= FEW && cells <= known.saturating_mul(DENSE)
    }
}
