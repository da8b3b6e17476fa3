//! `sgi verify`: proofs checked by the rules alone.

use crate::base::Meter;
use crate::cgt::heap::{HeapGame, Refusal, naive, verify as verify_certificate};
use crate::claims::{NoCheck, check_outcomes};
use crate::eval::Stop;
use crate::report::{CertificateError, OutcomeProof, PeriodProof, ProofDocument, Source};
use crate::value::Component;

use super::position::given_position;
use super::{Event, Exit, Input, Observer, Options, Session};

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
        let name = &proof.game;
        let checked = match verify_period(&document, proof, options, meter) {
            Ok(compared) => {
                let saltus = if proof.saltus == 0 { String::new() } else { format!(", saltus {}", proof.saltus) };
                let text = format!(
                    "✓ {name}: period {} from {}{saltus}, by {}; the values of heaps 0..{} were computed anew, {compared}",
                    proof.period, proof.preperiod, proof.because, proof.verified_to
                );
                Checked { text, exit: Exit::Success }
            }
            Err((exit @ Exit::Refuted, why)) => Checked { text: format!("✗ {name}: refused: {why}"), exit },
            Err((exit, why)) => Checked { text: format!("? {name}: {why}"), exit },
        };
        exit = exit.worst(checked.exit);
        tell(&checked);
    }
    for checked in verify_outcomes(&document, options) {
        exit = exit.worst(checked.exit);
        tell(&checked);
    }
    Ok(exit)
}

/// Checks the proof of a period: its values by the rules in it, these rules by the file's.
///
/// # Errors
/// Why it is refused, or not decided.
fn verify_period(
    document: &ProofDocument,
    proof: &PeriodProof,
    options: &Options,
    meter: &Meter,
) -> Result<String, (Exit, String)> {
    let refused = |refusal: &Refusal| match refusal {
        Refusal::Limit(_) => (Exit::Undecided, refusal.to_string()),
        _ => (Exit::Refuted, refusal.to_string()),
    };
    let parts = proof.parts().ok_or_else(|| (Exit::Refuted, "its rules are those of no game".to_owned()))?;
    let (game, certificate) = parts;
    verify_certificate(&game, &certificate, meter).map_err(|refusal| refused(&refusal))?;
    match compare_rules(document, proof, &game, options) {
        Ok(Compared::Same(heaps)) => Ok(format!("with the moves of the file's rules on heaps below {heaps}")),
        Ok(Compared::Differs(n)) => {
            Err((Exit::Refuted, format!("the rules of the file say otherwise for a heap of {n}")))
        }
        Ok(Compared::Wrong(why)) => Err((Exit::Refuted, why.to_owned())),
        Ok(Compared::Not(why)) => Ok(format!("by rules that could not be compared with the file's: {why}")),
        Err(Stop::Limit(exceeded)) => Err(refused(&Refusal::Limit(exceeded))),
        Err(Stop::Fault(_)) => Err((Exit::Refuted, "the rules of the file are at fault".to_owned())),
    }
}

/// What the moves of small heaps show.
enum Compared {
    /// They are the same for heaps below this one.
    Same(u64),
    /// They differ for this heap.
    Differs(u64),
    /// The file cannot have had these proofs.
    Wrong(&'static str),
    /// They could not be compared.
    Not(&'static str),
}

/// Moves that are compared before it is enough.
const COMPARED: usize = 20_000;

/// Compares the rules in a proof with the file's, move by move, heap by heap until there were enough moves.
fn compare_rules(
    document: &ProofDocument,
    proof: &PeriodProof,
    game: &HeapGame,
    options: &Options,
) -> Result<Compared, Stop> {
    let Some(source) = &document.source else { return Ok(Compared::Not("it uses files that are not shipped")) };
    let mut ignore = |_: Event<'_>| {};
    let mut session = open(&document.file, source, options, &mut ignore);
    let Some(model) = session.model() else { return Ok(Compared::Wrong("the text of the file has errors")) };
    let name = proof.game.split('[').next().unwrap_or_default();
    let known = model.games.iter().any(|game| *game.name == *name);
    drop(model);
    if !known {
        return Ok(Compared::Wrong("the file has no such game"));
    }
    let named = session.position(&format!("{}(0)", proof.game));
    let (Some(named), Some(mut running)) = (named, session.begin()) else {
        return Ok(Compared::Not("it has no such game of one heap"));
    };
    let position = match given_position(&named, &mut running, false) {
        Ok(position) => position,
        Err(limit @ Stop::Limit(_)) => return Err(limit),
        Err(Stop::Fault(_)) => return Ok(Compared::Not("it has no heap of 0")),
    };
    let [(Component::Play { instance, fields, .. }, 1)] = &position.components[..] else {
        return Ok(Compared::Not("it has no such game of one heap"));
    };
    if fields.len() != 1 {
        return Ok(Compared::Not("it has no such game of one heap"));
    }
    let (mut moves, mut n) = (0, 0);
    loop {
        let own = running.engine.heap_moves(instance, n)?;
        if own.as_ref() != Some(&naive::options(game, n)) {
            return Ok(Compared::Differs(n));
        }
        moves += 1 + own.map_or(0, |own| own.len());
        if moves > COMPARED {
            return Ok(Compared::Same(n + 1));
        }
        n += 1;
    }
}

/// The file that proofs are about.
fn open<'o>(file: &str, source: &Source, options: &Options, observer: &'o mut dyn Observer) -> Session<'o> {
    let input = Input { name: file.to_owned(), text: source.text.as_str().into(), folder: None };
    let options = Options { definitions: source.definitions.clone(), ..options.clone() };
    Session::open(&input, options, observer)
}

/// Checks claims about P-positions by the rules of the file that the document holds.
fn verify_outcomes(document: &ProofDocument, options: &Options) -> Vec<Checked> {
    if document.outcomes.is_empty() {
        return Vec::new();
    }
    let file = &document.file;
    let Some(source) = &document.source else {
        let text = format!("✗ {file}: refused: claims about P-positions without the text of the file");
        return vec![Checked { text, exit: Exit::Refuted }];
    };
    let mut ignore = |_: Event<'_>| {};
    let mut session = open(file, source, options, &mut ignore);
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
