//! Games on one heap where each amount may be taken from an interval of heap sizes: infinitely many amounts, too, as far as
//! they are listed.
//!
//! Values: a block of heaps at a time, every amount once for all of them, marking what it leads to; where amounts are
//! dense, level by level instead, with all amounts at once as a shifted bit set. Outcomes: a heap from which nobody has
//! lost yet is lost, and every amount leads from a larger heap to it.

use super::dense::Dense;
use crate::base::{Exceeded, Meter};
use crate::cgt::Play;

/// An amount that may be taken from heaps of `from..=to`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Amount {
    /// The least heap.
    pub from: u32,
    /// How much is taken, at least 1.
    pub take: u32,
    /// The greatest heap; [`u32::MAX`] for all.
    pub to: u32,
}

/// Amounts, as far as heaps are asked for.
#[derive(Clone, Debug)]
pub struct Amounts {
    /// Ascending, each heap once for every amount.
    list: Vec<Amount>,
    /// Each amount may be taken from every heap that has as much.
    plain: bool,
}

/// Heaps in a block.
const LANES: usize = 16;
/// The clock is looked at after so many options.
const TICK: u64 = 1 << 20;
/// Amounts that are this much fewer than heaps are not dense.
const SPARSE: usize = 24;
/// Values are less than this.
const VALUES: usize = 1 << 16;

/// A value in a table.
trait Value: Copy {
    fn index(self) -> usize;
    fn of(value: usize) -> Option<Self>;
}

impl Value for u8 {
    fn index(self) -> usize {
        self.into()
    }

    fn of(value: usize) -> Option<Self> {
        value.try_into().ok()
    }
}

impl Value for u16 {
    fn index(self) -> usize {
        self.into()
    }

    fn of(value: usize) -> Option<Self> {
        value.try_into().ok()
    }
}

impl Amounts {
    /// Amounts in any order. One that is as large as the heap or larger is left out.
    #[must_use]
    pub fn new(mut list: Vec<Amount>) -> Self {
        list.retain(|a| 1 <= a.take && a.take <= a.from && a.from <= a.to);
        list.sort_unstable_by_key(|a| (a.take, a.from));
        // Overlapping intervals of one amount are one.
        list.dedup_by(|next, last| {
            let joins = next.take == last.take && next.from <= last.to.saturating_add(1);
            if joins {
                last.to = last.to.max(next.to);
            }
            joins
        });
        list.sort_unstable();
        let plain = list.iter().all(|a| a.from == a.take && a.to == u32::MAX);
        Self { list, plain }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// How many options all heaps below `len` have together.
    #[must_use]
    pub fn options(&self, len: usize) -> u64 {
        let last = u32::try_from(len).unwrap_or(u32::MAX).saturating_sub(1);
        let of = |a: &Amount| u64::from(a.to.min(last) + 1).saturating_sub(a.from.into());
        self.list.iter().map(of).sum()
    }

    /// The steps that values of all heaps below `len` take, about as many as options a plain loop looks at in that time.
    #[must_use]
    pub fn work(&self, len: usize) -> u64 {
        if self.is_dense(len) { (len as u64).pow(2) / 128 + len as u64 } else { self.options(len) / 2 + len as u64 }
    }

    /// Whether there are many amounts below `len`, each for every heap that has as much.
    fn is_dense(&self, len: usize) -> bool {
        self.plain && self.list.len() > len / SPARSE
    }

    /// Appends Grundy values until there are `len`; `over` are heaps without moves. `false` when one would pass 16 bits:
    /// those before it were appended.
    ///
    /// # Errors
    /// A limit.
    pub fn extend(
        &self,
        values: &mut Vec<u16>,
        len: usize,
        over: &mut dyn FnMut(u32) -> bool,
        meter: &Meter,
    ) -> Result<bool, Exceeded> {
        if len <= values.len() {
            return Ok(true);
        }
        let bytes = 32 * len as u64 + (VALUES * LANES) as u64;
        meter.add_bytes(bytes)?;
        let done = if self.is_dense(len) {
            let takes = self.list.iter().map(|a| a.take);
            Dense::new(takes, (values.len(), len), over, meter).extend(values, len)
        } else {
            self.by_blocks(values, len, over, meter)
        };
        meter.sub_bytes(bytes);
        done
    }

    fn by_blocks(
        &self,
        values: &mut Vec<u16>,
        len: usize,
        over: &mut dyn FnMut(u32) -> bool,
        meter: &Meter,
    ) -> Result<bool, Exceeded> {
        let narrow: Option<Vec<u8>> = values.iter().map(|&v| u8::try_from(v).ok()).collect();
        if let Some(narrow) = narrow {
            let mut blocks = Blocks::<u8, 256>::new(&self.list, narrow);
            blocks.extend(len, over, meter)?;
            values.extend(blocks.values[values.len()..].iter().map(|&v| u16::from(v)));
        }
        if values.len() < len {
            let mut blocks = Blocks::<u16, VALUES>::new(&self.list, std::mem::take(values));
            let done = blocks.extend(len, over, meter);
            *values = blocks.values;
            done?;
        }
        Ok(values.len() == len)
    }

    /// For each heap below `len`, whether the player to move wins; heaps that are `over` have no moves.
    ///
    /// # Errors
    /// A limit.
    pub fn wins(
        &self,
        len: usize,
        play: Play,
        over: &mut dyn FnMut(u32) -> bool,
        meter: &Meter,
    ) -> Result<Vec<bool>, Exceeded> {
        let bytes = 5 * len as u64;
        meter.add_bytes(bytes)?;
        let result = if self.is_dense(len) {
            Dense::new(self.list.iter().map(|a| a.take), (0, len), over, meter).wins(len, play)
        } else {
            self.sieve(len, play, over, meter)
        };
        meter.sub_bytes(bytes);
        result
    }

    fn sieve(
        &self,
        len: usize,
        play: Play,
        over: &mut dyn FnMut(u32) -> bool,
        meter: &Meter,
    ) -> Result<Vec<bool>, Exceeded> {
        // How many amounts begin less those that end at each heap.
        let mut change = vec![0i32; len + 1];
        for a in &self.list {
            for (at, by) in [(a.from as usize, 1), ((a.to as usize).saturating_add(1), -1)] {
                if let Some(change) = change.get_mut(at) {
                    *change += by;
                }
            }
        }
        let (mut wins, mut moves, mut work) = (vec![false; len], 0, 0u64);
        for n in 0..len {
            moves += change[n];
            let stuck = moves == 0 || over(u32::try_from(n).unwrap_or(u32::MAX));
            if stuck {
                wins[n] = play.stuck_wins();
            }
            if wins[n] {
                continue;
            }
            for a in &self.list {
                let from = n + a.take as usize;
                // Ascending by `from`: nothing that comes later may be taken from a heap of the table.
                if a.from as usize >= len || self.plain && from >= len {
                    break;
                }
                if from < len && a.from as usize <= from && from <= a.to as usize {
                    wins[from] = true;
                }
            }
            work += self.list.len() as u64;
            if work > TICK {
                work = 0;
                meter.check()?;
            }
        }
        Ok(wins)
    }
}

/// Values by blocks of [`LANES`] heaps; `N` is how many values `V` has.
struct Blocks<'a, V, const N: usize> {
    list: &'a [Amount],
    /// Those within a block, which are taken heap by heap.
    short: Vec<Amount>,
    values: Vec<V>,
    /// By value and heap of the block: whether it was seen in the block with this stamp.
    seen: Vec<[u8; LANES]>,
    stamp: u8,
    /// Values seen so far are less.
    used: usize,
}

