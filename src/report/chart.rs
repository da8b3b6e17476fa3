//! What is common to every drawing of a plot: points as rounded numbers, their bounds, ticks on an axis.

use super::{Datum, Plot, PlotKind, Shown};

/// A plot in numbers. What is not a number is left out.
#[derive(Debug)]
pub(super) struct Chart {
    /// Points of a line or scatter: x, y. Cells of a heat map: column, row, and the value in [`Chart::values`].
    pub points: Vec<(f64, f64)>,
    /// The value of each cell of a heat map; empty otherwise.
    pub values: Vec<f64>,
    /// Least and greatest x.
    pub x: (f64, f64),
    /// Least and greatest y.
    pub y: (f64, f64),
    /// Least and greatest value of a heat map.
    pub value: (f64, f64),
}

impl Chart {
    /// The numbers of a plot; `None` when it has no point that can be drawn.
    pub fn of(plot: &Plot) -> Option<Self> {
        let (mut points, mut values) = (Vec::new(), Vec::new());
        for point in &plot.points {
            match (plot.kind, point.as_slice()) {
                (PlotKind::Heat, [row, column, value]) => {
                    if let (Some(r), Some(c), Some(v)) = (row.approximate(), column.approximate(), value.approximate())
                    {
                        points.push((c, r));
                        values.push(v);
                    }
                }
                (PlotKind::Line, [x, y]) => points.extend(x.approximate().zip(y.approximate())),
                (PlotKind::Scatter, [.., pair]) => points.extend(pair_of(pair)),
                _ => {}
            }
        }
        if points.is_empty() {
            return None;
        }
        let (x, y) = (bounds(points.iter().map(|p| p.0)), bounds(points.iter().map(|p| p.1)));
        let value = bounds(values.iter().copied());
        Some(Self { points, values, x, y, value })
    }
}

fn pair_of(shown: &Shown) -> Option<(f64, f64)> {
    let Datum::List(items) = &shown.datum else { return None };
    let number = |d: &Datum| match d {
        Datum::Text(t) => Shown { text: t.clone(), datum: d.clone(), is_text: false }.approximate(),
        d => Shown { text: String::new(), datum: d.clone(), is_text: false }.approximate(),
    };
    match items.as_slice() {
        [x, y] => number(x).zip(number(y)),
        _ => None,
    }
}

fn bounds(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)))
}

/// Where `n` lies between the bounds, from 0 to 1; the middle when the bounds coincide.
pub(super) fn fraction(n: f64, (low, high): (f64, f64)) -> f64 {
    if high > low { (n - low) / (high - low) } else { 0.5 }
}

/// Round numbers within the bounds, at most about `wanted` of them.
pub(super) fn ticks((low, high): (f64, f64), wanted: usize) -> Vec<f64> {
    if high <= low {
        return vec![low];
    }
    #[expect(clippy::cast_precision_loss, reason = "a handful")]
    let raw = (high - low) / wanted.max(1) as f64;
    let power = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= raw * 0.999).unwrap_or(power);
    // Whole numbers want whole steps.
    let step = if low.fract() == 0.0 && high.fract() == 0.0 { step.max(1.0) } else { step };
    let mut at = (low / step).ceil() * step;
    let mut found = Vec::new();
    while at <= high + step * 1e-9 && found.len() < 100 {
        found.push(if at.abs() < step * 1e-9 { 0.0 } else { at });
        at += step;
    }
    found
}

/// A tick's text.
pub(super) fn tick_text(n: f64) -> String {
    let text = format!("{n:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::value::Value;

    pub fn plot(kind: PlotKind, points: &[&[i64]]) -> Plot {
        let shown = |n: &i64| Shown::of(&Value::int(*n));
        Plot {
            name: "p".into(),
            kind,
            axes: vec!["n".into(), "sg(<Nim>)".into()],
            points: points.iter().map(|p| p.iter().map(shown).collect()).collect(),
        }
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks((0.0, 100.0), 5), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks((3.0, 4.0), 10), [3.0, 4.0]);
        assert_eq!(ticks((7.0, 7.0), 10), [7.0]);
        assert_eq!(tick_text(0.5), "0.5");
        assert_eq!(tick_text(20.0), "20");
    }

    #[test]
    fn bounds_of_a_line() {
        let chart = Chart::of(&plot(PlotKind::Line, &[&[0, 5], &[2, 1]])).expect("points");
        assert_eq!((chart.x, chart.y), ((0.0, 2.0), (1.0, 5.0)));
        assert!(Chart::of(&plot(PlotKind::Line, &[])).is_none());
    }
}
