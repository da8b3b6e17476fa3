//! A hash table of keys and small codes, one word each, that several threads may fill at once without a lock.
//!
//! A word is written once for a key and only its code changes later; it never moves while threads are at work. Whoever
//! reads it learns all there is to know, so that no order between different words is needed: `Relaxed` is enough.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::base::{Exceeded, Meter};

/// Entries of a line of the processor's cache: a look-up mostly reads one line.
const LINE: usize = 8;
/// Entries of a line that are used on the average when a table is full.
const IN_LINE: u64 = 6;
/// Lines of the least table.
const LEAST: usize = 16;
/// Keys have at most so many bits.
pub const KEY_BITS: u32 = 48;
/// The code of an entry that was forgotten.
const FORGOTTEN: u16 = u16::MAX;
/// The code that is never stored: what [`Table::get`] says of an unknown key.
const NONE: u16 = 0;

#[derive(Default)]
#[repr(align(64))]
struct Line([AtomicU64; LINE]);

/// Keys below 2^48, each with a code that is neither 0 nor `u16::MAX`.
pub struct Table {
    lines: Vec<Line>,
    /// Entries in use, forgotten ones too.
    len: u64,
}

/// What became of an entry that was to be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It is new.
    Added,
    /// The key was there, with this code.
    There(u16),
}

