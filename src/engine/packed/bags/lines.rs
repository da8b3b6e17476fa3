//! The lines of bags, one bit each: whether a bag on it has the value that is looked for.
//!
//! A line is known by the bag of the heaps that stay and the bag of those that move, seen from the least of them. Along a row
//! of bags the greatest heap grows: it is the greatest of those that stay or of those that move, and all else of the line is
//! the same. So each line has two bits: one in a row where the greatest heap that stays is the place, one in a row where
//! the greatest that moves is.

use std::ops::Range;

use crate::engine::packed::ranks::multisets;
use crate::ir::BagRays;

/// Most heaps.
const HEAPS: usize = 6;

/// The lines of all bags whose heaps are at most the greatest of a box.
pub(super) struct Lines {
    heaps: usize,
    /// The choices of heaps that may move together, as masks over ascending heaps.
    choices: Vec<u32>,
    /// Whether the greatest heap may move alone: then a row is a part of one line.
    alone: bool,
    /// Words of marks in a row.
    width: usize,
    /// What each number adds to the rank of a bag, by its place.
    adds: Vec<Vec<usize>>,
    /// How many bags of so many numbers there are.
    bags: Vec<usize>,
    /// By how many heaps move: the first row by those that stay, and by those that move.
    still: Vec<usize>,
    moving: Vec<usize>,
    /// Words of all marks.
    len: usize,
    marks: Vec<u64>,
}

/// Numbers in ascending order; the rank of a bag does not depend on a bound.
#[derive(Clone, Copy)]
struct Part {
    numbers: [usize; HEAPS],
    len: usize,
}

impl Part {
    const EMPTY: Self = Self { numbers: [0; HEAPS], len: 0 };

    fn push(&mut self, number: usize) {
        self.numbers[self.len] = number;
        self.len += 1;
    }

    fn as_slice(&self) -> &[usize] {
        &self.numbers[..self.len]
    }
}

