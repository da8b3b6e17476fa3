//! Bounds of the fields of positions: what a table has room for, and how it grows.

use super::ranks::multisets;
use crate::analysis::model::{Expr, ExprKind, Game, Model, Type};
use crate::ir::{Constants, Shape, grid, is_frozen};
use crate::value::{Set, Value};

/// Numbers start with this bound.
const FIRST_BOUND: i64 = 63;
/// No bound is greater.
const MOST: i64 = (1 << 40) - 1;
/// Sets over larger domains start with the elements that the position has.
const FEW_ELEMENTS: usize = 20;
/// Dense tables up to this size need no reason.
pub const SMALL: u64 = 1 << 16;
/// Sets, with numbers or not, have a table of at most this size, which is mostly not filled.
const MASKS: u64 = 1 << 22;
/// Dense tables of one number: what is not filled takes no memory but that of its addresses.
const ALONE: u64 = 1 << 32;
/// Dense tables of up to three numbers, and of more: they are mostly filled.
const LARGE: u64 = 1 << 27;
const MANY_WORDS: u64 = 1 << 22;
/// The same for bags, which have no cells that stand for one position: of up to four numbers, and of more.
const LARGE_BAGS: u64 = 1 << 28;
const MANY_BAGS: u64 = 1 << 25;

/// The shape of fields that holds these values, and those that another shape held.
pub fn shapes(
    model: &Model,
    game: &Game,
    fields: &[Value],
    before: Option<&[Shape]>,
    constants: &dyn Constants,
) -> Option<Vec<Shape>> {
    let mut shapes = Vec::new();
    for (i, value) in fields.iter().enumerate() {
        let ty = game.fields[i].ty.as_ref();
        shapes.push(match (ty, value) {
            _ if is_frozen(game, i, constants) => Shape::Frozen(value.clone()),
            (Some(Type::List(_) | Type::Bag(_)), Value::List(list)) => {
                let greatest = list.iter().map(|v| v.as_i64().unwrap_or(i64::MAX)).max().unwrap_or(0);
                let bag = matches!(ty, Some(Type::Bag(_))) && list.len() > 1;
                Shape::List { len: u32::try_from(list.len()).ok()?, bound: greatest.clamp(3, MOST + 1), bag }
            }
            (None | Some(Type::Nat), Value::Number(_)) => {
                Shape::Word { bound: value.as_i64()?.clamp(FIRST_BOUND, MOST + 1) }
            }
            (Some(Type::Domain(domain)), Value::Number(_)) => {
                let bound = value.as_i64()?.clamp(FIRST_BOUND, MOST + 1);
                Shape::Word { bound: greatest(domain, constants).map_or(bound, |most| bound.min(most)) }
            }
            (Some(Type::Set(of)), Value::Set(_)) => match &**of {
                Type::Domain(domain) => subset(domain, fields, before.and_then(|b| b.get(i)), constants),
                _ => Shape::Word { bound: FIRST_BOUND },
            },
            (Some(Type::Bool), _) => Shape::Word { bound: 1 },
            (Some(Type::Enum(index)), _) => Shape::Word { bound: last(model.enums[*index as usize].members.len())? },
            (Some(Type::Domain(domain)), Value::Tuple(_)) if let Some(ends) = ends(domain, constants) => {
                Shape::Grid(ends)
            }
            (Some(Type::Domain(domain)), _) => {
                Shape::Word { bound: last_member(domain, constants).unwrap_or(FIRST_BOUND) }
            }
            _ => return None,
        });
    }
    rounded(shapes)
}

/// The greatest number of a range that is the same for all positions: tables need no room beyond it.
fn greatest(domain: &Expr, constants: &dyn Constants) -> Option<i64> {
    let ExprKind::Range { high: Some(high), inclusive, .. } = &domain.kind else { return None };
    let high = constants.value(high, &[])?.as_i64()?;
    Some(if *inclusive { high } else { high.saturating_sub(1) }).filter(|most| *most > 0)
}

/// The ends of the entries of a domain's tuples, if it is the same for all positions and too large to be listed.
fn ends(domain: &Expr, constants: &dyn Constants) -> Option<Vec<(i64, i64)>> {
    match constants.value(domain, &[])? {
        Value::Set(domain) => grid(&domain),
        _ => None,
    }
}

/// The number of the last of so many members.
fn last(members: usize) -> Option<i64> {
    i64::try_from(members.checked_sub(1)?).ok()
}

