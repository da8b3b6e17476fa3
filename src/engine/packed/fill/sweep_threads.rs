//! A dense table filled by several threads, for the whole box of a [`Sweep`](super::sweep::Sweep).
//!
//! The first words of a position name its row, the others its place in the row; places are done in pieces. Where no
//! option has a greater word, threads take rows, and a piece waits until the row before has come further than it: all
//! options of its positions lie in that part. Else the pieces of one row are shared out, and each waits for all rows
//! before. Whether that was right shows by itself: a position with an option that is not known yet ends the filling,
//! everything is put back as it was, and one thread does it in its own way.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, AtomicU64};

use crate::base::{Exceeded, Meter};
use crate::cgt::Question;
use crate::engine::packed::code::{Code, Hand};
use crate::engine::packed::search::Work;
use crate::engine::packed::search::threads::STACK;
use crate::engine::packed::shape::layout::Layout;
use crate::engine::packed::table::dense::{Marks, Seen, Width};
use crate::engine::packed::table::hashed::charge;

/// Places of a piece: a few microseconds of work.
pub const PIECE: u64 = 64;
/// Looks at the row before until the processor is offered to others.
const SPINS: u32 = 256;
/// Work of one call.
const WORK: u64 = 1 << 16;
/// Pieces between looks at the clock.
const TICK: u64 = 64;

/// A box and how threads share it.
pub struct SharedSweep<'a> {
    /// The least and the greatest words.
    low: &'a [i64],
    high: &'a [i64],
    /// So many words name a row.
    prefix: usize,
    rows: u64,
    width: u64,
    piece: u64,
    /// Whether threads take rows.
    by_rows: bool,
}

/// What all threads see.
struct Common<'a> {
    sweep: &'a SharedSweep<'a>,
    layout: &'a Layout,
    table: &'a [AtomicU16],
    /// The box is all of the table.
    is_all: bool,
    question: Question,
    meter: &'a Meter,
    /// The next row or piece to be taken.
    next: AtomicU64,
    /// How many pieces of each row are done, or of all rows together.
    done: Vec<AtomicU32>,
    all_done: AtomicU64,
    stopped: AtomicBool,
}

/// What one thread did.
#[derive(Default)]
struct Share {
    work: Work,
    /// States that the meter knows of.
    counted: u64,
    /// Why it ended before all was done.
    end: Option<End>,
}

/// Why a thread ends before all is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Another thread ended it.
    Told,
    /// A limit.
    Limit(Exceeded),
    /// One thread is to do it.
    Alone,
    /// The same, from here on: a value does not fit.
    Large,
}

impl<'a> SharedSweep<'a> {
    /// A way to share a box; `None` when that is of no use. `by_rows`: no option has a greater word, but perhaps the last of
    /// two values, of which a piece has both for each place before it.
    #[must_use]
    pub fn new(low: &'a [i64], high: &'a [i64], by_rows: bool, piece: u64) -> Option<Self> {
        let sizes: Vec<u64> = low.iter().zip(high).map(|(l, h)| h.abs_diff(*l).saturating_add(1)).collect();
        let of = |prefix: usize| {
            let rows = sizes[..prefix].iter().product::<u64>();
            let width = sizes[prefix..].iter().product::<u64>();
            Self { low, high, prefix, rows, width, piece, by_rows }
        };
        let last = if by_rows { sizes.len() } else { sizes.len().min(2) };
        // As many rows as pieces of a row let most threads work.
        let best = (1..last).map(of).max_by_key(|w| w.rows.min(w.pieces()))?;
        let shared = if by_rows { best.rows.min(best.pieces()) } else { best.pieces() };
        (shared > 1 && u32::try_from(best.pieces()).is_ok()).then_some(best)
    }

    fn pieces(&self) -> u64 {
        self.width.div_ceil(self.piece)
    }

    /// The words of a place of a row.
    fn words(&self, row: u64, place: u64, into: &mut [i64]) {
        let mut rest = place;
        for i in (0..into.len()).rev() {
            if i + 1 == self.prefix {
                rest = row;
            }
            let size = self.high[i].abs_diff(self.low[i]) + 1;
            into[i] = self.low[i].saturating_add_unsigned(rest % size);
            rest /= size;
        }
    }

