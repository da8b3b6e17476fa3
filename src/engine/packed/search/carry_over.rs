//! What one table knows, taken over by another one that has more room.

use super::Search;
use crate::base::{Exceeded, Meter};
use crate::engine::packed::shape::layout::Layout;
use crate::engine::packed::table::memo::Memo;

impl Search {
    /// Takes over the values of another dense table, row by row.
    ///
    /// # Errors
    /// When a table for large values passes the memory limit.
    pub fn carry_over(&mut self, other: &Memo, theirs: &Layout, ours: &Layout, meter: &Meter) -> Result<(), Exceeded> {
        if matches!(other, Memo::Long(_)) {
            self.memo.widen(meter)?;
        }
        self.carried_over += match (&mut self.memo, other) {
            (Memo::Dense(table), Memo::Dense(known)) => carry_over(table, known, theirs, ours),
            (Memo::Long(table), Memo::Long(known)) => carry_over(table, known, theirs, ours),
            _ => 0,
        };
        Ok(())
    }
}

/// Copies the entries with values of one dense table to another one, row by row; how many.
fn carry_over<T: Copy + Into<u32>>(table: &mut [T], known: &[T], theirs: &Layout, ours: &Layout) -> u64 {
    let Some(last) = theirs.words.last() else { return 0 };
    let mut words = vec![0; theirs.words.len()];
    let (mut rest, mut count) = (known, 0);
    while !rest.is_empty() {
        theirs.unpack((known.len() - rest.len()) as u64, &mut words);
        let Some(word) = words.last_mut() else { return count };
        // The last word of a bag starts at the word before.
        let more = last.low.saturating_add_unsigned(last.span).abs_diff(*word);
        let width = usize::try_from(more).unwrap_or(usize::MAX).saturating_add(1).min(rest.len());
        let (row, others) = rest.split_at(width);
        rest = others;
        // Where the end of a row fits, all of it does: rows lie together in both.
        let first = ours.pack(&words).and_then(|key| usize::try_from(key).ok());
        if let Some(word) = words.last_mut() {
            *word = word.saturating_add_unsigned(more);
        }
        if let Some(first) = first.filter(|_| ours.pack(&words).is_some()) {
            for (entry, &code) in table[first..].iter_mut().zip(row).filter(|(_, code)| (**code).into() >= 2) {
                *entry = code;
                count += 1;
            }
        }
    }
    count
}
