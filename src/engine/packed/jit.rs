//! Native code for a program, by Cranelift: the only file with `unsafe`, which the measured gain over interpreting the
//! same program (four to ten times) pays for.

use std::rc::Rc;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AbiParam, Block, InstBuilder, MemFlagsData, Value, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};

use super::code::{Found, NO_PART};
use super::layout::Layout;
use crate::ir::{Expr, ExprKind, Op, Program, Reg, Stmt};

const LEAVE: i64 = -1;
const OUTSIDE: i64 = -2;
const FULL: i64 = -3;
const ENDS: i64 = -4;
const WINS: i64 = -5;

/// The native code of a program.
pub struct Native {
    call: extern "C" fn(*const i64, *mut u64, i64) -> i64,
    parts: usize,
    words: usize,
    /// Owns the code.
    module: Option<JITModule>,
    /// Owns the tables that the code points into.
    _program: Rc<Program>,
}

impl Drop for Native {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: `call` is private to this value and is never called after this; no other pointer into the code
            // leaves this file.
            unsafe { module.free_memory() };
        }
    }
}

impl Native {
    /// The options of a position, appended to `into`.
    pub fn options(&self, position: &[i64], into: &mut Vec<u64>) -> Found {
        assert_eq!(position.len(), self.words, "a position of another program");
        let start = into.len();
        let mut room = 64;
        loop {
            into.reserve(room * self.parts);
            let capacity = (into.capacity() - start) / self.parts;
            // SAFETY: the code reads `words` words at `position` (asserted above) and writes at most
            // `capacity * parts` words at the spare capacity of `into`, which was just reserved; tables that it reads
            // live as long as `self`, and every index into them was proved by interval arithmetic when lowered.
            let count = (self.call)(
                position.as_ptr(),
                unsafe { into.as_mut_ptr().add(start) },
                i64::try_from(capacity).unwrap_or(i64::MAX),
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

    /// Compiles a program for a layout; an error is a sentence for `--stats`.
    ///
    /// # Errors
    /// When this machine has no code generator, or the code is refused.
    pub fn compile(program: &Rc<Program>, layout: &Layout) -> Result<Self, String> {
        let mut flags = settings::builder();
        flags.set("opt_level", "speed").map_err(|e| e.to_string())?;
        flags
            .set("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" })
            .map_err(|e| e.to_string())?;
        let isa = cranelift_native::builder().map_err(str::to_owned)?;
        let isa = isa.finish(settings::Flags::new(flags)).map_err(|e| e.to_string())?;
        let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let mut context = module.make_context();
        context.func.signature.params.extend([AbiParam::new(types::I64); 3]);
        context.func.signature.returns.push(AbiParam::new(types::I64));
        let id = module.declare_function("options", Linkage::Local, &context.func.signature);
        let id = id.map_err(|e| e.to_string())?;
        let parts = super::code::widest(&program.body).max(1);
        let mut scratch = FunctionBuilderContext::new();
        let mut coder = Coder::new(FunctionBuilder::new(&mut context.func, &mut scratch), program, layout, parts);
        coder.function(program);
        coder.b.seal_all_blocks();
        coder.b.finalize(module.isa().frontend_config());
        module.define_function(id, &mut context).map_err(|e| e.to_string())?;
        module.clear_context(&mut context);
        module.finalize_definitions().map_err(|e| e.to_string())?;
        let code = module.get_finalized_function(id);
        // SAFETY: the function was compiled with exactly this signature and the platform's C calling convention.
        let call = unsafe { std::mem::transmute::<*const u8, extern "C" fn(*const i64, *mut u64, i64) -> i64>(code) };
        let words = program.components.len();
        Ok(Self { call, parts, words, module: Some(module), _program: Rc::clone(program) })
    }
}

/// The state of code generation.
struct Coder<'a> {
    b: FunctionBuilder<'a>,
    layout: &'a Layout,
    bags: Vec<Option<(u32, u32)>>,
    registers: Vec<Variable>,
    count: Variable,
    pointer: Variable,
    capacity: Value,
    parts: usize,
    exits: [Block; 3],
}

impl<'a> Coder<'a> {
    fn new(mut b: FunctionBuilder<'a>, program: &Program, layout: &'a Layout, parts: usize) -> Self {
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let [position, buffer, capacity] = [0, 1, 2].map(|i| b.block_params(entry)[i]);
        let registers: Vec<Variable> = (0..program.registers).map(|_| b.declare_var(types::I64)).collect();
        let zero = b.ins().iconst(types::I64, 0);
        for &register in &registers {
            b.def_var(register, zero);
        }
        for (i, component) in program.components.iter().enumerate() {
            let offset = i32::try_from(i * 8).unwrap_or(i32::MAX);
            let word = b.ins().load(types::I64, MemFlagsData::trusted(), position, offset);
            b.def_var(registers[component.reg.0 as usize], word);
        }
        let (count, pointer) = (b.declare_var(types::I64), b.declare_var(types::I64));
        b.def_var(count, zero);
        b.def_var(pointer, buffer);
        let exits = [b.create_block(), b.create_block(), b.create_block()];
        let bags = program.components.iter().map(|c| c.bag).collect();
        Self { b, layout, bags, registers, count, pointer, capacity, parts, exits }
    }

