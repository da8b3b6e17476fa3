//! Periods that are proved: the theorems, with their exact conditions, and the search for the least period that meets one.

use std::fmt;

use super::{HeapGame, Phased, TakeAndBreak};
use crate::cgt::periodicity::suffix_agreement;

/// Why a period that was seen in finitely many values holds for ever.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Theorem {
    /// A finite subtraction set: as many consecutive values repeat as its largest amount. Each value is a function of
    /// that many before it.
    FiniteSubtraction,
    /// Guy & Smith 1956, in the sharp form: moves that take at most `k` and leave at most `h` heaps, agreement on
    /// `n0 <= n <= h n0 + (h - 1) p + k - h` with `n0 >= 1` (Siegel, *CGT*, IV.2.7, for h = 2). The largest heap of a
    /// larger position is at least `n0 + p`, so it may be exchanged for the one `p` smaller.
    GuySmith {
        /// The most heaps that a move leaves.
        heaps: usize,
    },
    /// The same for splits into two unequal heaps, when no value of the period is zero: the one split that the exchange
    /// makes illegal, into equal heaps, has the value 0, which is an option anyway.
    UnequalSplits,
    /// All amounts but a finite set: `g(n + p) - g(n)` is constant for `2 M + 1` consecutive `n`, `M` being the largest
    /// amount outside. Up to the count of used values, each value is a function of that many before it.
    AllBut,
    /// Amounts that depend on the heap's remainder, from some heap on: as many consecutive values beyond it repeat as the
    /// largest amount, with a period that keeps the remainder. Each value is a function of that many before it and of the
    /// remainder.
    Recurrence,
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FiniteSubtraction => f.write_str("finite subtraction sets"),
            Self::GuySmith { heaps: 2 } => f.write_str("Guy and Smith (1956)"),
            Self::GuySmith { heaps: 0 | 1 } => {
                f.write_str("Guy and Smith (1956), for moves that leave one heap at most")
            }
            Self::GuySmith { heaps } => write!(f, "Guy and Smith (1956), for moves that leave up to {heaps} heaps"),
            Self::UnequalSplits => f.write_str("Guy and Smith (1956), for unequal splits without zeros in the period"),
            Self::AllBut => f.write_str("subtraction of all amounts but finitely many"),
            Self::Recurrence => f.write_str("finite subtraction sets that depend on the heap's remainder"),
        }
    }
}

/// A proved regularity: `g(n + period) = g(n) + saltus` for all `n >= preperiod`, both the least possible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Certificate {
    /// Why.
    pub theorem: Theorem,
    /// The least index from which it holds.
    pub preperiod: usize,
    /// The least period.
    pub period: usize,
    /// What is added each time round.
    pub saltus: u64,
    /// The values of heaps `0..=verified_to` were computed and meet the theorem's condition.
    pub verified_to: usize,
}

impl Certificate {
    /// How many values say everything: those before the preperiod and one period.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.preperiod + self.period
    }

    /// Whether there is nothing to know; never, since a period is positive.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Heap `n` has the value of the heap returned, plus so many times the saltus.
    #[must_use]
    pub const fn reduce(&self, n: u64) -> (usize, u64) {
        let (start, p) = (self.preperiod as u64, self.period as u64);
        if n < start || p == 0 {
            return (usize_of(n), 0);
        }
        (usize_of(start + (n - start) % p), (n - start) / p)
    }
}

/// Below the length of a table, so it fits.
#[expect(clippy::cast_possible_truncation, reason = "indices of a table in memory")]
const fn usize_of(n: u64) -> usize {
    n as usize
}

/// The theorem that could prove a period of the game, if there is one.
#[must_use]
pub fn theorem_for(game: &HeapGame) -> Option<Theorem> {
    match game {
        HeapGame::Subtraction(_) => Some(Theorem::FiniteSubtraction),
        HeapGame::AllBut(_) => Some(Theorem::AllBut),
        HeapGame::Phased(_) => Some(Theorem::Recurrence),
        HeapGame::TakeAndBreak(code) => match (code.unequal(), code.most_heaps()) {
            (false, heaps) => Some(Theorem::GuySmith { heaps: heaps.max(1) }),
            (true, ..=1) => Some(Theorem::GuySmith { heaps: 1 }),
            (true, 2) => Some(Theorem::UnequalSplits),
            (true, _) => None,
        },
    }
}