/// The number of the last member of a domain that is the same for all positions.
fn last_member(domain: &Expr, constants: &dyn Constants) -> Option<i64> {
    let Value::Set(domain) = constants.value(domain, &[])? else { return None };
    last(domain.len())
}

/// The shape of a set: of a large domain only what the position mentions, since sets of play mostly shrink.
fn subset(domain: &Expr, fields: &[Value], before: Option<&Shape>, constants: &dyn Constants) -> Shape {
    let full = Shape::Word { bound: FIRST_BOUND };
    let Some(Value::Set(domain)) = constants.value(domain, &[]) else { return full };
    if domain.len() <= FEW_ELEMENTS {
        return full;
    }
    let mut elements: Vec<Value> = match before {
        Some(Shape::Subset(set)) => set.iter().collect(),
        _ => Vec::new(),
    };
    for field in fields {
        match field {
            Value::Set(set) if set.len() <= domain.len() => elements.extend(set.iter().filter(|v| domain.contains(v))),
            other if domain.contains(other) => elements.push(other.clone()),
            _ => {}
        }
    }
    let elements = Set::from_values(elements);
    if elements.is_empty() || elements.len() == domain.len() { full } else { Shape::Subset(elements) }
}

/// The most cells of a dense table for positions of so many words, all of them numbers or not, some of them in bags or
/// not.
pub fn most_cells(words: usize, numbers: bool, bags: bool) -> u64 {
    match words {
        _ if !numbers => MASKS,
        0..=4 if bags => LARGE_BAGS,
        _ if bags => MANY_BAGS,
        0..=1 => ALONE,
        2..=3 => LARGE,
        _ => MANY_WORDS,
    }
}

/// The bounds of the numbers, with how many words have each, and whether these are a bag.
fn bounds(shapes: &[Shape]) -> impl Iterator<Item = (i64, u32, bool)> {
    shapes.iter().flat_map(|shape| match shape {
        Shape::Word { bound } => vec![(*bound, 1, false)],
        Shape::List { len, bound, bag } => vec![(*bound, *len, *bag)],
        Shape::Grid(ends) => ends.iter().map(|(low, high)| (high.saturating_sub(*low), 1, false)).collect(),
        Shape::Subset(_) | Shape::Frozen(_) => Vec::new(),
    })
}

/// The cells of a dense table with these bounds.
fn cells(shapes: &[Shape]) -> u64 {
    let of = |(bound, words, bag): (i64, u32, bool)| {
        let values = bound.unsigned_abs().saturating_add(1);
        if bag { multisets(values, words as usize).unwrap_or(u64::MAX) } else { values.saturating_pow(words) }
    };
    bounds(shapes).map(of).fold(1, u64::saturating_mul)
}

/// Whether a table with these bounds may be dense.
pub fn is_dense(shapes: &[Shape]) -> bool {
    let words = bounds(shapes).map(|(_, words, _)| words as usize).sum();
    cells(shapes) <= most_cells(words, true, bounds(shapes).any(|(_, _, bag)| bag))
}

/// Other bounds, made by `grow`.
fn with_bounds(shapes: &[Shape], mut grow: impl FnMut(usize, i64) -> i64) -> Vec<Shape> {
    let one = |(i, shape): (usize, &Shape)| match shape {
        Shape::Word { bound } => Shape::Word { bound: grow(i, *bound) },
        Shape::List { len, bound, bag } => Shape::List { len: *len, bound: grow(i, *bound), bag: *bag },
        other => other.clone(),
    };
    shapes.iter().enumerate().map(one).collect()
}

/// Keys of hash tables are bit fields: what a field has bits for it may take. Bounds of dense tables stay as they are.
/// `None` when a bound is too large.
fn rounded(shapes: Vec<Shape>) -> Option<Vec<Shape>> {
    let shapes = if is_dense(&shapes) {
        shapes
    } else {
        with_bounds(&shapes, |_, bound| {
            i64::try_from(bound.unsigned_abs().saturating_add(1).next_power_of_two() - 1).unwrap_or(i64::MAX)
        })
    };
    let small = bounds(&shapes).all(|(bound, ..)| bound <= MOST);
    small.then_some(shapes)
}

