//! All representations agree with a sorted list.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{Set, Universe};
use crate::value::Value;

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
    let _ = BTreeSet::from([full, rest]);
}
