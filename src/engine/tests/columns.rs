//! Comprehensions by columns give what evaluation one by one gives, faults included.

use proptest::prelude::*;

use super::{Game, NO_LIMITS};
use crate::base::Limits;

const RULES: &str = "
    param top: 0..1000 = 200
    game Kayles(n) { move knock(j in 1..2, a in 0..n-j) -> Kayles(a) + Kayles(n - j - a) }
    game Bash[m: 1..9](n) { move take(k in 1..min(m, n)) -> Bash(n - k) }
    game Wythoff(a, b) {
      move one(x in 1..a) -> Wythoff(a - x, b)
      move other(y in 1..b) -> Wythoff(a, b - y)
      move both(x in 1..min(a, b)) -> Wythoff(a - x, b - x)
    }
    game Nim(h: bag of nat) { move take(i in indices(h), k in 1..h[i]) -> Nim(h with [i: h[i] - k]) }
    game Stairs(h: list of nat) { move down(i in indices(h), k in 1..h[i]) -> Stairs(h with [i: h[i] - k]) }
    game Hot(n: 0..20) { left move a(k in 1..n) -> Hot(n - k) right move b if n > 0 -> Hot(n - 1) }
    game Sides(a, b) {
      left move l(k in 1..min(a, 3)) -> Sides(a - k, b)
      right move r(k in 1..b) -> Sides(a, b - k)
      move both(k in 1..min(a, b)) if k % 2 == 1 -> Sides(a - k, b - k)
    }
    game Divisor(n) { move take(d in divisors(n)) if d < n -> Divisor(n - d) }
    game Bad(n) { move take(k in 1..3) -> Bad(n - k) }
    game Token(n, last: 0..6) { move take(k in 1..min(n, 6)) if k != last -> Token(n - k, k) }
    game Bounded[m: 1..9](n: 0..<top, last: 0..m) { move take(k in 1..min(n, m)) if k != last -> Bounded(n - k, k) }
    game Signed(n, x: -2..2) { move left if n > 0 and x > -2 -> Signed(n - 1, x - 1)  move stay if n > 1 -> Signed(n - 2, x) }
    fn parity(n) = n % 2
    fn far(a: nat, b: nat) = if a > b then a - b else b - a
";

/// Rules on sets.
const SETS: &str = "
    param top: 0..1000 = 6
    let odd = {1, 3, 5}
    game Used(n, used: set of 1..top) { move take(k in (1..top) - used) if k <= n -> Used(n - k, used | {k}) }
    game Slide(t: set of 0..7) { move go(x in t, d in 1..2) if x >= d and x - d not in t -> Slide((t - {x}) | {x - d}) }
    game Gaps(t: set of {-3, 1, 4, 6, 20}) { move go(x in t) -> Gaps(t - {x, x + 2}) }
    game Cells(s: set of rect(3, 3)) { move take(p in s) -> Cells(s - {p, p + (0, 1)}) }
    game Visit(p: rect(3, 3), seen: set of rect(3, 3)) {
      move go(d in {(0, 1), (1, 0), (0, -1)}) if p + d in rect(3, 3) and p + d not in seen -> Visit(p + d, seen | {p + d})
    }
    game Walls(n: 0..40, walls: set of 0..40) { move step(k in 1..3) if n >= k and n - k not in walls -> Walls(n - k, walls) }
    game Wide(s: set of 1..70) { move take(x in s) -> Wide(s - {x, x + 1}) }
    game Grown[m: 1..9](s: set of 1..m) { move take(x in s) -> Grown[m](s - {x, x + 1}) }
    game Own(n: 0..9, s: set of 0..n) { move take(x in s) -> Own(n, s - {x, x + 1}) }
    game Row(h: list of 0..3) { move down(i in indices(h), k in 1..h[i]) if i == 0 or h[i - 1] > 0 -> Row(h with [i: h[i] - k]) }
    game Heaps(h: bag of nat) { move down(i in indices(h), k in 1..min(2, h[i])) -> Heaps(h with [i: h[i] - k]) }
    game Crosses(x: set of 1..8) {
      wins if any({i, i + 1} <= x for i in 1..7)
      move write(i in 1..8) if i not in x -> Crosses(x | {i})
    }
    let streets = graph { (r, c)->(r + dr, c + 1 - dr) for r in 0..2, c in 0..2, dr in 0..1 if r + dr <= 2 and c + 1 - dr <= 2 }
    game Drive(t: set of vertices(streets)) {
      move drive(v in t, w in succ(streets, v)) if w not in t -> Drive(t - {v} | {w})
    }
    let forks = graph { i->(i + d) for i in 0..5, d in 1..2 if i % 3 != d }
    game Fork(t: set of 0..7) { move up(v in t, w in succ(forks, v) - t) -> Fork(t - {v} | {w}) }
    fn both(a, b) = {a, b}
