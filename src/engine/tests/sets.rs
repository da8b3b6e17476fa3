//! Rules on sets as masks: elements that may lie outside a domain, equations that move elements, sets of 64 elements.

use std::fmt::Write;

use proptest::prelude::*;

use super::super::packed::Order;
use super::{Game, NO_LIMITS};
use crate::base::Limits;

/// What every engine says of expressions (nothing where the rules are at fault), and the plan of machine code.
fn same(text: &str, expressions: &[String]) -> Result<(Vec<Option<String>>, String), TestCaseError> {
    let expressions: Vec<&str> = expressions.iter().map(String::as_str).collect();
    let values = |mut game: Game| {
        let values: Vec<_> = (0..expressions.len()).map(|i| game.value(i).ok().map(|v| v.to_string())).collect();
        let plan: String = game.engine.plan().into_iter().map(|(_, words)| words).collect();
        (values, plan)
    };
    let (wanted, _) = values(Game::with(text, &expressions, NO_LIMITS).by_reference());
    let mut plan = String::new();
    for (order, jobs) in [(Order::Usual, 1), (Order::Table, 1), (Order::Columns, 1), (Order::Hashed, 2)] {
        let found = values(Game::with(text, &expressions, Limits { jobs, ..NO_LIMITS }).with_order(order));
        prop_assert_eq!(&found.0, &wanted, "{:?} {}\n{:?}", order, text, expressions);
        plan = found.1;
    }
    Ok((wanted, plan))
}

fn asked(sets: &[u32], first: usize, name: impl Fn(&str) -> String) -> Vec<String> {
    let set = |mask: &u32| {
        let elements = (0..32).filter(|i| mask >> i & 1 == 1).map(|i| (i + first).to_string());
        name(&format!("{{{}}}", elements.collect::<Vec<_>>().join(", ")))
    };
    sets.iter().map(set).flat_map(|g| [format!("sg({g})"), format!("loses(misere {g})")]).collect()
}

/// Moves that lead to a set with a lesser sum of powers of 2; some may leave the domain.
const MOVES: [&str; 15] = [
    "(x in s, d in 1..D) if GUARD -> G((s - {x}) | {x - d})",
    "(x in s, d in 1..D) if GUARD -> G(s xor {x, x - d, x - 2*d})",
    "(x in s, d in 1..D) if GUARD -> G(if x > d + 1 then (s - {x}) | {x - d} else s - {x})",
    "(x in s, t = {x, x + 1, x - D}) if t <= s -> G(s - t)",
    "(x in s, t = {x + 1, x - D} | {x}) if t & s != t -> G(s - t)",
    "(x in s, d in 1..D) if {x, x - d} <= s or {x - d, x} == s -> G(s - {x - d} - {x})",
    "(x in s) if {x + D} < s -> G(s - {x + e for e in -1..1})",
    "(x in s, y in {x - 1, x + D} & s) -> G(s - {x} - {y})",
    "(x in s) if x > D -> G({e - 1 for e in s if e >= D})",
    "(x in s) -> G({e for e in s if e - 1 in s or e + D in s} - {x})",
    "(x in s, d in 1..D) if GUARD -> G((s | (x - d..x - 1)) - {x})",
    "(x in s, d in 1..D) if x - d in s -> G((s & {e + d for e in s}) - {x})",
    "(x in s) if any(x - a in s for a in s) and not any(a + x in s for a in s if a != x) -> G(s - {x})",
    "(x in s, d in 0..D) if count(a - x + D in s or D + 5 - a in s for a in s) > d -> G({e for e in s if x - e + d in s} - {x})",
    "(x in s) if all(a - D not in s or 12 - (a - x) in s or a == x for a in s) -> G(s - {x})",
];
const GUARDS: [&str; 7] = [
    "x > 0",
    "x > d + LOW - 1",
    "x >= 2*d + LOW",
    "x - d in LOW..9",
    "x > d and x - d not in s",
    "x - d in s and x - 2*d >= LOW",
    "d == 1 and x != LOW",
];

