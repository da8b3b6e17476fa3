//! The machine: a model with its parameters, and everything that is computed once.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use hashbrown::{HashMap, HashTable};
use smallvec::SmallVec;

use super::closed::Closed;
use super::fast::Fast;
use super::firing::Firing;
use super::stop::fault;
use super::types::TypeCache;
use super::{FaultKind, Frame, Queries, Stop, wording};
use crate::analysis::Model;
use crate::analysis::model::{Expr, InstanceExpr};
use crate::base::{Meter, Span};
use crate::value::{Instance, Set, Value};

/// How deep calls and queries may nest.
const MAX_DEPTH: u32 = 100_000;
/// A call moves to a new stack segment when less than this many bytes are left; the expressions of one body, whose
/// nesting is bounded by the parser, fit into it.
const RED_ZONE: usize = 512 * 1024;
/// The bytes of a new stack segment.
const SEGMENT: usize = 8 * 1024 * 1024;

/// The meter hears of transient bytes when so many have come together.
const BATCH: u64 = 64 * 1024;

/// A model with its parameters, and everything that is computed once: globals, instances, domains, calls of recursive
/// functions. It answers for expressions; positions are asked through [`Queries`].
pub struct Machine {
    pub(super) model: Rc<Model>,
    pub(super) meter: Meter,
    globals: RefCell<Vec<GlobalState>>,
    running_globals: RefCell<Vec<u32>>,
    statics: Vec<OnceCell<Rc<Instance>>>,
    instances: RefCell<HashMap<(u32, Rc<[Value]>), Rc<Instance>>>,
    enums: Vec<OnceCell<Value>>,
    pub(super) types: TypeCache,
    pub(super) closed: Closed,
    pub(super) fast: Fast,
    pub(super) columns: super::columns::Plans,
    pub(super) memo: RefCell<Memo>,
    depth: Cell<u32>,
    stack: Cell<Stack>,
    steps: Cell<u32>,
    /// Bytes that a scope will give back, and how many of them the meter knows of.
    transient: Cell<u64>,
    told: Cell<u64>,
    /// Lists under construction, to be used again.
    lists: RefCell<Vec<Vec<Value>>>,
    frames: RefCell<Vec<Frame>>,
    pub(super) firing: Firing,
}

/// The stack of nested calls.
#[derive(Clone, Copy, Default)]
struct Stack {
    /// Bytes left in the present segment; 0 outside of all calls.
    left: usize,
    /// Bytes used by all calls.
    used: u64,
    /// The most that was used, as the meter knows: a stack once used is kept.
    charged: u64,
}

enum GlobalState {
    Fresh,
    Running,
    Done(Value),
}

/// Calls of functions that are remembered.
#[derive(Default)]
pub(super) struct Memo {
    pub table: HashTable<u32>,
    pub entries: Vec<MemoEntry>,
    /// Calls still being computed, outermost first.
    pub running: Vec<u32>,
}

pub(super) struct MemoEntry {
    pub hash: u64,
    pub function: u32,
    pub args: SmallVec<[Value; 2]>,
    pub state: MemoState,
}

pub(super) enum MemoState {
    /// Forgotten after an error.
    Fresh,
    Running,
    Done(Value),
}

impl Machine {
    /// A machine that has evaluated nothing yet.
    #[must_use]
    pub fn new(model: Rc<Model>, meter: Meter) -> Self {
        Self {
            firing: Firing::new(model.games.len()),
            globals: RefCell::new(model.globals.iter().map(|_| GlobalState::Fresh).collect()),
            running_globals: RefCell::default(),
            statics: model.instances.iter().map(|_| OnceCell::new()).collect(),
            instances: RefCell::default(),
            enums: model.enums.iter().map(|_| OnceCell::new()).collect(),
            types: TypeCache::new(&model),
            closed: Closed::new(&model),
            memo: RefCell::default(),
            depth: Cell::new(0),
            stack: Cell::default(),
            steps: Cell::new(0),
            transient: Cell::new(0),
            told: Cell::new(0),
            lists: RefCell::default(),
            frames: RefCell::default(),
            fast: Fast::new(&model),
            columns: super::columns::Plans::default(),
            model,
            meter,
        }
    }

    /// The model that it runs.
    #[must_use]
    pub fn model(&self) -> &Rc<Model> {
        &self.model
    }

