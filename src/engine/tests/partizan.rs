//! Who wins where the players have different moves: machine code of all kinds against the reference search.

use std::fmt::Write;
use std::rc::Rc;

use proptest::prelude::*;

use super::super::packed::Order;
use super::kinds::{NAMES, clause, positions};
use super::{Game, NO_LIMITS, check, fault, plan_of};
use crate::base::Limits;
use crate::cgt::Play;
use crate::eval::Queries;
use crate::eval::stop::FaultKind;
use crate::value::Position;

/// Compares every order of work with the reference: normal and misère play, and the negatives. What the last plan said.
fn compare(text: &str, names: &[String]) -> Result<String, TestCaseError> {
    let expressions: Vec<&str> = names.iter().map(String::as_str).collect();
    let forms = |p: &Rc<Position>| {
        let misere = |p: &Position| Rc::new(p.with_play(Play::Misere));
        let negative = Position::negate(p);
        [Rc::clone(p), misere(p), misere(&negative), Rc::new(negative)]
    };
    let mut reference = Game::with(text, &expressions, NO_LIMITS).by_reference();
    let mut wanted = Vec::new();
    for i in 0..names.len() {
        let position = reference.position(i);
        wanted.push(forms(&position).map(|p| reference.engine.outcome(&p).expect("an outcome")));
    }
    let mut plan = String::new();
    let jobs = [2, 3, 8][text.len() % 3];
    for (order, jobs) in [
        (Order::Usual, 1),
        (Order::Table, 1),
        (Order::Columns, 1),
        (Order::Hashed, 1),
        (Order::Rays, 1),
        (Order::Together, jobs),
    ] {
        let mut game = Game::with(text, &expressions, Limits { jobs, ..NO_LIMITS }).with_order(order);
        let upwards = order == Order::Columns;
        for i in 0..wanted.len() {
            let i = if upwards { wanted.len() - 1 - i } else { i };
            let position = game.position(i);
            for (p, want) in forms(&position).iter().zip(wanted[i]) {
                prop_assert_eq!(game.engine.outcome(p).expect("an outcome"), want, "{:?} {}\n{}", order, text, p);
            }
        }
        plan = game.engine.plan().into_iter().map(|(_, words)| words).collect();
    }
    Ok(plan)
}

/// A clause for one player or both; and the same with the fields exchanged.
fn clauses(given: &[(super::kinds::Clause, u8)], fields: usize, mirrored: bool) -> String {
    let mut text = String::new();
    for (at, (clause, side)) in given.iter().enumerate() {
        let side = ["left move", "right move", "move"][usize::from(*side)];
        let own = clause.text(at, fields).replacen("move", side, 1);
        if mirrored {
            let other = own.replace(NAMES[0], "?").replace(NAMES[1], NAMES[0]).replace('?', NAMES[1]);
            // `G(y, x)` is a target with its fields exchanged, too.
            let (head, target) = other.split_once("G(").expect("a target");
            let target: Vec<&str> = target.trim_end().trim_end_matches(')').split(", ").collect();
            let head = head.replacen(&format!(" m{at}"), &format!(" n{at}"), 1);
            let _ = writeln!(text, "{head}G({}, {})", target[1], target[0]);
        }
        text.push_str(&own);
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn boxes(
        fields in 1usize..=3,
        given in prop::collection::vec((clause(), 0u8..3), 1..4),
        side in 0u8..2,
        ends in 0usize..4,
        mirrored: bool,
    ) {
        let mut given = given;
        given[0].1 = side;
        // Growing fields are written with a minimum, which has a comma of its own.
        let mirrored = mirrored && fields == 2 && given.iter().all(|(c, _)| !c.text(0, 2).contains(", 4"));
        let more = match ends {
            1 => format!("  ends if {} == 1\n", NAMES[fields - 1]),
            2 => format!("  wins if {} == 2\n", NAMES[fields - 1]),
            _ => String::new(),
        };
        let more = if mirrored { "  same as G(y, x)\n".to_owned() } else { more };
        let text = format!("game G({}) {{\n{more}{}}}\n", NAMES[..fields].join(", "), clauses(&given, fields, mirrored));
        let plan = compare(&text, &positions(fields, [0, 12, 5, 2][fields]))?;
        prop_assert!(plan.contains("words of"), "{}\n{}", plan, text);
    }
}

#[test]
fn sets_with_symmetries() {
    let text = "game G(s: set of rect(2, 3)) {
      left move v((r, c) in s) if (r + 1, c) in s -> G(s - {(r, c), (r + 1, c)})
      right move h((r, c) in s) if (r, c + 1) in s -> G(s - {(r, c), (r, c + 1)})
      move one(x in s) if len(s) % 3 == 0 -> G(s - {x})
      same as G({(1 - r, c) for (r, c) in s})
      same as G({(r, 2 - c) for (r, c) in s})
    }";
    let names: Vec<String> = ["rect(2, 3)", "rect(2, 2)", "{(0, 0), (1, 0), (1, 2)}", "{}", "rect(2, 3) - {(0, 1)}"]
        .map(|s| format!("G({s})"))
        .into();
    let plan = compare(text, &names).expect("the same outcomes");
    assert!(plan.starts_with("2 words of 7 bits"), "{plan}");
}

