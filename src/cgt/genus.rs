//! Misère play of impartial games: genera, and the tame games, whose sums go as in Nim (Conway, *On Numbers and Games*, ch. 12;
//! *Winning Ways*, ch. 13; Siegel, *CGT*, ch. V.3).

use std::fmt;

/// The genus `g^{g0 g1 g2 ...}` of a position G: its nim-value, and the misère nim-values of G, G + *2, G + *2 + *2, ...
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Genus {
    /// The nim-value under normal play.
    pub normal: u64,
    /// The misère nim-values, through the second of the two that alternate for ever.
    misere: Vec<u64>,
}

fn mex(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values.dedup();
    (0..).zip(&values).find(|(n, value)| n != *value).map_or(values.len() as u64, |(n, _)| n)
}

impl Genus {
    /// The genus of the position with options of these genera.
    ///
    /// From G + k+1 times *2 the moves are those in G, and in one *2 to G + k times *2, alone or with a *. So the next misère
    /// nim-value is the mex of those of the options and of the last one, v, and v xor 1. Once the options' alternate and
    /// the last three here do, they do so for ever.
    #[must_use]
    pub fn of_options(options: &[&Self]) -> Self {
        let at = |k: usize| options.iter().map(|option| option.misere_value(k)).collect::<Vec<u64>>();
        let normal = mex(options.iter().map(|option| option.normal).collect());
        let settled = options.iter().map(|option| option.misere.len()).max().unwrap_or(0);
        let mut misere = vec![if options.is_empty() { 1 } else { mex(at(0)) }];
        let alternates = |values: &[u64]| matches!(values, [.., a, b, c] if a ^ 2 == *b && b ^ 2 == *c);
        while misere.len() < settled + 3 || !alternates(&misere) {
            let last = misere[misere.len() - 1];
            let mut values = at(misere.len());
            values.extend([last, last ^ 1]);
            misere.push(mex(values));
        }
        while alternates(&misere) {
            misere.pop();
        }
        Self { normal, misere }
    }

    /// The misère nim-value of G with `k` heaps of two.
    #[must_use]
    pub fn misere_value(&self, k: usize) -> u64 {
        let last = self.misere.len() - 1;
        match self.misere.get(k) {
            Some(&value) => value,
            None => self.misere[last] ^ (2 * ((k - last) as u64 & 1)),
        }
    }
}

impl fmt::Display for Genus {
    /// `4^146`; with commas where a value has two digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.normal)?;
        let comma = if self.misere.iter().any(|&value| value > 9) { "," } else { "" };
        for (i, value) in self.misere.iter().enumerate() {
            write!(f, "{}{value}", if i > 0 { comma } else { "" })?;
        }
        Ok(())
    }
}

/// What a tame position is worth in a sum.
///
/// Here: a position such that it and all that it leads to have nim-values that are the same in normal and in misère play
/// (firm), or 0 in one and 1 in the other (fickle). A sum of them is lost in misère play exactly when some are firm and
/// the nim-sum is 0, or none are and it is 1: no move leads from such a sum to another, and from every other sum
/// one does, as in Nim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tame {
    /// The nim-value under normal play.
    pub normal: u64,
    /// Whether the misère nim-value is the same.
    pub firm: bool,
}

impl Tame {
    /// Of no component: nothing is left to move in.
    pub const EMPTY: Self = Self { normal: 0, firm: false };

    /// A heap of Nim.
    #[must_use]
    pub const fn heap(n: u64) -> Self {
        Self { normal: n, firm: n > 1 }
    }

    /// The misère nim-value.
    #[must_use]
    pub const fn misere(self) -> u64 {
        if self.firm { self.normal } else { self.normal ^ 1 }
    }

    /// The sum.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { normal: self.normal ^ other.normal, firm: self.firm || other.firm }
    }

    /// The position with these options, if it is tame.
    #[must_use]
    pub fn of_options(options: &[Self]) -> Option<Self> {
        let normal = mex(options.iter().map(|option| option.normal).collect());
        let misere = if options.is_empty() { 1 } else { mex(options.iter().map(|option| option.misere()).collect()) };
        let firm = normal == misere;
        (firm || normal ^ misere == 1 && normal < 2).then_some(Self { normal, firm })
    }

    /// Whether the player to move wins in misère play.
    #[must_use]
    pub const fn wins(self) -> bool {
        self.misere() != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The genus of Nim heaps, from their options.
    #[test]
    fn nim_heaps() {
        let mut genera: Vec<Genus> = Vec::new();
        for n in 0..12 {
            let genus = Genus::of_options(&genera.iter().collect::<Vec<_>>());
            let wanted = match n {
                0 => "0^120".to_owned(),
                1 => "1^031".to_owned(),
                2..=9 if n ^ 2 < 10 => format!("{n}^{n}{}", n ^ 2),
                _ => format!("{n}^{n},{}", n ^ 2),
            };
            assert_eq!(genus.to_string(), wanted);
            genera.push(genus);
        }
    }

    #[test]
    fn sums_of_tame_positions_have_tame_values() {
        for (a, b) in [(0, 0), (1, 1), (2, 1), (5, 5), (1, 0)] {
            let sum = Tame::heap(a).plus(Tame::heap(b));
            assert_eq!(sum.wins(), if a > 1 || b > 1 { a != b } else { a == b });
        }
    }
}
