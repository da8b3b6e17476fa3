//! `sgi find`: what it finds in games, that its claims can be pasted and hold, and that it invents nothing.

use crate::support::session;
use sgi::driver::Exit;
use sgi::report::{Finding, FindingVerdict, Findings, Style, VerdictWord};

/// What is found in a file; every finding is pasted into the file and must be as stated there.
fn find(text: &str, generator: &str) -> Findings {
    let (report, exit) = session(text, |session| session.find(generator));
    assert_eq!(exit, Exit::Success, "{generator}: {:?}", report.diagnostics);
    let findings = report.findings.expect("findings");
    let pasted = format!("{text}\n{}", Style::default().findings(&findings));
    let (report, exit) = session(&pasted, |session| {
        session.run();
    });
    assert_eq!(exit, Exit::Success, "{pasted}\n{:?}", report.diagnostics);
    assert_eq!(report.claims.len(), findings.found.len());
    for (claim, finding) in report.claims.iter().zip(&findings.found) {
        let wanted = match finding.verdict {
            FindingVerdict::Proved => VerdictWord::Proved,
            FindingVerdict::Observed => VerdictWord::Holds,
            FindingVerdict::Refuted => VerdictWord::Refuted,
        };
        assert_eq!(claim.verdict, wanted, "{}", finding.claim);
    }
    findings
}

#[track_caller]
fn says<'f>(findings: &'f Findings, claim: &str) -> &'f Finding {
    let found = findings.found.iter().find(|f| f.claim == claim);
    found.unwrap_or_else(|| panic!("`{claim}` is not in {:#?}", findings.found))
}

const KAYLES: &str = "use kayles: Kayles, Dawson\n";

#[test]
fn the_period_of_a_game_is_found_and_proved() {
    let findings = find(KAYLES, "sg(Kayles(n)) for n in 0..400");
    let period = says(&findings, "claim period_12(n in 71..): sg(Kayles(n + 12)) == sg(Kayles(n))");
    assert_eq!(period.verdict, FindingVerdict::Proved);
    assert_eq!((period.preperiod, period.period, period.saltus), (Some(71), Some(12), Some(0)));
    let exceptions = [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70];
    assert_eq!(period.exceptions.as_deref(), Some(&exceptions[..]));
}

#[test]
fn residues_and_closed_forms_are_proved() {
    let take = "game Take(n) { move take(k in 1..3) if k <= n -> Take(n - k) }\n";
    let findings = find(take, "sg(Take(n)) for n in 0..100");
    assert_eq!(says(&findings, "claim residue(n in 0..): sg(Take(n)) == n % 4").verdict, FindingVerdict::Proved);
    let findings = find(take, "loses(Take(n)) for n in 0..100");
    let lost = says(&findings, "claim true_for_mod_4(n in 0..): loses(Take(n)) iff n % 4 == 0");
    assert_eq!(lost.verdict, FindingVerdict::Proved);
    let findings = find(take, "outcome(Take(n)) for n in 5..100");
    says(&findings, "claim true_for_mod_4(n in 5..): outcome(Take(n)) == \"P\" iff n % 4 == 0");
    let sub = "game Sub(n) { move take(k in {1, 3, 4}) if k <= n -> Sub(n - k) }\n";
    let findings = find(sub, "sg(Sub(2 * n + 1)) for n in 0..100");
    says(&findings, "claim period_7(n in 0..): sg(Sub(2 * (n + 7) + 1)) == sg(Sub(2 * n + 1))");
}

#[test]
fn a_game_that_is_another_one_shifted() {
    let text = "use kayles: Dawson\ngame Chess(n) {\n  move all if n in {1, 2, 3} -> 0\n  move take_two if n > 2 -> \
                Chess(n - 2)\n  move end if n > 3 -> Chess(n - 3)\n  move split(a in 1..<n - 3) -> Chess(a) + Chess(n - 3 - a)\n}\n";
    let findings = find(text, "sg(Chess(n)) for n in 0..200");
    let same = says(&findings, "claim same_as_dawson(n in 0..): sg(Chess(n)) == sg(Dawson(n + 1))");
    assert_eq!(same.verdict, FindingVerdict::Proved, "0.137 is 0.07 shifted by one");
}

#[test]
fn sets_with_a_name_are_observed() {
    let findings = find("use fibonacci\n", "loses(first(n)) for n in 1..120");
    let lost = says(&findings, "claim true_for_fibonacci(n in 1..120): loses(first(n)) iff is_fib(n)");
    assert_ne!(lost.verdict, FindingVerdict::Refuted);
}

#[test]
fn tables_of_two_variables() {
    let nim = "use nim: Nim\n";
    let findings = find(nim, "sg(Nim(a) + Nim(b)) for a in 0..12, b in 0..12");
    assert!(findings.found[0].claim.ends_with("sg(Nim(a) + Nim(b)) == a xor b"), "{:?}", findings.found);
    let findings = find("use wythoff: Wythoff\n", "loses(Wythoff(a, b)) for a in 0..45, b in 0..45");
    assert!(findings.found[0].claim.contains("a == floor((b - a) * (phi))"), "{:?}", findings.found);
    let findings = find("use wythoff: Wythoff\n", "sg(Wythoff(a, b)) for a in 0..8, b in 0..60");
    assert!(findings.found.iter().any(|f| f.claim.contains("sg(Wythoff(3, b + 6)) == sg(Wythoff(3, b)) + 6")));
}

const FACTORIALS: &str = "fn factorial(k: nat) = if k == 0 then 1 else k * factorial(k - 1)
game Factorials(n) { move take(k in 1..8) if factorial(k) <= n -> Factorials(n - factorial(k)) }\n";

#[test]
fn a_false_period_is_never_proved() {
    // taking 1!, 2!, 3!, ...: the values repeat with 25 far beyond these data, but not for ever
    let findings = find(FACTORIALS, "sg(Factorials(n)) for n in 0..400");
    assert!(!findings.found.is_empty(), "25 is seen");
    let text = FACTORIALS.replace("k in 1..8", "k in 1..n");
    let findings = find(&text, "sg(Factorials(n)) for n in 0..200");
    assert!(findings.found.iter().all(|f| f.verdict != FindingVerdict::Proved), "{:?}", findings.found);
}

#[test]
fn nothing_is_found_where_nothing_is() {
    let text = "fn noise(n: nat) = popcount(n * n * 7919 xor n * 12345 + 99) % 5\n";
    let findings = find(text, "noise(n) for n in 0..120");
    assert!(findings.found.is_empty(), "{:?}", findings.found);
    let grundy = "game Grundy(n) { move split(a in 1..<n, b = n - a if a < b) -> Grundy(a) + Grundy(b) }\n";
    let findings = find(grundy, "sg(Grundy(n)) for n in 0..200");
    assert!(findings.found.is_empty(), "{:?}", findings.found);
}

#[test]
fn what_is_no_sequence_is_said() {
    for generator in
        ["sg(Kayles(n)) for n in 0..50 if n > 3", "sg(Kayles(n)) for n in {1, 3, 9}", "n / 2 for n in 1..50", "3"]
    {
        let (report, exit) = session(KAYLES, |session| session.find(generator));
        assert_eq!(exit, Exit::Usage, "{generator}");
        assert!(report.diagnostics.iter().any(|d| d.code == "E0808"), "{generator}: {:?}", report.diagnostics);
    }
}
