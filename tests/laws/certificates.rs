//! Certificates of proofs by automata: what is changed in them is refused, and a checker in another language agrees.

use std::process::Command;

use serde_json::Value;

use super::support::{Folder, sgi};
use sgi::base::Limits;
use sgi::driver::{Exit, Options, verify};

const TWO: &str = "game Two(a, b) {
  move left(k in 1..a) -> Two(a - k, b)
  move right(k in 1..b) -> Two(a, b - k)
}
claim equal(a in 0.., b in 0..): loses(Two(a, b)) iff a == b
";

const LASKER: &str = "game Lasker(n) {
  move take(k in 1..n) -> Lasker(n - k)
  move split(k in 1..n - 1) -> Lasker(k) + Lasker(n - k)
}
claim closed(n in 1..): sg(Lasker(n)) == (if n % 4 == 0 then n - 1 else if n % 4 == 3 then n + 1 else n)
";

const GOLDEN: &str = "game Wythoff(a, b) {
  move one(x in 1..a) -> Wythoff(a - x, b)
  move other(y in 1..b) -> Wythoff(a, b - y)
  move both(z in 1..min(a, b)) -> Wythoff(a - z, b - z)
}
claim cold(a in 0.., b in a..): loses(Wythoff(a, b)) iff a == floor((b - a) * phi)
";

fn certificate(rules: &str) -> String {
    let done = sgi(&["run", "-", "--quiet", "--certificate", "-"]).input(rules).exit(0).stdout();
    done[done.find("{\n").expect("a document")..].to_owned()
}

/// How it ends, and what is said.
fn verified(document: &str) -> (Exit, Vec<String>) {
    let limits = Limits { max_states: u64::MAX, max_memory: 1 << 30, timeout: None, jobs: 1 };
    let mut said = Vec::new();
    let exit =
        verify(document, &Options { limits, ..Options::default() }, &mut |checked| said.push(checked.text.clone()));
    (exit.unwrap_or(Exit::Usage), said)
}

#[test]
fn proofs_by_automata_are_checked_by_the_rules() {
    for (rules, name) in [(TWO, "equal"), (LASKER, "closed"), (GOLDEN, "cold")] {
        let (exit, said) = verified(&certificate(rules));
        assert_eq!(exit, Exit::Success, "{said:?}");
        let told = |line: &String| line.starts_with(&format!("✓ {name}: proved")) && line.contains("second procedure");
        assert!(said.iter().any(told), "{said:?}");
    }
}

#[test]
fn the_example_of_the_manual_is_in_the_certificate() {
    let page = include_str!("../../docs/certificates.md");
    let example = page.split("```text\n").nth(1).and_then(|text| text.split("```").next()).expect("an example");
    let document: Value = serde_json::from_str(&certificate(TWO)).expect("JSON");
    let obligations = document["automatic"][0]["obligations"].as_array().expect("a list");
    assert!(page.contains(&format!("gives {} obligations", obligations.len())), "{}", obligations.len());
    for line in example.lines() {
        assert!(obligations.iter().any(|own| own == line), "{line}");
    }
}

#[test]
fn what_is_changed_is_refused() {
    let good = certificate(TWO);
    let document: Value = serde_json::from_str(&good).expect("JSON");
    let proof = document["automatic"][0].to_string();
    let whole = |proof: &str| {
        let mut changed = document.clone();
        changed["automatic"][0] = serde_json::from_str(proof).ok()?;
        Some(changed.to_string())
    };
    assert_eq!(verified(&whole(&proof).expect("JSON")).0, Exit::Success);
    // Digits, letters and brackets, one by one: another number, another word, another name.
    let other = |c: char| match c {
        '0'..='9' => char::from_digit((c.to_digit(10)? + 1) % 10, 10),
        'a'..='p' => Some('q'),
        '(' | ')' => Some(' '),
        _ => None,
    };
    let changes: Vec<(usize, char)> = proof.char_indices().filter_map(|(at, c)| Some((at, other(c)?))).collect();
    let mut tried = 0;
    for (at, to) in changes.iter().step_by((changes.len() / 240).max(1)) {
        let changed = format!("{}{to}{}", &proof[..*at], &proof[at + 1..]);
        let Some(document) = whole(&changed) else { continue };
        let (exit, said) = verified(&document);
        assert!(matches!(exit, Exit::Refuted | Exit::Usage), "{changed}: {said:?}");
        assert!(!said.iter().any(|line| line.starts_with('✓')), "{changed}: {said:?}");
        tried += 1;
    }
    assert!(tried >= 200, "{tried} of {}", changes.len());
    // Rules, parts of the proof, and proofs of others.
    for (from, to) in [
        ("k in 1..a", "k in 1..min(a, 9)"),
        ("-> Two(a, b - k)", "-> Two(a, b - k - 1 + 1)"),
        ("iff a == b", "iff a == b + 1"),
        ("claim equal", "claim same"),
        ("game Two(a, b) {", "game Two(a, b) { wins if a == 900"),
    ] {
        let mut changed = document.clone();
        let text = changed["source"]["text"].as_str().expect("a text").replacen(from, to, 1);
        changed["source"]["text"] = text.into();
        let (exit, said) = verified(&changed.to_string());
        // Rules that say the same in other words have the same obligations.
        let same = to.contains("- 1 + 1");
        assert_eq!(exit == Exit::Success, same, "{to}: {said:?}");
    }
    for part in ["obligations", "tables", "given"] {
        let mut changed = document.clone();
        let list = changed["automatic"][0][part].as_array_mut().expect("a list");
        if list.pop().is_none() {
            list.push(0.into());
        }
        assert_eq!(verified(&changed.to_string()).0, Exit::Refuted, "{part}");
    }
    let mut changed = document.clone();
    changed["automatic"][0]["obligations"] =
        serde_json::from_str::<Value>(&certificate(GOLDEN)).expect("JSON")["automatic"][0]["obligations"].clone();
    assert_eq!(verified(&changed.to_string()).0, Exit::Refuted);
}

#[test]
fn a_checker_in_another_language_agrees() {
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/extras/python/check_certificate.py");
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("python3 is not there: the checker in Python was NOT run");
        return;
    }
    let mut folder = Folder::new("checker");
    for (rules, name) in [(TWO, "equal"), (LASKER, "closed")] {
        let good = certificate(rules);
        let check = |folder: &Folder| {
            let done = Command::new("python3").arg(checker).arg(folder.path.join("c.json")).output().expect("it runs");
            (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned())
        };
        folder = folder.with("c.json", &good);
        let (status, said) = check(&folder);
        assert_eq!(status, Some(0), "{said}");
        assert!(said.contains(&format!("{name}: none of")), "{said}");
        // A relation that the rules do not have: the first table accepts everything.
        let mut document: Value = serde_json::from_str(&good).expect("JSON");
        let tables = document["automatic"][0]["tables"].as_array_mut().expect("a list");
        let wrong: Vec<Value> = tables
            .iter()
            .map(|table| {
                let text = table.as_str().expect("a text");
                let tracks = text.split(' ').nth(1).expect("a number");
                format!("(dfa {tracks} (0) 0)").into()
            })
            .collect();
        *tables = wrong;
        folder = folder.with("c.json", &document.to_string());
        let (status, said) = check(&folder);
        assert_eq!(status, Some(1), "{said}");
    }
}
