//! Orders of tables by a sum that falls, loops over divisors, loops of which one half says all; and near misses.

use proptest::prelude::*;

use super::kinds::{compare, positions};
use super::{Game, NO_LIMITS, plan_of};
use crate::engine::packed::Order;

#[test]
fn sums_of_fields_that_fall() {
    let falling = "
        game Carry(a, b) {
          move ab(k in 1..a, j in 0..<k) -> Carry(a - k, b + j)
          move ba(k in 1..b, j in 0..<k) -> Carry(a + j, b - k)
        }
        game Knight(x, y) {
          move a if x >= 1 and y >= 2 -> Knight(x - 1, y - 2)
          move c if y >= 2 -> Knight(x + 1, y - 2)
          move d if x >= 2 -> Knight(x - 2, y + 1)
        }
        game Heavy(a, b, turn: bool) {
          move one if a > 0 -> Heavy(a - 1, b + 2, not turn)
          move two(k in 1..3) if b >= k + 3 and turn -> Heavy(a + 1, b - k - 3, turn)
        }
        game Discard(a: 1..60, b: 1..60) {
          move first(x in 1..<a) -> Discard(x, a - x)
          move second(x in 1..<b) -> Discard(x, b - x)
          same as Discard(b, a)
        }
        game Leak(h: bag of nat) {
          move pour(i in indices(h), j in indices(h), k in 1..h[i]) if i != j -> Leak(h with [i: h[i] - k, j: h[j] + k // 2])
        }
        game Last(p: 0..3, n, q: 0..3) { move take(k in (1..3) - {p, q}) if k <= n -> Last(k, n - k, p) }";
    let by_a_sum = |ask: &str| {
        let plan = plan_of(falling, ask);
        assert!(plan.iter().all(|words| words.contains("table by a sum")), "{plan:?}");
        let mut slow = Game::with(falling, &[ask], NO_LIMITS).by_reference();
        let wanted = slow.value(0).expect("a value");
        for order in [Order::Table, Order::Columns] {
            let mut fast = Game::with(falling, &[ask], NO_LIMITS).with_order(order);
            assert_eq!(fast.value(0).expect("a value"), wanted, "{ask}");
        }
    };
    by_a_sum("sum(sg(Carry(x, y)) * (x + 31*y) for x in 0..9, y in 0..12)");
    by_a_sum("[sg(Carry(x, 12 - x)) for x in 0..12]");
    by_a_sum("count(wins(Knight(x, y)) for x in 0..14, y in 0..9)");
    by_a_sum("sum(sg(Knight(x, y)) * (x + 31*y) for x in 0..14, y in 0..9)");
    by_a_sum("sum(sg(Heavy(a, b, true)) * (a + 31*b) for a in 0..6, b in 0..9)");
    by_a_sum("sum(sg(Discard(a, b)) * (a + 31*b) for a in 1..20, b in 1..20)");
    by_a_sum("sum(sg(Leak([a, b, c])) * (a + 31*b + c) for a in 0..5, b in a..7, c in b..7)");
    by_a_sum("sum(sg(Last(p, n, 0)) * (p + n) for p in 0..3, n in 0..60)");
}

#[test]
fn sums_of_fields_that_may_stay() {
    // Play ends, but no small sum says so.
    let rules = "
        game Stay(a, b, c: 0..3) {
          move ab(k in 1..a) -> Stay(a - k, b + k, c)
          move ba(k in 1..b) if c > 0 -> Stay(a + k, b - k, c - 1)
          move down if b > 0 -> Stay(a, b - 1, c)
        }
        game Grow(a, b) {
          move ab(k in 1..min(a, 2)) -> Grow(a - k, b + k + 1)
          move ba(k in 2..min(b, 5)) if k % 2 == 0 -> Grow(a + k // 2 - 1, b - k)
        }";
    for ask in [
        "sum(sg(Stay(a, b, c)) * (a + 31*b + c) for a in 0..5, b in 0..5, c in 0..3)",
        "[sg(Stay(a, 5 - a, 2)) for a in 0..5]",
        "sum(sg(Grow(a, b)) * (a + 31*b) for a in 0..6, b in 0..8)",
    ] {
        plan_of(rules, ask);
    }
}

#[test]
fn loops_over_what_divides() {
    let rules = "
        game Div(n) {
          move minus(d in 1..n // 2) if n % d == 0 -> Div(n - d)
          move over(p in 2..n) if n % p == 0 and is_prime(p) -> Div(n // p)
        }
        game Near(n) {
          move rest(d in 2..n) if n % d == 1 -> Near(n - d)
          move of(d in 3..n + 40) if d % (n + 1) == 0 and d <= n + 2 -> Near(n - 1)
          move more(d in 2..n - 1) if (n + 1) % d == 0 -> Near(d - 1)
          move zero(d in 1..100) if (n - 3) % d == 0 and d < n -> Near(n - d)
        }
        game Two(a, b) {
          move x(d in 1..a) if b % d == 0 -> Two(a - d, b)
          move y(d in 1..b) if (a + b) % d == 0 and d > 1 -> Two(a, b - d)
        }";
    for ask in
        ["[sg(Div(n)) for n in 0..120]", "[sg(Near(n)) for n in 0..70]", "[sg(Two(a, b)) for a in 0..14, b in 0..14]"]
    {
        plan_of(rules, ask);
    }
}

#[test]
fn remainders_and_few_elements() {
    let rules = "
        game Clock(n, s: 0..8, t: 1..6) {
          move on(k in 1..4) if k <= n -> Clock(n - k, (s + 2*k) % 9, t)
          move back(k in 1..3) if k <= n and s != t -> Clock(n - k, (s - k) % 9, (s + k) % t + 1)
          move far(k in 5..7) if k <= n -> Clock(n - k, (s + t + k - 12) % 9, (7 * k + s) // 13 % 6 + 1)
        }
        game Two(n, p: 0..5, q: 0..5) { move take(k in (1..5) - {p, q}) if k <= n -> Two(n - k, k, p) }
        game Turn(n, t: 0..5) { move take(k in 1..t+1) if k <= n and k != 3 -> Turn(n - k, (t + 1) % 6) }
        let parent = [0] ++ [(i - 1) // 2 for i in 1..5] ++ [3, 6]
        let below = [{j for j in 0..<8 if j == i or parent[j] == i} for i in 0..<8]
        game Tree(s: set of 0..<8) {
          move fell(v in s) if v > 0 -> Tree(s - below[v])
          move leaf(v in s) if v > 0 and parent[v] in s and len(s & below[v]) == 1 -> Tree(s - {v, parent[v]})
        }
        game Pick(n, used: set of 2..6) { move take(k in (2..6) - used) if k <= n + 1 -> Pick(n + 1 - k, {k, 2}) }";
    for ask in [
        "[sg(Clock(n, 3, 2)) for n in 0..40]",
        "sum(sg(Clock(n, s, t)) * (n + s + t) for n in 0..14, s in 0..8, t in 1..6)",
        "[sg(Two(n, 0, 0)) for n in 0..90]",
        "sum(sg(Two(n, p, q)) * (n + p + q) for n in 0..30, p in 0..5, q in 0..5)",
        "[sg(Pick(n, {3})) for n in 0..60]",
        "sum(sg(Turn(n, t)) * (n + t) for n in 0..40, t in 0..5)",
        "sum(sg(Tree(s)) for s in subsets(0..<8, 4))",
    ] {
        let plan = plan_of(rules, ask);
        assert!(plan.iter().all(|words| words.contains("table")), "{plan:?}");
    }
}

/// A split of a heap whose two halves may give the same, or not quite.
fn split() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "G(k) + G(x - k)",
        "G(x - k) + G(k)",
        "G(k) + G(k)",
        "G(k - 1) + G(x - k)",
        "G(k - 1) + G(x - k - 1)",
        "G(x - k)",
        "G(k - 1) + G(max(x - k - 1, 0))",
    ]);
    let ranges = prop::sample::select(vec!["1..<x", "1..x", "1..x - 2", "2..x - 2", "1..min(x - 1, 7)"]);
    let guards = prop::sample::select(vec![
        "",
        " if 2*k != x",
        " if k != x - k and x % 3 != 1",
        " if k != 3",
        " if k % 2 == 1",
        " if k != 2 and x - k != 2",
        " if k < x - k",
        " if k < x and x - k > 1",
        " if abs(x - 2*k) > 1",
    ]);
    (pieces, ranges, guards).prop_map(|(pieces, range, guard)| {
        let guard = if guard.is_empty() { " if x > k".to_owned() } else { format!("{guard} and x > k") };
        format!("(k in {range}){guard} -> {pieces}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn splits_with_two_halves(first in split(), second in split()) {
        let text = format!("game G(x) {{\n  move a{first}\n  move b{second}\n}}\n");
        compare(&text, &positions(1, 10))?;
    }

    #[test]
    fn splits_of_bags(guard in prop::sample::select(vec!["", " if k != 2", " if 2*k != h", " if k % 3 != 1"])) {
        let (x, y, h) = (guard.replace('h', "x"), guard.replace('h', "y"), guard.replace('h', "h[i]"));
        let text = format!(
            "game G(x, y) {{ move s(k in 1..<x){x} -> G(k, x - k)  move t(k in 1..<y){y} -> G(k, y - k)  same as G(y, x) }}
             game B(h: bag of nat) {{ move s(i in indices(h), k in 1..<h[i]){h} -> B([k, h[i] - k]) }}",
        );
        plan_of(&text, "[sg(G(a, b)) for a in 1..12, b in 1..12]");
        plan_of(&text, "[sg(B([a, b])) for a in 0..12, b in 0..12]");
    }
}
