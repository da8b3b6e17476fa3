//! Values on demand, with the search for a proved period on the way.

use super::hexadecimal::Hexadecimal;
use super::octal::{Octal, Values};
use super::phased::PhasedValues;
use super::subtraction::{AllBut, Finite};
use super::{Certificate, HeapGame, HeapStop, period};
use crate::base::Meter;
use crate::cgt::{Periodicity, periodicity};
use crate::number::Number;

/// How many values are searched for a period before a heap beyond [`HeapTable::DENSE`] is given up.
const SEARCH: usize = 1 << 24;

/// The first search for a period.
const FIRST_SEARCH: usize = 64;

/// Grundy values of a heap game.
///
/// They are computed as far as asked for; at lengths that grow by a quarter, the least period that a theorem proves is
/// looked for, and once it is found no further value is computed.
#[derive(Debug)]
pub struct HeapTable {
    game: HeapGame,
    kernel: Kernel,
    certificate: Option<Certificate>,
    next_search: usize,
    charged: u64,
}

#[derive(Debug)]
enum Kernel {
    Octal(Octal),
    Hexadecimal(Hexadecimal),
    Finite(Finite),
    AllBut(AllBut),
    Phased(PhasedValues),
}

impl HeapTable {
    /// Heaps from here on are answered by a proved period or not at all.
    pub const DENSE: u64 = 1 << 28;

