//! Cooling, heating and overheating (*Winning Ways*, ch. 6; Siegel, *CGT*, ch. II.5).

use hashbrown::HashMap;

use super::arena::{Arena, FoldedHash, deeper, with_mut};
use super::dyadic::Dyadic;
use super::thermograph::Thermographs;
use super::{Form, FormError, Repr};
use crate::cgt::Player;

impl Form {
    /// The form cooled by `t`: with a tax of `t` on every move, until nobody would move any more.
    ///
    /// # Errors
    /// [`FormError::BelowZero`] for a negative `t`, [`FormError::TooLarge`], [`FormError::TooDeep`].
    pub fn cool(&self, t: Dyadic) -> Result<Self, FormError> {
        if t.signum() < 0 {
            return Err(FormError::BelowZero);
        }
        with_mut(|arena| cooled(arena, *self, t))
    }

    /// The form heated by `by`: every move earns it; numbers stay.
    ///
    /// # Errors
    /// [`FormError::TooLarge`], [`FormError::TooDeep`].
    pub fn heat(&self, by: &Self) -> Result<Self, FormError> {
        with_mut(|arena| heated(arena, *self, Heating { unit: None, by: *by }))
    }

    /// The form overheated from `unit` to `by`: every move earns `by`, and an integer n is n copies of `unit`.
    ///
    /// # Errors
    /// [`FormError::TooLarge`], [`FormError::TooDeep`].
    pub fn overheat(&self, unit: &Self, by: &Self) -> Result<Self, FormError> {
        with_mut(|arena| heated(arena, *self, Heating { unit: Some(*unit), by: *by }))
    }

    /// What a player gains by each move of the canonical form: `G^L - G` for Left, `G - G^R` for Right; distinct, ascending.
    ///
    /// # Errors
    /// [`FormError::TooLarge`], [`FormError::TooDeep`].
    pub fn incentives(&self, player: Player) -> Result<Vec<Self>, FormError> {
        let options = if player == Player::Left { self.left_options() } else { self.right_options() };
        let gain = |option: &Self| if player == Player::Left { option.minus(self) } else { self.minus(option) };
        let mut gains = options?.iter().map(gain).collect::<Result<Vec<_>, _>>()?;
        gains.sort_unstable();
        gains.dedup();
        Ok(gains)
    }
}

/// What became of each form met.
pub(super) type Images = HashMap<Form, Form, FoldedHash>;

/// How a game is made hotter: what is added to Left's options and taken from Right's, and what stands for a number.
#[derive(Clone, Copy)]
struct Heating {
    /// The copies of this that an integer turns into; a heating without it keeps every number.
    unit: Option<Form>,
    /// What is added.
    by: Form,
}

/// Cools by `t >= 0`: `{G^L - t | G^R + t}` of cooled options up to the temperature, above it the mean.
fn cooled(arena: &mut Arena, form: Form, t: Dyadic) -> Result<Form, FormError> {
    let thermographs = Thermographs::of(arena, form)?;
    cool(arena, form, t, &thermographs, &mut Images::default())
}

fn cool(
    arena: &mut Arena,
    form: Form,
    t: Dyadic,
    thermographs: &Thermographs,
    known: &mut Images,
) -> Result<Form, FormError> {
    if let Repr::Simple(simple) = form.0 {
        // a number, or infinitesimally close to one
        return Ok(if t.signum() == 0 { form } else { simple.number.into() });
    }
    let (mean, temperature) = thermographs.mast(form)?;
    if t > temperature {
        return Ok(mean.into());
    }
    if let Some(&image) = known.get(&form) {
        return Ok(image);
    }
    arena.tick()?;
    let mut side = |arena: &mut Arena, player: Player, tax: Dyadic| -> Result<Vec<Form>, FormError> {
        let options = arena.options(form, player)?;
        let taxed = options.iter().map(|&option| {
            let option = deeper(|| cool(arena, option, t, thermographs, known))?;
            arena.sum(option, tax.into())
        });
        taxed.collect()
    };
    let left = side(arena, Player::Left, t.negated())?;
    let right = side(arena, Player::Right, t)?;
    let image = arena.canonical(left, right)?;
    known.insert(form, image);
    Ok(image)
}

/// Heats or overheats: `{G^L + t | G^R - t}` of heated options.
fn heated(arena: &mut Arena, form: Form, how: Heating) -> Result<Form, FormError> {
    arena.shallow(form)?;
    heat(arena, form, how, &mut Images::default())
}

fn heat(arena: &mut Arena, form: Form, how: Heating, known: &mut Images) -> Result<Form, FormError> {
    match (form.as_number(), how.unit) {
        (Some(_), None) => return Ok(form),
        (Some(n), Some(unit)) if n.is_integer() => {
            let unit = if n.signum() < 0 { arena.negative(unit) } else { unit };
            return arena.copies(unit, n.to_integer().ok_or(FormError::TooLarge)?.unsigned_abs());
        }
        _ => {}
    }
    if let Some(&image) = known.get(&form) {
        return Ok(image);
    }
    arena.tick()?;
    let mut side = |arena: &mut Arena, player: Player, by: Form| -> Result<Vec<Form>, FormError> {
        let options = arena.options(form, player)?;
        let heated = options.iter().map(|&option| {
            let option = deeper(|| heat(arena, option, how, known))?;
            arena.sum(option, by)
        });
        heated.collect()
    };
    let left = side(arena, Player::Left, how.by)?;
    let less = arena.negative(how.by);
    let right = side(arena, Player::Right, less)?;
    let image = arena.canonical(left, right)?;
    known.insert(form, image);
    Ok(image)
}
