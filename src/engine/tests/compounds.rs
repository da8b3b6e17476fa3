//! Two positions played at once, against the same rules written out.

use proptest::prelude::*;

use super::{check, eval, fault};

const HEAPS: &str = "game S(n) { move take(k in 1..3) if k <= n and k != 2 -> S(n - k) }
    fn may(n) = {k for k in 1..3 if k <= n and k != 2}
    game Ord(a, b) { move below(k in may(a)) -> S(a - k)   move above(k in may(b)) -> Ord(a, b - k) }
    game Con(a, b) { move both(j in may(a), k in may(b)) -> Con(a - j, b - k) }
    game Cont(a, b) {
      move both(j in may(a), k in may(b)) -> Cont(a - j, b - k)
      move first(j in may(a)) if b == 0 -> Cont(a - j, b)
      move second(k in may(b)) if a == 0 -> Cont(a, b - k)
    }
    game Sel(a, b) {
      move both(j in may(a), k in may(b)) -> Sel(a - j, b - k)
      move first(j in may(a)) -> Sel(a - j, b)
      move second(k in may(b)) -> Sel(a, b - k)
    }
    game Short(a, b) {
      ends if a == 0 or b == 0
      move both(j in may(a), k in may(b)) -> Short(a - j, b - k)
      move first(j in may(a)) -> Short(a - j, b)
      move second(k in may(b)) -> Short(a, b - k)
    }";

#[test]
fn compounds_are_the_rules_written_out() {
    let rules = [
        ("ordinal", "Ord"),
        ("conjunctive", "Con"),
        ("continued_conjunctive", "Cont"),
        ("selective", "Sel"),
        ("shortened_selective", "Short"),
    ];
    for (name, game) in rules {
        let wrong = |claim: &str| {
            let claim = claim.replace('P', &format!("{name}(S(a), S(b))")).replace('Q', &format!("{game}(a, b)"));
            format!("[(a, b) for a in 0..5, b in 0..5 if {claim}]")
        };
        let claims = [
            wrong("sg(P) != sg(Q)"),
            wrong("outcome(P) != outcome(Q) or outcome(whole(P)) != outcome(Q)"),
            wrong("outcome(misere P) != outcome(misere Q)"),
            wrong("remoteness(P) != remoteness(Q) or birthday(P) != birthday(Q)"),
            wrong("sg(P + S(3)) != sg(Q + S(3)) or len(winning_moves(P)) != len(winning_moves(Q))"),
        ];
        let claims: Vec<&str> = claims.iter().map(String::as_str).collect();
        assert_eq!(eval(HEAPS, &claims), ["[]"; 5], "{name}");
    }
}

#[test]
fn ordinal_sums_of_values() {
    check(
        "game Flower(n) { move cut if n >= 0 -> 0   move petal(k in 0..<n) -> Flower(k) }
         game Stalk(n) { left move cut(k in 0..<n) -> Stalk(k) }",
        &[
            ("value(ordinal(1, -1))", "1/2"),
            ("value(ordinal(1, star(1)))", "1*"),
            ("value(ordinal(star(1), 1))", "^*"),
            ("value(ordinal(star(1), 2)) == form([0, up + star(1)], [0])", "true"),
            ("value(ordinal(Stalk(2), -Stalk(1)))", "3/2"),
            ("value(-ordinal(Stalk(1), star(2)))", "-1*2"),
            ("ordinal(Stalk(1), 0)", "Stalk(1)"),
            ("conjunctive(Stalk(1), 0)", "0"),
            ("ordinal(Stalk(1), Stalk(2)) + Stalk(0)", "Stalk(0) + ordinal(Stalk(1), Stalk(2))"),
            ("-conjunctive(Stalk(1), star(1))", "conjunctive(-Stalk(1), *)"),
            // the colon principle: a stem with a value on it
            ("[n for n in 0..6 if Flower(n) != ordinal(star(1), star(n))]", "[]"),
            // players who cannot move in one part move in the other
            ("outcome(continued_conjunctive(Stalk(1), -Stalk(1)))", "P"),
            ("outcome(continued_conjunctive(Stalk(2), -Stalk(1)))", "L"),
            ("outcome(conjunctive(Stalk(2), star(1)))", "L"),
        ],
    );
}

#[test]
fn compounds_of_compounds_end_somewhere() {
    let rules = "fn tower(n) = if n == 0 then star(1) else ordinal(star(1), tower(n - 1))";
    check(rules, &[("sg(tower(6))", "7")]);
    assert!(format!("{:?}", fault(rules, "tower(101)")).contains("more than 100 deep"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn theorems_say_what_a_search_does(options in (3usize..9).prop_flat_map(|n| {
        (0..n).map(|v| prop::collection::vec(0..v.max(1), 0..if v == 0 { 1 } else { 4 })).collect::<Vec<_>>()
    })) {
        let n = options.len();
        let rules = format!("let T = {options:?} game G(v: 0..<{n}) {{ move go(w in T[v]) -> G(w) }}");
        let claims = ["conjunctive", "continued_conjunctive", "selective"].map(|name| {
            let compound = format!("{name}(G(a), G(b) + G(c))");
            format!("[(a, b, c) for a in 0..<{n}, b in 0..<{n}, c in 0..1 if wins({compound}) != wins(whole({compound}))]")
        });
        let claims: Vec<&str> = claims.iter().map(String::as_str).collect();
        prop_assert_eq!(eval(&rules, &claims), ["[]"; 3], "{}", rules);
    }
}
