//! Random rules of the kinds that have engines of their own, position by position against the reference search.

use std::fmt::Write;
use std::rc::Rc;

use proptest::prelude::*;

use super::super::packed::Order;
use super::{Game, NO_LIMITS, plan_of};
use crate::base::Limits;
use crate::cgt::Play;
use crate::eval::Queries;
use crate::value::Position;

pub(super) const NAMES: [&str; 3] = ["x", "y", "z"];

/// A move clause: a ray, something near one, a step, or a move that lets a field grow.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    step: [usize; 3],
    first: usize,
    bound: u8,
    guard: u8,
    number: usize,
    form: u8,
}

pub(super) fn clause() -> impl Strategy<Value = Clause> {
    ([0usize..3, 0usize..3, 0usize..3], 1usize..3, 0u8..8, 0u8..10, 1usize..4, 0u8..8)
        .prop_map(|(step, first, bound, guard, number, form)| Clause { step, first, bound, guard, number, form })
}

/// `G(x - s * k, ...)` with the given number for `k`.
fn target(step: &[usize], k: &str) -> String {
    let field = |(i, d): (usize, &usize)| match d {
        0 => NAMES[i].to_owned(),
        1 => format!("{} - {k}", NAMES[i]),
        d => format!("{} - {d}*{k}", NAMES[i]),
    };
    format!("G({})", step.iter().enumerate().map(field).collect::<Vec<_>>().join(", "))
}

impl Clause {
    pub(super) fn text(&self, at: usize, fields: usize) -> String {
        let mut step = self.step[..fields].to_vec();
        if step.iter().all(|&d| d == 0) {
            step[at % fields] = 1;
        }
        let touched: Vec<usize> = (0..fields).filter(|&i| step[i] > 0).collect();
        let (x, other) = (NAMES[touched[0]], NAMES[fields - 1]);
        if self.form == 0 {
            let enough: Vec<String> = touched.iter().map(|&i| format!("{} >= {}", NAMES[i], step[i])).collect();
            return format!("  move m{at} if {} -> {}\n", enough.join(" and "), target(&step, "1"));
        }
        if self.form == 1 && touched[0] + 1 < fields {
            // A later field grows.
            let changed = target(&step[..=touched[0]], "k");
            let changed = changed.trim_end_matches(')');
            let rest: Vec<String> = (touched[0] + 1..fields).map(|i| format!("min({} + 1, 4)", NAMES[i])).collect();
            let last = step[touched[0]];
            return format!("  move m{at}(k in 1..{x}//{last}) -> {changed}, {})\n", rest.join(", "));
        }
        let mut walls: Vec<String> = touched
            .iter()
            .map(|&i| if step[i] == 1 { NAMES[i].to_owned() } else { format!("{}//{}", NAMES[i], step[i]) })
            .collect();
        match self.bound {
            1 | 2 => walls.push(self.number.to_string()),
            3 => walls[0] = format!("{x}//{} - 1", step[touched[0]]),
            // Does not fall by one with every step.
            4 => walls[0] = format!("{x}//{}", step[touched[0]] + 1),
            5 => walls.push(format!("{other} + {}", self.number)),
            _ => {}
        }
        let high = if walls.len() == 1 { walls[0].clone() } else { format!("min({})", walls.join(", ")) };
        let after = format!("({x} - {}*k)", step[touched[0]]);
        let number = self.number;
        let guard = match self.guard {
            1 => format!(" if ({x} + {other}) % 3 != {}", number % 3),
            2 => format!(" if {x} > {other}"),
            3 => format!(" if {after} % 2 == {}", number % 2),
            4 => format!(" if {after} >= {number}"),
            // Speaks of both ends.
            5 => format!(" if {after} != {other}"),
            6 => " if k % 2 == 1".to_owned(),
            7 => format!(" if k*k <= {x} + {number}"),
            _ => String::new(),
        };
        format!("  move m{at}(k in {}..{high}){guard} -> {}\n", self.first, target(&step, "k"))
    }
}

