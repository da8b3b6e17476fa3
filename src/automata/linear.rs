//! Linear equations, inequalities and congruences, built without an adder.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::automaton::{Automaton, Track};
use super::budget::{Budget, Halt};
use super::formula::Relation;
use super::numeration::Numeration;
use super::weave::{Fold, weave};

/// Coefficients and constants are below this.
const MOST: i128 = 1 << 50;

/// After a prefix: the value that the sum has is `a U(k) + b U(k-1)` plus what the last `k` digits add, for the weights `U`.
/// Two of them are equal when their *keys* are: then the same words are accepted from both.
#[derive(Clone)]
struct Prefix {
    a: i128,
    b: i128,
    /// For every number of digits to come up to a bound, what these may add at most (or must add); then what is decided for
    /// longer words.
    key: Rc<(Vec<i128>, Tail)>,
}

/// What is known for all long words.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Tail {
    Accepts,
    Rejects,
    Open(i128, i128),
}

impl PartialEq for Prefix {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Prefix {}

impl Hash for Prefix {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

/// What decides when prefixes are equal: `sum of the terms (== | <=) constant`.
struct Bounds {
    equal: bool,
    constant: i128,
    /// What a digit 1 on every track adds at least and at most.
    least: i128,
    most: i128,
    /// `U(-1), U(0), ...`; the last two are those from which on the tail decides.
    weights: Vec<i128>,
}

impl Bounds {
    fn new(numeration: Numeration, terms: &[(Track, i128)], relation: Relation, constant: i128) -> Option<Self> {
        let (least, most) = terms.iter().fold((0, 0), |(l, m), (_, c)| (l + c.min(&0), m + c.max(&0)));
        let far = 2 * constant.abs() + 4;
        let mut count = 2;
        loop {
            let weights = numeration.weights(count)?;
            if weights[count - 1] > far {
                return Some(Self { equal: relation == Relation::Equal, constant, least, most, weights });
            }
            count += 1;
        }
    }

    fn key(&self, a: i128, b: i128) -> (Vec<i128>, Tail) {
        let mut limits: Vec<i128> = self
            .weights
            .windows(2)
            .map(|w| {
                let left = self.constant - a * w[1] - b * w[0];
                let (least, most) = (self.least * (w[1] - 1), self.most * (w[1] - 1));
                match self.equal {
                    true if (least..=most).contains(&left) => left,
                    true => most + 1,
                    false => left.clamp(least - 1, most),
                }
            })
            .collect();
        let value = |c: i128| {
            [2, 3].map(|i| {
                let at = self.weights.len() - i;
                c * self.weights[at + 1] + b * self.weights[at]
            })
        };
        let rejects = value(a + self.least).iter().all(|v| *v >= 0.max(self.constant + self.least + 1));
        let low = self.constant + self.most - i128::from(self.equal);
        let settles = value(a + self.most).iter().all(|v| *v <= 0.min(low));
        let tail = match (rejects, settles) {
            (true, _) => Tail::Rejects,
            (_, true) if self.equal => Tail::Rejects,
            (_, true) => Tail::Accepts,
            _ => Tail::Open(a, b),
        };
        limits.shrink_to_fit();
        (limits, tail)
    }

    fn accepts(&self, prefix: &Prefix) -> bool {
        let value = prefix.a * self.weights[1] + prefix.b * self.weights[0];
        if self.equal { value == self.constant } else { value <= self.constant }
    }
}

/// `sum of the terms (== | <=) constant`; tracks ascend, each once.
///
/// # Errors
/// [`Halt::Size`] for coefficients beyond 50 bits or a constant beyond some 60, and those of the budget.
pub(super) fn comparison(
    numeration: Numeration,
    terms: &[(Track, i128)],
    relation: Relation,
    constant: i128,
    budget: &Budget,
) -> Result<Automaton, Halt> {
    let tracks: Vec<Track> = terms.iter().map(|(track, _)| *track).collect();
    let total: i128 = terms.iter().map(|(_, c)| c.saturating_abs()).fold(0, i128::saturating_add);
    if total >= MOST || constant.saturating_abs() >= 1 << 62 {
        return Err(Halt::Size);
    }
    let bounds = Bounds::new(numeration, terms, relation, constant).ok_or(Halt::Size)?;
    let (p, q) = numeration.recurrence();
    // A prefix that is open is at most the constant and what a letter adds; it takes one step more, and is weighed then.
    let step = if q == 0 { p + 1 } else { 2 * (p + q + 1) };
    let reach = constant.abs().saturating_add(total).saturating_mul(step);
    if bounds.weights.last().is_none_or(|w| reach.saturating_mul(*w) >= 1 << 126) {
        return Err(Halt::Size);
    }
    let prefix = |a: i128, b: i128| Prefix { a, b, key: Rc::new(bounds.key(a, b)) };
    let fold = Fold {
        start: prefix(0, 0),
        add: &|sum, place, digit| sum + terms[place].1 * digit as i128,
        step: &|state: &Prefix, sum| {
            if state.key.1 == Tail::Rejects && !bounds.may_accept(state) {
                return None;
            }
            Some(prefix(p * state.a + q * state.b + sum, if q == 0 { 0 } else { state.a }))
        },
        accept: &|state: &Prefix| bounds.accepts(state),
    };
    weave(numeration, &tracks, &fold, budget)?.restricted(budget)
}

impl Bounds {
    /// Whether some word of a bounded length may still be accepted.
    fn may_accept(&self, prefix: &Prefix) -> bool {
        prefix.key.0.iter().zip(&self.weights[1..]).any(|(limit, weight)| {
            let (least, most) = (self.least * (weight - 1), self.most * (weight - 1));
            if self.equal { *limit <= most } else { *limit >= least }
        })
    }
}

/// `m` divides `sum of the terms + constant`; tracks ascend, each once.
///
/// # Errors
/// [`Halt::Size`] for numbers beyond 50 bits, and those of the budget.
pub(super) fn congruence(
    numeration: Numeration,
    terms: &[(Track, i128)],
    constant: i128,
    m: i128,
    budget: &Budget,
) -> Result<Automaton, Halt> {
    if !(1..MOST).contains(&m) {
        return Err(Halt::Size);
    }
    let tracks: Vec<Track> = terms.iter().map(|(track, _)| *track).collect();
    let (p, q) = numeration.recurrence();
    let fold = Fold {
        start: (0i128, 0i128),
        add: &|sum, place, digit| (sum + terms[place].1.rem_euclid(m) * digit as i128) % m,
        step: &|(a, b): &(i128, i128), sum| Some(((p * a + q * b + sum).rem_euclid(m), if q == 0 { 0 } else { *a })),
        accept: &|(a, b): &(i128, i128)| (a + q * b + constant.rem_euclid(m)) % m == 0,
    };
    weave(numeration, &tracks, &fold, budget)?.restricted(budget)
}
