//! Cells of the square grid.

use std::collections::{BTreeSet, HashMap};

/// (row, column).
pub type Cell = (i64, i64);

/// The cells of a rectangle, row by row, from (0, 0).
pub fn rectangle(rows: u32, columns: u32) -> impl Iterator<Item = Cell> {
    (0..i64::from(rows)).flat_map(move |r| (0..i64::from(columns)).map(move |c| (r, c)))
}

/// The cells of a picture whose character is one of `wanted`; `|` ends a row. `cells("..#|...", ".")` has five cells.
#[must_use]
pub fn cells(picture: &str, wanted: &str) -> Vec<Cell> {
    let mut found = Vec::new();
    for (r, row) in (0..).zip(picture.split('|')) {
        found.extend((0..).zip(row.chars()).filter(|(_, c)| wanted.contains(*c)).map(|(c, _)| (r, c)));
    }
    found
}

/// The parts of a set of cells that hang together along sides, each ascending, ordered by least cell.
#[must_use]
pub fn components(cells: &[Cell]) -> Vec<Vec<Cell>> {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let mut unseen: HashMap<Cell, bool> = sorted.iter().map(|&cell| (cell, true)).collect();
    let mut parts = Vec::new();
    for &start in &sorted {
        if unseen.insert(start, false) != Some(true) {
            continue;
        }
        let (mut part, mut next) = (vec![start], 0);
        while let Some(&(r, c)) = part.get(next) {
            next += 1;
            let around = [
                (r.checked_sub(1), Some(c)),
                (Some(r), c.checked_sub(1)),
                (Some(r), c.checked_add(1)),
                (r.checked_add(1), Some(c)),
            ];
            for (r, c) in around {
                let (Some(r), Some(c)) = (r, c) else { continue };
                if let Some(free) = unseen.get_mut(&(r, c)).filter(|free| **free) {
                    *free = false;
                    part.push((r, c));
                }
            }
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// The set moved so that its least row and its least column are 0, ascending and without repeats.
///
/// `None` when the set is so wide that the moved cells do not fit.
#[must_use]
pub fn shape(cells: &[Cell]) -> Option<Vec<Cell>> {
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let moved: Option<BTreeSet<Cell>> =
        cells.iter().map(|&(r, c)| Some((r.checked_sub(top)?, c.checked_sub(left)?))).collect();
    Some(moved?.into_iter().collect())
}

/// The distinct turns and reflections of a set, at most eight, each moved as by [`shape`], ascending.
///
/// `None` when the set is so wide that the moved cells do not fit.
#[must_use]
pub fn symmetries(cells: &[Cell]) -> Option<Vec<Vec<Cell>>> {
    let base = shape(cells)?;
    let mut images = BTreeSet::new();
    for flip in 0..8 {
        let image: Vec<Cell> = base
            .iter()
            .map(|&(r, c)| {
                let (r, c) = if flip & 1 == 0 { (r, c) } else { (c, r) };
                (if flip & 2 == 0 { r } else { -r }, if flip & 4 == 0 { c } else { -c })
            })
            .collect();
        images.insert(shape(&image)?);
    }
    Some(images.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_gives_its_cells() {
        assert_eq!(cells("..#|...", "."), [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]);
        assert_eq!(cells("", "."), []);
        assert_eq!(cells("é.|.é", "."), [(0, 1), (1, 0)]);
        assert_eq!(rectangle(2, 2).collect::<Vec<_>>(), [(0, 0), (0, 1), (1, 0), (1, 1)]);
    }

    #[test]
    fn corners_do_not_connect() {
        let parts = components(&[(1, 1), (0, 0), (0, 1), (3, 0), (2, 2)]);
        assert_eq!(parts, [vec![(0, 0), (0, 1), (1, 1)], vec![(2, 2)], vec![(3, 0)]]);
        assert_eq!(components(&[(i64::MIN, i64::MAX)]).len(), 1);
    }

    #[test]
    fn shapes_forget_their_place() {
        assert_eq!(shape(&[(5, -2), (4, 7)]), Some(vec![(0, 9), (1, 0)]));
        assert_eq!(shape(&[]), Some(vec![]));
        assert_eq!(shape(&[(i64::MIN, 0), (i64::MAX, 0)]), None);
    }

    #[test]
    fn symmetries_are_counted_once() {
        let count = |cells: &[Cell]| symmetries(cells).map(|s| s.len());
        assert_eq!(count(&[(0, 0)]), Some(1));
        assert_eq!(count(&[(0, 0), (0, 1)]), Some(2));
        assert_eq!(count(&[(0, 0), (0, 1), (1, 0)]), Some(4), "an L of three");
        assert_eq!(count(&[(0, 0), (1, 0), (2, 0), (2, 1)]), Some(8), "an L of four");
        assert_eq!(count(&[(0, 0), (0, 1), (1, 1), (1, 2)]), Some(4), "a skew tetromino");
    }
}
