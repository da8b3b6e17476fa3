//! Plots as SVG: a small writer of our own.

use std::fmt::Write as _;

use super::chart::{Chart, Scale, alike, fraction};
use super::drawing::{LEFT as BLUE, LOST, RIGHT as RED};
use super::{Losing, Plot, PlotKind};
use crate::base::visible;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 480.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 56.0;
/// Beside a heat map stands what its colours mean.
const LEGEND: f64 = 150.0;
/// Points keep this part of the axes away from the frame.
const MARGIN: f64 = 0.03;
/// More points than this are not joined by a line: it would be a grey smear.
const JOINED: usize = 2000;
/// About the width of a letter.
const LETTER: f64 = 7.0;
/// Letters of an axis' name.
const NAME: usize = 70;

/// A plot as a complete SVG document.
#[must_use]
pub fn svg(plot: &Plot) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"'DejaVu Sans', system-ui, sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let _ = writeln!(out, "<text x=\"20\" y=\"26\" font-size=\"16\">{}</text>", escaped(&cut(&plot.name)));
    match Chart::of(plot) {
        None => out.push_str("<text x=\"20\" y=\"80\">nothing to draw</text>\n"),
        Some(chart) if plot.kind == PlotKind::Heat => heat(&mut out, plot, &chart),
        Some(chart) => Frame::new(&chart).draw(&mut out, plot, &chart),
    }
    out.push_str("</svg>\n");
    out
}

fn cut(text: &str) -> String {
    if text.chars().count() <= NAME { text.to_owned() } else { text.chars().take(NAME - 1).chain(['…']).collect() }
}

/// The axes of everything but heat maps.
struct Frame {
    left: f64,
    x: (f64, f64),
    y: (f64, f64),
    across: Vec<(f64, String)>,
    up: Vec<(f64, String)>,
}

/// Bounds with a margin around them.
fn wider((from, to): (f64, f64), part: f64) -> (f64, f64) {
    let room = if alike(from, to) { 0.5 } else { (to - from) * part };
    (from - room, to + room)
}

impl Frame {
    fn new(chart: &Chart) -> Self {
        let up = chart.scale.ticks(chart.y, 8);
        let longest = up.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(1);
        let below = if chart.walls.is_empty() { wider(chart.y, MARGIN) } else { chart.y };
        Self {
            left: 44.0 + LETTER * f64::from(u16::try_from(longest).unwrap_or(u16::MAX)),
            x: wider(chart.x, MARGIN),
            y: below,
            across: Scale::Numbers.ticks(chart.x, 10),
            up,
        }
    }

    fn x_at(&self, n: f64) -> f64 {
        self.left + fraction(n, self.x) * (WIDTH - self.left - RIGHT)
    }

    fn y_at(&self, n: f64) -> f64 {
        HEIGHT - BOTTOM - fraction(n, self.y) * (HEIGHT - TOP - BOTTOM)
    }

    fn draw(&self, out: &mut String, plot: &Plot, chart: &Chart) {
        self.period(out, plot, chart);
        self.grid(out);
        axis_names(out, chart, (self.left, WIDTH - RIGHT), HEIGHT - BOTTOM);
        if chart.walls.is_empty() {
            self.points(out, plot, chart);
        } else {
            self.thermographs(out, plot, chart);
        }
    }

    fn grid(&self, out: &mut String) {
        let (bottom, right, left) = (HEIGHT - BOTTOM, WIDTH - RIGHT, self.left);
        out.push_str("<g stroke=\"#ddd\">\n");
        for x in self.across.iter().map(|(tick, _)| self.x_at(*tick)) {
            let _ = writeln!(out, "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\"/>");
        }
        for y in self.up.iter().map(|(tick, _)| self.y_at(*tick)) {
            let _ = writeln!(out, "<line x1=\"{left:.1}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\"/>");
        }
        let (width, height) = (right - left, bottom - TOP);
        let _ = writeln!(
            out,
            "</g>\n<rect x=\"{left:.1}\" y=\"{TOP}\" width=\"{width:.1}\" height=\"{height}\" fill=\"none\" stroke=\"#999\"/>"
        );
        out.push_str("<g fill=\"#444\">\n");
        for (tick, text) in &self.across {
            let (x, y) = (self.x_at(*tick), bottom + 18.0);
            let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>", escaped(text));
        }
        for (tick, text) in &self.up {
            let (x, y) = (left - 8.0, self.y_at(*tick) + 4.0);
            let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>", escaped(text));
        }
        out.push_str("</g>\n");
    }

