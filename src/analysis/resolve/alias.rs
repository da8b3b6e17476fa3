//! Aliases: `game Kayles = Octal["0.77"]`.

use super::Resolver;
use crate::analysis::model::{Mention, Model, StaticInstance};
use crate::analysis::scope::{Entity, Names, PendingAlias, narrow};
use crate::analysis::wording;
use crate::base::Span;
use crate::diagnostics::Diagnostics;
use crate::syntax::ast::{Expr, ExprKind, PostfixOp};

/// The parts of an alias's target: its name with its place, and the arguments behind it.
fn parts(target: &Expr) -> Option<(&str, Span, Option<&[Expr]>)> {
    match &target.kind {
        ExprKind::Paren(inner) => parts(inner),
        ExprKind::Name(name) => Some((name, target.span, None)),
        ExprKind::Postfix { base, ops } => match (&base.kind, ops.as_slice()) {
            (ExprKind::Name(name), [(PostfixOp::Index(args), _)]) => Some((name, base.span, Some(args))),
            _ => None,
        },
        _ => None,
    }
}

/// Finds the game of every alias, through other aliases, and keeps an instance for it; the arguments come later, because
/// they may mention aliases themselves.
pub(super) fn find_games(names: &mut Names, pending: &[PendingAlias<'_>], model: &mut Model, out: &mut Diagnostics) {
    let mut next: Vec<Option<usize>> = Vec::with_capacity(pending.len());
    for (index, alias) in pending.iter().enumerate() {
        let (target, other) = direct(alias, names, model, out);
        names.aliases[index] = target;
        next.push(other);
    }
    for start in 0..pending.len() {
        let mut chain = Vec::new();
        let mut at = start;
        while let Some(other) = next[at].take() {
            chain.push(at);
            at = other;
        }
        // The chain ends at a game, at an error, or at itself.
        if chain.contains(&at) {
            out.push(wording::alias_circle(pending[at].name));
        }
        for index in chain {
            names.aliases[index] = names.aliases[at];
        }
    }
}

/// Game and instance of an alias, or the alias that it stands for.
fn direct(
    alias: &PendingAlias<'_>,
    names: &Names,
    model: &mut Model,
    out: &mut Diagnostics,
) -> (Option<(u32, u32)>, Option<usize>) {
    let span = alias.target.span;
    let Some((name, at, args)) = parts(alias.target) else {
        if !matches!(alias.target.kind, ExprKind::Error) {
            out.push(wording::alias_of_no_game(span));
        }
        return (None, None);
    };
    let declared = names.scopes[alias.unit].get(name);
    model.mentions.extend(declared.map(|d| Mention { at, declared: d.span }));
    match declared.map(|d| &d.entity) {
        Some(Entity::Alias(other)) if args.is_none() => return (None, Some(*other as usize)),
        Some(Entity::Alias(_)) => out.push(wording::alias_has_rules(name, span)),
        Some(Entity::Game(game)) => {
            let header = &names.games[*game as usize];
            match args {
                None => match names.plain[*game as usize] {
                    Some(instance) => return (Some((*game, instance)), None),
                    None => out.push(wording::rules_missing(header, span)),
                },
                Some(_) if header.rule_params.is_empty() => out.push(wording::no_rules(header, span)),
                Some(args) if args.len() == header.rule_params.len() => {
                    let instance = narrow(model.instances.len());
                    model.instances.push(StaticInstance { game: *game, args: Vec::new(), frame_size: 0, span });
                    return (Some((*game, instance)), None);
                }
                Some(args) => {
                    let wanted = format!("{} in brackets `[ ]`", wording::count(header.rule_params.len(), "argument"));
                    let what = format!("`{}`", header.name);
                    out.push(wording::wrong_count(&what, &wanted, args.len(), span, &header.pattern()));
                }
            }
        }
        Some(Entity::Missing) => {}
        Some(_) => out.push(wording::alias_of_no_game(span)),
        None if names.broken || names.scopes[alias.unit].open => {}
        None => out.push(wording::unknown_name(name, span, names.scopes[alias.unit].all().take(200))),
    }
    (None, None)
}

impl Resolver<'_> {
    /// Resolves the arguments of an alias into its instance.
    pub(super) fn alias_arguments(&mut self, alias: &PendingAlias<'_>, target: Option<(u32, u32)>) {
        let (Some((.., Some(args))), Some((_, instance))) = (parts(alias.target), target) else { return };
        let args = self.list(args);
        let instance = &mut self.model.instances[instance as usize];
        (instance.args, instance.frame_size) = (args, self.frame.size());
    }
}
