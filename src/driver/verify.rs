//! `sgi verify`: proofs checked by the rules alone.

use crate::automata::{Budget, Halt};
use crate::base::Meter;
use crate::cgt::Play;
use crate::cgt::heap::{HeapGame, Refusal, Theorem, verify as verify_certificate};
use crate::claims::{NoCheck, Verdict, check_outcomes, prove_claim};
use crate::eval::Stop;
use crate::report::{AutomaticProof, CertificateError, OutcomeProof, PeriodProof, ProofDocument, Source};
use crate::value::Component;

use super::certify::automatic_proof;
use super::position::given_position;
use super::{Event, Exit, Input, Ledger, Observer, Options, Session};

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
    let mut told = |checked: &Checked| {
        options.ledger.ends(checked.exit);
        exit = exit.worst(checked.exit);
        tell(checked);
    };
    for proof in &document.proofs {
        let name = &proof.game;
        let checked = match verify_period(&document, proof, options, meter) {
            Ok(theorem) => {
                let saltus = if proof.saltus == 0 { String::new() } else { format!(", saltus {}", proof.saltus) };
                let text = format!(
                    "✓ {name}: period {} from {}{saltus}, by {theorem}; the rules of the file were read again, and the \
                     values of heaps 0..{} computed anew",
                    proof.period, proof.preperiod, proof.verified_to
                );
                Checked { text, exit: Exit::Success }
            }
            Err((exit @ Exit::Refuted, why)) => Checked { text: format!("✗ {name}: refused: {why}"), exit },
            Err((exit, why)) => Checked { text: format!("? {name}: refused: {why}"), exit },
        };
        told(&checked);
    }
    if document.is_empty() {
        let text = format!("? {}: there is nothing to verify: it holds no proofs", document.file);
        told(&Checked { text, exit: Exit::Undecided });
    }
    let claims = [verify_outcomes(&document, options, meter), verify_automatic(&document, options, meter)];
    claims.iter().flatten().for_each(told);
    meter.end();
    Ok(exit)
}

/// Checks the proof of a period: its values by the rules in it, these rules by the file's; the theorem that makes it one.
///
/// # Errors
/// Why it is refused, or not decided.
fn verify_period(
    document: &ProofDocument,
    proof: &PeriodProof,
    options: &Options,
    meter: &Meter,
) -> Result<Theorem, (Exit, String)> {
    let refused = |refusal: &Refusal| match refusal {
        Refusal::Limit(_) => (Exit::Undecided, refusal.to_string()),
        _ => (Exit::Refuted, refusal.to_string()),
    };
    let parts = proof.parts().ok_or_else(|| (Exit::Refuted, "its rules are those of no game".to_owned()))?;
    let (game, certificate) = parts;
    if proof.because != certificate.theorem.to_string() {
        return Err((Exit::Refuted, "its reason is not in the words of its theorem".to_owned()));
    }
    verify_certificate(&game, &certificate, meter).map_err(|refusal| refused(&refusal))?;
    match compare_rules(document, proof, &game, options, meter) {
        Ok(Compared::Same) => Ok(certificate.theorem),
        Ok(Compared::Differs) => Err((Exit::Refuted, "the rules of the file are those of another game".to_owned())),
        Ok(Compared::Wrong(why)) => Err((Exit::Refuted, why.to_owned())),
        Ok(Compared::Not(why)) => Err((Exit::Undecided, why)),
        Err(Stop::Limit(exceeded)) => Err(refused(&Refusal::Limit(exceeded))),
        Err(Stop::Fault(_)) => Err((Exit::Refuted, "the rules of the file are at fault".to_owned())),
    }
}

