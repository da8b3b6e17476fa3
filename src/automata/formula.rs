//! Formulas on natural numbers.

use std::rc::Rc;

use super::automaton::{Automaton, Track};
use super::digits::Digitwise;

/// How a linear form compares with 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// It is 0.
    Equal,
    /// It is at most 0.
    AtMost,
}

/// An integer combination of variables, each a natural number, and a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Linear {
    /// Ascending by variable, no coefficient 0.
    terms: Vec<(Track, i128)>,
    constant: i128,
}

impl Linear {
    /// A constant.
    #[must_use]
    pub fn constant(constant: i128) -> Self {
        Self { terms: Vec::new(), constant }
    }

    /// A variable.
    #[must_use]
    pub fn variable(variable: Track) -> Self {
        Self { terms: vec![(variable, 1)], constant: 0 }
    }

    /// `self + factor * other`; `None` beyond 127 bits.
    #[must_use]
    pub fn plus(&self, other: &Self, factor: i128) -> Option<Self> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (variable, coefficient) = match (a.peek().copied(), b.peek().copied()) {
                (None, None) => break,
                (Some(x), y) if y.is_none_or(|y| x.0 < y.0) => {
                    a.next();
                    *x
                }
                (x, Some(y)) => {
                    b.next();
                    let own = match x {
                        Some(x) if x.0 == y.0 => {
                            a.next();
                            x.1
                        }
                        _ => 0,
                    };
                    (y.0, own.checked_add(y.1.checked_mul(factor)?)?)
                }
                (Some(_), None) => break,
            };
            if coefficient != 0 {
                terms.push((variable, coefficient));
            }
        }
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(Self { terms, constant })
    }

    /// `factor * self`; `None` beyond 127 bits.
    #[must_use]
    pub fn times(&self, factor: i128) -> Option<Self> {
        Self::default().plus(self, factor)
    }

    /// The number that it is, if it has no variable.
    #[must_use]
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The variable that it is, if it is one.
    #[must_use]
    pub fn as_variable(&self) -> Option<Track> {
        match (self.terms.as_slice(), self.constant) {
            ([(variable, 1)], 0) => Some(*variable),
            _ => None,
        }
    }

    /// Its variables with their coefficients, ascending.
    #[must_use]
    pub fn terms(&self) -> &[(Track, i128)] {
        &self.terms
    }

    /// What it is where all variables are 0.
    #[must_use]
    pub fn offset(&self) -> i128 {
        self.constant
    }

    /// The factor of a variable.
    #[must_use]
    pub fn coefficient(&self, variable: Track) -> i128 {
        self.terms.iter().find(|(v, _)| *v == variable).map_or(0, |(_, c)| *c)
    }

    /// The form with a variable replaced by another form.
    fn substituted(&self, variable: Track, by: &Self) -> Option<Self> {
        let factor = self.coefficient(variable);
        if factor == 0 {
            return Some(self.clone());
        }
        self.plus(&Self::variable(variable), factor.checked_neg()?)?.plus(by, factor)
    }
}

/// A formula; copies share what they are made of.
#[derive(Clone, Debug)]
pub struct Formula(pub(super) Rc<Node>);

/// What a formula is.
#[derive(Debug)]
pub(super) enum Node {
    Truth(bool),
    /// A linear form compares with 0.
    Compare(Linear, Relation),
    /// A number at least 1 divides a linear form.
    Divides(i128, Linear),
    Digits(Digitwise, Vec<Track>),
    /// A relation: its tracks in their order are these variables.
    Table(Rc<Automaton>, Vec<Track>),
    Not(Formula),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Iff(Formula, Formula),
    Exists(Vec<Track>, Formula),
}

impl Formula {
    fn of(node: Node) -> Self {
        Self(Rc::new(node))
    }

    /// True or false.
    #[must_use]
    pub fn truth(truth: bool) -> Self {
        Self::of(Node::Truth(truth))
    }

    /// A linear form compares with 0.
    #[must_use]
    pub fn compare(form: Linear, relation: Relation) -> Self {
        match (form.as_constant(), relation) {
            (Some(c), Relation::Equal) => Self::truth(c == 0),
            (Some(c), Relation::AtMost) => Self::truth(c <= 0),
            _ => Self::of(Node::Compare(form, relation)),
        }
    }

    /// `a == b`; `None` beyond 127 bits.
    #[must_use]
    pub fn equal(a: &Linear, b: &Linear) -> Option<Self> {
        Some(Self::compare(a.plus(b, -1)?, Relation::Equal))
    }

    /// `a <= b + slack`; `None` beyond 127 bits.
    #[must_use]
    pub fn at_most(a: &Linear, b: &Linear, slack: i128) -> Option<Self> {
        let form = a.plus(b, -1)?.plus(&Linear::constant(slack), -1)?;
        Some(Self::compare(form, Relation::AtMost))
    }

    /// `m >= 1` divides a linear form.
    #[must_use]
    pub fn divides(m: i128, form: Linear) -> Self {
        match form.as_constant() {
            Some(c) if m > 0 => Self::truth(c % m == 0),
            _ if m == 1 => Self::truth(true),
            _ => Self::of(Node::Divides(m, form)),
        }
    }