    /// The first round of a period, shaded, and where the next ones begin.
    fn period(&self, out: &mut String, plot: &Plot, chart: &Chart) {
        let Some(found) = chart.period.as_ref().filter(|_| plot.kind == PlotKind::Line) else { return };
        #[expect(clippy::cast_precision_loss, reason = "fewer than the points")]
        let (from, period) = (chart.x.0 + found.preperiod as f64, found.period as f64);
        let (first, next) = (self.x_at(from - 0.5).max(self.left), self.x_at(from + period - 0.5));
        let (width, height) = (next - first, HEIGHT - BOTTOM - TOP);
        let _ = writeln!(
            out,
            "<rect x=\"{first:.1}\" y=\"{TOP}\" width=\"{width:.1}\" height=\"{height}\" fill=\"#fef3c7\"/>"
        );
        let mut round = from + 2.0 * period - 0.5;
        while round < chart.x.1 && self.x_at(round) - self.x_at(round - period) > 6.0 {
            let x = self.x_at(round);
            let bottom = HEIGHT - BOTTOM;
            let _ = writeln!(
                out,
                "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"#d9a521\" stroke-dasharray=\"3 4\"/>"
            );
            round += period;
        }
        let saltus = if found.saltus == 0 { String::new() } else { format!(" with saltus {}", found.saltus) };
        let (period, from) = (found.period, super::chart::tick_text(from));
        let words = format!("period {period}{saltus} from {from}, as far as drawn");
        legend(out, self.left, &[("#fef3c7".to_owned(), words)], true);
    }

    fn points(&self, out: &mut String, plot: &Plot, chart: &Chart) {
        if plot.kind == PlotKind::Line && chart.scale == Scale::Numbers && chart.points.len() <= JOINED {
            self.line(out, chart.points.iter().copied(), "#9db4d3", 1.0);
        }
        let radius = if chart.points.len() > 500 { 1.2 } else { 2.4 };
        let _ = writeln!(out, "<g fill=\"#1f4e8c\">");
        for &(x, y) in &chart.points {
            let (x, y) = (self.x_at(x), self.y_at(y));
            let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>");
        }
        out.push_str("</g>\n");
    }

    fn line(&self, out: &mut String, points: impl Iterator<Item = (f64, f64)>, colour: &str, width: f64) {
        let _ = write!(out, "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" points=\"");
        for (i, (x, y)) in points.enumerate() {
            let _ = write!(out, "{}{:.1},{:.1}", if i > 0 { " " } else { "" }, self.x_at(x), self.y_at(y));
        }
        out.push_str("\"/>\n");
    }

    /// Left's wall, Right's wall, and the mast on which they meet.
    fn thermographs(&self, out: &mut String, plot: &Plot, chart: &Chart) {
        let what = [(BLUE.to_owned(), "Left's wall".to_owned()), (RED.to_owned(), "Right's wall".to_owned())];
        legend(out, self.left, &what, false);
        for ((walls, point), line) in chart.walls.iter().zip(&plot.points).zip(1u16..) {
            self.line(out, walls.iter().map(|&(t, left, _)| (left, t)), BLUE, 2.0);
            self.line(out, walls.iter().map(|&(t, _, right)| (right, t)), RED, 2.0);
            let Some(&(t, left, right)) = walls.last() else { continue };
            for mast in if alike(left, right) { vec![left] } else { vec![left, right] } {
                self.line(out, [(mast, t), (mast, chart.y.1)].into_iter(), "#333", 2.0);
            }
            let of: Vec<String> = plot.axes.iter().zip(point).map(|(name, v)| format!("{name} = {}", v.text)).collect();
            let of = of[..point.len() - 1].join(", ");
            let (x, y) = (self.x_at(left) + 4.0, TOP + 14.0 * f64::from(line));
            let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"#333\">{}</text>", escaped(&of));
        }
    }
}

