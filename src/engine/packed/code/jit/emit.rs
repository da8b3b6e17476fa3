//! Where options go: into a buffer as keys, or as marks of their values.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};

use super::coder::Coder;
use super::{Aim, SKIP};
use crate::engine::packed::code::NO_PART;
use crate::engine::packed::table::dense::Width;
use crate::ir::{Expr, Linear, WIDE};

/// No lesser key than any: a word without a sign.
const NO_KEY: i64 = -1;

/// What the table holds for the value 0; lesser entries are unknown.
pub(super) const ZERO: i64 = 2;

impl Coder<'_> {
    /// One option.
    pub(super) fn emit(&mut self, parts: &[Vec<Expr>]) {
        match self.aim {
            Aim::Options => self.store(parts),
            Aim::Values | Aim::Outcome { .. } | Aim::Row { .. } => self.mark(parts),
        }
        let count = self.b.use_var(self.count);
        let count = self.b.ins().iadd_imm_s(count, 1);
        self.b.def_var(self.count, count);
    }

    /// Writes the keys of an option to the buffer.
    fn store(&mut self, parts: &[Vec<Expr>]) {
        let count = self.b.use_var(self.count);
        let room = self.b.create_block();
        let fits = self.b.ins().icmp(IntCC::SignedLessThan, count, self.room);
        self.b.ins().brif(fits, room, &[], self.exits.full, &[]);
        self.enter(room);
        let keys: Vec<Value> = parts.iter().map(|part| self.key(part)).collect();
        let pointer = self.b.use_var(self.pointer);
        for i in 0..self.parts {
            let key = match keys.get(i) {
                Some(&key) => key,
                None => self.b.ins().iconst(types::I64, NO_PART.cast_signed()),
            };
            let offset = i32::try_from(i * 8).unwrap_or(i32::MAX);
            self.b.ins().store(MemFlagsData::trusted(), key, pointer, offset);
        }
        let step = i64::try_from(self.parts * 8).unwrap_or(8);
        let pointer = self.b.ins().iadd_imm_s(pointer, step);
        self.b.def_var(self.pointer, pointer);
    }

    /// Looks an option up in the table and marks its value; the first won option ends a search for the outcome.
    fn mark(&mut self, parts: &[Vec<Expr>]) {
        let mut sum = None;
        for part in parts {
            let key = self.place(part);
            // A single unknown entry is marked like a value, and found at the end.
            let entry = if self.aim.marks() && parts.len() == 1 { self.load(key) } else { self.entry(key) };
            sum = Some(match sum {
                None => entry,
                Some(sum) => {
                    let value = self.b.ins().iadd_imm_s(entry, -ZERO);
                    let before = self.b.ins().iadd_imm_s(sum, -ZERO);
                    let both = self.b.ins().bxor(before, value);
                    self.b.ins().iadd_imm_s(both, ZERO)
                }
            });
        }
        // The empty sum: whoever must move there has lost, or has won under misère play.
        let empty = ZERO + i64::from(self.aim.is_misere());
        let entry = sum.unwrap_or_else(|| self.b.ins().iconst(types::I64, empty));
        if !self.aim.marks() {
            let next = self.b.create_block();
            let lost = self.b.ins().icmp_imm_s(IntCC::Equal, entry, ZERO);
            self.b.ins().brif(lost, self.exits.won, &[], next, &[]);
            self.enter(next);
            return;
        }
        if matches!(self.aim, Aim::Row { narrow: true, .. }) {
            let one = self.b.ins().iconst(types::I64, 1);
            let bit = self.b.ins().ishl(one, entry);
            let mask = self.b.use_var(self.mask);
            let mask = self.b.ins().bor(mask, bit);
            self.b.def_var(self.mask, mask);
            return;
        }
        let offset = self.b.ins().ishl_imm_u(entry, 2);
        let address = self.b.ins().iadd(self.marks, offset);
        let stamp = self.b.use_var(self.stamp);
        self.b.ins().store(MemFlagsData::trusted(), stamp, address, 0);
    }

    /// The entry of a key, known or not.
    pub(super) fn load(&mut self, (key, more): (Value, i64)) -> Value {
        let bytes = more.checked_mul(self.width.bytes().cast_signed()).and_then(|bytes| i32::try_from(bytes).ok());
        let key = if bytes.is_some() { key } else { self.b.ins().iadd_imm_s(key, more) };
        let address = self.address(key);
        let (flags, bytes) = (MemFlagsData::trusted(), bytes.unwrap_or(0));
        match self.width {
            Width::Short => self.b.ins().uload16(types::I64, flags, address, bytes),
            Width::Long => self.b.ins().uload32(flags, address, bytes),
        }
    }

    /// Where the entry of a key lies.
    pub(super) fn address(&mut self, key: Value) -> Value {
        let offset = self.b.ins().ishl_imm_u(key, i64::from(self.width.bytes().trailing_zeros()));
        self.b.ins().iadd(self.table, offset)
    }

    /// Ends the function if an unknown entry was marked.
    pub(super) fn exit_if_unknown(&mut self) {
        let stamp = self.b.use_var(self.stamp);
        for code in 0..2 {
            let mark = self.b.ins().load(types::I32, MemFlagsData::trusted(), self.marks, code * 4);
            let marked = self.b.ins().icmp(IntCC::Equal, mark, stamp);
            let next = self.b.create_block();
            self.b.ins().brif(marked, self.exits.unknown, &[], next, &[]);
            self.enter(next);
        }
    }

    /// The entry of a key; leaves when it is unknown.
    fn entry(&mut self, key: (Value, i64)) -> Value {
        let entry = self.load(key);
        let known = self.b.create_block();
        let unknown = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, entry, ZERO);
        self.b.ins().brif(unknown, self.exits.unknown, &[], known, &[]);
        self.enter(known);
        entry
    }

    /// The key of a position, or of the least of its images; leaves when a word does not fit.
    fn key(&mut self, words: &[Expr]) -> Value {
        let (key, more) = self.place(words);
        if more == 0 { key } else { self.b.ins().iadd_imm_s(key, more) }
    }

    /// The same, as a value and a number to be added.
    fn place(&mut self, words: &[Expr]) -> (Value, i64) {
        let mut values: Vec<Value> = words.iter().map(|e| self.expr(e)).collect();
        self.sort_bags(&mut values);
        let sure: Vec<bool> = words.iter().enumerate().map(|(i, e)| self.fits(i, e)).collect();
        // Where an image may stand in, only that has to fit.
        let may_pass: Vec<bool> = words.iter().enumerate().map(|(i, e)| self.may_pass(i, e)).collect();
        let strict: Vec<bool> = sure.iter().zip(&may_pass).map(|(&sure, &may)| sure || may).collect();
        if let Some(outside) = self.outside(&values, &strict) {
            self.exit_if(outside);
        }
        if self.images.is_empty() && self.bags.iter().all(Option::is_none) {
            return self.sum_of(words);
        }
        let mut key = self.packed(&values);
        if self.images.is_empty() {
            return (key, 0);
        }
        let loose: Vec<bool> = sure.iter().zip(&may_pass).map(|(&sure, &may)| sure || !may).collect();
        let outside = self.outside(&values, &loose);
        if let Some(outside) = outside {
            let none = self.b.ins().iconst(types::I64, NO_KEY);
            key = self.b.ins().select(outside, none, key);
        }
        key = self.least(&values, key);
        if outside.is_some() {
            let none = self.b.ins().icmp_imm_s(IntCC::Equal, key, NO_KEY);
            self.exit_if(none);
        }
        (key, 0)
    }

    /// Ends the function when an option does not fit the layout.
    fn exit_if(&mut self, outside: Value) {
        let inside = self.b.create_block();
        self.b.ins().brif(outside, self.exits.outside, &[], inside, &[]);
        self.enter(inside);
    }

    /// Whether a word may be greater than the layout allows as long as an image is not.
    fn may_pass(&self, i: usize, e: &Expr) -> bool {
        let in_bag = self.bags[i].is_some();
        !self.images.is_empty() && !in_bag && self.numbers[i] && e.interval.low >= 0 && e.interval.high <= WIDE
    }

    /// Whether a word is known to fit the layout.
    fn fits(&self, i: usize, e: &Expr) -> bool {
        let word = &self.layout.words[i];
        let last = word.low.wrapping_add(word.span.cast_signed());
        let sorted = self.bags[i].is_some();
        word.span >= u64::MAX >> 1 || !sorted && e.interval.low >= word.low && e.interval.high <= last
    }

    /// 1 when a word that is not sure to fit does not.
    pub(super) fn outside(&mut self, values: &[Value], sure: &[bool]) -> Option<Value> {
        let mut outside = None;
        for (i, &value) in values.iter().enumerate().filter(|(i, _)| !sure[*i]) {
            let word = &self.layout.words[i];
            let offset = self.b.ins().iadd_imm_s(value, word.low.wrapping_neg());
            let span = self.b.ins().iconst(types::I64, word.span.cast_signed());
            let this = self.b.ins().icmp(IntCC::UnsignedGreaterThan, offset, span);
            outside = Some(match outside {
                Some(before) => self.b.ins().bor(before, this),
                None => this,
            });
        }
        outside
    }

    /// The key of words that fit, as a value and a number to be added: what changes in a loop comes last, so that the rest
    /// is computed before it.
    fn sum_of(&mut self, words: &[Expr]) -> (Value, i64) {
        let mut sum = Linear::default();
        for (word, e) in self.layout.words.iter().zip(words) {
            let stride = word.stride.cast_signed();
            sum.add(e, stride);
            sum.constant = sum.constant.wrapping_sub(word.low.wrapping_mul(stride));
        }
        let mut terms: Vec<Value> = Vec::new();
        for (reg, factor) in sum.registers.into_iter().filter(|(_, factor)| *factor != 0) {
            let value = self.get(reg);
            terms.push(times(self, value, factor));
        }
        for (e, factor) in sum.others {
            let value = self.expr(&e);
            terms.push(times(self, value, factor));
        }
        let key = terms.into_iter().reduce(|a, b| self.b.ins().iadd(a, b));
        (key.unwrap_or_else(|| self.b.ins().iconst(types::I64, 0)), sum.constant)
    }

    /// The key of words that fit. (Those that may not have no ranks: only images are packed before it is known.)
    pub(super) fn packed(&mut self, values: &[Value]) -> Value {
        let mut key = None;
        for (word, &value) in self.layout.words.iter().zip(values) {
            let offset = if word.low == 0 { value } else { self.b.ins().iadd_imm_s(value, word.low.wrapping_neg()) };
            let term = match &word.ranks {
                None => times(self, offset, word.stride.cast_signed()),
                Some(ranks) => self.entry_of(ranks.table().as_ptr() as i64, offset),
            };
            key = Some(match key {
                Some(key) => self.b.ins().iadd(key, term),
                None => term,
            });
        }
        key.unwrap_or_else(|| self.b.ins().iconst(types::I64, 0))
    }

    /// The word at an index behind an address.
    fn entry_of(&mut self, address: i64, index: Value) -> Value {
        let base = self.b.ins().iconst(types::I64, address);
        let offset = self.b.ins().ishl_imm_u(index, 3);
        let address = self.b.ins().iadd(base, offset);
        self.b.ins().load(types::I64, MemFlagsData::trusted(), address, 0)
    }

    /// The least key of a position and its images.
    pub(super) fn least(&mut self, values: &[Value], key: Value) -> Value {
        let registers: Vec<_> = self.words.iter().map(|r| self.registers[r.0 as usize]).collect();
        let before: Vec<Value> = registers.iter().map(|&r| self.b.use_var(r)).collect();
        for (&register, &value) in registers.iter().zip(values) {
            self.b.def_var(register, value);
        }
        let mut least = key;
        for image in self.images.clone() {
            let exists = self.expr(&image.exists);
            let mut words: Vec<Value> = image.words.iter().map(|e| self.expr(e)).collect();
            self.sort_bags(&mut words);
            let sure = vec![false; words.len()];
            let none = self.b.ins().iconst(types::I64, NO_KEY);
            let mut other = self.packed(&words);
            if let Some(outside) = self.outside(&words, &sure) {
                other = self.b.ins().select(outside, none, other);
            }
            other = self.b.ins().select(exists, other, none);
            least = self.b.ins().umin(least, other);
        }
        for (&register, &value) in registers.iter().zip(&before) {
            self.b.def_var(register, value);
        }
        least
    }

    /// Ends the function when the position has an image with a lesser key.
    pub(super) fn skip_unless_least(&mut self) {
        let values: Vec<Value> = self.words.clone().into_iter().map(|reg| self.get(reg)).collect();
        let key = self.packed(&values);
        let least = self.least(&values, key);
        let (own, other) = (self.b.create_block(), self.b.create_block());
        let equal = self.b.ins().icmp(IntCC::Equal, key, least);
        self.b.ins().brif(equal, own, &[], other, &[]);
        self.enter(other);
        if let Some(skip) = self.exits.skip {
            self.b.ins().jump(skip, &[]);
        } else {
            let code = self.b.ins().iconst(types::I64, SKIP);
            self.b.ins().return_(&[code]);
        }
        self.enter(own);
    }

    /// Sorts each bag ascending by a network of comparisons.
    pub(super) fn sort_bags(&mut self, values: &mut [Value]) {
        let mut i = 0;
        while i < values.len() {
            let Some((start, len)) = self.bags[i] else {
                i += 1;
                continue;
            };
            let bag = &mut values[start as usize..(start + len) as usize];
            for end in (1..bag.len()).rev() {
                for at in 0..end {
                    let (a, b) = (bag[at], bag[at + 1]);
                    bag[at] = self.b.ins().smin(a, b);
                    bag[at + 1] = self.b.ins().smax(a, b);
                }
            }
            i = (start + len) as usize;
        }
    }
}

fn times(coder: &mut Coder<'_>, value: Value, factor: i64) -> Value {
    if factor == 1 {
        value
    } else if factor.count_ones() == 1 {
        coder.b.ins().ishl_imm_u(value, i64::from(factor.trailing_zeros()))
    } else {
        coder.b.ins().imul_imm_s(value, factor)
    }
}
