//! Kinds: what newcomers mix up.

use super::{CAKE, EAT, nim, says, silent};

#[test]
fn a_move_leads_to_a_position() {
    says(
        "game Nim(n) { move take(k in 1..n) -> n - k }",
        "E0303 1:39",
        "a move must lead to a position, but this is an `int`",
        "`Nim(n - k)`; the empty position is `0`",
    );
    says("game G(n) { move t(k in 1..n) -> if k == 1 then 0 else n - k }", "E0303 1:56", "`int`", "G(n - k)");
    says("game G(n) { let z = 0 move t if n > 0 -> z }", "E0303 1:42", "`int`", "");
    says(&nim("start 3"), "E0303 2:7", "`start` needs a position", "Nim(3)");
    says(&nim("print sg(7)"), "E0303 2:10", "`sg` asks about a position", "Nim(7)");
    says("game G(n) { same as n move t(k in 1..n) -> G(n - k) }", "E0303 1:21", "`same as` needs", "");
    silent(&["game G(n) { move t(k in 1..n) -> 0 move u if n > 0 -> sum(G(j) for j in 1..n-1) same as sum([]) }"]);
    silent(&["fn rest(n) = if n == 0 then 0 else G(n) game G(n) { move t(k in 1..n) -> rest(n - k) }"]);
}

#[test]
fn misere_is_a_way_to_play() {
    says(
        &nim("print sg(misere Nim(7))"),
        "E0304 2:7",
        "misère positions have no Sprague–Grundy value",
        "`outcome(misere Nim(7))`",
    );
    says(&nim("print sg(misere Nim(1) + Nim(7))"), "E0304 2:7", "misère", "`outcome(misere Nim(1) + Nim(7))`");
    says(&nim("print value(misere Nim(7))"), "E0304 2:7", "canonical form", "");
    says(&nim("print outcome(misere form([star(2)], [star(2)]))"), "E0304 2:22", "normal play", "`star(n)`");
    says(&nim("print outcome(misere value(Nim(2)) + Nim(1))"), "E0304 2:22", "normal play", "");
    silent(&[&nim("print outcome(misere star(2) + Nim(1))")]);
    says(&nim("print [1].length"), "E0314 2:7", "has no `.length`", "`len([1])`");
    says(&nim("print [1].append(2)"), "E0314 2:7", "has no `.append`", "`[1] ++ [x]`");
    says(&nim("print Nim(3).sg()"), "E0314 2:7", "has no `.sg`", "`sg(Nim(3))`");
    says("game G(a) { move t if a > 1 -> G(a-1) or G(a-2) }", "E0303 1:32", "one position", "`move m2 -> G(a-2)`");
    says(&nim("print form(Nim(1))"), "E0316 2:12", "reads a text", "`value(Nim(1))`");
    says(&nim("print form([Nim(1)])"), "E0316 2:12", "reads a text", "`form([Nim(1)], [])`");
    says(&nim("print cool(Nim(1), up)"), "E0316 2:20", "temperature", "");
    says(&nim("print conjunctive(Nim(1), misere Nim(1))"), "E0307 2:27", "misère", "");
    says(&nim("print ordinal(Nim(1), [1])"), "E0303 2:23", "", "");
    says(&nim("print misere_quotient(misere Nim(1))"), "E0304 2:7", "misère play already", "`misere_quotient(Nim(1))`");
    says(
        "game G(n) { wins if n == 0 move a if n > 0 -> G(n - 1) } print selective(G(1), 0)",
        "E0306 1:74",
        "cannot be a part",
        "",
    );
    says(&nim("print mean(misere Nim(1))"), "E0307 2:7", "`mean`", "");
    says(
        "game G(n) { wins if n == 0 move a if n > 0 -> G(n - 1) } print heat(G(1), 1)",
        "E0306 1:64",
        "heat",
        "outcome",
    );
    says(&nim("let A = misere Nim(7)"), "E0307 2:9", "cannot be kept", "`Nim(7)`");
    says(&nim("print outcome((misere Nim(7)) + Nim(1))"), "E0307 2:16", "part of a sum", "misere A + B");
    says(&nim("print (misere Nim(7)) == Nim(1)"), "E0307 2:8", "compared", "");
    says("game G(n) { move t(k in 1..n) -> misere G(n - k) }", "E0307 1:34", "leads to", "`G(n - k)`");
    says(&nim("print birthday(misere Nim(7))"), "E0307 2:7", "does not take", "birthday(Nim(7))");
    says(&nim("fn f(n) = misere Nim(n) print outcome(f(1))"), "E0307 2:11", "cannot be kept", "");
    silent(&[&nim(
        "start misere Nim(3) + Nim(1) print wins(misere Nim(1)), [m.k for m in winning_moves(misere Nim(1) + Nim(4))], \
        len(options(misere Nim(3))), loses(misere Nim(1)) iff outcome(misere 3 * Nim(2)) == \"P\"",
    )]);
}

