//! Claims about P-positions, checked by the two conditions for `--certificate`.

use super::Session;
use super::session::Running;
use crate::analysis::model::Statement;
use crate::claims::{NoCheck, check_outcomes};
use crate::eval::Stop;
use crate::report::OutcomeProof;

impl Session<'_> {
    /// Adds a claim that holds to the certificate, if it says of finitely many positions which are lost, and the two
    /// conditions show it.
    pub(super) fn certify(&mut self, statement: &Statement, running: &mut Running) -> Result<(), Stop> {
        if self.whole_text().is_none() {
            return Ok(());
        }
        let found = match check_outcomes(statement, &running.machine, &mut running.engine) {
            Ok(found) => found,
            // What the solver found needs no certificate to be true.
            Err(NoCheck::NotCovered(_) | NoCheck::Fails(_)) => return Ok(()),
            Err(NoCheck::Stopped(stop)) => return Err(stop),
        };
        let proof = OutcomeProof {
            claim: statement.name.to_string(),
            positions: found.positions,
            lost: found.lost,
            moves: found.moves,
        };
        self.ledger.note(|report| report.outcomes.push(proof));
        Ok(())
    }

    /// The text of the main file, if everything else that the run uses is shipped.
    pub(super) fn whole_text(&self) -> Option<&str> {
        let (main, others) = self.map.files().split_first()?;
        let shipped = |name: &str| name.starts_with("<shipped>/") || name == "<command line>";
        others.iter().all(|file| shipped(&file.name)).then_some(&*main.text)
    }
}
