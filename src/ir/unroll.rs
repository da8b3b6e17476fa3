//! Loops over a few numbers, written out round by round; and how many options a position has at most.

use super::affine::{mentions_in, substitute};
use super::fold;
use super::program::{Expr, ExprKind, Interval, Op, Reg, Stmt};

/// A loop that is written out.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// The least and the greatest that its variable can be in any position.
    pub ends: (i64, i64),
    /// Whether the last one depends on small numbers alone: then it is another one in many positions.
    pub varies: bool,
    /// One entry a number of that range, in the order of the loop.
    pub rounds: Vec<Round>,
}

/// A round of a loop, with the number in place of the variable.
#[derive(Clone, Debug)]
pub struct Round {
    /// When this is 0, the loop ends before this round.
    pub going: Option<Expr>,
    /// The body.
    pub body: Vec<Stmt>,
}

/// Writes out a loop; `None` for other statements, and where it may have more than `most` rounds.
#[must_use]
pub fn unrolled(stmt: &Stmt, most: u64) -> Option<Rounds> {
    let Stmt::For { reg, low, high, down, going, body } = stmt else { return None };
    let (first, last) = (low.interval.low, high.interval.high);
    if first > last || last.abs_diff(first) >= most {
        return None;
    }
    let round = |n: i64| {
        let going = match going {
            Some(going) => Some(with(going, *reg, n)?),
            None => None,
        };
        Some(Round { going, body: block(body, *reg, n)? })
    };
    let rounds: Option<Vec<Round>> =
        if *down { (first..=last).rev().map(round).collect() } else { (first..=last).map(round).collect() };
    let wide = |e: &Expr| mentions_in(e, &|_, i| i.high.saturating_sub(i.low).unsigned_abs() >= most);
    let varies = high.as_constant().is_none() && !wide(high);
    Some(Rounds { ends: (first, last), varies, rounds: rounds? })
}

/// An expression with a number in place of a register. What was known of its values holds for each number.
fn with(e: &Expr, reg: Reg, n: i64) -> Option<Expr> {
    let mut found = substitute(e, &|r| (r == reg).then(|| Expr::constant(n)))?;
    let (low, high) = (found.interval.low.max(e.interval.low), found.interval.high.min(e.interval.high));
    if low <= high {
        found.interval = Interval::new(low, high);
    }
    Some(found)
}

/// Statements with a number in place of a register; tests that it decides are decided.
fn block(body: &[Stmt], reg: Reg, n: i64) -> Option<Vec<Stmt>> {
    let one = |e: &Expr| with(e, reg, n);
    let mut found = Vec::new();
    for stmt in body {
        match stmt {
            Stmt::Let(to, e) => found.push(Stmt::Let(*to, one(e)?)),
            Stmt::If { condition, body } => {
                let (condition, body) = (one(condition)?, block(body, reg, n)?);
                match condition.as_constant() {
                    Some(0) => {}
                    Some(_) => found.extend(body),
                    None => found.push(Stmt::If { condition, body }),
                }
            }
            Stmt::For { reg: inner, low, high, down, going, body } => found.push(Stmt::For {
                reg: *inner,
                low: one(low)?,
                high: one(high)?,
                down: *down,
                going: match going {
                    Some(going) => Some(one(going)?),
                    None => None,
                },
                body: block(body, reg, n)?,
            }),
            Stmt::ForBits { reg: inner, mask, body } => {
                found.push(Stmt::ForBits { reg: *inner, mask: one(mask)?, body: block(body, reg, n)? });
            }
            Stmt::ForSubsets { reg: inner, mask, low, high, body } => found.push(Stmt::ForSubsets {
                reg: *inner,
                mask: one(mask)?,
                low: one(low)?,
                high: one(high)?,
                body: block(body, reg, n)?,
            }),
            Stmt::Emit { parts } => {
                let part = |part: &Vec<Expr>| part.iter().map(one).collect::<Option<Vec<Expr>>>();
                found.push(Stmt::Emit { parts: parts.iter().map(part).collect::<Option<_>>()? });
            }
            Stmt::Leave => found.push(Stmt::Leave),
        }
    }
    Some(found)
}