#[test]
fn partizan_positions_have_outcomes() {
    let with = |rest: &str| format!("{CAKE}{rest}");
    says(
        &with("print sg(Cake(2, 3))"),
        "E0305 2:7",
        "no Sprague–Grundy value",
        "`outcome(Cake(2, 3))`; `left_first(Cake(2, 3))`",
    );
    says(&with("print wins(Cake(2, 3))"), "E0305 2:7", "`wins`", "outcome");
    says(
        &with("game A(n) { move m(k in 1..n) -> Cake(k, n) } fn f(n) = A(n) print loses(f(3))"),
        "E0305 2:68",
        "`loses`",
        "outcome",
    );
    silent(&[&with(
        "print outcome(Cake(2, 3)), value(Cake(2, 3)) == 1, Cake(1, 2) > 0, left_first(Cake(1, 1)), Cake(2, 2) == 1/2, \
        form([Cake(1, 2)], [1]) == star(1), Cake(1, 2) + 1/2 == 2 + star(1),  outcome(Cake(1, 2) - Cake(1, 2)), fuzzy(Cake(1, 1), up)",
    )]);
}

#[test]
fn wins_if_gives_outcomes_only() {
    let with = |rest: &str| format!("{EAT}{rest}");
    says(&with("print outcome(Eat(2, 2)), outcome(Eat(1, 2) + Eat(1, 1))"), "E0306 2:35", "`wins if`", "`ends if`");
}

#[test]
fn wins_if_in_other_places() {
    let with = |rest: &str| format!("{EAT}{rest}");
    says(&with("print sg(Eat(2, 2))"), "E0306 2:7", "`wins if`", "outcome(Eat(2, 2))");
    says(&with("print outcome(sum(Eat(1, n) for n in 1..3))"), "E0306 2:19", "`wins if`", "");
    says(&with("print outcome(2 * Eat(1, 1))"), "E0306 2:19", "`wins if`", "");
    says(&with("print Eat(1, 1) == Eat(2, 1)"), "E0306 2:7", "compared", "outcome");
    silent(&[&with(
        "start misere Eat(2, 2) print wins(Eat(1, 1)), [m.x for m in moves(Eat(2, 2)) if m.name == \"row\"], outcome(Eat(1, 1) + 0)",
    )]);
}

#[test]
fn conditions() {
    says(
        "game G(a) { move m(k in 1..a) if a % 2 -> G(a - k) }",
        "E0308 1:34",
        "expected a condition, this is a number",
        "`a % 2 == 1`",
    );
    says("print if 3 then 1 else 2", "E0308 1:10", "a number", "== 1");
    says(&nim("claim c(n in 0..3): sg(Nim(n))"), "E0308 2:21", "a number", "");
    says(&nim("claim c(n in 0..3): Nim(n)"), "E0308 2:21", "a position", "wins(Nim(n))");
    says("print 1 == 1 and [1]", "E0308 1:18", "a list of numbers", "len([1]) > 0");
    says("print not {1}", "E0308 1:11", "a set of numbers", "");
    says("print count(x for x in 1..3)", "E0308 1:13", "a number", "");
    says("print any([1, 2])", "E0308 1:11", "`any` takes conditions", "any(");
    says("print 1 iff 2 == 2", "E0308 1:7", "a number", "");
    silent(&["print count(x > 1 for x in 1..3), any([1 > 2, true]), true xor false, true implies 1 < 2"]);
}

