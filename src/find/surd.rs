//! Quadratic irrationals from the integers below their multiples.

use std::cmp::Ordering;

/// A root of `a x^2 + b x + c`, the larger one or the smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Root {
    a: i128,
    b: i128,
    c: i128,
    larger: bool,
}

/// Coefficients that are tried.
const MOST_LEADING: i128 = 8;
const MOST: i128 = 40;

/// Elements that are wanted at least.
const LEAST: usize = 9;

/// The text of an irrational `alpha` in the language with `values[k - 1] = floor(k * alpha)` for `k = 1, 2, ...`, where
/// the values force it: no simpler one fits, and few of its height would lie between the bounds by chance. That such an
/// `alpha` exists at all is most of the evidence. `beyond` says that `floor(k * alpha)` of the next `k` is above it. With it, how many values fix it.
pub(super) fn recover(values: &[i64], beyond: Option<i64>) -> Option<(String, usize)> {
    if values.len() < LEAST {
        return None;
    }
    let (mut low, mut high) = ((0i128, 1i128), (i128::from(i64::MAX), 1i128));
    for (k, &v) in (1i128..).zip(values) {
        let v = i128::from(v);
        low = greater(low, (v, k));
        high = lesser(high, (v + 1, k));
    }
    if let Some(last) = beyond {
        let k = i128::try_from(values.len()).ok()? + 1;
        low = greater(low, (i128::from(last) + 1, k));
    }
    if compare(low, high) != Ordering::Less || low.0 <= 0 {
        return None;
    }
    let found = simplest(low, high)?;
    let height = found.a + found.b.abs() + found.c.abs();
    // width * height^3 < 1: there are about height^3 / 5 such roots between two integers
    let width = high.0 * low.1 - low.0 * high.1;
    let scale = low.1 * high.1;
    if width.checked_mul(height.checked_pow(3)?)? >= scale {
        return None;
    }
    let fixed = usize::try_from(height).unwrap_or(LEAST).min(values.len() - 1);
    Some((written(found), fixed))
}

type Fraction = (i128, i128);

fn compare(x: Fraction, y: Fraction) -> Ordering {
    (x.0 * y.1).cmp(&(y.0 * x.1))
}

fn greater(x: Fraction, y: Fraction) -> Fraction {
    if compare(x, y) == Ordering::Less { y } else { x }
}

fn lesser(x: Fraction, y: Fraction) -> Fraction {
    if compare(x, y) == Ordering::Greater { y } else { x }
}

/// The sign of `a x^2 + b x + c`.
fn sign(root: &Root, x: Fraction) -> i128 {
    (root.a * x.0 * x.0 + root.b * x.0 * x.1 + root.c * x.1 * x.1).signum()
}

/// The irrational root of least height strictly between two fractions, if there is exactly one with it.
fn simplest(low: Fraction, high: Fraction) -> Option<Root> {
    if [low.0, low.1, high.0, high.1].into_iter().any(|x| x.abs() > 1 << 40) {
        return None;
    }
    let mut best: Option<(i128, Root)> = None;
    for a in 1..=MOST_LEADING {
        for b in -MOST..=MOST {
            for c in -MOST..=MOST {
                let height = a + b.abs() + c.abs();
                if best.is_some_and(|(least, _)| least <= height) {
                    continue;
                }
                let mut root = Root { a, b, c, larger: true };
                let (left, right) = (sign(&root, low), sign(&root, high));
                if left * right >= 0 || is_square(b * b - 4 * a * c) {
                    continue;
                }
                // the parabola opens upwards: it rises through its larger root
                root.larger = left < 0;
                best = Some((height, root));
            }
        }
    }
    best.map(|(_, root)| root)
}

fn is_square(n: i128) -> bool {
    n < 0 || n.isqrt().pow(2) == n
}

/// `(1 + sqrt(5)) / 2`, `2 + sqrt(2)`, `phi`.
fn written(root: Root) -> String {
    let Root { a, b, c, larger } = root;
    let mut under = b * b - 4 * a * c;
    let mut outside = 1i128;
    for s in (2i128..=40).rev() {
        while under % (s * s) == 0 {
            under /= s * s;
            outside *= s;
        }
    }
    let common = gcd(gcd(b.abs(), outside), 2 * a);
    let (whole, outside, below) = (-b / common, outside / common, 2 * a / common);
    if (whole, outside, under, below, larger) == (1, 1, 5, 2, true) {
        return "phi".to_owned();
    }
    let surd = if outside == 1 { format!("sqrt({under})") } else { format!("{outside} * sqrt({under})") };
    let top = match (whole, larger) {
        (0, true) => surd,
        (0, false) => format!("-{surd}"),
        (_, true) => format!("{whole} + {surd}"),
        (_, false) => format!("{whole} - {surd}"),
    };
    match (below, whole) {
        (1, _) => top,
        (_, 0) => format!("{top} / {below}"),
        _ => format!("({top}) / {below}"),
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
