//! Moves that lead to another game: its own way answers there, whatever it is, in every kind of play.

use super::{Game, NO_LIMITS, eval};

/// Games with ways of their own: heaps by theorem, tables, masks of regions, the search.
const OTHERS: &str = "
game Nim(n) { move take(k in 1..n) -> Nim(n - k) }
game Sub(n) { move take(k in 1..min(3, n)) -> Sub(n - k) }
game Wyt(a, b) { move left(k in 1..a) -> Wyt(a - k, b)  move right(k in 1..b) -> Wyt(a, b - k)  move both(k in 1..min(a, b)) -> Wyt(a - k, b - k) }
game Cram(free: set of rect(3, 4)) {
  move put(p in free, d in [(0, 1), (1, 0)]) if p + d in free -> Cram(free - {p, p + d})
  equals sum(Cram(c) for c in components(free))
}
game Words(s: list of 0..1) { move cut(i in indices(s)) if s[i] == 1 -> Words([s[j] for j in 0..<i]) }
game Last(n) { move a(k in 1..n) if k != n -> Last(n - k)  wins if n == 1 }
";

#[test]
fn one_option_of_another_game_costs_no_search() {
    let text = format!("{OTHERS} game J(x) {{ move m -> Nim(30000 + x) }}");
    let cases = [("sg(J(1))", "0"), ("loses(J(7))", "true"), ("sg(J(2) + J(3) + Nim(5))", "5")];
    let expressions = cases.map(|case| case.0);
    let mut game = Game::with(&text, &expressions, NO_LIMITS);
    for (i, (expression, wanted)) in cases.iter().enumerate() {
        assert_eq!(game.value(i).expect("a value").to_string(), *wanted, "{expression}");
    }
    let options = game.engine.stats().options;
    assert!(options < 1000, "{options} options looked at");
}

/// Every way, from a game that has none: values, outcomes under both kinds of play, and winning moves.
#[test]
fn every_way_on_the_way() {
    let targets = [
        "Nim(n)",
        "Sub(n) + Nim(2)",
        "Wyt(n, 4)",
        "Cram(rect(min(n, 3), 3))",
        "Words([1, 0, 1, 1])",
        "2*Sub(n)",
        "J(n - 1) + Sub(n)",
    ];
    for (i, target) in targets.iter().enumerate() {
        let other = targets[(i + 1) % targets.len()];
        let text = format!(
            "{OTHERS} game J(n) {{ move a if n > 0 -> {target}  move b if n % 3 == 1 -> {other}  move c(k in 1..n) -> J(n - k) }}"
        );
        eval(
            &text,
            &[
                "[sg(J(n)) for n in 0..9]",
                "[loses(misere J(n)) for n in 0..6]",
                "[loses(J(n) + J(n + 1)) for n in 0..5]",
                "[len(winning_moves(J(n))) for n in 0..9]",
            ],
        );
    }
    let text = format!("{OTHERS} game J(n) {{ move a if n > 0 -> Last(n)  move c(k in 1..n) -> J(n - k) }}");
    eval(&text, &["[wins(J(n)) for n in 0..9]", "[wins(misere J(n)) for n in 0..9]"]);
}

/// A game that leads back is no stranger: what waits for it is found.
#[test]
fn there_and_back() {
    let text = "game A(n) { move a(k in 1..n) -> B(n - k)  move b if n > 2 -> A(n - 1) }
        game B(n) { move a(k in 1..min(2, n)) -> A(n - k)  move c(k in 1..n) -> B(n - k) }
        game K[j](n) { move a(k in 1..n) -> K[j + 1](n - k)  move b if n > 3 -> B(n) + A(n) }";
    eval(
        text,
        &[
            "[sg(A(n)) for n in 0..9]",
            "[sg(B(n)) for n in 0..9]",
            "[sg(K[0](n)) for n in 0..9]",
            "loses(misere K[1](6))",
        ],
    );
}
