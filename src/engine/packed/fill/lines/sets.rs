//! Sets of the values seen on the lines of one direction.

use crate::engine::packed::shape::layout::Layout;

pub(super) fn words_of(values: u64) -> usize {
    usize::try_from(values / 64 + 1).unwrap_or(usize::MAX)
}

/// How the lines of one direction lie in the box.
pub(super) struct Shape {
    /// Steps taken from each word.
    pub step: Vec<u64>,
    pub first: u64,
    pub most: Option<u64>,
    pub eager: bool,
    /// The word whose steps number the positions of a line.
    pub pivot: usize,
    /// The greatest number of steps between two positions, by the pivot.
    pub far: u64,
    /// What each word adds to the number of a line.
    pub strides: Vec<u64>,
    /// How many lines there are, or, for lines along the last word, how many in a row of the box.
    pub lines: u64,
    /// What the first option and the one behind the window are below a position's key.
    pub below: usize,
    pub behind: usize,
}

impl Shape {
    pub fn new(ray: &crate::ir::Ray, sizes: &[u64], layout: &Layout) -> Option<Self> {
        let step: Vec<u64> = ray.step.iter().map(|d| d.unsigned_abs()).collect();
        let pivot = step.iter().position(|&d| d > 0)?;
        let last = step.len() - 1;
        let mut strides = vec![0; step.len()];
        let mut lines = step[pivot];
        let far = (sizes[pivot] - 1) / step[pivot];
        if pivot != last {
            for i in (0..step.len()).rev().filter(|&i| i != pivot) {
                strides[i] = lines;
                lines = lines.checked_mul(far.checked_mul(step[i])?.checked_add(sizes[i])?)?;
            }
        }
        let key = |steps: u64| {
            let terms = step.iter().zip(&layout.words).map(|(d, w)| d.checked_mul(w.stride)?.checked_mul(steps));
            terms.sum::<Option<u64>>().and_then(|k| usize::try_from(k).ok())
        };
        let first = ray.first.unsigned_abs();
        let most = ray.most.map(i64::unsigned_abs);
        if most.is_some_and(|m| m > u64::from(u16::MAX)) {
            return None;
        }
        let below = key(first)?;
        // Behind a window that is longer than the box lies nothing: then this is never used.
        let behind = most.and_then(|m| key(m + 1)).unwrap_or(usize::MAX);
        Some(Self { below, behind, step, first, most, eager: ray.eager, pivot, far, strides, lines })
    }

    pub fn bytes(&self, values: u64) -> u64 {
        let counts = if self.most.is_some() { values * 2 } else { 0 };
        self.lines.saturating_add(16).saturating_mul(words_of(values) as u64 * 8 + 8 + counts)
    }

    /// The line of the first position of a row; words are counted from the least.
    fn row(&self, words: &[u64]) -> usize {
        if self.along_rows() {
            return 0;
        }
        let (t, mut line) = (words[self.pivot] / self.step[self.pivot], words[self.pivot] % self.step[self.pivot]);
        for (i, &stride) in self.strides.iter().enumerate().filter(|(i, _)| *i != self.pivot) {
            // All words taken back by `t` steps name the line; taken forward by `far`, they are not negative.
            line += (words[i] + (self.far - t) * self.step[i]) * stride;
        }
        usize::try_from(line).unwrap_or(usize::MAX)
    }

    /// Whether lines run along the rows of the box.
    pub fn along_rows(&self) -> bool {
        self.pivot + 1 == self.step.len()
    }
}

/// The sets of values seen on the lines of one direction.
pub(super) struct Sets {
    pub shape: Shape,
    /// Words of a set.
    pub width: usize,
    pub bits: Vec<u64>,
    /// How far a word of a set is from the next, and from the same word of the next line.
    pub next_word: usize,
    next_line: usize,
    /// How many words at the beginning of each set are full.
    pub full: Vec<u32>,
    /// For a window: how often each value is in it.
    counts: Vec<u16>,
    values: usize,
    /// The line of the first position in the row, and what each next one adds.
    pub row: usize,
    pub stride: usize,
    /// From which place in the row on the first option lies in the box.
    pub from: u64,
}

impl Sets {
    /// Empty sets. With `abreast`, the same words of all lines lie together: neighbours in a row have about the same
    /// values.
    pub fn new(shape: Shape, values: u64, abreast: bool) -> Self {
        let lines = usize::try_from(shape.lines).unwrap_or(0);
        let width = words_of(values);
        let values = usize::try_from(values).unwrap_or(0);
        let counts = if shape.most.is_some() { vec![0; lines * values] } else { Vec::new() };
        let stride = shape.strides.last().and_then(|&s| usize::try_from(s).ok()).unwrap_or(0);
        // An odd number of cache lines: powers of two would make them compete for the same places.
        let (next_word, next_line) = if abreast && lines > 1 { (((lines / 8 + 1) | 1) * 8, 1) } else { (1, width) };
        let (bits, full) = (vec![0; (lines * width).max(next_word * width)], vec![0; lines]);
        Self { shape, width, bits, next_word, next_line, full, counts, values, row: 0, stride, from: 0 }
    }

    /// Where a word of the set of a line lies.
    #[inline]
    pub fn place(&self, line: usize, word: usize) -> usize {
        line * self.next_line + word * self.next_word
    }

    /// Starts a row.
    pub fn start(&mut self, words: &[u64]) {
        self.row = self.shape.row(words);
        let last = words.len() - 1;
        let taken = |i: usize| self.shape.step[i].saturating_mul(self.shape.first);
        let inside = (0..last).all(|i| words[i] >= taken(i));
        self.from = if inside { taken(last) } else { u64::MAX };
        if self.shape.along_rows() {
            self.bits.fill(0);
            self.full.fill(0);
            self.counts.fill(0);
        }
    }

    /// The line of a place in the row.
    pub fn line(&self, place: u64) -> usize {
        if self.shape.along_rows() {
            return usize::try_from(place % self.shape.step[self.shape.pivot]).unwrap_or(0);
        }
        self.row + usize::try_from(place).unwrap_or(0) * self.stride
    }

    #[inline]
    pub fn insert(&mut self, line: usize, value: usize) {
        if self.shape.most.is_some() {
            self.counts[line * self.values + value] += 1;
        }
        let word = value / 64;
        let mut place = self.place(line, word);
        self.bits[place] |= 1 << (value % 64);
        let full = &mut self.full[line];
        // Only the first word that is not full can become one more that is.
        if word == *full as usize {
            while self.bits.get(place) == Some(&u64::MAX) && (*full as usize) < self.width {
                *full += 1;
                place += self.next_word;
            }
        }
    }

    pub fn remove(&mut self, line: usize, value: usize) {
        let count = &mut self.counts[line * self.values + value];
        *count = count.saturating_sub(1);
        if *count == 0 {
            let place = self.place(line, value / 64);
            self.bits[place] &= !(1 << (value % 64));
            let word = u32::try_from(value / 64).unwrap_or(0);
            self.full[line] = self.full[line].min(word);
        }
    }
}
