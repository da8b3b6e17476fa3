//! Comprehensions by columns: a block of instances at a time, every operator one loop over the block, every question
//! about positions asked for the whole block.
//!
//! Translated is what consists of small integers, truth values and plain questions (`sg`, `wins`, `loses`, `outcome(P) ==
//! N`). The short way has no errors: where an instance of a block has anything unusual (a number that does not fit, an
//! index outside, a fault of the rules, a limit), the block is taken again one instance at a time by the ordinary
//! evaluation, which says what is wrong or finds that an earlier instance ends it all.

mod announce;
mod ask;
mod estimate;
mod histogram;
mod items;
mod run;
mod sets;
mod stretches;

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::{Duration, Instant};

use self::histogram::Histogram;
use self::items::Domains;
use self::run::{Block, Irregular, Runner};
use self::stretches::{Stretches, repeated};
use super::{Flow, Frame, Machine, Queries, Stop};
use crate::analysis::model::{Binder, Expr};
use crate::number::Number;
use crate::terms::{Kind, Plan, Step, TermId, Variable};
use crate::value::{Set, Value};

/// Blocks start with so many instances ...
const FIRST_BLOCK: usize = 32;
/// ... and double up to this size,
const LARGEST_BLOCK: usize = 2048;
/// (those over variables that others follow, and guards that ask, up to this one)
const OUTER_BLOCK: usize = 64;
/// while one takes less time than this: what an early end makes useless stays small.
const QUICK: Duration = Duration::from_millis(2);
/// A block that took longer is followed by a smaller one.
const SLOW: Duration = Duration::from_millis(20);
/// Ranges of at most so many numbers are not cut into pieces.
const NARROW: i64 = 32;
/// Without questions, ranges shorter than this are not worth a block.
const WORTHWHILE: i64 = 64;

/// What a sink made of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// All of it.
    All,
    /// It is to be shown the instances one by one.
    OneByOne,
}

/// Takes what a generator makes.
pub trait Sink {
    /// The values of the body for the next instances, one each: numbers, or truth values as 0 and 1.
    ///
    /// # Errors
    /// A limit.
    fn column(&mut self, values: &[i64]) -> Result<Taken, Stop>;

    /// The next instance, bound in the frame; the body is not evaluated yet.
    ///
    /// # Errors
    /// Whatever evaluation raises.
    fn one(&mut self, frame: &mut Frame, queries: &mut dyn Queries) -> Flow;

    /// Whether every instance is taken, whatever its value: nothing ends the generator early but a fault.
    fn takes_all(&self) -> bool {
        true
    }

    /// A value of the body that `times` instances have; `false` when the order of the instances matters. It is asked
    /// first with 0 times.
    ///
    /// # Errors
    /// Whatever arithmetic raises.
    fn many(&mut self, _value: i64, _times: &Number) -> Result<bool, Stop> {
        Ok(false)
    }
}

/// The translations, by the number of the body; nothing where none was asked for yet.
#[derive(Default)]
pub(super) struct Plans {
    #[expect(clippy::option_option, reason = "not asked for yet, and asked for without a plan, are two things")]
    plans: RefCell<Vec<Option<Option<Rc<Plan>>>>>,
}

/// A generator that is run by columns.
pub struct Columns<'a> {
    /// Its binders.
    pub binders: &'a [Binder],
    /// Its body.
    pub body: &'a Expr,
    /// The body is a truth value.
    pub truth: bool,
    /// How many numbers a range without end has.
    pub endless: Option<u64>,
}

