//! Games whose positions may repeat: outcomes and nim-values of finite graphs, by retrograde analysis.
//!
//! Sources: C. A. B. Smith, "Graphs and composite games", J. Combin. Theory 1 (1966); A. S. Fraenkel and Y. Yesha,
//! "The generalized Sprague-Grundy function and its invariance under certain mappings" (1986), algorithm GSG;
//! *Winning Ways*, ch. 12; Siegel, *CGT*, IV.4.

use std::rc::Rc;

use crate::base::charged::Charged;
use crate::base::{Exceeded, Meter};
use crate::cgt::{ByPlayer, Movers, Outcome, Play, Player};

/// How it ends for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Status {
    /// Nobody can force an end.
    Draw,
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
}

/// Positions `0..len` with their options; the options of a position are added right after it.
#[derive(Debug)]
pub struct OptionGraph {
    /// Where each position's options start; one more entry at the end.
    starts: Charged<u32>,
    /// Target in the low 30 bits, who may take it in the high two.
    options: Charged<u32>,
    /// Positions without options here, because something else says what they are.
    decided: Charged<Option<Decided>>,
}

/// What is known of a position before the analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decided {
    /// How it ends when Left moves and when Right does: by a `wins if`, or from an analysis before.
    Outcome(ByPlayer<Status>),
    /// Its loopy nim-value, from an analysis before.
    Value(LoopyValue),
}

/// The value of a position of an impartial game that may repeat.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LoopyValue {
    /// It behaves like a Nim heap.
    Nimber(u32),
    /// Infinite, with the nimbers that it can move to, ascending: a draw on its own unless 0 is among them.
    Infinite(Rc<[u32]>),
}

impl LoopyValue {
    /// Who wins the position on its own.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Nimber(n) => Outcome::impartial(*n != 0),
            Self::Infinite(nimbers) if nimbers.contains(&0) => Outcome::N,
            Self::Infinite(_) => Outcome::D,
        }
    }

    /// The value of the sum. Two infinite values make one without a nimber: nobody can force an end, whatever is added.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Nimber(a), Self::Nimber(b)) => Self::Nimber(a ^ b),
            (Self::Infinite(nimbers), Self::Nimber(a)) | (Self::Nimber(a), Self::Infinite(nimbers)) => {
                let mut moved: Vec<u32> = nimbers.iter().map(|n| n ^ a).collect();
                moved.sort_unstable();
                Self::Infinite(moved.into())
            }
            (Self::Infinite(_), Self::Infinite(_)) => Self::Infinite(Rc::from([])),
        }
    }
}

impl OptionGraph {
    /// No positions yet.
    pub fn new(meter: &Meter) -> Result<Self, Exceeded> {
        let (mut starts, options, decided) = (Charged::new(meter), Charged::new(meter), Charged::new(meter));
        starts.push(0)?;
        Ok(Self { starts, options, decided })
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.decided.len()
    }

    /// Adds an option to the position that will be closed next.
    pub fn option(&mut self, target: u32, movers: Movers) -> Result<(), Exceeded> {
        if target >= 1 << 30 {
            return Err(Exceeded::Memory);
        }
        self.options.push(movers.beside(target))
    }

    /// Closes the next position, with the options added since the last one.
    pub fn close(&mut self, decided: Option<Decided>) -> Result<(), Exceeded> {
        let end = u32::try_from(self.options.len()).map_err(|_| Exceeded::Memory)?;
        self.starts.push(end)?;
        self.decided.push(decided)
    }

    /// A position's value among those that were found, see [`OptionGraph::nim_values`].
    pub fn value(&self, position: usize, values: &[NimValue]) -> LoopyValue {
        if let NimValue::Finite(value) = values[position] {
            return LoopyValue::Nimber(value);
        }
        let finite = |(target, _): (usize, Movers)| match values[target] {
            NimValue::Finite(value) => Some(value),
            _ => None,
        };
        let mut found: Vec<u32> = self.options(position).filter_map(finite).collect();
        found.sort_unstable();
        found.dedup();
        LoopyValue::Infinite(found.into())
    }

