//! `sgi find`: patterns in the values of an expression, as claims that were checked.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::session::Running;
use super::{Event, Exit, Session};
use crate::analysis::model::{Binder, Expr, Model, Pattern, Statement, StatementKind, Type};
use crate::analysis::{self};
use crate::claims::{ClaimReport, Verdict, check_claim, prove_claim};
use crate::diagnostics::{Diagnostic, Diagnostics, codes};
use crate::eval::{Frame, Stop};
use crate::find::{Grid, Kind, Proposal, Run, Wording, in_pairs, in_sequence, in_table, in_truths};
use crate::report::{Finding, FindingVerdict, Findings};
use crate::syntax::{self, substitute};
use crate::value::Value;

/// Other games of the file that are compared with the sequence.
const MOST_OTHERS: usize = 12;
/// Values of them on either side of the sequence.
const MARGIN: i64 = 4;
/// Bytes counted for each value.
const VALUE_BYTES: u64 = 240;

/// An expression of the command line with its variables' names.
struct Source {
    text: String,
    names: Vec<String>,
}

impl Wording for Source {
    fn variables(&self) -> &[String] {
        &self.names
    }

    fn at(&self, places: &[&str]) -> String {
        let pairs: Vec<(&str, &str)> = self.names.iter().map(String::as_str).zip(places.iter().copied()).collect();
        substitute(&self.text, &pairs).unwrap_or_else(|| self.text.clone())
    }
}

/// Patterns are looked for up to here, where squares have 64 bits.
const FARTHEST: u64 = 1 << 31;

/// What the values are.
enum Data {
    Numbers(Vec<i64>),
    Truths(Vec<bool>),
}

/// Values with where they stand.
enum Shape {
    Line(i64),
    Rows { first: (i64, i64), columns: usize },
}

