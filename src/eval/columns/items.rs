//! Domains whose elements are sets, lists or tuples, as columns: the same for all instances, made some at a time.

use std::cell::RefCell;
use std::ops::{ControlFlow, RangeInclusive};
use std::rc::Rc;

use super::super::{Frame, Machine, Queries};
use crate::analysis::model::{Binder, Expr, ExprKind};
use crate::combinatorics::{Subsets, nth_mask, subset_count};
use crate::library::{Builtin, selections};
use crate::terms::Kind;
use crate::value::{Universe, Value};

/// A place of a list or a tuple has at most so many numbers; more are left to the long way.
const MOST: i64 = 1 << 10;

/// The elements of the domains of a plan, by column: nothing where it is a range.
#[derive(Default)]
pub(super) struct Domains {
    known: Vec<(usize, Items)>,
}

/// The elements of one domain, in order.
pub(super) enum Items {
    Subsets(SubsetItems),
    /// One number of each list, the last place fastest.
    Choices(Vec<Vec<i64>>),
}

/// The subsets of a set, by size and then lexicographically, as masks.
pub(super) struct SubsetItems {
    pub universe: Rc<Universe>,
    sizes: Vec<RangeInclusive<usize>>,
    count: u64,
    /// The number of the next subset, and those from it on: they are mostly taken in turn.
    cursor: RefCell<(u64, Box<dyn Iterator<Item = u64>>)>,
}

impl Domains {
    /// Adds a domain whose elements begin at a column.
    pub fn add(&mut self, column: usize, items: Items) {
        self.known.push((column, items));
    }

    /// The domain whose elements begin at a column.
    pub fn at(&self, column: usize) -> Option<&Items> {
        self.known.iter().find(|known| known.0 == column).map(|known| &known.1)
    }

    /// What the masks of a column are over.
    pub fn universe(&self, column: usize) -> Option<&Rc<Universe>> {
        match self.at(column)? {
            Items::Subsets(subsets) => Some(&subsets.universe),
            Items::Choices(_) => None,
        }
    }
}

impl SubsetItems {
    fn new(universe: Rc<Universe>, sizes: Vec<RangeInclusive<usize>>) -> Option<Self> {
        let n = universe.len();
        let count = sizes.iter().try_fold(0u64, |all, sizes| all.checked_add(subset_count(n, sizes.clone())?))?;
        let cursor = RefCell::new((0, all_masks(n, sizes.clone())));
        Some(Self { universe, sizes, count, cursor })
    }

    /// The masks from one on.
    fn masks(&self, from: u64, count: usize, into: &mut Vec<i64>) {
        let mut cursor = self.cursor.borrow_mut();
        if cursor.0 > from {
            *cursor = (0, all_masks(self.universe.len(), self.sizes.clone()));
        }
        while cursor.0 < from && cursor.1.next().is_some() {
            cursor.0 += 1;
        }
        into.extend(cursor.1.by_ref().take(count).map(u64::cast_signed));
        cursor.0 += count as u64;
    }
}

fn all_masks(n: usize, sizes: Vec<RangeInclusive<usize>>) -> Box<dyn Iterator<Item = u64>> {
    Box::new(sizes.into_iter().filter_map(move |sizes| Subsets::new(n, sizes).masks()).flatten())
}

impl Items {
    /// How many elements there are; `None` when very many.
    pub fn count(&self) -> Option<u64> {
        match self {
            Self::Subsets(subsets) => Some(subsets.count),
            Self::Choices(places) => places.iter().try_fold(1u64, |all, place| all.checked_mul(place.len() as u64)),
        }
    }

    /// How many columns an element takes.
    pub fn width(&self) -> usize {
        match self {
            Self::Subsets(_) => 1,
            Self::Choices(places) => places.len(),
        }
    }

