//! Positions solved as one: misère play, partizan games, loopy games.

use super::{check, fault};
use crate::eval::stop::FaultKind;

#[test]
fn misere_play() {
    check(
        "game Nim(n) { move take(k in 1..n) -> Nim(n - k) }
         game Kayles(n) { move knock(j in 1..2, a in 0..n-j) -> Kayles(a) + Kayles(n - j - a) }
         fn rule(h) = if max(h) <= 1 then sum(h) % 2 == 1 else nimsum(h) == 0",
        &[
            (
                "all(loses(misere Nim(a) + Nim(b) + Nim(c)) iff rule([a, b, c]) for a in 0..5, b in a..5, c in b..5)",
                "true",
            ),
            ("[n for n in 0..20 if loses(misere Kayles(n))]", "[1, 4, 9, 12, 20]"),
            (
                "[(a, b) for a in 1..6, b in a..6 if loses(misere Kayles(a) + Kayles(b))]",
                "[(1, 5), (2, 2), (3, 3), (3, 6), (4, 5), (6, 6)]",
            ),
            ("outcome(misere 0)", "N"),
            ("outcome(misere 3*Nim(1))", "P"),
            ("[misere_value(Nim(n)) for n in 0..4]", "[1, 0, 2, 3, 4]"),
            ("all(loses(misere P + Nim(misere_value(P))) for a in 0..6, b in 0..6, P = Kayles(a) + Kayles(b))", "true"),
            ("misere_value(0) + misere_value(Nim(200)) + misere_value(2*Nim(2))", "201"),
            ("outcome(misere whole(Nim(2) + Nim(2)))", "P"),
        ],
    );
}

#[test]
fn partizan_games() {
    check(
        "game Cake(r, c) {
           left  move cut(x in 1..c-1) -> Cake(r, x) + Cake(r, c - x)
           right move cut(y in 1..r-1) -> Cake(y, c) + Cake(r - y, c)
         }
         game Stalk(b, r) {
           left  move cut(i in 1..b) -> Stalk(b - i, r)
           right move chop(i in 1..r) -> Stalk(b, r - i)
         }
         game Nim(n) { move take(k in 1..n) -> Nim(n - k) }",
        &[
            ("[outcome(Cake(n, n)) for n in 1..5]", "[\"P\", \"P\", \"P\", \"P\", \"P\"]"),
            ("outcome(Cake(2, 4) + Cake(2, 1))", "P"),
            ("[value(Cake(8, n)) for n in 1..8]", "[-7, -3, -3, -1, -1, -1, -1, 0]"),
            (
                "[[outcome(misere Stalk(b, r)) for r in 0..3] for b in 0..3]",
                "[[\"N\", \"L\", \"L\", \"L\"], [\"R\", \"N\", \"N\", \"N\"], [\"R\", \"N\", \"N\", \"N\"], [\"R\", \"N\", \"N\", \"N\"]]",
            ),
            (
                "[[outcome(Stalk(b, r)) for r in 0..2] for b in 0..2]",
                "[[\"P\", \"R\", \"R\"], [\"L\", \"P\", \"R\"], [\"L\", \"L\", \"P\"]]",
            ),
            ("Stalk(2, 0) == 2", "true"),
            ("Cake(2, 4) == 1 and Cake(2, 4) < 2", "true"),
            ("fuzzy(star(2), 0)", "true"),
            ("Nim(3) == star(3)", "true"),
            ("Stalk(3, 1) + Nim(2) - star(2) == 2", "true"),
            ("value(Nim(5) + Stalk(1, 0))", "1*5"),
            ("left_first(Stalk(1, 2) + Nim(1))", "R"),
            (
                "[(m.side, m.result) for m in moves(-Stalk(1, 1))]",
                "[(\"right\", -Stalk(0, 1)), (\"left\", -Stalk(1, 0))]",
            ),
            ("[m.side for m in winning_moves(Nim(2) + Cake(1, 2))]", "[\"left\", \"left\"]"),
        ],
    );
}

#[test]
fn loopy_games() {
    check(
        "let D = graph { 0->0, 0->7, 1->6, 2->3, 2->7, 3->4, 3->5, 4->5, 7->1, 7->3, 7->4, 7->6 }
         loopy game Walk(v: vertices(D)) { move step(w in succ(D, v)) -> Walk(w) }
         game Nim(n) { move take(k in 1..n) -> Nim(n - k) }
         loopy game Northcott(w: list of nat, b: list of nat) {
           left  move white(i in indices(w), x in 0..<b[i])     if x != w[i] -> Northcott(w with [i: x], b)
           right move black(i in indices(b), x in w[i]+1..<4)   if x != b[i] -> Northcott(w, b with [i: x])
         }",
        &[
            ("[outcome(Walk(v)) for v in 0..7]", "[\"D\", \"N\", \"P\", \"N\", \"N\", \"P\", \"P\", \"N\"]"),
            ("[outcome(misere Walk(v)) for v in 0..7]", "[\"D\", \"P\", \"P\", \"N\", \"P\", \"N\", \"N\", \"N\"]"),
            ("[sg(Walk(v)) for v in 1..7]", "[1, 0, 2, 1, 0, 0, 3]"),
            ("[outcome(Walk(0) + Nim(n)) for n in 0..4]", "[\"D\", \"D\", \"D\", \"N\", \"D\"]"),
            ("outcome(Walk(0) + Walk(0))", "D"),
            ("outcome(Walk(7) + Nim(3))", "P"),
            ("len(followers(Walk(7)))", "6"),
            (
                "all(outcome(Northcott([p, r], [q, s])) == (if (q - p) xor (s - r) == 0 then \"P\" else \"N\")
              for p in 0..<4, q in p+1..<4, r in 0..<4, s in r+1..<4)",
                "true",
            ),
        ],
    );
    let walk = "loopy game Walk(v: 0..1) { move on -> Walk(1 - v) }";
    assert!(matches!(fault(walk, "sg(Walk(0))"), FaultKind::Said(d) if d.message.contains("infinite")));
}
