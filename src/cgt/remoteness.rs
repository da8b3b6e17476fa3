//! How long a win takes and how long a loss can be held off (Steinhaus 1925; C. A. B. Smith 1966; *Winning Ways*, ch. 9).
//!
//! The remoteness of a position without moves is 0. Whoever wins goes to a lost position as near to the end as there is,
//! whoever loses to one as far from it as there is; a draw has no remoteness.

use crate::base::charged::Charged;
use crate::base::{Exceeded, Meter};
use crate::cgt::{ByPlayer, Movers, Play, Player};

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

/// Positions `0..len` with their options; the options of a position are added right before it is closed.
#[derive(Debug)]
pub struct Plays {
    /// Where each position's options start; one more entry at the end.
    starts: Charged<u32>,
    /// Target in the low 30 bits, who may take it in the high two.
    options: Charged<u32>,
    known: Charged<Option<ByPlayer<Remoteness>>>,
}

const fn entry(position: u32, mover: Player) -> usize {
    2 * position as usize + mover as usize
}

impl Plays {
    /// No positions yet.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(meter: &Meter) -> Result<Self, Exceeded> {
        let mut starts = Charged::new(meter);
        starts.push(0)?;
        Ok(Self { starts, options: Charged::new(meter), known: Charged::new(meter) })
    }

    /// Adds an option to the position that will be closed next.
    ///
    /// # Errors
    /// A limit of the meter, or too many positions.
    pub fn option(&mut self, target: u32, movers: Movers) -> Result<(), Exceeded> {
        if target >= 1 << 30 {
            return Err(Exceeded::Memory);
        }
        self.options.push(movers.beside(target))
    }

    /// Closes the next position; `known` is what is known of it without its options.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn close(&mut self, known: Option<ByPlayer<Remoteness>>) -> Result<(), Exceeded> {
        self.starts.push(u32::try_from(self.options.len()).map_err(|_| Exceeded::Memory)?)?;
        self.known.push(known)
    }

    fn options(&self, position: u32) -> impl Iterator<Item = (u32, Movers)> + '_ {
        let range = self.starts[position as usize] as usize..self.starts[position as usize + 1] as usize;
        self.options[range].iter().map(|&o| Movers::split(o))
    }

    /// Who leads to each position: where its sources start, and the sources.
    fn reversed(&self, meter: &Meter) -> Result<(Charged<u32>, Charged<u32>), Exceeded> {
        let n = self.known.len();
        let (mut starts, mut at, mut sources) = (Charged::new(meter), Charged::new(meter), Charged::new(meter));
        starts.ensure(n + 1, 0u32)?;
        for &o in self.options.iter() {
            starts[Movers::split(o).0 as usize + 1] += 1;
        }
        for i in 0..n {
            starts[i + 1] += starts[i];
        }
        at.extend(&starts)?;
        sources.ensure(self.options.len(), 0u32)?;
        for p in 0..u32::try_from(n).map_err(|_| Exceeded::Memory)? {
            for (target, movers) in self.options(p) {
                sources[at[target as usize] as usize] = movers.beside(p);
                at[target as usize] += 1;
            }
        }
        Ok((starts, sources))
    }

    /// The remoteness of every position, when Left moves and when Right does: backwards from the ends, the nearest first.
    ///
    /// Time and memory are linear in the options.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn remoteness(&self, play: Play, meter: &Meter) -> Result<Charged<ByPlayer<Remoteness>>, Exceeded> {
        let n = u32::try_from(self.known.len()).map_err(|_| Exceeded::Memory)?;
        let (starts, sources) = self.reversed(meter)?;
        let mut found: Charged<ByPlayer<Remoteness>> = Charged::new(meter);
        found.ensure(n as usize, ByPlayer::same(None))?;
        let (mut open, mut seeds, mut queue) = (Charged::new(meter), Charged::new(meter), Charged::new(meter));
        open.ensure(2 * n as usize, 0u32)?;
        for p in 0..n {
            for (_, movers) in self.options(p) {
                for player in Player::BOTH {
                    open[entry(p, player)] += u32::from(movers.include(player));
                }
            }
            for player in Player::BOTH {
                let ending = match self.known[p as usize] {
                    Some(known) => known[player],
                    None if open[entry(p, player)] == 0 => Some(Ending { wins: play.stuck_wins(), after: 0 }),
                    None => None,
                };
                if let Some(ending) = ending {
                    seeds.push((ending.after, p, player, ending.wins))?;
                }
            }
        }
        seeds.sort_unstable_by_key(|seed| seed.0);
        let (mut seed, mut next, mut steps) = (0, 0, 0u32);
        loop {
            // both lists ascend by the number of moves, so what is settled first is settled with the least
            let of_seed = seeds.get(seed).copied();
            let of_queue: Option<(u32, u32, Player, bool)> = queue.get(next).copied();
            let (after, position, player, wins) = match (of_seed, of_queue) {
                (Some(a), Some(b)) if b.0 < a.0 => b,
                (Some(a), _) => a,
                (None, Some(b)) => b,
                (None, None) => return Ok(found),
            };
            if of_seed == Some((after, position, player, wins)) {
                seed += 1;
            } else {
                next += 1;
            }
            if found[position as usize][player].is_some() {
                continue;
            }
            found[position as usize][player] = Some(Ending { wins, after });
            let mover = player.opposite();
            for &source in &sources[starts[position as usize] as usize..starts[position as usize + 1] as usize] {
                steps = steps.wrapping_add(1);
                if steps.is_multiple_of(4096) {
                    meter.check()?;
                }
                let (source, movers) = Movers::split(source);
                if !movers.include(mover) || self.known[source as usize].is_some() {
                    continue;
                }
                let open = &mut open[entry(source, mover)];
                *open -= 1;
                if (!wins || *open == 0) && found[source as usize][mover].is_none() {
                    queue.push((after.saturating_add(1), source, mover, !wins))?;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By rounds from the definition: what is settled after so many moves follows from what was settled before.
    fn slowly(options: &[Vec<(u32, Movers)>], play: Play) -> Vec<ByPlayer<Remoteness>> {
        let mut found = vec![ByPlayer::same(None); options.len()];
        for after in 0..=2 * u32::try_from(options.len()).expect("few") {
            let before: Vec<ByPlayer<Remoteness>> = found.clone();
            for (p, list) in options.iter().enumerate() {
                for player in Player::BOTH {
                    if found[p][player].is_some() {
                        continue;
                    }
                    let mine = || list.iter().filter(|o| o.1.include(player));
                    let ends = || mine().map(|o| before[o.0 as usize][player.opposite()]);
                    found[p][player] = if mine().next().is_none() {
                        Some(Ending { wins: play.stuck_wins(), after: 0 })
                    } else if ends().any(|e| e.is_some_and(|e| !e.wins)) {
                        Some(Ending { wins: true, after })
                    } else if ends().all(|e| e.is_some_and(|e| e.wins)) {
                        Some(Ending { wins: false, after })
                    } else {
                        None
                    };
                }
            }
        }
        found
    }

    fn any_plays() -> impl Strategy<Value = Vec<Vec<(u32, Movers)>>> {
        (1u32..10).prop_flat_map(|n| {
            let movers = prop_oneof![Just(Movers::Left), Just(Movers::Right), Just(Movers::Both)];
            prop::collection::vec(prop::collection::vec((0..n, movers), 0..4), n as usize)
        })
    }

    fn found(
        options: &[Vec<(u32, Movers)>],
        play: Play,
        known: impl Fn(usize) -> Option<ByPlayer<Remoteness>>,
    ) -> Vec<ByPlayer<Remoteness>> {
        let meter = Meter::unlimited();
        let mut plays = Plays::new(&meter).expect("no limit");
        for (p, list) in options.iter().enumerate() {
            for &(target, movers) in list.iter().filter(|_| known(p).is_none()) {
                plays.option(target, movers).expect("no limit");
            }
            plays.close(known(p)).expect("no limit");
        }
        plays.remoteness(play, &meter).expect("no limit").to_vec()
    }

    proptest! {
        #[test]
        fn remoteness_is_as_defined(options in any_plays(), misere: bool, mask in 0u32..1024) {
            let play = if misere { Play::Misere } else { Play::Normal };
            let wanted = slowly(&options, play);
            prop_assert_eq!(&found(&options, play, |_| None), &wanted);
            // what is known of some positions stands for their options
            prop_assert_eq!(&found(&options, play, |p| (mask >> p & 1 == 1).then(|| wanted[p])), &wanted);
        }
    }
}
