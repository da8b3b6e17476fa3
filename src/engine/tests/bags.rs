//! Bags: tables by rank and along rays, against the reference search and against the same rules on fields.

use proptest::prelude::*;

use super::kinds::{compare, positions};
use super::{Game, NO_LIMITS, check};
use crate::base::{Exceeded, Limits};
use crate::eval::Stop;

/// All bags of so many heaps up to a greatest one, the greatest first, and some in another order of heaps.
fn bags(heaps: usize, top: usize) -> Vec<String> {
    let lists: Vec<Vec<usize>> = positions(heaps, top)
        .iter()
        .map(|name| name.chars().filter(char::is_ascii_digit).map(|c| c as usize - '0' as usize).collect())
        .collect();
    let kept = lists.into_iter().filter(|list| list.is_sorted() || list.iter().sum::<usize>() % 7 == 0);
    kept.map(|list| format!("G({list:?})")).collect()
}

/// Moves that take the same from a choice of heaps, in some spelling; every heap must be allowed what any is.
fn rays(size: usize, spelling: usize) -> String {
    match (size, spelling) {
        (1, 0) => "move one(i in indices(h), k in 1..h[i]) -> G(h with [i: h[i] - k])".to_owned(),
        (1, 1) => "move one(i in indices(h), left in 0..<h[i]) -> G(h with [i: left])".to_owned(),
        (1, 2) => "move one(i in indices(h), k in 1..max(h)) if k <= h[i] \
                   -> G([if j == i then h[j] - k else h[j] for j in indices(h)])"
            .to_owned(),
        (2, 0) => "move two(i in indices(h), j in indices(h), k in 1..h[i]) if i < j \
                   -> G(h with [i: h[i] - k, j: h[j] - k])"
            .to_owned(),
        (2, 1) => "move two(i in indices(h), j in indices(h), k in 1..min(h[i], h[j])) if i != j \
                   -> G([if l in {i, j} then h[l] - k else h[l] for l in indices(h)])"
            .to_owned(),
        _ => format!(
            "move some{size}(S in subsets(indices(h), {size}), k in 1..min(h[i] for i in S)) \
             -> G([if i in S then h[i] - k else h[i] for i in indices(h)])"
        ),
    }
}

/// Moves that are nearly such rays.
const NEAR: [&str; 9] = [
    "move least(k in 1..h[0]) -> G(h with [0: h[0] - k])",
    "move most(k in 1..h[len(h) - 1]) -> G(h with [len(h) - 1: h[len(h) - 1] - k])",
    "move few(i in indices(h), k in 1..min(h[i], 2)) -> G(h with [i: h[i] - k])",
    "move more(i in indices(h), k in 2..h[i]) -> G(h with [i: h[i] - k])",
    "move odd(i in indices(h), k in 1..h[i]) if k % 2 == 1 -> G(h with [i: h[i] - k])",
    "move large(i in indices(h), k in 1..h[i]) if sum(h) > 3 -> G(h with [i: h[i] - k])",
    "move step if h[0] > 0 -> G([x - 1 for x in h])",
    "move uneven(k in 1..min(h[0], h[1]//2)) -> G(h with [0: h[0] - k, 1: h[1] - 2*k])",
    "move grow(i in indices(h)) if h[i] > 1 -> G([if j == i then h[j] - 2 else min(h[j] + 1, 1) for j in indices(h)])",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]

    #[test]
    fn of_a_few_heaps(
        heaps in 2usize..=4,
        sizes in prop::collection::btree_map(1usize..=4, 0usize..3, 1..3),
        near in 0usize..18,
        small: bool,
    ) {
        let mut rules: Vec<String> =
            sizes.iter().filter(|(size, _)| **size <= heaps).map(|(&size, &spelling)| rays(size, spelling)).collect();
        let mut plain = true;
        if let Some(near) = NEAR.get(near) {
            plain = false;
            rules.push((*near).to_owned());
        }
        if rules.is_empty() {
            rules.push(rays(heaps, 0));
        }
        let of = if small { "0..9" } else { "nat" };
        let text = format!("game G(h: bag of {of}) {{\n  {}\n}}\n", rules.join("\n  "));
        let plan = compare(&text, &bags(heaps, [0, 0, 8, 4, 2][heaps]))?;
        prop_assert!(!plain || sizes.get(&1) == Some(&2) || plan.contains("of a bag"), "{}\n{}", plan, text);
    }
}

