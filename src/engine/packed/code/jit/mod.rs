//! Native code for a program, by Cranelift: the only file with `unsafe`, which the measured gain over interpreting the
//! same program (four to ten times) pays for.

mod coder;
mod emit;
mod fill;

use std::cell::{OnceCell, RefCell};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicU16;

use cranelift_codegen::ir::{AbiParam, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Module, default_libcall_names};

use self::coder::Coder;
use super::{Found, grow, widest};
use crate::base::{Exceeded, Meter};
use crate::cgt::{ByQuestion, Play, Question};
use crate::engine::packed::shape::layout::Layout;
use crate::engine::packed::table::dense::{Dense, Marks, Row, Seen, Width};
use crate::ir::Program;

const LEAVE: i64 = -1;
const OUTSIDE: i64 = -2;
const FULL: i64 = -3;
const ENDS: i64 = -4;
const WINS: i64 = -5;
const SKIP: i64 = -6;
const UNKNOWN: i64 = -7;
const WON: i64 = -8;
const LARGE: i64 = -9;
const DONE: i64 = 0;

/// What a function does with the options of a position; its first argument is the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Writes their keys: a buffer, how many options it holds, nothing.
    Options,
    /// Marks their values: the table, the marks, the stamp to mark with.
    Values,
    /// Looks for one that the player who then moves loses: the table, nothing, nothing.
    Outcome {
        /// Who is left with the empty sum has lost or won.
        play: Play,
    },
    /// Fills a table from a position on, key by key, or for the positions of some columns, to which the first argument
    /// points: what is asked of the row (see [`fill`]), the table, the marks.
    Row {
        /// The question.
        question: Question,
        /// All entries are bits of a register; nothing is marked.
        narrow: bool,
        /// Columns, of which each position's value is written.
        columns: bool,
    },
}

impl Aim {
    /// Whether values are marked, in memory or in a register.
    fn marks(self) -> bool {
        matches!(self, Self::Values | Self::Row { question: Question::Grundy, .. })
    }

    /// Whether whoever is left with the empty sum has won.
    fn is_misere(self) -> bool {
        matches!(self, Self::Outcome { play: Play::Misere } | Self::Row { question: Question::Wins(Play::Misere), .. })
    }
}

type Function = extern "C" fn(*const i64, *mut u64, i64, i64) -> i64;

/// The native code of a program.
pub struct Native {
    options: Function,
    /// For a dense table, by question; made when first asked for.
    look: ByQuestion<OnceCell<Option<Function>>>,
    fill: ByQuestion<OnceCell<Option<Function>>>,
    fill_columns: ByQuestion<OnceCell<Option<Function>>>,
    /// The same two for Grundy values in a table of long entries.
    long: [OnceCell<Option<Function>>; 2],
    layout: Layout,
    parts: usize,
    words: usize,
    /// Owns the code.
    module: RefCell<Option<JITModule>>,
    /// Owns the tables that the code points into.
    program: Arc<Program>,
}

impl Drop for Native {
    fn drop(&mut self) {
        if let Some(module) = self.module.get_mut().take() {
            // SAFETY: the functions are private to this value and are never called after this; no other pointer into the code
            // leaves this file.
            unsafe { module.free_memory() };
        }
    }
}

/// The functions of a [`Native`], for any thread: they are pure but for what they are handed.
#[derive(Clone, Copy)]
pub struct Functions<'a> {
    options: Function,
    fill: Option<Function>,
    parts: usize,
    words: usize,
    layout: &'a Layout,
    /// The owner of the code, which outlives this.
    owner: PhantomData<&'a ()>,
}

