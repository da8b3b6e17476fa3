//! How the instances of a block become those of the next one: as many each as a range has numbers.

use std::ops::Range;

use super::items::Items;
use super::run::Block;

/// Parts of ranges that become one block: which instance of the block before, the first number and the last.
#[derive(Default)]
pub(super) struct Stretches {
    parts: Vec<(usize, i64, i64)>,
    pub count: usize,
}

impl Stretches {
    pub fn add(&mut self, lane: usize, first: i64, until: i64) {
        self.parts.push((lane, first, until));
        self.count += numbers(first, until);
    }

    /// The block, column by column.
    pub fn of(self, before: &Block) -> Block {
        let mut columns = self.longer(before, 1);
        let mut last = Vec::with_capacity(self.count);
        for &(_, first, until) in &self.parts {
            last.extend(first..=until);
        }
        columns.push(last);
        Block { columns, count: self.count }
    }

    /// The block where the numbers are those of elements of a domain.
    pub fn of_items(self, before: &Block, items: &Items) -> Block {
        let mut columns = self.longer(before, items.width());
        let old = columns.len();
        columns.resize_with(old + items.width(), || Vec::with_capacity(self.count));
        for &(_, first, until) in &self.parts {
            items.append(first.cast_unsigned(), numbers(first, until), &mut columns[old..]);
        }
        Block { columns, count: self.count }
    }

    /// The columns of the block before, with room for some more.
    fn longer(&self, before: &Block, more: usize) -> Vec<Vec<i64>> {
        let mut columns = Vec::with_capacity(before.columns.len() + more);
        for column in &before.columns {
            let mut longer = Vec::with_capacity(self.count);
            for &(lane, first, until) in &self.parts {
                longer.resize(longer.len() + numbers(first, until), column[lane]);
            }
            columns.push(longer);
        }
        columns
    }
}

/// How many numbers a range has that is not empty.
fn numbers(first: i64, until: i64) -> usize {
    usize::try_from(until - first + 1).unwrap_or(0)
}

/// Some instances of a block, each as often as there are numbers from `first` on, the same for all.
pub(super) fn repeated(before: &Block, lanes: Range<usize>, first: i64, width: usize) -> Block {
    let count = lanes.len() * width;
    let mut columns = Vec::with_capacity(before.columns.len() + 1);
    for column in &before.columns {
        let mut longer = vec![0; count];
        stretch(&column[lanes.clone()], &mut longer, width);
        columns.push(longer);
    }
    let mut last: Vec<i64> = Vec::with_capacity(count);
    last.extend((first..=i64::MAX).take(width.min(count)));
    while last.len() < count {
        last.extend_from_within(..last.len().min(count - last.len()));
    }
    columns.push(last);
    Block { columns, count }
}

/// Writes each value `width` times.
fn stretch(values: &[i64], into: &mut [i64], width: usize) {
    /// Short stretches are a few instructions each where their width is known.
    fn by<const N: usize>(values: &[i64], into: &mut [i64]) {
        into.as_chunks_mut::<N>().0.iter_mut().zip(values).for_each(|(stretch, &value)| *stretch = [value; N]);
    }
    match width {
        1 => by::<1>(values, into),
        2 => by::<2>(values, into),
        3 => by::<3>(values, into),
        4 => by::<4>(values, into),
        5 => by::<5>(values, into),
        6 => by::<6>(values, into),
        7 => by::<7>(values, into),
        8 => by::<8>(values, into),
        _ => into.chunks_exact_mut(width).zip(values).for_each(|(stretch, &value)| stretch.fill(value)),
    }
}
