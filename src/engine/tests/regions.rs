//! Sets that fall apart, and whose parts may be moved or turned: machine code against rules without equations.

use std::fmt::Write;

use proptest::prelude::*;

use super::{Game, NO_LIMITS};

const SPLIT: &str = "  same as sum(G(c) for c in components(free))\n";
const SPLIT_AND_MOVED: &str = "  same as sum(G(shape(c)) for c in components(free))\n";
const MOVED: &str = "  same as G(shape(free))\n";
const TURNED: &str = "  same(c in symmetries(free)) as G(c)\n";

/// Moves that every turn and reflection keeps, then some that they do not.
const SYMMETRIC: [&str; 3] = [
    "  move domino(p in free, d in {(1, 0), (0, 1)}) if p + d in free -> G(free - {p, p + d})\n",
    "  move cross(p in free) -> G(free - {p, p + (1, 0), p - (1, 0), p + (0, 1), p - (0, 1)})\n",
    "  move alone(p in free) if count(p + d in free for d in {(1, 0), (-1, 0), (0, 1), (0, -1)}) % 2 == 0 -> G(free - {p})\n",
];
const ASKEW: [&str; 2] = [
    "  move upright(p in free) if p + (1, 0) in free -> G(free - {p, p + (1, 0)})\n",
    "  move corner(p in free) if p + (0, 1) in free and p + (1, 0) in free -> G(free - {p, p + (0, 1), p + (1, 0)})\n",
];

/// The values of positions, and the plan.
fn values(text: &str, positions: &[String]) -> (Vec<String>, String) {
    let expressions: Vec<String> = positions.iter().map(|p| format!("(sg({p}), loses({p}))")).collect();
    let expressions: Vec<&str> = expressions.iter().map(String::as_str).collect();
    let mut game = Game::with(text, &expressions, NO_LIMITS);
    let values = (0..expressions.len()).map(|i| game.value(i).expect("a value").to_string()).collect();
    (values, game.engine.plan().into_iter().map(|(_, words)| words).collect())
}

fn set_of(cells: &[(u8, u8)], shift: (u8, u8)) -> String {
    let cells: Vec<String> = cells.iter().map(|(r, c)| format!("({}, {})", r + shift.0, c + shift.1)).collect();
    format!("G({{{}}})", cells.join(", "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn regions_of_cells(
        chosen in proptest::collection::vec(0usize..5, 1..3),
        equations in 0u8..16,
        boards in proptest::collection::vec(
            (proptest::collection::btree_set((0u8..3, 0u8..4), 0..10), (0u8..3, 0u8..3)), 1..4),
    ) {
        let symmetric = chosen.iter().all(|&i| i < 3);
        let mut rules = String::from("game G(free: set of rect(7, 7)) {\n");
        for (n, &i) in chosen.iter().enumerate() {
            let clause = if i < 3 { SYMMETRIC[i] } else { ASKEW[i - 3] };
            rules += &clause.replacen("(p in", &format!("_{n}(p in"), 1);
        }
        let positions: Vec<String> =
            boards.iter().map(|(cells, shift)| set_of(&cells.iter().copied().collect::<Vec<_>>(), *shift)).collect();
        let mut with = rules.clone();
        with += match equations % 4 {
            0 => SPLIT,
            1 => SPLIT_AND_MOVED,
            2 => MOVED,
            _ => "",
        };
        if equations >= 8 && symmetric {
            with += TURNED;
        }
        let (found, plan) = values(&format!("{with}}}\n"), &positions);
        let (wanted, _) = values(&format!("{rules}}}\n"), &positions);
        prop_assert_eq!(&found, &wanted, "{}\n{:?}", with, positions);
        if equations % 4 < 2 && boards.iter().any(|(cells, _)| cells.len() >= 4) {
            prop_assert!(plan.contains("regions"), "{with}: {plan}");
        }
    }

    #[test]
    fn parts_of_graphs(
        edges in proptest::collection::btree_set((1u8..9, 1u8..9), 1..12),
        arcs in any::<bool>(),
    ) {
        let edges: Vec<(u8, u8)> = edges.into_iter().filter(|(u, v)| u < v).collect();
        prop_assume!(!edges.is_empty());
        let mut graph = String::from("graph { ");
        for (i, (u, v)) in edges.iter().enumerate() {
            let _ = write!(graph, "{}{u}--{v}", if i == 0 { "" } else { ", " });
        }
        let clause = if arcs {
            "move take(e in edges(H)) if {e.u, e.v} <= V -> G(V - {e.u, e.v})"
        } else {
            "move take(v in V) -> G(V - {v} - adj(H, v))"
        };
        let rules = |equation: &str| {
            format!("let L = {graph} }}\ngame G[H: graph](V: set of vertices(H)) {{\n  {clause}\n  {equation}\n}}\n")
        };
        let positions = ["G[L](vertices(L))".to_owned(), "G[L](vertices(L) - {2, 5})".to_owned()];
        let (found, plan) = values(&rules("same as sum(G(C) for C in components(H, V))"), &positions);
        let (wanted, _) = values(&rules(""), &positions);
        prop_assert_eq!(found, wanted, "{}", graph);
        let vertices: std::collections::BTreeSet<u8> = edges.iter().flat_map(|&(u, v)| [u, v]).collect();
        prop_assert!(vertices.len() < 4 || plan.contains("regions"), "{}", plan);
    }
}

#[test]
fn equations_of_other_forms_are_left_to_the_search() {
    let moves = SYMMETRIC[0];
    for equation in [
        "same as sum(G(c) for c in components(free) if len(c) > 1)",
        "same as sum(G(shape(shape(c))) for c in components(free))",
        "same as sum(G(c) + G({}) for c in components(free))",
        "same(c in symmetries(shape(free))) as G(c)",
        "same(c in symmetries(free)) as G(c) if len(c) > 2",
        "same(c in symmetries(free) if len(c) > 2) as G(c)",
    ] {
        let text = format!("game G(free: set of rect(4, 4)) {{\n{moves}  {equation}\n}}\n");
        let Ok((found, plan)) = std::panic::catch_unwind(|| values(&text, &["G(rect(2, 3))".to_owned()])) else {
            // Not every one of these is in the language.
            continue;
        };
        assert_eq!(found, ["(1, false)"], "{equation}");
        assert!(!plan.contains("regions"), "{equation}: {plan}");
    }
}

#[test]
fn a_board_beside_its_domain_is_left_to_the_search() {
    // Turned, the board would not fit the domain.
    let text = format!("game G(free: set of rect(2, 4)) {{\n{}{SPLIT_AND_MOVED}{}}}\n", SYMMETRIC[0], "");
    let (_, plan) = values(&text, &["G(rect(2, 4))".to_owned()]);
    assert!(plan.contains("regions"), "{plan}");
    let text = format!("game G(free: set of rect(2, 4)) {{\n{}{SPLIT_AND_MOVED}{TURNED}}}\n", SYMMETRIC[0]);
    let mut game = Game::with(&text, &["sg(G(rect(2, 4)))"], NO_LIMITS);
    let _ = game.value(0);
    let plan: String = game.engine.plan().into_iter().map(|(_, words)| words).collect();
    assert!(!plan.contains("regions"), "{plan}");
}
