//! The lines of bags, one bit each: whether a bag on it has the value that is looked for.
//!
//! A line is known by the bag of the heaps that stay and the bag of those that move, seen from the least of them. Along a row
//! of bags the greatest heap grows: it is the greatest of those that stay or of those that move, and all else of the line is
//! the same. So each line has two bits: one in a row where the greatest heap that stays is the place, one in a row where
//! the greatest that moves is.

use std::ops::Range;

use crate::engine::packed::shape::ranks::multisets;
use crate::ir::BagRays;

/// Most heaps.
const HEAPS: usize = 6;

/// The lines of all bags whose heaps are at most the greatest of a box.
pub(super) struct Lines {
    heaps: usize,
    /// The ways to see lines from a row of bags, but for the line that the row is a part of.
    directions: Vec<Direction>,
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

/// A choice of heaps that move together, not the greatest alone.
struct Direction {
    /// As a mask over ascending heaps.
    choice: u32,
    /// How many.
    size: usize,
    /// For the other bit of a line, if it has one: the place of the greatest heap in its bag, and how many bits one step of
    /// that bag's rank is.
    other: Option<(usize, usize)>,
}

/// Where the lines in one direction are, seen from a row of bags.
#[derive(Clone, Copy)]
struct Sight {
    /// The bit of the line through a bag whose greatest heap would be 0: those of others follow.
    here: u32,
    /// The other bit, but for what the greatest heap adds.
    other: u32,
    /// That heap is seen from here.
    least: u32,
}

/// Where the lines of a row of bags are.
#[derive(Clone)]
pub(super) struct View {
    /// The line that the row is a part of, if it is one.
    own: Option<u32>,
    sights: Vec<Sight>,
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
        let last = 1u32 << (heaps - 1);
        let direction = |choice: u32| {
            let size = choice.count_ones() as usize;
            let other = if choice & last == 0 {
                (size > 1).then(|| (heaps - 1 - size, bags[size - 2] * width * 64))
            } else {
                (size < heaps).then(|| (size - 2, bags[heaps - size - 1] * width * 64))
            };
            Direction { choice, size, other }
        };
        let moves = |choice: &u32| *choice != last && rays.sizes.contains(&(choice.count_ones() as usize));
        Some(Self {
            heaps,
            directions: (1..2 * last).filter(moves).map(direction).collect(),
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

    /// The bytes that the view of a row takes.
    pub fn bytes_of_view(&self) -> u64 {
        (size_of::<View>() + self.directions.len() * size_of::<Sight>()) as u64
    }

    /// Takes all marks away.
    pub fn clear(&mut self) {
        self.marks.clear();
        self.marks.resize(self.len, 0);
    }

    /// The heaps of a row that stay and those that move by a choice, seen from the least of them, which is the last
    /// result.
    fn parted(choice: u32, row: &[u64]) -> (Part, Part, Option<usize>) {
        let (mut still, mut moving, mut least) = (Part::EMPTY, Part::EMPTY, None);
        for (i, &number) in row.iter().enumerate() {
            let number = index(number);
            match (choice >> i & 1, least) {
                (0, _) => still.push(number),
                (_, None) => least = Some(number),
                (_, Some(least)) => moving.push(number - least),
            }
        }
        (still, moving, least)
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

    /// A view of no row.
    pub fn no_view() -> View {
        View { own: None, sights: Vec::new() }
    }

    /// Where the lines of a row of bags are, of which all heaps but the greatest are given.
    pub fn see(&self, row: &[u64], view: &mut View) {
        view.sights.clear();
        view.sights.extend(self.directions.iter().map(|direction| self.sight(direction, row)));
        let own = row.split_last().filter(|_| self.alone).map(|(&place, others)| {
            let (still, ..) = Self::parted(0, others);
            self.still_row(1, still.as_slice(), &[]) * self.width * 64 + index(place)
        });
        view.own = own.map(narrow);
    }

    fn sight(&self, direction: &Direction, row: &[u64]) -> Sight {
        let &Direction { choice, size, other } = direction;
        let (still, moving, least) = Self::parted(choice, row);
        let (still, moving, least) = (still.as_slice(), moving.as_slice(), least.unwrap_or(0));
        let bits = self.width * 64;
        if choice >> (self.heaps - 1) & 1 == 1 {
            // The greatest heap moves, too.
            let here = self.moving_row(size, still, moving) * bits - least;
            let other = other.and(still.split_last());
            let other = other.map_or(0, |(&place, others)| self.still_row(size, others, moving) * bits + place);
            Sight { here: narrow(here), other: narrow(other), least: narrow(least) }
        } else {
            let here = self.still_row(size, still, moving) * bits;
            let other = other.and(moving.split_last());
            let other = other.map_or(0, |(&place, others)| self.moving_row(size, still, others) * bits + place);
            Sight { here: narrow(here), other: narrow(other), least: 0 }
        }
    }

    fn set(&mut self, bit: usize) {
        if let Some(word) = self.marks.get_mut(bit / 64) {
            *word |= 1 << (bit % 64);
        }
    }

    /// Marks all lines through a bag of a row.
    fn mark(&mut self, view: &View, heap: usize) {
        if let Some(own) = view.own {
            self.set(own as usize);
        }
        for (i, sight) in view.sights.iter().enumerate() {
            self.set(sight.here as usize + heap);
            if let Some((place, step)) = self.directions[i].other {
                self.set(sight.other as usize + self.adds[place][heap - sight.least as usize] * step);
            }
        }
    }

    /// Whether the line that a row is a part of is marked.
    fn is_won(&self, view: &View) -> bool {
        view.own.is_some_and(|bit| self.marks[bit as usize / 64] >> (bit % 64) & 1 == 1)
    }

    /// The bags of one word of a row, by their greatest heap, that no line in a direction marks.
    fn free(&self, view: &View, word: usize) -> u64 {
        let marked = view.sights.iter().fold(0, |marked, sight| {
            let bit = sight.here as usize + word * 64;
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
        view: &View,
        words: Range<usize>,
        open: impl Fn(usize) -> u64,
        mut found: impl FnMut(usize),
    ) {
        if self.is_won(view) {
            return;
        }
        for word in words {
            let open = open(word);
            if open == 0 {
                continue;
            }
            let mut free = self.free(view, word) & open;
            while free != 0 {
                let heap = word * 64 + free.trailing_zeros() as usize;
                self.mark(view, heap);
                found(heap);
                if self.alone {
                    return;
                }
                free &= free - 1;
            }
        }
    }
}

/// A place among bits, of which there are fewer than 2^32.
fn narrow(bit: usize) -> u32 {
    u32::try_from(bit).unwrap_or(u32::MAX)
}