/// What colours mean, on the line below the title.
fn legend(out: &mut String, left: f64, entries: &[(String, String)], framed: bool) {
    let mut x = left;
    for (fill, text) in entries {
        let stroke = if framed { " stroke=\"#d9a521\"" } else { "" };
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"40\" width=\"12\" height=\"12\" fill=\"{fill}\"{stroke}/>\
             <text x=\"{:.1}\" y=\"50\">{}</text>",
            x + 18.0,
            escaped(text)
        );
        x += 36.0 + LETTER * f64::from(u16::try_from(text.chars().count()).unwrap_or(u16::MAX));
    }
}

fn axis_names(out: &mut String, chart: &Chart, (left, right): (f64, f64), bottom: f64) {
    let (across, up) = (escaped(&cut(&chart.names.0)), escaped(&cut(&chart.names.1)));
    let (middle, low) = (f64::midpoint(left, right), bottom + 42.0);
    let _ = writeln!(out, "<text x=\"{middle:.1}\" y=\"{low:.1}\" text-anchor=\"middle\">{across}</text>");
    let center = f64::midpoint(TOP, bottom);
    let _ =
        writeln!(out, "<text transform=\"translate(18 {center:.1}) rotate(-90)\" text-anchor=\"middle\">{up}</text>");
}

fn heat(out: &mut String, plot: &Plot, chart: &Chart) {
    // A cell is centred on its value, so the axes reach half a cell beyond the bounds; rows grow downwards.
    let cells = |(low, high): (f64, f64)| (high - low).max(0.0) + 1.0;
    let (columns, rows) = (cells(chart.x), cells(chart.y));
    let down = Scale::Numbers.ticks(chart.y, 8);
    let longest = down.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(1);
    let left = 44.0 + LETTER * f64::from(u16::try_from(longest).unwrap_or(u16::MAX));
    let size = ((WIDTH - left - RIGHT - LEGEND) / columns).min((HEIGHT - TOP - BOTTOM) / rows);
    let place = |c: f64, r: f64| (left + (c - chart.x.0) * size, TOP + (r - chart.y.0) * size);
    let (right, bottom) = (left + columns * size, TOP + rows * size);
    let palette = Palette { chart, losing: plot.losing };
    out.push_str("<g shape-rendering=\"crispEdges\">\n");
    for (&(c, r), &value) in chart.points.iter().zip(&chart.values) {
        let ((x, y), fill) = (place(c, r), palette.colour(value));
        let _ =
            writeln!(out, "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{size:.2}\" height=\"{size:.2}\" fill=\"{fill}\"/>");
    }
    let (width, height) = (right - left, bottom - TOP);
    let _ = writeln!(
        out,
        "</g>\n<rect x=\"{left:.1}\" y=\"{TOP}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"none\" stroke=\"#999\"/>"
    );
    out.push_str("<g fill=\"#444\">\n");
    for (tick, text) in Scale::Numbers.ticks(chart.x, 10) {
        let (x, y) = (place(tick, 0.0).0 + size / 2.0, bottom + 18.0);
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{text}</text>");
    }
    for (tick, text) in down {
        let (x, y) = (left - 8.0, place(0.0, tick).1 + size / 2.0 + 4.0);
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{text}</text>");
    }
    out.push_str("</g>\n");
    axis_names(out, chart, (left, right), bottom);
    let what = escaped(&cut(plot.axes.last().map_or("", String::as_str)));
    let _ = writeln!(out, "<text x=\"{left:.1}\" y=\"50\" fill=\"#444\">{what}</text>");
    for (i, (value, text)) in (0u8..).zip(palette.legend()) {
        let (x, y, fill) = (right + 24.0, TOP + 20.0 * f64::from(i), palette.colour(value));
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"14\" height=\"14\" fill=\"{fill}\" stroke=\"#999\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + 20.0,
            y + 11.5,
            escaped(&text)
        );
    }
}

/// The colours of a heat map.
struct Palette<'a> {
    chart: &'a Chart,
    losing: Losing,
}

