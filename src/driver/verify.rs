//! `sgi verify`: proofs checked by the rules alone.

use crate::base::Meter;
use crate::cgt::heap::{Refusal, verify as verify_certificate};
use crate::report::{CertificateError, ProofDocument};

use super::Exit;

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
pub fn verify(text: &str, meter: &Meter, tell: &mut dyn FnMut(&Checked)) -> Result<Exit, String> {
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
    Ok(exit)
}