/// Compares every order of work with the reference, for all positions, the greatest first.
pub(super) fn compare(text: &str, names: &[String]) -> Result<String, TestCaseError> {
    let expressions: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut reference = Game::with(text, &expressions, NO_LIMITS).by_reference();
    let list: Vec<Rc<Position>> = (0..names.len()).map(|i| reference.position(i)).collect();
    let mut wanted = Vec::new();
    for p in &list {
        let misere = Rc::new(p.with_play(Play::Misere));
        wanted.push((
            reference.engine.sg(p).expect("a value"),
            reference.engine.wins(p).expect("an outcome"),
            reference.engine.wins(&misere).expect("an outcome"),
        ));
    }
    let mut plan = String::new();
    let alone = [Order::Usual, Order::Rays, Order::Table].map(|order| (order, 1));
    // Rules of other lengths meet other numbers of threads.
    let jobs = [2, 3, 8][text.len() % 3];
    let others = [(Order::Together, jobs), (Order::Hashed, jobs), (Order::Columns, 1)];
    for (order, jobs) in alone.into_iter().chain(others) {
        let mut game = Game::with(text, &expressions, Limits { jobs, ..NO_LIMITS }).with_order(order);
        // Native code finds by itself what has known options: the least first.
        let upwards = order == Order::Columns;
        for i in 0..wanted.len() {
            let i = if upwards { wanted.len() - 1 - i } else { i };
            let (p, want) = (game.position(i), &wanted[i]);
            let misere = Rc::new(p.with_play(Play::Misere));
            prop_assert_eq!(game.engine.wins(&misere).expect("an outcome"), want.2, "{:?} {}\n{}", order, text, misere);
            prop_assert_eq!(game.engine.wins(&p).expect("an outcome"), want.1, "{:?} {}\n{}", order, text, p);
            prop_assert_eq!(game.engine.sg(&p).expect("a value"), want.0, "{:?} {}\n{}", order, text, p);
        }
        if order == Order::Together {
            plan = game.engine.plan().into_iter().map(|(_, words)| words).collect();
        }
    }
    Ok(plan)
}

/// All positions of a box, the greatest first.
pub(super) fn positions(fields: usize, top: usize) -> Vec<String> {
    let mut list = vec![String::new()];
    for _ in 0..fields {
        let more = |s: &String| {
            (0..=top).rev().map(|n| if s.is_empty() { n.to_string() } else { format!("{s}, {n}") }).collect::<Vec<_>>()
        };
        list = list.iter().flat_map(more).collect();
    }
    list.into_iter().map(|s| format!("G({s})")).collect()
}

fn game(fields: usize, clauses: &[Clause], more: &str) -> String {
    let mut text = format!("game G({}) {{\n{more}", NAMES[..fields].join(", "));
    for (at, clause) in clauses.iter().enumerate() {
        text.push_str(&clause.text(at, fields));
    }
    text + "}\n"
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn boxes(fields in 1usize..=3, clauses in prop::collection::vec(clause(), 1..4), ends in 0usize..4) {
        let mut more = String::new();
        if ends == 1 {
            let _ = writeln!(more, "  ends if {} == 1", NAMES[fields - 1]);
        }
        let text = game(fields, &clauses, &more);
        compare(&text, &positions(fields, [0, 14, 6, 3][fields]))?;
    }
}

#[test]
fn images_that_bound_a_field() {
    for (factor, more, other) in [(1, 0, false), (1, 1, true), (1, 2, false), (2, 0, true), (2, 1, false), (2, 2, true)]
    {
        let other = if other { "  move one if n > 1 -> G(n - 2, q)\n" } else { "" };
        let text = format!(
            "game G(n, q) {{\n  move take(k in 1..min(n, q)) -> G(n - k, {factor}*k + {more})\n{other}  same as G(n, min(q, n))\n}}\n"
        );
        compare(&text, &positions(2, 7)).expect("the same values");
    }
}

#[test]
fn choices_of_a_few_heaps() {
    for (len, low, most) in [(2, 0, 1), (2, 0, 2), (2, 1, 2), (3, 0, 1), (3, 0, 2), (3, 1, 2), (3, 1, 3)] {
        let text = format!(
            "game G(h: list of nat) {{\n  move reduce(g in choices(0..x for x in h), d = count(g[i] < h[i] for i in indices(h))) \
             if {low} < d <= {most} -> G(g)\n}}\n"
        );
        let names: Vec<String> = positions(len, 3).iter().map(|p| p.replace('(', "([").replace(')', "])")).collect();
        compare(&text, &names).expect("the same values");
    }
}