#[test]
fn lists_are_joined_by_plus_plus() {
    says("let h = [1] print h + [2]", "E0309 1:21", "`+` does not work on lists", "`h ++ [2]`");
    says("let h = [1] print h - [2]", "E0309 1:21", "`-` does not work on lists", "without(h, i)");
    says("let h = [1] print h + 2", "E0309 1:21", "lists", "`h ++ [2]`");
    says("print \"a\" + \"b\"", "E0316 1:11", "`+` does not work between texts", "`\"a\" ++ \"b\"`");
    says("print {1} + {2}", "E0316 1:11", "`+` does not work between set", "`{1} | {2}`");
    says("let S = {1} print S - 1", "E0316 1:21", "between a set of numbers and a number", "`S - {1}`");
    says("let S = {1} print S xor 1", "E0316 1:21", "", "`S xor {1}`");
    says(&nim("print sg(Nim(1) + 2)"), "E0303 2:17", "a position is added to positions", "");
    silent(&[
        "print [1] ++ [2], \"a\" ++ \"b\", {1} | (2..3), {1} - {2}, (1, 2) + (0, 1), 2 * (1, 1), {1} xor (3..4), 5 xor 3, path(3) - {1}",
    ]);
}

#[test]
fn sets_and_lists_are_told_apart() {
    let moore = "game Moore(h: bag of nat) { move m(i in indices(h), k in 1..h[i]) if max(h) > 1 -> Moore(h with [i: h[i] - k]) }\n";
    let with = |rest: &str| format!("{moore}{rest}");
    says(
        &with("start Moore({3, 3})"),
        "E0310 2:13",
        "is a bag, but this is a set",
        "a set forgets repeats: write `[3, 3]`",
    );
    says(&with("start Moore({x for x in 1..3})"), "E0310 2:13", "a set", "`[x for x in 1..3]`");
    says(&with("start Moore(1..3)"), "E0310 2:13", "a set", "`[x for x in 1..3]`");
    says("param h: list of nat = {1} print h", "E0310 1:24", "a set", "`[1]`");
    says(
        "game S(s: set of 1..9) { move m(x in s) -> S(s - {x}) } start S([1, 2])",
        "E0310 1:65",
        "is a set, but this is a list",
        "`{1, 2}`",
    );
    says(&with("start Moore(3)"), "E0316 2:13", "`h` of Moore is a bag, but this is a number", "`[3]`");
    says(&nim("print sg(Nim([3]))"), "E0316 2:14", "`n` of Nim is a `nat`, but this is a list", "");
    says(&nim("print sg(Nim(Nim(3)))"), "E0316 2:14", "a position", "sg(Nim(3))");
}

#[test]
fn ranges_do_not_stand_in_literals() {
    says("print {1..3}", "E0311 1:8", "a range is a set", "write `1..3`");
    says("print {1, 4..6}", "E0311 1:11", "a range is a set", "write `{1} | (4..6)`");
    says("print [1..3]", "E0311 1:8", "a range is a set", "`[i for i in 1..3]`");
    says("print {1, 2, 4..6, 9}", "E0311 1:14", "", "`{1, 2} | (4..6) | {9}`");
}

#[test]
fn sets_are_no_positions() {
    let with = |rest: &str| format!("{CAKE}{rest}");
    says(&with("print Cake(2, 2) == {1 | -1}"), "E0312 2:21", "a set", "`form([1], [-1])`");
    says(&with("print {0, 1} < Cake(2, 2)"), "E0312 2:7", "a set", "form(");
    says(&nim("print Nim(2) == 2"), "E0303 2:17", "compared with positions", "`sg(Nim(2))`");
    silent(&[&nim(
        "print Nim(2) == star(2), Nim(0) == 0, value(Nim(2)) == 0, Nim(1) in options(Nim(2)), options(Nim(0)) == []",
    )]);
}

#[test]
fn moves_are_records() {
    says(
        &nim("print winning_moves(Nim(3)) == [3]"),
        "E0313 2:7",
        "these are moves",
        "`[m.k for m in winning_moves(Nim(3))]`",
    );
    says(&nim("print 3 in winning_moves(Nim(3))"), "E0313 2:12", "these are moves", "[m.k for");
    says(&nim("print [m.j for m in moves(Nim(3))]"), "E0314 2:8", "a move has no `.j`", "");
    says(&nim("print [m.neme for m in moves(Nim(3))]"), "E0314 2:8", "no `.neme`", "`.name`");
    says("print [e.w for e in edges(path(3))]", "E0314 1:8", "an edge has no `.w`", "");
    says("print period([1, 2]).length", "E0314 1:7", "no `.length`", "");
    says("print (3).k", "E0314 1:8", "a number has no `.k`", "");
    silent(&[&nim(
        "print [(m.name, m.k, sg(m.to), sg(m.component), m.side) for m in moves(Nim(3))], period([1, 2]).period + 1, \
        [(e.u, e.label) for e in edges(path(3))]",
    )]);
}

