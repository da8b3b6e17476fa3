//! Sets as columns of masks.

use std::rc::Rc;

use super::super::Queries;
use super::run::{Block, Column, Irregular, Result, Runner};
use crate::syntax::ast::BinaryOp;
use crate::terms::{Element, Measure, SetTerm};
use crate::value::{Set, Universe, Value};

/// Elements of a universe are looked up in a table of at most so many places.
const MOST_PLACES: usize = 1 << 12;
/// What is not an element.
const NOWHERE: u8 = u8::MAX;

/// Where the elements of a universe of at most 64 are.
pub(super) enum Places {
    /// Consecutive integers.
    Range { low: i64, len: i64 },
    /// Tuples of so many numbers within a box (numbers are tuples of one), the last fastest.
    Table { low: Vec<i64>, size: Vec<i64>, places: Vec<u8>, tuples: bool },
}

impl Places {
    /// The places of a universe; `None` when there is no short way to say them.
    pub fn new(universe: &Universe) -> Option<Self> {
        let len = i64::try_from(universe.len()).ok().filter(|len| *len <= 64)?;
        if let Some(low) = universe.as_range() {
            low.checked_add(len)?;
            return Some(Self::Range { low, len });
        }
        let elements: Vec<Value> = (0..universe.len()).filter_map(|at| universe.get(at)).collect();
        let tuples = matches!(elements.first(), Some(Value::Tuple(_)));
        let numbers = |element: &Value| -> Option<Vec<i64>> {
            match element {
                Value::Tuple(parts) if tuples => parts.iter().map(Value::as_i64).collect(),
                Value::Number(_) if !tuples => Some(vec![element.as_i64()?]),
                _ => None,
            }
        };
        let rows: Vec<Vec<i64>> = elements.iter().map(numbers).collect::<Option<_>>()?;
        let arity = rows.first()?.len();
        if rows.iter().any(|row| row.len() != arity) {
            return None;
        }
        let end = |at: usize| rows.iter().map(move |row| row[at]);
        let (mut low, mut size, mut all) = (Vec::new(), Vec::new(), 1usize);
        for at in 0..arity {
            let (least, most) = (end(at).min()?, end(at).max()?);
            let width = most.checked_sub(least)?.checked_add(1)?;
            all = all.checked_mul(usize::try_from(width).ok()?).filter(|all| *all <= MOST_PLACES)?;
            low.push(least);
            size.push(width);
        }
        let mut places = Self::Table { low, size, places: vec![NOWHERE; all], tuples };
        for (i, row) in (0..).zip(&rows) {
            let cell = places.cell(|at| row[at]);
            if let (Self::Table { places, .. }, Some(cell)) = (&mut places, cell) {
                places[cell] = i;
            }
        }
        Some(places)
    }

    /// The cell of the table for a tuple of numbers.
    #[inline]
    fn cell(&self, number: impl Fn(usize) -> i64) -> Option<usize> {
        let Self::Table { low, size, .. } = self else { return None };
        let mut cell = 0;
        for (at, (low, size)) in low.iter().zip(size).enumerate() {
            let offset = number(at).checked_sub(*low).filter(|offset| (0..*size).contains(offset))?;
            cell = cell * size + offset;
        }
        usize::try_from(cell).ok()
    }

    /// The masks of one element an instance, 0 where it is none.
    fn masks(&self, element: &Element, columns: &[Column<'_>], count: usize) -> Vec<i64> {
        match (self, element, columns) {
            (Self::Range { low, len }, Element::Number(_), [column]) => {
                let mask = |n: i64| {
                    let offset = n.wrapping_sub(*low);
                    // Below the least one, a difference is negative or wraps to what is too great.
                    if n >= *low && (0..*len).contains(&offset) { 1i64 << offset } else { 0 }
                };
                match column.values() {
                    Err(one) => vec![mask(one); count],
                    Ok(values) => values.iter().map(|n| mask(*n)).collect(),
                }
            }
            (Self::Table { low, places, tuples, .. }, ..)
                if *tuples == matches!(element, Element::Tuple(_)) && low.len() == columns.len() =>
            {
                let mask = |at: usize| match self.cell(|i| columns[i].at(at)).map(|cell| places[cell]) {
                    None | Some(NOWHERE) => 0,
                    Some(place) => 1i64 << place,
                };
                (0..count).map(mask).collect()
            }
            _ => vec![0; count],
        }
    }
}

/// What masks are over.
pub(super) struct Over<'u> {
    pub universe: &'u Rc<Universe>,
    places: Places,
}

