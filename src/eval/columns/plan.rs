//! Binders as steps over blocks of instances.

use super::super::machine::KnownNames;
use super::code::{Code, Variable};
use super::translate::Translator;
use crate::analysis::model::{Binder, Expr, ExprKind, Model, Pattern};
use crate::syntax::ast::BinaryOp;

/// More variables than this are left to the long way.
const MAX_VARIABLES: usize = 24;

/// What one binder does to a block.
#[derive(Debug)]
pub(super) enum Step {
    /// Every instance becomes one for each number of the range; a range without end is bounded by the caller.
    Range { low: Code, high: Option<Code> },
    /// A new column.
    Let(Code),
    /// Instances that do not pass are left out.
    Guard(Code),
}

/// A translated generator.
#[derive(Debug)]
pub(super) struct Plan {
    /// One step a binder.
    pub steps: Vec<Step>,
    /// The variables in the order bound: a column each.
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
                    bind(&mut translator, pattern, truth)?;
                    Step::Let(code)
                }
                Binder::In { pattern, domain } => {
                    let step = range(&mut translator, domain)?;
                    bind(&mut translator, pattern, false)?;
                    step
                }
            };
            steps.push(step);
        }
        let body = if truth { translator.truth(body)? } else { translator.int(body)? };
        if translator.variables.len() > MAX_VARIABLES || !steps.iter().any(|step| matches!(step, Step::Range { .. })) {
            return None;
        }
        let asks =
            body.asks() || steps.iter().any(|step| matches!(step, Step::Guard(code) | Step::Let(code) if code.asks()));
        Some(Self { steps, variables: translator.variables, body, asks })
    }
}

fn bind(translator: &mut Translator<'_>, pattern: &Pattern, truth: bool) -> Option<()> {
    match pattern {
        Pattern::Slot(slot, _) => translator.variables.push(Variable { slot: *slot, truth }),
        // No slot is as great as this.
        Pattern::Ignore => translator.variables.push(Variable { slot: u32::MAX, truth }),
        Pattern::Tuple(..) => return None,
    }
    Some(())
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