impl<'a, V: Value, const N: usize> Blocks<'a, V, N> {
    fn new(list: &'a [Amount], values: Vec<V>) -> Self {
        let short = list.iter().filter(|a| (a.take as usize) < LANES).copied().collect();
        let used = values.iter().map(|v| v.index() + 1).max().unwrap_or(0);
        Self { list, short, values, seen: vec![[0; LANES]; N], stamp: 0, used }
    }

    /// Goes on until there are `len` values, or one that does not fit.
    fn extend(&mut self, len: usize, over: &mut dyn FnMut(u32) -> bool, meter: &Meter) -> Result<(), Exceeded> {
        self.values.reserve_exact(len.saturating_sub(self.values.len()));
        let mut work = 0;
        while self.values.len() < len {
            if self.stamp == u8::MAX {
                self.seen[..self.used.min(N)].fill([0; LANES]);
                self.stamp = 0;
            }
            self.stamp += 1;
            work += self.mark() as u64 * LANES as u64;
            for lane in 0..LANES.min(len - self.values.len()) {
                let Some(value) = self.value(lane, over) else { return Ok(()) };
                self.values.push(value);
            }
            if work > TICK {
                work = 0;
                meter.check()?;
            }
        }
        Ok(())
    }

    /// Marks what long amounts lead to from the next block; how many there were.
    fn mark(&mut self) -> usize {
        let start = self.values.len();
        let (first, last) = (narrow(start), narrow(start + LANES - 1));
        let begun = self.list.partition_point(|a| a.from <= last);
        let stamp = self.stamp;
        let Ok(seen) = <&mut [[u8; LANES]; N]>::try_from(&mut self.seen[..]) else { return 0 };
        for a in &self.list[..begun] {
            let take = a.take as usize;
            if take < LANES {
                continue;
            }
            if a.from <= first && last <= a.to {
                // This is where the time goes: no test inside.
                let Ok(left) = <&[V; LANES]>::try_from(&self.values[start - take..start - take + LANES]) else {
                    continue;
                };
                for lane in 0..LANES {
                    seen[left[lane].index()][lane] = stamp;
                }
            } else {
                for n in a.from.max(first)..=a.to.min(last) {
                    let (n, left) = (n as usize, self.values[n as usize - take]);
                    seen[left.index()][n - start] = stamp;
                }
            }
        }
        begun
    }

