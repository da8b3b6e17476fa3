//! Every claim without an end in the gallery, with one of its numbers changed by one: each is decided, and what the proofs
//! say is what trying the instances one after the other says.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use sgi::driver::{Event, Exit, Input, Options, Session};
use sgi::report::{Claim, VerdictWord};

/// So many elements of each range are tried beside the proof.
const TRIED: u64 = 3_000;

/// Declarations: each starts at the beginning of a line.
fn declarations(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in text.lines() {
        match found.last_mut() {
            Some(last) if line.starts_with([' ', '}']) => {
                let _ = write!(last, "\n{line}");
            }
            _ => found.push(line.to_owned()),
        }
    }
    found
}

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}

/// Where the numbers of a declaration are, outside of names and texts.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let (mut found, mut quoted, mut at) = (Vec::new(), false, 0);
    while at < bytes.len() {
        quoted ^= bytes[at] == b'"';
        if quoted || !bytes[at].is_ascii_digit() || at > 0 && is_word(bytes[at - 1]) {
            at += 1;
            continue;
        }
        let end = at + bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        found.push((at, end));
        at = end;
    }
    found
}

/// The places where a range without an end stops: behind its `..`.
fn open_ends(text: &str) -> Vec<usize> {
    let follows = |at: usize| text[at..].trim_start().starts_with([',', ')']) || text[at..].starts_with(" if ");
    text.match_indices("..").map(|(at, dots)| at + dots.len()).filter(|&at| follows(at)).collect()
}

/// A statement with the end of every range written out.
fn bounded(statement: &str) -> String {
    let ends = open_ends(statement);
    let mut text = statement.to_owned();
    for &end in ends.iter().rev() {
        let start = text[..end - 2].rfind(" in ").expect("a range of a variable") + 4;
        let last = format!("{} + {TRIED}", &text[start..end - 2]);
        text.insert_str(end, &last);
    }
    text
}

/// A statement under another name.
fn renamed(statement: &str, name: &str) -> String {
    let (_, rest) = statement.split_once(' ').expect("a keyword");
    let rest = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    format!("claim {name}{rest}")
}

/// Every statement that differs from this one by one in one of its numbers.
fn changed(statement: &str) -> Vec<String> {
    let head = statement.find('(').expect("a range");
    let mut found = Vec::new();
    for (from, to) in numbers(statement).into_iter().filter(|(from, _)| *from > head) {
        let number: u64 = statement[from..to].parse().expect("a small number");
        for other in [number.checked_sub(1), Some(number + 1)].into_iter().flatten() {
            found.push(format!("{}{other}{}", &statement[..from], &statement[to..]));
        }
    }
    found
}

fn verdicts(name: &str, text: String) -> Vec<Claim> {
    let folder = Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("games"));
    let input = Input { name: name.to_owned(), text: text.into(), folder };
    let mut ignore = |_: Event<'_>| {};
    let mut session = Session::open(&input, Options::default(), &mut ignore);
    session.run();
    let (report, exit) = session.finish();
    let said: Vec<_> = report.diagnostics.iter().map(|d| (&d.code, &d.message)).collect();
    // A changed range may begin where a function is at fault: both claims say so.
    let faults =
        exit == Exit::Fault && said.iter().all(|(code, _)| code.starts_with("E05") || code.starts_with("E0701"));
    assert!(faults || matches!(exit, Exit::Success | Exit::Refuted | Exit::Undecided), "{name}: {exit:?}, {said:?}");
    report.claims
}

fn counterexample(claim: &Claim) -> Option<Vec<(String, String)>> {
    let found = claim.counterexample.as_ref()?;
    Some(found.bindings.iter().map(|(name, value)| (name.clone(), value.text.clone())).collect())
}

#[test]
fn a_changed_constant_is_refuted_by_the_least_counterexample() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut refuted = 0;
    for entry in fs::read_dir(folder).expect("games/") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|n| n.to_str()).expect("a name").to_owned();
        let text = fs::read_to_string(&path).expect("a game");
        let asks = ["claim", "refute", "table", "plot", "print", "start"];
        let (statements, rules): (Vec<String>, Vec<String>) =
            declarations(&text).into_iter().partition(|d| asks.iter().any(|k| d.starts_with(&format!("{k} "))));
        // Those that automata prove are tried where they are proved, in `claims::automatic`: a changed one may leave what
        // they cover, and is then looked at for long.
        let endless = |s: &&String| (s.starts_with("claim ") || s.starts_with("refute ")) && open_ends(s).len() == 1;
        let mut file = rules.join("\n");
        let mut originals = Vec::new();
        let written: Vec<&String> = statements.iter().filter(endless).collect();
        let plain = written.iter().enumerate().map(|(i, s)| renamed(s, &format!("written_{i}")));
        let proofs = verdicts(&name, format!("{file}\n{}\n", plain.collect::<Vec<_>>().join("\n")));
        let by_automata = |claim: &Claim| claim.theorem.as_ref().is_some_and(|theorem| theorem.contains("automat"));
        for (statement, _) in written.into_iter().zip(&proofs).filter(|(_, proof)| !by_automata(proof)) {
            for other in changed(statement) {
                let at = originals.len();
                let _ = write!(file, "\n{}\n{}", renamed(&other, &format!("endless_{at}")), {
                    renamed(&bounded(&other), &format!("tried_{at}"))
                });
                originals.push((statement, other));
            }
        }
        if originals.is_empty() {
            continue;
        }
        let claims = verdicts(&name, file + "\n");
        assert_eq!(claims.len(), 2 * originals.len(), "{name}");
        let mut left: Vec<&String> = originals.iter().map(|(original, _)| *original).collect();
        for ((original, other), pair) in originals.iter().zip(claims.chunks(2)) {
            let (proof, trial) = (&pair[0], &pair[1]);
            match trial.verdict {
                VerdictWord::Refuted => {
                    assert_eq!(proof.verdict, VerdictWord::Refuted, "{name}: {other}");
                    assert_eq!(counterexample(proof), counterexample(trial), "{name}: {other}");
                    left.retain(|o| o != original);
                    refuted += 1;
                }
                VerdictWord::Holds => assert_eq!(proof.verdict, VerdictWord::Proved, "{name}: {other}"),
                other_word => assert_eq!(proof.verdict, other_word, "{name}: {other}"),
            }
        }
        // Only a lower end may be moved without harm.
        for statement in left {
            let ends = open_ends(statement);
            let elsewhere = numbers(statement).iter().filter(|(_, to)| !ends.contains(&(to + 2))).count();
            let names = statement.find('(').map_or(0, |head| numbers(&statement[..head]).len());
            assert!(elsewhere == names, "{name}: no change of a number refutes {statement}");
        }
    }
    assert!(refuted > 100, "{refuted}");
}
