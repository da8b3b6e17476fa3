//! The ups of higher order: `↑^n = {0|* - ↑^[n-1]}` and their sums `↑^[n] = ↑^1 + ... + ↑^n = {↑^[n-1]|*}` (*Winning Ways*, ch. 8;
//! Siegel, *CGT*, ch. II.7).

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::{Form, FormError, Repr};
use crate::cgt::Player;

/// Forms deeper than this are spelt.
const DEEPEST_NAMED: u32 = 100;

const STAR: Form = Form::simple(super::Simple::infinitesimal(0, 1));

/// `↑^[n]`, written `^[n]`.
///
/// # Errors
/// [`FormError::TooDeep`].
pub(super) fn up_to(n: u32) -> Result<Form, FormError> {
    let mut form = Form::ZERO;
    for _ in 0..n {
        form = Form::from_options(&[form], &[STAR])?;
    }
    Ok(form)
}

/// `↑^n`, written `^<n>`.
///
/// # Errors
/// [`FormError::TooDeep`].
pub(super) fn up_of_order(n: u32) -> Result<Form, FormError> {
    let behind = STAR.minus(&up_to(n.saturating_sub(1))?)?;
    Form::from_options(&[Form::ZERO], &[behind])
}

/// The name of a form that is an up of higher order, or the sum of such, with a star or without; the negatives likewise.
pub(super) fn name(arena: &mut Arena, form: Form) -> Option<String> {
    // none of them is worth the work for others
    if arena.depth(form) > DEEPEST_NAMED || arena.stops(form) != (Dyadic::ZERO, Dyadic::ZERO) {
        return None;
    }
    let one_or_two = |player| matches!(arena.options(form, player).ok()?.len(), 1 | 2).then_some(());
    one_or_two(Player::Left).and_then(|()| one_or_two(Player::Right))?;
    for star in [false, true] {
        let plain = if star { arena.sum(form, STAR).ok()? } else { form };
        for sign in ["^", "v"] {
            let up = if sign == "^" { plain } else { arena.negative(plain) };
            let star = if star { "*" } else { "" };
            if let Some(n) = sum_to(arena, up) {
                return Some(format!("{sign}[{n}]{star}"));
            }
            if let Some(n) = order(arena, up) {
                return Some(format!("{sign}<{n}>{star}"));
            }
        }
    }
    None
}

/// The only options of a form that has one for each player and is no sum of a number, ups and a nimber.
fn only(arena: &Arena, form: Form) -> Option<(Form, Form)> {
    let Repr::Node(id) = form.0 else { return None };
    let node = arena.node(id);
    match (&*node.left, &*node.right) {
        (&[left], &[right]) => Some((left, right)),
        _ => None,
    }
}

/// `n` when the form is `↑^[n]`, n > 1.
fn sum_to(arena: &Arena, mut form: Form) -> Option<u32> {
    let mut n = 1;
    while form != Form::UP {
        let (left, right) = only(arena, form)?;
        if right != STAR {
            return None;
        }
        (form, n) = (left, n + 1);
    }
    (n > 1).then_some(n)
}

/// `n` when the form is `↑^n`, n > 1.
fn order(arena: &mut Arena, form: Form) -> Option<u32> {
    let (left, right) = only(arena, form)?;
    if left != Form::ZERO {
        return None;
    }
    let behind = arena.sum(right, STAR).ok()?;
    let behind = arena.negative(behind);
    if behind == Form::UP { Some(2) } else { Some(sum_to(arena, behind)? + 1) }
}
