//! Values by key.

use hashbrown::HashTable;

use super::dense::{Dense, Width};
use super::hashed::{self, Table, hash};
use crate::base::{Exceeded, Meter};

/// A value that stands for "being computed".
pub const OPEN: u32 = u32::MAX;
/// The greatest value that a table of 16-bit codes can hold; for greater ones see [`Memo::widen`].
pub const GREATEST: u32 = Width::Short.greatest();
/// The greatest value of all.
pub const GREATEST_WIDE: u32 = u32::MAX - 3;

/// Values by key: an array when the keys are few, else a hash table with key and value in as few words as they need.
pub enum Memo {
    /// Indexed by key: 0 unknown, 1 open, else the value plus 2.
    Dense(Vec<u16>),
    /// The same, for greater values.
    Long(Vec<u32>),
    /// Key and value in one word, for keys of at most 48 bits.
    Narrow(Table),
    /// Key and code, for all keys and values.
    Wide(HashTable<(u64, u32)>),
}

/// The code of [`OPEN`].
pub const OPEN_CODE: u16 = 1;

/// How a value is stored: 0 is left for "unknown".
#[inline]
pub fn code(value: u32) -> u16 {
    if value == OPEN { OPEN_CODE } else { u16::try_from(value + 2).unwrap_or(u16::MAX) }
}

#[inline]
fn wide(value: u32) -> u32 {
    if value == OPEN { 1 } else { value.saturating_add(2) }
}

/// The value of a code; `None` for "unknown".
#[inline]
pub fn decode(code: u32) -> Option<u32> {
    match code {
        0 => None,
        1 => Some(OPEN),
        n => Some(n - 2),
    }
}

impl Memo {
    /// An empty memo for keys below `size`; its array is charged before it is made.
    ///
    /// # Errors
    /// When the array passes the memory limit.
    pub fn new(size: u64, dense: bool, meter: &Meter) -> Result<Self, Exceeded> {
        if dense {
            meter.add_bytes(size * Width::Short.bytes())?;
            return Ok(Self::Dense(vec![0; usize::try_from(size).map_err(|_| Exceeded::Memory)?]));
        }
        let narrow = size <= 1 << hashed::KEY_BITS;
        Ok(if narrow { Self::Narrow(Table::new(meter)?) } else { Self::Wide(HashTable::new()) })
    }

