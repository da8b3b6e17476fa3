//! Heap games by their rules and nothing else: the oracle of the tests, and what certificates are checked with.

use std::collections::BTreeSet;

use super::code::{NOTHING, ONE, THREE, TWO};
use super::{HeapGame, TakeAndBreak};
use crate::base::{Exceeded, Meter, Pace};

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
            HeapGame::Phased(game) => {
                game.amounts(n).iter().map(|&s| seen.mark(g[n - usize::try_from(s).unwrap_or(n)])).count()
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

/// The same values for games that leave at most two heaps, proved heap by heap: every lesser value is shown to be an
/// option, and the value itself is looked for among all options in vain. Plain loops, which a compiler vectorises.
///
/// # Errors
/// A limit of the meter. `None` for other games, and for values above 16 bits.
pub fn values_by_exclusion(game: &HeapGame, len: usize, meter: &Meter) -> Result<Option<Vec<u64>>, Exceeded> {
    let HeapGame::TakeAndBreak(code) = game else { return Ok(None) };
    if code.digits().iter().any(|d| d & 8 != 0) {
        return Ok(None);
    }
    let (mut g, mut pace) = (Vec::<u16>::with_capacity(len), Pace::default());
    for _ in 0..len {
        let Ok(value) = u16::try_from(by_exclusion(code, &g)) else { return Ok(None) };
        g.push(value);
        pace.step(1, meter)?;
    }
    Ok(Some(g.into_iter().map(u64::from).collect()))
}

fn by_exclusion(code: &TakeAndBreak, g: &[u16]) -> usize {
    let n = g.len();
    let mut options = vec![false; 64];
    let mut note = |v: u16| {
        let v = usize::from(v);
        if v >= options.len() {
            options.resize(2 * v, false);
        }
        options[v] = true;
    };
    let mut splits: Vec<(&[u16], &[u16])> = Vec::new();
    for (t, digit) in code.digits().iter().enumerate().take(n + 1) {
        let rest = n - t;
        if rest == 0 && digit & 1 != 0 {
            note(0);
        }
        if rest > 0 && digit & 2 != 0 {
            note(g[rest]);
        }
        let smaller = if code.unequal() { rest.saturating_sub(1) / 2 } else { rest / 2 };
        if smaller > 0 && digit & 4 != 0 {
            splits.push((&g[1..=smaller], &g[rest - smaller..rest]));
            for a in 1..=smaller.min(200) {
                note(g[a] ^ g[rest - a]);
            }
        }
    }
    let occurs = |wanted: u16| {
        splits.iter().any(|(small, large)| {
            small.chunks(1024).zip(large.rchunks(1024)).any(|(small, large)| {
                let pairs = small.iter().zip(large.iter().rev());
                pairs.fold(0u16, |found, (a, b)| found | u16::from(a ^ b == wanted)) != 0
            })
        })
    };
    let known = |v: usize| options.get(v).copied().unwrap_or(false);
    let is_option = |v: &usize| known(*v) || u16::try_from(*v).is_ok_and(occurs);
    // 16 bits hold every option, so one more value is enough
    (0..=1 << 16).take_while(is_option).count()
}

/// What a move leaves: sizes of non-empty heaps, ascending.
pub type Left = Vec<u64>;

/// What a heap game leaves of a heap of `n`, by every move.
#[must_use]
pub fn options(game: &HeapGame, n: u64) -> BTreeSet<Left> {
    let one = |left: u64| if left == 0 { Vec::new() } else { vec![left] };
    match game {
        HeapGame::Subtraction(set) => set.iter().filter(|&&s| s <= n).map(|s| one(n - s)).collect(),
        HeapGame::AllBut(set) => (1..=n).filter(|s| !set.contains(s)).map(|s| one(n - s)).collect(),
        HeapGame::Phased(game) => {
            let amounts = usize::try_from(n).map_or(&[][..], |n| game.amounts(n));
            amounts.iter().map(|s| one(n - s)).collect()
        }
        HeapGame::TakeAndBreak(code) => {
            let mut found = BTreeSet::new();
            for (t, digit) in (0u64..).zip(code.digits()) {
                let Some(rest) = n.checked_sub(t) else { break };
                if digit & NOTHING != 0 && rest == 0 {
                    found.insert(Vec::new());
                }
                if digit & ONE != 0 && rest > 0 {
                    found.insert(vec![rest]);
                }
                let fits = |heaps: &Vec<u64>| !code.unequal() || heaps.windows(2).all(|pair| pair[0] != pair[1]);
                if digit & TWO != 0 {
                    found.extend((1..=rest / 2).map(|a| vec![a, rest - a]).filter(fits));
                }
                if digit & THREE != 0 {
                    let triples =
                        (1..=rest / 3).flat_map(|a| (a..=(rest - a) / 2).map(move |b| vec![a, b, rest - a - b]));
                    found.extend(triples.filter(fits));
                }
            }
            found
        }
    }
}
