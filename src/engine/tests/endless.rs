//! Plays that never end: a cycle is a cycle whatever cancels, whoever moves, whatever stands beside it.

use super::{Game, NO_LIMITS, check, fault};
use crate::base::Limits;
use crate::eval::Stop;
use crate::eval::stop::FaultKind;

const RULES: &str = "
    game Doubles(n) { move m -> 2*Doubles(n)  move z if n > 0 -> Doubles(n - 1) }
    game Twice(n) { move m -> Twice(n) + Twice(n)  move z if n > 0 -> Twice(n - 1) }
    game Later(n) { move m -> Doubles(n) + Doubles(n)  move z if n > 0 -> Later(n - 1) }
    game There(n) { move go -> Back(n) + Back(n) }
    game Back(n) { move back -> There(n) }
    game Boxed(n: 0..50, x: 0..50) { move m if x > 0 -> Boxed(n, x) + Boxed(n, x)  move z if n > 0 -> Boxed(n - 1, x) }
    game Halves(s: set of rect(1, 21)) {
      same as sum(Halves(shape(part)) for part in components(s))
      move halve if len(s) == 21 -> Halves(s - {(0, 10)})
      move stay if len(s) == 10 -> Halves(s)
      move take(p in s) if len(s) < 10 -> Halves(s - {p})
    }
    game Difference(x) { left move m -> Difference(x) - Difference(x) }
    game Alone(x) { left move m -> Alone(x) }
    game One(x) { left move go -> Other(x)  right move r -> 0 }
    game Other(x) { left move back -> One(x)  right move r -> 0 }
    game Ends(n) { move m if n > 0 -> 2*Ends(n - 1)  move z if n > 0 -> Ends(n - 1) }
    game Hot(n) { left move l if n > 0 -> Hot(n - 1) - Hot(n - 1)  right move r if n > 1 -> Hot(n - 2) }
";

/// The cycle that an expression meets: positions and labels.
fn cycle(expression: &str) -> (Vec<String>, Vec<String>) {
    match fault(RULES, expression) {
        FaultKind::Cycle { positions, labels } => (positions, labels),
        other => panic!("{expression}: a cycle was expected: {other:?}"),
    }
}

#[test]
fn through_a_sum_that_cancels() {
    for (expression, position, label) in [
        ("[sg(Doubles(n)) for n in 0..3]", "Doubles(0)", "m"),
        ("sg(Twice(3))", "Twice(0)", "m"),
        ("loses(Twice(3))", "Twice(0)", "m"),
        ("sg(Later(3))", "Doubles(0)", "m"),
        ("sum(sg(Boxed(n, x)) for n in 0..30, x in 0..30)", "Boxed(0, 1)", "m"),
        ("value(Difference(1))", "Difference(1)", "m"),
        ("outcome(Difference(1))", "Difference(1)", "m"),
    ] {
        assert_eq!(cycle(expression), (vec![position.to_owned()], vec![label.to_owned()]), "{expression}");
    }
    let names = |list: [&str; 2]| list.map(str::to_owned).to_vec();
    assert_eq!(cycle("sg(There(1))"), (names(["There(1)", "Back(1)"]), names(["go", "back"])));
}

#[test]
fn in_what_is_asked() {
    for position in ["Doubles(2) + Doubles(2)", "2*Twice(3)", "Alone(1) - Alone(1)", "Doubles(0) + Alone(1) - Alone(1)"]
    {
        cycle(&format!("outcome({position})"));
        cycle(&format!("value({position})"));
        cycle(&format!("{position} == {position}"));
    }
    cycle("sg(2*Doubles(2))");
    cycle("sg(2*Boxed(3, 3))");
}

#[test]
fn in_sums_that_are_solved_as_one() {
    for question in ["outcome(misere P)", "sg(whole(P))", "followers(P)", "misere_value(P)", "birthday(P)"] {
        for position in ["Doubles(2)", "Twice(1) + Twice(2)"] {
            cycle(&question.replace('P', position));
        }
    }
}

#[test]
fn for_outcomes_as_for_values() {
    for position in ["Alone(1)", "One(1)", "-Other(1)", "One(1) + Alone(2)"] {
        cycle(&format!("value({position})"));
        cycle(&format!("outcome({position})"));
        cycle(&format!("left_first({position})"));
        cycle(&format!("outcome(misere ({position}))"));
    }
}

#[test]
fn what_ends_has_its_values() {
    check(
        RULES,
        &[
            ("[sg(Ends(n)) for n in 0..6]", "[0, 1, 2, 1, 2, 1, 2]"),
            ("sg(4*Ends(5))", "0"),
            ("outcome(Hot(3) - Hot(3))", "P"),
            ("[outcome(Hot(n)) for n in 0..4]", "[\"P\", \"L\", \"N\", \"L\", \"L\"]"),
            ("Hot(4) == Hot(4)", "true"),
        ],
    );
}

/// Two regions of a kind, which cancel.
#[test]
fn in_a_region_beside_its_like() {
    check(RULES, &[("sg(Halves({(0, i) for i in 0..8}))", "1")]);
    let row = "Halves({(0, i) for i in 0..20})";
    for question in [format!("sg({row})"), format!("wins({row})")] {
        let (positions, labels) = cycle(&question);
        assert_eq!((positions.len(), &labels[..]), (1, &["stay".to_owned()][..]), "{positions:?}");
    }
}

