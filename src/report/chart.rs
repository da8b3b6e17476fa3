//! What is common to every drawing of a plot: points as rounded numbers, their bounds, ticks on an axis.

use super::{Datum, Plot, PlotKind, Shown};
use crate::cgt::{Periodicity, periodicity};

/// A plot in numbers. What is not a number is left out.
#[derive(Debug)]
pub(super) struct Chart {
    /// Points of a line or scatter: x, y. Cells of a heat map: column, row, and the value in [`Chart::values`].
    pub points: Vec<(f64, f64)>,
    /// The value of each cell of a heat map; empty otherwise.
    pub values: Vec<f64>,
    /// Least and greatest x; the other way round where x grows to the left.
    pub x: (f64, f64),
    /// Least and greatest y.
    pub y: (f64, f64),
    /// Least and greatest value of a heat map.
    pub value: (f64, f64),
    /// What the values are: the y of a line, the values of a heat map.
    pub scale: Scale,
    /// What is drawn to the right, and upwards (downwards in a heat map).
    pub names: (String, String),
    /// The period that a line shows, as far as it is drawn.
    pub period: Option<Periodicity>,
    /// The walls of thermographs: temperature, left, right.
    pub walls: Vec<Vec<(f64, f64, f64)>>,
}

/// What values are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Scale {
    Numbers,
    /// `false` is drawn at 0, `true` at 1.
    Truths,
    /// Texts, drawn at 0, 1, ...
    Names(Vec<String>),
}

/// More different texts than these are no scale.
const NAMES: usize = 12;

impl Scale {
    /// The scale of some values.
    fn of<'a>(values: impl Iterator<Item = &'a Shown> + Clone) -> Self {
        let truth = |v: &Shown| matches!(v.datum, Datum::Bool(_));
        if values.clone().count() > 0 && values.clone().all(truth) {
            return Self::Truths;
        }
        let mut names: Vec<String> = Vec::new();
        for value in values {
            let Datum::Text(text) = &value.datum else { return Self::Numbers };
            if value.approximate().is_some() || names.len() > NAMES {
                return Self::Numbers;
            }
            if !names.contains(text) {
                names.push(text.clone());
            }
        }
        names.sort();
        if names.is_empty() || names.len() > NAMES { Self::Numbers } else { Self::Names(names) }
    }

    /// Where a value stands.
    fn place(&self, value: &Shown) -> Option<f64> {
        match (self, &value.datum) {
            (Self::Names(names), Datum::Text(text)) => {
                #[expect(clippy::cast_precision_loss, reason = "a handful")]
                let place = names.iter().position(|name| name == text)? as f64;
                Some(place)
            }
            _ => value.approximate(),
        }
    }

    /// Ticks for bounds, and what they are called.
    pub fn ticks(&self, bounds: (f64, f64), wanted: usize) -> Vec<(f64, String)> {
        let words: Vec<String> = match self {
            Self::Numbers => return ticks(bounds, wanted).into_iter().map(|tick| (tick, tick_text(tick))).collect(),
            Self::Truths => vec!["false".to_owned(), "true".to_owned()],
            Self::Names(names) => names.clone(),
        };
        #[expect(clippy::cast_precision_loss, reason = "a handful")]
        let places = (0..words.len()).map(|i| i as f64);
        places.zip(words).filter(|(at, _)| (bounds.0..=bounds.1).contains(at)).collect()
    }
}

impl Chart {
    /// The numbers of a plot; `None` when it has no point that can be drawn.
    pub fn of(plot: &Plot) -> Option<Self> {
        if plot.kind == PlotKind::Thermograph {
            return Self::of_thermographs(plot);
        }
        let (mut points, mut values) = (Vec::new(), Vec::new());
        let scale = Scale::of(plot.points.iter().filter_map(|point| point.last()));
        for point in &plot.points {
            match (plot.kind, point.as_slice()) {
                (PlotKind::Heat, [row, column, value]) => {
                    if let (Some(r), Some(c), Some(v)) = (row.approximate(), column.approximate(), scale.place(value)) {
                        points.push((c, r));
                        values.push(v);
                    }
                }
                (PlotKind::Line, [x, y]) => points.extend(x.approximate().zip(scale.place(y))),
                (PlotKind::Scatter, [.., pair]) => points.extend(pair_of(pair)),
                _ => {}
            }
        }
        if points.is_empty() {
            return None;
        }
        let (x, y) = (bounds(points.iter().map(|p| p.0)), bounds(points.iter().map(|p| p.1)));
        let value = bounds(values.iter().copied());
        let period = if plot.kind == PlotKind::Line { period_of(plot) } else { None };
        Some(Self { points, values, x, y, value, scale, names: names(plot), period, walls: Vec::new() })
    }