#[test]
fn sets_of_a_large_domain_start_with_what_is_there() {
    let geography = "game G(v: rect(9, 9), free: set of rect(9, 9)) {
      move go(d in {(0, 1), (0, -1), (1, 0), (-1, 0)}) if v + d in free -> G(v + d, free - {v + d})
    }";
    let ask =
        |(r, c): (usize, usize), (h, w): (usize, usize)| format!("G(({r}, {c}), rect({h}, {w}) - {{({r}, {c})}})");
    // The second board is larger: its elements join those of the first.
    let names = [ask((0, 0), (2, 3)), ask((2, 1), (3, 3)), ask((0, 0), (2, 2))];
    let plan = compare(geography, &names).expect("the same values");
    assert!(plan.starts_with("2 words of 16 bits"), "{plan}");
    // A set that grows leaves what is there: then it may be anything.
    let growing = "game G(left: set of 1..30, more: set of 1..30) {
      move shift(k in left) if k < 29 -> G(left - {k}, more + {k + 1})
    }";
    let growing = growing.replace("more + {", "more | {");
    compare(&growing, &["G({1, 2, 5}, {})".to_owned(), "G({28, 29, 4}, {1})".to_owned()]).expect("the same values");
    let kept = "game G(v: 1..40, free: set of 1..40) {
      move go(u in {v - 1, v + 1, v + 2} & free) -> G(u, free - {u})
    }";
    compare(kept, &["G(3, 1..9)".to_owned(), "G(1, {2, 3, 5, 6, 7, 40})".to_owned()]).expect("the same values");
}

/// The plan that rules lead to.
fn plan(text: &str) -> String {
    compare(text, &positions(text.matches("x - ").count().clamp(1, 2).max(2), 6)).expect("the same values")
}

#[test]
fn rays_are_recognised() {
    let wythoff = "game G(x, y) { move a(k in 1..x) -> G(x - k, y)  move b(k in 1..y) -> G(x, y - k)  \
                   move c(k in 1..min(x, y)) -> G(x - k, y - k) }";
    assert!(plan(wythoff).contains("3 rays"), "{}", plan(wythoff));
    let windows =
        "game G(x, y) { move a(k in 1..min(x, 2)) -> G(x - k, y)  move b(k in 2..y) if x > y -> G(x, y - k) }";
    assert!(plan(windows).contains("1 ray, 1 sliding window"), "{}", plan(windows));
    let guarded = "game G(x, y) { move a(k in 1..x) if (x - k) % 2 == 0 or y < 3 -> G(x - k, y)  \
                   move b if y > 1 -> G(x, y - 2) }";
    assert!(plan(guarded).contains("1 ray, 1 step"), "{}", plan(guarded));
}

#[test]
fn what_is_almost_a_ray_is_none() {
    for (near, why) in [
        ("move a(k in 1..x//2) -> G(x - k, y)  move z if y > 0 -> G(x, y - 1)", "does not fall by one"),
        ("move a(k in 1..x) if k % 2 == 1 -> G(x - k, y)  move z if y > 0 -> G(x, y - 1)", "both ends"),
        (
            "move a(k in 1..x) if x - k != y -> G(x - k, y - 0)  move b(k in 1..x) if k != y -> G(x - k, y)  \
          move z if y > 0 -> G(x, y - 1)",
            "both ends",
        ),
        ("move a(k in 1..x) -> G(x - k, min(y + 1, 5))", "no step"),
        ("move a(k in 1..x) -> G(x - k, k)", "no step"),
        ("move a(k in y..x) if k > 0 -> G(x - k, y)  move z if y > 0 -> G(x, y - 1)", "start with a constant"),
        ("move a(k in 1..x) -> G(x - k, y) + G(0, y)", "sums"),
    ] {
        let found = plan(&format!("game G(x, y) {{ {near} }}"));
        assert!(found.contains(why), "{near}: {found}");
    }
}