impl<'u> Over<'u> {
    /// `None` when there is no short way.
    pub fn new(universe: &'u Rc<Universe>) -> Option<Self> {
        Some(Self { universe, places: Places::new(universe)? })
    }

    /// The mask of a known set; without `clip`, all of its elements must be in the universe.
    fn mask(&self, set: &Set, clip: bool) -> Option<i64> {
        if !clip {
            return set.mask_in(self.universe).map(u64::cast_signed);
        }
        let inside = (0..self.universe.len()).filter(|at| self.universe.get(*at).is_some_and(|v| set.contains(&v)));
        Some(inside.fold(0, |mask, at| mask | 1i64 << at))
    }
}

impl Runner<'_> {
    /// The masks of a set for every instance of a block. Elements outside the universe are left out with `clip`; else there is
    /// no short way for them.
    pub fn masks(
        &self,
        set: &SetTerm,
        over: &Over<'_>,
        clip: bool,
        block: &Block,
        queries: &mut dyn Queries,
    ) -> std::result::Result<Vec<i64>, Irregular> {
        let all = |set: &Set| over.mask(set, clip).map(|mask| vec![mask; block.count]).ok_or(Irregular);
        match set {
            SetTerm::Fixed(set) => all(set),
            SetTerm::Outer(slot) => all(self.frame.get(*slot).and_then(Value::as_set).ok_or(Irregular)?),
            SetTerm::Global(index) => {
                let value = self.machine.global(*index, queries).map_err(|_| Irregular)?;
                all(value.as_set().ok_or(Irregular)?)
            }
            SetTerm::Column(at) => {
                let own = self.domains.universe(*at).ok_or(Irregular)?;
                let masks = block.columns.get(*at).ok_or(Irregular)?;
                moved(masks, own, over.universe, clip).ok_or(Irregular)
            }
            SetTerm::Range(ends) => {
                let Places::Range { low, len } = over.places else { return Err(Irregular) };
                let (first, last) = (self.run(ends[0], block, queries)?, self.run(ends[1], block, queries)?);
                let mut masks = Vec::with_capacity(block.count);
                for at in 0..block.count {
                    masks.push(range((first.at(at), last.at(at)), (low, len), clip).ok_or(Irregular)?);
                }
                Ok(masks)
            }
            SetTerm::Elements(elements) => {
                let mut masks = vec![0; block.count];
                for element in elements {
                    let one = self.element(element, &over.places, block, queries)?;
                    if !clip && one.contains(&0) {
                        return Err(Irregular);
                    }
                    masks.iter_mut().zip(&one).for_each(|(mask, bit)| *mask |= bit);
                }
                Ok(masks)
            }
            SetTerm::Both(op, parts) => {
                // Only what the left side has may stay.
                let within = matches!(op, BinaryOp::Intersection | BinaryOp::Sub);
                let mut masks = self.masks(&parts[0], over, clip, block, queries)?;
                let others = self.masks(&parts[1], over, clip || within, block, queries)?;
                let pairs = masks.iter_mut().zip(&others);
                match op {
                    BinaryOp::Union => pairs.for_each(|(a, b)| *a |= b),
                    BinaryOp::Intersection => pairs.for_each(|(a, b)| *a &= b),
                    BinaryOp::Sub => pairs.for_each(|(a, b)| *a &= !b),
                    BinaryOp::Xor => pairs.for_each(|(a, b)| *a ^= b),
                    _ => return Err(Irregular),
                }
                Ok(masks)
            }
        }
    }

    /// The masks of an element, 0 where it is outside.
    fn element(
        &self,
        element: &Element,
        places: &Places,
        block: &Block,
        queries: &mut dyn Queries,
    ) -> std::result::Result<Vec<i64>, Irregular> {
        let columns = element
            .terms()
            .iter()
            .map(|term| self.run(*term, block, queries))
            .collect::<std::result::Result<Vec<Column<'_>>, Irregular>>()?;
        Ok(places.masks(element, &columns, block.count))
    }

    /// Whether the set of a column has an element.
    pub fn member<'b>(&self, element: &Element, at: usize, block: &'b Block, queries: &mut dyn Queries) -> Result<'b> {
        let universe = self.domains.universe(at).ok_or(Irregular)?;
        let masks = block.columns.get(at).ok_or(Irregular)?;
        let places = Places::new(universe).ok_or(Irregular)?;
        let mut found = self.element(element, &places, block, queries)?;
        found.iter_mut().zip(masks).for_each(|(bit, mask)| *bit = i64::from(*bit & mask != 0));
        Ok(Column::Own(found))
    }

    /// What is said of the set of a column.
    pub fn measure<'b>(&self, measure: Measure, at: usize, block: &'b Block) -> Result<'b> {
        let universe = self.domains.universe(at).ok_or(Irregular)?;
        let masks = block.columns.get(at).ok_or(Irregular)?;
        if measure == Measure::Len {
            return Ok(Column::Own(masks.iter().map(|mask| i64::from(mask.count_ones())).collect()));
        }
        // Ascending.
        let numbers: Option<Vec<i64>> = (0..universe.len()).map(|i| universe.get(i)?.as_i64()).collect();
        let numbers = numbers.ok_or(Irregular)?;
        let number = |place: u32| numbers.get(place as usize).copied();
        let one = |mask: &i64| match measure {
            Measure::Least => number(mask.trailing_zeros()),
            Measure::Greatest => number(63u32.checked_sub(mask.leading_zeros())?),
            _ => bits(mask.cast_unsigned()).try_fold(0i64, |sum, i| sum.checked_add(numbers[i])),
        };
        Ok(Column::Own(masks.iter().map(one).collect::<Option<_>>().ok_or(Irregular)?))
    }
}

