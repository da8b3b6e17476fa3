//! What the engine finds wrong with the rules, as data.

use super::core::Space;
use super::interner::{Comp, Parts, State};
use super::{Answer, Engine};
use crate::base::Span;
use crate::eval::stop::{Fault, FaultKind};
use crate::eval::{Stop, wording};
use crate::ir::Obstacle;

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

    /// The number of a component's game.
    fn game_of(&self, state: State) -> Option<usize> {
        let mut parts = Parts::new();
        let interner = self.core.interner.borrow();
        interner.parts(state, &mut parts);
        parts.iter().find_map(|p| interner.game(p.0).map(|(instance, ..)| instance.game as usize))
    }

    /// The place of that game.
    fn span_of(&self, state: State) -> Span {
        self.game_of(state).map_or(Span::NONE, |game| self.core.machine.model().games[game].span)
    }

    /// A position came up that is still being computed: in this search, whose open positions are given, the rules repeat
    /// it, or an equation leads back to it; otherwise the rules ask for what they define.
    #[cold]
    pub(super) fn repeats(&self, space: Space, open: &[State], state: State, what: &'static str) -> Stop {
        let Some(from) = open.iter().position(|&s| s == state) else { return self.needs_itself(what, state) };
        let open = &open[from..];
        if space != Space::Written {
            // Without equations: what the rules themselves repeat.
            let rules = open.iter().try_for_each(|&state| self.state_ends(what, state));
            if let Err(stop) = rules {
                return stop;
            }
            if self.core.to_look_at.get() > 0 {
                return self.leads_back(what, open);
            }
        }
        match self.shortest_cycle(space, state, open) {
            Ok((positions, labels)) => {
                let kind = FaultKind::Cycle { positions, labels };
                Fault { span: self.span_of(state), kind, trace: Vec::new() }.into()
            }
            Err(stop) => stop,
        }
    }

    /// Equations lead from the first of these positions over the others back to it.
    pub(super) fn leads_back(&self, what: &str, open: &[State]) -> Stop {
        let chain = open.iter().map(|&state| format!("{what}({})", self.printed(state))).collect();
        let model = self.core.machine.model();
        let equation = open.iter().find_map(|&state| model.games[self.game_of(state)?].equations.first());
        let span = equation.map_or(Span::NONE, |equation| equation.span);
        Fault { span, kind: FaultKind::SelfReference { chain, equation: true }, trace: Vec::new() }.into()
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
        let kind = FaultKind::SelfReference { chain, equation: false };
        Fault { span: self.span_of(state), kind, trace: Vec::new() }.into()
    }

    /// A sum with a component that knows only who wins.
    #[cold]
    pub(super) fn wins_if_in_a_sum(&self, comp: Comp) -> Stop {
        wording::wins_if_in_a_sum(&self.printed(State::single(comp)))
    }

    /// A component with a `wins if` where a value is wanted.
    #[cold]
    pub(super) fn wins_if_has_no_value(&self, comp: Comp) -> Stop {
        wording::wins_if_has_no_value(&self.printed(State::single(comp)))
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
