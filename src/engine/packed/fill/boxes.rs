//! Ways to fill a whole box of a dense table without a look at every option.

use std::sync::Arc;

use super::amounts::AmountTable;
use super::bags::Bags;
use super::lines::Lines;
use super::nested::Rows;
use crate::base::{Exceeded, Meter};
use crate::cgt::{ByQuestion, Question};
use crate::engine::packed::search::Work;
use crate::engine::packed::shape::layout::{Layout, Word};
use crate::engine::packed::table::memo::Memo;
use crate::ir::{Program, bag_rays, families, nested, rays};

/// A way that suits the rules.
pub struct BoxFill {
    way: Way,
    /// For each question, the work before which no larger box is worth it.
    due: ByQuestion<u64>,
}

enum Way {
    /// Along rays.
    Lines(Box<Lines>),
    /// Along rays of a bag.
    Bags(Bags),
    /// Amounts that are taken from one heap.
    Amounts(AmountTable),
    /// Row by row, options that are nested; with the reason why these are no rays.
    Rows(Box<Rows>, &'static str),
}

/// What a box is to be filled for.
pub struct Demand<'a> {
    /// The position that was asked about.
    pub position: &'a [i64],
    /// For each word, whether no option has a greater one.
    pub shrinks: &'a [bool],
    /// A larger box may take this much.
    pub work: u64,
    /// Only a larger box is worth it: questions come in a row.
    pub in_a_row: bool,
    /// Whatever it takes.
    pub at_once: bool,
}

/// How much larger a box becomes than what was asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Growth {
    Exact,
    More,
    All,
}

/// A box that is asked for alone may take so many times the work so far.
const ALONE: u64 = 4;

impl BoxFill {
    /// A way for a program, or why there is none; with `always`, also where a look at every option is quicker.
    ///
    /// # Errors
    /// In words.
    pub fn new(program: &Arc<Program>, layout: &Layout, always: bool) -> Result<Self, &'static str> {
        if !layout.dense {
            return Err("positions are hashed");
        }
        let way = |way| Ok(Self { way, due: ByQuestion::default() });
        if layout.has_ranks() {
            return way(Way::Bags(Bags::new(bag_rays(program)?)));
        }
        match rays(program).and_then(|rays| Lines::new(rays, program).ok_or("very many conditions")) {
            Ok(lines) if !always && !lines.pays() => Err("windows of few options"),
            Ok(lines) => way(Way::Lines(Box::new(lines))),
            Err(reason) => {
                if let Ok(families) = families(program) {
                    return way(Way::Amounts(AmountTable::new(families)));
                }
                let more = nested(program).ok_or(reason)?;
                way(Way::Rows(Box::new(Rows::new(program, more, layout)), reason))
            }
        }
    }

    /// What it is, for `--stats`.
    #[must_use]
    pub fn describe(&self) -> String {
        match &self.way {
            Way::Lines(lines) => format!("table with {}", lines.describe()),
            Way::Bags(bags) => format!("table with {}", bags.describe()),
            Way::Amounts(amounts) => format!("table with {}", amounts.describe()),
            Way::Rows(_, reason) => format!("table with nested options (no rays: {reason})"),
        }
    }

    /// How many options of one position alone are better looked at than a whole box.
    #[must_use]
    pub fn patience(&self, sizes: &[u64]) -> u64 {
        match &self.way {
            Way::Lines(lines) => lines.most_options(sizes).saturating_mul(4),
            Way::Bags(bags) => bags.most_options(sizes).saturating_mul(4),
            Way::Amounts(_) | Way::Rows(..) => 0,
        }
    }

    /// The work that a box takes, in options of a plain search.
    fn cost(&mut self, high: &[i64], question: Question, layout: &Layout, meter: &Meter) -> Result<u64, Exceeded> {
        match &mut self.way {
            Way::Lines(_) | Way::Bags(_) => Ok(layout.cells(high)),
            Way::Rows(rows, _) if !rows.is_due(question, high) => Ok(u64::MAX),
            Way::Rows(..) => Ok(layout.cells(high)),
            Way::Amounts(amounts) => amounts.cost(high, question, layout, meter),
        }
    }

    /// Fills a box that is worth it; whether one was filled.
    ///
    /// # Errors
    /// A limit.
    pub fn fill(
        &mut self,
        question: Question,
        demand: &Demand<'_>,
        (memo, layout): (&mut Memo, &Layout),
        meter: &Meter,
        work: &mut Work,
    ) -> Result<bool, Exceeded> {
        let Some(high) = self.choose(question, demand, layout, meter)? else { return Ok(false) };
        if meter.limits().max_states.saturating_sub(meter.states()) < layout.cells(&high) {
            // Nor for any larger box later on.
            self.due[question] = u64::MAX;
            return Ok(false);
        }
        match &mut self.way {
            Way::Lines(lines) => lines.fill(question, &high, (memo, layout), meter, work),
            Way::Bags(bags) => bags.fill(question, &high, (memo, layout), meter, work),
            Way::Amounts(amounts) => amounts.fill(question, &high, (memo, layout), meter, work),
            Way::Rows(rows, _) => rows.fill(question, &high, (memo, layout), meter, work),
        }
    }

    /// The box to fill: many questions in a row fill boxes that grow by factors, not by ones.
    fn choose(
        &mut self,
        question: Question,
        demand: &Demand<'_>,
        layout: &Layout,
        meter: &Meter,
    ) -> Result<Option<Vec<i64>>, Exceeded> {
        let due = self.due[question];
        if demand.in_a_row && demand.work < due {
            return Ok(None);
        }
        let mut least = u64::MAX;
        for growth in [Growth::All, Growth::More] {
            let high = self.ends(demand, layout, growth);
            let cells = layout.cells(&high);
            // What a box costs may take some time to say.
            let cost = if cells <= demand.work { self.cost(&high, question, layout, meter)? } else { cells };
            if cost <= demand.work {
                return Ok(Some(high));
            }
            least = least.min(cost);
        }
        if demand.in_a_row {
            self.due[question] = least;
            return Ok(None);
        }
        let high = self.ends(demand, layout, Growth::Exact);
        let pays = match &mut self.way {
            Way::Lines(_) | Way::Bags(_) => true,
            Way::Rows(rows, _) if demand.at_once => rows.is_due(question, &high),
            Way::Amounts(_) if demand.at_once => true,
            Way::Amounts(_) | Way::Rows(..) => {
                let most = demand.work.saturating_mul(ALONE);
                layout.cells(&high) <= most && self.cost(&high, question, layout, meter)? <= most
            }
        };
        Ok(pays.then_some(high))
    }

    /// The greatest words of a box.
    fn ends(&self, demand: &Demand<'_>, layout: &Layout, growth: Growth) -> Vec<i64> {
        let words = layout.words.iter().zip(demand.position).zip(demand.shrinks);
        let end = |((word, &own), &shrinks): ((&Word, &i64), &bool)| {
            let span = own.abs_diff(word.low);
            let span = match (&self.way, growth) {
                _ if !shrinks => word.span,
                (_, Growth::Exact) => span,
                (_, Growth::All) => word.span,
                (Way::Amounts(_), Growth::More) => span + span / 4,
                (_, Growth::More) => (span + 1).next_power_of_two().max(span + 1) - 1,
            };
            word.low.saturating_add_unsigned(span.min(word.span))
        };
        words.map(end).collect()
    }
}