    /// Thermographs: values grow to the left, temperatures upwards.
    fn of_thermographs(plot: &Plot) -> Option<Self> {
        let walls: Vec<_> = plot.points.iter().filter_map(|point| walls_of(point.last()?)).collect();
        let corners = || walls.iter().flatten();
        let (low, high) = bounds(corners().flat_map(|&(_, left, right)| [left, right]));
        let (_, top) = bounds(corners().map(|corner| corner.0));
        if walls.is_empty() {
            return None;
        }
        // The mast goes on for ever.
        let y = (0.0, if top > 0.0 { top * 1.25 } else { 1.0 });
        let points = walls.iter().flat_map(|walls| along(walls, y.1)).collect();
        let room = if high > low { 0.0 } else { 1.0 };
        Some(Self {
            points,
            values: Vec::new(),
            x: (high + room, low - room),
            y,
            value: (0.0, 0.0),
            scale: Scale::Numbers,
            names: names(plot),
            period: None,
            walls,
        })
    }
}

/// Points of a thermograph's walls and mast.
fn along(walls: &[(f64, f64, f64)], top: f64) -> Vec<(f64, f64)> {
    const STEPS: i32 = 60;
    let end = walls.last().map(|&(_, left, right)| (top, left, right));
    let corners: Vec<_> = walls.iter().copied().chain(end).collect();
    let piece = |pair: &[(f64, f64, f64)]| {
        let ((t1, l1, r1), (t2, l2, r2)) = (pair[0], pair[1]);
        let at = move |i: i32| f64::from(i) / f64::from(STEPS);
        (0..=STEPS).map(at).flat_map(move |s| {
            let y = t1 + s * (t2 - t1);
            [(l1 + s * (l2 - l1), y), (r1 + s * (r2 - r1), y)]
        })
    };
    corners.windows(2).flat_map(piece).collect()
}

/// The corners of a thermograph: temperature, left wall, right wall.
fn walls_of(shown: &Shown) -> Option<Vec<(f64, f64, f64)>> {
    let Datum::List(corners) = &shown.datum else { return None };
    let corner = |datum: &Datum| match datum {
        Datum::List(parts) => match parts.as_slice() {
            [t, left, right] => Some((t.approximate()?, left.approximate()?, right.approximate()?)),
            _ => None,
        },
        _ => None,
    };
    corners.iter().map(corner).collect::<Option<Vec<_>>>().filter(|list| !list.is_empty())
}

/// The names of the axes.
fn names(plot: &Plot) -> (String, String) {
    let name = |i: usize| plot.axes.get(i).cloned().unwrap_or_default();
    let what = plot.axes.last().map_or("", String::as_str);
    match plot.kind {
        PlotKind::Line => (name(0), what.to_owned()),
        PlotKind::Heat => (name(1), name(0)),
        PlotKind::Thermograph => ("value".to_owned(), "temperature".to_owned()),
        PlotKind::Scatter => {
            parts_of_pair(what).unwrap_or_else(|| (format!("first of {what}"), format!("second of {what}")))
        }
    }
}

/// The two expressions of `(a, b)`.
fn parts_of_pair(text: &str) -> Option<(String, String)> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    let (mut depth, mut comma, mut quoted) = (0i32, None, false);
    for (at, c) in inside.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 && comma.is_some() => return None,
            ',' if depth == 0 => comma = Some(at),
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    let (first, second) = inside.split_at(comma?);
    Some((first.trim().to_owned(), second[1..].trim().to_owned()))
}