/// A number of tokens as an index.
fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl Lines {
    /// Lines without marks, and without memory yet; `None` when they would be very many.
    pub fn new(rays: &BagRays, greatest: u64) -> Option<Self> {
        let heaps = rays.heaps;
        let moves = |choice: &u32| rays.sizes.contains(&(choice.count_ones() as usize));
        let width = index(greatest / 64 + 1);
        let mut bags = Vec::new();
        for len in 0..heaps {
            bags.push(usize::try_from(multisets(greatest.checked_add(1)?, len)?).ok()?);
        }
        // The first row is never used: a row seen from a greater place begins before it.
        let mut rows = 1usize;
        let (mut still, mut moving) = (vec![0; heaps + 1], vec![0; heaps + 1]);
        for &size in &rays.sizes {
            if size < heaps {
                still[size] = rows;
                rows = rows.checked_add(bags[size - 1].checked_mul(bags[heaps - size - 1])?)?;
            }
            if size > 1 {
                moving[size] = rows;
                rows = rows.checked_add(bags[size - 2].checked_mul(bags[heaps - size])?)?;
            }
        }
        let len = rows.checked_mul(width)?.checked_add(1)?;
        // Places of bits are kept as 32 bits.
        u32::try_from(len.checked_mul(64)?).ok()?;
        let adds = (0..heaps - 2).map(|at| {
            let below = |number: u64| multisets(number, at + 1).and_then(|count| usize::try_from(count).ok());
            (0..=greatest).map(below).collect::<Option<Vec<usize>>>()
        });
        Some(Self {
            heaps,
            choices: (1..1u32 << heaps).filter(moves).collect(),
            alone: rays.sizes.contains(&1),
            width,
            adds: adds.collect::<Option<_>>()?,
            bags,
            still,
            moving,
            len,
            marks: Vec::new(),
        })
    }

    /// The bytes of all marks.
    pub fn bytes(&self) -> u64 {
        self.len as u64 * 8
    }

    /// Words of marks in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many directions a row is seen from.
    pub fn directions(&self) -> usize {
        self.choices.len() - usize::from(self.alone)
    }

    /// Takes all marks away.
    pub fn clear(&mut self) {
        self.marks.clear();
        self.marks.resize(self.len, 0);
    }

    /// The heaps that stay and those that move by a choice, seen from the least of them, which is the last result; `heap`
    /// is the greatest, unless it is left out.
    fn parted(choice: u32, row: &[u64], heap: Option<u64>) -> (Part, Part, usize) {
        let (mut still, mut moving, mut least) = (Part::EMPTY, Part::EMPTY, None);
        for (i, number) in row.iter().copied().chain(heap).enumerate() {
            let number = index(number);
            match (choice >> i & 1, least) {
                (0, _) => still.push(number),
                (_, None) => least = Some(number),
                (_, Some(least)) => moving.push(number - least),
            }
        }
        (still, moving, least.unwrap_or(0))
    }

    fn rank(&self, numbers: &[usize]) -> usize {
        self.adds.iter().zip(numbers).map(|(adds, &number)| adds[number]).sum()
    }

    /// The row of lines with `size` heaps that move, of which all but the greatest that stays are given.
    fn still_row(&self, size: usize, still: &[usize], moving: &[usize]) -> usize {
        self.still[size] + self.rank(moving) * self.bags[self.heaps - size - 1] + self.rank(still)
    }

    /// The row of lines with `size` heaps that move, of which all but the greatest that moves are given.
    fn moving_row(&self, size: usize, still: &[usize], moving: &[usize]) -> usize {
        self.moving[size] + self.rank(still) * self.bags[size - 2] + self.rank(moving)
    }

    /// For each direction but that of the row itself: the bit of the lines through the bag of a row whose greatest heap
    /// would be 0.
    pub fn see(&self, row: &[u64], into: &mut Vec<u32>) {
        let greatest = 1u32 << (self.heaps - 1);
        for &choice in self.choices.iter().filter(|&&choice| choice != greatest) {
            let size = choice.count_ones() as usize;
            let (still, moving, least) = Self::parted(choice, row, None);
            let bits = self.width * 64;
            let bit = if choice & greatest == 0 {
                self.still_row(size, still.as_slice(), moving.as_slice()) * bits
            } else {
                self.moving_row(size, still.as_slice(), moving.as_slice()) * bits - least
            };
            into.push(u32::try_from(bit).unwrap_or(u32::MAX));
        }
    }

    /// Marks all lines through a bag.
    fn mark(&mut self, row: &[u64], heap: u64) {
        let bits = self.width * 64;
        for i in 0..self.choices.len() {
            let choice = self.choices[i];
            let size = choice.count_ones() as usize;
            let (still, moving, _) = Self::parted(choice, row, Some(heap));
            let (still, moving) = (still.as_slice(), moving.as_slice());
            if let Some((&place, others)) = still.split_last() {
                let bit = self.still_row(size, others, moving) * bits + place;
                self.marks[bit / 64] |= 1 << (bit % 64);
            }
            if let Some((&place, others)) = moving.split_last() {
                let bit = self.moving_row(size, still, others) * bits + place;
                self.marks[bit / 64] |= 1 << (bit % 64);
            }
        }
    }

    /// Whether the line that a row is a part of is marked.
    fn is_won(&self, row: &[u64]) -> bool {
        let Some((&place, others)) = row.split_last().filter(|_| self.alone) else { return false };
        let (still, ..) = Self::parted(0, others, None);
        let bit = self.still_row(1, still.as_slice(), &[]) * self.width * 64 + index(place);
        self.marks[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// The bags of one word of a row, by their greatest heap, that no line from these directions marks.
    fn free(&self, directions: &[u32], word: usize) -> u64 {
        let marked = directions.iter().fold(0, |marked, &bit| {
            let bit = bit as usize + word * 64;
            match self.marks.get(bit / 64..bit / 64 + 2) {
                Some(&[low, high]) => marked | low >> (bit % 64) | (high << 1) << (63 - bit % 64),
                _ => marked,
            }
        });
        !marked
    }

    /// Marks the lines of all bags of a row that have none marked, and gives each to `found`, as far as they are `open`, word
    /// by word of the greatest heap.
    pub fn settle(
        &mut self,
        row: &[u64],
        directions: &[u32],
        words: Range<usize>,
        open: impl Fn(usize) -> u64,
        mut found: impl FnMut(u64),
    ) {
        if self.is_won(row) {
            return;
        }
        for word in words {
            let open = open(word);
            if open == 0 {
                continue;
            }
            let mut free = self.free(directions, word) & open;
            while free != 0 {
                let heap = word as u64 * 64 + u64::from(free.trailing_zeros());
                self.mark(row, heap);
                found(heap);
                if self.alone {
                    return;
                }
                free &= free - 1;
            }
        }
    }
}
