//! How much work typical games take: positions stored, and options looked at, for the plan that is chosen. A change of
//! these numbers is a change of speed, whatever the machine.

use super::{Game, NO_LIMITS};
use crate::base::{Exceeded, Limits};
use crate::eval::Stop;

const WYTHOFF: &str = "game G(a, b) { move one(x in 1..a) -> G(a - x, b)  move other(y in 1..b) -> G(a, b - y)
  move both(x in 1..min(a, b)) -> G(a - x, b - x) }";
const CHOMP: &str = "game G(row: list of nat) { move bite(r in indices(row), c in 0..<row[r]) if (r, c) != (0, 0)
  -> G([if i < r then row[i] else min(row[i], c) for i in indices(row)]) }";
const MOORE: &str = "game G(h: list of nat) { move reduce(g in choices(0..x for x in h), \
                     d = count(g[i] < h[i] for i in indices(h))) if 1 <= d <= 2 -> G(g) }";
const SQUARES: &str = "game G(n) { move take(i in 1..n) if i * i <= n -> G(n - i * i) }";
const FIBONACCI: &str = "game G(n, q) { move take(k in 1..min(n, q)) -> G(n - k, 2*k)  same as G(n, min(q, n)) }";
const STAIRS: &str = "game G(a: list of nat) { move down(i in 1..<len(a), k in 1..a[i])
  -> G(a with [i: a[i] - k, i-1: a[i-1] + k]) }";
const GEOGRAPHY: &str = "game G(v: rect(8, 8), free: set of rect(8, 8)) {
  move go(d in {(0, 1), (0, -1), (1, 0), (-1, 0)}) if v + d in free -> G(v + d, free - {v + d}) }";
const WINDOWS: &str = "game G(a, b, c) { move x(k in 1..min(a, 5)) -> G(a - k, b, c)
  move y(k in 1..min(b, 3)) -> G(a, b - k, c)  move z(k in 1..min(a, b, c)) -> G(a - k, b - k, c - k) }";
const GUARDED: &str = "game G(a, b) { move x(k in 1..a) if (a - k + b) % 3 != 0 -> G(a - k, b)
  move y(k in 1..b) if a > b -> G(a, b - k)  move z(k in 1..min(a//2, b)) -> G(a - 2*k, b - k) }";

/// No move changes `b`: each value has code and a table of its own, which are kept while others are asked about.
const FAMILY: &str = "game G(a, b) { move m(k in 1..a) if (a*k + b) % 3 != 1 -> G(a - k, b) }";
const SHIFT: &str = "game G(a, b, c) {
  move on(k in 1..a) -> G(a - k, b + k, c)
  move on(k in 1..b) -> G(a, b - k, c + k)
  move out(k in 1..c) -> G(a, b, c - k)
}";
const CRAM: &str = "game G(free: set of rect(8, 8)) {
  move place(p in free, d in {(1, 0), (0, 1)}) if p + d in free -> G(free - {p, p + d})
  same as sum(G(shape(c)) for c in components(free))  same(c in symmetries(free)) as G(c) }";

const PILES: &str =
    "game G(h: bag of nat) { move take(S in subsets(indices(h), 1..len(h)), k in 1..min(h[i] for i in S))
  -> G([if i in S then h[i] - k else h[i] for i in indices(h)]) }";
const MOORE_BAG: &str = "game G(h: bag of nat) { move reduce(g in choices(0..x for x in h), \
                         d = count(g[i] < h[i] for i in indices(h))) if 1 <= d <= 2 -> G(g) }";

/// Positions beyond 100 lead into one circle, those below 0 to 0: whoever is asked about first, nothing is found twice.
const CIRCLE: &str = "loopy game G(a: -300..300) {
  move round if a > 0 -> G(if a > 100 then 100 else a % 100 + 1)  move up(k in {1, 2}) if a + k <= 0 -> G(a + k) }";

/// A game, a question, its answer, the positions and the most options that the answer may take, words of the plan.
type Workload = (&'static str, &'static str, &'static str, u64, u64, &'static str);

