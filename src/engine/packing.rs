//! Values as bytes and back. Equal values have equal bytes, and no value's bytes begin with another's.

use std::rc::Rc;

use hashbrown::HashMap;

use crate::base::charged::{read_number, write_number};
use crate::base::{Exceeded, Meter};
use crate::value::{Set, Universe, Value};

/// The values that packed ones refer to by number.
#[derive(Debug)]
pub(super) struct Packer {
    /// Values that are not packed: texts, edges, graphs, large numbers.
    atoms: Vec<Value>,
    atom_numbers: HashMap<Value, u32>,
    words: Vec<u64>,
    /// Universes of sets, by number; the numbers by address and by elements.
    universes: Vec<Rc<Universe>>,
    universe_numbers: HashMap<*const Universe, (Rc<Universe>, u32)>,
    universe_contents: HashMap<Box<[Value]>, u32>,
    meter: Meter,
}

fn narrow(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

// The first byte of a packed value: an integer from 0 to 199 itself, or one of these.
const SMALL: u64 = 200;
const NEGATIVE: u8 = 200;
const POSITIVE: u8 = 201;
const LIST: u8 = 202;
const TUPLE: u8 = 203;
const FALSE: u8 = 204;
const TRUE: u8 = 205;
/// A set of integers within 64 of each other: the least, then a mask.
const INTEGERS: u8 = 206;
/// A subset of a universe: its number, then a mask.
const SUBSET: u8 = 207;
/// Any other set: its elements.
const SET: u8 = 208;
/// A value that is not packed.
const ATOM: u8 = 210;

impl Packer {
    /// Nothing yet.
    pub fn new(meter: &Meter) -> Self {
        Self {
            atoms: Vec::new(),
            atom_numbers: HashMap::new(),
            words: Vec::new(),
            universes: Vec::new(),
            universe_numbers: HashMap::new(),
            universe_contents: HashMap::new(),
            meter: meter.clone(),
        }
    }

    /// Appends a value's bytes.
    pub fn pack(&mut self, out: &mut Vec<u8>, value: &Value) -> Result<(), Exceeded> {
        match value {
            Value::Number(n) => {
                if let Some(n) = n.to_i64() {
                    pack_integer(out, n);
                    return Ok(());
                }
                self.pack_atom(out, value)
            }
            Value::Bool(b) => {
                out.push(if *b { TRUE } else { FALSE });
                Ok(())
            }
            Value::List(entries) => self.pack_entries(out, LIST, entries),
            Value::Tuple(entries) => self.pack_entries(out, TUPLE, entries),
            Value::Set(set) => self.pack_set(out, set),
            _ => self.pack_atom(out, value),
        }
    }

    fn pack_entries(&mut self, out: &mut Vec<u8>, tag: u8, entries: &[Value]) -> Result<(), Exceeded> {
        out.push(tag);
        write_number(out, entries.len() as u64);
        entries.iter().try_for_each(|entry| self.pack(out, entry))
    }

    fn pack_atom(&mut self, out: &mut Vec<u8>, value: &Value) -> Result<(), Exceeded> {
        out.push(ATOM);
        let number = self.atom(value)?;
        write_number(out, u64::from(number));
        Ok(())
    }

    /// The number of an atom. It does not depend on how the value is stored.
    fn atom(&mut self, value: &Value) -> Result<u32, Exceeded> {
        if let Some(&number) = self.atom_numbers.get(value) {
            return Ok(number);
        }
        let number = u32::try_from(self.atoms.len()).map_err(|_| Exceeded::Memory)?;
        self.meter.add_bytes(160)?;
        self.atoms.push(value.clone());
        self.atom_numbers.insert(value.clone(), number);
        Ok(number)
    }

    /// The bytes depend on the elements alone; for a subset of a universe, on the universe's elements as well.
    fn pack_set(&mut self, out: &mut Vec<u8>, set: &Set) -> Result<(), Exceeded> {
        if let Some((low, mask)) = set.close_integers() {
            out.push(INTEGERS);
            pack_integer(out, low);
            write_number(out, mask);
            return Ok(());
        }
        let Some(universe) = set.universe() else {
            out.push(SET);
            write_number(out, set.len() as u64);
            return set.iter().try_for_each(|element| self.pack(out, &element));
        };
        out.push(SUBSET);
        let number = self.universe(universe)?;
        write_number(out, u64::from(number));
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        // It is stored over this universe, so that the words are there.
        let _ = set.append_words_in(universe, &mut words);
        let bytes = universe.len().div_ceil(8);
        out.extend(words.iter().flat_map(|word| word.to_le_bytes()).take(bytes));
        self.words = words;
        Ok(())
    }

    /// The number of a universe: equal ones have the same.
    fn universe(&mut self, universe: &Rc<Universe>) -> Result<u32, Exceeded> {
        if let Some((_, number)) = self.universe_numbers.get(&Rc::as_ptr(universe)) {
            return Ok(*number);
        }
        let size = universe.len();
        let elements: Box<[Value]> = (0..size).filter_map(|i| universe.get(i)).collect();
        self.meter.add_bytes(200 + 24 * size as u64)?;
        let next = u32::try_from(self.universes.len()).map_err(|_| Exceeded::Memory)?;
        let number = *self.universe_contents.entry(elements).or_insert(next);
        if number == next {
            self.universes.push(Rc::clone(universe));
        }
        // Holding on to it keeps its address from being used again.
        self.universe_numbers.insert(Rc::as_ptr(universe), (Rc::clone(universe), number));
        Ok(number)
    }

    /// Reads a value and moves past it.
    pub fn unpack(&self, key: &mut &[u8]) -> Value {
        let Some((&tag, rest)) = key.split_first() else { return Value::Bool(false) };
        *key = rest;
        match tag {
            NEGATIVE => Value::int(-1 - read_number(key).cast_signed()),
            POSITIVE => Value::int((read_number(key) + SMALL).cast_signed()),
            LIST | TUPLE => {
                let len = read_number(key);
                let entries = (0..len).map(|_| self.unpack(key)).collect();
                if tag == LIST { Value::List(entries) } else { Value::Tuple(entries) }
            }
            FALSE => Value::Bool(false),
            TRUE => Value::Bool(true),
            INTEGERS => {
                let low = self.unpack(key).as_i64().unwrap_or(0);
                Value::Set(Set::from_mask(&Rc::new(Universe::range(low, 64)), read_number(key)))
            }
            SET => {
                let len = read_number(key);
                Value::Set((0..len).map(|_| self.unpack(key)).collect())
            }
            SUBSET => {
                let universe = &self.universes[narrow(read_number(key)) as usize];
                let (bytes, rest) = key.split_at(universe.len().div_ceil(8));
                *key = rest;
                let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
                let words: Vec<u64> = bytes.chunks(8).map(word).collect();
                Value::Set(Set::from_words(universe, &words))
            }
            ATOM => self.atoms[narrow(read_number(key)) as usize].clone(),
            small => Value::int(i64::from(small)),
        }
    }
}

fn pack_integer(out: &mut Vec<u8>, n: i64) {
    match u8::try_from(n) {
        Ok(small) if u64::from(small) < SMALL => out.push(small),
        _ if n < 0 => {
            out.push(NEGATIVE);
            write_number(out, (-1 - n).cast_unsigned());
        }
        _ => {
            out.push(POSITIVE);
            write_number(out, n.cast_unsigned() - SMALL);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back() {
        let universe = Rc::new(Universe::new(["a", "b", "c"].map(Value::text).to_vec()));
        let wide = Rc::new(Universe::range(1, 200));
        let values = [
            Value::int(0),
            Value::int(199),
            Value::int(200),
            Value::int(-1),
            Value::int(i64::MIN),
            Value::int(i64::MAX),
            Value::Bool(true),
            Value::text("TF."),
            Value::list(vec![
                Value::int(3),
                Value::list(Vec::new()),
                Value::tuple(vec![Value::int(1), Value::int(-7)]),
            ]),
            Value::Set(Set::empty()),
            Value::Set(Set::range(5, 9)),
            Value::Set(Set::range(-3, 300)),
            Value::Set(Set::from_mask(&universe, 0b101)),
            Value::Set(Set::from_words(&wide, &[0, 1 << 9, 3])),
            Value::Set(Set::from_values(vec![Value::text("x"), Value::int(1000)])),
        ];
        let mut packer = Packer::new(&Meter::unlimited());
        let mut all = Vec::new();
        for value in &values {
            packer.pack(&mut all, value).expect("no limit");
        }
        let mut rest = &all[..];
        for value in &values {
            assert_eq!(&packer.unpack(&mut rest), value);
        }
        assert!(rest.is_empty());
    }

    #[test]
    fn equal_sets_over_equal_universes_have_equal_bytes() {
        let universe = || Rc::new(Universe::new(["a", "b", "c"].map(Value::text).to_vec()));
        let mut packer = Packer::new(&Meter::unlimited());
        let mut bytes = |value: &Value| {
            let mut out = Vec::new();
            packer.pack(&mut out, value).expect("no limit");
            out
        };
        let set = |mask| Value::Set(Set::from_mask(&universe(), mask));
        assert_eq!(bytes(&set(6)), bytes(&set(6)));
        assert_ne!(bytes(&set(6)), bytes(&set(5)));
    }
}