#[test]
fn near_misses_say_why() {
    for (near, why) in NEAR.iter().zip([
        "not all alike",
        "not all alike",
        "conditions",
        "conditions",
        "both ends",
        "conditions",
        "no rays",
        "different amounts",
        "no rays",
    ]) {
        let plan = compare(&format!("game G(h: bag of nat) {{ {near} }}"), &bags(3, 3)).expect("the same values");
        assert!(plan.contains(why), "{near}: {plan}");
    }
    let over = "game G(h: bag of nat) { ends if sum(h) == 1  move one(i in indices(h), k in 1..h[i]) -> G(h with [i: h[i] - k]) }";
    assert!(compare(over, &bags(2, 5)).expect("the same values").contains("endings of a bag"));
    let beside = "game G(h: bag of nat, n: nat) { move one(i in indices(h), k in 1..h[i]) -> G(h with [i: h[i] - k], n)
        move other if n > 0 -> G(h, n - 1) }";
    let names: Vec<String> = bags(2, 3).iter().map(|name| name.replace("])", "], 2)")).collect();
    assert!(compare(beside, &names).expect("the same values").contains("not one bag"));
}

const SAME: &str = "
    game Two(h: bag of nat) {
      move one(i in indices(h), k in 1..h[i]) -> Two(h with [i: h[i] - k])
      move both(k in 1..h[0]) -> Two([x - k for x in h])
    }
    game Pair(x, y) {
      move a(k in 1..x) -> Pair(x - k, y)  move b(k in 1..y) -> Pair(x, y - k)
      move both(k in 1..min(x, y)) -> Pair(x - k, y - k)
    }
    game Three(h: bag of nat) {
      move take(S in subsets(indices(h), {1, 3}), k in 1..min(h[i] for i in S))
        -> Three([if i in S then h[i] - k else h[i] for i in indices(h)])
    }
    game Fields(x, y, z) {
      move a(k in 1..x) -> Fields(x - k, y, z)  move b(k in 1..y) -> Fields(x, y - k, z)
      move c(k in 1..z) -> Fields(x, y, z - k)  move all(k in 1..min(x, y, z)) -> Fields(x - k, y - k, z - k)
    }
    game Couples(h: bag of nat) {
      move two(i in indices(h), j in indices(h), k in 1..h[i]) if i < j -> Couples(h with [i: h[i] - k, j: h[j] - k])
    }
    game Sides(x, y, z) {
      move a(k in 1..min(x, y)) -> Sides(x - k, y - k, z)  move b(k in 1..min(x, z)) -> Sides(x - k, y, z - k)
      move c(k in 1..min(y, z)) -> Sides(x, y - k, z - k)
    }
";

/// Rows of several words, against rays of boxes.
#[test]
fn a_bag_is_worth_what_its_heaps_are_in_order() {
    for claim in [
        "all(sg(Two([a, b])) == sg(Pair(a, b)) for a in 0..100, b in a..130)",
        "all(loses(Two([a, b])) iff loses(Pair(b, a)) for a in 0..200, b in a..270)",
        "all(loses(misere Two([a, b])) iff loses(misere Pair(b, a)) for a in 0..90, b in 0..90)",
        "all(sg(Three([c, a, b])) == sg(Fields(a, b, c)) for a in 0..9, b in a..9, c in b..70)",
        "all(loses(Three([a, b, c])) iff loses(Fields(a, b, c)) for a in 0..12, b in a..12, c in b..130)",
        "all(sg(Couples([c, b, a])) == sg(Sides(a, b, c)) for a in 0..9, b in a..9, c in b..70)",
        "all(loses(Couples([a, b, c])) iff loses(Sides(c, a, b)) for a in 0..9, b in a..66, c in b..66)",
        "all(loses(misere Couples([a, b, c])) iff loses(misere Sides(c, a, b)) for a in 0..9, b in a..66, c in b..66)",
    ] {
        let mut game = Game::with(SAME, &[claim], NO_LIMITS);
        assert_eq!(game.value(0).expect("a truth value").to_string(), "true", "{claim}");
        let plans = game.engine.plan();
        assert!(plans.iter().any(|(_, words)| words.contains("of a bag")), "{plans:?}");
    }
}

