//! Random rules with functions of numbers, steps and memberships, position by position against the reference search.

use proptest::prelude::*;

use super::super::packed::Order;
use super::kinds::{compare, positions};
use super::{Game, NO_LIMITS};
use crate::base::Limits;

/// Numbers of a move that takes `k` from `x`, of fields `x` and `y`; some are at fault, or nothing, at some positions.
const AMOUNTS: [&str; 16] = [
    "gcd(x, y)",
    "gcd(x - k, y)",
    "gcd(k, y, x + 4)",
    "gcd(x - 2*y, k)",
    "sum(digits(x, 3))",
    "max(digits(x + 1, 2))",
    "min(digits(x + y + 1, 3))",
    "len(digits(x*y, 2))",
    "nimsum(digits(x + k, 4))",
    "sum(d*d for d in digits(x, 2) if d > 0)",
    "len(divisors(k + y + 1))",
    "sum(divisors(k + 1)) - 1",
    "v2(x + y + k + 1)",
    "fib(x % 7)",
    "2**(x % 5)",
    "k**(y + 1)",
];

/// Numbers that some positions have no value for.
const FAULTS: [&str; 6] =
    ["x % y", "gcd(x, 2*y) // gcd(y, y)", "v2(x - y)", "len(divisors(y))", "sum(digits(x - y, 2))", "x // (y - 1)"];

/// Truths about the same numbers.
const GUARDS: [&str; 12] = [
    "gcd(x - k, y) == 1",
    "is_prime(x - k)",
    "is_prime(x*y + k - 3)",
    "is_fib(x - k + y)",
    "k in digits(x + 4*y, 3)",
    "k in divisors(x + y + 1)",
    "all(d != 1 for d in digits(abs(x - k), 3))",
    "any(d == k for d in digits(x + y, 5))",
    "y == 0 or gcd(x, y) < y",
    "y > 0 and x % y <= k",
    "x - k in {1, 2, 4, 5, 9} or v2(x + 2) > 0",
    "k <= 3**(y % 3)",
];

/// Domains of `k`.
const DOMAINS: [&str; 7] =
    ["1..x", "digits(x + 9*y, 4)", "divisors(x + y + 1)", "divisors(x*y + 12)", "1..gcd(x, y)", "y..x", "divisors(x)"];

/// Domains of a second variable, and guards that are monotone in the first whatever the second is, or nearly so.
const INNER: [&str; 6] = ["0..3", "0..20", "i..x", "1..i", "0..y", "y..17"];
const WEAKENED: [&str; 10] = [
    "i*i + 2**e < x + 3",
    "i + e <= x",
    "x - i > e*e",
    "i*e <= x",
    "i*i <= x and e < y + 2",
    "(i + e)**2 < x + 9",
    "2**e < x - i + 2 and i > 1",
    "gcd(i, e) == 1 and i*e < x",
    "i*i - 2*i*e < x",
    "i + 1 < x or e == 2",
];

