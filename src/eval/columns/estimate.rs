//! About how many instances a generator has.

use super::run::{Block, Irregular, Runner};
use crate::eval::Queries;
use crate::terms::{Plan, Step};

/// So many walks through the binders are averaged.
const WALKS: usize = 256;

impl Runner<'_> {
    /// About how many instances there are: walks that choose one element of every domain each stand for as many instances as
    /// they had choices (Knuth, Estimating the efficiency of backtrack programs, 1975), those that a guard ends for none. What
    /// asks about positions is passed over.
    ///
    /// # Errors
    /// An end or a guard that has no short way somewhere.
    pub fn estimate(&self, plan: &Plan, queries: &mut dyn Queries) -> Result<u64, Irregular> {
        let mut walks = Block { columns: Vec::new(), count: WALKS };
        // How many instances each walk stands for; it never gets less than none.
        let mut weights = vec![1u128; WALKS];
        let mut random = Random(1);
        for step in &plan.steps {
            match step {
                Step::Range { high: None, .. } => return Err(Irregular),
                Step::Range { low, high: Some(high) } => {
                    let low = self.run(*low, &walks, queries)?.into_values(WALKS);
                    let high = self.run(*high, &walks, queries)?.into_values(WALKS);
                    let mut column = Vec::with_capacity(WALKS);
                    for ((low, high), weight) in low.iter().zip(&high).zip(&mut weights) {
                        let choices = if high < low { 0 } else { high.abs_diff(*low).saturating_add(1) };
                        *weight = weight.saturating_mul(choices.into());
                        column.push(low.saturating_add_unsigned(random.below(choices)));
                    }
                    walks.columns.push(column);
                }
                Step::Each { column, .. } => {
                    let items = self.domains.at(*column).ok_or(Irregular)?;
                    let choices = items.count().unwrap_or(u64::MAX);
                    let mut columns = vec![Vec::with_capacity(WALKS); items.width()];
                    for weight in &mut weights {
                        *weight = weight.saturating_mul(choices.into());
                        if choices > 0 {
                            items.append_one(random.below(choices), &mut columns);
                        } else {
                            columns.iter_mut().for_each(|column| column.push(0));
                        }
                    }
                    walks.columns.extend(columns);
                }
                Step::Let(term) => {
                    let values = self.run(*term, &walks, queries)?.into_values(WALKS);
                    walks.columns.push(values);
                }
                Step::Guard(_) if step.asks(self.terms) => {}
                Step::Guard(term) => {
                    let passed = self.run(*term, &walks, queries)?;
                    weights
                        .iter_mut()
                        .enumerate()
                        .filter(|(at, _)| passed.at(*at) == 0)
                        .for_each(|(_, weight)| *weight = 0);
                }
            }
        }
        let total = weights.into_iter().fold(0, u128::saturating_add);
        Ok(u64::try_from(total / WALKS as u128).unwrap_or(u64::MAX))
    }
}

/// Numbers without a pattern that matters, the same in every run.
struct Random(u64);

impl Random {
    /// A number below another one, 0 where there is none.
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        u64::try_from((u128::from(self.0 ^ (self.0 >> 32)) * u128::from(end)) >> 64).unwrap_or(0)
    }
}
