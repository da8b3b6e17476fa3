//! The graph of a position's followers as SVG.

use std::fmt::Write as _;

use super::graph::{Arrow, PositionGraph, PositionNode};
use super::layers::{Layout, layout};
use super::svg::escaped;
use crate::base::visible_line;

/// More positions and arrows than these cannot be told apart.
const POSITIONS: usize = 150;
const ARROWS: usize = 250;
/// Beyond so many arrows, names stand in their tooltips only.
const NAMED: usize = 120;

/// The font is one in which all letters are as wide: 0.6 of their size, and a little more in some.
const FONT: f64 = 12.0;
const LETTER: f64 = 7.4;
const LINE: f64 = 15.0;
/// A position is written in so many letters a line, on at most so many lines.
const LETTERS: usize = 40;
const LINES: usize = 4;
/// Letters of a move's name.
const NAME: usize = 28;
const MARGIN: f64 = 24.0;
const HEAD: f64 = 44.0;

/// Colours of Left, of Right and of both.
pub(super) const LEFT: &str = "#1d4ed8";
pub(super) const RIGHT: &str = "#c81e1e";
const BOTH: &str = "#51606f";
/// The colour of P-positions.
pub(super) const LOST: &str = "#f2b632";

/// Moves of one side between two positions.
struct Bundle<'a> {
    from: usize,
    to: usize,
    side: &'static str,
    labels: Vec<&'a str>,
}

impl Bundle<'_> {
    fn colour(&self) -> (&'static str, &'static str) {
        match self.side {
            "left" => (LEFT, "left"),
            "right" => (RIGHT, "right"),
            _ => (BOTH, "both"),
        }
    }

    fn name(&self) -> String {
        self.labels.join(", ")
    }
}

impl PositionGraph {
    /// How many positions [`svg`](Self::svg) draws: the nearest ones, as many as can be told apart.
    #[must_use]
    pub fn drawn(&self) -> usize {
        let mut latest: Vec<usize> = self.arrows.iter().map(|arrow| arrow.from.max(arrow.to)).collect();
        latest.sort_unstable();
        let room = latest.get(ARROWS).map_or(usize::MAX, |&first| first.max(1));
        self.positions.len().min(POSITIONS).min(room)
    }

    /// The graph as SVG: every move leads downwards, but for dashed ones that lead back.
    #[must_use]
    pub fn svg(&self) -> String {
        let drawn = self.drawn();
        let nodes = &self.positions[..drawn];
        let inside: Vec<&Arrow> = self.arrows.iter().filter(|a| a.from < drawn && a.to < drawn).collect();
        let mut cut = vec![false; drawn];
        self.arrows.iter().filter(|a| a.from < drawn && a.to >= drawn).for_each(|a| cut[a.from] = true);
        let bundles = bundled(&inside);
        let texts: Vec<(Vec<String>, String)> = nodes.iter().map(texts_of).collect();
        let sizes: Vec<(f64, f64)> = texts.iter().map(size_of_box).collect();
        let pairs: Vec<(usize, usize)> = bundles.iter().map(|bundle| (bundle.from, bundle.to)).collect();
        let plan = layout(&sizes, &pairs);
        let partizan = self.arrows.iter().any(|arrow| arrow.side != "both");
        let note = (drawn < self.positions.len()).then(|| {
            format!(
                "{drawn} of {} positions are drawn, the nearest ones; a dashed frame: moves lead to others",
                self.positions.len()
            )
        });
        let shown: Vec<&str> = nodes.iter().map(|node| node.outcome.as_str()).collect();
        let mut out = head(&plan, &shown, partizan, note.as_deref());
        arrows(&mut out, &plan, &bundles, &sizes);
        for (i, (node, (lines, below))) in nodes.iter().zip(&texts).enumerate() {
            one_box(&mut out, node, lines, below, plan.places[i], sizes[i], cut[i]);
        }
        out.push_str("</g>\n</svg>\n");
        out
    }
}

/// Moves between the same positions are one arrow a side.
fn bundled<'a>(arrows: &[&'a Arrow]) -> Vec<Bundle<'a>> {
    let mut known = std::collections::HashMap::new();
    let mut bundles: Vec<Bundle<'a>> = Vec::new();
    for arrow in arrows {
        let at = *known.entry((arrow.from, arrow.to, arrow.side)).or_insert_with(|| {
            bundles.push(Bundle { from: arrow.from, to: arrow.to, side: arrow.side, labels: Vec::new() });
            bundles.len() - 1
        });
        if !bundles[at].labels.contains(&&*arrow.label) {
            bundles[at].labels.push(&arrow.label);
        }
    }
    bundles
}

/// How many columns a text takes: letters of East Asia take two.
fn columns(text: &str) -> usize {
    text.chars().map(|c| if c >= '\u{2e80}' { 2 } else { 1 }).sum()
}

