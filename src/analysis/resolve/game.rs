//! Games.

use std::rc::Rc;

use super::{Place, Resolver};
use crate::analysis::model::{Ending, Equation, ExprKind, Game, LazyLet, Marks, Move, Pattern, Type};
use crate::analysis::scope::narrow;
use crate::analysis::{frame, visit, wording};
use crate::base::Span;
use crate::syntax::ast::{self, ClauseKind};

impl Resolver<'_> {
    /// Resolves a game; its slots are rule parameters, fields, `let`s, and then what each clause needs.
    pub(super) fn game(&mut self, game: &ast::Game) -> Game {
        self.own = self.names.games.get(self.model.games.len()).map(|_| narrow(self.model.games.len()));
        let start = self.frame.mark();
        let rule_params = self.fields(&game.rule_params, true);
        self.no_repeats_between(start, &game.fields);
        let fields = self.fields(&game.fields, true);
        self.bound = fields.iter().find(|f| matches!(f.ty, Some(Type::Nat))).map(|f| f.name.clone());
        let mut result = Game {
            name: game.name.text.clone(),
            span: game.name.span,
            loopy: game.loopy,
            marks: Marks::default(),
            rule_params,
            fields,
            lets: Vec::new(),
            moves: Vec::new(),
            equations: Vec::new(),
            endings: Vec::new(),
            measure: None,
            frame_size: 0,
        };
        self.lets(&game.clauses, &mut result, start);
        for clause in &game.clauses {
            let mark = self.frame.mark();
            self.clause(clause, &mut result);
            self.frame.release(mark);
        }
        result.frame_size = self.frame.size();
        self.own = None;
        result
    }

    /// A field may not be called as a rule parameter.
    fn no_repeats_between(&mut self, start: frame::Mark, fields: &[ast::Field]) {
        for field in fields {
            if let Some(first) = self.frame.since(start, &field.name.text) {
                self.out.push(wording::bound_twice(&field.name, first.span));
            }
        }
    }

    /// Per-position `let`s see each other whatever their order.
    fn lets(&mut self, clauses: &[ast::Clause], game: &mut Game, start: frame::Mark) {
        let mut waiting: Vec<(Pattern, &ast::Expr, Span)> = Vec::new();
        for clause in clauses {
            if let ClauseKind::Let { pattern, value } = &clause.kind {
                let pattern = self.lazy_pattern(pattern, start, narrow(waiting.len()));
                waiting.push((pattern, value, clause.span));
            }
        }
        for (pattern, value, span) in waiting {
            let value = self.expr(value);
            // Another `let` may be filled in the middle of this one, so each keeps its slots to itself.
            self.frame.reserve(self.frame.size());
            game.lets.push(LazyLet { pattern, value, span });
        }
        self.no_circle(game);
    }

    fn lazy_pattern(&mut self, pattern: &ast::Pattern, start: frame::Mark, index: u32) -> Pattern {
        match pattern {
            ast::Pattern::Name(name) if &*name.text == "_" => Pattern::Ignore,
            ast::Pattern::Name(name) => {
                self.check_name(name, start, Place::Clause);
                Pattern::Slot(self.frame.bind_lazy(name.text.clone(), name.span, index), name.text.clone())
            }
            ast::Pattern::Tuple(entries, span) => {
                Pattern::Tuple(entries.iter().map(|p| self.lazy_pattern(p, start, index)).collect(), *span)
            }
        }
    }

    /// Complains when `let`s need each other's values, once for each circle.
    fn no_circle(&mut self, game: &Game) {
        let needs: Vec<Vec<usize>> = game.lets.iter().map(needed).collect();
        let mut state = vec![State::New; needs.len()];
        for start in 0..needs.len() {
            let mut path = vec![(start, 0)];
            while let Some(&mut (at, ref mut edge)) = path.last_mut() {
                if *edge == 0 && state[at] == State::Done {
                    path.pop();
                    continue;
                }
                state[at] = State::Open;
                let Some(&next) = needs[at].get(*edge) else {
                    state[at] = State::Done;
                    path.pop();
                    continue;
                };
                *edge += 1;
                match state[next] {
                    State::New => path.push((next, 0)),
                    State::Done => {}
                    State::Open => {
                        let from = path.iter().position(|(p, _)| *p == next).unwrap_or(0);
                        let circle: Vec<Rc<str>> =
                            path[from..].iter().map(|(p, _)| first_name(&game.lets[*p].pattern)).collect();
                        let names: Vec<&str> = circle.iter().map(|n| &**n).collect();
                        self.out.push(wording::lets_in_a_circle(game.lets[next].span, &names));
                    }
                }
            }
        }
    }

    fn clause(&mut self, clause: &ast::Clause, game: &mut Game) {
        match &clause.kind {
            ClauseKind::Move { side, name, binders, target } => {
                let (binders, variables) = self.binders(binders, Place::Move);
                let target = self.expr(target);
                let (name, span) = (name.text.clone(), name.span);
                game.moves.push(Move { name, span, side: *side, binders, target, variables });
            }
            ClauseKind::Same { binders, target } => self.equation(true, clause.span, binders, target, game),
            ClauseKind::Equals { binders, target } => self.equation(false, clause.span, binders, target, game),
            ClauseKind::Ends(condition) | ClauseKind::Wins(condition) => {
                let wins = matches!(clause.kind, ClauseKind::Wins(_));
                game.endings.push(Ending { wins, span: clause.span, condition: self.expr(condition) });
            }
            ClauseKind::Measure(measure) => game.measure = Some(self.expr(measure)),
            ClauseKind::Let { .. } => {}
        }
    }

    fn equation(&mut self, same: bool, span: Span, binders: &[ast::Binder], target: &ast::Expr, game: &mut Game) {
        let (binders, variables) = self.binders(binders, Place::Clause);
        let target = self.expr(target);
        game.equations.push(Equation { same, span, binders, target, variables });
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// A name to call a `let` by.
fn first_name(pattern: &Pattern) -> Rc<str> {
    match pattern {
        Pattern::Slot(_, name) => name.clone(),
        Pattern::Ignore => "_".into(),
        Pattern::Tuple(entries, _) => entries.first().map_or_else(|| "_".into(), first_name),
    }
}

/// The `let`s that one needs, ascending.
fn needed(lazy: &LazyLet) -> Vec<usize> {
    let mut list = Vec::new();
    visit::walk(&lazy.value, &mut |e| {
        if let ExprKind::Lazy { index, .. } = e.kind {
            list.push(index as usize);
        }
    });
    list.sort_unstable();
    list.dedup();
    list
}
