//! The graph of a position's followers, for `sgi graph`.

use std::fmt::Write as _;

use serde::Serialize;

use super::Shown;
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
    /// The Grundy value, a number; or the canonical form or the outcome, a text.
    pub value: Shown,
    /// `N`, `P`, `L`, `R`, or who wins when Left and when Right begins.
    pub outcome: String,
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
    /// Who may make it: `left`, `right` or `both`.
    pub side: &'static str,
}

impl PositionGraph {
    /// The graph in Graphviz' language; P-positions are doubly circled, Left's moves blue, Right's red.
    #[must_use]
    pub fn dot(&self) -> String {
        let mut out = String::from("digraph positions {\n  node [shape=box, style=rounded];\n");
        for (i, node) in self.positions.iter().enumerate() {
            let extra = if node.losing { ", peripheries=2" } else { "" };
            let _ =
                writeln!(out, "  p{i} [label=\"{}\\n{}\"{extra}];", escaped(&node.position), escaped(&node.value.text));
        }
        for arrow in &self.arrows {
            let colour = match arrow.side {
                "left" => ", color=blue, fontcolor=blue",
                "right" => ", color=red, fontcolor=red",
                _ => "",
            };
            let label = escaped(&arrow.label);
            let _ = writeln!(out, "  p{} -> p{} [label=\"{label}\"{colour}];", arrow.from, arrow.to);
        }
        out.push_str("}\n");
        out
    }
}

fn escaped(text: &str) -> String {
    visible_line(text).replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> PositionGraph {
        let node = |position: &str, losing| PositionNode {
            position: position.into(),
            value: Shown::text("0"),
            outcome: if losing { "P" } else { "N" }.into(),
            losing,
        };
        let arrow = |from, to| Arrow { from, to, label: "take(k=\"1\")".into(), side: "both" };
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
    fn a_drawing_has_boxes_arrows_and_names() {
        let svg = example().svg();
        assert!(svg.contains("Nim(0) &lt; 1") && svg.contains("take(k="), "{svg}");
        assert_eq!((svg.matches("marker-end").count(), svg.matches("class=\"position").count()), (3, 3));
    }

    #[test]
    fn what_is_too_large_is_drawn_in_part_and_says_so() {
        let node = |i: usize| PositionNode {
            position: format!("G({i})"),
            value: Shown::text("1"),
            outcome: "N".into(),
            losing: false,
        };
        let arrow = |i: usize| Arrow { from: i, to: i + 1, label: "go".into(), side: "left" };
        let graph = PositionGraph { positions: (0..900).map(node).collect(), arrows: (0..899).map(arrow).collect() };
        let svg = graph.svg();
        assert!(svg.contains(&format!("{} of 900 positions are drawn", graph.drawn())), "{svg}");
        assert!(graph.drawn() < 900 && svg.matches("class=\"position").count() == graph.drawn());
    }
}
