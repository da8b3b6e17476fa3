//! How numbers are written.

use super::automaton::{Automaton, Track};
use super::budget::{Budget, Halt};
use super::weave::{Fold, weave};

/// A way to write numbers with a finite set of digits, in which addition is recognised by automata.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Numeration {
    /// Base `b >= 2`.
    Base(u32),
    /// Digits `0..=r` with the weights `1, r + 1, ...`, each `r` times the one before and the one before that; after a digit
    /// `r` comes a 0. For `r = 1` the Zeckendorf representation (Zeckendorf 1972; Ostrowski 1922 for every `r`).
    Metallic(u32),
}

impl Numeration {
    /// How many digits there are.
    #[must_use]
    pub fn digits(self) -> usize {
        match self {
            Self::Base(b) => b as usize,
            Self::Metallic(r) => r as usize + 1,
        }
    }

    /// The factors of the two weights before in each weight: `U(n+2) = p U(n+1) + q U(n)`.
    pub(super) fn recurrence(self) -> (i128, i128) {
        match self {
            Self::Base(b) => (i128::from(b), 0),
            Self::Metallic(r) => (i128::from(r), 1),
        }
    }

    /// The weights of the last `count` places, least first, behind the one before them, which no digit has; `None` beyond
    /// 120 bits.
    pub(super) fn weights(self, count: usize) -> Option<Vec<i128>> {
        let (p, q) = self.recurrence();
        // U(-1): with it the recurrence holds from U(1) on.
        let mut weights = vec![q, 1];
        while weights.len() < count + 2 {
            let [before, last] = [weights[weights.len() - 2], weights[weights.len() - 1]];
            let next = p.checked_mul(last)?.checked_add(q.checked_mul(before)?)?;
            if next >= 1 << 120 {
                return None;
            }
            weights.push(next);
        }
        weights.truncate(count + 1);
        Some(weights)
    }

    /// The digits of a number, most significant first, none of 0.
    #[must_use]
    pub fn write(self, mut n: u128) -> Vec<usize> {
        let mut weights = vec![1u128];
        let (p, q) = match self {
            Self::Base(b) => (u128::from(b), 0),
            Self::Metallic(r) => (u128::from(r), 1),
        };
        let mut before = q;
        while let Some(last) = weights.last().copied().filter(|w| *w <= n) {
            let Some(next) = p.checked_mul(last).and_then(|w| w.checked_add(q * before)) else { break };
            before = last;
            weights.push(next);
        }
        let mut word = Vec::new();
        for weight in weights.iter().rev() {
            let digit = n / weight;
            n -= digit * weight;
            if digit > 0 || !word.is_empty() {
                word.push(usize::try_from(digit).unwrap_or(0));
            }
        }
        word
    }

    /// The number that a word stands for; `None` beyond 127 bits.
    #[must_use]
    pub fn read(self, word: &[usize]) -> Option<u128> {
        let (p, q) = self.recurrence();
        let (mut a, mut b) = (0i128, 0i128);
        for digit in word {
            let next = p.checked_mul(a)?.checked_add(q.checked_mul(b)?)?.checked_add(i128::try_from(*digit).ok()?)?;
            (a, b) = (next, a);
        }
        // V = a U(0) + b U(-1)
        u128::try_from(a.checked_add(q.checked_mul(b)?)?).ok()
    }

    /// Whether every word of digits is a number's.
    #[must_use]
    pub fn is_full(self) -> bool {
        matches!(self, Self::Base(_))
    }

    /// The words that are numbers', on each of the tracks.
    pub(super) fn valid(self, tracks: &[Track], budget: &Budget) -> Result<Automaton, Halt> {
        let mut all = Automaton::constant(self, true, budget)?;
        if let Self::Metallic(r) = self {
            for track in tracks {
                let fold = Fold {
                    start: false,
                    add: &|_, _, digit| digit as i128,
                    step: &|full, digit| {
                        let greatest = digit == i128::from(r);
                        if *full && digit != 0 { None } else { Some(greatest) }
                    },
                    accept: &|_| true,
                };
                let one = weave(self, &[*track], &fold, budget)?;
                all = all.and(&one, budget)?;
            }
        }
        Ok(all)
    }
}
