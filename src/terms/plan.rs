//! Binders as steps over blocks of instances.

use super::{Kind, TermId, Terms, Translator, Variable};
use crate::analysis::model::{Binder, Expr, ExprKind, Model};

/// More columns than this are left to the long way.
const MAX_COLUMNS: usize = 32;

/// What one binder does to a block.
#[derive(Debug)]
pub enum Step {
    /// Every instance becomes one for each number of the range; a range without end is bounded by the caller.
    Range {
        /// First.
        low: TermId,
        /// Last.
        high: Option<TermId>,
    },
    /// Every instance becomes one for each element of a domain, of this kind, which begins at this column.
    Each {
        /// What its elements are.
        kind: Kind,
        /// Their first column.
        column: usize,
    },
    /// A new column.
    Let(TermId),
    /// Instances that do not pass are left out.
    Guard(TermId),
}

impl Step {
    /// Whether one instance may become several.
    #[must_use]
    pub fn multiplies(&self) -> bool {
        matches!(self, Self::Range { .. } | Self::Each { .. })
    }

    /// Whether it is a guard or a definition that asks about positions.
    #[must_use]
    pub fn asks(&self, terms: &Terms) -> bool {
        matches!(self, Self::Guard(term) | Self::Let(term) if terms.asks(*term))
    }
}

/// A translated generator.
#[derive(Debug)]
pub struct Plan {
    /// The terms of all of it.
    pub terms: Terms,
    /// One step a binder.
    pub steps: Vec<Step>,
    /// The variables in the order bound.
    pub variables: Vec<Variable>,
    /// Made for every instance.
    pub body: TermId,
    /// It asks about positions, so that even a few instances are worth a block.
    pub asks: bool,
}

impl Plan {
    /// Translates a generator; `None` when a part of it is more than small integers, truth values and plain questions.
    /// `truth`: the body is a truth value.
    #[must_use]
    pub fn new(model: &Model, binders: &[Binder], body: &Expr, truth: bool) -> Option<Self> {
        let mut translator = Translator::new(model);
        let mut steps = Vec::new();
        for binder in binders {
            let step = match binder {
                Binder::If(condition) => Step::Guard(translator.truth(condition)?),
                Binder::Is { pattern, value } => {
                    let (code, truth) = match translator.int(value) {
                        Some(code) => (code, false),
                        None => (translator.truth(value)?, true),
                    };
                    translator.bind(pattern, if truth { Kind::Truth } else { Kind::Number })?;
                    Step::Let(code)
                }
                Binder::In { pattern, domain } if matches!(domain.kind, ExprKind::Range { .. }) => {
                    let step = range(&mut translator, domain)?;
                    translator.bind(pattern, Kind::Number)?;
                    step
                }
                Binder::In { pattern, domain } => {
                    let (kind, column) = (translator.elements_of(domain)?, translator.columns);
                    translator.bind(pattern, kind)?;
                    Step::Each { kind, column }
                }
            };
            steps.push(step);
        }
        let body = if truth { translator.truth(body)? } else { translator.int(body)? };
        if translator.columns > MAX_COLUMNS || !steps.iter().any(Step::multiplies) {
            return None;
        }
        let Translator { terms, variables, .. } = translator;
        let asks = terms.asks(body) || steps.iter().any(|step| step.asks(&terms));
        Some(Self { terms, steps, variables, body, asks })
    }
}

fn range<'m>(translator: &mut Translator<'m>, domain: &'m Expr) -> Option<Step> {
    let ExprKind::Range { low, high, inclusive } = &domain.kind else { return None };
    let low = translator.int(low)?;
    let high = match high {
        None => None,
        Some(high) => Some(translator.last(high, *inclusive)?),
    };
    Some(Step::Range { low, high })
}
