//! Variables and where they are bound: rules of several moves with variables of their own, beside aggregates with inner
//! variables in guards, bounds and targets, whose slots are the same. Every position, asked in every way, against the
//! reference search, which knows nothing of machine code.

use proptest::prelude::*;

use super::kinds::{NAMES, compare, positions};
use super::{check, eval};

/// A number that an aggregate with an inner variable is about: a field, a variable of the move, a `let`.
#[derive(Clone, Debug)]
struct Inner {
    form: u8,
    over: u8,
    about: u8,
    more: usize,
}

fn inner() -> impl Strategy<Value = Inner> {
    (0u8..14, 0u8..6, 0u8..5, 0usize..3).prop_map(|(form, over, about, more)| Inner { form, over, about, more })
}

impl Inner {
    /// What may be named: the fields, and what the move has bound.
    fn about(&self, scope: &[&str]) -> String {
        scope[usize::from(self.about) % scope.len()].to_owned()
    }

    fn domain(&self, scope: &[&str]) -> String {
        match self.over {
            0 => "1..3".to_owned(),
            1 => "{0, 2, 5}".to_owned(),
            over => format!("{}..{}", over % 2, scope[usize::from(over) % scope.len()]),
        }
    }

    fn truth(&self, scope: &[&str]) -> String {
        let (v, d, c) = (self.about(scope), self.domain(scope), self.more);
        match self.form {
            0 => format!("any({v} - q > {c} for q in {d})"),
            1 => format!("all(q != {v} + {c} for q in {d})"),
            2 => format!("sum({v} xor q for q in {d}) > {c}"),
            3 => format!("count(({v} * q) % 3 == 1 for q in {d}) > {c}"),
            4 => format!("any(gcd({v}, q) == 2 for q in {d})"),
            5 => format!("nimsum(q for q in {d}) <= {v} + {c}"),
            6 => format!("any(q == i for q in 0..2, i in q..{v})"),
            7 => format!("{v} + {c} in {{2*q for q in {d}}}"),
            8 => format!("len({{q % 3 for q in {d}}}) > {c}"),
            9 => format!("sum([q, {v}][q % 2] for q in {d}) > {c}"),
            10 => format!("some({v}, {c})"),
            11 => format!("all(any(p + q != {v} for p in 0..q) for q in {d})"),
            12 => format!("count(q > {c} for q in {d} if q < {v}) != 1"),
            _ => format!("low > {c}"),
        }
    }

    fn number(&self, scope: &[&str]) -> String {
        let (v, d, c) = (self.about(scope), self.domain(scope), self.more);
        match self.form {
            0..=3 => format!("sum((q + {c}) % 2 for q in {d})"),
            4 | 5 => format!("count(q < {v} for q in {d})"),
            6 | 7 => format!("max({v} - q for q in {c}..3)"),
            8 | 9 => format!("nimsum(q xor {v} for q in {d})"),
            10 => format!("(if any(q > {v} for q in {d}) then {c} else {v})"),
            11 => "low".to_owned(),
            _ => format!("len({{q for q in {d} if q <= {v}}})"),
        }
    }
}

/// A move with up to two variables, each with what it is bound to, a guard and a target.
#[derive(Clone, Debug)]
struct Clause {
    field: usize,
    binders: u8,
    guards: Vec<Inner>,
    bound: Option<Inner>,
    target: Option<Inner>,
}

fn clause() -> impl Strategy<Value = Clause> {
    let guards = prop::collection::vec(inner(), 0..3);
    (0usize..3, 0u8..5, guards, prop::option::of(inner()), prop::option::of(inner()))
        .prop_map(|(field, binders, guards, bound, target)| Clause { field, binders, guards, bound, target })
}

