use super::{said, shown};

fn is(expression: &str, expected: &str) {
    assert_eq!(shown("", expression), expected, "{expression}");
}

#[test]
fn lists() {
    is("len(\"héllo\")", "5");
    is("indices([5, 6])", "{0, 1}");
    is("indices([])", "{}");
    is("sorted({3, 1})", "[1, 3]");
    is("last([1, 2])", "2");
    is("drop([1, 2, 3], 2)", "[3]");
    is("drop([1], 5)", "[]");
    is("without([1, 2, 3], 1)", "[1, 3]");
    is("join([\"a\", \"b\"])", "ab");
    assert!(said("", "without([1], 1)").message.contains("valid: 0..0"));
}

#[test]
fn numbers() {
    is("gcd(12, 18)", "6");
    is("divisors(12)", "{1, 2, 3, 4, 6, 12}");
    is("[n for n in 1..20 if is_prime(n)]", "[2, 3, 5, 7, 11, 13, 17, 19]");
    is("prime_index(7)", "4");
    is("[fib(n) for n in 0..10]", "[0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55]");
    is("fib(200)", "280571172992510140037611932413038677189525");
    is("[n for n in 0..60 if is_fib(n)]", "[0, 1, 2, 3, 5, 8, 13, 21, 34, 55]");
    is("is_fib(fib(300)) and not is_fib(fib(300) + 1)", "true");
    is("zeckendorf(100)", "[89, 8, 3]");
    is("zeckendorf(0)", "[]");
    is("sum(zeckendorf(10 ** 40)) == 10 ** 40", "true");
    is("bit(5, 2) + bit(5, 1)", "1");
    is("digits(11, 2)", "[1, 1, 0, 1]");
    is("popcount(255) + v2(24)", "11");
    is("octal_digits(\"0.137\")", "[0, 1, 3, 7]");
    assert!(said("", "prime_index(6)").message.contains("6 is not a prime"));
    assert!(said("", "v2(0)").message.contains("other than 0"));
}

#[test]
fn graphs() {
    is("components(graph { 1--2, 3--4, 5 }, {1, 3, 4, 5})", "[{1}, {3, 4}, {5}]");
    is("matching_number(path(5))", "2");
    is("len(edges(cycle(5)))", "5");
    is("[len(trees(n)) for n in 1..6]", "[1, 1, 2, 4, 9, 20]");
    is("[len(graphs(n)) for n in 1..5]", "[1, 1, 2, 6, 21]");
    is("grounded({e for e in edges(graph { 0--1, 1--2, 3--4 })}, 0)", "{0--1, 1--2}");
    is("split_at(edges(graph { 0--1, 1--2, 0--3, 0--0 }), 0)", "[{0--1, 1--2}, {0--3}, {0--0}]");
    is("adj(graph { 1->2, 3->1 }, 1)", "{2, 3}");
}

#[test]
fn grids() {
    is("rect(1, 3)", "{(0, 0), (0, 1), (0, 2)}");
    is("len(cells(\"..#|...\", \".\"))", "5");
    is("shape({(2, 3), (3, 3)})", "{(0, 0), (1, 0)}");
    is("len(components({(0, 0), (0, 1), (2, 2)}))", "2");
    is("symmetries({(0, 0), (0, 1)})", "[{(0, 0), (0, 1)}, {(0, 0), (1, 0)}]");
}

#[test]
fn periods() {
    let rules = "let p = period([n % 3 for n in 0..40])";
    assert_eq!(shown(rules, "(p.preperiod, p.period, p.saltus)"), "(0, 3, 0)");
    assert_eq!(shown(rules, "p.exceptions"), "[]");
}