    fn options(&self, position: usize) -> impl Iterator<Item = (usize, Movers)> + '_ {
        let range = self.starts[position] as usize..self.starts[position + 1] as usize;
        self.options[range].iter().map(|&o| split(o))
    }

    /// The same graph backwards: who leads to each position.
    fn reversed(&self, meter: &Meter) -> Result<Reversed, Exceeded> {
        let n = self.len();
        let mut starts = Charged::new(meter);
        starts.ensure(n + 1, 0u32)?;
        for &o in self.options.iter() {
            starts[split(o).0 + 1] += 1;
        }
        for i in 0..n {
            starts[i + 1] += starts[i];
        }
        let (mut sources, mut at) = (Charged::new(meter), Charged::new(meter));
        sources.ensure(self.options.len(), 0u32)?;
        at.extend(&starts)?;
        for p in 0..n {
            for (target, movers) in self.options(p) {
                sources[at[target] as usize] = movers.beside(u32::try_from(p).unwrap_or(u32::MAX));
                at[target] += 1;
            }
        }
        Ok(Reversed { starts, sources })
    }

    /// How it ends for the player to move, at the [`entry`] of each position and player.
    ///
    /// Time and memory are linear in the options.
    pub fn outcomes(&self, play: Play, meter: &Meter) -> Result<Charged<Status>, Exceeded> {
        let n = self.len();
        let reversed = self.reversed(meter)?;
        let (mut status, mut open, mut queue) = (Charged::new(meter), Charged::new(meter), Charged::new(meter));
        status.ensure(2 * n, Status::Draw)?;
        open.ensure(2 * n, 0u32)?;
        let stuck = if play.stuck_wins() { Status::Win } else { Status::Loss };
        for p in 0..n {
            for (_, movers) in self.options(p) {
                for player in Player::BOTH {
                    open[entry(p, player)] += u32::from(movers.include(player));
                }
            }
            for mover in Player::BOTH {
                let at = entry(p, mover);
                status[at] = match &self.decided[p] {
                    Some(Decided::Outcome(known)) => known[mover],
                    _ if open[at] == 0 => stuck,
                    _ => Status::Draw,
                };
                if status[at] != Status::Draw {
                    queue.push(at)?;
                }
            }
        }
        let mut steps = 0u32;
        while let Some(at) = queue.pop() {
            // The player who led here is the one not to move now.
            let mover = Player::BOTH[at % 2].opposite();
            for (source, movers) in reversed.sources(at / 2) {
                tick(&mut steps, meter)?;
                let before = entry(source, mover);
                if !movers.include(mover) || status[before] != Status::Draw {
                    continue;
                }
                if status[at] == Status::Loss {
                    status[before] = Status::Win;
                    queue.push(before)?;
                    continue;
                }
                open[before] -= 1;
                if open[before] == 0 {
                    status[before] = Status::Loss;
                    queue.push(before)?;
                }
            }
        }
        Ok(status)
    }

    /// The loopy nim-values under normal play, sides ignored; `None` stands for an infinite one.
    ///
    /// Time is linear in the options for every value that occurs.
    pub fn nim_values(&self, meter: &Meter) -> Result<Charged<NimValue>, Exceeded> {
        let n = self.len();
        let reversed = self.reversed(meter)?;
        let (mut labels, mut unlabelled) = (Charged::new(meter), n);
        for decided in self.decided.iter() {
            labels.push(match decided {
                Some(Decided::Value(LoopyValue::Nimber(value))) => NimValue::Finite(*value),
                Some(Decided::Value(LoopyValue::Infinite(_))) => NimValue::Infinite,
                _ => NimValue::Open,
            })?;
            unlabelled -= usize::from(matches!(decided, Some(Decided::Value(_))));
        }
        let (mut reverts, mut bad, mut queue) = (Charged::new(meter), Charged::new(meter), Charged::new(meter));
        let mut value = 0u32;
        let mut steps = 0u32;
        while unlabelled > 0 {
            reverts.truncate(0);
            reverts.ensure(n, false)?;
            bad.truncate(0);
            bad.ensure(n, 0u32)?;
            // What is known of a position says as well from where the value can be reached.
            for (p, decided) in self.decided.iter().enumerate() {
                match decided {
                    Some(Decided::Value(LoopyValue::Nimber(known))) if *known == value => queue.push(p)?,
                    Some(Decided::Value(LoopyValue::Nimber(known))) => reverts[p] = *known > value,
                    Some(Decided::Value(LoopyValue::Infinite(finite))) => reverts[p] = finite.contains(&value),
                    _ => {}
                }
            }
            let less = |label: NimValue| matches!(label, NimValue::Finite(known) if known < value);
            for p in 0..n {
                let open = self.options(p).filter(|&(t, _)| !less(labels[t]) && !reverts[t]).count();
                bad[p] = u32::try_from(open).map_err(|_| Exceeded::Memory)?;
                if open == 0 && labels[p] == NimValue::Open {
                    queue.push(p)?;
                }
            }
            while let Some(p) = queue.pop() {
                tick(&mut steps, meter)?;
                match labels[p] {
                    NimValue::Open if !reverts[p] => {
                        labels[p] = NimValue::Finite(value);
                        unlabelled -= 1;
                    }
                    // Known before.
                    NimValue::Finite(known) if known == value && self.decided[p].is_some() => {}
                    _ => continue,
                }
                for (source, _) in reversed.sources(p) {
                    tick(&mut steps, meter)?;
                    // From `source` the value can be reached, so that a move to `source` can be answered.
                    if std::mem::replace(&mut reverts[source], true) || matches!(labels[source], NimValue::Finite(_)) {
                        continue;
                    }
                    for (earlier, _) in reversed.sources(source) {
                        tick(&mut steps, meter)?;
                        bad[earlier] -= 1;
                        if bad[earlier] == 0 && labels[earlier] == NimValue::Open && !reverts[earlier] {
                            queue.push(earlier)?;
                        }
                    }
                }
            }
            for p in 0..n {
                if labels[p] == NimValue::Open && !reverts[p] {
                    labels[p] = NimValue::Infinite;
                    unlabelled -= 1;
                }
            }
            value += 1;
        }
        Ok(labels)
    }
}