/// The period that a line over consecutive integers shows.
fn period_of(plot: &Plot) -> Option<Periodicity> {
    let integer = |shown: &Shown| match shown.datum {
        Datum::Integer(n) => Some(n),
        Datum::Bool(b) => Some(i64::from(b)),
        _ => None,
    };
    let pairs: Vec<(i64, i64)> =
        plot.points.iter().map(|p| Some((integer(p.first()?)?, integer(p.get(1)?)?))).collect::<Option<_>>()?;
    let consecutive = pairs.windows(2).all(|w| w[0].0.checked_add(1) == Some(w[1].0));
    let values: Vec<i64> = pairs.iter().map(|pair| pair.1).collect();
    Some(periodicity(&values)).filter(|found| consecutive && found.period > 1)
}

fn pair_of(shown: &Shown) -> Option<(f64, f64)> {
    let Datum::List(items) = &shown.datum else { return None };
    match items.as_slice() {
        [x, y] => x.approximate().zip(y.approximate()),
        _ => None,
    }
}

fn bounds(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)))
}

/// Whether two rounded numbers are the same.
pub(super) fn alike(a: f64, b: f64) -> bool {
    (a - b).abs() < f64::EPSILON
}

/// Where `n` lies between the bounds, from 0 to 1; the middle when the bounds coincide.
pub(super) fn fraction(n: f64, (low, high): (f64, f64)) -> f64 {
    if alike(high, low) { 0.5 } else { (n - low) / (high - low) }
}

/// Round numbers within the bounds, at most about `wanted` of them.
pub(super) fn ticks((from, to): (f64, f64), wanted: usize) -> Vec<f64> {
    let (low, high) = (from.min(to), from.max(to));
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
            losing: crate::report::Losing::Unknown,
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
    fn axes_are_named_after_their_expressions() {
        let pair = |text: &str| parts_of_pair(text).map(|(a, b)| format!("{a} | {b}"));
        assert_eq!(pair("(f(a, b), [1, 2][0])").as_deref(), Some("f(a, b) | [1, 2][0]"));
        for text in ["f(n)", "(a, b, c)", "(a) + (b, c)", "(a, b)[0]"] {
            assert_eq!(pair(text), None, "{text}");
        }
    }

    #[test]
    fn values_have_a_scale() {
        let text = |t: &&str| Shown::text(*t);
        let names: Vec<Shown> = ["P", "N", "P"].iter().map(text).collect();
        let scale = Scale::of(names.iter());
        assert_eq!(scale, Scale::Names(vec!["N".into(), "P".into()]));
        assert_eq!(scale.place(&names[0]), Some(1.0));
        let truths = [Shown::of(&Value::Bool(true)), Shown::of(&Value::Bool(false))];
        let ticks = Scale::of(truths.iter()).ticks((0.0, 1.0), 8);
        assert_eq!(ticks, [(0.0, "false".to_owned()), (1.0, "true".to_owned())]);
        assert_eq!(Scale::of([Shown::text("1/2")].iter()), Scale::Numbers);
    }

    #[test]
    fn a_thermograph_has_walls_and_grows_to_the_left() {
        let corner = |t: i64, l: i64, r: i64| Value::tuple([t, l, r].map(Value::int).to_vec());
        let list = Shown::of(&Value::list(vec![corner(0, 3, -1), corner(2, 1, 1)]));
        let plot = Plot { points: vec![vec![list]], ..plot(PlotKind::Thermograph, &[]) };
        let chart = Chart::of(&plot).expect("a thermograph");
        assert_eq!((chart.x, chart.walls[0].len()), ((3.0, -1.0), 2));
        assert!(alike(fraction(3.0, chart.x), 0.0));
    }

    #[test]
    fn bounds_of_a_line() {
        let chart = Chart::of(&plot(PlotKind::Line, &[&[0, 5], &[2, 1]])).expect("points");
        assert_eq!((chart.x, chart.y), ((0.0, 2.0), (1.0, 5.0)));
        assert!(Chart::of(&plot(PlotKind::Line, &[])).is_none());
    }
}
