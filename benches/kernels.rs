//! One question for every way in which positions are solved.

mod support;

use divan::Bencher;

const KAYLES: &str = "game G(n) { move take(k in 1..2, a in 0..n-k) -> G(a) + G(n - k - a) }";
const GRUNDY: &str = "game G(n) { move split(a in 1..<n) if 2*a < n -> G(a) + G(n - a) }";
const SUBTRACTION: &str = "game G(n) { move take(k in {1, 3, 4}) if k <= n -> G(n - k) }";
const SQUARES: &str = "game G(n) { move take(i in 1..n) if i * i <= n -> G(n - i * i) }";
const WYTHOFF: &str = "game G(a, b) { move one(x in 1..a) -> G(a - x, b)  move other(y in 1..b) -> G(a, b - y)
  move both(x in 1..min(a, b)) -> G(a - x, b - x) }";
const FIBONACCI: &str = "game G(n, q) { move take(k in 1..min(n, q)) -> G(n - k, 2*k)  same as G(n, min(q, n)) }";
const POWERS: &str = "game G(a, b) { move x(i in 1..a) if i * i <= a -> G(a - i * i, b)
  move y(i in 1..b) if i * i <= b -> G(a, b - i * i)  move both(x in 1..min(a, b)) -> G(a - x, b - x) }";
const TOKEN: &str = "game G(n, last: 0..6) { move take(k in 1..min(n, 6)) if k != last -> G(n - k, k) }";
const CHOMP: &str = "game G(row: list of nat) { move bite(r in indices(row), c in 0..<row[r]) if (r, c) != (0, 0)
  -> G([if i < r then row[i] else min(row[i], c) for i in indices(row)]) }";
const GEOGRAPHY: &str = "game G(v: rect(8, 8), free: set of rect(8, 8)) {
  move go(d in {(0, 1), (0, -1), (1, 0), (-1, 0)}) if v + d in free -> G(v + d, free - {v + d}) }";
const PARTIZAN: &str = "game G(a, b) { left move x(k in 1..a) -> G(a - k, b)  right move y(k in 1..b) -> G(a, b - k) }";

/// What is measured, rules, question.
const QUESTIONS: [(&str, &str, &str); 11] = [
    ("octal heaps", KAYLES, "sg(G(100000))"),
    ("sparse heaps", GRUNDY, "sg(G(20000))"),
    ("subtraction heaps", SUBTRACTION, "sg(G(10**6))"),
    ("table along rays", WYTHOFF, "sg(G(600, 600))"),
    ("table of nested options", FIBONACCI, "sg(G(500, 499))"),
    ("table by native code", POWERS, "sg(G(500, 500))"),
    ("table of few options", TOKEN, "sum(sg(G(n, l)) for n in 0..100000, l in 0..6)"),
    ("table of one number", SQUARES, "sg(G(100000))"),
    ("hashed, few options", GEOGRAPHY, "sg(G((0, 0), rect(4, 5) - {(0, 0)}))"),
    ("hashed, many options", CHOMP, "sg(G([9 for _ in 1..9]))"),
    ("reference search", PARTIZAN, "outcome(G(30, 30))"),
];

fn main() {
    divan::main();
}

#[divan::bench(args = QUESTIONS.map(|question| question.0))]
fn solve(bencher: Bencher, name: &str) {
    let (_, rules, question) = QUESTIONS.into_iter().find(|question| question.0 == name).unwrap_or(QUESTIONS[0]);
    bencher.bench_local(|| support::evaluate(rules, question, 1));
}

#[divan::bench(args = [1, 2, 4])]
fn hashed_by_threads(bencher: Bencher, jobs: u16) {
    bencher.bench_local(|| support::evaluate(CHOMP, "sg(G([10 for _ in 1..10]))", jobs));
}

#[divan::bench(args = [1, 2, 4])]
fn table_by_threads(bencher: Bencher, jobs: u16) {
    bencher.bench_local(|| support::evaluate(POWERS, "sg(G(700, 700))", jobs));
}