/// Who wins a sum does not follow from who wins its parts: neither of parts that moves leave, nor of sums that are asked
/// about; and values are no outcomes.
#[test]
fn what_is_no_single_position_is_searched() {
    let text = "game Cut(n) {
      left move l(k in 0..n - 2) -> Cut(k) + Cut(n - 2 - k)
      right move r(k in 0..n - 3) -> Cut(k) + Cut(n - 3 - k)
    }
    game Hot(a, b) { left move l(k in 1..a) -> Hot(a - k, b)  right move r(k in 1..b) -> Hot(a, b - k) }";
    for (expression, words) in [
        (
            "[outcome(Cut(n)) for n in 0..9]",
            "search: the players have different moves (no machine code: a move to a sum",
        ),
        ("outcome(Hot(3, 1) + Hot(2, 2) + Hot(1, 2))", "canonical forms"),
        ("outcome(misere Hot(3, 1) + Hot(1, 2))", "search: the players"),
        ("[Hot(a, b) > 0 for a in 0..5, b in 0..5]", "canonical forms"),
        ("[outcome(Hot(a, b)) for a in 0..5, b in 0..5]", "3 words of 13 bits, table"),
        ("[(outcome(misere -Hot(a, b)), left_first(Hot(b, a))) for a in 0..5, b in 0..5]", "3 words of 13 bits, table"),
    ] {
        let plan = plan_of(text, expression);
        assert!(plan.iter().any(|line| line.starts_with(words)), "{expression}: {plan:?}");
    }
}

/// A box of outcomes is filled by native code, and by threads that share it.
#[test]
fn columns_fill_a_table() {
    let text = "game Part(a, b) {
      left move l(k in 1..min(a, 5)) -> Part(a - k, b)
      right move r(k in 1..min(b, 4)) -> Part(a, b - k)
      move both(k in 1..min(a, b)) if k % 2 == 1 -> Part(a - k, b - k)
    }";
    let expression = "sum(a * 100 + b for a in 0..70, b in 0..70 if outcome(Part(a, b)) == \"N\")";
    let plan = plan_of(text, expression);
    assert!(plan[0].starts_with("3 words of 14 bits, table") && plan[0].contains("native code"), "{plan:?}");
    let mut shared = Game::with(text, &[expression], Limits { jobs: 2, ..NO_LIMITS }).with_order(Order::Together);
    let mut alone = Game::with(text, &[expression], NO_LIMITS);
    assert_eq!(shared.value(0).expect("a sum"), alone.value(0).expect("a sum"));
    assert!(shared.engine.plan()[0].1.contains("2 threads"), "{:?}", shared.engine.plan());
}

/// Half(n) is 1/2^n, beyond a machine word too.
#[test]
fn numbers_of_any_size() {
    check(
        "game Half(n) { left move zero -> 0  right move on if n > 0 -> Half(n - 1) }",
        &[
            ("value(Half(61))", "1/2305843009213693952"),
            ("outcome(Half(61) + Half(70))", "L"),
            ("outcome(Half(61) - Half(70))", "L"),
            (
                "(Half(61) > Half(70), Half(61) + Half(61) == Half(60), fuzzy(Half(70), Half(61)))",
                "(true, true, false)",
            ),
        ],
    );
}

#[test]
fn a_number_stands_for_its_value_in_an_equation() {
    let stalk = |equation: &str| {
        format!(
            "game Stalk(b, r) {{
               left move cut(k in 0..<b) -> Stalk(k, 0)
               right move chop(k in 0..<r) -> Stalk(b, k)
               equals if r == 0 b
               equals if b == 1 and r == 1 {equation}
             }}"
        )
    };
    let values = [("value(Stalk(2, 1) + 3 * Stalk(1, 1))", "3"), ("outcome(misere Stalk(1, 1))", "R")];
    check(&stalk("1/2"), &values);
    for wrong in ["1/4", "star(1)"] {
        let fault = fault(&stalk(wrong), "value(Stalk(1, 1))");
        assert!(matches!(fault, FaultKind::WrongEquation { .. }), "{wrong}: {fault:?}");
    }
}
