//! Whether the equations of rules are true, as plain play says.

use std::collections::HashMap;

use super::plain::{Found, Stop};
use super::play::{Play, Spot, Sum};
use super::tree::Side;

/// What is known of the equations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Equations {
    /// True wherever they apply, whatever is counted as one option.
    True,
    /// Not so, or not for certain: an error may be reported, or nothing noticed.
    Doubtful,
}

/// Numbers of game trees: options that are the same position count once; with `bag`, isomorphic ones count each.
struct Trees {
    bag: bool,
    numbers: HashMap<Vec<(Side, usize)>, usize>,
    known: HashMap<Sum, usize>,
}

impl Trees {
    fn number(&mut self, play: &mut Play<'_>, sum: &Sum) -> Found<usize> {
        if let Some(&number) = self.known.get(sum) {
            return Ok(number);
        }
        let mut list = Vec::new();
        match play.sided(sum)? {
            // No option is like this one.
            None => list.push((Side::Both, usize::MAX)),
            Some(options) => {
                for (side, to) in options {
                    list.push((side, self.number(play, &to)?));
                }
            }
        }
        list.sort_unstable();
        if !self.bag {
            list.dedup();
        }
        let next = self.numbers.len();
        let number = *self.numbers.entry(list).or_insert(next);
        if self.known.len() > 20_000 {
            return Err(Stop::Unknown);
        }
        self.known.insert(sum.clone(), number);
        Ok(number)
    }
}

/// Comparisons of values where the players have different moves.
#[derive(Default)]
struct Order {
    known: HashMap<(Sum, Sum), bool>,
}

impl Order {
    /// Whether `a <= b`: Left has no move to what is `>= b`, and Right none from `b` to what is `<= a`.
    fn at_most(&mut self, play: &mut Play<'_>, a: &Sum, b: &Sum) -> Found<bool> {
        let key = (a.clone(), b.clone());
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        if self.known.len() > 20_000 {
            return Err(Stop::Unknown);
        }
        let (Some(mine), Some(theirs)) = (play.sided(a)?, play.sided(b)?) else { return Err(Stop::Fault) };
        let mut holds = true;
        for (side, to) in mine {
            holds = holds && (side == Side::Right || !self.at_most(play, b, &to)?);
        }
        for (side, to) in theirs {
            holds = holds && (side == Side::Left || !self.at_most(play, &to, a)?);
        }
        self.known.insert(key, holds);
        Ok(holds)
    }
}

/// What holds of the equations at these positions.
pub fn equations(play: &mut Play<'_>, spots: &[Spot]) -> Found<Equations> {
    let rules = play.rules;
    let mut trees = [false, true].map(|bag| Trees { bag, numbers: HashMap::new(), known: HashMap::new() });
    let mut order = Order::default();
    for spot in spots {
        for (number, equation) in rules.games[spot.0].equations.iter().enumerate() {
            let image = match play.image(spot, number) {
                Ok(Some(image)) => image,
                Ok(None) => continue,
                Err(Stop::Fault) => return Ok(Equations::Doubtful),
                Err(stop) => return Err(stop),
            };
            let own = vec![spot.clone()];
            let agree = if equation.same {
                let mut agree = true;
                for trees in &mut trees {
                    agree &= trees.number(play, &own)? == trees.number(play, &image)?;
                }
                agree
            } else if play.is_partizan() {
                order.at_most(play, &own, &image)? && order.at_most(play, &image, &own)?
            } else {
                match (play.value(&own), play.value(&image)) {
                    (Err(Stop::Unknown), _) | (_, Err(Stop::Unknown)) => return Err(Stop::Unknown),
                    (a, b) => a == b && a.is_ok(),
                }
            };
            if !agree {
                return Ok(Equations::Doubtful);
            }
        }
    }
    Ok(Equations::True)
}