    fn function(&mut self, program: &Program) {
        for ending in &program.endings {
            let (yes, no) = (self.b.create_block(), self.b.create_block());
            self.branch(&ending.condition, yes, no);
            self.b.switch_to_block(yes);
            let code = self.b.ins().iconst(types::I64, if ending.wins { WINS } else { ENDS });
            self.b.ins().return_(&[code]);
            self.b.switch_to_block(no);
        }
        self.block(&program.body);
        let count = self.b.use_var(self.count);
        self.b.ins().return_(&[count]);
        for (block, code) in self.exits.into_iter().zip([LEAVE, OUTSIDE, FULL]) {
            self.b.switch_to_block(block);
            self.b.set_cold_block(block);
            let code = self.b.ins().iconst(types::I64, code);
            self.b.ins().return_(&[code]);
        }
    }

    fn block(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let(reg, e) => {
                let value = self.expr(e);
                self.set(*reg, value);
            }
            Stmt::For { reg, low, high, body } => self.for_loop(*reg, low, high, body),
            Stmt::ForBits { reg, mask, body } => self.bit_loop(*reg, mask, body),
            Stmt::ForSubsets { reg, mask, low, high, body } => self.subset_loop(*reg, mask, (low, high), body),
            Stmt::If { condition, body } => {
                let (inside, after) = (self.b.create_block(), self.b.create_block());
                self.branch(condition, inside, after);
                self.b.switch_to_block(inside);
                self.block(body);
                self.b.ins().jump(after, &[]);
                self.b.switch_to_block(after);
            }
            Stmt::Emit { parts } => self.emit(parts),
            Stmt::Leave => {
                self.b.ins().jump(self.exits[0], &[]);
                // What follows cannot be reached, but the builder wants a block to put it in.
                let dead = self.b.create_block();
                self.b.switch_to_block(dead);
            }
        }
    }

    fn set(&mut self, reg: Reg, value: Value) {
        self.b.def_var(self.registers[reg.0 as usize], value);
    }

    fn get(&mut self, reg: Reg) -> Value {
        self.b.use_var(self.registers[reg.0 as usize])
    }

