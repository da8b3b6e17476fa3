//! What a run itself shows to be odd.

use super::session::Running;
use super::{Exit, Session};
use crate::analysis::model::{Binder, Expr, ExprKind, Game, Model, Move};
use crate::analysis::visit;
use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, codes};

impl Session<'_> {
    /// Warns about moves of the main file's games that no position reached could make.
    pub(super) fn unused_moves(&mut self, running: &Running) {
        // After an error or a limit not everything was reached.
        if !matches!(self.ledger.exit(), Exit::Success | Exit::Refuted) {
            return;
        }
        let mut found = Vec::new();
        for (index, game) in (0u32..).zip(&running.model.games) {
            if self.map.file_of(game.span) != Some(FileId(0)) {
                continue;
            }
            // It is a courtesy: what goes wrong in looking for it is no news.
            for place in running.engine.never_fired(index).unwrap_or_default() {
                let clause = &game.moves[place];
                // With other values of a parameter it may fire; a guard that never holds was told already.
                let explained = expressions(clause).any(|e| self.never.iter().any(|n| contains(e.span, *n)));
                if explained || depends_on_parameters(clause, game, &running.model) {
                    continue;
                }
                let text = format!("no position that was reached could make the move `{}`", clause.name);
                let said = Diagnostic::warning(codes::NEVER_FIRED, clause.span, text).at("it never fired");
                found.push(said.help("look at its guard and its ranges, or start from a larger position"));
            }
        }
        self.tell(&found);
    }
}

/// Whether the domains and guards of a move mention a parameter of the file or of the game's rules, itself or in a `let`.
fn depends_on_parameters(clause: &Move, game: &Game, model: &Model) -> bool {
    let mut waiting: Vec<&Expr> = expressions(clause).collect();
    let mut found = false;
    let mut read = vec![false; game.lets.len()];
    while let Some(expr) = waiting.pop() {
        let mut lets = Vec::new();
        visit::walk(expr, &mut |e| match &e.kind {
            ExprKind::Local(slot) => found |= (*slot as usize) < game.rule_params.len(),
            ExprKind::Global { index, .. } => found |= model.globals[*index as usize].param.is_some(),
            ExprKind::Lazy { index, .. } => lets.push(*index as usize),
            _ => {}
        });
        for index in lets {
            if !std::mem::replace(&mut read[index], true) {
                waiting.push(&game.lets[index].value);
            }
        }
    }
    found
}

/// The domains, values and guards of a move.
fn expressions(clause: &Move) -> impl Iterator<Item = &Expr> {
    clause.binders.iter().map(|binder| match binder {
        Binder::In { domain: e, .. } | Binder::Is { value: e, .. } | Binder::If(e) => e,
    })
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