impl Machine {
    /// Runs a generator by columns if that is possible and worth it; `None` when it is not, and nothing was done.
    /// Every instance is given to `sink` once, in binder order.
    ///
    /// # Errors
    /// Whatever the instances raise that are taken one by one.
    pub fn by_columns(
        &self,
        generator: &Columns<'_>,
        frame: &mut Frame,
        queries: &mut dyn Queries,
        sink: &mut dyn Sink,
    ) -> Option<Flow> {
        // Inside rules generators are short, and questions may come back to the position that is being solved.
        if frame.instance.is_some() || !queries.takes_columns() {
            return None;
        }
        let plan = self.plan_of(generator)?;
        let domains = self.domains_of(&plan, generator, frame, queries)?;
        if !self.is_worthwhile(&plan, frame, queries) {
            return None;
        }
        if plan.asks && matches!(sink.many(0, &Number::from(0)), Ok(true)) {
            let runner = Runner { machine: self, terms: &plan.terms, frame, domains: &domains, known: None };
            let counted = Histogram::new(&plan).and_then(|histogram| histogram.count(&runner, queries));
            if let Some(counted) = counted {
                for (value, times) in &counted {
                    if let Err(stop) = sink.many(*value, times) {
                        return Some(Err(stop));
                    }
                }
                return Some(Ok(ControlFlow::Continue(())));
            }
        }
        if plan.asks && generator.endless.is_none() {
            self.announce(&plan, &domains, sink.takes_all(), frame, queries);
        }
        let mut run = Run { machine: self, plan: &plan, domains: &domains, generator, sink, block: FIRST_BLOCK };
        Some(run.step(0, Block { columns: Vec::new(), count: 1 }, frame, queries))
    }

    fn plan_of(&self, generator: &Columns<'_>) -> Option<Rc<Plan>> {
        let place = generator.body.id.index();
        if let Some(Some(plan)) = self.columns.plans.borrow().get(place) {
            return plan.clone();
        }
        let plan = Plan::new(&self.model, generator.binders, generator.body, generator.truth).map(Rc::new);
        let mut plans = self.columns.plans.borrow_mut();
        if plans.is_empty() {
            plans.resize(self.model.expressions(), None);
        }
        if let Some(kept) = plans.get_mut(place) {
            *kept = Some(plan.clone());
        }
        plan
    }

    /// The elements of all domains that are no ranges; `None` when they have no columns.
    fn domains_of(
        &self,
        plan: &Plan,
        generator: &Columns<'_>,
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Option<Domains> {
        let mut domains = Domains::default();
        for (step, binder) in plan.steps.iter().zip(generator.binders) {
            if let (Step::Each { kind, column }, Binder::In { domain, .. }) = (step, binder) {
                // What is known of positions only is worth it.
                let items = plan.asks.then(|| self.items(domain, *kind, frame, queries))??;
                domains.add(*column, items);
            }
        }
        Some(domains)
    }

    fn is_worthwhile(&self, plan: &Plan, frame: &Frame, queries: &mut dyn Queries) -> bool {
        if plan.asks {
            return true;
        }
        let nothing = Block { columns: Vec::new(), count: 1 };
        let runner = Runner { machine: self, terms: &plan.terms, frame, domains: &Domains::default(), known: None };
        let mut end = |term: TermId| runner.run(term, &nothing, queries).ok().map(|column| column.at(0));
        match plan.steps.first() {
            Some(Step::Range { low, high: Some(high) }) => match (end(*low), end(*high)) {
                (Some(low), Some(high)) => high.saturating_sub(low) >= WORTHWHILE,
                _ => false,
            },
            Some(Step::Range { high: None, .. }) => true,
            _ => false,
        }
    }
}

/// A run under way.
struct Run<'a, 's> {
    machine: &'a Machine,
    plan: &'a Plan,
    domains: &'a Domains,
    generator: &'a Columns<'a>,
    sink: &'s mut dyn Sink,
    /// Instances in the next block.
    block: usize,
}

impl Run<'_, '_> {
    /// The steps from `at` on for a block that passed those before. Nests no deeper than there are binders.
    fn step(&mut self, at: usize, mut block: Block, frame: &mut Frame, queries: &mut dyn Queries) -> Flow {
        let plan = self.plan;
        for at in at..plan.steps.len() {
            if block.count == 0 {
                return Ok(ControlFlow::Continue(()));
            }
            match &plan.steps[at] {
                Step::Range { low, high } => {
                    let ends = self.values(*low, &block, frame, queries).and_then(|low| {
                        let high = match (high, self.generator.endless) {
                            (Some(high), _) => self.values(*high, &block, frame, queries)?,
                            (None, Some(count)) => {
                                let more = i64::try_from(count).map_err(|_| Irregular)? - 1;
                                let last = |n: &i64| n.checked_add(more).ok_or(Irregular);
                                low.iter().map(last).collect::<Result<_, _>>()?
                            }
                            (None, None) => return Err(Irregular),
                        };
                        Ok((low, high))
                    });
                    return match ends {
                        Ok((low, high)) => self.spread(at, &block, &low, &high, frame, queries),
                        Err(Irregular) => self.one_by_one(at, &block, frame, queries),
                    };
                }
                Step::Each { column, .. } => return self.each(at, *column, &block, frame, queries),
                Step::Let(term) => match self.values(*term, &block, frame, queries) {
                    Ok(values) => block.columns.push(values),
                    Err(Irregular) => return self.one_by_one(at, &block, frame, queries),
                },
                Step::Guard(term) => match self.values(*term, &block, frame, queries) {
                    Ok(values) => block.retain(&values),
                    Err(Irregular) => return self.one_by_one(at, &block, frame, queries),
                },
            }
        }
        if block.count == 0 {
            return Ok(ControlFlow::Continue(()));
        }
        let taken = match self.values(plan.body, &block, frame, queries) {
            Ok(values) => self.sink.column(&values)?,
            Err(Irregular) => Taken::OneByOne,
        };
        match taken {
            Taken::All => Ok(ControlFlow::Continue(())),
            Taken::OneByOne => self.one_by_one(plan.steps.len(), &block, frame, queries),
        }
    }

