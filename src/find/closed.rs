//! Formulas in one variable that are worth trying.

use crate::combinatorics::fibonacci;

/// A formula with the least `n` for which it means something.
pub(super) struct Formula {
    /// In the language.
    pub text: String,
    pub name: &'static str,
    pub least: i64,
    /// How many values fix its constants.
    pub fixed: usize,
    pub value: Box<dyn Fn(i64) -> Option<i64>>,
}

fn formula(
    text: impl Into<String>,
    name: &'static str,
    least: i64,
    fixed: usize,
    value: impl Fn(i64) -> Option<i64> + 'static,
) -> Formula {
    Formula { text: text.into(), name, least, fixed, value: Box::new(value) }
}

/// Formulas without constants to be found.
pub(super) fn plain(n: &str) -> Vec<Formula> {
    let natural = |n: i64| u64::try_from(n).ok();
    let zeros = |n: i64| (n > 0).then(|| i64::from(n.trailing_zeros()));
    let ones = |n: i64| (n >= 0).then(|| i64::from(n.count_ones()));
    let parts = |n: i64| fibonacci::zeckendorf(&n.into()).ok();
    let length = |n: i64| (n > 0).then(|| i64::from(i64::BITS - n.leading_zeros()));
    vec![
        formula(format!("v2({n})"), "ruler", 1, 0, zeros),
        formula(format!("v2({n} + 1)"), "ruler", 0, 0, move |n| zeros(n + 1)),
        formula(format!("2 ** v2({n})"), "lowest_bit", 1, 0, |n| (n > 0).then_some(n & n.wrapping_neg())),
        formula(format!("2 ** v2({n} + 1)"), "lowest_bit", 0, 0, |n| (n >= 0).then(|| (n + 1) & -(n + 1))),
        formula(format!("v2({n}) + 1"), "ruler", 1, 0, move |n| Some(zeros(n)? + 1)),
        formula(format!("popcount({n})"), "ones", 0, 0, ones),
        formula(format!("popcount({n}) % 2"), "thue_morse", 0, 0, move |n| Some(ones(n)? % 2)),
        formula(format!("1 - popcount({n}) % 2"), "thue_morse", 0, 0, move |n| Some(1 - ones(n)? % 2)),
        formula(format!("2 * {n} + popcount({n} + 1) % 2"), "odious", 0, 0, move |n| Some(2 * n + ones(n + 1)? % 2)),
        formula(format!("2 * {n} + popcount({n}) % 2"), "evil", 0, 0, move |n| Some(2 * n + ones(n)? % 2)),
        formula(format!("2 * {n} + 1 - popcount({n}) % 2"), "odious", 0, 0, move |n| Some(2 * n + 1 - ones(n)? % 2)),
        formula(format!("{n} xor {n} // 2"), "gray", 0, 0, |n| (n >= 0).then_some(n ^ (n / 2))),
        formula(format!("{n} xor 1"), "neighbours", 0, 0, |n| (n >= 0).then_some(n ^ 1)),
        formula(format!("len(digits({n}, 2))"), "length", 1, 0, length),
        formula(format!("last(zeckendorf({n}))"), "least_fibonacci", 1, 0, move |n| parts(n)?.last()?.to_i64()),
        formula(format!("len(zeckendorf({n}))"), "fibonacci_parts", 0, 0, move |n| i64::try_from(parts(n)?.len()).ok()),
        formula(format!("fib({n})"), "fibonacci", 0, 0, move |n| fibonacci::fib(natural(n)?).ok()?.to_i64()),
        formula(format!("2 ** {n}"), "powers_of_two", 0, 0, |n| (0..62).contains(&n).then(|| 1 << n)),
        formula(format!("{n} ** 2"), "squares", i64::MIN, 0, |n| n.checked_mul(n)),
        formula(format!("{n} * ({n} + 1) // 2"), "triangular", 0, 0, |n| Some(n.checked_mul(n + 1)? / 2)),
    ]
}

/// Formulas whose constants follow from an arithmetic period: `n % m`, `n // d`, and what lies between.
pub(super) fn of_period(n: &str, p: i64, saltus: i64) -> Vec<Formula> {
    let mut found = Vec::new();
    let fixed = usize::try_from(p).unwrap_or(usize::MAX);
    if p <= 0 || p > 10_000 {
        return found;
    }
    let euclid = |n: i64, c: i64, p: i64| (n + c).rem_euclid(p);
    let sum = |c: i64| if c == 0 { n.to_owned() } else { format!("({n} + {c})") };
    if saltus == 0 {
        for d in (1..p).filter(|d| *d == 1 || *d <= 64) {
            for c in 0..p.min(64) {
                let (text, name) = match (d, p) {
                    (1, _) => (format!("{} % {p}", sum(c)), "residue"),
                    (d, p) if p % d == 0 => (format!("{} // {d} % {}", sum(c), p / d), "residue"),
                    (d, p) => (format!("{} % {p} // {d}", sum(c)), "residue"),
                };
                found.push(formula(text, name, i64::MIN, fixed, move |n| Some(euclid(n, c, p) / d)));
            }
        }
        return found;
    }
    for c in 0..p.min(64) {
        if p == 1 && saltus == 1 {
            found.push(formula(n.to_owned(), "identity", i64::MIN, 2, Some));
            break;
        }
        if p == 1 {
            found.push(formula(format!("{saltus} * {n}"), "multiple", i64::MIN, 2, move |n| n.checked_mul(saltus)));
            break;
        }
        if saltus == 1 {
            let value = move |n: i64| Some((n + c).div_euclid(p));
            found.push(formula(format!("{} // {p}", sum(c)), "quotient", i64::MIN, fixed, value));
        }
        if saltus == p && p & (p - 1) == 0 && c > 0 {
            let value = move |n: i64| (n >= 0).then_some(n ^ c);
            found.push(formula(format!("{n} xor {c}"), "nim_sum", 0, fixed, value));
        }
        for d in (1..=p.min(16)).filter(|d| p % d == 0 && *d != 1 && saltus == p / d) {
            let value = move |n: i64| Some((n + c).div_euclid(d));
            found.push(formula(format!("{} // {d}", sum(c)), "quotient", i64::MIN, fixed, value));
        }
    }
    found
}