    /// A relation between the digits of variables.
    #[must_use]
    pub fn digits(relation: Digitwise, of: Vec<Track>) -> Self {
        Self::of(Node::Digits(relation, of))
    }

    /// A relation that an automaton recognises, on these variables for its tracks in their order.
    #[must_use]
    pub fn table(automaton: Rc<Automaton>, of: Vec<Track>) -> Self {
        Self::of(Node::Table(automaton, of))
    }

    /// All of them hold.
    #[must_use]
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut list = Vec::new();
        for part in parts {
            match &*part.0 {
                Node::Truth(true) => {}
                Node::Truth(false) => return part,
                Node::And(inner) => list.extend(inner.iter().cloned()),
                _ => list.push(part),
            }
        }
        match list.len() {
            0 => Self::truth(true),
            1 => list.remove(0),
            _ => Self::of(Node::And(list)),
        }
    }

    /// One of them holds.
    #[must_use]
    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut list = Vec::new();
        for part in parts {
            match &*part.0 {
                Node::Truth(false) => {}
                Node::Truth(true) => return part,
                Node::Or(inner) => list.extend(inner.iter().cloned()),
                _ => list.push(part),
            }
        }
        match list.len() {
            0 => Self::truth(false),
            1 => list.remove(0),
            _ => Self::of(Node::Or(list)),
        }
    }

    /// Both hold.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self::all([self.clone(), other.clone()])
    }

    /// One holds.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self::any([self.clone(), other.clone()])
    }

    /// It does not hold.
    #[must_use]
    pub fn not(&self) -> Self {
        match &*self.0 {
            Node::Truth(truth) => Self::truth(!truth),
            Node::Not(inner) => inner.clone(),
            Node::Compare(form, Relation::AtMost) => {
                let opposite = Linear::constant(1).plus(form, -1);
                opposite.map_or_else(|| Self::of(Node::Not(self.clone())), |f| Self::compare(f, Relation::AtMost))
            }
            _ => Self::of(Node::Not(self.clone())),
        }
    }

    /// Both hold, or none.
    #[must_use]
    pub fn iff(&self, other: &Self) -> Self {
        match (self.as_truth(), other.as_truth()) {
            (Some(true), _) => other.clone(),
            (Some(false), _) => other.not(),
            (_, Some(true)) => self.clone(),
            (_, Some(false)) => self.not(),
            _ => Self::of(Node::Iff(self.clone(), other.clone())),
        }
    }

    /// It holds for some numbers in place of these variables.
    #[must_use]
    pub fn exists(self, variables: Vec<Track>) -> Self {
        if variables.is_empty() || self.as_truth().is_some() {
            return self;
        }
        Self::of(Node::Exists(variables, self))
    }

    /// The truth value that it is written as.
    #[must_use]
    pub fn as_truth(&self) -> Option<bool> {
        match &*self.0 {
            Node::Truth(truth) => Some(*truth),
            _ => None,
        }
    }

    /// Whether a variable occurs free.
    pub(super) fn mentions(&self, variable: Track) -> bool {
        match &*self.0 {
            Node::Truth(_) => false,
            Node::Compare(form, _) | Node::Divides(_, form) => form.coefficient(variable) != 0,
            Node::Digits(_, of) | Node::Table(_, of) => of.contains(&variable),
            Node::Not(inner) => inner.mentions(variable),
            Node::And(parts) | Node::Or(parts) => parts.iter().any(|part| part.mentions(variable)),
            Node::Iff(a, b) => a.mentions(variable) || b.mentions(variable),
            Node::Exists(bound, inner) => !bound.contains(&variable) && inner.mentions(variable),
        }
    }

    /// The formula with a free variable replaced by a form; `None` where the form would stand in a relation that takes variables
    /// only, or where a quantifier binds a variable of the form.
    pub(super) fn substituted(&self, variable: Track, by: &Linear) -> Option<Self> {
        if !self.mentions(variable) {
            return Some(self.clone());
        }
        let each = |parts: &[Self]| parts.iter().map(|p| p.substituted(variable, by)).collect::<Option<Vec<_>>>();
        let renamed = |of: &[Track]| {
            let to = by.as_variable()?;
            Some(of.iter().map(|v| if *v == variable { to } else { *v }).collect::<Vec<_>>())
        };
        Some(match &*self.0 {
            Node::Truth(_) => self.clone(),
            Node::Compare(form, relation) => Self::compare(form.substituted(variable, by)?, *relation),
            Node::Divides(m, form) => Self::divides(*m, form.substituted(variable, by)?),
            Node::Digits(relation, of) => Self::digits(*relation, renamed(of)?),
            Node::Table(automaton, of) => Self::table(Rc::clone(automaton), renamed(of)?),
            Node::Not(inner) => inner.substituted(variable, by)?.not(),
            Node::And(parts) => Self::all(each(parts)?),
            Node::Or(parts) => Self::any(each(parts)?),
            Node::Iff(a, b) => a.substituted(variable, by)?.iff(&b.substituted(variable, by)?),
            // Where a bound variable has the name of a free one, neither may be mistaken for the other.
            Node::Exists(bound, _) if by.terms().iter().any(|(v, _)| bound.contains(v)) => return None,
            Node::Exists(bound, inner) => inner.substituted(variable, by)?.exists(bound.clone()),
        })
    }
}
