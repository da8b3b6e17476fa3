//! Relations that look at digits.

use super::automaton::{Automaton, Track};
use super::budget::{Budget, Halt};
use super::numeration::Numeration;
use super::weave::{Fold, weave};

/// A relation that is defined by digits. The tracks are its arguments in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Digitwise {
    /// The nim-sum of all arguments is 0; base 2.
    NimSum,
    /// `z = x & y`; base 2.
    Meet,
    /// `z = x | y`; base 2.
    Join,
    /// The sum of the digits is `residue` modulo `modulus`.
    DigitSum {
        /// At least 1.
        modulus: u32,
        /// Below the modulus.
        residue: u32,
    },
    /// A weight: one digit is 1, all others are 0.
    Weight,
    /// `x` is the least weight with a digit that is not 0 in `y`; both are 0 when there is none.
    Lowest,
    /// `x` is the greatest weight with a digit that is not 0 in `y`; both are 0 when there is none.
    Highest,
    /// `x` is a weight, and `y` has the digit there.
    DigitAt(u32),
    /// `x` is `y` with a 0 behind it.
    Shift,
    /// The sum of the digits is this number.
    DigitSumIs(u32),
    /// The number of zeros at the end is `residue` modulo `modulus`; 0 is out.
    Zeros {
        /// At least 1.
        modulus: u32,
        /// Below the modulus.
        residue: u32,
    },
}

impl Digitwise {
    /// How many arguments it takes; `None` for any number.
    #[must_use]
    pub fn arity(self) -> Option<usize> {
        match self {
            Self::NimSum => None,
            Self::Meet | Self::Join => Some(3),
            Self::DigitSum { .. } | Self::DigitSumIs(_) | Self::Weight | Self::Zeros { .. } => Some(1),
            Self::Lowest | Self::Highest | Self::DigitAt(_) | Self::Shift => Some(2),
        }
    }

    /// The relation on tracks `0..count`.
    pub(super) fn automaton(self, numeration: Numeration, count: usize, budget: &Budget) -> Result<Automaton, Halt> {
        let tracks: Vec<Track> = (0..u32::try_from(count).map_err(|_| Halt::Size)?).collect();
        let base = numeration.digits() as i128;
        let add = |sum: i128, _: usize, digit: usize| self.add(sum, digit, base);
        let step = |state: &i128, letter: i128| self.step(*state, letter, base);
        let fold = Fold { start: self.start(), add: &add, step: &step, accept: &|state| self.accepts(*state) };
        weave(numeration, &tracks, &fold, budget)?.restricted(budget)
    }

    /// The state before the first letter.
    pub(super) fn start(self) -> i128 {
        if let Self::Zeros { modulus, .. } = self { i128::from(modulus) } else { 0 }
    }

    /// One more digit of a letter, from the first argument's on; a letter begins with 0.
    pub(super) fn add(self, sum: i128, digit: usize, base: i128) -> i128 {
        match self {
            Self::NimSum => sum ^ digit as i128,
            Self::DigitSum { .. } | Self::DigitSumIs(_) => sum + digit as i128,
            // The digits of the first three arguments, as a number in the base.
            _ => sum * base + digit as i128,
        }
    }

    /// Whether the tuple that ends in a state belongs to the relation.
    pub(super) fn accepts(self, state: i128) -> bool {
        match self {
            Self::NimSum | Self::Meet | Self::Join | Self::Shift => state == 0,
            Self::DigitSum { residue: sum, .. } | Self::DigitSumIs(sum) | Self::Zeros { residue: sum, .. } => {
                state == i128::from(sum)
            }
            Self::Weight | Self::DigitAt(_) => state == 1,
            // Before the first digit that counts both are 0.
            Self::Lowest | Self::Highest => state != 2,
        }
    }

    /// The state after a letter.
    pub(super) fn step(self, state: i128, letter: i128, base: i128) -> Option<i128> {
        let (x, y) = (letter / base, letter % base);
        let keep = |holds: bool| holds.then_some(state);
        match self {
            Self::NimSum => keep(letter == 0),
            Self::Meet => keep((letter / 4) & (letter / 2) & 1 == letter & 1),
            Self::Join => keep(((letter / 4) | (letter / 2)) & 1 == letter & 1),
            Self::DigitSum { modulus, .. } => Some((state + letter) % i128::from(modulus)),
            Self::DigitSumIs(sum) => Some(state + letter).filter(|state| *state <= i128::from(sum)),
            Self::Weight => match letter {
                0 => Some(state),
                1 if state == 0 => Some(1),
                _ => None,
            },
            // 0: nothing but zeros so far; 2: y is not 0 and the weight is to come; 1: the weight is past.
            Self::Lowest => match (state, x, y) {
                (_, 0, 0) => Some(state),
                (0 | 2, 0, _) => Some(2),
                (0 | 2, 1, 1..) => Some(1),
                _ => None,
            },
            Self::Highest => match (state, x, y) {
                (0, 0, 0) => Some(0),
                (0, 1, 1..) | (1, 0, _) => Some(1),
                _ => None,
            },
            Self::DigitAt(digit) => match (state, x) {
                (_, 0) => Some(state),
                (0, 1) if y == i128::from(digit) => Some(1),
                _ => None,
            },
            // The digit of x that the next digit of y is to be.
            Self::Shift => (y == state).then_some(x),
            // The modulus: nothing but zeros; else the residue of the zeros at the end.
            Self::Zeros { modulus, .. } => match (state, letter) {
                (_, 1..) => Some(0),
                (seen, _) if seen == i128::from(modulus) => Some(seen),
                (seen, _) => Some((seen + 1) % i128::from(modulus)),
            },
        }
    }
}