impl Functions<'_> {
    /// The options of a position, see [`Code::options`](super::Code::options).
    ///
    /// # Errors
    /// See there.
    #[inline]
    pub fn options(&self, position: &[i64], into: &mut Vec<u64>, meter: &Meter) -> Result<Found, Exceeded> {
        assert_eq!(position.len(), self.words, "a position of another program");
        let start = into.len();
        let mut room = 64;
        loop {
            grow(into, room * self.parts, meter)?;
            let capacity = (into.capacity() - start) / self.parts;
            // SAFETY: the code reads `words` words at `position` (asserted above) and writes at most
            // `capacity * parts` words at the spare capacity of `into`, which was just reserved; tables that it reads
            // live as long as the owner, and every index into them was proved by interval arithmetic when lowered.
            let count = (self.options)(
                position.as_ptr(),
                unsafe { into.as_mut_ptr().add(start) },
                i64::try_from(capacity).unwrap_or(i64::MAX),
                0,
            );
            return Ok(match count {
                FULL => {
                    meter.check()?;
                    room = capacity.saturating_mul(2);
                    continue;
                }
                LEAVE => Found::Leave,
                OUTSIDE => Found::Outside,
                ENDS => Found::Ends,
                WINS => Found::Wins,
                count => {
                    let count = usize::try_from(count).unwrap_or(0);
                    // SAFETY: the code wrote `count * parts` words, at most the capacity it was given.
                    unsafe { into.set_len(start + count * self.parts) };
                    Found::Options(count)
                }
            });
        }
    }

    /// Fills a table that other threads may be writing, from a position on, for `count` keys and so much work; `None`
    /// when the layout has none.
    #[inline]
    pub fn fill(&self, position: &[i64], most: (u64, u64), table: &[AtomicU16], marks: &mut Marks) -> Option<Row> {
        self.fill_at(self.fill?, position, most, (table.as_ptr() as i64, table.len(), Width::Short), marks)
    }

    /// The same by a function for entries of so many bits, of a table given by where it lies and how many entries it has.
    #[inline]
    fn fill_at(
        &self,
        fill: Function,
        position: &[i64],
        (count, budget): (u64, u64),
        (table, len, width): (i64, usize, Width),
        marks: &mut Marks,
    ) -> Option<Row> {
        assert_eq!(position.len(), self.words, "a position of another program");
        assert_eq!(len as u64, self.layout.size, "a table of another layout");
        assert!(marks.hold(width), "marks of another table");
        let key = self.layout.pack(position)?;
        let most = match &self.layout.by_measure {
            Some(_) => self.layout.on_the_row(position),
            // Ranks of bags are not stepped through by their words.
            None if self.layout.has_ranks() => 1,
            None => self.layout.size - key,
        };
        let count = count.min(most).min(fill::LONG);
        let mut state = [0u64; fill::PLACES];
        (state[fill::KEY], state[fill::END]) = (key, key + count);
        let budget = budget.min(1 << 62);
        state[fill::BUDGET] = budget;
        state[fill::STAMP] = marks.stamps(fill::LONG);
        // SAFETY: the code reads `words` words at `position`, which is as long and lies in the layout (`pack` said so),
        // and reads and writes the places of `state`. It reads and writes entries of `table` by 16 or 32 bits at once, as
        // the callers say: at the keys from `key` on, before `key + count`, which is at most `size`, or those of `count`
        // positions of a row by a measure, which lie in the layout (`on_the_row` says how many do), and at those it
        // computes from words within the layout, which lie below `size`. Marks are made at such entries or at sums of them
        // by exclusive or, of which `width` knows how many there are, as `marks` were asked above; behind them stand some
        // that no stamp is equal to, where the search for the first without one ends.
        let code = fill(position.as_ptr(), state.as_mut_ptr(), table, marks.as_mut_ptr() as i64);
        marks.stamped(state[fill::STAMP]);
        Some(came_of(code, key, budget, &state))
    }
}

/// What a function that fills a table says came of a row.
fn came_of(code: i64, from: u64, budget: u64, state: &[u64; fill::PLACES]) -> Row {
    let (passed, new) = (state[fill::KEY] - from, state[fill::NEW]);
    let spent = budget.wrapping_sub(state[fill::BUDGET]);
    let options = spent.wrapping_sub(passed + new + state[fill::SKIPPED]);
    let stopped = match code {
        DONE => None,
        UNKNOWN => Some(Seen::Unknown),
        WINS => Some(Seen::Wins),
        SKIP => Some(Seen::Skip),
        LARGE => Some(Seen::Large),
        _ => Some(Seen::Leave),
    };
    Row { passed, new, options, spent, stopped }
}

/// A table that nobody else holds, as one that threads may share.
pub fn shared(table: &mut [u16]) -> &[AtomicU16] {
    // SAFETY: both types have the same size, alignment and values, and the unique borrow lasts as long as the result.
    unsafe { &*(std::ptr::from_mut(table) as *const [AtomicU16]) }
}

