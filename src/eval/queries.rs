//! How evaluation asks about positions. Engines implement it; evaluation never knows which one answers.

use std::rc::Rc;

use super::Stop;
use crate::cgt::{Outcome, Winner};
use crate::value::{MoveRecord, Position};

/// The questions that an engine answers about positions. All respect `Position::misere` where the language allows it.
pub trait Queries {
    /// The Grundy value under normal play.
    ///
    /// # Errors
    /// A limit, or a fault of the rules.
    fn sg(&mut self, position: &Rc<Position>) -> Result<u64, Stop>;
    /// Whether the player to move wins; stops at the first P-option.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn wins(&mut self, position: &Rc<Position>) -> Result<bool, Stop>;
    /// The outcome class.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn outcome(&mut self, position: &Rc<Position>) -> Result<Outcome, Stop>;
    /// Who wins when Left starts (`left`), or Right.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn first(&mut self, position: &Rc<Position>, left: bool) -> Result<Winner, Stop>;
    /// Distinct options, ascending; of one player when `side` says so (`true` for Left).
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn options(&mut self, position: &Rc<Position>, side: Option<bool>) -> Result<Vec<Rc<Position>>, Stop>;
    /// Every move, for every component as written; equal components count each.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn moves(&mut self, position: &Rc<Position>) -> Result<Vec<Rc<MoveRecord>>, Stop>;
    /// The moves that win for the side that makes them.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn winning_moves(&mut self, position: &Rc<Position>) -> Result<Vec<Rc<MoveRecord>>, Stop>;
    /// The position and everything reachable from it, ascending.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn followers(&mut self, position: &Rc<Position>) -> Result<Vec<Rc<Position>>, Stop>;
    /// The length of the longest play.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn birthday(&mut self, position: &Rc<Position>) -> Result<u64, Stop>;
    /// The canonical form.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn value(&mut self, position: &Rc<Position>) -> Result<crate::cgt::Form, Stop>;
    /// The `n` with `P + Nim(n)` lost under misère play.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn misere_value(&mut self, position: &Rc<Position>) -> Result<u64, Stop>;
    /// How two values compare under normal play; `None` when they are incomparable.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn compare(&mut self, a: &Rc<Position>, b: &Rc<Position>) -> Result<Option<std::cmp::Ordering>, Stop>;
}