/// Writes out a loop over the elements of a set below 63: for each that it may have, whether it has it, and the round; `None` for other
/// statements, and where it may have more than `most`.
#[must_use]
pub fn unrolled_bits(stmt: &Stmt, most: u64) -> Option<Vec<(Expr, Vec<Stmt>)>> {
    let Stmt::ForBits { reg, mask, body } = stmt else { return None };
    let possible = possible(mask);
    if u64::from(possible.count_ones()) > most || possible >> 63 == 1 {
        return None;
    }
    let round = |n: i64| {
        let has = fold::binary(Op::And, mask.clone(), Expr::constant(1 << n)).ok()?;
        let has = fold::binary(Op::Ne, has, Expr::constant(0)).ok()?;
        Some((has, block(body, *reg, n)?))
    };
    (0..63).filter(|n| possible >> n & 1 == 1).map(round).collect()
}

/// The elements that a mask may have.
pub(super) fn possible(mask: &Expr) -> u64 {
    let known =
        if mask.interval.low < 0 { u64::MAX } else { u64::MAX.unbounded_shr(mask.interval.high.leading_zeros()) };
    known
        & match &*mask.kind {
            ExprKind::Const(n) => n.cast_unsigned(),
            ExprKind::Binary(Op::And, a, b) => possible(a) & possible(b),
            ExprKind::Binary(Op::AndNot, a, _) => possible(a),
            ExprKind::Binary(Op::Or, a, b) => possible(a) | possible(b),
            ExprKind::Select(_, a, b) => possible(a) | possible(b),
            _ => u64::MAX,
        }
}

/// The most options that statements give; as deep as they nest.
#[must_use]
pub fn most_options(body: &[Stmt]) -> u64 {
    let of = |stmt: &Stmt| match stmt {
        Stmt::Let(..) | Stmt::Leave => 0,
        Stmt::Emit { .. } => 1,
        Stmt::If { body, .. } => most_options(body),
        Stmt::For { low, high, body, .. } => {
            let (first, last) = (low.interval.low, high.interval.high);
            let rounds = if first > last { 0 } else { last.abs_diff(first).saturating_add(1) };
            rounds.saturating_mul(most_options(body))
        }
        Stmt::ForBits { mask, body, .. } => most_options(body).saturating_mul(possible(mask).count_ones().into()),
        Stmt::ForSubsets { .. } => u64::MAX,
    };
    body.iter().map(of).fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(word: Expr) -> Stmt {
        Stmt::Emit { parts: vec![vec![word]] }
    }

    #[test]
    fn a_loop_over_constants_is_written_out_and_its_tests_decided() {
        let (heap, taken) = (Reg(0), Reg(1));
        let n = Expr::reg(heap, Interval::new(0, 63));
        let k = Expr::reg(taken, Interval::new(1, 3));
        let left = Expr { kind: ExprKind::Binary(Op::Sub, n, k.clone()).into(), interval: Interval::new(0, 62) };
        let odd = Expr { kind: ExprKind::Binary(Op::Ne, k, Expr::constant(2)).into(), interval: Interval::BOOL };
        let body = vec![Stmt::If { condition: odd, body: vec![option(left)] }];
        let ends = (Expr::constant(1), Expr { kind: Expr::constant(3).kind, interval: Interval::new(0, 3) });
        let stmt = Stmt::For { reg: taken, low: ends.0, high: ends.1, down: true, going: None, body };
        assert_eq!(most_options(std::slice::from_ref(&stmt)), 3);
        assert!(unrolled(&stmt, 2).is_none());
        let Some(rounds) = unrolled(&stmt, 3) else { panic!("a short loop") };
        assert_eq!(rounds.ends, (1, 3));
        let words: Vec<_> = rounds
            .rounds
            .iter()
            .flat_map(|round| &round.body)
            .filter_map(|stmt| match stmt {
                Stmt::Emit { parts } => Some((parts[0][0].to_string(), parts[0][0].interval)),
                _ => None,
            })
            .collect();
        // What was known of the word in the loop, that it is not negative, is kept.
        let known = |high| Interval::new(0, high);
        assert_eq!(words, [("(r0 Sub 3)".to_owned(), known(60)), ("(r0 Sub 1)".to_owned(), known(62))]);
    }
}