impl Palette<'_> {
    /// Lost positions stand out; other numbers run from light to dark, texts have colours of their own.
    fn colour(&self, value: f64) -> String {
        if self.is_lost(value) {
            return LOST.to_owned();
        }
        if let (Scale::Names(names), Losing::Letter) = (&self.chart.scale, self.losing) {
            let name =
                names.iter().zip(0u8..).find(|(_, at)| alike(f64::from(*at), value)).map_or("", |(name, _)| name);
            return match name {
                "L" => BLUE,
                "R" => RED,
                "N" => "#e8edf4",
                _ => "#8a94a3",
            }
            .to_owned();
        }
        let at = fraction(value, self.chart.value);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
        let mix = |light: f64, dark: f64| (light + (dark - light) * at).round().clamp(0.0, 255.0) as u8;
        format!("#{:02x}{:02x}{:02x}", mix(232.0, 16.0), mix(237.0, 52.0), mix(244.0, 107.0))
    }

    fn is_lost(&self, value: f64) -> bool {
        match (self.losing, &self.chart.scale) {
            (Losing::Zero, _) => alike(value, 0.0),
            (Losing::Bool(lost), Scale::Truths) => alike(value, f64::from(u8::from(lost))),
            (Losing::Letter, Scale::Names(names)) => {
                names.iter().zip(0u8..).any(|(name, at)| name == "P" && alike(f64::from(at), value))
            }
            _ => false,
        }
    }

    /// Values and what is said of them.
    fn legend(&self) -> Vec<(f64, String)> {
        let mut list = self.chart.scale.ticks(self.chart.value, 8);
        if list.iter().all(|(value, _)| !self.is_lost(*value)) && self.chart.values.iter().any(|v| self.is_lost(*v)) {
            list.insert(0, (0.0, "0".to_owned()));
        }
        let lost = |(value, text): (f64, String)| {
            let text = if self.is_lost(value) { format!("{text}: P-position") } else { text };
            (value, text)
        };
        list.into_iter().map(lost).collect()
    }
}

/// A text between tags. Characters that XML does not know are written out, like all that nobody would see.
pub(super) fn escaped(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::chart::tests::plot;
    use super::super::{Datum, Shown};
    use super::*;

    /// The numbers behind an attribute.
    fn numbers(svg: &str, attribute: &str) -> Vec<f64> {
        let before = format!(" {attribute}=\"");
        let pieces = svg.split(&before).skip(1);
        pieces.filter_map(|piece| piece.split('"').next()?.parse().ok()).collect()
    }

    #[test]
    fn a_line_has_its_points_inside_the_frame_and_escaped_names() {
        let text = svg(&plot(PlotKind::Line, &[&[0, 0], &[1, 1], &[2, 0]]));
        assert_eq!(text.matches("<circle").count(), 3);
        assert!(text.contains("<polyline") && text.contains("sg(&lt;Nim&gt;)"));
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
        assert!(numbers(&text, "cx").iter().all(|x| (54.0..WIDTH - RIGHT - 3.0).contains(x)), "{text}");
        assert!(numbers(&text, "cy").iter().all(|y| (TOP + 3.0..HEIGHT - BOTTOM - 3.0).contains(y)), "{text}");
    }

    #[test]
    fn a_period_is_shaded_and_named() {
        let points: Vec<[i64; 2]> = (0..20).map(|n| [n, if n < 2 { 9 } else { n % 3 }]).collect();
        let points: Vec<&[i64]> = points.iter().map(|p| &p[..]).collect();
        assert!(svg(&plot(PlotKind::Line, &points)).contains("period 3 from 2, as far as drawn"));
        assert!(!svg(&plot(PlotKind::Line, &points[..4])).contains("period"));
    }

    #[test]
    fn a_heat_map_marks_lost_positions_only_where_values_say_so() {
        let mut map = plot(PlotKind::Heat, &[&[0, 0, 0], &[0, 1, 1], &[1, 0, 1], &[1, 1, 0]]);
        assert_eq!(svg(&map).matches(LOST).count(), 0);
        map.losing = Losing::Zero;
        assert_eq!(svg(&map).matches(LOST).count(), 2 + 1);
        assert!(svg(&map).contains("0: P-position"));
        let truth = |v: &mut Vec<Shown>| {
            let lost = v[2].text == "0";
            v[2] = Shown { text: lost.to_string(), datum: Datum::Bool(lost), is_text: false };
        };
        map.points.iter_mut().for_each(truth);
        map.losing = Losing::Bool(true);
        let text = svg(&map);
        assert!(text.contains("true: P-position") && text.contains(">false<") && text.matches(LOST).count() == 3);
    }

    #[test]
    fn no_point_is_said() {
        assert!(svg(&plot(PlotKind::Scatter, &[])).contains("nothing to draw"));
    }
}
