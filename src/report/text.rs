//! The report as text that one likes to read.

use std::fmt::Write as _;

use super::grid::{Grid, leading_variables};
use super::{
    Claim, ClaimKind, Counterexample, EquationCheck, Move, Param, ParamSource, Print, Shown, Start, Stats, Table,
    VerdictWord,
};
use crate::base::{painted, visible};

/// So many winning moves are listed; the rest are counted.
const LISTED_MOVES: usize = 12;

/// How text is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// With ANSI colours.
    pub color: bool,
}

impl Style {
    pub(super) fn paint(self, codes: &str, text: &str) -> String {
        if self.color { painted(codes, text) } else { text.to_owned() }
    }

    fn title(self, word: &str, name: &str) -> String {
        format!("{} {}", self.paint("2", word), self.paint("1", name))
    }

    /// Parameters, one a line: `m = 5 (from -D)`.
    #[must_use]
    pub fn params(self, params: &[Param]) -> String {
        let lines = params.iter().map(|param| {
            let source = match param.source {
                ParamSource::Default => "(default)".to_owned(),
                ParamSource::CommandLine => "(from -D)".to_owned(),
                ParamSource::Used => format!("(default, of {})", param.file.as_deref().unwrap_or("a used file")),
            };
            let source = self.paint("2", &source);
            format!("{} {} = {} {source}\n", self.paint("2", "param"), param.name, param.value.text)
        });
        lines.collect()
    }

    /// The start position, solved.
    #[must_use]
    pub fn start(self, start: &Start) -> String {
        let mut out = format!("{}\n", self.title("start", &start.position));
        let mut line = |name: &str, text: &str| {
            let _ = writeln!(out, "  {}  {text}", self.paint("2", &format!("{name:<13}")));
        };
        if let Some(outcome) = &start.outcome {
            line("outcome", &format!("{}, {}", self.paint("1", outcome), outcome_words(outcome)));
        }
        if let Some(sg) = start.sg {
            line("sg", &sg.to_string());
        }
        if let Some(value) = &start.value {
            line("value", value);
        }
        line("states", &count(start.states));
        let width = start.winning_moves.iter().take(LISTED_MOVES).map(|m| width_of(&m.named())).max().unwrap_or(0);
        for (i, m) in start.winning_moves.iter().take(LISTED_MOVES).enumerate() {
            let name = if i == 0 { "winning moves" } else { "" };
            line(name, &format!("{}  {} {}", pad(&m.named(), width, false), self.paint("2", "to"), describe_target(m)));
        }
        if let Some(more) = start.winning_moves.len().checked_sub(LISTED_MOVES).filter(|&more| more > 0) {
            line("", &format!("and {} more", count(more as u64)));
        }
        if start.winning_moves.is_empty() {
            line("winning moves", "none");
        }
        out
    }

    /// A claim's verdict in one line, or two with a counterexample.
    #[must_use]
    pub fn claim(self, claim: &Claim) -> String {
        let mark = match claim.as_stated {
            Some(true) if claim.verdict == VerdictWord::Skipped => self.paint("2", "–"),
            Some(true) => self.paint("32", "✓"),
            Some(false) => self.paint("31", "✗"),
            None => self.paint("33", "?"),
        };
        let keyword = match claim.kind {
            ClaimKind::Claim => "claim",
            ClaimKind::Refute => "refute",
        };
        let range = if claim.range.is_empty() { String::new() } else { format!(" ({})", claim.range) };
        let text = match claim.verdict {
            VerdictWord::Holds if claim.range.is_empty() => "holds".to_owned(),
            VerdictWord::Holds => format!("holds for {}{range}", instances(claim.instances)),
            VerdictWord::Proved => format!("proved: {}", claim.theorem.as_deref().unwrap_or("")),
            VerdictWord::Refuted => match &claim.counterexample {
                Some(found) => format!("refuted, {}", counterexample(found, claim.total)),
                None => "refuted".to_owned(),
            },
            VerdictWord::Empty => format!("checked nothing{range}"),
            VerdictWord::Skipped => "skipped, because a guard on parameters alone is false".to_owned(),
            VerdictWord::Undecided => format!("undecided: {}", claim.reason.as_deref().unwrap_or("")),
        };
        format!("{mark} {}: {text}\n", self.title(keyword, &claim.name))
    }

