//! Fields whose domain is a large grid of tuples: their entries are words.

use super::{Game, NO_LIMITS, plan_of};

const RULES: &str = "
    let steps = {(-1, -2), (-2, -1), (1, -2), (-2, 1)}
    game Knight(p: rect(70, 70)) { move jump(d in steps) if p + d in rect(70, 70) -> Knight(p + d) }
    game King(p: {(x - 3, y) for x in 0..69, y in 0..69}, q: rect(70, 70)) {
      move a(k in 1..2) if p[0] - k >= -3 and (p[0] - k, p[1]) != q -> King((p[0] - k, p[1]), q)
      move b((i, j) in {(0, -1), (-1, -1)}) if q + (i, j) in rect(70, 70) - {(1, 1)} and q + (i, j) != p -> King(p, q + (i, j))
      move c if p != q and p[1] > 0 and q[1] > 0 -> King(p + (0, -1), q + (0, -1))
    }
    game Symmetric(p: rect(70, 70)) {
      move left((r, c) = p, k in 1..c) -> Symmetric((r, c - k))
      move up(k in 1..p[0]) -> Symmetric(p - (k, 0))
      same as Symmetric((p[1], p[0]))
    }
    game Sides(p: rect(70, 70)) {
      left move l(k in 1..min(p[0], 3)) -> Sides(p - (k, 0))
      right move r if p[1] > 0 -> Sides(p - (0, 1))
    }
    game Holes(p: rect(70, 70) - {(0, 0)}) {
      move left if p[1] > 0 and p != (0, 1) -> Holes(p - (0, 1))
      move up if p[0] > 1 -> Holes(p - (1, 0))
    }
    game Out(p: rect(70, 70)) { move off if p[0] > 0 -> Out(p - (1, 1)) }
";

#[test]
fn entries_are_words() {
    for (expression, words) in [
        ("[sg(Knight((r, c))) for r in 0..11, c in 0..11]", "2 words"),
        ("sg(Knight((69, 69)))", "2 words"),
        (
            "[sg(King((a - 3, b), (c, d))) for a in 0..5, b in 0..3, c in 0..3, d in 0..3 if (a - 3, b) != (c, d)]",
            "4 words",
        ),
        ("[sg(Symmetric(p)) for p in rect(8, 9)]", "2 words"),
        ("[wins(misere Symmetric(p)) for p in rect(8, 9)]", "2 words"),
        ("[(outcome(Sides(p)), outcome(misere Sides(p))) for p in rect(6, 5)]", "3 words"),
        // A tuple is missing: it is no grid.
        ("[sg(Holes(p)) for p in rect(9, 9) if p != (0, 0)]", "search (no machine code: a domain of more than"),
    ] {
        let plan = plan_of(RULES, expression);
        assert!(plan[0].starts_with(words), "{expression}: {plan:?}");
    }
}

#[test]
fn leaving_a_grid_is_a_fault() {
    let said =
        |mut game: Game| [0, 1].map(|i| game.value(i).map_or_else(|stop| format!("{stop:?}"), |v| v.to_string()));
    let expressions = ["sg(Out((3, 3)))", "sg(Out((3, 2)))"];
    let fast = said(Game::with(RULES, &expressions, NO_LIMITS));
    assert_eq!(fast, said(Game::with(RULES, &expressions, NO_LIMITS).by_reference()));
    assert_eq!(fast[0], "1");
    assert!(fast[1].contains("Out"), "{fast:?}");
}