/// What the rules in the file are.
enum Compared {
    /// Those in the proof, for heaps of every size.
    Same,
    /// Others.
    Differs,
    /// The file cannot have had these proofs.
    Wrong(&'static str),
    /// They could not be compared.
    Not(String),
}

/// Compares the rules in a proof with the file's: reads them again, which compares as many heaps as decide all (see
/// [`crate::ir::heap_shape`]), and refuses what no theorem allows (equations, marks, another measure, a domain with an
/// end).
fn compare_rules(
    document: &ProofDocument,
    proof: &PeriodProof,
    game: &HeapGame,
    options: &Options,
    meter: &Meter,
) -> Result<Compared, Stop> {
    let not = |why: &str| Ok(Compared::Not(why.to_owned()));
    let Some(source) = &document.source else { return not("the text of the file is not in it, for that uses others") };
    let mut ignore = |_: Event<'_>| {};
    let mut session = open(&document.file, source, options, meter, &mut ignore);
    let Some(model) = session.model() else { return Ok(Compared::Wrong("the text of the file has errors")) };
    let name = proof.game.split('[').next().unwrap_or_default();
    let known = model.games.iter().any(|game| *game.name == *name);
    drop(model);
    if !known {
        return not("the file has no such game");
    }
    let named = session.position(&format!("{}(0)", proof.game));
    let (Some(named), Some(mut running)) = (named, session.begin()) else {
        return not("the file has no such game of one heap");
    };
    let position = match given_position(&named, &mut running, Play::Normal) {
        Ok(position) => position,
        Err(limit @ Stop::Limit(_)) => return Err(limit),
        Err(Stop::Fault(_)) => return not("the game has no heap of 0"),
    };
    let [(Component::Play { instance, .. }, 1)] = &position.components[..] else {
        return not("it is no game of one heap");
    };
    Ok(match running.engine.heap_game(instance)? {
        Ok(own) if own == *game => Compared::Same,
        Ok(_) => Compared::Differs,
        Err(reason) => Compared::Not(format!("its rules are not recognised as those of heaps: {reason}")),
    })
}

/// The file that proofs are about.
fn open<'o>(
    file: &str,
    source: &Source,
    options: &Options,
    meter: &Meter,
    observer: &'o mut dyn Observer,
) -> Session<'o> {
    let input = Input { name: file.to_owned(), text: source.text.as_str().into(), folder: None };
    let options = Options { definitions: source.definitions.clone(), ledger: Ledger::default(), ..options.clone() };
    Session::metered(&input, options, meter.clone(), observer)
}

/// Checks claims about P-positions by the rules of the file that the document holds.
fn verify_outcomes(document: &ProofDocument, options: &Options, meter: &Meter) -> Vec<Checked> {
    if document.outcomes.is_empty() {
        return Vec::new();
    }
    let file = &document.file;
    let Some(source) = &document.source else {
        let text = format!("✗ {file}: refused: claims about P-positions without the text of the file");
        return vec![Checked { text, exit: Exit::Refuted }];
    };
    let mut ignore = |_: Event<'_>| {};
    let mut session = open(file, source, options, meter, &mut ignore);
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
    document.outcomes.iter().map(check).collect()
}

/// Steps that the second procedure may take for one claim.
const STEPS: u64 = 100_000_000;

/// Checks proofs by automata: derives their obligations from the rules again, compares them with what the document says, and
/// looks for instances of each by a procedure that shares no algorithm with the proof's.
fn verify_automatic(document: &ProofDocument, options: &Options, meter: &Meter) -> Vec<Checked> {
    if document.automatic.is_empty() {
        return Vec::new();
    }
    let file = &document.file;
    let refused = |what: &str, why: &str| Checked { text: format!("✗ {what}: refused: {why}"), exit: Exit::Refuted };
    let Some(source) = &document.source else {
        return vec![refused(file, "claims proved by automata without the text of the file")];
    };
    let mut ignore = |_: Event<'_>| {};
    let mut session = open(file, source, options, meter, &mut ignore);
    let Some(mut running) = session.begin() else { return vec![refused(file, "its text has errors")] };
    let model = running.model.clone();
    let check = |proof: &AutomaticProof| {
        let name = &proof.claim;
        let undecided = |why: &str| Checked { text: format!("? {name}: {why}"), exit: Exit::Undecided };
        let Some(statement) = model.statements.iter().find(|statement| *statement.name == **name) else {
            return refused(name, "the file has no such claim");
        };
        let found = prove_claim(statement, &running.machine, &mut running.engine);
        let again = automatic_proof(statement, &found);
        let (Some(again), Some(grounds)) = (again, &found.grounds) else {
            return match found.verdict {
                Verdict::Stopped(Stop::Limit(exceeded)) => undecided(&Refusal::Limit(exceeded).to_string()),
                _ => refused(name, "automata do not prove it from the rules of the file"),
            };
        };
        if again != *proof {
            return refused(name, "the rules of the file have other obligations");
        }
        match grounds.evidence().refuted(&Budget::new(meter, STEPS)) {
            Ok(Ok(())) => {
                let count = proof.obligations.len();
                let text = format!(
                    "✓ {name}: proved, {}; {count} formulas that the rules ask for have no instance, by a second procedure",
                    again.theorem
                );
                Checked { text, exit: Exit::Success }
            }
            Ok(Err(formula)) => refused(name, &format!("an obligation has an instance: {formula}")),
            Err(Halt::Limit(exceeded)) => undecided(&Refusal::Limit(exceeded).to_string()),
            Err(_) => undecided("the second procedure takes more than 100 million steps"),
        }
    };
    document.automatic.iter().map(check).collect()
}