";

/// Values, faults, or both: the same with columns and without.
fn same(expressions: &[&str]) {
    same_in(RULES, expressions);
}

/// A fault as text, without the hash tables of universes, whose order is none.
fn without_tables(fault: &str) -> String {
    let after = |part: &str| part.split_once('}').map_or_else(|| part.to_owned(), |(_, rest)| rest.to_owned());
    let mut parts = fault.split("index: {");
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.map(after).collect::<String>()
}

fn same_in(rules: &str, expressions: &[&str]) {
    let all = |mut game: Game| -> Vec<String> {
        let answer = |n| match game.value(n) {
            Ok(value) => value.to_string(),
            Err(stop) => without_tables(&format!("{stop:?}")),
        };
        (0..expressions.len()).map(answer).collect()
    };
    let fast = all(Game::with(rules, expressions, NO_LIMITS));
    let reference = all(Game::with(rules, expressions, NO_LIMITS).by_reference());
    for ((expression, fast), reference) in expressions.iter().zip(fast).zip(reference) {
        assert_eq!(fast, reference, "{expression}");
    }
}

#[test]
fn fields_with_a_domain() {
    same(&[
        "sum(sg(Token(n, l)) * (7*n + l) for n in 0..200, l in 0..6)",
        "[(n, l) for n in 0..40, l in 0..6 if loses(Token(n, l))]",
        "sum(sg(Token(n, l)) for n in 0..20, l in 0..7)",
        "[l for n in 0..20, l in 0..9 if l > 6 or loses(Token(n, l))]",
        "sum(sg(Token(n, n - 10)) for n in 0..16)",
        "sum(sg(Token(n, n // 3)) + sg(Token(n, 0)) for n in 0..20)",
        "sum(sg(Bounded[m](n, 0)) * n for m in 1..9, n in 0..190)",
        "sum(sg(Bounded[3](n, 2)) for n in 190..200)",
        "sum(sg(Signed(n, x)) * (n + x) for n in 0..60, x in -2..2)",
        "sum(sg(Signed(n, x)) for n in 0..60, x in -3..2)",
    ]);
}

#[test]
fn every_aggregate() {
    same(&[
        "sum(sg(Kayles(n)) * (n + 1) for n in 0..300)",
        "sum(n ** 9 for n in 0..3000)",
        "sum(n / 2 for n in 0..300)",
        "count(loses(Wythoff(a, b)) for a in 0..40, b in a..40)",
        "[n for n in 0..100 if sg(Kayles(n)) == 0]",
        "{(a, b) for a in 0..20, b in a..20 if loses(Wythoff(a, b))}",
        "any(sg(Kayles(n)) > 8 for n in 0..500)",
        "any(sg(Kayles(n)) > 7 for n in 0..500)",
        "all(sg(Bash[3](n)) == n % 4 for n in 0..500)",
        "max(sg(Kayles(n)) for n in 0..500)",
        "min(n - sg(Kayles(n)) for n in 0..500)",
        "max(sg(Kayles(n)) for n in 0..<0)",
        "nimsum(sg(Kayles(n)) for n in 0..500)",
        "mex(sg(Wythoff(3, n)) for n in 0..60)",
        "[sg(Nim([a, b, c])) for a in 0..4, b in 0..4, c in 0..4]",
        "[wins(Stairs([a, b, 2])) for a in 0..4, b in 0..4]",
        "[if loses(misere Bash[2](n)) then n else -1 for n in 0..40]",
        "[sg(Bash[m](n) + Kayles(m)) for m in 1..6, n in 0..30]",
    ]);
}