impl Session<'_> {
    /// Looks for patterns in `EXPR for n in 0..500`, checks what it finds, and puts it into the report.
    pub fn find(&mut self, text: &str) {
        let Some(statement) = self.expression(text, true) else { return };
        let StatementKind::Print(exprs) = &statement.kind else { return };
        let [expr] = exprs.as_slice() else { return };
        let names = match names(&statement) {
            Ok(names) => names,
            Err(why) => return self.no_sequence(expr, why),
        };
        let source = Source { text: self.map.snippet(expr.span).to_owned(), names };
        let moved: Vec<(&str, &str)> = source.names.iter().map(|n| (n.as_str(), "x + 1")).collect();
        let Some(_) = substitute(&source.text, &moved) else {
            return self.no_sequence(expr, "a comprehension in it binds the same variable again: rename that one");
        };
        let others = if source.names.len() == 1 { self.others(&source) } else { Vec::new() };
        let Some(mut running) = self.begin() else { return };
        let mut data = Vec::new();
        if let Err(stop) = collect(&statement, expr, &mut running, &mut data) {
            return self.stopped(&stop, Some(&statement));
        }
        let places: Option<Vec<Vec<i64>>> =
            data.iter().map(|(b, _)| b.iter().map(Value::as_i64).collect::<Option<_>>()).collect();
        if places.iter().flatten().flatten().any(|n| n.unsigned_abs() > FARTHEST) {
            return self.no_sequence(expr, "it goes beyond 2^31, where no pattern is looked for");
        }
        let Some((values, shape)) = places.and_then(|places| shaped(&data, &places)) else {
            return self.no_sequence(
                expr,
                "its values are not all integers, truth values or outcomes, for consecutive integers",
            );
        };
        let proposals = self.propose(&source, values, shape, &others, &mut running);
        drop(running);
        let found = self.checked(proposals);
        let findings = Findings {
            expression: text.split_whitespace().collect::<Vec<_>>().join(" "),
            variables: source.names,
            cells: data.len() as u64,
            found,
        };
        self.observer.event(Event::Findings(&findings));
        self.ledger.note(|report| report.findings = Some(findings));
    }

    fn no_sequence(&mut self, expr: &Expr, why: &str) {
        let said = Diagnostic::error(codes::NO_SEQUENCE, expr.span, format!("no sequence or table: {why}"))
            .help("for example `sgi find FILE 'sg(G(n)) for n in 0..500'`");
        self.tell(&[said]);
        self.ends(Exit::Usage);
    }

    /// Sequences of the file's other games on one number, to compare with.
    fn others(&mut self, source: &Source) -> Vec<(String, Source, Statement)> {
        let Some(model) = self.model() else { return Vec::new() };
        if !source.text.trim_start().starts_with("sg(") {
            return Vec::new();
        }
        let variable = source.names[0].clone();
        let candidates: Vec<String> = games_of_a_number(&model).take(MOST_OTHERS).collect();
        drop(model);
        let mut found = Vec::new();
        for name in candidates {
            let text = format!("sg({name}({variable}))");
            if text == source.text.trim() {
                continue;
            }
            // the bounds are set when the sequence is known
            if let Some(statement) = self.quietly(&text, &format!("{variable} in 0..0"), None) {
                found.push((name, Source { text, names: vec![variable.clone()] }, statement));
            }
        }
        found
    }

    fn propose(
        &mut self,
        source: &Source,
        values: Data,
        shape: Shape,
        others: &[(String, Source, Statement)],
        running: &mut Running,
    ) -> Vec<Proposal> {
        match (values, shape) {
            (Data::Numbers(values), Shape::Line(first)) => {
                let run = Run { first, values };
                let compared: Vec<(String, Run<i64>, &dyn Wording)> = others
                    .iter()
                    .filter_map(|(name, words, statement)| {
                        let from = (first - MARGIN).max(0);
                        let to = first + i64::try_from(run.values.len()).ok()? + MARGIN;
                        let values = values_of(statement, from..to, running)?;
                        Some((name.clone(), Run { first: from, values }, words as &dyn Wording))
                    })
                    .collect();
                in_sequence(&run, source, &compared)
            }
            (Data::Truths(values), Shape::Line(first)) => in_truths(&Run { first, values }, &self.condition(source)),
            (Data::Numbers(values), Shape::Rows { first, columns }) => {
                in_table(&Grid { first, columns, values }, source)
            }
            (Data::Truths(values), Shape::Rows { first, columns }) => {
                in_pairs(&Grid { first, columns, values }, &self.condition(source))
            }
        }
    }

    /// An expression whose values are outcomes, as the condition that the player to move loses.
    fn condition(&self, source: &Source) -> Source {
        let outcome = source.text.trim_start().starts_with("outcome(");
        let text = if outcome { format!("{} == \"P\"", source.text) } else { source.text.clone() };
        Source { text, names: source.names.clone() }
    }

    /// Runs every proposal as a claim: without an end, and over the data.
    fn checked(&mut self, proposals: Vec<Proposal>) -> Vec<Finding> {
        self.restart();
        let mut taken: Vec<String> = Vec::new();
        let mut statements = Vec::new();
        for mut proposal in proposals {
            proposal.name = free_name(&proposal.name, &mut taken);
            let endless = binders(&proposal, true);
            let bounded = binders(&proposal, false);
            let all = self.quietly(&proposal.body, &endless, Some(&proposal.name));
            let data = self.quietly(&proposal.body, &bounded, Some(&proposal.name));
            if let Some(data) = data {
                statements.push((proposal, all, data, endless, bounded));
            }
        }
        let Some(mut running) = self.begin() else { return Vec::new() };
        let mut found = Vec::new();
        for (proposal, all, data, endless, bounded) in statements {
            let proof = all.map(|all| prove_claim(&all, &running.machine, &mut running.engine));
            let finding = match proof {
                Some(ClaimReport { verdict: Verdict::Proved { theorem }, .. }) => {
                    let mut finding = finding(&proposal, "claim", &endless, FindingVerdict::Proved);
                    finding.theorem = Some(theorem);
                    Some(finding)
                }
                Some(report @ ClaimReport { verdict: Verdict::Refuted, .. }) => {
                    let mut finding = finding(&proposal, "refute", &endless, FindingVerdict::Refuted);
                    let bindings = report.counterexample.map(|c| c.bindings).unwrap_or_default();
                    let list: Vec<String> = bindings.iter().map(|(n, v)| format!("{n} = {}", v.quoted())).collect();
                    finding.counterexample = Some(list.join(", "));
                    Some(finding)
                }
                _ => {
                    let report = check_claim(&data, &running.machine, &mut running.engine);
                    matches!(report.verdict, Verdict::Holds)
                        .then(|| finding(&proposal, "claim", &bounded, FindingVerdict::Observed))
                }
            };
            found.extend(finding);
        }
        found
    }

    /// An expression, or a claim, that is left out when it is faulty.
    fn quietly(&mut self, body: &str, binders: &str, claim: Option<&str>) -> Option<Statement> {
        let text = format!("{body} for {binders}");
        let mut out = Diagnostics::default();
        let id = self.map.add("<found>", text.as_str())?;
        let start = self.map.file(id).start;
        let parsed = syntax::parse_generator(&text, start, &mut out);
        if out.has_errors() {
            return None;
        }
        let (model, map) = self.model_and_map()?;
        let statement = match claim {
            Some(name) => analysis::add_claim(model, map, name, &parsed.body, &parsed.binders, &mut out),
            None => analysis::add_expression(model, map, &parsed.body, &parsed.binders, &mut out),
        };
        (!out.has_errors()).then_some(statement)
    }
}

/// The variables of a generator: one or two, each over a domain of its own, and nothing else.
fn names(statement: &Statement) -> Result<Vec<String>, &'static str> {
    let mut names = Vec::new();
    for binder in &statement.binders {
        match binder {
            Binder::In { pattern: Pattern::Slot(_, name), .. } => names.push(name.to_string()),
            _ => return Err("guards and definitions leave gaps"),
        }
    }
    if (1..=2).contains(&names.len()) { Ok(names) } else { Err("it needs one or two variables") }
}