/// One folded multiplication, both halves of it: keys differ mostly in a few low bits of each field.
#[expect(clippy::cast_possible_truncation, reason = "the halves of a product")]
#[inline]
pub fn hash(key: u64) -> u64 {
    let product = u128::from(key ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93_u128;
    (product as u64) ^ ((product >> 64) as u64)
}

/// The code in a word `key << 16 | code`.
#[inline]
pub fn code_of(word: u64) -> u16 {
    u16::try_from(word & 0xFFFF).unwrap_or(0)
}

fn bytes_of(lines: usize) -> u64 {
    (lines * size_of::<Line>()) as u64
}

/// Charges bytes, if all that is charged stays within a limit of its own.
///
/// # Errors
/// That limit, or the meter's.
pub fn charge(meter: &Meter, bytes: u64, limit: u64) -> Result<(), Exceeded> {
    if meter.bytes().saturating_add(bytes) > limit {
        return Err(Exceeded::Memory);
    }
    meter.add_bytes(bytes)
}

impl Table {
    /// An empty table, charged before it is made.
    ///
    /// # Errors
    /// The memory limit.
    pub fn new(meter: &Meter) -> Result<Self, Exceeded> {
        meter.add_bytes(bytes_of(LEAST))?;
        Ok(Self { lines: (0..LEAST).map(|_| Line::default()).collect(), len: 0 })
    }

    /// A table with these entries and room for as many more; charged before it is made.
    ///
    /// # Errors
    /// When it would leave less than half of the memory limit free: near the limit one thread decides what fits.
    pub fn with(count: u64, entries: impl Iterator<Item = (u64, u16)>, meter: &Meter) -> Result<Self, Exceeded> {
        let lines = usize::try_from(count.div_ceil(IN_LINE) * 2).map_err(|_| Exceeded::Memory)?;
        let lines = lines.max(LEAST).checked_next_power_of_two().ok_or(Exceeded::Memory)?;
        charge(meter, bytes_of(lines), meter.limits().max_memory / 2)?;
        let mut table = Self { lines: (0..lines).map(|_| Line::default()).collect(), len: 0 };
        for (key, code) in entries {
            table.seek(key).0.store(key << 16 | u64::from(code), Relaxed);
            table.len += 1;
        }
        Ok(table)
    }

    /// Bytes that it holds.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        bytes_of(self.lines.len())
    }

    /// Entries in use.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// How many more entries may be added: one in four stays free, so that every search for a key ends soon.
    #[must_use]
    pub fn room(&self) -> u64 {
        (self.lines.len() as u64 * IN_LINE).saturating_sub(self.len)
    }

    /// The place of a key, or the one where it would be added, and what stands there.
    #[expect(clippy::cast_possible_truncation, reason = "the low bits number a line")]
    #[inline]
    fn seek(&self, key: u64) -> (&AtomicU64, u64) {
        let hash = hash(key);
        let (mask, first) = (self.lines.len() - 1, (hash >> 61) as usize);
        let mut line = hash as usize & mask;
        let mut step = 1;
        loop {
            let slots = &self.lines[line].0;
            for i in 0..LINE {
                let slot = &slots[(first + i) % LINE];
                let word = slot.load(Relaxed);
                if word == 0 || word >> 16 == key {
                    return (slot, word);
                }
            }
            // Growing steps reach every line, since their number is a power of two.
            line = (line + step) & mask;
            step += 1;
        }
    }

    /// Reads the lines of keys that will be sought next. No read waits for another one, as it would where each is looked at.
    #[expect(clippy::cast_possible_truncation, reason = "the low bits number a line")]
    #[inline]
    pub fn fetch(&self, keys: &[u64]) {
        let mask = self.lines.len() - 1;
        let read = |key: &u64| self.lines[hash(*key) as usize & mask].0[0].load(Relaxed);
        std::hint::black_box(keys.iter().fold(0, |all, key| all | read(key)));
    }

    /// The code of a key; 0 when there is none.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> u16 {
        match code_of(self.seek(key).1) {
            FORGOTTEN => NONE,
            code => code,
        }
    }

    /// Sets the code of a key; a table that is full is replaced by one of twice the size, charged while the old one
    /// still stands.
    ///
    /// # Errors
    /// The memory limit.
    pub fn set(&mut self, key: u64, code: u16, meter: &Meter) -> Result<(), Exceeded> {
        let (slot, word) = self.seek(key);
        if word != 0 {
            slot.store(key << 16 | u64::from(code), Relaxed);
            return Ok(());
        }
        if self.room() == 0 {
            self.grow(meter.limits().max_memory, meter)?;
        }
        self.seek(key).0.store(key << 16 | u64::from(code), Relaxed);
        self.len += 1;
        Ok(())
    }

    /// Makes room for as many entries again, if that stays within a limit while both tables stand.
    ///
    /// # Errors
    /// The memory limit.
    pub fn grow(&mut self, limit: u64, meter: &Meter) -> Result<(), Exceeded> {
        let lines = self.lines.len() * 2;
        charge(meter, bytes_of(lines), limit)?;
        let larger = Self { lines: (0..lines).map(|_| Line::default()).collect(), len: 0 };
        let old = std::mem::replace(self, larger);
        meter.sub_bytes(old.bytes());
        for (key, code) in old.entries() {
            self.seek(key).0.store(key << 16 | u64::from(code), Relaxed);
            self.len += 1;
        }
        Ok(())
    }

    /// All keys and codes, in no order.
    pub fn entries(&self) -> impl Iterator<Item = (u64, u16)> {
        let words = self.lines.iter().flat_map(|line| &line.0).map(|slot| slot.load(Relaxed));
        let known = words.filter(|&word| word != 0).map(|word| (word >> 16, code_of(word)));
        known.filter(|&(_, code)| code != FORGOTTEN)
    }

    /// Forgets a key.
    pub fn forget(&self, key: u64) {
        let (slot, word) = self.seek(key);
        if word != 0 {
            slot.store(key << 16 | u64::from(FORGOTTEN), Relaxed);
        }
    }

    /// Adds a key while other threads do the same. The caller has seen to [`room`](Self::room), and tells
    /// [`added`](Self::added) later on.
    #[inline]
    pub fn claim(&self, key: u64, code: u16) -> Claim {
        let wanted = key << 16 | u64::from(code);
        loop {
            let (slot, word) = self.seek(key);
            match code_of(word) {
                FORGOTTEN | NONE => {}
                there => return Claim::There(there),
            }
            // Another thread may have used the place for another key: then the next one is sought.
            if slot.compare_exchange(word, wanted, Relaxed, Relaxed).is_ok() {
                return Claim::Added;
            }
        }
    }

    /// Replaces a code while other threads are at work; whether it was this thread that did.
    #[inline]
    pub fn replace(&self, key: u64, old: u16, new: u16) -> bool {
        let (slot, word) = self.seek(key);
        let (from, to) = (key << 16 | u64::from(old), key << 16 | u64::from(new));
        word == from && slot.compare_exchange(from, to, Relaxed, Relaxed).is_ok()
    }

    /// Counts entries that threads have added.
    pub fn added(&mut self, entries: u64) {
        self.len += entries;
    }
}
