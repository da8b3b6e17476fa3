//! What expressions lower to, and the frame that holds them.

use std::rc::Rc;

use super::{Expr, MASK_BITS, Unsupported};
use crate::value::{Set, Value};

/// A universe of at most so many members that are no consecutive numbers is listed.
const MOST_MEMBERS: usize = 4096;

/// The least and greatest number of each entry, if a set is all tuples of numbers between some, like `rect(700, 700)`, and
/// too large to be listed: what belongs to it is said by comparisons.
#[must_use]
pub fn grid(set: &Set) -> Option<Vec<(i64, i64)>> {
    if set.len() <= MOST_MEMBERS { None } else { box_of(set) }
}

/// The same for a set of any size, but not for an empty one.
pub(super) fn box_of(set: &Set) -> Option<Vec<(i64, i64)>> {
    let entries = |value: Value| match value {
        Value::Tuple(list) => list.iter().map(Value::as_i64).collect::<Option<Vec<i64>>>(),
        _ => None,
    };
    // In lexicographic order, all entries of the first are least.
    let (low, high) = (entries(set.get(0)?)?, entries(set.get(set.len() - 1)?)?);
    let ends: Vec<(i64, i64)> = low.into_iter().zip(high).collect();
    let volume = ends.iter().try_fold(1u64, |volume, (low, high)| {
        let width = u64::try_from(high.checked_sub(*low)?).ok()?.checked_add(1)?;
        volume.checked_mul(width)
    });
    // So many different tuples within a box of so many are all of them.
    let inside = |value: Value| {
        entries(value).is_some_and(|list| {
            list.len() == ends.len() && list.iter().zip(&ends).all(|(n, (low, high))| (low..=high).contains(&n))
        })
    };
    (volume == Some(set.len() as u64) && set.iter().all(inside)).then_some(ends)
}

/// A finite set whose members are known by their index.
#[derive(Debug)]
pub(super) struct Universe {
    set: Set,
    range: Option<(i64, i64)>,
}

impl Universe {
    pub(super) fn new(values: Vec<Value>) -> Self {
        let set = Set::from_values(values);
        let ends = set.get(0).and_then(|v| v.as_i64()).zip(set.len().checked_sub(1).and_then(|i| set.get(i)?.as_i64()));
        let range = ends.filter(|(low, high)| high.checked_sub(*low) == i64::try_from(set.len() - 1).ok());
        Self { set, range }
    }

    pub(super) fn of_set(value: &Value) -> Result<Self, Unsupported> {
        let Value::Set(set) = value else { return Err(Unsupported("a domain that is not a set")) };
        if set.is_empty() {
            return Err(Unsupported("an empty domain"));
        }
        let ends = set.get(0).and_then(|v| v.as_i64()).zip(set.get(set.len() - 1).and_then(|v| v.as_i64()));
        let range = ends.filter(|(low, high)| high.checked_sub(*low) == i64::try_from(set.len() - 1).ok());
        if range.is_none() && set.len() > MOST_MEMBERS {
            return Err(Unsupported("a domain of more than 4096 values"));
        }
        Ok(Self { set: set.clone(), range })
    }

    pub(super) fn len(&self) -> usize {
        self.set.len()
    }

    /// The members, when they are consecutive integers: then a member is a number, not an index.
    pub(super) fn range(&self) -> Option<(i64, i64)> {
        self.range
    }

    pub(super) fn value(&self, index: usize) -> Option<Value> {
        self.set.get(index)
    }

    pub(super) fn index_of(&self, value: &Value) -> Option<usize> {
        self.set.index_of(value)
    }

    pub(super) fn same(&self, other: &Self) -> bool {
        self.set == other.set
    }

    /// All members as a mask.
    pub(super) fn full(&self) -> i64 {
        if self.len() >= MASK_BITS { -1 } else { (1i64 << self.len()).wrapping_sub(1) }
    }
}

/// What an expression lowers to.
#[derive(Clone, Debug)]
pub(super) enum Low {
    /// Fixed while the program runs.
    Known(Value),
    /// An integer.
    Int(Expr),
    /// A natural number where it is below [`i64::MAX`], which stands for all others: good for comparisons only.
    Huge(Expr),
    /// A truth value, 0 or 1.
    Bool(Expr),
    /// A member of a universe, by its index.
    Member(Rc<Universe>, Expr),
    /// A subset of a universe.
    Mask(Rc<Universe>, Expr),
    /// The elements of a set that belong to a universe, and a condition that there are no others.
    Part(Rc<Universe>, Expr, Expr),
    /// A list of known length.
    Vector(Vec<Low>),
    /// A tuple.
    Tuple(Vec<Low>),
    /// The integers from the first to the second.
    Range(Expr, Expr),
}

