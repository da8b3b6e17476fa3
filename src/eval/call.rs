//! Calls: of the file's functions, remembered when they are recursive, and of the library's.

use std::hash::{BuildHasher, Hash, Hasher};

use hashbrown::DefaultHashBuilder;
use smallvec::SmallVec;

use super::expr::Answer;
use super::machine::{MemoEntry, MemoState, size_of_value};
use super::stop::fault;
use super::{FaultKind, Frame, Machine, Queries, Stop, TraceStep, trace, wording};
use crate::analysis::model::Expr;
use crate::base::Span;
use crate::library::Builtin;
use crate::value::Value;

impl Machine {
    /// `f(a, b)`
    #[inline(never)]
    pub(super) fn call(
        &self,
        span: Span,
        function: u32,
        args: &[Expr],
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Answer {
        let called = &self.model.functions[function as usize];
        let mut inner = self.take_frame(called.frame_size.max(u32::try_from(args.len()).unwrap_or(0)));
        for (i, arg) in args.iter().enumerate() {
            inner.slots[i] = Some(self.eval(arg, frame, queries)?);
        }
        for (slot, param) in (0..).zip(&called.params) {
            let (Some(ty), Some(value)) = (&param.ty, inner.get(slot)) else { continue };
            let value = value.clone();
            match self.check_type(ty, value, &mut inner, queries)? {
                Ok(value) => inner.set(slot, value),
                Err(value) => {
                    let at = args.get(slot as usize).map_or(span, |arg| arg.span);
                    return Err(fault(at, FaultKind::ArgumentOutside { function, param: slot, value }));
                }
            }
        }
        let result = if called.recursive || called.params.is_empty() {
            self.remembered(span, function, &mut inner, queries)
        } else {
            self.run(span, function, &mut inner, queries)
        };
        self.give_frame(inner);
        result
    }

    /// Runs a function's body.
    fn run(&self, span: Span, function: u32, inner: &mut Frame, queries: &mut dyn Queries) -> Answer {
        let called = &self.model.functions[function as usize];
        let mark = self.mark();
        let result = self.deeper(span, || self.eval(&called.body, inner, queries));
        match result {
            Ok(value) => {
                self.settle(mark, Some(&value));
                Ok(value)
            }
            Err(stop) => Err(self.in_function(stop, function, inner)),
        }
    }

    #[cold]
    fn in_function(&self, stop: Stop, function: u32, inner: &Frame) -> Stop {
        let called = &self.model.functions[function as usize];
        let bound = (0..).zip(&called.params).filter_map(|(slot, p)| Some((p.name.clone(), inner.get(slot)?.clone())));
        trace::inside(stop, || TraceStep {
            what: format!("function {}", called.name).into(),
            span: called.span,
            bindings: bound.collect(),
            position: None,
        })
    }

    /// Runs a function's body unless its value for these arguments is known.
    fn remembered(&self, span: Span, function: u32, inner: &mut Frame, queries: &mut dyn Queries) -> Answer {
        let count = self.model.functions[function as usize].params.len();
        let args: SmallVec<[Value; 2]> = inner.slots.iter().take(count).flatten().cloned().collect();
        let hash = hash_call(function, &args);
        let known = self.find(hash, function, &args);
        if let Some(index) = known {
            match &self.memo.borrow().entries[index as usize].state {
                MemoState::Done(value) => return Ok(value.clone()),
                MemoState::Running => return Err(self.self_reference(span, index)),
                MemoState::Fresh => {}
            }
        }
        let bytes = 64 + args.iter().map(|arg| 24 + size_of_value(arg, u64::MAX)).sum::<u64>();
        let index = match known {
            Some(index) => index,
            None => self.remember(MemoEntry { hash, function, args, state: MemoState::Fresh })?,
        };
        {
            let mut memo = self.memo.borrow_mut();
            memo.entries[index as usize].state = MemoState::Running;
            memo.running.push(index);
        }
        let mark = self.mark();
        let result = self.run(span, function, inner, queries);
        let mut memo = self.memo.borrow_mut();
        memo.running.pop();
        memo.entries[index as usize].state = match &result {
            Ok(value) => MemoState::Done(value.clone()),
            Err(_) => MemoState::Fresh,
        };
        if let Ok(value) = &result {
            self.keep(mark, value, bytes)?;
        }
        result
    }

    fn find(&self, hash: u64, function: u32, args: &[Value]) -> Option<u32> {
        let memo = self.memo.borrow();
        let same = |&index: &u32| {
            let entry = &memo.entries[index as usize];
            entry.hash == hash && entry.function == function && entry.args[..] == *args
        };
        memo.table.find(hash, same).copied()
    }

    fn remember(&self, entry: MemoEntry) -> Result<u32, Stop> {
        let mut memo = self.memo.borrow_mut();
        let memo = &mut *memo;
        let index = u32::try_from(memo.entries.len()).map_err(|_| Stop::Limit(crate::base::Exceeded::Memory))?;
        memo.table.insert_unique(entry.hash, index, |&i| memo.entries.get(i as usize).map_or(entry.hash, |e| e.hash));
        memo.entries.push(entry);
        Ok(index)
    }

    #[cold]
    fn self_reference(&self, span: Span, index: u32) -> Stop {
        let memo = self.memo.borrow();
        let from = memo.running.iter().position(|&running| running == index).unwrap_or(0);
        let call = |&running: &u32| {
            let entry = &memo.entries[running as usize];
            let args: Vec<_> = entry.args.iter().map(|arg| arg.quoted().to_string()).collect();
            format!("{}({})", self.model.functions[entry.function as usize].name, args.join(", "))
        };
        let chain = memo.running[from..].iter().map(call).collect();
        fault(span, FaultKind::SelfReference { chain, equation: false })
    }

    /// A function of the library; evaluated once for the run when its arguments mention no variable.
    pub(super) fn builtin(
        &self,
        expr: &Expr,
        function: Builtin,
        args: &[Expr],
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Answer {
        self.once(expr, frame, queries, |machine, frame, queries| {
            let values = machine.eval_all(args, frame, queries)?;
            machine.call_library(expr.span, function, &values)
        })
    }

    pub(super) fn call_library(&self, span: Span, function: Builtin, values: &[Value]) -> Answer {
        let spec = function.spec();
        let value = (spec.function)(values, &self.meter).map_err(|error| wording::library(span, spec.name, error))?;
        if value.as_i64().is_none() {
            self.charge(size_of_value(&value, 1 << 40))?;
        }
        Ok(value)
    }
}

fn hash_call(function: u32, args: &[Value]) -> u64 {
    let mut hasher = HASHER.with(BuildHasher::build_hasher);
    function.hash(&mut hasher);
    args.hash(&mut hasher);
    hasher.finish()
}

thread_local! {
    static HASHER: DefaultHashBuilder = DefaultHashBuilder::default();
}
