//! Parameters that nothing reads.

use super::{Main, each_expression};
use crate::analysis::model::{Expr, ExprKind, Field, Model, Type};
use crate::analysis::visit;
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Diagnostics, codes};

pub(super) fn params(model: &Model, main: Main, out: &mut Diagnostics) {
    let mut used = vec![false; model.globals.len()];
    let mut look = |e: &Expr| {
        if let ExprKind::Global { index, .. } = e.kind {
            used[index as usize] = true;
        }
    };
    // Anything that reads it counts, `let`s of the file and arguments of games included.
    each_expression(model, main, &mut |e| visit::walk(e, &mut look));
    model.globals.iter().for_each(|g| visit::walk(&g.value, &mut look));
    model.instances.iter().flat_map(|i| &i.args).for_each(|e| visit::walk(e, &mut look));
    for (global, used) in model.globals.iter().zip(used) {
        if global.settable && !used {
            warn("parameter", &global.name, global.span, out);
        }
    }
    for game in &model.games[..main.games] {
        let mut slots = vec![false; game.rule_params.len()];
        visit::in_game(game, &mut |e| mark(e, &mut slots));
        fields(&game.rule_params, &slots, out);
    }
    for function in &model.functions[..main.functions] {
        let mut slots = vec![false; function.params.len()];
        visit::in_fields(&function.params, &mut |e| mark(e, &mut slots));
        mark(&function.body, &mut slots);
        fields(&function.params, &slots, out);
    }
}

/// Marks the first slots of a frame that are read.
fn mark(e: &Expr, slots: &mut [bool]) {
    visit::walk(e, &mut |e| {
        if let ExprKind::Local(slot) = e.kind
            && let Some(used) = slots.get_mut(slot as usize)
        {
            *used = true;
        }
    });
}

fn fields(fields: &[Field], used: &[bool], out: &mut Diagnostics) {
    for (field, used) in fields.iter().zip(used) {
        if !used && !matches!(field.ty, Some(Type::Error)) {
            warn("parameter", &field.name, field.span, out);
        }
    }
}

fn warn(what: &str, name: &str, span: Span, out: &mut Diagnostics) {
    if !name.starts_with('_') {
        out.push(
            Diagnostic::warning(codes::UNUSED, span, format!("the {what} `{name}` is never used"))
                .help(format!("leave it out, or call it `_{name}`")),
        );
    }
}
