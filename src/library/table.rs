//! The table of builtins.

use super::{Function, LibraryError};
use crate::base::Meter;
use crate::value::Value;

/// A builtin, by its place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Builtin(pub u16);

/// The description of a name of the library.
#[derive(Debug)]
pub struct Spec {
    /// Its name.
    pub name: &'static str,
    /// How it is written, with the kind of its result.
    pub signature: &'static str,
    /// What it means, in a sentence.
    pub doc: &'static str,
    /// The least number of arguments.
    pub min_args: usize,
    /// The greatest number of arguments; `None` has no limit.
    pub max_args: Option<usize>,
    /// Whether its one argument may be a comprehension: `sum(e for x in D)`.
    pub aggregate: bool,
    /// How it is computed.
    pub function: Function,
}

impl Spec {
    /// Whether it takes `n` arguments.
    #[must_use]
    pub fn accepts(&self, n: usize) -> bool {
        n >= self.min_args && self.max_args.is_none_or(|max| n <= max)
    }
}

impl Builtin {
    /// The builtin of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let index = TABLE.iter().position(|spec| spec.name == name)?;
        u16::try_from(index).ok().map(Self)
    }

    /// Its name, signature, meaning and function.
    ///
    /// # Panics
    /// If it did not come from this table.
    #[must_use]
    pub fn spec(self) -> &'static Spec {
        &TABLE[self.0 as usize]
    }
}

/// Stands in until the function is written.
fn unwritten(_: &[Value], _: &Meter) -> Result<Value, LibraryError> {
    Err(LibraryError::new("this function is not available"))
}

const fn spec(
    name: &'static str,
    signature: &'static str,
    args: (usize, Option<usize>),
    doc: &'static str,
    function: Function,
) -> Spec {
    Spec { name, signature, doc, min_args: args.0, max_args: args.1, aggregate: false, function }
}

/// A function of several arguments, a list or set, or a comprehension.
const fn aggregate(name: &'static str, signature: &'static str, doc: &'static str, function: Function) -> Spec {
    Spec { name, signature, doc, min_args: 1, max_args: None, aggregate: true, function }
}

/// A question about positions: never called through the table.
pub(super) const fn query(name: &'static str, signature: &'static str, args: usize, doc: &'static str) -> Spec {
    Spec { name, signature, doc, min_args: args, max_args: Some(args), aggregate: false, function: unwritten }
}

const ONE: (usize, Option<usize>) = (1, Some(1));
const TWO: (usize, Option<usize>) = (2, Some(2));

