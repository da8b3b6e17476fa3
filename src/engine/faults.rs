//! What the engine finds wrong with the rules, as data.

use std::rc::Rc;

use super::core::Space;
use super::interner::{Comp, Parts, State};
use super::{Answer, Engine};
use crate::base::Span;
use crate::cgt::FormError;
use crate::diagnostics::{Diagnostic, codes};
use crate::eval::Stop;
use crate::eval::stop::{Fault, FaultKind};
use crate::ir::Obstacle;
use crate::number::Number;
use crate::value::Position;

impl Engine {
    /// A state as printed.
    pub(super) fn printed(&self, state: State) -> String {
        self.core.interner.borrow().position(state).to_string()
    }

    /// That there is no machine form for a reason in the rules, not for a mistake of ours.
    pub(super) fn sound(obstacle: Obstacle) -> Answer<()> {
        if !obstacle.defect {
            return Ok(());
        }
        Err(Fault { span: obstacle.at, kind: FaultKind::Defect(obstacle.reason), trace: Vec::new() }.into())
    }

    /// The place of a component's game.
    fn span_of(&self, state: State) -> Span {
        let mut parts = Parts::new();
        let interner = self.core.interner.borrow();
        interner.parts(state, &mut parts);
        let game = parts.iter().find_map(|p| interner.game(p.0).map(|(instance, ..)| instance.game));
        game.map_or(Span::NONE, |game| self.core.machine.model().games[game as usize].span)
    }

    /// A position came up that is still being computed: in this search, whose open positions are given, it repeats;
    /// otherwise the rules ask for what they define.
    #[cold]
    pub(super) fn repeats(&self, space: Space, open: &[State], state: State, what: &'static str) -> Stop {
        let Some(from) = open.iter().position(|&s| s == state) else { return self.needs_itself(what, state) };
        match self.shortest_cycle(space, state, &open[from..]) {
            Ok((positions, labels)) => {
                let kind = FaultKind::Cycle { positions, labels };
                Fault { span: self.span_of(state), kind, trace: Vec::new() }.into()
            }
            Err(stop) => stop,
        }
    }

    /// A question whose answer needs its own result.
    #[cold]
    pub(super) fn needs_itself(&self, what: &str, state: State) -> Stop {
        let active = self.core.active.borrow();
        let asked = format!("{what}({})", self.printed(state));
        let from = active.iter().position(|a| a.state == state);
        let mut chain = if from.is_some() { Vec::new() } else { vec![asked] };
        for a in &active[from.unwrap_or(0)..] {
            let asked = format!("{}({})", a.what, self.printed(a.state));
            if chain.last() != Some(&asked) {
                chain.push(asked);
            }
        }
        let kind = FaultKind::SelfReference { chain };
        Fault { span: self.span_of(state), kind, trace: Vec::new() }.into()
    }

    /// A sum with a component that knows only who wins.
    #[cold]
    pub(super) fn wins_if_in_a_sum(&self, comp: Comp) -> Stop {
        let position = self.printed(State::single(comp));
        let message = format!("`{position}` has a `wins if`, so it cannot be part of a sum");
        said(
            Diagnostic::error(codes::WINS_IF_VALUE, Span::NONE, message)
                .note("`wins if` says who wins, not how play goes on in the other components")
                .help("write `ends if` when the player who made the last move has won"),
        )
    }

    /// A component with a `wins if` where a value is wanted.
    #[cold]
    pub(super) fn wins_if_has_no_value(&self, comp: Comp) -> Stop {
        let position = self.printed(State::single(comp));
        let message = format!("`{position}` has a `wins if`, so it has an outcome but no Sprague–Grundy value");
        said(
            Diagnostic::error(codes::WINS_IF_VALUE, Span::NONE, message)
                .help(format!("ask for `outcome({position})`, or write `ends if`")),
        )
    }

    /// A sum in which a component has a `wins if`.
    pub(super) fn refuse_wins_if(&self, parts: &Parts) -> Result<(), Stop> {
        if !self.core.any_wins_if {
            return Ok(());
        }
        let found = {
            let interner = self.core.interner.borrow();
            parts.iter().find(|p| interner.marks_of(p.0).wins_if).map(|p| p.0)
        };
        found.map_or(Ok(()), |comp| Err(self.wins_if_in_a_sum(comp)))
    }
}

/// A loopy position without a nim-value.
#[cold]
pub(super) fn infinite_value(position: &Rc<Position>, values: &[u32]) -> Stop {
    let list: Vec<String> = values.iter().map(u32::to_string).collect();
    let index = if list.is_empty() { String::new() } else { format!(" with {}", list.join(", ")) };
    let message = format!("`{position}` has no nim-value: its loopy value is infinite{index}");
    let kind = if values.contains(&0) { "the next player wins" } else { "nobody can force a win" };
    said(
        Diagnostic::error(codes::INFINITE_VALUE, Span::NONE, message)
            .note(format!("on its own {kind}, but no Nim heap can stand for it in a sum"))
            .help(format!("ask for `outcome({position})`")),
    )
}

/// A question that needs every play to end, about a loopy position.
#[cold]
pub(super) fn not_for_loopy(what: &str, position: &Rc<Position>) -> Stop {
    let message = format!("`{what}` needs every play to end, but `{position}` may repeat");
    said(Diagnostic::error(codes::INFINITE_VALUE, Span::NONE, message).help(format!("ask for `outcome({position})`")))
}

/// A partizan position where an impartial one is needed.
#[cold]
pub(super) fn not_impartial(what: &str, position: &Rc<Position>) -> Stop {
    let message =
        format!("`{what}` is defined for impartial positions, but the players have different moves in `{position}`");
    said(
        Diagnostic::error(codes::PARTIZAN_VALUE, Span::NONE, message)
            .help(format!("ask for `outcome({position})` or `value({position})`")),
    )
}

/// A heap that only a proved period could answer for.
#[cold]
pub(super) fn no_period(game: &str, heap: &Number, reason: &str) -> Stop {
    let message = format!("the heap `{game}({heap})` is too large to be reached value by value");
    said(
        Diagnostic::error(codes::NO_PERIOD, Span::NONE, message)
            .note(format!("a proved period would answer at once, but none is proved: {reason}"))
            .help(
                "allow more time for the proof with `--timeout`, for example `--timeout 10m`, or ask for smaller heaps",
            ),
    )
}

/// A Grundy value beyond 64 bits.
#[cold]
pub(super) fn large_value(game: &str, heap: &Number, value: &Number) -> Stop {
    let message = format!("the value of `{game}({heap})` is {value}, beyond the 64 bits that Grundy values have here");
    said(Diagnostic::error(codes::NO_PERIOD, Span::NONE, message).help("claims about all heaps are not bounded so"))
}

/// A canonical form that could not be built.
#[cold]
pub(super) fn no_form(error: FormError) -> Stop {
    said(Diagnostic::error(codes::NO_CANONICAL_FORM, Span::NONE, error.to_string()))
}

fn said(diagnostic: Diagnostic) -> Stop {
    Fault { span: diagnostic.primary.span, kind: FaultKind::Said(Box::new(diagnostic)), trace: Vec::new() }.into()
}
