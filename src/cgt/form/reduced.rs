//! Reduced canonical forms: what remains when infinitesimals are neglected (Grossman and Siegel 2009; Siegel, *CGT*,
//! ch. II.6).
//!
//! `G >= H` up to an infinitesimal exactly when the right stop of `G - H` is at least 0.

use super::arena::{Arena, deeper, with_mut};
use super::cooling::Images;
use super::{Form, FormError};
use crate::cgt::Player;

impl Form {
    /// The reduced canonical form: the one form without options that are dominated or reversible up to an infinitesimal
    /// that differs from this one by an infinitesimal.
    ///
    /// # Errors
    /// [`FormError::TooLarge`], [`FormError::TooDeep`].
    pub fn reduced(&self) -> Result<Self, FormError> {
        with_mut(|arena| reduce(arena, *self, &mut Images::default()))
    }
}

fn reduce(arena: &mut Arena, form: Form, known: &mut Images) -> Result<Form, FormError> {
    let (left_stop, right_stop) = arena.stops(form);
    if left_stop == right_stop {
        return Ok(left_stop.into());
    }
    if let Some(&image) = known.get(&form) {
        return Ok(image);
    }
    arena.tick()?;
    let mut left = side(arena, form, Player::Left, known)?;
    let mut right = side(arena, form, Player::Right, known)?;
    while bypass(arena, form, &mut left, Player::Left)? || bypass(arena, form, &mut right, Player::Right)? {}
    let image = arena.canonical(left, right)?;
    known.insert(form, image);
    Ok(image)
}

/// A player's options, reduced, of which only the best are kept.
fn side(arena: &mut Arena, form: Form, player: Player, known: &mut Images) -> Result<Vec<Form>, FormError> {
    let options = arena.options(form, player)?;
    let images = options.iter().map(|&option| deeper(|| reduce(arena, option, known)));
    let images = images.collect::<Result<Vec<_>, _>>()?;
    undominated(arena, images, player)
}

/// Whether `g` is at least `h`, up to an infinitesimal.
fn at_least(arena: &mut Arena, g: Form, h: Form) -> Result<bool, FormError> {
    let less = arena.negative(h);
    let difference = arena.sum(g, less)?;
    Ok(arena.stops(difference).1.signum() >= 0)
}

/// Whether `option` is at least as good for `player` as `other`, up to an infinitesimal.
fn as_good(arena: &mut Arena, player: Player, option: Form, other: Form) -> Result<bool, FormError> {
    if player == Player::Left { at_least(arena, option, other) } else { at_least(arena, other, option) }
}

fn undominated(arena: &mut Arena, options: Vec<Form>, player: Player) -> Result<Vec<Form>, FormError> {
    let mut kept: Vec<Form> = Vec::with_capacity(options.len());
    'options: for option in options {
        for &other in &kept {
            if as_good(arena, player, other, option)? {
                continue 'options;
            }
        }
        let mut rest = Vec::with_capacity(kept.len() + 1);
        for other in kept {
            if !as_good(arena, player, option, other)? {
                rest.push(other);
            }
        }
        rest.push(option);
        kept = rest;
    }
    Ok(kept)
}

/// Replaces one option that the other player reverses, up to an infinitesimal; whether there was one.
fn bypass(arena: &mut Arena, form: Form, options: &mut Vec<Form>, player: Player) -> Result<bool, FormError> {
    for i in 0..options.len() {
        for &answer in &*arena.options(options[i], player.opposite())? {
            if as_good(arena, player, form, answer)? {
                let behind = arena.options(answer, player)?;
                let mut list = std::mem::take(options);
                list.remove(i);
                list.extend(&*behind);
                *options = undominated(arena, list, player)?;
                return Ok(true);
            }
        }
    }
    Ok(false)
}
