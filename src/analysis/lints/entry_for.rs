//! Entries of `h with [i: a, j: b for j in D]` that have nothing to do with the `for` that covers them.

use crate::analysis::model::{Binder, Expr, ExprKind, Pattern, Slot};
use crate::analysis::visit;
use crate::base::{SourceMap, Span};
use crate::diagnostics::{Diagnostic, Diagnostics, codes};

pub(super) fn lint(
    with: &Expr,
    entries: &[(Expr, Expr)],
    binders: &[Binder],
    sources: &SourceMap,
    out: &mut Diagnostics,
) {
    let mut slots = Vec::new();
    for binder in binders {
        match binder {
            Binder::In { pattern, .. } | Binder::Is { pattern, .. } => bound(pattern, &mut slots),
            Binder::If(_) => {}
        }
    }
    let uses = |entry: &&(Expr, Expr)| mentions(&entry.0, &slots) || mentions(&entry.1, &slots);
    // With one entry, or with none that varies, there is nothing to write apart.
    if binders.is_empty() || slots.is_empty() || !entries.iter().any(|entry| uses(&entry)) {
        return;
    }
    let text = |span: Span| super::super::resolve::snippet(sources, span);
    for (index, value) in entries.iter().filter(|entry| !uses(entry)) {
        let entry = text(index.span.to(value.span));
        let others = entries.iter().filter(uses).map(|(i, e)| text(i.span.to(e.span)));
        let others = others.collect::<Vec<_>>().join(", ");
        out.push(
            Diagnostic::warning(
                codes::ENTRY_UNDER_FOR,
                index.span.to(value.span),
                format!(
                    "`{entry}` does not use the variable of the `for`, and is left out when that runs over nothing"
                ),
            )
            .label(with.span, "the `for` covers all entries")
            .help(format!("write it apart: `with [{entry}] with [{others} for ...]`")),
        );
    }
}

fn bound(pattern: &Pattern, slots: &mut Vec<Slot>) {
    match pattern {
        Pattern::Slot(slot, _) => slots.push(*slot),
        Pattern::Ignore => {}
        Pattern::Tuple(parts, _) => parts.iter().for_each(|part| bound(part, slots)),
    }
}

fn mentions(e: &Expr, slots: &[Slot]) -> bool {
    let mut found = false;
    visit::walk(e, &mut |e| found |= matches!(e.kind, ExprKind::Local(slot) if slots.contains(&slot)));
    found
}
