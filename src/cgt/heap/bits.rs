//! Sets of small values as words, and the lanes that values are stored in.

/// A type that Grundy values are stored in.
pub(super) trait Lane: Copy + Eq + std::ops::BitXor<Output = Self> + std::ops::BitOr<Output = Self> {
    /// All bits clear.
    const ZERO: Self;
    /// The value as an index.
    fn index(self) -> usize;
    /// The value, if it fits.
    fn of(value: usize) -> Option<Self>;
    /// One or zero.
    fn flag(set: bool) -> Self;
}

impl Lane for u8 {
    const ZERO: Self = 0;
    #[inline]
    fn index(self) -> usize {
        self.into()
    }
    #[inline]
    fn of(value: usize) -> Option<Self> {
        value.try_into().ok()
    }
    #[inline]
    fn flag(set: bool) -> Self {
        set.into()
    }
}

impl Lane for u16 {
    const ZERO: Self = 0;
    #[inline]
    fn index(self) -> usize {
        self.into()
    }
    #[inline]
    fn of(value: usize) -> Option<Self> {
        value.try_into().ok()
    }
    #[inline]
    fn flag(set: bool) -> Self {
        set.into()
    }
}

/// A set of values below `64 * W`.
#[derive(Clone, Copy)]
pub(super) struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    pub const EMPTY: Self = Self([0; W]);

    /// Adds a value; one beyond the set falls on another, which callers rule out by their choice of `W`.
    #[inline]
    pub fn set(&mut self, value: usize) {
        if W == 1 {
            self.0[0] |= 1 << (value & 63);
        } else {
            self.0[(value / 64) % W] |= 1 << (value & 63);
        }
    }

    /// The least value that is in neither set.
    #[inline]
    pub fn least_outside(&self, other: &Self) -> usize {
        for (i, (a, b)) in self.0.iter().zip(&other.0).enumerate() {
            if a | b != u64::MAX {
                return i * 64 + (a | b).trailing_ones() as usize;
            }
        }
        64 * W
    }

    /// The least value from `from` up to, but not including, `end` that `wanted` has and this set lacks.
    #[inline]
    pub fn least_missing(&self, wanted: &Self, from: usize, end: usize) -> Option<usize> {
        let mut word = from / 64;
        while word < W && word * 64 < end {
            let mut left = wanted.0[word] & !self.0[word];
            if word == from / 64 {
                left &= u64::MAX << (from & 63);
            }
            if left != 0 {
                let value = word * 64 + left.trailing_zeros() as usize;
                return (value < end).then_some(value);
            }
            word += 1;
        }
        None
    }

    /// The complement.
    pub fn complement(&self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

/// The same set while it is filled: a byte for every value, because storing is faster than changing a word.
pub(super) struct Marks<const W: usize>([[u8; 64]; W]);

impl<const W: usize> Marks<W> {
    pub const EMPTY: Self = Self([[0; 64]; W]);

    /// Adds a value, as [`Bits::set`].
    #[inline]
    pub fn set(&mut self, value: usize) {
        self.0[(value / 64) % W][value % 64] = 1;
    }

    /// Adds the marked values to `bits`.
    #[inline]
    pub fn collect(&self, bits: &mut Bits<W>) {
        for (word, marks) in bits.0.iter_mut().zip(&self.0) {
            for (i, eight) in marks.chunks_exact(8).enumerate() {
                let mut bytes = [0; 8];
                bytes.copy_from_slice(eight);
                // the product brings the lowest bits of the eight bytes together in the highest byte
                let gathered = u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *word |= gathered << (8 * i);
            }
        }
    }
}

/// Whether some `x[i] ^ y[len - 1 - i]` is `wanted`: the scan of splits, many lanes at a time.
pub(super) fn any_split<T: Lane>(x: &[T], y: &[T], wanted: T) -> bool {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the feature, which was just asked.
        return unsafe { any_split_avx2(x, y, wanted) };
    }
    any_split_plain(x, y, wanted)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn any_split_avx2<T: Lane>(x: &[T], y: &[T], wanted: T) -> bool {
    any_split_plain(x, y, wanted)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "it is compiled once for every set of instructions")]
fn any_split_plain<T: Lane>(x: &[T], y: &[T], wanted: T) -> bool {
    for (xs, ys) in x.chunks(2048).zip(y.rchunks(2048)) {
        let mut found = T::ZERO;
        for (&a, &b) in xs.iter().zip(ys.iter().rev()) {
            found = found | T::flag(a ^ b == wanted);
        }
        if found != T::ZERO {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_values() {
        let mut a = Bits::<2>::EMPTY;
        let mut b = Bits::<2>::EMPTY;
        for v in 0..70 {
            if v % 2 == 0 { a.set(v) } else { b.set(v) }
        }
        assert_eq!(a.least_outside(&b), 70);
        assert_eq!(a.least_missing(&b.complement(), 0, 128), Some(70));
        assert_eq!(a.least_missing(&b, 0, 128), Some(1));
        assert_eq!(a.least_missing(&b, 66, 128), Some(67));
        assert_eq!(a.least_missing(&b, 66, 67), None);
        assert_eq!(a.least_missing(&b, 70, 128), None);
    }

    #[test]
    fn splits_are_paired_from_both_ends() {
        let x: Vec<u8> = (0..5000u32).map(|i| u8::try_from(i % 251).unwrap_or(0)).collect();
        for len in [0, 1, 2, 31, 2047, 2048, 2049, 5000] {
            let (a, b) = (&x[..len], &x[5000 - len..]);
            for wanted in [0u8, 1, 77, 255] {
                let expected = (0..len).any(|i| a[i] ^ b[len - 1 - i] == wanted);
                assert_eq!(any_split(a, b, wanted), expected, "{len} {wanted}");
            }
        }
    }
}
