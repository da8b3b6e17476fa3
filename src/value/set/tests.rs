//! All representations agree with a sorted list.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::rc::Rc;

use proptest::prelude::*;

use super::{Repr, Set, Universe};
use crate::number::Number;
use crate::value::{Value, encode};

#[test]
fn ranges_take_no_memory() {
    let range = Set::range(-5, 1 << 60);
    assert_eq!(range.len(), (1 << 60) + 6);
    assert!(range.contains(&Value::int(1 << 59)) && !range.contains(&Value::int(-6)));
    let cut = range.intersection(&Set::range(-10, -4)).expect("small");
    assert_eq!(cut.iter().collect::<Vec<_>>(), [Value::int(-5), Value::int(-4)]);
    assert_eq!(range.difference(&Set::range(-5, (1 << 60) - 1)), Ok(Set::range(1 << 60, 1 << 60)));
    assert!(range.without(&Value::int(0)).is_err());
    assert_eq!(Set::range(0, 63).len(), 64);
    assert_eq!(Set::range(i64::MAX, i64::MAX).iter().count(), 1);
}

#[test]
fn masks_stay_masks() {
    let values = (0..10).flat_map(|r| (0..10).map(move |c| Value::tuple(vec![Value::int(r), Value::int(c)]))).collect();
    let universe = Rc::new(Universe::new(values));
    let full = Set::full(&universe);
    assert_eq!(full.len(), 100);
    let cell = Value::tuple(vec![Value::int(3), Value::int(4)]);
    let rest = full.without(&cell).expect("small");
    assert_eq!(rest.len(), 99);
    assert!(rest.universe().is_some_and(|own| Rc::ptr_eq(own, &universe)));
    assert!(!rest.contains(&cell) && rest.is_subset(&full) && !full.is_subset(&rest));
    assert_eq!(full.index_of(&cell), Some(34));
    assert_eq!(full.get(34), Some(cell));
    assert_eq!(Set::from_values(full.iter().collect()), full);
}

fn pair(r: i64, c: i64) -> Value {
    Value::tuple(vec![Value::int(r), Value::int(c)])
}

fn hash(set: &Set) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(set)
}

fn bytes(set: &Set) -> Vec<u8> {
    let mut out = Vec::new();
    encode(&Value::Set(set.clone()), &mut out);
    out
}

/// The same elements in every representation that has room for them.
fn representations(values: &BTreeSet<Value>, universes: &[Rc<Universe>]) -> Vec<Set> {
    let list = Set { repr: Repr::Sorted(values.iter().cloned().collect()) };
    let masks = universes.iter().filter_map(|universe| list.rebase(universe)).collect::<Vec<_>>();
    let own = Set::from_values(values.iter().rev().cloned().collect());
    let range = list.as_range().map(|(low, high)| Set::range(low, high));
    [list, own].into_iter().chain(masks).chain(range).collect()
}

fn universes() -> Vec<Rc<Universe>> {
    let pairs = |n: i64| (0..n).flat_map(|r| (0..9).map(move |c| pair(r, c))).collect();
    let mixed = (-3..9).map(Value::int).chain([Value::text("a"), Value::Bool(true)]).collect();
    let half = Value::Number(Number::from(1).div(&Number::from(2)).expect("defined"));
    let ranges = [Universe::range(-5, 20), Universe::range(-100, 300), Universe::range(0, 64)];
    let others = [Universe::new(pairs(3)), Universe::new(pairs(15)), Universe::new(mixed)];
    let halves = Universe::new((-3..9).map(Value::int).chain([half]).collect());
    ranges.into_iter().chain(others).chain([halves]).map(Rc::new).collect()
}

fn elements() -> impl Strategy<Value = BTreeSet<Value>> {
    let half = Value::Number(Number::from(1).div(&Number::from(2)).expect("defined"));
    let int = |range: std::ops::Range<i64>| prop::collection::btree_set(range.prop_map(Value::int), 0..12);
    prop_oneof![
        int(-6..10),
        int(-120..220),
        int(i64::MAX - 100..i64::MAX),
        (-9_i64..200, -3_i64..150).prop_map(|(low, size)| (low..low + size).map(Value::int).collect()),
        prop::collection::btree_set((0_i64..4, 0_i64..9).prop_map(|(r, c)| pair(r, c)), 0..12),
        prop::collection::btree_set((0_i64..15, 0_i64..10).prop_map(|(r, c)| pair(r, c)), 0..40),
        int(-3..9).prop_map(move |mut set| {
            set.extend([half.clone()]);
            set
        }),
        int(-3..9).prop_map(|mut set| {
            set.extend([Value::text("a")]);
            set
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn representations_cannot_be_told_apart(a in elements(), b in elements()) {
        let universes = universes();
        let (left, right) = (representations(&a, &universes), representations(&b, &universes));
        let list = |set: &BTreeSet<Value>| set.iter().cloned().collect::<Vec<_>>();
        let order = a.len().cmp(&b.len()).then_with(|| list(&a).cmp(&list(&b)));
        for x in &left {
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.iter().collect::<Vec<_>>(), list(&a));
            prop_assert_eq!(hash(x), hash(&left[0]));
            prop_assert_eq!(bytes(x), bytes(&left[0]));
            for (place, value) in a.iter().enumerate() {
                prop_assert!(x.contains(value));
                prop_assert_eq!(x.get(place), Some(value.clone()));
                prop_assert_eq!(x.index_of(value), Some(place));
            }
            prop_assert_eq!(x.get(a.len()), None);
            for value in b.difference(&a) {
                prop_assert!(!x.contains(value));
                prop_assert_eq!(x.index_of(value), None);
            }
            for y in &right {
                prop_assert_eq!(x == y, a == b);
                prop_assert_eq!(x.cmp(y), order);
                prop_assert_eq!(x.is_subset(y), a.is_subset(&b));
                prop_assert_eq!(bytes(x) == bytes(y), a == b);
                let same = |set: Result<Set, _>, expected: Vec<&Value>| {
                    set.is_ok_and(|set| set.len() == expected.len() && set.iter().eq(expected.into_iter().cloned()))
                };
                prop_assert!(same(x.union(y), a.union(&b).collect()));
                prop_assert!(same(x.intersection(y), a.intersection(&b).collect()));
                prop_assert!(same(x.difference(y), a.difference(&b).collect()));
                prop_assert!(same(x.symmetric_difference(y), a.symmetric_difference(&b).collect()));
            }
            for universe in &universes {
                let inside = a.iter().all(|v| universe.index_of(v).is_some());
                prop_assert_eq!(x.rebase(universe).is_some(), inside);
                prop_assert_eq!(x.mask_in(universe).is_some(), inside && universe.len() <= 64);
                if let Some(mask) = x.mask_in(universe) {
                    prop_assert_eq!(&Set::from_mask(universe, mask), x);
                }
                let mut words = Vec::new();
                if x.append_words_in(universe, &mut words).is_some() {
                    prop_assert_eq!(words.len(), universe.words());
                    prop_assert_eq!(&Set::from_words(universe, &words), x);
                }
            }
        }
    }
}