    fn values(
        &self,
        term: TermId,
        block: &Block,
        frame: &Frame,
        queries: &mut dyn Queries,
    ) -> Result<Vec<i64>, Irregular> {
        let runner =
            Runner { machine: self.machine, terms: &self.plan.terms, frame, domains: self.domains, known: None };
        Ok(runner.run(term, block, queries)?.into_values(block.count))
    }

    /// A range: every instance of the block becomes as many as its range has numbers.
    fn spread(
        &mut self,
        at: usize,
        block: &Block,
        low: &[i64],
        high: &[i64],
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Flow {
        let (last, long) = self.extent(at);
        let same = |ends: &[i64]| ends.windows(2).all(|pair| pair[0] == pair[1]);
        if let (Some(&first), Some(&until)) = (low.first(), high.first())
            && (0..NARROW).contains(&until.saturating_sub(first))
            && same(low)
            && same(high)
        {
            let width = usize::try_from(until - first + 1).unwrap_or(1);
            let mut lane = 0;
            while lane < block.count {
                let size = if long { self.block } else { self.block.min(OUTER_BLOCK) };
                let lanes = (size / width).clamp(1, block.count - lane);
                let full = repeated(block, lane..lane + lanes, first, width);
                if self.flush(at + 1, full, last, frame, queries)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                lane += lanes;
            }
            return Ok(ControlFlow::Continue(()));
        }
        let mut next = Stretches::default();
        for lane in 0..block.count {
            let mut first = low[lane];
            while first <= high[lane] {
                let size = if long { self.block } else { self.block.min(OUTER_BLOCK) };
                let room = i64::try_from(size.saturating_sub(next.count).max(1)).unwrap_or(i64::MAX);
                let until = high[lane].min(first.saturating_add(room - 1));
                next.add(lane, first, until);
                if next.count >= size {
                    let full = std::mem::take(&mut next).of(block);
                    if self.flush(at + 1, full, last, frame, queries)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                let Some(more) = until.checked_add(1) else { break };
                first = more;
            }
        }
        self.flush(at + 1, next.of(block), last, frame, queries)
    }

    /// Whether nothing after a step makes more instances, and whether blocks after it may be long: outer blocks stay short
    /// where their guards ask, which is asked before anything inside is looked at.
    fn extent(&self, at: usize) -> (bool, bool) {
        let rest = &self.plan.steps[at + 1..];
        let last = !rest.iter().any(Step::multiplies);
        (last, last || !rest.iter().any(|step| step.asks(&self.plan.terms)))
    }

    /// A domain: every instance of the block becomes as many as it has elements.
    fn each(&mut self, at: usize, column: usize, block: &Block, frame: &mut Frame, queries: &mut dyn Queries) -> Flow {
        let (last, long) = self.extent(at);
        let Some((items, total)) = self.domains.at(column).and_then(|items| Some((items, items.count()?))) else {
            return self.one_by_one(at, block, frame, queries);
        };
        let mut next = Stretches::default();
        for lane in 0..block.count {
            let mut first = 0;
            while first < total {
                let size = if long { self.block } else { self.block.min(OUTER_BLOCK) };
                let until = total.min(first.saturating_add(size.saturating_sub(next.count).max(1) as u64));
                next.add(lane, first.cast_signed(), until.cast_signed() - 1);
                first = until;
                if next.count >= size {
                    let full = std::mem::take(&mut next).of_items(block, items);
                    if self.flush(at + 1, full, last, frame, queries)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        self.flush(at + 1, next.of_items(block, items), last, frame, queries)
    }

    /// Goes on with a full block; `last`: no range follows.
    fn flush(&mut self, at: usize, block: Block, last: bool, frame: &mut Frame, queries: &mut dyn Queries) -> Flow {
        if block.count == 0 {
            return Ok(ControlFlow::Continue(()));
        }
        self.machine.meter.worked(block.count as u64);
        self.machine.meter.check()?;
        let start = Instant::now();
        let flow = self.step(at, block, frame, queries)?;
        let took = start.elapsed();
        if !last {
            return Ok(flow);
        }
        // How far a search without an end comes does not depend on the clock.
        if took < QUICK || self.generator.endless.is_some() {
            self.block = (self.block * 2).min(LARGEST_BLOCK);
        } else if took > SLOW {
            self.block = (self.block / 4).max(1);
        }
        Ok(flow)
    }

    /// The value of a variable in one instance.
    fn value_of(&self, variable: &Variable, columns: &[Vec<i64>], lane: usize) -> Value {
        let numbers = || columns.iter().map(|column| Value::int(column[lane])).collect();
        let first = columns.first().map_or(0, |column| column[lane]);
        match (variable.kind, self.domains.universe(variable.column)) {
            (Kind::Truth, _) => Value::Bool(first != 0),
            (Kind::List(_), _) => Value::list(numbers()),
            (Kind::Tuple(_), _) => Value::tuple(numbers()),
            (Kind::Set, Some(universe)) => Value::Set(Set::from_mask(universe, first.cast_unsigned())),
            (Kind::Number | Kind::Set, _) => Value::int(first),
        }
    }

    /// The instances of a block by the ordinary evaluation, from the binder of step `at` on.
    fn one_by_one(&mut self, at: usize, block: &Block, frame: &mut Frame, queries: &mut dyn Queries) -> Flow {
        let rest = &self.generator.binders[at..];
        for lane in 0..block.count {
            for variable in &self.plan.variables {
                let bound = block.columns.get(variable.column..variable.column + variable.kind.width());
                if let (Some(columns), Some(slot)) = (bound, variable.slot) {
                    frame.set(slot, self.value_of(variable, columns, lane));
                }
            }
            let sink = &mut *self.sink;
            let flow = match self.generator.endless {
                None => self.machine.bind(rest, frame, queries, &mut |frame, queries| sink.one(frame, queries))?,
                Some(_) if rest.is_empty() => sink.one(frame, queries)?,
                Some(count) => self.machine.bind_endless(
                    rest,
                    std::slice::from_ref(&(0..count)),
                    frame,
                    queries,
                    &mut |frame, queries| sink.one(frame, queries),
                )?,
            };
            if flow.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
