//! Take-and-break codes, `d0.d1d2...` (Guy & Smith 1956; *Winning Ways*, ch. 4).

use std::fmt;

/// What may be left of a heap when a given number of counters is taken: a bit set of allowed heap counts.
pub type Digit = u8;

/// Nothing may be left: the whole heap is taken.
pub const NOTHING: Digit = 1;
/// One heap may be left.
pub const ONE: Digit = 2;
/// Two heaps may be left.
pub const TWO: Digit = 4;
/// Three heaps may be left (hexadecimal games).
pub const THREE: Digit = 8;

/// A game where a move takes `t` counters from a heap and may break the rest, as digit `t` allows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TakeAndBreak {
    digits: Vec<Digit>,
    unequal: bool,
}

/// Why digits make no take-and-break game here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeError {
    /// Taking nothing and leaving fewer than two heaps is no move.
    NoMove,
    /// A digit above 15: more than three heaps.
    TooManyHeaps,
}

impl TakeAndBreak {
    /// The game with these digits, `digits[t]` for taking `t`; trailing zeros are dropped. With `unequal`, the heaps
    /// that a move leaves must be pairwise different (Grundy's game: digits `[4]`, unequal).
    ///
    /// # Errors
    /// A first digit that allows fewer than two heaps, or a digit above 15.
    pub fn new(mut digits: Vec<Digit>, unequal: bool) -> Result<Self, CodeError> {
        if digits.first().is_some_and(|d| d & (NOTHING | ONE) != 0) {
            return Err(CodeError::NoMove);
        }
        if digits.iter().any(|&d| d > 15) {
            return Err(CodeError::TooManyHeaps);
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(Self { digits, unequal })
    }

    /// The digits up to the last that is not zero.
    #[must_use]
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// Whether the heaps left by a move must differ.
    #[must_use]
    pub const fn unequal(&self) -> bool {
        self.unequal
    }

    /// The most counters that a move takes.
    #[must_use]
    pub fn reach(&self) -> usize {
        self.digits.len().saturating_sub(1)
    }

    /// The most heaps that a move leaves.
    #[must_use]
    pub fn most_heaps(&self) -> usize {
        let all = self.digits.iter().fold(0, |all, d| all | d);
        (Digit::BITS - all.leading_zeros()).saturating_sub(1) as usize
    }

    /// Every `t` whose digit has the given bit, ascending.
    #[must_use]
    pub fn takes(&self, bit: Digit) -> Vec<usize> {
        (0..self.digits.len()).filter(|&t| self.digits[t] & bit != 0).collect()
    }
}

impl fmt::Display for TakeAndBreak {
    /// `0.77`, hexadecimal digits in capitals; `!` marks unequal heaps.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |t: usize| self.digits.get(t).copied().unwrap_or(0);
        write!(f, "{:X}.", digit(0))?;
        for t in 1..self.digits.len().max(2) {
            write!(f, "{:X}", digit(t))?;
        }
        if self.unequal { f.write_str("!") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_normal() {
        let kayles = TakeAndBreak::new(vec![0, 7, 7, 0, 0], false).expect("a code");
        assert_eq!((kayles.to_string().as_str(), kayles.reach(), kayles.most_heaps()), ("0.77", 2, 2));
        assert_eq!(kayles.takes(TWO), [1, 2]);
        let grundy = TakeAndBreak::new(vec![4], true).expect("a code");
        assert_eq!((grundy.to_string().as_str(), grundy.reach()), ("4.0!", 0));
        assert_eq!(TakeAndBreak::new(vec![], false).map(|c| c.most_heaps()), Ok(0));
        assert_eq!(TakeAndBreak::new(vec![0, 15], false).map(|c| c.to_string()), Ok("0.F".into()));
        assert_eq!(TakeAndBreak::new(vec![2, 1], false), Err(CodeError::NoMove));
        assert_eq!(TakeAndBreak::new(vec![0, 16], false), Err(CodeError::TooManyHeaps));
    }
}