/// The least period that the values prove, if they prove one. `values` must be the game's, from heap 0 on.
pub(super) fn find<T: Copy + Eq + Into<u64>>(game: &HeapGame, values: &[T]) -> Option<Certificate> {
    let theorem = theorem_for(game)?;
    let len = values.len();
    let certify = |(preperiod, period): (usize, usize), saltus, verified_to| Certificate {
        theorem,
        preperiod,
        period,
        saltus,
        verified_to,
    };
    match (game, theorem) {
        (HeapGame::Subtraction(set), _) => {
            let reach = usize::try_from(set.last().copied().unwrap_or(0)).ok()?;
            let (n0, p) = least_period(values, |p| len.checked_sub(p.checked_add(reach)?))?;
            Some(certify((n0, p), 0, n0 + p + reach.saturating_sub(1)))
        }
        (HeapGame::AllBut(set), _) => {
            let reach = usize::try_from(set.last().copied().unwrap_or(0)).ok()?;
            let window = reach.checked_mul(2)?.checked_add(1)?;
            let (n0, p) = least_arithmetic_period(values, |p| len.checked_sub(p.checked_add(window)?))?;
            let saltus = values[n0 + p].into().checked_sub(values[n0].into())?;
            Some(certify((n0, p), saltus, n0 + p + window - 1))
        }
        (HeapGame::Phased(game), _) => {
            let (n0, p, long) = least_in_phase(game, values)?;
            Some(certify((n0, p), 0, n0.max(game.settled()) + long + game.reach().saturating_sub(1)))
        }
        (HeapGame::TakeAndBreak(code), Theorem::GuySmith { heaps }) => {
            let (n0, p) = least_period(values, |p| latest_start(code, heaps, p, len))?;
            Some(certify((n0, p), 0, last_needed(code, heaps, n0.max(1), p)))
        }
        (HeapGame::TakeAndBreak(code), _) => {
            let (n0, p) = least_period(values, |p| latest_start(code, 2, p, len))?;
            let start = n0.max(1);
            let zero_free = values[start..start + p].iter().all(|&v| v.into() != 0);
            zero_free.then(|| certify((n0, p), 0, last_needed(code, 2, start, p)))
        }
    }
}

/// The least preperiod and period of a game with phases, and the least multiple of the period that keeps the remainder,
/// if that is seen in as many settled values as the largest amount.
fn least_in_phase<T: Copy + Eq>(game: &Phased, g: &[T]) -> Option<(usize, usize, usize)> {
    let mut patience = PATIENCE * g.len();
    let mut long = game.phases();
    let start = loop {
        let latest = g.len().checked_sub(long.checked_add(game.reach())?)?;
        let agreeing = (0..g.len() - long).rev().take_while(|&n| g[n] == g[n + long]).count();
        let start = g.len() - long - agreeing;
        // one pair of values at least
        if start.max(game.settled()) <= latest && agreeing > 0 {
            break start;
        }
        patience = patience.checked_sub(agreeing)?;
        long += game.phases();
    };
    let whole = |d: &usize| long.is_multiple_of(*d) && (start..g.len() - d).all(|n| g[n] == g[n + d]);
    let period = (1..=long).find(whole)?;
    Some((start, period, long))
}

/// The highest value that Guy and Smith's condition speaks of, for a start of at least 1.
fn last_needed(code: &TakeAndBreak, heaps: usize, start: usize, p: usize) -> usize {
    // agreement for n up to h n0 + (h - 1) p + k - h, and at least at n0, is about values up to p more
    (heaps * (start + p) + code.reach()).saturating_sub(heaps).max(start + p)
}

/// The latest start for which the condition is about values below `len` only; `None` when there is none.
fn latest_start(code: &TakeAndBreak, heaps: usize, p: usize, len: usize) -> Option<usize> {
    let start = (len + heaps).checked_sub(1 + code.reach() + heaps * p)? / heaps;
    // at least one pair of values is looked at
    let start = start.min(len.checked_sub(p + 1)?);
    (start >= 1).then_some(start)
}

/// Comparisons a value that the plain search may take before the counts of agreement are computed for all `p` at once.
const PATIENCE: usize = 16;

/// The least `p`, with the least `n0`, for which all `n0 <= n`, `n + p < len` agree and `n0` is at most `latest(p)`; `latest`
/// decreases, and `None` ends the search.
fn least_period<T: Copy + Eq>(g: &[T], latest: impl Fn(usize) -> Option<usize>) -> Option<(usize, usize)> {
    // most p fail at the first comparison, but a sequence that was periodic for long fails late for every multiple
    let mut patience = PATIENCE * g.len();
    let mut counts: Option<Vec<u32>> = None;
    for p in 1..g.len() {
        let latest = latest(p)?;
        let agreeing = match &counts {
            Some(counts) => counts[p] as usize,
            None => (0..g.len() - p).rev().take_while(|&n| g[n] == g[n + p]).count(),
        };
        let start = g.len() - p - agreeing;
        if start <= latest {
            return Some((start, p));
        }
        if counts.is_none() {
            patience = patience.saturating_sub(agreeing);
            if patience == 0 {
                counts = Some(suffix_agreement(g));
            }
        }
    }
    None
}

/// The same for a constant difference: its steps have the period, one value earlier.
fn least_arithmetic_period<T: Copy + Into<u64>>(
    g: &[T],
    latest: impl Fn(usize) -> Option<usize>,
) -> Option<(usize, usize)> {
    let steps: Vec<i128> = g.windows(2).map(|w| i128::from(w[1].into()) - i128::from(w[0].into())).collect();
    least_period(&steps, latest)
}
