//! Tables and plots: one row or point a binding.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::session::Running;
use super::{Event, Session};
use crate::analysis::model::{Expr, ExprKind, Query, Slot, Statement, StatementKind};
use crate::eval::{Frame, Stop, within};
use crate::report::{Datum, Losing, Plot, PlotKind, Shown, Table};

/// About how many bytes a row of a table takes beside its cells, and a point of a plot that is drawn.
const ROW: u64 = 128;
const DRAWN: u64 = 256;

/// The enumerated variables of a statement.
fn enumerated(statement: &Statement) -> Vec<(Rc<str>, Slot)> {
    let variables = statement.variables.iter().filter(|(_, _, enumerated)| *enumerated);
    variables.map(|(name, slot, _)| (Rc::clone(name), *slot)).collect()
}

/// Every binding of a statement's variables with what `cells` makes of it; as far as it went, and how it ended.
fn collect(
    statement: &Statement,
    running: &mut Running,
    cells: &[&Expr],
    mut row: impl FnMut(Vec<Shown>, Vec<Shown>),
) -> Result<(), Stop> {
    let variables = enumerated(statement);
    let machine = Rc::clone(&running.machine);
    let mut frame = Frame::new(statement.frame_size);
    let own = if matches!(statement.kind, StatementKind::Plot(_)) { ROW + DRAWN } else { ROW };
    let ended = machine.for_each_binding(&statement.binders, &mut frame, &mut running.engine, &mut |frame, queries| {
        let bindings: Vec<Shown> = variables.iter().filter_map(|(_, slot)| frame.get(*slot).map(Shown::of)).collect();
        let values = cells.iter().map(|cell| Ok(Shown::of(&machine.eval(cell, frame, queries)?)));
        let values = values.collect::<Result<Vec<_>, Stop>>()?;
        // The report keeps every row.
        let bytes: u64 = bindings.iter().chain(&values).map(Shown::bytes).sum();
        machine.meter().keep(own + bytes)?;
        row(bindings, values);
        Ok(ControlFlow::Continue(()))
    });
    ended.map_err(|stop| {
        let (what, place) = match statement.kind {
            StatementKind::Plot(_) => ("plot", statement.name_span),
            _ => ("table", statement.name_span),
        };
        let what = format!("{what} {}", statement.name);
        within(stop, what.trim_end(), place, frame.bindings(&statement.variables))
    })
}

/// Runs a table.
pub(super) fn table(
    statement: &Statement,
    columns: &[(Rc<str>, Expr)],
    running: &mut Running,
) -> (Table, Result<(), Stop>) {
    let cells: Vec<&Expr> = columns.iter().map(|(_, expr)| expr).collect();
    let heads = columns.iter().map(|(head, _)| head.to_string()).collect();
    let name = statement.name.to_string();
    table_of(statement, name, heads, &cells, running)
}

fn table_of(
    statement: &Statement,
    name: String,
    columns: Vec<String>,
    cells: &[&Expr],
    running: &mut Running,
) -> (Table, Result<(), Stop>) {
    let variables: Vec<String> = enumerated(statement).into_iter().map(|(name, _)| name.to_string()).collect();
    let (mut rows, mut bindings) = (Vec::new(), Vec::new());
    let ended = collect(statement, running, cells, |binding, row| {
        bindings.push(binding);
        rows.push(row);
    });
    let grid = variables.len() == 2 && columns.len() == 1;
    let losing = cells.iter().map(|cell| losing(cell)).collect();
    (Table { name, variables, columns, rows, bindings, grid, losing }, ended)
}

/// Which value of a cell says that the player to move loses.
fn losing(cell: &Expr) -> Losing {
    match &cell.kind {
        ExprKind::Query { query: Query::Sg, .. } => Losing::Zero,
        ExprKind::Query { query: Query::Loses, .. } => Losing::Bool(true),
        ExprKind::Query { query: Query::Wins, .. } => Losing::Bool(false),
        ExprKind::Query { query: Query::Outcome, .. } => Losing::Letter,
        _ => Losing::Unknown,
    }
}