    /// The value of the next heap, in this lane of the block.
    fn value(&mut self, lane: usize, over: &mut dyn FnMut(u32) -> bool) -> Option<V> {
        let n = self.values.len();
        if over(narrow(n)) {
            self.used = self.used.max(1);
            return V::of(0);
        }
        for a in self.short.iter().filter(|a| a.from as usize <= n && n <= a.to as usize) {
            self.seen[self.values[n - a.take as usize].index()][lane] = self.stamp;
        }
        let value = self.seen.iter().position(|lanes| lanes[lane] != self.stamp)?;
        self.used = self.used.max(value + 1);
        V::of(value)
    }
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Values and outcomes, option by option.
    fn naive(list: &[Amount], len: u32, over: &dyn Fn(u32) -> bool) -> Vec<(u16, bool, bool)> {
        let mut found: Vec<(u16, bool, bool)> = Vec::new();
        for n in 0..len {
            let options: Vec<(u16, bool, bool)> = list
                .iter()
                .filter(|a| a.from <= n && n <= a.to && !over(n))
                .map(|a| found[(n - a.take) as usize])
                .collect();
            let value = (0..=u16::MAX).find(|v| options.iter().all(|o| o.0 != *v)).expect("a value");
            found.push((value, options.iter().any(|o| !o.1), options.is_empty() || options.iter().any(|o| !o.2)));
        }
        found
    }

    fn compare(list: Vec<Amount>, len: u32, half: u32, over: &dyn Fn(u32) -> bool) -> Result<(), TestCaseError> {
        let wanted = naive(&list, len, over);
        let (amounts, meter) = (Amounts::new(list), Meter::unlimited());
        let mut values = Vec::new();
        for part in [half.min(len), len] {
            prop_assert_eq!(amounts.extend(&mut values, part as usize, &mut |n| over(n), &meter), Ok(true));
        }
        prop_assert_eq!(&values, &wanted.iter().map(|w| w.0).collect::<Vec<_>>());
        for play in [Play::Normal, Play::Misere] {
            let wins = amounts.wins(len as usize, play, &mut |n| over(n), &meter).expect("no limit");
            prop_assert_eq!(
                &wins,
                &wanted.iter().map(|w| if play.is_misere() { w.2 } else { w.1 }).collect::<Vec<_>>()
            );
        }
        prop_assert_eq!(meter.bytes(), 0);
        Ok(())
    }

    proptest! {
        #[test]
        fn intervals(
            list in prop::collection::vec((1u32..90, 0u32..60, prop::option::of(0u32..200)), 0..30),
            len in 1u32..400, half in 0u32..400, end in 0u32..9,
        ) {
            let amount = |(take, more, width): (u32, u32, Option<u32>)| {
                let from = take + more.saturating_sub(30);
                Amount { take, from, to: width.map_or(u32::MAX, |w| from + w) }
            };
            compare(list.into_iter().map(amount).collect(), len, half, &|n| end > 1 && n % end == 1)?;
        }

        #[test]
        fn many(every in 1u32..20, rest in 0u32..20, spread: bool, len in 1u32..500, half in 0u32..500, end in 0u32..40) {
            let takes = (1..len).filter(|s| (if spread { s * s / 7 } else { *s }) % every != rest % every);
            let list = takes.map(|take| Amount { take, from: take, to: u32::MAX }).collect();
            compare(list, len, half, &|n| end > 1 && n % end == 1)?;
        }
    }

    #[test]
    fn large_values_need_two_bytes() {
        // From 2n - 1 and 2n nearly half of all smaller heaps are reached.
        let list: Vec<Amount> = (1..400).map(|take| Amount { take, from: 2 * take, to: u32::MAX }).collect();
        compare(list, 800, 300, &|_| false).expect("the same");
    }

    #[test]
    fn the_clock_is_looked_at() {
        let squares = (1..2000).map(|i| i * i).map(|take| Amount { take, from: take, to: u32::MAX });
        let most = (1..200_000).filter(|n| n % 3 != 0).map(|take| Amount { take, from: take, to: u32::MAX });
        for list in [squares.collect(), most.collect::<Vec<_>>()] {
            let timeout = Some(std::time::Duration::ZERO);
            let limits = crate::base::Limits { max_states: u64::MAX, max_memory: u64::MAX, timeout, jobs: 1 };
            let meter = Meter::new(limits, std::sync::Arc::default());
            let stopped = Amounts::new(list).extend(&mut Vec::new(), 1 << 18, &mut |_| false, &meter);
            assert_eq!(stopped, Err(Exceeded::Time));
        }
    }
}
