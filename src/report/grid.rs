//! A table of one cell and two variables as a grid.

use super::{Shown, Table};

/// Rows are values of the first variable, columns of the second, each in the order first seen.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    /// Values of the first variable.
    pub rows: Vec<&'a Shown>,
    /// Values of the second variable.
    pub columns: Vec<&'a Shown>,
    /// Index into [`Table::rows`]; `None` where the guards left a hole.
    pub cells: Vec<Vec<Option<usize>>>,
}

impl<'a> Grid<'a> {
    /// The grid of a table that is one.
    pub fn of(table: &'a Table) -> Option<Self> {
        if !table.grid {
            return None;
        }
        let mut grid = Self { rows: Vec::new(), columns: Vec::new(), cells: Vec::new() };
        let (mut row_of, mut column_of) = (std::collections::HashMap::new(), std::collections::HashMap::new());
        for (i, binding) in table.bindings.iter().enumerate() {
            let (row, column) = (&binding[0], &binding[1]);
            let r = *row_of.entry(row.text.as_str()).or_insert_with(|| {
                grid.rows.push(row);
                grid.cells.push(Vec::new());
                grid.rows.len() - 1
            });
            let c = *column_of.entry(column.text.as_str()).or_insert_with(|| {
                grid.columns.push(column);
                grid.columns.len() - 1
            });
            if grid.cells[r].len() <= c {
                grid.cells[r].resize(c + 1, None);
            }
            grid.cells[r][c] = Some(i);
        }
        // With a domain that depends on the first variable, columns may be first seen out of order.
        sort_columns(&mut grid);
        let width = grid.columns.len();
        grid.cells.iter_mut().for_each(|row| row.resize(width, None));
        Some(grid)
    }
}

fn sort_columns(grid: &mut Grid<'_>) {
    let number = |shown: &Shown| shown.approximate();
    if grid.columns.iter().any(|c| number(c).is_none()) {
        return;
    }
    let mut order: Vec<usize> = (0..grid.columns.len()).collect();
    order.sort_by(|&a, &b| {
        number(grid.columns[a]).partial_cmp(&number(grid.columns[b])).unwrap_or(std::cmp::Ordering::Equal)
    });
    grid.columns = order.iter().map(|&c| grid.columns[c]).collect();
    for row in &mut grid.cells {
        *row = order.iter().map(|&c| row.get(c).copied().flatten()).collect();
    }
}

/// The variables that a table of rows shows in front: those that none of its columns shows already under their name.
pub(super) fn leading_variables(table: &Table) -> Vec<usize> {
    (0..table.variables.len()).filter(|&v| !table.columns.contains(&table.variables[v])).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Losing;
    use super::*;
    use crate::value::Value;

    pub fn number(n: i64) -> Shown {
        Shown::of(&Value::int(n))
    }

    pub fn grid_table() -> Table {
        Table {
            name: "g".into(),
            variables: vec!["b".into(), "a".into()],
            columns: vec!["sg".into()],
            rows: vec![vec![number(0)], vec![number(1)], vec![number(1)]],
            bindings: vec![vec![number(0), number(0)], vec![number(0), number(1)], vec![number(1), number(0)]],
            grid: true,
            losing: vec![Losing::Zero],
        }
    }

    pub fn plain_table() -> Table {
        Table {
            name: "p".into(),
            variables: vec!["n".into()],
            columns: vec!["sg".into(), "a, b".into()],
            rows: vec![vec![number(0), Shown::text("x \"y\"")], vec![number(3), Shown::text("z")]],
            bindings: vec![vec![number(0)], vec![number(1)]],
            grid: false,
            losing: vec![Losing::Unknown, Losing::Unknown],
        }
    }

    #[test]
    fn columns_come_in_order_and_holes_stay() {
        let mut table = grid_table();
        table.bindings = vec![vec![number(0), number(3)], vec![number(1), number(1)], vec![number(1), number(3)]];
        let grid = Grid::of(&table).expect("a grid");
        assert_eq!(grid.columns.iter().map(|c| c.text.as_str()).collect::<Vec<_>>(), ["1", "3"]);
        assert_eq!(grid.cells, vec![vec![None, Some(0)], vec![Some(1), Some(2)]]);
    }
}
