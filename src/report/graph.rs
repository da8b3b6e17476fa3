//! The graph of a position's followers, for `sgi graph`.

use std::fmt::Write as _;

use serde::Serialize;

use crate::base::visible_line;

/// Followers and the moves between them.
#[derive(Debug, Serialize)]
pub struct PositionGraph {
    /// Every follower, the position itself first.
    pub positions: Vec<PositionNode>,
    /// Every move between them.
    pub arrows: Vec<Arrow>,
}

/// A follower.
#[derive(Debug, Serialize)]
pub struct PositionNode {
    /// As printed.
    pub position: String,
    /// Grundy value, canonical form or outcome.
    pub value: String,
    /// Whether the player to move loses.
    pub losing: bool,
}

/// A move: indices of positions, and its label.
#[derive(Debug, Serialize)]
pub struct Arrow {
    /// Where it starts.
    pub from: usize,
    /// Where it leads.
    pub to: usize,
    /// The move's label.
    pub label: String,
}

impl PositionGraph {
    /// The graph in Graphviz' language; P-positions are doubly circled.
    #[must_use]
    pub fn dot(&self) -> String {
        let mut out = String::from("digraph positions {\n  node [shape=box, style=rounded];\n");
        for (i, node) in self.positions.iter().enumerate() {
            let extra = if node.losing { ", peripheries=2" } else { "" };
            let _ = writeln!(out, "  p{i} [label=\"{}\\n{}\"{extra}];", escaped(&node.position), escaped(&node.value));
        }
        for arrow in &self.arrows {
            let _ = writeln!(out, "  p{} -> p{} [label=\"{}\"];", arrow.from, arrow.to, escaped(&arrow.label));
        }
        out.push_str("}\n");
        out
    }
}

const ROW: f64 = 90.0;
const COLUMN: f64 = 130.0;

impl PositionGraph {
    /// The graph as SVG: positions in rows by their distance from the first; P-positions are filled.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a drawing has few positions")]
    pub fn svg(&self) -> String {
        let rows = self.rows();
        let widest = rows.iter().map(Vec::len).max().unwrap_or(1).max(1) as f64;
        let (width, height) = (widest * COLUMN + 40.0, rows.len() as f64 * ROW + 40.0);
        let mut places = vec![(0.0, 0.0); self.positions.len()];
        for (r, row) in rows.iter().enumerate() {
            for (c, &position) in row.iter().enumerate() {
                let x = width / 2.0 + (c as f64 - (row.len() as f64 - 1.0) / 2.0) * COLUMN;
                places[position] = (x, 50.0 + r as f64 * ROW);
            }
        }
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<g stroke=\"#9aa7b8\" fill=\"none\">\n"
        );
        for arrow in &self.arrows {
            let ((x1, y1), (x2, y2)) = (places[arrow.from], places[arrow.to]);
            // Bent a little, so that arrows over several rows do not cover each other.
            let (cx, cy) = (f64::midpoint(x1, x2) + (y2 - y1 - ROW).abs() * 0.15, f64::midpoint(y1, y2));
            let _ = writeln!(out, "<path d=\"M{x1:.1} {y1:.1} Q{cx:.1} {cy:.1} {x2:.1} {y2:.1}\"/>");
        }
        out.push_str("</g>\n");
        for (node, (x, y)) in self.positions.iter().zip(&places) {
            let fill = if node.losing { "#f4c7c3" } else { "#eef2f7" };
            let _ = writeln!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"110\" height=\"38\" rx=\"8\" fill=\"{fill}\" stroke=\"#5b6b7f\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\">{}</text><text x=\"{x:.1}\" y=\"{:.1}\" fill=\"#5b6b7f\">{}</text>",
                x - 55.0,
                y - 19.0,
                y - 3.0,
                marked_up(&node.position),
                y + 13.0,
                marked_up(&node.value)
            );
        }
        out.push_str("</svg>\n");
        out
    }

    /// Positions by their distance from the first.
    fn rows(&self) -> Vec<Vec<usize>> {
        let mut targets = vec![Vec::new(); self.positions.len()];
        for arrow in &self.arrows {
            targets[arrow.from].push(arrow.to);
        }
        let mut seen = vec![false; self.positions.len()];
        let mut rows = Vec::new();
        let mut row: Vec<usize> = if self.positions.is_empty() { Vec::new() } else { vec![0] };
        if let Some(first) = seen.first_mut() {
            *first = true;
        }
        while !row.is_empty() {
            let mut below = Vec::new();
            for &to in row.iter().flat_map(|&from| &targets[from]) {
                if !std::mem::replace(&mut seen[to], true) {
                    below.push(to);
                }
            }
            rows.push(std::mem::replace(&mut row, below));
        }
        rows
    }
}

fn marked_up(text: &str) -> String {
    let short: String =
        if text.chars().count() > 20 { text.chars().take(19).chain(['…']).collect() } else { text.into() };
    super::svg::escaped(&short)
}

fn escaped(text: &str) -> String {
    visible_line(text).replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> PositionGraph {
        let node = |position: &str, losing| PositionNode { position: position.into(), value: "0".into(), losing };
        let arrow = |from, to| Arrow { from, to, label: "take(k=\"1\")".into() };
        PositionGraph {
            positions: vec![node("Nim(2)", false), node("Nim(1)", false), node("Nim(0) < 1", true)],
            arrows: vec![arrow(0, 1), arrow(0, 2), arrow(1, 2)],
        }
    }

    #[test]
    fn dot_escapes_quotes_and_marks_p_positions() {
        let dot = example().dot();
        assert!(dot.contains("p0 -> p2 [label=\"take(k=\\\"1\\\")\"];"), "{dot}");
        assert!(dot.contains("p2 [label=\"Nim(0) < 1\\n0\", peripheries=2];"), "{dot}");
    }

    #[test]
    fn rows_are_distances() {
        assert_eq!(example().rows(), vec![vec![0], vec![1, 2]]);
        assert!(example().svg().contains("Nim(0) &lt; 1"));
    }
}