impl Native {
    /// The functions, for one question about tables if any.
    #[inline]
    pub fn functions(&self, question: Option<Question>) -> Functions<'_> {
        Functions {
            options: self.options,
            fill: question.and_then(|question| self.filling(question)),
            parts: self.parts,
            words: self.words,
            layout: &self.layout,
            owner: PhantomData,
        }
    }

    /// The options of a position, see [`Code::options`](super::Code::options).
    ///
    /// # Errors
    /// See there.
    #[inline]
    pub fn options(&self, position: &[i64], into: &mut Vec<u64>, meter: &Meter) -> Result<Found, Exceeded> {
        self.functions(None).options(position, into, meter)
    }

    /// Compiles a program for a layout; an error is a sentence for `--stats`.
    ///
    /// # Errors
    /// When this machine has no code generator, or the code is refused.
    pub fn compile(program: &Arc<Program>, layout: &Layout) -> Result<Self, String> {
        let mut flags = settings::builder();
        flags.set("opt_level", "speed").map_err(|e| e.to_string())?;
        flags
            .set("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" })
            .map_err(|e| e.to_string())?;
        let isa = cranelift_native::builder().map_err(str::to_owned)?;
        let isa = isa.finish(settings::Flags::new(flags)).map_err(|e| e.to_string())?;
        let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let options = Self::define(&mut module, program, layout, Aim::Options, Width::Short)?;
        let parts = widest(&program.body).max(1);
        let words = program.components.len();
        let [look, fill, fill_columns] = [(); 3].map(|()| ByQuestion::default());
        let long = [const { OnceCell::new() }; 2];
        let (module, program) = (RefCell::new(Some(module)), Arc::clone(program));
        Ok(Self { options, look, fill, fill_columns, long, layout: layout.clone(), parts, words, module, program })
    }

    /// Compiles one function.
    fn define(
        module: &mut JITModule,
        program: &Arc<Program>,
        layout: &Layout,
        aim: Aim,
        width: Width,
    ) -> Result<Function, String> {
        let mut context = module.make_context();
        context.func.signature.params.extend([AbiParam::new(types::I64); 4]);
        context.func.signature.returns.push(AbiParam::new(types::I64));
        let id = module.declare_anonymous_function(&context.func.signature).map_err(|e| e.to_string())?;
        let mut scratch = FunctionBuilderContext::new();
        let mut coder = Coder::new(FunctionBuilder::new(&mut context.func, &mut scratch), program, layout, aim, width);
        coder.function(program);
        coder.b.seal_all_blocks();
        coder.b.finalize(module.isa().frontend_config());
        module.define_function(id, &mut context).map_err(|e| e.to_string())?;
        module.clear_context(&mut context);
        module.finalize_definitions().map_err(|e| e.to_string())?;
        let code = module.get_finalized_function(id);
        // SAFETY: the function was compiled with exactly this signature and the platform's C calling convention.
        Ok(unsafe { std::mem::transmute::<*const u8, Function>(code) })
    }

    /// The function that looks at options for one question; `None` without a dense table.
    #[inline]
    fn looking(&self, question: Question) -> Option<Function> {
        let aim = match question {
            Question::Grundy => Aim::Values,
            Question::Wins(play) => Aim::Outcome { play },
        };
        *self.look[question].get_or_init(|| self.make(aim, Width::Short))
    }

    /// The function that fills a table for one question; `None` without a dense table.
    #[inline]
    fn filling(&self, question: Question) -> Option<Function> {
        let narrow = || fill::is_narrow(&self.program);
        let make = || self.make(Aim::Row { question, narrow: narrow(), columns: false }, Width::Short);
        *self.fill[question].get_or_init(make)
    }

    /// The function that fills a table of long entries with Grundy values, for positions one by one or by columns.
    fn filling_long(&self, columns: bool) -> Option<Function> {
        let make = || self.make(Aim::Row { question: Question::Grundy, narrow: false, columns }, Width::Long);
        *self.long[usize::from(columns)].get_or_init(make)
    }

    /// Fills a table that nobody else holds, see [`Code::fill`](super::Code::fill).
    #[inline]
    pub fn fill(
        &self,
        question: Question,
        position: &[i64],
        most: (u64, u64),
        table: Dense<'_>,
        marks: &mut Marks,
    ) -> Option<Row> {
        let table = match table {
            Dense::Short(table) => return self.functions(Some(question)).fill(position, most, shared(table), marks),
            // Outcomes have short entries.
            Dense::Long(_) if question != Question::Grundy => return None,
            Dense::Long(table) => table,
        };
        let place = (table.as_mut_ptr() as i64, table.len(), Width::Long);
        self.functions(None).fill_at(self.filling_long(false)?, position, most, place, marks)
    }

    /// Finds positions of columns, see [`Code::fill_columns`](super::Code::fill_columns).
    pub fn fill_columns(
        &self,
        question: Question,
        (words, from, count): (&[&[i64]], usize, usize),
        budget: Option<u64>,
        mut table: Dense<'_>,
        marks: &mut Marks,
        into: &mut Vec<i64>,
    ) -> Option<Row> {
        let narrow = fill::is_narrow(&self.program);
        let make = || self.make(Aim::Row { question, narrow, columns: true }, Width::Short);
        let function = match table.width() {
            Width::Short => *self.fill_columns[question].get_or_init(make),
            Width::Long if question == Question::Grundy => self.filling_long(true),
            Width::Long => None,
        }?;
        assert!(marks.hold(table.width()), "marks of another table");
        let count = count.min(1 << 20);
        assert_eq!(words.len(), self.words, "positions of another program");
        assert_eq!(table.len() as u64, self.layout.size, "a table of another layout");
        let columns: Vec<*const i64> = words.iter().map(|column| column[from..from + count].as_ptr()).collect();
        into.reserve(count);
        let mut state = [0u64; fill::PLACES];
        state[fill::END] = count as u64;
        state[fill::READ] = u64::from(budget.is_none());
        let budget = budget.unwrap_or(1 << 40);
        state[fill::BUDGET] = budget;
        state[fill::STAMP] = marks.stamps(count as u64 + 1);
        state[fill::OUT] = into.spare_capacity_mut().as_mut_ptr() as u64;
        // SAFETY: `columns` has a pointer for each of the code's `words` columns, of which it reads the first `count` entries
        // (the slices above are as long), and it writes at most as many values at the spare capacity of `into`, which was just
        // reserved. It looks whether the words of a position lie in the layout before it uses their key, which is below
        // `size` then; for table, marks and `state` see `Functions::fill`.
        let code =
            function(columns.as_ptr().cast(), state.as_mut_ptr(), table.as_mut_ptr() as i64, marks.as_mut_ptr() as i64);
        marks.stamped(state[fill::STAMP]);
        let row = came_of(code, 0, budget, &state);
        // SAFETY: a value was written for every position that was passed, at most `count`.
        unsafe { into.set_len(into.len() + usize::try_from(row.passed).unwrap_or(0).min(count)) };
        Some(row)
    }

    /// One function more, for a dense table.
    fn make(&self, aim: Aim, width: Width) -> Option<Function> {
        let mut module = self.module.borrow_mut();
        let module = module.as_mut().filter(|_| self.layout.dense)?;
        Self::define(module, &self.program, &self.layout, aim, width).ok()
    }

    /// Looks at the options of a position in a dense table, and marks them beside those that have marks; `None` when the
    /// layout has none.
    #[inline]
    pub fn look(&self, question: Question, position: &[i64], table: &[u16], marks: &mut Marks) -> Option<Seen> {
        assert_eq!(position.len(), self.words, "a position of another program");
        assert_eq!(table.len() as u64, self.layout.size, "a table of another layout");
        assert!(marks.hold(Width::Short), "marks of another table");
        let stamp = marks.current();
        // SAFETY: the code reads `words` words at `position` and entries of `table` below `size` (both asserted above; every
        // key that it computes from words within the layout lies below `size`), each by one 16-bit load, and writes marks at
        // such entries or at sums of them by exclusive or, all below 2^16 + 2, of which there are more marks.
        let count = self.looking(question)?(
            position.as_ptr(),
            table.as_ptr().cast_mut().cast(),
            marks.as_mut_ptr() as i64,
            stamp,
        );
        Some(match count {
            LEAVE | OUTSIDE | FULL | LARGE => Seen::Leave,
            ENDS => Seen::Ends,
            WINS => Seen::Wins,
            SKIP => Seen::Skip,
            UNKNOWN => Seen::Unknown,
            WON => Seen::Won,
            count => Seen::Options(count.unsigned_abs()),
        })
    }
}
