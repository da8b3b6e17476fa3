//! Ranges that are empty and guards that never hold, whatever the variables are.

use super::{Main, in_statement};
use crate::analysis::linear::form;
use crate::analysis::model::{Binder, Expr, ExprKind, Field, Generator, Model, Pattern, Slot, Type};
use crate::analysis::visit;
use crate::base::SourceMap;
use crate::diagnostics::{Diagnostic, Diagnostics, codes};
use crate::linear::{Fact, Linear, contradict};
use crate::syntax::ast::CompareOp;
use crate::value::Value;

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Atom {
    Local(Slot),
    Global(u32, Vec<u32>),
    /// Anything else, by its text; only within one expression.
    Text(String),
}

/// Some variables may be fractions: nothing is rounded.
const WHOLE: bool = false;

pub(super) fn lint(model: &Model, main: Main, sources: &SourceMap, out: &mut Diagnostics) {
    let mut lint = Lint { sources, out, facts: Vec::new() };
    for (index, global) in (0..).zip(&model.globals) {
        if let Some(ty) = &global.param {
            lint.bounds(&Linear::atom(Atom::Global(index, Vec::new())), ty);
        }
    }
    let globals = lint.facts.len();
    for game in &model.games[..main.games] {
        lint.fields(&game.rule_params, 0);
        lint.fields(&game.fields, game.rule_params.len());
        visit::in_fields(&game.fields, &mut |e| lint.expr(e));
        game.lets.iter().for_each(|l| lint.expr(&l.value));
        let clauses = game.moves.iter().map(|m| (&m.binders, &m.target));
        for (binders, target) in clauses.chain(game.equations.iter().map(|e| (&e.binders, &e.target))) {
            lint.scope(binders, &[target]);
        }
        game.endings.iter().for_each(|e| lint.expr(&e.condition));
        lint.facts.truncate(globals);
    }
    for function in &model.functions[..main.functions] {
        lint.fields(&function.params, 0);
        lint.expr(&function.body);
        lint.facts.truncate(globals);
    }
    for global in model.globals.iter().filter(|g| g.settable) {
        lint.expr(&global.value);
    }
    for statement in model.start.iter().chain(&model.statements) {
        lint.binders(&statement.binders);
        let mut skip = statement.binders.len();
        in_statement(statement, &mut |e| {
            // The binders come first, and have been looked at.
            if skip > 0 {
                skip -= 1;
            } else {
                lint.expr(e);
            }
        });
        lint.facts.truncate(globals);
    }
}

/// Longer lists of variables are looked at in part.
const MAX_FACTS: usize = 200;

struct Lint<'a> {
    sources: &'a SourceMap,
    out: &'a mut Diagnostics,
    facts: Vec<Fact<Atom>>,
}

