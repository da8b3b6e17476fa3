//! A quotient as generators and relations.

use std::cmp::Ordering;
use std::fmt;

use hashbrown::HashMap;

use super::Quotient;

/// A product of letters: how often each occurs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Monomial(Vec<u32>);

impl Monomial {
    fn order(&self, other: &Self) -> Ordering {
        let degree = |m: &Self| m.0.iter().sum::<u32>();
        degree(self).cmp(&degree(other)).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    fn times(&self, letter: usize) -> Self {
        let mut product = self.clone();
        product.0[letter] += 1;
        product
    }

    fn without(&self, letter: usize) -> Option<Self> {
        let mut quotient = self.clone();
        quotient.0[letter] = quotient.0[letter].checked_sub(1)?;
        Some(quotient)
    }
}

impl fmt::Display for Monomial {
    /// `1`, `a`, `ab^2`; the letters after `z` are `a1`, `b1`, ...
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.iter().all(|&power| power == 0) {
            return f.write_str("1");
        }
        for (letter, &power) in self.0.iter().enumerate().filter(|(_, power)| **power > 0) {
            let name = char::from(b'a' + u8::try_from(letter % 26).unwrap_or(0));
            write!(f, "{name}")?;
            if letter >= 26 {
                write!(f, "{}", letter / 26)?;
            }
            if power > 1 {
                write!(f, "^{power}")?;
            }
        }
        Ok(())
    }
}

/// Elements as least products of letters, by degree and then by the later letters; and the relations that reduce every other
/// product to them, none of which is of use to another.
#[derive(Clone, Debug)]
pub struct Presentation {
    /// The product for each element.
    pub elements: Vec<Monomial>,
    /// The places of the lost ones.
    pub lost: Vec<usize>,
    /// What is reduced, to what.
    pub relations: Vec<(Monomial, Monomial)>,
}

impl Quotient {
    /// Letters are the elements of generators that are no product of earlier letters.
    #[must_use]
    pub fn presentation(&self) -> Presentation {
        let letters = self.letters();
        let mut least: Vec<Option<Monomial>> = vec![None; self.order()];
        least[0] = Some(Monomial(vec![0; letters.len()]));
        let mut layer = vec![(Monomial(vec![0; letters.len()]), 0u16)];
        let mut relations: HashMap<Monomial, u16> = HashMap::new();
        while !layer.is_empty() {
            let mut next: Vec<(Monomial, u16)> = layer
                .iter()
                .flat_map(|(m, e)| (0..letters.len()).map(|i| (m.times(i), self.monoid.times(*e, letters[i]))))
                .collect();
            next.sort_by(|a, b| a.0.order(&b.0));
            next.dedup();
            layer.clear();
            for (product, element) in next {
                let place = &mut least[usize::from(element)];
                if place.is_none() {
                    *place = Some(product.clone());
                    layer.push((product, element));
                } else {
                    relations.insert(product, element);
                }
            }
        }
        let elements: Vec<Monomial> = least.into_iter().flatten().collect();
        let is_least = |m: &Monomial| elements.contains(m);
        let smaller = |m: &Monomial| (0..letters.len()).filter_map(|i| m.without(i)).all(|d| is_least(&d));
        let mut relations: Vec<(Monomial, Monomial)> = relations
            .into_iter()
            .filter(|(m, _)| smaller(m))
            .map(|(m, element)| (m, elements[usize::from(element)].clone()))
            .collect();
        relations.sort_by(|a, b| a.0.order(&b.0));
        let lost = (0..self.order()).filter(|&element| self.is_lost(element)).collect();
        Presentation { elements, lost, relations }
    }

    fn letters(&self) -> Vec<u16> {
        let mut letters: Vec<u16> = Vec::new();
        let mut reached = vec![0u16];
        for &image in &self.monoid.images {
            if reached.contains(&image) {
                continue;
            }
            letters.push(image);
            let mut next = 0;
            while next < reached.len() {
                for &letter in &letters {
                    let product = self.monoid.times(reached[next], letter);
                    if !reached.contains(&product) {
                        reached.push(product);
                    }
                }
                next += 1;
            }
        }
        letters
    }
}
