//! Binders as steps over blocks of instances.

use super::super::machine::KnownNames;
use super::code::{Code, Kind, Variable};
use super::translate::Translator;
use crate::analysis::model::{Binder, Expr, ExprKind, Model};
use crate::syntax::ast::BinaryOp;

/// More columns than this are left to the long way.
const MAX_COLUMNS: usize = 32;

/// What one binder does to a block.
#[derive(Debug)]
pub(super) enum Step {
    /// Every instance becomes one for each number of the range; a range without end is bounded by the caller.
    Range { low: Code, high: Option<Code> },
    /// Every instance becomes one for each element of a domain, of this kind, which begins at this column.
    Each { kind: Kind, column: usize },
    /// A new column.
    Let(Code),
    /// Instances that do not pass are left out.
    Guard(Code),
}

impl Step {
    /// Whether one instance may become several.
    pub fn multiplies(&self) -> bool {
        matches!(self, Self::Range { .. } | Self::Each { .. })
    }
}

/// A translated generator.
#[derive(Debug)]
pub(super) struct Plan {
    /// One step a binder.
    pub steps: Vec<Step>,
    /// The variables in the order bound.
    pub variables: Vec<Variable>,
    /// Made for every instance.
    pub body: Code,
    /// It asks about positions, so that even a few instances are worth a block.
    pub asks: bool,
}

impl Plan {
    /// Translates a generator; `None` when a part of it is more than small integers, truth values and plain questions.
    /// `truth`: the body is a truth value.
    pub fn new(model: &Model, names: &KnownNames, binders: &[Binder], body: &Expr, truth: bool) -> Option<Self> {
        let mut translator = Translator::new(model, names);
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
        let asks =
            body.asks() || steps.iter().any(|step| matches!(step, Step::Guard(code) | Step::Let(code) if code.asks()));
        Some(Self { steps, variables: translator.variables, body, asks })
    }
}

fn range<'m>(translator: &mut Translator<'m>, domain: &'m Expr) -> Option<Step> {
    let ExprKind::Range { low, high, inclusive } = &domain.kind else { return None };
    let low = translator.int(low)?;
    let high = match high {
        None => None,
        Some(high) => {
            let high = translator.int(high)?;
            Some(if *inclusive { high } else { Code::Arith(BinaryOp::Sub, Box::new([high, Code::Const(1)])) })
        }
    };
    Some(Step::Range { low, high })
}