/// Memberships in sets of more than a few elements.
const MEMBERS: [&str; 8] = [
    "(x - k, y) in wall",
    "(x + k, y + 2*k - 3) in wall",
    "(k, x*y - 4) in wall",
    "x*y - k in some",
    "(3*x - k)**2 in some",
    "x + 7*y in mixed",
    "(k, k + y) in mixed",
    "x**9 - k in some",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn functions_of_numbers(
        domain in 0..DOMAINS.len(),
        amount in 0..AMOUNTS.len(),
        guard in 0..GUARDS.len(),
        other in 0..AMOUNTS.len(),
    ) {
        let (domain, amount, guard, other) = (DOMAINS[domain], AMOUNTS[amount], GUARDS[guard], AMOUNTS[other]);
        let domain = domain.replace("divisors(x)", "divisors(x + 1)");
        let text = format!(
            "game G(x, y) {{\n  move a(k in {domain}, m = {amount}) if 0 < m <= x and ({guard}) -> G(x - m, y)\n  \
             move b(k in 1..y) if ({guard}) and k != {other} -> G(x, y - k)\n  move c if x > 0 and y > 0 -> G(x - 1, y - 1)\n}}\n"
        );
        compare(&text, &positions(2, 6))?;
    }

    #[test]
    fn steps_of_a_remainder(m in 0..7usize, r in 0..6usize, form in 0..8usize, more in 0..4usize, high in 0..4usize) {
        let m = ["2", "3", "y", "y + 1", "z % 4 + 1", "x + 1", "z"][m];
        let r = ["0", "1", "y", "2", "z - 1", "x % 3"][r];
        let left = ["k", "(x - k)", "(k + y)", "(2*k)", "(x + z - k)", "(k*k)", "(y - k)", "(3 - k + x)"][form];
        let more = ["", " and (x - k) % 2 == 0", " and k*k <= x + 3", " and x - k > y"][more];
        let high = ["x", "min(x, y)", "x - 1", "x//2"][high];
        let text = format!(
            "game G(x, y, z) {{\n  move a(k in 1..{high}) if {left} % ({m}) == {r}{more} -> G(x - k, y, z)\n  \
             move b(k in 1..y) if z > 0 and k % z == {r} -> G(x, y - k, z)\n  move c if z > 0 -> G(x, y, z - 1)\n}}\n"
        );
        agree(&text, "[sg(G(x, y, z)) for x in 0..7, y in 0..3, z in 1..3]")?;
        agree(&text, "[wins(G(x, y, 3 - z)) for x in 0..7, y in 0..3, z in 0..3]")?;
    }

    #[test]
    fn loops_that_end_where_the_weakest_guard_fails(
        inner in 0..INNER.len(),
        guard in 0..WEAKENED.len(),
        other in 0..WEAKENED.len(),
        two: bool,
    ) {
        let (inner, guard, other) = (INNER[inner], WEAKENED[guard], WEAKENED[other]);
        let second = if two { format!("  move b(i in 1..x, e in 0..2) if {other} -> G(x - i, e)\n") } else { String::new() };
        let text = format!(
            "game G(x, y) {{\n  move a(i in 1..x, e in {inner}) if {guard} -> G(x - i, min(e, 5))\n{second}  \
             move c if y > 0 -> G(x, y - 1)\n}}\n"
        );
        compare(&text, &positions(2, 6))?;
    }

    #[test]
    fn memberships(rest in 0..5usize, member in 0..MEMBERS.len(), not: bool, other in 0..MEMBERS.len()) {
        let (member, other) = (MEMBERS[member], MEMBERS[other]);
        let member = if not { member.replace(" in ", " not in ") } else { member.to_owned() };
        let text = format!(
            "let wall = {{(r, c) for (r, c) in rect(9, 12) if (r*r + 3*c) % 5 == {rest}}}\n\
             let some = {{3*n*n - 20*n for n in 0..40 if n % 5 != {rest}}}\n\
             let mixed = wall | {{n for n in 0..90 if n % 4 == {rest}}}\n\
             game G(x, y) {{\n  move a(k in 1..x) if {member} -> G(x - k, y)\n  \
             move b(k in 1..y) if {other} or k == y -> G(x, y - k)\n}}\n"
        );
        compare(&text, &positions(2, 6))?;
    }

    #[test]
    fn faults_where_a_function_has_no_value(fault in 0..FAULTS.len(), guard in 0..5usize, x in 0..6usize, y in 0..4usize) {
        let guard = ["x > 0", "y > 1 and x > 0", "x > y", "y > 0 or x > 3", "k > 0"][guard];
        let fault = FAULTS[fault];
        let rules = format!(
            "game G(x, y) {{\n  move a(k in 1..x) if {guard} and ({fault}) % 2 == k % 2 -> G(x - k, y)\n  \
             move b if y > 0 and x > 0 -> G(x - 1, y - 1)\n}}\n"
        );
        agree(&rules, &format!("sg(G({x}, {y}))"))?;
        agree(&rules, &format!("[sg(G(a, b)) for a in 0..{x}, b in {y}..5]"))?;
    }
}

