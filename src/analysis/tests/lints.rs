//! Warnings.

use super::{nim, says, silent};

#[test]
fn unused_parameters() {
    says("param m: 1..9 = 3 print 1", "W0201 1:7", "`m` is never used", "`_m`");
    says("fn f(a, b) = a print f(1, 2)", "W0201 1:9", "`b` is never used", "");
    says("game G[p](n) { move m(k in 1..n) -> G(n - k) }", "W0201 1:8", "`p` is never used", "");
    silent(&["param m: 1..9 = 3 param k: 1..m = 2 let x = k fn f(a, _b) = a print f(x, 2)"]);
    silent(&["param m: 1..9 = 3 game G[p](n) { move m_(k in 1..p) if k <= n -> G(n - k) } game H = G[m]"]);
}

#[test]
fn loose_ranges() {
    says("let X = 7 let n = 9 print len(X & 1..n)", "W0301 1:31", "this reads `(X & 1)..n`", "`X & (1..n)`");
    silent(&["let X = 7 let n = 9 print len((X & 1)..n), (X & 3), {1} & (1..n)"]);
}

#[test]
fn sets_in_sums() {
    says("print {0|1}", "W0303 1:7", "a set with one number", "`form([0], [1])`");
    says("print sum({x % 2 for x in 1..3})", "W0302 1:11", "a set forgets repeats", "`sum([x % 2 for x in 1..3])`");
    silent(&["let S = {1, 2} print sum([x % 2 for x in 1..3]), sum(S), sum(1..9), sum(x for x in S)"]);
}

#[test]
fn entries_that_a_for_covers_needlessly() {
    says(
        "game G(h: list of nat) { move m(i in indices(h)) if h[i] > 0 -> G(h with [i: h[i] - 1, j: h[j] + 1 for j in 0..<i]) }",
        "W0406 1:75",
        "`i: h[i] - 1` does not use the variable",
        "`with [i: h[i] - 1] with [j: h[j] + 1 for ...]`",
    );
    silent(&[
        "game G(h: list of nat) { move m(i in indices(h)) if h[i] > 0 -> G(h with [i: h[i] - 1, 0: h[0] + 1]) }",
        "print [1, 2, 3] with [i: 0, i + 1: i for i in 0..1], [1, 2] with [0: 5 for _ in 1..2]",
    ]);
}

#[test]
fn empty_ranges() {
    says("print [x for x in 5..1]", "W0401 1:19", "`5..1` is always empty", "");
    says("game G(n) { move m(k in n+1..n) -> G(k) }", "W0401 1:25", "always empty", "");
    says(
        "game G(h: list of nat) { move m(k in h[0]..<h[0]) -> G(drop(h, 1) ++ [k]) }",
        "W0401 1:38",
        "always empty",
        "",
    );
    silent(&["game G(n) { move m(k in 1..n-1) -> G(n - k) } print 3..2+1"]);
}

#[test]
fn guards_that_never_hold() {
    says("game G(n) { move m(k in 1..n) if k > n -> G(n - k) }", "W0402 1:34", "`k > n` can never hold", "");
    says("game G(n) { move m(k in 1..n) if k == 0 -> G(n - k) }", "W0402 1:34", "never hold", "");
    says("game G(n) { move m if n < 0 -> G(n + 1) }", "W0402 1:23", "never hold", "");
    says("param m: 1..9 = 2 claim c(n in 0..9) if n < m and m > n + 9: n == 0", "W0402 1:51", "never hold", "");
    silent(&[
        "game G(n) { move m(k in 1..n) if k >= n and k <= n -> G(n - k) move w(k in 0..<n) if k == n - 1 -> G(k) }",
    ]);
    silent(&["game G(n) { move m(k in 1..n) -> G(n - k) } claim c(n in 0..9) if n > 3 and n < 5: sg(G(n)) == n"]);
}

#[test]
fn a_list_of_heaps_that_never_meet_is_a_sum() {
    says(
        "game Piles(heaps: list of nat) {\n  move take(i in indices(heaps), k in 1..heaps[i]) -> Piles(heaps with [i: heaps[i] - k])\n}",
        "W0403 2:8",
        "write a sum",
        "sum(Piles(x)",
    );
    // Another field is shared; the entries meet; the whole list decides.
    silent(&[
        "game P(h: bag of nat, pass: bool) { move t(i in indices(h), k in 1..h[i]) -> P(h with [i: h[i] - k], pass) }",
    ]);
    silent(&[
        "game P(h: bag of nat) { move t(i in indices(h), k in 1..h[i]) if k <= max(h) -> P(h with [i: h[i] - k]) }",
    ]);
    silent(&[
        "game P(h: bag of nat) { ends if len(h) < 2 move t(i in indices(h), k in 1..h[i]) -> P(h with [i: h[i] - k]) }",
    ]);
    silent(&[
        "game P(a: list of nat) { move t(i in 1..<len(a), k in 1..a[i]) -> P(a with [i: a[i] - k, i-1: a[i-1] + k]) }",
    ]);
}

#[test]
fn a_list_whose_order_never_matters_is_a_bag() {
    says(
        "game P(h: list of nat) { move t(i in indices(h), k in 1..h[i]) if k <= max(h) - 1 -> P(h with [i: h[i] - k]) }",
        "W0404 1:8",
        "could be a bag",
        "h: bag of",
    );
    silent(&["game P(h: list of nat) { move t(i in indices(h), k in 1..h[i]) if k <= i -> P(h with [i: h[i] - k]) }"]);
    silent(&["game P(h: list of nat) { move t(k in 1..h[0]) -> P(drop(h, 1) ++ [k]) }"]);
    silent(&[&nim("game P(h: list of nat) { move t(i in indices(h)) if sg(Nim(h[i])) > 0 -> P(drop(h, i)) }")]);
}
