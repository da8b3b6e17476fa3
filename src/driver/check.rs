//! `sgi check`.

use super::named::named_positions;
use super::session::Running;
use super::{Event, Session};
use crate::report::EquationCheck;

/// Components whose equations are verified, at most.
const FOLLOWERS: usize = 10_000;

impl Session<'_> {
    /// Checks a file without running it; with `equations`, verifies `same as`, `equals` and `measure` at the followers of
    /// every position that the file names.
    pub fn check(&mut self, equations: bool) {
        // Parameters and their domains are part of the description.
        let Some(mut running) = self.begin() else { return };
        if equations {
            self.equations(&mut running);
        }
    }

    fn equations(&mut self, running: &mut Running) {
        let model = running.model.clone();
        if model.games.iter().all(|game| game.equations.is_empty() && game.measure.is_none()) {
            return self.observer.event(Event::Equations(&[]));
        }
        let statements = model.start.iter().chain(&model.statements);
        let (roots, ended) = named_positions(statements, running, FOLLOWERS);
        if let Some((stop, statement)) = ended {
            return self.stopped(&stop, Some(statement));
        }
        let counts = match running.engine.check_equations(&roots, FOLLOWERS) {
            Ok(counts) => counts,
            Err(stop) => return self.stopped(&stop, None),
        };
        let mut found = Vec::new();
        for count in counts {
            let game = &model.games[count.game as usize];
            let equation = &game.equations[count.equation];
            let (file, line, _) = self.map.place(equation.span).unwrap_or(("", 0, 0));
            found.push(EquationCheck {
                game: game.name.to_string(),
                equation: if equation.same { "same as" } else { "equals" },
                file: file.to_owned(),
                line,
                checked: count.checked,
            });
        }
        self.observer.event(Event::Equations(&found));
        self.ledger.note(|report| report.equations = found);
    }
}