/// The same value or the same fault as from the reference engine.
fn agree(rules: &str, expression: &str) -> Result<(), TestCaseError> {
    let mut fast = Game::with(rules, &[expression], NO_LIMITS);
    let mut slow = Game::with(rules, &[expression], NO_LIMITS).by_reference();
    let words = |found: Result<crate::value::Value, crate::eval::Stop>| match found {
        Ok(value) => value.to_string(),
        Err(stop) => format!("{stop:?}"),
    };
    prop_assert_eq!(words(fast.value(0)), words(slow.value(0)), "{}\n{}", rules, expression);
    Ok(())
}

/// Rules that are to run as machine code, for many positions.
fn native(rules: &str, expression: &str) {
    agree(rules, expression).expect("the same values");
    let mut game = Game::with(rules, &[expression], NO_LIMITS);
    game.value(0).expect("a value");
    let plan = game.engine.plan();
    assert!(plan.iter().all(|(_, words)| !words.starts_with("search")), "{rules}: {plan:?}");
}

#[test]
fn functions_of_numbers_are_machine_code() {
    for amount in AMOUNTS {
        let rules = format!(
            "game G(x, y) {{ move a(k in 1..x, m = {amount}) if m > 0 -> G(x - min(m, x), y)  move b if y > 0 -> G(x, y - 1) }}"
        );
        native(&rules, "[sg(G(x, y)) for x in 0..9, y in 0..3]");
    }
    for guard in GUARDS {
        let rules =
            format!("game G(x, y) {{ move a(k in 1..x) if {guard} -> G(x - k, y)  move b if y > 0 -> G(x, y - 1) }}");
        native(&rules, "[sg(G(x, y)) for x in 0..9, y in 0..5]");
    }
}

#[test]
fn large_sets_are_tables_of_bits() {
    let walls = "let wall = {(r, c) for (r, c) in rect(150, 150) if (r*r + 3*c) % 4 == 1}
        game Walk(r: 0..149, c: 0..149) {
          move right(k in 1..3) if c + k < 150 and (r, c + k) not in wall -> Walk(r, c + k)
          move down(k in 1..2) if r + k < 150 and (r + k, c) not in wall -> Walk(r + k, c)
        }";
    native(walls, "[sg(Walk(r, c)) for r in 135..149, c in 130..149]");
    let numbers = "let some = {n*n for n in 0..9000}
        game Take(n) { move take(k in 1..9) if k <= n and n - k + 10**6 in some -> Take(n - k)  move all if n > 0 -> Take(0) }";
    native(numbers, "[sg(Take(n)) for n in 0..5000]");
}

/// Beyond the size of tables: called, or divisors up to the root.
#[test]
fn functions_of_large_numbers() {
    let rules = "
        game Coprime(x, y) { move a(k in 1..5) if k <= x and gcd(x - k, y + 10**9) == 1 -> Coprime(x - k, y)  \
                             move b if y > 0 -> Coprime(x, y - 1) }
        game Split(n) { move a(i in 1..n//2) if gcd(i, n + 10**7 - i) == 1 and i != n - i -> Split(i) + Split(n - i) }
        game Prime(x) { move a(k in 1..9) if k <= x and is_prime(x - k + 10**12) -> Prime(x - k) }
        game Fib(x) { move a(k in 1..9) if k <= x and is_fib(x - k + 832000) -> Fib(x - k) }
        game Power(x) { move a(k in 1..9) if k <= x and (x + 2)**(k + 9) > 10**14 -> Power(x - k) }
        game Divisor(n) { move a(d in divisors(n + 10**6)) if d <= n -> Divisor(n - d) }
        game Many(n) { move a(k in 1..4) if k <= n and len(divisors(n - k + 10**6)) % 4 == 0 -> Many(n - k) }
        game Total(n) { move a(k in 1..4) if k <= n and sum(divisors(n - k + 10**6)) % 3 == 0 -> Total(n - k) }
        game Own(n) { move a(d in divisors(n)) if 0 < d < n -> Own(n - d) }
    ";
    for (game, expression) in [
        ("Coprime", "[sg(Coprime(x, y)) for x in 0..40, y in 0..3]"),
        ("Split", "[sg(Split(n)) for n in 0..90]"),
        ("Prime", "[sg(Prime(x)) for x in 0..120]"),
        ("Fib", "[sg(Fib(x)) for x in 0..120]"),
        ("Power", "[sg(Power(x)) for x in 0..120]"),
        ("Divisor", "[sg(Divisor(n)) for n in 0..300]"),
        ("Many", "[sg(Many(n)) for n in 0..120]"),
        ("Total", "[sg(Total(n)) for n in 0..120]"),
        ("Own", "[sg(Own(n)) for n in 1..300]"),
    ] {
        let own = rules.lines().filter(|line| line.contains(&format!("game {game}("))).collect::<String>();
        native(&own, expression);
    }
}

/// Amounts that are bounded by each other from both sides.
#[test]
fn amounts_that_are_close_to_each_other() {
    for guard in [
        "abs(k - l) <= 1",
        "abs(l - 2*k) < 3",
        "k - 2 <= l and l <= k + 1",
        "l + k >= y and l <= 2*k",
        "k + x <= 2*l and 3*l <= k + 2*y",
        "max(k - l, l - k - 1) <= min(x, 2)",
        "not (abs(k - l) > 1)",
        "k == l or l == 3",
        "-l <= k - 3",
    ] {
        let text = format!(
            "game G(x, y) {{ move x(k in 1..x) -> G(x - k, y)  move both(k in 1..x, l in 1..y) if {guard} -> G(x - k, y - l)
              move two(k in 1..x, l in 1..x - k, m in 1..y) if abs(m - k) <= l and {guard} -> G(x - k - l, y - m) }}"
        );
        compare(&text, &positions(2, 7)).expect("the same values");
    }
}