impl Clause {
    /// It takes from one field, and may change those behind it: every play ends.
    fn text(&self, at: usize, fields: usize, top: usize) -> String {
        let x = NAMES[self.field % fields];
        let mut scope: Vec<&str> = NAMES[..fields].to_vec();
        let bound = |scope: &[&str]| {
            self.bound.as_ref().map_or_else(|| x.to_owned(), |b| format!("min({x}, {})", b.number(scope)))
        };
        let binders = match self.binders {
            0 => String::new(),
            1 => format!("(k in 1..{})", bound(&scope)),
            2 => format!("(k in 1..{x}, j in 0..{})", bound(&["k", x])),
            3 => format!("(k = {})", bound(&scope)),
            _ => "(j in 0..2, k in {1, 2, 3})".to_owned(),
        };
        let taken = if self.binders == 0 { "1" } else { "k" };
        scope.extend((self.binders > 0).then_some("k"));
        scope.extend(matches!(self.binders, 2 | 4).then_some("j"));
        scope.reverse();
        let mut guards = vec![format!("{taken} > 0"), format!("{taken} <= {x}")];
        guards.extend(self.guards.iter().map(|g| g.truth(&scope)));
        let field = |i: usize| match (i, &self.target) {
            (i, _) if NAMES[i] == x => format!("{x} - {taken}"),
            (i, Some(target)) if i > self.field % fields => format!("min({}, {top})", target.number(&scope)),
            (i, _) => NAMES[i].to_owned(),
        };
        let target = (0..fields).map(field).collect::<Vec<_>>().join(", ");
        format!("  move m{at}{binders} if {} -> G({target})\n", guards.join(" and "))
    }
}

fn game(fields: usize, clauses: &[Clause], top: usize) -> String {
    let last = NAMES[fields - 1];
    let text = format!("fn some(a, b) = any(q * b > a for q in 0..3)\ngame G({}) {{\n", NAMES[..fields].join(", "));
    let text = text + &format!("  let low = count(q % 2 == 1 for q in 1..{last})\n");
    clauses.iter().enumerate().fold(text, |text, (at, clause)| text + &clause.text(at, fields, top)) + "}\n"
}

/// All values of a box, asked about one by one, by columns and as one table.
fn by_columns(text: &str, fields: usize, top: usize) {
    let ranges = NAMES[..fields].iter().map(|x| format!("{x} in 0..{top}")).collect::<Vec<_>>().join(", ");
    let position = format!("G({})", NAMES[..fields].join(", "));
    let guarded = format!("sum(sg({position}) for {ranges} if any(i == x for i in 0..x))");
    eval(text, &[&format!("[sg({position}) for {ranges}]"), &guarded]);
    eval(text, &[&guarded, &format!("count(loses(misere {position}) for {ranges})")]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, ..ProptestConfig::default() })]

    #[test]
    fn of_random_rules(fields in 1usize..=3, clauses in prop::collection::vec(clause(), 2..5)) {
        let top = [0, 9, 4, 2][fields];
        let text = game(fields, &clauses, top);
        by_columns(&text, fields, top);
        compare(&text, &positions(fields, top))?;
    }
}

/// Moves whose variables share slots with the inner variable of another move's guard, in both orders.
#[test]
fn of_the_guards_of_other_moves() {
    let guards = [
        "any(y - q > 0 for q in 1..y)",
        "any(gcd(y, q) == 2 for q in 1..y)",
        "sum(y xor q for q in 1..y) > 2",
        "count((y * q) % 3 == 1 for q in 1..y) > 0",
    ];
    for guard in guards {
        let moves =
            ["move any_of(k in 1..y) if y > 4 -> G(y - k)".to_owned(), format!("move one if {guard} -> G(y - 1)")];
        let one = format!("game G(y) {{ {} {} }}", moves[0], moves[1]);
        let other = format!("game G(y) {{ {} {} }}", moves[1], moves[0]);
        let values = |text: &str| eval(text, &["[sg(G(y)) for y in 0..8]", "sum(sg(G(y)) for y in 0..30)"]);
        assert_eq!(values(&one), values(&other), "{guard}");
    }
    let text = "game G(y) { move any_of(k in 1..y) if y > 4 -> G(y - k) move one if any(y - q > 0 for q in 1..y) -> G(y - 1) }";
    check(text, &[("[sg(G(y)) for y in 0..8]", "[0, 0, 1, 0, 1, 2, 3, 4, 5]")]);
    let text = "game G(x, y, z) {
        move a(k in 1..z, j in 0..min(k, 2)) -> 0
        move b(k in 1..z) if count(k > q for q in 1..y) > x -> G(x, y, z - k)
        move c if y >= 2 -> G(0, y - 2, z)
    }";
    check(text, &[("sum(sg(G(x,y,z)) for x in 1..15, y in 0..17, z in 0..15 if any(i == x for i in 0..x))", "6921")]);
}
