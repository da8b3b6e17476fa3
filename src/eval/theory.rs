//! Questions about the value of a position: what its canonical form tells.

use std::rc::Rc;

use super::ask::form_value;
use super::expr::{Answer, as_position};
use super::{Frame, Machine, Queries, Stop, wording};
use crate::analysis::model::Expr;
use crate::base::Span;
use crate::cgt::form::Dyadic;
use crate::cgt::{Form, FormError, Player};
use crate::library::Query;
use crate::number::Number;
use crate::value::Value;

impl Machine {
    /// A question about the value of the first argument; the others are numbers or values.
    pub(super) fn of_value(
        &self,
        span: Span,
        query: Query,
        args: &[Expr],
        frame: &mut Frame,
        queries: &mut dyn Queries,
    ) -> Answer {
        let mark = self.mark();
        let forms = args.iter().map(|e| self.value_at(e, frame, queries)).collect::<Result<Vec<_>, Stop>>()?;
        let charging = Form::charged_to(&self.meter);
        let answer = answer(query, &forms).map_err(|problem| match problem {
            FormError::BelowZero => wording::form(args.get(1).map_or(span, |t| t.span), &problem),
            _ => wording::form(span, &problem),
        });
        drop(charging);
        let answer = answer?.ok_or_else(|| wording::defect(span, "a question that is not about a value"))?;
        self.settle(mark, Some(&answer));
        Ok(answer)
    }

    /// The canonical form of what an expression gives.
    fn value_at(&self, expr: &Expr, frame: &mut Frame, queries: &mut dyn Queries) -> Result<Form, Stop> {
        let value = self.eval(expr, frame, queries)?;
        let wanted = || wording::unexpected(expr.span, "a position or a number that a game can have", &value);
        let position = as_position(&value).ok_or_else(wanted)?;
        self.ask(expr.span, || queries.value(&position))
    }
}

fn answer(query: Query, forms: &[Form]) -> Result<Option<Value>, FormError> {
    let [form, others @ ..] = forms else { return Ok(None) };
    Ok(Some(match (query, others) {
        (Query::Value, []) => form_value(*form),
        (Query::Mean, []) => number(form.mean_and_temperature()?.0),
        (Query::Temperature, []) => number(form.mean_and_temperature()?.1),
        (Query::LeftStop, []) => number(form.stops().0),
        (Query::RightStop, []) => number(form.stops().1),
        (Query::Thermograph, []) => {
            let corner = |(t, left, right)| Value::Tuple(Rc::new([number(t), number(left), number(right)]));
            Value::list(form.thermograph()?.into_iter().map(corner).collect())
        }
        (Query::LeftIncentives, []) => values(form.incentives(Player::Left)?),
        (Query::RightIncentives, []) => values(form.incentives(Player::Right)?),
        (Query::AtomicWeight, []) => form_value(form.atomic_weight()?),
        (Query::Reduced, []) => form_value(form.reduced()?),
        (Query::Cool, [t]) => form_value(form.cool(t.as_number().ok_or(FormError::BelowZero)?)?),
        (Query::Heat, [by]) => form_value(form.heat(by)?),
        (Query::Overheat, [unit, by]) => form_value(form.overheat(unit, by)?),
        _ => return Ok(None),
    }))
}

fn number(x: Dyadic) -> Value {
    Value::Number(Number::from(x))
}

fn values(forms: Vec<Form>) -> Value {
    Value::list(forms.into_iter().map(form_value).collect())
}