    /// What it charges for its work.
    #[must_use]
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Counts a step; every so often looks at the clock.
    #[inline]
    pub(super) fn tick(&self) -> Result<(), Stop> {
        let steps = self.steps.get().wrapping_add(1);
        self.steps.set(steps);
        if steps & 1023 == 0 {
            self.meter.worked(1024);
            self.meter.check()?;
        }
        Ok(())
    }

    /// Charges `bytes` that live until a scope settles. The meter hears of them in batches.
    #[inline]
    pub(super) fn charge(&self, bytes: u64) -> Result<(), Stop> {
        let total = self.transient.get().saturating_add(bytes);
        if total > self.told.get().saturating_add(BATCH) {
            self.tell(total)?;
        }
        self.transient.set(total);
        Ok(())
    }

    /// Brings what the meter knows of transient bytes up to `total`, or down to it.
    #[cold]
    fn tell(&self, total: u64) -> Result<(), Stop> {
        let told = self.told.get();
        if total >= told {
            // Whoever makes large numbers takes few steps.
            self.meter.check()?;
            self.meter.add_bytes(total - told)?;
        } else {
            self.meter.sub_bytes(told - total);
        }
        self.told.set(total);
        Ok(())
    }

    /// How much is charged at present, for [`Machine::settle`].
    #[inline]
    pub(super) fn mark(&self) -> u64 {
        self.transient.get()
    }

    /// Gives back what was charged since `mark`, but for what `kept` still holds.
    #[inline]
    pub(super) fn settle(&self, mark: u64, kept: Option<&Value>) {
        let charged = self.transient.get().saturating_sub(mark);
        if charged == 0 {
            return;
        }
        let total = mark + kept.map_or(0, |value| size_of_value(value, charged));
        self.transient.set(total);
        if self.told.get() > total + BATCH {
            // Giving back cannot fail.
            let _ = self.tell(total);
        }
    }

    /// Whether a condition holds for one instance of many: what it takes is given back.
    ///
    /// # Errors
    /// Those of [`Machine::condition`].
    pub fn holds_once(&self, condition: &Expr, frame: &mut Frame, queries: &mut dyn Queries) -> Result<bool, Stop> {
        let mark = self.mark();
        let holds = self.condition(condition, frame, queries);
        self.settle(mark, None);
        holds
    }

    /// Gives back bytes of a value whose scope ends among those of others.
    #[inline]
    pub(super) fn release(&self, bytes: u64) {
        self.transient.set(self.transient.get().saturating_sub(bytes));
    }

    /// Gives back what was charged since `mark`, but for what a value of a growing kind takes beyond `held`, which is
    /// charged already.
    pub(super) fn settle_beyond(&self, mark: u64, held: &mut u64, value: Option<&Value>) -> Result<(), Stop> {
        if self.transient.get() <= mark {
            return Ok(());
        }
        self.settle(mark, None);
        let size = value.map_or(0, |value| size_of_value(value, u64::MAX));
        if size > *held {
            self.charge(size - *held)?;
            *held = size;
        }
        Ok(())
    }

    /// Turns what was charged since `mark` into a charge for good: `value` is remembered.
    pub(super) fn keep(&self, mark: u64, value: &Value, extra: u64) -> Result<(), Stop> {
        self.settle(mark, Some(value));
        let kept = self.transient.get().saturating_sub(mark);
        self.transient.set(mark.min(self.transient.get()));
        if self.told.get() > self.transient.get() {
            let _ = self.tell(self.transient.get());
        }
        Ok(self.meter.add_bytes(kept + extra)?)
    }

    /// Runs `work` one level deeper, on a new piece of stack if need be.
    pub(super) fn deeper<T>(&self, span: Span, work: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
        let depth = self.depth.get();
        if depth >= MAX_DEPTH {
            return Err(wording::too_deep(span, MAX_DEPTH));
        }
        self.tick()?;
        self.depth.set(depth + 1);
        let stack = self.stack.get();
        let result = stacker::maybe_grow(RED_ZONE, SEGMENT, || self.charge_stack().and_then(|()| work()));
        self.depth.set(depth);
        self.stack.set(Stack { charged: self.stack.get().charged, ..stack });
        result
    }

    /// Charges the stack that a call finds used.
    fn charge_stack(&self) -> Result<(), Stop> {
        let mut stack = self.stack.get();
        let left = stacker::remaining_stack().unwrap_or(0);
        let step = match (stack.left, stack.left.checked_sub(left)) {
            (0, _) => 0,
            (_, Some(step)) => step,
            // The call is the first in a new segment.
            (_, None) => SEGMENT.saturating_sub(left),
        };
        stack.used += step as u64;
        stack.left = left;
        if stack.used > stack.charged + BATCH {
            self.meter.add_bytes(stack.used - stack.charged)?;
            stack.charged = stack.used;
        }
        self.stack.set(stack);
        Ok(())
    }

