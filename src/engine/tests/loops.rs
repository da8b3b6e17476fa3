//! Mechanisms that meet in one loop: rounds written out, steps, halves, early ends, accumulators, hoisted and tabulated
//! conditions, checks that cannot fail. Every pair of the spellings that call for them stands once in one move and once
//! around each other, against the reference search.

use super::eval;

/// What the loop's variable `k` runs over; always from 1 to `x` in the end.
const RANGES: [&str; 8] = [
    "k in 1..x",
    "k in 1..<x+1",
    "k in max(1, x - y)..min(x, 2*y + 1)",
    "k in {1, 3, 4}",
    "k in {1, y + 1, y + 3}",
    "k in {q*q for q in 1..x}",
    "k in divisors(x + 1)",
    "k in 1..2",
];

/// Another loop of the same move, around the first or in it.
const OTHERS: [&str; 6] = ["j in 0..2", "j in 0..k", "j in k..x", "j in {0, 2, y}", "j in 0..y", "j in 1..k//2 + 1"];

/// Conditions: which mechanism each calls for is said beside it.
const GUARDS: [&str; 14] = [
    "k*k <= x + 3",                               // ends early
    "2*k <= x",                                   // a half
    "k % 3 == x % 3",                             // steps
    "k % 2 == 1",                                 // steps of a constant
    "sum(q for q in 1..k) % 3 != 1",              // an accumulator
    "count(q*q % 4 == 1 for q in 0..y) % 2 == 0", // hoisted
    "any(y - q == 2 for q in 1..y)",              // hoisted, may be empty
    "gcd(k, y + 6) == 1",                         // tabulated
    "T[k % 5] + y > 3",                           // a table whose place cannot fail
    "(k < 5 and T[k] != 1 or k >= 5)",            // a table whose place a condition protects
    "all(q xor k != y for q in 0..2)",            // rounds written out
    "k xor y <= x",                               // neither grows nor falls
    "max(k, y) - min(k, y) < 4",                  // grows, then falls
    "k != y",                                     // leaves one round out
];

/// Where the move leads; the loop takes from the first field.
const TARGETS: [&str; 5] = [
    "G(x - k, y)",
    "G(x - k, min(y, k))",
    "G(x - k, (y + k) % 7)",
    "G(x - k, if k > y then y else k - 1)",
    "G(x - k, min(6, sum(q % 2 for q in 0..k)))",
];

/// The values of a box one by one, small enough to be searched and large enough for a table, and both ways of play.
fn tried(moves: &str) {
    let text = format!("let T = [2, 0, 3, 1, 4]\ngame G(x, y) {{\n{moves}\n}}\n");
    eval(&text, &["sg(G(8, 4))", "[sg(G(x, y)) for x in 0..7, y in 0..4]"]);
    eval(&text, &["sum(sg(G(x, y)) for x in 0..18, y in 0..4)", "loses(misere G(8, 3))"]);
}

fn one(binders: &str, guards: &[&str], target: &str) -> String {
    format!("  move m({binders}) if {} and k <= x -> {target}", guards.join(" and "))
}

/// Two conditions, in both orders: what is known of the first must not leak into the second.
#[test]
fn conditions_in_pairs() {
    for (i, first) in GUARDS.iter().enumerate() {
        for (j, second) in GUARDS.iter().enumerate() {
            // The ranges and targets go round.
            let range = RANGES[(i + 3 * j) % RANGES.len()];
            tried(&one(range, &[first, second], TARGETS[(i + j) % TARGETS.len()]));
        }
    }
}

/// Each condition over each range, with each target.
#[test]
fn ranges_with_conditions_and_targets() {
    for (i, range) in RANGES.iter().enumerate() {
        for (j, guard) in GUARDS.iter().enumerate() {
            tried(&one(range, &[guard], TARGETS[(i + j) % TARGETS.len()]));
        }
        for target in TARGETS {
            tried(&one(range, &["true"], target));
        }
    }
}

/// Two loops, of which the inner or the outer one is cut by a condition, and a second move beside them whose variables
/// have the same places.
#[test]
fn loops_in_loops_and_side_by_side() {
    for (i, other) in OTHERS.iter().enumerate() {
        for (j, guard) in GUARDS.iter().enumerate() {
            let range = RANGES[(i + j) % RANGES.len()];
            let inner = format!("{range}, {other}");
            let joined = format!("(k + j) % 2 == {}", j % 2);
            let moves = one(&inner, &[guard, &joined], "G(x - k, min(6, j))");
            let beside =
                one("q in 0..1, k in 1..x", &[&guard.replace("q ", "p ").replace(" q", " p"), "q != y"], "G(x - k, q)");
            tried(&if j % 2 == 0 { format!("{moves}\n{beside}") } else { format!("{beside}\n{moves}") });
        }
    }
}

/// Heaps that are split: both halves of the loop give the same sums, or a condition tells them apart.
#[test]
fn splits() {
    for (i, guard) in GUARDS.iter().enumerate() {
        for second in [GUARDS[(i + 5) % GUARDS.len()], "true", "2*k <= x"] {
            let split = one("k in 1..<x", &[guard, second], "G(k, y) + G(x - k, y)");
            tried(&format!("{split}\n  move less if y > 0 -> G(x, y - 1)"));
            let taken = one("j in 1..2, k in 0..x-j", &[guard, second, "j <= x"], "G(k, y) + G(x - j - k, y)");
            tried(&taken);
        }
    }
}
