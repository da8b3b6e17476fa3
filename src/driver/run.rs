//! `sgi run`, `sgi check` and `sgi eval`: the statements of a file in order.

use super::position::solve_start;
use super::session::Running;
use super::{Event, Session, say, tables};
use crate::analysis::model::{Expr, Statement, StatementKind};
use crate::claims::{ClaimReport, Verdict, check_claim};
use crate::eval::{Frame, Stop};
use crate::report::{Claim, ClaimKind, Counterexample, Print, Shown, VerdictWord};
use crate::value::Value;

use super::Exit;

impl Session<'_> {
    /// Solves the start position, then runs every statement in file order. A fault in one does not stop the others.
    pub fn run(&mut self) {
        let Some(mut running) = self.begin() else { return };
        let model = running.model.clone();
        if let Some(start) = &model.start
            && let Err(stop) = self.start(start, &mut running)
        {
            self.stopped(&stop, Some(start));
            if say::ends_the_run(&stop) {
                return;
            }
        }
        for statement in &model.statements {
            if let Err(stop) = self.statement(statement, &mut running) {
                self.stopped(&stop, Some(statement));
                if say::ends_the_run(&stop) {
                    return;
                }
            }
        }
        self.unused_moves(&running);
    }

    pub(super) fn start(&mut self, start: &Statement, running: &mut Running) -> Result<(), Stop> {
        let solved = solve_start(start, running, &self.options)?;
        self.observer.event(Event::Start(&solved));
        self.ledger.note(|report| report.start = Some(solved));
        Ok(())
    }

    pub(super) fn statement(&mut self, statement: &Statement, running: &mut Running) -> Result<(), Stop> {
        match &statement.kind {
            StatementKind::Start(_) => Ok(()),
            StatementKind::Claim { .. } => self.claim(statement, running),
            StatementKind::Table(columns) => {
                let (table, ended) = tables::table(statement, columns, running);
                if ended.is_ok() || !table.rows.is_empty() {
                    self.meter.writes(|| self.observer.event(Event::Table(&table)));
                    self.ledger.note(|report| report.tables.push(table));
                }
                ended
            }
            StatementKind::Plot(body) => {
                let axis = self.map.snippet(body.span).to_owned();
                let (plot, ended) = tables::plot(statement, body, axis, running);
                if ended.is_ok() || !plot.points.is_empty() {
                    self.meter.writes(|| self.observer.event(Event::Plot(&plot)));
                    self.ledger.note(|report| report.plots.push(plot));
                }
                ended
            }
            StatementKind::Print(exprs) => {
                let values = evaluate(statement, exprs, running, Shown::of)?;
                let print = Print { values };
                self.observer.event(Event::Print(&print));
                self.ledger.note(|report| report.prints.push(print));
                Ok(())
            }
        }
    }

    /// Solves the start position alone.
    pub(super) fn solve_start(&mut self) {
        let Some(mut running) = self.begin() else { return };
        let model = running.model.clone();
        let Some(start) = &model.start else { return };
        if let Err(stop) = self.start(start, &mut running) {
            self.stopped(&stop, Some(start));
        }
    }

    /// Runs statements that are written apart from the file.
    pub(super) fn run_typed(&mut self, text: &str) {
        let Some(statements) = self.items(text) else { return };
        let Some(mut running) = self.begin() else { return };
        for statement in &statements {
            if let Err(stop) = self.statement(statement, &mut running) {
                self.stopped(&stop, Some(statement));
            }
        }
    }

    fn claim(&mut self, statement: &Statement, running: &mut Running) -> Result<(), Stop> {
        let found = check_claim(statement, &running.machine, &mut running.engine);
        let range = say::ranges(&found, &self.map);
        let said = say::verdict(statement, &found, &range);
        self.ends(match (&found.verdict, found.as_stated()) {
            (Verdict::Stopped(stop), _) => say::exit_of(stop),
            (_, None) => Exit::Undecided,
            (_, Some(false)) => Exit::Refuted,
            (_, Some(true)) => Exit::Success,
        });
        let claim = self.describe(statement, &found, range);
        self.observer.event(Event::Claim(&claim));
        self.ledger.note(|report| report.claims.push(claim));
        self.tell(said.as_slice());
        if self.options.certify && !found.refute && matches!(found.verdict, Verdict::Holds) {
            self.certify(statement, running)?;
        }
        if self.options.certify && self.whole_text().is_some() {
            let proof = super::certify::automatic_proof(statement, &found);
            self.ledger.note(|report| report.automatic.extend(proof));
        }
        match found.verdict {
            Verdict::Stopped(stop) => Err(stop),
            _ => Ok(()),
        }
    }

    fn describe(&self, statement: &Statement, found: &ClaimReport, range: String) -> Claim {
        let (mut theorem, mut reason) = (None, None);
        let verdict = match &found.verdict {
            Verdict::Proved { theorem: text } => {
                theorem = Some(text.clone());
                VerdictWord::Proved
            }
            Verdict::Holds => VerdictWord::Holds,
            Verdict::Refuted => VerdictWord::Refuted,
            Verdict::Empty => VerdictWord::Empty,
            Verdict::Skipped => VerdictWord::Skipped,
            Verdict::Undecided { reason: text, place } => {
                let place = self.map.mention(*place).map_or_else(String::new, |place| format!(" ({place})"));
                reason = Some(format!("{text}{place}"));
                VerdictWord::Undecided
            }
            Verdict::Stopped(stop) => {
                reason = Some(match stop {
                    Stop::Limit(exceeded) => say::limit_words(*exceeded, &self.options.limits),
                    Stop::Fault(_) => "an error stopped the evaluation".to_owned(),
                });
                VerdictWord::Undecided
            }
        };
        let counterexample = found.counterexample.as_ref().map(|c| Counterexample {
            bindings: c.bindings.iter().map(|(name, value)| (name.to_string(), Shown::of(value))).collect(),
            number: c.number,
            left: c.sides.first().map(|side| Shown::of(&side.value)),
            right: c.sides.last().filter(|_| c.sides.len() > 1).map(|side| Shown::of(&side.value)),
        });
        Claim {
            name: statement.name.to_string(),
            kind: if found.refute { ClaimKind::Refute } else { ClaimKind::Claim },
            as_stated: found.as_stated(),
            verdict,
            instances: found.instances,
            total: found.total,
            range,
            counterexample,
            theorem,
            reason,
        }
    }

    /// Evaluates expressions in the file's scope; runs neither claims nor `start`. Nothing is evaluated when one of them
    /// is wrong in itself.
    pub fn evaluate(&mut self, texts: &[String]) {
        let statements: Vec<Option<Statement>> = texts.iter().map(|text| self.expression(text, false)).collect();
        let Some(mut running) = self.begin() else { return };
        let show = if self.lasts() { Shown::again } else { Shown::of };
        for statement in statements.iter().flatten() {
            let StatementKind::Print(exprs) = &statement.kind else { continue };
            match evaluate(statement, exprs, &mut running, show) {
                Ok(values) => {
                    for value in values {
                        self.observer.event(Event::Value(&value));
                        self.ledger.note(|report| report.prints.push(Print { values: vec![value] }));
                    }
                }
                Err(stop) => {
                    self.stopped(&stop, Some(statement));
                    if say::ends_the_run(&stop) {
                        return;
                    }
                }
            }
        }
    }
}

fn evaluate(
    statement: &Statement,
    exprs: &[Expr],
    running: &mut Running,
    show: fn(&Value) -> Shown,
) -> Result<Vec<Shown>, Stop> {
    let mut frame = Frame::new(statement.frame_size);
    let values = exprs.iter().map(|expr| {
        let value = running.machine.eval(expr, &mut frame, &mut running.engine)?;
        Ok(show(&value))
    });
    values.collect()
}