#[test]
fn every_operator() {
    same(&[
        "[(a + b) * (a - b) - a * 3 + a // (b + 1) - a % (b + 1) + (a xor b) for a in 0..80, b in 0..5]",
        "[min(a, b, 7) + max(a, 2 * b) + abs(a - b) + gcd(a, b) + bit(a, b) for a in 0..80, b in 0..5]",
        "[if a < b then 1 else if a == b then a else -b for a in 0..80, b in 0..80]",
        "count(a < b <= 2 * a or not (a % 3 == 0) and b in 3..a for a in 0..80, b in 0..20)",
        "count(a in 3..<b implies (a > 10 iff b < 30) for a in 0..80, b in 0..20)",
        "count(b != 0 and a % b == 0 or a % 7 == 3 for a in 0..80, b in 0..20)",
        "sum(parity(a + b) * far(a, b) for a in 0..80, b in 0..20)",
        "sum(c for a in 0..80, b = a * a, c in b..b+2, d = a > 3 if d and c % 2 == 0)",
        "sum(a for a in 0..top if a < top // 2)",
        "[a for a in -3..<70, _ in 0..1]",
        "count(outcome(Kayles(n)) == \"P\" for n in 0..100)",
        "count(outcome(Hot(n)) == \"L\" for n in 0..20)",
        "[(n, x) for n in 0..20, x in 0..20 if outcome(Sides(n, x)) != \"N\" and left_first(Sides(x, n)) == \"R\"]",
        "count(outcome(misere Sides(n, x)) in {\"P\", \"L\"} for n in 0..20, x in 0..20)",
        "[if right_first(Sides(n, 2)) == \"L\" then n else outcome(Hot(n % 20)) == \"D\" and n < 0 for n in 0..70]",
        "[n for n in 0..70 if outcome(Bash[2](n)) in [\"L\", \"N\"] and left_first(Kayles(n)) == \"R\"]",
        "[outcome(Sides(n, 3) + Hot(n)) == \"N\" for n in 0..5]",
        "sum(a | b & 6 for a in 0..80, b in 0..20)",
    ]);
}

/// What was found for lists of one length says nothing of another.
#[test]
fn lists_of_several_lengths_in_turn() {
    same(&[
        "[sg(Stairs([a, b, c])) for a in 0..6, b in 0..6, c in 0..6]",
        "[sg(Stairs([a, b])) for a in 0..9, b in 0..9]",
        "[sg(Nim([a, b, c])) for a in 0..5, b in 0..5, c in 0..5]",
        "[sg(Nim([a])) for a in 0..90]",
        "[sg(Nim([a, b])) for a in 0..20, b in 0..20]",
        "sg(Nim([0, 0, 0]))",
        "[loses(Stairs([a, b, c])) for a in 0..9, b in 0..9, c in 0..9]",
        "[n for n in 0..70 if loses(Stairs([n]))]",
    ]);
}

