//! Nim-values of positions that may repeat, one value after the other.

use super::LoopyValue;
use super::graph::{OptionGraph, Reversed, tick};
use crate::base::charged::Charged;
use crate::base::{Exceeded, Meter};

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

impl NimValue {
    fn is_finite(self) -> bool {
        matches!(self, Self::Finite(_))
    }
}

impl OptionGraph {
    /// A position's value among those that were found, see [`OptionGraph::nim_values`].
    pub fn value(&self, position: usize, values: &[NimValue]) -> LoopyValue {
        if let NimValue::Finite(value) = values[position] {
            return LoopyValue::Nimber(value);
        }
        let finite = |&target: &u32| match values[target as usize] {
            NimValue::Finite(value) => Some(value),
            _ => None,
        };
        let mut found: Vec<u32> = self.options(position).iter().filter_map(finite).collect();
        found.sort_unstable();
        found.dedup();
        LoopyValue::Infinite(found.into())
    }

    /// The loopy nim-values under normal play, for all positions from those on of which they are `known`. There is no value
    /// of a position that was closed as won: whoever asks has looked.
    ///
    /// Time is linear in the options for every value that occurs.
    ///
    /// # Errors
    /// A limit; then `known` is as it was.
    pub fn nim_values(&self, known: &mut Charged<NimValue>, meter: &Meter) -> Result<(), Exceeded> {
        let from = known.len();
        let found = self.label(known, meter);
        if found.is_err() {
            known.truncate(from);
        }
        found
    }

    fn label(&self, labels: &mut Charged<NimValue>, meter: &Meter) -> Result<(), Exceeded> {
        let from = labels.len();
        labels.ensure(self.len(), NimValue::Open)?;
        let mut labelling = Labelling {
            graph: self,
            reversed: self.reversed(from, meter)?,
            from,
            labels,
            reverts: Charged::new(meter),
            bad: Charged::new(meter),
            queue: Charged::new(meter),
            rest: Charged::new(meter),
            steps: 0,
            meter,
        };
        labelling.reverts.ensure(self.len() - from, false)?;
        labelling.bad.ensure(self.len() - from, 0)?;
        for p in from..self.len() {
            labelling.rest.push(p)?;
        }
        let mut value = 0;
        while labelling.rest.iter().any(|&p| labelling.labels[p] == NimValue::Open) {
            labelling.begin(value)?;
            labelling.spread(value)?;
            labelling.end();
            value += 1;
        }
        Ok(())
    }
}

/// The search for the positions of one value after the other.
struct Labelling<'a> {
    graph: &'a OptionGraph,
    reversed: Reversed,
    /// Positions below this number were labelled before.
    from: usize,
    labels: &'a mut Charged<NimValue>,
    /// For each position from there on: a move leads to the value at hand, so that a move to the position can be answered.
    reverts: Charged<bool>,
    /// How many options neither have a lesser value nor can be answered.
    bad: Charged<u32>,
    queue: Charged<usize>,
    /// The positions without a finite value.
    rest: Charged<usize>,
    steps: u32,
    meter: &'a Meter,
}

impl Labelling<'_> {
    /// Whether a position that was labelled before leads to a value.
    fn leads_to(&self, position: usize, value: u32) -> bool {
        match self.labels[position] {
            NimValue::Finite(known) => known > value,
            _ => self.graph.options(position).iter().any(|&t| self.labels[t as usize] == NimValue::Finite(value)),
        }
    }

    /// Counts what stands against each position having a value, as far as is known.
    fn begin(&mut self, value: u32) -> Result<(), Exceeded> {
        let (graph, from) = (self.graph, self.from);
        for at in 0..self.rest.len() {
            let p = self.rest[at];
            let before = |&&t: &&u32| (t as usize) < from;
            let mut known = graph.options(p).iter().filter(before).map(|&t| self.labels[t as usize]);
            self.reverts[p - from] = known.any(|label| label == NimValue::Finite(value));
        }
        for at in 0..self.rest.len() {
            let p = self.rest[at];
            let mut bad = 0;
            for target in graph.options(p).iter().map(|&t| t as usize) {
                tick(&mut self.steps, self.meter)?;
                let is_less = matches!(self.labels[target], NimValue::Finite(known) if known < value);
                let reverts = if target < from { self.leads_to(target, value) } else { self.reverts[target - from] };
                bad += u32::from(!is_less && !reverts);
            }
            self.bad[p - from] = bad;
            if bad == 0 && self.labels[p] == NimValue::Open {
                self.queue.push(p)?;
            }
        }
        Ok(())
    }

    /// Gives the value to every position that nothing stands against.
    fn spread(&mut self, value: u32) -> Result<(), Exceeded> {
        let from = self.from;
        while let Some(p) = self.queue.pop() {
            tick(&mut self.steps, self.meter)?;
            if self.labels[p] != NimValue::Open || self.reverts[p - from] {
                continue;
            }
            self.labels[p] = NimValue::Finite(value);
            for &source in self.reversed.sources(p) {
                tick(&mut self.steps, self.meter)?;
                let source = source as usize;
                let seen = std::mem::replace(&mut self.reverts[source - from], true);
                if seen || self.labels[source].is_finite() {
                    continue;
                }
                // From `source` the value can be reached, so that a move to `source` can be answered.
                for &earlier in self.reversed.sources(source) {
                    tick(&mut self.steps, self.meter)?;
                    let earlier = earlier as usize;
                    if self.labels[earlier].is_finite() {
                        continue;
                    }
                    self.bad[earlier - from] -= 1;
                    if self.bad[earlier - from] == 0 && self.labels[earlier] == NimValue::Open {
                        self.queue.push(earlier)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A position without the value that leads to none of it has no finite one.
    fn end(&mut self) {
        let mut kept = 0;
        for at in 0..self.rest.len() {
            let p = self.rest[at];
            if self.labels[p].is_finite() {
                continue;
            }
            if !self.reverts[p - self.from] {
                self.labels[p] = NimValue::Infinite;
            }
            self.rest[kept] = p;
            kept += 1;
        }
        self.rest.truncate(kept);
    }
}
