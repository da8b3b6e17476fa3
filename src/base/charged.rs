//! Vectors and hash indices whose growth is charged to the meter before it happens.

use std::ops::{Deref, DerefMut};

use hashbrown::HashTable;

use super::{Exceeded, Meter};

/// A vector that charges its allocation, old and new buffer together while it moves.
#[derive(Debug)]
pub(crate) struct Charged<T> {
    items: Vec<T>,
    meter: Meter,
}

impl<T> Charged<T> {
    /// An empty vector.
    pub fn new(meter: &Meter) -> Self {
        Self { items: Vec::new(), meter: meter.clone() }
    }

    /// Adds one entry at the end.
    pub fn push(&mut self, item: T) -> Result<(), Exceeded> {
        if self.items.len() == self.items.capacity() {
            self.grow(1)?;
        }
        self.items.push(item);
        Ok(())
    }

    /// Takes the last entry.
    pub fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    /// Drops all entries from `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    fn grow(&mut self, more: usize) -> Result<(), Exceeded> {
        let old = self.items.capacity();
        let new = (old * 2).max(old + more).max(16);
        self.meter.add_bytes(bytes::<T>(new))?;
        self.items.reserve_exact(new - self.items.len());
        self.meter.sub_bytes(bytes::<T>(old));
        Ok(())
    }
}

impl<T: Copy> Charged<T> {
    /// Adds a slice at the end.
    pub fn extend(&mut self, items: &[T]) -> Result<(), Exceeded> {
        let free = self.items.capacity() - self.items.len();
        if items.len() > free {
            self.grow(items.len())?;
        }
        self.items.extend_from_slice(items);
        Ok(())
    }

    /// Makes the length at least `len`, new entries being `value`.
    pub fn ensure(&mut self, len: usize, value: T) -> Result<(), Exceeded> {
        if len > self.items.capacity() {
            self.grow(len - self.items.capacity())?;
        }
        if len > self.items.len() {
            self.items.resize(len, value);
        }
        Ok(())
    }
}

impl<T> Deref for Charged<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> DerefMut for Charged<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<T> Drop for Charged<T> {
    fn drop(&mut self) {
        self.meter.sub_bytes(bytes::<T>(self.items.capacity()));
    }
}

fn bytes<T>(n: usize) -> u64 {
    (n as u64).saturating_mul(size_of::<T>() as u64)
}

/// A hash index of `u32` ids; the keys lie elsewhere.
#[derive(Debug)]
pub(crate) struct Index {
    table: HashTable<u32>,
    meter: Meter,
}

impl Index {
    /// An empty index.
    pub fn new(meter: &Meter) -> Self {
        Self { table: HashTable::new(), meter: meter.clone() }
    }

    /// The id with this hash for which `is` holds.
    pub fn find(&self, hash: u64, mut is: impl FnMut(u32) -> bool) -> Option<u32> {
        self.table.find(hash, |&id| is(id)).copied()
    }

    /// Adds an id that is not in the index yet; `hasher` gives the hash of any id in it.
    pub fn insert(&mut self, hash: u64, id: u32, hasher: impl Fn(u32) -> u64) -> Result<(), Exceeded> {
        if self.table.len() == self.table.capacity() {
            let old = self.table.allocation_size() as u64;
            let more = self.table.capacity().max(14);
            // Seven eighths full at most, a power of two of buckets: at most twice the buckets of before.
            self.meter.add_bytes((old * 2).max(128))?;
            self.table.reserve(more, |&id| hasher(id));
            let new = self.table.allocation_size() as u64;
            self.meter.sub_bytes(old + (old * 2).max(128).saturating_sub(new));
        }
        self.table.insert_unique(hash, id, |&id| hasher(id));
        Ok(())
    }

    /// Takes an id out of the index.
    pub fn remove(&mut self, hash: u64, id: u32) {
        if let Ok(entry) = self.table.find_entry(hash, |&other| other == id) {
            entry.remove();
        }
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        self.meter.sub_bytes(self.table.allocation_size() as u64);
    }
}

/// Byte strings, each stored once, numbered from 0 in order of arrival.
#[derive(Debug)]
pub(crate) struct Keys {
    bytes: Charged<u8>,
    /// Where each string ends; it starts where the one before it ends.
    ends: Charged<u32>,
    index: Index,
}

impl Keys {
    /// None yet.
    pub fn new(meter: &Meter) -> Self {
        Self { bytes: Charged::new(meter), ends: Charged::new(meter), index: Index::new(meter) }
    }

    /// How many there are.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The string with this number.
    pub fn get(&self, id: u32) -> &[u8] {
        slice(&self.bytes, &self.ends, id)
    }

