//! Heap games by their rules and nothing else: the oracle of the tests, and what certificates are checked with.

use super::{HeapGame, TakeAndBreak};
use crate::base::{Exceeded, Meter};

/// The Grundy values of heaps `0..len`, option by option.
///
/// # Errors
/// A limit of the meter.
pub fn values(game: &HeapGame, len: usize, meter: &Meter) -> Result<Vec<u64>, Exceeded> {
    let mut g: Vec<u64> = Vec::with_capacity(len);
    let mut seen = Seen::default();
    let mut work = 0usize;
    for n in 0..len {
        seen.next();
        work += match game {
            HeapGame::TakeAndBreak(code) => take_and_break(code, n, &g, &mut seen),
            HeapGame::Subtraction(set) => {
                let amounts = set.iter().filter(|&&s| s <= n as u64);
                amounts.map(|&s| seen.mark(g[n - usize::try_from(s).unwrap_or(n)])).count()
            }
            HeapGame::AllBut(set) => {
                (0..n).filter(|m| !set.contains(&((n - m) as u64))).map(|m| seen.mark(g[m])).count()
            }
        };
        g.push(seen.mex());
        if work > 1 << 20 {
            work = 0;
            meter.check()?;
        }
    }
    Ok(g)
}

/// Marks every option of a heap of `n` and returns how many there were.
fn take_and_break(code: &TakeAndBreak, n: usize, g: &[u64], seen: &mut Seen) -> usize {
    let mut options = 0;
    for (t, digit) in code.digits().iter().enumerate().take(n + 1) {
        let rest = n - t;
        if digit & 1 != 0 && rest == 0 {
            seen.mark(0);
        }
        if digit & 2 != 0 && rest > 0 {
            seen.mark(g[rest]);
        }
        if digit & 4 != 0 {
            for a in 1..=rest / 2 {
                if !(code.unequal() && 2 * a == rest) {
                    seen.mark(g[a] ^ g[rest - a]);
                }
            }
            options += rest / 2;
        }
        if digit & 8 != 0 {
            for a in 1..=rest / 3 {
                for b in a..=(rest - a) / 2 {
                    let c = rest - a - b;
                    if !(code.unequal() && (a == b || b == c)) {
                        seen.mark(g[a] ^ g[b] ^ g[c]);
                    }
                }
                options += (rest - a) / 2;
            }
        }
    }
    options
}

/// Values seen, each with the round in which it was.
#[derive(Default)]
struct Seen {
    round: u32,
    last: Vec<u32>,
}

impl Seen {
    fn next(&mut self) {
        self.round += 1;
    }

    fn mark(&mut self, value: u64) {
        let at = usize::try_from(value).unwrap_or(usize::MAX);
        if at >= self.last.len() {
            self.last.resize(at + 1, 0);
        }
        self.last[at] = self.round;
    }

    fn mex(&self) -> u64 {
        self.last.iter().position(|&round| round != self.round).unwrap_or(self.last.len()) as u64
    }
}
