//! Statements and expressions as Cranelift code.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AbiParam, Block, InstBuilder, MemFlagsData, Signature, Value, types};
use cranelift_frontend::{FunctionBuilder, Variable};

use super::{Aim, ENDS, FULL, LARGE, LEAVE, OUTSIDE, UNKNOWN, WINS, WON};
use crate::engine::packed::shape::layout::Layout;
use crate::engine::packed::table::dense::Width;
use crate::ir::{Entries, Expr, ExprKind, Function, Image, Op, Program, Reg, Stmt, Table, start, stride};

/// The state of code generation.
pub(super) struct Coder<'a> {
    pub b: FunctionBuilder<'a>,
    pub layout: &'a Layout,
    pub bags: Vec<Option<(u32, u32)>>,
    /// The registers of the components.
    pub words: Vec<Reg>,
    /// Which components are numbers from 0 on.
    pub numbers: Vec<bool>,
    pub images: Vec<Image>,
    pub aim: Aim,
    pub registers: Vec<Variable>,
    pub count: Variable,
    /// Where the next option goes.
    pub pointer: Variable,
    /// What the function was given beside the position; see [`Aim`]: how many options the buffer holds,
    pub room: Value,
    /// the table, with entries of so many bits,
    pub table: Value,
    pub width: Width,
    /// the marks, with the stamp to mark with,
    pub marks: Value,
    pub stamp: Variable,
    /// and what it says of the row.
    pub state: Value,
    /// The entries of a position's options, as bits.
    pub mask: Variable,
    /// So many options may still be written out.
    pub copies: u64,
    pub parts: usize,
    pub exits: Exits,
}

/// Blocks that end the function early.
pub(super) struct Exits {
    pub leave: Block,
    pub outside: Block,
    pub full: Block,
    pub unknown: Block,
    pub won: Block,
    pub wins: Block,
    pub large: Block,
    /// Where positions go for which others stand, if the function does not end there.
    pub skip: Option<Block>,
}

impl<'a> Coder<'a> {
    pub(super) fn new(
        mut b: FunctionBuilder<'a>,
        program: &Program,
        layout: &'a Layout,
        aim: Aim,
        width: Width,
    ) -> Self {
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        b.seal_block(entry);
        let [position, buffer, second, third] = [0, 1, 2, 3].map(|i| b.block_params(entry)[i]);
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
        let (stamp, mask) = (b.declare_var(types::I32), b.declare_var(types::I64));
        let stamped = b.ins().ireduce(types::I32, third);
        b.def_var(stamp, stamped);
        b.def_var(mask, zero);
        let (table, marks) = if matches!(aim, Aim::Row { .. }) { (second, third) } else { (buffer, second) };
        let exits = Exits {
            leave: b.create_block(),
            outside: b.create_block(),
            full: b.create_block(),
            unknown: b.create_block(),
            won: b.create_block(),
            wins: b.create_block(),
            large: b.create_block(),
            skip: None,
        };
        Self {
            bags: program.components.iter().map(|c| c.bag).collect(),
            words: program.components.iter().map(|c| c.reg).collect(),
            numbers: program.components.iter().map(|c| c.mask_bits.is_none() && c.interval.0 == 0).collect(),
            images: program.images.clone(),
            parts: crate::engine::packed::code::widest(&program.body).max(1),
            room: second,
            table,
            width,
            marks,
            stamp,
            state: buffer,
            mask,
            copies: 0,
            b,
            layout,
            aim,
            registers,
            count,
            pointer,
            exits,
        }
    }

    pub(super) fn function(&mut self, program: &Program) {
        if let Aim::Row { question, columns, .. } = self.aim {
            self.row(program, question, columns);
            return;
        }
        if self.aim != Aim::Options && !self.images.is_empty() {
            self.skip_unless_least();
        }
        for ending in &program.endings {
            let (yes, no) = (self.b.create_block(), self.b.create_block());
            self.branch(&ending.condition, yes, no);
            self.enter(yes);
            let code = self.b.ins().iconst(types::I64, if ending.wins { WINS } else { ENDS });
            self.b.ins().return_(&[code]);
            self.enter(no);
        }
        self.block(&program.body);
        if self.aim == Aim::Values {
            self.exit_if_unknown();
        }
        let count = self.b.use_var(self.count);
        self.b.ins().return_(&[count]);
        let e = &self.exits;
        let early = [(e.leave, LEAVE), (e.outside, OUTSIDE), (e.full, FULL)];
        let exits = early.into_iter().chain([(e.unknown, UNKNOWN), (e.won, WON), (e.wins, WINS), (e.large, LARGE)]);
        for (block, code) in exits {
            self.enter(block);
            self.b.set_cold_block(block);
            let code = self.b.ins().iconst(types::I64, code);
            self.b.ins().return_(&[code]);
        }
    }

