//! The table of builtins.

use super::{Function, LibraryError, aggregates, graphs, grids, lists, numbers, selections};
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

/// The builtins that are treated on their own somewhere: so they are recognised, never by their names.
macro_rules! known {
    ($($id:ident = $name:literal),* $(,)?) => {
        impl Builtin {
            $(
                #[doc = concat!("`", $name, "`")]
                pub const $id: Self = known($name);
            )*
        }
    };
}

known! {
    SUM = "sum", MIN = "min", MAX = "max", NIMSUM = "nimsum", MEX = "mex", COUNT = "count", ALL = "all", ANY = "any",
    CHOICES = "choices", ABS = "abs", BIT = "bit", CEIL = "ceil", COMPONENTS = "components", DIGITS = "digits",
    DIVISORS = "divisors", FIB = "fib", FLOOR = "floor",
    GCD = "gcd", INDICES = "indices", IS_FIB = "is_fib", IS_PRIME = "is_prime", LAST = "last", LEN = "len",
    POPCOUNT = "popcount", RECT = "rect", SHAPE = "shape", SORTED = "sorted", SQRT = "sqrt", SUBSETS = "subsets",
    SYMMETRIES = "symmetries", V2 = "v2", WITHOUT = "without",
}

/// The place of a name in the table, found when this is compiled; a name that is not there does not compile.
const fn known(name: &str) -> Builtin {
    let mut place = 0;
    while place < TABLE.len() {
        if alike(TABLE[place].name.as_bytes(), name.as_bytes()) {
            #[expect(clippy::cast_possible_truncation, reason = "the table is short")]
            return Builtin(place as u16);
        }
        place += 1;
    }
    panic!("not in the table")
}