    /// A table: rows, or a grid where one cell and two variables make it one.
    #[must_use]
    pub fn table(self, table: &Table) -> String {
        let mut out = String::new();
        if !table.name.is_empty() {
            let _ = writeln!(out, "{}", self.title("table", &table.name));
        }
        match Grid::of(table) {
            Some(grid) => self.grid(&mut out, table, &grid),
            None => self.rows(&mut out, table),
        }
        out
    }

    fn rows(self, out: &mut String, table: &Table) {
        let leading = leading_variables(table);
        let mut heads: Vec<&str> = leading.iter().map(|&v| table.variables[v].as_str()).collect();
        heads.extend(table.columns.iter().map(String::as_str));
        let cell = |row: usize, column: usize| match leading.get(column) {
            Some(&v) => &table.bindings[row][v],
            None => &table.rows[row][column - leading.len()],
        };
        let rows = table.rows.len();
        let layout: Vec<(usize, bool)> = (0..heads.len())
            .map(|c| {
                let width = (0..rows).map(|r| width_of(&cell(r, c).text)).max().unwrap_or(0);
                let right = (0..rows).all(|r| cell(r, c).approximate().is_some());
                (width.max(width_of(heads[c])), right)
            })
            .collect();
        let head = heads.iter().zip(&layout).map(|(h, &(width, right))| pad(h, width, right)).collect::<Vec<_>>();
        let _ = writeln!(out, "  {}", self.paint("2", head.join("  ").trim_end()));
        for r in 0..rows {
            let cells = layout.iter().enumerate().map(|(c, &(width, right))| {
                let losing = c >= leading.len() && table.losing[c - leading.len()].says(cell(r, c));
                let text = pad(&cell(r, c).text, width, right);
                if losing { self.paint("1;32", &text) } else { text }
            });
            let _ = writeln!(out, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end());
        }
    }

    fn grid(self, out: &mut String, table: &Table, grid: &Grid<'_>) {
        let losing = table.losing[0];
        let text = |i: usize| short(&table.rows[i][0]);
        let marked = |i: usize| losing.says(&table.rows[i][0]);
        let columns: Vec<usize> = grid.columns.iter().map(|c| width_of(&c.text)).collect();
        let widths: Vec<usize> = (0..columns.len())
            .map(|c| {
                let cells = grid.cells.iter().filter_map(|row| row[c]).map(|i| width_of(&text(i)));
                cells.max().unwrap_or(0).max(columns[c])
            })
            .collect();
        let corner = format!("{} \\ {}", table.variables[0], table.variables[1]);
        let margin = grid.rows.iter().map(|r| width_of(&r.text)).chain([width_of(&corner)]).max().unwrap_or(0);
        let head = grid.columns.iter().zip(&widths).map(|(c, &w)| pad(&c.text, w, true)).collect::<Vec<_>>().join("  ");
        let _ = writeln!(out, "  {} │ {head}", pad(&corner, margin, true));
        let rule: usize = widths.iter().map(|w| w + 2).sum();
        let _ = writeln!(out, "  {}┼{}", "─".repeat(margin + 1), "─".repeat(rule));
        for (row, cells) in grid.rows.iter().zip(&grid.cells) {
            let mut line = format!("  {} │", pad(&row.text, margin, true));
            for (cell, &width) in cells.iter().zip(&widths) {
                let shown = cell.map_or(String::new(), text);
                let padded = pad(&shown, width, true);
                let framed = match cell {
                    Some(i) if marked(*i) && self.color => format!(" {} ", self.paint("1;32", &padded)),
                    Some(i) if marked(*i) => bracketed(&shown, width),
                    _ => format!(" {padded} "),
                };
                line.push_str(&framed);
            }
            let _ = writeln!(out, "{}", line.trim_end());
        }
        if !self.color && grid.cells.iter().flatten().flatten().any(|&i| marked(i)) {
            out.push_str("  [ ]: P-position, the player to move loses\n");
        }
    }

