//! Says to the engine which positions a generator will ask about, so that a table has the right size from the start.
//!
//! What is said is a hint: the fields at the ends of all ranges, each by itself. Nothing depends on its being right.

use super::super::queries::{FieldColumn, PositionColumns};
use super::super::{Frame, Machine, Queries};
use super::items::Domains;
use super::run::{Block, Irregular, Runner};
use crate::cgt::Player;
use crate::terms::{Ask, Asked, FieldTerm, Part, Plan, Step, Term, TermId, Which};

/// Fewer instances than this are not worth a word.
const WORTHWHILE: u64 = 1 << 12;
/// So many ends of ranges are combined; later ranges are looked at from their upper ends alone.
const CORNERS: usize = 64;

/// Of sets, all elements: which of them occur together is not known.
const ALL_ELEMENTS: &[i64] = &[-1];

/// The extent of a generator.
struct Extent {
    /// Instances at the ends of the ranges.
    corners: Block,
    /// At least as many instances as there are.
    instances: u64,
    /// Nothing but questions may leave instances out.
    whole: bool,
}

impl Machine {
    /// Announces what a generator asks about; `all`: unless an instance is at fault, every instance will be looked at.
    pub(super) fn announce(&self, plan: &Plan, domains: &Domains, all: bool, frame: &Frame, queries: &mut dyn Queries) {
        let runner = Runner { machine: self, terms: &plan.terms, frame, domains, known: None };
        // Ends of ranges that have no short way are not announced.
        let Ok(Some(extent)) = runner.extent(plan, queries) else { return };
        if extent.instances < WORTHWHILE {
            return;
        }
        let guards = plan.steps.iter().filter_map(|step| match step {
            Step::Guard(term) | Step::Let(term) => Some(*term),
            Step::Range { .. } | Step::Each { .. } => None,
        });
        let mut asks: Vec<&Ask> = Vec::new();
        for term in guards.chain([plan.body]) {
            plan.terms.walk(term, &mut |term| {
                if let Term::Ask(ask) = term {
                    asks.push(ask);
                }
            });
        }
        for ask in asks {
            for part in &ask.parts {
                // What has no short way at a corner is not announced either.
                let _ = runner.announce_part(plan, part, ask, &extent, all, queries);
            }
        }
    }
}

impl Runner<'_> {
    fn extent(&self, plan: &Plan, queries: &mut dyn Queries) -> Result<Option<Extent>, Irregular> {
        let mut extent = Extent { corners: Block { columns: Vec::new(), count: 1 }, instances: 1, whole: true };
        for step in &plan.steps {
            match step {
                Step::Range { high: None, .. } => return Ok(None),
                Step::Range { low, high: Some(high) } => {
                    if self.terms.asks(*low) || self.terms.asks(*high) {
                        return Ok(None);
                    }
                    let corners = &mut extent.corners;
                    let low = self.run(*low, corners, queries)?.into_values(corners.count);
                    let high = self.run(*high, corners, queries)?.into_values(corners.count);
                    let longest = low.iter().zip(&high).map(|(l, h)| h.saturating_sub(*l).saturating_add(1)).max();
                    let longest = longest.and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
                    extent.instances = extent.instances.saturating_mul(longest);
                    spread(corners, &low, high);
                }
                Step::Each { column, .. } => {
                    let Some(items) = self.domains.at(*column) else { return Ok(None) };
                    extent.instances = extent.instances.saturating_mul(items.count().unwrap_or(u64::MAX));
                    for (low, high) in items.ends() {
                        let corners = &mut extent.corners;
                        spread(corners, &vec![low; corners.count], vec![high; corners.count]);
                    }
                }
                Step::Let(term) => {
                    if self.terms.asks(*term) {
                        return Ok(None);
                    }
                    let corners = &extent.corners;
                    let values = self.run(*term, corners, queries)?.into_values(corners.count);
                    extent.corners.columns.push(values);
                }
                Step::Guard(term) => extent.whole &= self.terms.asks(*term),
            }
        }
        Ok(Some(extent))
    }

    fn announce_part(
        &self,
        plan: &Plan,
        part: &Part,
        ask: &Ask,
        extent: &Extent,
        all: bool,
        queries: &mut dyn Queries,
    ) -> Result<(), Irregular> {
        let Which::Static { index, .. } = part.instance else { return Ok(()) };
        let instance = self.machine.static_instance(index, queries).map_err(|_| Irregular)?;
        let mut universes = Vec::new();
        for at in (0..part.fields.len()).filter(|at| matches!(part.fields[*at], FieldTerm::Set(_))) {
            universes.push(self.machine.universe_of(&instance, at, queries).ok_or(Irregular)?);
        }
        // Masks are few among all that a table would have: how many is estimated, guards included.
        let all = all && (extent.whole || !universes.is_empty());
        let instances =
            if universes.is_empty() { extent.instances } else { extent.instances.min(self.estimate(plan, queries)?) };
        let mut greatest = |term: TermId| {
            let values = self.run(term, &extent.corners, queries)?;
            let most = (0..extent.corners.count).map(|at| values.at(at)).max();
            Ok(most.unwrap_or(0).max(0))
        };
        let mut sets = universes.iter();
        let mut fields: Vec<Vec<Vec<i64>>> = Vec::new();
        for field in &part.fields {
            let terms = match field {
                FieldTerm::Number(term) => std::slice::from_ref(term),
                FieldTerm::List(terms) => terms,
                FieldTerm::Fixed(_) | FieldTerm::Set(_) => &[],
            };
            fields.push(terms.iter().map(|term| Ok(vec![greatest(*term)?])).collect::<Result<_, _>>()?);
        }
        let fields: Vec<FieldColumn<'_>> = fields
            .iter()
            .zip(&part.fields)
            .map(|(columns, field)| match (field, &columns[..]) {
                (FieldTerm::Number(_), [column]) => FieldColumn::Number(column),
                (FieldTerm::Fixed(value), _) => FieldColumn::Fixed(value),
                (FieldTerm::Set(_), _) if let Some(universe) = sets.next() => FieldColumn::Set(universe, ALL_ELEMENTS),
                _ => FieldColumn::List(columns),
            })
            .collect();
        let starter = matches!(ask.asked, Asked::Outcome(_)).then_some(Player::Left);
        let question = ask.question();
        let positions = PositionColumns { instance: &instance, fields: &fields, count: 1, question, starter };
        queries.announce(&positions, instances, all);
        Ok(())
    }
}

/// Both ends of a range for every corner; the upper ones alone when there are many.
fn spread(corners: &mut Block, low: &[i64], mut high: Vec<i64>) {
    let both = corners.count * 2 <= CORNERS;
    if both {
        for column in &mut corners.columns {
            column.extend_from_within(..);
        }
        high.extend_from_slice(low);
    }
    corners.count = high.len();
    corners.columns.push(high);
}
