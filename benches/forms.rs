//! Canonical forms.

mod support;

use divan::Bencher;

/// Domineering's kin on a strip: rich in forms.
const RULES: &str = "game G(a, b) {
  left move x(k in 1..a) -> G(a - k, b + k - 1)  right move y(k in 1..b) -> G(a, b - k)  right move z if a > 0 and b > 0 -> G(a - 1, b) }";

fn main() {
    divan::main();
}

#[divan::bench(args = ["value(G(6, 6))", "value(G(9, 9))", "value(G(4, 5) + G(5, 4) + G(3, 3))"])]
fn value(bencher: Bencher, expression: &str) {
    bencher.bench_local(|| support::evaluate(RULES, expression, 1));
}