    /// Fills the box. `false` when one thread is to do it: then the table is as it was, or has values of some positions more,
    /// but for positions that were being computed, which are unknown. `None` when nothing was begun.
    ///
    /// # Errors
    /// The clock; what was filled is right.
    pub fn fill(
        &self,
        question: Question,
        (table, code, layout): (&mut [u16], &Code, &Layout),
        meter: &Meter,
        work: &mut Work,
    ) -> Result<Option<bool>, Exceeded> {
        let threads = meter.limits().jobs;
        let rows = if self.by_rows { self.rows } else { 0 };
        let bytes = (table.len() as u64).div_ceil(64) * 8 + rows * 4 + u64::from(threads) * Width::Short.marks();
        let free = meter.limits().max_states.saturating_sub(meter.states());
        if free < self.rows.saturating_mul(self.width) || charge(meter, bytes, meter.limits().max_memory / 2).is_err() {
            return Ok(None);
        }
        let known: Vec<u64> =
            table.chunks(64).map(|part| (0..).zip(part).map(|(i, &c)| u64::from(c >= 2) << i).sum()).collect();
        let common = Common {
            sweep: self,
            layout,
            is_all: table.len() as u64 == self.rows * self.width,
            table: crate::engine::packed::code::jit::shared(table),
            question,
            meter,
            next: AtomicU64::new(0),
            done: (0..rows).map(|_| AtomicU32::new(0)).collect(),
            all_done: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
        };
        let shares = common.work(code, usize::from(threads));
        drop(common);
        meter.sub_bytes(bytes);
        let total = shares.iter().fold(Work::default(), |sum, share| sum.plus(share.work));
        if shares.iter().any(|share| share.end == Some(End::Alone)) {
            meter.sub_states(shares.iter().map(|share| share.counted).sum());
            for (part, known) in table.chunks_mut(64).zip(known) {
                (0..).zip(part).filter(|(i, _)| known >> i & 1 == 0).for_each(|(_, code)| *code = 0);
            }
            return Ok(Some(false));
        }
        *work = work.plus(total);
        if shares.iter().any(|share| share.end == Some(End::Large)) {
            return Ok(Some(false));
        }
        let limit = shares.iter().find_map(|share| match share.end {
            Some(End::Limit(exceeded)) => Some(exceeded),
            _ => None,
        });
        limit.map_or(Ok(Some(true)), Err)
    }
}

impl Common<'_> {
    /// The work of all threads.
    fn work(&self, code: &Code, threads: usize) -> Vec<Share> {
        let question = Some(self.question);
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads)
                .filter_map(|_| {
                    let hand = code.hand(question);
                    // Where the machine gives no more threads, fewer do the same.
                    std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || self.share(&hand)).ok()
                })
                .collect();
            let mut shares = vec![self.share(&code.hand(question))];
            shares.extend(others.into_iter().filter_map(|thread| thread.join().ok()));
            shares
        })
    }

    /// The work of one thread.
    fn share(&self, hand: &Hand<'_>) -> Share {
        let mut share = Share::default();
        let mut marks = Marks::new(Width::Short);
        let pieces = self.sweep.pieces();
        let units = if self.sweep.by_rows { self.sweep.rows } else { self.sweep.rows * pieces };
        loop {
            let unit = self.next.fetch_add(1, Relaxed);
            if unit >= units || self.stopped.load(Relaxed) {
                return share;
            }
            let (row, mine) =
                if self.sweep.by_rows { (unit, 0..pieces) } else { (unit / pieces, unit % pieces..unit % pieces + 1) };
            for piece in mine {
                if let Err(end) =
                    self.wait(row, piece).and_then(|()| self.piece(row, piece, hand, &mut marks, &mut share))
                {
                    self.stopped.store(true, Relaxed);
                    share.end = Some(end);
                    return share;
                }
            }
        }
    }

    /// Waits until everything that a piece needs is there.
    fn wait(&self, row: u64, piece: u64) -> Result<(), End> {
        let before = usize::try_from(row).ok().and_then(|row| self.done.get(row.checked_sub(1)?));
        for spins in 0u32.. {
            let ready = match before {
                Some(before) => u64::from(before.load(Acquire)) > piece,
                None => self.sweep.by_rows || self.all_done.load(Acquire) >= row * self.sweep.pieces(),
            };
            if ready {
                break;
            }
            if self.stopped.load(Relaxed) {
                return Err(End::Told);
            }
            if spins < SPINS {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
        Ok(())
    }

    /// Fills a piece.
    fn piece(&self, row: u64, piece: u64, hand: &Hand<'_>, marks: &mut Marks, share: &mut Share) -> Result<(), End> {
        let from = piece * self.sweep.piece;
        let until = self.sweep.width.min(from + self.sweep.piece);
        let mut words = vec![0; self.layout.words.len()];
        self.sweep.words(row, from, &mut words);
        let mut place = from;
        while place < until {
            // The keys of a box that is no whole layout follow each other along its last word only.
            let last = self.sweep.high.last().zip(words.last()).map_or(0, |(high, word)| high.abs_diff(*word));
            let count = if self.is_all { until - place } else { (last + 1).min(until - place) };
            let filled = hand.fill(&words, (count, WORK), self.table, marks).ok_or(End::Alone)?;
            share.work.positions += filled.new;
            share.work.options += filled.options;
            let passed = match filled.stopped {
                Some(Seen::Unknown) => return Err(End::Alone),
                Some(Seen::Large) => return Err(End::Large),
                Some(_) => filled.passed + 1,
                None => filled.passed,
            };
            place += passed;
            if place < until {
                self.sweep.words(row, place, &mut words);
            }
            if filled.stopped.is_none() && filled.spent >= WORK {
                self.meter.check().map_err(End::Limit)?;
            }
        }
        // What was stored is to be seen by whoever sees that the piece is done.
        if let Some(done) = usize::try_from(row).ok().and_then(|row| self.done.get(row)) {
            done.fetch_add(1, Release);
        } else {
            self.all_done.fetch_add(1, Release);
        }
        let new = share.work.positions - share.counted;
        share.counted += new;
        let counted = self.meter.add_states(new);
        let clock = if (row + piece).is_multiple_of(TICK) { self.meter.check() } else { Ok(()) };
        counted.and(clock).map_err(End::Limit)
    }
}
