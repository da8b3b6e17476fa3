//! The lower part of a Beatty sequence, `floor(n * alpha)`, as a relation that verifies itself.

use std::rc::Rc;

use super::automaton::Automaton;
use super::budget::{Budget, Halt};
use super::digits::Digitwise;
use super::eliminate::Decider;
use super::formula::{Formula, Linear};
use super::numeration::Numeration;

/// The pairs `(n, floor(n * alpha))` on tracks 0 and 1, where `alpha = (2 - r + sqrt(r^2 + 4)) / 2`, in the metallic numeration
/// of `r >= 1`; for `r = 1` alpha is the golden ratio. `None` when the relation that is built does not prove to be that.
///
/// The lower numbers are those that end in an even number of zeros, and the upper ones, `r n` more, are written with a 0
/// behind them (Fraenkel 1982). What is built so is a function `F` for which is then decided: it is total; `F(0) = 0`;
/// `F(m + n) - F(m) - F(n)` is 0 or 1, so that `F(n) <= s n <= F(n) + 1` for some slope `s` (Fekete); and
/// `F(F(n)) + (r - 2) F(n) - r n` is bounded, so that `s^2 = (2 - r) s + r`, hence `s = alpha`, which is irrational, hence
/// `F(n) = floor(n alpha)`.
///
/// # Errors
/// Those of the budget.
pub fn beatty(r: u32, budget: &Budget) -> Result<Option<Rc<Automaton>>, Halt> {
    let mut decider = Decider::new(Numeration::Metallic(r), budget);
    let [n, a, b] = [(); 3].map(|()| decider.fresh());
    let r = i128::from(r);
    let variable = Linear::variable;
    let equal = |a: &Linear, b: &Linear| Formula::equal(a, b).ok_or(Halt::Size);
    let combine = |terms: &[(u32, i128)]| {
        terms.iter().try_fold(Linear::default(), |sum, (v, c)| sum.plus(&variable(*v), *c)).ok_or(Halt::Size)
    };
    let pair = Formula::all([
        Formula::digits(Digitwise::Zeros { modulus: 2, residue: 0 }, vec![a]),
        Formula::digits(Digitwise::Shift, vec![b, a]),
        equal(&variable(b), &combine(&[(a, 1), (n, r)])?)?,
    ]);
    let zero = Formula::all([equal(&variable(n), &Linear::default())?, equal(&variable(a), &Linear::default())?]);
    let relation = decider.automaton(&pair.exists(vec![b]).or(&zero))?;
    let f = |n, a| Formula::table(Rc::clone(&relation), vec![n, a]);

    let [m, k, c, d] = [(); 4].map(|()| decider.fresh());
    let partial = f(n, a).exists(vec![a]).not().exists(vec![n]);
    let double = f(n, a).and(&f(n, b)).and(&equal(&variable(a), &variable(b))?.not()).exists(vec![n, a, b]);
    let (zero, one) = (Linear::default(), Linear::constant(1));
    let excess = combine(&[(c, 1), (a, -1), (b, -1)])?;
    let additive = Formula::any([equal(&excess, &zero)?, equal(&excess, &one)?]);
    let sums = Formula::all([f(n, a), f(m, b), f(k, c), equal(&variable(k), &combine(&[(n, 1), (m, 1)])?)?]);
    let skew = sums.and(&additive.not()).exists(vec![n, m, k, a, b, c]);
    // |F(F(n)) + (r - 2) F(n) - r n| <= 2 r + 4
    let rest = combine(&[(d, 1), (a, r - 2), (n, -r)])?;
    let bound = Linear::constant(2 * r + 4);
    let near = Formula::all([
        Formula::at_most(&rest, &bound, 0).ok_or(Halt::Size)?,
        Formula::at_most(&rest.times(-1).ok_or(Halt::Size)?, &bound, 0).ok_or(Halt::Size)?,
    ]);
    let far = f(n, a).and(&f(a, d)).and(&near.not()).exists(vec![n, a, d]);
    for wrong in [partial, double, skew, far] {
        if decider.holds(&wrong)? {
            return Ok(None);
        }
    }
    let at_zero = relation.accepts(&|_| 0, 0);
    Ok(at_zero.then_some(relation))
}