/// Moves on a board that take cells away, or move one up or to the left.
const CELLS: [&str; 9] = [
    "(p in s) -> G(s - around(p))",
    "(p in s, t = around(p)) if t <= s -> G(s - t)",
    "(p in s, t = around(p)) if len(t & s) > 1 -> G(s - t)",
    "(p in s, t = around(p)) if t & s != t -> G(s - (t | {p + STEP}))",
    "(p in s) if p - STEP in BOARD -> G((s - {p}) | {p - STEP})",
    "(p in s) if p - STEP not in s -> G((s - {p}) | {p - STEP})",
    "(p in s) if not {p + STEP, p} <= s -> G({q for q in s if q != p and q + STEP not in s})",
    "(p in s) if any(q + STEP in s for q in s) or all(q - STEP in s for q in s if q != p) -> G(s - {p})",
    "(p in s, (r, c) in s) if (r, c + 1) not in s and count(q - STEP not in s for q in s) > 1 -> G(s - {p, (r, c)})",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn elements_that_may_lie_outside(
        chosen in prop::collection::vec((0usize..15, 0usize..7, 1usize..4), 1..3),
        low in 0usize..3,
        sets in prop::collection::vec(0u32..256, 1..5),
    ) {
        let mut text = format!("game G(s: set of {low}..9) {{\n");
        for (n, (form, guard, most)) in chosen.iter().enumerate() {
            let guard = GUARDS[*guard].replace("LOW", &low.to_string());
            let clause = MOVES[*form].replace("GUARD", &guard).replace('D', &most.to_string());
            let _ = writeln!(text, "  move m{n}{clause}");
        }
        let (_, plan) = same(&(text.clone() + "}\n"), &asked(&sets, low, |set| format!("G({set})")))?;
        prop_assert!(!plan.starts_with("search"), "{text}{plan}");
    }

    #[test]
    fn cells_beside_a_board(
        chosen in prop::collection::vec((0usize..9, 0usize..4), 1..3),
        scattered: bool,
        boards in prop::collection::vec(prop::collection::btree_set((0usize..3, 0usize..4), 0..8), 1..4),
    ) {
        // Of a board with a hole, what lies beside it may be inside.
        let board = if scattered { "rect(3, 4) - {(1, 1)}" } else { "rect(3, 4)" };
        let mut text = format!("fn around(p) = {{p, p + (1, 0), p - (0, 1), p - (1, 1)}}\ngame G(s: set of {board}) {{\n");
        for (n, (form, step)) in chosen.iter().enumerate() {
            let step = ["(0, 1)", "(1, 0)", "(1, -1)", "(0, 2)"][*step];
            let clause = CELLS[*form].replace("STEP", step).replace("BOARD", board);
            let _ = writeln!(text, "  move m{n}{clause}");
        }
        let name = |cells: &std::collections::BTreeSet<(usize, usize)>| {
            let cells = cells.iter().filter(|c| !scattered || **c != (1, 1));
            format!("G({{{}}})", cells.map(|c| format!("{c:?}")).collect::<Vec<_>>().join(", "))
        };
        let expressions: Vec<String> = boards.iter().map(|cells| format!("sg({})", name(cells))).collect();
        let (_, plan) = same(&(text.clone() + "}\n"), &expressions)?;
        prop_assert!(!plan.starts_with("search"), "{text}{plan}");
    }

    /// Rules that every rotation and reflection of a cycle keeps.
    #[test]
    fn equations_that_move_elements(
        size in 5usize..10,
        steps in prop::collection::vec((0usize..3, 1usize..4), 1..3),
        equations in prop::collection::vec(0usize..6, 1..3),
        token: bool,
        sets in prop::collection::vec(0u32..512, 1..4),
    ) {
        let fields = if token { "t: 0..<N, s: set of 0..<N" } else { "s: set of 0..<N" };
        let mut rules = format!("let N = {size}\ngame G({fields}) {{\n");
        for (n, (form, d)) in steps.iter().enumerate() {
            let clause = match (token, form) {
                (true, _) => "(e in {1, N - 1}, u = (t + D*e) % N) if u in s -> G(u, s - {u, t})",
                (_, 0) => "(i in s, j = (i + D) % N) if j in s -> G(s - {i, j})",
                (_, 1) => "(i in s) -> G(s - {(i + N - D) % N, i, (i + D) % N})",
                _ => "(i in s) if not any((i + e*D) % N in s for e in {1, -1}) -> G(s - {i})",
            };
            let _ = writeln!(rules, "  move m{n}{}", clause.replace('D', &d.to_string()));
        }
        let mut with = rules.clone();
        for equation in &equations {
            let (binders, map) = match equation {
                0 => ("", "(X + 1) % N"),
                1 => ("(k in 1..<N)", "(X + k) % N"),
                2 => ("", "(2*N - X) % N"),
                3 => ("(k in 0..<N)", "(k + N - X) % N"),
                4 => ("(k in {2, 3} if k < N - 2)", "(X + k) % N"),
                _ => ("(k in 0..1, e in {1, N - 1})", "(e*X + k) % N"),
            };
            let moved = if token { format!("{}, ", map.replace('X', "t")) } else { String::new() };
            let _ = writeln!(with, "  same{binders} as G({moved}{{{} for x in s}})", map.replace('X', "x"));
        }
        let sets: Vec<u32> = sets.iter().map(|set| set & ((1 << size) - 1)).collect();
        let name = |set: &str| if token { format!("G(1, {set} - {{1}})") } else { format!("G({set})") };
        let expressions = asked(&sets, 0, name);
        let (found, plan) = same(&(with.clone() + "}\n"), &expressions)?;
        prop_assert!(!plan.starts_with("search"), "{with}{plan}");
        let (wanted, _) = same(&(rules + "}\n"), &expressions)?;
        prop_assert_eq!(found, wanted, "{}", with);
    }
}

