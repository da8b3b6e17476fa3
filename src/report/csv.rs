//! Tables for other programs: CSV (RFC 4180) and the OEIS's b-file form.

use std::fmt::Write as _;

use super::datum::approximate_text;
use super::{Datum, Shown, Table};

/// A table as CSV with a head line. No cell is a formula of a spreadsheet: texts that begin like one get a leading `'`. A grid has its row variable in front and a column for each value of the other.
#[must_use]
pub fn csv(table: &Table) -> String {
    let mut out = String::new();
    if let Some(grid) = super::grid::Grid::of(table) {
        let head = std::iter::once(format!("{}\\{}", table.variables[0], table.variables[1]));
        line(&mut out, head.chain(grid.columns.iter().map(|c| c.text.clone())));
        for (row, cells) in grid.rows.iter().zip(&grid.cells) {
            let cells = cells.iter().map(|cell| cell.map_or(String::new(), |i| table.rows[i][0].text.clone()));
            line(&mut out, std::iter::once(row.text.clone()).chain(cells));
        }
        return out;
    }
    let shown = super::grid::leading_variables(table);
    let names = shown.iter().map(|&v| table.variables[v].clone());
    line(&mut out, names.chain(table.columns.iter().cloned()));
    for (bindings, cells) in table.bindings.iter().zip(&table.rows) {
        let values = shown.iter().map(|&v| bindings[v].text.clone());
        line(&mut out, values.chain(cells.iter().map(|c| c.text.clone())));
    }
    out
}

fn line(out: &mut String, cells: impl Iterator<Item = String>) {
    for (i, cell) in cells.enumerate() {
        if i > 0 {
            out.push(',');
        }
        let cell = inert(cell);
        if cell.contains([',', '"', '\n', '\r']) {
            let _ = write!(out, "\"{}\"", cell.replace('"', "\"\""));
        } else {
            out.push_str(&cell);
        }
    }
    out.push('\n');
}

/// A cell that a spreadsheet shows and does not run: what begins like a formula, and is no number, gets a leading `'`.
fn inert(cell: String) -> String {
    let runs = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if runs && approximate_text(&cell).is_none() { format!("'{cell}") } else { cell }
}

/// A table of one integer variable as an OEIS b-file: `n a(n)` a line, and before it the terms in one comment line.
/// A table of several variables is read by rows, with a running index from 0.
///
/// # Errors
/// The text of the first cell that is no integer or truth value.
pub fn oeis(table: &Table) -> Result<String, String> {
    let term = |cell: &Shown| match &cell.datum {
        Datum::Integer(n) => Ok(n.to_string()),
        Datum::Bool(b) => Ok(u8::from(*b).to_string()),
        Datum::Exact(t) if t.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit()) && !t.is_empty() => {
            Ok(t.clone())
        }
        _ => Err(cell.text.clone()),
    };
    let single = table.variables.len() == 1;
    let mut terms = Vec::new();
    for (i, (bindings, cells)) in table.bindings.iter().zip(&table.rows).enumerate() {
        let index = if single { term(&bindings[0])? } else { i.to_string() };
        terms.push((index, term(cells.last().ok_or("no cell")?)?));
    }
    let list = terms.iter().map(|(_, t)| t.as_str()).take(60).collect::<Vec<_>>().join(", ");
    let mut out = format!("# {list}\n");
    for (index, term) in &terms {
        let _ = writeln!(out, "{index} {term}");
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::{grid_table, number, plain_table};
    use super::*;

    #[test]
    fn csv_of_rows_and_of_a_grid() {
        assert_eq!(csv(&plain_table()), "n,sg,\"a, b\"\n0,0,\"x \"\"y\"\"\"\n1,3,z\n");
        assert_eq!(csv(&grid_table()), "b\\a,0,1\n0,0,1\n1,1,\n");
    }

    #[test]
    fn no_cell_is_a_formula() {
        let mut table = plain_table();
        let texts = ["=1+1", "+x", "-2+cmd", "@SUM(A1)", "\t=1", "-5", "-1/2", "-2*sqrt(2)", "a=b", "＝1"];
        table.rows = texts.map(|text| vec![number(0), Shown::text(text)]).into();
        table.bindings = vec![vec![number(0)]; texts.len()];
        table.columns[1] = "=head".into();
        let lines = csv(&table);
        let cells: Vec<&str> = lines.lines().map(|line| line.rsplit(',').next().expect("a cell")).collect();
        let wanted =
            ["'=head", "'=1+1", "'+x", "'-2+cmd", "'@SUM(A1)", "'\t=1", "-5", "-1/2", "-2*sqrt(2)", "a=b", "'＝1"];
        assert_eq!(cells, wanted);
    }

    #[test]
    fn oeis_lines() {
        assert_eq!(oeis(&grid_table()).expect("numbers"), "# 0, 1, 1\n0 0\n1 1\n2 1\n");
        assert_eq!(oeis(&plain_table()), Err("x \"y\"".to_owned()));
    }
}