    /// The value of a key: `None` when unknown, [`OPEN`] while it is computed.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u64) -> Option<u32> {
        match self {
            Self::Dense(table) => decode(table[usize::try_from(key).ok()?].into()),
            Self::Long(table) => decode(table[usize::try_from(key).ok()?]),
            Self::Narrow(table) => decode(table.get(key).into()),
            Self::Wide(table) => table.find(hash(key), |&(k, _)| k == key).and_then(|&(_, code)| decode(code)),
        }
    }

    /// Fetches what is known of keys that will be asked for next: all at once it takes little longer than for one.
    #[inline]
    pub fn fetch(&self, keys: &[u64]) {
        if let Self::Narrow(table) = self {
            table.fetch(keys);
        }
    }

    /// Appends the values of keys, up to the first that is not known.
    pub fn read(&self, keys: &[u64], into: &mut Vec<i64>) {
        match self {
            Self::Dense(table) => {
                let entry = |&key: &u64| usize::try_from(key).ok().and_then(|key| table.get(key)).map_or(0, |c| *c);
                let start = into.len();
                // All of them first: most often they are known.
                let mut least = u16::MAX;
                into.extend(keys.iter().map(|key| {
                    let code = entry(key);
                    least = least.min(code);
                    i64::from(code) - 2
                }));
                if least < 2 {
                    let known = into[start..].iter().position(|value| *value < 0).unwrap_or(0);
                    into.truncate(start + known);
                }
            }
            _ => into.extend(keys.iter().map_while(|&key| self.get(key).filter(|v| *v != OPEN).map(i64::from))),
        }
    }

    /// A table for several threads with the values known so far; `None` where it cannot be: keys or values are too
    /// large, or the copy would leave less than half of the memory free.
    #[must_use]
    pub fn shared(&self, meter: &Meter) -> Option<Table> {
        match self {
            Self::Narrow(known) => {
                Table::with(known.len(), known.entries().filter(|&(_, code)| code != OPEN_CODE), meter).ok()
            }
            Self::Dense(_) | Self::Long(_) | Self::Wide(_) => None,
        }
    }

    /// How many keys it knows, if it is hashed.
    #[must_use]
    pub fn hashed(&self) -> u64 {
        match self {
            Self::Dense(_) | Self::Long(_) => 0,
            Self::Narrow(table) => table.len(),
            Self::Wide(table) => table.len() as u64,
        }
    }

    /// The greatest value that can be stored.
    #[must_use]
    pub fn greatest(&self) -> u32 {
        match self {
            Self::Dense(_) | Self::Narrow(_) => GREATEST,
            Self::Long(_) => Width::Long.greatest(),
            Self::Wide(_) => GREATEST_WIDE,
        }
    }

    /// Stores a value, at most [`greatest`](Self::greatest), or [`OPEN`]. Growth is charged before it happens, the old
    /// table and the new one together.
    ///
    /// # Errors
    /// When the grown table passes the memory limit.
    pub fn set(&mut self, key: u64, value: u32, meter: &Meter) -> Result<(), Exceeded> {
        match self {
            Self::Dense(table) => table[usize::try_from(key).map_err(|_| Exceeded::Memory)?] = code(value),
            Self::Long(table) => table[usize::try_from(key).map_err(|_| Exceeded::Memory)?] = wide(value),
            Self::Narrow(table) => table.set(key, code(value), meter)?,
            Self::Wide(table) => {
                grow(table, |&(k, _)| hash(k), meter)?;
                match table.entry(hash(key), |&(k, _)| k == key, |&(k, _)| hash(k)) {
                    hashbrown::hash_table::Entry::Occupied(mut entry) => entry.get_mut().1 = wide(value),
                    hashbrown::hash_table::Entry::Vacant(entry) => drop(entry.insert((key, wide(value)))),
                }
            }
        }
        Ok(())
    }

    /// Its entries, if all keys have one.
    pub fn dense(&mut self) -> Option<Dense<'_>> {
        match self {
            Self::Dense(table) => Some(Dense::Short(table)),
            Self::Long(table) => Some(Dense::Long(table)),
            Self::Narrow(_) | Self::Wide(_) => None,
        }
    }

    /// Makes room for greater values: everything known moves to a table of wider entries.
    ///
    /// # Errors
    /// When both tables together pass the memory limit.
    pub fn widen(&mut self, meter: &Meter) -> Result<(), Exceeded> {
        if let Self::Dense(table) = self
            && meter.add_bytes(table.len() as u64 * Width::Long.bytes()).is_ok()
        {
            meter.sub_bytes(table.len() as u64 * Width::Short.bytes());
            *self = Self::Long(table.iter().map(|&code| code.into()).collect());
            return Ok(());
        }
        let mut wider = Self::Wide(HashTable::new());
        let short = |(key, &code): (u64, &u16)| (key, code.into());
        let moved = match self {
            Self::Dense(table) => wider.take((0..).zip(&*table).map(short), meter),
            Self::Long(table) => wider.take((0..).zip(&*table).map(|(key, &code)| (key, code)), meter),
            Self::Narrow(table) => wider.take(table.entries().map(|(key, code)| (key, code.into())), meter),
            Self::Wide(_) => return Ok(()),
        };
        let (old, failed) = if moved.is_ok() { (std::mem::replace(self, wider), moved) } else { (wider, moved) };
        meter.sub_bytes(old.bytes());
        failed
    }

    fn take(&mut self, entries: impl Iterator<Item = (u64, u32)>, meter: &Meter) -> Result<(), Exceeded> {
        for (at, (key, code)) in entries.enumerate() {
            if at % 65_536 == 0 {
                meter.check()?;
            }
            if let Some(value) = decode(code) {
                self.set(key, value, meter)?;
            }
        }
        Ok(())
    }

    /// Forgets that a key is being computed.
    pub fn close(&mut self, key: u64) {
        if self.get(key) != Some(OPEN) {
            return;
        }
        match self {
            Self::Dense(table) => {
                if let Some(slot) = usize::try_from(key).ok().and_then(|i| table.get_mut(i)) {
                    *slot = 0;
                }
            }
            Self::Long(table) => {
                if let Some(slot) = usize::try_from(key).ok().and_then(|i| table.get_mut(i)) {
                    *slot = 0;
                }
            }
            Self::Narrow(table) => table.forget(key),
            Self::Wide(table) => {
                if let Ok(entry) = table.find_entry(hash(key), |&(k, _)| k == key) {
                    entry.remove();
                }
            }
        }
    }

    /// All keys with a value, in order.
    #[cfg(test)]
    pub fn entries(&self) -> Vec<(u64, u32)> {
        let value = |(key, code): (u64, u16)| Some((key, decode(code.into()).filter(|&v| v != OPEN)?));
        let mut all: Vec<(u64, u32)> = match self {
            Self::Dense(table) => (0..).zip(table).filter_map(|(key, &code)| value((key, code))).collect(),
            Self::Long(table) => {
                let value = |(key, &code): (u64, &u32)| Some((key, decode(code).filter(|&v| v != OPEN)?));
                (0..).zip(table).filter_map(value).collect()
            }
            Self::Narrow(table) => table.entries().filter_map(value).collect(),
            Self::Wide(table) => table.iter().filter_map(|&(key, code)| Some((key, decode(code)?))).collect(),
        };
        all.sort_unstable();
        all
    }

    /// Bytes that it holds.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Dense(table) => table.len() as u64 * Width::Short.bytes(),
            Self::Long(table) => table.len() as u64 * Width::Long.bytes(),
            Self::Narrow(table) => table.bytes(),
            Self::Wide(table) => table.allocation_size() as u64,
        }
    }
}

/// Makes room for one more entry; the bytes of the new table are charged while the old one still stands.
pub fn grow<T>(table: &mut HashTable<T>, hasher: impl Fn(&T) -> u64, meter: &Meter) -> Result<(), Exceeded> {
    if table.len() < table.capacity() {
        return Ok(());
    }
    let old = table.allocation_size() as u64;
    let expected = (old * 2).max(2048);
    meter.add_bytes(expected)?;
    table.reserve(table.len().max(64), hasher);
    meter.sub_bytes(expected + old);
    // What was really taken; it cannot pass what was just allowed by more than the first kilobytes.
    meter.add_bytes(table.allocation_size() as u64)
}
