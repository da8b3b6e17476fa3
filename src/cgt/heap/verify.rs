//! An independent check of certificates: values by the naive evaluator, conditions written out again. It shares nothing
//! with the search.

use std::fmt;

use super::{Certificate, HeapGame, Theorem, naive};
use crate::base::{Exceeded, Meter};

/// Why a certificate is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The theorem is not about this game.
    WrongTheorem,
    /// The certificate claims less than the theorem needs, or nonsense such as a period of 0.
    Incomplete,
    /// The value of this heap does not repeat as claimed.
    Differs(usize),
    /// A zero in the period of a game with unequal splits, at this heap.
    Zero(usize),
    /// The value before the preperiod repeats too, or a shorter period would do.
    NotLeast,
    /// A limit was reached before all values were computed.
    Limit(Exceeded),
}

/// Bytes that a value may take while it is computed.
const VALUE_BYTES: u64 = 32;

/// Below this length, values are computed option by option.
const SHORT: usize = 4000;

/// Checks a certificate against the rules of the game alone. Quadratic in the range verified for games with splits.
/// The certificate may be any text's: its values are charged, and counted as states, before they are computed.
///
/// # Errors
/// The first reason not to accept it.
pub fn verify(game: &HeapGame, certificate: &Certificate, meter: &Meter) -> Result<(), Refusal> {
    let Certificate { theorem, preperiod: n0, period: p, saltus, verified_to } = *certificate;
    let window_end = window_end(game, theorem, n0, p)?;
    if p == 0 || window_end.checked_add(p).is_none_or(|needed| needed > verified_to) {
        return Err(Refusal::Incomplete);
    }
    if saltus != 0 && theorem != Theorem::AllBut {
        return Err(Refusal::Incomplete);
    }
    // a claim of agreement needs at least one pair to look at
    let len = verified_to.checked_add(1).ok_or(Refusal::Incomplete)?.max(n0 + p + 1);
    let bytes = (len as u64).checked_mul(VALUE_BYTES).ok_or(Refusal::Limit(Exceeded::Memory))?;
    meter.add_states(len as u64).map_err(Refusal::Limit)?;
    meter.add_bytes(bytes).map_err(Refusal::Limit)?;
    let checked = compare(game, certificate, len, meter);
    meter.sub_bytes(bytes);
    checked
}

/// Compares the first `len` values with what a certificate says of them.
fn compare(game: &HeapGame, certificate: &Certificate, len: usize, meter: &Meter) -> Result<(), Refusal> {
    let Certificate { theorem, preperiod: n0, period: p, saltus, .. } = *certificate;
    let quick =
        if len < SHORT { None } else { naive::values_by_exclusion(game, len, meter).map_err(Refusal::Limit)? };
    let g = quick.map_or_else(|| naive::values(game, len, meter).map_err(Refusal::Limit), Ok)?;
    if let Some(n) = (n0..len - p).find(|&n| g[n].checked_add(saltus) != Some(g[n + p])) {
        return Err(Refusal::Differs(n + p));
    }
    if theorem == Theorem::UnequalSplits {
        let start = n0.max(1);
        if let Some(n) = (start..(start + p).min(len)).find(|&n| g[n] == 0) {
            return Err(Refusal::Zero(n));
        }
    }
    let sooner = n0 > 0 && g[n0 - 1].checked_add(saltus) == Some(g[n0 - 1 + p]);
    let value = |n: usize| if n < n0 + p { g[n] } else { g[n - p] + saltus };
    let shorter = (1..p).filter(|d| p.is_multiple_of(*d)).any(|d| {
        let times = (p / d) as u64;
        saltus.is_multiple_of(times) && (n0..n0 + p).all(|n| value(n + d) == value(n) + saltus / times)
    });
    if sooner || shorter { Err(Refusal::NotLeast) } else { Ok(()) }
}

/// The last `n` for which the theorem wants `g(n + p) = g(n) + saltus`.
fn window_end(game: &HeapGame, theorem: Theorem, n0: usize, p: usize) -> Result<usize, Refusal> {
    let largest =
        |set: &[u64]| usize::try_from(set.iter().max().copied().unwrap_or(0)).map_err(|_| Refusal::Incomplete);
    let sum =
        |parts: &[usize]| parts.iter().try_fold(0usize, |sum, &part| sum.checked_add(part)).ok_or(Refusal::Incomplete);
    match (game, theorem) {
        (HeapGame::Subtraction(set), Theorem::FiniteSubtraction) => Ok(sum(&[n0, largest(set)?])?.saturating_sub(1)),
        (HeapGame::AllBut(set), Theorem::AllBut) => sum(&[n0, largest(set)?, largest(set)?]),
        (HeapGame::Phased(game), Theorem::Recurrence) => {
            // Agreement with the period gives agreement with its least multiple that keeps the remainder.
            let (mut gcd, mut rest) = (game.phases(), p);
            while rest != 0 {
                (gcd, rest) = (rest, gcd % rest);
            }
            let more = (game.phases() / gcd).checked_mul(p).ok_or(Refusal::Incomplete)? - p;
            Ok(sum(&[n0.max(game.settled()), game.reach(), more])?.saturating_sub(1))
        }
        (HeapGame::TakeAndBreak(code), Theorem::GuySmith { heaps }) => {
            let most = (1..=3).rev().find(|h| code.digits().iter().any(|d| d >> h & 1 == 1)).unwrap_or(1);
            if heaps != most || (code.unequal() && most > 1) {
                return Err(Refusal::WrongTheorem);
            }
            let k = code.digits().len().saturating_sub(1);
            let mut parts = vec![n0.max(1); heaps];
            parts.extend(vec![p; heaps - 1]);
            parts.push(k);
            Ok(sum(&parts)?.saturating_sub(heaps))
        }
        (HeapGame::TakeAndBreak(code), Theorem::UnequalSplits) => {
            if !code.unequal() || code.digits().iter().any(|d| d & 8 != 0) {
                return Err(Refusal::WrongTheorem);
            }
            let k = code.digits().len().saturating_sub(1);
            Ok(sum(&[n0.max(1), n0.max(1), p, k])?.saturating_sub(2))
        }
        _ => Err(Refusal::WrongTheorem),
    }
}

impl fmt::Display for Refusal {
    /// In one sentence without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongTheorem => f.write_str("the theorem is not about games with these rules"),
            Self::Incomplete => f.write_str("it claims to have verified less than the theorem needs"),
            Self::Differs(n) => write!(f, "the value of heap {n} does not repeat as claimed"),
            Self::Zero(n) => write!(f, "the value of heap {n} is 0, which the theorem does not allow in the period"),
            Self::NotLeast => f.write_str("a smaller preperiod or a shorter period would do"),
            Self::Limit(Exceeded::Memory) => f.write_str("too much memory would be needed"),
            Self::Limit(Exceeded::States) => {
                f.write_str("more values would be computed than the limit of states allows")
            }
            Self::Limit(Exceeded::Time) => f.write_str("the time was up before all values were computed"),
            Self::Limit(Exceeded::Interrupted) => f.write_str("it was interrupted before all values were computed"),
        }
    }
}
