//! Atomic weights of all-small games (*Winning Ways*, ch. 8; Siegel, *CGT*, ch. II.7).

use super::arena::{Arena, deeper, with_mut};
use super::cooling::Images;
use super::dyadic::Dyadic;
use super::{Form, FormError, Repr};
use crate::cgt::{ByPlayer, Player};

impl Form {
    /// The atomic weight: how many ups the form is worth in all-small company. An integer for most, else a game.
    ///
    /// # Errors
    /// [`FormError::NotAllSmall`] when it leads to a number other than 0, [`FormError::TooLarge`], [`FormError::TooDeep`].
    pub fn atomic_weight(&self) -> Result<Self, FormError> {
        with_mut(|arena| weight(arena, *self))
    }
}

fn weight(arena: &mut Arena, form: Form) -> Result<Form, FormError> {
    let mut star = 1;
    remote(arena, form, &mut star, &mut Images::default())?;
    let far = Form::star(u64::from(star))?;
    weigh(arena, form, far, &mut Images::default())
}

/// Raises `star` to a power of two beyond every nimber that `form` leads to; refuses what is not all small.
fn remote(arena: &mut Arena, form: Form, star: &mut u32, seen: &mut Images) -> Result<(), FormError> {
    if let Repr::Simple(simple) = form.0 {
        if simple.number != Dyadic::ZERO {
            return Err(FormError::NotAllSmall);
        }
        // the stars on the way down the ups differ from this one in the last bit at most
        while *star <= simple.nimber | 1 {
            *star = star.checked_mul(2).ok_or(FormError::TooLarge)?;
        }
        return Ok(());
    }
    if seen.insert(form, form).is_some() {
        return Ok(());
    }
    arena.tick()?;
    for player in [Player::Left, Player::Right] {
        for &option in &*arena.options(form, player)? {
            deeper(|| remote(arena, option, star, seen))?;
        }
    }
    Ok(())
}

fn weigh(arena: &mut Arena, form: Form, far: Form, known: &mut Images) -> Result<Form, FormError> {
    if let Repr::Simple(simple) = form.0 {
        return Form::integer(simple.ups.into());
    }
    if let Some(&weight) = known.get(&form) {
        return Ok(weight);
    }
    arena.tick()?;
    let mut side = |arena: &mut Arena, player: Player, step: i64| -> Result<Vec<Form>, FormError> {
        let options = arena.options(form, player)?;
        let moved = options.iter().map(|&option| {
            let weight = deeper(|| weigh(arena, option, far, known))?;
            arena.sum(weight, Form::integer(step)?)
        });
        moved.collect()
    };
    let options = ByPlayer { left: side(arena, Player::Left, -2)?, right: side(arena, Player::Right, 2)? };
    let plain = arena.canonical(options.left.clone(), options.right.clone())?;
    let weight = if plain.as_number().is_some_and(Dyadic::is_integer) {
        // several integers fit: the comparison with a remote star says which
        match (arena.le(far, form)?, arena.le(form, far)?) {
            (true, false) => fitting(arena, &options, Player::Left)?,
            (false, true) => fitting(arena, &options, Player::Right)?,
            _ => Form::ZERO,
        }
    } else {
        plain
    };
    known.insert(form, weight);
    Ok(weight)
}

/// The greatest integer that is less than or confused with every right option (for Left), or the least that is greater
/// than or confused with every left option (for Right).
fn fitting(arena: &mut Arena, options: &ByPlayer<Vec<Form>>, player: Player) -> Result<Form, FormError> {
    let mut best: Option<i64> = None;
    for &option in &options[player.opposite()] {
        let (left_stop, right_stop) = arena.stops(option);
        // near the stop that bounds from this side: an integer beyond it is no candidate, one before it fits
        let bound = if player == Player::Left {
            let mut n = left_stop.floor()?;
            while arena.le(option, Form::integer(n)?)? {
                n -= 1;
            }
            n
        } else {
            let mut n = right_stop.negated().floor()?.saturating_neg();
            while arena.le(Form::integer(n)?, option)? {
                n += 1;
            }
            n
        };
        best = Some(best.map_or(bound, |b| if player == Player::Left { b.min(bound) } else { b.max(bound) }));
    }
    Form::integer(best.ok_or(FormError::NotAllSmall)?)
}