const WORKLOADS: [Workload; 33] = [
    (CIRCLE, "count(outcome(G(a)) == \"D\" for a in 1..300)", "300", 300, 300, "retrograde analysis"),
    (CIRCLE, "sum(sg(G(a)) for a in -300..0)", "300", 301, 600, "positions may repeat"),
    (FAMILY, "sum(sg(G(a, b)) for a in 0..60, b in 0..20)", "17360", 1281, 26_000, "table"),
    (WYTHOFF, "sg(G(5, 7))", "1", 48, 400, "3 rays"),
    (WYTHOFF, "sg(G(300, 400))", "556", 120_701, 140_000, "3 rays"),
    (WYTHOFF, "loses(G(618, 1000))", "true", 619_619, 680_000, "3 rays"),
    (WYTHOFF, "sum(sg(G(i, j)) for i in 0..99, j in 0..99)", "621004", 10_000, 20_000, "3 rays"),
    // What is announced gives the table its size; what may end early fills none.
    (WYTHOFF, "count(loses(G(i, j)) for i in 0..79, j in i..400)", "50", 80 * 401, 33_000, "2 words of 15 bits"),
    (WYTHOFF, "any(wins(G(i, j)) for i in 0..3000, j in 0..3000)", "true", 32, 500, "2 words of 24 bits"),
    (CHOMP, "sg(G([5, 5, 5, 5]))", "13", 125, 1_200, "4 words"),
    (CHOMP, "sg(G([7 for _ in 1..7]))", "20", 17_894, 320_000, "7 words"),
    (MOORE, "sg(G([4, 5, 6]))", "15", 210, 6_100, "3 words"),
    (MOORE, "sum(sg(G([a, b, c])) for a in 0..9, b in 0..9, c in 0..9)", "12531", 1_000, 80_000, "table"),
    (SQUARES, "sg(G(5000))", "20", 5_001, 260_000, "table"),
    (
        SQUARES,
        "[n for n in 0..100 if loses(G(n))]",
        "[0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95]",
        101,
        680,
        "table",
    ),
    (
        FIBONACCI,
        "[n for n in 1..100 if loses(G(n, n - 1))]",
        "[1, 2, 3, 5, 8, 13, 21, 34, 55, 89]",
        478,
        12_100,
        "table",
    ),
    (FIBONACCI, "sg(G(200, 199))", "15", 20_301, 1_450_000, "table"),
    (FIBONACCI, "count(loses(G(n, l)) for n in 1..200, l in 1..<n)", "856", 65_281, 86_000, "nested"),
    (STAIRS, "sg(G([0, 2, 2, 2, 2]))", "0", 273, 1_700, "5 words"),
    (STAIRS, "sg(G([0, 3, 3, 3]))", "0", 140, 920, "4 words"),
    (GEOGRAPHY, "sg(G((0, 0), rect(4, 4) - {(0, 0)}))", "1", 1_677, 2_000, "2 words of 22 bits"),
    (GEOGRAPHY, "sum(sg(G((r, c), rect(3, 3) - {(r, c)})) for r in 0..2, c in 0..2)", "4", 438, 560, "2 words"),
    (WINDOWS, "sg(G(30, 30, 30))", "30", 31 * 31 * 31, 36_000, "1 ray, 2 sliding windows"),
    (WINDOWS, "wins(G(60, 7, 60))", "true", 61 * 8 * 61, 36_000, "1 ray, 2 sliding windows"),
    (WINDOWS, "count(loses(G(a, b, 70)) for a in 0..60, b in 0..70)", "126", 64 * 71 * 71, 340_000, "3 words"),
    (GUARDED, "sg(G(200, 150))", "229", 201 * 151, 40_000, "3 rays"),
    (
        PILES,
        "sum(a + b + c for a in 0..100, b in a..100, c in b..100 if loses(G([a, b, c])))",
        "173895",
        176_851,
        200_000,
        "bag",
    ),
    (PILES, "sg(G([20, 30, 40]))", "64", 12_341, 110_000, "bag"),
    (PILES, "sum(sg(G([a, b, c])) for a in 0..40, b in a..40, c in b..40)", "357480", 12_341, 110_000, "bag"),
    (MOORE_BAG, "sum(sg(G([a, b, c])) for a in 0..9, b in 0..9, c in 0..9)", "12531", 220, 17_000, "table"),
    (
        SHIFT,
        "sum(sg(G(x, y, z)) * (x + 31*y + 17*z) for x in 0..<20, y in 0..<20, z in 0..<20)",
        "48499280",
        20_700,
        820_000,
        "table",
    ),
    (CRAM, "sg(G(rect(4, 4)))", "0", 73, 1_700, "regions, moved and turned"),
    (CRAM, "loses(G(rect(4, 4) - {(0, 0)}) + G(rect(2, 3)))", "false", 149, 4_893, "regions, moved and turned"),
];

#[test]
fn typical_games_take_this_much_work() {
    let mut wrong = Vec::new();
    for (text, question, answer, positions, options, plan) in WORKLOADS {
        let mut game = Game::with(text, &[question], NO_LIMITS);
        let value = game.value(0).expect("a value").to_string();
        let stats = game.engine.stats();
        let found: String = game.engine.plan().into_iter().map(|(_, words)| words).collect();
        let fits = stats.positions <= positions && stats.positions * 2 >= positions && stats.options <= options;
        if value != answer || !fits || !found.contains(plan) {
            wrong.push(format!(
                "{question} = {value}: {} positions, {} options, {found}",
                stats.positions, stats.options
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn limits_hold_in_every_kernel() {
    let questions = [
        (WYTHOFF, "sg(G(3000, 3000))"),
        (WINDOWS, "sg(G(200, 200, 200))"),
        (SQUARES, "sg(G(3000000))"),
        (FIBONACCI, "sg(G(3000, 2999))"),
        (CHOMP, "sg(G([12 for _ in 1..12]))"),
        (STAIRS, "sg(G([0, 6, 6, 6, 6, 6, 6, 6]))"),
        (CRAM, "sg(G(rect(7, 7)))"),
    ];
    for (text, question) in questions {
        let limits = Limits { max_states: 100_000, ..NO_LIMITS };
        let stopped = Game::with(text, &[question], limits).value(0);
        assert!(matches!(stopped, Err(Stop::Limit(Exceeded::States))), "{question}: {stopped:?}");
        let limits = Limits { max_memory: 1 << 20, ..NO_LIMITS };
        let stopped = Game::with(text, &[question], limits).value(0);
        assert!(matches!(stopped, Err(Stop::Limit(Exceeded::Memory))), "{question}: {stopped:?}");
        let limits = Limits { timeout: Some(std::time::Duration::from_millis(30)), ..NO_LIMITS };
        let stopped = Game::with(text, &[question], limits).value(0);
        assert!(matches!(stopped, Err(Stop::Limit(Exceeded::Time))), "{question}: {stopped:?}");
    }
}
