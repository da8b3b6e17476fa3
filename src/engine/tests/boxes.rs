//! Boxes that are filled as a whole: amounts of one heap and nested options, on random rules of these kinds and of near
//! misses, position by position against the reference search.

use proptest::prelude::*;

use super::super::packed::Order;
use super::kinds::{compare, positions};
use super::{Game, NO_LIMITS};

/// A move on one heap. From the twelfth on, what may be taken depends on the heap in some other way.
fn amount(form: usize, a: usize, c: usize) -> String {
    match form {
        0 => format!("(k in 1..n) if k*k + {c} <= n -> G(n - k*k)"),
        1 => format!("(k in 1..n, s = {a}*k*k + k) if s <= n -> G(n - s)"),
        2 => format!("(p in {}..n) if is_prime(p) -> G(n - p)", a + 1),
        3 => format!("(k in 1..n) if k % {} != {} -> G(n - k)", a + 1, c % (a + 1)),
        4 => format!("(k in 1..n//{a}) -> G(n - k)"),
        5 => format!("(k in n//{}..n) if k > {c} -> G(n - k)", a + 1),
        6 => format!("(k in 1..n) if {a}*k <= n + {c} and k % 2 == 1 -> G(n - k)"),
        7 => format!("(k in {{1, {}, 9, 16, 25}}) if k <= n -> G(n - k)", a + 3),
        8 => "(i in 0..n, j in 1..n) if i*i + j*j <= n -> G(n - i*i - j*j)".to_owned(),
        9 => format!("(k in 1..min(n, {})) -> G(n - k)", 15 + a + c),
        10 => format!("(k in 1..n) if k <= {} or k*{} > n -> G(n - k)", c + 3, a + 1),
        11 => format!(" if n > {} -> G(n - {a})", a + c),
        12 => format!("(k in 1..n) if n % {} != {} -> G(n - k)", a + 1, c % (a + 1)),
        13 => format!("(k in 1..n) if n % k == {c} -> G(n - k)"),
        14 => format!("(k in {}..n) -> G((n - k)//{a})", a + c),
        15 => format!("(k in 1..n) if k != n - {c} -> G(n - k)"),
        _ => format!("(k in 1..n) if (n - k) % {} == 0 -> G(n - k)", a + 1),
    }
}

fn heap_game(moves: &[(usize, usize, usize)], end: usize) -> String {
    let ending = if end > 3 { format!("  ends if n % {end} == 2\n") } else { String::new() };
    let moves = moves.iter().enumerate().map(|(i, &(form, a, c))| format!("  move m{i}{}\n", amount(form, a, c)));
    format!("game G(n) {{\n{ending}{}}}\n", moves.collect::<String>())
}

/// A move on a heap and a limit. From the fifth on, options are not nested.
fn limited(form: usize, a: usize, c: usize) -> String {
    match form {
        0 => format!("(k in 1..min(n, q)) -> G(n - k, {a}*k + {c})"),
        1 => format!("(k in 1..min(n, {a}*q + {c})) -> G(n - k, k)"),
        2 => format!("(k in {a}..min(q + {c}, n)) if k % 3 != {c} -> G(n - k, min(k, 4))"),
        3 => format!(" if q > {c} and n > {a} -> G(n - {a}, 2)"),
        4 => format!("(k in 1..min(n, {a})) -> G(n - k, {c})"),
        5 => "(k in 1..min(n, q)) -> G(n - k, q)".to_owned(),
        6 => format!("(k in 1..min(n, q)) if q % {} == 0 -> G(n - k, k)", a + 1),
        7 => format!("(k in 1..min(n, {} - q)) -> G(n - k, k)", a + c + 2),
        8 => "(k in q..n) if k > 0 -> G(n - k, k)".to_owned(),
        9 => format!(" if q > {c} -> G(n, q - 1)"),
        _ => "(k in 1..n) if k <= q -> G(n - k, k)".to_owned(),
    }
}

fn limited_game(moves: &[(usize, usize, usize)], more: usize) -> String {
    let more = match more {
        0 => "  same as G(n, min(q, n))\n",
        1 => "  ends if n == 3\n",
        2 => "  ends if q == 3\n",
        _ => "",
    };
    let moves = moves.iter().enumerate().map(|(i, &(form, a, c))| format!("  move m{i}{}\n", limited(form, a, c)));
    format!("game G(n, q) {{\n{}{more}}}\n", moves.collect::<String>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, ..ProptestConfig::default() })]

    #[test]
    fn amounts(moves in prop::collection::vec((0usize..17, 1usize..4, 0usize..4), 1..4), end in 0usize..9) {
        compare(&heap_game(&moves, end), &positions(1, 45))?;
    }

    #[test]
    fn nested_options(moves in prop::collection::vec((0usize..11, 1usize..3, 0usize..3), 1..3), more in 0usize..5) {
        // Where a limit says nothing, the equation would be wrong.
        let more = if moves.iter().any(|m| m.0 > 1) && more == 0 { 4 } else { more };
        compare(&limited_game(&moves, more), &positions(2, 8))?;
    }
}

fn plan(text: &str, ask: &str) -> String {
    let mut game = Game::with(text, &[ask], NO_LIMITS).with_order(Order::Rays);
    game.value(0).expect("a value");
    game.engine.plan().into_iter().map(|(_, words)| words).collect()
}

#[test]
fn amounts_are_recognised() {
    // The eighth, tenth and twelfth are heap games, whose periods are proved.
    for form in 0..17 {
        let text = heap_game(&[(form, 2, 1)], 0);
        let found = plan(&text, "sg(G(90))");
        assert_eq!(found.contains("amounts"), form < 12 && ![7, 9, 11].contains(&form), "{text}: {found}");
    }
}

