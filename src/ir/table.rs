//! Tables of constants, as narrow as their entries allow: small ones stay in fast memory.

/// A table of constants.
#[derive(Debug)]
pub struct Table {
    /// Its number within the program.
    pub id: u32,
    entries: Entries,
    ends: (i64, i64),
}

/// The entries of a table, each in the fewest bits of these.
#[derive(PartialEq, Eq, Debug)]
pub enum Entries {
    /// Zeros and ones, 64 a word from the lowest bit on, and how many.
    Bits(Vec<u64>, usize),
    /// Of 8 bits.
    Bytes(Vec<i8>),
    /// Of 16 bits.
    Halves(Vec<i16>),
    /// Of 32 bits.
    Words(Vec<i32>),
    /// Of 64 bits.
    Longs(Vec<i64>),
}

impl Table {
    /// A table with these entries.
    #[must_use]
    pub fn new(id: u32, list: Vec<i64>) -> Self {
        let low = list.iter().copied().min().unwrap_or(0);
        let high = list.iter().copied().max().unwrap_or(0);
        Self { id, entries: Entries::of(list, low, high), ends: (low, high) }
    }

    /// A table of zeros and ones.
    #[must_use]
    pub fn of_bits(id: u32, len: usize, is_set: impl Fn(usize) -> bool) -> Self {
        let entries = Entries::bits(len, is_set);
        let Entries::Bits(words, _) = &entries else { return Self { id, entries, ends: (0, 1) } };
        let ones: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
        let ends = (i64::from(ones == len as u64 && len > 0), i64::from(ones > 0));
        Self { id, entries, ends }
    }

    /// How many entries.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.entries {
            Entries::Bits(_, len) => *len,
            Entries::Bytes(list) => list.len(),
            Entries::Halves(list) => list.len(),
            Entries::Words(list) => list.len(),
            Entries::Longs(list) => list.len(),
        }
    }

    /// An entry.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<i64> {
        match &self.entries {
            Entries::Bits(words, len) => {
                let word = words.get(at / 64).filter(|_| at < *len)?;
                Some(i64::from(word >> (at % 64) & 1 == 1))
            }
            Entries::Bytes(list) => list.get(at).map(|&n| n.into()),
            Entries::Halves(list) => list.get(at).map(|&n| n.into()),
            Entries::Words(list) => list.get(at).map(|&n| n.into()),
            Entries::Longs(list) => list.get(at).copied(),
        }
    }

    /// The least and the greatest entry.
    #[must_use]
    pub fn ends(&self) -> (i64, i64) {
        self.ends
    }

    /// How they are kept.
    #[must_use]
    pub fn entries(&self) -> &Entries {
        &self.entries
    }

    /// The memory that they take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let len = self.len() as u64;
        match self.entries {
            Entries::Bits(..) => len.div_ceil(64) * 8,
            Entries::Bytes(_) => len,
            Entries::Halves(_) => len * 2,
            Entries::Words(_) => len * 4,
            Entries::Longs(_) => len * 8,
        }
    }
}

impl Entries {
    fn bits(len: usize, is_set: impl Fn(usize) -> bool) -> Self {
        let word = |at: usize| (at..len.min(at + 64)).fold(0u64, |word, i| word | u64::from(is_set(i)) << (i % 64));
        Self::Bits((0..len).step_by(64).map(word).collect(), len)
    }

    fn of(list: Vec<i64>, low: i64, high: i64) -> Self {
        fn narrow<T: TryFrom<i64> + Default>(list: &[i64]) -> Vec<T> {
            list.iter().map(|&n| T::try_from(n).unwrap_or_default()).collect()
        }
        let within = |least: i64, most: i64| least <= low && high <= most;
        if within(0, 1) {
            Self::bits(list.len(), |i| list[i] == 1)
        } else if within(i8::MIN.into(), i8::MAX.into()) {
            Self::Bytes(narrow(&list))
        } else if within(i16::MIN.into(), i16::MAX.into()) {
            Self::Halves(narrow(&list))
        } else if within(i32::MIN.into(), i32::MAX.into()) {
            Self::Words(narrow(&list))
        } else {
            Self::Longs(list)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_any_width_come_back() {
        for most in [0, 1, 2, 127, 128, 40_000, 1 << 31, i64::MAX] {
            for least in [0, -1, -most] {
                let list: Vec<i64> = (0..130).map(|i| if i % 3 == 0 { least } else { most }).collect();
                let table = Table::new(0, list.clone());
                assert_eq!((0..list.len()).filter_map(|at| table.get(at)).collect::<Vec<_>>(), list);
                assert_eq!((table.len(), table.get(130), table.ends()), (130, None, (least.min(most), most)));
            }
        }
        let table = Table::of_bits(0, 70, |i| i % 7 == 0);
        assert!((0..70).all(|i| table.get(i) == Some(i64::from(i % 7 == 0))));
        assert_eq!((table.ends(), table.bytes()), ((0, 1), 16));
    }
}