    /// A table without values yet.
    #[must_use]
    pub fn new(game: HeapGame) -> Self {
        let kernel = match &game {
            HeapGame::TakeAndBreak(code) if code.most_heaps() > 2 => Kernel::Hexadecimal(Hexadecimal::new(code)),
            HeapGame::TakeAndBreak(code) => Kernel::Octal(Octal::new(code)),
            HeapGame::Subtraction(set) => Kernel::Finite(Finite::new(set)),
            HeapGame::AllBut(set) => Kernel::AllBut(AllBut::new(set)),
            HeapGame::Phased(game) => Kernel::Phased(PhasedValues::new(game)),
        };
        Self { game, kernel, certificate: None, next_search: FIRST_SEARCH, charged: 0 }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &HeapGame {
        &self.game
    }

    /// The proof of its period, if one was found so far.
    #[must_use]
    pub const fn certificate(&self) -> Option<&Certificate> {
        self.certificate.as_ref()
    }

    /// How many values were computed.
    #[must_use]
    pub fn computed(&self) -> usize {
        match &self.kernel {
            Kernel::Octal(k) => k.len(),
            Kernel::Hexadecimal(k) => k.values.len(),
            Kernel::Finite(k) => k.values.len(),
            Kernel::AllBut(k) => k.values.len(),
            Kernel::Phased(k) => k.values.len(),
        }
    }

    /// How much was done to compute the values so far: about the number of options looked at one by one. It depends on the
    /// game and on the number of values alone, so that a bound on it is met at the same place on every machine.
    #[must_use]
    pub fn work(&self) -> u64 {
        let each = |options: usize| (self.computed() as u64).saturating_mul(1 + options as u64);
        match &self.kernel {
            Kernel::Octal(k) => k.work,
            Kernel::Hexadecimal(k) => k.work,
            Kernel::Finite(_) | Kernel::AllBut(_) | Kernel::Phased(_) => each(self.game.amounts()),
        }
    }

    /// The Grundy value of a heap of `n`.
    ///
    /// # Errors
    /// [`HeapStop`]: a limit, a value too large, or a heap beyond 2^28 without a proved period within 2^24 values.
    pub fn grundy(&mut self, n: u64, meter: &Meter) -> Result<u64, HeapStop> {
        if let Ok(index) = usize::try_from(n)
            && index < self.computed()
        {
            return Ok(self.stored(index));
        }
        if self.certificate.is_none() {
            let goal = if n < Self::DENSE { usize::try_from(n).map_err(|_| HeapStop::TooLarge)? + 1 } else { SEARCH };
            self.reach(goal, meter)?;
        }
        if let Some(certificate) = self.certificate {
            let (index, times) = certificate.reduce(n);
            let more = certificate.saltus.checked_mul(times).ok_or(HeapStop::TooLarge)?;
            return self.stored(index).checked_add(more).ok_or(HeapStop::TooLarge);
        }
        match usize::try_from(n) {
            Ok(index) if index < self.computed() => Ok(self.stored(index)),
            _ => Err(HeapStop::NoPeriod(self.computed())),
        }
    }

    /// Appends the Grundy values of many heaps, natural numbers; heaps at equal distances are read off the table.
    ///
    /// # Errors
    /// As for [`HeapTable::grundy`], for the first heap that has no answer; those before it were appended.
    pub fn column(&mut self, heaps: &[i64], into: &mut Vec<i64>, meter: &Meter) -> Result<(), HeapStop> {
        let mut rest = heaps;
        while let Some((&first, others)) = rest.split_first() {
            let step = others.first().map_or(0, |second| second.saturating_sub(first)).max(0);
            let run = 1 + rest.windows(2).take_while(|pair| pair[0].checked_add(step) == Some(pair[1])).count();
            let (stretch, more) = rest.split_at(run);
            self.stretch(stretch, step.unsigned_abs(), into, meter)?;
            rest = more;
        }
        Ok(())
    }

    /// Heaps that grow by `step`.
    fn stretch(&mut self, heaps: &[i64], step: u64, into: &mut Vec<i64>, meter: &Meter) -> Result<(), HeapStop> {
        let narrow = |value: u64| i64::try_from(value).map_err(|_| HeapStop::TooLarge);
        let Some(last) = heaps.last().map(|heap| heap.cast_unsigned()) else { return Ok(()) };
        // The greatest first: the table grows once.
        let reached = self.grundy(last, meter);
        match self.certificate {
            Some(certificate) if reached.is_ok() && last >= self.computed() as u64 => {
                // Heaps before the period one by one, the others along it if there are enough of them.
                let mut alone =
                    heaps.iter().take_while(|heap| heap.cast_unsigned() < certificate.preperiod as u64).count();
                if certificate.period > heaps.len() {
                    alone = heaps.len();
                }
                for heap in &heaps[..alone] {
                    into.push(narrow(self.grundy(heap.cast_unsigned(), meter)?)?);
                }
                self.along(&certificate, &heaps[alone..], step, into)
            }
            _ => {
                for heap in heaps {
                    let heap = heap.cast_unsigned();
                    let known = usize::try_from(heap).ok().filter(|index| *index < self.computed());
                    into.push(narrow(match known {
                        Some(index) => self.stored(index),
                        None => self.grundy(heap, meter)?,
                    })?);
                }
                Ok(())
            }
        }
    }

    /// Heaps that grow by `step`, all within the period.
    fn along(&self, certificate: &Certificate, heaps: &[i64], step: u64, into: &mut Vec<i64>) -> Result<(), HeapStop> {
        let Some(first) = heaps.first() else { return Ok(()) };
        let period = certificate.period as u64;
        let narrow = |value: Option<u64>| value.and_then(|v| i64::try_from(v).ok()).ok_or(HeapStop::TooLarge);
        let (index, times) = certificate.reduce(first.cast_unsigned());
        let mut index = index - certificate.preperiod;
        let mut more = narrow(certificate.saltus.checked_mul(times))?;
        let rounds = narrow((step / period).checked_mul(certificate.saltus))?;
        let saltus = narrow(Some(certificate.saltus))?;
        let advance = usize::try_from(step % period).map_err(|_| HeapStop::TooLarge)?;
        let places = certificate.preperiod..certificate.preperiod + certificate.period;
        let values: Vec<i64> = places.map(|n| narrow(Some(self.stored(n)))).collect::<Result<_, _>>()?;
        // The last value is the greatest but for the values within one period: all sums fit when this one does.
        let most = values.iter().max().copied().unwrap_or(0);
        let growth = rounds.checked_add(saltus).and_then(|g| g.checked_mul(i64::try_from(heaps.len()).ok()?));
        growth.and_then(|g| g.checked_add(more)?.checked_add(most)).ok_or(HeapStop::TooLarge)?;
        for _ in heaps {
            into.push(values[index] + more);
            index += advance;
            more += rounds;
            if index >= certificate.period {
                index -= certificate.period;
                more += saltus;
            }
        }
        Ok(())
    }

    /// The Grundy value of a heap of any size, a natural number.
    ///
    /// # Errors
    /// As for [`HeapTable::grundy`]; [`HeapStop::TooLarge`] also for what is no natural number.
    pub fn grundy_of(&mut self, n: &Number, meter: &Meter) -> Result<Number, HeapStop> {
        if let Some(small) = n.to_u64() {
            match self.grundy(small, meter) {
                Err(HeapStop::TooLarge) => {}
                result => return result.map(Number::from),
            }
        }
        if !n.is_integer() || n.is_negative() {
            return Err(HeapStop::TooLarge);
        }
        let certificate = self.prove(SEARCH, meter)?.ok_or(HeapStop::NoPeriod(SEARCH))?;
        let (start, p) = (Number::from(certificate.preperiod), Number::from(certificate.period));
        let reduced = || {
            let beyond = n.sub(&start)?;
            let rest = beyond.modulo(&p)?;
            let more = beyond.floor_div(&p)?.mul(&Number::from(certificate.saltus))?;
            Ok::<_, crate::number::NumberError>((rest, more))
        };
        let (rest, more) = reduced().map_err(|_| HeapStop::TooLarge)?;
        let index = certificate.preperiod + rest.to_usize().ok_or(HeapStop::TooLarge)?;
        Number::from(self.stored(index)).add(&more).map_err(|_| HeapStop::TooLarge)
    }

    /// Looks for a proof of the period among the first `limit` values, or those computed if they are more.
    ///
    /// # Errors
    /// A limit of the meter, or a value too large.
    pub fn prove(&mut self, limit: usize, meter: &Meter) -> Result<Option<Certificate>, HeapStop> {
        if self.certificate.is_none() && self.computed() < limit {
            self.reach(limit, meter)?;
        }
        if self.certificate.is_none() {
            self.search();
        }
        Ok(self.certificate)
    }

    /// The regularity that the values computed so far show, without a proof.
    #[must_use]
    pub fn observed(&self) -> Periodicity {
        let values: Vec<i64> = self.values().map(|v| i64::try_from(v).unwrap_or(i64::MAX)).collect();
        periodicity(&values)
    }

    /// The values computed so far, from heap 0 on; none is computed after a period was proved.
    #[must_use]
    pub fn values(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        (0..self.computed()).map(|n| self.stored(n))
    }

    /// Computes until there are `len` values or a period is proved. Values are states of the meter.
    fn reach(&mut self, len: usize, meter: &Meter) -> Result<(), HeapStop> {
        while self.computed() < len && self.certificate.is_none() {
            let before = self.computed();
            // One more than allowed, so that the limit is seen.
            let allowed = usize::try_from(meter.states_left()).unwrap_or(usize::MAX);
            let end = len.min(self.next_search).min(before.saturating_add(allowed).saturating_add(1));
            self.charge(end, meter)?;
            match &mut self.kernel {
                Kernel::Octal(k) => k.extend(end, meter)?,
                Kernel::Hexadecimal(k) => k.extend(end, meter)?,
                Kernel::Finite(k) => k.extend(end, meter)?,
                Kernel::AllBut(k) => k.extend(end, meter)?,
                Kernel::Phased(k) => k.extend(end, meter)?,
            }
            meter.add_states((self.computed() - before) as u64)?;
            if end == self.next_search {
                self.search();
                self.next_search = end + end / 4;
            }
        }
        Ok(())
    }

    /// Counts bytes before they are allocated: a vector may take twice its length, twice more while it grows.
    fn charge(&mut self, len: usize, meter: &Meter) -> Result<(), HeapStop> {
        let bytes = 6 * len as u64;
        if bytes > self.charged {
            meter.add_bytes(bytes - self.charged)?;
            self.charged = bytes;
        }
        Ok(())
    }

    fn search(&mut self) {
        self.certificate = match &self.kernel {
            Kernel::Octal(Octal { values: Values::Narrow(g), .. }) => period::find(&self.game, g),
            Kernel::Octal(Octal { values: Values::Wide(g), .. }) => period::find(&self.game, g),
            Kernel::Hexadecimal(k) => period::find(&self.game, &k.values),
            Kernel::Finite(k) => period::find(&self.game, &k.values),
            Kernel::AllBut(k) => period::find(&self.game, &k.values),
            Kernel::Phased(k) => period::find(&self.game, &k.values),
        };
    }

    fn stored(&self, n: usize) -> u64 {
        match &self.kernel {
            Kernel::Octal(Octal { values: Values::Narrow(g), .. }) => g[n].into(),
            Kernel::Octal(Octal { values: Values::Wide(g), .. }) => g[n].into(),
            Kernel::Hexadecimal(k) => k.values[n].into(),
            Kernel::Finite(k) => k.values[n].into(),
            Kernel::AllBut(k) => k.values[n].into(),
            Kernel::Phased(k) => k.values[n].into(),
        }
    }
}
