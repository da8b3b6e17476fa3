//! Plots as SVG: a small writer of our own.

use std::fmt::Write as _;

use super::chart::{Chart, fraction, tick_text, ticks};
use super::{Plot, PlotKind};
use crate::base::visible;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 52.0;
/// More points than this are not joined by a line: it would be a grey smear.
const JOINED: usize = 2000;

/// A plot as a complete SVG document.
#[must_use]
pub fn svg(plot: &Plot) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"26\" font-size=\"16\">{}</text>", escaped(&plot.name));
    match Chart::of(plot) {
        None => {
            let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"80\">nothing to draw</text>");
        }
        Some(chart) if plot.kind == PlotKind::Heat => heat(&mut out, plot, &chart),
        Some(chart) => points(&mut out, plot, &chart),
    }
    out.push_str("</svg>\n");
    out
}

fn x_at(n: f64, bounds: (f64, f64)) -> f64 {
    LEFT + fraction(n, bounds) * (WIDTH - LEFT - RIGHT)
}

fn y_at(n: f64, bounds: (f64, f64)) -> f64 {
    HEIGHT - BOTTOM - fraction(n, bounds) * (HEIGHT - TOP - BOTTOM)
}

fn points(out: &mut String, plot: &Plot, chart: &Chart) {
    axes(out, plot, chart);
    if plot.kind == PlotKind::Line && chart.points.len() <= JOINED {
        out.push_str("<polyline fill=\"none\" stroke=\"#9db4d3\" stroke-width=\"1\" points=\"");
        for (i, &(x, y)) in chart.points.iter().enumerate() {
            let _ = write!(out, "{}{:.1},{:.1}", if i > 0 { " " } else { "" }, x_at(x, chart.x), y_at(y, chart.y));
        }
        out.push_str("\"/>\n");
    }
    let radius = if chart.points.len() > 500 { 1.2 } else { 2.4 };
    out.push_str("<g fill=\"#1f4e8c\">\n");
    for &(x, y) in &chart.points {
        let _ = writeln!(out, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\"/>", x_at(x, chart.x), y_at(y, chart.y));
    }
    out.push_str("</g>\n");
}

fn axes(out: &mut String, plot: &Plot, chart: &Chart) {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    let _ = writeln!(out, "<g stroke=\"#ddd\">");
    for tick in ticks(chart.x, 10) {
        let x = x_at(tick, chart.x);
        let _ = writeln!(out, "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\"/>");
    }
    for tick in ticks(chart.y, 8) {
        let y = y_at(tick, chart.y);
        let _ = writeln!(out, "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\"/>");
    }
    out.push_str("</g>\n<g fill=\"#444\">\n");
    for tick in ticks(chart.x, 10) {
        let (x, text) = (x_at(tick, chart.x), tick_text(tick));
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>", bottom + 18.0);
    }
    for tick in ticks(chart.y, 8) {
        let (y, text) = (y_at(tick, chart.y) + 4.0, tick_text(tick));
        let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{text}</text>", LEFT - 8.0);
    }
    out.push_str("</g>\n");
    axis_names(out, plot, LEFT, right, bottom);
}

fn axis_names(out: &mut String, plot: &Plot, left: f64, right: f64, bottom: f64) {
    let name = |i: usize| plot.axes.get(i).map_or(String::new(), |name| escaped(name));
    let (across, up) = match plot.kind {
        PlotKind::Line => (name(0), name(1)),
        PlotKind::Heat => (name(1), name(0)),
        PlotKind::Scatter => (String::new(), name(plot.axes.len().wrapping_sub(1))),
    };
    let (middle, low) = (f64::midpoint(left, right), bottom + 40.0);
    let _ = writeln!(out, "<text x=\"{middle:.1}\" y=\"{low:.1}\" text-anchor=\"middle\">{across}</text>");
    let center = f64::midpoint(TOP, bottom);
    let _ =
        writeln!(out, "<text transform=\"translate(16 {center:.1}) rotate(-90)\" text-anchor=\"middle\">{up}</text>");
}

fn heat(out: &mut String, plot: &Plot, chart: &Chart) {
    // A cell is centred on its value, so the axes reach half a cell beyond the bounds; rows grow downwards.
    let cells = |(low, high): (f64, f64)| (high - low).max(0.0) + 1.0;
    let (columns, rows) = (cells(chart.x), cells(chart.y));
    let size = ((WIDTH - LEFT - RIGHT) / columns).min((HEIGHT - TOP - BOTTOM) / rows);
    let place = |c: f64, r: f64| (LEFT + (c - chart.x.0) * size, TOP + (r - chart.y.0) * size);
    out.push_str("<g shape-rendering=\"crispEdges\">\n");
    for (&(c, r), &value) in chart.points.iter().zip(&chart.values) {
        let ((x, y), fill) = (place(c, r), shade(value, chart.value));
        let _ =
            writeln!(out, "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{size:.2}\" height=\"{size:.2}\" fill=\"{fill}\"/>");
    }
    out.push_str("</g>\n<g fill=\"#444\">\n");
    let bottom = TOP + rows * size;
    for tick in ticks(chart.x, 10) {
        let x = place(tick, 0.0).0 + size / 2.0;
        let text = tick_text(tick);
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>", bottom + 18.0);
    }
    for tick in ticks(chart.y, 8) {
        let y = place(0.0, tick).1 + size / 2.0 + 4.0;
        let _ =
            writeln!(out, "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>", LEFT - 8.0, tick_text(tick));
    }
    out.push_str("</g>\n");
    axis_names(out, plot, LEFT, LEFT + columns * size, bottom);
}

/// Zero stands out (it marks P-positions); other values run from light to dark.
fn shade(value: f64, bounds: (f64, f64)) -> String {
    if value == 0.0 && bounds.0 >= 0.0 {
        return "#d1495b".to_owned();
    }
    let at = fraction(value, bounds);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
    let mix = |light: f64, dark: f64| (light + (dark - light) * at).round().clamp(0.0, 255.0) as u8;
    format!("#{:02x}{:02x}{:02x}", mix(235.0, 16.0), mix(241.0, 52.0), mix(248.0, 107.0))
}

/// A text between tags. Characters that XML does not know are written out, like all that nobody would see.
pub(super) fn escaped(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::chart::tests::plot;
    use super::*;

    #[test]
    fn a_line_has_its_points_and_escaped_names() {
        let text = svg(&plot(PlotKind::Line, &[&[0, 0], &[1, 1], &[2, 0]]));
        assert_eq!(text.matches("<circle").count(), 3);
        assert!(text.contains("<polyline") && text.contains("sg(&lt;Nim&gt;)"));
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
    }

    #[test]
    fn a_heat_map_marks_zero() {
        let text = svg(&plot(PlotKind::Heat, &[&[0, 0, 0], &[0, 1, 1], &[1, 0, 1], &[1, 1, 0]]));
        assert_eq!(text.matches("<rect x=").count(), 4);
        assert_eq!(text.matches("#d1495b").count(), 2);
    }

    #[test]
    fn no_point_is_said() {
        assert!(svg(&plot(PlotKind::Scatter, &[])).contains("nothing to draw"));
    }
}