/// An equation that leads over moves back to what it defines is at fault, not the rules; what the rules repeat themselves is
/// said first.
#[test]
fn through_an_equation() {
    let rules = "game A(x) { move a if x > 0 -> A(x - 1)  equals B(x) }  game B(x) { move b -> A(x) }";
    let FaultKind::SelfReference { chain, equation: true } = fault(rules, "sg(A(0))") else { panic!("no equation") };
    assert!(chain.iter().all(|asked| asked.starts_with("sg(")), "{chain:?}");
    let rules = "game Round(x: 0..5) { move a -> Round((x + 1) % 6)  equals Round(x) + 2*Round(0) }";
    assert!(matches!(fault(rules, "sg(Round(0))"), FaultKind::Cycle { .. }));
}

/// An equation with the position on its own right side, at once or over other equations, is no way to its value, and is
/// left out there.
#[test]
fn beside_an_equation_with_itself() {
    let heaps = "game G(x, y, z, w) { move a(k in 1..x) -> G(x - k, y, z, w)  move b(k in 1..y) -> G(x, y - k, z, w)
        equals G(x, 0, 0, 0) + G(0, y, 0, 0) + G(0, 0, z, 0) + G(0, 0, 0, w) }";
    check(
        heaps,
        &[
            ("sg(G(0, 0, 0, 2) + G(0, 2, 2, 2))", "2"),
            ("sg(G(7, 4, 1, 1))", "3"),
            ("[sg(G(x, y, 1, 0)) for x in 0..3, y in 0..2]", "[0, 1, 2, 1, 0, 3, 2, 3, 0, 3, 2, 1]"),
        ],
    );
    for right in ["Up(x) + 2*Up(0)", "3*Up(x)", "Two(x)"] {
        let rules = format!(
            "game Up(x: 0..5) {{ move a(k in x + 1..5) -> Up(k)  equals {right} }}
            game Two(x: 0..5) {{ move a(k in x + 1..5) -> Two(k)  equals Up(x) }}"
        );
        let wanted = "[5, 4, 3, 2, 1, 0]";
        check(&rules, &[("[sg(Up(x)) for x in 0..5]", wanted), ("[sg(Two(x)) for x in 0..5]", wanted)]);
    }
}

/// What is wrong with the rules of positions that cancel is wrong all the same.
#[test]
fn faults_that_cancel() {
    let rules = "game Down(n) { move take -> Down(n - 1) }";
    for expression in ["sg(Down(3) + Down(3))", "outcome(2*Down(3))"] {
        assert!(matches!(fault(rules, expression), FaultKind::LeavesDomain { .. }), "{expression}");
    }
}

/// What the guard says whatever the value is, so that machine code need not know it, is at fault where the value is.
#[test]
fn faults_that_fold() {
    let guards = [
        "0 * V == 0",
        "V - V == 0",
        "V <= V",
        "V == 0 and k < k",
        "V == 0 or k == k",
        "(if V == 0 then 1 else 1) == 1",
        "V in -100..100",
        "V in k..0",
        "V in k..k - 1",
        "V < 100",
        "max(V, 0) >= 0",
        "V & 0 == 0",
        "V % 1 == 0",
        "V in {0, 1, 2, 3, 4, 5, 6, 7}",
        "V in {}",
        "V not in {}",
        "V in []",
        "len([V]) == 1",
        "all(V < 50 for q in 0..2)",
        "sum(0 * V for q in 0..2) == 0",
        "[V][0] >= 0",
        "{V} & {} == {}",
        "any(q >= 0 for q in 0..V)",
        "V < 100 implies 1 == 1",
    ];
    for guard in guards {
        for value in ["(x % y)", "(k % (k - 1))", "T[k + 4]", "max(q for q in 1..k - 1)", "min(T[q] for q in 1..y)"] {
            let guard = guard.replace('V', value);
            let rules = format!(
                "let T = [0, 1, 2, 0, 1, 2] game G(x: 0..9, y: 0..6) {{ move a(k in 1..x) if {guard} -> G(x - k, y) }}"
            );
            for expression in ["sg(G(9, 0))", "[sg(G(x, y)) for x in 0..9, y in 0..6]"] {
                let Err(Stop::Fault(_)) = Game::with(&rules, &[expression], NO_LIMITS).value(0) else {
                    panic!("{expression} has a value: {rules}");
                };
            }
        }
    }
}

/// A limit on states is no answer where play comes back to where it was.
#[test]
fn before_a_limit_is_reported() {
    let limits = Limits { max_states: 500, ..NO_LIMITS };
    let rules = "game G(n) { move up -> G(n + 1)  move dn if n > 0 -> G(n - 1) }";
    for question in ["sg(G(3))", "loses(G(3))"] {
        match Game::with(rules, &[question], limits.clone()).value(0) {
            Err(Stop::Fault(fault)) => assert!(matches!(fault.kind, FaultKind::Cycle { .. }), "{question}"),
            other => panic!("{question}: {other:?}"),
        }
    }
    let rules = "game G(n) { move up -> G(n + 1) }";
    assert!(matches!(Game::with(rules, &["sg(G(3))"], limits).value(0), Err(Stop::Limit(_))));
}
