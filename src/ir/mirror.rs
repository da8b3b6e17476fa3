//! Loops of which one half gives the same options as the other: a heap that is split in two, say.

use super::affine::{Affine, substitute};
use super::fold;
use super::program::{Expr, ExprKind, Image, Interval, Op, Reg};

/// What a round of a loop gives, in terms of components and the variables of open loops.
pub(super) struct Round {
    /// The conditions under which it gives it.
    pub conditions: Vec<Expr>,
    /// The option.
    pub parts: Vec<Vec<Expr>>,
}

/// What makes two positions the same.
pub(super) struct Alike<'a> {
    /// The registers of the components.
    pub words: &'a [Reg],
    /// For each word, the first of its bag.
    pub bags: &'a [Option<u32>],
    /// What equations make of positions.
    pub images: &'a [Image],
}

/// The last value of a variable that needs to be tried where a loop gives the same options from both ends; `None` where it
/// does not.
pub(super) fn middle(reg: Reg, (low, high): (&Expr, &Expr), round: &Round, alike: &Alike<'_>) -> Option<Expr> {
    let mut sum = Affine::of(low)?;
    sum.add(high, 1)?;
    let mut opposite = sum.clone();
    opposite.add(&Expr::reg(reg, Interval::new(0, 0)), -1)?;
    let range = Interval::new(low.interval.low, high.interval.high);
    let opposite = Expr { interval: range, ..opposite.expression()? };
    let turned = |e: &Expr| substitute(e, &|r| (r == reg).then(|| opposite.clone()));
    for condition in &round.conditions {
        let other = turned(condition)?;
        if !round.conditions.iter().any(|c| says_the_same(c, &other)) {
            return None;
        }
    }
    let turn = |part: &Vec<Expr>| part.iter().map(turned).collect::<Option<Vec<Expr>>>();
    let turned: Vec<Vec<Expr>> = round.parts.iter().map(turn).collect::<Option<_>>()?;
    let paired = match (&round.parts[..], &turned[..]) {
        ([one], [other]) => alike.holds(one, other),
        ([a, b], [c, d]) => alike.holds(a, d) && alike.holds(b, c) || alike.holds(a, c) && alike.holds(b, d),
        _ => false,
    };
    if !paired {
        return None;
    }
    fold::binary(Op::FloorDiv, sum.expression()?, Expr::constant(2)).ok()
}

impl Alike<'_> {
    /// Whether two positions are the same, or an equation makes one of the other.
    fn holds(&self, a: &[Expr], b: &[Expr]) -> bool {
        let image = |image: &Image| {
            let place = |reg: Reg| self.words.iter().position(|word| *word == reg);
            let of = |word| substitute(word, &|reg| place(reg).and_then(|at| b.get(at).cloned()));
            image.exists.as_constant() == Some(1)
                && image.words.iter().map(of).collect::<Option<Vec<Expr>>>().is_some_and(|b| self.are_equal(a, &b))
        };
        self.are_equal(a, b) || self.images.iter().any(image)
    }

    /// Whether they have the same words, those of a bag in any order.
    fn are_equal(&self, a: &[Expr], b: &[Expr]) -> bool {
        let mut left: Vec<usize> = (0..b.len()).collect();
        a.len() == b.len()
            && a.iter().enumerate().all(|(i, word)| {
                let fits = |&j: &usize| i == j || self.bags[i].is_some() && self.bags[i] == self.bags[j];
                let found = left.iter().position(|j| fits(j) && is_equal(word, &b[*j]));
                found.map(|at| left.swap_remove(at)).is_some()
            })
    }
}

/// Whether two numbers are the same.
fn is_equal(a: &Expr, b: &Expr) -> bool {
    a == b || Affine::difference(a, b).and_then(|form| form.as_constant()) == Some(0)
}

/// Whether two conditions hold in the same cases.
fn says_the_same(a: &Expr, b: &Expr) -> bool {
    let (ExprKind::Binary(f, x, y), ExprKind::Binary(g, u, v)) = (&*a.kind, &*b.kind) else { return a == b };
    let sides = |x: &Expr, y: &Expr| {
        let both = Affine::difference(x, y).zip(Affine::difference(u, v));
        both.and_then(|(a, b)| a.minus(&b)).and_then(|form| form.as_constant()) == Some(0)
    };
    match (f, g) {
        (Op::Eq, Op::Eq) | (Op::Ne, Op::Ne) => sides(x, y) || sides(y, x),
        (Op::Le, Op::Le) | (Op::Lt, Op::Lt) => sides(x, y),
        _ => a == b,
    }
}