/// Images are used: fewer positions are stored.
#[test]
fn equations_with_binders_save_positions() {
    let rules = |equation: &str| {
        format!(
            "game Torus(s: set of rect(3, 4)) {{
               move right((r, c) in s) if (r, (c + 1) % 4) in s -> Torus(s - {{(r, c), (r, (c + 1) % 4)}})
               move down((r, c) in s) if ((r + 1) % 3, c) in s -> Torus(s - {{(r, c), ((r + 1) % 3, c)}})
               {equation}
             }}"
        )
    };
    let positions = |equation: &str| {
        let mut game = Game::with(&rules(equation), &["sg(Torus(rect(3, 4)))"], NO_LIMITS);
        let value = game.value(0).expect("a value").to_string();
        let plan: String = game.engine.plan().into_iter().map(|(_, words)| words).collect();
        assert!(!plan.starts_with("search"), "{equation}: {plan}");
        (value, game.engine.core.stats.borrow().positions)
    };
    let (value, all) = positions("");
    let rows = positions("same(k in 1..2) as Torus({((r + k) % 3, c) for (r, c) in s})");
    let shifts = positions("same(i in 0..2, j in 0..3) as Torus({((r + i) % 3, (c + j) % 4) for (r, c) in s})");
    // The shifts of one step lead to all others.
    let steps = positions(
        "same as Torus({((r + 1) % 3, c) for (r, c) in s})  same as Torus({(r, (c + 1) % 4) for (r, c) in s})",
    );
    assert_eq!([&value; 3], [&rows.0, &shifts.0, &steps.0]);
    assert!(2 * rows.1 < all && 2 * shifts.1 < rows.1, "{all} {rows:?} {shifts:?}");
    assert_eq!(shifts.1, steps.1);
}

/// All bits of a word are elements; the full set is a position like others.
#[test]
fn sets_of_sixty_four_elements() {
    let rules = "
        game Cut(s: set of 1..64) {
          move cut(k in s) if k % 9 == 8 -> Cut({e for e in s if e < k or e == 64})
          move drop(k in s) if k > 61 -> Cut(s - {k})
        }
        game Grow(s: set of 1..64) {
          move add(k in 1..64) if k not in s and (k < 3 or k > 61) -> Grow(s | {k})
          same as Grow({65 - e for e in s})
        }
        game Fill(s: set of rect(8, 8)) {
          move row(r in 0..7) if not any((r, c) in s for c in 0..7) -> Fill(s | {(r, c) for c in 0..7})
          move none if len(s) == 56 -> 0
        }
        game Slide(s: set of 0..63) { move down(x in s, d in {20, 21}) if x - d not in s -> Slide((s - {x}) | {x - d}) }
    ";
    let of = |list: &[&str]| -> Vec<String> {
        list.iter().flat_map(|g| [format!("sg({g})"), format!("loses(misere {g})")]).collect()
    };
    let (found, plan) = same(rules, &of(&["Cut(1..64)", "Cut(2..63)", "Cut({64, 1, 26})"])).expect("the same");
    assert!(plan.contains("1 words of 64 bits"), "{plan}");
    assert!(found[0].is_some(), "no position repeats");
    let (_, plan) = same(rules, &of(&["Grow(3..61)", "Grow(2..64)", "Grow({7})"])).expect("the same");
    assert!(plan.contains("1 words of 64 bits"), "{plan}");
    same(rules, &of(&["Fill({})", "Fill({(r, c) for r in 0..5, c in 0..7})"])).expect("the same");
    let (found, _) = same(rules, &of(&["Slide({63, 60})", "Slide({20, 41})"])).expect("the same");
    assert_eq!(found, [None, None, None, None], "each leaves the domain in the end");
}