    pub(super) fn block(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    pub(super) fn statement(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let(reg, e) => {
                let value = self.expr(e);
                self.set(*reg, value);
            }
            Stmt::For { .. } if self.few_rounds(stmt) => {}
            Stmt::For { reg, low, high, down, going, body } => {
                self.for_loop(*reg, (low, high), *down, going.as_ref(), body);
            }
            Stmt::ForBits { .. } if self.few_bits(stmt) => {}
            Stmt::ForBits { reg, mask, body } => self.bit_loop(*reg, mask, body),
            Stmt::ForSubsets { reg, mask, low, high, body } => self.subset_loop(*reg, mask, (low, high), body),
            Stmt::If { condition, body } => {
                let (inside, after) = (self.b.create_block(), self.b.create_block());
                self.branch(condition, inside, after);
                self.enter(inside);
                self.block(body);
                self.b.ins().jump(after, &[]);
                self.enter(after);
            }
            Stmt::Emit { parts } => self.emit(parts),
            Stmt::Leave => {
                self.b.ins().jump(self.exits.leave, &[]);
                // What follows cannot be reached, but the builder wants a block to put it in.
                let dead = self.b.create_block();
                self.enter(dead);
            }
        }
    }

    /// Goes on in a block that nothing else will jump to: what is the same on all ways to it is then known to be. (Where that
    /// comes late, everything seems to change in every loop, and is computed anew in every round.)
    pub(super) fn enter(&mut self, block: Block) {
        self.b.switch_to_block(block);
        self.b.seal_block(block);
    }

    pub(super) fn set(&mut self, reg: Reg, value: Value) {
        self.b.def_var(self.registers[reg.0 as usize], value);
    }

    pub(super) fn get(&mut self, reg: Reg) -> Value {
        self.b.use_var(self.registers[reg.0 as usize])
    }

