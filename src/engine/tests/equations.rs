//! Equations that are wrong.

use super::{Game, NO_LIMITS, check, fault};
use crate::eval::{Stop, stop::FaultKind};

const MOCK: &str = "game Mock(heads: set of 1..4) {
    move turn(i in heads, S in subsets(1..i-1, 0..2)) -> Mock(heads xor S xor {i})
    same as sum(Mock({i}) for i in heads)
  }";

#[test]
fn a_false_same_as_is_found_in_a_run() {
    let FaultKind::WrongEquation { same: true, detail, other_right_at, .. } = fault(MOCK, "sg(Mock({1, 2, 3, 4}))")
    else {
        panic!("a wrong equation")
    };
    assert_eq!(detail[0], "the two positions do not have the same options");
    assert!(other_right_at > 1, "{other_right_at}");
}

#[test]
fn a_false_same_as_is_found_by_the_check() {
    let mut game = Game::with(MOCK, &["Mock({1, 2})"], NO_LIMITS);
    let root = game.position(0);
    let found = game.engine.check_equations(&[root], 10_000);
    let Err(Stop::Fault(fault)) = found else { panic!("{found:?}") };
    assert!(matches!(fault.kind, FaultKind::WrongEquation { same: true, other_right_at: 1.., .. }));
}

#[test]
fn a_false_equals_is_found() {
    let text = "game Sub(n) { move take(k in {1, 2}) if k <= n -> Sub(n - k)  equals Sub(n % 2) }";
    let FaultKind::WrongEquation { same: false, position, image, .. } = fault(text, "sg(Sub(2))") else {
        panic!("a wrong equation")
    };
    assert_eq!((&*position, &*image), ("Sub(2)", "Sub(0)"));
}

#[test]
fn true_equations_pass() {
    let text = "game Cram(free: set of rect(3, 3)) {
        move place(p in free, d in {(1, 0), (0, 1)}) if p + d in free -> Cram(free - {p, p + d})
        same as sum(Cram(shape(c)) for c in components(free))
        same(c in symmetries(free)) as Cram(c)
      }";
    let mut game = Game::with(text, &["Cram(rect(3, 3))", "[sg(Cram(rect(3, n))) for n in 1..3]"], NO_LIMITS);
    let root = game.position(0);
    let counts = game.engine.check_equations(&[root], 10_000).expect("both are right");
    assert!(counts.iter().all(|c| c.checked > 20), "{counts:?}");
    assert_eq!(game.value(1).expect("values").to_string(), "[1, 1, 0]");
}

#[test]
fn isomorphic_positions_that_reduce_differently_pass() {
    // Two(a, b) is two heaps in one position; as a sum it has options that no rule reduces to the same positions.
    let text = "game Two(a, b) {
        move left(k in 1..a) -> Two(a - k, b)
        move right(k in 1..b) -> Two(a, b - k)
        same if a <= 3 as Nim(a) + Nim(b)
      }
      game Nim(n) { move take(k in 1..n) -> Nim(n - k) }";
    let mut game = Game::with(text, &["Two(4, 2)", "sg(Two(6, 5))"], NO_LIMITS);
    let root = game.position(0);
    assert!(game.engine.check_equations(&[root], 10_000).is_ok());
    assert_eq!(game.value(1).expect("a value").to_string(), "3");
}

#[test]
fn every_move_lowers_the_measure() {
    let said = |rules: &str| match fault(rules, "outcome(G(2))") {
        FaultKind::Said(said) => said.message,
        other => panic!("{other:?}"),
    };
    let lowered = "the move `t` does not lower the measure: it is 7 before and 7 after";
    assert_eq!(said("game G(n) { measure 7 move t(k in 1..n) -> G(n - k) }"), lowered);
    // Also where a faster engine answers, in a sum, and behind an equation.
    let rules = "game G(n) { measure 7 - n move t(k in 1..n) -> G(n - k) + G(0) same as G(n) }";
    assert!(said(rules).contains("it is 5 before and 6 after") || said(rules).contains("it is 5 before and 7 after"));
    assert!(said("game G(n) { measure n / 2 + 1/3 move t -> G(n - 1) }").contains("an integer is needed"));
    check(
        "game G(n) { measure n move t(k in 1..n) -> G(n - k) + G(n - k) }",
        &[("[sg(G(n)) for n in 0..3]", "[0, 1, 1, 1]")],
    );
}

/// The players have different moves: the values that are compared are canonical forms.
#[test]
fn a_false_equals_of_a_partizan_game_is_found() {
    let game = |image: &str| {
        format!(
            "game G(x, y) {{ left move a if y < x and x > 0 -> G(x - 1, 0)  move b(k in 1..y) -> G(x, y - k)  equals if x < y {image} }}"
        )
    };
    // Red or blue sticks beside a heap: below the diagonal the sticks are not worth nothing.
    for question in ["outcome(G(0, 0) + G(2, 13))", "value(G(2, 5))", "outcome(G(1, 3) + G(0, 2))"] {
        let FaultKind::WrongEquation { detail, .. } = fault(&game("G(0, y)"), question) else { panic!("{question}") };
        assert!(detail.iter().any(|line| line.contains("by its options")), "{detail:?}");
    }
    check(&game("G(x, 0) + G(0, y)"), &[("value(G(2, 5))", "2*5"), ("outcome(G(2, 13) - G(2, 13))", "P")]);
}
