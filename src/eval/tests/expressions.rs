use super::shown;

fn is(expression: &str, expected: &str) {
    assert_eq!(shown("", expression), expected, "{expression}");
}

#[test]
fn numbers_are_exact() {
    is("7 // 2", "3");
    is("-7 // 2", "-4");
    is("-7 % 2", "1");
    is("7 / 2", "7/2");
    is("2 ** 100", "1267650600228229401496703205376");
    is("9223372036854775807 + 1", "9223372036854775808");
    is("2 ** -1", "1/2");
    is("5 xor 3 | 8", "14");
    is("floor(10 * phi)", "16");
    is("floor(-phi), ceil(phi)".split(',').next().unwrap_or(""), "-2");
    is("sqrt(8) == 2 * sqrt(2)", "true");
    is("1 - 2 - 3", "-4");
}

#[test]
fn truth_values_stop_early() {
    is("false and 1 // 0 == 0", "false");
    is("true or 1 // 0 == 0", "true");
    is("false implies 1 // 0 == 0", "true");
    is("true implies false implies 1 // 0 == 0", "true");
    is("true xor true", "false");
    is("true iff 1 < 2", "true");
    is("if 1 > 2 then 1 // 0 else if 2 > 1 then 5 else 6", "5");
    is("any(6 // n == 6 for n in [1, 0])", "true");
    is("all(6 // n > 6 for n in [1, 0])", "false");
}

#[test]
fn comparisons_are_chained() {
    is("1 <= 2 < 3 != 4", "true");
    is("3 > 2 > 2", "false");
    is("2 in 1..3", "true");
    is("7/2 in 1..9", "false");
    is("5 in {1, 5}", "true");
    is("5 not in [1, 5]", "false");
    is("(1..3) <= (0..5)", "true");
    is("{1, 2} < {1, 2}", "false");
    is("10 ** 20 in 1..10 ** 30", "true");
}

#[test]
fn ranges_are_inclusive_and_empty_when_backwards() {
    is("[n for n in 2..4]", "[2, 3, 4]");
    is("[n for n in 2..<4]", "[2, 3]");
    is("[n for n in 3..1]", "[]");
    is("len(1..10 ** 12)", "1000000000000");
    is("[n - 10 ** 20 for n in 10 ** 20..10 ** 20 + 2]", "[0, 1, 2]");
}

#[test]
fn lists_texts_and_tuples() {
    is("[3, 4, 5][1]", "4");
    is("[3, 4, 5][1..2]", "[4, 5]");
    is("[3, 4, 5][3..2]", "[]");
    is("\"TF.\"[1]", "F");
    is("\"TäF\"[1..2]", "äF");
    is("[1, 2] ++ [3]", "[1, 2, 3]");
    is("[3, 4, 5] with [0: 9, 2: 7]", "[9, 4, 7]");
    is("[3, 4, 5] with [i: 0 for i in 1..2]", "[3, 0, 0]");
    is("\"TF.\" with [2: \"x\"]", "TFx");
    is("(1, 2) + (3, 4)", "(4, 6)");
    is("2 * (1, 2) - (0, 1)", "(2, 3)");
    is("[c for c in \"ab\"]", "[\"a\", \"b\"]");
    is("[a + b for (a, b) in [(1, 2), (3, 4)]]", "[3, 7]");
    is("[(i, j) for i in 0..2, j = i * i if j > 0]", "[(1, 1), (2, 4)]");
    is("[x for x in [1, 1, 2]]", "[1, 1, 2]");
    is("{x % 2 for x in 0..9}", "{0, 1}");
}

#[test]
fn sets_are_sets() {
    is("{1, 2} | {2, 3}", "{1, 2, 3}");
    is("(1..5) - {2} & (2..4)", "{3, 4}");
    is("{1, 2} xor {2, 3}", "{1, 3}");
    is("{1, 2, 2} == {2, 1}", "true");
    is("[S for S in subsets({7, 8}, 1..2)]", "[{7}, {8}, {7, 8}]");
    is("subsets(1..3, 2)", "[{1, 2}, {1, 3}, {2, 3}]");
    is("len(subsets(1..10))", "1024");
    is("[g for g in choices(0..1, {5, 6})]", "[[0, 5], [0, 6], [1, 5], [1, 6]]");
    is("choices(0..x for x in [1, 0])", "[[0, 0], [1, 0]]");
    is("choices()", "[[]]");
    // Neither of these lists may be built.
    is("any(len(S) == 1 for S in subsets(1..60))", "true");
    is("any(g[0] == 0 for g in choices(0..999 for x in 1..20))", "true");
}

#[test]
fn aggregates_take_comprehensions_and_lists() {
    is("sum(n for n in 1..100)", "5050");
    is("sum([1, 2, 3])", "6");
    is("sum(n for n in 1..0)", "0");
    is("sum((n, 1) for n in 1..3)", "(6, 3)");
    is("sum(n / 2 for n in 1..3)", "3");
    is("sum(2 ** 62 for n in 1..4)", "18446744073709551616");
    is("max(1, 3, 2)", "3");
    is("min(n * n - 4 * n for n in 0..9)", "-4");
    is("max(phi, 3/2)", "(1 + sqrt(5))/2");
    is("nimsum(n for n in 1..4)", "4");
    is("mex([0, 1, 3])", "2");
    is("mex(n for n in 0..100)", "101");
    is("mex(n - 3 for n in 0..5)", "3");
    is("mex(2 ** n for n in 0..70)", "0");
    is("count(n % 3 == 0 for n in 0..9)", "4");
    is("count([true, false])", "1");
}

#[test]
fn graphs_keep_their_edges() {
    is("edges(graph { 1--2--1, 1--1, 7 })", "{1--2, 2--1, 1--1}");
    is("vertices(graph { i--(i+1) for i in 1..3 })", "{1, 2, 3, 4}");
    is("vertices(graph { 1--2, 2--3 } - {2})", "{1, 3}");
    is("[e.label for e in edges(graph { 0--1--2: 5, 0--2: 6 })]", "[5, 5, 6]");
    is("succ(graph { \"s\"->\"a\", \"b\"--\"s\" }, \"s\")", "{\"a\", \"b\"}");
}

#[test]
fn functions_and_lets() {
    let rules = "fn fact(n) = if n == 0 then 1 else n * fact(n - 1)
        let (lo, hi) = (2, 5)
        let gap = hi - lo
        param m: 1..9 = 4
        fn swap(a: nat, b) = (b, a)
        enum Colour { blue, red }";
    assert_eq!(shown(rules, "fact(25)"), "15511210043330985984000000");
    assert_eq!(shown(rules, "gap + m"), "7");
    assert_eq!(shown(rules, "swap(1, 2)"), "(2, 1)");
    assert_eq!(shown(rules, "[c for c in Colour]"), "[blue, red]");
    assert_eq!(shown(rules, "blue < red"), "true");
    // Deep recursion stands on a stack of its own.
    assert_eq!(shown("fn f(n) = if n == 0 then 0 else 1 + f(n - 1)", "f(90000)"), "90000");
    // Remembered: otherwise this would take 2^90 calls.
    assert_eq!(shown("fn f(n) = if n < 2 then n else f(n - 1) + f(n - 2)", "f(90)"), "2880067194370816120");
}
