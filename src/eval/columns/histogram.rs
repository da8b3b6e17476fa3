//! Counts and sums over independent components: how often each nim-sum occurs is found from how often each component
//! has each value, in time linear in the sum of the ranges and not in their product.
//!
//! The body must be a function of the Grundy value of one sum, every component of which mentions at most one variable;
//! every range must mention at most the variable before it, every guard one variable. Then, from the last variable to
//! the first, `W(p)[x]` is the number of bindings of the variables from here on, when the one before is `p`, under which
//! their components have nim-sum `x`: `W(p)[x] = Σ W'(v)[x xor g(v)]` over the `v` in the range.

use super::super::Queries;
use super::run::{Block, Irregular, Runner};
use crate::base::{Meter, Pace};
use crate::cgt::Question;
use crate::number::Number;
use crate::terms::{Ask, Asked, Part, Plan, Step, Term, TermId, Terms};

/// Fewer instances than this are simply gone through.
const WORTHWHILE: u128 = 1 << 17;
/// Grundy values stay below this.
const MOST_VALUES: usize = 1 << 12;
/// Longer ranges are left alone.
const MOST_NUMBERS: u128 = 1 << 26;
/// Numbers of a range that are asked about at once.
const BATCH: i64 = 4096;

/// One variable of the generator.
#[derive(Debug)]
struct Variable<'p> {
    low: TermId,
    high: TermId,
    /// The range mentions the variable before.
    chained: bool,
    /// What it has to fulfil by itself.
    guards: Vec<TermId>,
    /// Its components.
    parts: Vec<&'p Part>,
}

/// A generator whose nim-sums can be counted.
#[derive(Debug)]
pub(super) struct Histogram<'p> {
    variables: Vec<Variable<'p>>,
    /// Components without variables.
    fixed: Vec<&'p Part>,
    body: TermId,
}

/// The columns that terms mention, and whether one of them asks.
fn mentioned(terms: &Terms, ids: impl IntoIterator<Item = TermId>) -> (Vec<usize>, bool) {
    let mut columns = Vec::new();
    let mut asks = false;
    for id in ids {
        terms.walk(id, &mut |term| match term {
            Term::Column(at) => columns.push(*at),
            Term::Ask(_) => asks = true,
            _ => {}
        });
    }
    columns.sort_unstable();
    columns.dedup();
    (columns, asks)
}

/// The one question of a body that mentions no variable outside it.
fn only_ask(terms: &Terms, body: TermId) -> Option<&Ask> {
    match terms.get(body) {
        Term::Ask(ask) => Some(ask),
        Term::Not(inner) | Term::Neg(inner) | Term::Abs(inner) => only_ask(terms, *inner),
        Term::Arith(_, [a, b]) | Term::Compare(_, [a, b]) => match (a, b) {
            (a, b) if mentioned(terms, [*b]) == (Vec::new(), false) => only_ask(terms, *a),
            (a, b) if mentioned(terms, [*a]) == (Vec::new(), false) => only_ask(terms, *b),
            _ => None,
        },
        _ => None,
    }
}

impl<'p> Histogram<'p> {
    /// A plan as a histogram, if it is one.
    pub fn new(plan: &'p Plan) -> Option<Self> {
        let terms = &plan.terms;
        let ask = only_ask(terms, plan.body)?;
        // The outcome of a single position may be known without its value, and may differ where `wins if` is written.
        let outcome = matches!(ask.asked, Asked::Outcome(_));
        let valued = !outcome && (ask.asked == Asked::Grundy || ask.parts.len() > 1);
        if ask.play.is_misere()
            || !valued
            || plan.steps.iter().filter(|step| matches!(step, Step::Range { .. })).count() < 2
        {
            return None;
        }
        let mut variables: Vec<Variable<'p>> = Vec::new();
        for step in &plan.steps {
            match step {
                Step::Range { low, high } => {
                    let (low, high) = (*low, (*high)?);
                    let (columns, asks) = mentioned(terms, [low, high]);
                    let before = variables.len().checked_sub(1);
                    if asks || columns.iter().any(|at| Some(*at) != before) {
                        return None;
                    }
                    let chained = !columns.is_empty();
                    variables.push(Variable { low, high, chained, guards: Vec::new(), parts: Vec::new() });
                }
                Step::Guard(guard) => match mentioned(terms, [*guard]) {
                    (columns, false) if columns.len() == 1 => variables.get_mut(columns[0])?.guards.push(*guard),
                    _ => return None,
                },
                Step::Let(_) | Step::Each { .. } => return None,
            }
        }
        let mut fixed = Vec::new();
        for part in &ask.parts {
            let mut own = Vec::new();
            part.terms(&mut |term| own.push(term));
            match mentioned(terms, own) {
                (columns, false) if columns.is_empty() => fixed.push(part),
                (columns, false) if columns.len() == 1 => variables.get_mut(columns[0])?.parts.push(part),
                _ => return None,
            }
        }
        Some(Self { variables, fixed, body: plan.body })
    }

