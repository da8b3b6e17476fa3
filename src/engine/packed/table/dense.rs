//! What is seen of a position's options in a dense table.

use crate::base::{Exceeded, Meter};
use crate::cgt::{Play, Question};

/// What the options of a position are, as far as a table tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// So many, all known and marked.
    Options(u64),
    /// `ends if` holds: no options.
    Ends,
    /// `wins if` holds.
    Wins,
    /// An option after which the opponent has lost.
    Won,
    /// An equation makes another position of this one.
    Skip,
    /// An option is not known.
    Unknown,
    /// The rules are at fault here, or leave the table.
    Leave,
    /// The value does not fit the entries of the table.
    Large,
}

/// The bits of an entry of a dense table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// 16.
    Short,
    /// 32.
    Long,
}

impl Width {
    /// The greatest value that an entry can hold; of 32 bits, so many that their marks take 16 MiB: a greater value needs as
    /// many positions with as many options each.
    #[must_use]
    pub const fn greatest(self) -> u32 {
        match self {
            Self::Short => (1 << 16) - 4,
            Self::Long => (1 << 22) - 4,
        }
    }

    /// How many codes there are: values, nim-sums of them, and the two codes that are no values.
    const fn codes(self) -> usize {
        match self {
            Self::Short => (1 << 16) + 2,
            Self::Long => (1 << 22) + 2,
        }
    }

    /// The bytes of an entry.
    #[must_use]
    pub const fn bytes(self) -> u64 {
        match self {
            Self::Short => 2,
            Self::Long => 4,
        }
    }

    /// The bytes of marks for all codes.
    #[must_use]
    pub const fn marks(self) -> u64 {
        (self.codes() + UNMADE) as u64 * 4
    }
}

/// The entries of a dense table: 0 unknown, 1 open, else the value plus 2.
pub enum Dense<'t> {
    /// Of 16 bits.
    Short(&'t mut [u16]),
    /// Of 32 bits.
    Long(&'t mut [u32]),
}

impl Dense<'_> {
    /// The bits of an entry.
    #[must_use]
    pub const fn width(&self) -> Width {
        match self {
            Self::Short(_) => Width::Short,
            Self::Long(_) => Width::Long,
        }
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Short(table) => table.len(),
            Self::Long(table) => table.len(),
        }
    }

    /// Where they lie.
    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        match self {
            Self::Short(table) => table.as_mut_ptr().cast(),
            Self::Long(table) => table.as_mut_ptr().cast(),
        }
    }
}

impl Seen {
    /// The value that a position has by what was seen of its options; `None` where that does not say it.
    #[must_use]
    #[inline]
    pub fn value(self, question: Question, marks: &Marks) -> Option<u32> {
        match (self, question) {
            (Self::Options(_), Question::Grundy) => Some(marks.mex()),
            (Self::Options(0) | Self::Ends, Question::Wins(Play::Misere)) => Some(1),
            (Self::Options(_) | Self::Ends, _) => Some(0),
            (Self::Wins, Question::Grundy) => None,
            (Self::Wins, Question::Wins(Play::Normal)) | (Self::Won, _) => Some(1),
            (Self::Wins, Question::Wins(Play::Misere)) => Some(0),
            (Self::Skip | Self::Unknown | Self::Leave | Self::Large, _) => None,
        }
    }
}

/// What came of a row of positions.
#[derive(Clone, Copy, Default, Debug)]
pub struct Row {
    /// Positions passed.
    pub passed: u64,
    /// Positions whose value was stored, and the options that were looked at for them.
    pub new: u64,
    pub options: u64,
    /// Work: each position 1, each that was looked at 1 more, and options.
    pub spent: u64,
    /// What ended it before a position, if that was no end of the row or of the budget.
    pub stopped: Option<Seen>,
}

/// Values that were seen, each by the stamp of the position that saw it: nothing is ever cleared.
pub struct Marks {
    stamps: Vec<u32>,
    stamp: u32,
}

/// Behind them are some that are never made, for code that looks at a few at once.
const UNMADE: usize = 8;

impl Marks {
    /// No marks, with room for all codes of a table.
    #[must_use]
    pub fn new(width: Width) -> Self {
        Self { stamps: vec![0; width.codes() + UNMADE], stamp: 0 }
    }

    /// Whether there is room for all codes of a table.
    #[must_use]
    pub fn hold(&self, width: Width) -> bool {
        self.stamps.len() >= width.codes() + UNMADE
    }

    /// Makes room for all codes of a table, charged where it is much.
    ///
    /// # Errors
    /// The memory limit.
    pub fn widen(&mut self, width: Width, meter: &Meter) -> Result<(), Exceeded> {
        if !self.hold(width) {
            meter.add_bytes(width.marks())?;
            *self = Self::new(width);
        }
        Ok(())
    }

    /// The bytes that were charged.
    #[must_use]
    pub fn charged(&self) -> u64 {
        if self.hold(Width::Long) { Width::Long.marks() } else { 0 }
    }

    /// A stamp that marks nothing yet.
    #[inline]
    pub fn stamp(&mut self) -> i64 {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
        i64::from(self.stamp)
    }

    /// The last stamp that was used, when so many more will be.
    #[cfg(feature = "jit")]
    #[inline]
    pub fn stamps(&mut self, count: u64) -> u64 {
        if u64::from(self.stamp) + count > u64::from(u32::MAX) {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp.into()
    }

    /// Stamps up to this one were used.
    #[cfg(feature = "jit")]
    #[inline]
    pub fn stamped(&mut self, last: u64) {
        self.stamp = u32::try_from(last).unwrap_or(u32::MAX);
    }

    /// The marks, by code: the value and 2.
    #[inline]
    pub fn as_mut_ptr(&mut self) -> *mut u32 {
        self.stamps.as_mut_ptr()
    }

    /// The least value without a mark.
    #[must_use]
    #[inline]
    pub fn mex(&self) -> u32 {
        u32::try_from(self.mex_from(0)).unwrap_or(u32::MAX)
    }

    /// The least value without a mark, from one on below which all have marks.
    #[must_use]
    #[inline]
    pub fn mex_from(&self, value: usize) -> usize {
        value + self.stamps[2 + value..].iter().take_while(|&&s| s == self.stamp).count()
    }

    /// The stamp that marks are made with.
    #[must_use]
    #[inline]
    pub fn current(&self) -> i64 {
        i64::from(self.stamp)
    }
}