fn shortened(text: &str, room: usize) -> String {
    if columns(text) <= room {
        return text.to_owned();
    }
    let mut used = 0;
    let kept = text.chars().take_while(|&c| {
        used += if c >= '\u{2e80}' { 2 } else { 1 };
        used < room
    });
    kept.chain(['…']).collect()
}

/// The lines of a position, and what holds of it.
fn texts_of(node: &PositionNode) -> (Vec<String>, String) {
    let text = visible_line(&node.position).into_owned();
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_inclusive(' ') {
        let room =
            lines.last().is_none_or(|line| line.is_empty() || columns(line) + columns(word.trim_end()) <= LETTERS);
        if room {
            lines.last_mut().into_iter().for_each(|line| line.push_str(word));
        } else {
            lines.push(word.to_owned());
        }
    }
    if lines.len() > LINES {
        lines.truncate(LINES);
        lines.last_mut().into_iter().for_each(|line| line.push('…'));
    }
    let lines = lines.iter().map(|line| shortened(line.trim_end(), LETTERS + 1)).collect();
    let value = visible_line(&node.value.text);
    let below = if *value == *node.outcome { value.into_owned() } else { format!("{}: {value}", node.outcome) };
    (lines, shortened(&below, LETTERS))
}

fn size_of_box((lines, below): &(Vec<String>, String)) -> (f64, f64) {
    let widest = lines.iter().chain([below]).map(|line| columns(line)).max().unwrap_or(0).max(4);
    (as_f64(widest) * LETTER + 20.0, as_f64(lines.len() + 1) * LINE + 12.0)
}

fn head(plan: &Layout, shown: &[&str], partizan: bool, note: Option<&str>) -> String {
    let known = [
        ("P", "P: who moves loses"),
        ("N", "N: who moves wins"),
        ("L", "L: Left wins"),
        ("R", "R: Right wins"),
        ("D", "D: a draw"),
    ];
    let legend: Vec<(&str, &str)> = known.into_iter().filter(|(outcome, _)| shown.contains(outcome)).collect();
    let legend_width: f64 = legend.iter().map(|(_, text)| as_f64(columns(text)) * LETTER + 40.0).sum();
    let moves = if partizan { " Left's moves are blue, Right's red." } else { "" };
    let note = format!("{}{moves}", note.unwrap_or_default());
    let note_width = as_f64(columns(&note)) * LETTER;
    let width = (plan.width.max(legend_width).max(note_width) + 2.0 * MARGIN).ceil();
    let top = if note.trim().is_empty() { HEAD } else { HEAD + LINE + 6.0 };
    let height = (plan.height + top + MARGIN).ceil();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"{FONT}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<defs>\n"
    );
    for (name, colour) in [("left", LEFT), ("right", RIGHT), ("both", BOTH)] {
        let _ = writeln!(
            out,
            "<marker id=\"{name}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" \
             markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 1 10 5 0 9z\" fill=\"{colour}\"/></marker>"
        );
    }
    out.push_str("</defs>\n");
    let mut x = MARGIN;
    for (outcome, text) in &legend {
        let (fill, frame) = paint(outcome);
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"12\" width=\"14\" height=\"14\" rx=\"3\" fill=\"{fill}\" stroke=\"{frame}\"/>\
             <text x=\"{:.1}\" y=\"23\">{text}</text>",
            x + 20.0
        );
        x += as_f64(columns(text)) * LETTER + 40.0;
    }
    if !note.trim().is_empty() {
        let _ = writeln!(out, "<text x=\"{MARGIN}\" y=\"44\" fill=\"#444\">{}</text>", note.trim());
    }
    let shift = (width - plan.width) / 2.0;
    let _ = writeln!(out, "<g transform=\"translate({shift:.1} {top:.1})\">");
    out
}

/// Fill and frame of a position's box.
fn paint(outcome: &str) -> (&'static str, &'static str) {
    match outcome {
        "P" => ("#fde68a", "#92620a"),
        "L" => ("#dbeafe", LEFT),
        "R" => ("#fee2e2", RIGHT),
        "N" => ("#ffffff", BOTH),
        // Draws, for one or for both.
        _ => ("#e5e7eb", BOTH),
    }
}

fn one_box(
    out: &mut String,
    node: &PositionNode,
    lines: &[String],
    below: &str,
    (x, y): (f64, f64),
    (width, height): (f64, f64),
    cut: bool,
) {
    let (fill, frame) = paint(&node.outcome);
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    let (stroke, dashes) = (if node.losing { 2.4 } else { 1.2 }, if cut { " stroke-dasharray=\"5 3\"" } else { "" });
    let _ = write!(
        out,
        "<g class=\"position\"><title>{}</title><rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
         height=\"{height:.1}\" rx=\"6\" fill=\"{fill}\" stroke=\"{frame}\" stroke-width=\"{stroke}\"{dashes}/>",
        escaped(&node.position)
    );
    for (i, line) in lines.iter().map(String::as_str).chain([below]).enumerate() {
        let (base, last) = (top + 6.0 + LINE * as_f64(i) + 11.5, i == lines.len());
        let look = if last { " font-weight=\"bold\" fill=\"#333\"" } else { "" };
        let _ = write!(out, "<text x=\"{x:.1}\" y=\"{base:.1}\" text-anchor=\"middle\"{look}>{}</text>", escaped(line));
    }
    out.push_str("</g>\n");
}

