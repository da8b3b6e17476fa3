//! Positions that may repeat, with machine code for their options.

use super::code::{Found, NO_PART, widest};
use super::game::PackedGame;
use super::search::{Halt, Work};
use crate::base::{Meter, Pace};
use crate::cgt::loopy::LoopyValue;
use crate::cgt::remoteness::Remoteness;
use crate::cgt::{Play, Player};
use crate::engine::loopy::{Look, Mover, Positions};
use crate::engine::packed::shape::layout::Layout;

/// What is known of the positions of a game that may repeat.
pub struct Repeating {
    positions: Positions,
    pub work: Work,
}

impl PackedGame {
    /// How a position ends for the player to move, who is among its words where that matters; it may repeat.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn remoteness(&mut self, words: &[i64], play: Play, meter: &Meter) -> Result<Remoteness, Halt> {
        let (number, repeating) = self.explored(words, meter)?;
        // Who moves is among the words: any player stands for the one.
        Ok(repeating.positions.remoteness(number, Player::Left, play, meter)?)
    }

    /// The nim-value of an impartial position that may repeat, of a game without `wins if`.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn value_of_repeating(&mut self, words: &[i64], meter: &Meter) -> Result<LoopyValue, Halt> {
        let (number, repeating) = self.explored(words, meter)?;
        Ok(repeating.positions.nim_value(number, meter)?)
    }

    /// Looks at a position and all that can be reached from it; its number.
    fn explored(&mut self, words: &[i64], meter: &Meter) -> Result<(u32, &mut Repeating), Halt> {
        if widest(&self.program.body) > 1 {
            return Err(Halt::Leave);
        }
        let root = if self.program.images.is_empty() {
            self.layout.pack(words).ok_or(Halt::Outside)?
        } else {
            self.code.canonical(words).ok_or(Halt::Outside)?.1
        };
        let repeating = self.repeating.get_or_insert_with(|| {
            Box::new(Repeating { positions: Positions::new(Mover::InKey, meter), work: Work::default() })
        });
        let Repeating { positions, work } = &mut **repeating;
        let (layout, code) = (&self.layout, &mut self.code);
        let nothing_left = key_of_nothing(layout);
        let mut words = vec![0; layout.words.len()];
        let mut pace = Pace::default();
        let mut look = |key: u64, options: &mut [Vec<u64>; 2]| {
            work.positions += 1;
            meter.add_states(1)?;
            if Some(key) == nothing_left && code.has_gaps() {
                return Ok(Look::Options);
            }
            layout.unpack(key, &mut words);
            match code.options(&words, &mut options[0], meter)? {
                Found::Options(count) => work.options += count as u64,
                Found::Ends => {}
                Found::Wins => return Ok(Look::Won),
                Found::Leave => return Err(Halt::Leave),
                Found::Outside => return Err(Halt::Outside),
            }
            // A position may have a few options or thousands.
            if pace.step(1 + options[0].len() as u64, meter)? && work.options > code.break_even() {
                code.warm();
            }
            if code.has_gaps() {
                let missing = |key: &&mut u64| **key == NO_PART;
                for key in options[0].iter_mut().filter(missing) {
                    *key = nothing_left.ok_or(Halt::Leave)?;
                }
            }
            Ok(Look::Options)
        };
        let size = nothing_left.map(|key| key + 1);
        let number = positions.explore(root, size.filter(|_| layout.dense), meter, &mut look)?;
        Ok((number, repeating))
    }
}

/// The key of a position of nothing at all, to which a move may lead: the first that no other position has.
fn key_of_nothing(layout: &Layout) -> Option<u64> {
    Some(layout.size).filter(|&size| size < u64::MAX)
}