#[test]
fn nested_options_are_recognised() {
    for form in 0..11 {
        let text = limited_game(&[(form, 2, 1)], 4);
        let found = plan(&text, "sg(G(9, 9))");
        assert_eq!(found.contains("nested options"), form < 3, "{text}: {found}");
    }
    let nested = |more: &str| {
        let text = format!("game G(n, q) {{ move m(k in 1..min(n, q)) -> G(n - k, 2*k) {more} }}");
        plan(&text, "sg(G(9, 9))").contains("nested options")
    };
    assert!(nested("move one if n > 0 -> G(n - 1, 3)"));
    assert!(nested("move one if n > 0 and q > 4 -> G(n - 1, 3)"));
    assert!(!nested("move one if n > 0 and q < 4 -> G(n - 1, 3)"), "an option that a greater limit does not have");
    assert!(!nested("ends if q == 2"));
    assert!(!nested("move one if n > 0 -> G(n - 1, q)"));
}

/// The Grundy value, and whether the player to move wins, under normal and under misère play.
type Answers = (u64, bool, bool);

fn answers(options: &[Answers]) -> Answers {
    let value = (0..=u64::MAX).find(|v| options.iter().all(|o| o.0 != *v)).expect("a value");
    (value, options.iter().any(|o| !o.1), options.is_empty() || options.iter().any(|o| !o.2))
}

/// Heaps below `len` from which `take` may be taken from `n` where `may(n, take)`.
fn heaps(len: usize, may: impl Fn(usize, usize) -> bool) -> Vec<Answers> {
    let mut found: Vec<Answers> = Vec::new();
    for n in 0..len {
        let options: Vec<Answers> = (1..=n).filter(|&take| may(n, take)).map(|take| found[n - take]).collect();
        found.push(answers(&options));
    }
    found
}

/// Heaps below `len` with limits below `len`: at most `most(q)` may be taken, and taking `k` makes the limit `next(k)`.
fn limits(len: usize, most: impl Fn(usize) -> usize, next: impl Fn(usize) -> usize) -> Vec<Vec<Answers>> {
    let mut found: Vec<Vec<Answers>> = Vec::new();
    for n in 0..len {
        let of = |q: usize| {
            let taken = 1..=most(q).min(n);
            // A limit beyond the heap is none.
            answers(&taken.map(|k| found[n - k][next(k).min(len - 1)]).collect::<Vec<_>>())
        };
        let row = (0..len).map(of).collect();
        found.push(row);
    }
    found
}

fn number(text: &str, ask: &str) -> u64 {
    let value = Game::with(text, &[ask], NO_LIMITS).value(0).expect("a number");
    value.to_string().parse().expect("a number")
}

/// Questions that come in order fill boxes that grow.
#[test]
fn boxes_of_heaps_grow_with_the_questions() {
    let squares = "game G(n) { move take(i in 1..n) if i*i <= n -> G(n - i*i) }";
    let odd = "game G(n) { move take(i in 1..n) if i % 3 != 0 or i > n//2 -> G(n - i) }";
    let thirds = "game G(n) { move take(i in 1..n) if i % 3 != 0 -> G(n - i) }";
    let square = |_: usize, take: usize| take.isqrt().pow(2) == take;
    for (text, len, found) in [
        (squares, 5000, heaps(5000, square)),
        (odd, 700, heaps(700, |n, take| take % 3 != 0 || take > n / 2)),
        (thirds, 1500, heaps(1500, |_, take| take % 3 != 0)),
    ] {
        let sum = |f: &dyn Fn(&Answers) -> u64| (0..).zip(&found).map(|(n, a)| n * f(a)).sum::<u64>();
        let ask = |what: &str| number(text, &what.replace("LEN", &len.to_string()));
        assert_eq!(ask("sum(sg(G(n))*n for n in 0..<LEN)"), sum(&|a| a.0), "{text}");
        assert_eq!(ask("sum(n for n in 0..<LEN if wins(G(n)))"), sum(&|a| a.1.into()), "{text}");
        assert_eq!(ask("sum(n for n in 0..<LEN if wins(misere(G(n))))"), sum(&|a| a.2.into()), "{text}");
        assert_eq!(number(text, &format!("sg(G({}))", len - 1)), found[len - 1].0, "{text}");
    }
}

#[test]
fn boxes_of_limits_grow_with_the_questions() {
    let fibonacci = "game G(n, q) { move take(k in 1..min(n, q)) -> G(n - k, 2*k)  same as G(n, min(q, n)) }";
    let twice = "game G(n, q) { move take(k in 1..min(n, 2*q)) -> G(n - k, k) }";
    for (text, found) in [(fibonacci, limits(150, |q| q, |k| 2 * k)), (twice, limits(150, |q| 2 * q, |k| k))] {
        let sum = |f: &dyn Fn(&Answers) -> u64| {
            let row = |(n, row): (u64, &Vec<Answers>)| (0..).zip(row).map(|(q, a)| (n * 1000 + q) * f(a)).sum::<u64>();
            (0..).zip(&found).map(row).sum::<u64>()
        };
        let all = "for n in 0..149, q in 0..149";
        let ask = |what: &str| number(text, &format!("sum((n*1000 + q)*({what}) {all})"));
        assert_eq!(ask("sg(G(n, q))"), sum(&|a| a.0), "{text}");
        assert_eq!(ask("if wins(G(n, q)) then 1 else 0"), sum(&|a| a.1.into()), "{text}");
        assert_eq!(ask("if wins(misere(G(n, q))) then 1 else 0"), sum(&|a| a.2.into()), "{text}");
    }
}
