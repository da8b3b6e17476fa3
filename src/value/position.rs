//! Positions as values: commutative multisets of components.

use std::cmp::Ordering;
use std::rc::Rc;

use super::{Value, nested};
use crate::base::Span;
use crate::cgt::{Compound, Form, Movers, Play};

/// A game with its rule arguments: `Octal["0.77"]`. Interned: two instances are the same game iff their `id`s agree.
#[derive(Debug)]
pub struct Instance {
    /// Unique within a run.
    pub id: u32,
    /// The game's index in the model.
    pub game: u32,
    /// The game's name.
    pub name: Rc<str>,
    /// The rule arguments.
    pub args: Rc<[Value]>,
}

/// Compounds stand in one another at most so deep.
const MOST_COMPOUNDS: u32 = 100;

/// One summand of a position.
#[derive(Clone, Debug)]
pub enum Component {
    /// `NAME[args](fields)`, negated (Left and Right exchanged) or not.
    Play {
        /// The game.
        instance: Rc<Instance>,
        /// The fields, bags ascending.
        fields: Rc<[Value]>,
        /// `-P`.
        negated: bool,
    },
    /// `whole(P)`: a sum that is solved as one position; negation has been pushed inside.
    Whole(Rc<Position>),
    /// Two positions that are played at once by a rule: `ordinal(P, Q)`.
    Compound(Compound, Rc<[Rc<Position>; 2]>),
    /// A position given by its value: `star(2)`, `up`, `form([0], [1])`, a number.
    Form(Form),
}

/// A position: a multiset of components, ascending, equal ones merged.
#[derive(Clone, Debug, Default)]
pub struct Position {
    /// Components, ascending, each with how often it occurs (at least 1).
    pub components: Vec<(Component, u64)>,
    /// Misère for `misere P`. Only queries take such a position.
    pub play: Play,
}

/// A move from a position, as `moves` lists it.
#[derive(Clone, Debug)]
pub struct MoveRecord {
    /// The clause's name.
    pub name: Rc<str>,
    /// The label: the name with its `in` variables, `take(k=2)`.
    pub label: Rc<str>,
    /// The place of its clause's name; none where no clause stands for it.
    pub clause: Span,
    /// Who may make it.
    pub side: Movers,
    /// What moved, as a position of one component.
    pub component: Rc<Position>,
    /// What it became.
    pub result: Rc<Position>,
    /// The whole position after the move.
    pub to: Rc<Position>,
    /// Every binder variable with its value, in the order bound.
    pub bindings: Rc<[(Rc<str>, Value)]>,
}

impl Component {
    /// `NAME[args](fields)`.
    #[must_use]
    pub fn play(instance: Rc<Instance>, fields: Rc<[Value]>) -> Self {
        Self::Play { instance, fields, negated: false }
    }

    /// The component with Left and Right exchanged.
    #[must_use]
    pub fn negate(&self) -> Self {
        match self {
            Self::Play { instance, fields, negated } => {
                Self::Play { instance: instance.clone(), fields: fields.clone(), negated: !negated }
            }
            Self::Whole(inner) => Self::Whole(Rc::new(Position::negate(inner))),
            Self::Compound(rule, both) => {
                Self::Compound(*rule, Rc::new(std::array::from_fn(|i| Rc::new(Position::negate(&both[i])))))
            }
            Self::Form(form) => Self::Form(form.negate()),
        }
    }
}

impl Position {
    /// The position without components.
    #[must_use]
    pub const fn empty() -> Self {
        Self { components: Vec::new(), play: Play::Normal }
    }

    /// The position of one component.
    #[must_use]
    pub fn of(component: Component) -> Self {
        Self { components: vec![(component, 1)], play: Play::Normal }
    }

    /// The position of some components, in any order, each with how often it occurs; `None` when a component occurs more
    /// than `u64::MAX` times.
    #[must_use]
    pub fn from_components(mut components: Vec<(Component, u64)>) -> Option<Self> {
        components.retain(|(_, count)| *count > 0);
        components.sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut merged: Vec<(Component, u64)> = Vec::with_capacity(components.len());
        for (component, count) in components {
            match merged.last_mut() {
                Some((last, total)) if *last == component => *total = total.checked_add(count)?,
                _ => merged.push((component, count)),
            }
        }
        Some(Self { components: merged, play: Play::Normal })
    }