    /// The values of one `print`, separated by spaces.
    #[must_use]
    pub fn print(self, print: &Print) -> String {
        let mut line = print.values.iter().map(|v| v.text.as_str()).collect::<Vec<_>>().join(" ");
        line.push('\n');
        line
    }

    /// Verified equations, one a line.
    #[must_use]
    pub fn equations(self, list: &[EquationCheck]) -> String {
        let lines = list.iter().map(|one| {
            let (mark, count) = match one.checked {
                0 => (
                    self.paint("33", "?"),
                    "not checked: the positions that the file names do not use it, or have no values to compare"
                        .to_owned(),
                ),
                1 => (self.paint("32", "✓"), "holds at the 1 position checked".to_owned()),
                n => (self.paint("32", "✓"), format!("holds at all {} positions checked", count(n))),
            };
            format!("{mark} {} `{}` (line {}): {count}\n", self.paint("1", &one.game), one.equation, one.line)
        });
        lines.collect()
    }

    /// What the run took, for `--stats`.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a rate that is shown rounded")]
    pub fn stats(self, stats: &Stats) -> String {
        let mut line = format!("{} states in {}", count(stats.states), seconds(stats.seconds));
        if stats.seconds > 0.0 && stats.states > 0 {
            let rate = stats.states as f64 / stats.seconds;
            let _ = write!(line, ", {} states per second", thousands(&format!("{rate:.0}")));
        }
        if stats.bytes > 0 {
            let _ = write!(line, ", {} bytes", count(stats.bytes));
        }
        for (game, engine) in &stats.plan {
            let _ = write!(line, "\n{game}: {engine}");
        }
        format!("{}\n", self.paint("2", &line))
    }
}

/// "counterexample: n = 3 (second of 59 instances): 3 and 0".
fn counterexample(found: &Counterexample, total: Option<u64>) -> String {
    let bindings = found.bindings.iter().map(|(name, value)| format!("{name} = {}", quoted(value)));
    let bindings = bindings.collect::<Vec<_>>().join(", ");
    let mut text = if bindings.is_empty() { "it is false".to_owned() } else { format!("counterexample: {bindings}") };
    if !bindings.is_empty() {
        match total {
            Some(total) => {
                let _ = write!(text, " ({} of {})", ordinal(found.number), instances(total));
            }
            None if found.number == 0 => text.push_str(" (the smallest in binder order)"),
            None => {
                let _ = write!(text, " (instance {})", count(found.number));
            }
        }
    }
    if let (Some(left), Some(right)) = (&found.left, &found.right) {
        let _ = write!(text, "; left {}, right {}", quoted(left), quoted(right));
    }
    text
}

/// A value as it stands in "n = ...": a text in quotes.
fn quoted(shown: &Shown) -> String {
    match &shown.datum {
        super::Datum::Text(t) if *t == shown.text && shown.is_text => format!("\"{t}\""),
        _ => shown.text.clone(),
    }
}

/// `first` to `tenth`, then `11th`.
#[must_use]
pub fn ordinal(n: u64) -> String {
    const WORDS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    if let Some(word) = usize::try_from(n).ok().and_then(|n| WORDS.get(n.wrapping_sub(1))) {
        return (*word).to_owned();
    }
    let ending = match (n % 100, n % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{}{ending}", count(n))
}

/// `1 instance`, `1,001 instances`.
#[must_use]
pub fn instances(n: u64) -> String {
    if n == 1 { "1 instance".to_owned() } else { format!("{} instances", count(n)) }
}

/// A count with thousands separators.
#[must_use]
pub fn count(n: u64) -> String {
    thousands(&n.to_string())
}

fn thousands(digits: &str) -> String {
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// `1.23 s`, `45.6 ms`.
fn seconds(s: f64) -> String {
    match s {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.1} ms", s * 1e3),
        s => format!("{:.0} µs", s * 1e6),
    }
}

/// What an outcome means.
fn outcome_words(outcome: &str) -> &'static str {
    match outcome {
        "N" => "the player to move wins",
        "P" => "the player to move loses",
        "L" => "Left wins, whoever starts",
        "R" => "Right wins, whoever starts",
        "D" => "a draw, whoever starts",
        "LD" => "Left wins when she starts, otherwise it is a draw",
        "DL" => "Left wins when Right starts, otherwise it is a draw",
        "RD" => "Right wins when Left starts, otherwise it is a draw",
        "DR" => "Right wins when he starts, otherwise it is a draw",
        _ => "the winner when Left starts, then when Right starts",
    }
}

