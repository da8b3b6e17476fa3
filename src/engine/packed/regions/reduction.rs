//! When two sets are the same position: connected parts, each moved into the corner, turned and reflected.

/// Elements hang together by at most this many distances, or one is looked at after the other.
const MOST_STEPS: usize = 8;

/// What is the same position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// What hangs together, when the position is the sum of its connected parts.
    pub neighbours: Option<Neighbours>,
    /// Where the elements are cells and a region may be moved.
    pub grid: Option<Grid>,
}

impl Reduction {
    /// The canonical regions that a set consists of, appended to `into`; equal ones each.
    pub fn parts(&self, mask: u64, into: &mut Vec<u64>) {
        let mut rest = mask;
        while rest != 0 {
            let part = self.first_part(rest);
            rest &= !part;
            into.push(self.canonical(part));
        }
    }

    /// How much there is to do in a set, about: the pairs of elements that hang together, or the elements.
    pub fn size(&self, set: u64) -> u32 {
        self.neighbours.as_ref().map_or(set.count_ones(), |neighbours| neighbours.pairs(set))
    }

    /// The part that the first element of a set that is not empty belongs to.
    fn first_part(&self, set: u64) -> u64 {
        let Some(neighbours) = &self.neighbours else { return set };
        let mut part = set & set.wrapping_neg();
        let mut fresh = part;
        while fresh != 0 {
            fresh = neighbours.of(fresh) & set & !part;
            part |= fresh;
        }
        part
    }

    /// The set that stands for a region that is not empty: the same for all its images.
    fn canonical(&self, mask: u64) -> u64 {
        self.grid.as_ref().map_or(mask, |grid| grid.canonical(mask))
    }
}

/// Which elements hang together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Neighbours {
    /// For each element those that hang together with it.
    near: Vec<u64>,
    /// The same by distance: the elements `i` that hang together with `i + d`, for each `d` where there are any. On a board
    /// there are few distances, and all elements make a step at once. Empty if there are many.
    steps: Vec<(u32, u64)>,
}

impl Neighbours {
    /// From a symmetric table: for each of at most 64 elements those that hang together with it.
    #[must_use]
    pub fn new(near: Vec<u64>) -> Self {
        let mut steps = Vec::new();
        for distance in 1..near.len() {
            let meet = |&i: &usize| near[i] >> (i + distance) & 1 == 1;
            let from = (0..near.len() - distance).filter(meet).fold(0, |from, i| from | 1 << i);
            if from != 0 {
                steps.push((u32::try_from(distance).unwrap_or(0), from));
            }
        }
        if steps.len() > MOST_STEPS {
            steps.clear();
        }
        Self { near, steps }
    }

    /// Everything that hangs together with an element of a set.
    fn of(&self, set: u64) -> u64 {
        if self.steps.is_empty() {
            return self.each(set).fold(0, |all, near| all | near);
        }
        self.steps.iter().fold(0, |all, &(d, from)| all | (set & from) << d | set >> d & from)
    }

    /// How many pairs of elements of a set hang together.
    fn pairs(&self, set: u64) -> u32 {
        if self.steps.is_empty() {
            return self.each(set).map(|near| (near & set).count_ones()).sum::<u32>() / 2;
        }
        self.steps.iter().map(|&(d, from)| (set & from & set >> d).count_ones()).sum()
    }

    /// What hangs together with each element of a set.
    fn each(&self, mut set: u64) -> impl Iterator<Item = u64> {
        std::iter::from_fn(move || {
            let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
            set &= set - 1;
            self.near.get(first).copied()
        })
    }
}

/// The cells of a rectangle, row by row: bit `r * columns + c` is the cell `(r, c)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    columns: u32,
    /// Turns and reflections are the same position, not only shifts.
    pub(super) turned: bool,
    /// Of every row, the same row backwards, and as a column; empty where regions are not turned.
    backwards: Vec<u64>,
    upright: Vec<u64>,
}

impl Grid {
    /// Cells in rows of this length; there are as many rows where regions are turned, and at most 62 cells in all.
    #[must_use]
    pub fn new(columns: u32, turned: bool) -> Self {
        let rows = if turned { 1u64 << columns.min(8) } else { 0 };
        let moved = |row: u64, to: &dyn Fn(u32) -> u32| {
            (0..columns).filter(|c| row >> c & 1 == 1).fold(0, |image, c| image | 1 << to(c))
        };
        let backwards = (0..rows).map(|row| moved(row, &|c| columns - 1 - c)).collect();
        let upright = (0..rows).map(|row| moved(row, &|c| c * columns)).collect();
        Self { columns, turned, backwards, upright }
    }

    /// The least image in the upper left corner; of a mask that is not empty.
    fn canonical(&self, mask: u64) -> u64 {
        if mask.is_power_of_two() {
            return 1;
        }
        let columns = self.columns;
        let row = |r: u32| mask >> (r * columns) & ((1 << columns) - 1);
        let (top, bottom) = (mask.trailing_zeros() / columns, mask.ilog2() / columns);
        let all = (top..=bottom).fold(0, |all, r| all | row(r));
        let left = all.trailing_zeros();
        if !self.turned {
            return mask >> (top * columns + left);
        }
        // Backwards, the last cell of a row comes first.
        let right = columns - 1 - all.ilog2();
        let mut images = [0u64; 8];
        for r in top..=bottom {
            let (down, up) = (r - top, bottom - r);
            let there = row(r) >> left;
            let back = self.at(&self.backwards, row(r)) >> right;
            images[0] |= there << (down * columns);
            images[1] |= back << (down * columns);
            images[2] |= there << (up * columns);
            images[3] |= back << (up * columns);
            let (there, back) = (self.at(&self.upright, there), self.at(&self.upright, back));
            images[4] |= there << down;
            images[5] |= there << up;
            images[6] |= back << down;
            images[7] |= back << up;
        }
        images.into_iter().min().unwrap_or(mask)
    }

    /// An image of a row.
    fn at(&self, images: &[u64], row: u64) -> u64 {
        usize::try_from(row).ok().and_then(|row| images.get(row)).copied().unwrap_or(0)
    }
}
