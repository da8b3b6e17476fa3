//! Proofs of claims for `--certificate`: of P-positions by the two conditions, and by automata.

use super::Session;
use super::session::Running;
use crate::analysis::model::Statement;
use crate::claims::{ClaimReport, NoCheck, Verdict, check_outcomes};
use crate::eval::Stop;
use crate::report::{AutomaticProof, OutcomeProof};

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

/// A proof by automata, written out.
pub(super) fn automatic_proof(statement: &Statement, found: &ClaimReport) -> Option<AutomaticProof> {
    let (Verdict::Proved { theorem }, Some(grounds)) = (&found.verdict, &found.grounds) else { return None };
    let evidence = grounds.evidence();
    Some(AutomaticProof {
        claim: statement.name.to_string(),
        theorem: theorem.clone(),
        numeration: evidence.numeration(),
        tables: evidence.tables,
        given: evidence.given,
        obligations: evidence.obligations,
    })
}
