//! Values by key.

use hashbrown::HashTable;

use crate::base::{Exceeded, Meter};

/// A value that stands for "being computed".
pub const OPEN: u32 = u32::MAX;
/// The greatest value that can be stored.
pub const GREATEST: u32 = 65_533;

/// Values by key: an array when the keys are few, else a hash table with key and value in as few words as they need.
pub enum Memo {
    /// Indexed by key: 0 unknown, 1 open, else the value plus 2.
    Dense(Vec<u16>),
    /// Key and value in one word, for keys of at most 48 bits: `key << 16 | code`.
    Narrow(HashTable<u64>),
    /// Key and code.
    Wide(HashTable<(u64, u16)>),
}

/// One folded multiplication, both halves of it: keys differ mostly in a few low bits of each field, and tables look at the top bits too.
#[expect(clippy::cast_possible_truncation, reason = "the halves of a product")]
#[inline]
fn hash(key: u64) -> u64 {
    let product = u128::from(key ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93_u128;
    (product as u64) ^ ((product >> 64) as u64)
}

#[inline]
fn code(value: u32) -> u16 {
    if value == OPEN { 1 } else { u16::try_from(value + 2).unwrap_or(u16::MAX) }
}

#[inline]
fn decode(code: u16) -> Option<u32> {
    match code {
        0 => None,
        1 => Some(OPEN),
        n => Some(u32::from(n) - 2),
    }
}

impl Memo {
    /// An empty memo for keys below `size`; its array is charged before it is made.
    ///
    /// # Errors
    /// When the array passes the memory limit.
    pub fn new(size: u64, dense: bool, meter: &Meter) -> Result<Self, Exceeded> {
        if dense {
            meter.add_bytes(size * 2)?;
            return Ok(Self::Dense(vec![0; usize::try_from(size).map_err(|_| Exceeded::Memory)?]));
        }
        Ok(if size <= 1 << 48 { Self::Narrow(HashTable::new()) } else { Self::Wide(HashTable::new()) })
    }

    /// The value of a key: `None` when unknown, [`OPEN`] while it is computed.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u64) -> Option<u32> {
        match self {
            Self::Dense(table) => decode(table[usize::try_from(key).ok()?]),
            Self::Narrow(table) => {
                table.find(hash(key), |&entry| entry >> 16 == key).and_then(|&entry| decode((entry & 0xFFFF) as u16))
            }
            Self::Wide(table) => table.find(hash(key), |&(k, _)| k == key).and_then(|&(_, code)| decode(code)),
        }
    }

    /// Appends the values of keys, up to the first that is not known.
    pub fn read(&self, keys: &[u64], into: &mut Vec<i64>) {
        match self {
            Self::Dense(table) => {
                let entries = keys.iter().map(|&key| usize::try_from(key).ok().and_then(|key| table.get(key)));
                into.extend(
                    entries.map_while(|entry| entry.filter(|&&code| code >= 2).map(|&code| i64::from(code) - 2)),
                );
            }
            _ => into.extend(keys.iter().map_while(|&key| self.get(key).filter(|v| *v != OPEN).map(i64::from))),
        }
    }

    /// Stores a value, at most [`GREATEST`], or [`OPEN`]. Growth is charged before it happens, the old table and the
    /// new one together.
    ///
    /// # Errors
    /// When the grown table passes the memory limit.
    pub fn set(&mut self, key: u64, value: u32, meter: &Meter) -> Result<(), Exceeded> {
        let code = code(value);
        match self {
            Self::Dense(table) => table[usize::try_from(key).map_err(|_| Exceeded::Memory)?] = code,
            Self::Narrow(table) => {
                grow(table, |&entry| hash(entry >> 16), meter)?;
                let word = key << 16 | u64::from(code);
                match table.entry(hash(key), |&entry| entry >> 16 == key, |&entry| hash(entry >> 16)) {
                    hashbrown::hash_table::Entry::Occupied(mut entry) => *entry.get_mut() = word,
                    hashbrown::hash_table::Entry::Vacant(entry) => drop(entry.insert(word)),
                }
            }
            Self::Wide(table) => {
                grow(table, |&(k, _)| hash(k), meter)?;
                match table.entry(hash(key), |&(k, _)| k == key, |&(k, _)| hash(k)) {
                    hashbrown::hash_table::Entry::Occupied(mut entry) => entry.get_mut().1 = code,
                    hashbrown::hash_table::Entry::Vacant(entry) => drop(entry.insert((key, code))),
                }
            }
        }
        Ok(())
    }

    /// Forgets that a key is being computed.
    pub fn close(&mut self, key: u64) {
        match self {
            Self::Dense(table) => {
                if let Some(slot) = usize::try_from(key).ok().and_then(|i| table.get_mut(i))
                    && *slot == 1
                {
                    *slot = 0;
                }
            }
            Self::Narrow(table) => {
                if let Ok(entry) = table.find_entry(hash(key), |&entry| entry == key << 16 | 1) {
                    entry.remove();
                }
            }
            Self::Wide(table) => {
                if let Ok(entry) = table.find_entry(hash(key), |&entry| entry == (key, 1)) {
                    entry.remove();
                }
            }
        }
    }

    /// Bytes that it holds.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let bytes = match self {
            Self::Dense(table) => table.len() * 2,
            Self::Narrow(table) => table.allocation_size(),
            Self::Wide(table) => table.allocation_size(),
        };
        bytes as u64
    }
}

/// Makes room for one more entry; the bytes of the new table are charged while the old one still stands.
fn grow<T>(table: &mut HashTable<T>, hasher: impl Fn(&T) -> u64, meter: &Meter) -> Result<(), Exceeded> {
    if table.len() < table.capacity() {
        return Ok(());
    }
    let old = table.allocation_size() as u64;
    let expected = (old * 2).max(1024);
    meter.add_bytes(expected)?;
    table.reserve(table.len().max(64), hasher);
    meter.sub_bytes(expected + old);
    // What was really taken; it cannot pass what was just allowed by more than the first kilobytes.
    meter.add_bytes(table.allocation_size() as u64)
}