    /// How often the body has each of its values; `None` when it is not worth it, or anything is unusual.
    pub fn count(&self, runner: &Runner<'_>, queries: &mut dyn Queries) -> Option<Vec<(i64, Number)>> {
        let tables = self.tables(runner, queries).ok()??;
        let meter = &runner.machine.meter;
        let bytes = tables.bytes();
        meter.add_bytes(bytes).ok()?;
        let sums = tables.sums(meter);
        meter.sub_bytes(bytes);
        let sums = sums?;
        let occur: Vec<(i64, u128)> = (0..).zip(sums).filter(|(_, times)| *times != 0).collect();
        // The body where the nim-sum is known.
        let known: Vec<i64> = occur.iter().map(|(sum, _)| sum ^ tables.fixed).collect();
        let runner = Runner { known: Some(&known), ..*runner };
        let block = Block { columns: Vec::new(), count: known.len() };
        let values = runner.run(self.body, &block, queries).ok()?.into_values(block.count);
        let times = |times: u128| Some(Number::from(i128::try_from(times).ok()?));
        values.into_iter().zip(occur).map(|(value, (_, n))| Some((value, times(n)?))).collect()
    }

    /// The values of all components; `None` when going through the instances is quick enough.
    fn tables(&self, runner: &Runner<'_>, queries: &mut dyn Queries) -> Result<Option<Tables>, Irregular> {
        let mut tables = Tables { variables: Vec::new(), fixed: 0, size: 1 };
        let (mut instances, mut numbers) = (1u128, 0u128);
        // The numbers that the variable before runs over.
        let mut before: (i64, i64) = (0, 0);
        for (at, variable) in self.variables.iter().enumerate() {
            let outer = if variable.chained { (before.0..=before.1).collect() } else { vec![0] };
            let ends = Ends::new(variable, at, outer, runner, queries)?;
            let Some((first, last)) = ends.hull() else { return Ok(None) };
            let count = u128::from(last.abs_diff(first)) + 1;
            instances = instances.saturating_mul(ends.average());
            numbers += count;
            if count > MOST_NUMBERS {
                return Ok(None);
            }
            tables.variables.push(Values {
                first,
                ends,
                chained: variable.chained,
                before: before.0,
                sums: Vec::new(),
            });
            before = (first, last);
        }
        if instances < WORTHWHILE || instances / 4 < numbers {
            return Ok(None);
        }
        for (at, variable) in self.variables.iter().enumerate() {
            let Some((first, last)) = tables.variables[at].ends.hull() else { return Ok(None) };
            let sums = values(variable, at, first, last, runner, queries)?;
            let most = sums.iter().flatten().copied().max().unwrap_or(0);
            let size = usize::try_from(most).map_err(|_| Irregular)?.saturating_add(1).next_power_of_two();
            tables.size = tables.size.max(size);
            tables.variables[at].sums = sums;
        }
        for part in &self.fixed {
            let nothing = Block { columns: Vec::new(), count: 1 };
            tables.fixed ^= runner.nim_sum([*part], Question::Grundy, &nothing, queries)?[0];
        }
        if tables.size > MOST_VALUES {
            return Ok(None);
        }
        Ok(Some(tables))
    }
}

/// The ranges of a variable, one for each number of the variable before (or just one).
#[derive(Debug)]
struct Ends {
    low: Vec<i64>,
    high: Vec<i64>,
}

impl Ends {
    fn new(
        variable: &Variable<'_>,
        at: usize,
        numbers: Vec<i64>,
        runner: &Runner<'_>,
        queries: &mut dyn Queries,
    ) -> Result<Self, Irregular> {
        let count = numbers.len();
        let block = alone(at.saturating_sub(1), numbers);
        let low = runner.run(variable.low, &block, queries)?.into_values(count);
        let high = runner.run(variable.high, &block, queries)?.into_values(count);
        Ok(Self { low, high })
    }

    /// The least and the greatest number of all ranges; `None` when all are empty.
    fn hull(&self) -> Option<(i64, i64)> {
        let some = || self.low.iter().zip(&self.high).filter(|(low, high)| low <= high);
        Some((some().map(|e| *e.0).min()?, some().map(|e| *e.1).max()?))
    }

    /// How many numbers a range has on average, rounded up.
    fn average(&self) -> u128 {
        let some = self.low.iter().zip(&self.high).filter(|(low, high)| low <= high);
        let total: u128 = some.map(|(low, high)| u128::from(high.abs_diff(*low)) + 1).sum();
        total.div_ceil(self.low.len().max(1) as u128)
    }
}

/// A block where only the variable `at` is bound.
fn alone(at: usize, numbers: Vec<i64>) -> Block {
    let count = numbers.len();
    let mut columns = vec![Vec::new(); at];
    columns.push(numbers);
    Block { columns, count }
}