    /// Appends the elements from one on, of which there are so many at least, to columns.
    pub fn append(&self, from: u64, count: usize, columns: &mut [Vec<i64>]) {
        match self {
            Self::Subsets(subsets) => {
                if let [column] = columns {
                    subsets.masks(from, count, column);
                }
            }
            Self::Choices(places) => {
                // How often each entry of a place is repeated before the next one.
                let mut each = 1u64;
                for (place, column) in places.iter().zip(columns).rev() {
                    let len = place.len() as u64;
                    let (mut entry, mut left) = (from / each % len, each - from % each);
                    let mut missing = count as u64;
                    while missing > 0 {
                        let here = left.min(missing);
                        let value = place[usize::try_from(entry).unwrap_or(0)];
                        column.resize(column.len() + usize::try_from(here).unwrap_or(0), value);
                        missing -= here;
                        (entry, left) = ((entry + 1) % len, each);
                    }
                    each = each.saturating_mul(len);
                }
            }
        }
    }

    /// Appends one element, whichever.
    pub fn append_one(&self, number: u64, columns: &mut [Vec<i64>]) {
        let (Self::Subsets(subsets), [column]) = (self, &mut *columns) else { return self.append(number, 1, columns) };
        let mut left = number;
        for sizes in &subsets.sizes {
            let all = subset_count(subsets.universe.len(), sizes.clone()).unwrap_or(u64::MAX);
            if left < all {
                return column.push(nth_mask(subsets.universe.len(), sizes.clone(), left).cast_signed());
            }
            left -= all;
        }
        column.push(0);
    }

    /// The least and the greatest of each column; sets from none to all.
    pub fn ends(&self) -> Vec<(i64, i64)> {
        match self {
            Self::Subsets(subsets) => {
                let all = u64::MAX.checked_shr(64 - u32::try_from(subsets.universe.len()).unwrap_or(64)).unwrap_or(0);
                vec![(0, all.cast_signed())]
            }
            Self::Choices(places) => {
                let ends = |place: &Vec<i64>| {
                    (place.iter().copied().min().unwrap_or(0), place.iter().copied().max().unwrap_or(0))
                };
                places.iter().map(ends).collect()
            }
        }
    }
}

impl Machine {
    /// The elements of a domain as columns, of the kind that was expected; `None` when they are something else.
    pub(super) fn items(
        &self,
        domain: &Expr,
        kind: Kind,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Option<Items> {
        let items = match &domain.kind {
            ExprKind::Builtin { function: Builtin::SUBSETS, args } => {
                let args = self.eval_all(args, frame, queries).ok()?;
                let (universe, sizes) = selections::subsets_of(&args).ok()?;
                if universe.len() > 64 {
                    return None;
                }
                Items::Subsets(SubsetItems::new(universe, sizes)?)
            }
            ExprKind::Builtin { function: Builtin::CHOICES, args } => {
                let args = self.eval_all(args, frame, queries).ok()?;
                Items::Choices(args.iter().map(numbers).collect::<Option<_>>()?)
            }
            ExprKind::Aggregate { function: Builtin::CHOICES, generator } => {
                let mut places = Vec::new();
                let binders: &[Binder] = &generator.binders;
                self.for_each_binding(binders, frame, queries, &mut |frame, queries| {
                    places.push(numbers(&self.eval(&generator.body, frame, queries)?));
                    Ok(ControlFlow::Continue(()))
                })
                .ok()?;
                Items::Choices(places.into_iter().collect::<Option<_>>()?)
            }
            ExprKind::Builtin { args, .. } => {
                let args = self.eval_all(args, frame, queries).ok()?;
                let side = |value: &Value| value.as_i64().filter(|n| (0..=MOST).contains(n)).map(|n| (0..n).collect());
                Items::Choices(args.iter().map(side).collect::<Option<_>>()?)
            }
            _ => return None,
        };
        (items.width() == kind.width() && items.count().is_some()).then_some(items)
    }
}

/// The elements of a set or a list, if they are few small integers.
fn numbers(value: &Value) -> Option<Vec<i64>> {
    let few = |len: usize| i64::try_from(len).is_ok_and(|len| len <= MOST);
    match value {
        Value::Set(set) if few(set.len()) => set.iter().map(|v| v.as_i64()).collect(),
        Value::List(list) if few(list.len()) => list.iter().map(Value::as_i64).collect(),
        _ => None,
    }
}
