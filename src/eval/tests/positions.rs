use std::ops::ControlFlow;
use std::rc::Rc;

use super::{Program, said, shown, unlimited};
use crate::value::{Component, Value};

const NIM: &str = "game Nim(n) { move take(k in 1..n) -> Nim(n - k) }";

#[test]
fn positions_are_multisets() {
    assert_eq!(shown(NIM, "Nim(2) + Nim(1) + Nim(2)"), "Nim(1) + 2*Nim(2)");
    assert_eq!(shown(NIM, "3 * Nim(1) + 0"), "3*Nim(1)");
    assert_eq!(shown(NIM, "sum(Nim(h) for h in [1, 1])"), "2*Nim(1)");
    assert_eq!(shown(NIM, "sum([Nim(1), Nim(2)])"), "Nim(1) + Nim(2)");
    assert_eq!(shown(NIM, "sum(Nim(h) for h in 1..0)"), "0");
}

#[test]
fn equality_is_of_values_and_membership_as_written() {
    assert_eq!(shown(NIM, "Nim(1) + Nim(1) == 0"), "true");
    assert_eq!(shown(NIM, "identical(Nim(1) + Nim(1), 0)"), "false");
    assert_eq!(shown(NIM, "Nim(1) + Nim(2) in {Nim(3)}"), "false");
    assert_eq!(shown(NIM, "[Nim(1) + Nim(2)] == [Nim(3)]"), "true");
    assert_eq!(shown(NIM, "fuzzy(Nim(1), Nim(2))"), "true");
}

#[test]
fn queries_answer() {
    assert_eq!(shown(NIM, "[sg(Nim(n)) for n in 0..3]"), "[0, 1, 2, 3]");
    assert_eq!(shown(NIM, "outcome(Nim(2) + Nim(2))"), "P");
    assert_eq!(shown(NIM, "options(Nim(2))"), "[Nim(0), Nim(1)]");
    assert_eq!(shown(NIM, "[m.k for m in moves(Nim(3))]"), "[1, 2, 3]");
    assert_eq!(shown(NIM, "[(m.name, m.to) for m in winning_moves(Nim(3))]"), "[(\"take\", Nim(0))]");
    assert_eq!(shown(NIM, "star(2) == value(Nim(2))"), "true");
}

#[test]
fn fields_are_brought_into_form() {
    let rules = "game Piles(h: bag of nat) { move take(i in indices(h), k in 1..h[i]) -> Piles(h with [i: h[i] - k]) }";
    assert_eq!(shown(rules, "Piles([3, 1, 2])"), "Piles([1, 2, 3])");
    assert_eq!(shown(rules, "Piles([3, 1]) in {Piles([1, 3])}"), "true");
    assert_eq!(shown(rules, "[m.to for m in moves(Piles([1, 1]))]"), "[Piles([0, 1]), Piles([0, 1])]");
}

#[test]
fn domains_may_mention_what_comes_before() {
    let rules = "game Treble(n, X: set of 1..n) { move play(i in 1..n) if i not in X -> Treble(n, X | {i}) }
        game On[G: graph](v: vertices(G), rest: vertices(G) - {v}) { move go(w in adj(G, v)) if w != rest -> On(w, rest) }
        let P = path(3)";
    assert_eq!(shown(rules, "[m.to for m in moves(Treble(2, {1}))]"), "[Treble(2, {1, 2})]");
    assert_eq!(shown(rules, "len(options(On[P](2, 1)))"), "1");
}

#[test]
fn lets_are_lazy_and_guards_come_early() {
    let rules = "game G(a, b) {
        let q = b // a
        move sub(k in 1..q) if a > 0 -> G(a, b - k * a)
      }";
    assert_eq!(shown(rules, "moves(G(0, 5))"), "[]");
    assert_eq!(shown(rules, "[m.to for m in moves(G(2, 5))]"), "[G(2, 3), G(2, 1)]");
}

#[test]
fn labels_name_the_in_variables() {
    let rules = "game G(n) { move cut((a, b) in {(1, 2)}, c = a + b, k in {\"x\"}) -> G(n)
        move stay -> G(n) }";
    let mut program = Program::with(rules, &["G(1)"], unlimited());
    let Ok(Value::Position(position)) = program.value(0) else { panic!("a position") };
    let Some(Component::Play { instance, fields, .. }) = position.single() else { panic!("one component") };
    let mut found = Vec::new();
    let machine = Rc::clone(&program.machine);
    let visited = machine.for_each_move(instance, fields, &mut program.engine, &mut |option| {
        found.push((option.label(), option.bindings().len()));
        Ok(ControlFlow::Continue(()))
    });
    assert!(visited.is_ok());
    assert_eq!(found, [("cut(a=1, b=2, k=\"x\")".to_string(), 4), ("stay".to_string(), 0)]);
}

#[test]
fn endings_come_in_file_order() {
    let rules = "game G(n) { wins if n == 3 ends if n >= 2 move down if n > 0 -> G(n - 1) }";
    let mut program = Program::with(rules, &["G(1)", "G(2)", "G(3)"], unlimited());
    let ending = |program: &mut Program, number| {
        let Ok(Value::Position(position)) = program.value(number) else { panic!("a position") };
        let Some(Component::Play { instance, fields, .. }) = position.single() else { panic!("one component") };
        Rc::clone(&program.machine).ending(instance, fields, &mut program.engine).expect("no fault")
    };
    assert_eq!(ending(&mut program, 0), None);
    assert_eq!(ending(&mut program, 1), Some(false));
    assert_eq!(ending(&mut program, 2), Some(true));
}

#[test]
fn images_of_equations() {
    let rules =
        "game G(a, b) { move one(x in 1..a) -> G(a - x, b) same as G(b, a) equals(k in 1..2) if k < b G(a, k) }";
    let mut program = Program::with(rules, &["G(1, 3)"], unlimited());
    let Ok(Value::Position(position)) = program.value(0) else { panic!("a position") };
    let Some(Component::Play { instance, fields, .. }) = position.single() else { panic!("one component") };
    let mut images = |same, equals| {
        let mut found = Vec::new();
        let machine = Rc::clone(&program.machine);
        let visited =
            machine.for_each_image(instance, fields, same, equals, &mut program.engine, &mut |index, image| {
                found.push(format!("{index} {image}"));
                Ok(ControlFlow::Continue(()))
            });
        assert!(visited.is_ok());
        found
    };
    assert_eq!(images(true, false), ["0 G(3, 1)"]);
    assert_eq!(images(true, true), ["0 G(3, 1)", "1 G(1, 1)", "1 G(1, 2)"]);
}

#[test]
fn values_tell_what_they_are_worth() {
    assert_eq!(
        shown(NIM, "[mean(star(2)), temperature(Nim(2)), left_stop(Nim(1)), atomic_weight(Nim(3))]"),
        "[0, 0, 0, 0]"
    );
    assert_eq!(
        shown(NIM, "[form(\"{1||1|-1}\"), up + up - star(1) + 1, form(\"+-1\") + up]"),
        "[1+Tiny(2), 1^2*, ^ + +-1]"
    );
    assert_eq!(shown(NIM, "[Nim(1) + up + down, star(2) + star(2)]"), "[Nim(1), 0]");
    assert!(said(NIM, "form(\"{1|x}\")").message.contains("cannot read `x}`"));
    assert_eq!(said(NIM, "cool(Nim(1), -1)").code.0, "E0511");
    assert_eq!(said(NIM, "heat(Nim(1), 1/3)").code.0, "E0515");
}
