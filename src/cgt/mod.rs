//! Floor 2: the mathematics of combinatorial games. No syntax, no input or output, no text but for names of values.

mod form;
mod periodicity;

pub use form::Form;
pub use periodicity::Periodicity;

/// Who wins: the next player, the previous player, Left, Right, or nobody (a draw by endless play).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The player who moves next wins.
    N,
    /// The player who moved last wins.
    P,
    /// Left wins, whoever starts.
    L,
    /// Right wins, whoever starts.
    R,
    /// Nobody can force a win, whoever starts.
    D,
    /// A partizan loopy position of none of these classes: the result when Left starts, then when Right starts.
    Mixed(Winner, Winner),
}

/// How a play ends for a given starter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Winner {
    /// Left wins.
    Left,
    /// Right wins.
    Right,
    /// Endless play.
    Draw,
}

/// Who cannot move has lost (normal play) or won (misère play).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Play {
    /// The last player to move wins.
    Normal,
    /// The last player to move loses.
    Misere,
}