    /// The body never changes the variable.
    pub(super) fn for_loop(&mut self, reg: Reg, ends: (&Expr, &Expr), down: bool, going: Option<&Expr>, body: &[Stmt]) {
        let stride = stride(reg, ends, body);
        let low = self.expr(stride.as_ref().map_or(ends.0, |stride| &stride.first));
        let high = self.expr(ends.1);
        let [low, high] = self.later_start(reg, down, body, [low, high], stride.is_none());
        let step = stride.as_ref().map(|stride| self.expr(&stride.step));
        let body = stride.as_ref().map_or(body, |stride| &stride.body);
        let [inside, after] = [(); 2].map(|()| self.b.create_block());
        let (first, last) = match step {
            Some(step) if down => {
                // The greatest that lies on the steps; below the least where there is none.
                let width = self.b.ins().isub(high, low);
                let more = self.floor_division(Op::Mod, width, step);
                (self.b.ins().isub(high, more), low)
            }
            _ if down => (high, low),
            _ => (low, high),
        };
        self.set(reg, first);
        // The test stands before the first round and at the end of every round: one jump a round.
        let reaches = if down { IntCC::SignedGreaterThanOrEqual } else { IntCC::SignedLessThanOrEqual };
        let some = self.b.ins().icmp(reaches, first, last);
        self.go_on(some, going, [inside, after]);
        self.b.switch_to_block(inside);
        self.block(body);
        let now = self.get(reg);
        // Asked before the step: nothing lies beyond the ends of 64 bits.
        let (more, next) = match step {
            // Two words are less than 2^64 apart.
            Some(step) => {
                let left = if down { self.b.ins().isub(now, last) } else { self.b.ins().isub(last, now) };
                let more = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, left, step);
                (more, if down { self.b.ins().isub(now, step) } else { self.b.ins().iadd(now, step) })
            }
            None => {
                let before = if down { IntCC::SignedGreaterThan } else { IntCC::SignedLessThan };
                let more = self.b.ins().icmp(before, now, last);
                (more, self.b.ins().iadd_imm_s(now, if down { -1 } else { 1 }))
            }
        };
        self.set(reg, next);
        self.go_on(more, going, [inside, after]);
        self.b.seal_block(inside);
        self.enter(after);
    }

    /// The ends of a loop that starts where its guards allow it, if that is wanted.
    fn later_start(&mut self, reg: Reg, down: bool, body: &[Stmt], ends: [Value; 2], wanted: bool) -> [Value; 2] {
        let Some(bound) = start(reg, down, body).filter(|_| wanted) else { return ends };
        let (bound, [low, high]) = (self.expr(&bound), ends);
        if down { [low, self.b.ins().smin(high, bound)] } else { [self.b.ins().smax(low, bound), high] }
    }

    /// Goes to the first block if a loop has another round, and goes on there, else to the second.
    fn go_on(&mut self, more: Value, going: Option<&Expr>, [inside, after]: [Block; 2]) {
        let Some(going) = going else {
            self.b.ins().brif(more, inside, &[], after, &[]);
            return;
        };
        let test = self.b.create_block();
        self.b.ins().brif(more, test, &[], after, &[]);
        self.enter(test);
        self.branch(going, inside, after);
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
        self.enter(inside);
        let lowest = self.b.ins().ctz(now);
        self.set(reg, lowest);
        let less = self.b.ins().iadd_imm_s(now, -1);
        let next = self.b.ins().band(now, less);
        self.b.def_var(rest, next);
        self.block(body);
        self.b.ins().jump(head, &[]);
        self.b.seal_block(head);
        self.enter(after);
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
        self.enter(test);
        let few = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, size, high);
        self.b.ins().brif(few, inside, &[], step, &[]);
        self.enter(inside);
        self.set(reg, now);
        self.block(body);
        self.b.ins().jump(step, &[]);
        self.enter(step);
        let now = self.b.use_var(subset);
        self.b.ins().brif(now, next, &[], after, &[]);
        self.enter(next);
        let less = self.b.ins().iadd_imm_s(now, -1);
        let smaller = self.b.ins().band(less, mask);
        self.b.def_var(subset, smaller);
        self.b.ins().jump(head, &[]);
        self.b.seal_block(head);
        self.enter(after);
    }

    /// Goes to one block when a condition holds, else to the other; short-circuit forms become jumps.
    pub(super) fn branch(&mut self, condition: &Expr, yes: Block, no: Block) {
        if let ExprKind::Select(first, then, otherwise) = &*condition.kind {
            let (a, b) = (self.b.create_block(), self.b.create_block());
            self.branch(first, a, b);
            self.enter(a);
            self.branch(then, yes, no);
            self.enter(b);
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

    pub(super) fn expr(&mut self, e: &Expr) -> Value {
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
            ExprKind::Sqrt(x) => {
                let x = self.expr(x);
                self.square_root(x)
            }
            ExprKind::Select(condition, then, otherwise) => {
                // Every operator is total, so both sides may be computed.
                let condition = self.expr(condition);
                let (then, otherwise) = (self.expr(then), self.expr(otherwise));
                self.b.ins().select(condition, then, otherwise)
            }
            ExprKind::Lookup(table, index) => {
                let index = self.expr(index);
                self.entry_in(table, index)
            }
        }
    }

    /// An entry of a table of constants, which lives as long as the program.
    fn entry_in(&mut self, table: &Table, index: Value) -> Value {
        let (start, place, shift) = match table.entries() {
            Entries::Bits(list, _) => (list.as_ptr() as i64, self.b.ins().ushr_imm_u(index, 6), 3),
            Entries::Bytes(list) => (list.as_ptr() as i64, index, 0),
            Entries::Halves(list) => (list.as_ptr() as i64, index, 1),
            Entries::Words(list) => (list.as_ptr() as i64, index, 2),
            Entries::Longs(list) => (list.as_ptr() as i64, index, 3),
        };
        let base = self.b.ins().iconst(types::I64, start);
        let offset = self.b.ins().ishl_imm_u(place, shift);
        let address = self.b.ins().iadd(base, offset);
        let (ins, flags) = (self.b.ins(), MemFlagsData::trusted());
        match table.entries() {
            Entries::Bits(..) => {
                let word = ins.load(types::I64, flags, address, 0);
                // A shift is by the number's last six bits.
                let shifted = self.b.ins().ushr(word, index);
                self.b.ins().band_imm_u(shifted, 1)
            }
            Entries::Bytes(_) => ins.sload8(types::I64, flags, address, 0),
            Entries::Halves(_) => ins.sload16(types::I64, flags, address, 0),
            Entries::Words(_) => ins.sload32(flags, address, 0),
            Entries::Longs(_) => ins.load(types::I64, flags, address, 0),
        }
    }

    /// What a function of the library makes of two words.
    fn call(&mut self, function: Function, a: Value, b: Value) -> Value {
        let mut signature = Signature::new(self.b.func.signature.call_conv);
        signature.params.extend([AbiParam::new(types::I64); 2]);
        signature.returns.push(AbiParam::new(types::I64));
        let signature = self.b.import_signature(signature);
        let code = self.b.ins().iconst(types::I64, function.call() as *const u8 as i64);
        let call = self.b.ins().call_indirect(signature, code, &[a, b]);
        self.b.inst_results(call)[0]
    }

    fn binary(&mut self, op: Op, x: &Expr, y: &Expr) -> Value {
        let (a, b) = (self.expr(x), self.expr(y));
        let ins = self.b.ins();
        match op {
            Op::Add => ins.iadd(a, b),
            Op::Sub => ins.isub(a, b),
            Op::Mul => ins.imul(a, b),
            Op::AddCapped => {
                let sum = ins.iadd(a, b);
                self.capped(sum, sum)
            }
            Op::MulCapped => {
                let high = ins.umulhi(a, b);
                let low = self.b.ins().imul(a, b);
                // Below 2^63 the upper half is 0 and the lower half is not negative.
                let sign = self.b.ins().sshr_imm_u(low, 63);
                let beyond = self.b.ins().bor(high, sign);
                let beyond = self.b.ins().icmp_imm_u(IntCC::NotEqual, beyond, 0);
                let most = self.b.ins().iconst(types::I64, i64::MAX);
                self.b.ins().select(beyond, most, low)
            }
            Op::FloorDiv | Op::Mod => self.division(op, (x, a), (y, b)),
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
            Op::Call(function) => self.call(function, a, b),
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

    /// `value`, or the greatest word where `sign` is negative.
    fn capped(&mut self, value: Value, sign: Value) -> Value {
        let beyond = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, sign, 0);
        let most = self.b.ins().iconst(types::I64, i64::MAX);
        self.b.ins().select(beyond, most, value)
    }

    /// The square root of a natural number below 2^62, rounded down.
    fn square_root(&mut self, x: Value) -> Value {
        let float = self.b.ins().fcvt_from_sint(types::F64, x);
        let root = self.b.ins().sqrt(float);
        let root = self.b.ins().fcvt_to_sint_sat(types::I64, root);
        // Rounding moved the number and its root by less than 1 each: the root is off by 1 at most.
        let square = self.b.ins().imul(root, root);
        let above = self.b.ins().icmp(IntCC::SignedGreaterThan, square, x);
        let less = self.b.ins().iadd_imm_s(root, -1);
        let root = self.b.ins().select(above, less, root);
        let next = self.b.ins().iadd_imm_s(root, 1);
        let square = self.b.ins().imul(next, next);
        let below = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, square, x);
        self.b.ins().select(below, next, root)
    }

    /// Floor division or its remainder, by what is known of the numbers; the divisor is positive.
    fn division(&mut self, op: Op, (x, a): (&Expr, Value), (y, b): (&Expr, Value)) -> Value {
        let (least, most) = (x.interval.low, x.interval.high);
        let short = |e: &Expr| e.interval.low >= 0 && e.interval.high <= i64::from(u32::MAX);
        let narrow = short(x) && short(y);
        match op {
            // One step up or down: what lies outside is a great number without a sign.
            Op::Mod if least >= 0 && most / 2 < y.interval.low => {
                let less = self.b.ins().isub(a, b);
                self.b.ins().umin(a, less)
            }
            Op::Mod if most < y.interval.low && least >= y.interval.low.saturating_neg() => {
                let more = self.b.ins().iadd(a, b);
                self.b.ins().umin(a, more)
            }
            // Half as wide, it takes half as long.
            _ if narrow => {
                let (a, b) = (self.b.ins().ireduce(types::I32, a), self.b.ins().ireduce(types::I32, b));
                let found = if op == Op::Mod { self.b.ins().urem(a, b) } else { self.b.ins().udiv(a, b) };
                self.b.ins().uextend(types::I64, found)
            }
            Op::Mod if least >= 0 => self.b.ins().urem(a, b),
            _ if least >= 0 => self.b.ins().udiv(a, b),
            _ => self.floor_division(op, a, b),
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