    /// An empty frame, taken from those given back.
    pub(super) fn take_frame(&self, size: u32) -> Frame {
        let mut frame = self.frames.borrow_mut().pop().unwrap_or_default();
        frame.slots.resize(size as usize, None);
        frame
    }

    /// Gives a frame back.
    pub(super) fn give_frame(&self, mut frame: Frame) {
        let mut frames = self.frames.borrow_mut();
        if frames.len() < 64 {
            frame.slots.clear();
            frame.instance = None;
            frames.push(frame);
        }
    }

    /// An empty list to be filled, taken from those given back.
    pub(super) fn take_list(&self) -> Vec<Value> {
        self.lists.borrow_mut().pop().unwrap_or_default()
    }

    /// Gives a list back.
    pub(super) fn give_list(&self, mut list: Vec<Value>) {
        let mut lists = self.lists.borrow_mut();
        if lists.len() < 64 && list.capacity() <= 1024 {
            list.clear();
            lists.push(list);
        }
    }

    /// All members of an enum.
    pub(super) fn enum_domain(&self, index: u32) -> Value {
        let members = || self.model.enums[index as usize].members.iter().map(|m| Value::Enum(Rc::clone(m)));
        self.enums[index as usize].get_or_init(|| Value::Set(Set::from_values(members().collect()))).clone()
    }

    /// The instance of a game with these rule arguments, which already lie in their types.
    pub(super) fn intern(&self, game: u32, args: Rc<[Value]>) -> Rc<Instance> {
        let mut instances = self.instances.borrow_mut();
        let id = u32::try_from(instances.len()).unwrap_or(u32::MAX);
        let name = Rc::clone(&self.model.games[game as usize].name);
        let fresh = || Rc::new(Instance { id, game, name, args: Rc::clone(&args) });
        Rc::clone(instances.entry((game, Rc::clone(&args))).or_insert_with(fresh))
    }

    /// The instance of a game with these rule arguments, checked against their types.
    ///
    /// # Errors
    /// An argument outside its type, or a fault of the type's domain.
    pub fn instance(&self, game: u32, args: Vec<Value>, queries: &mut dyn Queries) -> Result<Rc<Instance>, Stop> {
        self.checked_instance(game, args, Span::NONE, queries)
    }

