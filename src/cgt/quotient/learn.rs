//! A supposed quotient from the outcomes of small sums: Angluin's learning of a regular language, for sums.

use hashbrown::HashMap;

use super::prove::Algebra;
use super::{MOST_ELEMENTS, MOST_OUTCOMES, Monoid, Sum, Unknown};
use crate::base::Meter;

/// What was learned of the sums of the first generators.
pub(super) struct Learner<'a> {
    options: &'a [Vec<Sum>],
    meter: &'a Meter,
    /// Decides sums of earlier generators.
    smaller: Monoid,
    /// Whether another sum is lost.
    outcomes: HashMap<Sum, bool>,
    /// Whether a sum with each test is lost, as far as it was asked.
    rows: HashMap<Sum, Vec<bool>>,
    /// What is added to tell sums apart; the empty sum first.
    tests: Vec<Sum>,
    /// A sum for each element, and the element of each row.
    sums: Vec<Sum>,
    elements: HashMap<Vec<bool>, u16>,
}

pub(super) fn plus(a: &[u16], b: &[u16]) -> Sum {
    let mut sum = [a, b].concat();
    sum.sort_unstable();
    sum
}

/// The options of a sum.
fn options_of<'s>(sum: &'s [u16], options: &'s [Vec<Sum>]) -> impl Iterator<Item = Sum> + 's {
    let places = (0..sum.len()).filter(|&i| i == 0 || sum[i] != sum[i - 1]);
    places.flat_map(move |i| {
        let rest = [&sum[..i], &sum[i + 1..]].concat();
        options[usize::from(sum[i])].iter().map(move |option| plus(&rest, option))
    })
}

impl<'a> Learner<'a> {
    pub fn new(options: &'a [Vec<Sum>], meter: &'a Meter) -> Self {
        Self {
            options,
            meter,
            smaller: Monoid::trivial(),
            outcomes: HashMap::new(),
            rows: HashMap::new(),
            tests: vec![Sum::new()],
            sums: Vec::new(),
            elements: HashMap::new(),
        }
    }

    /// Learns and proves the quotient of the first `n` generators, from the one of all but the last.
    pub fn learn(&mut self, n: usize, smaller: Monoid) -> Result<(Monoid, Algebra), Unknown> {
        self.smaller = smaller;
        let generators: Vec<u16> = (0..n).filter_map(|g| u16::try_from(g).ok()).collect();
        loop {
            let table = self.close(&generators)?;
            if let Some(test) = self.unequal_orders(&table, &generators)? {
                self.tests.push(test);
                continue;
            }
            let monoid = self.monoid(&table);
            match Algebra::of(&monoid, &self.options[..n], self.meter)? {
                Ok(algebra) => return Ok((monoid, algebra)),
                Err(wrong) => {
                    let test = self.telling(&wrong, &table)?;
                    self.tests.push(test);
                }
            }
        }
    }

    /// The element of every element with a generator more; new elements where no row is the same.
    fn close(&mut self, generators: &[u16]) -> Result<Vec<Vec<u16>>, Unknown> {
        if self.sums.is_empty() {
            self.sums.push(Sum::new());
        }
        self.elements.clear();
        for (element, sum) in (0..).zip(self.sums.clone()) {
            let row = self.row(&sum)?;
            self.elements.insert(row, element);
        }
        let mut table = Vec::new();
        while table.len() < self.sums.len() {
            let sum = self.sums[table.len()].clone();
            let mut line = Vec::with_capacity(generators.len());
            for &g in generators {
                let next = plus(&sum, &[g]);
                let row = self.row(&next)?;
                let new = u16::try_from(self.sums.len()).map_err(|_| Unknown::TooLarge)?;
                let element = *self.elements.entry(row).or_insert(new);
                if element == new {
                    self.sums.push(next);
                }
                line.push(element);
            }
            if self.sums.len() > MOST_ELEMENTS {
                return Err(Unknown::TooLarge);
            }
            table.push(line);
        }
        Ok(table)
    }

