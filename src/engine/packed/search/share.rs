//! When a search lets several threads work: see [`threads`] and [`sweep_threads`].

#[cfg(feature = "jit")]
use super::APART;
use super::threads::{self, Ended};
use super::{Halt, Rules, Search};
use crate::base::Exceeded;
use crate::cgt::Question;
use crate::engine::packed::fill::sweep::Sweep;
use crate::engine::packed::table::memo::Memo;
#[cfg(feature = "jit")]
use crate::engine::packed::{fill::sweep_threads, table::memo::OPEN};

impl Search {
    /// Lets several threads do what is left of a sweep; `false` when one is to do it.
    #[cfg(feature = "jit")]
    pub fn sweep_together(&mut self, sweep: &mut Sweep, rules: &Rules<'_>) -> Result<bool, Exceeded> {
        let pays = rules.order.is_shared() || sweep.left() > APART;
        if rules.meter.limits().jobs < 2 || self.alone || !pays {
            return Ok(false);
        }
        let piece = if rules.order.is_shared() { 2 } else { sweep_threads::PIECE };
        let parts = (&mut self.memo, &*rules.code, rules.layout);
        let done = sweep.share(piece, self.question, parts, rules.descent, rules.meter, &mut self.work)?;
        if sweep.is_shared() {
            self.threads = rules.meter.limits().jobs;
        }
        if !done {
            self.alone = true;
            for frame in &self.frames {
                self.memo.set(frame.key, OPEN, rules.meter)?;
            }
        }
        Ok(done)
    }

    /// Without native code a sweep sees nothing.
    #[cfg(not(feature = "jit"))]
    pub fn sweep_together(&mut self, _: &mut Sweep, _: &Rules<'_>) -> Result<bool, Exceeded> {
        Ok(false)
    }

    /// Whether several threads may answer: see [`threads`].
    pub fn may_share(&self, rules: &Rules<'_>) -> bool {
        let wanted = rules.meter.limits().jobs > 1 && self.question == Question::Grundy;
        wanted && !self.alone && matches!(self.memo, Memo::Narrow(_))
    }

    /// Lets several threads find the answer; `None` when one is to go on alone.
    pub fn share(&mut self, key: u64, rules: &mut Rules<'_>) -> Result<Option<u32>, Halt> {
        let Some(table) = self.memo.shared(rules.meter) else { return Ok(None) };
        rules.code.warm();
        self.threads = rules.meter.limits().jobs;
        let (found, work, ended) = match threads::solve(key, table, rules.code, rules.layout, rules.meter) {
            Ended::Alone => {
                self.alone = true;
                return Ok(None);
            }
            Ended::Solved(found, work) => (found, work, Ok(())),
            Ended::Stopped(found, work, exceeded) => (found, work, Err(exceeded)),
        };
        rules.meter.sub_bytes(self.memo.bytes());
        self.memo = Memo::Narrow(found);
        // The options of what was begun here were counted twice.
        let begun = (self.arena.len() / rules.code.parts()) as u64;
        self.work.options = self.work.options.saturating_sub(begun);
        self.work = self.work.plus(work);
        self.frames.clear();
        self.arena.clear();
        ended?;
        Ok(self.known(key))
    }
}