/// The places of the bits of a mask.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros();
        mask &= mask.checked_sub(1)?;
        Some(place as usize)
    })
}

/// The mask of a range of numbers over consecutive ones.
fn range((first, last): (i64, i64), (low, len): (i64, i64), clip: bool) -> Option<i64> {
    if first > last {
        return Some(0);
    }
    let (inner, outer) = (first.max(low), last.min(low + len - 1));
    if !clip && (inner, outer) != (first, last) {
        return None;
    }
    if inner > outer {
        return Some(0);
    }
    let width = u32::try_from(outer - inner + 1).ok()?;
    let ones = u64::MAX.checked_shr(64 - width)?;
    Some((ones << (inner - low)).cast_signed())
}

/// Masks over one universe as those over another; elements that it lacks are left out with `clip`, else there are to be none.
fn moved(masks: &[i64], from: &Rc<Universe>, to: &Rc<Universe>, clip: bool) -> Option<Vec<i64>> {
    let mut places = [NOWHERE; 64];
    let (mut lost, mut shift) = (0i64, None);
    let mut shifted = true;
    for (at, place) in places.iter_mut().enumerate().take(from.len()) {
        match to.index_of(&from.get(at)?).and_then(|index| u8::try_from(index).ok()) {
            None => lost |= 1 << at,
            Some(index) => {
                *place = index;
                let distance = i64::from(index) - i64::try_from(at).ok()?;
                shifted &= *shift.get_or_insert(distance) == distance;
            }
        }
    }
    if !clip && masks.iter().any(|mask| mask & lost != 0) {
        return None;
    }
    let shift = shift.unwrap_or(0);
    let one = |mask: &i64| {
        let kept = (mask & !lost).cast_unsigned();
        if shifted {
            let by = shift.unsigned_abs();
            return if shift < 0 { kept >> by } else { kept << by }.cast_signed();
        }
        bits(kept).fold(0, |moved, at| moved | 1i64 << places[at])
    };
    Some(masks.iter().map(one).collect())
}
