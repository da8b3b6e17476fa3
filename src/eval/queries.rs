//! How evaluation asks about positions. Engines implement it; evaluation never knows which one answers.

use std::rc::Rc;

use super::Stop;
use crate::cgt::genus::Genus;
use crate::cgt::quotient::Presentation;
use crate::cgt::remoteness::Remoteness;
use crate::cgt::{Outcome, Player, Question, Winner};
use crate::number::Number;
use crate::value::{Instance, MoveRecord, Position, Universe, Value};

/// The questions that an engine answers about positions. All respect `Position::play` where the language allows it.
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
    /// Who wins when this player starts.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn first(&mut self, position: &Rc<Position>, starter: Player) -> Result<Winner, Stop>;
    /// Distinct options, ascending; of one player when one is named.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn options(&mut self, position: &Rc<Position>, player: Option<Player>) -> Result<Vec<Rc<Position>>, Stop>;
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
    /// The moves that keep a draw for the side that makes them.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn drawing_moves(&mut self, position: &Rc<Position>) -> Result<Vec<Rc<MoveRecord>>, Stop>;
    /// How it ends when this player starts, and after how many moves; `None` for a draw.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn remoteness(&mut self, position: &Rc<Position>, starter: Player) -> Result<Remoteness, Stop>;
    /// The genus of an impartial position.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn genus(&mut self, position: &Rc<Position>) -> Result<Rc<Genus>, Stop>;
    /// The misère quotient of the sums of all that an impartial position leads to.
    ///
    /// # Errors
    /// As for [`Queries::sg`]; when none is found.
    fn misere_quotient(&mut self, position: &Rc<Position>) -> Result<Rc<Presentation>, Stop>;
    /// The element of `sum` in that quotient, by its place; `None` when the position does not lead to its components.
    ///
    /// # Errors
    /// As for [`Queries::misere_quotient`].
    fn misere_element(&mut self, sum: &Rc<Position>, position: &Rc<Position>) -> Result<Option<usize>, Stop>;
    /// Whether all components are tame, so that their misère sums go as in Nim.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn is_tame(&mut self, position: &Rc<Position>) -> Result<bool, Stop>;
    /// The suspense number of an impartial position under normal play.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn suspense(&mut self, position: &Rc<Position>) -> Result<u32, Stop>;
    /// The position and everything reachable from it, ascending.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn followers(&mut self, position: &Rc<Position>) -> Result<Vec<Rc<Position>>, Stop>;
    /// The length of the longest play.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn birthday(&mut self, position: &Rc<Position>) -> Result<Number, Stop>;
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
    /// How two values compare under normal play; `None` when they are incomparable. `what` asks, as faults name it.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn compare(
        &mut self,
        what: &'static str,
        a: &Rc<Position>,
        b: &Rc<Position>,
    ) -> Result<Option<std::cmp::Ordering>, Stop>;
    /// Whether generators may ask for blocks of positions, in other words for more than one instance at a time.
    fn takes_columns(&self) -> bool {
        false
    }
    /// Answers for many positions of one game at once, appended to `into`: Grundy values, or 1 and 0. `false` when
    /// that has no advantage over asking for each; then nothing was appended.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn column(&mut self, _positions: &PositionColumns<'_>, _into: &mut Vec<i64>) -> Result<bool, Stop> {
        Ok(false)
    }
    /// Announces that about so many positions of a game will be asked about, none with greater fields than the one
    /// given; `all`: for certain. A hint, for the size of tables.
    fn announce(&mut self, _greatest: &PositionColumns<'_>, _count: u64, _all: bool) {}
    /// The proved period of the Grundy values of a game on one heap, or why there is none.
    ///
    /// # Errors
    /// As for [`Queries::sg`].
    fn proven_period(&mut self, instance: &Rc<Instance>) -> Result<Result<Rc<ProvenPeriod>, String>, Stop> {
        Ok(Err(format!("`{}` is not known as a game on heaps", instance.name)))
    }
}

/// A field of many positions.
#[derive(Clone, Copy, Debug)]
pub enum FieldColumn<'a> {
    /// A natural number each.
    Number(&'a [i64]),
    /// A list of natural numbers each: a column an entry; those of a bag ascend.
    List(&'a [Vec<i64>]),
    /// A set each: the masks of subsets of a universe of at most 64 elements, which are those of the field's domain.
    Set(&'a Rc<Universe>, &'a [i64]),
    /// The same for all: a member of an enum, a truth value, a set, a tuple. Whether it belongs to the field's domain is not
    /// known.
    Fixed(&'a Value),
}

/// Many positions of one game that is not loopy; impartial but where somebody is said to start.
#[derive(Clone, Copy, Debug)]
pub struct PositionColumns<'a> {
    /// The game with its rule arguments.
    pub instance: &'a Rc<Instance>,
    /// Its fields.
    pub fields: &'a [FieldColumn<'a>],
    /// How many positions.
    pub count: usize,
    /// What is asked about each.
    pub question: Question,
    /// Who starts, where the players have different moves; then it is asked whether that player wins.
    pub starter: Option<Player>,
}

/// A proved regularity of the Grundy values of heaps: `g(n + period) = g(n) + saltus` for all `n >= preperiod`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvenPeriod {
    /// The least index from which it holds.
    pub preperiod: u64,
    /// The least period, at least 1.
    pub period: u64,
    /// What is added each time round.
    pub saltus: u64,
    /// The theorem, with the range that had to be verified, in one sentence.
    pub theorem: String,
    /// The values of heaps `0..preperiod + period`.
    pub values: Vec<u64>,
}

impl ProvenPeriod {
    /// The value of a heap of any size that is not negative.
    #[must_use]
    pub fn value(&self, heap: i128) -> i128 {
        let (start, period) = (i128::from(self.preperiod), i128::from(self.period));
        let (least, rounds) =
            if heap < start { (heap, 0) } else { (start + (heap - start) % period, (heap - start) / period) };
        let value = usize::try_from(least).ok().and_then(|i| self.values.get(i)).copied().unwrap_or(0);
        i128::from(value) + rounds * i128::from(self.saltus)
    }
}
