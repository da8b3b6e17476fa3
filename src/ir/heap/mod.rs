//! Heap games recognised in plain rules.
//!
//! A game with one field `n` is a *heap game* when every move takes some tokens and leaves the rest in at most three
//! heaps. The rules are read symbolically, as linear conditions, which gives a heap size up to which the moves must be
//! compared with those of a code one by one; if they agree so far, they agree for every `n` (see [`bound`]).

mod bound;
mod entail;
mod form;
mod piece;
mod read;

use super::lower::{Constants, Unsupported};
use crate::analysis::model::{Game, Model};
use crate::value::Value;

/// What the rules are compared by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeapShape {
    /// Rules of this kind that agree for heaps up to this one agree for all.
    pub bound: u64,
    /// How much is taken, and the heaps left, are compared with no constant beyond this one.
    pub constant: u64,
    /// Any large number may be taken, not only finitely many.
    pub open: bool,
    /// The moves may depend on remainders by this.
    pub modulus: u64,
}

/// Enumerating the moves of all heaps up to the bound costs at most so many bindings.
const MOST_WORK: u64 = 1 << 22;

/// Reads a game's moves as those of a heap game; `None` for a game of more fields than one, as most are.
///
/// # Errors
/// [`Unsupported`] says what does not fit.
pub fn heap_shape(
    model: &Model,
    game: &Game,
    args: &[Value],
    constants: &dyn Constants,
) -> Result<Option<HeapShape>, Unsupported> {
    if game.fields.len() != 1 {
        return Ok(None);
    }
    let reader = read::Reader::new(model, game, args, constants);
    let families = reader.game()?;
    let mut pieces = Vec::new();
    for family in &families {
        for piece in family.pieces()? {
            if !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
    }
    let shape = bound::shape(&pieces)?;
    let work = families.iter().try_fold(0u64, |sum, f| sum.checked_add(shape.bound.checked_pow(f.loops() + 1)?));
    if work.is_none_or(|work| work > MOST_WORK) {
        return Err(Unsupported("its constants are too large"));
    }
    Ok(Some(shape))
}
