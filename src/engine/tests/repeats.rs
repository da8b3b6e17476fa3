//! Positions that may repeat, by machine code and by the evaluator.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::{Game, NO_LIMITS, check, eval, plan_of};
use crate::base::{Exceeded, Limits};
use crate::eval::Stop;

/// Tokens that go round a ring of five, and stones that are taken: a token that arrives takes one.
const RING: &str = "loopy game G(at: 0..4, n: 0..9) {
  move on(k in 1..2) if n > 0 -> G((at + k) % 5, if at + k >= 5 then n - 1 else n)
  move back if at > 0 -> G(at - 1, n) }";

#[test]
fn machine_code_lists_the_options() {
    for (text, question) in [
        (RING, "[outcome(G(a, n)) for a in 0..4, n in 0..9]"),
        (RING, "[outcome(misere G(a, n)) for a in 0..4, n in 0..9]"),
        (RING, "[outcome(G(a, 3) + G(1, n)) for a in 0..4, n in 0..9]"),
        (
            "loopy game G(w: 0..5, b: 0..5) {
               left move white(x in 0..5) if x != w and x != b and abs(x - w) <= 2 -> G(x, b)
               right move black(x in 0..5) if x != b and (x + b) % 3 != w % 2 -> G(w, x)
               ends if w + b == 5 }",
            "[(left_first(G(w, b)), right_first(G(w, b)), right_first(-G(b, w)), outcome(misere G(w, b)))
              for w in 0..5, b in 0..5]",
        ),
        // Bags, sets, members, and a move that leaves nothing.
        ("loopy game G(h: bag of 0..3) { move turn(i in indices(h), x in 0..3) if (x + h[i]) % 3 == 1
            -> G(h with [i: x]) }", "[(outcome(G([a, b, c])), outcome(misere G([a, b, c]))) for a in 0..3, b in 0..3, c in 0..3]"),
        ("loopy game G(s: set of 0..6) { move hop(i in s, d in {1, 2}) if (i + d) % 7 not in s -> G(s - {i} | {(i + d) % 7})
            move take(i in s) if i == 3 -> G(s - {i}) }", "[(outcome(G({a, b})), outcome(misere G({a, b}))) for a in 0..6, b in 0..6]"),
    ] {
        let plan = plan_of(text, question).concat();
        assert!(plan.contains("bits, retrograde analysis: positions may repeat"), "{question}: {plan}");
    }
}

#[test]
fn what_is_won_stands_beside_what_has_values() {
    let text = "loopy game G(n: 0..9) { wins if n == 5  move on(k in 1..2) -> G((n + k) % 10) }
                loopy game H(n: 0..9) { move on(k in 1..2) if n > 0 -> H(if n == 9 then 8 else n - min(k, n)) }";
    let outcomes = eval(text, &["[(outcome(G(n)), outcome(misere G(n))) for n in 0..9]", "[sg(H(n)) for n in 0..7]"]);
    assert!(outcomes[0].contains("(\"N\", \"P\")"), "{outcomes:?}");
    // What was asked about another game's outcomes makes no difference.
    let questions = ["outcome(G(1))", "sg(H(4))"];
    assert_eq!(eval(text, &questions), ["D", "1"]);
}

#[test]
fn each_position_counts_once_whatever_is_asked() {
    let question = "(outcome(G(4, 9)), outcome(misere G(4, 9)), outcome(G(4, 9) + G(0, 3)))";
    let mut game = Game::with(RING, &[question], NO_LIMITS);
    game.value(0).expect("a value");
    assert_eq!(game.engine.stats().positions, 47);
}

#[test]
fn larger_positions_make_room_for_themselves() {
    let text = "loopy game G(n) { move down(k in {1, 3}) if k <= n -> G(n - k)
                  move up if n % 7 == 3 and n < 1000 -> G(n + 3) }";
    check(
        text,
        &[(
            "[outcome(G(n)) for n in [0, 1, 2, 3, 30, 5, 300, 17]]",
            "[\"P\", \"N\", \"P\", \"N\", \"P\", \"N\", \"P\", \"N\"]",
        )],
    );
}

#[test]
fn limits_hold_where_positions_repeat() {
    let text = "loopy game G(a: 0..99, b: 0..99, c: 0..99) { move x(k in 0..99) if k != a -> G(k, b, c)
                  move y(k in 0..99) if k != b -> G(a, k, c)  move z(k in 0..99) if k != c and a != b -> G(a, b, k) }";
    for (limits, wanted) in [
        (Limits { max_states: 1000, ..NO_LIMITS }, Exceeded::States),
        (Limits { max_memory: 1 << 20, ..NO_LIMITS }, Exceeded::Memory),
        (Limits { timeout: Some(std::time::Duration::from_millis(30)), ..NO_LIMITS }, Exceeded::Time),
    ] {
        for question in ["outcome(G(1, 2, 3))", "sg(G(1, 2, 3))"] {
            let stopped = Game::with(text, &[question], limits.clone()).value(0);
            assert!(matches!(&stopped, Err(Stop::Limit(limit)) if *limit == wanted), "{question}: {stopped:?}");
        }
    }
}

/// A move of two numbers that go round: `x` and `y` become others, if a condition holds.
fn clause() -> impl Strategy<Value = (u8, &'static str, String, String)> {
    let term = prop::sample::select(vec![
        "x",
        "y",
        "k",
        "x + k",
        "y - k",
        "x + y",
        "3*x",
        "(if x > y then k else 0)",
        "6 - y",
    ]);
    let guard =
        prop::sample::select(vec!["true", "k != x", "x + y > k", "(x + k) % 3 != 1", "x < y", "y != 0", "x // 2 != k"]);
    (0u8..3, guard, term.clone(), term).prop_map(|(side, guard, x, y)| (side, guard, x.to_owned(), y.to_owned()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn random_rules(clauses in prop::collection::vec(clause(), 1..4), partizan: bool, swaps: bool, ends in 0u8..3) {
        let mut text = "loopy game G(x: 0..6, y: 0..6) {\n".to_owned();
        for (at, (side, guard, x, y)) in clauses.iter().enumerate() {
            let side = if partizan { ["left ", "right ", ""][*side as usize] } else { "" };
            let _ = writeln!(text, "  {side}move m{at}(k in 1..2) if {guard} -> G(({x}) % 7, ({y}) % 7)");
            if swaps {
                let swapped = |of: &str| of.replace('x', "z").replace('y', "x").replace('z', "y");
                let (guard, x, y) = (swapped(guard), swapped(x), swapped(y));
                let _ = writeln!(text, "  {side}move n{at}(k in 1..2) if {guard} -> G(({y}) % 7, ({x}) % 7)");
            }
        }
        if swaps {
            text.push_str("  same as G(y, x)\n");
        }
        text.push_str(["", "  ends if x + y == 5\n", "  wins if x == 1 and y == 1\n"][ends as usize]);
        text.push_str("}\n");
        let mut questions = vec!["[(outcome(G(a, b)), outcome(misere G(b, a))) for a in 0..6, b in 0..6]"];
        if !partizan && ends < 2 {
            questions.push("[outcome(G(a, b) + G(b, 1)) for a in 0..6, b in 0..6]");
            questions.push("[outcome(G(a, b) + star(2)) for a in 0..6, b in 0..6]");
        }
        // The answers are those of the reference engine.
        eval(&text, &questions);
    }
}