    /// The number of `key`, if it is stored.
    pub fn find(&self, key: &[u8]) -> Option<u32> {
        self.index.find(hash(key), |id| self.get(id) == key)
    }

    /// The number of `key`, which is stored now if it was not; at most 2^30 strings and 4 GiB in all.
    pub fn intern(&mut self, key: &[u8]) -> Result<u32, Exceeded> {
        let hash = hash(key);
        let (bytes, ends) = (&self.bytes, &self.ends);
        if let Some(id) = self.index.find(hash, |id| slice(bytes, ends, id) == key) {
            return Ok(id);
        }
        let id = u32::try_from(self.ends.len()).map_err(|_| Exceeded::Memory)?;
        let end = u32::try_from(self.bytes.len() + key.len()).map_err(|_| Exceeded::Memory)?;
        if id >= 1 << 30 {
            return Err(Exceeded::Memory);
        }
        // The index last: until then nothing refers to the new string.
        let start = self.bytes.len();
        self.bytes.extend(key)?;
        if let Err(e) = self.ends.push(end) {
            self.bytes.truncate(start);
            return Err(e);
        }
        let (bytes, ends) = (&self.bytes, &self.ends);
        let inserted = self.index.insert(hash, id, |id| self::hash(slice(bytes, ends, id)));
        if inserted.is_err() {
            self.ends.pop();
            self.bytes.truncate(start);
        }
        inserted.map(|()| id)
    }
}

fn slice<'a>(bytes: &'a [u8], ends: &[u32], id: u32) -> &'a [u8] {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] as usize };
    &bytes[start..ends[id] as usize]
}

/// One folded multiplication for every eight bytes.
pub(crate) fn hash(key: &[u8]) -> u64 {
    let mut h = key.len() as u64 ^ 0x243f_6a88_85a3_08d3;
    let mut chunks = key.chunks_exact(8);
    for chunk in &mut chunks {
        h = fold(h ^ u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
    }
    let rest = chunks.remainder();
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        h = fold(h ^ u64::from_le_bytes(last));
    }
    fold(h)
}

/// The two halves of the 128-bit product with an odd constant, folded together.
fn fold(x: u64) -> u64 {
    let product = u128::from(x) * 0x9e37_79b9_7f4a_7c15_u128;
    #[expect(clippy::cast_possible_truncation, reason = "the two halves are what is wanted")]
    let folded = (product >> 64) as u64 ^ product as u64;
    folded
}

/// Appends a number: seven bits a byte, least significant first.
pub(crate) fn write_number(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n.to_le_bytes()[0] | 0x80);
        n >>= 7;
    }
    out.push(n.to_le_bytes()[0]);
}

/// Reads what [`write_number`] wrote and moves past it.
pub(crate) fn read_number(bytes: &mut &[u8]) -> u64 {
    let mut n = 0;
    let mut shift = 0;
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        n |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
        shift += 7;
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Limits;

    fn limited(bytes: u64) -> Meter {
        Meter::new(
            Limits { max_states: u64::MAX, max_memory: bytes, timeout: None, jobs: 1 },
            std::sync::Arc::default(),
        )
    }

    #[test]
    fn keys_are_stored_once_and_found_again() {
        let mut keys = Keys::new(&Meter::unlimited());
        let words: Vec<Vec<u8>> = (0u32..5000).map(|n| n.to_string().into_bytes()).collect();
        let ids: Vec<u32> = words.iter().map(|w| keys.intern(w).expect("no limit")).collect();
        for (w, &id) in words.iter().zip(&ids) {
            assert_eq!((keys.intern(w), keys.find(w), keys.get(id)), (Ok(id), Some(id), &w[..]));
        }
        assert_eq!(keys.len(), 5000);
    }

    #[test]
    fn a_limit_stops_growth_and_loses_nothing() {
        let meter = limited(20_000);
        let mut keys = Keys::new(&meter);
        let stored = (0u32..100_000).take_while(|n| keys.intern(&n.to_le_bytes()).is_ok()).count();
        assert!((500..3000).contains(&stored), "{stored}");
        assert_eq!(keys.len(), stored);
        assert_eq!(keys.find(&7u32.to_le_bytes()), Some(7));
        assert!(meter.bytes() <= 20_000);
        drop(keys);
        assert_eq!(meter.bytes(), 0);
    }

    #[test]
    fn numbers_come_back() {
        for n in [0, 1, 127, 128, 300, 1 << 40, u64::MAX] {
            let mut out = Vec::new();
            write_number(&mut out, n);
            let mut rest = &out[..];
            assert_eq!(read_number(&mut rest), n);
            assert!(rest.is_empty());
        }
    }
}
