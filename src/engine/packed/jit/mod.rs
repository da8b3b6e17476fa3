//! Native code for a program, by Cranelift: the only file with `unsafe`, which the measured gain over interpreting the
//! same program (four to ten times) pays for.

mod coder;
mod emit;

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
use super::code::{Found, widest};
use super::layout::Layout;
use super::search::Question;
use super::table::{Marks, Seen};
use crate::ir::Program;

const LEAVE: i64 = -1;
const OUTSIDE: i64 = -2;
const FULL: i64 = -3;
const ENDS: i64 = -4;
const WINS: i64 = -5;
const SKIP: i64 = -6;
const UNKNOWN: i64 = -7;
const WON: i64 = -8;

/// What a function does with the options of a position; its first argument is the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// Writes their keys: a buffer, how many options it holds, nothing.
    Options,
    /// Marks their values: the table, the marks, the stamp to mark with.
    Values,
    /// Looks for one that the player who then moves loses: the table, nothing, nothing.
    Outcome {
        /// Whether whoever is left with the empty sum has won.
        misere: bool,
    },
}

type Function = extern "C" fn(*const i64, *mut u64, i64, i64) -> i64;

/// The native code of a program.
pub struct Native {
    options: Function,
    /// For a dense table, by question; made when first asked for.
    look: [OnceCell<Option<Function>>; 3],
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
    look: Option<Function>,
    parts: usize,
    words: usize,
    size: u64,
    /// The owner of the code, which outlives this.
    owner: PhantomData<&'a ()>,
}

impl Functions<'_> {
    /// The options of a position, appended to `into`.
    #[inline]
    pub fn options(&self, position: &[i64], into: &mut Vec<u64>) -> Found {
        assert_eq!(position.len(), self.words, "a position of another program");
        let start = into.len();
        let mut room = 64;
        loop {
            into.reserve(room * self.parts);
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
            return match count {
                FULL => {
                    room = capacity * 2;
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
            };
        }
    }

    /// Looks at the options of a position in a dense table that other threads may be writing, and marks them beside
    /// those that have marks; `None` when the layout has none.
    #[inline]
    pub fn look(&self, position: &[i64], table: &[AtomicU16], marks: &mut Marks) -> Option<Seen> {
        self.look_at(position, table.as_ptr().cast(), table.len(), marks)
    }

    /// The same for `len` entries that start at `table`.
    #[inline]
    fn look_at(&self, position: &[i64], table: *const u16, len: usize, marks: &mut Marks) -> Option<Seen> {
        assert_eq!(position.len(), self.words, "a position of another program");
        assert_eq!(len as u64, self.size, "a table of another layout");
        let stamp = marks.current();
        // SAFETY: both callers hand the table over as a slice. The code reads `words` words at `position` and entries of
        // `table` below `size` (both asserted above; every key that it computes from words within the layout lies below
        // `size`), each by one 16-bit load, and writes marks at such entries or at sums of them by exclusive or, all below
        // 2^16 + 2, which is how long the marks are.
        let count = self.look?(position.as_ptr(), table.cast_mut().cast(), marks.as_mut_ptr() as i64, stamp);
        Some(match count {
            LEAVE | OUTSIDE | FULL => Seen::Leave,
            ENDS => Seen::Ends,
            WINS => Seen::Wins,
            SKIP => Seen::Skip,
            UNKNOWN => Seen::Unknown,
            WON => Seen::Won,
            count => Seen::Options(count.unsigned_abs()),
        })
    }
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
            look: question.and_then(|question| self.looking(question)),
            parts: self.parts,
            words: self.words,
            size: self.layout.size,
            owner: PhantomData,
        }
    }

    /// The options of a position, appended to `into`.
    #[inline]
    pub fn options(&self, position: &[i64], into: &mut Vec<u64>) -> Found {
        self.functions(None).options(position, into)
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
        let options = Self::define(&mut module, program, layout, Aim::Options)?;
        let parts = widest(&program.body).max(1);
        let words = program.components.len();
        let look = [const { OnceCell::new() }; 3];
        let (module, program) = (RefCell::new(Some(module)), Arc::clone(program));
        Ok(Self { options, look, layout: layout.clone(), parts, words, module, program })
    }

    /// Compiles one function.
    fn define(module: &mut JITModule, program: &Arc<Program>, layout: &Layout, aim: Aim) -> Result<Function, String> {
        let mut context = module.make_context();
        context.func.signature.params.extend([AbiParam::new(types::I64); 4]);
        context.func.signature.returns.push(AbiParam::new(types::I64));
        let id = module.declare_anonymous_function(&context.func.signature).map_err(|e| e.to_string())?;
        let mut scratch = FunctionBuilderContext::new();
        let mut coder = Coder::new(FunctionBuilder::new(&mut context.func, &mut scratch), program, layout, aim);
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
        let make = || {
            let aim = match question {
                Question::Grundy => Aim::Values,
                Question::Normal => Aim::Outcome { misere: false },
                Question::Misere => Aim::Outcome { misere: true },
            };
            let mut module = self.module.borrow_mut();
            let module = module.as_mut().filter(|_| self.layout.dense)?;
            Self::define(module, &self.program, &self.layout, aim).ok()
        };
        *self.look[question as usize].get_or_init(make)
    }

    /// Looks at the options of a position in a dense table, and marks them beside those that have marks; `None` when the
    /// layout has none.
    #[inline]
    pub fn look(&self, question: Question, position: &[i64], table: &[u16], marks: &mut Marks) -> Option<Seen> {
        let functions = self.functions(Some(question));
        functions.look_at(position, table.as_ptr(), table.len(), marks)
    }
}