/// Divisions that a guard allows, and some that fail at a few positions.
#[test]
fn divisors_that_a_guard_makes_positive() {
    let rules = "
        game Euclid(x, y) {
          move cut_y(q in 1..y//x) if 0 < x <= y -> Euclid(x, y - q*x)
          move cut_x(q in 1..x//y) if 0 < y <= x -> Euclid(x - q*y, y)
        }
        fn rest(a, b) = if b == 0 then 0 else a % b
        game Rest(a, b) {
          move down if a > 0 -> Rest(a - 1, b)
          move swap if b > 0 and rest(a, b) < a -> Rest(rest(a, b), b - 1)
          move half if b != 0 and a // b > 1 -> Rest(a // b, 0)
        }
        fn quotient(b, a) = a // b
        game Wrong(a, b) { move take if a > 0 and b > 0 -> Wrong(quotient(a, b) - quotient(a, b), b - 1) }
        game Fails(a, b) { move take if a > 0 -> Fails((a - 1) % b, b - 1) }
    ";
    for (game, native) in [("Euclid", true), ("Rest", true), ("Wrong", true), ("Fails", true)] {
        let expression = format!("[sg({game}(a, b)) for a in 1..20, b in 1..20]");
        let plan = plan_of(rules, &expression);
        assert_eq!(plan.iter().all(|words| !words.starts_with("search")), native, "{plan:?}");
    }
    let mut fails = Game::with(rules, &["sg(Fails(3, 0))"], NO_LIMITS);
    assert!(fails.value(0).is_err(), "a division by zero is a fault");
}

/// Square roots rounded both ways, quotients, and comparisons with what does not fit a word.
#[test]
fn roots_and_powers_beyond_a_word() {
    let rules = "
        game Roots(x) { move to(y in 0..floor(sqrt(x))) if y**4 >= x and y < x -> Roots(y) }
        game Near(x) { move to(y in 0..3) if x > 3 and floor(sqrt(x)) % 4 == y -> Near(y) }
        game Above(x) { move to(y in ceil(sqrt(x))..floor(x / 2)) if y < x -> Above(y) }
        game Rounded(x) { move to(y in floor(x / 3)..ceil(x / 3)) if y < x -> Rounded(y) }
        game Cubes(x, y) {
          move a(k in 1..x) if x * 10**15 + y < k**5 * 10**14 -> Cubes(x - k, y)
          move b(k in 1..y) if (k * 10**8)**2 + 10**17 * x != 10**16 * y -> Cubes(x, y - k)
          move c if x > 0 and x**5 * 10**18 <= 10**20 and 10**30 >= x -> Cubes(x - 1, y)
        }
        game Both(x) { move a(k in 1..x) if (k * 10**12)**2 < x * 10**24 -> Both(x - k) }
    ";
    for expression in [
        "[sg(Both(x)) for x in 0..30]",
        "[sg(Roots(x)) for x in 0..300]",
        "[sg(Roots(10**e + d)) for e in 3..5, d in {-1, 0}]",
        // Roots next to squares, and of what a floating-point number rounds.
        "[sg(Near(r**2 + d)) for r in {2**20 - 1, 1000003, 3 * 2**18 + 1, 10**6}, d in -2..2]",
        "[sg(Above(x)) for x in 0..200]",
        "[sg(Rounded(x)) for x in 0..200]",
        "[sg(Cubes(x, y)) for x in 0..12, y in 0..12]",
        "[wins(Cubes(x, y)) for x in 0..12, y in 0..12]",
    ] {
        let plan = plan_of(rules, expression);
        assert!(plan.iter().all(|words| !words.starts_with("search")), "{plan:?}");
    }
}

/// A field that no move changes is fixed in machine code; questions that change it each time make none.
#[test]
fn a_fixed_field_that_differs_from_question_to_question() {
    let rules = "game G(h: bag of 0..5, q: 0..2) {
      move a(i in indices(h), j in indices(h), k in 1..h[i], m in 0..h[j]) if i != j and min(h) <= q and abs(k - m) <= 1
        -> G(h with [i: h[i] - k, j: h[j] - m], q)
    }";
    // One question, and others after it that are announced, too.
    for times in [1, 2] {
        let expressions =
            vec!["[sg(G([a, b, c, d], q)) for a in 0..1, b in 0..2, c in 0..2, d in 0..1, q in 0..2]"; times];
        let mut fast = Game::with(rules, &expressions, NO_LIMITS);
        let mut slow = Game::with(rules, &expressions, NO_LIMITS).by_reference();
        for i in 0..times {
            assert_eq!(fast.value(i).expect("values"), slow.value(i).expect("values"));
        }
        let plan = fast.engine.plan();
        assert!(plan.iter().all(|(_, words)| words.contains("interpreted")), "{plan:?}");
    }
}

/// Entries of known lists, of numbers and of lists of them.
#[test]
fn entries_of_lists_that_never_change() {
    let rules = "
        let w = [(i*i*7 + i*3 + 1) % 10 for i in 0..39]
        let pairs = [(i % 3 + 1, [i % 2, 5 - i % 4]) for i in 0..39]
        game Row(l: 0..40, r: 0..40) {
          move take(i in l..<r) if w[i] % 2 == 1 or r == l + 1 -> Row(l, i) + Row(i + 1, r)
        }
        game Steps(n: 0..39) {
          move a if pairs[n][0] <= n -> Steps(n - pairs[n][0])
          move b(k in 0..1) if 0 < pairs[n][1][k] <= n -> Steps(n - pairs[n][1][k])
        }";
    for expression in ["[sg(Row(l, r)) for l in 0..40, r in l..40]", "[sg(Steps(n)) for n in 0..39]"] {
        let plan = plan_of(rules, expression);
        assert!(plan.iter().all(|words| !words.starts_with("search")), "{plan:?}");
    }
}