/// What the analysis says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum NimValue {
    /// Not found yet.
    Open,
    /// Equal to a Nim heap.
    Finite(u32),
    /// Infinite, with the finite values of its options as index.
    Infinite,
}

struct Reversed {
    starts: Charged<u32>,
    sources: Charged<u32>,
}

impl Reversed {
    fn sources(&self, position: usize) -> impl Iterator<Item = (usize, Movers)> + '_ {
        let range = self.starts[position] as usize..self.starts[position + 1] as usize;
        self.sources[range].iter().map(|&o| split(o))
    }
}

fn split(option: u32) -> (usize, Movers) {
    let (position, movers) = Movers::split(option);
    (position as usize, movers)
}

/// Where the result for a position and the player to move stands.
pub const fn entry(position: usize, mover: Player) -> usize {
    2 * position + mover as usize
}

fn tick(steps: &mut u32, meter: &Meter) -> Result<(), Exceeded> {
    *steps = steps.wrapping_add(1);
    if steps.is_multiple_of(4096) { meter.check() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn graph(options: &[Vec<(u32, Movers)>]) -> OptionGraph {
        graph_knowing(options, |_| None)
    }

    /// The graph, where some positions stand with what is known of them instead of their options.
    fn graph_knowing(options: &[Vec<(u32, Movers)>], known: impl Fn(usize) -> Option<Decided>) -> OptionGraph {
        let mut g = OptionGraph::new(&Meter::unlimited()).expect("no limit");
        for (p, list) in options.iter().enumerate() {
            let decided = known(p);
            for &(target, movers) in list.iter().filter(|_| decided.is_none()) {
                g.option(target, movers).expect("no limit");
            }
            g.close(decided).expect("no limit");
        }
        g
    }

    /// Whether each position can be reached from the first.
    fn reached(options: &[Vec<(u32, Movers)>]) -> Vec<bool> {
        let (mut reached, mut queue) = (vec![false; options.len()], vec![0]);
        while let Some(p) = queue.pop() {
            if !std::mem::replace(&mut reached[p], true) {
                queue.extend(options[p].iter().map(|o| o.0 as usize));
            }
        }
        reached
    }

    /// The least fixpoint, round by round, straight from the definition.
    fn outcomes_slowly(options: &[Vec<(u32, Movers)>], play: Play) -> Vec<Status> {
        let n = options.len();
        let mut status = vec![Status::Draw; 2 * n];
        loop {
            let before = status.clone();
            for (p, list) in options.iter().enumerate() {
                for mover in Player::BOTH {
                    let mut results = list
                        .iter()
                        .filter(|o| o.1.include(mover))
                        .map(|o| before[entry(o.0 as usize, mover.opposite())]);
                    let stuck = results.clone().next().is_none();
                    status[entry(p, mover)] = if stuck {
                        if play.stuck_wins() { Status::Win } else { Status::Loss }
                    } else if results.clone().any(|s| s == Status::Loss) {
                        Status::Win
                    } else if results.all(|s| s == Status::Win) {
                        Status::Loss
                    } else {
                        Status::Draw
                    };
                }
            }
            if status == before {
                return status;
            }
        }
    }

    /// Every position plus a Nim heap of every size up to `size`, as one graph.
    fn plus_nim(options: &[Vec<(u32, Movers)>], size: u32) -> Vec<Vec<(u32, Movers)>> {
        let n = u32::try_from(options.len()).expect("small");
        (0..=size)
            .flat_map(|heap| {
                (0..n).map(move |p| {
                    let moved = options[p as usize].iter().map(move |&(t, _)| (heap * n + t, Movers::Both));
                    moved.chain((0..heap).map(move |less| (less * n + p, Movers::Both))).collect()
                })
            })
            .collect()
    }

    fn plays() -> impl Strategy<Value = Play> {
        prop::sample::select(vec![Play::Normal, Play::Misere])
    }

    fn random() -> impl Strategy<Value = Vec<Vec<(u32, Movers)>>> {
        (1usize..9).prop_flat_map(|n| {
            let target = 0..u32::try_from(n).expect("small");
            prop::collection::vec(
                prop::collection::vec(
                    (target, prop::sample::select(vec![Movers::Left, Movers::Right, Movers::Both])),
                    0..4,
                ),
                n,
            )
        })
    }

    proptest! {
        #[test]
        fn outcomes_are_the_fixpoint(options in random(), play in plays()) {
            let got = graph(&options).outcomes(play, &Meter::unlimited()).expect("no limit");
            prop_assert_eq!(&got[..], &outcomes_slowly(&options, play)[..]);
        }

        #[test]
        fn what_is_known_of_some_positions_changes_nothing(options in random(), play in plays()) {
            let meter = Meter::unlimited();
            let (whole, inner) = (graph(&options), reached(&options));
            let outcomes = whole.outcomes(play, &meter).expect("no limit");
            let known = |p: usize| inner[p].then(|| Decided::Outcome(ByPlayer::of(|player| outcomes[entry(p, player)])));
            let again = graph_knowing(&options, known).outcomes(play, &meter).expect("no limit");
            prop_assert_eq!(&again[..], &outcomes[..]);
            let values = whole.nim_values(&meter).expect("no limit");
            let known = |p: usize| inner[p].then(|| Decided::Value(whole.value(p, &values)));
            let again = graph_knowing(&options, known).nim_values(&meter).expect("no limit");
            prop_assert_eq!(&again[..], &values[..]);
        }

        #[test]
        fn nim_values_decide_sums_with_nim_heaps(options in random()) {
            let options: Vec<Vec<(u32, Movers)>> =
                options.iter().map(|l| l.iter().map(|&(t, _)| (t, Movers::Both)).collect()).collect();
            let whole = graph(&options);
            let values = whole.nim_values(&Meter::unlimited()).expect("no limit");
            let sums = outcomes_slowly(&plus_nim(&options, 5), Play::Normal);
            for p in 0..options.len() {
                for heap in 0..=5u32 {
                    let value = whole.value(p, &values).plus(&LoopyValue::Nimber(heap));
                    let wanted = match value.outcome() {
                        Outcome::N => Status::Win,
                        Outcome::P => Status::Loss,
                        _ => Status::Draw,
                    };
                    prop_assert_eq!(sums[2 * (heap as usize * options.len() + p)], wanted);
                }
            }
        }
    }
}
