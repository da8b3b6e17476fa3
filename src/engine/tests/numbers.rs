//! Random rules with functions of numbers, steps and memberships, position by position against the reference search.

use proptest::prelude::*;

use super::kinds::{compare, positions};
use super::{Game, NO_LIMITS};

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
    "k in divisors(x + y)",
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
        let rules = format!("game G(x, y) {{ move a(k in 1..x) if {guard} -> G(x - k, y)  move b if y > 0 -> G(x, y - 1) }}");
        native(&rules, "[sg(G(x, y)) for x in 0..9, y in 0..5]");
    }
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
