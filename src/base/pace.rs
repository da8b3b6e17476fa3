//! How often a loop looks at the clock.

use std::time::{Duration, Instant};

use super::{Exceeded, Meter};

/// Steps between looks at the clock, at most.
const MOST: u64 = 1 << 14;
/// Looks that are less apart than this become rarer ...
const CLOSE: Duration = Duration::from_millis(1);
/// ... and those that are more apart more frequent.
const APART: Duration = Duration::from_millis(10);

/// When a loop is to look at the clock whose steps may take any time: after many short ones, after each long one.
#[derive(Debug)]
pub struct Pace {
    left: u64,
    between: u64,
    last: Instant,
}

impl Default for Pace {
    fn default() -> Self {
        Self { left: 16, between: 16, last: Instant::now() }
    }
}

impl Pace {
    /// Counts the work of a step, in whatever it is made of (options, say; at least 1); whether the clock was looked at.
    ///
    /// # Errors
    /// Those of [`Meter::check`].
    #[inline]
    pub fn step(&mut self, work: u64, meter: &Meter) -> Result<bool, Exceeded> {
        if work < self.left {
            self.left -= work;
            return Ok(false);
        }
        meter.check()?;
        self.adapt();
        Ok(true)
    }

    #[cold]
    fn adapt(&mut self) {
        let now = Instant::now();
        let took = now.saturating_duration_since(self.last);
        if took < CLOSE {
            self.between = (self.between * 2).min(MOST);
        } else if took > APART {
            self.between = (self.between / 4).max(1);
        }
        (self.left, self.last) = (self.between, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps until the clock is looked at.
    fn until_a_look(pace: &mut Pace, work: u64) -> u64 {
        let meter = Meter::unlimited();
        (1..=MOST).find(|_| pace.step(work, &meter).expect("no limit")).expect("it looks at some time")
    }

    #[test]
    fn long_steps_are_told_apart_from_short_ones() {
        let mut pace = Pace::default();
        for _ in 0..40 {
            assert!(until_a_look(&mut pace, 1) <= MOST);
        }
        assert_eq!(until_a_look(&mut pace, MOST), 1, "a step of much work is one to look after");
        for _ in 0..10 {
            // As if the steps since the last look had taken long.
            pace.last -= 2 * APART;
            until_a_look(&mut pace, 1);
        }
        assert!(pace.between <= 16, "{pace:?}");
    }
}
