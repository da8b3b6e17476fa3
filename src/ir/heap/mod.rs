//! Heap games recognised in plain rules.
//!
//! A game with one field `n` is a *heap game* when every move removes a fixed number `t` of tokens and leaves the rest
//! in at most two heaps. The rules are read symbolically, which settles every heap size from [`HeapShape::from`] on;
//! below it the caller compares the moves one by one. Together the two decide for every `n`.

mod families;
mod linear;
mod read;

use std::collections::BTreeMap;

use super::lower::{Constants, Unsupported};
use crate::analysis::model::{Game, Model};
use crate::value::Value;

/// What may be left after removing a number of tokens, for large heaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Leaves {
    /// One heap.
    pub one: bool,
    /// Two non-empty heaps, any two.
    pub two: bool,
    /// Two non-empty heaps of different sizes.
    pub unequal: bool,
}

/// What the rules say of heaps of at least `from` tokens.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeapShape {
    /// By the number of tokens removed.
    pub removals: BTreeMap<u64, Leaves>,
    /// Every number from here on may be removed as well, leaving one heap (which may be empty).
    pub any_from: Option<u64>,
    /// Removals that `any_from` does not allow.
    pub except: Vec<u64>,
    /// The rules mean just this for heaps of this size and more; smaller ones are to be compared one by one.
    pub from: u64,
}

/// Reads a game's moves as those of a heap game.
///
/// # Errors
/// [`Unsupported`] says what does not fit.
pub fn heap_shape(
    model: &Model,
    game: &Game,
    args: &[Value],
    constants: &dyn Constants,
) -> Result<HeapShape, Unsupported> {
    if game.fields.len() != 1 || !game.endings.is_empty() {
        return Err(Unsupported("not a game of one heap"));
    }
    let mut reader = read::Reader::new(model, game, args, constants);
    let mut families = Vec::new();
    for m in &game.moves {
        families.extend(reader.families(m)?);
    }
    families::shape(&families)
}
