//! Misère play: genera and sums of tame components against plain search.

use proptest::prelude::*;

use super::{check, eval};

const RULES: &str = "game Nim(n) { move take(k in 1..n) -> Nim(n - k) }
    game Kayles(n) { move knock(j in 1..2, a in 0..n-j) -> Kayles(a) + Kayles(n - j - a) }";

#[test]
fn published_genera() {
    check(
        RULES,
        &[
            ("genus(Nim(0))", "0^120"),
            ("genus(0)", "0^120"),
            ("genus(Nim(1))", "1^031"),
            ("genus(Nim(5))", "5^57"),
            ("genus(star(1) + Nim(2))", "3^31"),
            ("genus(Kayles(5))", "4^146"),
            ("genus(Kayles(20))", "1^031"),
            ("[is_tame(Kayles(n)) for n in 3..5]", "[true, true, false]"),
            ("is_tame(Kayles(4) + Nim(7))", "true"),
            // heaps far beyond any search of the sum
            ("outcome(misere Nim(50) + Nim(60) + Nim(14))", "P"),
            ("outcome(misere Nim(50) + Nim(60) + Nim(15))", "N"),
            ("outcome(misere 3 * Nim(40) + Nim(60) + Nim(20))", "P"),
            ("outcome(misere Nim(1) + 2 * Nim(1))", "P"),
        ],
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn tame_sums_and_genera_are_as_searched(options in (3usize..8).prop_flat_map(|n| {
        (0..n).map(|v| prop::collection::vec((0..v.max(1), 0..v.max(1)), 0..if v == 0 { 1 } else { 4 })).collect::<Vec<_>>()
    })) {
        // from a position to two smaller ones
        let n = options.len();
        let rules = format!(
            "{RULES} let T = {options:?} game G(v: 0..<{n}) {{ move go((a, b) in T[v]) -> G(a) + G(b) }}"
        );
        let pairs = format!("for a in 0..<{n}, b in a..<{n}");
        let cases = [
            format!("[(a, b) {pairs} if wins(misere G(a) + G(b)) != wins(misere whole(G(a) + G(b)))]"),
            format!("[(a, b) {pairs} if wins(misere G(a) + 2 * G(b) + Nim(3)) != wins(misere whole(G(a) + 2 * G(b) + Nim(3)))]"),
            // the digits of the genus, one by one
            format!("[(v, k) for v in 0..<{n}, k in 0..3, g = genus(G(v)) if k + 2 < len(g) and len(g) < 12
                and g[k + 2] != \"0123456789\"[misere_value(G(v) + k * Nim(2))]]"),
            format!("[v for v in 0..<{n} if genus(G(v) + Nim(2)) != genus(whole(G(v) + star(2)))]"),
        ];
        let names: Vec<&str> = cases.iter().map(String::as_str).collect();
        prop_assert_eq!(eval(&rules, &names), ["[]"; 4], "{}", rules);
    }
}

#[test]
fn quotients_decide_sums() {
    let rules = format!(
        "{RULES} game Dawson(n) {{ move bowl(a in 0..n-2) -> Dawson(a) + Dawson(n - 2 - a) }}
         let K = misere_quotient(Kayles(6)) let D = misere_quotient(Dawson(9))
         fn knocked(a, b, c) = Kayles(a) + Kayles(b) + 2 * Kayles(c)
         fn bowled(a, b, c) = Dawson(a) + Dawson(b) + 2 * Dawson(c)"
    );
    let triples = "for a in 0..6, b in a..6, c in b..6";
    check(
        &rules,
        &[
            ("(len(K[0]), len(K[1]))", "(12, 3)"),
            (
                "misere_quotient(Kayles(2))",
                r#"(["1", "a", "b", "ab", "b^2", "ab^2"], ["a", "b^2"], ["a^2 = 1", "b^3 = b"])"#,
            ),
            ("[misere_element(Kayles(n), Kayles(4)) for n in 0..4]", r#"["1", "a", "b", "ab", "a"]"#),
            ("misere_element(10**9 * Kayles(2) + Kayles(1) + star(1), Kayles(2) + star(1))", "b^2"),
            (
                &format!(
                    "[(a, b, c) {triples} if (misere_element(knocked(a, b, c), Kayles(6)) in K[1]) != loses(misere whole(knocked(a, b, c)))]"
                ),
                "[]",
            ),
            (
                &format!(
                    "[(a, b, c) {triples} if (misere_element(bowled(a, b, c), Dawson(9)) in D[1]) != loses(misere whole(bowled(a, b, c)))]"
                ),
                "[]",
            ),
            // far beyond any search
            ("[outcome(misere whole(n * Kayles(5) + 4 * Kayles(2))) for n in 2..3]", r#"["P", "N"]"#),
            ("[outcome(misere n * Kayles(5) + 10**9 * Kayles(2)) for n in 20..23]", r#"["P", "N", "P", "N"]"#),
            ("[m.to for m in winning_moves(misere 20 * Kayles(5) + Kayles(2))] != []", "true"),
        ],
    );
}
