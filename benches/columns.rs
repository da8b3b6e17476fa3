//! Sums, counts and lists over many instances.

mod support;

use divan::Bencher;

const NIM: &str = "game G(n) { move take(k in 1..min(n, 9)) -> G(n - k) }";

fn main() {
    divan::main();
}

#[divan::bench(args = [
    "sum(n * n % 1000 for n in 0..1000000)",
    "count(sg(G(n)) == n % 10 for n in 0..300000)",
    "len([n for n in 0..300000 if n % 3 == 1])",
    "count(loses(G(a) + G(b) + G(c)) for a in 0..2000, b in 0..2000, c in 0..2000)",
    "sum(n * 10**18 for n in 0..100000)",
])]
fn evaluate(bencher: Bencher, expression: &str) {
    bencher.bench_local(|| support::evaluate(NIM, expression, 1));
}
