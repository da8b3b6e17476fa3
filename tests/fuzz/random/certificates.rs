//! Certificates with parts exchanged: `verify` accepts none whose period is not that of the rules in the file's text, as
//! plain play finds it, and none makes it panic.

use std::collections::BTreeSet;

use sgi::base::Limits;
use sgi::driver::{Exit, Options, Session, verify};
use sgi::report::{CertificateError, ProofDocument, json};

use super::draw::Draw;
use super::{run, texts};

/// A game of one heap of which the plain evaluator knows the options: what may be taken, and whether the rest may be
/// split.
struct Heap {
    takes: Vec<usize>,
    splits: bool,
}

/// Heaps whose values are compared with a certificate's.
const HEAPS: usize = 400;

impl Heap {
    fn drawn(draw: &mut Draw<'_>) -> Self {
        let takes: BTreeSet<usize> = (0..=draw.below(3)).map(|_| draw.below(6) + 1).collect();
        Self { takes: takes.into_iter().collect(), splits: draw.once_in(3) }
    }

    fn text(&self) -> String {
        let takes: Vec<String> = self.takes.iter().map(usize::to_string).collect();
        let takes = takes.join(", ");
        if self.splits {
            let moves = "move cut(k in S, a in 0..n - k) -> G(a) + G(n - k - a)";
            format!("let S = {{{takes}}}\ngame G(n) {{ {moves} }}\n")
        } else {
            format!("game G(n) {{ move take(k in {{{takes}}}) if k <= n -> G(n - k) }}\n")
        }
    }

    fn values(&self) -> Vec<usize> {
        let mut values: Vec<usize> = Vec::new();
        for n in 0..HEAPS {
            let rests = self.takes.iter().filter(|&&k| k <= n).map(|k| n - k);
            let options: BTreeSet<usize> = if self.splits {
                rests
                    .flat_map(|rest| (0..=rest).map(move |a| (a, rest - a)))
                    .map(|(a, b)| values[a] ^ values[b])
                    .collect()
            } else {
                rests.map(|rest| values[rest]).collect()
            };
            values.push((0..).find(|v| !options.contains(v)).unwrap_or(0));
        }
        values
    }
}

fn options() -> Options {
    let limits = Limits {
        max_states: 100_000,
        max_memory: 256 << 20,
        timeout: Some(std::time::Duration::from_millis(500)),
        jobs: 1,
    };
    Options { limits, certify: true, ..Options::default() }
}

/// A certificate of a heap game, as it is or with pieces exchanged.
pub fn certificates(bytes: &[u8]) -> Result<(), String> {
    let mut draw = Draw::new(bytes);
    let heap = Heap::drawn(&mut draw);
    let period = draw.below(12) + 1;
    let text = format!(
        "{}claim c(n in 0..): sg(G(n + {period})) == sg(G(n))\nclaim d(n in 0..40): loses(G(n)) iff sg(G(n)) == 0\n",
        heap.text()
    );
    let work = |session: &mut Session<'_>| session.run();
    let (report, _) = run::session_with(&text, options(), work).map_err(|what| format!("{what}\n{text}"))?;
    let written = json(&ProofDocument::new(&report));
    let document = if draw.once_in(4) { written } else { texts::mutate(&written, &mut draw) };
    let mut told = Vec::new();
    let exit = run::caught(|| verify(&document, &options(), &mut |checked| told.push(checked.text.clone())))
        .map_err(|what| format!("`verify` panicked: {what}\n{document}"))?;
    let parsed: Result<ProofDocument, CertificateError> = ProofDocument::read(&document);
    let (Ok(Exit::Success), Ok(parsed)) = (exit, parsed) else { return Ok(()) };
    // The text may say something else now: then nothing is known.
    if parsed.source.is_none_or(|source| source.text != text) {
        return Ok(());
    }
    let values = heap.values();
    for proof in parsed.proofs {
        let holds = |n: usize| {
            let later = n.checked_add(proof.period).and_then(|m| values.get(m));
            later.is_none_or(|&later| later as u64 == values[n] as u64 + proof.saltus)
        };
        if proof.game != "G" || proof.period == 0 || !(proof.preperiod..HEAPS).all(holds) {
            return Err(format!("`verify` accepted what is not so:\n{document}\n{told:?}\n{values:?}"));
        }
    }
    Ok(())
}
