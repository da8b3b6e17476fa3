//! Functions of sets of cells (row, column).

use super::LibraryError;
use super::args::{Charge, Found, natural, set, text, wanted};
use crate::base::Meter;
use crate::combinatorics::grids::{self as math, Cell};
use crate::value::Value;

/// A cell as a value.
fn value(cell: Cell) -> Value {
    Value::Tuple(std::rc::Rc::new([Value::int(cell.0), Value::int(cell.1)]))
}

fn set_of(cells: Vec<Cell>) -> Value {
    Value::Set(cells.into_iter().map(value).collect())
}

/// The cells of a set.
fn cells_of(args: &[Value]) -> Found<Vec<Cell>> {
    let cell = |value: Value| match &value {
        Value::Tuple(entries) => match &entries[..] {
            [r, c] => r.as_i64().zip(c.as_i64()).ok_or_else(|| wanted("a cell (row, column)", &value)),
            _ => Err(wanted("a cell (row, column)", &value)),
        },
        _ => Err(wanted("a cell (row, column)", &value)),
    };
    set(args, 0)?.iter().map(cell).collect()
}

fn too_wide() -> LibraryError {
    LibraryError::new("the cells lie too far apart")
}

pub(super) fn rect(args: &[Value], meter: &Meter) -> Found {
    let (rows, columns) = (natural(args, 0)?, natural(args, 1)?);
    let mut charge = Charge::new(meter);
    charge.add(rows.saturating_mul(columns).saturating_mul(120))?;
    let fits = |n: u64| u32::try_from(n).map_err(|_| LibraryError::new(format!("{n} is too large")));
    Ok(Value::Set(math::rectangle(fits(rows)?, fits(columns)?).map(value).collect()))
}

pub(super) fn cells(args: &[Value], _: &Meter) -> Found {
    Ok(set_of(math::cells(text(args, 0)?, text(args, 1)?)))
}

pub(super) fn components(args: &[Value], _: &Meter) -> Found {
    Ok(Value::list(math::components(&cells_of(args)?).into_iter().map(set_of).collect()))
}

pub(super) fn shape(args: &[Value], _: &Meter) -> Found {
    math::shape(&cells_of(args)?).map(set_of).ok_or_else(too_wide)
}

pub(super) fn symmetries(args: &[Value], _: &Meter) -> Found {
    let images = math::symmetries(&cells_of(args)?).ok_or_else(too_wide)?;
    Ok(Value::list(images.into_iter().map(set_of).collect()))
}