    /// The instance that an expression in `frame` names.
    ///
    /// # Errors
    /// As for [`Machine::instance`].
    pub fn instance_of(
        &self,
        which: &InstanceExpr,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<Rc<Instance>, Stop> {
        self.resolve_instance(which, Span::NONE, frame, queries)
    }

    pub(super) fn resolve_instance(
        &self,
        which: &InstanceExpr,
        span: Span,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Result<Rc<Instance>, Stop> {
        match which {
            InstanceExpr::Own => match &frame.instance {
                Some(instance) => Ok(Rc::clone(instance)),
                None => Err(wording::defect(span, "a game's own name outside its body")),
            },
            InstanceExpr::Static(index) => self.static_instance(*index, queries),
            InstanceExpr::Dynamic { game, args } => {
                let values = args.iter().map(|arg| self.eval(arg, frame, queries)).collect::<Result<_, _>>()?;
                self.checked_instance(*game, values, span, queries)
            }
        }
    }

    pub(super) fn static_instance(&self, index: u32, queries: &mut dyn Queries) -> Result<Rc<Instance>, Stop> {
        let cell = &self.statics[index as usize];
        if let Some(instance) = cell.get() {
            return Ok(Rc::clone(instance));
        }
        let which = &self.model.instances[index as usize];
        let mut frame = Frame::new(which.frame_size);
        let args = which.args.iter().map(|arg| self.eval(arg, &mut frame, queries)).collect::<Result<_, _>>()?;
        let instance = self.checked_instance(which.game, args, which.span, queries)?;
        Ok(Rc::clone(cell.get_or_init(|| instance)))
    }

    fn checked_instance(
        &self,
        game: u32,
        args: Vec<Value>,
        span: Span,
        queries: &mut dyn Queries,
    ) -> Result<Rc<Instance>, Stop> {
        let rules = &self.model.games[game as usize];
        if rules.rule_params.is_empty() && args.is_empty() {
            return Ok(self.intern(game, Rc::from(Vec::new())));
        }
        let mut frame = Frame::new(rules.frame_size);
        for (slot, (param, value)) in (0..).zip(rules.rule_params.iter().zip(args)) {
            match self.check_field(param, value, &mut frame, queries)? {
                Ok(value) => frame.set(slot, value),
                Err(value) => return Err(fault(span, FaultKind::LeavesDomain { game, place: slot, value })),
            }
        }
        let count = rules.rule_params.len();
        Ok(self.intern(game, frame.slots.iter().take(count).flatten().cloned().collect()))
    }

    /// The value of a parameter or of a file's `let`; evaluated on first use.
    ///
    /// # Errors
    /// Whatever its value raises; also a `let` that needs itself.
    ///
    /// # Panics
    /// If there is no such global.
    pub fn global(&self, index: u32, queries: &mut dyn Queries) -> Result<Value, Stop> {
        match &self.globals.borrow()[index as usize] {
            GlobalState::Done(value) => return Ok(value.clone()),
            GlobalState::Fresh => {}
            GlobalState::Running => {
                let running = self.running_globals.borrow();
                let from = running.iter().position(|&g| g == index).unwrap_or(0);
                let name = |&g: &u32| self.model.globals[g as usize].name.to_string();
                let kind =
                    FaultKind::SelfReference { chain: running[from..].iter().map(name).collect(), equation: false };
                return Err(fault(self.model.globals[index as usize].span, kind));
            }
        }
        let global = &self.model.globals[index as usize];
        self.globals.borrow_mut()[index as usize] = GlobalState::Running;
        self.running_globals.borrow_mut().push(index);
        let mark = self.mark();
        let result = self.deeper(global.span, || self.first_use(index, queries));
        self.running_globals.borrow_mut().pop();
        let value = match result {
            Ok(value) => value,
            Err(stop) => {
                self.globals.borrow_mut()[index as usize] = GlobalState::Fresh;
                return Err(stop);
            }
        };
        self.keep(mark, &value, 0)?;
        self.globals.borrow_mut()[index as usize] = GlobalState::Done(value.clone());
        Ok(value)
    }

    /// A small integer that a global is known to be.
    #[inline]
    pub(super) fn known_global(&self, index: u32) -> Option<i64> {
        match &self.globals.borrow()[index as usize] {
            GlobalState::Done(value) => value.as_i64(),
            GlobalState::Fresh | GlobalState::Running => None,
        }
    }

    fn first_use(&self, index: u32, queries: &mut dyn Queries) -> Result<Value, Stop> {
        let global = &self.model.globals[index as usize];
        let mut frame = Frame::new(global.frame_size);
        let value = self.eval(&global.value, &mut frame, queries)?;
        let Some(ty) = &global.param else { return Ok(value) };
        let checked = self.check_type(ty, value, &mut frame, queries)?;
        checked.map_err(|value| fault(global.value.span, FaultKind::ParamOutside { global: index, value }))
    }
}

/// Bytes of a component of a position, with a few fields.
pub(super) const POSITION_BYTES: u64 = 160;

/// Bytes of a list of values of its own, without what the values hold: entries, counts of owners, the allocator's part.
pub(super) fn list_bytes(len: usize) -> u64 {
    24 * len as u64 + 32
}

/// About how many bytes a value holds beyond its own 24; counting stops at `cap`.
pub(super) fn size_of_value(value: &Value, cap: u64) -> u64 {
    let entries = |list: &[Value]| {
        let mut total = list_bytes(list.len());
        for entry in list {
            if total >= cap {
                break;
            }
            total += size_of_value(entry, cap - total);
        }
        total
    };
    let total = match value {
        Value::Number(n) => {
            if n.to_i64().is_some() {
                0
            } else {
                n.bits() / 8
            }
        }
        Value::Text(text) => text.len() as u64,
        Value::Tuple(list) | Value::List(list) => entries(list),
        Value::Set(set) => 24 * set.len() as u64,
        Value::Graph(graph) => 24 * graph.vertices.len() as u64 + 96 * graph.edges.len() as u64,
        Value::Position(position) => POSITION_BYTES * position.components.len() as u64,
        Value::Move(_) | Value::Period(_) | Value::Edge(_) => 160,
        Value::Bool(_) | Value::Enum(_) => 0,
    };
    total.min(cap)
}