/// Runs a plot: pairs make a scatter, two variables a heat map, anything else a line.
pub(super) fn plot(
    statement: &Statement,
    body: &Expr,
    axis: String,
    running: &mut Running,
) -> (Plot, Result<(), Stop>) {
    let mut names: Vec<String> = enumerated(statement).into_iter().map(|(name, _)| name.to_string()).collect();
    let mut points: Vec<Vec<Shown>> = Vec::new();
    let ended = collect(statement, running, &[body], |mut point, value| {
        point.extend(value);
        points.push(point);
    });
    let pairs = points.iter().filter_map(|p| p.last()).any(|v| matches!(&v.datum, Datum::List(l) if l.len() == 2));
    let thermograph = matches!(body.kind, ExprKind::Query { query: Query::Thermograph, .. });
    let kind = match (pairs, names.len()) {
        _ if thermograph => PlotKind::Thermograph,
        (true, _) => PlotKind::Scatter,
        (false, 2) => PlotKind::Heat,
        _ => PlotKind::Line,
    };
    names.push(axis);
    (Plot { name: statement.name.to_string(), kind, axes: names, points, losing: losing(body) }, ended)
}

impl Session<'_> {
    /// The file's table of a name, or one from the command line: `EXPR for a in 0..20, b in 0..20`; a tuple gives a column
    /// for each entry.
    pub fn table(&mut self, text: &str) {
        let named = |s: &&Statement| matches!(s.kind, StatementKind::Table(_)) && *s.name == *text;
        if self.model().is_some_and(|model| model.statements.iter().any(|s| named(&s))) {
            return self.named_table(text);
        }
        let Some(statement) = self.expression(text, true) else { return };
        let Some(mut running) = self.begin() else { return };
        let StatementKind::Print(exprs) = &statement.kind else { return };
        let cells: Vec<&Expr> = match exprs.as_slice() {
            [Expr { kind: ExprKind::Tuple(entries), .. }] => entries.iter().collect(),
            exprs => exprs.iter().collect(),
        };
        let heads = cells.iter().map(|cell| self.map.snippet(cell.span).to_owned()).collect();
        let (table, ended) = table_of(&statement, String::new(), heads, &cells, &mut running);
        if ended.is_ok() || !table.rows.is_empty() {
            self.meter.writes(|| self.observer.event(Event::Table(&table)));
            self.ledger.note(|report| report.tables.push(table));
        }
        if let Err(stop) = ended {
            self.stopped(&stop, Some(&statement));
        }
    }

    fn named_table(&mut self, name: &str) {
        let Some(mut running) = self.begin() else { return };
        let model = Rc::clone(&running.model);
        for statement in &model.statements {
            if let StatementKind::Table(_) = &statement.kind
                && *statement.name == *name
                && let Err(stop) = self.statement(statement, &mut running)
            {
                self.stopped(&stop, Some(statement));
            }
        }
    }

    /// A plot from the command line: `EXPR for a in 0..20, b in 0..20`.
    pub fn plot(&mut self, text: &str) {
        let Some(statement) = self.expression(text, true) else { return };
        let Some(mut running) = self.begin() else { return };
        let StatementKind::Print(exprs) = &statement.kind else { return };
        if let [body] = exprs.as_slice() {
            self.one_plot(&statement, body, &mut running);
        }
    }

    fn one_plot(&mut self, statement: &Statement, body: &Expr, running: &mut Running) {
        let axis = self.map.snippet(body.span).to_owned();
        let (mut plot, ended) = plot(statement, body, axis, running);
        if plot.name.is_empty() {
            self.map.snippet(statement.span).clone_into(&mut plot.name);
        }
        self.meter.writes(|| self.observer.event(Event::Plot(&plot)));
        self.ledger.note(|report| report.plots.push(plot));
        if let Err(stop) = ended {
            self.stopped(&stop, Some(statement));
        }
    }

    /// The file's plots, all of them or those of the names given; nothing else is run.
    pub fn plots(&mut self, names: &[String]) {
        let Some(mut running) = self.begin() else { return };
        let model = Rc::clone(&running.model);
        for statement in &model.statements {
            let StatementKind::Plot(body) = &statement.kind else { continue };
            if !names.is_empty() && !names.iter().any(|name| **name == *statement.name) {
                continue;
            }
            self.one_plot(statement, body, &mut running);
        }
    }
}