fn arrows(out: &mut String, plan: &Layout, bundles: &[Bundle<'_>], sizes: &[(f64, f64)]) {
    out.push_str("<g fill=\"none\" stroke-width=\"1.3\">\n");
    for (bundle, route) in bundles.iter().zip(&plan.routes) {
        let (colour, marker) = bundle.colour();
        let path = if route.is_empty() {
            let ((x, y), (width, _)) = (plan.places[bundle.from], sizes[bundle.from]);
            let side = x + width / 2.0;
            let (high, low, out) = (y - 8.0, y + 8.0, side + 18.0);
            format!("M{side:.1} {high:.1} C{out:.1} {high:.1} {out:.1} {low:.1} {side:.1} {low:.1}")
        } else {
            curve(route)
        };
        let back = route.first().zip(route.last()).is_some_and(|(first, last)| last.1 < first.1);
        let dashes = if back { " stroke-dasharray=\"6 3\"" } else { "" };
        let _ = writeln!(
            out,
            "<path d=\"{path}\" stroke=\"{colour}\" marker-end=\"url(#{marker})\"{dashes}><title>{}</title></path>",
            escaped(&bundle.name())
        );
    }
    out.push_str("</g>\n");
    if bundles.len() <= NAMED {
        names(out, plan, bundles);
    }
}

/// Straight through the layers, bent between them.
fn curve(route: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (i, pair) in route.chunks(2).enumerate() {
        let [(x1, y1), (x2, y2)] = [pair[0], pair[pair.len() - 1]];
        if i == 0 {
            let _ = write!(path, "M{x1:.1} {y1:.1}");
        } else {
            let (x0, y0) = route[2 * i - 1];
            let middle = f64::midpoint(y0, y1);
            let _ = write!(path, " C{x0:.1} {middle:.1} {x1:.1} {middle:.1} {x1:.1} {y1:.1}");
        }
        if (x1, y1) != (x2, y2) {
            let _ = write!(path, " L{x2:.1} {y2:.1}");
        }
    }
    path
}

/// Names of moves, each beside its arrow between two layers, where there is room.
fn names(out: &mut String, plan: &Layout, bundles: &[Bundle<'_>]) {
    let mut taken: Vec<(f64, f64, f64)> = Vec::new();
    out.push_str("<g font-size=\"10\" text-anchor=\"middle\">\n");
    for (bundle, route) in bundles.iter().zip(&plan.routes) {
        let name = shortened(&visible_line(&bundle.name()), NAME);
        let half = as_f64(columns(&name)) * LETTER * 10.0 / FONT / 2.0 + 2.0;
        let free = |&(x, y): &(f64, f64)| {
            taken.iter().all(|&(x2, y2, half2)| (x - x2).abs() > half + half2 || (y - y2).abs() > 11.0)
        };
        if let Some((x, y)) = spots(plan, bundle, route).iter().find(|spot| free(spot)) {
            taken.push((*x, *y, half));
            let (fill, left, top, base, width) = (bundle.colour().0, x - half, y - 6.0, y + 3.5, 2.0 * half);
            let _ = writeln!(
                out,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"12\" fill=\"white\" \
                 fill-opacity=\"0.9\"/><text x=\"{x:.1}\" y=\"{base:.1}\" fill=\"{fill}\">{}</text>",
                escaped(&name)
            );
        }
    }
    out.push_str("</g>\n");
}

/// Where the name of an arrow may stand.
fn spots(plan: &Layout, bundle: &Bundle<'_>, route: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if route.is_empty() {
        let (x, y) = plan.places[bundle.from];
        return vec![(x, y - 26.0), (x, y + 26.0)];
    }
    let gaps = route.windows(2).skip(1).step_by(2);
    let along = |pair: &[(f64, f64)]| {
        let ((x1, y1), (x2, y2)) = (pair[0], pair[1]);
        // The point of the curve at `t`.
        [0.5, 0.62, 0.38, 0.72, 0.28].map(|t: f64| {
            let bend = t * t * (3.0 - 2.0 * t);
            let y = y1 + (y2 - y1) * (1.5 * t * (1.0 - t) * (1.0 - t) + 1.5 * t * t * (1.0 - t) + t * t * t);
            (x1 + (x2 - x1) * bend, y)
        })
    };
    gaps.flat_map(along).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a drawing is small")]
fn as_f64(n: usize) -> f64 {
    n as f64
}
