//! Plots as pictures in a terminal: points in braille, heat maps in shades.

use std::fmt::Write as _;

use super::chart::{Chart, Scale, alike, fraction, tick_text};
use super::{Plot, PlotKind};

/// Height of a picture of points, in lines.
const HEIGHT: usize = 14;
const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];

/// A plot in at most `width` columns.
#[must_use]
pub fn terminal_picture(plot: &Plot, width: usize) -> String {
    let mut out = format!("plot {}\n", plot.name);
    match Chart::of(plot) {
        None => out.push_str("  nothing to draw\n"),
        Some(chart) if plot.kind == PlotKind::Heat => heat(&mut out, plot, &chart, width),
        Some(chart) => points(&mut out, &chart, width),
    }
    out
}

/// The cell of `n`, out of `cells`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a few hundred cells"
)]
fn cell(n: f64, bounds: (f64, f64), cells: usize) -> usize {
    ((fraction(n, bounds) * (cells - 1) as f64).round() as usize).min(cells - 1)
}

fn points(out: &mut String, chart: &Chart, width: usize) {
    let end = |n: f64| end_of(chart, n);
    let (low, high) = (end(chart.y.0), end(chart.y.1));
    let margin = low.chars().count().max(high.chars().count());
    let columns = width.saturating_sub(margin + 4).clamp(10, 100);
    // A braille character is two dots wide and four high.
    let mut dots = vec![0u8; columns * HEIGHT];
    for &(x, y) in &chart.points {
        let column = cell(x, chart.x, columns * 2);
        let row = HEIGHT * 4 - 1 - cell(y, chart.y, HEIGHT * 4);
        let bit = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]][column % 2][row % 4];
        dots[row / 4 * columns + column / 2] |= bit;
    }
    for (i, row) in dots.chunks(columns).enumerate() {
        let label = match i {
            0 => high.as_str(),
            i if i + 1 == HEIGHT && chart.y.1 > chart.y.0 => low.as_str(),
            _ => "",
        };
        let braille =
            |&bits: &u8| if bits == 0 { ' ' } else { char::from_u32(0x2800 + u32::from(bits)).unwrap_or('·') };
        let line: String = row.iter().map(braille).collect();
        let _ = writeln!(out, "  {label:>margin$} │{}", line.trim_end());
    }
    let _ = writeln!(out, "  {} └{}", " ".repeat(margin), "─".repeat(columns));
    let (first, last) = (tick_text(chart.x.0), tick_text(chart.x.1));
    let name = &chart.names.0;
    let room = columns.saturating_sub(first.chars().count() + last.chars().count());
    let _ = writeln!(out, "  {}  {first}{name:^room$}{last}", " ".repeat(margin));
    let _ = writeln!(out, "  {}  upwards: {}", " ".repeat(margin), chart.names.1);
    if let Some(found) = &chart.period {
        #[expect(clippy::cast_precision_loss, reason = "fewer than the points")]
        let from = tick_text(chart.x.0 + found.preperiod as f64);
        let _ = writeln!(out, "  {}  period {} from {from}, as far as drawn", " ".repeat(margin), found.period);
    }
}

/// What stands at an end of the axis of values.
fn end_of(chart: &Chart, n: f64) -> String {
    chart
        .scale
        .ticks((n, n), 1)
        .into_iter()
        .find(|(at, _)| alike(*at, n))
        .map_or_else(|| tick_text(n), |(_, text)| text)
}

fn heat(out: &mut String, plot: &Plot, chart: &Chart, width: usize) {
    let size = |(low, high): (f64, f64)| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let cells = (high - low + 1.0).clamp(1.0, 1e6) as usize;
        cells
    };
    let margin = tick_text(chart.y.0).chars().count().max(tick_text(chart.y.1).chars().count());
    let columns = size(chart.x).min(width.saturating_sub(margin + 4).max(10) / 2);
    let rows = size(chart.y).min(60);
    let mut cells = vec![None; columns * rows];
    for (&(x, y), &value) in chart.points.iter().zip(&chart.values) {
        let at = cell(y, chart.y, rows) * columns + cell(x, chart.x, columns);
        // The least value wins where several share a cell, so that P-positions stay visible.
        cells[at] = Some(cells[at].map_or(value, |old: f64| old.min(value)));
    }
    for (i, row) in cells.chunks(columns).enumerate() {
        let label = match i {
            0 => tick_text(chart.y.0),
            i if i + 1 == rows => tick_text(chart.y.1),
            _ => String::new(),
        };
        let shade = |v: &Option<f64>| v.map_or(' ', |v| SHADES[cell(v, chart.value, SHADES.len())]);
        let line: String = row.iter().flat_map(|v| [shade(v); 2]).collect();
        let _ = writeln!(out, "  {label:>margin$} │{}", line.trim_end());
    }
    let _ = writeln!(out, "  {} └{}", " ".repeat(margin), "─".repeat(columns * 2));
    let (first, last) = (tick_text(chart.x.0), tick_text(chart.x.1));
    let room = (columns * 2).saturating_sub(first.chars().count() + last.chars().count());
    let (name, down) = (&chart.names.0, &chart.names.1);
    let _ = writeln!(out, "  {}  {first}{name:^room$}{last}", " ".repeat(margin));
    let what = plot.axes.last().map_or("", String::as_str);
    let _ = writeln!(out, "  {}  downwards: {down}; {what}: {}", " ".repeat(margin), shades(chart));
}

/// What the shades mean.
fn shades(chart: &Chart) -> String {
    if chart.scale == Scale::Numbers {
        let (low, high) = (tick_text(chart.value.0), tick_text(chart.value.1));
        return format!("from {low} (light) to {high} (dark)");
    }
    let shade = |(value, text): (f64, String)| match SHADES[cell(value, chart.value, SHADES.len())] {
        ' ' => format!("{text} is blank"),
        shade => format!("{text} is {shade}"),
    };
    chart.scale.ticks(chart.value, SHADES.len()).into_iter().map(shade).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::chart::tests::plot;
    use super::*;

    #[test]
    fn points_fall_into_the_corners() {
        let text = terminal_picture(&plot(PlotKind::Line, &[&[0, 0], &[9, 9]]), 40);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].ends_with('⠈') && lines[1].starts_with("  9 │"), "{text}");
        assert!(lines[HEIGHT].starts_with("  0 │⡀"), "{text}");
    }

    #[test]
    fn a_heat_map_has_a_row_a_value() {
        let text = terminal_picture(&plot(PlotKind::Heat, &[&[0, 0, 0], &[0, 1, 4], &[1, 0, 4], &[1, 1, 0]]), 40);
        assert!(text.contains("  0 │  ██\n  1 │██\n"), "{text}");
    }
}