    /// Counts in a variable of its own: the body may not change it.
    fn for_loop(&mut self, reg: Reg, low: &Expr, high: &Expr, body: &[Stmt]) {
        let (low, high) = (self.expr(low), self.expr(high));
        let [head, inside, after] = [(); 3].map(|()| self.b.create_block());
        self.set(reg, low);
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(head);
        let now = self.get(reg);
        let go_on = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, now, high);
        self.b.ins().brif(go_on, inside, &[], after, &[]);
        self.b.switch_to_block(inside);
        self.block(body);
        let now = self.get(reg);
        let next = self.b.ins().iadd_imm_s(now, 1);
        self.set(reg, next);
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(after);
    }

    fn bit_loop(&mut self, reg: Reg, mask: &Expr, body: &[Stmt]) {
        let rest = self.b.declare_var(types::I64);
        let mask = self.expr(mask);
        self.b.def_var(rest, mask);
        let [head, inside, after] = [(); 3].map(|()| self.b.create_block());
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(head);
        let now = self.b.use_var(rest);
        self.b.ins().brif(now, inside, &[], after, &[]);
        self.b.switch_to_block(inside);
        let lowest = self.b.ins().ctz(now);
        self.set(reg, lowest);
        let less = self.b.ins().iadd_imm_s(now, -1);
        let next = self.b.ins().band(now, less);
        self.b.def_var(rest, next);
        self.block(body);
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(after);
    }

    /// All subsets of a mask, from the mask itself down to the empty set, those of wrong size passed over.
    fn subset_loop(&mut self, reg: Reg, mask: &Expr, sizes: (&Expr, &Expr), body: &[Stmt]) {
        let mask = self.expr(mask);
        let (low, high) = (self.expr(sizes.0), self.expr(sizes.1));
        let [head, test, inside, step, next, after] = [(); 6].map(|()| self.b.create_block());
        let subset = self.b.declare_var(types::I64);
        self.b.def_var(subset, mask);
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(head);
        let now = self.b.use_var(subset);
        let size = self.b.ins().popcnt(now);
        let enough = self.b.ins().icmp(IntCC::SignedGreaterThanOrEqual, size, low);
        self.b.ins().brif(enough, test, &[], step, &[]);
        self.b.switch_to_block(test);
        let few = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, size, high);
        self.b.ins().brif(few, inside, &[], step, &[]);
        self.b.switch_to_block(inside);
        self.set(reg, now);
        self.block(body);
        self.b.ins().jump(step, &[]);
        self.b.switch_to_block(step);
        let now = self.b.use_var(subset);
        self.b.ins().brif(now, next, &[], after, &[]);
        self.b.switch_to_block(next);
        let less = self.b.ins().iadd_imm_s(now, -1);
        let smaller = self.b.ins().band(less, mask);
        self.b.def_var(subset, smaller);
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(after);
    }

    fn emit(&mut self, parts: &[Vec<Expr>]) {
        let count = self.b.use_var(self.count);
        let room = self.b.create_block();
        let fits = self.b.ins().icmp(IntCC::SignedLessThan, count, self.capacity);
        self.b.ins().brif(fits, room, &[], self.exits[2], &[]);
        self.b.switch_to_block(room);
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
        let count = self.b.use_var(self.count);
        let count = self.b.ins().iadd_imm_s(count, 1);
        self.b.def_var(self.count, count);
    }

    /// The key of a position; leaves when a word does not fit.
    fn key(&mut self, words: &[Expr]) -> Value {
        let mut values: Vec<Value> = words.iter().map(|e| self.expr(e)).collect();
        self.sort_bags(&mut values);
        let mut key = None;
        for (i, value) in values.into_iter().enumerate() {
            let word = self.layout.words[i];
            let offset = if word.low == 0 { value } else { self.b.ins().iadd_imm_s(value, word.low.wrapping_neg()) };
            let interval = words[i].interval;
            let last = word.low.wrapping_add(word.span.cast_signed());
            let sorted = self.bags[i].is_some();
            if word.span < u64::MAX >> 1 && (sorted || interval.low < word.low || interval.high > last) {
                let span = self.b.ins().iconst(types::I64, word.span.cast_signed());
                let outside = self.b.ins().icmp(IntCC::UnsignedGreaterThan, offset, span);
                let inside = self.b.create_block();
                self.b.ins().brif(outside, self.exits[1], &[], inside, &[]);
                self.b.switch_to_block(inside);
            }
            let term = self.times(offset, word.stride.cast_signed());
            key = Some(match key {
                Some(key) => self.b.ins().iadd(key, term),
                None => term,
            });
        }
        key.unwrap_or_else(|| self.b.ins().iconst(types::I64, 0))
    }

    fn times(&mut self, value: Value, factor: i64) -> Value {
        if factor == 1 {
            value
        } else if factor.count_ones() == 1 {
            self.b.ins().ishl_imm_u(value, i64::from(factor.trailing_zeros()))
        } else {
            self.b.ins().imul_imm_s(value, factor)
        }
    }

    /// Sorts each bag ascending by a network of comparisons.
    fn sort_bags(&mut self, values: &mut [Value]) {
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

    /// Goes to one block when a condition holds, else to the other; short-circuit forms become jumps.
    fn branch(&mut self, condition: &Expr, yes: Block, no: Block) {
        if let ExprKind::Select(first, then, otherwise) = &*condition.kind {
            let (a, b) = (self.b.create_block(), self.b.create_block());
            self.branch(first, a, b);
            self.b.switch_to_block(a);
            self.branch(then, yes, no);
            self.b.switch_to_block(b);
            self.branch(otherwise, yes, no);
            return;
        }
        if let Some(known) = condition.as_constant() {
            self.b.ins().jump(if known == 0 { no } else { yes }, &[]);
            return;
        }
        let value = self.expr(condition);
        self.b.ins().brif(value, yes, &[], no, &[]);
    }

    fn expr(&mut self, e: &Expr) -> Value {
        match &*e.kind {
            ExprKind::Const(n) => self.b.ins().iconst(types::I64, *n),
            ExprKind::Reg(reg) => self.get(*reg),
            ExprKind::Binary(op, x, y) => self.binary(*op, x, y),
            ExprKind::Popcount(x) => {
                let x = self.expr(x);
                self.b.ins().popcnt(x)
            }
            ExprKind::TrailingZeros(x) => {
                let x = self.expr(x);
                self.b.ins().ctz(x)
            }
            ExprKind::Select(condition, then, otherwise) => {
                // Every operator is total, so both sides may be computed.
                let condition = self.expr(condition);
                let (then, otherwise) = (self.expr(then), self.expr(otherwise));
                self.b.ins().select(condition, then, otherwise)
            }
            ExprKind::Lookup(table, index) => {
                let index = self.expr(index);
                let base = self.b.ins().iconst(types::I64, table.entries.as_ptr() as i64);
                let offset = self.b.ins().ishl_imm_u(index, 3);
                let address = self.b.ins().iadd(base, offset);
                self.b.ins().load(types::I64, MemFlagsData::trusted(), address, 0)
            }
        }
    }

    fn binary(&mut self, op: Op, x: &Expr, y: &Expr) -> Value {
        let naturals = x.interval.low >= 0 && y.interval.low >= 0;
        let (a, b) = (self.expr(x), self.expr(y));
        let ins = self.b.ins();
        match op {
            Op::Add => ins.iadd(a, b),
            Op::Sub => ins.isub(a, b),
            Op::Mul => ins.imul(a, b),
            Op::FloorDiv if naturals => ins.udiv(a, b),
            Op::Mod if naturals => ins.urem(a, b),
            Op::FloorDiv | Op::Mod => self.floor_division(op, a, b),
            Op::Min => ins.smin(a, b),
            Op::Max => ins.smax(a, b),
            Op::And => ins.band(a, b),
            Op::Or => ins.bor(a, b),
            Op::Xor => ins.bxor(a, b),
            Op::AndNot => {
                let not = ins.bnot(b);
                self.b.ins().band(a, not)
            }
            Op::Shl => ins.ishl(a, b),
            Op::Shr => ins.ushr(a, b),
            Op::Eq | Op::Ne | Op::Lt | Op::Le => {
                let code = match op {
                    Op::Eq => IntCC::Equal,
                    Op::Ne => IntCC::NotEqual,
                    Op::Lt => IntCC::SignedLessThan,
                    _ => IntCC::SignedLessThanOrEqual,
                };
                let truth = ins.icmp(code, a, b);
                self.b.ins().uextend(types::I64, truth)
            }
        }
    }

    /// Floor division and its remainder for a positive divisor.
    fn floor_division(&mut self, op: Op, a: Value, b: Value) -> Value {
        let remainder = self.b.ins().srem(a, b);
        let negative = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, remainder, 0);
        if op == Op::Mod {
            let up = self.b.ins().iadd(remainder, b);
            return self.b.ins().select(negative, up, remainder);
        }
        let quotient = self.b.ins().sdiv(a, b);
        let down = self.b.ins().iadd_imm_s(quotient, -1);
        self.b.ins().select(negative, down, quotient)
    }
}
