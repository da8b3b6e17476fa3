//! Rules with numbers at the borders of what words hold: every way of filling tables, by the interpreter and by native code,
//! against the reference search.

use std::fmt::Write;

use proptest::prelude::*;

use super::check;
use super::kinds::compare;

/// Around these, numbers change their signs, their halves, or the type that holds them.
const BORDERS: [i128; 11] =
    [0, 1 << 31, -(1 << 31), 1 << 32, -(1 << 32), 1 << 53, 1 << 62, -(1 << 62), 1 << 63, -(1 << 63), -(1 << 53)];

/// A number of the text, which has no sign of its own.
fn number(n: i128) -> String {
    if n < 0 { format!("({n})") } else { n.to_string() }
}

/// Loops whose ends are fixed or follow the position, `{b}` being a number at a border.
const RANGES: [&str; 10] = [
    "{b} - 9..{b}",
    "{b}..{b} + 9",
    "{b} - 20..{b} + 20",
    "{b} - x..{b}",
    "{b}..{b} + x",
    "{b} - n..{b} + x",
    "{b} - 3..{b} - 3 + x",
    "{b} + x..{b} + n",
    "-{b} - 3..-{b} + x",
    "{b} - 25..<{b} + x",
];

/// Guards of a round: remainders (steps), bounds (later starts, early ends), products and quotients.
const GUARDS: [&str; 12] = [
    "n > 0",
    "n > 0 and k % 3 == x % 3",
    "n > 0 and (k - {b}) % 4 == 1",
    "n > 0 and (x - k) % 5 == 2",
    "n > 0 and k >= {b} - x",
    "n > 0 and k <= {b} + x - 2",
    "n > 0 and 2 * (k - {b}) >= x",
    "n > 0 and k + k < {b} + x",
    "n > 0 and -k < x",
    "n > 0 and k // 3 % 2 == 0",
    "n > 0 and k * k % 3 != 1",
    "n > 0 and {b} - k > 1 - x and k - {b} > x - 4",
];

/// Where a round leads.
const TARGETS: [&str; 7] = [
    "G(n - 1, k % 7)",
    "G(n - 1, T[k % 7])",
    "G(n - 1, T[max(0, min(6, k - {b}))])",
    "G(n - 1, (x + abs(k - {b})) % 7)",
    "G(n - 1, min(x, abs(k - {b})))",
    "G(n - 1, T[(max(k, 0) xor 5) % 7])",
    "G(n - 1, (k // 2 - k) % 7)",
];

/// Rules whose field `n` itself stands at a border, from `{l}` to `{h}`: rows and carries, steps down and up.
const FIELDS: [&str; 6] = [
    "game G(n: {l}..{h}, x: 0..3) { move a(k in 1..3) if n - k >= {l} -> G(n - k, (x + k) % 4) }",
    "game G(n: {l}..{h}, x: 0..3) { move a(k in {l}..n - 1) -> G(k, (x + k) % 4)  move b if x > 0 -> G(n, x - 1) }",
    "game G(n: {l}..{h}, x: 0..3) { move a(k in n + 1..{h}) if k % 2 == x % 2 -> G(k, x) }",
    "game G(x: 0..3, n: {l}..{h}) { move a(k in 1..x) -> G(x - k, max(n - k, {l}))  move b if n > {l} + 1 -> G(x, n - 2) }",
    "game G(x: 0..3, n: {l}..{h}) { move a(k in {l}..n) if k < n -> G(x, k)  move b(j in 1..x) -> G(x - j, n) }",
    "game G(x: 0..3, n: {l}..{h}) { move a(k in 0..n - {l}) if k > 0 -> G(x, n - k)  move b(j in 0..x) if j < x -> G(j, {h}) }",
];

/// Whether the words of some text are the plan of native code.
fn is_native(plan: &str) -> bool {
    !cfg!(feature = "jit") || plan.contains("native code")
}

/// Compares rules on all positions of the two fields, which are given in the order of the rules.
fn agree(
    text: &str,
    first: impl Iterator<Item = i128>,
    second: impl Iterator<Item = i128> + Clone,
) -> Result<String, TestCaseError> {
    let names: Vec<String> =
        first.flat_map(|a| second.clone().map(move |b| format!("G({}, {})", number(a), number(b)))).collect();
    let names: Vec<String> = names.into_iter().rev().collect();
    compare(text, &names)
}

fn rules(b: i128, clauses: &[(&str, &str, &str)]) -> String {
    let mut text = "let T = [i * i % 7 for i in 0..6]\ngame G(n: 0..3, x: 0..6) {\n".to_owned();
    for (at, (range, guard, target)) in clauses.iter().enumerate() {
        let _ = writeln!(text, "  move m{at}(k in {range}) if {guard} -> {target}");
    }
    (text + "}\n").replace("{b}", &number(b))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn loops(
        border in prop::sample::select(&BORDERS[..]),
        off in -2i128..=2,
        clauses in prop::collection::vec(
            (prop::sample::select(&RANGES[..]), prop::sample::select(&GUARDS[..]), prop::sample::select(&TARGETS[..])), 1..4
        ),
    ) {
        agree(&rules(border + off, &clauses), 0..=3, 0..=6)?;
    }

    #[test]
    fn fields(border in prop::sample::select(&BORDERS[..]), off in -7i128..=7, text in prop::sample::select(&FIELDS[..])) {
        // Fields of a domain are words.
        let low = (border + off).clamp(i64::MIN.into(), i128::from(i64::MAX) - 6);
        let text = text.replace("{l}", &number(low)).replace("{h}", &number(low + 6));
        if text.contains("G(x: ") {
            agree(&text, 0..=3, low..=low + 6)?;
        } else {
            agree(&text, low..=low + 6, 0..=3)?;
        }
    }
}

/// The last numbers of all, in loops up, down, by steps and written out: none goes on beyond them.
#[test]
fn loops_end_with_the_last_word() {
    let ranges = ["{b} - 30..{b}", "{b} - 9..{b}", "{b} - x..{b}", "{b} - 6 - n..{b} - 6 + x"];
    let guards = [GUARDS[1], GUARDS[0], GUARDS[4], GUARDS[2]];
    for b in [i128::from(i64::MAX), i128::from(i64::MIN) + 30] {
        for (range, guard) in ranges.iter().zip(guards) {
            let plan = agree(&rules(b, &[(range, guard, TARGETS[0])]), 0..=3, 0..=6).expect("the same values");
            assert!(is_native(&plan), "{range} {guard}: {plan}");
        }
    }
    let table = "let T = [i * i % 31 for i in 0..30]
        game G(n: 0..90, x: 0..30) {
          move m(k in 9223372036854775777..9223372036854775807) if n > 0 -> G(n - 1, (x + T[k - 9223372036854775777]) % 31)
        }";
    check(table, &[("sg(G(90, 30))", "0"), ("[sg(G(n, 7)) for n in 0..3]", "[0, 1, 0, 1]")]);
}