/// The nim-sum of a variable's components for each of its numbers; `None` where a guard fails.
fn values(
    variable: &Variable<'_>,
    at: usize,
    first: i64,
    last: i64,
    runner: &Runner<'_>,
    queries: &mut dyn Queries,
) -> Result<Vec<Option<i64>>, Irregular> {
    let mut found = Vec::new();
    let mut from = first;
    while from <= last {
        runner.machine.meter.check().map_err(|_| Irregular)?;
        let until = last.min(from.saturating_add(BATCH - 1));
        let mut block = alone(at, (from..=until).collect());
        let mut passes = vec![1; block.count];
        for guard in &variable.guards {
            let column = runner.run(*guard, &block, queries)?.into_values(block.count);
            passes.iter_mut().zip(&column).for_each(|(pass, holds)| *pass &= holds);
        }
        let numbers = block.columns.pop().unwrap_or_default();
        let chosen: Vec<i64> = numbers.iter().zip(&passes).filter(|(_, p)| **p != 0).map(|(n, _)| *n).collect();
        let sums = if chosen.is_empty() {
            Vec::new()
        } else {
            runner.nim_sum(variable.parts.iter().copied(), Question::Grundy, &alone(at, chosen), queries)?
        };
        let mut sums = sums.into_iter();
        found.extend(passes.iter().map(|pass| if *pass == 0 { None } else { sums.next() }));
        from = until + 1;
    }
    Ok(found)
}

/// One variable with the values of its components.
#[derive(Debug)]
struct Values {
    /// The number that `sums` begins with.
    first: i64,
    ends: Ends,
    chained: bool,
    /// The number of the variable before that the ends begin with.
    before: i64,
    /// The nim-sum of its components, by number; `None` where a guard fails.
    sums: Vec<Option<i64>>,
}

/// What is needed to count.
#[derive(Debug)]
struct Tables {
    variables: Vec<Values>,
    /// The nim-sum of the components without variables.
    fixed: i64,
    /// A power of two above every value.
    size: usize,
}

/// Counts by nim-sum, after the variables from some one on: the same for every number of the variable before, or one
/// row for each.
enum Rows {
    One(Vec<u128>),
    Each { first: i64, rows: Vec<Vec<u128>> },
}

impl Tables {
    /// About how many bytes counting takes.
    fn bytes(&self) -> u64 {
        let rows = |values: &Values| if values.chained { values.ends.low.len() as u64 } else { 4 };
        let most = self.variables.iter().map(rows).max().unwrap_or(0);
        most.saturating_mul(4 * 16 * self.size as u64)
    }

    /// How many instances there are for each nim-sum; `None` when a count does not fit, or at a limit.
    fn sums(&self, meter: &Meter) -> Option<Vec<u128>> {
        let mut one = vec![0; self.size];
        one[0] = 1;
        let mut after = Rows::One(one);
        for values in self.variables.iter().rev() {
            after = self.before(values, &after, meter)?;
        }
        match after {
            Rows::One(row) => Some(row),
            Rows::Each { mut rows, .. } => rows.pop(),
        }
    }

    /// One variable further to the front.
    fn before(&self, values: &Values, after: &Rows, meter: &Meter) -> Option<Rows> {
        // Sums over the numbers from the first one on, a row more than there are numbers, so that a range is a
        // difference of two rows; only for the numbers where a range begins or ends.
        let mut wanted: Vec<i64> = Vec::new();
        for (low, high) in values.ends.low.iter().zip(&values.ends.high).filter(|(low, high)| low <= high) {
            wanted.push(*low);
            wanted.push(high.checked_add(1)?);
        }
        wanted.sort_unstable();
        wanted.dedup();
        let mut kept: Vec<Vec<u128>> = Vec::with_capacity(wanted.len());
        let mut total = vec![0u128; self.size];
        let (mut next, mut pace) = (wanted.iter().peekable(), Pace::default());
        for (number, sum) in (values.first..=i64::MAX).zip(values.sums.iter().map(Some).chain([None])) {
            if next.next_if(|wanted| **wanted == number).is_some() {
                kept.push(total.clone());
            }
            pace.step(1, meter).ok()?;
            let Some(Some(sum)) = sum else { continue };
            let row = match after {
                Rows::One(row) => row,
                Rows::Each { first, rows } => rows.get(usize::try_from(number - first).ok()?)?,
            };
            let sum = usize::try_from(*sum).ok()?;
            for (x, times) in row.iter().enumerate() {
                let slot = &mut total[x ^ sum];
                *slot = slot.checked_add(*times)?;
            }
        }
        let at = |number: i64| kept.get(wanted.binary_search(&number).ok()?);
        let mut rows = Vec::with_capacity(values.ends.low.len());
        for (low, high) in values.ends.low.iter().zip(&values.ends.high) {
            if low > high {
                rows.push(vec![0; self.size]);
                continue;
            }
            let (from, to) = (at(*low)?, at(high + 1)?);
            rows.push(to.iter().zip(from).map(|(to, from)| to - from).collect());
        }
        if values.chained { Some(Rows::Each { first: values.before, rows }) } else { rows.pop().map(Rows::One) }
    }
}