/// Tables that grow keep what they hold; what the tables hold is not found twice.
#[test]
fn tables_of_bags_grow() {
    let questions = [
        "[sg(Three([a, b, c])) for a in 0..4, b in 0..4, c in 0..4]",
        "[loses(Three([a, b, c])) for a in 3..12, b in 0..9, c in 5..20]",
        "[sg(Three([a, 2*b, 20])) for a in 0..12, b in 0..9]",
        "[sg(Two([a, b])) for a in 0..12, b in 3..9]",
        "sg(Three([9, 15, 30]))",
    ];
    let values: Vec<String> = super::eval(SAME, &questions);
    let mut game = Game::with(SAME, &questions, NO_LIMITS);
    for (i, value) in values.iter().enumerate() {
        assert_eq!(&game.value(i).expect("a value").to_string(), value);
    }
    let positions = game.engine.stats().positions;
    assert_eq!(&game.value(0).expect("a value").to_string(), &values[0]);
    assert_eq!(game.engine.stats().positions, positions);
}

#[test]
fn bags_over_a_domain() {
    check(
        "game Low(h: bag of 1..6) { move one(i in indices(h), k in 1..h[i]-1) -> Low(h with [i: h[i] - k]) }
         game Bad(h: bag of 0..6) { move one(i in indices(h)) if h[i] < 6 -> Bad(h with [i: h[i] + 1]) }
         game List(h: list of 2..6) { move one(i in indices(h), k in 1..h[i]-2) -> List(h with [i: h[i] - k]) }",
        &[
            ("all(sg(Low([a, b, c])) == (a-1 xor b-1 xor c-1) for a in 1..6, b in 1..6, c in 1..6)", "true"),
            ("[sg(Bad([a, b])) for a in 3..6, b in 5..6]", "[0, 1, 1, 0, 0, 1, 1, 0]"),
            ("[sg(List([a, b])) for a in 3..5, b in 5..6]", "[2, 5, 1, 6, 0, 7]"),
        ],
    );
}

#[test]
fn a_table_of_bags_keeps_to_limits() {
    let questions =
        ["count(loses(Three([a, b, c])) for a in 0..1000, b in a..1000, c in b..1000)", "sg(Two([5000, 5000]))"];
    let stopped = |question: usize, limits: Limits| Game::with(SAME, &questions, limits).value(question);
    let states = stopped(0, Limits { max_states: 100_000, ..NO_LIMITS });
    assert!(matches!(states, Err(Stop::Limit(Exceeded::States))), "{states:?}");
    for question in 0..2 {
        let memory = stopped(question, Limits { max_memory: 1 << 20, ..NO_LIMITS });
        assert!(matches!(memory, Err(Stop::Limit(Exceeded::Memory))), "{memory:?}");
        let limits = Limits { timeout: Some(std::time::Duration::from_millis(30)), ..NO_LIMITS };
        let time = stopped(question, limits);
        assert!(matches!(time, Err(Stop::Limit(Exceeded::Time))), "{time:?}");
    }
}

/// Few bags of a large table: where it would not fit, they are hashed.
#[test]
fn a_table_that_does_not_fit_is_no_fault() {
    let few =
        "game Few(h: bag of nat) { move take(i in indices(h), k in 1..min(2, h[i])) -> Few(h with [i: h[i] - k]) }";
    let value = |max_memory| {
        let question = "[sg(Few([n, 9000])) for n in 0..2]";
        let mut game = Game::with(few, &[question], Limits { max_memory, ..NO_LIMITS });
        (game.value(0).expect("a list").to_string(), game.engine.plan().remove(0).1)
    };
    let (wanted, plan) = value(u64::MAX);
    assert!(plan.contains("table"), "{plan}");
    let (found, plan) = value(40 << 20);
    assert_eq!(found, wanted);
    assert!(plan.contains("hashed"), "{plan}");
}
