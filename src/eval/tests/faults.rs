use std::time::{Duration, Instant};

use super::{Program, said, unlimited};
use crate::base::{Exceeded, Limits};
use crate::diagnostics::{Diagnostic, codes};
use crate::eval::Stop;

/// Everything that is said, line by line.
fn text(said: &Diagnostic) -> String {
    let labels = said.labels.iter().map(|label| label.text.clone());
    let lines = std::iter::once(said.message.clone()).chain(labels).chain(said.notes.clone()).chain(said.helps.clone());
    lines.collect::<Vec<_>>().join("\n")
}

fn says(rules: &str, expression: &str, parts: &[&str]) {
    let found = text(&said(rules, expression));
    for part in parts {
        assert!(found.contains(part), "`{part}` is missing in:\n{found}");
    }
}

#[test]
fn a_move_below_zero() {
    let rules = "game Sub(n) { move take(k in {3}) -> Sub(n - k) }";
    let found = said(rules, "sg(Sub(1))");
    assert_eq!(found.code, codes::LEAVES_DOMAIN);
    let parts = [
        "move `take` leaves the domain of Sub: n would be -2",
        "k = 3",
        "reached from Sub(1) by take(k=3)",
        "if k <= n",
    ];
    says(rules, "sg(Sub(1))", &parts);
    assert_eq!(found.labels.first().map(|label| label.span.start), Some(29));
}

#[test]
fn guards_are_solved_for_the_binder() {
    let rules = "game G(a, b) { move m(x in 1..9, y in 1..2) -> G(a + 2 - 3*x, b - y) }";
    says(rules, "moves(G(3, 3))", &["n would be".replace('n', "a").as_str(), "if 3*x <= a + 2"]);
    let rules = "game H(h: list of nat) { move m(k in 1..9) -> H([h[0] - k]) }";
    says(rules, "moves(H([2]))", &["h would hold -1", "take".replace("take", "m(k=3)").as_str(), "add a guard"]);
}

#[test]
fn a_fraction_asks_for_the_other_division() {
    says("game G(n) { move half -> G(n / 2) }", "moves(G(5))", &["n would be 5/2", "write `//`"]);
}

#[test]
fn a_long_trace_has_a_gap() {
    let found = text(&said("fn f(n) = if n == 0 then 1 // n else f(n - 1)", "f(50)"));
    assert!(found.contains("with n = 0") && found.contains("...") && found.contains("with n = 50"), "{found}");
}

#[test]
fn domains_are_named_as_written() {
    let rules = "param N: 1..9 = 3 game G(x: 0..N) { move up -> G(x + 1) }";
    says(rules, "moves(G(3))", &["x would be 4", "reached from G(3) by up"]);
    assert_eq!(said(rules, "moves(G(3))").primary.text, "x must be `0..N`");
    says(rules, "G(7)", &["this position leaves the domain of G: x would be 7"]);
}

#[test]
fn an_index_one_too_far() {
    let rules = "game P(h: list of nat) { move take(i in 0..len(h), k in 1..h[i]) -> P(h with [i: h[i] - k]) }";
    let parts = [
        "index 3 is outside this list (valid: 0..2)",
        "runs one too far",
        "`indices(h)` or `0..<len(h)`",
        "in move take, with i = 3, from P([3, 4, 5])",
    ];
    says(rules, "moves(P([3, 4, 5]))", &parts);
    says("", "[1, 2][2]", &["valid: 0..1"]);
    says("", "\"ab\"[2]", &["outside this text (valid: 0..1)"]);
    says("let t = (1, 2) let i = 2", "t[i]", &["outside this tuple (valid: 0..1)"]);
    says("", "[[1, 2][i] for i in 0..2]", &["runs one too far", "with i = 2"]);
    says("let h = [1] fn f(i) = h[i]", "[f(i) for i in 0..5]", &["in function f, with i = 1", "with i = 1"]);
}

