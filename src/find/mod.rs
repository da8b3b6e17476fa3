//! Floor 9: patterns in sequences and tables.
//!
//! A *proposal* is a statement in the language, true of all data that it was made from, with a measure of its evidence:
//! how many values fixed its constants, and how many more agree. It is only proposed where many more agree than were
//! needed, so that random data give none. Whether it holds beyond the data is for claims to decide.

mod closed;
mod sequence;
mod sets;
mod surd;
mod table;
#[cfg(test)]
mod tests;

pub use sequence::in_sequence;
pub use sets::in_truths;
pub use table::{in_pairs, in_table};

/// Fewer values than this show nothing.
pub const LEAST_VALUES: usize = 12;

/// Values of consecutive integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run<T> {
    /// The first integer.
    pub first: i64,
    /// Its value, and those of the next.
    pub values: Vec<T>,
}

impl<T> Run<T> {
    /// Every integer with its value.
    pub fn iter(&self) -> impl Iterator<Item = (i64, &T)> {
        (self.first..).zip(&self.values)
    }
}

/// Values of pairs of integers, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid<T> {
    /// The first row and the first column.
    pub first: (i64, i64),
    /// How many columns.
    pub columns: usize,
    /// Row by row.
    pub values: Vec<T>,
}

impl<T> Grid<T> {
    /// Every pair with its value.
    pub fn iter(&self) -> impl Iterator<Item = ((i64, i64), &T)> {
        let (row, column) = self.first;
        let columns = self.columns.max(1);
        let pair = move |i: usize| (row + index(i / columns), column + index(i % columns));
        self.values.iter().enumerate().map(move |(i, value)| (pair(i), value))
    }

    /// How many rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.values.len() / self.columns.max(1)
    }

    /// The value of a pair within the grid.
    #[must_use]
    pub fn at(&self, row: i64, column: i64) -> Option<&T> {
        let r = usize::try_from(row.checked_sub(self.first.0)?).ok()?;
        let c = usize::try_from(column.checked_sub(self.first.1)?).ok()?;
        if c < self.columns { self.values.get(r.checked_mul(self.columns)?.checked_add(c)?) } else { None }
    }
}

fn index(i: usize) -> i64 {
    i64::try_from(i).unwrap_or(i64::MAX)
}

/// How the values were named, to write statements about them.
pub trait Wording {
    /// The names of the variables.
    fn variables(&self) -> &[String];
    /// The expression with other expressions in place of the variables.
    fn at(&self, places: &[&str]) -> String;
    /// The expression itself.
    fn plain(&self) -> String {
        let names: Vec<&str> = self.variables().iter().map(String::as_str).collect();
        self.at(&names)
    }
}

/// What a statement says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A formula for every value.
    Formula,
    /// A period, perhaps with a saltus.
    Period,
    /// Exactly where the values are zero, or true.
    Set,
    /// Equal to another game.
    SameAs,
}

/// A statement that the data bear out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// A name for the claim.
    pub name: String,
    /// What it says.
    pub kind: Kind,
    /// The variables that it is about, each with its first and last value in the data.
    pub ranges: Vec<(String, i64, i64)>,
    /// A guard, or nothing.
    pub guard: String,
    /// The statement.
    pub body: String,
    /// Values that fixed its constants.
    pub fixed: usize,
    /// Further values that agree.
    pub survived: usize,
    /// For a period: preperiod (as the first `n`), period, saltus, and earlier exceptions.
    pub period: Option<(i64, i64, i64, Vec<i64>)>,
}

impl Proposal {
    fn new(name: &str, kind: Kind, body: String) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            ranges: Vec::new(),
            guard: String::new(),
            body,
            fixed: 0,
            survived: 0,
            period: None,
        }
    }

    fn over(mut self, name: &str, first: i64, last: i64) -> Self {
        self.ranges.push((name.to_owned(), first, last));
        self
    }

    fn evidence(mut self, fixed: usize, survived: usize) -> Self {
        self.fixed = fixed;
        self.survived = survived;
        self
    }
}

/// `n + 3`, `n`, `n - 3`.
fn shifted(name: &str, by: i64) -> String {
    match by {
        0 => name.to_owned(),
        1.. => format!("{name} + {by}"),
        _ => format!("{name} - {}", by.unsigned_abs()),
    }
}