#[test]
fn integers_where_they_are_certain() {
    says("print [x for x in 1..7/2]", "E0315 1:22", "must be an integer", "`7 // 2`");
    says(&nim("print sg(Nim(7 / 2))"), "E0315 2:14", "", "`7 // 2`");
    says("print [1, 2][1 / 2]", "E0315 1:14", "an index", "`1 // 2`");
    silent(&[&nim("claim c(n in 0..9) if n % 2 == 0: sg(Nim(n / 2)) >= 0 print [x for x in 1..6/2], 7 / 2")]);
}

#[test]
fn other_mixtures() {
    says("let n = 4 print gcd([n, 6])", "E0316 1:21", "`gcd` takes a number", "`gcd(n, 6)`");
    says("let h = [4, 6] print gcd(h)", "E0316 1:26", "`gcd` takes a number", "`gcd(h[0], h[1])`");
    says("print [x for x in 5]", "E0316 1:19", "this is a number", "`1..5`");
    says("print [v for v in path(3)]", "E0316 1:19", "this is a graph", "vertices(path(3))");
    says("print 1..[2]", "E0316 1:10", "this is a list", "indices([2])");
    says("print {1, 2}[0]", "E0316 1:7", "no entries by number", "sorted({1, 2})[0]");
    says("print floor([1])", "E0316 1:13", "`floor` takes a number", "");
    says("print vertices({1})", "E0316 1:16", "`vertices` takes a graph", "");
    says("print sum(3)", "E0316 1:11", "`sum` takes a list", "");
    says(&nim("print mex(options(Nim(3)))"), "E0316 2:11", "`mex` takes numbers", "mex(sg(P) for");
    says("print -true", "E0316 1:8", "a truth value", "not true");
    says("let (a, b) = (1, 2, 3) print a, b", "E0317 1:5", "2 names for a tuple of 3", "");
    says("print [a for (a, b) in 1..3]", "E0317 1:14", "this is a number", "");
    says(&nim("print outcome(Nim(3)) == 1"), "E0318 2:23", "a text is never equal to a number", "");
    says("print [x for x in (1, 3)]", "E0316 1:19", "but this is a tuple", "`{1, 3}`");
    says("print (1, 2) == (1, 2, 3)", "E0318 1:14", "a tuple of 2 entries is compared with one of 3", "");
    says("game G(n) { measure [n] move t -> 0 }", "E0316 1:21", "a measure is a number", "");
    says("print [1, 2] == (1, 2)", "E0318 1:14", "a list of numbers is never equal to a tuple", "[a, b]");
    says("print {1} in {1, 2}", "E0318 1:7", "never in", "`{1} <= {1, 2}`");
    says("fn f(h) = h + 1 print f([1])", "E0309 1:13", "lists", "");
    says("enum C { red, blue } print red + 1", "E0316 1:32", "a member of an enum", "");
}

#[test]
fn functions_are_templates() {
    // One function for numbers and for tuples, one for lists of anything.
    silent(&[
        "fn twice(x) = x + x fn first(h) = h[0] print twice(2), twice((1, 2)), first([3]) + 1, first([\"a\"]) ++ \"b\"",
    ]);
    // Recursion takes the kind of the other branches.
    silent(&["fn total(i) = if i == 0 then 0 else total(i - 1) + popcount(i) print total(4) == 3"]);
    silent(&["fn down(n) = if n == 0 then [] else [n] ++ down(n - 1) print len(down(3)), down(2) == [2, 1]"]);
    says("fn f(n) = if n == 0 then [0] else f(n - 1) print f(3) + 1", "E0309 1:55", "lists", "`f(3) ++ [1]`");
    // Never called: names only.
    silent(&["fn wrong(x) = [x] + {x}"]);
    // Endless growth of kinds ends.
    silent(&[
        "fn f(x) = if len(x) > 9 then 0 else f([x]) fn g(n) = [g(n - 1)] fn h(n) = h(n) + 1 print f([1]), g(3), h(1)",
    ]);
}

#[test]
fn one_mistake_is_said_once() {
    says("let h = [1] + 2 let g = h + 1 print g + h", "E0309 1:13", "lists", "");
    says("fn f(n) = n + [1] print f(1) + f(2), f(3) == 4", "E0309 1:13", "lists", "");
}
