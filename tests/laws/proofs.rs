//! What is proved about heaps, and what is not: claims without an end, huge heaps, certificates.

use crate::support::{Folder, session, sgi};
use sgi::driver::Exit;
use sgi::report::{Report, VerdictWord};

/// The verdict on every claim, with its counterexample.
fn verdicts(text: &str) -> Vec<(String, VerdictWord, String)> {
    let (report, _) = session(text, |session| {
        session.run();
    });
    let verdict = |claim: sgi::report::Claim| {
        let found = claim
            .counterexample
            .map(|c| c.bindings.iter().map(|(n, v)| format!("{n} = {}", v.text)).collect::<Vec<_>>().join(", "));
        (claim.name, claim.verdict, found.or(claim.reason).unwrap_or_default())
    };
    report.claims.into_iter().map(verdict).collect()
}

fn values(text: &str, expressions: &[&str]) -> (Vec<String>, Report, Exit) {
    let texts: Vec<String> = expressions.iter().map(|e| (*e).to_owned()).collect();
    let (report, exit) = session(text, |session| session.evaluate(&texts));
    let values = report.prints.iter().map(|p| p.values[0].text.clone()).collect();
    (values, report, exit)
}

const OCTAL: &str = "use octal: Octal\n";

#[test]
fn a_long_repetition_that_ends_is_refuted_where_it_ends() {
    let found = verdicts(&format!(
        "{OCTAL}claim three(n in 2913..): sg(Octal[\"0.16\"](n + 3)) == sg(Octal[\"0.16\"](n))
claim sixty_two(n in 2956..): sg(Octal[\"4.364\"](n + 62)) == sg(Octal[\"4.364\"](n))
"
    ));
    assert_eq!(found[0].1, VerdictWord::Refuted);
    assert_eq!(found[0].2, "n = 2982", "the value of 2985 is another");
    assert_eq!((found[1].1, &*found[1].2), (VerdictWord::Refuted, "n = 3895"));
}

#[test]
fn unequal_splits_are_not_taken_for_equal_ones() {
    let rules = "game G(n) {
  move all if n == 1 -> 0
  move two if n > 2 -> G(n - 2)
  move split(a in 1..<n - 2, b = n - 2 - a if a < b) -> G(a) + G(b)
}
claim three(n in 3..): sg(G(n + 3)) == sg(G(n))
";
    assert_eq!(verdicts(rules)[0].1, VerdictWord::Refuted);
    let (found, ..) = values(rules, &["[sg(G(n)) for n in [3, 6, 9, 12, 15]]"]);
    assert_eq!(found, ["[0, 0, 0, 0, 3]"]);
}

#[test]
fn rules_that_only_look_like_a_code_are_not_taken_for_it() {
    for rule in [
        "move a(a in 0..n - 1) if n != 40 -> G(a) + G(n - 1 - a)",
        "move a(a in 0..n - 1) if a != 7 -> G(a) + G(n - 1 - a)",
        "move a(a in 0..n - 1) if a % 2 == 0 -> G(a) + G(n - 1 - a)",
        "move a(a in 2..n - 3) -> G(a) + G(n - 1 - a)",
        "move a(a in 0..n - 1) -> G(a) + G(a)",
        "move a(a in 1..n // 3) -> G(a) + G(n - 1 - a)",
        "move a(a in 1..<n - 1) if n < 1000 -> G(a) + G(n - 1 - a)",
        "move a(k in 1..n) if k not in {2, 5} and n != 9 -> G(n - k)",
    ] {
        let (_, report, exit) = values(&format!("game G(n) {{ {rule} }}\n"), &["sg(G(60))"]);
        assert_eq!(exit, Exit::Success);
        let plan = &report.stats.plan[0].1;
        assert!(!plan.starts_with("heap game"), "{rule}: {plan}");
    }
    let (_, report, _) = values("game G(n) { move a(a in 0..n - 1) -> G(a) + G(n - 1 - a) }\n", &["sg(G(60))"]);
    assert!(report.stats.plan[0].1.starts_with("heap game 0.7"), "the rule that they resemble is one");
}

#[test]
fn codes_that_agree_for_long_are_kept_apart() {
    let found = verdicts(&format!(
        "{OCTAL}fn g(code: text, n: nat) = sg(Octal[code](n))
claim like_26(n in 0..): g(\"0.27\", n) == g(\"0.26\", n)
claim like_06(n in 0..): g(\"0.27\", n) == g(\"0.06\", n)
claim like_36(n in 0..600): g(\"0.161\", n) == g(\"0.36\", n)
claim like_07(n in 0..): g(\"0.17\", n) == (g(\"0.07\", n) xor n % 2)
claim moved_06(d in 1..3, n in 0..): g(\"0.27\", n) == g(\"0.06\", n + d)
"
    ));
    assert_eq!(found[0].1, VerdictWord::Proved, "{:?}", found[0]);
    assert_eq!((found[1].1, &*found[1].2), (VerdictWord::Refuted, "n = 2"), "{:?}", found[1]);
    assert_eq!((found[2].1, &*found[2].2), (VerdictWord::Refuted, "n = 519"), "{:?}", found[2]);
    // "Winning Ways" (chapter 4) gives the values of 0.17 as those of 0.07 with the parity of the heap added: false from 49 on
    assert_eq!((found[3].1, &*found[3].2), (VerdictWord::Refuted, "n = 49"), "{:?}", found[3]);
    assert_eq!((found[4].1, &*found[4].2), (VerdictWord::Refuted, "d = 1, n = 3"), "{:?}", found[4]);
}

#[test]
fn sums_of_two_heaps_for_all_sizes() {
    let game = "game Sub(n) { move take(k in {1, 3, 4}) if k <= n -> Sub(n - k) }
game Bash(n) { move take(k in 1..2) if k <= n -> Bash(n - k) }\n";
    let found = verdicts(&format!(
        "{game}claim equal(a in 0.., b in 0..): loses(Sub(a) + Sub(b)) iff sg(Sub(a)) == sg(Sub(b))
claim residues(a in 0.., b in 0..): sg(Bash(a) + Bash(2 * b)) == (a % 3 xor 2 * b % 3)
claim three(a in 0.., b in 0.., c in 0..): sg(Bash(a) + Bash(b) + Sub(c)) == sg(Bash(a) + Bash(b)) xor sg(Sub(c))
claim wrong(a in 0.., b in 0..): sg(Sub(a) + Sub(b)) <= 2
claim size(a in 0.., b in 0..): sg(Sub(a) + Sub(b)) <= 3 and a + b != 60
claim guarded(m in 1..3, a in 0.., b in 1.. if a % 3 == 0): sg(Bash(a) + Bash(m * b)) == m * b % 3
"
    ));
    let proved: Vec<_> = found.iter().filter(|f| f.1 == VerdictWord::Proved).map(|f| &*f.0).collect();
    assert_eq!(proved, ["equal", "residues", "three", "guarded"], "{found:?}");
    assert_eq!((found[3].1, &*found[3].2), (VerdictWord::Refuted, "a = 0, b = 5"), "{:?}", found[3]);
    assert_eq!(found[4].1, VerdictWord::Refuted, "a size that enters as such: {:?}", found[4]);
}

#[test]
fn a_sum_for_all_sizes_fails_first_in_the_order_of_its_variables() {
    // periods 3 and 7: the first pair in binder order, not the nearest to the origin
    let text = "game Sub(n) { move take(k in {1, 3, 4}) if k <= n -> Sub(n - k) }
game Bash(n) { move take(k in 1..2) if k <= n -> Bash(n - k) }
claim c(a in 0.., b in 3..): sg(Sub(a)) < 3 or sg(Bash(b)) != 1
";
    assert_eq!(verdicts(text)[0].2, "a = 5, b = 4");
}

#[test]
fn huge_heaps_are_answered_by_their_period() {
    let text = "use kayles: Kayles\ngame Sub(n) { move take(k in {1, 3, 4}) if k <= n -> Sub(n - k) }\n";
    let asked = [
        "sg(Kayles(10**18) + Kayles(10**18 + 7))",
        "sg(Kayles(10**30 + 5))",
        "[sg(Sub(n)) for n in 10**30 + 1..10**30 + 8] == [sg(Sub((n - 10**30 + 10**30 % 7))) for n in 10**30 + 1..10**30 + 8]",
        "[m.k for m in winning_moves(Sub(10**12 + 5))] == [m.k for m in winning_moves(Sub((10**12 + 5) % 7 + 7))]",
        "[m.k for m in winning_moves(Sub(10**30 + 5))] == [m.k for m in winning_moves(Sub((10**30 + 5) % 7 + 7))]",
        "[outcome(Sub(10**30)), outcome(Sub(10**30 % 7))]",
        "wins(Sub(10**30) + Sub(10**30 + 7))",
    ];
    let (found, report, exit) = values(text, &asked);
    assert_eq!(exit, Exit::Success, "{:?}", report.diagnostics);
    assert_eq!(&found[1..5], ["8", "true", "true", "true"], "{found:?}");
    assert_eq!(found[6], "false");
}

#[test]
fn tables_of_huge_heaps() {
    let text = "use kayles: Kayles
game Sub(n) { move take(k in {1, 3, 4}) if k <= n -> Sub(n - k) }
game Many(n) { move take(k in 1..n) if k != 2 -> Many(n - k) }
";
    for start in ["10**12", "10**30"] {
        let asked = format!(
            "(sg(Kayles(n)), sg(Sub(n)), loses(Sub(n) + Sub(n + 1) + Kayles(7))) for n in {start}..{start} + 13"
        );
        let (report, exit) = session(text, |session| session.table(&asked));
        assert_eq!(exit, Exit::Success, "{:?}", report.diagnostics);
        // The same rows where heaps are small: both starts are moved by a multiple of 84 = 7 * 12.
        let near = format!(
            "(sg(Kayles(n)), sg(Sub(n)), loses(Sub(n) + Sub(n + 1) + Kayles(7))) for n in 840 + {start} % 84..840 + {start} % 84 + 13"
        );
        let (small, _) = session(text, |session| session.table(&near));
        let cells = |report: &Report| -> Vec<Vec<String>> {
            report.tables[0].rows.iter().map(|row| row.iter().map(|cell| cell.text.clone()).collect()).collect()
        };
        assert_eq!(cells(&report).len(), 14);
        assert_eq!(cells(&report), cells(&small), "from {start}");
        let first = &report.tables[0].bindings[0][0].text;
        assert!(first.starts_with('1') && first.trim_start_matches('1').chars().all(|c| c == '0'), "{first}");
    }
    // Values that grow with the heap, as far as they fit 64 bits; beyond, what is missing is said.
    let (report, exit) = session(text, |session| session.table("sg(Many(n)) for n in 10**12..10**12 + 3"));
    assert_eq!(exit, Exit::Success, "{:?}", report.diagnostics);
    let cells: Vec<&str> = report.tables[0].rows.iter().map(|row| &*row[0].text).collect();
    let (near, ..) = values(text, &["[sg(Many(n)) + (10**12 - 400) // 4 * 2 for n in 400..403]"]);
    assert_eq!(format!("[{}]", cells.join(", ")), near[0]);
}

#[test]
fn a_table_of_huge_heaps_as_a_b_file() {
    let text = "game Sub(n) { move take(k in {1, 3, 4}) if k <= n -> Sub(n - k) }\n";
    let folder = Folder::new("b_file").with("s.game", text);
    let asked = "sg(Sub(n)) for n in 10**30..10**30 + 2";
    let done = sgi(&["table", "s.game", asked, "--format", "oeis"]).within(&folder).exit(0);
    // 10^30 is 1 modulo 7
    let zeros = "0".repeat(29);
    done.out_is(&format!("# 1, 0, 1\n1{zeros}0 1\n1{zeros}1 0\n1{zeros}2 1\n"));
    // A b-file begins with the offset that the range has.
    let done = sgi(&["table", "s.game", "sg(Sub(n)) for n in 3..5", "--format", "oeis"]).within(&folder).exit(0);
    done.out_is("# 1, 2, 3\n3 1\n4 2\n5 3\n");
    let done = sgi(&["table", "s.game", "n - 2 for n in -1..1", "--format", "oeis"]).within(&folder).exit(0);
    done.out_is("# -3, -2, -1\n-1 -3\n0 -2\n1 -1\n");
}

#[test]
fn sums_and_moves_of_huge_heaps() {
    let text = "use kayles: Kayles
game Sub(n) { move take(k in {1, 3, 4}) if k <= n -> Sub(n - k) }\n";
    for huge in ["10**12", "10**30"] {
        let asked = [
            format!("[(m.component, m.k, m.to) for m in winning_moves(Sub({huge}) + Sub({huge} + 2))]"),
            format!("sg(Sub({huge}) + 3*Sub({huge} + 2) + Kayles({huge} + 3))"),
            format!("[len(moves(Sub({huge}))), len(options(Sub({huge}) + Sub({huge} + 1)))]"),
        ];
        let near = [
            format!("[(m.k, sg(m.to)) for m in winning_moves(Sub(84 + {huge} % 84) + Sub(84 + {huge} % 84 + 2))]"),
            format!("sg(Sub(84 + {huge} % 84) + 3*Sub(84 + {huge} % 84 + 2) + Kayles(84 + {huge} % 84 + 3))"),
        ];
        let (found, report, exit) = values(text, &asked.each_ref().map(String::as_str));
        assert_eq!(exit, Exit::Success, "{:?}", report.diagnostics);
        let (small, ..) = values(text, &near.each_ref().map(String::as_str));
        assert_eq!(found[1], small[1]);
        assert_eq!(found[0].matches("Sub(").count() / 2, small[0].matches('(').count(), "{found:?} {small:?}");
        assert_eq!(found[2], "[3, 6]");
    }
}

#[test]
fn a_huge_heap_without_a_proof_says_what_is_missing() {
    let text = "game G(n) { move any(a in 0..n, b in a..n, c = n - 2 - a - b if c >= b) -> G(a) + G(b) + G(c) }\n";
    let folder = Folder::new("no_proof").with("g.game", text);
    let done = sgi(&["eval", "g.game", "sg(G(10**18))"]).within(&folder).run();
    assert_eq!(done.status(), Some(4), "{}", done.stderr());
    assert!(
        done.stderr().contains("E0605") && done.stderr().contains("no theorem here proves growth"),
        "{}",
        done.stderr()
    );
}

#[test]
fn certificates_are_verified_and_corrupted_ones_refused() {
    let text = "use kayles: Kayles
game Sub(n) { move take(k in {1, 3, 4}) if k <= n -> Sub(n - k) }
game Many(n) { move take(k in 1..n) if k not in {2, 3} -> Many(n - k) }
claim a(n in 71..): sg(Kayles(n + 12)) == sg(Kayles(n))
claim b(n in 0..): sg(Sub(n + 7)) == sg(Sub(n))
print sg(Many(10**9))
";
    let mut folder = Folder::new("certificates").with("c.game", text);
    let done = sgi(&["run", "c.game", "--certificate", "c.json"]).within(&folder).run();
    assert_eq!(done.status(), Some(0), "{}", done.stderr());
    let good = folder.read("c.json");
    let done = sgi(&["verify", "c.json"]).within(&folder).run();
    assert_eq!(done.status(), Some(0), "{}{}", done.stdout(), done.stderr());
    assert_eq!(done.stdout().matches('✓').count(), 3, "{}", done.stdout());
    assert_eq!(done.stdout().matches("the rules of the file were read again").count(), 3, "{}", done.stdout());
    for (from, to) in [
        ("\"period\": 12", "\"period\": 24"),
        ("\"preperiod\": 71", "\"preperiod\": 70"),
        ("\"verified_to\": 166", "\"verified_to\": 165"),
        ("\"guy_smith\"", "\"all_but\""),
        ("\"period\": 7", "\"period\": 6"),
        ("\"saltus\": 0", "\"saltus\": 1"),
        // The proof is right, but about another game than the file's.
        ("k in {1, 3, 4}", "k in {1, 3, 5}"),
        ("k not in {2, 3}", "k not in {2, 3, 100}"),
        // The file says nothing, or has no such game.
        ("game Sub(n)", "game Sub n)"),
        ("\"game\": \"Sub\"", "\"game\": \"Subs\""),
    ] {
        assert!(good.contains(from), "{from} in {good}");
        folder = folder.with("bad.json", &good.replacen(from, to, 1));
        let done = sgi(&["verify", "bad.json"]).within(&folder).run();
        assert!(matches!(done.status(), Some(1 | 3 | 4)), "{to}: {:?} {}", done.status(), done.stdout());
        assert!(done.stdout().contains("refused") || done.stderr().contains("no certificate"), "{}", done.stderr());
    }
    for text in ["", "{}", "[1, 2]", "{\"kind\": \"sgi certificate\", \"version\": 99, \"file\": \"\", \"proofs\": []}"]
    {
        folder = folder.with("bad.json", text);
        let done = sgi(&["verify", "bad.json"]).within(&folder).run();
        assert_eq!(done.status(), Some(3), "{text}: {}", done.stderr());
    }
    assert_eq!(sgi(&["verify", "missing.json"]).within(&folder).run().status(), Some(5));
}

const OUTCOMES: &str = "game Wythoff(a, b) {
  move one(k in 1..a) -> Wythoff(a - k, b)
  move other(k in 1..b) -> Wythoff(a, b - k)
  move both(k in 1..min(a, b)) -> Wythoff(a - k, b - k)
  same as Wythoff(b, a)
}
game Nim(h: bag of nat) { move take(i in indices(h), k in 1..h[i]) -> Nim(h with [i: h[i] - k]) }
game Last(n) { move take(k in 1..3) if k < n -> Last(n - k)  wins if 1 <= n <= 3 }
param top: 0..100 = 20
fn cold(a, b) = a == floor((b - a) * phi)
claim wythoff(a in 0..30, b in a..30): loses(Wythoff(a, b)) iff cold(a, b)
claim bouton(a in 0..6, b in a..6, c in b..6): not (a xor b xor c == 0) iff wins(Nim([a, b, c]))
claim sums(a in 0..6, b in 0..top): loses(Nim([a]) + Nim([b])) iff a == b
claim misere_nim(a in 0..5, b in a..5): loses(misere Nim([a, b])) iff (if b <= 1 then a + b == 1 else a == b)
claim taken(n in 0..top): loses(Last(n)) iff n % 4 == 0
claim beside(n in 5..top): loses(Last(n)) iff n % 4 == 0
claim by_value(n in 0..top): sg(Nim([n])) == n
";

#[test]
fn claims_about_lost_positions_are_certified_by_the_two_conditions() {
    let mut folder = Folder::new("outcomes").with("c.game", OUTCOMES);
    let done = sgi(&["run", "c.game", "-D", "top=25", "--certificate", "c.json"]).within(&folder).run();
    assert_eq!(done.status(), Some(0), "{}", done.stderr());
    let good = folder.read("c.json");
    let done = sgi(&["verify", "c.json"]).within(&folder).run();
    assert_eq!(done.status(), Some(0), "{}{}", done.stdout(), done.stderr());
    // From 8 counters a move leads to 4 or 5, which are lost and won; 4 is no position of `beside`.
    for name in ["wythoff", "bouton", "sums", "misere_nim", "taken"] {
        assert!(done.stdout().contains(&format!("✓ {name}: ")), "{name}: {}", done.stdout());
    }
    for name in ["beside", "by_value"] {
        assert!(!done.stdout().contains(&format!(" {name}: ")), "{name}: {}", done.stdout());
    }
    assert!(done.stdout().contains("✓ wythoff: 12 of 496 positions are lost"), "{}", done.stdout());
    for (from, to) in [
        // another claim, other rules, other counts, another parameter, no such claim, no such game
        ("floor((b - a) * phi)", "2 * (b - a)"),
        ("k in 1..min(a, b)", "k in 1..min(a, b, 9)"),
        ("-> Wythoff(a, b - k)", "-> Wythoff(a + 1, b - k)"),
        ("\"lost\": 12", "\"lost\": 13"),
        ("top=25", "top=24"),
        ("\"claim\": \"bouton\"", "\"claim\": \"boutons\""),
        ("game Last(n)", "game Least(n)"),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from} is in it");
        folder = folder.with("bad.json", &bad);
        let done = sgi(&["verify", "bad.json"]).within(&folder).run();
        assert_eq!(done.status(), Some(1), "{to}: {}{}", done.stdout(), done.stderr());
        assert!(done.stdout().contains("refused"), "{to}: {}", done.stdout());
    }
}

#[test]
fn conditions_that_hold_around_a_circle_certify_nothing() {
    // Of the two positions that lead to each other one could be called lost and the other won, or the other way round.
    let text = "game Round(n: 0..1) { move step -> Round(1 - n) }
claim even(n in 0..1): loses(Round(n)) iff n == 0
";
    let document = serde_json::json!({
        "kind": "sgi certificate", "version": 1, "file": "r.game", "proofs": [],
        "source": {"text": text, "definitions": []},
        "outcomes": [{"claim": "even", "positions": 2, "lost": 1, "moves": 2}],
    });
    let folder = Folder::new("circle").with("c.json", &document.to_string());
    let done = sgi(&["verify", "c.json"]).within(&folder).run();
    assert_eq!(done.status(), Some(1));
    assert!(done.stdout().contains("a play may return"), "{}", done.stdout());
}

#[test]
fn guards_that_pass_late_or_seldom_do_not_make_a_claim_without_end_empty() {
    let rules = "game G(n) { move t(k in {1, 3, 4}) if k <= n -> G(n - k) }
game Kayles(n) { move t(k in 1..2, a in 0..n - k) if k <= n -> Kayles(a) + Kayles(n - k - a) }
claim even(n in 1.. if n % 2 == 0): sg(G(n + 7)) == sg(G(n))
claim kayles(n in 71.. if n % 12 == 3): sg(Kayles(n + 12)) == sg(Kayles(n))
claim far(n in 1.. if n > 30_000): sg(G(n)) <= 3
claim rare(n in 1.. if n % 5000 == 4999): sg(G(n)) <= 3
claim beyond(n in 1.. if n % 5000 == 4999): sg(G(n)) <= 2
claim two(m in 1.., n in 1.. if m % 5 == 4 and n % 6 == 5): sg(G(m) + G(n)) <= 3
refute odd(n in 2.. if n % 2 == 1): sg(G(n + 7)) == sg(G(n))
";
    let found = verdicts(rules);
    for (name, verdict, reason) in &found {
        let wanted = if name == "beyond" { VerdictWord::Refuted } else { VerdictWord::Proved };
        assert_eq!(*verdict, wanted, "{name}: {reason}");
    }
    assert_eq!(found.len(), 7);
}

#[test]
fn guards_that_never_pass_are_told_from_those_that_are_not_understood() {
    let rules = "game G(n) { move t(k in {1, 3, 4}) if k <= n -> G(n - k) }
claim never(n in 1.. if n % 2 == 0 and n % 4 == 1): sg(G(n + 7)) == sg(G(n))
claim never_proved(n in 1.. if sg(G(n)) == 7): sg(G(n)) == 5
claim never_two(m in 1.., n in 1.. if sg(G(n)) == 7 and m > 0): sg(G(m)) == 5
claim unknown(n in 2.. if is_prime(n) and is_prime(n + 1) and n > 2): sg(G(n)) == 5
";
    let found = verdicts(rules);
    for (name, verdict, reason) in &found[..3] {
        assert_eq!(*verdict, VerdictWord::Empty, "{name}: {reason}");
    }
    assert_eq!(found[3].1, VerdictWord::Undecided);
    assert!(found[3].2.contains("no instance passes its guards"), "{}", found[3].2);
}

#[test]
fn what_depends_on_residues_alone_is_evaluated_once_for_each() {
    let rules = "game P(n) { move take(k in 1..2) if k <= n -> P(n - k) }
claim mex_of(n in 0..): sg(P(n)) == mex([sg(P(n + 1)), sg(P(n + 2))])
claim sets(n in 0..): {sg(P(n)), sg(P(n + 1)), sg(P(n + 2))} == {0, 1, 2}
claim any_of(n in 0..): any(sg(P(n + k)) == 2 for k in 0..2)
claim all_of(n in 0..): all(sg(P(n + 3 * k)) == sg(P(n)) for k in 0..2)
claim counted(n in 0..): count(sg(P(n + k)) == 2 for k in 0..2) == 1
claim added(n in 0..): sum(sg(P(n + k)) for k in 0..2) == 3
claim greatest(n in 0..): max(sg(P(n + k)) for k in 0..2) == 2
claim listed(n in 0..): sg(P(n)) == [0, 1, 2][n % 3]
claim nimbers(n in 0..): P(n) == star(n % 3)
claim sums(n in 0..): P(n) + star(1) == P(n + 3) + star(1)
claim after(n in 0.., m in 0..2): sg(P(n + 3 * m)) == sg(P(n))
claim bits(n in 0..): (n & 3) == n % 4 and (n xor 1) == n + 1 - 2 * (n % 2) and (n | 4) >= n
claim grows(n in 0..): sum(n + k for k in 1..3) == 3 * n + 6
claim hidden(n in 0..): n < 0 implies 1 // 0 == 1
refute wrong_set(n in 5..): {sg(P(n)), sg(P(n + 1))} != {0, 2}
refute wrong_position(n in 0..): P(n) == P(n + 1) or n < 7
refute wrong_after(n in 4.., m in 0..2): sg(P(n + 3 * m)) == 1 or m < 2
refute identical_no(n in 0..): identical(P(n), P(n + 3))
";
    for (name, verdict, found) in verdicts(rules) {
        let wanted = match &*name {
            "wrong_set" => "n = 5",
            "wrong_position" => "n = 7",
            "wrong_after" => "n = 5, m = 2",
            "identical_no" => "n = 0",
            _ => {
                assert_eq!(verdict, VerdictWord::Proved, "{name}: {found}");
                continue;
            }
        };
        assert_eq!((verdict, &*found), (VerdictWord::Refuted, wanted), "{name}");
    }
}

#[test]
fn a_period_ends_where_the_domain_does_and_needs_the_measure_that_the_file_states() {
    let found = verdicts(
        "game B(n: 0..5000) { move take(k in 1..3) if k <= n -> B(n - k) }
game Odd(n: {0, 1, 3, 5}) { move take(k in {2}) if k < n -> Odd(n - k) }
game M(n) { measure min(n, 10) move take(k in 1..3) if k <= n -> M(n - k) }
claim b(n in 0..): n <= 5000 implies n >= 0 and sg(B(min(n, 5000))) == min(n, 5000) % 4
claim odd(n in 0..): sg(Odd(1)) == 0
claim m(n in 0..9): sg(M(n)) == n % 4
claim beyond(n in 0..): sg(M(n)) == n % 4
",
    );
    // No period covers a domain with an end, but its finitely many positions fulfil the equation.
    assert_eq!(found[0].1, VerdictWord::Proved, "{:?}", found[0]);
    assert_eq!(found[2].1, VerdictWord::Holds, "{:?}", found[2]);
    assert!(!matches!(found[3].1, VerdictWord::Proved | VerdictWord::Holds), "{:?}", found[3]);
    let (_, report, exit) =
        values("game B(n: 0..5000) { move take(k in 1..3) if k <= n -> B(n - k) }\n", &["sg(B(4999))", "sg(B(5001))"]);
    assert_eq!(exit, Exit::Fault, "{:?}", report.diagnostics);
}

#[test]
fn equations_and_won_positions_are_not_taken_on_trust_by_the_two_conditions() {
    // `same as` is false, and `wins if` is reversed under misère play.
    let text = "game G(n) { move take(k in 1..2) if k <= n -> G(n - k) same(_ in 1..1) if n == 3 as G(1) }
game Race(n) { wins if n == 1 move take(k in 1..min(3, n)) -> Race(n - k) }
claim c(n in {0, 1, 2, 4}): loses(G(n)) iff n in {0, 4}
claim m(n in 0..12): loses(misere Race(n)) iff n in {2, 6, 10}
claim t(n in 0..12): loses(misere Race(n)) iff n in {1, 5, 9}
";
    let document = |claim: &str| {
        serde_json::json!({
            "kind": "sgi certificate", "version": 1, "file": "r.game", "proofs": [],
            "source": {"text": text, "definitions": []},
            "outcomes": [{"claim": claim, "positions": 4, "lost": 2, "moves": 3}],
        })
    };
    for (claim, why) in [("c", "lost"), ("m", "wins if")] {
        let folder = Folder::new("trust").with("c.json", &document(claim).to_string());
        let done = sgi(&["verify", "c.json"]).within(&folder).run();
        assert_eq!(done.status(), Some(1), "{claim}: {}", done.stdout());
        assert!(done.stdout().contains(why), "{}", done.stdout());
    }
    let folder = Folder::new("won").with(
        "r.game",
        &text
            .replace(" same(_ in 1..1) if n == 3 as G(1)", "")
            .replace("claim c(", "refute c(")
            .replace("claim m(", "refute m("),
    );
    let done = sgi(&["run", "r.game", "--certificate", "c.json"]).within(&folder).run();
    assert!(done.stdout().contains("claim t: holds"), "{}{}", done.stdout(), done.stderr());
    let done = sgi(&["verify", "c.json"]).within(&folder).run();
    assert_eq!((done.status(), done.stdout().contains("✓ t")), (Some(0), true), "{}", done.stdout());
}

#[test]
fn conditions_far_out_are_decided_without_trying_what_lies_before() {
    let rules = "game S(n) { move take(k in {1, 3, 4}) if k <= n -> S(n - k) }
claim far(n in 0..): n == 10**12 implies sg(S(n)) == 1
refute wrong(n in 0..): n == 10**12 implies sg(S(n)) == 2
claim two(n in 0..): n > 10**9 and n < 10**12 implies sg(S(n)) <= 3
refute between(n in 0..): 10**9 < n < 10**9 + 9 implies sg(S(n)) != 3
claim choice(n in 0..): (if n < 10**10 then sg(S(n)) else sg(S(n + 7))) == sg(S(n + 14))
claim shifted(n in 0..): n >= 10**11 implies sg(S(n - 10**11)) == sg(S(n - 10**11 + 7))
refute last(n in 0..): min(n, 10**10) != 10**10 or n % 1000 != 999
claim pairs(m in 0..3, n in 0..): n == m * 10**10 implies sg(S(7 * n)) == 0
refute pair(m in 1..3, n in 0..): n == m * 10**10 implies m < 2
claim never(n in 0.. if n > 10**9 and n < 10**9 + 2 and n % 2 == 0): n == 0
";
    let number = 10i64.pow(12);
    let g = |n: i64| [0, 1, 0, 1, 2, 3, 2][usize::try_from(n % 7).expect("small")];
    assert_eq!(g(number), 1, "the claims are as stated");
    for (name, verdict, found) in verdicts(rules) {
        let wanted = match &*name {
            "wrong" => "n = 1000000000000".to_owned(),
            "between" => format!("n = {}", (1_000_000_001i64..i64::MAX).find(|n| g(*n) == 3).expect("one")),
            "last" => "n = 10000000999".to_owned(),
            "pair" => "m = 2, n = 20000000000".to_owned(),
            "never" => {
                assert_eq!(verdict, VerdictWord::Empty, "{found}");
                continue;
            }
            _ => {
                assert_eq!(verdict, VerdictWord::Proved, "{name}: {found}");
                continue;
            }
        };
        assert_eq!((verdict, found), (VerdictWord::Refuted, wanted), "{name}");
    }
}

#[test]
fn verification_says_only_what_was_checked() {
    let folder = Folder::new("honest").with(
        "k.game",
        "game Sub(n) { move take(k in {1, 3, 4}) if k <= n -> Sub(n - k) }
claim c(n in 0..): sg(Sub(n + 7)) == sg(Sub(n))
",
    );
    let done = sgi(&["run", "k.game", "--certificate", "c.json"]).within(&folder).run();
    assert_eq!(done.status(), Some(0), "{}", done.stderr());
    let good = folder.read("c.json");
    let mut folder = folder;
    for (from, to, why) in [
        // the domain ends; equations; endings; another measure; another type
        ("game Sub(n)", "game Sub(n: 0..5000)", "its domain ends at 5000"),
        ("game Sub(n) {", "game Sub(n) { same(_ in 1..1) if n == 900 as Sub(1)", "its equations or marks"),
        ("game Sub(n) {", "game Sub(n) { equals(_ in 1..1) if n == 900 Sub(1)", "its equations or marks"),
        ("game Sub(n) {", "game Sub(n) { wins if n == 900", "refused"),
        ("game Sub(n) {", "game Sub(n) { measure min(n, 900)", "its `measure`"),
        ("game Sub(n) {", "game Sub(n) { ends if n == 900", "refused"),
        ("if k <= n ->", "if k <= n and n != 900 ->", "refused"),
        ("game Sub(n)", "game Sub(n: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})", "its field is no natural number"),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from} is in it");
        folder = folder.with("bad.json", &bad);
        let done = sgi(&["verify", "bad.json"]).within(&folder).run();
        assert!(matches!(done.status(), Some(1 | 4)), "{to}: {}{}", done.stdout(), done.stderr());
        assert!(done.stdout().contains(why) && !done.stdout().contains('✓'), "{to}: {}", done.stdout());
    }
    // What the document says of its theorem is the theorem's own sentence, or refused.
    let because = good.split("\"because\": \"").nth(1).and_then(|rest| rest.split('"').next()).expect("a reason");
    folder = folder.with("bad.json", &good.replacen(because, "Fermat (1637): every game", 1));
    let done = sgi(&["verify", "bad.json"]).within(&folder).run();
    assert_eq!(done.status(), Some(1), "{}", done.stdout());
    assert!(done.stdout().contains("refused") && !done.stdout().contains("Fermat"), "{}", done.stdout());
    let empty = serde_json::json!({"kind": "sgi certificate", "version": 1, "file": "k.game", "proofs": []});
    folder = folder.with("bad.json", &empty.to_string());
    let done = sgi(&["verify", "bad.json"]).within(&folder).run();
    assert_eq!(done.status(), Some(4), "{}", done.stdout());
    assert!(done.stdout().contains("nothing to verify"), "{}", done.stdout());
}

#[test]
fn equations_are_checked_where_they_are_applied_on_the_way_to_an_answer() {
    let text = "game G(n) { move take(k in 1..2) if k <= n -> G(n - k) same(_ in 1..1) if n == 3 as G(1) }
game H(a, b) {
  move one(k in 1..a) -> H(a - k, b)
  move two(k in 1..b) -> H(a, b - k)
  same as H(b, a)
  same(_ in 1..1) if a == 2 and b > 4 as H(2, 2)
}
game Honest(a, b) { move one(k in 1..a) -> Honest(a - k, b) move two(k in 1..b) -> Honest(a, b - k) same as Honest(b, a) }
";
    for asked in [
        "loses(G(4))",
        "sg(G(9))",
        "[sg(G(n)) for n in 0..20]",
        "wins(H(9, 9))",
        "sg(H(12, 9))",
        "[sg(H(a, b)) for a in 0..9, b in 0..9]",
    ] {
        let (_, report, exit) = values(text, &[asked]);
        assert_eq!(exit, Exit::Fault, "{asked}");
        assert_eq!(report.diagnostics[0].code, "E0403", "{asked}");
    }
    let (found, _, exit) = values(text, &["sg(Honest(12, 9))", "loses(Honest(7, 7))"]);
    assert_eq!((found, exit), (vec!["5".to_owned(), "true".to_owned()], Exit::Success));
}