const fn alike(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

impl Builtin {
    /// The builtin of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let index = TABLE.iter().position(|spec| spec.name == name)?;
        u16::try_from(index).ok().map(Self)
    }

    /// Which aggregate it is, if it takes a comprehension.
    #[inline]
    #[must_use]
    pub fn aggregate(self) -> Option<Aggregate> {
        AGGREGATES.get(self.0 as usize).copied()
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

/// The functions that take a comprehension.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "named as in the language; the table documents them")]
pub enum Aggregate {
    Sum,
    Min,
    Max,
    NimSum,
    Mex,
    Count,
    All,
    Any,
    Choices,
}

/// They come first in the table, in this order.
const AGGREGATES: [Aggregate; 9] = [
    Aggregate::Sum,
    Aggregate::Min,
    Aggregate::Max,
    Aggregate::NimSum,
    Aggregate::Mex,
    Aggregate::Count,
    Aggregate::All,
    Aggregate::Any,
    Aggregate::Choices,
];

/// For what is not called through the table: queries and constants.
fn not_a_function(_: &[Value], _: &Meter) -> Result<Value, LibraryError> {
    Err(LibraryError::new("this is not a function of values"))
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
    Spec { name, signature, doc, min_args: args, max_args: Some(args), aggregate: false, function: not_a_function }
}

const ONE: (usize, Option<usize>) = (1, Some(1));
const TWO: (usize, Option<usize>) = (2, Some(2));

/// Every function.
pub(super) static TABLE: &[Spec] = &[
    aggregate(
        "sum",
        "sum(e for x in D), sum(list)",
        "The sum of numbers, tuples or positions; 0 of nothing.",
        aggregates::sum,
    ),
    aggregate("min", "min(a, b, ...), min(list)", "The least value; an error of nothing.", aggregates::min),
    aggregate("max", "max(a, b, ...), max(list)", "The greatest value; an error of nothing.", aggregates::max),
    aggregate("nimsum", "nimsum(e for x in D), nimsum(list)", "The xor of naturals; 0 of nothing.", aggregates::nimsum),
    aggregate("mex", "mex(e for x in D), mex(set)", "The least natural that does not occur.", aggregates::mex),
    aggregate("count", "count(b for x in D), count(list)", "How many of the conditions hold.", aggregates::count),
    aggregate(
        "all",
        "all(b for x in D), all(list)",
        "Whether every condition holds; stops at the first that fails.",
        aggregates::all,
    ),
    aggregate(
        "any",
        "any(b for x in D), any(list)",
        "Whether a condition holds; stops at the first that does.",
        aggregates::any,
    ),
    Spec {
        min_args: 0,
        ..aggregate(
            "choices",
            "choices(D1, D2, ...), choices(D for x in E)",
            "Every list of one element of each domain.",
            selections::choices,
        )
    },
    spec("abs", "abs(x) -> number", ONE, "The absolute value.", numbers::abs),
    spec("len", "len(x) -> number", ONE, "How many entries a list, text, tuple or set has.", lists::len),
    spec("indices", "indices(h) -> set", ONE, "0, 1, ..., len(h) - 1.", lists::indices),
    spec("sorted", "sorted(h) -> list", ONE, "The entries in ascending order.", lists::sorted),
    spec("last", "last(h)", ONE, "The last entry.", lists::last),
    spec("drop", "drop(h, n) -> list", TWO, "The list without its first n entries.", lists::drop),
    spec("without", "without(h, i) -> list", TWO, "The list without entry i.", lists::without),
    spec("join", "join(list) -> text", ONE, "The texts of a list, end to end.", lists::join),
    spec(
        "subsets",
        "subsets(S), subsets(S, sizes) -> list of sets",
        (1, Some(2)),
        "The subsets of S, by size and then lexicographically; `sizes` is a number or a range.",
        selections::subsets,
    ),
    spec("gcd", "gcd(a, b, ...) -> number", (1, None), "The greatest common divisor.", numbers::gcd),
    spec("divisors", "divisors(n) -> set", ONE, "The positive divisors of n > 0.", numbers::divisors),
    spec("is_prime", "is_prime(n) -> bool", ONE, "Whether n is a prime.", numbers::is_prime),
    spec(
        "prime_index",
        "prime_index(p) -> number",
        ONE,
        "The place of a prime among the primes; prime_index(2) = 1.",
        numbers::prime_index,
    ),
    spec("fib", "fib(n) -> number", ONE, "The n-th Fibonacci number; fib(0) = 0, fib(1) = fib(2) = 1.", numbers::fib),
    spec("is_fib", "is_fib(n) -> bool", ONE, "Whether n is a Fibonacci number; 0 is one.", numbers::is_fib),
    spec(
        "zeckendorf",
        "zeckendorf(n) -> list",
        ONE,
        "The Fibonacci numbers, no two consecutive, that add up to n; largest first.",
        numbers::zeckendorf,
    ),
    spec("bit", "bit(n, i) -> number", TWO, "Binary digit i of n, from the least significant.", numbers::bit),
    spec(
        "digits",
        "digits(n, b) -> list",
        TWO,
        "The digits of n in base b, from the least significant.",
        numbers::digits,
    ),
    spec("popcount", "popcount(n) -> number", ONE, "How many binary digits of n are 1.", numbers::popcount),
    spec("v2", "v2(n) -> number", ONE, "The exponent of 2 in n > 0.", numbers::v2),
    spec("floor", "floor(x) -> number", ONE, "The greatest integer that is not above x.", numbers::floor),
    spec("ceil", "ceil(x) -> number", ONE, "The least integer that is not below x.", numbers::ceil),
    spec("sqrt", "sqrt(x) -> number", ONE, "The square root of a rational x >= 0, exactly.", numbers::sqrt),
    spec(
        "period",
        "period(list)",
        ONE,
        "The smallest eventual period p: p.preperiod, p.period, p.saltus, p.exceptions.",
        numbers::period,
    ),
    spec("vertices", "vertices(G) -> set", ONE, "The vertices of a graph.", graphs::vertices),
    spec("edges", "edges(G) -> set", ONE, "The edges of a graph.", graphs::edges),
    spec("adj", "adj(G, v) -> set", TWO, "The vertices joined to v by an edge.", graphs::adj),
    spec(
        "succ",
        "succ(G, v) -> set",
        TWO,
        "The vertices that an arc leads to from v; an undirected edge leads both ways.",
        graphs::succ,
    ),
    spec(
        "components",
        "components(G, V), components(S) -> list of sets",
        (1, Some(2)),
        "The connected parts of the vertices V of G, or of a set of cells, by least element.",
        graphs::components,
    ),
    spec("grounded", "grounded(E, v) -> set", TWO, "The edges of E that are joined to v.", graphs::grounded),
    spec(
        "split_at",
        "split_at(E, v) -> list of sets",
        TWO,
        "The parts of E that hang together without passing through v; a loop at v is a part of its own.",
        graphs::split_at,
    ),
    spec(
        "matching_number",
        "matching_number(G) -> number",
        ONE,
        "The size of a greatest matching.",
        graphs::matching_number,
    ),
    spec("path", "path(n) -> graph", ONE, "The path with vertices 1..n.", graphs::path),
    spec("cycle", "cycle(n) -> graph", ONE, "The cycle with vertices 1..n.", graphs::cycle),
    spec(
        "trees",
        "trees(n) -> list of graphs",
        ONE,
        "Every rooted tree on 0..n-1 with root 0, up to isomorphism.",
        graphs::trees,
    ),
    spec(
        "graphs",
        "graphs(n) -> list of graphs",
        ONE,
        "Every connected simple graph on 0..n-1, up to isomorphism.",
        graphs::graphs,
    ),
    spec(
        "rect",
        "rect(r, c) -> set",
        TWO,
        "The cells (row, column) of r rows and c columns, from (0, 0).",
        grids::rect,
    ),
    spec(
        "cells",
        "cells(picture, letters) -> set",
        TWO,
        "The cells (row, column) of a picture, rows parted by `|`, that hold one of the letters.",
        grids::cells,
    ),
    spec(
        "shape",
        "shape(S) -> set",
        ONE,
        "The set of cells moved so that its least row and column are 0.",
        grids::shape,
    ),
    spec(
        "symmetries",
        "symmetries(S) -> list of sets",
        ONE,
        "The turns and reflections of a shape, each moved as `shape` does.",
        grids::symmetries,
    ),
    spec(
        "octal_digits",
        "octal_digits(\"0.137\") -> list",
        ONE,
        "The digits of an octal code: [0, 1, 3, 7].",
        numbers::octal_digits,
    ),
];

/// Every constant.
pub(super) static CONSTANTS: &[Spec] =
    &[spec("phi", "phi", (0, Some(0)), "The golden ratio, (1 + sqrt(5))/2, exactly.", not_a_function)];

/// The value of a constant.
pub(super) fn constant(name: &str) -> Option<Value> {
    (name == "phi").then(|| Value::Number(crate::number::Number::phi()))
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