/// Where a move leads, with who may make it where that matters.
fn describe_target(m: &Move) -> String {
    match m.side {
        "both" => m.to.clone(),
        side => format!("{} ({side})", m.to),
    }
}

/// A cell of a grid: truth values in one letter.
fn short(shown: &Shown) -> String {
    match shown.datum {
        super::Datum::Bool(true) => "T".to_owned(),
        super::Datum::Bool(false) => "·".to_owned(),
        _ => shown.text.clone(),
    }
}

fn bracketed(text: &str, width: usize) -> String {
    format!("{}[{text}]", " ".repeat(width.saturating_sub(width_of(text))))
}

/// How wide a text is when it is shown.
pub(super) fn width_of(text: &str) -> usize {
    visible(text).chars().count()
}

pub(super) fn pad(text: &str, width: usize, right: bool) -> String {
    let space = " ".repeat(width.saturating_sub(width_of(text)));
    if right { format!("{space}{text}") } else { format!("{text}{space}") }
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::{grid_table, plain_table};
    use super::*;
    use crate::value::Value;

    const PLAIN: Style = Style { color: false };

    fn claim(verdict: VerdictWord, as_stated: Option<bool>) -> Claim {
        Claim {
            name: "low".into(),
            kind: ClaimKind::Claim,
            as_stated,
            verdict,
            instances: 1234,
            total: Some(59),
            range: "n in 2..60".into(),
            counterexample: None,
            theorem: Some("a theorem".into()),
            reason: Some("no proof is known".into()),
        }
    }

    #[test]
    fn verdicts_in_words() {
        let text = |verdict, stated| PLAIN.claim(&claim(verdict, stated));
        assert_eq!(text(VerdictWord::Holds, Some(true)), "✓ claim low: holds for 1,234 instances (n in 2..60)\n");
        assert_eq!(text(VerdictWord::Proved, Some(true)), "✓ claim low: proved: a theorem\n");
        assert_eq!(text(VerdictWord::Empty, Some(false)), "✗ claim low: checked nothing (n in 2..60)\n");
        assert_eq!(text(VerdictWord::Undecided, None), "? claim low: undecided: no proof is known\n");
        assert!(text(VerdictWord::Skipped, Some(true)).starts_with("– claim low: skipped"));
    }

    #[test]
    fn a_refuted_claim_shows_its_counterexample() {
        let mut refuted = claim(VerdictWord::Refuted, Some(false));
        refuted.counterexample = Some(Counterexample {
            bindings: vec![("n".into(), Shown::of(&Value::int(3)))],
            number: 2,
            left: Some(Shown::of(&Value::int(3))),
            right: Some(Shown::of(&Value::int(0))),
        });
        let text = PLAIN.claim(&refuted);
        assert_eq!(text, "✗ claim low: refuted, counterexample: n = 3 (second of 59 instances); left 3, right 0\n");
    }

    #[test]
    fn ordinals() {
        let all = [1, 2, 10, 11, 12, 13, 21, 22, 23, 24, 111, 1001].map(ordinal).join(" ");
        assert_eq!(all, "first second tenth 11th 12th 13th 21st 22nd 23rd 24th 111th 1,001st");
    }

    #[test]
    fn tables_are_aligned() {
        assert_eq!(PLAIN.table(&plain_table()), "table p\n  n  sg  a, b\n  0   0  x \"y\"\n  1   3  z\n");
        let grid = PLAIN.table(&grid_table());
        assert_eq!(
            grid,
            "table g\n  b \\ a │ 0  1\n  ──────┼──────\n      0 │[0] 1\n      1 │ 1\n  [ ]: P-position, the player to move loses\n"
        );
    }
}