#[test]
fn bindings_of_earlier_rounds_are_not_shown() {
    let found = text(&said("", "[1 for a in 0..2, b in 0..6 // (1 - a)]"));
    assert!(found.contains("with a = 1") && !found.contains("b ="), "{found}");
}

#[test]
fn arithmetic() {
    says("", "[6 // n for n in 0..3]", &["division by zero", "n = 0"]);
    says("", "sqrt(2) + sqrt(3)", &["sqrt(2)", "sqrt(3)"]);
    says("", "sqrt(2) < sqrt(3)", &["sqrt(2)", "sqrt(3)"]);
    says("", "2 ** (10 ** 12)", &["too large"]);
    says("let k = 7", "[n for n in 1..k / 2]", &["an integer is needed here, but this is 7/2", "`//`"]);
    says("", "(0 - 1) xor 2", &["0, 1, 2, ..."]);
    says("", "max([x for x in 1..2 if x > 5])", &["`max` of nothing"]);
    says("", "min(x for x in [1] if x > 5)", &["`min` of nothing"]);
    says("", "[1, 2] with [0: 1, 0: 2]", &["entry 0 is given two values at once"]);
}

#[test]
fn values_that_need_themselves() {
    says("fn f(n) = f(n) + 1", "f(1)", &["`f(1)` needs its own value", "f(1) -> f(1)"]);
    says("fn f(n) = g(n) fn g(n) = f(n)", "f(2)", &["f(2) -> g(2) -> f(2)"]);
    assert_eq!(said("fn f(n) = f(n + 1) + 1", "f(1)").code, codes::TOO_MANY_CALLS);
}

#[test]
fn parameters_and_arguments_lie_in_their_domains() {
    says("param m: 1..100 = 500", "m", &["500", "`1..100`"]);
    says("param S: set of 1..9 = {3, 12}", "S", &["12"]);
    says("fn half(n: nat) = n // 2", "half(0 - 3)", &["`n` of half must be a nat, but it is -3"]);
    says("game G[m: 1..3](n) { move a -> 0 }", "G[7](2)", &["m would be 7"]);
}

#[test]
fn records_have_their_own_fields() {
    let rules = "game L(n) { move take(k in 1..n) -> L(n - k) move stop -> 0 }";
    says(rules, "[m.k for m in moves(L(2))]", &["the move stop has no variable `k`"]);
    says("", "[e.label for e in edges(path(2))]", &["has no label"]);
}

#[test]
fn limits_are_kept() {
    let limits = Limits { max_memory: 1 << 20, ..unlimited() };
    let stopped = |expression: &str| match Program::with("", &[expression], limits.clone()).value(0) {
        Err(Stop::Limit(exceeded)) => exceeded,
        other => panic!("{expression}: {other:?}"),
    };
    assert_eq!(stopped("[n for n in 1..10 ** 9]"), Exceeded::Memory);
    assert_eq!(stopped("subsets(1..40)"), Exceeded::Memory);
    assert_eq!(stopped("len(choices(0..9 for x in 1..20))"), Exceeded::Memory);
    assert_eq!(stopped("[[i for i in 1..100] for j in 1..10 ** 6]"), Exceeded::Memory);
    assert_eq!(stopped("rect(10 ** 5, 10 ** 5)"), Exceeded::Memory);
    // What is dropped is given back.
    let mut program = Program::with("", &["sum(len([i for i in 1..100]) for j in 1..10000)"], limits);
    assert_eq!(program.value(0).map(|v| v.to_string()).ok().as_deref(), Some("1000000"));
    assert!(program.machine.meter().bytes() < 100_000);
}

#[test]
fn the_clock_is_looked_at() {
    let limits = Limits { timeout: Some(Duration::from_millis(50)), ..unlimited() };
    let start = Instant::now();
    let mut program = Program::with(
        "fn f(n) = f(n // 2) + f(n // 3) + f(n // 5 + 1)",
        &["count(n == 0 for n in 1..10 ** 12)"],
        limits,
    );
    assert!(matches!(program.value(0), Err(Stop::Limit(Exceeded::Time))));
    assert!(start.elapsed() < Duration::from_secs(2));
}