/// Values that 16 bits do not hold, one by one and by columns, by one thread or two: the table takes wider entries and goes on.
#[test]
fn large_values_stay_in_a_table() {
    // The options of the second kind have all values below the heap times 512, each as a sum of both kinds.
    let rules = "game C(n, f: 0..1) {
      move nim(k in 1..n) if f == 0 -> C(n - k, 0)
      move big(i in 0..511, j in 0..n - 1) if f == 1 -> C(i, 0) + C(j, 1)
    }";
    let expressions = [
        "sg(C(131, 1))",
        "[sg(C(n, 1)) - 512 * n for n in 127..129]",
        "count(sg(C(n, f)) == 512 * n for n in 0..600, f in 0..1 if n < 131)",
    ];
    for order in [Order::Usual, Order::Together] {
        for first in [0, 2] {
            let limits = Limits { jobs: 2, ..NO_LIMITS };
            let mut game = Game::with(rules, &expressions, limits).with_order(order);
            for i in 0..expressions.len() {
                let i = (first + i) % expressions.len();
                let value = game.value(i).expect("a value").to_string();
                assert_eq!(value, ["67072", "[0, 0, 0]", "132"][i], "{order:?}");
            }
        }
    }
}

/// Sets of words are of 64 bits: a longer list has machine code that knows nothing of its last entries.
#[test]
fn lists_longer_than_a_word_has_bits() {
    let moved = |a: u32, b: u32, len: usize| {
        let entry = |i| if i == len - 1 { a } else { u32::from(i == 0) * 2 + u32::from(i == 2) * b };
        (0..len).map(entry).map(|n| n.to_string()).collect::<Vec<_>>().join(", ")
    };
    let rules = |last: usize| {
        format!(
            "game G(h: list of nat) {{
               move m if h[{last}] > h[2] -> G(h with [2: h[{last}], {last}: 0])
               move d(k in 1..h[2]) -> G(h with [2: h[2] - k])
               move e(k in 1..h[0]) -> G(h with [0: h[0] - k])
             }}"
        )
    };
    for (a, b) in [(9, 0), (5, 1), (3, 3)] {
        let values = [4, 63, 64, 65, 70, 130].map(|len| {
            let asked = format!("sg(G([{}]))", moved(a, b, len));
            Game::with(&rules(len - 1), &[&asked], NO_LIMITS).value(0).expect("a value").to_string()
        });
        assert!(values.iter().all(|value| *value == values[0]), "{a} {b}: {values:?}");
    }
}
