//! Eventual periods of sequences, as observed in finitely many values. A proof is another matter: see the heap games.

/// An eventual (arithmetic) period: `g(n + period) = g(n) + saltus` for all `n >= preperiod`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Periodicity {
    /// The least index from which it holds.
    pub preperiod: u64,
    /// The period; 0 when none was seen.
    pub period: u64,
    /// What is added each time round; 0 for a plain period.
    pub saltus: i64,
    /// Indices before the preperiod whose value differs from the periodic part continued backwards, ascending.
    pub exceptions: Vec<u64>,
}

/// The simplest period that a list shows: the least `preperiod + period`, then the least period.
///
/// It is "seen" when at least one whole period repeats (one value more when there is a saltus, which the first
/// repeated value only defines), and the values that repeat are at least a quarter of the list. Takes time
/// proportional to the length.
#[must_use]
pub fn periodicity(values: &[i64]) -> Periodicity {
    let steps: Vec<i128> = values.windows(2).map(|w| i128::from(w[1]) - i128::from(w[0])).collect();
    let mut best: Option<(usize, usize, i64)> = None;
    let last = values.len().saturating_sub(1);
    let agreement = suffix_agreement(&steps);
    for p in 1..=last {
        // so many equal steps make one more value whose difference is constant
        let repeated = agreement.get(p).map_or(0, |&count| count as usize) + 1;
        let Some(saltus) = values[last].checked_sub(values[last - p]) else { continue };
        let needed = (p + usize::from(saltus != 0)).max(values.len().div_ceil(4));
        let start = values.len() - p - repeated;
        if repeated >= needed && best.is_none_or(|(s, q, _)| start + p < s + q) {
            best = Some((start, p, saltus));
        }
    }
    let Some((start, p, saltus)) = best else { return Periodicity::default() };
    Periodicity { preperiod: start as u64, period: p as u64, saltus, exceptions: exceptions(values, start, p, saltus) }
}

/// For every `p`, how many of the last values equal those `p` places before them, without a gap: the Z-function of the
/// reversed list. Counts stop at 32 bits.
pub(crate) fn suffix_agreement<T: PartialEq>(values: &[T]) -> Vec<u32> {
    let n = values.len();
    let narrow = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let at = |i: usize| &values[n - 1 - i];
    let mut z = vec![narrow(n); n];
    let (mut from, mut to) = (0, 0);
    for i in 1..n {
        let mut len = if i < to { (z[i - from] as usize).min(to - i) } else { 0 };
        while i + len < n && at(len) == at(i + len) {
            len += 1;
        }
        z[i] = narrow(len);
        if i + len > to {
            (from, to) = (i, i + len);
        }
    }
    z
}

fn exceptions(values: &[i64], start: usize, p: usize, saltus: i64) -> Vec<u64> {
    let differs = |&n: &usize| {
        let rounds = (start - n).div_ceil(p);
        let forward = values[n + rounds * p];
        i128::from(forward) - i128::try_from(rounds).unwrap_or(0) * i128::from(saltus) != i128::from(values[n])
    };
    (0..start).filter(differs).map(|n| n as u64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(values: &[i64]) -> (u64, u64, i64) {
        let p = periodicity(values);
        (p.preperiod, p.period, p.saltus)
    }

    fn kayles(n: usize) -> Vec<i64> {
        let mut g = vec![0i64; n];
        for m in 1..n {
            let splits = (1..=m.min(2)).flat_map(|t| (0..=m - t).map(move |a| (a, m - t - a)));
            let options: Vec<i64> = splits.map(|(a, b)| g[a] ^ g[b]).collect();
            g[m] = (0..99).find(|v| !options.contains(v)).unwrap_or(99);
        }
        g
    }

    #[test]
    fn kayles_has_fourteen_exceptions() {
        let found = periodicity(&kayles(200));
        assert_eq!((found.preperiod, found.period, found.saltus), (71, 12, 0));
        assert_eq!(found.exceptions, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    }

    #[test]
    fn saltus_and_pure_periods() {
        assert_eq!(seen(&[0, 1, 2, 3, 4]), (0, 1, 1));
        assert_eq!(seen(&[0, 0, 1, 1, 2, 2, 3, 3]), (0, 2, 1));
        assert_eq!(seen(&[9, 0, 0, 1, 1, 2, 2, 3, 3]), (1, 2, 1));
        assert_eq!(seen(&[0, 1, 0, 1, 2, 0, 1, 0, 1, 2]), (0, 5, 0));
        assert_eq!(seen(&[4, 4, 4]), (0, 1, 0));
        assert_eq!(seen(&[0, -3, -6, -9]), (0, 1, -3));
        assert_eq!(periodicity(&[7, 0, 1, 2, 3, 4, 5]).exceptions, [0]);
        assert_eq!(periodicity(&[-1, 7, 1, 2, 3, 4, 5]).exceptions, [1]);
    }

    #[test]
    fn little_evidence_is_no_period() {
        for values in [&[][..], &[5], &[0, 1], &[3, 1, 4, 1, 5, 9, 2, 6], &kayles(60)] {
            assert_eq!(periodicity(values), Periodicity::default(), "{values:?}");
        }
        assert_eq!(seen(&[i64::MIN, i64::MAX]), (0, 0, 0));
    }

    #[test]
    fn every_index_from_the_preperiod_repeats() {
        let mut state = 12345u64;
        for _ in 0..300 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (start, p) = ((state >> 33) % 7, 1 + (state >> 41) % 6);
            let bit = |i: u64| i64::from(state.rotate_left(u32::try_from(i).unwrap_or(0) * 5).is_multiple_of(2));
            let values: Vec<i64> = (0..40).map(|n| if n < start { bit(n) } else { bit((n - start) % p + 7) }).collect();
            let found = periodicity(&values);
            assert!(found.preperiod + found.period <= start + p && found.period > 0, "{values:?}");
            for n in usize::try_from(found.preperiod).unwrap_or(0)..40 - usize::try_from(found.period).unwrap_or(0) {
                assert_eq!(values[n + usize::try_from(found.period).unwrap_or(0)], values[n] + found.saltus);
            }
        }
    }
}