    /// A test that is missing where it matters in which order two generators are added.
    fn unequal_orders(&mut self, table: &[Vec<u16>], generators: &[u16]) -> Result<Option<Sum>, Unknown> {
        for (element, line) in table.iter().enumerate() {
            for (i, &g) in generators.iter().enumerate() {
                for (&h, &by_h) in generators.iter().zip(line).take(i) {
                    let by_g = line[i];
                    let one = table[usize::from(by_g)][usize::from(h)];
                    let other = table[usize::from(by_h)][i];
                    if one == other {
                        continue;
                    }
                    let (a, b) = (self.sums[usize::from(one)].clone(), self.sums[usize::from(other)].clone());
                    let (a, b) = (self.row(&a)?, self.row(&b)?);
                    let at = a.iter().zip(&b).position(|(a, b)| a != b).unwrap_or(0);
                    let sum = plus(&plus(&self.sums[element], &[g, h]), &self.tests[at]);
                    let missing = if self.is_lost(&sum)? == a[at] { g } else { h };
                    return Ok(Some(plus(&[missing], &self.tests[at])));
                }
            }
        }
        Ok(None)
    }

    fn monoid(&self, table: &[Vec<u16>]) -> Monoid {
        let walk = |from: u16, sum: &Sum| sum.iter().fold(from, |at, &g| table[usize::from(at)][usize::from(g)]);
        let elements = || (0..).take(table.len());
        let products = elements().map(|e| self.sums.iter().map(|sum| walk(e, sum)).collect()).collect();
        let lost = self.sums.iter().map(|sum| self.rows[sum][0]).collect();
        Monoid { products, lost, images: table[0].clone() }
    }

    /// A test that tells apart what the table takes for the same, from a sum whose element or whose options' are wrong.
    fn telling(&mut self, wrong: &Sum, table: &[Vec<u16>]) -> Result<Sum, Unknown> {
        let suspects: Vec<Sum> = std::iter::once(wrong.clone()).chain(options_of(wrong, self.options)).collect();
        for sum in suspects {
            let (mut at, mut before) = (0u16, self.is_lost(&sum)?);
            for (i, &g) in sum.iter().enumerate() {
                at = table[usize::from(at)][usize::from(g)];
                let replaced = plus(&self.sums[usize::from(at)], &sum[i + 1..]);
                let after = self.is_lost(&replaced)?;
                if after != before {
                    return Ok(sum[i + 1..].to_vec());
                }
                before = after;
            }
        }
        // cannot be: were all of them right, the pair would be
        Err(Unknown::TooLarge)
    }

    fn row(&mut self, sum: &Sum) -> Result<Vec<bool>, Unknown> {
        let mut row = self.rows.remove(sum).unwrap_or_default();
        for i in row.len()..self.tests.len() {
            let tested = plus(sum, &self.tests[i]);
            row.push(self.is_lost(&tested)?);
        }
        self.rows.insert(sum.clone(), row.clone());
        Ok(row)
    }

    /// Whether the player to move loses a sum in misère play, where that is known.
    fn known(&self, sum: &Sum) -> Option<bool> {
        match sum.last() {
            Some(&last) if usize::from(last) >= self.smaller.images.len() => self.outcomes.get(sum).copied(),
            _ => Some(self.smaller.is_lost(sum)),
        }
    }

    /// Whether the player to move loses a sum in misère play: looked through, on a stack of its own.
    fn is_lost(&mut self, sum: &Sum) -> Result<bool, Unknown> {
        if let Some(known) = self.known(sum) {
            return Ok(known);
        }
        let mut open = vec![sum.clone()];
        while let Some(top) = open.pop() {
            let (mut lost, mut unknown) = (true, None);
            for option in options_of(&top, self.options) {
                match self.known(&option) {
                    Some(true) => {
                        lost = false;
                        break;
                    }
                    Some(false) => {}
                    None => unknown = Some(option),
                }
            }
            match unknown {
                Some(option) if lost => open.extend([top, option]),
                _ => {
                    if self.outcomes.len() >= MOST_OUTCOMES {
                        return Err(Unknown::TooLarge);
                    }
                    self.meter.check()?;
                    self.meter.add_bytes(64 + 2 * top.len() as u64)?;
                    // every generator has an option, so a sum that is not empty has one
                    self.outcomes.insert(top, lost);
                }
            }
        }
        Ok(self.outcomes[sum])
    }
}
