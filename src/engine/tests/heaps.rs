//! Random rules of one heap, written as text: the tables of a recognised game against the reference.

use proptest::prelude::*;

use super::{Game, NO_LIMITS};

/// Heaps up to this one are compared: well beyond what the recogniser looks at for most of these rules.
const LAST: usize = 34;

/// A move that leaves heaps of sizes given by `a` and `b`.
#[derive(Clone, Debug)]
struct Clause {
    taken: usize,
    first: usize,
    second: usize,
    guards: Vec<usize>,
    three: bool,
}

/// Domains of the first heap `a` of what is left of `n` after taking `t`.
const FIRST: [&str; 8] = [
    "a in 0..n - T",
    "a in 1..n - T",
    "a in 1..<n - T",
    "a in 0..(n - T) // 2",
    "a in 1..n",
    "a in max(0, n - T - 3)..n - T",
    "a in {0, 1, 3}",
    "a in (0..n) - {2}",
];

/// Domains or definitions of the second heap `b`.
const SECOND: [&str; 7] = [
    "b = n - T - a",
    "b in a..n",
    "b in 1..n - T - a",
    "b in 0..(n - T - a) // 2",
    "b in 0..n - a",
    "b in {x for x in 0..n if x != a}",
    "b in a + 1..n",
];

const GUARDS: [&str; 16] = [
    "a <= b",
    "a != b",
    "n - T - a - b >= 1",
    "n - T - a >= 2",
    "a + b < n",
    "2*a < n",
    "n != 6",
    "n >= 5",
    "n % 2 == 1",
    "a % 2 == 0",
    "(a == 0 or b >= 2)",
    "not (a == 1 and b == 1)",
    "b - a >= 2",
    "n - T - a - b <= b",
    "(if a > 0 then b > 0 else b == n - T)",
    "n // 3 >= a",
];

fn clause() -> impl Strategy<Value = Clause> {
    let guards = prop::collection::vec(0..GUARDS.len(), 0..3);
    (1usize..4, 0..FIRST.len(), 0..SECOND.len(), guards, any::<bool>())
        .prop_map(|(taken, first, second, guards, three)| Clause { taken, first, second, guards, three })
}

/// Endings: those of most heap games, and others.
const ENDINGS: [&str; 5] = ["", "", "  ends if n == 0\n", "  ends if n <= 2\n", "  ends if n == 9\n"];

/// No heap is negative: the last guard sees to that.
fn text(clauses: &[Clause], ending: usize) -> String {
    let mut text = format!("game G(n) {{\n{}", ENDINGS[ending]);
    for (i, c) in clauses.iter().enumerate() {
        let guards: String = c.guards.iter().flat_map(|&g| [" and ", GUARDS[g]]).collect();
        let rest = if c.three { " + G(n - T - a - b)" } else { "" };
        let line = format!(
            "  move m{i}({}, {} if b >= 0 and a + b <= n - T{guards}) -> G(a) + G(b){rest}\n",
            FIRST[c.first], SECOND[c.second]
        );
        text.push_str(&line.replace('T', &c.taken.to_string()));
    }
    text.push_str("}\n");
    text
}

/// What the engine made of the game, and whether its values are those of the reference.
fn agrees(text: &str) -> Result<String, TestCaseError> {
    let asked = format!("[sg(G(n)) for n in 0..{LAST}]");
    let mut game = Game::with(text, &[&asked], NO_LIMITS);
    let found = game.value(0).expect("values").to_string();
    let mut reference = Game::with(text, &[&asked], NO_LIMITS).by_reference();
    prop_assert_eq!(&found, &reference.value(0).expect("values").to_string(), "{}", text);
    Ok(game.engine.plan()[0].1.clone())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn values_are_those_of_the_rules(clauses in prop::collection::vec(clause(), 1..3), ending in 0..ENDINGS.len()) {
        agrees(&text(&clauses, ending))?;
    }

    #[test]
    fn amounts_in_any_spelling(
        set in prop::collection::btree_set(1u64..9, 1..5), all_but: bool, spelling in 0usize..5, guard in 0usize..5,
        ending in 0..ENDINGS.len(),
    ) {
        let list = set.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        let guard = ["", " and n != 7", " and n >= 4", " and k != 3", " and n % 2 == 1"][guard];
        let rule = match (all_but, spelling) {
            (false, 0) => format!("take(k in {{{list}}}) if k <= n{guard} -> G(n - k)"),
            (false, 1) => format!("take(k in 1..min(n, 9)) if k in {{{list}}}{guard} -> G(n - k)"),
            (false, 2) => format!("take(k in {{{list}}} & (1..n)) if k > 0{guard} -> G(n - k)"),
            (false, 3) => format!("to(m in 0..<n, k = n - m) if any(k == s for s in {{{list}}}){guard} -> G(m)"),
            (false, _) => format!("take(k in {{s for s in {{{list}}} if s <= n}}) if k > 0{guard} -> G(n - k)"),
            (true, 0) => format!("take(k in 1..n) if k not in {{{list}}}{guard} -> G(n - k)"),
            (true, 1) => format!("take(k in (1..n) - {{{list}}}) if k > 0{guard} -> G(n - k)"),
            (true, 2) => format!("take(k in 1..n) if all(k != s for s in {{{list}}}){guard} -> G(n - k)"),
            (true, 3) => format!("to(m in 0..<n, k = n - m) if not (k in {{{list}}}){guard} -> G(m)"),
            (true, _) => format!("take(k in 1..n) if k in {{{list}}} implies false{guard} -> G(n - k)"),
        };
        let plan = agrees(&format!("game G(n) {{ {} move {rule} }}", ENDINGS[ending]))?;
        // Gaps among the heaps are no game of all amounts but some.
        if !all_but || ending < 3 && (guard.is_empty() || guard.contains('k')) {
            prop_assert!(plan.starts_with("heap game "), "{}: {}", rule, plan);
        }
    }
}
