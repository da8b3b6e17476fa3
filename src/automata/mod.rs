//! Floor 2: automata on tuples of natural numbers, and the formulas that they decide. It knows nothing of games.
//!
//! A number is the word of its digits, the most significant first, in a [`Numeration`]; a tuple of numbers is several words
//! read side by side, one *track* each. A set of tuples that a finite automaton recognises is closed under Boolean operations
//! and under projection, so that every formula with addition, order, congruences and the digitwise operations of one
//! numeration is decided (Büchi 1960; Bruyère, Hansel, Michaux, Villemaire 1994). A state's transitions are a decision diagram
//! over the tracks, as in MONA: a track that a state does not look at costs nothing.

mod automaton;
mod beatty;
mod budget;
mod diagram;
mod digits;
mod eliminate;
mod formula;
mod learn;
mod linear;
mod minimise;
mod numeration;
mod product;
mod project;
mod refute;
mod rename;
mod text;
mod weave;
mod words;

#[cfg(test)]
mod tests;

pub use automaton::{Automaton, Track};
pub use beatty::beatty;
pub use budget::{Budget, Halt};
pub use digits::Digitwise;
pub use eliminate::Decider;
pub use formula::{Formula, Linear, Relation};
pub use learn::{Told, learn};
pub use numeration::Numeration;
pub use text::Writer;
