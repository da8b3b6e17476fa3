//! Order, equality, hash and bytes agree on random values.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::rc::Rc;

use proptest::prelude::*;

use super::super::EnumMember;
use super::{Component, Graph, Position, Set, Value, encode, game};
use crate::cgt::Form;
use crate::number::Number;

fn position(value: Value, id: u32, count: u64, negated: bool) -> Position {
    let play = Component::play(game(id, "Game", vec![]), vec![value].into());
    let play = Position::of(if negated { play.negate() } else { play });
    Position::times(count, &play).expect("few")
}

fn leaves() -> impl Strategy<Value = Value> {
    let third = Value::Number(Number::from(1).div(&Number::from(3)).expect("defined"));
    prop_oneof![
        4 => (-3_i64..4).prop_map(Value::int),
        1 => (180_i64..300).prop_map(Value::int),
        1 => any::<i64>().prop_map(Value::int),
        1 => Just(third),
        1 => Just(Value::Number(Number::phi())),
        1 => any::<bool>().prop_map(Value::Bool),
        2 => "[ab]{0,2}".prop_map(|text| Value::text(&text)),
        1 => (0_u32..2, 0_u32..3).prop_map(|(ty, index)| Value::Enum(Rc::new(EnumMember { ty, index, name: "e".into() }))),
        1 => prop_oneof![Just(Form::UP), Just(Form::ZERO)].prop_map(|form| Position::of(Component::Form(form)).into()),
    ]
}

fn values() -> impl Strategy<Value = Value> {
    leaves().prop_recursive(3, 24, 4, |inner| {
        let some = prop::collection::vec(inner.clone(), 0..4);
        prop_oneof![
            some.clone().prop_map(Value::list),
            some.clone().prop_map(Value::tuple),
            some.prop_map(|values| Value::Set(Set::from_values(values))),
            (inner.clone(), inner.clone(), any::<bool>()).prop_map(|(u, v, directed)| {
                let graph = Graph::new(vec![], vec![(u, v, directed, None)]);
                if directed { Value::Graph(Rc::new(graph)) } else { Value::Edge(graph.edges[0].clone()) }
            }),
            (inner.clone(), 0_u32..2, 0_u64..3, any::<bool>())
                .prop_map(|(v, id, n, neg)| position(v, id, n, neg).into()),
            (inner.clone(), inner).prop_map(|(a, b)| {
                let sum = Position::plus(&position(a, 0, 1, false), &position(b, 1, 2, true)).expect("few");
                Position::whole(&Rc::new(sum)).into()
            }),
        ]
    })
}

fn bytes(value: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    encode(value, &mut out);
    out
}

fn hash(value: &Value) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

proptest! {
    #[test]
    fn order_equality_hash_and_bytes_agree(list in prop::collection::vec(values(), 2..12)) {
        for x in &list {
            for y in &list {
                prop_assert_eq!(x == y, x.cmp(y).is_eq());
                prop_assert_eq!(x.cmp(y), y.cmp(x).reverse());
                let (left, right) = (bytes(x), bytes(y));
                prop_assert_eq!(x == y, left == right);
                prop_assert!(x == y || !left.starts_with(&right), "{} begins as {}", x, y);
                if x == y {
                    prop_assert_eq!(hash(x), hash(y));
                    prop_assert_eq!(x.to_string(), y.to_string());
                }
            }
        }
        let mut sorted = list;
        sorted.sort();
        for (at, x) in sorted.iter().enumerate() {
            prop_assert!(sorted[at..].iter().all(|y| x <= y));
        }
    }

    #[test]
    fn sums_form_a_commutative_monoid(parts in prop::collection::vec((0_i64..3, 0_u32..2, 0_u64..3, any::<bool>()), 3)) {
        let [a, b, c] = [0, 1, 2].map(|i| {
            let (field, id, count, negated) = parts[i];
            position(Value::int(field), id, count, negated)
        });
        let plus = |x: &Position, y: &Position| Position::plus(x, y).expect("few");
        prop_assert_eq!(plus(&a, &b), plus(&b, &a));
        prop_assert_eq!(plus(&plus(&a, &b), &c), plus(&a, &plus(&b, &c)));
        prop_assert_eq!(plus(&a, &Position::empty()), a.clone());
        prop_assert_eq!(Position::negate(&plus(&a, &b)), plus(&Position::negate(&a), &Position::negate(&b)));
        prop_assert_eq!(Position::negate(&Position::negate(&a)), a.clone());
        prop_assert_eq!(Position::times(3, &a).expect("few"), plus(&plus(&a, &a), &a));
        let sum = plus(&plus(&a, &b), &c);
        let listed = [a, b, c].into_iter().flat_map(|p| p.components.clone()).collect();
        prop_assert_eq!(Position::from_components(listed).expect("few"), sum.clone());
        prop_assert!(sum.components.is_sorted_by(|(x, _), (y, _)| x < y));
    }
}
