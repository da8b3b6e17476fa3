//! How values print, compare and nest.

mod laws;

use crate::cgt::Play;
use std::rc::Rc;

use super::{Component, Graph, Instance, Position, Set, Value, encode};

fn game(id: u32, name: &str, args: Vec<Value>) -> Rc<Instance> {
    Rc::new(Instance { id, game: id, name: name.into(), args: args.into() })
}

fn play(instance: &Rc<Instance>, fields: &[i64]) -> Position {
    Position::of(Component::play(instance.clone(), fields.iter().map(|n| Value::int(*n)).collect()))
}

fn sum(a: &Position, b: &Position) -> Position {
    Position::plus(a, b).expect("few components")
}

#[test]
fn values_print_as_the_language_writes_them() {
    let list = Value::list(vec![1.into(), 2.into()]);
    assert_eq!(list.to_string(), "[1, 2]");
    assert_eq!(Value::tuple(vec!["a".into(), true.into()]).to_string(), "(\"a\", true)");
    assert_eq!(Value::text("bare").to_string(), "bare");
    assert_eq!(Value::text("bare").quoted().to_string(), "\"bare\"");
    assert_eq!(Value::Set(Set::empty()).to_string(), "{}");
    assert_eq!(Value::Set(Set::from_values(vec![3.into(), 1.into(), 3.into()])).to_string(), "{1, 3}");
}

#[test]
fn graphs_print_as_literals() {
    let edges = vec![(1.into(), 2.into(), false, None), (Value::int(-1), 2.into(), true, Some("red".into()))];
    let graph = Graph::new(vec![3.into()], edges);
    assert_eq!(graph.to_string(), "graph { 1--2, (-1)->2: \"red\", 3 }");
    let rest = graph.without_vertices(&Set::from_values(vec![1.into()]));
    assert_eq!(rest.to_string(), "graph { (-1)->2: \"red\", 3 }");
    assert_eq!(rest.edges[0].id, 1);
    assert_eq!(Graph::new(vec![], vec![]).to_string(), "graph {}");
    assert_eq!(graph.neighbours(&2.into()).to_string(), "{-1, 1}");
    assert_eq!(graph.successors(&2.into()).to_string(), "{1}");
}

#[test]
fn positions_print_as_sums() {
    let (nim, octal, cake) = (game(0, "Nim", vec![]), game(1, "Octal", vec!["0.77".into()]), game(2, "Cake", vec![]));
    let three = play(&nim, &[3]);
    assert_eq!(play(&octal, &[3]).to_string(), "Octal[\"0.77\"](3)");
    assert_eq!(sum(&three, &sum(&play(&nim, &[1]), &three)).to_string(), "Nim(1) + 2*Nim(3)");
    assert_eq!(Position::empty().to_string(), "0");
    assert_eq!(three.with_play(Play::Misere).to_string(), "misere Nim(3)");
    let cut = Position::negate(&play(&cake, &[1, 2]));
    assert_eq!(cut.to_string(), "-Cake(1, 2)");
    assert_eq!(sum(&three, &sum(&cut, &cut)).to_string(), "Nim(3) - 2*Cake(1, 2)");
    let whole = Position::whole(&Rc::new(sum(&play(&nim, &[1]), &cut)));
    assert_eq!(whole.to_string(), "whole(Nim(1) - Cake(1, 2))");
    assert_eq!(Position::negate(&whole).to_string(), "whole(-Nim(1) + Cake(1, 2))");
    assert_eq!(play(&nim, &[]).to_string(), "Nim()");
}

#[test]
fn sums_are_multisets() {
    let nim = game(0, "Nim", vec![]);
    let (a, b) = (play(&nim, &[1]), play(&nim, &[2]));
    assert_eq!(sum(&a, &b), sum(&b, &a));
    assert_eq!(Position::times(2, &a).expect("small"), sum(&a, &a));
    assert_eq!(Position::times(0, &a).expect("small"), Position::empty());
    assert!(Position::times(u64::MAX, &sum(&a, &a)).is_none());
    // As lists: [1, 1] < [1, 2] < [2].
    let ascending = [Position::empty(), a.clone(), sum(&a, &a), sum(&a, &b), b.clone()];
    assert!(ascending.is_sorted_by(|x, y| x < y));
    assert_eq!(sum(&a, &a).without_one(0), a);
}

#[test]
fn kinds_have_an_order() {
    let ascending = [
        Value::int(5),
        Value::Bool(false),
        Value::Bool(true),
        Value::text("a"),
        Value::tuple(vec![1.into(), 2.into()]),
        Value::list(vec![]),
        Value::list(vec![1.into()]),
        Value::Set(Set::from_values(vec![7.into()])),
        Value::Set(Set::from_values(vec![1.into(), 2.into()])),
        Value::Position(Rc::new(Position::empty())),
    ];
    assert!(ascending.is_sorted_by(|x, y| x < y));
}

#[test]
fn positions_nested_deeper_than_the_stack() {
    let nim = game(0, "Nim", vec![]);
    let build = || (0..100_000).fold(play(&nim, &[1]), |inner, _| Position::whole(&Rc::new(inner)));
    let (deep, same) = (build(), build());
    assert_eq!(deep, same);
    assert!(deep.cmp(&same).is_eq());
    assert!(deep.to_string().starts_with("whole(whole("));
    assert!(Position::negate(&deep) != deep);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    encode(&Value::from(deep), &mut left);
    encode(&Value::from(same), &mut right);
    assert_eq!(left, right);
}