#[test]
fn faults_are_those_of_the_first_instance() {
    same(&[
        "sum(100 // (50 - n) for n in 0..100)",
        "any(100 // (50 - n) < 0 or n == 49 for n in 0..100)",
        "any(100 // (50 - n) == 50 for n in 0..100)",
        "sum(sg(Kayles(30 - n)) for n in 0..100)",
        "sum(sg(Bad(n)) for n in 0..10)",
        "[n for n in 0..100 if sg(Bash[9 - n](4)) > 0]",
        "sum(far(n - 40, 3) for n in 0..100)",
        "sum(n * 9223372036854775807 for n in 0..100)",
        "[n * 9223372036854775807 for n in 0..70]",
        "sum((n xor 1 - n) for n in 0..100)",
        "sum(n ** (5 - n) for n in 0..100)",
        "[9223372036854775800 + n for n in 0..70]",
        "sum(sg(Nim([n, 3 - n])) for n in 0..10)",
        "count(sg(Wythoff(a, b)) == sg(Wythoff(b, a)) for a in 0..30, b in 0..1000 if b < 10 // (29 - a))",
    ]);
}

#[test]
fn an_early_end_asks_little_more() {
    let limits = Limits { max_states: 200_000, ..NO_LIMITS };
    // The first P-position ends it; a heap of a million would pass the limit.
    let mut game = Game::with(RULES, &["any(loses(Wythoff(n, n)) for n in 0..1000000)"], limits);
    assert_eq!(game.value(0).expect("true at once").to_string(), "true");
}

#[test]
fn a_position_is_counted_once() {
    let mut game = Game::with(RULES, &["sum(sg(Wythoff(a, b)) for a in 0..30, b in 0..30)"], NO_LIMITS);
    assert_eq!(game.value(0).expect("a number").to_string(), "18284");
    let positions = game.engine.stats().positions;
    // The whole table of the layout is filled at most.
    assert!((31 * 31..=64 * 64).contains(&positions), "{positions}");
    let _ = game.value(0);
    assert_eq!(game.engine.stats().positions, positions);
}

