//! Misère indistinguishability quotients (Plambeck 2005; Plambeck and Siegel 2008; Siegel, *CGT*, ch. V.4).
//!
//! Two positions of a set that is closed under options and sums are alike when no position of the set, added to both, tells
//! them apart by who wins in misère play. The classes form a commutative monoid, the quotient; with the classes of the
//! lost positions it decides every sum of the set.
//!
//! A quotient is *learned* by Angluin's method (1987) from outcomes of small sums, and then *proved*: every sum has a pair of
//! its element and the set of its options' elements; these pairs form a monoid as well, the transition algebra, which
//! is finite and is looked through. If in each pair the element is a lost one exactly when there are options and none of
//! them is lost, then by induction the elements tell the outcome of every sum. That no two elements are alike is known
//! from the sums that told them apart.

mod learn;
mod present;
mod prove;

use hashbrown::HashMap;

use crate::base::{Exceeded, Meter};
use learn::Learner;
pub use present::Presentation;
use prove::Algebra;

/// A sum of generators: their numbers, ascending, each as often as it occurs.
pub type Sum = Vec<u16>;

/// The most elements that are looked for.
pub const MOST_ELEMENTS: usize = 256;

/// The most pairs of a transition algebra.
const MOST_PAIRS: usize = 1 << 20;

/// The most outcomes of small sums that are computed to learn from.
const MOST_OUTCOMES: usize = 1 << 22;

/// Why there is no quotient.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// None was found that has at most [`MOST_ELEMENTS`] elements, or the work to find or prove it has grown too large.
    TooLarge,
    /// A limit of the meter.
    Limit(Exceeded),
}

impl From<Exceeded> for Unknown {
    fn from(limit: Exceeded) -> Self {
        Self::Limit(limit)
    }
}

/// Multiplication, lost elements, and the element of each generator. Element 0 is that of the empty sum.
#[derive(Clone, Debug)]
struct Monoid {
    products: Vec<Vec<u16>>,
    lost: Vec<bool>,
    images: Vec<u16>,
}

impl Monoid {
    /// Of the empty sum, at which the player to move has won.
    fn trivial() -> Self {
        Self { products: vec![vec![0]], lost: vec![false], images: Vec::new() }
    }

    fn is_lost(&self, sum: &[u16]) -> bool {
        self.lost[usize::from(self.image(sum))]
    }

    fn times(&self, a: u16, b: u16) -> u16 {
        self.products[usize::from(a)][usize::from(b)]
    }

    fn image(&self, sum: &[u16]) -> u16 {
        sum.iter().fold(0, |total, &g| self.times(total, self.images[usize::from(g)]))
    }
}

/// A quotient that was proved.
#[derive(Clone, Debug)]
pub struct Quotient {
    monoid: Monoid,
    /// Of each generator given, the one that stands for it; none for those without moves.
    stands: Vec<Option<u16>>,
}

impl Quotient {
    /// The quotient of the sums of generators, whose options are sums of earlier ones.
    ///
    /// # Errors
    /// [`Unknown`].
    pub fn of(options: &[Vec<Sum>], meter: &Meter) -> Result<Self, Unknown> {
        let (stands, distinct) = distinct(options);
        let mut monoid = Monoid::trivial();
        let mut algebra = Algebra::trivial();
        let mut learner = Learner::new(&distinct, meter);
        for n in 1..=distinct.len() {
            if !pretends(&mut monoid, &mut algebra, &distinct[..n], meter)? {
                (monoid, algebra) = learner.learn(n, monoid)?;
            }
        }
        Ok(Self { monoid, stands })
    }

    /// How many elements it has.
    #[must_use]
    pub fn order(&self) -> usize {
        self.monoid.lost.len()
    }

    /// The element of a sum, given as generators with how often each occurs.
    #[must_use]
    pub fn element(&self, sum: &[(usize, u64)]) -> usize {
        let mut total = 0;
        for &(generator, mut copies) in sum {
            let Some(stand) = self.stands[generator] else { continue };
            let mut power = self.monoid.images[usize::from(stand)];
            while copies > 0 {
                if copies & 1 == 1 {
                    total = self.monoid.times(total, power);
                }
                power = self.monoid.times(power, power);
                copies >>= 1;
            }
        }
        usize::from(total)
    }

    /// Whether sums of this element are lost for the player to move.
    #[must_use]
    pub fn is_lost(&self, element: usize) -> bool {
        self.monoid.lost[element]
    }
}

/// Which generators differ: those with the options of an earlier one, or with none, are replaced everywhere.
fn distinct(options: &[Vec<Sum>]) -> (Vec<Option<u16>>, Vec<Vec<Sum>>) {
    let (mut stands, mut distinct) = (Vec::<Option<u16>>::new(), Vec::new());
    let mut known: HashMap<Vec<Sum>, u16> = HashMap::new();
    for list in options {
        let replaced = |sum: &Sum| {
            let mut sum: Sum = sum.iter().filter_map(|&g| stands[usize::from(g)]).collect();
            sum.sort_unstable();
            sum
        };
        let mut list: Vec<Sum> = list.iter().map(replaced).collect();
        list.sort_unstable();
        list.dedup();
        let next = u16::try_from(distinct.len()).ok();
        let stand = if list.is_empty() {
            None
        } else if let Some(&same) = known.get(&list) {
            Some(same)
        } else {
            known.extend(next.map(|next| (list.clone(), next)));
            distinct.push(list);
            next
        };
        stands.push(stand);
    }
    (stands, distinct)
}

/// Tries to give the last generator the element of a sum of earlier ones. The smaller quotient is proved, so only the pairs
/// that this one adds matter.
fn pretends(monoid: &mut Monoid, algebra: &mut Algebra, options: &[Vec<Sum>], meter: &Meter) -> Result<bool, Unknown> {
    for element in 0..monoid.lost.len() {
        monoid.images.push(u16::try_from(element).map_err(|_| Unknown::TooLarge)?);
        if algebra.add_last(monoid, options, meter)? {
            return Ok(true);
        }
        monoid.images.pop();
    }
    Ok(false)
}

#[cfg(test)]
mod tests;
