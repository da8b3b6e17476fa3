//! Automata against brute force.

mod formulas;
mod relations;

use super::*;
use crate::base::Meter;

const NUMERATIONS: [Numeration; 5] =
    [Numeration::Base(2), Numeration::Base(3), Numeration::Base(10), Numeration::Metallic(1), Numeration::Metallic(2)];

fn budget() -> Budget {
    Budget::new(&Meter::unlimited(), 20_000_000)
}

/// Pseudo-random numbers (xorshift), the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn within(&mut self, low: i128, high: i128) -> i128 {
        low + i128::from(self.below(u64::try_from(high - low + 1).expect("a range")))
    }
}

/// Every tuple of `count` numbers below `end`.
fn tuples(count: usize, end: u128) -> Vec<Vec<u128>> {
    let mut all = vec![vec![]];
    for _ in 0..count {
        all = all.iter().flat_map(|t| (0..end).map(|n| [&t[..], &[n]].concat())).collect();
    }
    all
}

/// An automaton agrees with a predicate on all tuples below `end` for tracks `0..count`, with and without leading zeros.
fn agrees(automaton: &Automaton, count: usize, end: u128, what: &str, holds: &dyn Fn(&[u128]) -> bool) {
    assert!(automaton.stays_on_zeros(), "{what}: leading zeros");
    for tuple in tuples(count, end) {
        for zeros in 0..3 {
            let found = automaton.accepts(&|track| tuple[track as usize], zeros);
            assert_eq!(found, holds(&tuple), "{what} at {tuple:?} with {zeros} zeros in {:?}", automaton.numeration());
        }
    }
}