/// A random expression of numbers `a` and `b`, as text.
fn number() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("a".to_owned()),
        Just("b".to_owned()),
        (0i64..12).prop_map(|n| n.to_string()),
        Just("sg(Kayles(abs(a)))".to_owned()),
    ];
    leaf.prop_recursive(3, 24, 3, |inner| {
        let ops = prop::sample::select(vec!["+", "-", "*", "//", "%", "xor", "|", "&"]);
        let orders = prop::sample::select(vec!["<", "<=", "==", "!=", ">", ">="]);
        prop_oneof![
            3 => (inner.clone(), ops, inner.clone()).prop_map(|(x, op, y)| format!("({x} {op} {y})")),
            1 => (inner.clone(), orders, inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(x, o, y, t, e)| format!("(if {x} {o} {y} then {t} else {e})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(x, y)| format!("max({x}, {y})")),
            1 => inner.clone().prop_map(|x| format!("far(abs({x}), 5)")),
            1 => (inner.clone(), inner.clone(), inner)
                .prop_map(|(x, y, z)| format!("(if {x} > 0 and {y} % {z} == 0 or {z} < 3 then 1 else 0)")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn random_expressions(body in number(), guard in number()) {
        let expressions = [
            format!("[{body} for a in -2..70, b in 0..3]"),
            format!("sum({body} for a in 0..70, b in 0..min(a, 3) if ({guard}) % 3 != 1)"),
        ];
        same(&expressions.each_ref().map(|e| &e[..]));
    }
}

#[test]
fn counts_over_boxes_are_those_of_the_instances() {
    same(&[
        "count(loses(Kayles(a) + Kayles(b) + Kayles(c)) for a in 0..60, b in a..60, c in b+1..60)",
        "count(wins(Kayles(a) + Bash[3](2 * b) + Kayles(7)) for a in 0..300, b in 3..300 if b % 3 != 1 and a > 5)",
        "sum(sg(Kayles(a) + Kayles(b)) * 3 - 1 for a in 0..300, b in a // 2..a)",
        "count(sg(Kayles(a) + Kayles(b)) == 3 for a in 0..<0, b in 0..500)",
        "count(sg(Kayles(a) + Kayles(b) + Kayles(c)) > 2 for a in 0..50, b in 40 - a..60, c in 0..70)",
        "count(loses(sum(Bash[2](x) for x in [a, b, c])) for a in 0..40, b in 0..40, c in 0..70)",
        "sum(sg(Kayles(200 - a) + Kayles(b)) for a in 0..250, b in 0..300)",
        "count(a in {b, 3} and popcount(a) == 1 or is_fib(b) for a in 0..80, b in 0..20)",
        "sum(floor(sqrt(a * b)) + popcount(b) for a in 0..80, b in 0..20)",
        "sum(floor(sqrt(a - 3)) for a in 0..80)",
        "sum(fib(a) for a in 0..95)",
        "count(wins(Divisor(a) + Divisor(b) + Divisor(c)) for a in 1..40, b in 1..60, c in 1..40)",
        "sum(sg(Divisor(a)) for a in 1..300)",
        "count(wins(misere Divisor(a)) for a in 1..300)",
    ]);
}

#[test]
fn a_box_is_counted_without_going_through_it() {
    let expression = "count(loses(Kayles(a) + Kayles(b) + Kayles(c)) for a in 0..30000, b in a..30000, c in b..30000)";
    // Gone through one by one, this would take days.
    let count = Game::with(RULES, &[expression], NO_LIMITS).value(0).expect("a number");
    // Multisets of three by Burnside's lemma, from how often each value occurs among the heaps.
    assert_eq!(count.to_string(), "793547526");
}

#[test]
fn fields_that_are_sets() {
    same_in(
        SETS,
        &[
            "sum(sg(Used(n, {a, b})) * (n + a * b) for n in 0..30, a in 1..5, b in a..6)",
            "sum(sg(Used(n, {})) * n + sg(Used(n, odd)) for n in 0..30)",
            "sum(sg(Used(n, {a, b})) for n in 0..9, a in 1..5, b in a..7)",
            "[a for n in 0..9, a in 0..5 if a > 0 and loses(Used(n, {a}))]",
            "count(wins(misere Slide({a, b} | {c})) for a in 0..7, b in 0..7, c in 0..7)",
            "sum(sg(Slide({a, b, c} - {b})) * (a + b) for a in 0..7, b in 0..7, c in 0..7)",
            "sum(sg(Slide({a, a + 1} & {b, c})) for a in 0..9, b in 0..7, c in 5..9)",
            "sum(sg(Slide({a, b} xor (0..3))) for a in 0..7, b in 0..7)",
            "sum(sg(Slide({a} - {b, b + 5})) for a in 0..7, b in 0..7)",
            "sum(sg(Slide(a..b)) + sg(Slide(0..<a)) for a in 0..7, b in 0..7)",
            "sum(sg(Slide(a..b)) for a in 0..7, b in 5..8)",
            "sum(sg(Slide((a..b) & (2..20))) for a in 0..7, b in 0..20)",
            "sum(sg(Slide(both(a, b)) + Slide({b})) for a in 0..7, b in 0..7)",
            "sum(sg(Gaps({a, 4})) for a in [1, 6, -3])",
            "sum(sg(Gaps({6*a - 2, 4, 1})) for a in 1..1, b in 0..9)",
            "sum(sg(Gaps({a})) for a in 0..9 if a in {1, 4, 6})",
            "sum(sg(Gaps({a})) for a in 4..9)",
            "sum(sg(Cells({(r, c), (c, r)} | {(1, c)})) * (r + 3 * c) for r in 0..2, c in 0..2)",
            "sum(sg(Cells({(r, c), (c, r)})) for r in 0..3, c in 0..2)",
            "sum(sg(Cells({(r, c, 0)})) for r in 0..2, c in 0..2)",
            "sum(sg(Walls(n, {a, b})) * n for a in 0..9, b in 7..9, n in 0..40)",
            "sum(sg(Walls(n, {a})) * n for n in 0..20, a in 0..40)",
            "sum(sg(Wide({a, b, a + 1})) for a in 1..60, b in 60..69)",
            "sum(sg(Grown[m]({a, b})) for m in 5..9, a in 1..5, b in 1..5)",
            "sum(sg(Grown[m]({m, b})) for m in 1..9, b in 1..5)",
            "sum(sg(Own(n, {a})) for n in 3..9, a in 0..3)",
            "count(wins(Crosses({i, j})) for i in 1..7, j in i..8)",
            "count(outcome(Crosses({i, j} | {3})) == \"P\" for i in 1..7, j in i..8)",
            "all(sg(Slide({a, b})) == sg(Slide({b}) + Slide({a})) for a in 0..7, b in 0..7)",
            "sum(sg(Drive({a, b})) * (a[0] + b[1]) for a in rect(3, 3), b in rect(3, 3))",
            "sum(sg(Drive(s)) for s in subsets(rect(3, 3), 4))",
            "sum(sg(Fork({a, b} | {a + 1})) for a in 0..6, b in 0..7)",
        ],
    );
}

#[test]
fn variables_that_are_sets_lists_and_tuples() {
    same_in(
        SETS,
        &[
            "sum(sg(Slide(s)) * (len(s) + sum(s)) for s in subsets(0..7))",
            "[s for s in subsets(0..7, 3) if loses(Slide(s))]",
            "sum(sg(Slide(s | {2})) for s in subsets({1, 2, 5, 7}, 1..3) if 5 in s and 2 not in s)",
            "sum(sg(Slide(s | {k})) * k for k in 0..7, s in subsets(3..6, {0, 2, 4}))",
            "sum(sg(Slide(s)) for s in subsets(1..9, 2) if max(s) <= 7)",
            "[s for s in subsets(1..9, 2) if len(s) == 2 and sg(Slide(s)) > 0]",
            "sum(min(s) * sg(Slide(s)) for s in subsets(0..7, 1..9))",
            "sum(sg(Slide(s)) * min(s) for s in subsets(0..7))",
            "sum(sg(Slide(s)) for s in subsets(0..7, 9))",
            "sum(sg(Slide(s)) for s in subsets({}))",
            "sum(sg(Slide(s)) for n in 1..3, s in subsets(0..n))",
            "[s for s in subsets({-3, 1, 4, 6}, 2) if loses(Gaps(s)) or -3 in s]",
            "sum(sg(Cells(s)) for s in subsets(rect(2, 3), 3) if (0, 1) in s)",
            "sum(sg(Cells({p, q})) * (p[0] + 5 * q[1]) for p in rect(3, 3), q in rect(3, 3))",
            "sum(sg(Cells({p, p + (0, 1)} & {p, (2, 2)})) for p in rect(3, 3))",
            "[(r, c) for (r, c) in rect(3, 3) if loses(Cells({(r, c), (c, 1)}))]",
            "sum(sg(Cells({(r, 1)})) for (r, _) in rect(4, 3))",
            "sum(sg(Visit(p, {p})) for p in rect(3, 3))",
            "sum(sg(Row(h)) * (h[0] + 4 * h[1] + h[i]) for h in choices(0..3, 0..3, {1, 3}), i in 0..2)",
            "sum(sg(Row(h)) * h[i] for h in choices(0..3, 0..3), i in 0..2)",
            "[h for h in choices(0..2 for _ in 1..3) if loses(Row(h)) and sum(h) != max(h) and len(h) > min(h)]",
            "sum(sg(Row(h)) for h in choices(0..3, 2..4))",
            "sum(sg(Row(h)) for h in choices(0..3, {}))",
            "count(loses(Heaps(h)) for h in choices([2, 1, 2], 0..3, 0..4))",
            "count(loses(Heaps([a, b]) + Slide({a})) for (a, b) in choices(0..3, 0..4))",
            "sum(sg(Slide(s)) * h[0] for h in choices(0..1, 0..1), s in subsets(0..4) if h[0] != h[1])",
            "sum(sg(Wide(s)) for s in subsets(1..70, 1))",
            "any(sg(Slide(s)) > 2 and 7 in s for s in subsets(0..7))",
        ],
    );
}

/// A random set of numbers made of `a`, `b` and the set `s`, as text.
fn set() -> impl Strategy<Value = String> {
    let leaves =
        ["{a}", "{a, b}", "{b, a, b}", "{}", "s", "{1, 3}", "(a..b)", "(0..<a)", "{b + 1}", "odd", "few", "two(a, b)"];
    prop::sample::select(leaves.to_vec()).prop_map(str::to_owned).prop_recursive(2, 8, 2, |inner| {
        (inner.clone(), prop::sample::select(vec!["|", "&", "-", "xor"]), inner)
            .prop_map(|(x, op, y)| format!("({x} {op} {y})"))
    })
}

const DOMAINS: [&str; 5] = ["0..5", "{-1, 0, 2, 3, 7}", "1..4", "0..19", "{0, 5, 70}"];
const SUBSETS: [&str; 5] =
    ["subsets(0..3)", "subsets({0, 2, 3}, 2)", "subsets(1..4, {0, 3})", "subsets(0..9, 1)", "subsets({}, 0)"];
const MOVES: [&str; 5] = [
    "(x in t) if n > 0 -> G(n - 1, t - {x, x + 1})",
    "(x in t) if n > 1 and x > 1 and x - 1 in DOMAIN and x - 1 not in t -> G(n - 2, t - {x} | {x - 1})",
    "(x in DOMAIN) if n > 0 and x not in t -> G(n - 1, t | {x})",
    " if n > 0 and 3 in t -> G(n - 1, t)",
    "(k in 1..2) if n >= k and len(t) > 1 -> G(n - k, t xor t)",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn random_sets(
        domain in prop::sample::select(&DOMAINS[..]),
        subsets in prop::sample::select(&SUBSETS[..]),
        moves in prop::sample::subsequence(&MOVES[..], 1..3),
        own in set(), cut in set(), guard in set(), misere in any::<bool>(),
    ) {
        let moves: Vec<String> =
            (0..).zip(moves).map(|(i, m)| format!("  move m{i}{}\n", m.replace("DOMAIN", domain))).collect();
        let moves = moves.concat();
        let rules = format!(
            "let odd = {{1, 3}}\nlet few = 2..4\nfn two(x, y) = {{x}} | {{y}}\ngame G(n, t: set of {domain}) {{\n{moves}}}\n"
        );
        let asked = if misere { "(if wins(misere G(n, X)) then 1 else 0)" } else { "sg(G(n, X))" };
        let expressions = [
            format!("sum(({}) * (n + a * b) for n in 0..3, a in 0..5, b in 1..3, s in {subsets})", asked.replace('X', &format!("{own} & ({domain})"))),
            format!("[sg(G(a, {cut})) for a in 0..4, s in {subsets}, b in 0..a if a in s or len(s) == b]"),
            format!("[s for a in 1..3, s in {subsets}, b in 2..3 if loses(G(3, {guard} & (({domain}) - {{b}})) + G(a, s & ({domain})))]"),
        ];
        same_in(&rules, &expressions.each_ref().map(|e| &e[..]));
    }
}

/// Most positions of a table of sets are never asked for; where many are found, all of it is filled.
#[test]
fn tables_of_sets() {
    const RULES: &str = "
        game Used(n, used: set of 1..12) {
          move take(k in {2, 5, 9, 11, 12} - used) if k <= n -> Used(n - k, used | {k})
          move both(k in {1, 2} & used) if n > 0 and 3 in used -> Used(n - 1, used - {k})
        }
        game Slide(t: set of 1..18) { move go(x in t, d in 1..3) if x > d and x - d not in t -> Slide(t - {x} | {x - d}) }
    ";
    same_in(
        RULES,
        &[
            "sum(sg(Used(n, {a, b, c})) * (n + a * b + c) for n in 0..23, a in 1..10, b in a+1..11, c in b+1..12)",
            "sum(sg(Slide(s)) * max(s) for s in subsets(1..18, 3))",
            "sg(Slide({2, 5, 9, 11}))",
        ],
    );
}