/// Bounds of at least `wanted` (`None` where the old one will do), with room for more: a table becomes up to four times
/// as large, since growing costs as much as it holds; less where it would stop being dense.
fn with_room(shapes: &[Shape], wanted: &dyn Fn(usize) -> Option<i64>) -> Option<Vec<Shape>> {
    let words = |i: usize| match shapes[i] {
        Shape::List { len, bag: true, .. } => len as usize,
        _ => 1,
    };
    let growing: usize = (0..shapes.len()).filter(|&i| wanted(i).is_some()).map(words).sum();
    // Percents of the old bound: their power is about four.
    let most = match growing {
        0 | 1 => 400,
        2 => 200,
        3 => 160,
        _ => 140,
    };
    let by = |percent: i64| {
        with_bounds(shapes, |i, bound| match wanted(i) {
            Some(wanted) => wanted.max(bound.saturating_mul(percent) / 100 + 1),
            None => bound,
        })
    };
    let dense = [most, 200, 150, 120, 100].into_iter().filter(|&p| p <= most).map(by).find(|s| is_dense(s));
    rounded(dense.unwrap_or_else(|| by(400)))
}

/// Bounds for words that are at most these; `None` where the old ones hold them.
pub fn reaching(shapes: &[Shape], words: &[i64]) -> Option<Vec<Shape>> {
    let mut rest = words;
    let mut most = Vec::new();
    for shape in shapes {
        let len = match shape {
            Shape::Frozen(_) => 0,
            Shape::List { len, .. } => *len as usize,
            Shape::Grid(ends) => ends.len(),
            Shape::Word { .. } | Shape::Subset(_) => 1,
        };
        let (own, others) = rest.split_at_checked(len)?;
        most.push(own.iter().copied().max().unwrap_or(0));
        rest = others;
    }
    let wider = with_bounds(shapes, |i, bound| bound.max(most[i]));
    rounded(wider).filter(|wider| wider != shapes)
}

/// The next larger bounds, after an option did not fit.
pub fn larger(shapes: &[Shape]) -> Option<Vec<Shape>> {
    let larger = with_bounds(shapes, |_, bound| bound.saturating_mul(4).saturating_add(3));
    // A set gained an element: then it may gain any.
    let whole = |shape| if matches!(shape, Shape::Subset(_)) { Shape::Word { bound: FIRST_BOUND } } else { shape };
    rounded(larger.into_iter().map(whole).collect())
}

/// The shapes that hold these positions and those wanted, with some room for more.
pub fn joined(shapes: &[Shape], wanted: &[Shape]) -> Option<Vec<Shape>> {
    let more = |i: usize| match (&shapes[i], &wanted[i]) {
        (Shape::Word { bound }, Shape::Word { bound: wanted }) if wanted > bound => Some(*wanted),
        (Shape::List { len, bound, .. }, Shape::List { len: other, bound: wanted, .. })
            if len == other && wanted > bound =>
        {
            Some(*wanted)
        }
        _ => None,
    };
    if wanted.len() != shapes.len() {
        return None;
    }
    // Shapes of other kinds (sets, lists of other lengths) are taken as they are wanted.
    let mix = |(old, new): (&Shape, &Shape)| match (old, new) {
        (Shape::Word { .. }, Shape::Word { .. }) => old.clone(),
        (Shape::List { len, .. }, Shape::List { len: other, .. }) if len == other => old.clone(),
        _ => new.clone(),
    };
    let mixed: Vec<Shape> = shapes.iter().zip(wanted).map(mix).collect();
    with_room(&mixed, &more)
}

/// The shapes widened to positions that are announced, if a dense table is well used by so many of them, and has at most
/// `room` bytes.
pub fn announced(shapes: &[Shape], wanted: &[Shape], positions: u64, room: u64) -> Option<Vec<Shape>> {
    /// Cells for each position that is asked about.
    const SPARSE: u64 = 16;
    let wider: Vec<Shape> = shapes
        .iter()
        .zip(wanted)
        .map(|pair| match pair {
            (Shape::Word { bound }, Shape::Word { bound: wanted }) => Shape::Word { bound: *bound.max(wanted) },
            (Shape::List { len, bound, bag }, Shape::List { len: other, bound: wanted, .. }) if len == other => {
                Shape::List { len: *len, bound: *bound.max(wanted), bag: *bag }
            }
            (shape, _) => shape.clone(),
        })
        .collect();
    let cells = cells(&wider);
    let pays = cells <= positions.saturating_mul(SPARSE).max(MANY_WORDS) && cells.saturating_mul(2) <= room;
    (pays && is_dense(&wider)).then_some(wider)
}