impl Lint<'_> {
    fn at_least(&mut self, a: &Linear<Atom>, b: &Linear<Atom>, strict: bool) {
        if let Some(form) = a.plus(b, -1)
            && self.facts.len() < MAX_FACTS
        {
            self.facts.push(Fact { form, strict });
        }
    }

    fn fields(&mut self, fields: &[Field], first: usize) {
        for (slot, field) in (first..).zip(fields) {
            if let (Some(ty), Ok(slot)) = (&field.ty, u32::try_from(slot)) {
                self.bounds(&Linear::atom(Atom::Local(slot)), ty);
            }
        }
    }

    /// What a type says of a number.
    fn bounds(&mut self, x: &Linear<Atom>, ty: &Type) {
        match ty {
            Type::Nat => self.at_least(x, &Linear::constant(0), false),
            Type::Domain(domain) => self.within(x, domain),
            _ => {}
        }
    }

    fn within(&mut self, x: &Linear<Atom>, domain: &Expr) {
        let ExprKind::Range { low, high, inclusive } = &domain.kind else { return };
        if let Some(low) = variables(low) {
            self.at_least(x, &low, false);
        }
        if let Some(high) = high.as_ref().and_then(|e| variables(e)) {
            self.at_least(&high, x, !inclusive);
        }
    }

    fn scope(&mut self, binders: &[Binder], bodies: &[&Expr]) {
        let before = self.facts.len();
        self.binders(binders);
        for body in bodies {
            self.expr(body);
        }
        self.facts.truncate(before);
    }

    fn binders(&mut self, binders: &[Binder]) {
        for binder in binders {
            match binder {
                Binder::In { pattern, domain } => {
                    self.expr(domain);
                    if let Pattern::Slot(slot, _) = pattern {
                        self.within(&Linear::atom(Atom::Local(*slot)), domain);
                    }
                }
                Binder::Is { pattern, value } => {
                    self.expr(value);
                    if let (Pattern::Slot(slot, _), Some(value)) = (pattern, variables(value)) {
                        let x = Linear::atom(Atom::Local(*slot));
                        self.at_least(&x, &value, false);
                        self.at_least(&value, &x, false);
                    }
                }
                Binder::If(guard) => {
                    self.expr(guard);
                    self.guard(guard);
                }
            }
        }
    }

    /// Warns when a guard contradicts what is known, and learns from it otherwise.
    fn guard(&mut self, guard: &Expr) {
        let never = match &guard.kind {
            ExprKind::Const(Value::Bool(holds)) => !holds,
            ExprKind::Compare { first, rest } => {
                let mut left = &**first;
                let mut new = Vec::new();
                for (op, _, right) in rest {
                    compared(left, *op, right, &mut new);
                    left = right;
                }
                let never = contradict(&new, &self.facts, WHOLE);
                let room = MAX_FACTS.saturating_sub(self.facts.len());
                self.facts.extend(new.into_iter().take(room));
                never
            }
            _ => false,
        };
        if never {
            let text = crate::analysis::resolve::snippet(self.sources, guard.span);
            self.out.push(
                Diagnostic::warning(codes::NEVER_HOLDS, guard.span, format!("`{text}` can never hold here"))
                    .note("the ranges of the variables and the guards before it rule it out"),
            );
        }
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Comprehension { generator, .. } | ExprKind::Aggregate { generator, .. } => {
                let Generator { binders, body } = &**generator;
                self.scope(binders, &[body]);
            }
            ExprKind::Graph { chains, binders } => {
                let parts = chains
                    .iter()
                    .flat_map(|c| std::iter::once(&c.first).chain(c.rest.iter().map(|(_, e)| e)).chain(&c.label));
                let parts: Vec<&Expr> = parts.collect();
                self.scope(binders, &parts);
            }
            ExprKind::With { base, entries, binders } => {
                self.expr(base);
                let parts: Vec<&Expr> = entries.iter().flat_map(|(i, e)| [i, e]).collect();
                self.scope(binders, &parts);
            }
            ExprKind::Range { low, high: Some(high), inclusive } => {
                self.expr(low);
                self.expr(high);
                self.empty(e, low, high, *inclusive);
            }
            _ => visit::children(e, &mut |child| self.expr(child)),
        }
    }

    fn empty(&mut self, range: &Expr, low: &Expr, high: &Expr, inclusive: bool) {
        let sources = self.sources;
        // Equal texts in one range have equal values.
        let mut by_text =
            |e: &Expr| variable(e).or_else(|| Some(Atom::Text(crate::analysis::resolve::snippet(sources, e.span))));
        let ends = (form(low, &mut by_text), form(high, &mut by_text));
        let (Some(low), Some(high)) = ends else { return };
        let Some(form) = high.plus(&low, -1) else { return };
        if contradict(&[Fact { form, strict: !inclusive }], &self.facts, WHOLE) {
            let text = crate::analysis::resolve::snippet(sources, range.span);
            self.out.push(
                Diagnostic::warning(codes::EMPTY_RANGE, range.span, format!("`{text}` is always empty"))
                    .note("a range whose end comes before its start has no elements"),
            );
        }
    }
}

/// The combination of variables that an expression is.
fn variables(e: &Expr) -> Option<Linear<Atom>> {
    form(e, &mut variable)
}

/// The variable that an expression is.
fn variable(e: &Expr) -> Option<Atom> {
    match &e.kind {
        ExprKind::Local(slot) | ExprKind::Lazy { slot, .. } => Some(Atom::Local(*slot)),
        ExprKind::Global { index, path } => Some(Atom::Global(*index, path.clone())),
        _ => None,
    }
}

/// What a comparison says.
fn compared(left: &Expr, op: CompareOp, right: &Expr, facts: &mut Vec<Fact<Atom>>) {
    let (Some(a), Some(b)) = (variables(left), variables(right)) else { return };
    let mut at_least =
        |a: &Linear<Atom>, b: &Linear<Atom>, strict| facts.extend(a.plus(b, -1).map(|form| Fact { form, strict }));
    match op {
        CompareOp::Eq => {
            at_least(&a, &b, false);
            at_least(&b, &a, false);
        }
        CompareOp::Lt => at_least(&b, &a, true),
        CompareOp::Le => at_least(&b, &a, false),
        CompareOp::Gt => at_least(&a, &b, true),
        CompareOp::Ge => at_least(&a, &b, false),
        CompareOp::Ne | CompareOp::In | CompareOp::NotIn => {}
    }
}
