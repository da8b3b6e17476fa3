//! Heaps that stones move between: a field may grow, but some sum does not; and near misses.

use std::fmt::Write;

use proptest::prelude::*;

use super::kinds::{compare, positions};
use super::{Game, NO_LIMITS, plan_of};

const NAMES: [&str; 3] = ["x", "y", "z"];

/// A move from one heap on which another one gains: a later one, with `onwards`.
fn clause(at: usize, fields: usize, (from, to, form): (usize, usize, usize), onwards: bool) -> String {
    let from = from % fields;
    // Where as many are put down as are taken, only a later heap gains: play ends.
    let later = onwards || form < 3;
    let to = if later { (from + 1).min(fields - 1) } else { (from + 1 + to % (fields - 1)) % fields };
    let (more, gain) = match form {
        0 => ("", "k"),
        1 => ("", "min(k, 2)"),
        // The sum grows.
        2 => ("", "k + 1"),
        3 => ("", "(k - 1)"),
        4 => (", m in 0..<k", "m"),
        _ => (", m in 1..2, if m < k", "m"),
    };
    let mut fields: Vec<String> = NAMES[..fields].iter().map(|&name| name.to_owned()).collect();
    if to != from {
        let _ = write!(fields[to], " + {gain}");
    }
    let _ = write!(fields[from], " - k");
    let more = more.replace(", if", " if");
    let (binders, guard) = more.split_once(" if").map_or((&*more, String::new()), |(b, g)| (b, format!(" if{g}")));
    let name = NAMES[from];
    format!("  move m{at}(k in 1..{name}{binders}){guard} -> G({})\n", fields.join(", "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn stones_that_move_on(
        fields in 2usize..=3,
        moves in prop::collection::vec((0usize..3, 0usize..3, 0usize..6), 1..4),
    ) {
        let mut text = format!("game G({}) {{\n", NAMES[..fields].join(", "));
        // Where the sum may grow, nothing goes back.
        let onwards = moves.iter().any(|&(.., form)| form == 2);
        for (at, own) in moves.iter().enumerate() {
            text.push_str(&clause(at, fields, *own, onwards));
        }
        text.push_str("}\n");
        compare(&text, &positions(fields, [0, 0, 6, 3][fields]))?;
        // A sum over all is announced: the table is filled for all of them at once.
        let ask = match fields {
            2 => "sum(sg(G(x, y)) * (x + 31*y) for x in 0..12, y in 0..9)",
            _ => "sum(sg(G(x, y, z)) * (x + 31*y + 17*z) for x in 0..4, y in 0..3, z in 0..4)",
        };
        plan_of(&text, ask);
    }
}

#[test]
fn members_of_an_enum_in_a_sum() {
    let rules = "enum Side { none, left_one, right_one }
        game G(a, b, closed: Side) {
          move l(k in 1..min(a, 3)) if closed != left_one or b == 0 -> G(a - k, b, left_one)
          move r(k in 1..min(b, 4)) if closed != right_one or a == 0 -> G(a, b - k, right_one)
        }
        game H(n, used: set of 1..4) { move t(k in (1..4) - used) if k <= n -> H(n - k, used | {k}) }
        game T(n, at: rect(2, 2)) { move t(k in 1..2) if k <= n -> T(n - k, (at[1], k - 1)) }";
    for ask in [
        "[sg(G(a, b, none)) for a in 0..20, b in 0..20]",
        "[wins(G(a, b, left_one)) for a in 0..20, b in 0..20]",
        "sum(sg(G(a, b, s)) * (a + b) for s in Side, a in 0..9, b in 0..9)",
        "[sg(H(n, {})) for n in 0..40]",
        "[sg(H(n, {1, 4})) for n in 0..40]",
        "[sg(T(n, (0, 1))) for n in 0..40]",
    ] {
        plan_of(rules, ask);
    }
    // What does not belong to the field is told, however many are asked about.
    for ask in ["sum(sg(H(n, {5})) for n in 0..40)", "sum(sg(T(n, (2, 0))) for n in 0..40)"] {
        let told = |mut game: Game| format!("{:?}", game.value(0).expect_err("a fault"));
        let slow = told(Game::with(rules, &[ask], NO_LIMITS).by_reference());
        assert_eq!(told(Game::with(rules, &[ask], NO_LIMITS)), slow, "{ask}");
    }
}

#[test]
fn fields_that_only_grow() {
    let rules = "
        game Row(l: 0..40, r: 0..40) {
          move take(i in l..<r) if i % 3 != 1 or r == l + 1 -> Row(l, i) + Row(i + 1, r)
        }
        game Walk(r: 0..30, c: 0..20, s: 0..4) {
          move right(k in 1..3) if c + k <= 20 and (c + k) * r % 7 != 3 -> Walk(r, c + k, (s + k) % 5)
          move down(k in 1..2) if r + k <= 30 and s != 4 -> Walk(r + k, c, (s + 2*k) % 5)
        }
        game Up(n, m: 0..50) { move a(k in 1..3) if k <= n and m + k <= 50 -> Up(n - k, m + k)  move b if m < 50 -> Up(n, m + 1) }";
    for ask in [
        "sum(sg(Row(l, r)) * (l + 3*r) for l in 0..40, r in l..40)",
        "[sg(Row(l, 40)) for l in 0..40]",
        "sum(sg(Walk(r, c, s)) * (r + 5*c + s) for r in 0..30, c in 0..20, s in 0..4)",
        "[sg(Walk(30 - r, 0, 0)) for r in 0..30]",
        "count(wins(Walk(r, c, 1)) for r in 0..30, c in 0..20)",
        "sum(sg(Up(n, m)) * (n + m) for n in 0..40, m in 0..50)",
        "sg(Up(30, 7))",
    ] {
        let plan = plan_of(rules, ask);
        assert!(plan.iter().all(|words| words.contains("table")), "{plan:?}");
    }
}