/// Every function.
pub(super) static TABLE: &[Spec] = &[
    aggregate(
        "sum",
        "sum(e for x in D), sum(list)",
        "The sum of numbers, tuples or positions; 0 of nothing.",
        unwritten,
    ),
    aggregate("min", "min(a, b, ...), min(list)", "The least value; an error of nothing.", unwritten),
    aggregate("max", "max(a, b, ...), max(list)", "The greatest value; an error of nothing.", unwritten),
    aggregate("nimsum", "nimsum(e for x in D), nimsum(list)", "The xor of naturals; 0 of nothing.", unwritten),
    aggregate("mex", "mex(e for x in D), mex(set)", "The least natural that does not occur.", unwritten),
    aggregate("count", "count(b for x in D), count(list)", "How many of the conditions hold.", unwritten),
    aggregate(
        "all",
        "all(b for x in D), all(list)",
        "Whether every condition holds; stops at the first that fails.",
        unwritten,
    ),
    aggregate(
        "any",
        "any(b for x in D), any(list)",
        "Whether a condition holds; stops at the first that does.",
        unwritten,
    ),
    Spec {
        min_args: 0,
        ..aggregate(
            "choices",
            "choices(D1, D2, ...), choices(D for x in E)",
            "Every list of one element of each domain.",
            unwritten,
        )
    },
    spec("abs", "abs(x) -> number", ONE, "The absolute value.", unwritten),
    spec("len", "len(x) -> number", ONE, "How many entries a list, text, tuple or set has.", unwritten),
    spec("indices", "indices(h) -> set", ONE, "0, 1, ..., len(h) - 1.", unwritten),
    spec("sorted", "sorted(h) -> list", ONE, "The entries in ascending order.", unwritten),
    spec("last", "last(h)", ONE, "The last entry.", unwritten),
    spec("drop", "drop(h, n) -> list", TWO, "The list without its first n entries.", unwritten),
    spec("without", "without(h, i) -> list", TWO, "The list without entry i.", unwritten),
    spec("join", "join(list) -> text", ONE, "The texts of a list, end to end.", unwritten),
    spec(
        "subsets",
        "subsets(S), subsets(S, sizes) -> list of sets",
        (1, Some(2)),
        "The subsets of S, by size and then lexicographically; `sizes` is a number or a range.",
        unwritten,
    ),
    spec("gcd", "gcd(a, b, ...) -> number", (1, None), "The greatest common divisor.", unwritten),
    spec("divisors", "divisors(n) -> set", ONE, "The positive divisors of n > 0.", unwritten),
    spec("is_prime", "is_prime(n) -> bool", ONE, "Whether n is a prime.", unwritten),
    spec(
        "prime_index",
        "prime_index(p) -> number",
        ONE,
        "The place of a prime among the primes; prime_index(2) = 1.",
        unwritten,
    ),
    spec("fib", "fib(n) -> number", ONE, "The n-th Fibonacci number; fib(0) = 0, fib(1) = fib(2) = 1.", unwritten),
    spec("is_fib", "is_fib(n) -> bool", ONE, "Whether n is a Fibonacci number; 0 is one.", unwritten),
    spec(
        "zeckendorf",
        "zeckendorf(n) -> list",
        ONE,
        "The Fibonacci numbers, no two consecutive, that add up to n; largest first.",
        unwritten,
    ),
    spec("bit", "bit(n, i) -> number", TWO, "Binary digit i of n, from the least significant.", unwritten),
    spec("digits", "digits(n, b) -> list", TWO, "The digits of n in base b, from the least significant.", unwritten),
    spec("popcount", "popcount(n) -> number", ONE, "How many binary digits of n are 1.", unwritten),
    spec("v2", "v2(n) -> number", ONE, "The exponent of 2 in n > 0.", unwritten),
    spec("floor", "floor(x) -> number", ONE, "The greatest integer that is not above x.", unwritten),
    spec("ceil", "ceil(x) -> number", ONE, "The least integer that is not below x.", unwritten),
    spec("sqrt", "sqrt(x) -> number", ONE, "The square root of a rational x >= 0, exactly.", unwritten),
    spec(
        "period",
        "period(list)",
        ONE,
        "The smallest eventual period p: p.preperiod, p.period, p.saltus, p.exceptions.",
        unwritten,
    ),
    spec("vertices", "vertices(G) -> set", ONE, "The vertices of a graph.", unwritten),
    spec("edges", "edges(G) -> set", ONE, "The edges of a graph.", unwritten),
    spec("adj", "adj(G, v) -> set", TWO, "The vertices joined to v by an edge.", unwritten),
    spec(
        "succ",
        "succ(G, v) -> set",
        TWO,
        "The vertices that an arc leads to from v; an undirected edge leads both ways.",
        unwritten,
    ),
    spec(
        "components",
        "components(G, V), components(S) -> list of sets",
        (1, Some(2)),
        "The connected parts of the vertices V of G, or of a set of cells, by least element.",
        unwritten,
    ),
    spec("grounded", "grounded(E, v) -> set", TWO, "The edges of E that are joined to v.", unwritten),
    spec(
        "split_at",
        "split_at(E, v) -> list of sets",
        TWO,
        "The parts of E that hang together without passing through v; a loop at v is a part of its own.",
        unwritten,
    ),
    spec("matching_number", "matching_number(G) -> number", ONE, "The size of a greatest matching.", unwritten),
    spec("path", "path(n) -> graph", ONE, "The path with vertices 1..n.", unwritten),
    spec("cycle", "cycle(n) -> graph", ONE, "The cycle with vertices 1..n.", unwritten),
    spec(
        "trees",
        "trees(n) -> list of graphs",
        ONE,
        "Every rooted tree on 0..n-1 with root 0, up to isomorphism.",
        unwritten,
    ),
    spec(
        "graphs",
        "graphs(n) -> list of graphs",
        ONE,
        "Every connected simple graph on 0..n-1, up to isomorphism.",
        unwritten,
    ),
    spec("rect", "rect(r, c) -> set", TWO, "The cells (row, column) of r rows and c columns, from (0, 0).", unwritten),
    spec(
        "cells",
        "cells(picture, letters) -> set",
        TWO,
        "The cells (row, column) of a picture, rows parted by `|`, that hold one of the letters.",
        unwritten,
    ),
    spec("shape", "shape(S) -> set", ONE, "The set of cells moved so that its least row and column are 0.", unwritten),
    spec(
        "symmetries",
        "symmetries(S) -> list of sets",
        ONE,
        "The turns and reflections of a shape, each moved as `shape` does.",
        unwritten,
    ),
    spec(
        "octal_digits",
        "octal_digits(\"0.137\") -> list",
        ONE,
        "The digits of an octal code: [0, 1, 3, 7].",
        unwritten,
    ),
];

/// Every constant.
pub(super) static CONSTANTS: &[Spec] =
    &[spec("phi", "phi", (0, Some(0)), "The golden ratio, (1 + sqrt(5))/2, exactly.", unwritten)];

/// The value of a constant.
pub(super) fn constant(name: &str) -> Option<Value> {
    (name == "phi").then_some(Value::Number(crate::number::Number::Small(0)))
}

#[cfg(test)]
mod tests {
    use super::super::{Entry, lookup, names};

    #[test]
    fn names_are_unique_and_found() {
        let mut all: Vec<_> = names().collect();
        for name in &all {
            assert!(lookup(name).is_some(), "{name}");
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(lookup("nothing").is_none());
    }

    #[test]
    fn arity_is_as_documented() {
        let Some(Entry::Function(subsets)) = lookup("subsets") else { panic!("a function") };
        assert!(subsets.spec().accepts(2) && !subsets.spec().accepts(3));
        let Some(Entry::Function(choices)) = lookup("choices") else { panic!("a function") };
        assert!(choices.spec().accepts(0) && choices.spec().aggregate);
    }
}
