//! Questions about positions.

use std::rc::Rc;

use super::expr::Answer;
use super::{Frame, Machine, Queries, Stop, trace, wording};
use crate::analysis::model::Expr;
use crate::base::Span;
use crate::cgt::quotient::Presentation;
use crate::cgt::{Compound, Form, Outcome, Play, Player, Winner};
use crate::library::Query;
use crate::number::Number;
use crate::value::{Component, Position, Value};

impl Machine {
    /// Asks the engine; questions nest as deep as calls do.
    pub(super) fn ask<T>(&self, span: Span, question: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
        self.deeper(span, question).map_err(|stop| trace::at_least(stop, span))
    }

    /// A question about positions.
    pub(super) fn query(
        &self,
        span: Span,
        query: Query,
        args: &[Expr],
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Answer {
        match (query, args) {
            (Query::Up, _) => Ok(form_value(Form::UP)),
            (Query::Down, _) => Ok(form_value(Form::DOWN)),
            (Query::Star, [n]) => self.star(n, frame, queries),
            (Query::Form, [text]) => {
                let value = self.eval(text, frame, queries)?;
                let Value::Text(written) = &value else { return Err(wording::unexpected(text.span, "a text", &value)) };
                let charging = Form::charged_to(&self.meter);
                let form = written.parse();
                drop(charging);
                form.map(form_value).map_err(|problem| wording::form_text(text.span, written, &problem))
            }
            (Query::Form, [left, right]) => {
                let left = self.values_of(left, frame, queries)?;
                let right = self.values_of(right, frame, queries)?;
                Form::from_options(&left, &right).map(form_value).map_err(|problem| wording::form(span, &problem))
            }
            (Query::Fuzzy | Query::Identical, [a, b]) => {
                let a = self.position_at(a, frame, queries)?;
                let b = self.position_at(b, frame, queries)?;
                let holds = match query {
                    Query::Fuzzy => self.ask(span, || queries.compare("fuzzy", &a, &b))?.is_none(),
                    _ => a == b,
                };
                Ok(Value::Bool(holds))
            }
            (query, [first, second]) if query.compound().is_some() => {
                let rule = query.compound().unwrap_or(Compound::Ordinal);
                let first = self.position_at(first, frame, queries)?;
                let second = self.position_at(second, frame, queries)?;
                let position = Position::compound(rule, &first, &second);
                let position = position.ok_or_else(|| trace::at_least(wording::compounds_too_deep(), span))?;
                Ok(Value::Position(Rc::new(position)))
            }
            (Query::MisereElement, [sum, position]) => {
                let sum_of = self.position_at(sum, frame, queries)?;
                let position = self.position_at(position, frame, queries)?;
                let (element, all) = self.ask(span, || {
                    Ok((queries.misere_element(&sum_of, &position)?, queries.misere_quotient(&position)?))
                })?;
                let element = element.ok_or_else(|| {
                    let wanted = format!("a sum of what {position} leads to");
                    wording::unexpected(sum.span, &wanted, &Value::Position(sum_of.clone()))
                })?;
                Ok(text(&all.elements[element]))
            }
            (query, args) if query.of_value() => self.of_value(span, query, args, frame, queries),
            (_, [position]) => {
                let mark = self.mark();
                let position = self.position_at(position, frame, queries)?;
                let answer = self.ask(span, || about(query, &position, queries))?;
                self.settle(mark, Some(&answer));
                Ok(answer)
            }
            _ => Err(wording::defect(span, "a question with the wrong number of arguments")),
        }
    }

    fn star(&self, n: &Expr, frame: &mut Frame, queries: &mut dyn Queries) -> Answer {
        let number_span = n.span;
        let value = self.eval(n, frame, queries)?;
        let Value::Number(number) = &value else { return Err(wording::unexpected(n.span, "a number", &value)) };
        let Some(n) = number.to_u64() else { return Err(wording::not_natural(n.span, &value)) };
        Form::star(n).map(form_value).map_err(|problem| wording::form(number_span, &problem))
    }

    /// The values of the positions of a list or set.
    fn values_of(&self, expr: &Expr, frame: &mut Frame, queries: &mut dyn Queries) -> Result<Vec<Form>, Stop> {
        let value = self.eval(expr, frame, queries)?;
        let list: Vec<Value> = match &value {
            Value::List(list) => list.to_vec(),
            Value::Set(set) => set.iter().collect(),
            other => return Err(wording::unexpected(expr.span, "a list of positions", other)),
        };
        let form = |entry: &Value| {
            let position = super::expr::as_position(entry)
                .ok_or_else(|| wording::unexpected(expr.span, "a list of positions", entry))?;
            self.ask(expr.span, || queries.value(&position))
        };
        list.iter().map(form).collect()
    }
}

/// A question about one position.
fn about(query: Query, position: &Rc<Position>, queries: &mut dyn Queries) -> Answer {
    Ok(match query {
        Query::Sg => Value::Number(Number::from(queries.sg(position)?)),
        Query::Wins => Value::Bool(queries.wins(position)?),
        Query::Loses => Value::Bool(queries.outcome(position)? == Outcome::P),
        Query::Outcome => Value::Text(outcome_text(queries.outcome(position)?)),
        Query::LeftFirst => winner(queries.first(position, Player::Left)?),
        Query::RightFirst => winner(queries.first(position, Player::Right)?),
        Query::Options => positions(queries.options(position, None)?),
        Query::LeftOptions => positions(queries.options(position, Some(Player::Left))?),
        Query::RightOptions => positions(queries.options(position, Some(Player::Right))?),
        Query::Followers => positions(queries.followers(position)?),
        Query::Moves => Value::list(queries.moves(position)?.into_iter().map(Value::Move).collect()),
        Query::WinningMoves => Value::list(queries.winning_moves(position)?.into_iter().map(Value::Move).collect()),
        Query::DrawingMoves => Value::list(queries.drawing_moves(position)?.into_iter().map(Value::Move).collect()),
        Query::Remoteness | Query::LeftRemoteness => remoteness(position, Player::Left, queries)?,
        Query::RightRemoteness => remoteness(position, Player::Right, queries)?,
        Query::Suspense => Value::Number(Number::from(queries.suspense(position)?)),
        Query::Genus => Value::Text(Rc::from(queries.genus(position)?.to_string())),
        Query::MisereQuotient => quotient(&*queries.misere_quotient(position)?),
        Query::IsTame => Value::Bool(queries.is_tame(position)?),
        Query::Birthday => Value::Number(queries.birthday(position)?),
        Query::MisereValue => Value::Number(Number::from(queries.misere_value(position)?)),
        Query::Whole => Value::Position(Rc::new(whole(position))),
        _ => {
            return Err(wording::defect(Span::NONE, "a question that is not about one position"));
        }
    })
}

fn text(shown: &impl ToString) -> Value {
    Value::Text(Rc::from(shown.to_string()))
}

/// Elements, lost elements and relations.
fn quotient(all: &Presentation) -> Value {
    let elements = all.elements.iter().map(text).collect();
    let lost = all.lost.iter().map(|&element| text(&all.elements[element])).collect();
    let relations = all.relations.iter().map(|(product, least)| text(&format!("{product} = {least}"))).collect();
    Value::Tuple(Rc::new([Value::list(elements), Value::list(lost), Value::list(relations)]))
}

/// A position that is not drawn, when this player starts.
fn remoteness(position: &Rc<Position>, starter: Player, queries: &mut dyn Queries) -> Answer {
    match queries.remoteness(position, starter)? {
        Some(ending) => Ok(Value::Number(Number::from(ending.after))),
        None => Err(wording::never_ends(position)),
    }
}

/// `whole(P)`; of a single component that is a whole already it is the same.
fn whole(position: &Rc<Position>) -> Position {
    match position.single() {
        Some(Component::Whole(_)) => Position::clone(position),
        _ if position.play.is_misere() => {
            Position::whole(&Rc::new(position.with_play(Play::Normal))).with_play(Play::Misere)
        }
        _ => Position::whole(position),
    }
}

fn positions(list: Vec<Rc<Position>>) -> Value {
    Value::list(list.into_iter().map(Value::Position).collect())
}

fn winner(winner: Winner) -> Value {
    Value::Text(Rc::from(winner.to_string()))
}

/// The text of an outcome class.
pub(super) fn outcome_text(outcome: Outcome) -> Rc<str> {
    Rc::from(outcome.to_string())
}

/// The value that a number stands for: an integer, or a fraction whose denominator is a power of 2.
pub(super) fn number_form(number: &Number) -> Option<Form> {
    if let Some(n) = number.to_i64() {
        return Form::integer(n).ok();
    }
    let (numerator, denominator) = number.rational_parts()?;
    let denominator = denominator.to_u64().filter(|d| d.is_power_of_two())?;
    Form::dyadic(numerator.to_i64()?, denominator.trailing_zeros()).ok()
}

/// A value as a position; zero is the empty position.
pub(super) fn form_value(form: Form) -> Value {
    let position = if form == Form::ZERO { Position::empty() } else { Position::of(Component::Form(form)) };
    Value::Position(Rc::new(position))
}