/// Every game of one natural number, without rule parameters.
fn games_of_a_number(model: &Model) -> impl Iterator<Item = String> + '_ {
    let fits = model.games.iter().filter(|game| {
        let natural = matches!(&game.fields[..], [field] if matches!(field.ty, None | Some(Type::Nat)));
        natural && game.rule_params.is_empty() && !game.marks.partizan && !game.marks.loopy && !game.marks.wins_if
    });
    fits.map(|game| game.name.to_string())
}

/// Bindings and value, in order.
type Row = (Vec<Value>, Value);

fn collect(statement: &Statement, expr: &Expr, running: &mut Running, rows: &mut Vec<Row>) -> Result<(), Stop> {
    let machine = Rc::clone(&running.machine);
    let mut frame = Frame::new(statement.frame_size);
    machine.for_each_binding(&statement.binders, &mut frame, &mut running.engine, &mut |frame, queries| {
        let slots = statement.variables.iter().filter(|(_, _, enumerated)| *enumerated);
        let bindings = slots.filter_map(|(_, slot, _)| frame.get(*slot).cloned()).collect();
        let value = machine.eval(expr, frame, queries)?;
        machine.meter().check()?;
        machine.meter().add_bytes(VALUE_BYTES)?;
        rows.push((bindings, value));
        Ok(ControlFlow::Continue(()))
    })
}

/// The values of another game's statement, whose one variable is set here; `None` where the rules fail.
fn values_of(statement: &Statement, places: std::ops::Range<i64>, running: &mut Running) -> Option<Vec<i64>> {
    let StatementKind::Print(exprs) = &statement.kind else { return None };
    let (_, slot, _) = statement.variables.first()?;
    let mut frame = Frame::new(statement.frame_size);
    let machine = Rc::clone(&running.machine);
    places
        .map(|n| {
            frame.set(*slot, Value::int(n));
            machine.eval(exprs.first()?, &mut frame, &mut running.engine).ok()?.as_i64()
        })
        .collect()
}

/// The values as numbers or truth values, and where they stand: consecutive integers, or a full rectangle of pairs.
fn shaped(rows: &[Row], places: &[Vec<i64>]) -> Option<(Data, Shape)> {
    let shape = match places.first()?[..] {
        [first] => {
            let consecutive = (first..).zip(places).all(|(n, place)| place[..] == [n]);
            consecutive.then_some(Shape::Line(first))?
        }
        [row, column] => {
            let columns = places.iter().take_while(|place| place[0] == row).count();
            let wide = i64::try_from(columns).ok()?;
            let full = places.len().is_multiple_of(columns)
                && (0i64..).zip(places).all(|(i, place)| place[..] == [row + i / wide, column + i % wide]);
            full.then_some(Shape::Rows { first: (row, column), columns })?
        }
        _ => return None,
    };
    let values = rows.iter().map(|(_, value)| value);
    let numbers: Option<Vec<i64>> = values.clone().map(Value::as_i64).collect();
    if let Some(numbers) = numbers {
        return Some((Data::Numbers(numbers), shape));
    }
    let truth = |value: &Value| match value {
        Value::Bool(b) => Some(*b),
        Value::Text(t) if matches!(&**t, "N" | "P") => Some(&**t == "P"),
        _ => None,
    };
    Some((Data::Truths(values.map(truth).collect::<Option<_>>()?), shape))
}

/// A name that no earlier finding has.
fn free_name(wanted: &str, taken: &mut Vec<String>) -> String {
    let wanted = wanted.replace('-', "minus_");
    // one of so many is free
    let numbered = (2..=taken.len() + 2).map(|i| format!("{wanted}_{i}"));
    let mut names = std::iter::once(wanted.clone()).chain(numbered);
    let name = names.find(|name| !taken.contains(name)).unwrap_or(wanted);
    taken.push(name.clone());
    name
}

/// `n in 71..`, or `n in 71..488`, with the guard.
fn binders(proposal: &Proposal, endless: bool) -> String {
    let ranges = proposal.ranges.iter().map(|(name, first, last)| {
        let end = if endless { String::new() } else { last.to_string() };
        format!("{name} in {first}..{end}")
    });
    format!("{}{}", ranges.collect::<Vec<_>>().join(", "), proposal.guard)
}

fn finding(proposal: &Proposal, keyword: &str, binders: &str, verdict: FindingVerdict) -> Finding {
    let Proposal { name, guard, body, .. } = proposal;
    let ranges = binders.strip_suffix(guard.as_str()).unwrap_or(binders);
    let period = proposal.period.as_ref();
    Finding {
        kind: match proposal.kind {
            Kind::Formula => "formula",
            Kind::Period => "period",
            Kind::Set => "set",
            Kind::SameAs => "same_as",
        },
        claim: format!("{keyword} {name}({ranges}){guard}: {body}"),
        verdict,
        theorem: None,
        counterexample: None,
        fixed: proposal.fixed as u64,
        survived: proposal.survived as u64,
        preperiod: period.map(|p| p.0),
        period: period.map(|p| p.1),
        saltus: period.map(|p| p.2),
        exceptions: period.map(|p| p.3.clone()),
    }
}
