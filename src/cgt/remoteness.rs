//! How long a win takes and how long a loss can be held off (Steinhaus 1925; C. A. B. Smith 1966; *Winning Ways*, ch. 9).
//!
//! The remoteness of a position without moves is 0. Whoever wins goes to a lost position as near to the end as there is,
//! whoever loses to one as far from it as there is; a draw has no remoteness. It is found by
//! [`OptionGraph::remoteness`](crate::cgt::loopy::OptionGraph::remoteness).

/// How a position ends for the player to move, and after how many moves; `None` for a draw.
pub type Remoteness = Option<Ending>;

/// An end that one player can force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Whether the player to move wins.
    pub wins: bool,
    /// After how many moves, when the winner hurries and the loser does not.
    pub after: u32,
}
