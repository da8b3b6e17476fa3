//! `sgi verify`: proofs checked by the rules alone.

use crate::base::Meter;
use crate::cgt::heap::{Refusal, verify as verify_certificate};
use crate::claims::{NoCheck, check_outcomes};
use crate::eval::Stop;
use crate::report::{CertificateError, OutcomeProof, OutcomeProofs, ProofDocument};

use super::{Event, Exit, Input, Options, Session};

/// What became of one proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// One line about it.
    pub text: String,
    /// Success, refuted, or undecided when a limit was reached.
    pub exit: Exit,
}

/// Checks every proof of a document; tells of each as it goes.
///
/// # Errors
/// Why the text is no such document, in one sentence.
pub fn verify(text: &str, options: &Options, tell: &mut dyn FnMut(&Checked)) -> Result<Exit, String> {
    let meter = &Meter::new(options.limits.clone(), options.interrupted.clone());
    let document = ProofDocument::read(text).map_err(|error| match error {
        CertificateError::Malformed(why) => format!("this is no certificate of `sgi`: {why}"),
        CertificateError::Foreign(why) => format!("this is no certificate that this version of `sgi` reads: {why}"),
    })?;
    let mut exit = Exit::Success;
    for proof in &document.proofs {
        let refused = match proof.parts() {
            None => Some((Exit::Refuted, "its rules are those of no game".to_owned())),
            Some((game, certificate)) => match verify_certificate(&game, &certificate, meter) {
                Ok(()) => None,
                Err(refusal @ Refusal::Limit(_)) => Some((Exit::Undecided, refusal.to_string())),
                Err(refusal) => Some((Exit::Refuted, refusal.to_string())),
            },
        };
        let name = &proof.game;
        let checked = match refused {
            None => {
                let saltus = if proof.saltus == 0 { String::new() } else { format!(", saltus {}", proof.saltus) };
                let text = format!(
                    "✓ {name}: period {} from {}{saltus}, by {}; the values of heaps 0..{} were computed anew",
                    proof.period, proof.preperiod, proof.because, proof.verified_to
                );
                Checked { text, exit: Exit::Success }
            }
            Some((exit @ Exit::Refuted, why)) => Checked { text: format!("✗ {name}: refused: {why}"), exit },
            Some((exit, why)) => Checked { text: format!("? {name}: {why}"), exit },
        };
        exit = exit.worst(checked.exit);
        tell(&checked);
    }
    if let Some(outcomes) = &document.outcomes {
        for checked in verify_outcomes(&document.file, outcomes, options) {
            exit = exit.worst(checked.exit);
            tell(&checked);
        }
    }
    Ok(exit)
}

/// Checks claims about P-positions by the rules of the file that the document holds.
fn verify_outcomes(file: &str, outcomes: &OutcomeProofs, options: &Options) -> Vec<Checked> {
    let input = Input { name: file.to_owned(), text: outcomes.text.as_str().into(), folder: None };
    let options = Options { definitions: outcomes.definitions.clone(), ..options.clone() };
    let mut ignore = |_: Event<'_>| {};
    let mut session = Session::open(&input, options, &mut ignore);
    let Some(mut running) = session.begin() else {
        return vec![Checked { text: format!("✗ {file}: refused: its text has errors"), exit: Exit::Refuted }];
    };
    let model = running.model.clone();
    let check = |proof: &OutcomeProof| {
        let name = &proof.claim;
        let refused = |why: &str| Checked { text: format!("✗ {name}: refused: {why}"), exit: Exit::Refuted };
        let Some(statement) = model.statements.iter().find(|statement| *statement.name == **name) else {
            return refused("the file has no such claim");
        };
        match check_outcomes(statement, &running.machine, &mut running.engine) {
            Ok(found) if (found.positions, found.lost, found.moves) == (proof.positions, proof.lost, proof.moves) => {
                let text = format!(
                    "✓ {name}: {} of {} positions are lost: no move of theirs leads to one of them, and from every \
                     other one does; {} moves were looked at",
                    found.lost, found.positions, found.moves
                );
                Checked { text, exit: Exit::Success }
            }
            Ok(found) => {
                refused(&format!("{} of {} positions are lost, by {} moves", found.lost, found.positions, found.moves))
            }
            Err(NoCheck::NotCovered(why) | NoCheck::Fails(why)) => refused(&why),
            Err(NoCheck::Stopped(Stop::Limit(exceeded))) => {
                Checked { text: format!("? {name}: {}", Refusal::Limit(exceeded)), exit: Exit::Undecided }
            }
            Err(NoCheck::Stopped(Stop::Fault(_))) => refused("its rules are at fault"),
        }
    };
    outcomes.claims.iter().map(check).collect()
}
