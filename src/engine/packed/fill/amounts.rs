//! A dense table of one heap, filled by amounts; see [`Families`].

use crate::base::{Exceeded, Meter};
use crate::cgt::Question;
use crate::cgt::heap::Amounts;
use crate::engine::packed::search::Work;
use crate::engine::packed::shape::layout::Layout;
use crate::engine::packed::table::memo::{GREATEST, Memo};
use crate::ir::Families;

/// The amounts of a game, listed as far as heaps were asked for.
pub struct AmountTable {
    families: Families,
    /// The greatest heap that was asked for, from the least, with the amounts up to there.
    listed: Option<(u32, Amounts)>,
    /// They are no amounts after all, or their values are too large.
    given_up: bool,
}

impl AmountTable {
    /// Nothing listed yet.
    #[must_use]
    pub fn new(families: Families) -> Self {
        Self { families, listed: None, given_up: false }
    }

    /// What they are, for `--stats`.
    #[must_use]
    pub fn describe(&self) -> String {
        match &self.listed {
            Some((top, amounts)) => format!("{} amounts up to {top}", amounts.len()),
            None => "amounts".to_owned(),
        }
    }

    /// The work that heaps up to one take, in options of a plain search.
    ///
    /// # Errors
    /// A limit.
    pub fn cost(&mut self, high: &[i64], question: Question, layout: &Layout, meter: &Meter) -> Result<u64, Exceeded> {
        let Some(top) = top_of(high, layout) else { return Ok(u64::MAX) };
        let Some(amounts) = self.list(top, meter)? else { return Ok(u64::MAX) };
        let len = top as usize + 1;
        Ok(if question == Question::Grundy { amounts.work(len) } else { 4 * len as u64 })
    }

    /// The amounts for heaps up to one; `None` when there are none such.
    fn list(&mut self, top: u32, meter: &Meter) -> Result<Option<&Amounts>, Exceeded> {
        if self.given_up {
            return Ok(None);
        }
        if self.listed.as_ref().is_none_or(|(listed, _)| *listed < top) {
            let bytes = 16 * u64::from(top) + 64;
            meter.add_bytes(bytes)?;
            let found = self.families.amounts(top, meter);
            meter.sub_bytes(bytes);
            match found? {
                Ok(list) => self.listed = Some((top, Amounts::new(list))),
                Err(_) => self.given_up = true,
            }
        }
        Ok(self.listed.as_ref().filter(|_| !self.given_up).map(|(_, amounts)| amounts))
    }

    /// Fills the table for heaps up to one; whether that was possible.
    ///
    /// # Errors
    /// A limit.
    pub fn fill(
        &mut self,
        question: Question,
        high: &[i64],
        (memo, layout): (&mut Memo, &Layout),
        meter: &Meter,
        work: &mut Work,
    ) -> Result<bool, Exceeded> {
        let (Memo::Dense(table), Some(top)) = (memo, top_of(high, layout)) else { return Ok(false) };
        if self.list(top, meter)?.is_none() {
            return Ok(false);
        }
        let (Some((_, amounts)), families) = (&self.listed, &self.families) else { return Ok(false) };
        let len = top as usize + 1;
        let mut registers = Vec::new();
        let mut over = |heap: u32| families.is_over(heap, &mut registers);
        let known = table.iter().take(len).take_while(|entry| **entry >= 2).count();
        let (found, looked): (Vec<u16>, u64) = if let Question::Wins(play) = question {
            let wins = amounts.wins(len, play, &mut over, meter)?;
            (wins.into_iter().map(u16::from).collect(), len as u64)
        } else {
            let mut values: Vec<u16> = table[..known].iter().map(|entry| entry - 2).collect();
            // Values beyond what a table holds are left to the search, too.
            self.given_up = !amounts.extend(&mut values, len, &mut over, meter)?;
            (values, amounts.work(len).saturating_sub(amounts.work(known)))
        };
        let mut new = 0;
        for (entry, &value) in table.iter_mut().zip(&found) {
            if *entry >= 2 {
                continue;
            }
            if u32::from(value) > GREATEST {
                self.given_up = true;
                break;
            }
            *entry = value + 2;
            new += 1;
        }
        work.positions += new;
        work.options += looked;
        meter.add_states(new)?;
        Ok(!self.given_up)
    }
}

/// The greatest heap of a box, from the least.
fn top_of(high: &[i64], layout: &Layout) -> Option<u32> {
    let ([high], [word]) = (high, &layout.words[..]) else { return None };
    u32::try_from(high.checked_sub(word.low)?).ok()
}