    /// `A + B`; `None` when a component would occur more than `u64::MAX` times.
    #[must_use]
    pub fn plus(a: &Self, b: &Self) -> Option<Self> {
        let play = a.play.max(b.play);
        let mut components = Vec::with_capacity(a.components.len() + b.components.len());
        let (mut left, mut right) = (a.components.iter().peekable(), b.components.iter().peekable());
        while let (Some((x, m)), Some((y, n))) = (left.peek(), right.peek()) {
            match x.cmp(y) {
                Ordering::Less => components.extend(left.next().cloned()),
                Ordering::Greater => components.extend(right.next().cloned()),
                Ordering::Equal => {
                    components.push((x.clone(), m.checked_add(*n)?));
                    left.next();
                    right.next();
                }
            }
        }
        components.extend(left.chain(right).cloned());
        Some(Self { components, play })
    }

    /// `n * A`; `None` when a component would occur more than `u64::MAX` times.
    #[must_use]
    pub fn times(n: u64, a: &Self) -> Option<Self> {
        if n == 0 {
            return Some(Self { components: Vec::new(), play: a.play });
        }
        let scaled = a.components.iter().map(|(component, count)| Some((component.clone(), count.checked_mul(n)?)));
        Some(Self { components: scaled.collect::<Option<_>>()?, play: a.play })
    }

    /// `-A`: Left and Right exchanged in every component.
    #[must_use]
    pub fn negate(a: &Self) -> Self {
        let flipped = |(component, count): &(Component, u64)| (component.negate(), *count);
        let mut components: Vec<_> = nested(|| a.components.iter().map(flipped).collect());
        components.sort_by(|(x, _), (y, _)| x.cmp(y));
        Self { components, play: a.play }
    }

    /// `whole(A)`; of the empty position it is the empty position.
    #[must_use]
    pub fn whole(a: &Rc<Self>) -> Self {
        if a.is_empty() { Self::empty() } else { Self::of(Component::Whole(a.clone())) }
    }

    /// Two positions played at once. One without components is left out where that leaves the game the same; `None` when
    /// compounds would stand in one another more than a hundred deep.
    #[must_use]
    pub fn compound(rule: Compound, first: &Rc<Self>, second: &Rc<Self>) -> Option<Self> {
        if first.is_empty() || second.is_empty() {
            let rest = if second.is_empty() { first } else { second };
            return Some(if rule.is_short() { Self::empty() } else { rest.with_play(Play::Normal) });
        }
        let deep = first.compounds().max(second.compounds()) >= MOST_COMPOUNDS;
        (!deep).then(|| Self::of(Component::Compound(rule, Rc::new([first.clone(), second.clone()]))))
    }

    /// How deep compounds stand in one another.
    fn compounds(&self) -> u32 {
        let of = |(component, _): &(Component, u64)| match component {
            Component::Compound(_, both) => 1 + both[0].compounds().max(both[1].compounds()),
            Component::Whole(inner) => nested(|| inner.compounds()),
            Component::Play { .. } | Component::Form(_) => 0,
        };
        self.components.iter().map(of).max().unwrap_or(0)
    }

    /// The same position under the given convention.
    #[must_use]
    pub fn with_play(&self, play: Play) -> Self {
        Self { components: self.components.clone(), play }
    }

    /// Whether it has no component.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// The component, if there is exactly one.
    #[must_use]
    pub fn single(&self) -> Option<&Component> {
        match self.components.as_slice() {
            [(component, 1)] => Some(component),
            _ => None,
        }
    }

    /// The position with one occurrence of the component at an index taken away.
    #[must_use]
    pub fn without_one(&self, index: usize) -> Self {
        let mut components = self.components.clone();
        match components.get_mut(index) {
            Some((_, count)) if *count > 1 => *count -= 1,
            Some(_) => drop(components.remove(index)),
            None => {}
        }
        Self { components, play: self.play }
    }
}

impl Drop for Position {
    /// Positions may nest as deep as a program builds them, deeper than the stack.
    fn drop(&mut self) {
        if !self.components.is_empty() {
            nested(|| self.components.clear());
        }
    }
}