impl Low {
    /// The elements of a set that belong to a universe, with a condition that these are all.
    pub(super) fn part(universe: Rc<Universe>, mask: Expr, inside: Expr) -> Self {
        if inside.as_constant() == Some(1) { Self::Mask(universe, mask) } else { Self::Part(universe, mask, inside) }
    }

    /// A set as a mask over a universe of its own, and the condition that it is all of the set.
    pub(super) fn mask(&self) -> Option<(Rc<Universe>, Expr, Expr)> {
        match self {
            Self::Mask(universe, mask) => Some((Rc::clone(universe), mask.clone(), Expr::constant(1))),
            Self::Part(universe, mask, inside) => Some((Rc::clone(universe), mask.clone(), inside.clone())),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub(super) fn int(&self) -> Result<Expr, Unsupported> {
        match self {
            Self::Int(e) => Ok(e.clone()),
            Self::Known(value) => value.as_i64().map(Expr::constant).ok_or(Unsupported("not a small integer")),
            Self::Huge(_) => Err(Unsupported("numbers may pass 64 bits")),
            _ => Err(Unsupported("not an integer")),
        }
    }

    /// The integer, or [`i64::MAX`] for every natural number from there on.
    pub(super) fn capped(&self) -> Result<Expr, Unsupported> {
        match self {
            Self::Huge(e) => Ok(e.clone()),
            Self::Known(Value::Number(n)) if n.is_integer() && !n.is_negative() => {
                Ok(Expr::constant(n.to_i64().unwrap_or(i64::MAX)))
            }
            _ => self.int(),
        }
    }

    /// The truth value, if it is one.
    pub(super) fn bool(&self) -> Result<Expr, Unsupported> {
        match self {
            Self::Bool(e) => Ok(e.clone()),
            Self::Known(Value::Bool(b)) => Ok(Expr::constant(i64::from(*b))),
            _ => Err(Unsupported("not a truth value")),
        }
    }

    /// The entries of a list or tuple of known length.
    pub(super) fn entries(&self) -> Result<Vec<Low>, Unsupported> {
        match self {
            Self::Vector(list) | Self::Tuple(list) => Ok(list.clone()),
            Self::Known(Value::List(list) | Value::Tuple(list)) => {
                Ok(list.iter().map(|v| Self::Known(v.clone())).collect())
            }
            _ => Err(Unsupported("not a list of known length")),
        }
    }
}

/// What every slot holds in one scope. It never changes: what binds a variable makes another one, for the scope of that
/// variable alone, so that no slot is read where its variable is not bound.
#[derive(Clone)]
pub(super) struct Env {
    slots: Vec<Option<Rc<Low>>>,
    /// Variables that the guards around say to be positive.
    positive: Vec<u32>,
}

impl Env {
    pub(super) fn new(size: usize) -> Self {
        Self { slots: vec![None; size], positive: Vec::new() }
    }

    /// What a slot holds; `None` outside the scope of its variable.
    pub(super) fn get(&self, slot: u32) -> Option<&Low> {
        self.slots.get(slot as usize)?.as_deref()
    }

    /// The scope of a variable.
    pub(super) fn with(&self, slot: u32, low: Low) -> Self {
        let mut inner = self.clone();
        let at = slot as usize;
        if at >= inner.slots.len() {
            inner.slots.resize(at + 1, None);
        }
        inner.slots[at] = Some(Rc::new(low));
        inner.positive.retain(|other| *other != slot);
        inner
    }

    /// The same scope where a variable is positive.
    pub(super) fn with_positive(mut self, slot: u32) -> Self {
        self.positive.push(slot);
        self
    }

    /// Whether the guards around say that a variable is positive.
    pub(super) fn is_positive(&self, slot: u32) -> bool {
        self.positive.contains(&slot)
    }

    /// The slots whose values are fixed.
    pub(super) fn known(&self) -> Vec<Option<Value>> {
        let known = |low: &Option<Rc<Low>>| match low.as_deref() {
            Some(Low::Known(value)) => Some(value.clone()),
            _ => None,
        };
        self.slots.iter().map(known).collect()
    }
}
